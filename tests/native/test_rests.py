"""What is demanded of the rest of a turn, natively: an option that was possible is tried first."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter.engine import rest
from rulewright.interpreter.native import nodes
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.play import setting
from tests.native.rows import stopped_alike, the_same_games

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

#: The first number often leads to no coin; each turn looks at more states than the one before.
SUMS = """\
game Sums
  "Take coins that are as much as two numbers."

players 2: One, Two
the game has rounds: 0 to 60
the game has a sum: 0 to 20
kind coin: dime, groat, crown, mark, pound
each coin has a stock: 0 to 3, at first 3
each coin has a worth: 0 to 9

setup
  the worth of dime becomes 1
  the worth of groat becomes 2
  the worth of crown becomes 5
  the worth of mark becomes 9

turn
  must if possible choose a number N from 0 to 8, written "{N}"
    only if N is at most rounds plus 2
    only if the rest can be done
    the sum becomes N
    must do one of
      choose a number A from 0 to 5, written "{A}"
        only if A is not N
        only if the rest can be done
        the sum goes up by A
      choose "nothing"
        only if N is less than 3
        only if the rest can be done
    must choose a coin C, written "{C}"
      only if C's worth is the sum
      only if C's stock is at least 1
      the stock of C goes down by 1
  rounds goes up by 1
  if rounds is 13, the player wins
"""


def test_what_was_possible_is_asked_first(tmp_path: Path) -> None:
    path = tmp_path / "pairs.rules"
    path.write_text(PAIRS, encoding="utf-8")
    made = setting.make(str(path), None, {})
    machine = NativeMachine(made.game.program, "-O1")
    assert "return o1_0(S, o->values[0], o->values[1]);" in machine.source
    the_same_games(made, machine, 40, 60)


def test_first_options_are_gone_by_before_the_rest_is_searched(tmp_path: Path) -> None:
    """What is found is the same where they lead on and where they do not."""
    path = tmp_path / "sums.rules"
    path.write_text(SUMS, encoding="utf-8")
    made = setting.make(str(path), None, {})
    the_same_games(made, NativeMachine(made.game.program, "-O1"), 40, 60)


@pytest.mark.parametrize("most", [5, 7])
def test_states_that_first_options_lead_to_count(
    most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With little patience, a game stops at the same choice as in the reference engine."""
    monkeypatch.setattr(rest, "MAX_SEARCH", most)
    monkeypatch.setattr(nodes, "MAX_SEARCH", most)
    path = tmp_path / "sums.rules"
    path.write_text(SUMS, encoding="utf-8")
    made = setting.make(str(path), None, {})
    machine = NativeMachine(made.game.program, "-O0")
    stopped, chosen = stopped_alike(machine, made.game.machine, 20, 40)
    assert stopped > 5 and chosen > 20
