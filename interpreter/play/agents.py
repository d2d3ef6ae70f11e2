"""Players that are programs: random, first, greedy, Monte Carlo, and tree search.

Model.  An agent sits at one seat and returns the index of an option.  It works on the vectors
of the fast machine, so that a simulation never builds a state: `see` shows it every node of the
game in order, `pick` asks it at a decision of its seat.  `watch` and `choose` are the same for
state objects.  Agents that look ahead go by the worlds that their knowledge holds possible (module
`belief`).

Invariants:
- An agent takes its chance from its own stream, and takes the same draws for the same number of
  options whatever it finds: `skip` repeats them, so a saved game goes on as it would have.
- What an agent finds depends on nothing else, but for `mcts:2s` and `ismcts:2s`, which search for a
  time: their games are as good as others, and are replayed from their records as others are, but
  are not played the same way again.
- No agent is handed what is hidden from its seat: in games with hidden information it knows its
  options and what `belief.Memory` keeps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.interpreter.diagnostics import RunError, UsageError, did_you_mean
from rulewright.interpreter.engine.common import END
from rulewright.interpreter.play import backend, forward
from rulewright.interpreter.play.belief import Memory, Open
from rulewright.interpreter.play.budget import Budget
from rulewright.interpreter.play.forward import Forward
from rulewright.interpreter.play.information import tree as information_tree
from rulewright.interpreter.play.uct_natively import tree as tree_of
from rulewright.interpreter.state.rng import Rng
from rulewright.interpreter.state.visibility import observer

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Choice, Game, State

#: Worlds by which `greedy` judges an option where something is hidden, and the most it judges of
#: all options together.
GREEDY_WORLDS, MOST_JUDGED = 32, 5000
#: Worlds of one search by what a seat saw; where it plays more games, it takes them again.
MOST_SEARCHED = 2000
#: What ends are worth to `greedy`; an unfinished game is worth between -0.4 and 0.4.
WIN, DRAW, LOSS = 1.0, -0.5, -1.0
#: Decisions for which `greedy` waits to come further, and how often it then takes any good option:
#: one time in so many.
PATIENCE, ONE_IN = 20, 3
#: The specifications `make` takes, as they are told to a person.
KNOWN = ("random", "first", "greedy", "mc:N", "mcts:N", "ismcts:N")


class Agent:
    """One seat's way of choosing; the base class takes any option, each equally likely."""

    def __init__(self, game: Game, seat: int, rng: Rng) -> None:
        self.machine = game.fast
        self.seat = seat
        self.rng = rng
        self._last: State | None = None

    def watch(self, state: State) -> None:
        """Take in a state. In games with hidden information an agent must be shown every state
        from the start of play; it keeps of it what its seat may see."""
        if state is not self._last:
            self._last = state
            self.see(state.vector)

    def choose(self, state: State) -> int:
        """The index of the option taken at a decision of this seat."""
        self.watch(state)
        return self.pick(self.machine.choices(state.vector))

    def see(self, vector: list[int]) -> None:
        """Take in the state at a node."""

    def pick(self, choices: list[Choice]) -> int:
        """The index of the choice taken at the node that was seen last."""
        return self.rng.below(len(choices))

    def skip(self, choices: list[Choice], taken: int) -> None:
        """Take the draws that the decision takes, for one that was made before."""
        self.rng.below(len(choices))


class First(Agent):
    """Takes the first option of the canonical order."""

    def pick(self, choices: list[Choice]) -> int:
        return 0

    def skip(self, choices: list[Choice], taken: int) -> None:
        return None


