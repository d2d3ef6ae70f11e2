"""What all nodes of the syntax tree have in common.

A node is what it consists of: equal parts make equal nodes. Nobody changes one, which the type
checker sees to. Of what a data class can have, only the constructor is generated for each of the
hundred kinds of nodes: generating the rest would take longer than to read a ruleset.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

from rulewright.interpreter.source import Span

C = TypeVar("C")
Refs = tuple[str, ...]  # of a line: the ids of the rules that it cites


@dataclass_transform(frozen_default=True)
def node(kind: type[C]) -> type[C]:
    """Makes a class a kind of node, with the annotated parts."""
    return dataclass(eq=False, repr=False)(kind)


@node
class Node:
    """Anything that was written somewhere."""

    span: Span

    @property
    def _parts(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__match_args__)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node) or type(other) is not type(self):
            return NotImplemented
        return self is other or self._parts == other._parts

    def __hash__(self) -> int:
        return hash(self._parts)

    def __repr__(self) -> str:
        parts = zip(self.__match_args__, self._parts, strict=True)
        return f"{type(self).__name__}({', '.join(f'{name}={part!r}' for name, part in parts)})"
