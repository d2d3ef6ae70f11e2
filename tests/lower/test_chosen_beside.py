"""A second set that is chosen, or that belongs to what is said of the first."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.texts import hints_in

TEXT = """
game Pond
players 2: Red, Blue
board Pond: a grid of square fields, 4 by 4
piece Frog of a player, on Pond
kind fruit: plum, pear
each Frog can be tired
each field can be wet
each Frog has a strength: 0 to 9
each player has a score: 0 to 9
a Frog can reach a field if the field is next to the Frog's field
turn
  must choose "go"
    HERE
  the game is drawn
""".lstrip()


def errors(path: Path, line: str) -> list[tuple[str, str | None]]:
    return hints_in(path, TEXT.replace("HERE", line))


@pytest.mark.parametrize(("line", "hint"), [
    ("must choose a field next to a1 and a Frog of the player",
     "write `a field where (it is next to a1) and a Frog of the player` if both are chosen, "
     "`a field next to a1 and next to a Frog of the player` if one is"),
    ("must choose a Frog F that can reach a1 and a field",
     "write `a Frog F where (F can reach a1) and a field` if both are chosen, "
     "`a Frog F that can reach a1 and that can reach a field` if one is"),
])
def test_both_are_shown(tmp_path: Path, line: str, hint: str) -> None:
    assert errors(tmp_path / "pond.rules", line) == [("grouping", hint)]


@pytest.mark.parametrize("line", [
    "must choose a field where (it is next to a1) and a Frog of the player",
    "must choose a field next to a1 and next to a Frog of the player",
    "must choose a Frog F where (F can reach a1) and a field",
    "must choose a Frog next to a1 and a field next to it",
    "must choose a field next to a1 and a fruit",
    "must choose a Frog that can reach a1 and a fruit",
])
def test_only_one_is_meant(tmp_path: Path, line: str) -> None:
    assert errors(tmp_path / "pond.rules", line) == []
