"""Hedges: positions against a model that walks a grid of its own; distances at their edges."""

from __future__ import annotations

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.play.perft import perft
from tests.texts import path_of
from tests.volume import volume

HEDGES = path_of("hedges")
SIDE = 5
Plot = tuple[int, int]
PLOTS = frozenset((x, y) for x in range(SIDE) for y in range(SIDE))


def beside(plot: Plot) -> set[Plot]:
    x, y = plot
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & PLOTS


def can_walk_home(walker: Plot, row: int, free: frozenset[Plot]) -> bool:
    seen, todo = {walker}, [walker]
    while todo:
        new = (beside(todo.pop()) & free) - seen
        seen |= new
        todo += new
    return any(y == row for _, y in seen)


def ways(walkers: tuple[Plot, Plot], stocks: tuple[int, int], planted: frozenset[Plot],
         depth: int) -> int:
    """How many sequences of so many moves there are; the player to move stands first, and goes to
    the bottom row (the board is turned round after each move)."""
    if depth == 0:
        return 1
    free = PLOTS - planted - set(walkers)
    found = 0
    for to in beside(walkers[0]) & free:
        found += depth == 1 or (to[1] > 0 and turned((to, walkers[1]), stocks, planted, depth))
    for plot in free if stocks[0] else ():
        left = free - {plot}
        if can_walk_home(walkers[0], 0, left) and can_walk_home(walkers[1], SIDE - 1, left):
            found += turned(walkers, (stocks[0] - 1, stocks[1]), planted | {plot}, depth)
    return found


def turned(walkers: tuple[Plot, Plot], stocks: tuple[int, int], planted: frozenset[Plot],
           depth: int) -> int:
    def opposite(plot: Plot) -> Plot:
        return plot[0], SIDE - 1 - plot[1]

    return ways((opposite(walkers[1]), opposite(walkers[0])), stocks[::-1],
                frozenset(map(opposite, planted)), depth - 1)


@volume("deepest", 2, 3)
def test_counts_are_those_of_a_model(deepest: int) -> None:
    found = perft(driver.load(HEDGES).instantiate(), deepest)
    assert found.counts == [
        ways(((2, 4), (2, 0)), (3, 3), frozenset(), depth) for depth in range(1, deepest + 1)]


def test_a_closed_park_is_refused_by_its_rule() -> None:
    state = driver.load(HEDGES).instantiate(options={"hedges": "5"}).start()
    for move in ("hedge a2", "hedge b2", "hedge d3", "hedge c3"):
        state = state.apply(move)
    assert state.evaluate("North's way is South's way") is True
    assert state.why("hedge e2").rules[0] == "HDG-OPEN"


def test_where_no_way_leads_it_is_farther_than_any() -> None:
    state = driver.load(HEDGES).instantiate(options={"hedges": "5"}).start()
    for move in ("hedge a2", "hedge b1"):
        state = state.apply(move)
    assert state.evaluate("the distance from e5 to a1 by orthogonal steps over free plots") == 25
    assert state.evaluate("the distance from e5 to a1 by steps over free plots") == 4
    assert state.evaluate("the distance from a1 to a1 by steps over free plots") == 0
    assert state.evaluate("the distance from a3 to a2 by steps over free plots") == 25
    assert state.evaluate("the distance from a2 to a3 by steps over free plots") == 1
    none = "(the plot one step towards west from a1)"
    assert state.evaluate(f"the distance from b2 to {none} by steps") == 25
    assert state.evaluate(f"the distance from {none} to {none} by steps") == 25


@pytest.mark.parametrize("said", [
    "the distance from North to a1 by steps", "the distance from a1 to 3 by steps"])
def test_only_cells_of_a_board_have_a_distance(said: str) -> None:
    state = driver.load(HEDGES).instantiate().start()
    with pytest.raises(RulesError) as wrong:
        state.evaluate(f"{said} is 2")
    assert wrong.value.diagnostics[0].code in ("type", "value")
