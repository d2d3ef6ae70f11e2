"""What leads on from a line of a variant that does not change its base as variants do: followed, it
leads to a variant that is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import checking

BASE = """\
game Fen
players 2: Reed, Moss
option size: 3 to 5, normally 4
option tie: draw, share, normally draw
board Fen: a grid of square cells, size by size
piece Frog of a player, on Fen
each Frog has a leap: 1 to 3
each player has a score: 0 to 9
turn
  must put a Frog of the player on an empty cell
  do Count
step Count
  the player's score goes up by up to 1
end after the turn if there is no empty cell                  [FEN-END]
  when tie is draw, the game is drawn
  when tie is share, rank every player by the player's score
"""
#: Lines of a variant, what its hint has, and the lines that it leads to.
ROWS = [
    ("set size = 3", "`to`", "set size to 3"),
    ("size is 3", "`set size to 3`", "set size to 3"),
    ("the option size is 5", "`set size to …`", "set size to 5"),
    ("option tie share", "`set tie to share`", "set tie to share"),
    ("with size 5", "`set size to 5`", "set size to 5"),
    ("set size to 7", "`option size: 3 to 7, normally 7`",
     "replace\n  option size: 3 to 7, normally 7"),
    ("replace each Frog has a leap: 1 to 3\n  each Frog has a leap: 1 to 5",
     "as in `replace`, and below it `each Frog has a leap: 1 to 5`",
     "replace\n  each Frog has a leap: 1 to 5"),
    ("override step Count\n  the player's score goes up by up to 2",
     "as in `replace`, and below it `step Count`",
     "replace\n  step Count\n    the player's score goes up by up to 2"),
    ("change the leap of Frogs by 1", "`replace` stands alone in its line", ""),
    ("at the start of each turn\n  do Count", "stands below a line `before turn`",
     "before turn\n  do Count"),
    ("at the end of every turn\n  do Count", "stands below a line `after turn`",
     "after turn\n  do Count"),
    ("before each turn\n  do Count", "it is `before turn`", "before turn\n  do Count"),
    ("turn\n  do Count", "`before turn`, `after turn`", "after turn\n  do Count"),
    ("step Count\n  do Count", "`before Count`, `after Count`", ""),
    ("remove [FEN-END]", "`remove end [ID]`",
     "remove end [FEN-END]\nend after the turn if there is a Frog\n  Reed wins"),
    ("delete the end FEN-END", "`remove end [ID]`", ""),
    ("no leap of Frogs", "stands anew, without the line that is left out", ""),
]


def errors(folder: Path, lines: str) -> list[str]:
    """What is wrong with a variant that has these lines."""
    (folder / "fen.rules").write_text(BASE, encoding="utf-8")
    path = folder / "deep.rules"
    path.write_text(f"variant Deep Fen of fen\n{lines}\n", encoding="utf-8")
    return [p.hint or "" for p in checking.check(path, 0) if p.severity == "error"]


@pytest.mark.parametrize(("lines", "told", "right"), ROWS, ids=[row[0] for row in ROWS])
def test_the_hint_leads_on(tmp_path: Path, lines: str, told: str, right: str) -> None:
    found = errors(tmp_path, lines)
    assert found
    assert told in found[0]
    assert not right or errors(tmp_path, right) == []


def test_a_game_of_its_own_is_told_nothing_of_variants(tmp_path: Path) -> None:
    path = tmp_path / "fen.rules"
    for lines in ("at the start of each turn\n  do Count", "delete the end FEN-END", "size is 3"):
        path.write_text(f"{BASE}{lines}\n", encoding="utf-8")
        found = [p.hint or "" for p in checking.check(path, 0) if p.severity == "error"]
        assert found
        assert "LANGUAGE.md, 19" not in found[0]
