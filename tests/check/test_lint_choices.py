"""Notes on choices and turns that say less, or act later, than a reader may think."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import checking
from rulewright.interpreter.diagnostics import Diagnostic

FRAME = """game Pairs
players 3: Ann, Ben, Cid
board Field: a grid of square cells, 3 by 3
piece Stone of a player, on Field
each Stone can be fixed
the game has a leader: a player, at first Ann
turn
{}
end as soon as there is no empty cell
  the game is drawn
"""


def noted(tmp_path: Path, code: str, *lines: str) -> list[Diagnostic]:
    path = tmp_path / "pairs.rules"
    path.write_text(FRAME.format("\n".join(f"  {line}" for line in lines)), encoding="utf-8")
    return [d for d in checking.check(path, 0) if d.code == code]


def test_two_chosen_things_can_be_the_same(tmp_path: Path) -> None:
    (note,) = noted(
        tmp_path, "same-thing",
        'may choose a Stone A of the player and a Stone B of the player, written "{A}{B}", or "no"',
        "  A becomes fixed", "  B becomes fixed", "must put a Stone of the player on an empty cell")
    assert note.message == "`A` and `B` can be the same Stone"
    assert note.severity == "note"
    assert "`a Stone B of the player that is not A`" in (note.hint or "")


@pytest.mark.parametrize("lines", [
    ('may choose a Stone A and a Stone B that is not A, or "no"',),
    ('may choose a Stone A and an other Stone B, or "no"',),
    ('may choose a Stone A and a Stone B, or "no"', "  only if A is not B"),
    ('may choose a Stone A and a cell B, or "no"',),
    ('may choose a cell A and a Stone B next to A, or "no"',),
])
def test_two_things_that_are_kept_apart(tmp_path: Path, lines: tuple[str, ...]) -> None:
    assert not noted(tmp_path, "same-thing", *lines,
                     "must put a Stone of the player on an empty cell")


@pytest.mark.parametrize("last", [
    ("the leader begins",),
    ("if a1 is occupied, the leader begins",),
    ("for each player P", "  if P is the leader", "    P begins"),
])
def test_who_begins_last_has_not_the_next_turn(tmp_path: Path, last: tuple[str, ...]) -> None:
    (note,) = noted(tmp_path, "next-turn", "must put a Stone of the player on an empty cell", *last)
    who = "P" if "P" in last[-1] else "the leader"
    assert note.hint is not None and f"`the previous player of {who} begins`" in note.hint


@pytest.mark.parametrize("lines", [
    ("the leader begins", "must put a Stone of the player on an empty cell"),
    ("must put a Stone of the player on an empty cell", "the previous player of the leader begins"),
])
def test_who_begins_for_the_rest_of_a_turn(tmp_path: Path, lines: tuple[str, ...]) -> None:
    assert not noted(tmp_path, "next-turn", *lines)
