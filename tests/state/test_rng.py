"""The generator is the published one, unbiased, and its streams are pinned number by number."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.interpreter.state.rng import MASK, Rng, stream

#: The first numbers of the reference implementation (Vigna, splitmix64.c) from state 1234567.
PUBLISHED = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]


def test_the_published_numbers() -> None:
    generator = Rng(1234567)
    assert [generator.next64() for _ in PUBLISHED] == PUBLISHED


#: The first number of some streams: (seed, game index, name).
PINNED = {
    (7, 0, "chance"): 8320915334186661943,
    (7, 0, "seat 1"): 259189962319641076,
    (7, 1, "chance"): 16247784484031176456,
    (-1, 3, "seat 2"): 12684866067103702348,
}


def test_streams_are_pinned() -> None:
    assert {key: stream(*key).next64() for key in PINNED} == PINNED


def test_streams_differ() -> None:
    names = ["chance", *(f"seat {number}" for number in range(1, 12))]
    states = {stream(seed, game, name).state for seed in (0, 1, MASK) for game in range(50)
              for name in names}
    assert len(states) == 3 * 50 * len(names)


def test_seed_counts_modulo_two_to_the_64() -> None:
    assert stream(-1, 0, "chance").state == stream(MASK, 0, "chance").state


@given(st.integers(0, MASK), st.integers(1, MASK + 1))
def test_below_stays_below(seed: int, bound: int) -> None:
    assert 0 <= Rng(seed).below(bound) < bound


def test_below_rejects_the_surplus() -> None:
    """With a bound of 3 * 2**62 a quarter of all numbers must be drawn again."""
    bound = 3 << 62
    generator, plain = Rng(5), Rng(5)
    numbers = [plain.next64() for _ in range(2000)]
    kept = [number % bound for number in numbers if number >= 1 << 62]
    draws = [generator.below(bound) for _ in kept]
    assert draws == kept
    third = Counter(draw // (1 << 62) for draw in draws)
    assert all(430 <= third[part] <= 570 for part in range(3))


def test_below_one_takes_one_number() -> None:
    generator, plain = Rng(9), Rng(9)
    assert generator.below(1) == 0
    plain.next64()
    assert generator.state == plain.state


@pytest.mark.parametrize("bound", [0, -3, MASK + 2])
def test_impossible_bounds(bound: int) -> None:
    with pytest.raises(ValueError):
        Rng(0).below(bound)


def test_weights() -> None:
    generator = Rng(3)
    counts = Counter(generator.weighted([1, 0, 3]) for _ in range(4000))
    assert counts[1] == 0
    assert 900 <= counts[0] <= 1100
