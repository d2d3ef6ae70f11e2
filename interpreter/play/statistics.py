"""What many games say: intervals, percentiles, and the summary of a simulation.

Model.  A `GameRow` is one finished or truncated game in numbers.  A `Tally` counts rows in
histograms of exact numbers only, so tallies add up to the same whatever the order and the
number of processes.  `summary` turns a tally into the dictionary that `simulate --json` prints.

Invariants:
- A truncated game adds to `truncated`, to the lengths and to the branching, and to nothing else:
  it is no draw, no loss and no part of any rate.
- wins (alone) + shared + draws + nobody = finished.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.interpreter.state.result import Result

#: Standard deviations on either side that hold 95 % of a normal distribution.
Z95 = 1.959963984540054


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The 95 % score interval of a rate; (0, 1) where nothing was tried."""
    if trials == 0:
        return (0.0, 1.0)
    rate = successes / trials
    square = Z95 * Z95
    middle = (rate + square / (2 * trials)) / (1 + square / trials)
    half = (
        Z95 / (1 + square / trials)
        * math.sqrt(rate * (1 - rate) / trials + square / (4 * trials * trials))
    )
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    high = 1.0 if successes == trials else min(1.0, middle + half)
    return (low, high)


def percentile(histogram: Counter[int], share: float) -> int:
    """The least value that at least `share` of all counted values do not exceed (nearest rank)."""
    rank = max(1, math.ceil(share * histogram.total()))
    seen = 0
    for value in sorted(histogram):
        seen += histogram[value]
        if seen >= rank:
            return value
    raise ValueError("nothing was counted")


def spread(histogram: Counter[int]) -> dict[str, float | int | None]:
    """Mean, sd (of the sample), min, p5, p50, p95 and max; None for each where nothing counts."""
    names = ("mean", "sd", "min", "p5", "p50", "p95", "max")
    count = histogram.total()
    if count == 0:
        return dict.fromkeys(names)
    total = sum(value * number for value, number in histogram.items())
    squares = sum(value * value * number for value, number in histogram.items())
    above = squares * count - total * total
    deviation = math.sqrt(above / (count * (count - 1))) if count > 1 else 0.0
    values = (
        total / count,
        deviation,
        min(histogram),
        percentile(histogram, 0.05),
        percentile(histogram, 0.5),
        percentile(histogram, 0.95),
        max(histogram),
    )
    return dict(zip(names, values, strict=True))


def mean_interval(values: list[float]) -> tuple[float, float, float]:
    """The mean of paired differences and its 95 % interval (normal; one value: unbounded)."""
    count = len(values)
    mean = math.fsum(values) / count
    if count < 2:
        return (mean, -math.inf, math.inf)
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    half = Z95 * math.sqrt(variance / count)
    return (mean, mean - half, mean + half)


def paired_rate_interval(up: int, down: int, pairs: int) -> tuple[float, float]:
    """The 95 % interval of a difference of two rates from pairs (Agresti and Min).

    `up` pairs have it in the second game only, `down` in the first only.  Unlike the normal
    interval it is not empty where no pair differs.
    """
    more, less, count = up + 0.5, down + 0.5, pairs + 2
    middle = (more - less) / count
    half = Z95 * math.sqrt(more + less - (more - less) ** 2 / count) / count
    return (max(-1.0, middle - half), min(1.0, middle + half))


@dataclass(frozen=True)
class GameRow:
    """One game in numbers; seats count from 0. `truncated` is the reason it was stopped."""

    game: int
    winners: tuple[int, ...]
    draw: bool
    payoffs: tuple[float, ...]
    rule: str | None
    truncated: str | None
    decisions: int
    turns: int
    options: int
    most_options: int


def row_of(
    index: int, came: Result | str, decisions: int, turns: int, options: int, most_options: int
) -> GameRow:
    """The row of a game that came to a result, or to a limit."""
    if isinstance(came, str) or came.truncated:
        limit = came if isinstance(came, str) else came.rule or came.reason
        return GameRow(index, (), False, (), None, limit, decisions, turns, options, most_options)
    return GameRow(index, tuple(came.winners), came.draw, tuple(came.payoffs), came.rule, None,
                   decisions, turns, options, most_options)


