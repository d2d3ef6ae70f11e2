"""Scenarios through the command line: what passes, what fails, what is none; and traces."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

SCENARIO = """\
- scenario: Middle
  ruleset: starter.rules
  do: [b2]
  expect:
    to move: Nought
    options: {options}
    allows: [a1]
    result: none
"""


def test_scenarios(run: Run) -> None:
    Path("right.yaml").write_text(SCENARIO.format(options=8), encoding="utf-8")
    assert run("test", "right.yaml").code == 0
    Path("wrong.yaml").write_text(SCENARIO.format(options=7), encoding="utf-8")
    answer = run("test", "wrong.yaml")
    assert answer.code == 1
    assert "wrong.yaml:6 failed: Middle" in answer.out


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("- scenario: a\n  scenario: b\n", 2),
        ("- scenario: a\n  ruleset: x\n  expcet: {}\n", 1),
        ("- scenario: a\n  ruleset: x\n  expect: {options: many}\n", 3),
        (SCENARIO.format(options=8) * 2, 9),
        ("- scenario: [\n", 2),
    ],
)
def test_scenario_files_that_are_none(run: Run, text: str, line: int) -> None:
    Path("bad.yaml").write_text(text, encoding="utf-8")
    answer = run("test", "bad.yaml", "--json")
    assert answer.code == 1
    assert {item["line"] for item in answer.json["diagnostics"]} == {line}


def test_trace(run: Run) -> None:
    found = run("trace", "starter.rules", "--games", "3", "--json").json
    assert set(found) == {"rules", "unimplemented"}
