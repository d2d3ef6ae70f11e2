"""Every kind of phrase and statement has the one function that lowers it."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.interpreter.lower import context, game, sets
from rulewright.interpreter.lower.blocks import STATEMENTS
from rulewright.interpreter.syntax import ast

#: Expressions that stand only inside others, which read them themselves.
PARTS = {ast.Range, ast.TypeNoun, ast.SignedWord}
#: Relatives that say nothing of one member alone: several joined, and who has the most of all.
TOGETHER = {ast.RelCombined, ast.RelMost}


def kinds(base: type[ast.Node]) -> set[type[ast.Node]]:
    """The kinds of nodes that are kinds of `base` and have no kinds of their own."""
    return {kind for kind in vars(ast).values() if isinstance(kind, type)
            and issubclass(kind, base) and kind is not base}


def once(*tables: Iterable[type[ast.Node]]) -> set[type[ast.Node]]:
    """The kinds in some tables, each of which must stand in one only."""
    found = [kind for table in tables for kind in table]
    assert len(found) == len(set(found))
    return set(found)


def test_every_phrase_is_lowered() -> None:
    assert game.PROSPECT  # importing the game registers all that lowers
    assert once(context.VALUES, context.CONDITIONS) == kinds(ast.Expr) - PARTS
    assert once(context.COMPLEMENTS) == kinds(ast.Complement)
    assert once(context.SETS) == kinds(ast.SetNode)
    assert once(sets.RELATIVES) == kinds(ast.Relative) - TOGETHER


def test_every_statement_is_lowered() -> None:
    assert once(STATEMENTS) == kinds(ast.Stmt)
