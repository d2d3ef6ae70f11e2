"""The written examples of the rules: every scenario of `tests/scenarios/` comes out as it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter.play import scenario
from tests.texts import ROOT, shipped

FOLDER = ROOT / "tests/scenarios"
#: Each game is made once for all files, like a ruleset.
BENCH = scenario.Bench(load=shipped)


@pytest.mark.parametrize(
    "path", sorted(FOLDER.rglob("*.yaml")), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_scenario_passes(path: Path) -> None:
    outcomes = scenario.run(path, BENCH)
    assert outcomes
    assert [str(outcome) for outcome in outcomes if not outcome.passed] == []
