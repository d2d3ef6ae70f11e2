"""Tree search by machine code: the same as `uct.Tree`, playout by playout, in C (`native/c/uct.h`).

Invariant: for the same state, number of playouts and generator, both trees have the same nodes with
the same visits, sums and bounds, and leave the generator in the same state.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulewright.interpreter.engine.common import CHANCE, DECISION, END
from rulewright.interpreter.native.uct import ONCE, TreeRules, TreeSearch
from rulewright.interpreter.play import uct
from rulewright.interpreter.play.budget import Budget, Counter
from rulewright.interpreter.play.forward import PLAYOUT_LIMIT, Forward, NativeForward, Vector
from rulewright.interpreter.play.tree import Node, Searched
from rulewright.interpreter.state.rng import Rng


@dataclass(eq=False)
class NativeNode(Node):
    """A node with its number in C."""

    number: int = 0


class NativeTree(Searched):
    """The search from one state; it is good until another one begins by the same machine."""

    def __init__(self, forward: NativeForward, vector: Vector, rng: Rng) -> None:
        super().__init__(forward)
        self.rng = rng
        self.made = TreeSearch(forward.native, vector, TreeRules(
            uct.EXPLORATION, uct.BIAS, uct.SLIGHTLY, uct.room_for(vector), PLAYOUT_LIMIT,
            self.opposed, self.pays))
        self.root = self._node(0)

    def search(self, budget: Budget | Counter) -> None:
        """Go on until the budget is used up, or nothing is left to be found."""
        counter = budget.counter()
        for playouts, seconds in counter.slices(ONCE):
            done, wanted = self.made.search(playouts, seconds, self.rng)
            counter.playouts -= done
            self.playouts += done
            if not wanted:
                break
        self.root = self._node(0)

    def choices_known(self, node: Node) -> bool:
        if self._found(node).count >= 0:
            self.open(node)
        return bool(node.choices)

    def open(self, node: Node) -> None:
        if node.choices:
            return
        assert isinstance(node, NativeNode)
        node.vector = self.made.vector(node.number)
        if self._found(node).count < 0:
            node.choices = self.forward.choices(node.vector)
            node.children = [None] * len(node.choices)
            return
        node.choices = self.made.choices(node.number)
        node.children = [None if number < 0 else self._node(number)
                         for number in self.made.children(node.number)]

    def _found(self, node: Node) -> Any:
        assert isinstance(node, NativeNode)
        return self.made.node(node.number)

    def _node(self, number: int) -> NativeNode:
        """A node without its state and its choices."""
        found = self.made.node(number)
        kind = END if found.over else CHANCE if found.chance else DECISION
        return NativeNode(
            [], kind, found.seat, list(found.sums), found.low, found.high,
            list(found.ends) if found.over else None, found.bias, found.visits, found.tries,
            found.came, found.passed, number=number)


def tree(forward: Forward, vector: Vector, rng: Rng) -> uct.Tree | NativeTree:
    """The search by a model from one of its vectors."""
    if isinstance(forward, NativeForward) and forward.native.searching:
        return NativeTree(forward, vector, rng)
    return uct.Tree(forward, vector, rng)
