"""Lowering what is done with pieces that have a number: put, move, remove, exchange.

Such a piece stays what it is wherever it is, so an act gives it another place and nothing else.
Where a place holds one piece of a noun, another one that is in the way goes back to the box; there
pieces are as they were at first.
"""

from __future__ import annotations

from rulewright.interpreter.diagnostics import RulesError, error
from rulewright.interpreter.ir import (
    NONE,
    Const,
    E,
    IfDo,
    Store,
    Table,
    VType,
    comp,
    cond,
    load,
    lookup,
    op,
    or_none,
)
from rulewright.interpreter.lower.before import Moment
from rulewright.interpreter.lower.blocks import BlockBuilder
from rulewright.interpreter.lower.ends import checking_ends
from rulewright.interpreter.lower.noting import note_added
from rulewright.interpreter.lower.numbered import (
    in_the_way,
    is_at,
    numbered,
    on_what,
    place_of,
    require_held,
)
from rulewright.interpreter.lower.scope import Bound, Scope
from rulewright.interpreter.lower.tables import within
from rulewright.interpreter.lower.typed import Typed
from rulewright.interpreter.model.places import THE_BOX, Numbered
from rulewright.interpreter.model.types import kind_text, listed, noun_of
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import with_article


def put(
    build: BlockBuilder, deed: ast.Act, refs: ast.Refs, scope: Scope, where: Typed, moment: Moment,
) -> Scope:
    """Take the first piece of a set from the box. Where none is left, play stops."""
    new = deed.objects[0]
    assert isinstance(new, ast.Pick) and isinstance(new.set, ast.NounSet)
    context = build.context
    kind = context.symbols.numbered[new.set.noun]
    _require_whose(build, new.set, kind, deed)
    members = context.members(new.set, scope, refs)
    unused = op("and", members.test, is_at(kind, members.var, Const(THE_BOX)))
    one = Typed(comp("first", members.var, unused), or_none(members.type))
    return moved(build, deed, refs, scope, one, (where,), moment)


def _require_whose(
    build: BlockBuilder, piece: ast.NounSet, kind: Numbered, deed: ast.Act
) -> None:
    """Refuse to put a piece of just any player: it would be one of the first player."""
    players = build.context.symbols.players.labels
    if piece.owner is not None or len(set(kind.owners or ())) < 2 or (
        any(name in players for _, name in piece.adjectives)
    ):
        return
    if build.turn_end is None:  # before the first turn there is no player to move yet
        raise not_said_whose(deed, piece.span.text, players[0], " (for one of them); of all it is "
                             "said below `for each player`")
    raise not_said_whose(deed, piece.span.text)


def not_said_whose(
    deed: ast.Act, piece: str, whose: str = "the player", more: str = ""
) -> RulesError:
    """The error for a piece that is put, where it could be anybody's."""
    return error("put", "it is not said whose piece is put", deed.span,
                 f"write `put {with_article(piece)} of {whose} on {deed.objects[1].span.text}`"
                 f"{more}")


def moved(
    build: BlockBuilder, deed: ast.Act, refs: ast.Refs, scope: Scope, piece: Typed,
    to: tuple[Typed | None, ...], moment: Moment,
) -> Scope:
    """Move a piece to a place, or (without one) remove it to the box."""
    symbols = build.context.symbols
    kind = numbered(symbols, piece)
    assert kind is not None
    there, where = _target(build, deed, kind, to)
    it = Typed(build.keep(piece, deed.span), piece.type)
    cells = symbols.cells_for(kind)
    if cells and deed.kind == "move":
        here = on_what(kind, it, VType("thing", domain=cells[0]))
        origin = Typed(build.keep(here, deed.span), here.type)
        scope = scope.bind("origin", "origin", origin)
    captured = None
    if _holds_several(build, kind, where):
        note_added(build.context, deed.span)
    else:
        captured = in_its_way(build, deed.span, kind, it.e, there)
    early = moment.early(build, deed, scope, captured)
    if captured is not None:
        clear(build, deed.span, refs, kind, captured)
    if where is None:
        to_the_box(build, deed.span, refs, kind, it.e)
        return scope.later(early)
    build.emit(Store(deed.span, refs, kind.at, (it.e,), there))
    build.done(is_at(kind, it.e, there))
    handled = Bound(kind.noun, None, Typed(it.e, kind.type), True,
                    effect=True, span=deed.span)
    return scope.later(early).add(handled)


