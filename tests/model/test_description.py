"""Games in words: the whole text of a small game, what must be said of a large one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.lower.game import instantiate
from rulewright.interpreter.model.description import describe
from rulewright.interpreter.model.model import Model
from rulewright.interpreter.model.options import key_of
from tests.played import Setup, each_setup
from tests.texts import build, said


def model(name: str, **options: str) -> Model:
    return build(name, **options).model


GAME = """\
Tic-Tac-Toe
Three in a row wins.

Players
  X, O

Boards
  Grid: 3 by 3 square cells, a1 to c3

Pieces
  a Mark of X or O, on a cell of Grid

The course of the game
  turn
    must put a Mark of the player on an empty cell
    if the cells of the player include a line of 3
      the player wins
    if there is no empty cell
      the game is drawn
"""


def test_game() -> None:
    assert describe(model("tic-tac-toe")) == GAME


@each_setup
def test_every_game_can_be_described(setup: Setup) -> None:
    instance = setup.game.model
    text = describe(instance)
    assert text.startswith(setup.game.ruleset.title + "\n")
    assert text.endswith("\n") and not any(line != line.rstrip() for line in text.splitlines())
    assert all(name in text for name in (*instance.pieces, *instance.boards))
    assert all(f"  {key_of(name)}: " in text for name in instance.options)


def test_options_and_rulings() -> None:
    text = describe(model("motif", width="4", tokens="unlimited"))
    assert said(text, "Options") == [
        "width: 4 (2 to 9, normally 5)".ljust(70) + "[MTF-SETUP-02 MTF-R01]",
        "height: 5 (2 to 9, normally 5)".ljust(70) + "[MTF-SETUP-02 MTF-R01]",
    ]
    rulings = said(text, "Rulings")
    assert rulings[0].split("  ")[0] == "tokens: unlimited (1 to 20 or unlimited, normally 3)"
    assert any(line.startswith("stalemate_trigger: 3 (2 to 9, always or off, normally 3)")
               for line in rulings)
    assert "each player has a reserve: 0 to 20, at first 20" in said(text, "What they have")
    assert said(text, "Boards") == ["Tiles: 4 by 5 square tiles, a1 to d5"]


def test_only_what_is_active_is_told() -> None:
    plain, other = describe(model("motif")), describe(model("motif", tie="last_mover"))
    told = "the game has a last mover: a player, at first Gold"
    assert told not in plain and told in other
    assert "the last mover wins" not in plain and "the last mover loses" not in other
    assert "the last mover wins" in other
    assert "when " not in plain.replace("whenever", "").partition("Players")[2]


def test_rules_are_told_with_their_references() -> None:
    text = describe(model("motif"))
    lines = said(text, "What words mean")
    at = lines.index("a Token can reach a tile if".ljust(70) + "[MTF-ADD-04]")
    assert [line.partition("[")[0].rstrip() for line in lines[at : at + 5]] == [
        "a Token can reach a tile if",
        "  the tile is not the Token's tile",
        "  the tile is empty",
        "  the tile is connected to the Token's tile by orthogonal steps",
        "    over empty tiles",
    ]
    assert said(text, "Duties")[0].startswith("duty by the end of the turn, whenever the game is")
    assert said(text, "The end")[1] == "  do Count Tiles"
    assert said(text, "What is remembered") == [
        "Positions: the colour of the tile, the pieces on Tiles, the reserve of the player and "
        "whose turn it is; up to 100000 positions"
    ]
    course = said(text, "The course of the game")
    assert course[0] == "setup" and "step Land" in course
    loop = next(i for i, line in enumerate(course) if "at least 3, do Stop The Loop" in line)
    assert course[loop].startswith("  if the game is stalemated and the times of Positions")
    assert course[loop + 1].startswith("  if the game is not stalemated and")
    assert course[loop + 2].startswith("    the game becomes stalemated")


LINES = """\
game Lines
players 2: Gold, Black
option size: small, big
option speed: slow, fast
board Grid: a grid of square cells, 2 by 2
piece Mark of a player, on Grid
when size is big, a cell is free if  [LIN-1]
  when speed is fast, the cell is empty  [LIN-2]
  when speed is slow, any of
    the cell is empty
    the cell is a1
when size is small, a cell is free if the cell is empty
turn
  when size is big, when speed is fast, if the cells of the player include a line of 2,
    must choose "when", written "when, if"  [LIN-3]
    the player wins
  if there is no Mark, when speed is slow, for each player, when size is big, Black begins
  must do one of
    when size is big, put a Mark of the player on a cell
      when speed is fast, only if the cell is free
      only if the cell is free
    when size is small, when speed is fast, choose "no"
    choose "yes"
when size is big, end as soon as there is no empty cell, Gold wins  [LIN-4]
when size is small,
  end after the turn if a1 is occupied, if b1 is occupied, the game is drawn
"""
SAID = {
    ("big", "fast"): """\
a cell is free if [LIN-1]
  the cell is empty [LIN-2]
turn
  if the cells of the player include a line of 2, must choose "when", written "when, if" [LIN-3]
    the player wins
  must do one of
    put a Mark of the player on a cell
      only if the cell is free
      only if the cell is free
    choose "yes"
end as soon as there is no empty cell, Gold wins [LIN-4]
""",
    ("big", "slow"): """\
a cell is free if [LIN-1]
  any of
    the cell is empty
    the cell is a1
turn
  if there is no Mark, for each player, Black begins
  must do one of
    put a Mark of the player on a cell
      only if the cell is free
    choose "yes"
end as soon as there is no empty cell, Gold wins [LIN-4]
""",
    ("small", "fast"): """\
a cell is free if the cell is empty
turn
  must do one of
    choose "no"
    choose "yes"
end after the turn if a1 is occupied, if b1 is occupied, the game is drawn
""",
}


@pytest.mark.parametrize("options", SAID, ids=" ".join)
def test_a_line_is_told_without_its_when(options: tuple[str, str], tmp_path: Path) -> None:
    path = tmp_path / "lines.rules"
    path.write_text(LINES, encoding="utf-8")
    chosen = dict(zip(("size", "speed"), options, strict=True))
    text = describe(instantiate(driver.load(path).declarations, "lines", 2, chosen).model)
    sections = ("What words mean", "The course of the game", "The end")
    lines = [line for section in sections for line in said(text, section)]
    assert [re.sub(r"\s+\[", " [", line) for line in lines] == SAID[options].splitlines()
