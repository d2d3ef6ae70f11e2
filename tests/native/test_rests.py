"""What is demanded of the rest of a turn, natively: an option that was possible is tried first."""

from __future__ import annotations

from pathlib import Path

from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.play import setting
from tests.native.rows import the_same_games

#: Whether a pair is left for a number changes with each choice, and is not so now and then.
PAIRS = """\
game Pairs
  "Take coins of two kinds that are a number apart."

players 2: One, Two
the game has rounds: 0 to 60
kind coin: dime, groat, crown, mark, pound
each coin has a stock: 0 to 3, at first 3
each coin has a worth: 0 to 9

setup
  the worth of dime becomes 1
  the worth of groat becomes 2
  the worth of crown becomes 4
  the worth of mark becomes 7

turn
  must if possible choose a number N from 0 to 8, written "{N}"
    only if the rest can be done
    must choose a coin A and a coin B, written "{A} {B}"
      only if A is not B
      only if A's worth plus N is B's worth
      only if A's stock is at least 1 and B's stock is at least 1
      the stock of A goes down by 1
      the stock of B goes down by 1
  rounds goes up by 1
  if rounds is 15, the player wins
"""


def test_what_was_possible_is_asked_first(tmp_path: Path) -> None:
    path = tmp_path / "pairs.rules"
    path.write_text(PAIRS, encoding="utf-8")
    made = setting.make(str(path), None, {})
    machine = NativeMachine(made.game.program, "-O1")
    assert "return o1_0(S, o->values[0], o->values[1]);" in machine.source
    the_same_games(made, machine, 40, 60)
