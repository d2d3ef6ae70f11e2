"""Nim: options and positions against a model of three numbers."""

from __future__ import annotations

from rulewright.interpreter import driver
from rulewright.interpreter.play.perft import perft
from tests.texts import path_of

NIM = path_of("nim")


def ways(heaps: tuple[int, ...], depth: int) -> int:
    """How many sequences of so many moves there are; a game that is over counts no more."""
    if depth == 0:
        return 1
    return sum(
        ways((*heaps[:at], heap - taken, *heaps[at + 1 :]), depth - 1)
        for at, heap in enumerate(heaps) for taken in range(1, min(5, heap) + 1)
    )


def test_counts_are_those_of_three_numbers() -> None:
    found = perft(driver.load(NIM).instantiate(), 4)
    assert found.counts == [ways((3, 4, 5), depth) for depth in (1, 2, 3, 4)]
