"""`and` beside `or` in what is said of one thing, and of each of several."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import checking
from rulewright.interpreter.diagnostics import Diagnostic, RulesError

TEXT = """
game Pond
players 2: Red, Blue
board Pond: a grid of square fields, 4 by 4
piece Frog of a player, on Pond
each Frog can be wary
turn
  must move a Frog of the player to a field
    if SENTENCE, the Frog becomes wary
  the game is drawn
""".lstrip()


def first(path: Path, sentence: str) -> Diagnostic:
    path.write_text(TEXT.replace("SENTENCE", sentence), encoding="utf-8")
    try:
        return checking.check(path, plays=0)[0]
    except RulesError as error:
        return error.diagnostics[0]


def test_of_one_thing_it_is_said_again(tmp_path: Path) -> None:
    problem = first(tmp_path / "pond.rules", "the Frog is wary or on a1 and next to b1")
    assert problem.code == "grouping"
    assert problem.replacements == (
        "(the Frog is wary or the Frog is on a1) and the Frog is next to b1",
        "the Frog is wary or (the Frog is on a1 and the Frog is next to b1)")


@pytest.mark.parametrize("several", ["every Frog", "some Frog", "no Frog"])
def test_of_several_a_part_would_be_of_all(tmp_path: Path, several: str) -> None:
    problem = first(tmp_path / "pond.rules", f"{several} is wary or is on a1 and is next to b1")
    assert problem.code == "grouping"
    assert problem.replacements == ()
    assert f"say `{several} is done`" in (problem.hint or "")
