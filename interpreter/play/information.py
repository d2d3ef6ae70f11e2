"""Monte Carlo tree search over what one seat sees, for games in which something is hidden.

Model.  A node of the tree is a decision of the seat, known by all it saw and chose since the root
(an information set); what happens between two decisions of the seat is no part of the tree.  Each
playout begins in a world that the seat holds possible (every option of the root in the same ones),
goes through the tree by UCB1 where the seat decides, adds one node, and is played on at random from
there.  (Information set Monte Carlo tree search: Cowling, Powley, Whitehouse 2012, for one
observer.)  What a decision is worth to those above it is what the option tried most often comes to
there, not the mean of all that was tried: it is the seat itself that will decide.

Others choose at random, each option equally likely, as they do where worlds are weighed (module
`belief`).  So the search comes to the best answer to such players; that they see more than the
seat, or play well, it does not take into account.

Invariant: of a world, the search looks at what its seat may see and at what follows by the rules.
It depends on the worlds, the options, the budget and its generator alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import log, sqrt
from typing import TYPE_CHECKING

from rulewright.interpreter.engine.common import DECISION, END
from rulewright.interpreter.native.information import InformationSearch
from rulewright.interpreter.native.uct import ONCE
from rulewright.interpreter.play.budget import Budget, Counter
from rulewright.interpreter.play.forward import PLAYOUT_LIMIT, Forward, NativeForward, Vector
from rulewright.interpreter.state.rng import Rng

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Choice

#: How much is tried for its own sake at the root and below; values of choices are scaled to 0 to 1.
#: At the root it is much: there an option is to be chosen, not the sum of all tries to be great.
AT_ROOT, BELOW = 3.0, 0.7
#: Decisions that one tree may hold.
MOST_HELD = 2_000_000


@dataclass(eq=False)
class InformationSet:
    """A decision of the seat: for each option the visits, what they came to together, and the next
    decisions by what was seen on the way."""

    options: int
    visits: list[int] = field(init=False)
    sums: list[float] = field(init=False)
    below: list[dict[object, InformationSet]] = field(init=False)

    def __post_init__(self) -> None:
        self.visits = [0] * self.options
        self.sums = [0.0] * self.options
        self.below = [{} for _ in range(self.options)]

    def worth(self) -> float:
        """What all visits together would have come to by the option that is tried most often."""
        most = max(self.visits)
        index = self.visits.index(most)
        return self.sums[index] / most * sum(self.visits) if most else 0.0


class InformationTree:
    """The search from one decision of a seat."""

    def __init__(
        self, forward: Forward, observe: Callable[[Vector], object], seat: int,
        choices: list[Choice], rng: Rng,
    ) -> None:
        self.forward = forward
        self.observe = observe
        self.seat = seat
        self.choices = choices
        self.rng = rng
        self.root = InformationSet(len(choices))
        self.held = 1
        self.least, self.most = (0.0, 0.0) if forward.program.pays is not None else (-1.0, 1.0)

    def search(self, worlds: list[tuple[Vector, int]], budget: Budget | Counter) -> None:
        """Play out worlds, each as often as its number says, until the budget is used up. Each
        option gets them in the same order, so that it is not judged by other worlds than the
        rest."""
        counter, order, taken = budget.counter(), self._spread(worlds), self.root.visits
        while worlds and not self.forward.tired and counter.take():
            index = self._selected(self.root)
            self._go(index, worlds[order[taken[index] % len(order)]][0])

    def best(self) -> int:
        """The option that was tried most often; of those, the best; of those, any."""
        root = self.root
        values = [(n, total / n if n else 0.0)
                  for n, total in zip(root.visits, root.sums, strict=True)]
        among = [index for index, value in enumerate(values) if value == max(values)]
        return among[self.rng.below(len(among))]

    def _spread(self, worlds: list[tuple[Vector, int]]) -> list[int]:
        """The numbers of the worlds in an order of which every stretch holds each about as often as
        is its share."""
        marked: list[tuple[float, int]] = []
        for world, (_, times) in enumerate(worlds):
            first = self.rng.next64() / 2.0**64
            marked += [((first + number) / times, world) for number in range(times)]
        return [world for _, world in sorted(marked, key=lambda each: each[0])]

    def _go(self, index: int, world: Vector) -> None:
        """One playout in a world, with this option at the root."""
        node, choices, vector = self.root, self.choices, world
        path: list[tuple[InformationSet, int]] = []
        while True:
            fresh = not node.visits[index]
            path.append((node, index))
            vector = self.forward.after(vector, choices[index])
            if fresh:
                break
            vector, seen = self._to_decision(vector)
            if self.forward.kind(vector) != DECISION:
                break
            choices = self.forward.choices(vector)
            key = seen, tuple(choices)
            known = node.below[index].get(key)
            if known is None:
                if self.held < MOST_HELD:
                    node.below[index][key] = InformationSet(len(choices))
                    self.held += 1
                break
            node = known
            index = self._selected(node)
        payoff = self._played_out(vector)
        self.least, self.most = min(self.least, payoff), max(self.most, payoff)
        change = payoff
        for node, index in reversed(path):
            before = node.worth()
            node.visits[index] += 1
            node.sums[index] += change
            change = node.worth() - before

    def _to_decision(self, vector: Vector) -> tuple[Vector, tuple[object, ...]]:
        """The next decision of the seat, or the end, with what the seat saw on the way to it; of
        what others do and chance brings, what it did not see leaves no trace."""
        forward, rng = self.forward, self.rng
        seen = [self.observe(vector)]
        for _ in range(PLAYOUT_LIMIT):
            kind = forward.kind(vector)
            if kind == END or (kind == DECISION and forward.player(vector) == self.seat):
                break
            vector = forward.after(vector, forward.drawn(vector, rng))
            now = self.observe(vector)
            if now != seen[-1]:
                seen.append(now)
        return vector, tuple(seen)

    def _played_out(self, vector: Vector) -> float:
        [payoffs] = self.forward.playouts(vector, self.rng, 1)
        if payoffs is None:  # nobody has won anything yet
            return (self.least + self.most) / 2
        return payoffs[self.seat]

    def _selected(self, node: InformationSet) -> int:
        """An option that was not tried yet, or the one with the greatest upper bound."""
        untried = [index for index, visits in enumerate(node.visits) if not visits]
        if untried:
            return untried[self.rng.below(len(untried))]
        wide = self.most - self.least or 1.0
        tried = log(sum(node.visits))
        exploration = AT_ROOT if node is self.root else BELOW
        scores = [total / n / wide + exploration * sqrt(tried / n)
                  for n, total in zip(node.visits, node.sums, strict=True)]
        return scores.index(max(scores))


class NativeInformationTree(InformationTree):
    """The same by machine code (`native/c/information.h`), playout by playout; only the root is
    looked at afterwards."""

    def __init__(
        self, forward: NativeForward, observe: Callable[[Vector], object], seat: int,
        choices: list[Choice], rng: Rng,
    ) -> None:
        super().__init__(forward, observe, seat, choices, rng)
        self.made = InformationSearch(
            forward.native, seat, choices, (AT_ROOT, BELOW), PLAYOUT_LIMIT,
            MOST_HELD)

    def search(self, worlds: list[tuple[Vector, int]], budget: Budget | Counter) -> None:
        counter, order = budget.counter(), self._spread(worlds)
        for world, _ in worlds:
            self.made.add(world)
        for playouts, seconds in counter.slices(ONCE):
            if not worlds:
                break
            counter.playouts -= self.made.search(order, playouts, seconds, self.rng)
        self.root.visits, self.root.sums, _ = self.made.found()


def tree(
    forward: Forward, observe: Callable[[Vector], object], seat: int, choices: list[Choice],
    rng: Rng,
) -> InformationTree:
    """The search by a model from a decision of a seat."""
    if isinstance(forward, NativeForward) and forward.native.searching:
        return NativeInformationTree(forward, observe, seat, choices, rng)
    return InformationTree(forward, observe, seat, choices, rng)
