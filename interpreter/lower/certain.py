"""The certain things of which a condition says something."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.syntax import ast

#: Conditions that are said of a subject.
SENTENCES = (ast.Predicates, ast.Is, ast.Has, ast.Verb)


def subjects(
    test: ast.Expr, certain: tuple[type[ast.Expr], ...],
    sentences: tuple[type[ast.Expr], ...] = SENTENCES,
) -> Iterator[ast.Expr]:
    """What the parts of a condition that are such `sentences` are said of, if it is one of the
    phrases for `certain` things; that something is none says nothing of a thing."""
    match test:
        case ast.Logic():
            yield from subjects(test.left, certain, sentences)
            yield from subjects(test.right, certain, sentences)
        case ast.Not() | ast.Before():
            yield from subjects(test.body, certain, sentences)
        case ast.Is(complement=ast.IsValue(value=ast.Nothing()), negated=False):
            return
        case _ if isinstance(test, sentences):
            said_of = getattr(test, "subject", None)
            if isinstance(said_of, certain):
                yield said_of
