"""`any SET` is the first of its members, where it does not matter which. A reader takes it for some
or for every one of them, so it stands in brackets where it could be either."""

from __future__ import annotations

import re

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import with_article

#: In front of `any SET` that is none of them.
DENIED = re.compile(r"\b(?:is|are|was|were|does|do) not [^,()]*$|\bno [^,()]* (?:is|are) [^,()]*$")


def require_some(context: Context, expr: ast.Expr, scope: Scope) -> None:
    """Refuse `any SET` in a condition without brackets: a reader takes it for `some SET`, but it
    is the first member, of which alone the condition would be asked."""
    if not isinstance(expr, ast.AnyOne):
        return
    context.members(expr.set, scope)  # what is wrong with the set itself comes first
    span = expr.span
    if DENIED.search(span.before):
        said = span.text
        raise error("quantifier", f"`{said}` does not stand behind a denial", span,
                    f"write `{with_article(said.partition(' ')[2])}`")
    context.value(expr, scope)
    if not _in_brackets(span):
        said = span.text
        raise error("quantifier", f"`{said}` can be each of them, or the first one alone", span,
                    f"write `some {said.partition(' ')[2]}` if it is to be so of one of them, "
                    f"`({said})` for the first one")


def require_which(context: Context, line: ast.Stmt) -> None:
    """Refuse a line that changes `any SET`, without brackets: a reader takes it for `every SET`.
    (What `any SET` is that is put, moved or removed, is understood as one.)"""
    target = line.target if isinstance(line, ast.CHANGES) else None
    if not isinstance(target, ast.AnyOne) or _in_brackets(target.span):
        return
    said = target.span.text
    every = f"`every {said.partition(' ')[2]}`"
    if isinstance(target.set, ast.NounSet) and target.set.noun in context.symbols.numbered:
        raise error("quantifier", f"`{said}` can be each of them, or the first one alone",
                    target.span, f"write {every} or `({said})`; in brackets it is the first one, "
                    "where it does not matter which")
    raise error("quantifier", f"`{said}` can be each of them, or one of them", target.span,
                f"write {every} if it is each; one of them is chosen, `must choose …`, or comes "
                "up, `at random pick …`, and changes in the line below")


def _in_brackets(span: Span) -> bool:
    """Whether brackets stand around a phrase."""
    return span.before.endswith("(") and span.behind.startswith(")")
