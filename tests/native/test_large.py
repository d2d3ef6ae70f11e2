"""Large sets: what is handed on by pointers comes to the same as what is handed on by value."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter.native import types
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.play import setting
from tests.native.rows import the_same_games
from tests.texts import ROOT

SMALL = ROOT / "tests" / "rulesets"
CLASSICS = ROOT / "rulesets" / "classics"
#: Boards of more than 64 cells, some of them made so large: rays, lines, floods, groups, distances,
#: sets that are kept and moved.
WIDE = [(CLASSICS / "amazons.rules", "", ""), (CLASSICS / "gomoku.rules", "", ""),
        (CLASSICS / "hex.rules", "", ""), (CLASSICS / "go.rules", "", ""),
        (CLASSICS / "othello.rules", "8 by 8", "10 by 10"), (SMALL / "swarm.rules", "", ""),
        (SMALL / "hedges.rules", "5 by 5", "9 by 9"), (SMALL / "islet.rules", "", "")]
TURNS = 12


@pytest.mark.parametrize(("path", "old", "new"), WIDE, ids=lambda each: getattr(each, "stem", ""))
def test_the_same_games(
    path: Path, old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(types, "MOST_WORDS", 0)
    text = path.read_text(encoding="utf-8")
    assert old in text
    (tmp_path / path.name).write_text(text.replace(old, new), encoding="utf-8")
    made = setting.make(str(tmp_path / path.name), None, {})
    machine = NativeMachine(made.game.program, "-O0")
    assert "large.h" in machine.source and " set2 " not in machine.source
    the_same_games(made, machine, 2, TURNS)
