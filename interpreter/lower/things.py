"""What can be asked of a thing without a definition: its fields, its piece, what every game knows
of players and cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from rulewright.interpreter.diagnostics import RulesError, error
from rulewright.interpreter.ir import (
    NONE,
    Const,
    E,
    Field,
    Table,
    VType,
    cond,
    load,
    lookup,
    op,
    or_none,
    shift,
)
from rulewright.interpreter.ir.interned import changed
from rulewright.interpreter.lower.boards import whole_of
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.noting import note_attribute
from rulewright.interpreter.lower.numbered import noun_of_numbered, numbered, owner, zone_of
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.typed import Typed, asked_of
from rulewright.interpreter.model.symbols import SymbolTable
from rulewright.interpreter.model.types import WHOLES, kind_text, listed, member, noun_of
from rulewright.interpreter.records import record
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import with_article


@record
class Wording:
    """Words that say that a thing is something, and how they say it of an attribute by its name;
    `place` is where the word stands that says what."""

    span: Span
    of: Callable[[str], str]
    place: Span


Args = tuple[tuple[str, Typed], ...]  # what is asked of, each with the word before it


def element(field: Field, *index: Typed) -> Typed:
    """An attribute of a thing, or of two; of nothing, it is none, no or the least number."""
    kind = field.type
    if kind.kind == "thing" and any(thing.type.none for thing in index):
        kind = or_none(kind)
    return Typed(load(field, *(thing.e for thing in index)), kind, asked_of(*index))


def index_of(thing: Typed) -> tuple[Typed, ...]:
    """The index of the attributes of a thing: the thing, or nothing for the game and the turn."""
    return () if noun_of(thing.type) in WHOLES else (thing,)


def require_a_thing(thing: Typed, span: Span) -> None:
    """Refuse to ask something of a value that may be a word of a declaration beside things."""
    if thing.type.words and thing.type.domain:
        noun = noun_of(thing.type)
        raise error("meaning", f"`{span.text}`: this is asked of a {noun}, but it may be "
                    f"{listed(thing.type.words, 'or')}", span,
                    f"in a condition, `there is {with_article(noun)} X where (X is … and …)`, or "
                    f"`there is no {noun} X where (…)`, with `X` for it behind `and`; where "
                    f"something is done, `for each {noun} X, if X is …`")


def constant_function(values: tuple[int, ...], kind: VType, thing: Typed) -> Typed:
    """A value for each thing; of nothing, it is none or 0."""
    kind = of_nothing(kind) if thing.type.none else kind
    table = Table(values, (len(values),), -1 if kind.kind == "thing" else 0)
    return Typed(lookup(table, kind, thing.e), kind)


def of_nothing(kind: VType) -> VType:
    """The type of a value that is asked of a thing which may be none: then it is none, no or 0."""
    if kind.kind == "int":
        return changed(kind, low=min(0, kind.low), high=max(0, kind.high))
    return or_none(kind) if kind.kind == "thing" else kind


# ---- pieces --------------------------------------------------------------------------------------


def is_piece(symbols: SymbolTable, noun: str, cell: E) -> E:
    """Whether a piece of that noun stands on a cell."""
    piece = symbols.pieces[noun]
    here = load(symbols.occupants[piece.board], cell)
    players = symbols.players.size
    if len(symbols.pieces_on(piece.board)) == 1:
        return op("some", here)
    return op("in", here, Const(((1 << players) - 1) << piece.code * players))


def owner_of(symbols: SymbolTable, thing: Typed) -> Typed:
    """The owner of the piece on a cell, or none."""
    board = symbols.board_of(thing.type.domain)
    assert board is not None
    here = load(symbols.occupants[board.name], thing.e)
    players = symbols.players.size
    kinds = len(symbols.pieces_on(board.name))
    kind = or_none(symbols.player)
    if kinds == 1:
        return Typed(shift(here, 0, kind), kind)
    owners = Table(tuple(range(players)) * kinds, (kinds * players,), -1)
    return Typed(lookup(owners, kind, here), kind)


def noun_of_thing(symbols: SymbolTable, noun: str, thing: Typed, span: Span) -> Typed:
    """The piece on a cell, or none, and the cell of a piece."""
    known = noun_of_numbered(symbols, noun, thing, span)
    if known is not None:
        return known
    if noun in symbols.pieces:
        board = symbols.board_of_piece(noun)
        if thing.type.domain != board.cells:
            raise error("type", f"a {noun} stands on a {board.noun}", span)
        kind = VType("thing", domain=board.cells, none=True, piece=noun)
        return Typed(cond(is_piece(symbols, noun, thing.e), thing.e, NONE), kind, asked_of(thing))
    part = part_of_result(symbols, noun, thing)
    if part is not None:
        return part
    if thing.type.piece and thing.type.domain and thing.type.domain.noun == noun:
        cell = VType("thing", domain=thing.type.domain, none=thing.type.none)
        return Typed(thing.e, cell, asked_of(thing))
    whole = whole_of(symbols, noun, thing)
    if whole is not None:
        return whole
    raise error("type", f"{kind_text(thing.type)} has no {noun}", span,
                _kept_there(symbols, noun, noun_of(thing.type)))


def _kept_there(symbols: SymbolTable, noun: str, asked: str) -> str | None:
    """Where it is the other thing that keeps the one of which it is asked, how that is found."""
    name = next((name for (of, name), field in symbols.attributes.items()
                 if of == noun and asked and field.type.domain and field.type.domain.noun == asked),
                "")
    if not name or noun not in symbols.domains:
        return None
    named = with_article(noun)
    return (f"{named} keeps its {name}, not the other way round: the {noun} of a {asked} is "
            f"`(the only {noun} whose {name} is …)`, and of any such {noun} it is said `there is "
            f"{named} whose {name} is …`, with further conditions behind it")


def of_pieces(noun: str, scope: Scope, fits: Callable[[Typed], bool]) -> str:
    """The phrases for what has a cell, or another such noun, of each thing that is bound; of a
    piece that an act took off the board, as it is said of what was captured."""
    found: dict[str, None] = {}
    for b in scope.entries():
        if b.gone or (b.value is not None and b.noun != "player" and fits(b.value)):
            who = f"the captured {b.noun}" if b.gone else b.name or f"the {b.noun}"
            found[f"`{who}'s {noun}`"] = None
    return " or ".join(found)


def nouns_of_its_cells(
    symbols: SymbolTable, thing: Typed, fits: Callable[[Typed], bool], span: Span
) -> list[str]:
    """The nouns of the cells of a piece that fit what is said, where the piece does not itself."""
    cells = [] if fits(thing) else its_cells(symbols, thing, span)
    return [noun_of(cell.type) for cell in cells if fits(cell)]


def its_cells(symbols: SymbolTable, thing: Typed, span: Span) -> list[Typed]:
    """The cell of a piece, of each board on which it can stand; nothing of another thing."""
    kind = numbered(symbols, thing)
    if kind is not None:
        nouns = [cells.noun for cells in symbols.cells_for(kind)]
    else:
        nouns = [thing.type.domain.noun] if thing.type.piece and thing.type.domain else []
    return [noun_of_thing(symbols, noun, thing, span) for noun in nouns]


# ---- attributes ----------------------------------------------------------------------------------


def part_of_result(symbols: SymbolTable, name: str, thing: Typed) -> Typed | None:
    """The ending, the cell or a kept value of the result of a walk."""
    walk = symbols.walks.get(noun_of(thing.type))
    kind = None if walk is None else walk.parts.get(name)
    if walk is None or kind is None:
        return None
    kind = of_nothing(kind) if thing.type.none else kind
    return Typed(lookup(walk.table(name), kind, thing.e), kind, asked_of(thing))


def has_value(context: Context, thing: Typed, text: str, said: Wording) -> E | None:
    """The test that the one attribute of a thing which can be `text` is so; `said` says the same
    of an attribute by its name, for the error where several fit.

    None when the thing itself is of a type with that value, or has no such attribute.
    """
    noun = noun_of(thing.type)
    symbols, walk = context.symbols, context.symbols.walks.get(noun)
    if thing.type.words or (walk is None and member(thing.type, text) is not None):
        return None
    known = {name: kind for name, kind in walk.parts.items()
             if name != walk.board.noun} if walk is not None else {
        field.name: field.type for (owner, _), field in symbols.attributes.items()
        if owner == noun}
    fitting = [name for name, kind in known.items() if member(kind, text) is not None]
    names = [*fitting]
    if thing.type.piece and text in context.symbols.players.labels:
        names.append("owner")
    if len(names) > 1:
        raise ambiguous(f"`{text}` could be the {listed(names, 'or')} of a {noun}",
                        [said.of(name) for name in names], said.span)
    if names == ["owner"]:
        raise error("value", f"`{text}` is a player, and it is not said what he is to the {noun}",
                    said.span, f"write `{said.of('owner')}`")
    if not fitting:
        return None
    note_attribute(context, said.place, text, fitting[0])
    asked, wanted = attribute_of(symbols, fitting[0], thing), member(known[fitting[0]], text)
    assert asked is not None and wanted is not None
    return op("==", asked.e, Const(wanted))


def ambiguous(message: str, phrases: Sequence[str], span: Span) -> RulesError:
    """The error for words with several readings, with a phrase for each."""
    return error("ambiguous", message, span,
                 "write " + listed([f"`{phrase}`" for phrase in phrases], "or"))


def require_like(
    symbols: SymbolTable, thing: Typed, other: Typed, value: ast.Expr, whole: ast.Node
) -> None:
    """Refuse `the Card is the trump`, where the trump is a suit, which a Card has."""
    if thing.type.kind != "thing" or other.type.kind != "thing" or (
        not isinstance(value, ast.Call) or thing.type.domain == other.type.domain
    ):
        return
    noun = noun_of(thing.type)
    fitting = [name for (owner, name), field in symbols.attributes.items()
               if owner == noun and field.type.domain == other.type.domain]
    if not fitting or not isinstance(whole, ast.Is):
        return
    ways = [f"`{_has_it(whole, name)} {value.span.text}`" for name in fitting]
    raise error("type", f"a {noun} is not {kind_text(other.type)}, but has one", whole.span,
                f"write {listed(ways, 'or')}")


def compared_instead(whole: ast.Node, place: str, kind: VType) -> str | None:
    """What is said of a thing where a number stands as the place that it is on or in."""
    if kind.kind != "int":
        return None
    name = next((one for one in ("column", "row") if one in place.split(" ")), "…")
    if isinstance(whole, ast.Is):
        said = _has_it(whole, name)
    else:
        said = f"whose {name} is{' not' * (isinstance(whole, ast.RelIs) and whole.negated)}"
    return f"`{place}` is a number, and numbers are compared: `{said} {place}`"


def _has_it(sentence: ast.Is, name: str) -> str:
    """What is said of a thing, said of an attribute of it: `its suit is`, `C's suit is not`."""
    who = sentence.subject.span.text
    whose = "its" if who == "it" else f"{who}'s"
    return f"{whose} {name} is{' not' * sentence.negated}"


def attribute_of_things(symbols: SymbolTable, name: str, args: Args) -> Typed | None:
    """What is declared of one thing, or of two."""
    if len(args) == 1 and args[0][0] == "of":
        return attribute_of(symbols, name, args[0][1])
    pair = pair_of(symbols, name, args) if len(args) == 2 else None
    return None if pair is None else element(pair, *(thing for _, thing in args))


def pair_of(symbols: SymbolTable, name: str, args: Args) -> Field | None:
    """The attribute of two things that is spoken of: `the camp of the player at the suit`."""
    (of, owner), (word, other) = args
    key = noun_of(owner.type), name, word, noun_of(other.type)
    return symbols.pairs.get(key) if of == "of" else None


def attribute_of(symbols: SymbolTable, name: str, thing: Typed) -> Typed | None:
    """`thing's NAME`, for a declared attribute or what every game knows."""
    if thing.type.group:
        return None
    field = symbols.attributes.get((noun_of(thing.type), name))
    if field is not None:
        return element(field, *index_of(thing))
    zone = zone_of(symbols, name, thing)
    if zone is not None:
        return zone
    part = part_of_result(symbols, name, thing)
    if part is not None:
        return part
    known = BUILT_IN.get(name)
    value = known(symbols, thing, name) if known else None
    return value and changed(value, of=asked_of(thing))


def _owner(symbols: SymbolTable, thing: Typed, name: str) -> Typed | None:
    kind = numbered(symbols, thing)
    if kind is not None:
        return owner(symbols, kind, thing)
    return owner_of(symbols, thing) if thing.type.piece else None


def _coordinate(symbols: SymbolTable, thing: Typed, name: str) -> Typed | None:
    board = symbols.board_of(thing.type.domain)
    if board is None or thing.type.piece or not board.directed:
        return None
    at, across = (0, board.width) if name == "column" else (1, board.height)
    first = board.first[at] if board.first else 1
    kind = VType("int", first, first + across - 1)
    return constant_function(_coordinates(board.width, board.height, at, first), kind, thing)


@cache
def _coordinates(width: int, height: int, at: int, first: int) -> tuple[int, ...]:
    """The column or the row of each cell, of which the first one is given."""
    if at == 0:
        return tuple(range(first, first + width)) * height
    return tuple(row for row in range(first, first + height) for _ in range(width))


def _seat(symbols: SymbolTable, thing: Typed, name: str) -> Typed | None:
    if noun_of(thing.type) != "player":
        return None
    count = symbols.players.size
    return constant_function(tuple(range(1, count + 1)), VType("int", 1, count), thing)


def _neighbour(symbols: SymbolTable, thing: Typed, name: str) -> Typed | None:
    """The next or previous player; of two, the other is the opponent."""
    count = symbols.players.size
    if noun_of(thing.type) != "player" or (name == "opponent" and count != 2):
        return None
    step = -1 if name == "previous player" else 1
    values = tuple((player + step) % count for player in range(count))
    return constant_function(values, VType("thing", domain=thing.type.domain), thing)


BUILT_IN: dict[str, Callable[[SymbolTable, Typed, str], Typed | None]] = {
    "owner": _owner,
    "column": _coordinate,
    "row": _coordinate,
    "seat": _seat,
    "opponent": _neighbour,
    "next player": _neighbour,
    "previous player": _neighbour,
}
