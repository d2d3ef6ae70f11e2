"""From declarations of pieces with a number and of zones to their domains and places."""

from __future__ import annotations

import re
from collections.abc import Collection

from rulewright.interpreter.diagnostics import RulesError, error
from rulewright.interpreter.ir import (
    ALL_SEE,
    NOBODY_SEES,
    Const,
    Domain,
    Group,
    SeenBy,
    inlined,
)
from rulewright.interpreter.lower.complements import adjective, preposition
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.typed import Typed
from rulewright.interpreter.model.places import BOX, THE_BOX, ZONES, Numbered, Zone, place_type
from rulewright.interpreter.model.symbols import SymbolTable
from rulewright.interpreter.syntax import ast

MAX_PIECES = 4096


def _of_a_player(piece: ast.Piece, amount: int) -> str:
    """How a noun for so many pieces of each player is declared, with what else its line says."""
    said = piece.span.text
    at = said.find(":")
    head = re.sub(r"\s+of a player$", "", said[:at].rstrip())
    behind = re.match(r"\s*\S+(?: each)?(?=,|$)", said[at + 1 :])
    if at < 0 or behind is None:
        return f"write `piece {piece.noun} of a player: {amount} each`"
    return f"write `{head} of a player: {amount} each{said[at + 1 + behind.end():]}`"


def declare_pieces(context: Context, piece: ast.Piece) -> None:
    """The domain of a piece noun with a number: its pieces, those of each player together."""
    symbols = context.symbols
    amount = (sum(row.number for row in piece.rows) if piece.number is None
              else context.constant(piece.number))
    if piece.each and piece.owner is None:
        raise error("piece", "`each` says how many each player has, and these pieces are of nobody",
                    piece.span, _of_a_player(piece, amount))
    if piece.owner is not None and not piece.each:
        raise error("piece", "it is not said how many each player has", piece.span,
                    _of_a_player(piece, amount))
    players = symbols.players.labels
    if piece.owner is None:
        labels = tuple(f"{piece.noun} {n}" for n in range(1, amount + 1))
    elif amount == 1:
        labels = tuple(f"{player} {piece.noun}" for player in players)
    else:
        labels = tuple(f"{player} {piece.noun} {n}" for player in players
                       for n in range(1, amount + 1))
    if not 1 <= len(labels) <= MAX_PIECES:
        raise error("piece", f"there are 1 to {MAX_PIECES} pieces of a noun, not {len(labels)}",
                    piece.span if piece.number is None else piece.number.span)
    symbols.domains[piece.noun] = Domain(piece.noun, labels)


def declare_numbered(context: Context) -> None:
    """The zones, and where the pieces with a number are: at first in the box."""
    symbols = context.symbols
    pieces = [piece for _, piece in context.active(ast.Piece)
              if piece.numbered and piece.noun in symbols.domains]
    zones = [zone for _, zone in context.active(ast.Zone)]
    for zone in zones:
        with context.collecting():
            if not pieces:
                raise error("zone", "only pieces with a number can be in a zone", zone.span,
                            f"write `piece {zone.nouns[0]}: 20`")
    if not pieces:
        return
    labels = [BOX]
    for zone in zones:
        with context.collecting():
            _zone(context, zone, labels, {piece.noun for piece in pieces})
    symbols.zone = Domain(ZONES, tuple(labels))
    for piece in pieces:
        with context.collecting():
            if piece.noun not in symbols.numbered:
                _places(context, piece, symbols.zone)
    _require_no_circle(symbols, pieces)


def _zone(
    context: Context, zone: ast.Zone, labels: list[str], pieces: Collection[str]
) -> None:
    symbols = context.symbols
    if zone.owner is not None and zone.owner in symbols.pieces:
        raise error("zone", f"a {zone.owner} is known by its place, and has no zone", zone.span)
    owners = ("",) if zone.owner is None else symbols.domain(zone.owner, zone.span).labels
    for noun in zone.nouns:
        if noun not in pieces or noun == zone.owner:
            raise error("zone", f"`{noun}` is no piece with a number, and cannot be in a zone",
                        zone.span, f"say how many there are: `piece {noun}: 20`"
                        if noun in symbols.pieces or noun not in symbols.domains else
                        f"what lies in a zone is declared by `piece NAME: 20`; of a {noun}, which "
                        f"lies nowhere, a quality tells where it belongs: `each {noun} can be …`")
    seers = tuple(_seers(context, zone, owner) for owner in range(len(owners)))
    for name in zone.names:
        symbols.zones[name] = Zone(name, zone.owner, len(labels), len(owners), zone.nouns,
                                   seers)
        labels += (f"{name} of {owner}" if owner else name for owner in owners)


