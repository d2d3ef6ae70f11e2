"""Players that are programs: random, first, greedy, and flat Monte Carlo.

Model.  An agent sits at one seat and returns the index of an option.  It works on the vectors
of the fast machine, so that a simulation never builds a state; `choose` is the same for one
state object.  What an agent knows of a game is its options and, for those that look ahead, what
the rules do with them.

Invariants:
- An agent takes its chance from its own stream, and takes the same draws for the same number of
  options whatever it finds: `skip` repeats them, so a saved game goes on as it would have.
- No agent is handed what is hidden from its seat: those that look ahead are refused in games
  with hidden information.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rulewright.interpreter.diagnostics import UsageError, did_you_mean
from rulewright.interpreter.state.rng import Rng

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Choice, Game, State

#: Decisions and chance nodes after which a playout counts as having no result.
PLAYOUT_LIMIT = 2000
MOST_PLAYOUTS = 100_000
#: What `Machine.kind` says of a node.
DECISION, CHANCE, END = range(3)
#: The specifications `make` takes, as they are told to a person.
KNOWN = ("random", "first", "greedy", "mc:N")


class Agent:
    """One seat's way of choosing; the base class takes any option, each equally likely."""

    def __init__(self, game: Game, seat: int, rng: Rng) -> None:
        self.machine = game.fast
        self.seat = seat
        self.rng = rng

    def choose(self, state: State) -> int:
        """The index of the option taken at a decision of this seat."""
        return self.pick(state.vector, self.machine.choices(state.vector))

    def pick(self, vector: list[int], choices: list[Choice]) -> int:
        """The index of the choice taken; `vector` is left as it is."""
        return self.rng.below(len(choices))

    def skip(self, count: int) -> None:
        """Take the draws that a decision among `count` options takes."""
        self.rng.below(count)


class First(Agent):
    """Takes the first option of the canonical order."""

    def pick(self, vector: list[int], choices: list[Choice]) -> int:
        return 0

    def skip(self, count: int) -> None:
        return None


class LookAhead(Agent):
    """Values every option by what follows it and takes one of the best, equally likely."""

    def pick(self, vector: list[int], choices: list[Choice]) -> int:
        rng = Rng(self.rng.next64())
        if len(choices) == 1:
            return 0
        values = []
        for choice in choices:
            after = self.machine.copy(vector)
            self.machine.apply(after, choice)
            values.append(self.value(after, rng))
        best = max(values)
        ties = [index for index, value in enumerate(values) if value == best]
        return ties[rng.below(len(ties))]

    def skip(self, count: int) -> None:
        self.rng.next64()

    def value(self, vector: list[int], rng: Rng) -> float:
        """How good it is for this seat that the game stands like this."""
        raise NotImplementedError


class Greedy(LookAhead):
    """Looks one option ahead: wins at once where it can, rather plays on than draws or loses.

    An unfinished game is judged by the prospect the ruleset declares; without one, all are alike.
    """

    def value(self, vector: list[int], rng: Rng) -> float:
        if self.machine.kind(vector) != END:
            better = self.machine.prospect(vector, self.seat)
            return 0.4 * better / (1 + abs(better))
        result = self.machine.result(vector)
        if result.draw or result.truncated:
            return -0.5
        return 1.0 if self.seat in result.winners else -1.0


class MonteCarlo(LookAhead):
    """Plays each option to the end at random a number of times and takes the best mean."""

    def __init__(self, game: Game, seat: int, rng: Rng, playouts: int) -> None:
        super().__init__(game, seat, rng)
        self.playouts = playouts

    def value(self, vector: list[int], rng: Rng) -> float:
        payoffs = [self._playout(self.machine.copy(vector), rng) for _ in range(self.playouts)]
        ended = [payoff for payoff in payoffs if payoff is not None]
        return sum(ended) / len(ended) if ended else 0.0

    def _playout(self, vector: list[int], rng: Rng) -> float | None:
        """Play on at random; the payoff of this seat, or None where the game does not end."""
        machine = self.machine
        for _ in range(PLAYOUT_LIMIT):
            kind = machine.kind(vector)
            if kind == END:
                return machine.payoffs(vector)[self.seat]
            choices = machine.choices(vector)
            if kind == CHANCE:
                index = rng.weighted(machine.weights(vector))
            else:
                index = rng.below(len(choices))
            machine.apply(vector, choices[index])
        return None


_PLAIN: dict[str, type[Agent]] = {"random": Agent, "first": First, "greedy": Greedy}


def make(spec: str, game: Game, seat: int, rng: Rng) -> Agent:
    """The agent that `spec` names, for the seat with this index; UsageError if there is none."""
    check(spec, game)
    playouts = _playouts(spec)
    if playouts is not None:
        return MonteCarlo(game, seat, rng, playouts)
    return _PLAIN[spec](game, seat, rng)


def check(spec: str, game: Game) -> None:
    """Raise the UsageError that `make` would raise."""
    playouts = _playouts(spec)
    if playouts is None and spec not in _PLAIN:
        hint = did_you_mean(spec, [*_PLAIN, "mc:100"]) or "a seat is one of " + ", ".join(KNOWN)
        raise UsageError(f"there is no agent `{spec}`", hint)
    if playouts is not None and not 1 <= playouts <= MOST_PLAYOUTS:
        raise UsageError(f"`{spec}`: the number of playouts is 1 to {MOST_PLAYOUTS}")
    if game.hidden and (playouts is not None or issubclass(_PLAIN[spec], LookAhead)):
        raise UsageError(
            f"`{spec}` looks ahead with everything in view, but in this game something is hidden",
            "take random or first for this seat",
        )


def _playouts(spec: str) -> int | None:
    """The N of `mc:N`, or None for another specification."""
    found = re.fullmatch(r"mc:([0-9]{1,9})", spec)
    return int(found[1]) if found else None
