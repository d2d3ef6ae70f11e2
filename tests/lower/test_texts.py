"""How things are written in texts, by the lines of `look` that say so."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.engine.game import State
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.format import format_text

GAME = """\
game Test
players 2: Red, Black
board Field: a grid of square cells, 2 by 1
kind shape: straight "ST", fork "FK"
kind icon: plain "", wrench "+W"
piece Tile: 3, on Field
zone Hand of a player: Tiles, seen only by that player
each Tile has a shape: a shape
each Tile has an icon: an icon
the game has a favourite: a Tile or none
setup
  move all Tiles to Red's Hand
  (any Tile in Red's Hand)'s icon becomes wrench
  for each Tile whose icon is wrench, the Tile's shape becomes fork
turn
  {turn}
look
  {look}
"""
TILE = 'a Tile is written "{its shape}{its icon}"'
CELL = 'a cell is written "<{its column}>"'


def written(folder: Path, turn: str, *look: str) -> Path:
    path = folder / "test.rules"
    path.write_text(GAME.replace("{turn}", turn).replace("{look}", "\n  ".join(look)),
                    encoding="utf-8")
    return path


def start(folder: Path, turn: str, *look: str) -> State:
    return driver.load(written(folder, turn, *look)).instantiate().start()


def wrong(folder: Path, turn: str, *look: str) -> Diagnostic:
    return next(d for d in checking.check(written(folder, turn, *look), 0) if d.severity == "error")


@pytest.mark.parametrize(("turn", "texts"), [
    ("must choose a Tile in the player's Hand", ["FK+W", "ST"]),
    ('must choose a Tile in the player\'s Hand, written "play {Tile}"', ["play FK+W", "play ST"]),
    ("must choose a cell and a Tile in the player's Hand",
     ["<1>-FK+W", "<1>-ST", "<2>-FK+W", "<2>-ST"]),
    ('must choose a number from 1 to 2, written "{number} {any Tile in the player\'s Hand}"',
     ["1 Tile 1", "2 Tile 1"]),  # which may be none, so that the line is not about it
    ("must choose \"{the number of Tiles in the player's Hand} left\"", ["3 left"]),
    ('must choose "stay on {the cell b1}"', ["stay on <2>"]),
    ("must choose \"all: {the Tiles in the player's Hand}\"", ["all: FK+W+ST+ST"]),
    ('must choose a cell, written "{cell} by {the cells next to it}"',
     ["<1> by <2>", "<2> by <1>"]),
    ('must choose "none: {the cells whose row is 2}, all: {all cells}"', ["none: , all: <1>+<2>"]),
])
def test_a_thing_is_written_as_the_look_says(tmp_path: Path, turn: str, texts: list[str]) -> None:
    state = start(tmp_path, turn, TILE, CELL)
    assert state.options() == texts
    assert all(state.why(text).legal for text in texts)


def test_the_line_is_about_the_state_in_which_one_chooses(tmp_path: Path) -> None:
    turn = ("must choose a Tile in Red's Hand, written \"{Tile}\"\n"
            "    the Tile's icon becomes wrench")
    state = start(tmp_path, turn, TILE)
    assert state.options() == ["FK+W", "ST"]
    assert state.apply("ST").options() == ["FK+W", "ST+W", "ST"]


HUNG = """\
game Hung
players 2: Red, Black
board Field: a grid of square cells, 2 by 1
kind metal: tin, gold "*"
piece Peg: 2, on Field
piece Ring: 4, on Pegs, several to a Peg
zone Rack: Pegs
each Ring has a metal: a metal
setup
  put a Peg on a1
  put a Peg on b1
  for each Ring, move it to (any Peg whose cell is a1)
  (any Ring on (any Peg whose cell is a1))'s metal becomes gold
turn
  must choose a Peg that is not in the box
    (any tin Ring)'s metal becomes gold
    move the Peg to the Rack
look
  a Ring is written "a ring of {its metal}"
  a Peg is written "peg with {the Rings on it}"
"""


def test_members_of_a_set_are_written_in_the_line_of_another_noun(tmp_path: Path) -> None:
    """They are read back, and told in zones, as they are in the state."""
    path = tmp_path / "hung.rules"
    path.write_text(HUNG, encoding="utf-8")
    state = driver.load(path).instantiate().start()
    rings = "a ring of *+a ring of tin+a ring of tin+a ring of tin"
    assert state.options() == [f"peg with {rings}", "peg with"]
    assert not state.why("peg with a ring of *").legal
    state = state.apply(f"peg with {rings}")
    more = rings.replace("tin", "*", 1)
    assert state.game.zones(state) == [f"Rack: peg with {more}"]
    assert state.options() == [f"peg with {more}", "peg with"]


def test_outcomes_are_written_so(tmp_path: Path) -> None:
    state = start(tmp_path, "at random pick a Tile in Red's Hand\n    remove the Tile", TILE)
    assert state.outcomes() == [("FK+W", 1), ("ST", 2)]


def test_zones_are_told_so(tmp_path: Path) -> None:
    """To those who see into them; the lines of how pieces are drawn count for boards."""
    state = start(tmp_path, 'must choose "go"', TILE, "a Tile shows shape")
    assert state.game.zones(state, 0) == ["Hand of Red: FK+W, ST x2"]
    assert state.game.zones(state, 1) == ["Hand of Red: 3 Tiles"]


def test_a_line_can_show_another_thing(tmp_path: Path) -> None:
    """Which is written as its own line says."""
    rows = ('a shape is written "[{its depth}]"\n\n'
            "the depth of a shape is\n  1 for straight\n  2 for fork")
    state = start(tmp_path, "must choose a Tile in Red's Hand", TILE, rows)
    assert state.options() == ["[2]+W", "[1]"]


@pytest.mark.parametrize(("line", "code"), [
    ('a Tile is written "{the Tile}"', "recursion"),
    ('a Tile is written "{0}"', "written"),
    ('a Tile is written "{shape}"', "bound"),
])
def test_a_line_that_cannot_be_read(tmp_path: Path, line: str, code: str) -> None:
    assert wrong(tmp_path, 'must choose "go"', line).code == code


def test_the_line_is_laid_out() -> None:
    text = GAME.replace("{turn}", 'must choose "{the number of Tiles} left"').replace(
        "{look}", "a   Tile is  written \"{its shape}{its icon}\"")
    assert TILE in format_text(Source("test.rules", text))
