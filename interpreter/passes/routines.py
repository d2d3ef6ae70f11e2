"""From the nodes, blocks and functions of a program to routines (see `plan`)."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.interpreter.ir import (
    TRUE,
    Alternative,
    Block,
    Branch,
    Const,
    E,
    EachDo,
    Effect,
    Field,
    Finish,
    Function,
    Goto,
    Group,
    Guard,
    IfDo,
    Let,
    Local,
    Node,
    Program,
    Record,
    Reset,
    Store,
    ToNode,
    TurnEnd,
    back_edges,
    cond,
    conjuncts,
    effects,
    followers,
    op,
    roots,
    stored,
)
from rulewright.interpreter.passes.masks import Masks
from rulewright.interpreter.passes.nodes import Position
from rulewright.interpreter.passes.plan import (
    Assign,
    Demand,
    Forget,
    Give,
    Hit,
    If,
    Next,
    Offer,
    OfferBeside,
    Put,
    Remember,
    Renew,
    Routine,
    Way,
)
from rulewright.interpreter.passes.schedule import Scheduler
from rulewright.interpreter.passes.simplify import Simplifier
from rulewright.interpreter.passes.tables import Tables
from rulewright.interpreter.source import Span

#: A block of at most so many effects is repeated rather than gone to.
SMALL = 2


def place_of(span: Span) -> tuple[str, int]:
    """The file and the line of a piece of text."""
    return span.source.name, span.line


def overwritten(store: Store, after: Iterable[Effect]) -> bool:
    """Whether a store is made in vain: the stores right behind it do not look at its field before
    one of them gives the same element another value."""
    if store.may_miss or store.may_break:
        return False
    for effect in after:
        if not isinstance(effect, Store) or effect.may_miss or effect.may_break:
            return False
        if any(store.field in e.reads for e in (*effect.index, effect.value)):
            return False
        if effect.field is store.field and effect.index == store.index:
            return True
    return False


class Routines:
    """Makes the routines of one program. `traced`: rules that take effect are counted; `profiled`:
    lines that are carried out, and their work."""

    def __init__(self, program: Program, traced: bool = False, profiled: bool = False) -> None:
        self.program = program
        self.traced = traced
        self.profiled = profiled
        self.simplify = Simplifier()
        self.masks = Masks(self.simplify, Tables())
        self.back = back_edges(program)
        self.entries: dict[int, None] = dict.fromkeys(roots(program))
        self.entries |= dict.fromkeys(n.empty for n in program.nodes if n.empty is not None)
        self.sources: dict[int, int] = {}
        for number in range(len(program.blocks)):
            for to in followers(program, number):
                self.sources[to] = self.sources.get(to, 0) + 1

    def _scheduler(self, params: Iterable[Local] = ()) -> Scheduler:
        return Scheduler(self.program, params, self.profiled)

    def keep(self, kept: frozenset[Field]) -> None:
        """From now on use no sets but those of some fields."""
        self.masks = Masks(self.simplify, self.masks.tables, kept)

    def made(self, e: E) -> E:
        """An expression after the passes over expressions."""
        return self.masks(self.simplify(e))

    def function(self, name: str, function: Function) -> Routine:
        """The routine of a function; the lines of its conditions are counted as carried out."""
        return self.value(name, function.params, function.body, function.guards)

    def value(
        self, name: str, params: tuple[Local, ...], e: E, guards: Iterable[Guard] = ()
    ) -> Routine:
        """The routine that computes an expression."""
        work = self._scheduler(params)
        for guard in guards:
            self._tick(work, guard.span)
        e = self.made(e)
        work.use(e)
        work.add(Give(work.value(e)))
        return Routine(name, params, work.body)

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
        return Routine(f"o{node.id}", (), work.body)

    def _alternative(self, work: Scheduler, number: int, alternative: Alternative) -> None:
        binders = alternative.binders
        guards = [g for b in binders for g in b.guards] + list(alternative.guards)
        spans: dict[E, Span] = {}
        for guard in guards:
            for part in conjuncts(self.simplify(guard.test)):
                spans.setdefault(part, guard.span)
        tests = list(spans)
        values = tuple(b.var for b in binders)
        levels: list[list[E]] = [[] for _ in range(len(binders) + 1)]
        for test in tests:
            levels[max((i + 1 for i, var in enumerate(values) if var in test.free),
                       default=0)].append(test)
        if self.profiled:
            for span in dict.fromkeys(guard.span for guard in guards):
                self._tick(work, span)
            work.places = {self.masks(part): place_of(span) for part, span in spans.items()}
        levels = [
            [self.masks(test) for test in level] if not depth
            else self._candidates(level, values[depth - 1])
            for depth, level in enumerate(levels)
        ]
        work.use(*(test for level in levels for test in level))

        def nest(depth: int) -> None:
            if depth == len(binders):
                work.add(Offer(number, values))
                return
            work.place = place_of(alternative.span)
            work.loop(values[depth], levels[depth + 1], lambda: nest(depth + 1))

        self._tick(work, alternative.span)
        work.guarded(levels[0], lambda: nest(0))

    def _candidates(self, tests: Iterable[E], var: Local) -> list[E]:
        """The tests of a level of choice, that for the set of what to look at before them."""
        opened = [part for test in tests for part in conjuncts(self.masks.opened(test, var))]
        before, members, rest = self.masks.split(opened, var)
        return before + ([] if members is None else [op("in", var, members)]) + rest

    # -- blocks ----------------------------------------------------------------------------------

    def blocks(self) -> dict[int, Routine]:
        """The routines of all blocks at which play can go on; a block that is gone to from one
        place, or is small, is part of the routine of that place."""
        made: dict[int, Routine] = {}
        waiting = list(self.entries)
        while waiting:
            number = waiting.pop(0)
            if number not in made:
                made[number] = self._block(number)
                waiting = [n for n in self.entries if n not in made]
        return made

    def _block(self, number: int) -> Routine:
        block = self.program.blocks[number]
        work = self._scheduler(block.params)
        self._run(work, number, (number,))
        return Routine(f"b{number}", block.params, work.body)

    def _run(self, work: Scheduler, number: int, chain: tuple[int, ...]) -> None:
        """The effects of a block and all that follows."""
        block = self.program.blocks[number]
        if self.effects(work, block.effects):
            return
        match block.exit:
            case Goto(block=to):
                self._go(work, number, to, chain)
            case Branch(test=test, then=then, otherwise=otherwise, span=span):
                if span is not None:
                    self._tick(work, span)
                test = self.made(test)
                work.use(test)
                made = work.value(test)
                if isinstance(made, Const):
                    self._go(work, number, then if made.value else otherwise, chain)
                    return
                bodies = []
                for to in (then, otherwise):
                    with work.frame() as inner:
                        self._go(work, number, to, chain)
                    bodies.append(tuple(inner.out))
                work.add(If(made, bodies[0]))
                for statement in bodies[1]:
                    work.add(statement)
            case ToNode(node=node):
                work.add(Put(self.program.at, (), Const(node)))
                work.add(Next(Way.NODE, node))
            case TurnEnd(block=to):
                self.entries.setdefault(to)
                work.add(Next(Way.TURN, to, (number, to) in self.back))
            case _:
                work.add(Next(Way.OVER))

    def _go(self, work: Scheduler, number: int, to: int, chain: tuple[int, ...]) -> None:
        back = (number, to) in self.back
        whole = self._small(self.program.blocks[to]) or self.sources[to] == 1
        if whole and not back and to != self.program.turn and to not in chain:
            self._run(work, to, (*chain, to))
        else:
            self.entries.setdefault(to)
            work.add(Next(Way.BLOCK, to, back))

    @staticmethod
    def _small(block: Block) -> bool:
        return sum(1 for _ in effects(block.effects)) <= SMALL and not isinstance(
            block.exit, Branch)

    # -- effects ---------------------------------------------------------------------------------

    @staticmethod
    def _tick(work: Scheduler, span: Span) -> None:
        """What follows is said at some place of the text."""
        work.place = place_of(span)
        work.tick()

    def effects(self, work: Scheduler, body: Iterable[Effect]) -> bool:
        """The statements of some effects; whether they end the game for certain."""
        body = list(body)
        for number, effect in enumerate(body):
            self._tick(work, effect.span)
            if self.traced and effect.refs and not isinstance(effect, IfDo):
                work.add(Hit(effect.refs))
            if isinstance(effect, Store) and overwritten(effect, body[number + 1 :]):
                continue
            self._effect(work, effect)
            work.stored(stored((effect,)))
            if isinstance(effect, Finish):
                return True
        return False

    def _effect(self, work: Scheduler, effect: Effect) -> None:
        match effect:
            case Store():
                self._store(work, effect)
            case Let(var=var, value=value):
                value = self.made(value)
                work.use(value)
                work.add(Assign(var, work.value(value)))
                work.frames[-1].binds.add(var)
            case IfDo():
                self._if(work, effect)
            case EachDo(var=var, set=members, body=body):
                members = self.made(members)
                work.use(members)

                def each() -> None:
                    self.effects(work, body)

                work.loop(var, [op("in", var, members)], each, frozenset(stored(body)))
            case Reset(field=made):
                work.add(Renew(made))
            case Record(memory=memory, clear=True):
                work.add(Forget(memory))
            case Record(memory=memory):
                position = work.value(Position(memory, self.program.memories[memory].fields))
                with work.frame() as inner:
                    self._over(work)
                work.add(Remember(memory, position, tuple(inner.out)))
            case Finish():
                self._finish(work, effect)
            case _:
                raise AssertionError(effect)

    def _if(self, work: Scheduler, effect: IfDo) -> None:
        condition = self.made(effect.test)
        work.use(condition)

        def then() -> None:
            if self.traced and effect.refs:
                work.add(Hit(effect.refs))
            self.effects(work, effect.body)

        if not effect.otherwise:
            work.guarded(conjuncts(condition), then)
            return
        test = work.value(condition)
        with work.frame() as first:
            then()
        with work.frame() as second:
            self.effects(work, effect.otherwise)
        work.add(If(test, tuple(first.out), tuple(second.out)))

    def _store(self, work: Scheduler, effect: Store) -> None:
        made, kind = effect.field, effect.field.type
        places = [self.made(part) for part in effect.index]
        given = self.made(effect.value)
        work.use(*places, given)
        index = [self._checked(work, part, 0, dim.size - 1, effect, True)
                 for part, dim in zip(places, made.dims, strict=True)]
        value = self._checked(work, given, kind.least, kind.most, effect, False)
        work.add(Put(made, tuple(index), value))

    @staticmethod
    def _checked(
        work: Scheduler, e: E, low: int, high: int, effect: Store, index: bool
    ) -> E:
        value = work.value(e)
        if index and e.type.least >= 0:
            return value
        if not index and low <= e.type.least and e.type.most <= high:
            return value
        if not isinstance(value, (Local, Const)):
            local = work.temp(e.type)
            work.add(Assign(local, value))
            value = local
        work.add(Demand(value, low, high, effect, effect.field, index))
        return value

    def _over(self, work: Scheduler) -> None:
        """The game is over: choices in progress are emptied."""
        for made in self.program.fields:
            if made.group == Group.FRAME:
                work.add(Renew(made))
        work.add(Put(self.program.at, (), Const(len(self.program.nodes))))
        work.add(Next(Way.OVER))

    def _finish(self, work: Scheduler, effect: Finish) -> None:
        ranks = self.program.ranks
        players = range(ranks.size)

        def rank(player: int, value: E) -> None:
            work.add(Put(ranks, (Const(player),), value))

        if effect.kind in ("rank", "pay"):
            given = [self.made(value) for value in effect.values]
            work.use(*given)
            values = [self._kept(work, value) for value in given]
            if effect.kind == "pay" and self.program.pays is not None:
                self._pay(work, effect, self.program.pays, values)
            for player in players:
                better: E = Const(1)
                for value in values:
                    if value is not values[player]:
                        better = op("+", better, op(">", value, values[player]))
                rank(player, better)
        elif effect.kind == "drawn":
            for player in players:
                rank(player, TRUE)
        else:
            assert effect.player is not None
            named = self.made(effect.player)
            work.use(named)
            who = self._kept(work, named)
            its, others = (1, 2) if effect.kind == "wins" else (ranks.size, 1)
            for seat in players:
                same = op("==", who, Const(seat))
                rank(seat, cond(same, Const(its), Const(others)))
        cited = effect.refs[0] if effect.refs else ""
        number = self.program.rules.index(cited) + 1 if cited else 0
        work.add(Put(self.program.rule, (), Const(number)))
        self._over(work)

    @staticmethod
    def _kept(work: Scheduler, e: E) -> E:
        value = work.value(e)
        if isinstance(value, Const):
            return value
        local = work.temp(e.type)
        work.add(Assign(local, value))
        return local

    @staticmethod
    def _pay(work: Scheduler, effect: Finish, pays: Field, values: list[E]) -> None:
        for value in values:
            if value.type.least < pays.type.low or value.type.most > pays.type.high:
                work.add(Demand(value, pays.type.low, pays.type.high, effect, pays, False))
        for player, value in enumerate(values):
            work.add(Put(pays, (Const(player),), value))
