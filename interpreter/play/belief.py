"""What a seat knows: the true state, or a belief (a weighted set of states it may be in).

Model.  `Open` is for games without hidden information: the belief is the true state.  `Memory` is
for the others.  It stores a list of *moments*: what the seat observed (see `state.visibility`),
until it observed something else or chose, and what it chose then.  Nodes at which the seat's view
does not change leave no trace, so that not even their number is known.  A *world* is a state that
agrees with all moments; its weight is its probability if other seats choose uniformly at random
and chance follows its weights.

The belief is updated from moment to moment (module `worlds`): exactly while worlds are few, else by
a sample.  When fewer than `TOO_FEW` worlds of a sample are left, histories of the whole game that
agree with all moments are searched for (module `histories`).

Invariants:
- A memory depends on its seat's observations, options and choices alone: seats that saw and did
  the same have the same belief.
- Decisions are processed in order, each with the generator it came with, however late: a game
  that is resumed goes on as it would have.
- The work for one moment is bounded, and a search by its own limit.
- Worlds are vectors of the forward model. After `MOST_BY_HAND` choices of the reference engine
  machine code takes over, where it can be had, or at once where it is there; it gives the same
  worlds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.interpreter.diagnostics import RunError, UsageError
from rulewright.interpreter.native.worlds import Told
from rulewright.interpreter.play import backend, forward, worlds
from rulewright.interpreter.play.forward import Forward
from rulewright.interpreter.play.histories import Search
from rulewright.interpreter.play.worlds import weighed
from rulewright.interpreter.state.rng import Rng
from rulewright.interpreter.state.visibility import Seen, observer

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Choice, Game

Vector = list[int]

#: Choices that the reference engine carries out before machine code repays its compiler.
MOST_BY_HAND = 500
#: Where no world is left: how often pieces are exchanged, and in how many worlds each time.
MOST_EXCHANGES, EXCHANGED = 8, 1000
#: A sampled belief with fewer worlds than this is renewed by a search.
TOO_FEW = 16


class Open:
    """The belief of a seat that sees everything: the true state."""

    #: The true state, if the seat knows it, as a vector of the game.
    state: Vector | None = None
    #: Whether worlds were made by exchanges: then the rules may break down in them.
    guessed = False

    def __init__(self, model: Forward) -> None:
        self.forward = model

    def see(self, vector: Vector) -> None:
        """Observe the state at a node."""
        self.state = vector

    def asked(self, choices: Sequence[Choice], rng: Rng) -> None:
        """Begin a decision of the seat, with its options and the generator for it."""

    def did(self, choice: Choice) -> None:
        """Store what the seat chose."""

    def hasten(self) -> bool:
        """Go on with machine code if the model is tired; whether a search must be made anew."""
        if not self.forward.tired:
            return False
        self._take(forward.faster(self.forward))
        return True

    def _take(self, model: Forward) -> None:
        """Go on by another model, if it is another one."""
        self.forward = model

    def worlds(self, count: int) -> list[tuple[Vector, int]]:
        """A sample of `count` states from the belief as vectors of `forward`, equal ones counted;
        empty if no state that agrees with the observations could be found."""
        assert self.state is not None, "the seat was shown no state"
        return [(self.forward.taken(self.state), count)]


@dataclass
class Moment:
    """An observation of the seat, and the choice it made then (None: it made none)."""

    seen: Seen
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
        start = self.forward.start()
        self._first = self.observe(start)
        self._worlds = worlds.of(model, seat, {tuple(start): 1.0})
        #: Whether histories were searched for in vain.
        self._lost = False

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
        return self._worlds.drawn(count, rng)

    def _follow(self, decision: Decision) -> None:
        """Update the belief up to a decision."""
        rng = decision.rng
        while self._at < decision.moment:
            self._hasten()
            moment, seen = self.moments[self._at], self.moments[self._at + 1].seen
            self._go_on(
                Told(moment.seen, shown=seen) if moment.own is None
                else Told(moment.seen, own=moment.own, then=seen), rng)
            self._at += 1
        here = Told(self.moments[decision.moment].seen, options=decision.options)
        self._go_on(here, rng)
        few = len(self._worlds) < TOO_FEW and (self._worlds.sampled or not len(self._worlds))
        if (few or self.guessed) and not self._lost:
            found = Search(self.forward, self.seat, self.observe, self.moments, decision).worlds()
            if found:
                self._worlds.hold(weighed(found))
                self.guessed = False
            self._lost = not found
        if few and self._lost and len(self._worlds):
            self.guessed = True
            self._worlds.exchange(EXCHANGED, rng)
            self._expand(here, rng)

    def _go_on(self, told: Told, rng: Rng) -> None:
        """Expand the worlds to a moment. Where none agrees with it, pieces that the seat does not
        see are exchanged in those before."""
        before = self._worlds.copy()
        self._expand(told, rng)
        for _ in range(MOST_EXCHANGES if len(before) else 0):
            if len(self._worlds):
                break
            self.guessed = True
            before.exchange(EXCHANGED, rng)
            self._worlds = before.copy()
            self._expand(told, rng)

    def _expand(self, told: Told, rng: Rng) -> None:
        """Expand the worlds. Where the rules break down in one that was guessed, none is left."""
        begun = rng.state
        try:
            self._worlds.expand(told, rng)
        except RunError:
            if not self.guessed:
                raise
            rng.state = begun
            self._worlds.hold({})

    def _hasten(self) -> None:
        """Go on with machine code after much work, or if it is there."""
        if self._worlds.applied > MOST_BY_HAND or backend.ready(self.game):
            self._take(forward.faster(self.forward))
            self._worlds.applied = 0

    def _take(self, model: Forward) -> None:
        if model is not self.forward:
            self.forward, self._worlds = model, self._worlds.by(model)
