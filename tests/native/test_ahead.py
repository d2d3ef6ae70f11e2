"""Duties natively: the first options on the way to the end of a turn are found without lists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.engine import duties
from rulewright.interpreter.native import module, nodes
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.play import setting
from tests.native.rows import stopped_alike, the_same_games
from tests.texts import path_of

#: Turns are of two or three coins, so that the last one is often not where it was on the way
#: before; and coins run out, so that the most is sometimes not come to.
PURSE = """\
game Purse
  "Take coins that are worth as much as may be."

players 2: One, Two
the game has rounds: 0 to 20
kind coin: dime, groat, crown, mark
each coin has a stock: 0 to 9, at first 5
each coin has a worth: 0 to 4
each player has a sum: 0 to 200
the turn has steps: 0 to 3
the turn has taken: 0 to 9

setup
  the worth of dime becomes 1
  the worth of groat becomes 2
  the worth of crown becomes 3
  the worth of mark becomes 4

turn
  as long as possible, must choose a coin, written "{coin}"
    only if the turn's steps is less than 3
    only if the coin's stock is at least 1
    only if the turn's taken plus the coin's worth is at most 7
    the rounds goes up by 1
    the coin's stock goes down by 1
    the turn's steps goes up by 1
    the turn's taken goes up by the coin's worth
    the player's sum goes up by the coin's worth

duty by the end of the turn
  as much as possible, the turn's taken, up to 7

end as soon as the rounds is 20
  the game is drawn
"""

#: The same where ways stop with an error, in what counts for the duty or beside it; where more than
#: is said is come to; where the game ends on a way; and where something else is chosen on it.
OTHERS = {
    "as it is": ("", ""),
    "too much is taken": ("taken: 0 to 9", "taken: 0 to 6"),
    "what one has is too much": ("a sum: 0 to 200", "a sum: 0 to 12"),
    "more than what it is up to": ("up to 7", "up to 6"),
    "the game ends": ("end as soon as the rounds", "end as soon as the stock of mark is 2\n"
                      "  the player wins\n\nend as soon as the rounds"),
    "another choice": ("    the turn's steps goes up by 1\n", "    the turn's steps goes up by 1\n"
                       "    may choose a coin C, written \"back {C}\", or \"none\"\n"
                       "      only if C's stock is at most 3\n"
                       "      the stock of C goes up by 1\n"),
}
STOPPED = {"too much is taken", "what one has is too much", "more than what it is up to"}


@pytest.mark.parametrize("which", OTHERS)
def test_duties_are_the_same(which: str, tmp_path: Path) -> None:
    path = tmp_path / "purse.rules"
    old, new = OTHERS[which]
    assert old in PURSE
    path.write_text(PURSE.replace(old, new, 1), encoding="utf-8")
    made = setting.make(str(path), None, {})
    machine = NativeMachine(made.game.program, "-O0")
    assert re.search(r"LOOKED_AHEAD\(X\) X\(\d\)", machine.source)
    stopped, chosen = stopped_alike(machine, made.game.machine, 20, 60)
    assert bool(stopped) == (which in STOPPED) and chosen > 5
    if which not in STOPPED:
        the_same_games(made, machine, 20, 40)


def test_states_on_the_way_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With little patience, a game stops at the same choice as in the reference engine: of the
    first choice just as many states are looked at as there may be, of some later ones more."""
    monkeypatch.setattr(duties, "MAX_SEARCH", 8)
    monkeypatch.setattr(nodes, "MAX_SEARCH", 8)
    path = tmp_path / "purse.rules"
    path.write_text(PURSE, encoding="utf-8")
    made = setting.make(str(path), None, {})
    stopped, chosen = stopped_alike(
        NativeMachine(made.game.program, "-O0"), made.game.machine, 20, 60)
    assert stopped > 3 and chosen > 60


def test_the_last_move_of_a_turn_is_carried_out_in_part() -> None:
    """In backgammon, what hits does to the one who is hit is left out, and so are all lists."""
    text = module.Module(driver.load(path_of("backgammon")).instantiate().program).text
    part = text[text.index("static int part_3_0("):]
    part = part[:part.index("\n}\n")]
    assert "T_6[" in text and "T_6[" not in part and "turn_pips" in part
    assert "if (ended_by" not in text and "return !some_3(S);" in text


def test_without_duties_nothing_is_looked_ahead() -> None:
    text = module.Module(driver.load(path_of("connect-four")).instantiate().program).text
    assert "LOOKED_AHEAD" not in text
