"""`the field is empty and no Guard can catch a Mule on it`: there is no Mule on an empty cell.

Model. What is said of a piece on a cell that the same condition says is empty is said of nothing:
it always holds, or never. Who writes so means what would be so if a piece stood there, which cannot
be asked. That there is no piece there is the same said twice, and no error.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.model.declarations import walk
from rulewright.interpreter.syntax import ast


def require_pieces(
    context: Context, before: ast.Expr, then: ast.Expr, scope: Scope, inner: Scope
) -> None:
    """Refuse in the second part of a condition to speak of pieces on a cell that the first part
    says is empty."""
    for cell, noun in _without(before):
        empty = None
        for things in _asked_of(then):
            for place in _places(things):
                if noun and noun != things.noun:
                    continue
                empty = empty or context.value_if_any(cell, scope)
                there = context.value_if_any(place, inner)
                if empty and there and empty.e == there.e and not there.type.piece:
                    what = f"has no {noun}" if noun else "is empty"
                    raise error(
                        "none", f"there is no {things.noun} on `{place.span.text}` here: "
                        f"`{cell.span.text}` {what}, as is said before", things.span,
                        "what would be so of one that came there cannot be asked of it: say it of "
                        "the place, as in `… is next to …`, or define it of the place, `a … can "
                        "come at a … if …` (5)")


def _without(said: ast.Expr) -> Iterator[tuple[ast.Expr, str]]:
    """The cells of which a condition says that they are empty, or that no piece of some noun is
    there."""
    match said:
        case ast.Logic(op="and"):
            yield from _without(said.left)
            yield from _without(said.right)
        case ast.Is(negated=False, complement=complement):
            found = complement.parts if isinstance(complement, ast.IsCombined) and (
                complement.op == "and") else ((complement, False),)
            for part, denied in found:
                if isinstance(part, ast.IsAdjective) and part.adjective == "empty" and not denied:
                    yield said.subject, ""
        case ast.Has(negated=True, set=ast.NounSet(adjectives=(), relatives=()) as things):
            yield said.subject, things.noun


def _asked_of(said: ast.Expr) -> Iterator[ast.NounSet]:
    """The pieces of which something is said."""
    for node in walk(said):
        if isinstance(node, ast.Quantified) and isinstance(node.set, ast.NounSet):
            yield node.set


def _places(things: ast.NounSet) -> Iterator[ast.Expr]:
    for one in things.relatives:
        if isinstance(one, ast.RelIs) and not one.negated and (
            isinstance(one.complement, ast.IsPreposition) and one.complement.preposition == "on"
        ):
            yield one.complement.object