class LookAhead(Agent):
    """Values every option by what follows it and takes one of the best, equally likely."""

    def __init__(
        self, game: Game, seat: int, rng: Rng, budget: Budget | None = None,
        how: str = backend.AUTO,
    ) -> None:
        super().__init__(game, seat, rng)
        model = forward.of(game, budget.playouts if budget else 0, how)
        self.knowledge = Memory(game, seat, model) if game.hidden else Open(model)

    @property
    def forward(self) -> Forward:
        """The rules as the vectors of its worlds follow them."""
        return self.knowledge.forward

    def see(self, vector: list[int]) -> None:
        self.knowledge.see(vector)

    def pick(self, choices: list[Choice]) -> int:
        rng = Rng(self.rng.next64())
        self.knowledge.asked(choices, rng)
        index = self._chosen(choices, rng) if len(choices) > 1 else 0
        self.knowledge.did(choices[index])
        return index

    def skip(self, choices: list[Choice], taken: int) -> None:
        self.knowledge.asked(choices, Rng(self.rng.next64()))
        self.knowledge.did(choices[taken])

    def _chosen(self, choices: list[Choice], rng: Rng) -> int:
        begun = rng.state
        try:
            return self._best(choices, rng)
        except RunError:
            if not self.knowledge.guessed:
                raise
            return Rng(begun).below(len(choices))

    def _best(self, choices: list[Choice], rng: Rng) -> int:
        worlds = self.knowledge.worlds(self.samples(len(choices)))
        values = [self._mean(worlds, choice, rng) for choice in choices]
        among = self.candidates(values, rng)
        return among[rng.below(len(among))]

    def candidates(self, values: list[float], rng: Rng) -> list[int]:
        """The options that one is taken from, each equally likely: the best."""
        best = max(values)
        return [index for index, value in enumerate(values) if value == best]

    def _mean(self, worlds: list[tuple[list[int], int]], choice: Choice, rng: Rng) -> float:
        """The mean value of a choice over all worlds; 0 where no world could be found."""
        values: list[float] = []
        for world, times in worlds:
            values += self.values(self.forward.after(world, choice), times, rng)
        return sum(values) / len(values) if values else 0.0

    def samples(self, options: int) -> int:
        """How often an option is judged, where there are so many options."""
        raise NotImplementedError

    def values(self, vector: list[int], times: int, rng: Rng) -> list[float]:
        """How good it is for this seat that the game stands like this, judged so many times;
        a judgement that comes to nothing is left out."""
        raise NotImplementedError


