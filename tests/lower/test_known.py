"""Games that share what phrases came to are the same as those made alone, and made with less."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.ir.print import print_program
from rulewright.interpreter.lower.game import instantiate
from rulewright.interpreter.lower.known import Known, Shared
from tests.texts import path_of, shipped

#: What is said of earlier moments, of several things, of groups and of what somebody has, each of
#: it depending on an option.
PONDS = """\
game Ponds

option reach: 1 to 3
option flood: never, always
players 2: Red, Blue
board Pond: a grid of square cells, 3 by 3
piece Stone of a player, on Pond
each player has a score: 0 to 999
each Stone has a worth: 0 to 9, at first reach
each Stone can be tired
each cell can be wet
a Stone outranks a Stone S if its worth plus reach is more than the worth of S
a cell is low if it is wet or its row is reach

setup
  for each cell
    if the cell's row is 1, put a Stone of Red on the cell
    if the cell's row is 3, put a tired Stone of Blue on the cell
  when flood is always, every cell whose row is reach becomes wet

turn
  must if possible do one of
    move a Stone S of the player to a cell
      only if there is no Stone of the player on the cell
      when flood is always, the player's score goes up by the captured Stone's worth
      if the captured Stone outranks S, the player's score goes up by reach
      if the cell was low, every player's score goes up by reach
      may choose a wet cell C, or "no"
        if the cell was occupied or low, C becomes not wet
    choose a cell where (it is wet and not occupied)
      for each Stone of the player's opponent
        remove it
        if the captured Stone was tired or the number of Stones is reach, the cell becomes not wet
  if there is no Stone of the player's opponent, the player wins
  if the number of groups of low cells joined by steps is reach, the game is drawn
"""
#: A condition that is settled where one line does its step, and open where another one does.
LEVELS = """\
game Levels

players 2: Gold, Black
the game has a level: 0 to 9

step calm
  if the level is at least 3, the level becomes 1

turn
  if the level is at least 3
    do calm
  must choose a number from 0 to 4
    the level becomes the number
  do calm
  if the level is 0, the player wins
"""


def written(declarations: driver.Declarations, players: int, options: dict[str, str],
            shared: Shared | None) -> str:
    """A program in words, its locals numbered in the order in which they are met."""
    program = instantiate(declarations, "game", players, options, shared).program
    names: dict[str, str] = {}
    return re.sub(r"(?:frame\.)?\b[a-z]+\d+\b", lambda found: names.setdefault(
        found[0], f"{found[0].rstrip('0123456789')}.{len(names)}"), print_program(program))


@pytest.mark.parametrize("name", ["motif", str(path_of("kalah"))])
def test_the_same_programs(name: str) -> None:
    same_programs(shipped(name))


def test_the_same_programs_whatever_is_said(tmp_path: Path) -> None:
    path = tmp_path / "ponds.rules"
    path.write_text(PONDS, encoding="utf-8")
    assert [p.render() for p in checking.check(path, 0) if p.severity == "error"] == []
    same_programs(driver.load(path))


def same_programs(ruleset: driver.Ruleset) -> None:
    shared = Shared()
    for players, options in checking.tries(ruleset):
        alone = written(ruleset.declarations, players, options, None)
        assert written(ruleset.declarations, players, options, shared) == alone, options


def test_a_condition_is_noted_wherever_it_stands(tmp_path: Path) -> None:
    """What is known of a phrase is used at other lines as well, where other things hold."""
    path = tmp_path / "levels.rules"
    path.write_text(LEVELS, encoding="utf-8")
    assert checking.check(path, 0) == []


def test_what_does_not_depend_on_an_option_is_lowered_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lowered = []
    keep = Known.keep
    monkeypatch.setattr(Known, "keep", lambda known, key, *kept: (
        lowered.append(key), keep(known, key, *kept)))
    declarations, shared = shipped("motators").declarations, Shared()
    instantiate(declarations, "game", 2, {}, shared)
    whole = len(lowered)
    instantiate(declarations, "game", 2, {"steps": "9"}, shared)
    assert 0 < len(lowered) - whole < whole // 20
