"""Declining is offered beside something to decline only, also where that is judged afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.engine.game import State
from rulewright.interpreter.oracle.executor import Oracle

GAME = """\
game Perhaps
players 2: Gold, Black
the game has a count: 0 to 9
turn
  may choose a number from 1 to 3, or "no"
    only if afterwards the count is less than {below}
    the count goes up by the number
  must choose "on"
"""
DUTY = "duty by the end of the turn\n  if possible, the count is 0\n"


def start(folder: Path, below: int, more: str = "") -> State:
    path = folder / "perhaps.rules"
    path.write_text(GAME.format(below=below) + more, encoding="utf-8")
    state = driver.load(path).instantiate().start()
    oracle = Oracle(state.game.program)
    v = oracle.start()
    assert v == state.game.machine.plain(state.vector)
    assert oracle.options(v) == state.game.machine.choices(state.vector)
    return state


@pytest.mark.parametrize(("below", "options"), [
    (4, ["1", "2", "3", "no"]), (2, ["1", "no"]), (1, ["on"]),
])
def test_declining_stands_beside_what_is_allowed(
    tmp_path: Path, below: int, options: list[str]
) -> None:
    assert start(tmp_path, below).options() == options


def test_a_duty_may_leave_it_alone(tmp_path: Path) -> None:
    """What a duty keeps from being chosen is there to be declined."""
    assert start(tmp_path, 9, DUTY).options() == ["no"]
