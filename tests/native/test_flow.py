"""Play between choices as one function: what is compiled apart comes to the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter.native import flow
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.play import setting
from tests.native.rows import the_same_games
from tests.texts import path_of

#: Chance with and without equal weights, what is looked at afterwards, duties, memories, nodes at
#: which nothing may be possible, what is to be done in the rest of a turn.
GAMES = ["tic-tac-toe", "backgammon", "chess", "draughts", "leduc", "kalah", "motif", "shires"]
TURNS = 12


@pytest.mark.parametrize("path", [*map(path_of, GAMES)], ids=lambda path: path.stem)
def test_small_blocks_and_all_options_listed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where a program has very many statements."""
    monkeypatch.setattr(flow, "MOST_IN_ALL", 0)
    made = setting.make(str(path), None, {})
    machine = NativeMachine(made.game.program, "-O0")
    assert "goto listed;" in machine.source
    the_same_games(made, machine, 3, TURNS)
    state = machine.start()
    reference = made.game.machine
    vector = reference.start()
    for _ in range(20):
        assert state == reference.plain(vector)
        choices = reference.choices(vector)
        assert machine.choices(state) == choices
        if not choices:
            break
        assert machine.apply(state, choices[-1]) == reference.apply(vector, choices[-1])
