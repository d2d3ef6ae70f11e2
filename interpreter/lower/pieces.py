"""Lowering what is done with pieces: put, move, remove.

A piece is known by its cell; moving it carries its attributes along and leaves the cell as it was
at first, so that equal positions are equal states.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.ir import (
    NONE,
    TRUE,
    Const,
    Domain,
    E,
    IfDo,
    Store,
    VType,
    cond,
    load,
    op,
    shift,
)
from rulewright.interpreter.lower import moving
from rulewright.interpreter.lower.before import Moment
from rulewright.interpreter.lower.blocks import BlockBuilder, statement_of
from rulewright.interpreter.lower.boards import cells_of, on_board
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.ends import checking_ends
from rulewright.interpreter.lower.loops import done_to_each
from rulewright.interpreter.lower.numbered import numbered
from rulewright.interpreter.lower.players import player
from rulewright.interpreter.lower.reference import it, one_of, one_thing
from rulewright.interpreter.lower.scope import Bound, Scope
from rulewright.interpreter.lower.several import several_in
from rulewright.interpreter.lower.typed import Typed, single
from rulewright.interpreter.model.types import member
from rulewright.interpreter.syntax import ast


@statement_of(ast.Effect)
def _effect(build: BlockBuilder, s: ast.Effect, scope: Scope) -> Scope:
    moment = Moment(build.behind, choice=False)
    if _done_to_each(build, s, scope):
        return scope
    with checking_ends(build):
        return act(build, s.act, s.refs, scope, {}, moment)


def _done_to_each(build: BlockBuilder, s: ast.Effect, scope: Scope) -> bool:
    """Whether several pieces are removed, or one is put on each of several cells."""
    *before, last = s.act.objects
    if s.act.kind == "move":
        first, place = s.act.objects
        if not _several_numbered(build.context, first):
            _require_one_moved(s.act)
            return False
        return done_to_each(build, s, first, scope, lambda one: replace(
            s, act=replace(s.act, objects=(one, place))))
    return done_to_each(build, s, last, scope, lambda one: replace(
        s, act=replace(s.act, objects=(*before, one))))


def _several_numbered(context: Context, what: ast.NounPhrase) -> bool:
    """Whether several pieces with a number are spoken of."""
    several = several_in(what)
    return several is not None and _are_numbered(context, several.quantified.set)


def _require_one_moved(deed: ast.Act) -> None:
    """Pieces that move together could land on one another."""
    piece, place = deed.objects
    several = several_in(piece)
    if several is not None and isinstance(several.quantified.set, ast.NounSet):
        to = place.span.text
        raise error(
            "each", "they move one after another, and one could land on another, which would be "
            "lost", deed.span, "move each only where nothing stands: `for each "
            f"{one_of(several.quantified.set)}, if {to} is empty, move it to {to}`",
        )


def act(
    build: BlockBuilder, deed: ast.Act, refs: ast.Refs, scope: Scope, chosen: Mapping[int, Typed],
    moment: Moment, before: Scope | None = None,
) -> Scope:
    """Put, move, remove (choosing does nothing by itself); `chosen` are the things among its
    objects that the player chose, `moment` is the one before. Its first object is read as what
    stands `before` the things that are chosen: in `move it to a cell`, `it` is not that cell.
    Returns the scope in which the lines below are read."""
    if deed.kind == "choose":
        return scope.later(moment.early(build, deed, scope))
    context = build.context
    things = [
        chosen.get(i) or (_thing(context, t, scope if i else before or scope, deed, i)
                          if isinstance(t, ast.Expr) else None)
        for i, t in enumerate(deed.objects)
    ]
    if len(things) > 1 and things[1] is not None:
        single(things[1], deed.objects[1].span)
    if deed.kind == "put":
        new = deed.objects[0]
        if isinstance(new, ast.Pick) and _are_numbered(context, new.set):
            assert things[1] is not None
            return moving.put(build, deed, refs, scope, things[1], moment)
        return _put(build, deed, refs, scope, things[1], moment)
    piece = things[0]
    if piece is not None:
        rest = "" if deed.kind == "remove" else f" to {deed.objects[1].span.text}"
        one_thing(piece, deed.objects[0], f"{deed.kind} {{}}{rest}", deed.span)
    if piece is not None and numbered(context.symbols, piece) is not None:
        return moving.moved(build, deed, refs, scope, piece, tuple(things[1:]), moment)
    if piece is None or piece.type.piece is None:
        _require_meant(context, deed, scope)
        raise error("piece", f"only a piece can be {deed.kind}d", deed.span,
                    _of_number(deed, piece) or _no_piece(context, deed) or _what_becomes(deed))
    if deed.kind == "remove":
        board = context.symbols.pieces[piece.type.piece].board
        gone = Typed(build.keep(piece, deed.span), replace(piece.type, piece=None))
        early = moment.early(build, deed, scope, gone)
        _empty(build, deed, refs, board, gone.e)
        return scope.later(early).without_piece(gone.e, deed.span)
    return _move(build, deed, refs, scope, piece, piece.type.piece, things[1], moment)


def _require_meant(context: Context, deed: ast.Act, scope: Scope) -> None:
    """Where `it`, which is no piece here, stands for the piece of a line further out: what it is,
    and how that piece is called."""
    what = deed.objects[0]
    if not isinstance(what, ast.It):
        return
    is_it = next((b.noun for b in scope.its()), None)
    piece = next((b for b in scope.entries() if b.value is not None and b.value.type.kind == "thing"
                  and (b.value.type.piece or numbered(context.symbols, b.value))), None)
    if is_it is None or piece is None or not piece.noun:
        return
    raise error("piece", f"`it` is the {is_it} here, and only a piece can be {deed.kind}d",
                what.span, f"write `{piece.name or f'the {piece.noun}'}`")


def _are_numbered(context: Context, things: ast.Node) -> bool:
    """Whether the members of a set are pieces with a number."""
    return isinstance(things, ast.NounSet) and things.noun in context.symbols.numbered


def _of_number(deed: ast.Act, thing: Typed | None) -> str | None:
    """How so much is said to go from one to another."""
    if thing is None or thing.type.kind != "int" or deed.kind != "move":
        return None
    number, name = deed.objects[0].span.text, getattr(deed.objects[0], "name", "…")
    return (f"a number goes up here and down there, in two lines: `the {name} of … goes up by up "
            f"to {number}`, and then `{number} becomes 0`")


def _no_piece(context: Context, deed: ast.Act) -> str | None:
    """What leads on from an `it` that is no piece: the piece that is meant has a name."""
    if not isinstance(deed.objects[0], ast.It):
        return None
    line = deed.span.source.line(deed.span.line)
    nouns = [noun for noun in context.symbols.piece_nouns
             if re.search(rf"\b(?:the|an?) {re.escape(noun)}\b", line)]
    if not nouns:
        return None
    named = " or ".join(f"`the {noun}`" for noun in dict.fromkeys(nouns))
    return ("`it` is what the lines around speak of, a choice or a loop, and there it is no piece; "
            f"what this line itself speaks of is named again: {named}")


def _what_becomes(deed: ast.Act) -> str | None:
    """How the value of an attribute, which is no piece, is said to be another one."""
    what = deed.objects[0]
    if deed.kind != "move" or not isinstance(what, ast.Call):
        return None
    to = deed.objects[1]
    if isinstance(to, ast.Pick) and isinstance(to.set, ast.NounSet):
        return (f"write `choose {to.span.text}`, and below it `{what.span.text} becomes the "
                f"{to.set.noun}`")
    return f"write `{what.span.text} becomes {to.span.text}`"


def _thing(context: Context, expr: ast.Expr, scope: Scope, deed: ast.Act, at: int) -> Typed:
    """An object of what is done; the first one is a piece, the second one a cell."""
    if isinstance(expr, ast.It) and at == 0:
        return it(context, expr.span, scope, lambda thing: thing.type.piece is not None
                  or numbered(context.symbols, thing) is not None)
    if at == 1 and isinstance(expr, ast.Cell):
        expr = on_board(context.symbols, expr, *_cells_for(context, deed.objects[0], scope))
    return context.value(expr, scope)


def _cells_for(context: Context, piece: ast.Expr | ast.Pick, scope: Scope) -> tuple[Domain, ...]:
    """The things on which a piece can be that is put or moved."""
    if isinstance(piece, ast.Expr):
        return cells_of(context.symbols, context.value(piece, scope))
    noun = piece.set.noun if isinstance(piece.set, ast.NounSet) else ""
    kind = context.symbols.type_of(noun, piece.span) if noun else VType("int")
    return cells_of(context.symbols, Typed(NONE, kind))


def _put(
    build: BlockBuilder, deed: ast.Act, refs: ast.Refs, scope: Scope, place: Typed | None,
    moment: Moment,
) -> Scope:
    symbols, new = build.context.symbols, deed.objects[0]
    assert isinstance(new, ast.Pick) and isinstance(new.set, ast.NounSet)
    noun = new.set.noun
    if noun not in symbols.pieces or new.set.owner is None:
        whose = next((name for _, name in new.set.adjectives
                      if name in symbols.players.labels), "the player")
        rest = new.set.span.text.replace(f"{whose} ", "", 1)
        raise moving.not_said_whose(deed, rest, whose)
    piece, cells = symbols.pieces[noun], symbols.board_of_piece(noun).cells
    if place is None or place.type.domain != cells:
        raise error("put", f"a {noun} is put on a {cells.noun}", deed.span)
    owner = player(build.context, new.set.owner, scope)
    board = symbols.occupants[piece.board]
    code = shift(owner, piece.code * symbols.players.size, board.type)
    cell = build.keep(place, deed.span)
    early = moment.early(build, deed, scope, Typed(cell, place.type))
    _empty(build, deed, refs, piece.board, cell)
    build.emit(Store(deed.span, refs, board, (cell,), code))
    for category, name in new.set.adjectives:
        _give(build, deed, refs, noun, cell, category, name)
    there = Typed(cell, replace(place.type, piece=noun))
    build.done(op("==", load(board, cell), code), op("some", load(board, cell)))
    handled = Bound(noun, None, there, True, effect=True, span=deed.span)
    return scope.later(early).without_piece(cell, deed.span).add(handled)


def _give(
    build: BlockBuilder, deed: ast.Act, refs: ast.Refs, noun: str, cell: E, category: str,
    name: str,
) -> None:
    """A new piece's qualities and values: `put a crowned Man …`, `put a queen Chessman …`."""
    symbols = build.context.symbols
    quality = symbols.qualities.get((noun, name))
    if category == "ADJ" and quality is not None:
        build.emit(Store(deed.span, refs, quality, (cell,), TRUE))
        return
    for (owner, _), field in symbols.attributes.items():
        value = member(field.type, name)
        if owner == noun and value is not None:
            build.emit(Store(deed.span, refs, field, (cell,), Const(value)))
            return
    raise error("put", f"a new {noun} cannot be `{name}`", deed.span)


