"""The worlds of a seat: a weighted set of states in which it may be.

Model.  Worlds are expanded over the nodes that the seat does not observe, those that agree with
what it saw stay, and equal states are merged: exactly while they are few, by a systematic sample
(a particle filter) above `MOST_WORLDS`.  `PlainWorlds` does so with vectors; `NativeWorlds` does
the same in C (`native/c/worlds.h`).  Where no world agrees any more, `exchange` makes others that
look the same to the seat.

Invariants:
- Both come to the same worlds in the same order with the same weights, by the same draws.
- The work for one moment is bounded by `MOST_APPLIED` for each of `MOST_UNSEEN` steps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from copy import copy

from rulewright.interpreter.engine.common import END
from rulewright.interpreter.native.views import NativeView
from rulewright.interpreter.native.worlds import Expansion, Told
from rulewright.interpreter.play.forward import Forward, NativeForward, Vector
from rulewright.interpreter.state.rng import Rng
from rulewright.interpreter.state.visibility import observer, view_of

#: States with their weights; a key is the vector as a tuple.
Weights = dict[tuple[int, ...], float]

#: The largest belief that is kept whole, and choices carried out in one expansion.
MOST_WORLDS, MOST_APPLIED = 1000, 3000
#: Unobserved nodes in a row that are expanded.
MOST_UNSEEN = 200


class Worlds:
    """The worlds of a seat by a model, of which its vectors are. `sampled`: they are a sample;
    `applied` are the choices that were carried out for them by hand."""

    def __init__(self, model: Forward, seat: int) -> None:
        self.forward = model
        self.seat = seat
        self.view = view_of(model.program, seat)
        self.sampled = False
        self.applied = 0

    def hold(self, weights: Weights) -> None:
        """Hold these states possible."""
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError

    def weights(self) -> Weights:
        """The states with their weights."""
        raise NotImplementedError

    def expand(self, told: Told, rng: Rng) -> None:
        """Go on to the worlds that agree with a moment.

        Where the seat decides: those in which it made its choice (`own`) and saw `then`; or those
        in which it has these options. Where it does not: those of which it sees `shown`.
        """
        raise NotImplementedError

    def exchange(self, count: int, rng: Rng) -> None:
        """Hold so many worlds of a sample, each as it is, or, with as much chance, with two pieces
        of a noun in each other's places that the seat does not see. What it sees stays the same."""
        raise NotImplementedError

    def drawn(self, count: int, rng: Rng) -> list[tuple[Vector, int]]:
        """A sample of so many worlds, equal ones counted."""
        raise NotImplementedError

    def copy(self) -> Worlds:
        """The same worlds, of which nothing changes with these."""
        return copy(self)

    def by(self, model: Forward) -> Worlds:
        """The same worlds by another model."""
        made = of(model, self.seat, {
            tuple(model.taken(list(key))): weight for key, weight in self.weights().items()})
        made.sampled = self.sampled
        return made


