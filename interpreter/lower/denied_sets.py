"""The things of which a condition says that there are none: `there is no Stone on the cell`. Behind
`or`, a reader takes `its owner` for the owner of the one that would be there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.interpreter.lower.reference import one_of
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.suggested import of_holder
from rulewright.interpreter.syntax import ast

ONE_PLACE = re.compile(r"[\w-]+ (?:on|in) (?!an? )(?:(?! that | whose | where ).)*")
PLACE = re.compile(r"(?:on|in|next to) ")


def denied_things(test: ast.Expr, scope: Scope) -> Iterator[tuple[str, ast.NounSet]]:
    """The sets of pieces of which a condition says that nothing is in them, with a phrase for what
    is: `(the Stone on the cell)`, `every Stone next to it`."""
    match test:
        case ast.Logic(op="or"):
            yield from denied_things(test.left, scope)
            yield from denied_things(test.right, scope)
        case ast.ThereIs(negated=True, set=ast.NounSet() as things):
            yield _said(one_of(things)), things
        case ast.Has(negated=True, amount=None, set=ast.NounSet() as things):
            yield _said(f"{one_of(things)} {of_holder(test.subject, scope)}"), things
        case ast.Is(subject=ast.Quantified(quantifier="no", set=ast.NounSet() as things)):
            if not test.negated and PLACE.match(said := test.complement.span.words):
                yield _said(f"{one_of(things)} {said}"), things


def _said(things: str) -> str:
    return f"(the {things})" if ONE_PLACE.fullmatch(things) else f"every {things}"
