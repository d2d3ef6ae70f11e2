"""What `why` names first is what a referee would name first, by the rulebook alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter import documents
from rulewright.interpreter.engine.game import State
from rulewright.interpreter.play import scenario
from tests.texts import shipped

TESTS = Path(__file__).parents[1]
TABLE = documents.read(Path(__file__).with_name("referee.yaml")).value
ROWS = [(group, *row) for group in TABLE for row in group["rows"]]
BENCH = scenario.Bench(load=shipped)
PLACES: dict[str, State] = {}


def place(group: dict[str, Any]) -> State:
    """The position of a group of rows."""
    key = f"{group['game']} {group['at']} {group.get('do')}"
    if key not in PLACES:
        file = TESTS / "scenarios" / group["game"] / "examples.yaml"
        [example] = [item for item in scenario.read(file) if item.name == group["at"]]
        game = BENCH.game(group["game"], None, {})
        given = example.data.get("given")
        state = game.position(given) if given else game.start()
        for text in group.get("do", ()):
            state = state.apply(text)
        PLACES[key] = state
    return PLACES[key]


def test_the_table_is_large_and_about_both_games() -> None:
    assert sum(group["game"] == "motif" for group, *_ in ROWS) >= 30
    assert sum(group["game"] == "motators" for group, *_ in ROWS) >= 30


@pytest.mark.parametrize(
    ("group", "move", "first", "because"),
    ROWS,
    ids=[
        f"{group['at'].split(':')[0]}-{len(group.get('do', ()))}-{row[0]}" for group, *row in ROWS
    ],
)
def test_referee(
    group: dict[str, Any], move: str, first: str | list[str], because: str
) -> None:
    state = place(group)
    verdict = state.why(move)
    assert not verdict.legal
    wanted = [first] if isinstance(first, str) else first
    assert verdict.rules[:1] and verdict.rules[0] in wanted, f"{because}\n{verdict}"
