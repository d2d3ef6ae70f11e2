"""What an `if` is said of, where `it` below would be another thing of that noun."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.texts import hints_in

TEXT = """
game Pond
players 2: Red, Blue
board Pond: a grid of square fields, 4 by 4
piece Frog of a player, on Pond
each field can be wet or deep
each field has a depth: 0 to 9
each player has a home: a field
turn
  must choose a field
    HERE
  the game is drawn
""".lstrip()


def errors(path: Path, line: str) -> list[tuple[str, str | None]]:
    return hints_in(path, TEXT.replace("HERE", line))


@pytest.mark.parametrize(("line", "hint"), [
    ("if a1 is wet, it becomes not wet", "write `a1` or `the field`"),
    ("if a1 is wet, its depth becomes 2", "write `a1's depth` or `the field's depth`"),
    ("if the player's home is not wet and not deep, it becomes wet",
     "write `the player's home` or `the field`"),
    ("if a1 is wet, a2 becomes wet\n    otherwise, it becomes wet", "write `a1` or `the field`"),
    ("if a1 has no Frog, it becomes wet", "write `a1` or `the field`"),
    ("for each field F, if a1 is next to F, it becomes wet", "write `a1` or `F`"),
])
def test_both_are_shown(tmp_path: Path, line: str, hint: str) -> None:
    assert errors(tmp_path / "pond.rules", line) == [("it", hint)]


@pytest.mark.parametrize("line", [
    "if the field is wet, it becomes not wet",
    "if it is next to a1, it becomes wet",
    "if a1 is wet and the field is wet, it becomes not wet",
    "if the player's opponent is Red, it becomes wet",
    "if a1 is wet, the field becomes wet",
    "for each field, it becomes wet",
])
def test_the_same_thing_or_no_other_one(tmp_path: Path, line: str) -> None:
    assert errors(tmp_path / "pond.rules", line) == []
