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

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from rulewright.interpreter.diagnostics import Diagnostic, did_you_mean
from rulewright.interpreter.records import record
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax.data_tables import (
    KIND,
    PIECE,
    Cell,
    Column,
    DataTable,
    begins,
    below,
    cells,
    is_name,
    span_of,
    tables_in,
    text_of,
    without_sign,
    wrong,
)
from rulewright.interpreter.syntax.lexer import NOTHING, RawLine, Token
from rulewright.interpreter.syntax.manifests import Manifest
from rulewright.interpreter.syntax.table_entries import (
    INDENT,
    Entries,
    Kinds,
    headed,
    new_word,
    references,
    said_as,
    with_commas,
)
from rulewright.interpreter.syntax.words import BUILT_IN, with_article

DIRECTION = "direction"


def as_lines(
    lines: list[RawLine], problems: list[Diagnostic], heads: Iterable[Sequence[Token]] = ()
) -> list[RawLine]:
    """The lines of a text with what its tables say in their places; what is wrong with a table is
    reported in `problems`. `heads` are those of what is declared elsewhere."""
    made: dict[int, list[RawLine]] = {}  # by the number of the head
    gone: set[int] = set()
    for at, line in enumerate(lines):
        words = line.words()
        comma = next((i for i, (one, two) in enumerate(pairwise(words))
                      if one == "," and two in (KIND, PIECE)), None)
        if words[:1] == ["when"] and comma is not None and begins(words[comma + 1 :]):
            made[line.number] = []
            gone |= {row.number for row in below(lines, at)}
            problems.append(Diagnostic(
                "table", "a table cannot stand behind a comma", span_of(line.tokens),
                f"write `{words[comma + 1]} …` and its rows below the `when` line, one step "
                "further in"))
    tables = {table.head.number: table for table in tables_in(lines)}
    if not made and not tables:
        return lines
    kinds = Kinds({DIRECTION: [" ".join(phrase) for phrase in BUILT_IN["VAL"]]})
    every = [*heads, *(line.tokens for line in lines)]
    for head in every:
        kinds.add(head)
    for number, table in tables.items():
        gone |= {row.number for row in table.rows}
        made[number] = [] if table.of_pieces else list(_list_of_values(table))
        kinds.add([token for line in made[number] for token in line.tokens])
    for number, table in tables.items():
        problem = wrong(table)
        if problem is not None:
            problems.append(problem)
        if table.of_pieces:
            made[number] = list(Manifest(table, kinds, problems).lines(every))
        elif made[number] and all(len(cells(row)) == len(table.headings) for row in _named(table)):
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
    names = [*table.head.tokens[:end], colon, *with_commas([cells(row)[0] for row in rows])]
    refs = references([table.head, *table.rows])
    yield RawLine(table.head.number, table.head.indent, [*names, *refs], made=True)


def _named(table: DataTable) -> list[RawLine]:
    """The rows whose first entry can be the name of a value, each name once."""
    found: dict[str, RawLine] = {}
    for row in table.rows[1:]:
        here = cells(row)
        if here and is_name(without_sign(here[0])):
            found.setdefault(text_of(without_sign(here[0])), row)
    return list(found.values()) if table.noun else []


@record
class Entry:
    """What stands in a row of a column, for one of the values of its heading, if that has any."""

    row: RawLine
    cell: Cell
    value: Cell


