"""What a seat knows of the state of a game: everything, or what it saw and did so far.

Model.  `Open` is for games in which nothing is hidden: there is one world, the true state.
`Memory` keeps *moments*: what the seat saw (`state.sight`), until it saw something else or chose,
and what it chose then.  What others do without showing it anything adds nothing: not even that
something was done.  A *world* is a state that the moments allow; its weight is how likely it is
if the others choose at random and chance by its weights.

Worlds are followed from moment to moment: all that can follow, kept where it shows what was seen,
equal states taken together.  That is exact as long as they are few.  Where they would be more than
can be followed, a fair sample goes on (systematic resampling); and when too few of a sample are
left, whole courses of the game are searched that fit all moments (module `histories`).

Invariants:
- A memory depends on its seat's sights, options and choices alone, so seats that saw and did the
  same think of the same worlds.
- Decisions are followed in order, each with the generator it came with, however late: a game that
  is resumed goes on as it would have.
- The work for one moment is bounded by `MOST_APPLIED`, and a search by its own limit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.interpreter.diagnostics import UsageError
from rulewright.interpreter.engine.common import END
from rulewright.interpreter.play.histories import Search
from rulewright.interpreter.state.rng import Rng
from rulewright.interpreter.state.sight import Sight

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Choice, Game

Vector = list[int]
#: States with their weights; a key is the vector as a tuple.
Worlds = dict[tuple[int, ...], float]

#: Worlds that are followed, and choices that are carried out from one node to the next.
MOST_WORLDS, MOST_APPLIED = 1000, 3000
#: Nodes in a row that show a seat nothing.
MOST_UNSEEN = 200
#: Of a sample, fewer worlds than this are too few.
TOO_FEW = 16


class Open:
    """The knowledge of a seat that sees everything."""

    def see(self, vector: Vector) -> None:
        """Take in the state at a node."""
        self._now = vector

    def asked(self, choices: Sequence[Choice], rng: Rng) -> None:
        """Take in the options of a decision of the seat, and the generator for it."""

    def did(self, choice: Choice) -> None:
        """Take in what the seat chose."""

    def worlds(self, count: int) -> list[tuple[Vector, int]]:
        """States that the seat may be in, each with how often it is met among `count`; none where
        none could be found."""
        return [(self._now, count)]


@dataclass
class Moment:
    """What a seat saw, and the choice it made then."""

    sight: object
    own: Choice | None = None


@dataclass
class Decision:
    """A decision of the seat: the moment it belongs to, its options, its generator."""

    moment: int
    options: list[Choice]
    rng: Rng


class Memory(Open):
    """The knowledge of a seat that must remember what it saw."""

    def __init__(self, game: Game, seat: int) -> None:
        self.machine = game.fast
        self.seat = seat
        self.sight = Sight(game.program, seat).of
        self.moments: list[Moment] = []
        #: The last decision, and those before it that were not followed yet.
        self.decisions: list[Decision] = []
        self._at = 0
        start = self.machine.start()
        self._first = self.sight(start)
        self._worlds: Worlds = {tuple(start): 1.0}
        self._sampled = False

    def see(self, vector: Vector) -> None:
        sight = self.sight(vector)
        if not self.moments:
            if self._first != sight:
                raise UsageError("this agent was not shown the game from its start",
                                 "let it watch every state")
        elif self.moments[-1].own is None and self.moments[-1].sight == sight:
            return
        self.moments.append(Moment(sight))

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
        """Take the worlds on to a decision."""
        while self._at < decision.moment:
            self._worlds = self._next(decision)
            self._at += 1
        self._worlds = self._settled(decision)
        if len(self._worlds) < TOO_FEW and (self._sampled or not self._worlds):
            found = Search(self.machine, self.seat, self.sight, self.moments, decision).worlds()
            self._worlds = _weighed(found) or self._worlds

    def _next(self, decision: Decision) -> Worlds:
        """The worlds at the next moment."""
        moment, sight = self.moments[self._at], self.moments[self._at + 1].sight

        def decided(vector: Vector) -> Vector | None:
            if moment.own is None or moment.own not in self.machine.choices(vector):
                return None
            self.machine.apply(vector, moment.own)
            return vector if self.sight(vector) == sight else None

        return self._taken_on(decision.rng, moment, decided, sight if moment.own is None else None)

    def _settled(self, decision: Decision) -> Worlds:
        """The worlds in which the seat has the decision, with the same options."""

        def decided(vector: Vector) -> Vector | None:
            return vector if self.machine.choices(vector) == decision.options else None

        return self._taken_on(decision.rng, self.moments[decision.moment], decided, None)

    def _taken_on(
        self, rng: Rng, moment: Moment, decided: Callable[[Vector], Vector | None], shown: object
    ) -> Worlds:
        """The worlds of a moment taken on through what the seat does not see: to what `decided`
        makes of those in which it decides, and to those in which it sees `shown` (None: to none).
        """
        found: Worlds = {}
        todo = self._worlds
        for _ in range(MOST_UNSEEN):
            unseen: Worlds = {}
            for key, weight in self._thinned(todo, rng).items():
                vector = list(key)
                if self.machine.decides(vector, self.seat):
                    reached = decided(vector)
                    if reached is not None:
                        _add(found, reached, weight)
                    continue
                for after, odds in self._following(vector):
                    seen = self.sight(after)
                    if shown is not None and seen == shown:
                        _add(found, after, weight * odds)
                    elif seen == moment.sight:
                        _add(unseen, after, weight * odds)
            if not unseen:
                break
            todo = unseen
        return _normal(found)

    def _following(self, vector: Vector) -> Iterator[tuple[Vector, float]]:
        """What may follow where the seat does not decide, and how likely each is."""
        machine = self.machine
        if machine.kind(vector) == END:
            return
        choices, weights = machine.choices(vector), machine.odds(vector)
        total = sum(weights)
        for choice, weight in zip(choices, weights, strict=True):
            after = list(vector)
            machine.apply(after, choice)
            yield after, weight / total

    def _thinned(self, worlds: Worlds, rng: Rng) -> Worlds:
        """The worlds, or a fair sample where they are more than can be followed."""
        if len(worlds) < 2:
            return worlds
        options = max(1, len(self.machine.choices(list(next(iter(worlds))))))
        most = max(2, min(MOST_WORLDS, MOST_APPLIED // options))
        if len(worlds) <= most:
            return worlds
        self._sampled = True
        return _normal({key: float(n) for key, n in _drawn(worlds, most, rng).items()})


def _add(worlds: Worlds, vector: Vector, weight: float) -> None:
    key = tuple(vector)
    worlds[key] = worlds.get(key, 0.0) + weight


def _normal(worlds: Worlds) -> Worlds:
    """The weights as probabilities."""
    total = sum(worlds.values())
    return {key: weight / total for key, weight in worlds.items()}


def _weighed(vectors: Sequence[Vector]) -> Worlds:
    """Worlds that are as likely as they are frequent."""
    worlds: Worlds = {}
    for vector in vectors:
        _add(worlds, vector, 1 / len(vectors))
    return worlds


def _drawn(worlds: Worlds, count: int, rng: Rng) -> Counter[tuple[int, ...]]:
    """A systematic sample: each world as often as its weight says, give or take one."""
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
