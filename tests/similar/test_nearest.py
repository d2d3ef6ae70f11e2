"""Which examples a sentence is like, and where they are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.check.suggest import FAR
from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.similar.nearest import index, phrases_of

TEXT = """
game Pond
players 2: Red, Blue
kind herb: mint, sage
board Pond: a grid of square fields, 4 by 4
piece Frog of a player, on Pond
piece Leaf: 12
zone Heap: Leaves, seen by nobody
zone Nest of a player: Leaves
each player has seeds: 0 to 9
each Frog can be wary
each field has a plant: a herb or none
turn
  must move a Frog of the player to a field
    HERE
  the game is drawn
""".lstrip()


@pytest.mark.parametrize(("said", "written"), [
    # the nouns are others in the examples; what is done with them is the same
    ("every player draws a random Leaf off the Heap", "at random pick"),
    ("if his seeds are higher than those of every other player", "of every other player"),
    ("a Frog is bold if no other Frog is in its row", "there is no"),
])
def test_alike(said: str, written: str) -> None:
    found = index().foretold(said, phrases_of(TEXT)).nearest(3, 0.1)
    assert any(written in one.written for one in found), [one.written for one in found]


def test_no_more_than_asked() -> None:
    assert len(index().foretold("every player draws a Leaf", phrases_of(TEXT)).nearest(2, 0.0)) == 2
    assert index().foretold("zzz", phrases_of(TEXT)).nearest(3, 0.1) == []


def test_much_alike_is_shown_once() -> None:
    found = index().foretold("each player draws a Leaf", phrases_of(TEXT)).nearest(3, 0.0)
    assert len({one.written for one in found}) == 3


def test_what_is_shown_together_covers_more_than_one_notion() -> None:
    said = "a random Frog becomes wary and each player with more than 3 seeds loses 2 seeds"
    found = [one.written for one in index().foretold(said, phrases_of(TEXT)).nearest(2, 0.1)]
    assert any("at random pick" in written for written in found), found
    assert any("goes down by" in written for written in found), found


def found_for(path: Path, line: str) -> Diagnostic:
    path.write_text(TEXT.replace("HERE", line), encoding="utf-8")
    return next(p for p in checking.check_text(driver.read(path), 0) if p.severity == "error")


def test_told_where_no_hint_says_what_to_write(tmp_path: Path) -> None:
    problem = found_for(tmp_path / "pond.rules", "wary Frogs of whoever has fewer seeds scatter")
    assert not problem.replacements
    assert problem.alike
    said, written = problem.alike[0]
    told = problem.render()
    assert told.index("hint:") < told.index("in other games:") < told.index(written.split("\n")[0])
    assert {"said": said, "written": written} in problem.to_json()["alike"]


def test_not_told_where_a_hint_says_what_to_write(tmp_path: Path) -> None:
    problem = found_for(tmp_path / "pond.rules", "the Frog gets wary")
    assert problem.replacements == ("becomes",)
    assert not problem.alike
    assert "in other games" not in problem.render()


def test_a_form_of_another_matter_is_not_like_what_is_foretold() -> None:
    # `last` makes the phrase book tell how to count turns; a last Frog is a number of Frogs.
    wanted = index().foretold("only if it is not the last Frog of the player", phrases_of(TEXT))
    assert wanted.likeness("the turn has moves: 0 to 9") < FAR
    assert wanted.likeness("only if there is a Frog of the player") > FAR


def test_a_notion_of_the_matter_is_kept(tmp_path: Path) -> None:
    problem = found_for(tmp_path / "pond.rules", "roll a die and add it to his seeds, twice over")
    assert problem.alike
    assert "at random pick a number from 1 to 6" in (problem.hint or "")