class Columns(Entries):
    """What the columns of a table say, as lines."""

    def __init__(self, table: DataTable, kinds: Kinds, problems: list[Diagnostic]) -> None:
        super().__init__(table, kinds, problems)
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
                heading = text_of(column.name)
                yield from self._values(column, self.meant(column_entries, heading=heading))

    # -- of one thing -----------------------------------------------------------------------------

    def _values(self, column: Column, entries: Sequence[Cell]) -> Iterator[RawLine]:
        """`the rank of a card is`, and a row for each value that stands in the column."""
        place = span_of(column.name)
        yield self.line(self.table.rows[0], 0, [
            new_word("the", place), *column.name, new_word("of", place), *self.a_noun(place),
            new_word("is", place)])
        numbers = any(cell[0].type == "NUMBER" for cell in entries)
        answers: dict[str, list[tuple[RawLine, Cell]]] = {}
        for row, cell in zip(self.rows, entries, strict=True):
            answers.setdefault(text_of(cell), []).append((row, cell))
        for alike in answers.values():
            said = said_as(alike[0][1], numbers)
            yield self.line(alike[0][0], INDENT, [
                *said, new_word("for", said[-1].span),
                *with_commas([self.names[row.number] for row, _ in alike])],
                [row for row, _ in alike])

    def _adjective(self, column: Column, entries: Sequence[Cell]) -> Iterator[RawLine]:
        """`a card is black if it is either …`."""
        place = span_of(column.name)
        so = [self.names[row.number] for row, cell in zip(self.rows, entries, strict=True)
              if text_of(cell) == "yes"]
        test = [*headed(self.table.noun, place, "the"), new_word("is", place)]
        if len(so) > 1:
            test.append(new_word("either", place))
        either = [new_word("or", so[-1][0].span)] if len(so) > 1 else []
        yield self.line(self.table.rows[0], 0, [
            *self.a_noun(place), new_word("is", place), *column.name, new_word("if", place), *test,
            *with_commas(so[:-1]), *either, *so[-1]], self.table.rows)

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
        yield self.line(self.table.rows[0], 0, [
            new_word("the", place), *first.name, new_word("of", place), *self.a_noun(place),
            first.word, *(new_word(word, place) for word in with_article(noun).split()),
            new_word("is", place)])
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
                yield self.line(row, INDENT, [
                    *cell, new_word("for", cell[-1].span), *self.names[row.number],
                    first.word, *with_commas([entry.value for entry in group])], [row])
        listed = {text_of(value) for value in values}
        if len(said) < len(entries) or not listed >= set(known):
            dash = Token("WORD", NOTHING, place)
            yield self.line(self.table.rows[-1], INDENT, [
                *said_as([dash], numbers), new_word("otherwise", place)], [])

    def _noun_of(self, values: Sequence[Cell]) -> str | None:
        """The kind of the values in some headings: that of the first which is one's; the others
        must be so too."""
        noun = next(filter(None, (self.kinds.of_all([text_of(cell)]) for cell in values)), None)
        known = self.kinds.values.get(noun or "", ())
        strange = next((cell for cell in values if text_of(cell) not in known), None)
        if strange is not None:
            every = known or [value for listed in self.kinds.values.values() for value in listed]
            self.wrong("value", f"`{text_of(strange)}` is no {noun or 'value of a kind'}", strange,
                        did_you_mean(text_of(strange), every)
                        or "the values in the headings of one name are of one kind")
        return noun

    def _entries(self, column: Column) -> list[Entry]:
        """What stands in a column for each value of its heading."""
        found = [(row, cells(row)[column.at]) for row in self.rows]
        if len(column.values) == 1:
            meant = self.meant([cell for _, cell in found], heading=text_of(column.name))
            return [Entry(row, cell, column.values[0])
                    for (row, _), cell in zip(found, meant, strict=True)]
        entries: list[Entry] = []
        for row, cell in found:
            parts = _letters(cell)
            if text_of(cell) == NOTHING:
                parts = [cell] * len(column.values)
            elif len(parts) != len(column.values):
                self.wrong("table", f"`{text_of(cell)}` has {len(parts)} signs, and the heading "
                            f"names {len(column.values)} values", cell,
                            "write one sign for each, without blanks")
                continue
            entries += [Entry(row, part, value)
                        for part, value in zip(parts, column.values, strict=True)]
        meant = self.meant([entry.cell for entry in entries], signs=True)
        return [replace(entry, cell=cell) for entry, cell in zip(entries, meant, strict=True)]

def _letters(cell: Cell) -> list[Cell]:
    """The letters of an entry, each in its place."""
    found: list[Cell] = []
    for token in cell:
        at = token.span
        found += [[Token("WORD", letter, Span(at.source, at.line, at.column + i, at.line,
                                              at.column + i + 1))]
                  for i, letter in enumerate(token.text)]
    return found
