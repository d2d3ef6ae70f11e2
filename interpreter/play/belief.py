"""What a seat knows: the true state, or a belief (a weighted set of states it may be in).

Model.  `Open` is for games without hidden information: the belief is the true state.  `Memory` is
for the others.  It stores a list of *moments*: what the seat observed (see `state.visibility`),
until it observed something else or chose, and what it chose then.  Nodes at which the seat's view
does not change leave no trace, so that not even their number is known.  A *world* is a state that
agrees with all moments; its weight is its probability if other seats choose uniformly at random
and chance follows its weights.

The belief is updated from moment to moment: every world is expanded to all states that can follow
unobserved, those that agree with the next observation stay, and equal states are merged.  That is
exact while they are few.  Above `MOST_WORLDS` a systematic sample is taken (a particle filter);
when fewer than `TOO_FEW` particles are left, histories of the whole game that agree with all
moments are searched for (module `histories`).

Invariants:
- A memory depends on its seat's observations, options and choices alone: seats that saw and did
  the same have the same belief.
- Decisions are processed in order, each with the generator it came with, however late: a game
  that is resumed goes on as it would have.
- The work for one moment is bounded by `MOST_APPLIED`, and a search by its own limit.
- Worlds are vectors of the forward model. After `MOST_BY_HAND` choices of the reference engine
  machine code takes over, where it can be had, or at once where it is there; it gives the same
  worlds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.interpreter.diagnostics import UsageError
from rulewright.interpreter.engine.common import END
from rulewright.interpreter.play import backend, forward
from rulewright.interpreter.play.forward import Forward
from rulewright.interpreter.play.histories import Search
from rulewright.interpreter.state.rng import Rng
from rulewright.interpreter.state.visibility import observer

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Choice, Game

Vector = list[int]
#: States with their weights; a key is the vector as a tuple.
Worlds = dict[tuple[int, ...], float]

#: The largest belief that is kept whole, and choices carried out in one expansion.
MOST_WORLDS, MOST_APPLIED = 1000, 3000
#: Choices that the reference engine carries out before machine code repays its compiler.
MOST_BY_HAND = 500
#: Unobserved nodes in a row that are expanded.
MOST_UNSEEN = 200
#: A sampled belief with fewer worlds than this is renewed by a search.
TOO_FEW = 16


class Open:
    """The belief of a seat that sees everything: the true state."""

    #: The true state, if the seat knows it, as a vector of the game.
    state: Vector | None = None

    def __init__(self, model: Forward) -> None:
        self.forward = model

    def see(self, vector: Vector) -> None:
        """Observe the state at a node."""
        self.state = vector

    def asked(self, choices: Sequence[Choice], rng: Rng) -> None:
        """Begin a decision of the seat, with its options and the generator for it."""

    def did(self, choice: Choice) -> None:
        """Store what the seat chose."""

    def worlds(self, count: int) -> list[tuple[Vector, int]]:
        """A sample of `count` states from the belief as vectors of `forward`, equal ones counted;
        empty if no state that agrees with the observations could be found."""
        assert self.state is not None, "the seat was shown no state"
        return [(self.forward.taken(self.state), count)]


@dataclass
class Moment:
    """An observation of the seat, and the choice it made then (None: it made none)."""

    seen: object
    own: Choice | None = None


@dataclass
class Decision:
    """A decision of the seat: the index of its moment, its options, its generator."""

    moment: int
    options: list[Choice]
    rng: Rng


class Memory(Open):
    """The belief of a seat from which something is hidden."""

    def __init__(self, game: Game, seat: int, model: Forward) -> None:
        super().__init__(model)
        self.game = game
        self.seat = seat
        self.observe = observer(game.program, seat)
        self.moments: list[Moment] = []
        #: Decisions up to which the belief has not been updated yet; the last one is the present.
        self.decisions: list[Decision] = []
        self._at = 0
        self._by_hand = MOST_BY_HAND
        start = self.forward.start()
        self._first = self.observe(start)
        self._worlds: Worlds = {tuple(start): 1.0}
        self._sampled = False

    def see(self, vector: Vector) -> None:
        seen = self.observe(vector)
        if not self.moments:
            if self._first != seen:
                raise UsageError("this agent was not shown the game from its start",
                                 "let it watch every state")
        elif self.moments[-1].own is None and self.moments[-1].seen == seen:
            return
        self.moments.append(Moment(seen))

    def asked(self, choices: Sequence[Choice], rng: Rng) -> None:
        self.decisions.append(Decision(len(self.moments) - 1, list(choices), rng))

    def did(self, choice: Choice) -> None:
        self.moments[-1].own = choice

    def worlds(self, count: int) -> list[tuple[Vector, int]]:
        for decision in self.decisions:
            self._follow(decision)
        rng = self.decisions[-1].rng
        self.decisions = []
        return [(list(key), times) for key, times in _drawn(self._worlds, count, rng).items()]

    def _follow(self, decision: Decision) -> None:
        """Update the belief up to a decision."""
        while self._at < decision.moment:
            self._hasten()
            self._worlds = self._next(decision)
            self._at += 1
        self._worlds = self._settled(decision)
        if len(self._worlds) < TOO_FEW and (self._sampled or not self._worlds):
            found = Search(self.forward, self.seat, self.observe, self.moments, decision).worlds()
            self._worlds = _weighed(found) or self._worlds

    def _hasten(self) -> None:
        """Go on with machine code after much work."""
        if self._by_hand < 0 or backend.ready(self.game):
            faster = forward.faster(self.game, self.forward)
            if faster is not self.forward:
                self._worlds = {tuple(faster.taken(list(key))): weight
                                for key, weight in self._worlds.items()}
                self.forward = faster
            self._by_hand = MOST_BY_HAND

    def _next(self, decision: Decision) -> Worlds:
        """The worlds at the next moment."""
        moment, seen = self.moments[self._at], self.moments[self._at + 1].seen

        def decided(vector: Vector) -> Vector | None:
            if moment.own is None or moment.own not in self.forward.choices(vector):
                return None
            after = self.forward.after(vector, moment.own)
            return after if self.observe(after) == seen else None

        return self._expanded(decision.rng, moment, decided, seen if moment.own is None else None)

    def _settled(self, decision: Decision) -> Worlds:
        """The worlds in which the seat has this decision, with the same options."""

        def decided(vector: Vector) -> Vector | None:
            return vector if self.forward.choices(vector) == decision.options else None

        return self._expanded(decision.rng, self.moments[decision.moment], decided, None)

    def _expanded(
        self, rng: Rng, moment: Moment, decided: Callable[[Vector], Vector | None], shown: object
    ) -> Worlds:
        """The worlds of a moment expanded over the nodes that the seat does not observe.

        Where the seat decides, the result of `decided` is taken (None drops the world); where it
        observes `shown`, the state is taken as it is (`shown` None: no such state is taken).
        """
        found: Worlds = {}
        todo = self._worlds
        for _ in range(MOST_UNSEEN):
            unseen: Worlds = {}
            for key, weight in self._thinned(todo, rng).items():
                vector = list(key)
                if self.forward.decides(vector, self.seat):
                    reached = decided(vector)
                    if reached is not None:
                        _add(found, reached, weight)
                    continue
                for after, odds in self._following(vector):
                    seen = self.observe(after)
                    if shown is not None and seen == shown:
                        _add(found, after, weight * odds)
                    elif seen == moment.seen:
                        _add(unseen, after, weight * odds)
            if not unseen:
                break
            todo = unseen
        return _normal(found)

    def _following(self, vector: Vector) -> Iterator[tuple[Vector, float]]:
        """The successors of a node at which the seat does not decide, with probabilities."""
        model = self.forward
        if model.kind(vector) == END:
            return
        choices, weights = model.choices(vector), model.odds(vector)
        total = sum(weights)
        self._by_hand -= len(choices)
        for choice, weight in zip(choices, weights, strict=True):
            yield model.after(vector, choice), weight / total

    def _thinned(self, worlds: Worlds, rng: Rng) -> Worlds:
        """The worlds, or a systematic sample if they are too many to expand."""
        if len(worlds) < 2:
            return worlds
        options = max(1, len(self.forward.choices(list(next(iter(worlds))))))
        most = max(2, min(MOST_WORLDS, MOST_APPLIED // options))
        if len(worlds) <= most:
            return worlds
        self._sampled = True
        return _normal({key: float(n) for key, n in _drawn(worlds, most, rng).items()})


def _add(worlds: Worlds, vector: Vector, weight: float) -> None:
    key = tuple(vector)
    worlds[key] = worlds.get(key, 0.0) + weight


def _normal(worlds: Worlds) -> Worlds:
    """The worlds with weights that sum to 1."""
    total = sum(worlds.values())
    return {key: weight / total for key, weight in worlds.items()}


def _weighed(vectors: Sequence[Vector]) -> Worlds:
    """States as worlds, each weighted by how often it occurs."""
    worlds: Worlds = {}
    for vector in vectors:
        _add(worlds, vector, 1 / len(vectors))
    return worlds


def _drawn(worlds: Worlds, count: int, rng: Rng) -> Counter[tuple[int, ...]]:
    """A systematic sample: the count of each world differs from its expectation by less than 1."""
    found: Counter[tuple[int, ...]] = Counter()
    step = sum(worlds.values()) / count
    mark = rng.next64() / 2.0**64 * step
    below = 0.0
    for key, weight in worlds.items():
        below += weight
        while mark < below:
            found[key] += 1
            mark += step
    return found
