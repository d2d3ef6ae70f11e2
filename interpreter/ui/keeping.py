"""What a session keeps and takes back: records, scenarios, and where undo stops.

Invariant: a scenario that was saved says what the game says now; it is run once before it is
called saved.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.diagnostics import UsageError
from rulewright.interpreter.play import record, scenario
from rulewright.interpreter.ui.wording import leaves

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import State
    from rulewright.interpreter.ui.interactive import Step

#: More options than this are counted in a saved scenario, fewer are listed.
MOST_LISTED = 12


def revealed(step: Step, after: State, seat: int, people: Sequence[int]) -> str | None:
    """Why a step cannot be taken back by a seat, or None."""
    if step.seat is None:
        return f"chance decided `{step.text}`"
    if not step.before.game.hidden:
        return None
    if step.seat in people and step.seat != seat:
        return "another player decided since, and in this game something is hidden"
    for watcher in people:
        if _hidden(step.before, watcher) - _hidden(after, watcher):
            return f"`{step.text}` revealed something that was hidden"
    return None


def _hidden(state: State, seat: int) -> set[tuple[str, ...]]:
    """The parts of a state that a seat does not see as they are."""
    seen = leaves(state.view(seat))
    return {path for path, value in leaves(state.to_json()).items() if seen.get(path) != value}


def save(path: Path, header: record.Header, steps: Sequence[Step]) -> None:
    """Write the steps so far as an unfinished record."""
    with record.Writer(path, header) as writer:
        for step in steps:
            writer.add(scenario.whose(step.before), step.text)


def save_scenario(path: Path, header: record.Header, steps: Sequence[Step], state: State) -> bool:
    """Write the play so far as a scenario; whether it passes when it is run."""
    import yaml

    game = state.game
    ruleset = header.ruleset
    if Path(ruleset).is_file():
        ruleset = os.path.relpath(ruleset, path.parent)
    data: dict[str, Any] = {
        "scenario": f"Play of {game.ruleset.title} after {len(steps)} steps",
        "ruleset": ruleset,
        "players": str(game.players),
        "options": dict(game.options),
        "rules": [],
        "do": [step.text for step in steps],
        "expect": _expected(state),
    }
    if not game.options:
        del data["options"]
    text = yaml.safe_dump([data], sort_keys=False, allow_unicode=True, width=100)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None
    return all(outcome.passed for outcome in scenario.run(path))


def _expected(state: State) -> dict[str, Any]:
    game, result = state.game, state.result
    if result is not None:
        expected: dict[str, Any] = {
            "winners": [game.seats[seat] for seat in result.winners],
            "draw": "yes" if result.draw else "no",
        }
        if result.rule:
            expected["rule"] = result.rule
        return {"result": expected}
    found: dict[str, Any] = {"to move": scenario.whose(state)}
    if state.kind == "decision":
        options = state.options()
        found["options"] = options if len(options) <= MOST_LISTED else str(len(options))
    return found | {"result": "none"}
