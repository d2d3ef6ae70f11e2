"""From effects to statements of a plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from rulewright.interpreter.ir import (
    TRUE,
    Const,
    E,
    EachDo,
    Effect,
    Field,
    Finish,
    Group,
    IfDo,
    Let,
    Load,
    Local,
    Program,
    Record,
    Reset,
    Store,
    cond,
    conjuncts,
    op,
    stored,
)
from rulewright.interpreter.passes.held import Held
from rulewright.interpreter.passes.nodes import Position
from rulewright.interpreter.passes.plan import (
    Assign,
    Demand,
    Forget,
    Hit,
    If,
    Next,
    Place,
    Put,
    Remember,
    Renew,
    Way,
)
from rulewright.interpreter.passes.schedule import Scheduler
from rulewright.interpreter.source import Span


def place_of(span: Span) -> Place:
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


class Effects:
    """The part of `Routines` that knows effects."""

    def __init__(
        self, program: Program, traced: bool = False, profiled: bool = False, quick: bool = False
    ) -> None:
        self.program = program
        self.traced = traced
        self.profiled = profiled
        self.quick = quick
        self.held = Held()

    def made(self, e: E) -> E:
        """An expression after the passes over expressions."""
        raise NotImplementedError

    def effects(self, work: Scheduler, body: Iterable[Effect]) -> bool:
        """The statements of some effects; whether they end the game for certain."""
        body = list(body)
        last = {(effect.field, effect.index): number for number, effect in enumerate(body)
                if isinstance(effect, Store)}
        for number, effect in enumerate(body):
            work.enter(place_of(effect.span), effect.refs)
            if self.traced and effect.refs and not isinstance(effect, IfDo):
                work.add(Hit(effect.refs))
            if isinstance(effect, Store) and last[effect.field, effect.index] > number and (
                overwritten(effect, body[number + 1 :])
            ):
                continue
            self._effect(work, effect)
            work.stored(stored((effect,)))
            if not isinstance(effect, (Store, IfDo)):
                self.held.stored(stored((effect,)))
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
                    with self.inside(stored(body)):
                        self.effects(work, body)

                work.loop(var, [op("in", var, members)], each, frozenset(stored(body)))
            case Reset(field=made):
                work.add(Renew((made,)))
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

        before = self.held.copy()
        if not effect.otherwise:
            work.guarded(conjuncts(condition), then)
            self.held.met(before)
            return
        test = work.value(condition)
        with work.frame() as first:
            then()
        behind, self.held = self.held, before
        with work.frame() as second:
            self.effects(work, effect.otherwise)
        self.held.met(behind)
        work.add(If(test, tuple(first.out), tuple(second.out)))

    def _store(self, work: Scheduler, effect: Store) -> None:
        made, kind = effect.field, effect.field.type
        places = [self.made(part) for part in effect.index]
        given = self.made(effect.value)
        work.use(*places, given)
        index = [self._checked(work, part, 0, dim.size - 1, effect, True)
                 for part, dim in zip(places, made.dims, strict=True)]
        value = self._checked(work, given, kind.least, kind.most, effect, False)
        misses = any(isinstance(part, Const) and part.value < 0 for part in index)
        if self.quick:  # what is known beside it would not be made use of
            if not misses:
                work.add(Put(made, tuple(index), value))
            return
        if not misses:
            found = [self.held.value(made, tuple(places))]
            found.append(self.held.value(given.field, given.index)
                         if isinstance(given, Load) and given.type == kind else None)
            work.use(*(each for each in found if each is not None))
            old, known = (None if each is None else work.value(each) for each in found)
            work.add(Put(made, tuple(index), value, old, known))
        self.held.put(made, tuple(places), given)

    @contextmanager
    def inside(self, changed: Iterable[Field | int] = ()) -> Iterator[None]:
        """Effects that are not always carried out, or again and again while they change fields."""
        before = self.held.copy()
        self.held.stored(changed)
        yield
        self.held = before

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
        frame = tuple(made for made in self.program.fields if made.group == Group.FRAME)
        if frame:
            work.add(Renew(frame))
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
