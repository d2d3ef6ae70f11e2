"""Looking ahead within a turn: what is kept from choice to choice changes nothing."""

from __future__ import annotations

import pytest

from rulewright.interpreter.engine import duties
from rulewright.interpreter.native import nodes
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.play import setting
from tests.native.rows import stopped_alike
from tests.texts import path_of


@pytest.mark.parametrize("most", [6, 9])
def test_the_same_turns_are_too_long(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions of the memo that are left from the choice before count for the one that is made:
    with little patience, a game stops at the same choice as in the reference engine."""
    monkeypatch.setattr(duties, "MAX_SEARCH", most)
    monkeypatch.setattr(nodes, "MAX_SEARCH", most)
    made = setting.make(str(path_of("backgammon")), None, {})
    machine, reference = NativeMachine(made.game.program, "-O0"), made.game.machine
    stopped, chosen = stopped_alike(machine, reference, 30, 60)
    assert stopped > 5 and chosen > 60
