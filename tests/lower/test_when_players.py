"""`when` around declarations of what is kept may speak of the number of players."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.diagnostics import RulesError

GAME = """\
game Stalls
players 2 to 3: Ann, Bob, Cid
kind stall: north gate, old square
when the number of players is 3, each stall has a second holder: a player or none
turn
  must choose a stall
"""


def test_an_attribute_is_there_with_so_many_players_only(tmp_path: Path) -> None:
    path = tmp_path / "stalls.rules"
    path.write_text(GAME, encoding="utf-8")
    text = driver.read(path)
    assert not checking.errors(text)
    ruleset, asked = driver.ruleset_of(text), "old square's second holder is none"
    assert ruleset.instantiate(players=3, quick=True).start().evaluate(asked) in (1, True, "yes")
    with pytest.raises(RulesError):
        ruleset.instantiate(players=2, quick=True).start().evaluate(asked)