@dataclass
class Tally:
    """Histograms of many games of one setting."""

    seats: int
    truncated: Counter[str] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)
    shares: Counter[int] = field(default_factory=Counter)
    ways: Counter[str] = field(default_factory=Counter)
    payoffs: Counter[tuple[int, float]] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    decisions: Counter[int] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)
    options: int = 0
    most_options: int = 0

    def add(self, row: GameRow) -> None:
        """Count one game."""
        self.decisions[row.decisions] += 1
        self.turns[row.turns] += 1
        self.options += row.options
        self.most_options = max(self.most_options, row.most_options)
        self.add_endings(row, 1)

    def add_endings(self, row: GameRow, games: int) -> None:
        """Count how so many games ended, which all did as one, and nothing else of them."""
        if row.truncated is not None:
            self.truncated[row.truncated] += games
            return
        self.endings[row.rule or "(no rule named)"] += games
        for paid in enumerate(row.payoffs):
            self.payoffs[paid] += games
        if row.draw:
            self.ways["draws"] += games
        elif len(row.winners) == 1:
            self.wins[row.winners[0]] += games
        else:
            self.ways["shared" if row.winners else "nobody"] += games
            for seat in row.winners:
                self.shares[seat] += games

    def add_lengths(
        self, decisions: Mapping[int, int], turns: Mapping[int, int], options: int, most: int
    ) -> None:
        """Count what is not about the end: how many games are how long, how many options there
        were in them and how many at most."""
        self.decisions.update(decisions)
        self.turns.update(turns)
        self.options += options
        self.most_options = max(self.most_options, most)

    def join(self, other: Tally) -> None:
        """Count the games that another tally counts."""
        for mine, its in ((self.truncated, other.truncated), (self.ways, other.ways),
                          (self.endings, other.endings)):
            mine.update(its)
        self.wins.update(other.wins)
        self.shares.update(other.shares)
        self.payoffs.update(other.payoffs)
        self.add_lengths(other.decisions, other.turns, other.options, other.most_options)

    @property
    def finished(self) -> int:
        """The number of games that were played to their end."""
        return self.endings.total()

    @property
    def games(self) -> int:
        """The number of all games counted."""
        return self.decisions.total()

    @property
    def moves(self) -> int:
        """The number of decisions in all games."""
        return sum(value * number for value, number in self.decisions.items())

    def outcome(self) -> dict[str, object]:
        """Who won how often, with a 95 % interval for each seat's rate of wins."""
        won = [self.wins[seat] + self.shares[seat] for seat in range(self.seats)]
        done = self.finished
        return {
            "games": self.games,
            "finished": done,
            "truncated": self.truncated.total(),
            "truncated_by": dict(sorted(self.truncated.items())),
            "wins": [self.wins[seat] for seat in range(self.seats)],
            "shared": self.ways["shared"],
            "shared_by_seat": [self.shares[seat] for seat in range(self.seats)],
            "draws": self.ways["draws"],
            "nobody": self.ways["nobody"],
            "win_rate": [number / done if done else None for number in won],
            "win_rate_95": [list(wilson(number, done)) for number in won],
            "mean_payoff": [self._mean_payoff(seat) for seat in range(self.seats)],
        }

    def shape(self) -> dict[str, object]:
        """How games end, how long they are, and how much choice they give."""
        ordered = sorted(self.endings.items(), key=lambda item: (-item[1], item[0]))
        return {
            "endings": dict(ordered),
            "length": {"decisions": spread(self.decisions), "turns": spread(self.turns)},
            "branching": {
                "mean": self.options / self.moves if self.moves else None,
                "max": self.most_options if self.moves else None,
            },
        }

    def _mean_payoff(self, seat: int) -> float | None:
        if not self.finished:
            return None
        parts = [
            payoff * number for (who, payoff), number in self.payoffs.items() if who == seat
        ]
        return math.fsum(parts) / self.finished
