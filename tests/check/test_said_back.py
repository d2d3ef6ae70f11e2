"""What the lines mean that a hint offers is said back where they may be taken otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corrected import found_in

TEXT = """\
game Said Back
players 2: Red, Blue
board Grid: a grid of square cells, 4 by 4
piece Stone of a player: 4 each, on Grid
each Stone can be tired
each player has gold: 0 to 9, at first 0
each cell can be wet
{top}
turn
  must put a Stone of the player on an empty cell
    {line}
end after the turn if no cell is empty
  the game is drawn
"""


def told(folder: Path, line: str, top: str = "") -> tuple[tuple[str, ...], str]:
    """What is said back of the first finding, and how all of it is shown."""
    found = found_in(folder / "back.rules", TEXT.format(line=line, top=top))
    return found[0].means, found[0].render()


@pytest.mark.parametrize(("line", "means"), [
    # `his` is the player to move in what is offered: the author may have meant another one.
    ("his gold goes up by 1", "the gold of the player to move goes up by 1"),
    ("the Stone is tired from now on", ""),  # it says it all
    ("the player gets 1 gold", ""),  # of whom this is, the author has said
])
def test_who_is_meant(tmp_path: Path, line: str, means: str) -> None:
    found, shown = told(tmp_path, line)
    assert found or not means, shown
    assert means in "\n".join(found) and bool(found) == bool(means), shown


def test_of_several_lines_those_are_said_back_that_show_more(tmp_path: Path) -> None:
    found, shown = told(tmp_path, "a random empty cell becomes wet")
    assert found == ("`at random pick an empty cell` means `at random pick an empty cell C`\n"
                     "`it becomes wet` means `C becomes wet`",)
    assert "      and `it becomes wet` means `C becomes wet`" in shown


def test_each_reading_is_said_back(tmp_path: Path) -> None:
    found, shown = told(tmp_path, "", "a Stone is safe when it is next to a Stone of its owner")
    assert found == ("`a Stone is safe if the Stone is next to a Stone of the Stone's owner`",)
    assert "    which means: `a Stone is safe if the Stone is next to a Stone" in shown


def test_other_wrong_lines_keep_nothing_from_being_said_back(tmp_path: Path) -> None:
    """The line is looked at without those that nothing is offered for, and with what is."""
    found, shown = told(tmp_path, "his gold goes up by 1\n    flub the dub of 7 8\n    "
                        "when the cell is wet, the Stone becomes tired")
    assert found == ("`the gold of the player to move goes up by 1`",), shown
