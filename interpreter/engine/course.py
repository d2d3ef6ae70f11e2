"""Where in a turn another choice stands: over, left out, or still to come.

The order is that of the flow: a node comes later if play can reach it from here before the turn
ends. Whether a node that lies behind was decided or left out is not in the state; who plays a
game knows which nodes were decided in this turn (`State.decided`).
"""

from __future__ import annotations

from functools import cached_property

from rulewright.interpreter.ir import Node, Program, ToNode, TurnEnd, successors


class Course:
    """The nodes of a program in the order of a turn."""

    def __init__(self, program: Program) -> None:
        self.program = program

    @cached_property
    def _later(self) -> list[frozenset[int]]:
        """For each node the nodes that play can reach from it in the same turn."""
        return [self._reached(_after(node)) for node in self.program.nodes]

    @cached_property
    def of_turns(self) -> frozenset[int]:
        """The nodes of a turn; the others are of the setup."""
        return self._reached([self.program.turn])

    def _reached(self, blocks: list[int]) -> frozenset[int]:
        found: set[int] = set()
        known: set[int] = set()
        while blocks:
            number = blocks.pop()
            if number in known:
                continue
            known.add(number)
            block = self.program.blocks[number]
            if isinstance(block.exit, ToNode):
                node = self.program.nodes[block.exit.node]
                found.add(node.id)
                blocks += _after(node)
            elif not isinstance(block.exit, TurnEnd):
                blocks += successors(block)
        return frozenset(found)

    def is_later(self, node: Node, other: Node) -> bool:
        """Whether another node can still come in this turn."""
        return other.id in self._later[node.id]


def _after(node: Node) -> list[int]:
    """The blocks that may follow a node."""
    blocks = [alternative.block for alternative in node.alternatives]
    return blocks if node.empty is None else [*blocks, node.empty]
