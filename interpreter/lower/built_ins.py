"""Declarations that could never count, because the language or another declaration already says
what they are to say.

What is built in is looked at before what is declared, and a field before a definition. So a
definition of `next to` for two cells would be read by nobody: it is refused. For things of which
the language says nothing (`empty` of what is no cell), and for other numbers of things, the same
words may be defined.
"""

from __future__ import annotations

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
    return found


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
