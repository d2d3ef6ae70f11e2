"""Exact values of positions, by search.

Model.  The value of a position is what the first seat comes to if everybody does his best and
chance is weighed: of one player, or of two whose payoffs are opposed.  Alpha-beta search with a
table of positions (by their packed bytes) finds it, to greater and greater depths.  What is known
of a position is the interval that its value lies in; where the depth ends, that is all there is.

Invariants:
- An interval always holds, whatever the depth, window and way by which a position was reached:
  positions that repeat themselves make a search end later, never wrong.
- The search looks at no more positions than its budget; what it has not found by then is unknown.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.diagnostics import UsageError
from rulewright.interpreter.engine.common import CHANCE, END
from rulewright.interpreter.play import backend, forward

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Choice, State
    from rulewright.interpreter.play.forward import Forward, Vector

#: Steps that are looked ahead at most: each takes a frame of the stack.
MOST_DEPTH = 400
MOST_POSITIONS = 1_000_000
#: From so many positions on, machine code is worth its compiler.
LEAST_NATIVE = 10_000

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
    are alike; then the best line, up to the end or to chance, each with its seat."""

    least: Value
    most: Value
    positions: int
    line: list[tuple[str, str]]

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
            "line": [{"by": by, "text": text} for by, text in self.line],
        }


class Spent(Exception):
    """The budget is used up."""


def solve(
    state: State, budget: int = MOST_POSITIONS, how: str = backend.AUTO
) -> Solution:
    """The value of a position, looking at most at so many, by a backend. Raises `UsageError` for a
    game that has no such value."""
    _check(state)
    game = state.game
    model = forward.of(game, budget if budget >= LEAST_NATIVE else 0, how)
    search = Search(state, model, budget)
    least, most = search.solve()
    line = search.line() if least == most else []
    return Solution(least, most, budget - search.left, line)


class Search:
    """The search from one position."""

    def __init__(self, state: State, model: Forward, budget: int) -> None:
        self.game = state.game
        self.forward = model
        self.left = budget
        self.root = model.taken(state.vector)
        self.pack = state.game.packing.pack
        self.table: dict[bytes, Entry] = {}
        #: How much choices have cut off so far, to try those first that have cut off most.
        self.merits: defaultdict[tuple[int, Choice], int] = defaultdict(int)
        self.bounds: Interval = (-inf, inf) if game_pays(state) else (-1, 1)

    def solve(self) -> Interval:
        """The interval of the root as far as the budget goes."""
        depth, found = 1, self.bounds
        try:
            while found[0] != found[1] and depth <= MOST_DEPTH:
                found = self._search(self.root, depth, -inf, inf)
                depth = min(2 * depth, MOST_DEPTH) if depth < MOST_DEPTH else depth + 1
        except Spent:
            known = self.table.get(self.pack(self.root))
            found = found if known is None else (known.least, known.most)
        return found

    def line(self) -> list[tuple[str, str]]:
        """The best choices from a root whose value is known. What was left open on the way is
        searched now; the line ends where the budget does."""
        found: list[tuple[str, str]] = []
        vector, model, met = self.root, self.forward, set[bytes]()
        while model.kind(vector) not in (CHANCE, END):
            key = self.pack(vector)
            known = self.table.get(key)
            try:
                if known is None or known.least != known.most:
                    self._search(vector, MOST_DEPTH, -inf, inf)
            except Spent:
                break
            best = self.table[key].best
            if best is None or key in met:
                break
            met.add(key)
            [text] = model.machine.texts(vector, [best])
            found.append((self.game.seats[model.player(vector)], text))
            vector = model.after(vector, best)
        return found

    def _search(self, vector: Vector, depth: int, alpha: Value, beta: Value) -> Interval:
        """The interval of a position, looking so many steps ahead. What is at most `alpha`, or at
        least `beta`, need not be known better."""
        model = self.forward
        kind = model.kind(vector)
        if kind == END:
            return self._worth(vector)
        key = self.pack(vector)
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
        if kind == CHANCE:
            alpha, beta, best = -inf, inf, None
            least, most = self._weighed(vector, depth)
        else:
            least, most, best = self._decided(vector, depth, alpha, beta, known)
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

    def _weighed(self, vector: Vector, depth: int) -> Interval:
        model = self.forward
        weights = model.weights(vector)
        total = sum(weights)
        least: Value = Fraction(0)
        most: Value = Fraction(0)
        for choice, weight in zip(model.choices(vector), weights, strict=True):
            low, high = self._search(model.after(vector, choice), depth - 1, -inf, inf)
            least += low * Fraction(weight, total)
            most += high * Fraction(weight, total)
        return least, most

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
