"""`if it is 1` below a line that changed a number: a reader may take `it` for that number, which is
another one where a number was rolled or given, and none where things are spoken of."""

from __future__ import annotations

import re

from rulewright.interpreter.diagnostics import RulesError, error
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.typed import Typed
from rulewright.interpreter.model.symbols import SymbolTable
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.lines_above import just_changed

ASKED = re.compile(r"^ *(?:otherwise )?if (?:[^,]* (?:and|or) )?$")
COMPARED = re.compile(r"(?:\d|(?:more|less) than |at (?:least|most) |either \d|even\b|odd\b)")


def require_unchanged(symbols: SymbolTable, meant: Typed, span: Span, scope: Scope) -> Typed:
    """What `it` means, if it cannot be the number that the line above has changed."""
    if meant.type.kind != "int" or not ASKED.search(span.before) or (
        not span.behind.startswith(" is ")
    ):
        return meant
    found = _changed(symbols, span)
    bound = next((b for b in scope.its() if b.value is not None and b.value.e == meant.e), None)
    if found is None or bound is None:
        return meant
    called = bound.name or f"the {bound.noun}"
    if re.search(rf"\b(?:it|{re.escape(called)})\b", found["by"]):
        return meant  # changed by what `it` is
    raise error("it", f"`it` can be {called}, or `{found['what']}`, which the line above changes",
                span, f"write `{called}` or `{found['what']}`")


def of_changed(symbols: SymbolTable, expr: ast.Is) -> RulesError | None:
    """The error of a comparison of `it` with a number, where it can only be the one that the line
    above has changed."""
    if not isinstance(expr.subject, ast.It) or not COMPARED.match(
        expr.complement.span.text
    ) or not ASKED.search(expr.subject.span.before):
        return None
    found = _changed(symbols, expr.subject.span)
    return found and error(
        "it", f"`it` is no number here, but `{found['what']}` is, which the line above changes",
        expr.subject.span, f"write `{found['what']}`")


def _changed(symbols: SymbolTable, span: Span) -> re.Match[str] | None:
    """How the line above changes an attribute that is a number."""
    return just_changed(span.source, span.line, (
        name for (_, name), field in symbols.attributes.items() if field.type.kind == "int"))
