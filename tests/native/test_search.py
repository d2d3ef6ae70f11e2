"""Looking ahead within a turn: what is kept from choice to choice changes nothing."""

from __future__ import annotations

import random

import pytest

from rulewright.interpreter.diagnostics import RunError
from rulewright.interpreter.engine import duties
from rulewright.interpreter.native import nodes
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.play import setting
from tests.texts import path_of


@pytest.mark.parametrize("most", [6, 9])
def test_the_same_turns_are_too_long(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions of the memo that are left from the choice before count for the one that is made:
    with little patience, a game stops at the same choice as in the reference engine."""
    monkeypatch.setattr(duties, "MAX_SEARCH", most)
    monkeypatch.setattr(nodes, "MAX_SEARCH", most)
    made = setting.make(str(path_of("backgammon")), None, {})
    machine, reference = NativeMachine(made.game.program, "-O0"), made.game.machine
    stopped, chosen = 0, 0
    for seed in range(30):
        chance = random.Random(seed)
        state, vector = machine.start(), reference.start()
        for _ in range(60):
            try:
                options = reference.choices(vector)
            except RunError as expected:
                with pytest.raises(RunError) as caught:
                    machine.choices(state)
                assert caught.value.diagnostics == expected.diagnostics
                stopped += 1
                break
            assert machine.choices(state) == options
            choice = chance.choice(options)
            try:
                reference.apply(vector, choice)
            except RunError as expected:
                with pytest.raises(RunError) as caught:
                    machine.apply(state, choice)
                assert caught.value.diagnostics == expected.diagnostics
                stopped += 1
                break
            machine.apply(state, choice)
            chosen += 1
    assert stopped > 5 and chosen > 60
