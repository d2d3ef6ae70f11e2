"""What all nodes of the syntax tree have in common.

A node is what it consists of: equal parts make equal nodes.
"""

from __future__ import annotations

from rulewright.interpreter.records import record
from rulewright.interpreter.source import Span

Refs = tuple[str, ...]  # of a line: the ids of the rules that it cites


@record
class Node:
    """Anything that was written somewhere."""

    span: Span
