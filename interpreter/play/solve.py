"""Exact values of positions, by search.

Model.  The value of a position is what the first seat comes to if everybody does his best and
chance is weighed: of one player, or of two whose payoffs are opposed.  Alpha-beta search with a
table of positions finds it, to greater and greater depths.  What is known of a position is the
interval that its value lies in; where the depth ends, that is all there is.

Invariants:
- An interval always holds, whatever the depth, window and way by which a position was reached:
  positions that repeat themselves make a search end later, never wrong.
- The search looks at no more positions than its budget; what it has not found by then is unknown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING, Any, Protocol

from rulewright.interpreter.diagnostics import UsageError
from rulewright.interpreter.engine.common import CHANCE, END
from rulewright.interpreter.ir import Program
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.native.solver import MetChance, Solver
from rulewright.interpreter.play import backend, forward

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Choice, State
    from rulewright.interpreter.play.forward import Forward, Vector

#: Steps that are looked ahead at most: each takes a frame of the stack.
MOST_DEPTH = 400
MOST_POSITIONS = 1_000_000
#: From so many positions on, machine code is worth its compiler.
LEAST_NATIVE = 10_000

#: After so many positions the reference engine tells how far it is.
SOMETIMES = 500

Value = Fraction | float  # whole payoffs and what chance makes of them; infinite where unbounded
Interval = tuple[Value, Value]


@dataclass(slots=True)
class Entry:
    """What is known of a position: its interval, to which depth and in which window it was
    searched, and the choice that comes to the value."""

    least: Value
    most: Value
    depth: int
    alpha: Value
    beta: Value
    best: Choice | None


@dataclass(frozen=True)
class Solution:
    """What a search has found: the interval of the value for the first seat, exact where both ends
    are alike; then the best line, up to the end or to chance, each with its seat. `full`: the
    search ended since there was no more room for what is known of positions."""

    least: Value
    most: Value
    positions: int
    line: list[tuple[str, str]]
    full: bool = False

    @property
    def value(self) -> float | None:
        """The value for the first seat, or None if it is unknown."""
        return float(self.least) if self.least == self.most else None

    def to_json(self) -> dict[str, Any]:
        """The solution; ends of the interval that are not known are null."""
        return {
            "value": self.value,
            "least": None if self.least == -inf else float(self.least),
            "most": None if self.most == inf else float(self.most),
            "positions": self.positions,
            "full": self.full,
            "line": [{"by": by, "text": text} for by, text in self.line],
        }


def solve(
    state: State, budget: int = MOST_POSITIONS, how: str = backend.AUTO,
    progress: Callable[[int, int], None] | None = None,
) -> Solution:
    """The value of a position, looking at most at so many, by a backend. Raises `UsageError` for a
    game that has no such value. `progress` is told at how many of them it has looked."""
    _check(state)
    game = state.game
    model = forward.of(game, budget if budget >= LEAST_NATIVE else 0, how, searching=False)
    machine = model.machine
    bounds: Interval = (-inf, inf) if game_pays(state) else (-1, 1)
    if isinstance(machine, NativeMachine):
        with suppress(MetChance):
            solver = Solver(machine, float(bounds[1]))
            return _solved(state, model, solver, bounds, budget, progress)
    return _solved(state, model, Search(model, bounds), bounds, budget, progress)


def _solved(
    state: State, model: Forward, solver: Known, bounds: Interval, budget: int,
    progress: Callable[[int, int], None] | None,
) -> Solution:
    found = Deepening(model, solver, bounds, budget)
    if progress is not None:
        solver.progress = lambda looked: progress(budget - found.left + looked, budget)
    root = model.taken(state.vector)
    least, most = found.solve(root)
    line = found.line(root, state.game.seats) if least == most else []
    return Solution(least, most, budget - found.left, line, solver.full)


class Known(Protocol):
    """What is known of positions; `full` when there is no more room. `progress` is told at how many
    the present search has looked."""

    full: bool
    progress: Callable[[int], None] | None

    def search(self, vector: Vector, depth: int, positions: int) -> tuple[int, bool]:
        """Look at a position so many steps ahead, and at no more positions than that: at how many
        it was looked, and whether that was enough."""

    def known(self, vector: Vector) -> tuple[Value, Value, Choice | None] | None:
        """The interval of a position and the choice that comes to it; None if it was not looked
        at."""


class Deepening:
    """Searches to greater and greater depths, as far as the budget goes."""

    def __init__(
        self, model: Forward, solver: Known, bounds: Interval, budget: int
    ) -> None:
        self.forward = model
        self.solver = solver
        self.bounds = bounds
        self.left = budget

    def solve(self, root: Vector) -> Interval:
        """The interval of a position. What chance decides at once is weighed here, outcome by
        outcome."""
        if self.forward.kind(root) == CHANCE and self.left:
            self.left -= 1
            return weighed(self.forward, root, self._searched)
        return self._searched(root)

    def _searched(self, root: Vector) -> Interval:
        depth, whole = 1, True
        while whole and depth <= MOST_DEPTH:
            whole = self._look(root, depth)
            known = self.solver.known(root)
            if known is not None and known[0] == known[1]:
                break
            depth = min(2 * depth, MOST_DEPTH) if depth < MOST_DEPTH else depth + 1
        known = self.solver.known(root)
        return self.bounds if known is None else known[:2]

    def line(self, root: Vector, seats: Sequence[str]) -> list[tuple[str, str]]:
        """The best choices from a root whose value is known. What was left open on the way is
        searched now; the line ends where the budget does."""
        found: list[tuple[str, str]] = []
        vector, model, met = root, self.forward, set[tuple[int, ...]]()
        while model.kind(vector) not in (CHANCE, END):
            known = self.solver.known(vector)
            if known is None or known[0] != known[1]:
                if not self._look(vector, MOST_DEPTH):
                    break
                known = self.solver.known(vector)
            if known is None or known[2] is None or tuple(vector) in met:
                break
            met.add(tuple(vector))
            [text] = model.machine.texts(vector, [known[2]])
            found.append((seats[model.player(vector)], text))
            vector = model.after(vector, known[2])
        return found

    def _look(self, vector: Vector, depth: int) -> bool:
        """Look at a position, and whether there was budget enough."""
        looked, enough = self.solver.search(vector, depth, self.left)
        self.left -= looked
        return enough


class Spent(Exception):
    """The budget is used up."""


class Search:
    """The search by the reference engine, and where chance is weighed; without chance, machine code
    looks at the same positions in the same order (`native/c/solve.h`)."""

    def __init__(self, model: Forward, bounds: Interval) -> None:
        self.forward = model
        self.left = self.positions = 0
        self.full = False
        self.progress: Callable[[int], None] | None = None
        self.table: dict[tuple[int, ...], Entry] = {}
        #: How much choices have cut off so far, to try those first that have cut off most.
        self.merits: defaultdict[tuple[int, Choice], int] = defaultdict(int)
        self.bounds = bounds
        self.key = key_of(model.program)

    def search(self, vector: Vector, depth: int, positions: int) -> tuple[int, bool]:
        self.left = self.positions = positions
        try:
            self._search(vector, depth, -inf, inf)
        except Spent:
            return positions, False
        return positions - self.left, True

    def known(self, vector: Vector) -> tuple[Value, Value, Choice | None] | None:
        if self.forward.kind(vector) == END:
            return *self._worth(vector), None
        found = self.table.get(self.key(vector))
        return None if found is None else (found.least, found.most, found.best)

    def _search(self, vector: Vector, depth: int, alpha: Value, beta: Value) -> Interval:
        """The interval of a position, looking so many steps ahead. What is at most `alpha`, or at
        least `beta`, need not be known better."""
        model = self.forward
        kind = model.kind(vector)
        if kind == END:
            return self._worth(vector)
        key = self.key(vector)
        known = self.table.get(key)
        if known is not None:
            searched = known.depth >= depth and known.alpha <= alpha and beta <= known.beta
            if (searched or known.least == known.most or known.least >= beta
                    or known.most <= alpha):
                return known.least, known.most
        if depth == 0:
            return self.bounds if known is None else (known.least, known.most)
        if self.left == 0:
            raise Spent
        self.left -= 1
        if self.progress is not None and self.left % SOMETIMES == 0:
            self.progress(self.positions - self.left)
        if kind == CHANCE:
            alpha, beta, best = -inf, inf, None
            least, most = weighed(
                model, vector, lambda after: self._search(after, depth - 1, -inf, inf))
        else:
            least, most, best = self._decided(vector, depth, alpha, beta, known)
        known = self.table.get(key)  # it may have been met again meanwhile
        if known is not None:
            if known.best is not None and self._better(vector, known, least, most):
                best = known.best
            least, most = max(least, known.least), min(most, known.most)
        self.table[key] = Entry(least, most, depth, alpha, beta, best)
        return least, most

    def _better(self, vector: Vector, known: Entry, least: Value, most: Value) -> bool:
        """Whether an earlier search came to more for the seat that decides."""
        return known.most < most if self.forward.player(vector) else known.least > least

    def _worth(self, vector: Vector) -> Interval:
        """What an end is worth; a game that was stopped since a memory was full could go on."""
        result = self.forward.machine.result(vector)
        worth = Fraction(result.payoffs[0])
        return self.bounds if result.truncated else (worth, worth)

    def _decided(
        self, vector: Vector, depth: int, alpha: Value, beta: Value, known: Entry | None
    ) -> tuple[Value, Value, Choice | None]:
        """The interval of a decision, and the choice that comes to its better end."""
        model = self.forward
        seat = model.player(vector)
        low, high, a, b = *self.bounds, alpha, beta
        if seat:  # the other seat makes it as small as it can: seen from there, all is turned round
            low, high, a, b = -high, -low, -beta, -alpha
        least: Value = -inf
        most: Value = -inf
        first = None if known is None else known.best
        best: Choice | None = None
        choices = model.choices(vector)
        merits = self.merits
        choices = sorted(choices, key=lambda c: (c != first, -merits[seat, c]))
        for number, choice in enumerate(choices, 1):
            after = model.after(vector, choice)
            if seat:
                x, y = self._search(after, depth - 1, -b, -max(a, least))
                x, y = -y, -x
            else:
                x, y = self._search(after, depth - 1, max(a, least), b)
            if best is None or x > least:
                least, best = x, choice
            most = max(most, y)
            if least >= b or least >= high:
                merits[seat, choice] += depth * depth
                most = high if number < len(choices) else most
                break
        return (-most, -least, best) if seat else (least, most, best)


def weighed(
    model: Forward, vector: Vector, value: Callable[[Vector], Interval]
) -> Interval:
    """The interval of a position in which chance decides, by the intervals of its outcomes."""
    weights = model.weights(vector)
    total = sum(weights)
    least: Value = Fraction(0)
    most: Value = Fraction(0)
    for choice, weight in zip(model.choices(vector), weights, strict=True):
        low, high = value(model.after(vector, choice))
        least += low * Fraction(weight, total)
        most += high * Fraction(weight, total)
    return least, most


def key_of(program: Program) -> Callable[[Vector], tuple[int, ...]]:
    """A function of a vector: what tells positions apart. It makes no difference in which order a
    memory came by what it holds, unless it drops the oldest."""
    size = program.size
    if not program.memories:
        return lambda vector: tuple(vector[:size])
    offsets = [(memory.count.offset, memory.rolling) for memory in program.memories]

    def key(vector: Vector) -> tuple[int, ...]:
        made, at = vector[:size], size
        for offset, rolling in offsets:
            past = vector[at : at + vector[offset]]
            made += past if rolling else sorted(past)
            at += vector[offset]
        return tuple(made)

    return key


def game_pays(state: State) -> bool:
    """Whether payoffs are other than 1, 0 and -1."""
    return state.game.program.pays is not None


def _check(state: State) -> None:
    """Raise `UsageError` for what has no value that search finds."""
    game = state.game
    title, why = game.ruleset.title, None
    if game.hidden:
        why = f"{title} hides something from its players: what is best depends on what they know"
    elif game.players > 2:
        why = f"{title} is played by {game.players}: no value is certain where two can join forces"
    elif game.players == 2 and game_pays(state):
        why = (f"{title} pays points to both players: what is good for one need not be bad for the "
               "other")
    if why is not None:
        hint = None if game.hidden else "`analyse` tells what a search makes of a position"
        raise UsageError(why, hint)
