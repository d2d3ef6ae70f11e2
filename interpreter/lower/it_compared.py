"""`it is not the leader` where `it` is a number or a piece: who or what can be the leader there."""

from __future__ import annotations

from contextlib import suppress

from rulewright.interpreter.diagnostics import RulesError, error
from rulewright.interpreter.ir import VType
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.noting import PLAYER
from rulewright.interpreter.lower.reference import TO_MOVE, phrases
from rulewright.interpreter.lower.scope import Bound, Scope
from rulewright.interpreter.lower.typed import Typed
from rulewright.interpreter.model.types import kind_text, listed, noun_of
from rulewright.interpreter.syntax import ast


def of_another(context: Context, expr: ast.Is, scope: Scope) -> RulesError | None:
    """The error of a comparison of `it` with what it cannot be, but another thing that the lines
    around speak of can."""
    what = expr.complement
    if not isinstance(expr.subject, ast.It) or not isinstance(what, ast.IsValue):
        return None
    meant, other = None, None
    with suppress(RulesError):
        meant = context.value(expr.subject, scope)
        other = context.value(what.value, scope)
    if meant is None or other is None or other.type.domain is None or _alike(meant, other.type):
        return None
    noun = noun_of(other.type)
    found = [b for b in scope.spoken_of(noun) if b.value is not None]
    if noun == PLAYER and not any(b.name is None for b in found):
        found.append(TO_MOVE)
    if not found:
        return None
    denied = "not " if expr.negated else ""
    said = [f"`{_said(one, found)} is {denied}{what.span.text}`" for one in found]
    it = next((b for b in scope.its() if b.value is not None and b.value.e == meant.e), None)
    called = "" if it is None else it.name or f"the {it.noun}"
    return error("type", f"`it` is {called or kind_text(meant.type)} here and no {noun}",
                 expr.span, f"write {listed(said, 'or')}")


def _alike(thing: Typed, kind: VType) -> bool:
    return thing.type.kind == kind.kind and thing.type.domain == kind.domain


def _said(one: Bound, found: list[Bound]) -> str:
    """The words that mean one of those that are spoken of."""
    if found == [TO_MOVE]:
        return f"the {PLAYER}"
    return phrases(found)[found.index(one)].strip("`").replace("`", "")
