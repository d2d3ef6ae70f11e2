"""Games that share what phrases came to are the same as those made alone, and made with less."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter import driver
from rulewright.interpreter.ir.print import print_program
from rulewright.interpreter.lower.game import instantiate
from rulewright.interpreter.lower.known import Known, Shared

CLASSICS = Path(rulewright.__file__).parent / "tests/rulesets"


def written(declarations: driver.Declarations, players: int, options: dict[str, str],
            shared: Shared | None) -> str:
    """A program in words, its locals numbered in the order in which they are met."""
    program = instantiate(declarations, "game", players, options, shared).program
    names: dict[str, str] = {}
    return re.sub(r"\b[a-z]+\d+\b", lambda found: names.setdefault(
        found[0], f"{found[0].rstrip('0123456789')}.{len(names)}"), print_program(program))


@pytest.mark.parametrize("name", ["motif", CLASSICS / "kalah.rules"], ids=str)
def test_the_same_programs(name: str | Path) -> None:
    ruleset = driver.load(name)
    shared = Shared()
    for players, options in driver._instances(ruleset):
        alone = written(ruleset.declarations, players, options, None)
        assert written(ruleset.declarations, players, options, shared) == alone, options


def test_what_does_not_depend_on_an_option_is_lowered_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lowered = []
    keep = Known.keep
    monkeypatch.setattr(Known, "keep", lambda known, key, *kept: (
        lowered.append(key), keep(known, key, *kept)))
    declarations, shared = driver.load("motators").declarations, Shared()
    instantiate(declarations, "game", 2, {}, shared)
    whole = len(lowered)
    instantiate(declarations, "game", 2, {"steps": "9"}, shared)
    assert 0 < len(lowered) - whole < whole // 20
