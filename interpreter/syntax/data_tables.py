"""What is listed in a table, `kind NOUN by table` or `piece NOUN by table`, with rows below it.

Model. A row of headings, then a row for each value; two or more blanks part the columns. The first
column of a kind, headed by the noun, holds the values, each perhaps with its sign; each other
column holds what is always so of them, under its name, or (`price at Genoa`, `side at north, east`)
what is so of them and some values of another kind. Pieces have no names, so there each column holds
what is so of the pieces of a row, or how many there are. What such a table says is made lines of in
`data_lines` and `manifests`; here is its shape, and what can be wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax.lexer import NOTHING, RawLine, Token, spaced
from rulewright.interpreter.syntax.words import SECOND

APART = 2  # blanks that part two columns
BY_TABLE = ["by", "table"]
KIND, PIECE = "kind", "piece"
NUMBER = "number"  # heads the column that says how many pieces of each row there are
PARTED = "part the columns by two blanks or more"
Cell = list[Token]  # what stands in one row of a column


class Column(NamedTuple):
    """A column behind the first: what its heading names, and of what values of another kind, with
    the word before them; `at` is its place in a row."""

    name: Cell
    word: Token | None
    values: tuple[Cell, ...]
    at: int


@dataclass
class DataTable:
    """A table as it stands in a text: its head, the row of headings, the other rows."""

    head: RawLine
    rows: list[RawLine]

    @property
    def of_pieces(self) -> bool:
        return self.head.tokens[0].text == PIECE

    @property
    def headings(self) -> list[Cell]:
        return cells(self.rows[0])

    @property
    def columns(self) -> list[Column]:
        """The columns, of a kind those behind the first."""
        return [_column(heading, at) for at, heading in enumerate(self.headings)
                if at or self.of_pieces]

    @property
    def noun(self) -> Cell:
        """The words of the noun in the head."""
        words = self.head.tokens[1:]
        ends = ("(", *BY_TABLE, *(("of",) if self.of_pieces else ()))
        return words[: next(i for i, t in enumerate(words) if t.text in ends)]


def _column(heading: Cell, at: int) -> Column:
    word = next((i for i, t in enumerate(heading) if i and t.text in SECOND), len(heading))
    return Column(heading[:word], heading[word] if word < len(heading) else None,
                  tuple(items(heading[word + 1 :])), at)


def items(tokens: Sequence[Token]) -> Iterator[Cell]:
    """What stands between commas."""
    item: Cell = []
    for token in tokens:
        if token.type == "COMMA":
            if item:
                yield item
            item = []
        elif token.type != "REFS":
            item.append(token)
    if item:
        yield item


def tables_in(lines: Sequence[RawLine]) -> Iterator[DataTable]:
    """The tables among the lines of a text."""
    for at, line in enumerate(lines):
        if begins(line.words()):
            yield DataTable(line, below(lines, at))


def begins(words: list[str]) -> bool:
    """Whether these are the words of the head of a table."""
    if words[:1] == [PIECE]:
        ends = {at for at, word in enumerate(words) if word in (",", ":")} | {len(words)}
        return any(words[at - 2 : at] == BY_TABLE for at in ends)
    if words[-1:] == [":"]:
        words = words[:-1]  # an error that `wrong` tells
    return words[:1] == [KIND] and words[-2:] == BY_TABLE


def below(lines: Sequence[RawLine], at: int) -> list[RawLine]:
    """The lines that are indented below one."""
    indent = lines[at].indent
    return list(takewhile(lambda line: line.indent > indent, lines[at + 1 :]))


def cells(line: RawLine) -> list[Cell]:
    """What stands in each column of a row."""
    found: list[Cell] = []
    for token in line.tokens:
        if token.type == "REFS":
            continue
        last = found[-1][-1].span if found else None
        if last is None or token.span.column - last.end_column >= APART or (
            token.span.line != last.line
        ):
            found.append([])
        found[-1].append(token)
    return found


def wrong(table: DataTable) -> Diagnostic | None:
    """What is wrong with the shape of a table."""
    noun = text_of(table.noun)
    head = span_of([token for token in table.head.tokens if token.type != "REFS"])
    colon = next((token for token in table.head.tokens if token.type == "COLON"), None)
    if colon is not None:
        return Diagnostic("colon", "no colon stands at the end of this line", colon.span,
                          "delete it; the indented block below is enough")
    if not noun:
        what = table.head.tokens[0].text
        return Diagnostic("table", f"it is not said which {what} is listed", head,
                          f"write `{what} NOUN by table`")
    if len(table.rows) < 2:
        first = NUMBER if table.of_pieces else noun
        return Diagnostic(
            "table", "below this line stand a row of headings and a row for each value", head,
            f"begin the headings with `{first}`, and {PARTED}")
    return _wrong_headings(table, noun) or next(
        filter(None, (_wrong_row(table, at) for at in range(len(table.rows)))), None
    ) or _empty(table)


def _wrong_headings(table: DataTable, noun: str) -> Diagnostic | None:
    headings = table.headings
    first = headings[0] if headings else table.rows[0].tokens
    if text_of(first) != noun and not table.of_pieces:
        joined = text_of(first).startswith(f"{noun} ") and first[len(table.noun)].type == "WORD"
        return Diagnostic("table", f"the first column is headed by the noun, `{noun}`",
                          span_of(first), PARTED if joined else f"write `{noun}`")
    twice = next((h for at, h in enumerate(headings)
                  if text_of(h) in map(text_of, headings[:at])), None)
    if twice is not None:
        return Diagnostic("table", f"two columns are headed by `{text_of(twice)}`", span_of(twice),
                          "give one of them another name")
    return None


def _wrong_row(table: DataTable, at: int) -> Diagnostic | None:
    """What is wrong with a row; the first is that of the headings."""
    row, width = table.rows[at], len(table.headings)
    for token in row.tokens:
        if token.type == "REFS" and token is not row.tokens[-1]:
            return Diagnostic("references", "rule references cannot stand here", token.span,
                              "they stand at the end of the line")
    if row.indent != table.rows[0].indent:
        return Diagnostic("indentation", "the rows of a table stand one below the other",
                          row.tokens[0].span, "indent it like the row of headings")
    found = cells(row)
    if len(found) != width:
        entries = "1 entry" if len(found) == 1 else f"{len(found)} entries"
        columns = "is 1 column" if width == 1 else f"are {width} columns"
        return Diagnostic(
            "table", f"this row has {entries}, and there {columns}",
            row.tokens[0].span.to(row.tokens[-1].span), f"{PARTED}; nothing is written `{NOTHING}`")
    comma = next((token for token in row.tokens if token.type == "COMMA"), None)
    if comma is not None and at > 0:
        return Diagnostic("table", "in each column of a row stands one entry", comma.span,
                          "leave the comma out; give a further value a column of its own")
    names = [without_sign(found[0])] if at > 0 else [found[0], *(
        name for column in table.columns for name in (column.name, *column.values))]
    if table.of_pieces and at > 0:
        return None  # each entry is a value
    for name in names:
        if not is_name(name):
            return Diagnostic("table", f"`{text_of(name)}` cannot be a name here", span_of(name),
                              "write words that begin with a letter")
    if at > 0 and any(text_of(without_sign(cells(other)[0])) == text_of(names[0])
                      for other in table.rows[1:at]):
        return Diagnostic("declared-twice", f"`{text_of(names[0])}` stands in two rows",
                          span_of(names[0]), "give each its own name")
    return None


def without_sign(cell: Cell) -> Cell:
    """The name of a value, without its sign."""
    return cell[:-1] if len(cell) > 1 and cell[-1].type == "STRING" else cell


def is_name(cell: Cell) -> bool:
    return bool(cell) and all(t.type == "WORD" and t.text != NOTHING for t in cell)


def _empty(table: DataTable) -> Diagnostic | None:
    """A column in which nothing stands."""
    for at, heading in enumerate(table.headings):
        if {text_of(cells(row)[at]) for row in table.rows[1:]} <= {"no", NOTHING}:
            return Diagnostic("table", f"nothing stands below `{text_of(heading)}`",
                              span_of(heading), "leave the column out")
    return None


def text_of(cell: Cell) -> str:
    return " ".join(token.text for token in cell)


def span_of(cell: Cell) -> Span:
    return cell[0].span.to(cell[-1].span)


def aligned(table: DataTable) -> dict[int, str]:
    """For each row, by the number of its line, its columns in line with those of the others."""
    rows = {row.number: [spaced(cell) for cell in cells(row)] for row in table.rows}
    widths: list[int] = []
    for row in rows.values():
        for at, text in enumerate(row):
            widths[at : at + 1] = [max(len(text), *widths[at : at + 1], 0)]
    return {
        number: "   ".join(text.ljust(width) for text, width in zip(row, widths, strict=False))
        .rstrip() for number, row in rows.items()
    }
