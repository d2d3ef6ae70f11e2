"""How far a `not` in front of a sentence reaches: `not a1 is wet or b1 is wet`."""

from __future__ import annotations

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast

NOT = "not "


def denied_further(
    span: Span, op: str, left: ast.Expr, right: ast.Node
) -> Diagnostic | None:
    """What is not clear where `and` or `or` stands behind a sentence with `not` in front of it."""
    last = left
    while isinstance(last, ast.Logic):
        last = last.right
    if not isinstance(last, ast.Not) or not last.span.text.startswith(NOT):
        return None
    said = last.span.words.removeprefix(NOT)
    if _bracketed(said) or said.startswith("every "):
        return None
    more = right.span.words
    subject = getattr(last.body, "subject", None)
    if not isinstance(right, ast.Expr) and isinstance(subject, ast.Expr):
        more = f"{subject.span.words} is {more}"
    return Diagnostic(
        "grouping", f"is it also denied that {more}?", span,
        f"write `not ({said}) {op} {more}` if not, `not ({said} {op} {more})` if the whole is "
        "denied")


def _bracketed(said: str) -> bool:
    """Whether brackets stand around all that is said."""
    if not (said.startswith("(") and said.endswith(")")):
        return False
    depth = 0
    for at, sign in enumerate(said):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return at == len(said) - 1
    return False
