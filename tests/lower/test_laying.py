"""Drawings of pieces with a number: laid out, and given as positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.game import Game, State

GAME = """\
game Test
players 2: Red, Black
kind shape: straight "ST", fork "FK"
board Field: a table of {shape} cells, within 9
piece Tile: 4, on Field
piece Chip of a player: 2 each, on Tiles
each Tile has a shape: a shape
each Tile has a turning: 0 to 5
setup
  {setup}
turn
  must choose "go"
look
  a cell shows Tile
  a Tile shows shape, turning, Chip
"""


def game(folder: Path, *setup: str, shape: str = "square") -> Game:
    path = folder / "test.rules"
    path.write_text(GAME.format(shape=shape, setup="\n  ".join(setup or ("Red begins",))),
                    encoding="utf-8")
    return driver.load(path).instantiate()


def laid(folder: Path, *setup: str, shape: str = "square") -> State:
    return game(folder, *setup, shape=shape).start()


def told(state: State) -> list[object]:
    """What lies around the middle: the turning and shape of Tiles, and whose Chip is on them."""
    said = []
    for cell in ("(0,0)", "(1,0)", "(0,1)", "(1,1)"):
        if not state.evaluate(f"the Tile on {cell} is none"):
            said.append((cell, state.evaluate(f"the shape of (the Tile on {cell})"),
                         state.evaluate(f"the turning of (the Tile on {cell})"),
                         state.evaluate(f"the number of Chips on (the Tile on {cell})")))
    return said


ROWS = ('"ST0 ."', '"FK3B ST1R"')


@pytest.mark.parametrize(("shape", "corner", "upper"), [
    ("square", "(0,0)", "(0,1)"),
    ("hexagonal", "(0,1)", "(0,0)"),  # whose rows are numbered downwards
])
def test_a_part_of_a_table_is_laid_out(
    tmp_path: Path, shape: str, corner: str, upper: str
) -> None:
    state = laid(tmp_path, f"lay out Field from {corner}", *(f"  {row}" for row in ROWS),
                 shape=shape)
    lower = corner.replace("(0", "(1")
    assert sorted(told(state)) == sorted([  # type: ignore[type-var]
        (corner, "fork", 3, 1), (lower, "straight", 1, 1), (upper, "straight", 0, 0)])
    assert state.evaluate("the number of Tiles in the box") == 1
    assert state.evaluate(f"the owner of (the Chip on (the Tile on {lower}))") == "Red"


def test_a_piece_in_the_way_goes_to_the_box(tmp_path: Path) -> None:
    state = laid(tmp_path, "put a Tile on (0,0)", "lay out Field from (0,0)", '  "FK3"')
    assert told(state) == [("(0,0)", "fork", 3, 0)]
    assert state.evaluate("the number of Tiles in the box") == 3


def test_where_no_such_piece_is_left_play_stops(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        laid(tmp_path, "lay out Field from (0,0)", '  "ST0 ST0 ST0 ST0 ST0"')
    assert caught.value.diagnostics[0].code == "nothing"


@pytest.mark.parametrize(("lines", "code"), [
    (("lay out Field", '  "ST0"'), "drawing"),
    (("lay out Field from (12,0)", '  "ST0"'), "cell"),
    (("lay out Field from (9,0)", '  ". . ST0"'), "drawing"),
    (("lay out Field from (0,0)", '  "XX"'), "drawing"),
])
def test_a_drawing_that_is_refused(tmp_path: Path, lines: tuple[str, ...], code: str) -> None:
    with pytest.raises(RulesError) as caught:
        laid(tmp_path, *lines)
    assert caught.value.diagnostics[0].code == code


def test_a_position_can_draw_a_part_of_a_table(tmp_path: Path) -> None:
    made = game(tmp_path, "put a Tile on (5,5)")
    state = made.position({"Field": {"from": "(0,0)", "rows": "ST0 .\nFK3B ST1R"}})
    assert told(state) == [("(0,0)", "fork", 3, 1), ("(1,0)", "straight", 1, 1),
                           ("(0,1)", "straight", 0, 0)]
    assert state.evaluate("the Tile on (5,5) is none") is True
    with pytest.raises(RulesError) as caught:
        made.position({"Field": {"from": "(0,0)", "rows": "ST0 ST0 ST0 ST0 ST0"}})
    assert caught.value.diagnostics[0].code == "position"
