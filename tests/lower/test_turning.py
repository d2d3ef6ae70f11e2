"""Directions that are turned; players who take part; what is done until somebody declines."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.game import State

SQUARE = "board Board: a grid of square cells, 3 by 3\n"
HEXAGONAL = "board Board: a grid of hexagonal cells, 3 by 3\n"
HEAD = """\
game Turning
players 3: Red, Blue, Green
each player has a score: 0 to 5
each player can be out
each player can be asked
each cell has a heat: 0 to 3
the game has a count: 0 minus 9 to 20
"""
TURN = 'turn\n  must choose "go"\n'


def start(folder: Path, text: str, board: str = SQUARE) -> State:
    path = folder / "turning.rules"
    path.write_text(HEAD + board + text, encoding="utf-8")
    return driver.load(path).instantiate().start()


# ---- turning ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("said", "is_"), [
    ("north turned left", "west"), ("north turned right", "east"), ("north turned round", "south"),
    ("northeast turned left", "northwest"), ("southwest turned round", "northeast"),
    ("east turned left by 0", "east"), ("east turned left by 3", "south"),
    ("east turned right by 5", "south"), ("east turned left by (0 minus 1)", "south"),
    ("(east turned left by the count)", "north"),
])
def test_a_turn_of_square_cells_is_a_quarter(tmp_path: Path, said: str, is_: str) -> None:
    state = start(tmp_path, "setup\n  the count becomes 9\n" + TURN)
    assert state.evaluate(f"{said} is {is_}") is True


@pytest.mark.parametrize(("said", "is_"), [
    ("east turned left", "northeast"), ("east turned left by 2", "northwest"),
    ("northwest turned right by 4", "southwest"), ("southeast turned round", "northwest"),
    ("north turned left", "none"), ("west turned right by 13", "northwest"),
])
def test_a_turn_of_hexagonal_cells_is_a_sixth(tmp_path: Path, said: str, is_: str) -> None:
    assert start(tmp_path, TURN, HEXAGONAL).evaluate(f"{said} is {is_}") is True


@pytest.mark.parametrize(("board", "one", "other", "turns"), [
    (SQUARE, "north", "west", 1), (SQUARE, "west", "north", 3), (SQUARE, "south", "south", 0),
    (SQUARE, "northeast", "southwest", 2), (SQUARE, "north", "southwest", 1),
    (HEXAGONAL, "east", "southeast", 5), (HEXAGONAL, "east", "west", 3),
])
def test_turns_between(tmp_path: Path, board: str, one: str, other: str, turns: int) -> None:
    state = start(tmp_path, TURN, board)
    assert state.evaluate(f"the left turns from {one} towards {other}") == turns


def test_a_circle_of_turns_leads_back(tmp_path: Path) -> None:
    """Turning by the turns between two leads from the one to the other, for all that are straight
    or all that are not."""
    state = start(tmp_path, TURN)
    assert state.evaluate(
        "there is no orthogonal direction D where (there is an orthogonal direction E where ("
        "D turned left by (the left turns from D towards E) is not E))") is True


def test_boards_of_both_shapes_have_no_turn(tmp_path: Path) -> None:
    both = SQUARE + "board Other: a grid of hexagonal spots, 2 by 2\n"
    with pytest.raises(RulesError) as wrong:
        start(tmp_path, "setup\n  if north turned left is west, the count becomes 1\n" + TURN, both)
    assert [d.code for d in wrong.value.diagnostics] == ["turned"]


# ---- who takes part -----------------------------------------------------------------------------


def test_whether_one_takes_part_is_asked_when_it_is_his_round(tmp_path: Path) -> None:
    """In Red's round Blue goes out, and Green, who was out before, comes in."""
    state = start(tmp_path, """\
a player is left if it is not out
setup
  Green becomes out
turn
  each left player in order
    must choose "play"
    the player becomes asked
    Blue becomes out
    Green becomes not out
""")
    state = state.apply("play")
    assert (state.player, state.evaluate("Blue is asked")) == (2, False)
    state = state.apply("play")
    assert state.evaluate("the number of asked players") == 2
    assert state.player == 2, "the turn is Blue's, who is out, and Green plays alone"


def test_without_a_choice_it_is_asked_as_well(tmp_path: Path) -> None:
    state = start(tmp_path, """\
a player is left if it is not out
setup
  each left player in order, from Blue
    the player's score becomes 2
    Green becomes out
""" + TURN)
    assert [state.evaluate(f"{who}'s score") for who in ("Red", "Blue", "Green")] == [2, 2, 0]


# ---- until somebody declines --------------------------------------------------------------------

AGAIN = """\
turn
  as long as possible, may choose a cell C whose heat is less than 2, or "enough"
    C's heat goes up by 1
  the count goes up by 1
"""


def test_it_is_offered_until_it_is_declined(tmp_path: Path) -> None:
    state = start(tmp_path, AGAIN).apply("a1").apply("b1")
    assert (state.player, state.evaluate("the count")) == (0, 0)
    state = state.apply("a1")
    assert "a1" not in state.options() and "enough" in state.options()
    state = state.apply("enough")
    assert (state.player, state.evaluate("the count")) == (1, 1)


def test_where_nothing_is_possible_nothing_is_asked(tmp_path: Path) -> None:
    state = start(tmp_path, AGAIN.replace("turn\n", "turn\n  must choose \"go\"\n") + (
        "setup\n  the heat of every cell becomes 2\n  a2's heat becomes 1\n"))
    state = state.apply("go")
    assert state.options() == ["a2", "enough"]
    assert state.apply("a2").player == 1, "after the last one nobody is asked again"


def test_one_of_several_again(tmp_path: Path) -> None:
    state = start(tmp_path, """\
turn
  as long as possible, may do one of, or "done"
    choose "up"
      only if the count is less than 2
      the count goes up by 1
    choose "down"
      the count goes down by 1
""")
    state = state.apply("up").apply("up")
    assert (state.options(), state.player) == (["down", "done"], 0)
    assert state.apply("done").player == 1


# ---- up to a number -----------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "score"), [
    ("Red's score goes up by up to 2", 4), ("Red's score goes up by up to 9", 5),
    ("Red's score goes down by up to 9", 0), ("Red's score goes down by up to 1", 1),
    ("Red's score goes up by up to the count", 0),
])
def test_not_beyond_the_end_of_a_range(tmp_path: Path, line: str, score: int) -> None:
    """The count is minus 7: to go up by it is to go down by 7, which ends at 0 too."""
    before = "setup\n  the count becomes 0 minus 7\n  Red's score becomes 2\n"
    state = start(tmp_path, f"{before}  {line}\n{TURN}")
    assert state.evaluate("Red's score") == score


def test_each_of_several_within_its_range(tmp_path: Path) -> None:
    state = start(tmp_path, "setup\n  Red's score becomes 4\n"
                  "  each player's score goes up by up to 3\n" + TURN)
    assert [state.evaluate(f"{who}'s score") for who in ("Red", "Blue")] == [5, 3]
