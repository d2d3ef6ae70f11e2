"""Whom `he` and `his opponent` mean is told in each reading, or asked where nobody is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corrected import found_in

TEXT = """\
game Persons Told
players 2: Red, Blue
board Grid: a grid of square cells, 4 by 4
piece Stone of a player, on Grid
each player has gold: 0 to 9
each player can be brave
{top}
turn
  each player in order
    must put a Stone of the player on an empty cell
      {line}
  for each player P
    if P is brave and Blue is brave
      {loop}
end after the turn if every cell is occupied
  {end}
"""
RIGHT = {"top": "", "line": "the player's gold goes up by 1", "loop": "P's gold becomes 1",
         "end": "the game is drawn"}


@pytest.mark.parametrize(("place", "line", "offers"), [
    # Below `each player in order`, `the player` is the one whose round it is, or the mover.
    ("line", "if his gold is 3, the player wins",
     ("if the player's gold is 3, the player wins",
      "if the player's gold is 3, the player to move wins")),
    ("line", "if his gold is more than the gold of the player, he wins",
     ("if the player's gold is more than the gold of the player to move, the player wins",)),
    # A seat that is named between the loop and the line may be meant as well.
    ("loop", "his gold becomes 0", ("P's gold becomes 0", "Blue's gold becomes 0")),
    ("top", "a Stone is free if it is not next to a Stone of its opponent",
     ("its owner's opponent",)),
])
def test_each_reading_is_offered(
    tmp_path: Path, place: str, line: str, offers: tuple[str, ...]
) -> None:
    found = found_in(tmp_path / "told.rules", TEXT.format(**{**RIGHT, place: line}))
    assert found[0].replacements == offers, found[0].render()


def test_who_wins_is_asked_where_the_end_names_nobody(tmp_path: Path) -> None:
    found = found_in(tmp_path / "told.rules", TEXT.format(**{**RIGHT, "end": "he wins"}))
    assert not found[0].replacements
    assert "names nobody" in (found[0].hint or ""), found[0].render()


def test_a_place_that_was_left_is_not_the_one_where_one_is(tmp_path: Path) -> None:
    """Nothing moves here, so that the place is kept somewhere is what the author has to see."""
    top = "each cell can be wet\neach player has a spot: a cell"
    line = "the cell he left becomes wet"
    found = found_in(tmp_path / "told.rules", TEXT.format(**{**RIGHT, "top": top, "line": line}))
    assert "`the cell becomes wet`" not in found[0].render(), found[0].render()
