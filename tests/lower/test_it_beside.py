"""`it` behind what a condition says of another thing, and what stands on an empty cell."""

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
each Frog can be lame
each player has a home: a field
each player has a king: a player or none
a Frog can see a Frog F if the Frog is next to F
DEFINED
turn
  must move a Frog of the player to a field
    HERE
  the game is drawn
""".lstrip()
NOTHING = "a field is plain if it is not wet"


def errors(path: Path, line: str, defined: str = NOTHING) -> list[tuple[str, str | None]]:
    return hints_in(path, TEXT.replace("HERE", line).replace("DEFINED", defined))


@pytest.mark.parametrize(("line", "hint"), [
    ("if the field is a2 or next to it, a1 becomes wet", "write `a2` or `the Frog`"),
    ("if the Frog's field is the player's home or next to it, a1 becomes wet",
     "write `the player's home` or `the Frog`"),
    ("if the origin is wet and it is next to a1, a1 becomes wet",
     "write `the origin`, `the Frog` or `the field`"),
    ("if the origin was wet, it becomes not wet", "write `the origin` or `the field`"),
    ("if the origin is wet and has no Frog, it becomes deep", "write `the origin` or `the field`"),
])
def test_a_thing_that_the_sentence_names(tmp_path: Path, line: str, hint: str) -> None:
    assert errors(tmp_path / "pond.rules", line) == [("it", hint)]


@pytest.mark.parametrize(("line", "hint"), [
    ("a field is bad if it is a1 or next to it", "write `a1`"),
    ("a field is bad if a1 is wet and it is next to a2", "write `a1` or `the field`"),
    ("a field is bad if a1 is wet or its depth is 3",
     "write `a1's depth` or `the field's depth`"),
    ("a Frog can go to a field if the field is empty and no Frog can see a Frog on it",
     "write `the field`"),
    ("a Frog can go to a field if no Frog can see a Frog on it",
     "write `the field` or `(the Frog's field)`"),
    ("a Frog can go to a field if its depth is 2",
     "write `the Frog's depth` or `the field's depth`"),
    ("a Frog can go to a field if it is wet", "write `the field` or `the Frog's field`"),
])
def test_in_definitions(tmp_path: Path, line: str, hint: str) -> None:
    assert errors(tmp_path / "pond.rules", "a1 becomes wet", line) == [("it", hint)]


@pytest.mark.parametrize("line", [
    "a field is bad if it is wet and a1 is wet and it is next to a2",
    "a Frog is glad if its field is wet and it is next to a1",
    "a Frog is glad if a1 is wet and it is lame",
    "a Frog is glad if a1 is wet and there is a Frog F where (F is next to it)",
    "a player is proud if its king is Red and its home is a1",
    "a Frog can go to a field if its row is the field's row",
    "a field is bad if it is empty and there is no lame Frog on it",
])
def test_one_thing_alone(tmp_path: Path, line: str) -> None:
    assert errors(tmp_path / "pond.rules", "a1 becomes wet", line) == []


@pytest.mark.parametrize("line", [
    "a field is bad if it is empty and no Frog can see a Frog on it",
    "a field is bad if it is empty and every Frog on it is lame",
    "a field is bad if it has no Frog and every Frog on it is lame",
])
def test_what_stands_on_an_empty_cell(tmp_path: Path, line: str) -> None:
    assert [code for code, _ in errors(tmp_path / "pond.rules", "a1 becomes wet", line)] == ["none"]
