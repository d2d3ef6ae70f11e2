"""What can be asked of pieces with a number: where they are, what is on what, whose they are."""

from __future__ import annotations

from functools import cache

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.ir import (
    Const,
    E,
    Shift,
    Table,
    VType,
    comp,
    fresh,
    load,
    lookup,
    one_of,
    op,
    or_none,
    shift,
)
from rulewright.interpreter.lower.typed import Typed, asked_of, if_there
from rulewright.interpreter.model.places import BOX, THE_BOX, Numbered
from rulewright.interpreter.model.symbols import SymbolTable
from rulewright.interpreter.model.topology import Grid
from rulewright.interpreter.model.types import listed, noun_of
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax.words import plural


def numbered(symbols: SymbolTable, thing: Typed) -> Numbered | None:
    """The noun of a thing that is a piece with a number."""
    return None if thing.type.kind != "thing" else symbols.numbered.get(noun_of(thing.type))


def place_of(kind: Numbered, thing: Typed) -> E | None:
    """A zone, cell or piece as a place of the pieces of a noun; None if they cannot be there."""
    first = kind.first(thing.type.domain)
    if first is None or thing.type.words or thing.type.kind != "thing" or thing.type.piece:
        return None
    return shift(thing.e, first, kind.at.type)


def is_at(kind: Numbered, piece: E, there: E) -> E:
    """Whether a piece is at a place."""
    return op("==", load(kind.at, piece), there)


def on_what(kind: Numbered, piece: Typed, what: VType) -> Typed:
    """The cell, piece or zone of a type where a piece is; none if it is elsewhere."""
    first = kind.first(what.domain)
    assert first is not None and what.domain is not None
    table = _part(first, what.domain.size, kind.places)
    return Typed(lookup(table, or_none(what), load(kind.at, piece.e)), or_none(what),
                 asked_of(piece))


@cache
def _part(first: int, size: int, places: int) -> Table:
    """Of places, the thing of a domain that each is, or none: a domain may be a board without edge,
    of tens of thousands of cells."""
    rest = places - first - size
    return Table((*(-1,) * first, *range(size), *(-1,) * rest), (places,), -1)


def cell_of(symbols: SymbolTable, thing: Typed) -> Typed:
    """The cell where a piece with a number stands, if it is one; other things as they are."""
    kind = numbered(symbols, thing)
    if kind is None:
        return thing
    cells = symbols.cells_for(kind)
    return thing if len(cells) != 1 else on_what(kind, thing, VType("thing", domain=cells[0]))


def piece_at(kind: Numbered, thing: Typed, said: str, span: Span) -> Typed:
    """The piece of a noun on a cell or piece; none if there is none."""
    there = place_of(kind, thing)
    assert there is not None
    on = noun_of(thing.type)
    if on in kind.several:
        many = plural(kind.noun)
        raise error("several", f"`{said}` is not clear: several {many} can be on one {on}", span,
                    f"write `any {kind.noun} on …` if it does not matter which, or `{many} on …` "
                    "with `for each` or `the number of`")
    var = fresh(kind.noun, kind.type)
    e = comp("first", var, if_there(asked_of(thing), is_at(kind, var, there)))
    return Typed(e, or_none(kind.type), asked_of(thing))


def piece_of_player(kind: Numbered, player: Typed, span: Span) -> Typed:
    """The one piece of a noun that a player has."""
    if not kind.one_each:
        has = "nobody has one of his own" if kind.owners is None else "a player has several"
        raise error("several", f"`{span.text}` is not clear: {has}", span,
                    f"say which is meant: `any {kind.noun} …`, or where it is")
    own = VType("thing", domain=kind.domain, none=player.type.none)
    return Typed(shift(player.e, 0, own), own, asked_of(player))


def owner(symbols: SymbolTable, kind: Numbered, piece: Typed) -> Typed | None:
    """The player to whom a piece belongs."""
    if kind.owners is None:
        return None
    table = Table(kind.owners, (len(kind.owners),), -1)
    own = or_none(symbols.player) if piece.type.none else symbols.player
    found = or_none(symbols.player) if piece.e.type.none else own  # a piece put may have been none
    return Typed(lookup(table, found, piece.e), own, asked_of(piece))


