"""A value that the condition around a line says is none, and which the line gives away."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.texts import hints_in

TEXT = """
game Pond
players 2: Red, Blue
board Pond: a grid of square fields, 4 by 4
piece Frog of a player: 3 each, on Pond
the game has a starter: a player or none
the game has a host: a player or none
turn
  must move a Frog of the player to a field
LINES
  the game is drawn
""".lstrip()


def errors(path: Path, *lines: str) -> list[tuple[str, str | None]]:
    text = TEXT.replace("LINES", "\n".join(f"  {line}" for line in lines))
    return hints_in(path, text)


@pytest.mark.parametrize("lines", [
    ["if the starter is none, the host becomes the starter"],
    ["if the host is Red and the starter is none, the host becomes the starter"],
    ["if the starter is not none", "  the game is drawn", "otherwise",
     "  the host becomes the starter"],
])
def test_both_ways_are_shown(tmp_path: Path, lines: list[str]) -> None:
    assert errors(tmp_path / "pond.rules", *lines) == [
        ("nothing", "write `the starter becomes the host` or `the host becomes none`")]


@pytest.mark.parametrize("lines", [
    ["if the starter is none, the starter becomes the host"],
    ["if the starter is not none, the host becomes the starter"],
    ["if the starter is none or the host is Red, the host becomes the starter"],
    ["if the starter is none", "  the starter becomes Red", "  the host becomes the starter"],
])
def test_where_it_may_be_there(tmp_path: Path, lines: list[str]) -> None:
    assert errors(tmp_path / "pond.rules", *lines) == []
