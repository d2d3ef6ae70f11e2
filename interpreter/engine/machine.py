"""Running a program: state vectors in, options and next states out.

A `Machine` works on plain lists of integers, in place, and keeps nothing about them (but the
options of the vector it advanced last). `Game` and `State` (module `game`) are the safe face of
it; simulation and tree counting use it directly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Any

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.engine.common import BACK, CHANCE, DECISION, END, OVER, TURN, RunError
from rulewright.interpreter.engine.duties import Duty, TurnSearch
from rulewright.interpreter.engine.python_text import PythonText, kept_values
from rulewright.interpreter.engine.result import Result
from rulewright.interpreter.engine.result import of as result_of
from rulewright.interpreter.engine.runtime import NAMES, memory_functions
from rulewright.interpreter.ir import (
    MAX_ROUNDS,
    Alternative,
    Call,
    Const,
    DutyGoal,
    E,
    Guard,
    Load,
    Local,
    Node,
    Program,
    back_edges,
)
from rulewright.interpreter.passes.plan import Demand
from rulewright.interpreter.passes.planning import Planner

Vector = list[int]
Choice = tuple[int, ...]  # the number of the alternative, then the values chosen
Function = Callable[..., int]
Place = tuple[str, int]  # a file and a line of it


class Machine:
    """The compiled program and its operations on vectors.

    A vector of a machine is a state of the program, and behind it the sets that its plan keeps:
    `complete` adds them, `plain` takes them away.
    """

    def __init__(self, program: Program, traced: bool = False, profiled: bool = False) -> None:
        self.program = program
        self.traced = traced
        self.planner = Planner(program, traced, profiled)
        values = self._values()
        self.planner.close()
        self.emitter = PythonText(self.planner.plan)
        self.names = self.emitter.names
        self.names |= NAMES | {"hits": {}, "broken": self._broken}
        for number in range(len(program.memories)):
            for name, function in memory_functions(program, number).items():
                self.names[f"{name}{number}"] = function
        self._asked: dict[tuple[E, tuple[Local, ...]], Function] = {}
        self.source = self.emitter.text()
        self.names["ticks"] = [0] * len(self.emitter.lines_counted)
        self.names["work"] = [0] * len(self.emitter.lines_counted)
        exec(compile(self.source, f"<{program.name}>", "exec"), self.names)
        self.blocks: dict[int, Function] = {
            number: self._named(routine.name)
            for number, routine in self.planner.plan.blocks.items()
        }
        self.lists: list[Callable[[Vector], list[Choice]]] = [
            self._named(f"o{node.id}") for node in program.nodes
        ]
        self.at = program.at.offset
        self.over = len(program.nodes)
        self.ranks = program.ranks
        self.rule = program.rule.offset
        self.first = self.complete([value for made in program.fields for value in made.first])
        self.rounds = 0
        back = back_edges(program)
        self._empty = [
            None if node.empty is None
            else node.empty + BACK * ((node.block, node.empty) in back)
            for node in program.nodes
        ]
        self._bind(values)
        self._labels = [self._label_functions(node) for node in program.nodes]
        self._ready: tuple[Vector, list[Choice]] | None = None
        self.turn_count = 0

    def _values(self) -> dict[str, list[Any]]:
        """The names of the functions of all that is asked of a state beside its options."""
        program = self.program

        def each(items: Iterable[tuple[E, tuple[Local, ...]]]) -> list[str]:
            return [self._wait(e, params) for e, params in items]

        def chosen(a: Alternative) -> tuple[Local, ...]:
            return tuple(b.var for b in a.binders)

        return {
            "player": each((node.player, ()) for node in program.nodes),
            "active": each((goal.active, ()) for goal in program.duties),
            "value": each((goal.value, ()) for goal in program.duties),
            "most": each((Const(goal.ceiling) if goal.most is None else goal.most, ())
                         for goal in program.duties),
            "weights": [each((a.weight, chosen(a)) for a in node.alternatives if node.chance)
                        for node in program.nodes],
            "after": [[each((g.test, chosen(a)) for g in a.after) for a in node.alternatives]
                      for node in program.nodes],
            "invariants": each((g.test, ()) for g in program.invariants),
            "prospects": each((e, ()) for e in program.prospects),
        }

    def _wait(self, e: E, params: tuple[Local, ...]) -> str:
        values = self.planner.plan.values
        name = f"v{len(values)}"
        values.append(self.planner.value(name, params, e))
        return name

    def _bind(self, values: dict[str, list[Any]]) -> None:
        """Take the functions of `_values` from the namespace."""

        def found(item: Any) -> Any:
            return self.names[item] if isinstance(item, str) else [found(part) for part in item]

        functions = {what: found(item) for what, item in values.items()}
        self.players: list[Function] = [
            itemgetter(player.field.offset)
            if isinstance(player := node.player, Load) and not player.index else function
            for node, function in zip(self.program.nodes, functions["player"], strict=True)
        ]
        self._duties = [
            Duty(*parts) for parts in zip(
                self.program.duties, functions["active"], functions["value"], functions["most"],
                strict=True)
        ]
        self._weights: list[list[Function]] = functions["weights"]
        self._after: list[list[list[Function]]] = functions["after"]
        self._looks_after = [any(tests for tests in node) for node in self._after]
        self._invariants = list(zip(
            functions["invariants"], self.program.invariants, strict=True))
        self._prospects: list[Function] = functions["prospects"]
        nodes = self.program.nodes
        self._kinds = [*(CHANCE if node.chance else DECISION for node in nodes), END]
        self._fixed = [
            [a.weight.value for a in node.alternatives if isinstance(a.weight, Const)]
            if all(isinstance(a.weight, Const) for a in node.alternatives) else []
            for node in nodes
        ]
        self._options = [self._lister(node) for node in nodes]

    def _named(self, name: str) -> Any:
        return self.names[name]

    def compiled(self, e: E, params: tuple[Local, ...] = ()) -> Function:
        """A function of the state (and locals) for an expression."""
        key = (e, params)
        if key not in self._asked:
            name = f"e{len(self._asked)}"
            known = len(self.planner.plan.functions)
            routine = self.planner.value(name, params, e)
            helpers = len(self.emitter.helpers)
            made = [self.emitter.routine(r) for r in (*self.planner.plan.functions[known:], routine)]
            exec("".join((*self.emitter.helpers[helpers:], *made)), self.names)
            self._asked[key] = self._named(name)
        return self._asked[key]

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
        """How often each line of the text was carried out (only when profiled)."""
        counts: list[int] = self._named("ticks")
        return dict(zip(self.emitter.lines_counted, counts, strict=True))

    @property
    def line_shares(self) -> dict[Place, float]:
        """Each line's share of the work, in steps: its own, rounds of its loops, operations of
        its costly values (only when profiled)."""
        counts: list[int] = self._named("ticks")
        steps = list(map(int.__add__, counts, self._named("work")))
        whole = max(1, sum(steps))
        return {place: n / whole for place, n in zip(
            self.emitter.lines_counted, steps, strict=True)}

    # -- moving on -------------------------------------------------------------------------------

    def start(self) -> Vector:
        """A new game, advanced to its first node."""
        v = list(self.first)
        self.rounds = 0
        self._run(v, self.program.start)
        return v

    def set_up(self, stop: int) -> Vector:
        """The vector after the set-up, before block `stop`, which is where every turn begins; the
        first outcome of every roll."""
        v = list(self.first)
        self.rounds = 0
        r = self.advance(v, self.program.start, stop)
        while r not in (stop, OVER):
            choices = self.lists[-1 - r](v)
            if not choices:
                break
            r = self.advance(v, self.enter(v, self.program.nodes[-1 - r], choices[0]), stop)
        v[self.at] = 0
        return v

    def start_at(self, v: Vector, block: int) -> None:
        """Go on with a hand-made vector at a block."""
        self.rounds = 0
        self._run(v, block)

    def apply(self, v: Vector, choice: Choice) -> int:
        """Carry out a choice of the present node, in place; returns the whole turns ended."""
        node = self.program.nodes[v[self.at]]
        if self.traced:
            self._count(node, choice)
        return self._run(v, self.enter(v, node, choice))

    def _count(self, node: Node, choice: Choice) -> None:
        """Count the rules of a choice that was made: of its node, its line, its guards."""
        alternative = node.alternatives[choice[0]]
        refs = {*node.refs, *alternative.refs}
        for guard in (*(g for b in alternative.binders for g in b.guards), *alternative.guards):
            refs |= _refs(guard)
        self._hit(refs)

    def _hit(self, rules: Iterable[str]) -> None:
        for rule in rules:
            self.hits[rule] = self.hits.get(rule, 0) + 1

    def enter(self, v: Vector, node: Node, choice: Choice) -> int:
        """Carry out the effects of a choice, in place, up to the next block; its code."""
        self.rounds = 0
        alternative = node.alternatives[choice[0]]
        if alternative.frame:
            for made, value in zip(alternative.frame, choice[1:], strict=True):
                v[made.offset] = value
            return self.blocks[alternative.block](v)
        return self.blocks[alternative.block](v, *choice[1:])

    def advance(self, v: Vector, r: int, stop: int = -1) -> int:
        """Run blocks from a code on, in place, up to a node, the end of a turn or of the game, or
        to block `stop`; the code of that."""
        blocks = self.blocks
        while 0 <= r < TURN:
            if r >= BACK:
                r -= BACK
                self._round()
            if r == stop:
                return r
            r = blocks[r](v)
        return r

    def _round(self) -> None:
        """An edge of the flow that leads back is taken."""
        self.rounds += 1
        if self.rounds > MAX_ROUNDS:
            raise self._endless()

    def _run(self, v: Vector, r: int) -> int:
        """Go on from a code to the next node where something can be chosen, or to the end of the
        game; returns the whole turns ended."""
        turns = 0
        blocks = self.blocks
        while True:
            while 0 <= r < BACK:
                r = blocks[r](v)
            if r >= TURN:
                turns += 1
                r -= TURN
            if r >= BACK:
                r -= BACK
                self._round()
            elif r == OVER:
                self._ready = (v, [])
                self.turn_count = turns + 1
                return turns + 1
            elif r < 0:
                choices = self._options[-1 - r](v)
                if choices:
                    self._ready = (v, choices)
                    self.turn_count = turns
                    return turns
                r = self.nothing(self.program.nodes[-1 - r])

    def check(self, v: Vector) -> None:
        """Raise `RunError` where an invariant does not hold. `State` asks; runs on bare vectors
        do not, since that would cost them a third of their speed."""
        for test, guard in self._invariants:
            if not test(v):
                cited = f" [{' '.join(guard.refs)}]" if guard.refs else ""
                raise RunError([Diagnostic(
                    "invariant", f"this does not hold: {guard.text}{cited}", guard.span)])

    def nothing(self, node: Node) -> int:
        """Where play goes on when nothing is possible at a node. Raises `RunError`."""
        empty = self._empty[node.id]
        if empty is None:
            raise RunError([Diagnostic(
                "no-option", "something must be chosen here, but nothing is possible",
                node.span, "write `must if possible`, or widen what may be chosen")])
        return empty

    def _endless(self) -> RunError:
        return RunError([Diagnostic(
            "endless", "play goes round for ever without a choice or a roll",
            self.program.nodes[0].span if self.program.nodes else None,
            "something must end the game when nobody can do anything")])

    # -- looking ---------------------------------------------------------------------------------

    def copy(self, v: Vector) -> Vector:
        return list(v)

    def kind(self, v: Vector) -> int:
        """DECISION, CHANCE or END."""
        return self._kinds[v[self.at]]

    def node(self, v: Vector) -> Node:
        return self.program.nodes[v[self.at]]

    def player(self, v: Vector) -> int:
        """The seat that decides (at a chance node: whose turn it is)."""
        return self.players[v[self.at]](v)

    def decides(self, v: Vector, seat: int) -> bool:
        """Whether a seat has a decision here."""
        return self.kind(v) == DECISION and self.player(v) == seat

    def choices(self, v: Vector) -> list[Choice]:
        """The options (or outcomes) of the present node in canonical order."""
        if self._ready is not None and self._ready[0] is v:
            return self._ready[1]
        at = v[self.at]
        if at == self.over:
            return []
        choices = self._options[at](v)
        self._ready = (v, choices)
        return choices

    def weights(self, v: Vector) -> list[int]:
        """The integer weights of the outcomes of a chance node."""
        fixed = self._fixed[v[self.at]]
        if fixed:
            return [fixed[c[0]] for c in self.choices(v)]
        weigh = self._weights[v[self.at]]
        return [weigh[c[0]](v, *c[1:]) for c in self.choices(v)]

    def odds(self, v: Vector) -> list[int]:
        """The integer weights of all that can follow; those of options are alike."""
        return self.weights(v) if self.kind(v) == CHANCE else [1] * len(self.choices(v))

    def texts(self, v: Vector, choices: list[Choice]) -> list[str]:
        """The text of each choice."""
        if v[self.at] == self.over:
            return []
        labels = self._labels[v[self.at]]
        return [labels[choice[0]](choice) for choice in choices]

    def _label_functions(self, node: Node) -> list[Callable[[Choice], str]]:
        return [self._label(node, i) for i in range(len(node.alternatives))]

    @staticmethod
    def _label(node: Node, number: int) -> Callable[[Choice], str]:
        alternative = node.alternatives[number]
        kinds = [b.type for b in alternative.binders]
        parts = alternative.label

        def text(choice: Choice) -> str:
            return "".join(
                part if isinstance(part, str) else kinds[part].text(choice[1 + part])
                for part in parts
            )

        return text

    # -- the result ------------------------------------------------------------------------------

    def final_ranks(self, v: Vector) -> list[int]:
        """The rank of each player at the end (1 is best); zeros for a truncated game."""
        return v[self.ranks.offset : self.ranks.offset + self.ranks.size]

    def result(self, v: Vector) -> Result:
        """The result of a game that is over."""
        number = v[self.rule]
        rule = self.program.rules[number - 1] if number else None
        pays = None
        if self.program.pays is not None:
            made = self.program.pays
            pays = v[made.offset : made.offset + made.size]
        return result_of(self.final_ranks(v), rule, pays)

    def payoffs(self, v: Vector) -> list[float]:
        """The payoff of each seat at the end."""
        return self.result(v).payoffs

    def prospect(self, v: Vector, seat: int) -> int:
        """How much better a seat stands than the best of the others, by the ruleset's `prospect`;
        0 if it declares none."""
        if not self._prospects:
            return 0
        values = [value(v) for value in self._prospects]
        return values[seat] - max(x for other, x in enumerate(values) if other != seat)

    # -- whole-turn duties -----------------------------------------------------------------------

    def unfiltered(self, v: Vector) -> list[Choice]:
        """The options before whole-turn duties."""
        at = v[self.at]
        choices = self.lists[at](v)
        if self._looks_after[at]:
            return [c for c in choices if self.failed_after(v, c) is None]
        return choices

    def failed_after(self, v: Vector, choice: Choice) -> int | None:
        """The number of the first `only if afterwards` that a choice fails, or None."""
        node = self.program.nodes[v[self.at]]
        tests = self._after[node.id][choice[0]]
        if not tests:
            return None
        after = list(v)
        self.advance(after, self.enter(after, node, choice))
        for made, value in zip(node.alternatives[choice[0]].frame, choice[1:], strict=False):
            after[made.offset] = value  # emptied behind the effects
        for number, test in enumerate(tests):
            if not test(after, *choice[1:]):
                return number
        return None

    def _lister(self, node: Node) -> Callable[[Vector], list[Choice]]:
        """The function that lists what can be chosen at a node."""
        if node.chance and not all(weight > 0 for weight in self._fixed[node.id] or [0]):
            weigh = self._weights[node.id]
            return lambda v: [c for c in self.unfiltered(v) if weigh[c[0]](v, *c[1:]) > 0]
        if self._duties and not node.chance:
            return self._dutiful
        return self.unfiltered if self._looks_after[node.id] else self.lists[node.id]

    def _dutiful(self, v: Vector) -> list[Choice]:
        choices = self.unfiltered(v)
        return self.by_duty(v, choices)[0] if len(choices) > 1 else choices

    def by_duty(
        self, v: Vector, choices: list[Choice]
    ) -> tuple[list[Choice], dict[Choice, DutyGoal]]:
        """The choices that keep the best the turn can still do, and the duty against each other.

        Duties are weighed in the order of the text.
        """
        active = [duty for duty in self._duties if duty.active(v)]
        if not active:
            return choices, {}
        scores = TurnSearch(self, v, active).scores(choices)
        best = max(scores)
        kept = [c for c, score in zip(choices, scores, strict=True) if score == best]
        against: dict[Choice, DutyGoal] = {}
        for choice, score in zip(choices, scores, strict=True):
            if score != best:
                at = next(i for i, (a, b) in enumerate(zip(score, best, strict=True)) if a != b)
                against[choice] = active[at].goal
                if self.traced:
                    self._hit(active[at].goal.refs)
        return kept, against

    def _broken(self, number: int, v: Vector, value: int) -> None:
        """A store of the rules that cannot be carried out."""
        raise broken(self.emitter.reported[number], value)


def broken(demand: Demand, value: int) -> RunError:
    """The error of a store whose index is none, or whose value is outside the field's type. Of a
    field that not everybody sees, the value is not said."""
    made, span = demand.field, demand.effect.span
    kind = made.type
    if demand.index:
        return RunError([Diagnostic(
            "nothing", f"there is nothing whose {made.name} could change", span,
            "ask first whether it is none")])
    if value < 0 and kind.kind != "int":
        return RunError([Diagnostic(
            "bound", f"the {made.name} would become none", span, "say `or none` in its type")])
    shown = "something" if made.seen_only else str(value)
    return RunError([Diagnostic(
        "bound", f"the {made.name} would become {shown}, outside {kind.least} to {kind.most}",
        span, "widen the range it is declared with")])


def called_guards(guard: Guard) -> tuple[Guard, ...]:
    """The conditions of the function that a guard calls; they speak of its params."""
    return guard.test.function.guards if isinstance(guard.test, Call) else ()


def _refs(guard: Guard) -> set[str]:
    """The rules of a guard and of the lines inside it."""
    refs = {*guard.refs, *guard.relaxed_refs}
    for part in guard.parts or called_guards(guard):
        refs |= _refs(part)
    return refs
