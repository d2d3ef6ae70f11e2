"""Rows that answer every value of a type once: `… for red or green`, `for 2 to 5, …`.

Invariant: of the values that are possible with these options, each stands in exactly one row; what
stands in two, or in none where there is no `otherwise`, is an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulewright.interpreter.diagnostics import RulesError, error
from rulewright.interpreter.ir import Const, E, VType, op
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.typed import Typed, coerce
from rulewright.interpreter.model.types import listed, noun_of
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import with_article

MOST_LISTED = 8  # values without a row that a message names


class Row(NamedTuple):
    """The values that a row answers, or None if it answers all others; and where it stands."""

    among: tuple[ast.Expr, ...] | None
    span: Span


class Interval(NamedTuple):
    """Values from `low` to `high` that one row answers."""

    low: int
    high: int
    row: int
    span: Span


def answered(
    context: Context, rows: Sequence[Row], kind: VType, span: Span, written: Sequence[ast.Node]
) -> list[Interval]:
    """Which row answers which values, but for the row of all others. Raises `RulesError` where a
    value stands in two rows, or in none. `written` are the rows of all options."""
    found: list[Interval] = []
    for at, row in enumerate(rows):
        for item, low, high in intervals(context, row.among or (), kind):
            twice = next((i for i in found if i.low <= high and low <= i.high), None)
            if twice is not None:
                raise error("overlap", f"`{item.span.text}` stands in two rows, here and in "
                            f"line {twice.span.line}", row.span, "leave it out of one of them")
            found.append(Interval(low, high, at, row.span))
    if all(row.among is not None for row in rows):
        missing = _missing(found, kind)
        if missing:
            values = ", ".join(map(kind.text, missing))
            closed = _closed_by(context, written, missing[0], kind)
            raise error("gap", f"no row says anything for {values}{closed}", span,
                        "add a row, or `otherwise`")
    return found


def _closed_by(
    context: Context, written: Sequence[ast.Node], value: int, kind: VType
) -> str:
    """Where a row for a value stands under a `when` that does not hold: which, and its rules."""
    for test, row in _absent(context, written):
        try:
            answers = row.among is None or any(
                low <= value <= high for _, low, high in intervals(context, row.among, kind))
        except RulesError:
            continue  # it speaks of what is there with those options only
        if answers:
            rules = f" [{' '.join(row.refs)}]" if row.refs else ""
            return (f"; the one in line {row.span.line} stands under "
                    f"`when {test.span.text}`{rules}")
    return ""


def _absent(
    context: Context, written: Sequence[ast.Node], without: ast.Expr | None = None
) -> Iterator[tuple[ast.Expr, ast.Case | ast.DependingRow]]:
    """The rows under a `when` that does not hold, with its condition."""
    for node in written:
        if isinstance(node, ast.WHENS):
            test = without or (None if context.static(node.test) else node.test)
            yield from _absent(context, node.body, test)
        elif without is not None and isinstance(node, (ast.Case, ast.DependingRow)):
            yield without, node


def intervals(
    context: Context, items: Sequence[ast.Expr], kind: VType
) -> Iterator[tuple[ast.Expr, int, int]]:
    """The items of a row with the least and the greatest of the values that each means."""
    for item in items:
        if kind.domain is context.symbols.players and isinstance(item, ast.Value) and (
            context.absent(item.text)
        ):
            continue  # the row is for more players
        yield item, *_bounds(context, item, kind)


def _bounds(context: Context, item: ast.Expr, kind: VType) -> tuple[int, int]:
    """The least and the greatest of the values that an item of a row means."""
    if kind.kind == "thing" and isinstance(item, (ast.Range, ast.Number)):
        raise _of_a_number(context, item, noun_of(kind))
    if isinstance(item, ast.Range):
        if kind.kind != "int":
            raise error("type", "`to` stands between numbers", item.span)
        low, high = context.constant(item.low), context.constant(item.high)
        if low > high:
            raise error("range", f"the range runs from {low} down to {high}", item.span,
                        f"write `{item.high.span.text} to {item.low.span.text}`")
        return low, high
    if kind.piece is not None and not isinstance(item, ast.Nothing):
        raise error("type", f"which {kind.piece} it is cannot be said in a row", item.span,
                    "ask with `if`, or let the rows be about the cell that it stands on")
    e = coerce(context.value(item, Scope(), kind), kind, item.span)
    if not isinstance(e, Const):
        raise error("constant", "a row is for values that are fixed before play", item.span)
    return e.value, e.value


def _of_a_number(context: Context, item: ast.Range | ast.Number, noun: str) -> RulesError:
    """The error for `5 for 12` about a card."""
    names = [name for (owner, name), field in context.symbols.attributes.items()
             if owner == noun and field.type.kind == "int"]
    said = (f"at least {item.low.span.text} and at most {item.high.span.text}"
            if isinstance(item, ast.Range) else item.span.text)
    ways = listed([f"`… if its {name} is {said}`" for name in names], "or")
    return error("type", f"a row is for {with_article(noun)} itself, not for a number that it has",
                 item.span, f"write each of these rows as a case, {ways}" if ways else None)


def _missing(found: Sequence[Interval], kind: VType) -> list[int]:
    """Some of the values that no row answers."""
    missing: list[int] = []
    value = -1 if kind.none else kind.least
    while value <= kind.most and len(missing) < MOST_LISTED:
        inside = next((i for i in found if i.low <= value <= i.high), None)
        if inside is None:
            missing.append(value)
        value = value + 1 if inside is None else inside.high + 1
    return missing


def is_left(found: Sequence[Interval], rows: Sequence[Row], at: int, kind: VType) -> bool:
    """Whether there is a value that a row answers; `found` is which answers which."""
    if rows[at].among is None:
        return bool(_missing(found, kind))
    least = -1 if kind.none else kind.least
    return any(i.row == at and i.high >= least and i.low <= kind.most for i in found)


def among(context: Context, value: Typed, row: Row) -> E:
    """Whether a value is one of those that a row answers."""
    tests = []
    for item in row.among or ():
        low, high = _bounds(context, item, value.type)
        tests.append(op("==", value.e, Const(low)) if low == high else op(
            "and", op(">=", value.e, Const(low)), op("<=", value.e, Const(high))))
    return op("or", *tests)


def row_values(
    context: Context, lines: Sequence[ast.Case], scope: Scope, expected: VType | None
) -> list[Typed]:
    """The values of rows. The first that is something tells of what `none` there is none."""
    order = sorted(range(len(lines)), key=lambda at: isinstance(lines[at].value, ast.Nothing))
    found: dict[int, Typed] = {}
    for at in order:
        kind = found[order[0]].type if found else expected
        found[at] = context.value(lines[at].value, scope, kind)
    return [found[at] for at in range(len(lines))]
