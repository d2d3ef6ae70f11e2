"""The lines that say what a table of a kind says.

Model. `kind NOUN by table` says in columns what lines say otherwise: a list of values, and for each
column a value with rows (`the rank of a card is` … `1 for ten of clubs, ten of hearts`), with rows
about two things where the heading names values of another kind, or an adjective where the column
holds `yes` and `no`. So it is read as those lines: here they are made, of the author's own words
in their places. An entry may be the sign of a value; under a heading with several values it is a
row of signs, one for each.

Invariant: every token of a line that is made stands where the author wrote what it says, so what
is found wrong in it is shown there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from rulewright.interpreter.diagnostics import Diagnostic, did_you_mean
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax.data_tables import (
    BY_TABLE,
    Cell,
    Column,
    DataTable,
    below,
    cells,
    is_name,
    items,
    span_of,
    tables_in,
    text_of,
    without_sign,
    wrong,
)
from rulewright.interpreter.syntax.lexer import NOTHING, RawLine, Token
from rulewright.interpreter.syntax.words import BUILT_IN, article, with_article

INDENT = 2
RULE = re.compile(r"\S+(?:\s+to\s+\S+)?")  # `ABC-1`, or some in a row: `ABC-1 to 4`
SEATS, DIRECTION = "players", "direction"


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


def as_lines(
    lines: list[RawLine], problems: list[Diagnostic], heads: Iterable[Sequence[Token]] = ()
) -> list[RawLine]:
    """The lines of a text with what its tables say in their places; what is wrong with a table is
    reported in `problems`. `heads` are those of what is declared elsewhere."""
    made: dict[int, list[RawLine]] = {}  # by the number of the head
    gone: set[int] = set()
    for at, line in enumerate(lines):
        words = line.words()
        if words[-2:] == BY_TABLE and words[:1] == ["when"] and [",", "kind"] in (
            [one, two] for one, two in pairwise(words)
        ):
            made[line.number] = []
            gone |= {row.number for row in below(lines, at)}
            problems.append(Diagnostic(
                "table", "a table cannot stand behind a comma", span_of(line.tokens),
                "write `kind …` and its rows below the `when` line, one step further in"))
    tables = {table.head.number: table for table in tables_in(lines)}
    if not made and not tables:
        return lines
    kinds = Kinds({DIRECTION: [" ".join(phrase) for phrase in BUILT_IN["VAL"]]})
    for head in (*heads, *(line.tokens for line in lines)):
        kinds.add(head)
    for number, table in tables.items():
        gone |= {row.number for row in table.rows}
        made[number] = list(_list_of_values(table))
        kinds.add([token for line in made[number] for token in line.tokens])
    for number, table in tables.items():
        problem = wrong(table)
        if problem is not None:
            problems.append(problem)
        if made[number] and all(len(cells(row)) == len(table.headings) for row in _named(table)):
            made[number] += Columns(table, kinds, problems).lines()
    return [new for line in lines if line.number not in gone
            for new in made.get(line.number, [line])]


def _list_of_values(table: DataTable) -> Iterator[RawLine]:
    """`kind card: ten of clubs, ten of hearts`, of what can be read."""
    rows = _named(table)
    if not rows:
        return
    end = table.head.tokens.index(next(t for t in table.head.tokens if t.text == "by"))
    colon = Token("COLON", ":", table.head.tokens[end].span)
    names = [*table.head.tokens[:end], colon, *_listed([cells(row)[0] for row in rows])]
    refs = _refs([table.head, *table.rows])
    yield RawLine(table.head.number, table.head.indent, [*names, *refs], made=True)


def _named(table: DataTable) -> list[RawLine]:
    """The rows whose first entry can be the name of a value, each name once."""
    found: dict[str, RawLine] = {}
    for row in table.rows[1:]:
        here = cells(row)
        if here and is_name(without_sign(here[0])):
            found.setdefault(text_of(without_sign(here[0])), row)
    return list(found.values()) if table.noun else []


@dataclass(frozen=True)
class Entry:
    """What stands in a row of a column, for one of the values of its heading, if that has any."""

    row: RawLine
    cell: Cell
    value: Cell


class Columns:
    """What the columns of a table say, as lines."""

    def __init__(self, table: DataTable, kinds: Kinds, problems: list[Diagnostic]) -> None:
        self.table = table
        self.kinds = kinds
        self.problems = problems
        self.rows = _named(table)
        self.names = {row.number: without_sign(cells(row)[0]) for row in self.rows}

    def lines(self) -> Iterator[RawLine]:
        """The lines of all columns; those of one name and word are one."""
        pairs: dict[tuple[str, str], list[Column]] = {}
        for column in self.table.columns:
            if column.word is not None:
                pairs.setdefault((text_of(column.name), column.word.text), []).append(column)
        for column in self.table.columns:
            if column.word is not None:
                yield from self._of_two(pairs.pop((text_of(column.name), column.word.text), []))
                continue
            column_entries = [cells(row)[column.at] for row in self.rows]
            texts = {text_of(cell) for cell in column_entries}
            if "yes" in texts and texts <= {"yes", "no", NOTHING}:
                yield from self._adjective(column, column_entries)
            else:
                yield from self._values(column, self._meant(column_entries))

    # -- of one thing -----------------------------------------------------------------------------

    def _values(self, column: Column, entries: Sequence[Cell]) -> Iterator[RawLine]:
        """`the rank of a card is`, and a row for each value that stands in the column."""
        place = span_of(column.name)
        yield self._line(self.table.rows[0], 0, [
            _word("the", place), *column.name, _word("of", place), *self._a_noun(place),
            _word("is", place)])
        numbers = any(cell[0].type == "NUMBER" for cell in entries)
        answers: dict[str, list[tuple[RawLine, Cell]]] = {}
        for row, cell in zip(self.rows, entries, strict=True):
            answers.setdefault(text_of(cell), []).append((row, cell))
        for alike in answers.values():
            said = _said(alike[0][1], numbers)
            yield self._line(alike[0][0], INDENT, [
                *said, _word("for", said[-1].span),
                *_listed([self.names[row.number] for row, _ in alike])],
                [row for row, _ in alike])

    def _adjective(self, column: Column, entries: Sequence[Cell]) -> Iterator[RawLine]:
        """`a card is black if it is either …`."""
        place = span_of(column.name)
        so = [self.names[row.number] for row, cell in zip(self.rows, entries, strict=True)
              if text_of(cell) == "yes"]
        test = [*_put(self.table.noun, place, "the"), _word("is", place)]
        if len(so) > 1:
            test.append(_word("either", place))
        listed = _listed(so[:-1]) + ([_word("or", so[-1][0].span)] if len(so) > 1 else []) + so[-1]
        yield self._line(self.table.rows[0], 0, [
            *self._a_noun(place), _word("is", place), *column.name, _word("if", place), *test,
            *listed], self.table.rows)

    # -- of two things ----------------------------------------------------------------------------

    def _of_two(self, columns: Sequence[Column]) -> Iterator[RawLine]:
        """`the price of a good at a port is`, and a row for each entry of each value."""
        if not columns:
            return  # said with another column
        first = columns[0]
        values = [value for column in columns for value in column.values]
        noun = self._noun_of(values)
        if noun is None:
            return
        place = span_of(first.name)
        assert first.word is not None
        yield self._line(self.table.rows[0], 0, [
            _word("the", place), *first.name, _word("of", place), *self._a_noun(place), first.word,
            *(_word(word, place) for word in with_article(noun).split()), _word("is", place)])
        entries = [entry for column in columns for entry in self._entries(column)]
        known = self.kinds.values[noun]
        said = [entry for entry in entries
                if text_of(entry.cell) != NOTHING and text_of(entry.value) in known]
        numbers = any(entry.cell[0].type == "NUMBER" for entry in said)
        for row in self.rows:
            alike: dict[str, list[Entry]] = {}
            for entry in said:
                if entry.row is row:
                    alike.setdefault(text_of(entry.cell), []).append(entry)
            for group in alike.values():
                cell = group[0].cell
                yield self._line(row, INDENT, [
                    *cell, _word("for", cell[-1].span), *self.names[row.number],
                    first.word, *_listed([entry.value for entry in group])], [row])
        listed = {text_of(value) for value in values}
        if len(said) < len(entries) or not listed >= set(known):
            dash = Token("WORD", NOTHING, place)
            yield self._line(self.table.rows[-1], INDENT, [
                *_said([dash], numbers), _word("otherwise", place)], [])

    def _noun_of(self, values: Sequence[Cell]) -> str | None:
        """The kind of the values in some headings: that of the first which is one's; the others
        must be so too."""
        noun = next(filter(None, (self.kinds.of_all([text_of(cell)]) for cell in values)), None)
        known = self.kinds.values.get(noun or "", ())
        strange = next((cell for cell in values if text_of(cell) not in known), None)
        if strange is not None:
            every = known or [value for listed in self.kinds.values.values() for value in listed]
            self._wrong("value", f"`{text_of(strange)}` is no {noun or 'value of a kind'}", strange,
                        did_you_mean(text_of(strange), every)
                        or "the values in the headings of one name are of one kind")
        return noun

    def _entries(self, column: Column) -> list[Entry]:
        """What stands in a column for each value of its heading."""
        found = [(row, cells(row)[column.at]) for row in self.rows]
        if len(column.values) == 1:
            meant = self._meant([cell for _, cell in found])
            return [Entry(row, cell, column.values[0])
                    for (row, _), cell in zip(found, meant, strict=True)]
        entries: list[Entry] = []
        for row, cell in found:
            parts = _letters(cell)
            if text_of(cell) == NOTHING:
                parts = [cell] * len(column.values)
            elif len(parts) != len(column.values):
                self._wrong("table", f"`{text_of(cell)}` has {len(parts)} signs, and the heading "
                            f"names {len(column.values)} values", cell,
                            "write one sign for each, without blanks")
                continue
            entries += [Entry(row, part, value)
                        for part, value in zip(parts, column.values, strict=True)]
        meant = self._meant([entry.cell for entry in entries], signs=True)
        return [replace(entry, cell=cell) for entry, cell in zip(entries, meant, strict=True)]

    def _meant(self, entries: Sequence[Cell], signs: bool = False) -> list[Cell]:
        """Entries with the values in the places of their signs, if all are signs of one kind; they
        must be if they are said to."""
        given = [cell for cell in entries if text_of(cell) != NOTHING]
        texts = {text_of(cell) for cell in given}
        found = self.kinds.with_signs(texts) if texts else []
        if len(found) == 1 and (signs or self.kinds.of_all(texts) is None):
            known = self.kinds.signs[found[0]]
            return [cell if text_of(cell) == NOTHING else
                    [_word(word, span_of(cell)) for word in known[text_of(cell)].split()]
                    for cell in entries]
        if signs and len(found) > 1:
            self._wrong("value", "these are signs of " + " and of ".join(
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
        self._wrong("value", f"`{text_of(strange)}` is the sign of no value", strange, hint)

    # -- helpers ----------------------------------------------------------------------------------

    def _wrong(self, code: str, message: str, cell: Cell, hint: str | None) -> None:
        self.problems.append(Diagnostic(code, message, span_of(cell), hint))

    def _a_noun(self, place: Span) -> Cell:
        return _put(self.table.noun, place, article(text_of(self.table.noun)))

    def _line(
        self, at: RawLine, deeper: int, tokens: Sequence[Token],
        cited: Sequence[RawLine] | None = None,
    ) -> RawLine:
        """A line that stands where one of the table does; with the rules of the table, where any
        are `cited`."""
        refs = [] if cited is None else _refs([self.table.head, self.table.rows[0], *cited])
        return RawLine(at.number, self.table.head.indent + deeper, [*tokens, *refs], made=True)


def _letters(cell: Cell) -> list[Cell]:
    """The letters of an entry, each in its place."""
    found: list[Cell] = []
    for token in cell:
        at = token.span
        found += [[Token("WORD", letter, Span(at.source, at.line, at.column + i, at.line,
                                              at.column + i + 1))]
                  for i, letter in enumerate(token.text)]
    return found


def _said(cell: Cell, numbers: bool) -> Cell:
    """An entry as a value: nothing is 0 among numbers."""
    if text_of(cell) != NOTHING:
        return cell
    return [Token("NUMBER", "0", span_of(cell)) if numbers else _word("none", span_of(cell))]


def _put(noun: Cell, place: Span, before: str) -> Cell:
    """The words of a noun with one before them, in another place."""
    return [_word(before, place), *(_word(token.text, place) for token in noun)]


def _listed(listed: Sequence[Cell]) -> Cell:
    """Items with commas between them."""
    tokens: Cell = []
    for item in listed:
        if tokens:
            tokens.append(Token("COMMA", ",", item[0].span))
        tokens += item
    return tokens


def _refs(lines: Sequence[RawLine]) -> Cell:
    """The rule references of some lines, as one."""
    found = [token for line in lines for token in line.tokens if token.type == "REFS"]
    if not found:
        return []
    rules = dict.fromkeys(rule for token in found for rule in RULE.findall(token.text.strip("[]")))
    return [Token("REFS", f"[{' '.join(rules)}]", found[-1].span)]


def _word(text: str, place: Span) -> Token:
    return Token("WORD", text, place)
