"""Blocks being filled, and the deeds of actions and effects: put, move, remove, become.

A piece is known by its cell; moving it carries its attributes along and leaves the cell as it was
at first, so that equal positions are equal states.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.program.expressions import Expressions
from rulewright.interpreter.program.fold import NONE, TRUE, op
from rulewright.interpreter.program.ir import (
    Block,
    Const,
    E,
    Effect,
    Field,
    Goto,
    IfDo,
    Let,
    Load,
    Local,
    Node,
    Store,
    VType,
)
from rulewright.interpreter.program.scope import Exhausted, Scope, Typed, fail
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast


class Acts(Expressions):
    """The lowering of deeds. `target` takes the effects of the block being filled."""

    def prepare(self) -> None:
        """Start with one empty block."""
        self.straight = False  # inside a body that reaches no node, so locals live to its end
        self.blocks: list[Block] = []
        self.numbers: dict[int, int] = {}  # the number of each block, by its identity
        self.nodes: list[Node] = []
        self.doing: list[str] = []
        self.block = self.new_block()
        self.target: list[Effect] = self.block.effects
        self.in_end = False
        self.end_refs: ast.Refs = ()  # the rules of the `end` being lowered
        self.open: list[Field] = []  # frame fields in use around the present statement
        self.turn_end: Block | None = None  # where `the turn ends` goes on

    @contextmanager
    def collecting(self) -> Iterator[None]:
        """Note what is wrong inside and go on behind it, so that all errors are found."""
        kept = (self.block, self.target, self.straight, self.decider, self.in_end, self.end_refs)
        doing, inside = list(self.doing), list(self.inside)
        try:
            yield
        except Exhausted:
            raise
        except RulesError as error:
            self.problems.extend(error.diagnostics)
            (self.block, self.target, self.straight, self.decider, self.in_end,
             self.end_refs) = kept
            self.doing[:], self.inside[:] = doing, inside

    def new_block(self, params: tuple[str, ...] = ()) -> Block:
        block = Block(params=params)
        self.numbers[id(block)] = len(self.blocks)
        self.blocks.append(block)
        return block

    def enter(self, block: Block) -> None:
        """Fill this block from now on."""
        self.block, self.target = block, block.effects

    def number_of(self, block: Block) -> int:
        return self.numbers[id(block)]

    def go(self, block: Block) -> None:
        """End the current block by going on at another."""
        self.block.exit = Goto(self.number_of(block))

    def emit(self, effect: Effect) -> None:
        self.target.append(effect)

    def _frame_field(self, name: str, kind: VType, first: int) -> Field:
        made = self.add_field("frame", "", name, (), kind, [first])
        self.open.append(made)
        return made

    def _close(self, span: Span, made: Field) -> None:
        """Empty a frame field that is no longer needed."""
        self.emit(Store(span, (), made.id, (), Const(made.first[0])))
        self.open.remove(made)

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
            board = self.pieces[piece.type.piece].board
            origin = self.save_to_temporary(piece, act.span)
            self._empty(act, refs, board, origin, piece.type.none)
            return scope
        return self._move(act, refs, scope, piece, things[1])

    def _put(self, act: ast.Act, refs: ast.Refs, scope: Scope, place: Typed | None) -> Scope:
        new = act.objects[0]
        assert isinstance(new, ast.Pick) and isinstance(new.set, ast.NounSet)
        noun = new.set.noun
        if noun not in self.pieces or new.set.owner is None:
            message = f"say whose piece is put: `put a {noun} of the player on …`"
            raise fail("put", message, act.span)
        piece = self.pieces[noun]
        cells = self.grids[piece.board].cells
        if place is None or place.type.domain != cells:
            raise fail("put", f"a {noun} is put on a {cells.noun}", act.span)
        owner = self._player(new.set.owner, scope)
        code = op("+", owner, Const(piece.code * self.domains["player"].size))
        cell = self.save_to_temporary(place, act.span)
        self._empty(act, refs, piece.board, cell, place.type.none)
        board = self.occupants[piece.board]
        self.emit(Store(act.span, refs, board.id, (cell,), code))
        for category, name in new.set.adjectives:
            self._give(act, refs, noun, cell, category, name)
        return scope.bind(noun, None, Typed(cell, VType("thing", domain=cells, piece=noun)))

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

    def _empty(
        self, act: ast.Act, refs: ast.Refs, board: str, cell: E, check: bool = False
    ) -> None:
        """Take away what stands on a cell, with all that is known of it."""
        occupant = self.occupants[board]
        self.emit(Store(act.span, refs, occupant.id, (cell,), NONE, check_index=check))
        for piece in self.pieces.values():
            if piece.board == board:
                for made in self._own_fields(piece.noun):
                    first = Const(made.first[0])
                    self.emit(Store(act.span, (), made.id, (cell,), first))

    def save_to_temporary(self, thing: Typed, span: Span) -> E:
        """The thing as an expression that stays the same while effects change the state."""
        e = thing.e
        if isinstance(e, (Local, Const)) or (
            isinstance(e, Load) and not e.index and self.fields[e.field].group == "frame"
        ):
            return e
        if self.straight or self.target is not self.block.effects:
            var = self.fresh("kept")
            self.emit(Let(span, (), var, e))
            return Local(var)
        kind = VType("int", -1, max(0, thing.type.most))
        made = self._frame_field(self.fresh("kept"), kind, -1)
        self.emit(Store(span, (), made.id, (), e))
        return Load(made.id)

    def _move(
        self, act: ast.Act, refs: ast.Refs, scope: Scope, piece: Typed, place: Typed | None
    ) -> Scope:
        noun = piece.type.piece
        assert noun is not None
        board = self.pieces[noun].board
        occupant = self.occupants[board]
        if place is None or place.type.domain != piece.type.domain:
            raise fail("move", f"a {noun} is moved to a cell of its board", act.span)
        origin = self.save_to_temporary(piece, act.span)
        target = self.save_to_temporary(place, act.span)
        outer, self.target = self.target, []
        self._empty(act, refs, board, target, place.type.none)
        here = Load(occupant.id, (origin,))
        self.emit(Store(act.span, refs, occupant.id, (target,), here,
                        check_value=piece.type.none))
        for made in self._own_fields(noun):
            self.emit(Store(act.span, (), made.id, (target,), Load(made.id, (origin,))))
        self._empty(act, (), board, origin, piece.type.none)
        body, self.target = tuple(self.target), outer
        self.emit(IfDo(act.span, (), op("!=", origin, target), body, ()))
        moved = Typed(target, VType("thing", domain=piece.type.domain, piece=noun))
        left = Typed(origin, VType("thing", domain=piece.type.domain))
        renamed = Scope()
        for bound in reversed(scope.entries()):
            value = moved if bound.value == piece else bound.value
            renamed = renamed.bind(bound.noun, bound.name, value, bound.subject)
        return renamed.bind(noun, None, moved).bind("origin", "origin", left)

    def _player(self, expr: ast.Expr, scope: Scope) -> E:
        kind = VType("thing", domain=self.domains["player"])
        typed = self.value(expr, scope, kind)
        if typed.type.domain != kind.domain or typed.type.words:
            raise fail("type", "a player is needed here", expr.span)
        if typed.type.none:
            raise fail("nothing", f"`{expr.span.text}` may be none, and then there is no player",
                       expr.span, "write `for each player P, if P is …,` and say it of P")
        return typed.e

    def _store(
        self, s: ast.Stmt, made: Field, index: tuple[Typed, ...], value: E, kind: VType
    ) -> None:
        """Store a value of a type, with the checks that its type and the index make needful."""
        outside = kind.least < made.type.least or kind.most > made.type.most
        if outside and isinstance(value, Const):
            outside = not made.type.least <= value.value <= made.type.most
            if outside:
                raise fail("bound", f"the {made.name} cannot become {value.value}", s.span)
        self.emit(Store(s.span, s.refs, made.id, tuple(t.e for t in index), value, outside,
                        any(t.type.none for t in index)))

    def _place(self, target: ast.Expr, scope: Scope) -> tuple[Field, tuple[Typed, ...]]:
        """The field and index that an assignment changes."""
        if isinstance(target, ast.Call) and len(target.args) == 2:
            args = tuple((word, self.value(arg, scope)) for word, arg in target.args)
            pair = self.pair_of(target.name, args)
            if pair is not None:
                return pair, tuple(thing for _, thing in args)
        elif isinstance(target, ast.Call):
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
                    return made, (() if noun in ("game", "turn") else (thing,))
                if target.name == "owner" and thing.type.piece:
                    kinds = [p for p in self.pieces.values()
                             if p.board == self.pieces[thing.type.piece].board]
                    if len(kinds) == 1:
                        board = self.occupants[kinds[0].board]
                        owner_kind = VType("thing", domain=self.domains["player"])
                        return _retyped(board, owner_kind), (thing,)
        raise fail("target", f"`{target.span.text}` is not something that can change", target.span,
                   "only a declared attribute can become something else")


def _retyped(made: Field, kind: VType) -> Field:
    return Field(made.id, made.group, made.owner, made.name, made.dims, kind, made.first,
                 made.offset)

