"""What a tree search comes to: nodes with what is known of them, and which choice is the best.

Model.  A node is a state that was reached by choices from the root.  `uct.Tree` makes nodes while
it searches; `uct_natively.NativeTree` makes them when they are asked for, of what C has found.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.interpreter.engine.common import CHANCE
from rulewright.interpreter.play.forward import Forward, Vector

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Choice

WIN = 1.0


@dataclass(eq=False)
class Node:
    """A state of the tree; `seat` decides there (-1: chance, or nobody). `low` and `high` are the
    bounds of its value for the first seat, `end` the payoffs if the game is over, and `bias` the
    prospect of the seat that came here. `tries` and `came` are the playouts in which others choose
    at random: how many, and what they came to for the seat of the root. `passed` is the last
    playout that went through it."""

    vector: Vector
    kind: int
    seat: int
    sums: list[float]
    low: float
    high: float
    end: list[float] | None = None
    bias: float = 0.0
    visits: int = 0
    tries: int = 0
    came: float = 0.0
    passed: int = 0
    choices: list[Choice] = field(default_factory=list)
    weights: list[int] = field(default_factory=list)
    children: list[Node | None] = field(default_factory=list)

    @property
    def certain(self) -> bool:
        """Whether its value is known."""
        return self.low == self.high

    def least(self, seat: int) -> float:
        """What a seat comes to at least."""
        return 0.0 - self.high if seat else self.low

    def most(self, seat: int) -> float:
        """What a seat comes to at most."""
        return 0.0 - self.low if seat else self.high

    def mean(self, seat: int) -> float:
        """What it is worth to a seat, as far as is known."""
        if self.end is not None:
            return self.end[seat]
        if self.certain:
            return self.least(seat)
        return self.sums[seat] / self.visits if self.visits else 0.0


class Searched:
    """What was found by a search from one state, the `root`, in so many `playouts`."""

    root: Node
    playouts = 0

    def __init__(self, forward: Forward) -> None:
        self.forward = forward
        program = forward.program
        self.seats = len(program.seats)
        self.biased = bool(program.prospects)
        self.pays = program.pays is not None
        #: Whether what is best for one seat is worst for the other, and 1, 0 and -1 all there is.
        self.opposed = self.seats == 2 and not self.pays

    def choices_known(self, node: Node) -> bool:
        """Whether the search has looked at what can be chosen at a node."""
        return bool(node.choices)

    def open(self, node: Node) -> None:
        """Find what can be chosen at a node, once."""
        raise NotImplementedError

    def ranked(self, node: Node | None = None) -> list[int]:
        """The choices of a node, the best first: certain wins, then by how often they were tried,
        then certain losses. A choice of another value that is certain stands before those that
        came to less."""
        node = node or self.root
        self.open(node)
        seat = node.seat
        tried = [child for child in node.children if child is not None and child.visits]
        favoured = max(tried, key=lambda child: (not child.certain, child.visits), default=None)

        def key(index: int) -> tuple[float, ...]:
            child = node.children[index]
            if child is None:
                return 0.0, 0, 0, 0.0
            value = child.mean(seat)
            first = 0.0
            if self.opposed and child.certain:
                if abs(value) == WIN or node.certain:
                    first = value
                elif favoured is not None and value >= favoured.mean(seat):
                    first = WIN / 2
                else:
                    first = -WIN / 2
            tries = child.tries if seat == self.root.seat else 0
            return first, tries, child.visits, value

        return sorted(range(len(node.choices)), key=key, reverse=True)

    def best(self, node: Node | None = None) -> int | None:
        """The choice that a search takes at a node; None if none was tried."""
        node = node or self.root
        known = self.choices_known(node) and any(node.children)
        return self.ranked(node)[0] if known else None

    def line(self, node: Node | None) -> list[tuple[Node, int]]:
        """The principal line from a node: what each seat would choose, as long as that was tried
        and no chance comes between."""
        found: list[tuple[Node, int]] = []
        while node is not None and node.kind != CHANCE and self.choices_known(node):
            index = self.best(node)
            if index is None:
                break
            found.append((node, index))
            node = node.children[index]
        return found
