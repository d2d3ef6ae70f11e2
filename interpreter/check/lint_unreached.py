"""Warnings of lines that are never done: they stand behind one that ends the turn or the game.

    unreached    a line behind `the turn ends`, `rank …`, `pay …` or `the game is drawn`
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from itertools import pairwise
from typing import TypeGuard

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.model.declarations import Declarations
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax import ast


def lint(declarations: Declarations, source: Source) -> Iterator[Diagnostic]:
    """The warnings of one text; what a variant's base says is not its matter."""
    for node in declarations.nodes():
        for lines in (getattr(node, field.name) for field in fields(node)):
            if not _is_block(lines):
                continue
            for line, behind in pairwise(lines):
                what = _ended_by(line)
                if what and behind.span.source is source:
                    yield Diagnostic(
                        "unreached", f"this is never done: the line above ends {what}",
                        behind.span, f"let it stand above `{line.span.text}`, or leave it out",
                        "warning")


def _is_block(value: object) -> TypeGuard[tuple[ast.Stmt, ...]]:
    return isinstance(value, tuple) and bool(value) and isinstance(value[0], ast.Stmt)


def _ended_by(line: ast.Stmt) -> str:
    """What a line ends, whatever happens."""
    if isinstance(line, ast.TurnEnds):
        return "the turn"
    drawn = isinstance(line, ast.Outcome) and line.player is None
    return "the game" if drawn or isinstance(line, (ast.Rank, ast.Pay)) else ""
