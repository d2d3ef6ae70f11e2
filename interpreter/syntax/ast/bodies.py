"""Nodes of what stands below a definition: lines of conditions, cases of values."""

from __future__ import annotations

from rulewright.interpreter.records import record
from rulewright.interpreter.syntax.ast.node import Node, Refs
from rulewright.interpreter.syntax.ast.phrases import Expr


class CondLine(Node):
    pass


@record
class CondLeaf(CondLine):
    condition: Expr
    refs: Refs


@record
class CondWhen(CondLine):
    """Lines that are demanded only under an option."""

    test: Expr
    body: tuple[CondLine, ...]


@record
class CondGroup(CondLine):
    """`any of` or `all of` with a block."""

    kind: str
    lines: tuple[CondLine, ...]
    refs: Refs


@record
class Spoken(Node):
    """The text of an option that holds phrases: texts, and between them expressions."""

    parts: tuple[str | Expr, ...]


@record
class Case(Node):
    """A case of a value: `north if …`, `south otherwise`, or, with `among`, `clubs for C1, C2`;
    with `second`, of two things: `3 for C1, C2 at P1`."""

    value: Expr
    test: Expr | None
    refs: Refs
    among: tuple[Expr, ...] | None = None
    second: tuple[str, tuple[Expr, ...]] | None = None  # its word, and its values


@record
class CaseWhen(Node):
    """Cases that are there only under an option."""

    test: Expr
    body: tuple[Case | CaseWhen, ...]
