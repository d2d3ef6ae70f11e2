"""What a seat knows of the state of a game: everything, or what it saw and did so far.

Model.  `Open` is for games in which nothing is hidden: there is one world, the true state.
`Memory` keeps what one seat saw at every node (`state.sight`) and what it chose, and nothing else.
A *history* is a choice for every node since the start; it *fits* if it shows the seat the same at
every node, with the seat's own choices in their places.  A *world* is the state a fitting history
leads to: the seat cannot tell it from the true one.

How worlds are found.  A first history is built forwards with random choices that show what was
seen; at a dead end an earlier choice is changed, or two are exchanged, and the history is built
anew from there, which is kept unless it ends earlier (min-conflicts repair).  From a whole history
the next ones are reached by the same two changes as a Metropolis-Hastings walk (Hastings,
Biometrika 57, 1970): in the long run every world comes as often as it would if the others chose at
random and chance by its weights, given what was seen.

Invariants:
- A memory depends on its seat's sights and choices alone, so seats that saw and did the same
  think of the same worlds.
- The work for one decision is bounded by `MOST_APPLIED`; at the bound worlds repeat, or there are
  none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.interpreter.diagnostics import UsageError
from rulewright.interpreter.engine.common import CHANCE, DECISION, END
from rulewright.interpreter.state.rng import Rng
from rulewright.interpreter.state.sight import Sight

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Choice, Game, Machine

Vector = list[int]

#: Worlds are taken from this many histories that are found independently.
BEGINNINGS = 4
#: Choices carried out in search of the worlds of one decision, for each beginning.
MOST_APPLIED = 10_000
#: Steps of the walk between two worlds are one for each choice that can be changed, up to this.
MOST_STEPS = 12


class Open:
    """The knowledge of a seat that sees everything."""

    def see(self, vector: Vector) -> None:
        """Take in the state at a node."""
        self._now = vector

    def did(self, choice: Choice) -> None:
        """Take in what the seat chose at this node."""

    def worlds(self, count: int, choices: Sequence[Choice], rng: Rng) -> list[Vector]:
        """Up to `count` states that the seat may be in, given its options."""
        return [self._now]


class Memory(Open):
    """The knowledge of a seat that must remember what it saw."""

    def __init__(self, game: Game, seat: int) -> None:
        self.machine = game.fast
        self.seat = seat
        self.sight = Sight(game.program, seat)
        self.seen: list[object] = []
        self.own: list[Choice | None] = []

    def see(self, vector: Vector) -> None:
        self.seen.append(self.sight.of(vector))
        self.own.append(None)

    def did(self, choice: Choice) -> None:
        self.own[-1] = choice

    def worlds(self, count: int, choices: Sequence[Choice], rng: Rng) -> list[Vector]:
        return _Search(self, list(choices), rng).worlds(count)


@dataclass
class _History:
    """The choices of the nodes so far. `vectors` holds the state at each node, so one more;
    `odds` the weight of each choice and the weight of all choices that were possible there."""

    vectors: list[Vector]
    choices: list[Choice] = field(default_factory=list)
    odds: list[tuple[int, int]] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.choices)

    def until(self, node: int) -> _History:
        """Its beginning, before the choice at a node."""
        return _History(self.vectors[: node + 1], self.choices[:node], self.odds[:node])


class _Search:
    """The search for the worlds of one decision."""

    def __init__(self, memory: Memory, choices: list[Choice], rng: Rng) -> None:
        self.memory = memory
        self.machine: Machine = memory.machine
        self.options = choices
        self.rng = rng
        self.length = len(memory.seen) - 1
        self.left = 0
        #: For each node that was reached: the choices there that were met to show what was seen.
        self.fits: list[set[Choice]] = []

    def worlds(self, count: int) -> list[Vector]:
        """States the seat may be in: `count` of them, or fewer; one, if there is no other."""
        start = self.machine.start()
        if not self._shows(start, 0):
            raise UsageError("this agent was not shown the game from its start",
                             "let it watch every state")
        found: list[Vector] = []
        for begin in range(min(BEGINNINGS, count)):
            self.left = MOST_APPLIED
            history = self._first(_History([start]))
            if history is None:
                continue
            free = self._free(history)
            if not free:
                return [history.vectors[-1]]
            for _ in range(begin, count, BEGINNINGS):
                history = self._walk(history, free, min(MOST_STEPS, len(free)))
                found.append(history.vectors[-1])
        return found

    # -- histories -------------------------------------------------------------------------------

    def _first(self, start: _History) -> _History | None:
        """A whole history found by repair, or None where the search gives up."""
        best = self._built(start, ())
        while len(best) < self.length:
            free = self._free(best)
            if not free or self.left <= 0:
                return None
            node, wish = self._changed(best, free, self._suspects(best, free) or free)
            other = self._built(best.until(node), wish)
            if len(other) >= len(best):
                best = other
        return best

    def _suspects(self, history: _History, free: list[int]) -> list[int]:
        """The free nodes that may have caused the dead end of a history: those that took what was
        met to fit there."""
        end = len(history)
        if end >= len(self.fits):
            return []
        return [node for node in free if history.choices[node] in self.fits[end]]

    def _walk(self, history: _History, free: list[int], steps: int) -> _History:
        """The history after some steps of Metropolis and Hastings."""
        for _ in range(steps):
            if self.left <= 0:
                break
            node, wish = self._changed(history, free, free)
            if wish == history.choices:
                continue
            other = self._built(history.until(node), wish, strict=True)
            if len(other) == self.length and self._accepted(history, other, node):
                history = other
        return history

    def _accepted(self, old: _History, new: _History, node: int) -> bool:
        """Whether to go to a new history, by how likely both are; they are equal before `node`."""
        above = below = 1
        for (weight, total), (was, was_total) in zip(new.odds[node:], old.odds[node:], strict=True):
            above *= weight * was_total
            below *= total * was
        return above >= below or self.rng.next64() < above / below * 2.0**64

    def _free(self, history: _History) -> list[int]:
        """The nodes of a history at which something else could have happened unseen."""
        return [node for node in range(len(history)) if len(self.fits[node]) > 1]

    def _changed(
        self, history: _History, free: list[int], suspects: list[int]
    ) -> tuple[int, list[Choice]]:
        """The choices of a history with one (of `suspects`) changed or exchanged with another, and
        the first that differs. Each change is as likely as the way back if all are suspects.
        """
        wish = list(history.choices)
        node = suspects[self.rng.below(len(suspects))]
        other = free[self.rng.below(len(free))]
        if self.rng.below(2):
            wish[node], wish[other] = wish[other], wish[node]
            return min(node, other), wish
        choices = self.machine.choices(history.vectors[node])
        wish[node] = choices[self.rng.below(len(choices))]
        return node, wish

    def _built(
        self, begun: _History, wish: Sequence[Choice], strict: bool = False
    ) -> _History:
        """A history built on, up to where it no longer fits: with the choices of `wish` where they
        fit, otherwise (unless `strict`) with random ones."""
        while len(begun) < self.length:
            node = len(begun)
            wished = wish[node] if node < len(wish) else None
            found = self._step(begun.vectors[-1], node, wished, strict)
            if found is None:
                break
            choice, after, odds = found
            begun.choices.append(choice)
            begun.vectors.append(after)
            begun.odds.append(odds)
        return begun

    def _step(
        self, vector: Vector, node: int, wished: Choice | None, strict: bool
    ) -> tuple[Choice, Vector, tuple[int, int]] | None:
        """A choice at a node that shows what was seen, the state after it, and its odds."""
        machine = self.machine
        kind = machine.kind(vector)
        mine = kind == DECISION and machine.player(vector) == self.memory.seat
        own = self.memory.own[node]
        if kind == END or mine != (own is not None):
            return None
        choices = machine.choices(vector)
        weights = machine.weights(vector) if kind == CHANCE else [1] * len(choices)
        if own is not None:
            wished, strict = own, True
        met = self.fits[node] if node < len(self.fits) else set()
        found = None
        for at in self._order(choices, weights, wished, strict):
            after = self._after(vector, choices[at], node)
            if after is None:
                continue
            met.add(choices[at])
            if found is None:
                found = choices[at], after, (weights[at], sum(weights))
            if node < len(self.fits) or len(met) > 1:
                break
        if found is not None and node == len(self.fits):
            self.fits.append(met)
        return found

    def _order(
        self, choices: list[Choice], weights: list[int], wished: Choice | None, strict: bool
    ) -> Iterator[int]:
        """The order in which choices are tried: the wished one, then (unless `strict`) the others
        by weighted lot."""
        rest = list(range(len(choices)))
        if wished in choices:
            at = choices.index(wished)
            yield at
            rest.remove(at)
        while rest and not strict:
            yield rest.pop(self.rng.weighted([weights[at] for at in rest]))

    def _after(self, vector: Vector, choice: Choice, node: int) -> Vector | None:
        """The state after a choice, or None where the seat would have seen something else."""
        self.left -= 1
        after = list(vector)
        self.machine.apply(after, choice)
        return after if self._shows(after, node + 1) else None

    def _shows(self, vector: Vector, node: int) -> bool:
        """Whether a state shows the seat what it saw at a node (and, at the last, its options)."""
        if self.memory.sight.of(vector) != self.memory.seen[node]:
            return False
        return node < self.length or self.machine.choices(vector) == self.options
