"""Values by cases: those that are there with some options only."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.game import Game

GAME = """\
game Cases
players 2: Gold, Black
option size: 1 to 3
kind suit: clubs, hearts
the game can be late
{defined}
turn
  must choose a number from 0 to 1
    if the number is (the price plus the worth of clubs), the player wins
"""
DEFINED = """\
the price is
  when size is 1
    3 if the game is late                                             [CA-ONE]
    2 if the game is not late
  when size is at least 2, 4 if the game is not late                  [CA-MORE]
  5 otherwise
the depth is
  when size is at most 2
    size times 2
  8 otherwise
the worth of a suit is
  when size is 1
    1 for clubs
  when size is not 1, when size is not 2, 7 for clubs
  when size is 2
    6 for clubs
  9 for hearts
"""


def game(tmp_path: Path, size: int, defined: str = DEFINED) -> Game:
    path = tmp_path / "cases.rules"
    path.write_text(GAME.format(defined=defined), encoding="utf-8")
    return driver.load(path).instantiate(2, {"size": str(size)})


@pytest.mark.parametrize(("size", "price", "worth"), [(1, 2, 1), (2, 4, 6), (3, 4, 7)])
def test_cases_of_some_options(tmp_path: Path, size: int, price: int, worth: int) -> None:
    state = game(tmp_path, size).start()
    assert state.evaluate("the price") == price
    assert state.evaluate("the depth") == {1: 2, 2: 4, 3: 8}[size]
    assert state.evaluate("the worth of clubs") == worth
    assert state.evaluate("the worth of hearts") == 9


@pytest.mark.parametrize(("old", "new", "code"), [
    ("  5 otherwise\n", "", "gap"),
    ("  when size is 2\n    6 for clubs\n", "", "gap"),
    ("  when size is not 1, when size is not 2, 7", "  when size is not 1, 7", "overlap"),
    ("when size is at least 2, 4", "when the game is late, 4", "when"),
])
def test_errors(tmp_path: Path, old: str, new: str, code: str) -> None:
    """What some options leave open, or say twice, is found for these options."""
    assert old in DEFINED
    with pytest.raises(RulesError) as caught:
        game(tmp_path, 2, DEFINED.replace(old, new))
    assert code in {problem.code for problem in caught.value.diagnostics}


def test_a_row_that_other_options_have(tmp_path: Path) -> None:
    """Where a value has a row with other values of an option only, the message says which."""
    without = DEFINED.replace("  when size is 2\n    6 for clubs\n", "")
    with pytest.raises(RulesError) as caught:
        game(tmp_path, 2, without.replace("    1 for clubs", "    1 for clubs  [CA-FEW]"))
    [found] = caught.value.diagnostics
    assert found.message == ("no row says anything for clubs; the one in line 18 stands under "
                             "`when size is 1` [CA-FEW]")
    with pytest.raises(RulesError) as caught:
        game(tmp_path, 2, without.replace("    1 for clubs", "    1 for stars"))
    assert "`when size is not 2`" in caught.value.diagnostics[0].message
