"""Disabling one line of a ruleset, to see whether any scenario would notice.

A statement of that line is left out; a condition line and an `only if` count as fulfilled; an
`end`, duty or definition whose head is that line loses what the head demands; in a row of
`depending on` nothing is done. Declarations (boards, attributes, options) cannot be disabled
without breaking other lines, so they stay.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from rulewright.interpreter.model.declarations import Declarations
from rulewright.interpreter.syntax import ast

Line = tuple[str, int]


def without(declarations: Declarations, line: Line) -> Declarations:
    """The declarations with one line disabled."""
    entries = []
    for conditions, block in declarations.entries:
        if isinstance(block, (ast.End, ast.Duty, ast.Always)) and _is(block, line):
            continue
        entries.append((conditions, _disable(block, line)))
    return Declarations(entries)


def _is(node: ast.Node, line: Line) -> bool:
    return (node.span.source.name, node.span.line) == line


def _disable(item: Any, line: Line) -> Any:
    """The same item with the line's statements, conditions and alternatives left out."""
    if isinstance(item, tuple):
        return tuple(_disable(part, line) for part in item if not _leaves_out(part, line))
    if not isinstance(item, ast.Node):
        return item
    if isinstance(item, ast.IsConnected) and item.over is not None and _is(item.over, line):
        item = dataclasses.replace(item, over=None, over_refs=())
    if isinstance(item, ast.DependingRow) and _is(item, line):
        item = dataclasses.replace(item, body=())
    changes: dict[str, Any] = {}
    for field in dataclasses.fields(item):
        if field.name == "span":
            continue
        old = getattr(item, field.name)
        new = _disable(old, line)
        if new is not old and new != old:
            changes[field.name] = new
    return dataclasses.replace(item, **changes) if changes else item


def _leaves_out(part: Any, line: Line) -> bool:
    kinds = (ast.Stmt, ast.CondLine, ast.Alternative, ast.DutyLine, ast.Row)
    return isinstance(part, kinds) and not isinstance(part, ast.When) and _is(part, line)