def _empty(build: BlockBuilder, deed: ast.Act, refs: ast.Refs, board: str, cell: E) -> None:
    """Take away what stands on a cell, with all that is known of it."""
    symbols = build.context.symbols
    build.emit(Store(deed.span, refs, symbols.occupants[board], (cell,), NONE))
    for piece in symbols.pieces_on(board):
        for field in symbols.fields_of(piece.noun):
            build.emit(Store(deed.span, (), field, (cell,), Const(field.first[0])))


def require_elsewhere(deed: ast.Act) -> None:
    """Nothing is moved to the cell that it is on, by those words: another one's is meant."""
    what, to = deed.objects[0], deed.objects[1]
    if isinstance(to, ast.NounOf):
        raise error("move", f"`{to.span.text}` is where `{what.span.text}` stands already",
                    to.span, f"say whose {to.noun} is meant; of a piece that was taken, `(the "
                    f"captured …'s {to.noun})`")


def _move(
    build: BlockBuilder, deed: ast.Act, refs: ast.Refs, scope: Scope, piece: Typed, noun: str,
    place: Typed | None, moment: Moment,
) -> Scope:
    symbols = build.context.symbols
    board = symbols.pieces[noun].board
    occupant = symbols.occupants[board]
    if place is None or place.type.domain != piece.type.domain:
        raise error("move", f"a {noun} is moved to a cell of its board", deed.span)
    if place.e == piece.e:
        require_elsewhere(deed)
    origin, target = build.keep(piece, deed.span), build.keep(place, deed.span)
    moved = op("!=", origin, target)
    left = Typed(origin, VType("thing", domain=piece.type.domain))
    captured = Typed(cond(moved, target, NONE), replace(left.type, none=True))
    before = scope.bind("origin", "origin", left)
    early = moment.early(build, deed, before, captured)
    here, there = load(occupant, origin), load(occupant, target)
    known = [fact.moved(here, there) for fact in build.context.facts.known]
    with build.gathering() as body:
        _empty(build, deed, refs, board, target)
        build.emit(Store(deed.span, refs, occupant, (target,), here))
        for field in symbols.fields_of(noun):
            build.emit(Store(deed.span, (), field, (target,), load(field, origin)))
        _empty(build, deed, (), board, origin)
    build.emit(IfDo(deed.span, (), moved, tuple(body), ()))
    build.done(op("some", there), *filter(None, known))
    stands = Typed(target, replace(place.type, piece=noun))
    scope = scope.later(early)
    if origin is not target:
        scope = scope.without_piece(target, deed.span)
    renamed = scope.mapped(
        lambda value: stands if value == piece else value)
    handled = Bound(noun, None, stands, True, effect=True, span=deed.span)
    return renamed.add(handled).bind("origin", "origin", left)
