"""The settings with which a ruleset is tried: each value once, and none beside what hides it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.check import settings
from tests.texts import each_file, loaded

GAME = """\
game Marks

option much: no, yes
option far: no, yes
players 2: Gold, Black
board Board: a grid of square cells, 3 by 3
piece Mark of a player, on Board
the game has a level: 0 to 99
{declared}

step lift
  {step}

turn
  must choose an empty cell
    {turn}
  if there is no empty cell, the player wins
"""
MUCH = "when much is yes, "
FAR = "when far is yes, "
UP = "the level goes up by 1"


def written(folder: Path, turn: list[str], step: str = UP, declared: str = "") -> driver.Ruleset:
    path = folder / "marks.rules"
    path.write_text(GAME.format(turn="\n    ".join(turn), step=step, declared=declared),
                    encoding="utf-8")
    return driver.ruleset_of(driver.read(path))


def together(ruleset: driver.Ruleset) -> bool:
    return {"much": "yes", "far": "yes"} in [options for _, options in checking.tries(ruleset)]


@pytest.mark.parametrize("turn, more, so", [
    ([MUCH + UP, FAR + UP], {}, True),
    (["when much is yes", "  " + FAR + UP], {}, False),
    (["when much is yes and far is yes, " + UP], {}, False),
    (["when much is yes", "  do lift"], {"step": FAR + UP}, False),
    (["do lift", MUCH + UP], {"step": FAR + UP}, True),
    ([MUCH + "put a Mark of the player on the cell", FAR + "remove the Mark"], {}, False),
    (["put a Mark of the player on the cell", MUCH + UP, FAR + "remove the Mark"], {}, True),
    ([FAR + "the height becomes 1"], {"declared": MUCH + "the game has a height: 0 to 9"}, False),
    ([FAR + UP], {"declared": MUCH + "the game has a height: 0 to 9"}, True),
], ids=["beside", "inside", "one-test", "done-inside", "done-beside", "hands-on", "handed-to-both",
        "settled", "not-spoken-of"])
def test_values_that_bear_on_each_other_are_tried_apart(
    tmp_path: Path, turn: list[str], more: dict[str, str], so: bool
) -> None:
    assert together(written(tmp_path, turn, **more)) is so


def test_what_one_value_would_hide_is_found(tmp_path: Path) -> None:
    """Where `far` is yes, the Mark is none that was put there: there is none."""
    ruleset = written(tmp_path, [MUCH + "put a Mark of the player on the cell",
                                 FAR + "remove the Mark"])
    found = [d for d in checking.check(ruleset.path, 0) if d.severity == "error"]
    assert [d.span.text for d in found if d.span] == ["the Mark"]


@each_file
def test_every_number_of_players_and_value_is_tried_once(path: Path) -> None:
    ruleset = loaded(path)
    tried = list(checking.tries(ruleset))
    numbers = range(ruleset.min_players, ruleset.max_players + 1)
    assert {players for players, _ in tried} == {*numbers}
    assert sum(not options for _, options in tried) <= len(numbers)
    assert Counter(value for _, options in tried for value in options.items()) == Counter(
        (key, value) for key, values in checking.others(ruleset).items() for value in values)


def test_options_that_settle_what_there_is_are_tried_first(tmp_path: Path) -> None:
    """Of two that are tried apart, the one with which there is another height; so the last program
    has the same things as the first."""
    far, much = "option far: no, yes\n", "option much: no, yes\n"
    ruleset = written(tmp_path, [FAR + "the height becomes 1"],
                      declared=MUCH + "the game has a height: 0 to 9")
    text = ruleset.path.read_text(encoding="utf-8")
    ruleset.path.write_text(text.replace(much + far, far + much), encoding="utf-8")
    tried = checking.tries(driver.ruleset_of(driver.read(ruleset.path)))
    assert [options for _, options in tried] == [{}, {"much": "yes"}, {"far": "yes"}]


def test_what_is_wrong_is_told_of_its_own_part() -> None:
    assert settings.simpler((3, {"size": "4", "rows": "yes"}), 2) == [
        (3, {}), (2, {"size": "4"}), (2, {"rows": "yes"})]
    assert settings.simpler((3, {"size": "4"}), 2) == [(3, {}), (2, {"size": "4"})]
    assert settings.simpler((2, {"size": "4", "rows": "yes"}), 2) == [
        (2, {"size": "4"}), (2, {"rows": "yes"})]
    assert settings.simpler((2, {"size": "4"}), 2) == settings.simpler((3, {}), 2) == []
