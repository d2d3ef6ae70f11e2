"""A program compiled: its plan as Python functions, and what vectors look like."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from operator import itemgetter
from typing import Any

from rulewright.interpreter.engine.duties import Duty
from rulewright.interpreter.engine.python_text import ONE_BY_ONE, PythonText
from rulewright.interpreter.engine.runtime import NAMES, memory_functions
from rulewright.interpreter.ir import (
    E,
    Load,
    Local,
    Program,
    rest_of,
    sure_rests,
)
from rulewright.interpreter.passes import failures
from rulewright.interpreter.passes.asked import Question, asked_of
from rulewright.interpreter.passes.plan import Place, Routine, kept_values
from rulewright.interpreter.passes.planning import Planner
from rulewright.interpreter.passes.routines import WorkedOut
from rulewright.interpreter.source import Span

Vector = list[int]
Choice = tuple[int, ...]  # the number of the alternative, then the values chosen
Function = Callable[..., int]


def later(make: Callable[..., Callable[..., Any]], *about: Any) -> Callable[..., Any]:
    """What calls a function that is made when it is first called."""
    made = cache(partial(make, *about))
    return lambda *args: made()(*args)


class Compiled:
    """A program as functions of vectors.

    A vector of a machine is a state of the program, and behind it the sets that its plan keeps:
    `complete` adds them, `plain` takes them away. Made `quick`, each function is made when it is
    first called, no sets are kept, no tables are made of what is said of the geometry, and what was
    `worked` out for another machine is used.
    """

    def __init__(
        self, program: Program, traced: bool = False, profiled: bool = False, quick: bool = False,
        worked: WorkedOut | None = None,
    ) -> None:
        self.program = program
        self.traced = traced
        self.quick = quick
        self.planner = Planner(program, traced, profiled, quick, worked=worked)
        self.asked = asked_of(program)
        if not quick:
            self.planner.ask(self.asked)
        self.planner.close()
        self.sure = sure_rests(program)
        self.emitter = PythonText(self.planner.plan)
        self.names = self.emitter.names
        self.names |= NAMES | {
            "hits": {}, "broken": self._broken, "stray": self._stray, "ticks": [], "work": []}
        for number in range(len(program.memories)):
            for name, function in memory_functions(program, number).items():
                self.names[f"{name}{number}"] = function
        self._asked: dict[tuple[E, tuple[Local, ...]], Function] = {}
        self.source = ""
        looked_on = _looked_on(program)
        nodes = range(len(program.nodes))
        self.blocks: Mapping[int, Function] | Sequence[Function]
        self.lists: list[Callable[[Vector], list[Choice]]]
        self.lazy: list[Callable[[Vector], Iterator[Choice]] | None]
        if quick:
            self.blocks = [later(self._block, n) for n in range(len(program.blocks))]
            self.lazy = [later(self._one_by_one, n) if n in looked_on else None for n in nodes]
            self.lists = [later(self._listed, n) if lazy is None else _all_of(lazy)
                          for n, lazy in enumerate(self.lazy)]
        else:
            plan = self.planner.plan
            self._define(plan.routines)
            self.blocks = {n: self._named(routine.name) for n, routine in plan.blocks.items()}
            self.lists = [self._named(plan.options[number].name) for number in nodes]
            self.lazy = [self._one_by_one(n) if n in looked_on else None for n in nodes]
        self.at = program.at.offset
        self.over = len(program.nodes)
        self.ranks = program.ranks
        self.rule = program.rule.offset
        self.first = self.complete([value for made in program.fields for value in made.first])
        self._bind()

    def _bind(self) -> None:
        """Take the functions of what is asked of a state from the namespace; of a machine made
        quick, each is made when it is first called."""
        asked, answers = self.asked, self.planner.plan.answers

        def found(questions: Iterable[Question]) -> list[Function]:
            return [self._named(answers[each].name) if each in answers
                    else later(self.compiled, each.e, each.params, each.span)
                    for each in questions]

        self.players: list[Function] = [
            itemgetter(player.field.offset)
            if isinstance(player := node.player, Load) and not player.index else function
            for node, function in zip(self.program.nodes, found(asked.players), strict=True)
        ]
        self._duties = [
            Duty(*parts) for parts in zip(
                self.program.duties, found(asked.active), found(asked.values), found(asked.most),
                strict=True)
        ]
        self._weights = [found(node) for node in asked.weights]
        self._said = [[found(option) for option in node] for node in asked.said]
        self._after = [[found(option) for option in node] for node in asked.after]
        self._looks_after = [any(tests for tests in node) for node in self._after]
        self._looks_on = [any(a.rest for a in node.alternatives) for node in self.program.nodes]
        self._invariants = list(zip(
            found(asked.invariants), self.program.invariants, strict=True))
        self._prospects = found(asked.prospects)

    def _named(self, name: str) -> Any:
        return self.names[name]

    def compiled(
        self, e: E, params: tuple[Local, ...] = (), span: Span | None = None
    ) -> Function:
        """A function of the state (and locals) for an expression, which is said in some place."""
        key = (e, params)
        if key not in self._asked:
            self._asked[key] = self._made(
                self.planner.value(f"e{len(self._asked)}", params, e, span))
        return self._asked[key]

    def _made(self, routine: Routine) -> Any:
        """The function of a routine, after those that it calls."""
        known = self.names
        self._define([*(each for each in self.planner.plan.functions if each.name not in known),
                      routine])
        return self._named(routine.name)

    def _block(self, number: int) -> Any:
        return self._made(self.planner.block(number))

    def _listed(self, node: int) -> Any:
        return self._made(self.planner.options(node))

    def _one_by_one(self, node: int) -> Callable[[Vector], Iterator[Choice]]:
        plan = self.planner.plan
        routine = plan.options.get(node) or self.planner.options(node)
        self._define(each for each in plan.functions if each.name not in self.names)
        self._carry_out(self.emitter.one_by_one(routine))
        made: Callable[[Vector], Iterator[Choice]] = self._named(routine.name + ONE_BY_ONE)
        return made

    def _define(self, routines: Iterable[Routine]) -> None:
        """Make functions of routines."""
        made = "".join([self.emitter.routine(routine) for routine in routines])
        if made:
            self._carry_out(made)

    def _carry_out(self, made: str) -> None:
        """Carry out a text of functions, after what it needs."""
        text = "".join((*self.emitter.taken_helpers(), made))
        for counts in (self._named("ticks"), self._named("work")):
            counts += [0] * (len(self.emitter.lines_counted) - len(counts))
        exec(compile(text, f"<{self.program.name}>", "exec"), self.names)
        self.source += text

    # -- vectors ---------------------------------------------------------------------------------

    def complete(self, state: Vector) -> Vector:
        """The vector of a state of the program: with the sets that are kept beside it. Of a
        vector of the machine, a copy."""
        history = sum(state[memory.count.offset] for memory in self.program.memories)
        made = state[: self.program.size + history]
        for kept in self.planner.plan.kept:
            values = state[kept.offset : kept.offset + kept.size]
            sets = dict.fromkeys(kept_values(kept), 0)
            for i, value in enumerate(values):
                sets[value] |= 1 << i
            made += sets.values()
        return made

    def plain(self, v: Vector) -> Vector:
        """The state of a vector, as the program form defines it."""
        return v[: len(v) - self.emitter.sets]


    @property
    def hits(self) -> dict[str, int]:
        """How often each rule took effect (only when traced)."""
        found: dict[str, int] = self._named("hits")
        return found

    @property
    def line_counts(self) -> dict[Place, int]:
        """How often play came to each line of the text (only when profiled)."""
        counts: list[int] = self._named("ticks")
        return dict(zip(self.emitter.lines_counted, counts, strict=True))

    @property
    def line_work(self) -> dict[Place, int]:
        """How many steps of work were done for each line (only when profiled)."""
        counts: list[int] = self._named("work")
        return dict(zip(self.emitter.lines_counted, counts, strict=True))

    @property
    def worked(self) -> int:
        """How often play came to all lines, and the work done for them (only when profiled)."""
        counts: list[int] = self._named("ticks") + self._named("work")
        return sum(counts)

    def _broken(self, number: int, v: Vector, value: int) -> None:
        """A store of the rules that cannot be carried out."""
        raise failures.broken(self.emitter.reported[number], value)

    def _stray(self, number: int, carried: int | None = None, value: int | None = None) -> None:
        """A walk that comes to too many positions, or carries what it cannot."""
        walk = list(self.emitter.walks)[number]
        raise walk.too_far() if carried is None else walk.strays(carried, value)


def _all_of(lazy: Callable[[Vector], Iterator[Choice]]) -> Callable[[Vector], list[Choice]]:
    """What lists all options that are given one by one."""
    return lambda v: list(lazy(v))


def _looked_on(program: Program) -> set[int]:
    """The nodes whose options may be asked for one by one: those that follow an option with `only
    if the rest can be done`; where what an option comes to is looked at, or one is offered beside
    others, all are listed first."""
    demanding = (option for node in program.nodes for option in node.alternatives if option.rest)
    found = {later.id for option in demanding
             for later in rest_of(program, option, lambda other: False)[1]}
    return {number for number in found if not any(
        option.after or option.decline for option in program.nodes[number].alternatives)}