class PlainWorlds(Worlds):
    """Worlds as vectors."""

    def __init__(self, model: Forward, seat: int, weights: Weights) -> None:
        super().__init__(model, seat)
        self.observe = observer(model.program, seat)
        self._held = weights

    def hold(self, weights: Weights) -> None:
        self._held = weights

    def __len__(self) -> int:
        return len(self._held)

    def weights(self) -> Weights:
        return self._held

    def expand(self, told: Told, rng: Rng) -> None:
        found: Weights = {}
        todo = self._held
        for _ in range(MOST_UNSEEN):
            unseen: Weights = {}
            for key, weight in self._thinned(todo, rng).items():
                vector = list(key)
                if self.forward.decides(vector, self.seat):
                    reached = self._decided(vector, told)
                    if reached is not None:
                        _add(found, reached, weight)
                    continue
                for after, odds in self._following(vector):
                    seen = self.observe(after)
                    if told.shown is not None and seen == told.shown:
                        _add(found, after, weight * odds)
                    elif seen == told.seen:
                        _add(unseen, after, weight * odds)
            if not unseen:
                break
            todo = unseen
        self._held = _normal(found)

    def exchange(self, count: int, rng: Rng) -> None:
        held: Weights = {}
        for vector, times in self.drawn(count, rng):
            for _ in range(times):
                _add(held, self._exchanged(vector, rng) if rng.below(2) else vector, 1.0)
        self._held = _normal(held)

    def _exchanged(self, vector: Vector, rng: Rng) -> Vector:
        hidden = [
            [each.begin + piece for piece in range(each.count)
             if not each.seen[vector[each.begin + piece]]]
            for each in self.view.pieces]
        all_hidden = [(place, nouns) for nouns in hidden for place in nouns]
        if not all_hidden:
            return vector
        one, alike = all_hidden[rng.below(len(all_hidden))]
        other = alike[rng.below(len(alike))]
        return self.forward.changed(vector, {one: vector[other], other: vector[one]})

    def drawn(self, count: int, rng: Rng) -> list[tuple[Vector, int]]:
        return [(list(key), times) for key, times in _drawn(self._held, count, rng).items()]

    def _decided(self, vector: Vector, told: Told) -> Vector | None:
        """What the seat has come to that decides in a world; None where that is not so."""
        choices = self.forward.choices(vector)
        if told.options is not None:
            return vector if choices == told.options else None
        if told.own is None or told.own not in choices:
            return None
        after = self.forward.after(vector, told.own)
        return after if self.observe(after) == told.then else None

    def _following(self, vector: Vector) -> Iterator[tuple[Vector, float]]:
        """The successors of a node at which the seat does not decide, with probabilities."""
        model = self.forward
        if model.kind(vector) == END:
            return
        choices, weights = model.choices(vector), model.odds(vector)
        total = sum(weights)
        self.applied += len(choices)
        for choice, weight in zip(choices, weights, strict=True):
            yield model.after(vector, choice), weight / total

    def _thinned(self, worlds: Weights, rng: Rng) -> Weights:
        """The worlds, or a systematic sample if they are too many to expand."""
        if len(worlds) < 2:
            return worlds
        options = max(1, len(self.forward.choices(list(next(iter(worlds))))))
        most = max(2, min(MOST_WORLDS, MOST_APPLIED // options))
        if len(worlds) <= most:
            return worlds
        self.sampled = True
        return _normal({key: float(n) for key, n in _drawn(worlds, most, rng).items()})


class NativeWorlds(Worlds):
    """Worlds as bytes, by machine code."""

    def __init__(self, model: NativeForward, seat: int, weights: Weights) -> None:
        super().__init__(model, seat)
        self._expansion = Expansion(
            model.native, NativeView(model.native, self.view), seat, MOST_WORLDS, MOST_APPLIED)
        self.hold(weights)

    def hold(self, weights: Weights) -> None:
        self._held = self._expansion.packed(
            (list(key), weight) for key, weight in weights.items())

    def __len__(self) -> int:
        return len(self._held)

    def weights(self) -> Weights:
        return {tuple(vector): weight for vector, weight in zip(
            self._expansion.vectors(self._held), self._held.weights, strict=True)}

    def expand(self, told: Told, rng: Rng) -> None:
        self._held, thin = self._expansion.expanded(self._held, told, MOST_UNSEEN, rng)
        self.sampled |= thin

    def exchange(self, count: int, rng: Rng) -> None:
        self._held = self._expansion.exchanged(self._held, count, rng)

    def drawn(self, count: int, rng: Rng) -> list[tuple[Vector, int]]:
        return self._expansion.drawn(self._held, count, rng)


def of(model: Forward, seat: int, weights: Weights) -> Worlds:
    """The worlds of a seat by a model, of which its vectors are."""
    if isinstance(model, NativeForward) and model.native.searching:
        return NativeWorlds(model, seat, weights)
    return PlainWorlds(model, seat, weights)


def weighed(vectors: Sequence[Vector]) -> Weights:
    """States as worlds, each weighted by how often it occurs."""
    worlds: Weights = {}
    for vector in vectors:
        _add(worlds, vector, 1 / len(vectors))
    return worlds


def _add(worlds: Weights, vector: Vector, weight: float) -> None:
    key = tuple(vector)
    worlds[key] = worlds.get(key, 0.0) + weight


def _total(weights: Iterable[float]) -> float:
    """Their sum, one added after the other (some versions of `sum` round otherwise)."""
    total = 0.0
    for weight in weights:
        total += weight
    return total


def _normal(worlds: Weights) -> Weights:
    """The worlds with weights that sum to 1."""
    total = _total(worlds.values())
    return {key: weight / total for key, weight in worlds.items()}


def _drawn(worlds: Weights, count: int, rng: Rng) -> Counter[tuple[int, ...]]:
    """A systematic sample: the count of each world differs from its expectation by less than 1."""
    found: Counter[tuple[int, ...]] = Counter()
    step = _total(worlds.values()) / count
    mark = rng.next64() / 2.0**64 * step
    below = 0.0
    for key, weight in worlds.items():
        below += weight
        while mark < below:
            found[key] += 1
            mark += step
    return found