def _places(context: Context, piece: ast.Piece, zones: Domain) -> None:
    symbols = context.symbols
    for noun in piece.nouns:
        if noun not in symbols.domains or symbols.board_of(symbols.domains[noun]) is not None:
            hint = next((f"write `on {name}`" for name, board in symbols.boards.items()
                         if board.noun == noun), f"say how many there are: `piece {noun}: 20`")
            raise error("piece", f"`{noun}` is no piece with a number that a {piece.noun} could be "
                        "on", piece.span, hint)
    domains = (zones, *(symbols.boards[name].cells for name in piece.boards),
               *(symbols.domains[noun] for noun in piece.nouns))
    for noun in piece.several:
        if noun not in {domain.noun for domain in domains}:
            raise error("piece", f"a {piece.noun} is on no {noun}", piece.span,
                        "say on what it can be: `on BOARD`")
    firsts = [sum(d.size for d in domains[:n]) for n in range(len(domains))]
    own = symbols.domains[piece.noun]
    seers = (ALL_SEE, *(seen for zone in symbols.zones.values() for seen in zone.seers),
             *[ALL_SEE] * sum(d.size for d in domains[1:]))
    if set(seers) == {ALL_SEE}:
        seers = ()
    at = context.layout.add(Group.PLACE, piece.noun, "at", (own,), place_type(piece.noun, domains),
                            [THE_BOX] * own.size, span=piece.span, seers=seers)
    owners = None
    if piece.owner is not None:
        players = symbols.players.size
        each = own.size // players
        owners = tuple(n // each for n in range(own.size))
    symbols.numbered[piece.noun] = Numbered(
        piece.noun, own, owners, tuple(zip(domains, firsts, strict=True)),
        frozenset(piece.several), at)


def _seers(context: Context, zone: ast.Zone, owner: int) -> int:
    """The players who see into a zone of an owner."""
    said = zone.seen_by
    if said == SeenBy.ALL:
        return ALL_SEE
    if said == SeenBy.NOBODY:
        return NOBODY_SEES
    if said != "that player" and not isinstance(said, ast.Seers):
        raise error("seen-only", "only a player can be the one who sees it", zone.span,
                    "write `seen by nobody`, or let it be a zone of each player")
    if zone.owner != "player":
        raise error("seen-only", "it is not said which player sees it", zone.span,
                    f"write `zone {zone.names[0]} of a player: …`, or `seen by nobody`")
    if not isinstance(said, ast.Seers):
        return 1 << owner
    return sum(1 << seat for seat in range(context.symbols.players.size)
               if _is_seer(context, said, seat, owner))


def _is_seer(context: Context, said: ast.Seers, seat: int, owner: int) -> bool:
    """Whether a player is one of those who see into the zones of another."""
    one, other = (Typed(Const(player), context.symbols.player) for player in (seat, owner))
    if said.word == "other":
        return seat != owner
    try:
        known = inlined(adjective(context, one, said.word, said, Scope(), ()).test
                        if said.said == "adjective"
                        else preposition(context, one, said.word, other, said, ()).test)
    except RulesError:  # it speaks of what players have, which is declared later
        known = None
    if not isinstance(known, Const):
        raise error("seen-only", "who sees into a zone must be fixed before play", said.span,
                    "let it be about seats only, as in `a player is beside a player P if it is "
                    "P's next player`")
    return bool(known.value)


def _require_no_circle(symbols: SymbolTable, pieces: list[ast.Piece]) -> None:
    """Nouns do not lie on each other in a circle; one may lie on itself."""
    below = {piece.noun: {noun for noun in piece.nouns if noun != piece.noun} for piece in pieces}
    for piece in pieces:
        seen, todo = set[str](), [piece.noun]
        while todo:
            for noun in below.get(todo.pop(), ()):
                if noun == piece.noun:
                    raise error("piece", f"a {piece.noun} could be on something that is on a "
                                f"{piece.noun}", piece.span, "let one of them be on a board only")
                if noun not in seen:
                    seen.add(noun)
                    todo.append(noun)
