"""Sentences that are easily taken otherwise than they are meant: each has the meaning that a
careful reader gives it, or is an error that shows the readings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.diagnostics import Diagnostic
from tests.corrected import put_in
from tests.texts import cases

#: What is told of nearly every trap, since its frame has only the lines that it needs.
ON_ANY_TRAP = ("no-end",)
FOLDER = Path(__file__).parent
MOST_HINTS = 3  # put in one after another, until a text is right
TRAPS = [
    pytest.param(known["frames"][trap.get("frame", next(iter(known["frames"])))], trap,
                 id=f"{path.stem}: {trap['name']}")
    for path in sorted(FOLDER.glob("*.yaml"))
    for known in [cases(path)]
    for trap in known["traps"]
]


def test_every_name_is_used_once() -> None:
    names = [param.id for param in TRAPS]
    assert len(names) == len(set(names)) > 30


@pytest.mark.parametrize(("frame", "trap"), TRAPS)
def test_trap(tmp_path: Path, frame: str, trap: dict[str, Any]) -> None:
    path = tmp_path / "trap.rules"
    path.write_text(frame + trap["lines"], encoding="utf-8")
    text = driver.read(path)
    # What breaks in random play is told as a note; the moves of a trap are played below.
    told_of = checking.check_text(text, None if {"warns", "idle"} & trap.keys() else 0)
    found = [p for p in told_of if p.severity == "error"]
    told = "\n".join(p.render() for p in found)
    if "error" in trap:
        assert [p.code for p in found][:1] == [trap["error"]], told or "accepted"
        for offered in trap.get("offers", ()):
            assert offered in (found[0].hint or ""), told
        if "holds" not in trap:
            return
        text = _led_on(path, found)
    else:
        assert not found, told
    if "warns" in trap:
        _require_warning(trap, told_of)
    if "idle" in trap:
        _require_idle(trap, told_of)
        return
    state = driver.ruleset_of(text).instantiate(quick=True).start()
    for move in trap.get("moves", ()):
        state = state.apply(move)
    if "options" in trap:
        assert state.options() == trap["options"]
    for condition in trap.get("holds", ()):
        assert state.evaluate(condition) in (1, True, "yes"), condition
    if "ranks" in trap:
        assert state.result is not None
        assert state.result.ranks == trap["ranks"]
    assert {"options", "warns", "ranks"} & trap.keys() or trap["holds"]


def _led_on(path: Path, found: list[Diagnostic]) -> driver.Text:
    """The text that the hints lead to, each put in as it is; it has the reader's meaning."""
    for _ in range(MOST_HINTS):
        told = "\n".join(p.render() for p in found)
        made = next(put_in(path.read_text(encoding="utf-8"), found[0]), None)
        assert made is not None, told
        path.write_text(made, encoding="utf-8")
        text = driver.read(path)
        found = [p for p in checking.check_text(text, 0) if p.severity == "error"]
        if not found:
            return text
    raise AssertionError(told)


def _require_warning(trap: dict[str, Any], told_of: list[Diagnostic]) -> None:
    """The warning or note of a trap, with what its hint offers; none where it is empty."""
    about = [p for p in told_of if p.code not in ON_ANY_TRAP]
    told = "\n".join(p.render() for p in about)
    assert {p.code for p in about} == ({trap["warns"]} if trap["warns"] else set()), told
    for offered in trap.get("offers", ()):
        assert offered in (about[0].hint or ""), told


def _require_idle(trap: dict[str, Any], told_of: list[Diagnostic]) -> None:
    """The conditions and lines that change nothing where they stand, in the order of the text, and
    what their hints offer."""
    idle = [p for p in told_of if p.code == trap.get("code", "settled")]
    told = "\n".join(p.render() for p in idle)
    assert [p.span.text for p in idle if p.span] == trap["idle"], told
    for problem, offered in zip(idle, trap.get("hints", ()), strict=False):
        assert offered in (problem.hint or ""), told
