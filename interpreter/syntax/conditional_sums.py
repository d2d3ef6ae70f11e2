"""Sums in `(A if CONDITION otherwise B)`: what the condition decides of them.

Model. `(A plus 2 if … otherwise 0)` can be A and 2, or nothing; or A, and 2 or nothing besides.
That is asked where what stands behind `otherwise` is a plain number, unless both readings are the
same; where it speaks of A again (`otherwise A`), the whole sum is clearly meant. So it is behind
`otherwise`: `(2 if … otherwise 1 plus A)`. Brackets around the sum, or around the inner choice, say
which is meant.
"""

from __future__ import annotations

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.syntax import ast


def unclear_sum(expr: ast.Conditional) -> Diagnostic | None:
    """The error of a choice between two numbers in which a sum can be a part of it, or around
    it."""
    then, test, otherwise = (part.span.text for part in (expr.then, expr.test, expr.otherwise))
    first, last = expr.then, expr.otherwise
    front, _, rest = expr.span.text.partition(then)
    closed_first, closed_last = front.count("(") > 1, rest.rpartition(otherwise)[2].count(")") > 1
    if isinstance(first, ast.Arithmetic) and not closed_first and _in_doubt(first, last):
        whole = f"(({then}) if {test} otherwise {otherwise})"
        inner = (f"({first.left.span.text} {_word(first)} ({first.right.span.text} if {test} "
                 f"otherwise {otherwise}))")
    elif isinstance(last, ast.Arithmetic) and not closed_last and (
        last.op == "+" and isinstance(last.left, ast.Number)
        and not isinstance(last.right, ast.Number)
    ):
        whole = f"({then} if {test} otherwise ({otherwise}))"
        inner = (f"(({then} if {test} otherwise {last.left.span.text}) {_word(last)} "
                 f"{last.right.span.text})")
    else:
        return None
    return Diagnostic(
        "grouping", "the condition can be about all of the sum, or about its nearest part",
        expr.span, f"write `{whole}` for all of it, `{inner}` for the part")


def _in_doubt(first: ast.Arithmetic, last: ast.Expr) -> bool:
    """Whether a sum before `if` can be taken in two ways that differ, with a plain number at the
    end."""
    if not isinstance(last, ast.Number):
        return False
    if isinstance(first.left, ast.Number) and isinstance(first.right, ast.Number):
        return first.left.value != 0  # `0 minus 2` is how a number below 0 is written
    if last.value != 0:
        return True
    return first.op in ("+", "-") and not (
        isinstance(first.left, ast.Number) and first.left.value == 0)


def _word(sum_of: ast.Arithmetic) -> str:
    return {"+": "plus", "-": "minus", "*": "times", "//": "divided by"}[sum_of.op]
