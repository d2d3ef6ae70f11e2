"""A `may` that asks again for ever who declines it is told; one that something ends is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import checking

GAME = """\
game Again
players 2: Ann, Bob
each player has a score: 0 to 9
the game has a bank: 0 to 9, at first 9
the turn can be busy
step Offer
  may choose "take", or "done"
    only if the bank is at least 1
    the bank goes down by 1
turn
%s
  if the bank is 0, the player wins
"""
MAY = """    may choose "take", or "done"
      only if the bank is at least 1
      the bank goes down by 1
"""
FOR_EVER = {
    "alone": "  as long as the bank is at least 1\n" + MAY,
    "in a step": "  as long as the bank is at least 1\n    do Offer\n",
    "of another player": (
        "  as long as the bank is at least 1\n    the player's next player decides\n"
        "      may choose \"take\", or \"done\"\n        the bank goes down by 1\n"),
    "again and again": (
        "  as long as the bank is at least 1\n    as long as possible, may choose \"take\", or "
        "\"done\"\n      only if the bank is at least 1\n      the bank goes down by 1\n"),
    "beside what it does not ask about": (
        "  as long as the bank is at least 1\n    the player's score becomes 1\n" + MAY),
}
ENDING = {
    "as long as possible": (
        "  as long as possible, may choose \"take\", or \"done\"\n"
        "    only if the bank is at least 1\n    the bank goes down by 1\n"),
    "a change above": (
        "  as long as the bank is at least 1\n    the bank goes down by 1\n    do Offer\n"),
    "a change below": (
        "  as long as the bank is at least 1\n    do Offer\n    the bank goes down by up to 1\n"),
    "a mark that only taking sets": (
        "  the turn becomes busy\n  as long as the turn is busy\n    the turn becomes not busy\n"
        "    may choose \"take\", or \"done\"\n      only if the bank is at least 1\n"
        "      the bank goes down by 1\n      the turn becomes busy\n"),
    "a roll": (
        "  as long as the bank is at least 1\n    at random pick a number from 1 to 2\n"
        "      if it is 1, the bank goes down by 1\n    do Offer\n"),
    "another choice": (
        "  as long as the bank is at least 1\n    do Offer\n    must choose \"pay\"\n"
        "      the bank goes down by up to 1\n"),
    "so many times": "  repeat 3 times\n    do Offer\n",
    "each player": "  each player in order\n    do Offer\n",
    "turn by turn": "  do Offer\n",
}


def told(folder: Path, turn: str) -> list[str]:
    """What the conditions are that warnings name."""
    file = folder / "again.rules"
    file.write_text(GAME % turn.rstrip("\n"), encoding="utf-8")
    found = [p for p in checking.check(file, plays=0) if p.code != "unused-step"]
    assert {(p.code, p.severity) for p in found} <= {("endless", "warning")}, found
    return [p.message.split("`")[1] for p in found]


@pytest.mark.parametrize("case", FOR_EVER)
def test_asked_for_ever(tmp_path: Path, case: str) -> None:
    assert told(tmp_path, FOR_EVER[case]) == ["the bank is at least 1"]


@pytest.mark.parametrize("case", ENDING)
def test_not_asked_for_ever(tmp_path: Path, case: str) -> None:
    assert told(tmp_path, ENDING[case]) == []
