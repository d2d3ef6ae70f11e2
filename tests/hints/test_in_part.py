"""What is told of a line of which one part is not understood."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.texts import errors_in

GAME = """game Pond
players 2: A, B
board Pond: a grid of square cells, 3 by 3
piece Stone of a player, on Pond

turn
  put a Stone of the player on an empty cell
  {}
"""


@pytest.mark.parametrize(("line", "part"), [
    ("for each Stone, the Frog becomes 3", "the Frog becomes 3"),
    ("for each empty cell, the Frog becomes 3", "the Frog becomes 3"),
])
def test_the_rest_can_stay(tmp_path: Path, line: str, part: str) -> None:
    """Where the rest is right, it is not told in another way (`each Stone in order, …`)."""
    path = tmp_path / "pond.rules"
    hints = [problem.hint or "" for problem in errors_in(path, GAME.format(line))]
    assert hints and f"apart from `{part}`, this line can stay as it is" in hints[0]
