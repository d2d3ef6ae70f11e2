"""Declarations that could never count, because the language or another declaration already says
what they are to say.

What is built in is looked at before what is declared, and a field before a definition. So a
definition of `next to` for two cells would be read by nobody: it is refused. For things of which
the language says nothing (`empty` of what is no cell), and for other numbers of things, the same
words may be defined.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.ir import FALSE, Field, VType
from rulewright.interpreter.lower.complements import NEXT_TO
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.definitions import OF_CELLS
from rulewright.interpreter.lower.numbered import has_pieces
from rulewright.interpreter.lower.things import BUILT_IN
from rulewright.interpreter.lower.turning import LEFT_TURNS
from rulewright.interpreter.lower.typed import Typed
from rulewright.interpreter.model.symbols import SymbolTable
from rulewright.interpreter.model.topology import ADJECTIVES, DIRECTIONS
from rulewright.interpreter.model.types import WHOLES
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import plural

#: Phrases for players.
PLAYERS = ("player to move", "player who decides")


def check(context: Context) -> list[Diagnostic]:
    """An error for every declaration that the language, or a field, stands before."""
    symbols, found = context.symbols, []
    for define in (d for defines in symbols.definitions.values() for d in defines):
        nouns = [binder.noun for _, binder in define.params]
        if not all(noun in symbols.pieces or noun in symbols.domains for noun in nouns):
            continue  # that is told elsewhere
        if _built_in(symbols, define.kind, define.name, nouns):
            found.append(_ignored(define.name, define.span))
        elif (field := _field(symbols, define)) is not None:
            line = f" (line {field.span.line})" if field.span else ""
            found.append(Diagnostic(
                "declared-twice",
                f"`{define.name}` is already declared as what is kept during play{line}",
                define.span, "keep one of the two",
            ))
    for owner, name, other in symbols.relations:
        span = symbols.relations[owner, name, other].span
        if _built_in(symbols, "preposition", name, [owner, other]) and span is not None:
            found.append(_ignored(name, span))
    for kind, fields in (("adjective", symbols.qualities), ("value", symbols.attributes)):
        for (owner, name), kept in fields.items():
            if owner not in WHOLES and kept.span is not None and _built_in(
                symbols, kind, name, [owner]
            ):
                found.append(_ignored(name, kept.span))
    return [*found, *_phrases(symbols)]


def _phrases(symbols: SymbolTable) -> Iterator[Diagnostic]:
    """An error for every value that has the name of a phrase of the language: in a line it would
    stand before that, and a reader would take it for that."""
    kept = [(owner, name, field.type, field.span)
            for (owner, name), field in symbols.attributes.items()]
    worked_out = [("", define.name, None, define.span)
                  for defines in symbols.definitions.values() for define in defines
                  if define.kind == "value"]
    for owner, name, kind, span in (*kept, *worked_out):
        if span is not None and _is_phrase(symbols, owner, name, kind):
            yield Diagnostic(
                "built-in", f"`the {name}` means something in the language itself, so nobody could "
                "tell which is meant", span, "give yours another name")


def _is_phrase(symbols: SymbolTable, owner: str, name: str, kind: VType | None) -> bool:
    if name in PLAYERS:
        return True
    if name == "origin" and owner in WHOLES:  # a cell: what is moved has come from there
        return kind is not None and kind.domain is not None and any(
            board.cells == kind.domain for board in symbols.boards.values())
    first, _, rest = name.partition(" ")
    nouns = (*symbols.pieces, *symbols.domains)
    match first:
        case "number":
            rest = rest.removeprefix("of ")
            return name.startswith("number of ") and any(
                rest in (noun, plural(noun)) for noun in nouns)
        case "captured":
            return rest in symbols.pieces or rest in symbols.numbered
        case "greatest" | "least" | "total":
            return any(known == rest for _, known in symbols.attributes)
    return False


def _ignored(name: str, span: Span) -> Diagnostic:
    return Diagnostic(
        "built-in", f"the language says itself what `{name}` means here, so this would count "
        "nowhere", span, "use it without declaring it, or give yours another name",
    )


def _built_in(symbols: SymbolTable, kind: str, name: str, nouns: list[str]) -> bool:
    """Whether the language itself says something of such things in these words."""
    things = [_type_of(symbols, noun) for noun in nouns]
    board = symbols.board_of(things[0].domain) if things else None
    match kind, things:
        case "adjective", [thing]:
            if name in OF_CELLS:
                return not thing.piece and board is not None and has_pieces(symbols, board)
            return name == "other" or (name in ADJECTIVES and thing.domain == DIRECTIONS)
        case "preposition", [thing, other] if thing.domain == other.domain:
            return board is not None and (name in NEXT_TO or (name == "on" and bool(thing.piece)))
        case "value", [one, two] if name == LEFT_TURNS:
            return one.domain == two.domain == DIRECTIONS
        case "value", [thing] if name in BUILT_IN:
            return BUILT_IN[name](symbols, Typed(FALSE, thing), name) is not None
    return False


def _type_of(symbols: SymbolTable, noun: str) -> VType:
    if noun in symbols.pieces:
        return VType("thing", domain=symbols.board_of_piece(noun).cells, piece=noun)
    return VType("thing", domain=symbols.domains[noun])


def _field(symbols: SymbolTable, define: ast.Define) -> Field | None:
    """The field that stands before a definition."""
    words = tuple(word for word, _ in define.params)
    nouns = tuple(binder.noun for _, binder in define.params)
    match define.kind, words, nouns:
        case "adjective", _, (noun,):
            return symbols.qualities.get((noun, define.name))
        case "preposition", _, (noun, other):
            return symbols.relations.get((noun, define.name, other))
        case "value", ("of",), (noun,):
            return symbols.attributes.get((noun, define.name))
        case "value", ("of", word), (noun, other):
            return symbols.pairs.get((noun, define.name, word, other))
        case "value", (), ():
            fields = (symbols.attributes.get((whole, define.name)) for whole in WHOLES)
            return next((field for field in fields if field is not None), None)
    return None
