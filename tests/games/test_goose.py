"""The Game of the Goose against a few lines of Python that play it by the squares of its board."""

from __future__ import annotations

import random
from functools import cache

import pytest

from rulewright.interpreter.engine.game import Game, State
from tests.texts import loaded, path_of

PATH = path_of("goose")
SEATS = ("Red", "Blue", "Green", "Yellow")
GEESE = {*range(5, 63, 9), *range(9, 63, 9)}
WELL, LAST = 31, 63
MOVED = {6: 12, 42: 39, 58: 0}
PAUSES = {19: 1, 52: 3}


@cache
def game(players: int) -> Game:
    return loaded(PATH).instantiate(players)


def landing(place: int, dice: tuple[int, int]) -> int:
    """Where a throw leads to from a square, before what is to be seen there."""
    throw = sum(dice)
    if place == 0 and throw == 9:
        return 26 if 3 in dice else 53
    step = throw
    while True:
        place += step
        if place > LAST:
            place, step = 2 * LAST - place, -throw
        if place not in GEESE:
            return place


def places(state: State, players: int) -> list[int]:
    return [int(state.view()[seat]["place"]) for seat in SEATS[:players]]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(8))
def test_follows_the_squares(players: int, seed: int) -> None:
    rng = random.Random(seed)
    state = game(players).start()
    at, pauses, mover = [0] * players, [0] * players, 0
    while LAST not in at:
        if pauses[mover]:
            pauses[mover] -= 1
        elif at[mover] != WELL:
            dice = rng.randint(1, 6), rng.randint(1, 6)
            assert state.kind == "chance" and places(state, players) == at
            state = state.apply(str(dice[0])).apply(str(dice[1]))
            origin, end = at[mover], landing(at[mover], dice)
            pauses[mover], end = PAUSES.get(end, 0), MOVED.get(end, end)
            for other in range(players):
                if end and at[other] == end and other != mover:
                    at[other], pauses[other] = origin, 0
            at[mover] = end
        mover = (mover + 1) % players
    assert places(state, players) == at
    assert state.result is not None and state.result.winners == [at.index(LAST)]
    assert state.result.rule == "GOOSE-GARDEN"
