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
  must put a Stone of the player on an empty cell
  {}

end as soon as no cell is empty
  the game is drawn
"""


@pytest.mark.parametrize(("line", "part"), [
    ("if no cell is empty, remove both", "remove both"),
    ("for each Stone next to some (other Stone), its crew drowns", "its crew drowns"),
])
def test_the_rest_can_stay(tmp_path: Path, line: str, part: str) -> None:
    """Where the rest is right, it is not told in another way (`next to some (…)`)."""
    path = tmp_path / "pond.rules"
    hints = [problem.hint or "" for problem in errors_in(path, GAME.format(line))]
    assert hints and f"apart from `{part}`, this line can stay as it is" in hints[0]
