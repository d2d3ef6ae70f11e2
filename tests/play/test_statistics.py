"""Intervals, percentiles and tallies: known values, and the invariants of the module."""

from __future__ import annotations

import itertools
import math
import statistics as reference
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.interpreter.play.statistics import (
    GameRow,
    Tally,
    mean_interval,
    paired_rate_interval,
    percentile,
    spread,
    wilson,
)

NUMBERS = st.lists(st.integers(0, 500), min_size=1, max_size=200)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (5, 10, 0.2366, 0.7634),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (1, 29, 0.0061, 0.1718),  # Newcombe 1998, table I
        (81, 263, 0.2553, 0.3662),  # the same table
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 5000), st.data())
def test_wilson_holds_the_rate(trials: int, data: st.DataObject) -> None:
    successes = data.draw(st.integers(0, trials))
    low, high = wilson(successes, trials)
    assert 0 <= low <= successes / trials <= high <= 1


@given(NUMBERS, st.sampled_from([0.05, 0.5, 0.95, 1.0]))
def test_percentile_is_the_nearest_rank(numbers: list[int], share: float) -> None:
    ordered = sorted(numbers)
    rank = max(1, math.ceil(share * len(ordered)))
    assert percentile(Counter(numbers), share) == ordered[rank - 1]


@given(NUMBERS)
def test_spread(numbers: list[int]) -> None:
    found = spread(Counter(numbers))
    assert found["min"] == min(numbers)
    assert found["max"] == max(numbers)
    assert found["mean"] == pytest.approx(reference.fmean(numbers))
    if len(numbers) > 1:
        assert found["sd"] == pytest.approx(reference.stdev(numbers), abs=1e-9)


def test_spread_of_nothing() -> None:
    assert set(spread(Counter()).values()) == {None}


def test_mean_interval() -> None:
    mean, low, high = mean_interval([1.0, 2.0, 3.0, 4.0])
    assert mean == 2.5
    assert (low, high) == (pytest.approx(2.5 - 1.2651, abs=1e-3), pytest.approx(3.7651, abs=1e-3))
    assert mean_interval([7.0]) == (7.0, -math.inf, math.inf)


def test_paired_rates_without_a_difference_are_not_certain() -> None:
    low, high = paired_rate_interval(0, 0, 100)
    assert -0.03 < low < 0 < high < 0.03
    assert paired_rate_interval(30, 5, 100)[0] > 0


def row(
    game: int,
    winners: tuple[int, ...] = (),
    draw: bool = False,
    rule: str | None = "END-01",
    truncated: str | None = None,
) -> GameRow:
    payoffs = () if truncated else tuple(float(seat in winners) for seat in range(3))
    return GameRow(game, winners, draw, payoffs, rule, truncated, 10 + game, 5, 30, 4 + game)


ROWS = [
    row(0, (0,)),
    row(1, (0,)),
    row(2, (1, 2), rule="END-02"),
    row(3, draw=True, rule="END-03"),
    row(4),
    row(5, rule=None, truncated="max-turns"),
]


def tallied(rows: list[GameRow]) -> dict[str, object]:
    tally = Tally(3)
    for one in rows:
        tally.add(one)
    return tally.outcome() | tally.shape()


def test_tally() -> None:
    found = tallied(ROWS)
    assert found["games"] == 6
    assert found["finished"] == 5
    assert (found["truncated"], found["truncated_by"]) == (1, {"max-turns": 1})
    assert (found["wins"], found["shared"], found["draws"]) == ([2, 0, 0], 1, 1)
    assert (found["shared_by_seat"], found["nobody"]) == ([0, 1, 1], 1)
    assert found["win_rate"] == [0.4, 0.2, 0.2]
    assert found["mean_payoff"] == [0.4, 0.2, 0.2]
    assert found["endings"] == {"END-01": 3, "END-02": 1, "END-03": 1}
    assert found["branching"] == {"mean": 180 / 75, "max": 9}


def test_order_does_not_matter() -> None:
    expected = tallied(ROWS)
    assert all(tallied(list(order)) == expected for order in itertools.permutations(ROWS))


def test_a_truncated_game_is_no_result() -> None:
    found = tallied([row(0, rule=None, truncated="max-turns")])
    assert found["finished"] == 0
    assert found["win_rate"] == [None] * 3
    assert found["win_rate_95"] == [[0.0, 1.0]] * 3
    assert found["draws"] == found["shared"] == found["nobody"] == 0
    assert found["endings"] == {}
