"""Amounts that are asked of a captured piece.

Invariant: where nothing was captured, no number changes by what the captured piece has, without
this being said. An attribute of none is the least of its range (reference, 9); where that is 0, a
line that changes a number by it changes nothing, as a reader expects. Where it is another number,
and the line stands below a move to any cell, a condition on the captured piece must stand in front
of it or around it.
"""

from __future__ import annotations

import re

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.model.declarations import walk
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.lines_above import around

MOVE = re.compile(r"(?:must |may |if possible |or )*move .+? to (?P<to>.+)")


def require_captured(context: Context, s: ast.Change) -> None:
    """Refuse a change by a number of the captured piece that is not 0 where there is none."""
    for phrase in walk(s.amount):
        if not isinstance(phrase, ast.Call) or len(phrase.args) != 1:
            continue
        piece = phrase.args[0][1]
        if not isinstance(piece, ast.Captured):
            continue
        kept = context.symbols.attributes.get((piece.noun, phrase.name))
        said, lines = piece.span.text, around(s.span.source, s.span.line)
        move = MOVE.match(lines[0]) if lines else None
        if kept is None or not kept.type.least or move is None or piece.noun in move["to"] or any(
            said in line for line in (*lines, s.span.before)
        ):
            continue
        raise error("nothing", f"`{said}` is none where none was captured, and its {phrase.name} "
                    f"is {kept.type.least} then, the least that it can be", phrase.span,
                    f"write `if {said} is not none, {s.span.text}`")
