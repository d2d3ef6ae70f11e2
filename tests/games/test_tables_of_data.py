"""Games whose data stand in tables: what the columns of pairs and the signs say, and counts of
their trees from programs that know only the one game."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from rulewright.interpreter.engine.game import Game
from rulewright.interpreter.play.perft import perft
from tests.texts import loaded, path_of


@cache
def game(name: str) -> Game:
    return loaded(path_of(name)).instantiate()


@pytest.mark.parametrize(("asked", "value"), [
    ("the side of upright at north is opening", True),
    ("the side of upright at east is wall", True),
    ("level's side at west is opening", True),
    ("cross's side at south", "opening"),
    ("the number of pipes whose side at north is opening", 2),
    ("upright's side at northeast is none", True),  # the heading says nothing of it
])
def test_sides(asked: str, value: object) -> None:
    assert game("pipes").start().evaluate(asked) == value


@pytest.mark.parametrize(("asked", "value"), [
    ("the price of lamp of opal", 2),
    ("ring's price of opal", 0),
    ("sword's price of ruby plus carpet's price of jade", 4),
    ("the number of wares whose price of ruby is 2", 2),
    ("the offer of gate at dusk is opal", True),
    ("bridge's offer at noon", "opal"),
    ("the number of stalls whose offer at dusk is ruby", 1),
    ("Ali's store of jade", 0),
    ("every player's store of ruby is at most 0", True),
])
def test_prices_and_offers(asked: str, value: object) -> None:
    assert game("bazaar").start().evaluate(asked) == value


#: The openings of each piece of pipe as steps (column, row).
OPENINGS = {
    "I": {(0, 1), (0, -1)}, "H": {(1, 0), (-1, 0)},
    "X": {(0, 1), (0, -1), (1, 0), (-1, 0)},
}


def layings(depth: int, size: int = 3) -> int:
    """In how many ways so many pieces can be laid one after the other."""
    def fits(board: dict[tuple[int, int], str], x: int, y: int, piece: str) -> bool:
        return all(
            ((dx, dy) in OPENINGS[piece]) == ((-dx, -dy) in OPENINGS[board[x + dx, y + dy]])
            for dx, dy in OPENINGS["X"] if (x + dx, y + dy) in board
        )

    def count(board: dict[tuple[int, int], str], left: int) -> int:
        if left == 0:
            return 1
        return sum(
            count({**board, (x, y): piece}, left - 1)
            for x, y, piece in product(range(size), range(size), OPENINGS)
            if (x, y) not in board and fits(board, x, y, piece)
        )

    return count({}, depth)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_pipes_are_laid_as_by_another_program(depth: int) -> None:
    assert perft(game("pipes"), depth).counts[-1] == layings(depth)


def test_the_signs_are_typed() -> None:
    state = game("pipes").start().apply("Ib2")
    assert "Ib1" in state.options() and "Xa1" in state.options()
    assert {"Ia2", "Hb1"} & set(state.options()) == {"Ia2"}  # an opening meets no wall
    assert state.why("Hb1").rules == ["PIPES-FIT"]
    assert state.why("Xb2").rules == ["PIPES-EMPTY"]


def test_gems_are_taken_and_paid() -> None:
    """Ali takes a ruby and, at noon, a jade: he can buy the ring, and no other ware."""
    state = game("bazaar").start()
    for move in ("take at gate", "take at bridge", "take at gate", "take at bridge"):
        state = state.apply(move)
    assert state.evaluate("Ali's store of ruby is 1 and Ali's store of jade is 1")
    assert [text for text in state.options() if "buy" in text] == ["buy ring for 2"]
    assert state.why("buy lamp for 3").rules == ["BAZAAR-PRICE"]
    state = state.apply("buy ring for 2")
    assert state.evaluate("the total (Ali's store of G) among gems G") == 0
