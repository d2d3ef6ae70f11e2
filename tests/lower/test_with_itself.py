"""A thing that is compared with itself in the same words: two were meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lower.test_chosen_beside import errors as errors_of
from tests.texts import hints_in

TEXT = """
game Pond
players 2: Red, Blue
board Pond: a grid of square fields, 4 by 4
piece Frog of a player: 3 each, on Pond
each Frog has a weight: 0 to 5
each player has seeds: 0 to 9
HERE
turn
  must move a Frog of the player to a field
  the game is drawn
""".lstrip()


def errors(path: Path, line: str) -> list[tuple[str, str | None]]:
    return hints_in(path, TEXT.replace("HERE", line))


@pytest.mark.parametrize("line", [
    "a Frog beats a Frog A if its weight is more than its weight",
    "a Frog meets a Frog A if its field is next to its field",
])
def test_the_other_one_is_named(tmp_path: Path, line: str) -> None:
    code, hint = errors(tmp_path / "pond.rules", line)[0]
    assert code == "it"
    assert hint is not None
    assert "A's" in hint


@pytest.mark.parametrize("line", [
    "a Frog beats a Frog A if its weight is more than A's weight",
    "a Frog is heavy if its weight is more than its owner's seeds",
])
def test_two_things_are_compared(tmp_path: Path, line: str) -> None:
    assert errors(tmp_path / "pond.rules", line) == []


@pytest.mark.parametrize("line", [
    "must choose a Frog next to a Frog of Red\n      its strength becomes the strength of the Frog",
    "must choose a Frog next to a Frog of Red\n      its strength goes down by the Frog's strength",
    "must choose a Frog F\n      if its strength is more than F's strength, F becomes tired",
    "for each player, if its score is the player's score, Red wins",
    "must choose a Frog\n      if every Frog next to it is tired, they become tired",
])
def test_of_one_thing(tmp_path: Path, line: str) -> None:
    assert [code for code, _ in errors_of(tmp_path / "pond.rules", line)] == ["it"]


@pytest.mark.parametrize("line", [
    "must choose a Frog\n      its strength becomes its strength times 2",
    "must choose a Frog F and a Frog\n      if F's strength is more than the Frog's strength, "
    "F becomes tired",
    "for each player, if the player is Red, they win",
])
def test_of_two_or_said_twice(tmp_path: Path, line: str) -> None:
    found = errors_of(tmp_path / "pond.rules", line)
    assert "it" not in [code for code, _ in found]


@pytest.mark.parametrize("line", [
    "rank every player by the number of Frogs", "rank every player by the score of Red",
])
def test_ranked_by_one_number(tmp_path: Path, line: str) -> None:
    assert [code for code, _ in errors_of(tmp_path / "pond.rules", line)] == ["meaning"]
