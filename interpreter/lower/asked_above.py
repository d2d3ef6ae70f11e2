"""What an `if` is said of, for the lines below it: a reader may take `it` for that.

`if the origin is wet, it becomes dry` below the choice of a cell: the origin and the chosen cell
are two things of one noun. So the first is a candidate that stands in the way of the other, and the
author says which one is meant. It is none where the `if` is said of the other as well.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.scope import Bound, Scope
from rulewright.interpreter.model.types import noun_of
from rulewright.interpreter.syntax import ast

CERTAIN = (ast.Call, ast.Cell, ast.NounOf, ast.TheNoun, ast.Word)


def with_asked(context: Context, scope: Scope, test: ast.Expr) -> Scope:
    """The scope below an `if`, with what it is said of."""
    its = [b for b in scope.its() if b.value is not None and not b.noun.startswith("the ")]
    if not its:
        return scope
    found = [(subject, typed) for subject in _subjects(test)
             if (typed := context.value_if_any(subject, scope)) is not None]
    for b in its:
        others = [(subject, typed) for subject, typed in found if noun_of(typed.type) == b.noun]
        if b.value is not None and others and all(typed.e != b.value.e for _, typed in others):
            subject = others[0][0]
            scope = scope.add(Bound(
                b.noun, None, None, True, span=subject.span, phrase=f"`{subject.span.text}`",
                asked=True))
    return scope


def _subjects(test: ast.Expr) -> Iterator[ast.Expr]:
    """The certain things of which a condition says something."""
    match test:
        case ast.Logic():
            yield from _subjects(test.left)
            yield from _subjects(test.right)
        case ast.Not():
            yield from _subjects(test.body)
        case ast.Is() | ast.Has() | ast.Verb() if isinstance(test.subject, CERTAIN):
            yield test.subject
