"""Lowering statements to blocks, effects and nodes.

Straight statements become effects of the current block; whatever waits for a decision or a roll
ends the block. A step is lowered where it is done, with the words of the place. What must live
across a node is kept in frame fields, which are emptied when they are no longer needed, so that
equal positions are equal states.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rulewright.interpreter.check.sheet import walk as nodes_of
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.ir import (
    BOOL,
    FALSE,
    Branch,
    Const,
    E,
    EachDo,
    Effect,
    Field,
    Finish,
    Group,
    IfDo,
    Record,
    Store,
    Table,
    VType,
    load,
    lookup,
    op,
    shift,
    stored,
)
from rulewright.interpreter.program.choices import Choices
from rulewright.interpreter.program.look import Look
from rulewright.interpreter.program.scope import Scope, Typed, fail
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast

MAX_TIMES = 10_000  # rounds of one repetition
MAX_EACH = 12  # `for each` inside one another


@dataclass
class EndCheck:
    """An `end as soon as`: its condition, what it looks at, what then happens."""

    test: E
    reads: frozenset[Field | int]
    refs: ast.Refs
    block: ast.End


class Flow(Choices):
    """The lowering of statements."""

    def prepare(self) -> None:
        super().prepare()
        self.ends: list[EndCheck] = []
        self.each_in_each = 0
        self.suspending: dict[str, bool] = {}  # for each step, whether it may reach a node

    def statements(self, body: Sequence[ast.Stmt], scope: Scope) -> Scope:
        """Lower statements in order; returns the scope after them."""
        for statement in body:
            with self.collecting():
                scope = self.statement(statement, scope)
        return scope

    def statement(self, s: ast.Stmt, scope: Scope) -> Scope:
        match s:
            case ast.When(test=test, body=body):
                return self.statements(body, scope) if self.static(test) else scope
            case ast.Do(steps=steps):
                for name in steps:
                    self.statements(self._step(name, s.span), scope)
                    self.doing.pop()
            case ast.If():
                self._if(s, scope)
            case ast.ForEach():
                self._for_each(s, scope)
            case ast.Becomes() | ast.Flag() | ast.Relate() | ast.Change() | ast.Effect():
                return self._effect(s, scope)
            case ast.Begins(player=player, refs=refs):
                value = self._player(player, scope)
                self.emit(Store(s.span, refs, self.player_field, (), value))
            case ast.Outcome(kind=kind_, player=player, refs=refs):
                who = None if player is None else self._player(player, scope)
                self.emit(Finish(s.span, (*self.end_refs, *refs), kind_, who, ()))
            case ast.Rank():
                self._rank(s, scope)
            case ast.Memo(memory=name, record=record, refs=refs):
                at = next((i for i, m in enumerate(self.memories) if m.name == name), None)
                if at is None:
                    raise fail("memory", f"there is no memory `{name}`", s.span)
                self.emit(Record(s.span, refs, at, not record))
                self.check_ends(self.target[-1:], scope)
            case ast.AtRandom():
                self._at_random(s, scope)
            case ast.InOrder():
                self._in_order(s, scope)
            case ast.Decides(player=player, body=body):
                decider = Typed(self._player(player, scope), self.player_field.type)
                self._deciding(decider, body, scope)
            case ast.Times():
                self._times(s, scope)
            case ast.While():
                self._while(s, scope)
            case ast.TurnEnds():
                self._turn_ends(s)
            case ast.Pay():
                self._pay(s, scope)
            case ast.LayOut():
                self._lay_out(s)
            case ast.Action():
                self._action(s, scope)
            case ast.Order():
                self._order(s, scope)
            case ast.OnlyIf():
                raise fail("only-if", "`only if` belongs under a choice, before its effects",
                           s.span, "indent it below `must …` or `may …`")
        return scope

    def _rank(self, s: ast.Rank, scope: Scope) -> None:
        values = self._for_players(s.value, scope)
        self.emit(Finish(s.span, (*self.end_refs, *s.refs), "rank", None, values))

    def _effect(self, s: ast.Stmt, scope: Scope) -> Scope:
        start = len(self.target)
        match s:
            case ast.Becomes(target=target, value=value):
                made, index = self._place(target, scope)
                if made.group is Group.OCCUPANT:
                    return self._new_owner(s, made, index, scope)
                typed = self.value(value, scope, made.type)
                stored_value = self.coerce(typed, made.type, value.span)
                self._store(s, made, index, stored_value, self._stored_type(typed, made.type))
            case ast.Flag(target=target, adjective=name, on=on):
                thing = self.value(target, scope)
                noun = self.noun_of(thing.type)
                quality = self.qualities.get((noun, name))
                if quality is None:
                    raise fail("quality", f"{self.kind_text(thing.type)} cannot become `{name}`",
                               s.span, f"declare `each {noun} can be {name}`")
                index = () if noun in ("game", "turn") else (thing,)
                self._store(s, quality, index, Const(int(on)), BOOL)
            case ast.Relate(target=target, preposition=name, other=other, on=on):
                one, two = self.value(target, scope), self.value(other, scope)
                nouns = (self.noun_of(one.type), name, self.noun_of(two.type))
                relation = self.relations.get(nouns)
                if relation is None:
                    raise fail("quality", f"{self.kind_text(one.type)} cannot become `{name}` "
                               f"{self.kind_text(two.type)}", s.span)
                self._store(s, relation, (one, two), Const(int(on)), BOOL)
            case ast.Change(target=target, up=up, amount=amount):
                made, index = self._place(target, scope)
                if made.type.kind != "int":
                    raise fail("type", "only a number goes up or down", s.span)
                by = self.value(amount, scope)
                now = load(made, *(t.e for t in index))
                changed = op("+" if up else "-", now, self.number(by, amount.span))
                ends = (by.type.low, by.type.high) if up else (-by.type.high, -by.type.low)
                kind = VType("int", made.type.low + ends[0], made.type.high + ends[1])
                self._store(s, made, index, changed, kind)
            case ast.Effect(act=act):
                scope = self.act(act, s.refs, scope, {})
        self.check_ends(self.target[start:], scope)
        return scope

    def _new_owner(
        self, s: ast.Becomes, board: Field, index: tuple[Typed, ...], scope: Scope
    ) -> Scope:
        """`the owner of P becomes …`: on a board with one kind of pieces."""
        start = len(self.target)
        owner = VType("thing", domain=self.domains["player"])
        typed = self.value(s.value, scope, owner)
        self._store(s, board, index, shift(self.coerce(typed, owner, s.value.span), 0, board.type),
                    self._stored_type(typed, owner))
        self.check_ends(self.target[start:], scope)
        return scope

    @staticmethod
    def _stored_type(have: Typed, kind: VType) -> VType:
        """The range a value may take once it fits the words of a type."""
        if have.type.kind != "thing":
            return have.type
        return dataclasses.replace(kind, none=have.type.none)

    def check_ends(self, effects: Sequence[Effect], scope: Scope) -> None:
        """After a change, the `end as soon as` conditions that look at what was changed."""
        if self.in_end:
            return
        touched = stored(effects)
        for check in self.ends:
            if touched & check.reads:
                self.emit(self._end_effect(check.block, check.test, scope))

    def _end_effect(self, end: ast.End, test: E, scope: Scope) -> Effect:
        if self.suspends(end.body):
            raise fail("end", "an `end` only says who wins; it cannot ask or roll", end.span)
        outer, self.target, self.in_end = self.target, [], True
        self.end_refs = end.refs
        try:
            self.statements(end.body, Scope())
            body = tuple(self.target)
        finally:
            self.target, self.in_end, self.end_refs = outer, False, ()
        if not any(isinstance(e, (Finish, IfDo, EachDo)) for e in body) and not self.problems:
            raise fail("end", "an `end` says who wins: `… wins`, `rank every player by …`, "
                       "`the game is drawn`", end.span)
        return IfDo(end.span, end.refs, test, body, ())

    def _if(self, s: ast.If, scope: Scope) -> None:
        test = self.condition(s.test, scope)
        if isinstance(test, Const):
            self.statements(s.body if test.value else s.otherwise, scope)
            return
        if not (self.suspends(s.body) or self.suspends(s.otherwise)):
            outer = self.target
            branches = []
            for body in (s.body, s.otherwise):
                self.target = []
                self.statements(body, scope)
                branches.append(tuple(self.target))
            self.target = outer
            self.emit(IfDo(s.span, s.refs, test, branches[0], branches[1]))
            return
        then, otherwise, after = self.new_block(), self.new_block(), self.new_block()
        self.block.exit = Branch(test, self.number_of(then), self.number_of(otherwise), s.test.span)
        for block, body in ((then, s.body), (otherwise, s.otherwise)):
            self.enter(block)
            self.statements(body, scope)
            self.go(after)
        self.enter(after)

    def _for_each(self, s: ast.ForEach, scope: Scope) -> None:
        members = self.members(s.set, scope, s.refs)
        inner = self.bind_member(s.set, members, scope, subject=True)
        mask = self.as_mask(members)
        if self.suspends(s.body):
            what, hint = self._stops(s.body)
            if s.set == ast.NounSet(s.set.span, "player", (), None, None, ()):
                hint = "write `each player in order`"
            raise fail("each", f"{what} cannot stand under `for each`", s.span, hint)
        if self.each_in_each >= MAX_EACH:
            raise fail("too-deep", f"more than {MAX_EACH} `for each` stand inside one another",
                       s.span)
        outer, self.target = self.target, []
        self.each_in_each += 1
        self.statements(s.body, inner)
        self.each_in_each -= 1
        body, self.target = tuple(self.target), outer
        self.emit(EachDo(s.span, s.refs, members.var, mask, body))

    def suspends(self, body: Sequence[ast.Stmt]) -> bool:
        """Whether statements may reach a decision or a roll."""
        for s in body:
            match s:
                case ast.Action() | ast.Order() | ast.AtRandom() | ast.TurnEnds():
                    return True
                case ast.InOrder(body=inner) | ast.Decides(body=inner) | ast.Times(body=inner):
                    if self.suspends(inner):
                        return True
                case ast.While():
                    return True
                case ast.When(test=test, body=inner):
                    if self.static(test) and self.suspends(inner):
                        return True
                case ast.If(body=inner, otherwise=other):
                    if self.suspends(inner) or self.suspends(other):
                        return True
                case ast.ForEach(body=inner):
                    if self.suspends(inner):
                        return True
                case ast.Do(steps=names):
                    if any(self._step_suspends(name) for name in names):
                        return True
        return False

    def _stops(self, body: Sequence[ast.Stmt]) -> tuple[str, str]:
        """What keeps statements from standing under `for each`, and what to write instead."""
        for s in nodes_of(body):
            match s:
                case ast.Do(steps=names) if any(map(self._step_suspends, names)):
                    name = next(filter(self._step_suspends, names))
                    return self._stops(self.steps[name].body)
                case ast.AtRandom():
                    return "a roll", "write one roll below the other, or `repeat N times`"
                case ast.TurnEnds():
                    return "the end of the turn", "ask first: `if there is …, the turn ends`"
        return "a choice", "use `as long as possible, must …`"

    def _step_suspends(self, name: str) -> bool:
        step = self.steps.get(name)
        if step is not None and name not in self.suspending:
            self.suspending[name] = False  # a step that does itself is an error elsewhere
            self.suspending[name] = self.suspends(step.body)
        return self.suspending.get(name, False)

    def _deciding(self, who: Typed, body: Sequence[ast.Stmt], scope: Scope) -> None:
        """Lower statements whose choices a given player makes."""
        before, self.decider = self.decider, who
        try:
            self.statements(body, scope.bind("player", None, who, subject=True))
        finally:
            self.decider = before

    def _in_order(self, s: ast.InOrder, scope: Scope) -> None:
        if s.noun != "player":
            raise fail("order", "only players take part in order", s.span,
                       f"write `for each {s.noun}`")
        players = self.domains["player"]
        start = self.to_move().e if s.start is None else self._player(s.start, scope)
        kind = VType("thing", domain=players)
        seat = self._frame_field("seat", kind)
        left = self._frame_field("seats left", VType("int", 0, players.size))
        self.emit(Store(s.span, s.refs, seat, (), start))
        self.emit(Store(s.span, (), left, (), Const(players.size)))
        who = Typed(load(seat), kind)

        def step() -> None:
            self.emit(Store(s.span, (), seat, (), self.next_seat(who.e)))
            self.emit(Store(s.span, (), left, (), op("-", load(left), Const(1))))

        self._loop(op(">", load(left), FALSE), lambda: self._deciding(who, s.body, scope), step)
        self._close(s.span, left)
        self._close(s.span, seat)

    def _times(self, s: ast.Times, scope: Scope) -> None:
        typed = self.value(s.count, scope)
        count = self.number(typed, s.count.span)
        low, high = typed.type.low, typed.type.high
        if high > MAX_TIMES or (low == high and low < 0):
            raise fail("bound", f"a repetition is for 0 to {MAX_TIMES} times", s.count.span)
        left = self._frame_field("times left", VType("int", min(0, low), max(1, high)))
        self.emit(Store(s.span, s.refs, left, (), count))
        self._loop(
            op(">", load(left), FALSE), lambda: self.statements(s.body, scope),
            lambda: self.emit(Store(s.span, (), left, (), op("-", load(left), Const(1)))),
        )
        self._close(s.span, left)

    def _while(self, s: ast.While, scope: Scope) -> None:
        if not self.suspends(s.body):
            raise fail("endless", "nothing is chosen or rolled in this repetition, so it might "
                       "never end", s.span, "use `repeat N times` or `for each`")
        test = self.condition(s.test, scope)
        self._loop(test, lambda: self.statements(s.body, scope), None, s.test.span)

    def _loop(
        self, test: E, body: Callable[[], object], step: Callable[[], object] | None,
        span: Span | None = None,
    ) -> None:
        head, inside, after = self.new_block(), self.new_block(), self.new_block()
        self.go(head)
        head.exit = Branch(test, self.number_of(inside), self.number_of(after), span)
        self.enter(inside)
        body()
        if step is not None:
            step()
        self.go(head)
        self.enter(after)

    def _turn_ends(self, s: ast.TurnEnds) -> None:
        if self.turn_end is None:
            raise fail("turn", "no turn is going on here", s.span)
        for made in self.open:
            self.emit(Store(s.span, s.refs, made, (), Const(made.first[0])))
        self.go(self.turn_end)
        self.enter(self.new_block())

    def _pay(self, s: ast.Pay, scope: Scope) -> None:
        values = self._for_players(s.value, scope)
        self.emit(Finish(s.span, (*self.end_refs, *s.refs), "pay", None, values))

    def next_seat(self, player: E) -> E:
        """Who sits after a player."""
        players = self.domains["player"]
        following = tuple((p + 1) % players.size for p in range(players.size))
        kind = VType("thing", domain=players)
        return lookup(Table(following, (players.size,), -1), kind, player)

    def _for_players(self, value: ast.Expr, scope: Scope) -> tuple[E, ...]:
        """A number for each player."""
        players = self.domains["player"]
        kind = VType("thing", domain=players)
        numbers = []
        for p in range(players.size):
            typed = self.value(value, scope.bind("player", None, Typed(Const(p), kind), True))
            numbers.append(self.number(typed, value.span))
        return tuple(numbers)

    def _lay_out(self, s: ast.LayOut) -> None:
        """A drawn board, read with the ruleset's look."""
        if s.board not in self.grids:
            raise fail("board", f"there is no board `{s.board}` with these options", s.span)
        try:
            found = Look(self).read(s.board, "\n".join(s.rows))
        except RulesError as error:
            raise fail("drawing", error.diagnostics[0].message, s.span) from None
        for made, cell, value in found:
            self.emit(Store(s.span, s.refs, made, (Const(cell),), Const(value)))
