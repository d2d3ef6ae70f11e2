"""`exchange A and B`: two attributes their values, two pieces with a number their places."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.engine.game import State
from rulewright.interpreter.play.perft import perft
from tests.texts import path_of

HEAD = """\
game Exchange
players 2: Red, Blue
board Board: a grid of square cells, 3 by 3
piece Disc: 4, on Board
piece Peg: 2, on Board, on Discs, on Pegs
zone Row: Discs, Pegs
each Disc can be worn
each Disc has a load: a Peg or none
each player has a purse: 0 to 9, at first its seat
each player has a small purse: 0 to 1
each player has a pet: a Disc or none
each player has a debt with each player: 0 to 9
setup
"""
TURN = 'turn\n  must choose "go"\n'


def written(folder: Path, *lines: str) -> Path:
    path = folder / "exchange.rules"
    path.write_text(HEAD + "".join(f"  {line}\n" for line in lines) + TURN, encoding="utf-8")
    return path


def after(folder: Path, *lines: str) -> State:
    return driver.load(written(folder, *lines)).instantiate(2).start()


def first_problem(folder: Path, *lines: str) -> Diagnostic:
    return next(d for d in checking.check(written(folder, *lines), 0) if d.severity == "error")


def test_attributes_get_the_value_of_the_other(tmp_path: Path) -> None:
    state = after(tmp_path, "Red's debt with Blue becomes 5",
                  "exchange Red's debt with Blue and Blue's debt with Red",
                  "exchange Red's purse and the purse of Blue")
    assert [state.evaluate(asked) for asked in (
        "Red's debt with Blue", "Blue's debt with Red", "Red's purse", "Blue's purse")] == [
            0, 5, 2, 1]


def test_attributes_that_hold_pieces_exchange_what_they_hold(tmp_path: Path) -> None:
    state = after(tmp_path, "put a Disc on a1", "Red's pet becomes the Disc on a1",
                  "exchange Red's pet and Blue's pet")
    assert [state.evaluate(asked) for asked in (
        "Red's pet is none", "Blue's pet's cell", "the Disc on a1 is Blue's pet")] == [
            True, "a1", True]


def test_a_value_that_does_not_fit_stops_play(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        after(tmp_path, "exchange Blue's purse and Blue's small purse")
    assert caught.value.diagnostics[0].code == "bound"


def test_pieces_change_places(tmp_path: Path) -> None:
    state = after(
        tmp_path, "put a Disc on a1", "put a Disc on c3", "the Disc on c3 becomes worn",
        "put a Peg on the Disc on a1", "exchange the Disc on a1 and the Disc on c3")
    assert [state.evaluate(asked) for asked in (
        "the Disc on a1 is worn", "the Disc on c3 is worn", "some Peg is on (the Disc on c3)",
        "the number of Discs in the box")] == [True, False, True, 2]


def test_one_from_the_box_takes_the_place_of_the_other(tmp_path: Path) -> None:
    """What comes to the box is there as it was at first."""
    state = after(tmp_path, "put a Disc on a1", "the Disc on a1 becomes worn",
                  "exchange the Disc on a1 and (any Disc in the box)")
    assert [state.evaluate(asked) for asked in (
        "the number of worn Discs", "the Disc on a1 is none", "the number of Discs in the box",
    )] == [0, False, 3]


@pytest.mark.parametrize(("one", "other"), [("a1", "b2"), ("b2", "a1")])
def test_a_piece_that_is_not_there_stops_play(tmp_path: Path, one: str, other: str) -> None:
    with pytest.raises(RulesError) as caught:
        after(tmp_path, "put a Disc on a1", f"exchange the Disc on {one} and the Disc on {other}")
    assert caught.value.diagnostics[0].code == "nothing"


@pytest.mark.parametrize(("line", "code", "said"), [
    ("exchange the Disc on a1 and the Peg on b1", "piece", "two pieces of one noun"),
    ("exchange the Peg on a1 and the Peg on b1", "piece", "one Peg may lie on the other"),
    ("exchange Red's purse and the Disc on a1", "piece", "two pieces of one noun"),
    ("exchange Red and Blue", "target", "`Red` is not something that can change"),
    ("exchange Red's purse and Blue's pet", "type", ""),
])
def test_what_cannot_be_exchanged(tmp_path: Path, line: str, code: str, said: str) -> None:
    found = first_problem(tmp_path, line)
    assert (found.code, said in found.message) == (code, True)


# ---- two games -----------------------------------------------------------------------------------


def test_a_row_is_sorted_as_a_list_is() -> None:
    """The sequences of moves against a list of four numbers in which neighbours change places."""
    def ways(row: tuple[int, ...], depth: int) -> int:
        if depth == 0 or row == (1, 2, 3, 4):
            return depth == 0
        return sum(ways((*row[:at], row[at + 1], row[at], *row[at + 2 :]), depth - 1)
                   for at in range(3))

    found = perft(driver.load(path_of("sorting")).instantiate(), 5)
    assert found.counts == [ways((3, 1, 4, 2), depth) for depth in range(1, 6)]


def test_a_hand_goes_to_the_next_player_and_his_comes_back() -> None:
    start = driver.load(path_of("cuckoo")).instantiate(3).start()
    cards = ("five", "ace", "four")
    dealt = start
    for card in cards:
        dealt = dealt.apply(card)
    for first, second, third in permutations(("keep", "exchange", "keep")):
        hands = list(cards)
        for at, said in enumerate((first, second, third)):
            if said == "exchange":
                hands[at], hands[(at + 1) % 3] = hands[(at + 1) % 3], hands[at]
        state = dealt.apply(first).apply(second).apply(third)
        assert [state.evaluate(f"{seat}'s hand") for seat in ("North", "East", "South")] == hands
        assert state.result is not None
        assert state.result.ranks.index(3) == hands.index("ace")
