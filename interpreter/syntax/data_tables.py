"""Kinds that are listed in a table: `kind NOUN by table`, with rows of columns below it.

Model. A row of headings, then a row for each value; two or more blanks part the columns. The first
column, headed by the noun, holds the values; each other column holds what is always so of them,
under its name. Such a table says in columns what lines say otherwise: a list of values, and for
each column a value with rows (`the rank of a card is` … `1 for ten of clubs, ten of hearts`), or
an adjective where the column holds `yes` and `no`. So it is read as those lines: here they are
made, of the author's own words in their places.

Invariant: every token of a line that is made stands where the author wrote what it says, so what
is found wrong in it is shown there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax.lexer import NOTHING, RawLine, Token
from rulewright.interpreter.syntax.words import with_article

APART = 2  # blanks that part two columns
INDENT = 2
Cell = list[Token]  # what stands in one row of a column


@dataclass
class DataTable:
    """A table as it stands in a text: its head, the row of headings, the other rows."""

    head: RawLine
    rows: list[RawLine]

    @property
    def headings(self) -> list[Cell]:
        return cells(self.rows[0])

    @property
    def noun(self) -> Cell:
        """The words of the noun in the head."""
        words = [t for t in self.head.tokens if t.type != "REFS"][1:-2]
        end = next((i for i, t in enumerate(words) if t.type == "LPAR"), len(words))
        return words[:end]


def tables_in(lines: Sequence[RawLine]) -> Iterator[DataTable]:
    """The tables among the lines of a text."""
    for at, line in enumerate(lines):
        words = line.words()
        if words[:1] != ["kind"] or words[-2:] != ["by", "table"]:
            continue
        end = at + 1
        while end < len(lines) and lines[end].indent > line.indent:
            end += 1
        yield DataTable(line, list(lines[at + 1 : end]))


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


def as_lines(lines: list[RawLine], problems: list[Diagnostic]) -> list[RawLine]:
    """The lines of a text with what its tables say in their places; what is wrong with a table is
    reported in `problems`."""
    made: dict[int, list[RawLine]] = {}  # by the number of the head
    gone: set[int] = set()
    for table in tables_in(lines):
        gone |= {row.number for row in table.rows}
        made[table.head.number] = _lines(table, problems)
    if not made:
        return lines
    return [new for line in lines if line.number not in gone
            for new in made.get(line.number, [line])]


def _lines(table: DataTable, problems: list[Diagnostic]) -> list[RawLine]:
    """The lines that say what a table says; those of what can be read of it."""
    wrong = _wrong(table)
    if wrong is not None:
        problems.append(wrong)
    if len(table.rows) < 2:
        return []
    width = len(table.headings)
    rows = [row for row in table.rows[1:] if len(cells(row)) == width]
    if not rows:
        return []
    first = [cells(row)[0] for row in rows]
    end = table.head.tokens.index(next(t for t in table.head.tokens if t.text == "by"))
    colon = Token("COLON", ":", table.head.tokens[end].span)
    names = [*table.head.tokens[:end], colon, *_listed(first)]
    refs = _refs([table.head, *table.rows])
    made = [RawLine(table.head.number, table.head.indent, [*names, *refs], made=True)]
    for at, heading in enumerate(table.headings[1:], start=1):
        column = [cells(row)[at] for row in rows]
        entries = {_text(cell) for cell in column}
        if "yes" in entries and entries <= {"yes", "no", NOTHING}:
            made += _adjective(table, heading, first, column)
        else:
            made += _values(table, heading, rows, at)
    return made


def _wrong(table: DataTable) -> Diagnostic | None:
    """What is wrong with the shape of a table."""
    noun = _text(table.noun)
    if len(table.rows) < 2:
        return Diagnostic(
            "table", "below this line stand a row of headings and a row for each value",
            table.head.tokens[0].span.to(table.head.tokens[-1].span),
            f"begin the headings with `{noun}`, and part the columns by two blanks or more")
    headings = table.headings
    if _text(headings[0]) != noun:
        return Diagnostic("table", f"the first column is headed by the noun, `{noun}`",
                          _span(headings[0]), f"write `{noun}`")
    twice = next((h for at, h in enumerate(headings)
                  if _text(h) in map(_text, headings[:at])), None)
    if twice is not None:
        return Diagnostic("table", f"two columns are headed by `{_text(twice)}`", _span(twice),
                          "give one of them another name")
    for row in table.rows[1:]:
        found = cells(row)
        if len(found) != len(headings):
            return Diagnostic(
                "table", f"this row has {len(found)} entries, and there are {len(headings)} "
                "columns", _span([token for cell in found for token in cell]),
                f"part the columns by two blanks or more; nothing is written `{NOTHING}`")
    for at, heading in enumerate(headings):
        if {_text(cells(row)[at]) for row in table.rows[1:]} <= {"no", NOTHING}:
            return Diagnostic("table", f"nothing stands below `{_text(heading)}`", _span(heading),
                              "leave the column out")
    return None


def _values(
    table: DataTable, heading: Cell, rows: Sequence[RawLine], at: int
) -> Iterator[RawLine]:
    """`the rank of a card is`, and a row for each value that stands in the column."""
    place = _span(heading)
    noun = _text(table.noun)
    number, indent = table.rows[0].number, table.head.indent
    yield RawLine(number, indent, [
        _word("the", place), *heading, _word("of", place),
        _word(with_article(noun).split()[0], place), *_put(table.noun, place), _word("is", place),
    ], made=True)
    numbers = any(len(cells(row)[at]) == 1 and cells(row)[at][0].type == "NUMBER" for row in rows)
    answers: dict[str, list[RawLine]] = {}
    for row in rows:
        answers.setdefault(_text(cells(row)[at]), []).append(row)
    for text, alike in answers.items():
        entry = cells(alike[0])[at]
        if text == NOTHING:
            token = Token("NUMBER", "0", _span(entry)) if numbers else _word("none", _span(entry))
            entry = [token]
        yield RawLine(alike[0].number, indent + INDENT, [
            *entry, _word("for", entry[-1].span), *_listed([cells(row)[0] for row in alike]),
            *_refs([table.head, table.rows[0], *alike]),
        ], made=True)


def _adjective(
    table: DataTable, heading: Cell, values: Sequence[Cell], column: Sequence[Cell]
) -> Iterator[RawLine]:
    """`a card is black if it is either …`."""
    place = _span(heading)
    number, indent = table.rows[0].number, table.head.indent
    so = [value for value, cell in zip(values, column, strict=True) if _text(cell) == "yes"]
    name = [_word(with_article(_text(table.noun)).split()[0], place), *_put(table.noun, place)]
    head = [*name, _word("is", place), *heading, _word("if", place)]
    test = [*_put(table.noun, place, "the"), _word("is", place)]
    if len(so) > 1:
        test.append(_word("either", place))
    listed = _listed(so[:-1]) + ([_word("or", so[-1][0].span)] if len(so) > 1 else []) + so[-1]
    yield RawLine(number, indent, [*head, *test, *listed, *_refs([table.head, *table.rows])],
                  made=True)


def _put(noun: Cell, place: Span, article: str | None = None) -> Cell:
    """The words of a noun, in another place."""
    words = [_word(token.text, place) for token in noun]
    return [_word(article, place), *words] if article else words


def _listed(items: Sequence[Cell]) -> Cell:
    """Items with commas between them."""
    tokens: Cell = []
    for item in items:
        if tokens:
            tokens.append(Token("COMMA", ",", item[0].span))
        tokens += item
    return tokens


def _refs(lines: Sequence[RawLine]) -> Cell:
    """The rule references of some lines, as one."""
    found = [token for line in lines for token in line.tokens if token.type == "REFS"]
    if not found:
        return []
    ids = dict.fromkeys(word for token in found for word in token.text.strip("[]").split())
    return [Token("REFS", f"[{' '.join(ids)}]", found[-1].span)]


def _word(text: str, place: Span) -> Token:
    return Token("WORD", text, place)


def _text(cell: Cell) -> str:
    return " ".join(token.text for token in cell)


def _span(cell: Cell) -> Span:
    return cell[0].span.to(cell[-1].span)


def aligned(table: DataTable) -> dict[int, str]:
    """For each row, by the number of its line, its columns in line with those of the others."""
    rows = {row.number: [_text(cell) for cell in cells(row)] for row in table.rows}
    widths: list[int] = []
    for row in rows.values():
        for at, text in enumerate(row):
            widths[at : at + 1] = [max(len(text), *widths[at : at + 1], 0)]
    return {
        number: "   ".join(text.ljust(width) for text, width in zip(row, widths, strict=False))
        .rstrip() for number, row in rows.items()
    }
