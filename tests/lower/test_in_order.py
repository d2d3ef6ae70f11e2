"""`each SET in order` of things: what is chosen or rolled for one after the other."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.engine.game import State
from tests.corrected import left_in
from tests.texts import loaded, path_of

HEAD = """\
game Tried
players 2: Red, Blue
kind die (dice): small, middle, big
each die has a value: 0 to 6
each die can be held
turn
"""


def start(tmp_path: Path, turn: str) -> State:
    path = tmp_path / "tried.rules"
    path.write_text(f"{HEAD}{turn}  the game is drawn\n", encoding="utf-8")
    return driver.load(path).instantiate().start()


def test_one_after_the_other(tmp_path: Path) -> None:
    state = start(tmp_path, """\
  each die in order
    must choose a number N from 1 to 6, written "{N}"
      the die's value becomes N
""")
    for text in ("4", "1", "6"):
        assert (state.kind, len(state.options())) == ("decision", 6)
        before, state = state, state.apply(text)
    values = [before.evaluate(f"the value of {die}") for die in ("small", "middle", "big")]
    assert values == [4, 1, 0]
    assert state.kind == "end"


def test_who_belongs_is_asked_in_each_round(tmp_path: Path) -> None:
    """The big die is held when the small one has been asked, and so is left out."""
    state = start(tmp_path, """\
  middle becomes held
  each die D that is not held in order
    must choose a die, written "{die}"
      it becomes held
""")
    assert state.options() == ["small", "middle", "big"]
    assert state.apply("big").kind == "end"
    later = state.apply("small")
    assert later.options() == ["small", "middle", "big"]
    assert later.apply("small").kind == "end"


def test_numbers_and_loops_inside_one_another(tmp_path: Path) -> None:
    state = start(tmp_path, """\
  each number N from 2 to 3 in order
    each die in order
      if the die is middle, the turn ends
      at random pick a number K from 1 to N, written "{K}"
        the die's value becomes K
""")
    assert [text for text, _ in state.outcomes()] == ["1", "2"]
    assert [text for text, _ in state.apply("2").outcomes()] == ["1", "2"]  # Blue's turn


@pytest.mark.parametrize(("slip", "line"), [
    ("for each die\n    at random pick a number from 1 to 6\n      big becomes held",
     "each die in order\n    at random pick a number from 1 to 6\n      big becomes held"),
    ("for each die D that is not held\n    must choose a die",
     "each die D that is not held in order\n    must choose a die"),
    ("for each player P\n    P decides\n      must choose a die",
     "each player P in order\n    P decides\n      must choose a die"),
    ("each die in order\n    it becomes held", "for each die\n    it becomes held"),
])  # fmt: skip
def test_what_is_offered_is_right(tmp_path: Path, slip: str, line: str) -> None:
    path = tmp_path / "slip.rules"
    path.write_text(f"{HEAD}  {slip}\n  the game is drawn\n", encoding="utf-8")
    [found] = [d for d in checking.check(path, 0) if d.severity == "error"]
    assert found.span is not None
    [words] = found.replacements
    text = found.span.source.with_text(found.span, words).text
    assert text == f"{HEAD}  {line}\n  the game is drawn\n"
    assert left_in(path, text) == []


def test_three_dice_in_figures() -> None:
    """Of 216 throws 6 have three alike; one die comes to a given face once in 6 times, two of them
    once in 36."""
    game = loaded(path_of("three-dice")).instantiate()

    @cache
    def chance(state: State, said: str) -> Fraction:
        """How likely something is at the end of Ann's turn, if she throws all again."""
        if state.kind == "chance" and state.evaluate("the score of Ann") == 0:
            outcomes = state.outcomes()
            total = sum(weight for _, weight in outcomes)
            return sum((chance(state.apply(text), said) * Fraction(weight, total)
                        for text, weight in outcomes), Fraction(0))
        if state.kind == "decision" and state.evaluate("the score of Ann") == 0:
            return chance(state.apply("again"), said)
        return Fraction(bool(state.evaluate(said)))

    alike = 0
    for one in "123456":
        for two in "123456":
            for three in "123456":
                thrown = game.start().apply(one).apply(two).apply(three)
                alike += thrown.evaluate("the worth is more than 18") is True
    assert alike == 6
    begun = game.start().apply("1").apply("6").apply("6")
    assert begun.options() == ["again", "keep"]
    assert begun.apply("keep").evaluate("Ann's score is 13") is True
    assert chance(begun, "Ann's score is 24") == Fraction(1, 6)
    begun = game.start().apply("1").apply("1").apply("6")
    assert chance(begun, "Ann's score is 24") == Fraction(1, 36)
