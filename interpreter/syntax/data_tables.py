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

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax.lexer import NOTHING, RawLine, Token, spaced
from rulewright.interpreter.syntax.words import article

APART = 2  # blanks that part two columns
INDENT = 2
BY_TABLE = ["by", "table"]
RULE = re.compile(r"\S+(?:\s+to\s+\S+)?")  # `ABC-1`, or some in a row: `ABC-1 to 4`
PARTED = "part the columns by two blanks or more"
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
        words = self.head.tokens[1:]
        return words[: next(i for i, t in enumerate(words) if t.text in ("(", *BY_TABLE))]


def tables_in(lines: Sequence[RawLine]) -> Iterator[DataTable]:
    """The tables among the lines of a text."""
    for at, line in enumerate(lines):
        words = line.words()
        if words[-1:] == [":"]:
            words.pop()  # an error that `_wrong` tells
        if words[:1] != ["kind"] or words[-2:] != BY_TABLE:
            continue
        yield DataTable(line, _below(lines, at))


def _below(lines: Sequence[RawLine], at: int) -> list[RawLine]:
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


def as_lines(lines: list[RawLine], problems: list[Diagnostic]) -> list[RawLine]:
    """The lines of a text with what its tables say in their places; what is wrong with a table is
    reported in `problems`."""
    made: dict[int, list[RawLine]] = {}  # by the number of the head
    gone: set[int] = set()
    for at, line in enumerate(lines):
        words = line.words()
        if words[-2:] == BY_TABLE and words[:1] == ["when"] and [",", "kind"] in (
            [one, two] for one, two in pairwise(words)
        ):
            made[line.number] = []
            gone |= {row.number for row in _below(lines, at)}
            problems.append(Diagnostic(
                "table", "a table cannot stand behind a comma", _span(line.tokens),
                "write `kind …` and its rows below the `when` line, one step further in"))
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
    rows = _named(table)
    if not rows:
        return []
    width = len(table.headings)
    first = [cells(row)[0] for row in rows]
    end = table.head.tokens.index(next(t for t in table.head.tokens if t.text == "by"))
    colon = Token("COLON", ":", table.head.tokens[end].span)
    names = [*table.head.tokens[:end], colon, *_listed(first)]
    refs = _refs([table.head, *table.rows])
    made = [RawLine(table.head.number, table.head.indent, [*names, *refs], made=True)]
    if any(len(cells(row)) != width for row in rows):
        return made
    for at, heading in enumerate(table.headings[1:], start=1):
        column = [cells(row)[at] for row in rows]
        entries = {_text(cell) for cell in column}
        if "yes" in entries and entries <= {"yes", "no", NOTHING}:
            made += _adjective(table, heading, first, column)
        else:
            made += _values(table, heading, rows, at)
    return made


def _named(table: DataTable) -> list[RawLine]:
    """The rows whose first entry can be the name of a value, each name once."""
    found: dict[str, RawLine] = {}
    for row in table.rows[1:]:
        here = cells(row)
        if here and _is_name(here[0]):
            found.setdefault(_text(here[0]), row)
    return list(found.values()) if table.noun else []


def _wrong(table: DataTable) -> Diagnostic | None:
    """What is wrong with the shape of a table."""
    noun = _text(table.noun)
    head = _span([token for token in table.head.tokens if token.type != "REFS"])
    colon = next((token for token in table.head.tokens if token.type == "COLON"), None)
    if colon is not None:
        return Diagnostic("colon", "no colon stands at the end of this line", colon.span,
                          "delete it; the indented block below is enough")
    if not noun:
        return Diagnostic("table", "it is not said which kind is listed", head,
                          "write `kind NOUN by table`")
    if len(table.rows) < 2:
        return Diagnostic(
            "table", "below this line stand a row of headings and a row for each value", head,
            f"begin the headings with `{noun}`, and {PARTED}")
    return _wrong_headings(table, noun) or next(
        filter(None, (_wrong_row(table, at) for at in range(len(table.rows)))), None
    ) or _empty(table)


def _wrong_headings(table: DataTable, noun: str) -> Diagnostic | None:
    headings = table.headings
    first = headings[0] if headings else table.rows[0].tokens
    if _text(first) != noun:
        joined = _text(first).startswith(f"{noun} ") and first[len(table.noun)].type == "WORD"
        return Diagnostic("table", f"the first column is headed by the noun, `{noun}`",
                          _span(first), PARTED if joined else f"write `{noun}`")
    twice = next((h for at, h in enumerate(headings)
                  if _text(h) in map(_text, headings[:at])), None)
    if twice is not None:
        return Diagnostic("table", f"two columns are headed by `{_text(twice)}`", _span(twice),
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
    if comma is not None:
        return Diagnostic("table", "in each column of a row stands one entry", comma.span,
                          "leave the comma out; give a further value a column of its own")
    for entry in found[:1] if at > 0 else found:
        if not _is_name(entry):
            return Diagnostic("table", f"`{_text(entry)}` cannot be a name here", _span(entry),
                              "write words that begin with a letter")
    if at > 0 and any(_text(cells(other)[0]) == _text(found[0]) for other in table.rows[1:at]):
        return Diagnostic("declared-twice", f"`{_text(found[0])}` stands in two rows",
                          _span(found[0]), "give each its own name")
    return None


def _is_name(cell: Cell) -> bool:
    return all(token.type == "WORD" and token.text != NOTHING for token in cell)


def _empty(table: DataTable) -> Diagnostic | None:
    """A column in which nothing stands."""
    for at, heading in enumerate(table.headings):
        if {_text(cells(row)[at]) for row in table.rows[1:]} <= {"no", NOTHING}:
            return Diagnostic("table", f"nothing stands below `{_text(heading)}`", _span(heading),
                              "leave the column out")
    return None


def _values(
    table: DataTable, heading: Cell, rows: Sequence[RawLine], at: int
) -> Iterator[RawLine]:
    """`the rank of a card is`, and a row for each value that stands in the column."""
    place = _span(heading)
    number, indent = table.rows[0].number, table.head.indent
    yield RawLine(number, indent, [
        _word("the", place), *heading, _word("of", place),
        *_put(table.noun, place, article(_text(table.noun))), _word("is", place),
    ], made=True)
    numbers = any(cells(row)[at][0].type == "NUMBER" for row in rows)
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
    head = [*_put(table.noun, place, article(_text(table.noun))), _word("is", place), *heading,
            _word("if", place)]
    test = [*_put(table.noun, place, "the"), _word("is", place)]
    if len(so) > 1:
        test.append(_word("either", place))
    listed = _listed(so[:-1]) + ([_word("or", so[-1][0].span)] if len(so) > 1 else []) + so[-1]
    yield RawLine(number, indent, [*head, *test, *listed, *_refs([table.head, *table.rows])],
                  made=True)


def _put(noun: Cell, place: Span, before: str) -> Cell:
    """The words of a noun with one before them, in another place."""
    return [_word(before, place), *(_word(token.text, place) for token in noun)]


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
    rules = dict.fromkeys(rule for token in found for rule in RULE.findall(token.text.strip("[]")))
    return [Token("REFS", f"[{' '.join(rules)}]", found[-1].span)]


def _word(text: str, place: Span) -> Token:
    return Token("WORD", text, place)


def _text(cell: Cell) -> str:
    return " ".join(token.text for token in cell)


def _span(cell: Cell) -> Span:
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
