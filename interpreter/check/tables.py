"""Tables that say the same thing twice: relations written from both sides must agree.

`an animal eats a dish by table` and `a dish feeds an animal by table` list the same pairs.
Every pair that only one of them lists is an error that names both rows, unless the ruleset
acknowledges it (`eats and feeds disagree on cat and milk`); then it is a note. An
acknowledgement of a contradiction that is not there is an error.
"""

from __future__ import annotations

from rulewright.interpreter.diagnostics import Diagnostic, did_you_mean
from rulewright.interpreter.model.declarations import Declarations
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast

Pair = tuple[str, str]


def check(declarations: Declarations) -> list[Diagnostic]:
    """What is wrong inside tables and between them."""
    tables = [block for _, block in declarations.all(ast.Define) if block.rows]
    kinds = {block.noun: block.values for _, block in declarations.all(ast.Kind)}
    problems = [p for table in tables for p in _inside(table, kinds)]
    acknowledged = [block for _, block in declarations.all(ast.Agreement)]
    used: set[int] = set()
    for i, first in enumerate(tables):
        for second in tables[i + 1 :]:
            if _nouns(first) == tuple(reversed(_nouns(second))):
                problems += _between(first, second, acknowledged, used)
    for number, block in enumerate(acknowledged):
        if number not in used:
            problems.append(
                Diagnostic("agreement", f"`{block.first}` and `{block.second}` do not disagree on "
                           f"{block.values[0]} and {block.values[1]}", block.span,
                           "delete this line")
            )
    return problems


def _nouns(table: ast.Define) -> tuple[str, ...]:
    return tuple(binder.noun for _, binder in table.params)


def _inside(table: ast.Define, kinds: dict[str, tuple[str, ...]]) -> list[Diagnostic]:
    """Rows that stand twice, values that are none, values without a row."""
    problems: list[Diagnostic] = []
    subjects, objects = (kinds.get(noun) for noun in _nouns(table))
    seen: dict[str, ast.Row] = {}
    for row in table.rows:
        if row.value in seen:
            problems.append(
                Diagnostic("overlap", f"`{row.value}` has a second row; the first is in line "
                           f"{seen[row.value].span.line}", row.span)
            )
        seen.setdefault(row.value, row)
        for text, known in ((row.value, subjects), *((other, objects) for other in row.others)):
            if known is not None and text not in known:
                problems.append(
                    Diagnostic("value", f"`{text}` cannot stand in this row", row.span,
                               did_you_mean(text, known) or "known are: " + ", ".join(known))
                )
        twice = {other for other in row.others if row.others.count(other) > 1}
        problems += [
            Diagnostic("overlap", f"`{other}` stands twice in this row", row.span)
            for other in sorted(twice)
        ]
    missing = [value for value in subjects or () if value not in seen]
    if missing:
        problems.append(
            Diagnostic("gap", f"the table has no row for {', '.join(missing)}", table.span)
        )
    return problems


def _between(
    first: ast.Define, second: ast.Define, acknowledged: list[ast.Agreement], used: set[int]
) -> list[Diagnostic]:
    problems = []
    there = {(o, row.value): row for row in second.rows for o in row.others}
    here = {(row.value, o): row for row in first.rows for o in row.others}
    for pair in sorted(set(here) ^ set(there)):
        rows = (
            here.get(pair) or _row(first, pair[0]),
            there.get(pair) or _row(second, pair[1]),
        )
        number = _acknowledging(acknowledged, {first.name, second.name}, set(pair))
        if number is not None:
            used.add(number)
        problems.append(_contradiction(first, second, pair, rows, pair in here, acknowledged,
                                       number))
    return problems


def _row(table: ast.Define, value: str) -> ast.Row | None:
    return next((row for row in table.rows if row.value == value), None)


def _acknowledging(
    acknowledged: list[ast.Agreement], names: set[str], pair: set[str]
) -> int | None:
    for number, block in enumerate(acknowledged):
        if {block.first, block.second} == names and set(block.values) == pair:
            return number
    return None


def _contradiction(
    first: ast.Define, second: ast.Define, pair: Pair,
    rows: tuple[ast.Row | None, ast.Row | None], in_first: bool,
    acknowledged: list[ast.Agreement], number: int | None,
) -> Diagnostic:
    """The two rows that clash, with the pair that shows it."""
    yes, no = (first, second) if in_first else (second, first)
    span = rows[0].span if rows[0] else first.span
    other: Span = rows[1].span if rows[1] else second.span
    message = (
        f"two tables disagree on {pair[0]} and {pair[1]}: `{yes.name}` has the pair, `{no.name}` "
        f"has not (lines {span.line} and {other.line}: `{span.text}` against `{other.text}`)"
    )
    if number is not None:
        refs = " ".join(acknowledged[number].refs)
        return Diagnostic("contradiction", f"acknowledged{f' by {refs}' if refs else ''}: "
                          f"{message}", span, None, "note")
    return Diagnostic(
        "contradiction", message, span,
        f"correct one of the rows, or acknowledge it: `{first.name} and {second.name} disagree on "
        f"{pair[0]} and {pair[1]}`",
    )
