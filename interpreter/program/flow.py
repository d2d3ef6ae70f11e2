"""Lowering statements to blocks, effects and nodes.

Straight statements become effects of the current block; whatever waits for a decision or a roll
ends the block. A step is lowered where it is done, with the words of the place. What must live
across a node is kept in frame fields, which are emptied when they are no longer needed, so that
equal positions are equal states.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rulewright.interpreter.diagnostics import RulesError, did_you_mean
from rulewright.interpreter.program.expressions import Expressions
from rulewright.interpreter.program.fold import FALSE, NONE, TRUE, fields_of, op
from rulewright.interpreter.program.ir import (
    Alternative,
    Binder,
    Block,
    Branch,
    Const,
    E,
    EachDo,
    Effect,
    Field,
    Finish,
    Goto,
    Guard,
    IfDo,
    Let,
    Load,
    Local,
    Node,
    Record,
    Store,
    Table,
    ToNode,
    VType,
)
from rulewright.interpreter.program.scope import Scope, Typed, fail
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast

SLOT = re.compile(r"\{([^{}]*)\}")
MAX_DO = 30  # steps inside one another


@dataclass
class EndCheck:
    """An `end as soon as`: its condition, the fields it looks at, what then happens."""

    test: E
    fields: frozenset[int]
    refs: ast.Refs
    block: ast.End


@dataclass
class Part:
    """One part of an order: its action and what marks it done."""

    index: int
    action: ast.Action
    refs: ast.Refs


class Flow(Expressions):
    """The lowering of statements. `block` is the block being filled."""

    def prepare(self) -> None:
        self.blocks: list[Block] = []
        self.nodes: list[Node] = []
        self.ends: list[EndCheck] = []
        self.doing: list[str] = []
        self.block = self.new_block()
        self.target: list[Effect] = self.block.effects
        self.in_end = False
        self.end_refs: ast.Refs = ()  # the rules of the `end` being lowered
        self.decider = self.to_move()  # who makes the choices being lowered
        self.open: list[Field] = []  # frame fields in use around the present statement
        self.turn_end: Block | None = None  # where `the turn ends` goes on

    # -- blocks ------------------------------------------------------------------------------------

    def new_block(self, params: tuple[str, ...] = ()) -> Block:
        self.blocks.append(Block(params=params))
        return self.blocks[-1]

    def enter(self, block: Block) -> None:
        """Fill this block from now on."""
        self.block, self.target = block, block.effects

    def number_of(self, block: Block) -> int:
        return next(i for i, b in enumerate(self.blocks) if b is block)

    def go(self, block: Block) -> None:
        """End the current block by going on at another."""
        self.block.exit = Goto(self.number_of(block))

    def emit(self, effect: Effect) -> None:
        self.target.append(effect)

    # -- statements --------------------------------------------------------------------------------

    def statements(self, body: Sequence[ast.Stmt], scope: Scope) -> Scope:
        """Lower statements in order; returns the scope after them."""
        for statement in body:
            scope = self.statement(statement, scope)
        return scope

    def statement(self, s: ast.Stmt, scope: Scope) -> Scope:
        match s:
            case ast.When(test=test, body=body):
                return self.statements(body, scope) if self.static(test) else scope
            case ast.Do():
                self.statements(self._step(s), scope)
                self.doing.pop()
            case ast.If():
                self._if(s, scope)
            case ast.ForEach():
                self._for_each(s, scope)
            case ast.Becomes() | ast.Flag() | ast.Change() | ast.Effect():
                return self._effect(s, scope)
            case ast.Begins(player=player, refs=refs):
                kind = self.player_field.type
                value = self.typed_value(player, kind, scope)
                self.emit(Store(s.span, refs, self.player_field.id, (), value))
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
            case ast.AtRandom():
                self._at_random(s, scope)
            case ast.InOrder():
                self._in_order(s, scope)
            case ast.Decides(player=player, body=body):
                who = Typed(self._player(player, scope), self.player_field.type)
                self._deciding(who, body, scope)
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

    def _step(self, s: ast.Do) -> tuple[ast.Stmt, ...]:
        step = self.steps.get(s.step)
        if step is None:
            raise fail("step", f"there is no step `{s.step}`", s.span,
                       did_you_mean(s.step, self.steps))
        if s.step in self.doing or len(self.doing) > MAX_DO:
            raise fail("recursion", f"the step `{s.step}` does itself", s.span,
                       "write `as long as possible` for what happens again and again")
        self.doing.append(s.step)
        return step.body

    def _player(self, expr: ast.Expr, scope: Scope) -> E:
        kind = VType("thing", domain=self.domains["player"])
        typed = self.value(expr, scope, kind)
        if typed.type.domain != kind.domain or typed.type.words:
            raise fail("type", "a player is needed here", expr.span)
        return typed.e

    def _rank(self, s: ast.Rank, scope: Scope) -> None:
        values = self._for_players(s.value, scope)
        self.emit(Finish(s.span, (*self.end_refs, *s.refs), "rank", None, values))

    # -- effects -----------------------------------------------------------------------------------

    def _effect(self, s: ast.Stmt, scope: Scope) -> Scope:
        stored = len(self.target)
        match s:
            case ast.Becomes(target=target, value=value):
                made, index = self._place(target, scope)
                self._store(s, made, index, self.typed_value(value, made.type, scope))
            case ast.Flag(target=target, adjective=name, on=on):
                thing = self.value(target, scope)
                noun = self.noun_of(thing.type)
                quality = self.qualities.get((noun, name))
                if quality is None:
                    raise fail("quality", f"{self.kind_text(thing.type)} cannot become `{name}`",
                               s.span, f"declare `each {noun} can be {name}`")
                index = () if noun in ("game", "turn") else (thing.e,)
                self._store(s, quality, index, Const(int(on)))
            case ast.Change(target=target, up=up, amount=amount):
                made, index = self._place(target, scope)
                if made.type.kind != "int":
                    raise fail("type", "only a number goes up or down", s.span)
                by = self.number(self.value(amount, scope), amount.span)
                now = Load(made.id, index)
                self._store(s, made, index, op("+" if up else "-", now, by))
            case ast.Effect(act=act):
                scope = self.act(act, s.refs, scope, {})
        self._check_ends(self.target[stored:], scope)
        return scope

    def _store(self, s: ast.Stmt, made: Field, index: tuple[E, ...], value: E) -> None:
        self.emit(Store(s.span, s.refs, made.id, index, value))

    def _place(self, target: ast.Expr, scope: Scope) -> tuple[Field, tuple[E, ...]]:
        """The field and index that an assignment changes."""
        if isinstance(target, ast.Call) and len(target.args) <= 1:
            if not target.args:
                for owner in ("game", "turn"):
                    made = self.attributes.get((owner, target.name))
                    if made is not None:
                        return made, ()
            else:
                thing = self.value(target.args[0][1], scope)
                noun = self.noun_of(thing.type)
                made = self.attributes.get((noun, target.name))
                if made is not None:
                    return made, (() if noun in ("game", "turn") else (thing.e,))
                if target.name == "owner" and thing.type.piece:
                    kinds = [p for p in self.pieces.values()
                             if p.board == self.pieces[thing.type.piece].board]
                    if len(kinds) == 1:
                        board = self.occupants[kinds[0].board]
                        owner_kind = VType("thing", domain=self.domains["player"])
                        return _retyped(board, owner_kind), (thing.e,)
        raise fail("target", f"`{target.span.text}` is not something that can change", target.span,
                   "only a declared attribute can become something else")

    def _check_ends(self, effects: list[Effect], scope: Scope) -> None:
        """After a change, the `end as soon as` conditions that look at what was changed."""
        if self.in_end:
            return
        touched = _stored(effects)
        for check in self.ends:
            if touched & check.fields:
                self.emit(self._end_effect(check.block, check.test, scope))

    def _end_effect(self, end: ast.End, test: E, scope: Scope) -> Effect:
        outer, self.target, self.in_end = self.target, [], True
        self.end_refs = end.refs
        try:
            self.statements(end.body, Scope())
            body = tuple(self.target)
        finally:
            self.target, self.in_end, self.end_refs = outer, False, ()
        if not any(isinstance(e, (Finish, IfDo)) for e in body):
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
        self.block.exit = Branch(test, self.number_of(then), self.number_of(otherwise))
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
            raise fail("each", "a choice or a roll cannot stand under `for each`", s.span,
                       "use `as long as possible, must …`")
        outer, self.target = self.target, []
        self.statements(s.body, inner)
        body, self.target = tuple(self.target), outer
        self.emit(EachDo(s.span, s.refs, members.var, mask, body))

    # -- what waits ----------------------------------------------------------------------------------

    def suspends(self, body: Sequence[ast.Stmt], depth: int = 0) -> bool:
        """Whether statements may reach a decision or a roll."""
        if depth > MAX_DO:
            return True
        for s in body:
            match s:
                case ast.Action() | ast.Order() | ast.AtRandom() | ast.TurnEnds():
                    return True
                case ast.InOrder(body=inner) | ast.Decides(body=inner) | ast.Times(body=inner):
                    if self.suspends(inner, depth):
                        return True
                case ast.While():
                    return True
                case ast.When(test=test, body=inner):
                    if self.static(test) and self.suspends(inner, depth):
                        return True
                case ast.If(body=inner, otherwise=other):
                    if self.suspends(inner, depth) or self.suspends(other, depth):
                        return True
                case ast.ForEach(body=inner):
                    if self.suspends(inner, depth):
                        return True
                case ast.Do(step=name):
                    step = self.steps.get(name)
                    if step is not None and self.suspends(step.body, depth + 1):
                        return True
        return False

    def _node(self, chance: bool, empty: Block | None, s: ast.Stmt) -> tuple[Node, Block]:
        """A node with a block of its own that leads to it; entered from the current block."""
        block = self.new_block()
        node = Node(len(self.nodes), chance, self.decider.e, [],
                    None if empty is None else self.number_of(empty), s.span, s.refs,
                    self.number_of(block))
        self.nodes.append(node)
        block.exit = ToNode(node.id)
        return node, block

    # -- players in order, loops -----------------------------------------------------------------------

    def _frame_field(self, name: str, kind: VType, first: int) -> Field:
        made = self.add_field("frame", "", name, (), kind, [first])
        self.open.append(made)
        return made

    def _close(self, span: Span, made: Field) -> None:
        """Empty a frame field that is no longer needed."""
        self.emit(Store(span, (), made.id, (), Const(made.first[0])))
        self.open.remove(made)

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
        kind = VType("thing", domain=players, none=True)
        seat = self._frame_field("seat", kind, -1)
        left = self._frame_field("seats left", VType("int", 0, players.size), 0)
        self.emit(Store(s.span, s.refs, seat.id, (), start))
        self.emit(Store(s.span, (), left.id, (), Const(players.size)))
        who = Typed(Load(seat.id), VType("thing", domain=players))

        def step() -> None:
            following = tuple((p + 1) % players.size for p in range(players.size))
            self.emit(Store(s.span, (), seat.id, (), Table(following, (players.size,), (who.e,))))
            self.emit(Store(s.span, (), left.id, (), op("-", Load(left.id), Const(1))))

        self._loop(op(">", Load(left.id), FALSE), lambda: self._deciding(who, s.body, scope), step)
        self._close(s.span, left)
        self._close(s.span, seat)

    def _times(self, s: ast.Times, scope: Scope) -> None:
        count = self.constant(s.count)
        if not 0 <= count <= 10_000:
            raise fail("bound", "a repetition is for 0 to 10000 times", s.count.span)
        left = self._frame_field("times left", VType("int", 0, max(1, count)), 0)
        self.emit(Store(s.span, s.refs, left.id, (), Const(count)))
        self._loop(
            op(">", Load(left.id), FALSE), lambda: self.statements(s.body, scope),
            lambda: self.emit(Store(s.span, (), left.id, (), op("-", Load(left.id), Const(1)))),
        )
        self._close(s.span, left)

    def _while(self, s: ast.While, scope: Scope) -> None:
        if not self.suspends(s.body):
            raise fail("endless", "nothing is chosen or rolled in this repetition, so it might "
                       "never end", s.span, "use `repeat N times` or `for each`")
        self._loop(self.condition(s.test, scope), lambda: self.statements(s.body, scope), None)

    def _loop(
        self, test: E, body: Callable[[], object], step: Callable[[], object] | None
    ) -> None:
        head, inside, after = self.new_block(), self.new_block(), self.new_block()
        self.go(head)
        head.exit = Branch(test, self.number_of(inside), self.number_of(after))
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
            self.emit(Store(s.span, s.refs, made.id, (), Const(made.first[0])))
        self.go(self.turn_end)
        self.enter(self.new_block())

    def _pay(self, s: ast.Pay, scope: Scope) -> None:
        values = self._for_players(s.value, scope)
        self.emit(Finish(s.span, (*self.end_refs, *s.refs), "pay", None, values))

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
        from rulewright.interpreter.state.look import Look

        if s.board not in self.grids:
            raise fail("board", f"there is no board `{s.board}` with these options", s.span)
        try:
            found = Look(self).read(s.board, "\n".join(s.rows))
        except RulesError as error:
            raise fail("drawing", error.diagnostics[0].message, s.span) from None
        for made, cell, value in found:
            self.emit(Store(s.span, s.refs, made.id, (Const(cell),), Const(value)))

    def _at_random(self, s: ast.AtRandom, scope: Scope) -> None:
        after = self.new_block()
        node, block = self._node(True, None, s)
        self.go(block)
        members = self.members(s.set, scope, s.refs)
        binder = Binder(members.var, members.type, self._noun(s.set), members.size, members.guards)
        inner = self.bind_member(s.set, members, scope, subject=True)
        names = [(self._names(s.set), 0)]
        label = self._label(s.written or "{0}", names, s.span)
        weight = TRUE if s.weight is None else self.number(
            self.value(s.weight, inner), s.weight.span
        )
        alternative = Alternative((binder,), (), label, -1, (), s.set.span.text, s.span, s.refs,
                                  weight=weight)
        node.alternatives.append(alternative)
        self._body(alternative, lambda sc: self.statements(s.body, sc), s.body, inner, after)
        self.enter(after)

    @staticmethod
    def _noun(things: ast.SetNode) -> str:
        return things.noun if isinstance(things, ast.NounSet) else "number"

    @staticmethod
    def _names(things: ast.SetNode) -> tuple[str, ...]:
        if isinstance(things, ast.NounSet):
            return (things.noun, things.name or things.noun)
        return ("number",)

    def _label(
        self, written: str, names: list[tuple[tuple[str, ...], int]], span: Span
    ) -> tuple[str | int, ...]:
        """The text of an option: `"{Token}-{tile}"` as texts and binder numbers."""
        parts: list[str | int] = []
        at = 0
        for slot in SLOT.finditer(written):
            if slot.start() > at:
                parts.append(written[at : slot.start()])
            word = slot.group(1).strip()
            found = next((i for known, i in names if word in known), None)
            if found is None and word.isdigit() and int(word) < len(names):
                found = int(word)
            if found is None:
                known = [n for group, _ in names for n in group]
                raise fail("written", f"`{{{word}}}` is nothing that is chosen here", span,
                           did_you_mean(word, known) or "chosen are: " + ", ".join(sorted(set(known))))
            parts.append(found)
            at = slot.end()
        if at < len(written):
            parts.append(written[at:])
        return tuple(parts)

    # -- decisions -----------------------------------------------------------------------------------

    def _action(self, s: ast.Action, scope: Scope) -> None:
        after = self.new_block()
        node, block = self._node(False, after if s.mode != "must" else None, s)
        self.go(block)
        for a in s.alternatives:
            self.alternative(node, a, scope, block if s.mode == "repeat" else after, (), ())
        if s.mode == "may":
            self._decline(node, s, after)
        self.enter(after)

    def _decline(self, node: Node, s: ast.Action, after: Block) -> None:
        """The option of not doing it; offered only beside a real one."""
        block = self.new_block()
        self.enter(block)
        self.go(after)
        node.alternatives.append(
            Alternative((), (), (s.otherwise or "pass",), self.number_of(block), (),
                        s.otherwise or "pass", s.span, s.refs, decline=True)
        )

    def alternative(
        self, node: Node, a: ast.Alternative, scope: Scope, after: Block,
        extra: tuple[Guard, ...], marks: tuple[Store, ...],
    ) -> None:
        """One alternative of a decision: its choices, guards, label and body."""
        binders: list[Binder] = []
        picked: dict[int, Typed] = {}
        names: list[tuple[tuple[str, ...], int]] = []
        inner = scope
        for at, thing in enumerate(a.act.objects):
            if not isinstance(thing, ast.Pick) or (a.act.kind == "put" and at == 0):
                continue
            members = self.members(thing.set, inner, a.refs)
            binders.append(Binder(members.var, members.type, self._noun(thing.set),
                                  members.size, members.guards))
            picked[at] = members.typed
            names.append((self._names(thing.set), len(binders) - 1))
            inner = self.bind_member(thing.set, members, inner, subject=len(binders) == 1)
        guards, after_lines, body = self._guards(a.body, inner, a.refs)
        written = a.act.text if a.act.text is not None else a.written if a.written is not None else "-".join(
            f"{{{i}}}" for i in range(len(binders))
        )
        if not written:
            raise fail("written", "a choice of nothing needs its own text", a.span,
                       'say how it is typed: `…, written "pass"`')
        label = self._label(written, names, a.span)
        made = Alternative(tuple(binders), extra + guards, label, -1, (),
                           a.act.span.text, a.span, a.refs)
        node.alternatives.append(made)

        def lower(scope: Scope) -> None:
            for mark in marks:
                self.emit(mark)
            start = len(self.target)
            chosen = {at: self._rebound(typed, binders, made) for at, typed in picked.items()}
            scope = self.act(a.act, a.refs, scope, chosen)
            made.after = tuple(self.guard(g.condition, scope, g.refs) for g in after_lines)
            self._check_ends(self.target[start:], scope)
            self.statements(body, scope)

        self._body(made, lower, body, inner, after)

    @staticmethod
    def _rebound(typed: Typed, binders: list[Binder], made: Alternative) -> Typed:
        """A picked thing as the body knows it: a local, or the frame field that keeps it."""
        if made.frame and isinstance(typed.e, Local):
            at = next(i for i, b in enumerate(binders) if b.var == typed.e.name)
            return Typed(Load(made.frame[at]), typed.type)
        return typed

    def _body(
        self, made: Alternative, lower: object, body: Sequence[ast.Stmt], scope: Scope,
        after: Block,
    ) -> None:
        """Lower the body of an alternative into a block of its own."""
        keep = self.suspends(body)
        frame: list[Field] = []
        if keep:
            for binder in made.binders:
                kind = VType("int", -1, max(0, binder.size - 1))
                frame.append(self._frame_field(binder.var, kind, -1))
            made.frame = tuple(f.id for f in frame)
            scope = self._in_frame(scope, made)
        outer_block, outer_target = self.block, self.target
        block = self.new_block(() if keep else tuple(b.var for b in made.binders))
        made.block = self.number_of(block)
        self.enter(block)
        assert callable(lower)
        lower(scope)
        for field in frame:
            self._close(made.span, field)
        self.go(after)
        self.block, self.target = outer_block, outer_target

    @staticmethod
    def _in_frame(scope: Scope, made: Alternative) -> Scope:
        """The scope with the alternative's choices read from their frame fields."""
        where = {b.var: Load(f) for b, f in zip(made.binders, made.frame, strict=True)}
        renewed = Scope()
        for bound in reversed(scope.entries()):
            value = bound.value
            if isinstance(value.e, Local) and value.e.name in where:
                value = Typed(where[value.e.name], value.type)
            renewed = renewed.bind(bound.noun, bound.name, value, bound.subject)
        return renewed

    def _guards(
        self, body: Sequence[ast.Stmt], scope: Scope, refs: ast.Refs
    ) -> tuple[tuple[Guard, ...], list[ast.OnlyIf], list[ast.Stmt]]:
        """The `only if` lines of a choice, those about afterwards, and its effects."""
        guards: list[Guard] = []
        afterwards: list[ast.OnlyIf] = []
        rest: list[ast.Stmt] = []
        for s in body:
            if isinstance(s, ast.When) and self.static(s.test):
                inner, later, others = self._guards(s.body, scope, refs)
                guards.extend(inner)
                afterwards.extend(later)
                rest.extend(others)
            elif isinstance(s, ast.OnlyIf) and s.afterwards:
                afterwards.append(s)
            elif isinstance(s, ast.OnlyIf):
                guards.append(self.guard(s.condition, scope, s.refs))
            elif not isinstance(s, ast.When):
                rest.append(s)
        return tuple(guards), afterwards, rest

    # -- orders ----------------------------------------------------------------------------------------

    def _order(self, s: ast.Order, scope: Scope) -> None:
        """`in either order` and `in any mix`: one node over the parts that are not yet done.

        `part` holds the part that has begun (0 for none), `done` one flag for each finished part.
        """
        parts = [
            Part(i, action, refs) for i, (action, refs) in enumerate(self._parts(s.body, s))
        ]
        part = self._frame_field("part", VType("int", 0, len(parts)), 0)
        done = [self._frame_field(f"done {p.index + 1}", VType("bool"), 0) for p in parts]
        after, dry = self.new_block(), self.new_block()
        node, block = self._node(False, dry, s)
        self.go(block)
        now = Load(part.id)
        for p in parts:
            repeat = p.action.mode == "repeat"
            extra = self._part_guards(p, s, now, done[p.index])
            marks: list[Store] = []
            if repeat and not s.mixed:
                marks.append(Store(s.span, (), part.id, (), Const(p.index + 1)))
            elif not repeat:
                marks.append(Store(s.span, (), done[p.index].id, (), TRUE))
            for a in p.action.alternatives:
                self.alternative(node, a, scope, block, extra, tuple(marks))
        self._when_dry(s, dry, after, block, part, done)
        self.enter(after)
        for field in (part, *done):
            self._close(s.span, field)

    def _part_guards(self, p: Part, s: ast.Order, now: E, done: Field) -> tuple[Guard, ...]:
        refs = tuple(dict.fromkeys((*s.refs, *p.refs)))
        what = p.action.alternatives[0].act.span.text
        guards = [
            Guard(op("not", Load(done.id)), p.action.span, tuple(dict.fromkeys((*p.action.refs,
                  *refs))), f"it is not yet done this turn: {what}")
        ]
        if not s.mixed:
            free = op("or", op("==", now, FALSE), op("==", now, Const(p.index + 1)))
            guards.append(
                Guard(free, s.span, refs, "the part that has begun is finished before the next")
            )
        return tuple(guards)

    def _when_dry(
        self, s: ast.Order, dry: Block, after: Block, block: Block, part: Field, done: list[Field]
    ) -> None:
        """When nothing is possible: finish the part that has begun and look again, or go on."""
        self.enter(dry)
        again = self.new_block()
        now = Load(part.id)
        dry.exit = Branch(op("==", now, FALSE), self.number_of(after), self.number_of(again))
        self.enter(again)
        for i, field in enumerate(done):
            test = op("==", now, Const(i + 1))
            mark = Store(s.span, (), field.id, (), TRUE)
            self.emit(IfDo(s.span, (), test, (mark,), ()))
        self.emit(Store(s.span, (), part.id, (), FALSE))
        self.go(block)

    def _parts(self, body: Sequence[ast.Stmt], s: ast.Order) -> list[tuple[ast.Action, ast.Refs]]:
        """The actions of an order, looking into steps and options."""
        parts: list[tuple[ast.Action, ast.Refs]] = []
        for statement in body:
            match statement:
                case ast.When(test=test, body=inner):
                    if self.static(test):
                        parts.extend(self._parts(inner, s))
                case ast.Do(refs=refs):
                    inner = self._step(statement)
                    step = self.steps[statement.step]
                    found = self._parts(inner, s)
                    self.doing.pop()
                    parts.extend((a, (*refs, *step.refs, *r)) for a, r in found)
                case ast.Action():
                    parts.append((statement, ()))
                case _:
                    raise fail("order", "only choices can stand in an order", statement.span,
                               "each part is one `must …` or `as long as possible, must …`")
        return parts

    # -- acts --------------------------------------------------------------------------------------------

    def act(
        self, act: ast.Act, refs: ast.Refs, scope: Scope, chosen: dict[int, Typed]
    ) -> Scope:
        """The deed itself: put, move, remove (choosing does nothing by itself)."""
        if act.kind == "choose":
            return scope
        things = [
            chosen.get(i) or (self.value(t, scope) if isinstance(t, ast.Expr) else None)
            for i, t in enumerate(act.objects)
        ]
        if act.kind == "put":
            return self._put(act, refs, scope, things[1])
        piece = things[0]
        if piece is None or piece.type.piece is None:
            raise fail("piece", f"only a piece can be {act.kind}d", act.span)
        if act.kind == "remove":
            self._clear(act, refs, piece.type.piece, piece.e)
            return scope
        return self._move(act, refs, scope, piece, things[1])

    def _put(self, act: ast.Act, refs: ast.Refs, scope: Scope, place: Typed | None) -> Scope:
        new = act.objects[0]
        assert isinstance(new, ast.Pick) and isinstance(new.set, ast.NounSet)
        noun = new.set.noun
        if noun not in self.pieces or new.set.owner is None:
            raise fail("put", "say whose piece is put: `put a Token of the player on …`", act.span)
        piece = self.pieces[noun]
        cells = self.grids[piece.board].cells
        if place is None or place.type.domain != cells:
            raise fail("put", f"a {noun} is put on a {cells.noun}", act.span)
        owner = self._player(new.set.owner, scope)
        code = op("+", owner, Const(piece.code * self.domains["player"].size))
        board = self.occupants[piece.board]
        self.emit(Store(act.span, refs, board.id, (place.e,), code))
        here = Typed(place.e, VType("thing", domain=cells, piece=noun))
        for category, name in new.set.adjectives:
            self._give(act, refs, noun, place.e, category, name)
        return scope.bind(noun, None, here)

    def _give(
        self, act: ast.Act, refs: ast.Refs, noun: str, cell: E, category: str, name: str
    ) -> None:
        """A new piece's qualities and values: `put a crowned Man …`, `put a queen Chessman …`."""
        quality = self.qualities.get((noun, name))
        if category == "ADJ" and quality is not None:
            self.emit(Store(act.span, refs, quality.id, (cell,), TRUE))
            return
        for (owner, _), made in self.attributes.items():
            value = self.member(made.type, name)
            if owner == noun and value is not None:
                self.emit(Store(act.span, refs, made.id, (cell,), Const(value)))
                return
        raise fail("put", f"a new {noun} cannot be `{name}`", act.span)

    def _own_fields(self, noun: str) -> list[Field]:
        both = (*self.attributes.items(), *self.qualities.items())
        return [made for (owner, _), made in both if owner == noun]

    def _clear(self, act: ast.Act, refs: ast.Refs, noun: str, cell: E) -> None:
        board = self.occupants[self.pieces[noun].board]
        self.emit(Store(act.span, refs, board.id, (cell,), NONE))
        for made in self._own_fields(noun):
            self.emit(Store(act.span, refs, made.id, (cell,), Const(made.first[0])))

    def _move(
        self, act: ast.Act, refs: ast.Refs, scope: Scope, piece: Typed, place: Typed | None
    ) -> Scope:
        noun = piece.type.piece
        assert noun is not None
        board = self.occupants[self.pieces[noun].board]
        if place is None or place.type.domain != piece.type.domain:
            raise fail("move", f"a {noun} is moved to a cell of its board", act.span)
        origin, target = piece.e, place.e
        if not isinstance(origin, (Local, Const)):
            var = self.fresh("origin")
            self.emit(Let(act.span, (), var, origin))
            origin = Local(var)
        if not isinstance(target, (Local, Const)):
            var = self.fresh("target")
            self.emit(Let(act.span, (), var, target))
            target = Local(var)
        self.emit(Store(act.span, refs, board.id, (target,), Load(board.id, (origin,))))
        for made in self._own_fields(noun):
            self.emit(Store(act.span, refs, made.id, (target,), Load(made.id, (origin,))))
        self._clear(act, refs, noun, origin)
        moved = Typed(target, VType("thing", domain=piece.type.domain, piece=noun))
        left = Typed(origin, VType("thing", domain=piece.type.domain))
        renamed = Scope()
        for bound in reversed(scope.entries()):
            value = moved if bound.value == piece else bound.value
            renamed = renamed.bind(bound.noun, bound.name, value, bound.subject)
        return renamed.bind(noun, None, moved).bind("origin", "origin", left)


def _retyped(made: Field, kind: VType) -> Field:
    return Field(made.id, made.group, made.owner, made.name, made.dims, kind, made.first,
                 made.offset)


def _stored(effects: Sequence[Effect]) -> set[int]:
    """The fields that effects may change."""
    found: set[int] = set()
    for effect in effects:
        match effect:
            case Store(field=field):
                found.add(field)
            case IfDo(body=body, otherwise=otherwise):
                found |= _stored(body) | _stored(otherwise)
            case EachDo(body=body):
                found |= _stored(body)
    return found


def reads(test: E) -> frozenset[int]:
    """The fields a condition looks at."""
    return fields_of(test)
