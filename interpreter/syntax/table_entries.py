"""What the makers of lines from tables have in common: values and their signs, tokens and lines.

Model. An entry stands for a value, by its name or its sign. Lines are made of the author's own
words in their places.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax.data_tables import (
    Cell,
    DataTable,
    items,
    span_of,
    text_of,
    without_sign,
)
from rulewright.interpreter.syntax.lexer import NOTHING, RawLine, Token
from rulewright.interpreter.syntax.words import article

INDENT = 2
RULE = re.compile(r"\S+(?:\s+to\s+\S+)?")  # `ABC-1`, or some in a row: `ABC-1 to 4`
SEATS = "players"


@dataclass
class Kinds:
    """The values of each kind that heads of declarations list, and the value of each sign."""

    values: dict[str, list[str]] = field(default_factory=dict)
    signs: dict[str, dict[str, str]] = field(default_factory=dict)

    def add(self, head: Sequence[Token]) -> None:
        """What a head declares, if it lists values."""
        texts = [token.text for token in head]
        if texts[:1] not in (["kind"], [SEATS]) or ":" not in texts:
            return
        colon = texts.index(":")
        end = texts.index("(") if "(" in texts[:colon] else colon
        noun = "player" if texts[0] == SEATS else " ".join(texts[1:end])
        for item in items(head[colon + 1 :]):
            value = text_of(without_sign(item))
            self.values.setdefault(noun, []).append(value)
            if item[-1].type == "STRING":
                self.signs.setdefault(noun, {})[item[-1].text] = value

    def of_all(self, values: Iterable[str]) -> str | None:
        """The kind to which all of some values belong."""
        wanted = set(values)
        return next((noun for noun, known in self.values.items() if wanted <= set(known)), None)

    def with_signs(self, signs: Iterable[str]) -> list[str]:
        """The kinds whose values have all of some signs."""
        wanted = set(signs)
        return [noun for noun, known in self.signs.items() if wanted <= set(known)]


def are_numbers(cells: Sequence[Cell]) -> bool:
    """Whether nothing but numbers is given."""
    return all(len(cell) == 1 and cell[0].type == "NUMBER" for cell in cells)


class Entries:
    """Reads the entries of a table, and makes lines of them."""

    def __init__(self, table: DataTable, kinds: Kinds, problems: list[Diagnostic]) -> None:
        self.table = table
        self.kinds = kinds
        self.problems = problems

    def meant(
        self, entries: Sequence[Cell], signs: bool = False, heading: str = ""
    ) -> list[Cell]:
        """Entries with the values in the places of their signs, if all are signs of one kind; they
        must be if they are said to. Numbers alone are numbers, unless the heading is the kind."""
        given = [cell for cell in entries if text_of(cell) != NOTHING]
        texts = {text_of(cell) for cell in given}
        found = self.kinds.with_signs(texts) if texts else []
        plain = heading not in found and are_numbers(given)
        if len(found) == 1 and (signs or not (plain or self.kinds.of_all(texts))):
            known = self.kinds.signs[found[0]]
            return [cell if text_of(cell) == NOTHING else
                    [new_word(word, span_of(cell)) for word in known[text_of(cell)].split()]
                    for cell in entries]
        if signs and len(found) > 1:
            self.wrong("value", "these are signs of " + " and of ".join(
                f"`{noun}`" for noun in found), given[0], "give the values of one other signs")
        elif signs and given:
            self._no_sign(given)
        if not signs:
            return [*entries]
        return [[Token("WORD", NOTHING, span_of(cell))] for cell in entries]

    def _no_sign(self, given: Sequence[Cell]) -> None:
        texts = {text_of(cell) for cell in given}
        nearest = max(self.kinds.signs, default=None,
                      key=lambda noun: len(texts & set(self.kinds.signs[noun])))
        known = {} if nearest is None else self.kinds.signs[nearest]
        strange = next((cell for cell in given if text_of(cell) not in known), given[0])
        hint = 'give each value one: `kind …: small "s", large "l"`' if nearest is None else (
            f"the signs of `{nearest}` are: " + ", ".join(
                f"{sign} ({value})" for sign, value in known.items()))
        self.wrong("value", f"`{text_of(strange)}` is the sign of no value", strange, hint)

    def wrong(self, code: str, message: str, cell: Cell, hint: str | None) -> None:
        self.problems.append(Diagnostic(code, message, span_of(cell), hint))

    def a_noun(self, place: Span) -> Cell:
        return headed(self.table.noun, place, article(text_of(self.table.noun)))

    def line(
        self, at: RawLine, deeper: int, tokens: Sequence[Token],
        cited: Sequence[RawLine] | None = None,
    ) -> RawLine:
        """A line that stands where one of the table does; with the rules of the table, where any
        are `cited`."""
        refs = [] if cited is None else references([self.table.head, self.table.rows[0], *cited])
        return RawLine(at.number, self.table.head.indent + deeper, [*tokens, *refs], made=True)


def said_as(cell: Cell, numbers: bool) -> Cell:
    """An entry as a value: nothing is 0 among numbers."""
    if text_of(cell) != NOTHING:
        return cell
    return [Token("NUMBER", "0", span_of(cell)) if numbers else new_word("none", span_of(cell))]


def headed(noun: Cell, place: Span, before: str) -> Cell:
    """The words of a noun with one before them, in another place."""
    return [new_word(before, place), *(new_word(token.text, place) for token in noun)]


def with_commas(listed: Sequence[Cell]) -> Cell:
    """Items with commas between them."""
    tokens: Cell = []
    for item in listed:
        if tokens:
            tokens.append(Token("COMMA", ",", item[0].span))
        tokens += item
    return tokens


def references(lines: Sequence[RawLine]) -> Cell:
    """The rule references of some lines, as one."""
    found = [token for line in lines for token in line.tokens if token.type == "REFS"]
    if not found:
        return []
    rules = dict.fromkeys(rule for token in found for rule in RULE.findall(token.text.strip("[]")))
    return [Token("REFS", f"[{' '.join(rules)}]", found[-1].span)]


def new_word(text: str, place: Span) -> Token:
    return Token("WORD", text, place)
