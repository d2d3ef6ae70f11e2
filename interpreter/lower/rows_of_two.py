"""Rows about two things: `3 for silk at Genoa, Venice`.

Invariant: of the pairs of values that are possible with these options, each stands in exactly one
row, whose value is fixed before play; so the rows are one table. What stands in two rows, or in
none where there is no `otherwise`, is an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.ir import Const, Table, VType, lookup
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.rows import MOST_LISTED, intervals, row_values
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.things import of_nothing
from rulewright.interpreter.lower.typed import Typed, coerce, join
from rulewright.interpreter.syntax import ast

Pair = tuple[int, int]


def of_two(
    context: Context, define: ast.Define, lines: Sequence[ast.Case], scope: Scope,
    expected: VType | None,
) -> Typed:
    """The value of the row in which the first two things of a definition stand."""
    _require_rows(define, lines)
    first, second = (_thing(define, bound.value) for bound in (*scope.entries()[::-1],)[:2])
    kinds = [replace(thing.type, none=False) for thing in (first, second)]
    rows = [line for line in lines if line.second is not None]
    others = next((line for line in lines if line.second is None), None)
    of_each = _pairs(context, rows, kinds)
    missing = [(i, j) for i in range(kinds[0].size) for j in range(kinds[1].size)
               if (i, j) not in of_each]
    if missing and others is None:
        raise error("gap", "no row says anything for " + _listed(kinds, missing), define.span,
                    "add a row, or `otherwise`")
    used = [*rows, others] if missing and others is not None else rows
    values = row_values(context, used, scope, expected)
    kind = values[0].type
    for line, value in zip(used, values, strict=True):
        kind = join(kind, value.type, line.value.span)
    given = [_fixed(value, kind, line) for line, value in zip(used, values, strict=True)]
    sizes = kinds[0].size, kinds[1].size
    entries = tuple(given[of_each.get((i, j), -1)] for i in range(sizes[0])
                    for j in range(sizes[1]))
    if first.type.none or second.type.none:
        kind = of_nothing(kind)
    table = Table(entries, sizes, -1 if kind.kind == "thing" else 0)
    return Typed(lookup(table, kind, first.e, second.e), kind)


def _require_rows(define: ast.Define, lines: Sequence[ast.Case]) -> None:
    """Refuse what is no row about the first two things of the definition."""
    word = define.params[1][0] if len(define.params) > 1 else None
    for at, line in enumerate(lines):
        if line.second is None and (line.among is not None or line.test is not None or (
            at < len(lines) - 1
        )):
            raise error("table", "beside rows about two things stand no other cases", line.span,
                        "let each line be a row, and the last one perhaps `otherwise`")
        if line.second is not None and line.second[0] != word:
            raise error("table", f"this row is about two things, the second behind "
                        f"`{line.second[0]}`, but the definition is not", line.span,
                        f"write `{word}` before the second" if word else None)


def _thing(define: ast.Define, thing: Typed | None) -> Typed:
    if thing is None or thing.type.domain is None or thing.type.words or thing.type.piece:
        raise error("table", "rows about two things look at values of kinds, players, directions "
                    "or cells", define.span)
    return thing


def _pairs(context: Context, rows: Sequence[ast.Case], kinds: Sequence[VType]) -> dict[Pair, int]:
    """The row that each pair stands in."""
    found: dict[Pair, int] = {}
    for at, row in enumerate(rows):
        assert row.among is not None and row.second is not None
        firsts, seconds = (
            [value for _, low, high in intervals(context, items, kind)
             for value in range(low, high + 1)]
            for items, kind in zip((row.among, row.second[1]), kinds, strict=True)
        )
        for pair in ((i, j) for i in firsts for j in seconds):
            if pair in found:
                line = rows[found[pair]].span.line
                raise error("overlap", f"{_listed(kinds, [pair])} stands in two rows, here and in "
                            f"line {line}", row.span, "leave it out of one of them")
            found[pair] = at
    return found


def _listed(kinds: Sequence[VType], pairs: Sequence[Pair]) -> str:
    return ", ".join(
        " and ".join(kind.text(value) for kind, value in zip(kinds, pair, strict=True))
        for pair in pairs[:MOST_LISTED]
    )


def _fixed(value: Typed, kind: VType, line: ast.Case) -> int:
    e = coerce(value, kind, line.value.span)
    if not isinstance(e, Const):
        raise error("constant", "what a row about two things says is fixed before play",
                    line.value.span, "say it in cases with `if`")
    return e.value