def exchanged(build: BlockBuilder, s: ast.Exchange, scope: Scope) -> None:
    """Two pieces of a noun change places. What comes to the box is there as it was at first."""
    context = build.context
    pieces = [context.value(said, scope) for said in (s.one, s.other)]
    kind, other = (numbered(context.symbols, piece) for piece in pieces)
    if kind is None or kind is not other:
        raise error("piece", "two pieces of one noun change places, or two attributes their "
                    "values", s.span, "write `move … to …` for each of the two")
    if kind.first(kind.domain) is not None:
        raise error("piece", f"one {kind.noun} may lie on the other", s.span,
                    "write `move … to …` for each of the two")
    one, two = (build.keep(piece, s.span) for piece in pieces)
    # Where one is missing, the store of its place tells it.
    here, there = (build.keep(_held(kind, piece), s.span) for piece in (one, two))
    with checking_ends(build):
        for piece, to in ((one, there), (two, here)):
            build.emit(Store(s.span, s.refs, kind.at, (piece,), to))
            with build.gathering() as body:
                to_the_box(build, s.span, s.refs, kind, piece)
            build.emit(IfDo(s.span, (), op("==", to, Const(THE_BOX)), tuple(body), ()))


def _held(kind: Numbered, piece: E) -> Typed:
    """The place where a piece is; of none, the box."""
    at = cond(op("some", piece), load(kind.at, piece), Const(THE_BOX))
    return Typed(at, kind.at.type if at.type.least >= 0 else or_none(kind.at.type))


def _target(
    build: BlockBuilder, deed: ast.Act, kind: Numbered, to: tuple[Typed | None, ...]
) -> tuple[E, Typed | None]:
    """The place where a piece is to be; what is there, or None for the box."""
    where = to[0] if to else None
    if where is None:
        return Const(THE_BOX), None
    symbols, said = build.context.symbols, deed.objects[1].span
    kept = Typed(build.keep(where, said), where.type, where.of)
    if kept.e is NONE:
        noun = noun_of(where.type)
        raise error(
            "nothing", f"{with_article(kind.noun)} cannot be there: `{said.text}` is none", said,
            f"there is no such {noun}" if noun else None)
    there = place_of(kind, kept)
    if there is None:
        nouns = [domain.noun for domain, _ in kind.parts[1:]] or ["zone"]
        raise error(
            "piece", f"{with_article(kind.noun)} cannot be on {kind_text(where.type)}", said,
            f"it can be on {listed([with_article(noun) for noun in nouns], 'or')}, or in a zone")
    if where.type.domain == symbols.zone:
        require_held(symbols, kind, where, said)
    return within(symbols.board_of(where.type.domain), kept.e, there, said), kept


def _holds_several(build: BlockBuilder, kind: Numbered, where: Typed | None) -> bool:
    """Whether a place holds several pieces of a noun, as zones and the box do."""
    return where is None or where.type.domain == build.context.symbols.zone or (
        noun_of(where.type) in kind.several)


def in_its_way(build: BlockBuilder, span: Span, kind: Numbered, piece: E, there: E) -> Typed:
    """The other piece of the noun that is at a place, or none, as it was before anything changes.
    """
    e = in_the_way(kind, piece, there)
    return Typed(build.keep(Typed(e, or_none(kind.type)), span), or_none(kind.type))


def clear(build: BlockBuilder, span: Span, refs: ast.Refs, kind: Numbered, piece: Typed) -> None:
    """Put a piece that is in the way, if there is one, back into the box."""
    with build.gathering() as body:
        to_the_box(build, span, refs, kind, piece.e)
    build.emit(IfDo(span, (), op("some", piece.e), tuple(body), ()))


def to_the_box(
    build: BlockBuilder, span: Span, refs: ast.Refs, kind: Numbered, piece: E
) -> None:
    """Put a piece back into the box, as it was at first."""
    build.emit(Store(span, refs, kind.at, (piece,), Const(THE_BOX)))
    for field in build.context.symbols.fields_of(kind.noun):
        if field.fixed:
            continue
        first: E = Const(field.first[0])
        if len(set(field.first)) > 1:
            table = Table(field.first, (len(field.first),), field.first[0])  # the piece is there
            first = lookup(table, field.type, piece)
        build.emit(Store(span, (), field, (piece,), first))
