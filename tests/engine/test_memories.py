"""Memories of positions in a machine's vectors, held against the plain executor."""

from __future__ import annotations

from pathlib import Path

from rulewright.interpreter import driver
from rulewright.interpreter.model.description import describe
from rulewright.interpreter.oracle.executor import Oracle

GAME = """\
game Lamps
players 2: Gold, Black
kind lamp: red, green
each lamp can be lit
memory Early: lamp lit, up to 9
memory Past: lamp lit, the last 2
turn
  record Early
  record Past
  must choose a lamp
    if it is lit
      it becomes not lit
    otherwise
      it becomes lit
  if the times of Past is 2, the game is drawn
"""


def test_the_last_positions_are_remembered(tmp_path: Path) -> None:
    """Red on, red off: the first position is there again. After red, green, red it is two turns
    back no longer: dark, red, both (the two remembered), green."""
    path = tmp_path / "lamps.rules"
    path.write_text(GAME, encoding="utf-8")
    state = driver.load(path).instantiate().start()
    oracle, machine = Oracle(state.game.program), state.game.machine
    vector = machine.plain(list(state.vector))
    held = []
    for move in ("red", "green", "red", "green", "red", "red"):
        held.append((state.evaluate("the times of Past"), state.evaluate("the times of Early")))
        oracle.apply(vector, (0, ("red", "green").index(move)))
        state = state.apply(move)
        assert vector == machine.plain(list(state.vector))
        assert state.game.from_json(state.to_json()).vector == state.vector
    # dark, red, both, green, dark again, red again: the memory of all knows the last two
    assert held == [(1, 1), (1, 1), (1, 1), (1, 1), (1, 2), (1, 2)]
    assert state.kind == "decision"
    assert "; the last 2 positions" in describe(state.game.model)
