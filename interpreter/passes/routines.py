"""From the nodes, blocks and functions of a program to routines (see `plan`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulewright.interpreter.ir import (
    Alternative,
    Block,
    Branch,
    Call,
    Comp,
    Const,
    E,
    Field,
    Function,
    Goto,
    Guard,
    Local,
    Node,
    Op,
    Program,
    ToNode,
    TurnEnd,
    back_edges,
    comp,
    conjuncts,
    effects,
    followers,
    is_walk,
    op,
    roots,
    substituted,
)
from rulewright.interpreter.passes.effects import Effects, place_of
from rulewright.interpreter.passes.estimate import effort
from rulewright.interpreter.passes.frames import NOWHERE
from rulewright.interpreter.passes.held import Held, held_at
from rulewright.interpreter.passes.masks import Masks
from rulewright.interpreter.passes.plan import (
    Give,
    If,
    Next,
    Offer,
    OfferBeside,
    Put,
    Routine,
    Way,
)
from rulewright.interpreter.passes.schedule import Scheduler
from rulewright.interpreter.passes.simplify import Simplifier
from rulewright.interpreter.passes.switches import ALL, Passes
from rulewright.interpreter.passes.tables import Tables
from rulewright.interpreter.source import Span

#: A test of at most so many operations may be done in front of loops that it makes needless.
CHEAP = 12
#: A test of fewer operations is not worth a set.
LEAST_ASKED = 4
#: A block of at most so many effects is repeated rather than gone to.
SMALL = 2


class WorkedOut:
    """What expressions become in machines made quickly. That depends on nothing of a program, so
    programs that consist of the same expressions can share it."""

    def __init__(self) -> None:
        self.simplify = Simplifier()
        self.masks = Masks(self.simplify, Tables(quick=True), frozenset())


class Routines(Effects):
    """Makes the routines of one program. `traced`: rules that take effect are counted; `profiled`:
    lines that are carried out, and their work; `quick`: no sets are kept beside the state, little
    is worked out beforehand, and what was `worked` out for another program is used; `remarked`: the
    lines stand in the plan."""

    def __init__(
        self, program: Program, traced: bool = False, profiled: bool = False, quick: bool = False,
        remarked: bool = False, passes: Passes = ALL, worked: WorkedOut | None = None,
    ) -> None:
        super().__init__(program, traced, profiled, quick)
        self.passes = passes
        self.remarked = remarked
        if quick:
            worked = worked or WorkedOut()
            self.simplify, self.masks = worked.simplify, worked.masks
        else:
            self.simplify = Simplifier()
            self.masks = Masks(self.simplify, Tables(), None if passes.sets else frozenset())
        self.back = back_edges(program)
        self.entries: dict[int, None] = dict.fromkeys(roots(program))
        self.entries |= dict.fromkeys(n.empty for n in program.nodes if n.empty is not None)
        self.begun = {program.start, program.turn, *(n.empty for n in program.nodes)}
        self.sources: dict[int, int] = {}
        for number in range(len(program.blocks)):
            for to in followers(program, number):
                self.sources[to] = self.sources.get(to, 0) + 1

    def _scheduler(self, params: Iterable[Local] = (), changes: bool = False) -> Scheduler:
        return Scheduler(self.program, params, self.profiled, self.remarked, changes,
                         self.quick, self.quick and self.profiled)

    def keep(self, kept: frozenset[Field]) -> None:
        """From now on use no sets but those of some fields."""
        if kept != self.masks.kept:
            self.masks = Masks(self.simplify, self.masks.tables, kept)

    def made(self, e: E) -> E:
        """An expression after the passes over expressions."""
        return self.masks(self.simplify(e))

    def function(self, name: str, function: Function) -> Routine:
        """The routine of a function; the lines of its conditions are counted as carried out."""
        return self.value(name, function.params, function.body, function.span, function.guards)

    def value(
        self, name: str, params: tuple[Local, ...], e: E,
        span: Span | None = None, guards: Iterable[Guard] = (),
    ) -> Routine:
        """The routine that computes an expression, which is said in some place and lines."""
        work = self._scheduler(params)
        if span is not None:
            self._enter(work, span, guards, {})
        e = self.made(e)
        work.use(e)
        work.add(Give(work.value(e)))
        return Routine(name, params, work.body)

    def _enter(
        self, work: Scheduler, span: Span, guards: Iterable[Guard],
        named: Mapping[Local, E], rules: tuple[str, ...] = (),
    ) -> None:
        """Count a line, with its rules, and those of its conditions; note which expressions the
        latter say, with other names for what was chosen."""
        work.enter(place_of(span), rules)
        if not self.profiled or self.quick:
            return
        waiting = list(guards)
        for guard in waiting:
            waiting += guard.parts
            work.enter(place_of(guard.span))
            for part in conjuncts(self.simplify(substituted(guard.test, named))):
                work.places[self.masks(part)] = place_of(guard.span)
        work.place = place_of(span)

    # -- options ---------------------------------------------------------------------------------

    def options(self, node: Node) -> Routine:
        """The routine that lists the options of a node: nested loops over the binders, each guard
        in the outermost loop that binds what it uses."""
        work = self._scheduler()
        for number, alternative in enumerate(node.alternatives):
            if not alternative.decline:
                self._alternative(work, number, alternative)
        for number, alternative in enumerate(node.alternatives):
            if alternative.decline:
                work.add(OfferBeside(number))
        return Routine(f"o{node.id}", (), work.body, lists=True)

    def _alternative(self, work: Scheduler, number: int, alternative: Alternative) -> None:
        binders = alternative.binders
        guards = [g for b in binders for g in b.guards] + list(alternative.guards)
        chosen = {b.var: _chosen(b.var, number, at) for at, b in enumerate(binders)}
        tests = dict.fromkeys(
            part for g in guards for part in conjuncts(self.simplify(substituted(g.test, chosen))))
        values = tuple(chosen.values())
        levels: list[list[E]] = [[] for _ in range(len(binders) + 1)]
        for test in tests:
            depth = max((i + 1 for i, var in enumerate(values) if var in test.free), default=0)
            levels[depth].append(self._asked_of_each(test, values[: depth - 1]))
        self._enter(work, alternative.span, guards, chosen, alternative.refs)
        levels[0] += self._needed(levels[1:], values)
        levels[0].sort(key=lambda test: not self._cheap(test))
        levels = [
            [self.masks(test) for test in level] if not depth
            else self._candidates(level, values[depth - 1], depth > 1)
            for depth, level in enumerate(levels)
        ]
        work.use(*(test for level in levels for test in level))

        def nest(depth: int) -> None:
            if depth == len(binders):
                work.add(Offer(number, values))
                return
            work.loop(values[depth], levels[depth + 1], lambda: nest(depth + 1))

        work.guarded(levels[0], lambda: nest(0))

    def _asked_of_each(self, test: E, outer: Sequence[Local]) -> E:
        """A test of a choice further in: what it says of one further out alone, and of the state,
        is asked in its loop for each. Where it is much, it is the members of a set."""
        def said(e: E) -> E:
            used = e.free & {*outer}
            if not used or not (e.type.least == 0 and e.type.most == 1):
                return e
            if e.free == used and len(used) == 1:
                var, = used
                found = self.masks.over(self.masks.opened(e, var), var)
                if found is not None and found[1] and not found[0].free and (
                    effort(self.masks(e)) >= LEAST_ASKED and
                    effort(found[0]) <= effort(self.masks(e)) * (var.type.most + 1) / 4
                ):
                    return op("in", var, found[0])
            match e:
                case Op(op="and" | "or" | "not", args=args):
                    return op(e.op, *map(said, args))
                case Call() if not is_walk(e):
                    opened = self.simplify.inline(e)
                    made = said(opened)
                    return e if made is opened else made
            return e

        return said(test) if outer else test

    def _needed(self, levels: Sequence[Sequence[E]], values: tuple[Local, ...]) -> list[E]:
        """What must be so for there to be any option, where that is cheap: that something passes
        what is said of one choice alone behind the first, or of what a test looks for."""
        looked_for = [(var, level) for var, level in zip(values[1:], levels[1:], strict=True)]
        looked_for += [(test.var, conjuncts(test.test)) for level in levels for test in level
                       if isinstance(test, Comp) and test.kind == "any"]
        found: dict[E, None] = {}
        for var, parts in looked_for:
            def some(*tests: E, of: Local = var) -> E:
                return self.simplify(comp("any", of, op("and", *tests)))

            cheap = [part for part in parts if not part.free - {var} and self._cheap(some(part))]
            if cheap and self._cheap(made := some(*cheap)):
                found[made] = None
        return [test for test in found if not isinstance(self.masks(test), Const)]

    def _cheap(self, test: E) -> bool:
        return effort(self.masks(test)) <= CHEAP

    def _candidates(self, tests: Iterable[E], var: Local, nested: bool) -> list[E]:
        """The tests of a level of choice, that for the set of what to look at before them."""
        self.masks.nested = nested and self.passes.nested
        opened = [part for test in tests for part in conjuncts(self.masks.opened(test, var))]
        before, members, rest = self.masks.split(opened, var)
        self.masks.nested = False
        rest.sort(key=lambda test: effort(test) > CHEAP)
        return before + ([] if members is None else [op("in", var, members)]) + rest

    # -- blocks ----------------------------------------------------------------------------------

    def entered(self) -> Iterator[int]:
        """The blocks at which play can go on, as far as that is known from the routines made so
        far: those made for these may add to it."""
        seen: set[int] = set()
        while more := [number for number in self.entries if number not in seen]:
            seen.update(more)
            yield from more

    def block(self, number: int) -> Routine:
        """The routine of a block; one that is gone to from one place, or is small, is part of the
        routine of that place."""
        block = self.program.blocks[number]
        work = self._scheduler(block.params, changes=True)
        alone = not (self.sources.get(number) or number in self.begun or self.quick)
        self.held = held_at(
            self.program, number, self.simplify, self.simplify.inline) if alone else Held()
        self._run(work, number, (number,), False)
        return Routine(f"b{number}", block.params, work.body)

    def _run(
        self, work: Scheduler, number: int, chain: tuple[int, ...], repeated: bool
    ) -> None:
        """The effects of a block and all that follows; `repeated`: they stand elsewhere too."""
        block = self.program.blocks[number]
        work.place = NOWHERE
        if self.effects(work, block.effects):
            return
        match block.exit:
            case Goto(block=to):
                self._go(work, number, to, chain, repeated)
            case Branch(test=test, then=then, otherwise=otherwise, span=span):
                if span is not None:
                    work.enter(place_of(span))
                test = self.made(test)
                work.use(test)
                made = work.value(test)
                if isinstance(made, Const):
                    self._go(work, number, then if made.value else otherwise, chain,
                             repeated)
                    return
                bodies = []
                for to in (then, otherwise):
                    with work.frame() as inner, self.inside():
                        self._go(work, number, to, chain, repeated)
                    bodies.append(tuple(inner.out))
                work.add(If(made, bodies[0]))
                work.frames[-1].out.extend(bodies[1])
            case ToNode(node=node):
                work.add(Put(self.program.at, (), Const(node)))
                work.add(Next(Way.NODE, node))
            case TurnEnd(block=to):
                self.entries.setdefault(to)
                work.add(Next(Way.TURN, to, (number, to) in self.back))
            case _:
                work.add(Next(Way.OVER))

    def _go(
        self, work: Scheduler, number: int, to: int, chain: tuple[int, ...], repeated: bool
    ) -> None:
        back = (number, to) in self.back
        repeated = repeated or self.sources[to] > 1
        whole = self._small(self.program.blocks[to]) or not repeated
        if whole and not back and to != self.program.turn and to not in chain:
            self._run(work, to, (*chain, to), repeated)
        else:
            self.entries.setdefault(to)
            work.add(Next(Way.BLOCK, to, back))

    @staticmethod
    def _small(block: Block) -> bool:
        return sum(1 for _ in effects(block.effects)) <= SMALL and not isinstance(
            block.exit, Branch)


def _chosen(var: Local, alternative: int, at: int) -> Local:
    """What is chosen, by a name that says where: so conditions of several nodes that are alike are
    worked on once."""
    return Local(f"{var.name.rstrip('0123456789_')}_{alternative}_{at}", var.type)
