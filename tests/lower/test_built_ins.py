"""What could never count is refused: definitions of what the language says itself, and sets where
one thing belongs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.interpreter import checking

HEAD = """\
game Test
players 2: Gold, Black
kind suit: clubs, hearts
board Grid: a grid of square tiles, 3 by 3
board Shelf: a grid of square slots, 3 by 1
piece Token of a player, on Grid
each player has a score: 0 to 9
each tile can be wet
each suit can be safe for a player
each player has a debt with each player: 0 to 9
the game has a beacon: a tile or none
"""
TURN = """\
turn
  must put a Token of the player on an empty tile
  if there is no empty tile
    the game is drawn
"""
Found = Callable[[str, str], list[tuple[str, str]]]


@pytest.fixture
def found(tmp_path: Path) -> Found:
    """The codes that `validate` finds with more declarations and more lines of a turn, each with
    the words of its line."""

    def check(declared: str, said: str = "") -> list[tuple[str, str]]:
        lines = "".join(f"  {line}\n" for line in said.splitlines())
        path = tmp_path / "test.rules"
        path.write_text(f"{HEAD}{declared}\n{TURN}{lines}", encoding="utf-8")
        return [
            (problem.code, problem.span.source.line(problem.span.line).strip())
            for problem in checking.check(path, plays=0) if problem.span
        ]

    return check


@pytest.mark.parametrize("line", [
    "a tile is next to a tile T if its row is the row of T",
    "a tile is orthogonally next to a tile T if its row is the row of T",
    "each tile can be diagonally next to a tile",
    "a Token is next to a Token T if its tile is the tile of T",
    "a tile is empty if its row is 1",
    "a tile is occupied if its row is 1",
    "a tile is other if its row is 1",
    "a direction is diagonal if it is north",
    "the row of a tile is 1",
    "the column of a slot is 1",
    "the owner of a Token is Gold",
    "the seat of a player is 2",
    "the opponent of a player is Gold",
    "the next player of a player is Gold",
    "each tile can be empty",
    "each player has a seat: 0 to 9",
])
def test_what_the_language_says(found: Found, line: str) -> None:
    assert found(line, "") == [("built-in", line)]


@pytest.mark.parametrize("line", [
    "a suit is next to a suit S if it is not S",
    "a tile is next to a slot S if its row is the row of S",
    "a slot is empty if its column is 1",
    "a suit is empty if it is hearts",
    "a Token is empty if its tile is wet",
    "a suit is diagonal if it is clubs",
    "the row of a suit is 1",
    "the row of a Token is 1",
    "the owner of a tile is Gold",
    "the opponent of a suit is Gold",
    "the owner of a Token towards a tile is Gold",
])
def test_the_same_words_of_other_things(found: Found, line: str) -> None:
    assert found(line, "") == []


def test_the_opponent_of_several(tmp_path: Path) -> None:
    """In games of three nobody has an opponent unless it is said who is."""
    path = tmp_path / "test.rules"
    text = HEAD.replace("players 2: Gold, Black", "players 3: Gold, Black, Red")
    line = "the opponent of a player is the next player of the player\n"
    path.write_text(text + line + TURN, encoding="utf-8")
    assert checking.check(path) == []


@pytest.mark.parametrize("line", [
    "a tile is wet if its row is 1",
    "a suit is safe for a player if it is clubs",
    "the score of a player is 3",
    "the debt of a player with a player is 3",
    "the beacon is the tile a1",
])
def test_what_a_field_says(found: Found, line: str) -> None:
    assert found(line, "") == [("declared-twice", line)]


@pytest.mark.parametrize("line", [
    "all players wins",
    "all players loses",
    "(all players) wins",
    "all players begins",
    "put a Token of (all players) on a1",
    "move (the Token on a1) to all tiles",
    "for each Token of (all players), remove it",
    "if the tile one step towards north from (all tiles) is empty, Gold wins",
])
def test_one_thing_is_needed(found: Found, line: str) -> None:
    assert found("", line) == [("quantifier", line)]


def test_one_player_decides(found: Found) -> None:
    said = "all players decides\n  must put a Token of the player on an empty tile"
    assert found("", said) == [("quantifier", "all players decides")]


@pytest.mark.parametrize("line", [
    "if all players is Gold, Gold wins",
    "if a1 is next to all tiles, Gold wins",
    "if (all tiles) is connected to a1 by steps, Gold wins",
])
def test_every_one_may_be_meant(found: Found, line: str) -> None:
    """Before and behind `is`, `all` says it of each."""
    assert found("", line) == []
