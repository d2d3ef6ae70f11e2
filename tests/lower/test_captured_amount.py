"""A number that changes by what a captured piece has, where nothing may have been captured."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver

GAME = """\
game Raid
players 2: Red, Blue
board Field: a grid of square cells, 4 by 4
piece Tower of a player, on Field
each Tower has a strength: {least} to 9, at first {least}
each Tower can be tired
each player has prisoners: 0 to 99
turn
  must move a Tower of the player to a cell next to it
    {line}
end as soon as some player's prisoners is at least 9, the game is drawn
"""


def codes(path: Path, line: str, least: int = 1) -> list[str]:
    path = path / "game.rules"
    path.write_text(GAME.format(line=line, least=least), encoding="utf-8")
    return [p.code for p in checking.errors(driver.read(path))]


def test_what_none_would_count_is_asked(tmp_path: Path) -> None:
    line = "the player's prisoners goes up by the captured Tower's strength"
    assert codes(tmp_path, line) == ["nothing"]
    assert codes(tmp_path, line, least=0) == []


@pytest.mark.parametrize("line", [
    "if the captured Tower is not none, the player's prisoners goes up by the captured Tower's "
    "strength",
    "if the captured Tower is not tired\n      the player's prisoners goes up by the captured "
    "Tower's strength",
])
def test_behind_a_condition_there_is_one(tmp_path: Path, line: str) -> None:
    assert codes(tmp_path, line) == []
