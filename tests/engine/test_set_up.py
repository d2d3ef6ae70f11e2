"""Where positions begin: what set-up comes to by its first outcomes, and what that leaves open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine import set_up
from rulewright.interpreter.engine.game import Game
from rulewright.interpreter.play import position

GAME = """\
game Dice
players 2: Gold, Black
each player has a die: 0 to 6
the game has a count: 0 to {most}
setup
{setup}
turn
  must choose "next"
  if Gold's die is 6, the player wins
"""
FIRST = """\
at random pick a number from 1 to 6
  Gold's die becomes the number
  Black's die becomes the number
"""
AGAIN = f"""\
{FIRST}
as long as Gold's die is Black's die
  at random pick a number from 1 to 6
    Gold's die becomes the number
  at random pick a number from 1 to 6
    Black's die becomes the number
"""
BEGINS = "if Black's die is more than Gold's die, Black begins\n"


def game(folder: Path, setup: str, most: int = 9) -> Game:
    path = folder / "dice.rules"
    lines = "\n".join(f"  {line}".rstrip() for line in setup.strip("\n").split("\n"))
    path.write_text(GAME.format(setup=lines, most=most), encoding="utf-8")
    return driver.load(path).instantiate()


def dice(made: Game, **given: Any) -> tuple[Any, ...]:
    state = made.position(given)
    assert state.options() == ["next"]
    return state.evaluate("Gold's die"), state.evaluate("Black's die"), state.player


def test_first_outcomes(tmp_path: Path) -> None:
    assert dice(game(tmp_path, FIRST + BEGINS)) == (1, 1, 0)


def test_set_up_that_rolls_until_something_differs(tmp_path: Path) -> None:
    made = game(tmp_path, AGAIN + BEGINS)
    assert dice(made) == (1, 2, 1)
    assert dice(made, Gold={"die": "4"}) == (4, 2, 1)
    assert dice(made, **{"from": "empty"}) == (0, 0, 0)


def test_a_way_that_breaks_a_rule_leads_nowhere(tmp_path: Path) -> None:
    """Counted rolls never are the same state; the count leaves its range after the ninth."""
    made = game(tmp_path, AGAIN + "  the count goes up by 1\n" + BEGINS)
    assert dice(made) == (1, 2, 1)
    assert made.position({}).evaluate("the count") == 9


def test_the_search_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = game(tmp_path, AGAIN + "  the count goes up by 1\n", 99_999)
    monkeypatch.setattr(set_up, "MOST_STATES", 100)
    with pytest.raises(RulesError, match="set-up comes to no turn in the first 100 moments") as met:
        made.position({})
    assert met.value.diagnostics[0].code == "position"
    assert dice(made, **{"from": "empty"}) == (0, 0, 0)


def test_a_game_that_ends_in_set_up(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="the game ends in set-up, so no turn begins"):
        game(tmp_path, FIRST + "the game is drawn\n").position({})
    ends = "if Gold's die is less than 3, the game is drawn\n"
    assert dice(game(tmp_path, FIRST + ends)) == (3, 3, 0)


def test_what_breaks_in_every_way_is_told(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="the count would become 12") as met:
        twice = "repeat 2 times\n  the count becomes (the count plus 6)\n"
        game(tmp_path, FIRST + twice).position({})
    assert met.value.diagnostics[0].code == "bound"


def test_only_what_can_be_chosen_is(tmp_path: Path) -> None:
    """A choice without options is left out; of the others only those that the rules allow."""
    setup = """\
must if possible choose a number from 1 to 6
  only if the number is 7
must choose a number from 1 to 6
  only if afterwards Gold's die is at least 4
  Gold's die becomes the number
Black's die becomes 5
"""
    assert dice(game(tmp_path, setup)) == (4, 5, 0)


@pytest.mark.parametrize(("setup", "given", "left"), [
    (AGAIN + BEGINS, {}, ["to move", "Gold die", "Black die"]),
    (AGAIN + BEGINS, {"Gold": {"die": "3"}}, ["to move", "Black die"]),
    (AGAIN + BEGINS, {"Gold": {"die": "3"}, "Black": {"die": "3"}}, ["to move"]),
    (AGAIN + BEGINS, {"Gold": {"die": "3"}, "Black": {"die": "3"}, "to move": "Gold"}, []),
    (AGAIN + BEGINS, {"from": "empty"}, []),
    ("Gold's die becomes 3\nBlack begins\n", {}, []),
    ("must choose a number from 2 to 2\n  Gold's die becomes the number\n", {}, []),
    ("must choose a number from 2 to 3\n  Gold's die becomes the number\n", {}, ["Gold die"]),
])
def test_what_a_position_leaves_to_set_up(
    tmp_path: Path, setup: str, given: dict[str, Any], left: list[str]
) -> None:
    assert sorted(game(tmp_path, setup).left_to_set_up(given)) == sorted(left)


def test_a_loaded_position_tells_what_it_leaves_to_set_up(tmp_path: Path) -> None:
    path = game(tmp_path, AGAIN + BEGINS).ruleset.path
    file = tmp_path / "here.yaml"
    asked = position.Asked(str(path), None, {})
    file.write_text("Gold: {die: 3}\n", encoding="utf-8")
    state, (note,) = position.load(file, asked)
    assert state.evaluate("Gold's die") == 3
    assert (note.code, note.severity) == ("position-set-up", "note")
    assert note.message.endswith("its first outcomes are taken: to move, Black die")
    file.write_text("Gold: {die: 3}\nBlack: {die: 4}\nto move: Gold\n", encoding="utf-8")
    assert position.load(file, asked)[1] == []