class Greedy(LookAhead):
    """Looks one option ahead: wins at once where it can, rather plays on than draws or loses.

    An unfinished game is judged by the prospect the ruleset declares; without one, all are alike.
    Two players who always take what is best at the moment may take it from each other for ever.
    So one that has not come further than it was `PATIENCE` of its decisions ago takes, now and
    then, any option that does not end the game badly.
    """

    def __init__(self, game: Game, seat: int, rng: Rng, how: str = backend.AUTO) -> None:
        super().__init__(game, seat, rng, None, how)
        self._has_prospect = bool(game.program.prospects)
        #: The best prospect at a decision so far, and the decisions since.
        self._furthest: int | None = None
        self._waited = 0

    def pick(self, choices: list[Choice]) -> int:
        self._measure()
        return super().pick(choices)

    def skip(self, choices: list[Choice], taken: int) -> None:
        self._measure()
        super().skip(choices, taken)

    def _measure(self) -> None:
        """Count the decisions since the seat came further. Where something is hidden, the prospect
        may be as well: there all decisions are counted."""
        self._waited += 1
        state = self.knowledge.state
        if state is not None and self._has_prospect:
            now = self.machine.prospect(state, self.seat)
            if self._furthest is None or now > self._furthest:
                self._furthest, self._waited = now, 0

    def candidates(self, values: list[float], rng: Rng) -> list[int]:
        if self._has_prospect and self._waited > PATIENCE and max(values) < WIN:
            good = [index for index, value in enumerate(values) if value > DRAW]
            if good and rng.below(ONE_IN) == 0:
                return good
        return super().candidates(values, rng)

    def samples(self, options: int) -> int:
        return max(1, min(GREEDY_WORLDS, MOST_JUDGED // options))

    def values(self, vector: list[int], times: int, rng: Rng) -> list[float]:
        return [self._value(vector)] * times

    def _value(self, vector: list[int]) -> float:
        if self.forward.kind(vector) != END:
            better = self.forward.prospect(vector, self.seat)
            return 0.4 * better / (1 + abs(better))
        result = self.forward.result(vector)
        if result.draw or result.truncated:
            return DRAW
        return WIN if self.seat in result.winners else LOSS


class MonteCarlo(LookAhead):
    """Plays each option to the end at random a number of times and takes the best mean payoff."""

    def __init__(self, game: Game, seat: int, rng: Rng, budget: Budget, how: str) -> None:
        super().__init__(game, seat, rng, budget, how)
        self.playouts = budget.playouts

    def samples(self, options: int) -> int:
        return self.playouts

    def _best(self, choices: list[Choice], rng: Rng) -> int:
        self.knowledge.hasten()
        return super()._best(choices, rng)

    def values(self, vector: list[int], times: int, rng: Rng) -> list[float]:
        played = self.forward.playouts(vector, rng, times)
        return [payoffs[self.seat] for payoffs in played if payoffs is not None]


class TreeSearch(LookAhead):
    """Searches the tree below the state (UCT; module `uct`). Nothing may be hidden."""

    def __init__(self, game: Game, seat: int, rng: Rng, budget: Budget, how: str) -> None:
        super().__init__(game, seat, rng, budget, how)
        self.budget = budget

    def _best(self, choices: list[Choice], rng: Rng) -> int:
        budget = self.budget.counter()
        while True:
            [(state, _)] = self.knowledge.worlds(1)
            own = Rng(rng.state)
            tree = tree_of(self.forward, state, own)
            tree.search(budget.whole(self.budget))
            if not self.knowledge.hasten():
                break
        index = tree.best()
        return own.below(len(choices)) if index is None else index


class InformationSearch(LookAhead):
    """Searches the tree of what its seat may come to see, through the worlds that its knowledge
    holds possible (module `information`)."""

    def __init__(self, game: Game, seat: int, rng: Rng, budget: Budget, how: str) -> None:
        super().__init__(game, seat, rng, budget, how)
        self.budget = budget
        self.observe = observer(game.program, seat)

    def _best(self, choices: list[Choice], rng: Rng) -> int:
        budget = self.budget.counter()
        worlds = self.knowledge.worlds(min(self.budget.playouts, MOST_SEARCHED))
        while True:
            own = Rng(rng.state)
            tree = information_tree(self.forward, self.observe, self.seat, choices, own)
            tree.search(worlds, budget.whole(self.budget))
            if not self.knowledge.hasten():
                break
            worlds = [(self.forward.taken(world), times) for world, times in worlds]
        return tree.best()


_PLAIN: dict[str, type[Agent]] = {"random": Agent, "first": First, "greedy": Greedy}

#: Those that search, by the name in front of how much.
_SEARCHING: dict[str, type[TreeSearch] | type[InformationSearch]] = {
    "mcts": TreeSearch, "ismcts": InformationSearch}


def make(spec: str, game: Game, seat: int, rng: Rng, how: str = backend.AUTO) -> Agent:
    """The agent that `spec` names, for the seat with this index; UsageError if there is none. If it
    searches, it does so by a backend."""
    budget = _checked(spec, game)
    name = spec.partition(":")[0]
    if spec == "greedy":
        return Greedy(game, seat, rng, how)
    if budget is None:
        return _PLAIN[spec](game, seat, rng)
    if name == "mc":
        return MonteCarlo(game, seat, rng, budget, how)
    if not game.hidden:  # then what a seat sees is the state
        return TreeSearch(game, seat, rng, budget, how)
    return _SEARCHING[name](game, seat, rng, budget, how)


def searches(spec: str) -> bool:
    """Whether an agent plays games out to choose."""
    return spec not in _PLAIN


def check(spec: str, game: Game) -> None:
    """Raise the UsageError that `make` would raise."""
    _checked(spec, game)


def _checked(spec: str, game: Game) -> Budget | None:
    """How much the agent that `spec` names searches; None for one that does not. Raises
    `UsageError` if there is none."""
    if spec in _PLAIN:
        return None
    name, colon, much = spec.partition(":")
    if not colon or name not in ("mc", *_SEARCHING):
        known = [*_PLAIN, "mc:100", "mcts:1000", "ismcts:1000"]
        raise UsageError(f"there is no agent `{spec}`",
                         did_you_mean(spec, known) or "a seat is one of " + ", ".join(KNOWN))
    budget = Budget.of(much, spec)
    if name == "mc" and budget.seconds is not None:
        raise UsageError(f"`{spec}`: `mc` takes a number of playouts", "`mcts:2s` takes a time")
    if name == "mcts" and game.hidden:
        raise UsageError(f"`{spec}` looks at the whole state, and {game.ruleset.title} hides "
                         "something from its players", f"`is{spec}` goes by what its seat saw")
    return budget