def has_noun(symbols: SymbolTable, noun: str, thing: Typed) -> bool:
    """Whether `X's NOUN` says something, where one of the two is a piece with a number."""
    own, asked = numbered(symbols, thing), symbols.numbered.get(noun)
    if own is not None and any(domain.noun == noun for domain, _ in own.parts):
        return True
    return asked is not None and (
        thing.type.domain == symbols.players or place_of(asked, thing) is not None)


def noun_of_numbered(
    symbols: SymbolTable, noun: str, thing: Typed, span: Span
) -> Typed | None:
    """`X's NOUN`, where X or what the noun names is a piece with a number."""
    own, asked = numbered(symbols, thing), symbols.numbered.get(noun)
    if own is not None:
        what = next((domain for domain, _ in own.parts if domain.noun == noun), None)
        if what is not None and what.noun in symbols.domains:
            return on_what(own, thing, one_of(what))
    if asked is None:
        return None
    if thing.type.domain == symbols.players and not thing.type.words:
        return piece_of_player(asked, thing, span)
    return None if place_of(asked, thing) is None else piece_at(asked, thing, span.text, span)


def zone_of(symbols: SymbolTable, name: str, thing: Typed | None) -> Typed | None:
    """`the NAME`, `X's NAME`: a zone as a thing."""
    if symbols.zone is None:
        return None
    kind = one_of(symbols.zone)
    zone = symbols.zones.get(name)
    if thing is None:
        if zone is None and name == BOX:
            return Typed(Const(THE_BOX), kind)
        return Typed(Const(zone.first), kind) if zone and zone.owner is None else None
    if zone is None or zone.owner != noun_of(thing.type) or thing.type.words:
        return None
    return Typed(shift(thing.e, zone.first, kind),
                 or_none(kind) if thing.type.none else kind, asked_of(thing))


def in_zone(symbols: SymbolTable, piece: Typed, zone: Typed, span: Span) -> E:
    """Whether a piece is in a zone."""
    kind = numbered(symbols, piece)
    if kind is None:
        raise error("zone", "only pieces with a number can be in a zone", span)
    require_held(symbols, kind, zone, span)
    there = place_of(kind, zone)
    if there is None:
        raise error("zone", f"a {kind.noun} cannot be `{span.text}`", span,
                    f"`{plural(kind.noun)}` alone are those in play, which are not in the box; the "
                    f"others are `{plural(kind.noun)} in the box`")
    return if_there(asked_of(zone), is_at(kind, piece.e, there))


def require_held(symbols: SymbolTable, kind: Numbered, zone: Typed, span: Span) -> None:
    """Refuse a zone that no piece of the noun can be in."""
    e = zone.e
    at = e.value if isinstance(e, Const) else e.by if isinstance(e, Shift) else THE_BOX
    for known in symbols.zones.values():
        if known.first <= at < known.first + known.size and kind.noun not in known.nouns:
            raise error("zone", f"no {kind.noun} can be in {known.name}", span,
                        f"the zone holds {listed(tuple(map(plural, known.nouns)), 'and')}")


def held_by(symbols: SymbolTable, zone: Typed) -> list[E]:
    """For each noun of pieces that can be in a zone, whether one is."""
    e = zone.e
    at = e.value if isinstance(e, Const) else e.by if isinstance(e, Shift) else THE_BOX
    known = next((z for z in symbols.zones.values() if z.first <= at < z.first + z.size), None)
    tests = []
    for kind in symbols.numbered.values():
        there = place_of(kind, zone)
        if there is not None and (known is None or kind.noun in known.nouns):
            var = fresh(kind.noun, kind.type)
            tests.append(comp("any", var, is_at(kind, var, there)))
    return tests


def in_the_way(kind: Numbered, piece: E, there: E) -> E:
    """The piece of a noun, other than one of them, that is at a place."""
    var = fresh(kind.noun, kind.type)
    return comp("first", var, op("and", op("!=", var, piece), is_at(kind, var, there)))


def has_pieces(symbols: SymbolTable, board: Grid) -> bool:
    """Whether any pieces can be on a board."""
    return board.name in symbols.occupants or bool(symbols.numbered_on(board.cells))


def piece_on(symbols: SymbolTable, thing: Typed) -> list[E]:
    """For each noun of pieces with a number that can be on a cell or piece, whether one is."""
    tests = []
    for kind in symbols.numbered_on(thing.type.domain):
        there = place_of(kind, thing)
        assert there is not None
        var = fresh(kind.noun, kind.type)
        tests.append(comp("any", var, is_at(kind, var, there)))
    return tests
