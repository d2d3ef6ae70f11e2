"""Relatives that stand behind two things to which they can belong.

Model. A relative belongs to the nearest set. In `provinces that border some province whose holder
is P and whose holder is not Q` the nearest is the inner one, but both are provinces, and what
begins anew with `and whose …` is as often said of the outer ones: that is asked. Brackets around
the inner set say to which it belongs. So with `player that is the player with the least bid`:
`the player with the least bid`, or the player here, of those with the least.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.syntax import ast


def unclear_nesting(noun: str, relatives: Sequence[ast.Relative]) -> Diagnostic | None:
    """The error of a set whose last relative can be its own, or belong to a thing or set in it."""
    for one, most in pairwise(relatives):
        if isinstance(most, ast.RelMost) and _is_the_noun(one):
            that_is, behind = one.span.text, most.span.text
            front, _, who = that_is.rpartition(" the ")
            return Diagnostic(
                "grouping", f"`{behind}` can belong to `the {who}`, or be said of those of which "
                f"one is `the {who}`", one.span.to(most.span), f"write `{front} (the {who} "
                f"{behind})` if it is the one {behind}")
    for relative in relatives:
        inner = _inner_set(relative)
        if inner is None or inner.noun != noun or not inner.relatives:
            continue
        last = inner.relatives[-1]
        further = last.parts[-1] if isinstance(last, ast.RelCombined) and last.op == "and" else (
            last if len(inner.relatives) > 1 else None)
        said, whole = relative.span.text, inner.span.text
        closed = said.partition(whole)[0].rstrip().endswith("(")
        if not isinstance(further, ast.RelWhose) or closed or not (
            whole.endswith(further.span.text) and further.span.text.startswith("whose ")
        ):
            continue
        first = whole.removesuffix(further.span.text).rstrip().removesuffix(" and")
        own = said.replace(whole, f"({first}) and {further.span.text}", 1)
        return Diagnostic(
            "grouping", f"`{further.span.words}` can be said of the {noun} inside, or of those "
            "outside", relative.span, f"write `{said.replace(whole, f'({whole})', 1)}` if it is "
            f"said of the one inside, `{own}` if of those outside")
    return None


def _is_the_noun(relative: ast.Relative) -> bool:
    """Whether it is `that is the NOUN`."""
    said = relative.complement if isinstance(relative, ast.RelIs) else None
    value = said.value if isinstance(said, ast.IsValue) else None
    return isinstance(value, (ast.ThePlayer, ast.TheNoun)) and value.span.text.startswith("the ")


def _inner_set(relative: ast.Relative) -> ast.NounSet | None:
    """The set that stands in a relative: `some province`, in `that border some province`."""
    match relative:
        case ast.RelIs(complement=ast.IsPreposition(object=ast.Quantified(set=things))):
            pass
        case ast.RelIs(complement=ast.IsIn(set=ast.Quantified(set=things))):
            pass
        case ast.RelVerb(object=ast.Quantified(set=things)):
            pass
        case _:
            return None
    return things if isinstance(things, ast.NounSet) else None
