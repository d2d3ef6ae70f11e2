"""Monte Carlo tree search (UCT) for games in which nothing is hidden.

Model.  The tree holds the states that were reached by choices from the root; a node knows the
payoffs of the playouts that went through it, one sum for each seat.  A playout goes down the tree
by UCB1 (Auer, Cesa-Bianchi, Fischer 2002; Kocsis, Szepesvari 2006), adds one node, and is played on
at random from there.  At a decision the seat that decides goes by its own payoff (max^n), at a
chance node the outcome is drawn.

Refinements:
- A choice that was not tried yet counts as one that came to what its node has come to so far, so
  that good choices are repeated before all are tried (first-play urgency).
- Where the ruleset declares a prospect, a choice is the more urgent the better it leaves the seat,
  and the less so the more often it was tried (progressive bias).
- Ends are exact. Where payoffs are opposed (two seats that win, lose or draw), what follows from
  them is proven upwards (the solver of Winands, Bjornsson, Saito 2008), through chance as well.

Invariant: a search depends on its state, its budget and its generator alone (with a time for a
budget, on the time as well).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log, sqrt
from typing import TYPE_CHECKING

from rulewright.interpreter.engine.common import CHANCE, END
from rulewright.interpreter.play.budget import Budget
from rulewright.interpreter.play.forward import Forward, Vector
from rulewright.interpreter.state.rng import Rng

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Choice

#: How much is tried for its own sake; values of choices are scaled to 0 to 1.
EXPLORATION = 0.8
#: What the best prospect counts in the first visit.
BIAS = 0.5
#: Integers that the states of one tree may hold together.
MOST_HELD = 20_000_000
WIN = 1.0


@dataclass(slots=True, eq=False)
class Node:
    """A state of the tree; `seat` decides there (-1: chance, or nobody). `exact` is what it is
    worth to each seat if that is certain, `bias` the prospect of the seat that came here."""

    vector: Vector
    kind: int
    seat: int
    sums: list[float]
    bias: float = 0.0
    visits: int = 0
    exact: list[float] | None = None
    choices: list[Choice] = field(default_factory=list)
    weights: list[int] = field(default_factory=list)
    children: list[Node | None] = field(default_factory=list)

    def mean(self, seat: int) -> float:
        """What it is worth to a seat, as far as is known."""
        if self.exact is not None:
            return self.exact[seat]
        return self.sums[seat] / self.visits if self.visits else 0.0


class Tree:
    """The search from one state."""

    def __init__(self, forward: Forward, vector: Vector, rng: Rng) -> None:
        self.forward = forward
        self.rng = rng
        program = forward.program
        self.seats = len(program.seats)
        self.biased = bool(program.prospects)
        #: Whether what is best for one seat is worst for the other, and 1, 0 and -1 all there is.
        self.opposed = self.seats == 2 and program.pays is None
        #: The least and greatest payoff, as far as was seen.
        self.least, self.most = (0.0, 0.0) if program.pays is not None else (-WIN, WIN)
        self.room = MOST_HELD
        self.root = self._made(vector)
        self.root.visits = 1

    def search(self, budget: Budget) -> None:
        """Go on until the budget is used up, or the value of the root is proven."""
        counter = budget.counter()
        while self.root.exact is None and counter.take():
            self._go()

    # -- one playout -----------------------------------------------------------------------------

    def _go(self) -> None:
        node, path = self.root, [self.root]
        while node.exact is None and node.visits:
            node = self._below(node)
            path.append(node)
        payoffs = node.exact or self._played_out(node.vector)
        self.least = min(self.least, *payoffs)
        self.most = max(self.most, *payoffs)
        proven = self.opposed and node.exact is not None
        for at in reversed(path):
            at.visits += 1
            for seat, payoff in enumerate(payoffs):
                at.sums[seat] += payoff
            if proven and at.exact is None:
                proven = self._prove(at)

    def _played_out(self, vector: Vector) -> list[float]:
        [payoffs] = self.forward.playouts(vector, self.rng, 1)
        if payoffs is None:  # nobody has won anything yet
            return [(self.least + self.most) / 2] * self.seats
        return payoffs

    def _below(self, node: Node) -> Node:
        """The node that is gone to next, made if it is new."""
        if not node.choices:
            self._open(node)
        chance = node.kind == CHANCE
        index = self.rng.weighted(node.weights) if chance else self._selected(node)
        child = node.children[index]
        if child is None:
            child = self._made(self.forward.after(node.vector, node.choices[index]), node.seat)
            if self.room > 0:
                node.children[index] = child
        return child

    def _made(self, vector: Vector, came: int = -1) -> Node:
        """A node for a state to which a seat has come."""
        forward = self.forward
        self.room -= len(vector)
        kind = forward.kind(vector)
        nobody = kind in (CHANCE, END)
        node = Node(vector, kind, -1 if nobody else forward.player(vector), [0.0] * self.seats)
        if kind == END:
            node.exact = forward.payoffs(vector)
        elif came >= 0 and self.biased:
            better = forward.prospect(vector, came)
            node.bias = BIAS * better / (1 + abs(better))
        return node

    def _open(self, node: Node) -> None:
        """Find what can be chosen at a node."""
        node.choices = self.forward.choices(node.vector)
        node.children = [None] * len(node.choices)
        if node.kind == CHANCE:
            node.weights = self.forward.weights(node.vector)

    def _selected(self, node: Node) -> int:
        """The choice with the greatest upper bound; of several, the first after a random one."""
        seat, least = node.seat, self.least
        wide = self.most - least or 1.0
        tried = log(node.visits + 1)
        fresh = self._scaled(node, seat) + EXPLORATION * sqrt(tried)
        best, found, count = -1.0, 0, len(node.choices)
        first = self.rng.below(count)
        for number in range(count):
            index = number + first if number + first < count else number + first - count
            child = node.children[index]
            if child is None:
                score = fresh
            elif child.exact is not None:
                score = (child.exact[seat] - least) / wide
                if not self.opposed:
                    score += EXPLORATION * sqrt(tried / child.visits)
            else:
                visits = child.visits
                score = ((child.sums[seat] / visits - least) / wide
                         + EXPLORATION * sqrt(tried / visits) + child.bias / visits)
            if score > best:
                best, found = score, index
        return found

    def _scaled(self, node: Node, seat: int) -> float:
        wide = self.most - self.least
        return (node.sums[seat] / node.visits - self.least) / wide if wide else 0.5

    def _prove(self, node: Node) -> bool:
        """Whether the value of a node follows from those of nodes below, which is then noted."""
        exact: list[list[float]] = []
        for child in node.children:
            if child is None or child.exact is None:
                continue
            if node.kind != CHANCE and child.exact[node.seat] == WIN:
                node.exact = child.exact
                return True
            exact.append(child.exact)
        if len(exact) < len(node.children):
            return False
        if node.kind == CHANCE:
            total = sum(node.weights)
            node.exact = [
                sum(w * value[seat] for w, value in zip(node.weights, exact, strict=True)) / total
                for seat in range(self.seats)]
        else:
            node.exact = max(exact, key=lambda value: value[node.seat])
        return True

    # -- what was found --------------------------------------------------------------------------

    def ranked(self, node: Node | None = None) -> list[int]:
        """The choices of a node, the best first: those that are proven to be best, then by how
        often they were tried, then those that are proven to lose."""
        node = node or self.root
        if not node.choices:
            self._open(node)

        def key(index: int) -> tuple[float, int, float]:
            child = node.children[index]
            if child is None:
                return 0.0, 0, 0.0
            certain = self.opposed and child.exact is not None
            value = child.mean(node.seat)
            first = value if certain and (abs(value) == WIN or node.exact is not None) else 0.0
            return first, child.visits, value

        return sorted(range(len(node.choices)), key=key, reverse=True)

    def best(self, node: Node | None = None) -> int | None:
        """The choice that a search takes at a node; None if none was tried."""
        node = node or self.root
        return self.ranked(node)[0] if any(node.children) else None

    def line(self, node: Node | None) -> list[tuple[Node, int]]:
        """The principal line from a node: what each seat would choose, as long as that was tried
        and no chance comes between."""
        found: list[tuple[Node, int]] = []
        while node is not None and node.kind != CHANCE and node.choices:
            index = self.best(node)
            if index is None:
                break
            found.append((node, index))
            node = node.children[index]
        return found
