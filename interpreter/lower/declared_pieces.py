"""From declarations of pieces with a number and of zones to their domains and places."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.ir import ALL_SEE, NOBODY_SEES, Domain, Group, SeenBy
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.model.places import BOX, THE_BOX, ZONES, Numbered, Zone, place_type
from rulewright.interpreter.model.symbols import SymbolTable
from rulewright.interpreter.syntax import ast

MAX_PIECES = 4096


def declare_pieces(context: Context, piece: ast.Piece) -> None:
    """The domain of a piece noun with a number: its pieces, those of each player together."""
    symbols = context.symbols
    assert piece.number is not None
    amount = context.constant(piece.number)
    if piece.each and piece.owner is None:
        raise error("piece", "`each` says how many each player has, and these pieces are of nobody",
                    piece.span, f"write `piece {piece.noun} of a player: {amount} each`")
    if piece.owner is not None and not piece.each:
        raise error("piece", "it is not said how many each player has", piece.span,
                    f"write `piece {piece.noun} of a player: {amount} each`")
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
                    piece.number.span)
    symbols.domains[piece.noun] = Domain(piece.noun, labels)


def declare_numbered(context: Context) -> None:
    """The zones, and where the pieces with a number are: at first in the box."""
    symbols = context.symbols
    pieces = [piece for _, piece in context.active(ast.Piece)
              if piece.number is not None and piece.noun in symbols.domains]
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
            _zone(symbols, zone, labels)
    symbols.zone = Domain(ZONES, tuple(labels))
    for piece in pieces:
        with context.collecting():
            if piece.noun not in symbols.numbered:
                _places(context, piece, symbols.zone)
    _require_no_circle(symbols, pieces)


def _zone(symbols: SymbolTable, zone: ast.Zone, labels: list[str]) -> None:
    if zone.owner is not None and zone.owner in symbols.pieces:
        raise error("zone", f"a {zone.owner} is known by its place, and has no zone", zone.span)
    owners = ("",) if zone.owner is None else symbols.domain(zone.owner, zone.span).labels
    for noun in zone.nouns:
        if noun not in symbols.domains or noun in (zone.owner, "player", "direction"):
            raise error("zone", f"`{noun}` is no piece with a number, and cannot be in a zone",
                        zone.span, f"say how many there are: `piece {noun}: 20`")
    if zone.seen_by not in (SeenBy.ALL, SeenBy.NOBODY) and zone.seen_by != "that player":
        raise error("seen-only", "only a player can be the one who sees it", zone.span,
                    "write `seen by nobody`, or let it be a zone of each player")
    if zone.seen_by == "that player" and zone.owner != "player":
        raise error("seen-only", "it is not said which player sees it", zone.span,
                    f"write `zone {zone.names[0]} of a player: …`, or `seen by nobody`")
    for name in zone.names:
        symbols.zones[name] = Zone(name, zone.owner, len(labels), len(owners), zone.nouns,
                                   zone.seen_by)
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
    seers = tuple(_seers(symbols)) + (ALL_SEE,) * (sum(d.size for d in domains[1:]))
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


def _seers(symbols: SymbolTable) -> Iterator[int]:
    """Who sees what is in each zone."""
    yield ALL_SEE
    for zone in symbols.zones.values():
        for owner in range(zone.size):
            if zone.seen_by == SeenBy.ALL:
                yield ALL_SEE
            else:
                yield NOBODY_SEES if zone.seen_by == SeenBy.NOBODY else owner


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
