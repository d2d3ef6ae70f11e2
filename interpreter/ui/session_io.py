"""What a session keeps and takes back: records, scenarios, and where undo stops.

Invariant: a scenario that is saved says what the game says now; it is run once before that.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.play import agents, belief, disclosure, record, reports, scenario
from rulewright.interpreter.source import Source
from rulewright.interpreter.state.rng import Rng

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Game, State
    from rulewright.interpreter.ui.interactive import Step

#: More options than this are counted in a saved scenario, fewer are listed.
MOST_LISTED = 12
#: Worlds that are compared to see whether a decision told its player something.
WORLDS = 200


def revealed(steps: Sequence[Step], back: int, seat: int) -> str | None:
    """Why the last but `back` of the steps cannot be taken back by a seat, or None.

    Where something is hidden, what others did is not told, and it is not taken back: it may have
    shown something, and would be known when it is done again.
    """
    step = steps[-back]
    hidden = step.before.game.hidden
    if step.seat is None:
        return "chance decided since" if hidden else f"chance decided `{step.text}`"
    if hidden and step.seat != seat:
        return "another player decided since, and in this game something is hidden"
    if hidden and _told(steps[: len(steps) - back + 1]):
        return f"`{step.text}` revealed something that was hidden"
    return None


def _told(steps: Sequence[Step]) -> bool:
    """Whether the last step told its player something: in the worlds that he could not tell apart,
    what he sees after it is not the same."""
    last = steps[-1]
    assert last.seat is not None
    game = last.before.game
    onlooker = agents.LookAhead(game, last.seat, Rng(0))
    for step in steps:
        step.show(onlooker)
    knowledge = onlooker.knowledge
    assert isinstance(knowledge, belief.Memory)
    choice = knowledge.moments[-1].own
    assert choice is not None
    seen = set()
    for world, _ in knowledge.worlds(WORLDS):
        seen.add(knowledge.observe(knowledge.forward.after(world, choice)))
    return len(seen) != 1


def sources(game: Game) -> list[Path]:
    """The files of a game's ruleset."""
    return [text.path for text in game.ruleset.text.chain()]


def text_of_record(header: record.Header, steps: Sequence[Step], state: State) -> str:
    """The steps so far as an unfinished record; the note says what it tells."""
    noted = replace(header, note=disclosure.of_record(state, header.seats))
    return record.text(noted, [(reports.whose(step.before), step.text) for step in steps])


def text_of_scenario(
    path: Path, header: record.Header, steps: Sequence[Step], state: State
) -> str:
    """The play so far as a scenario that stands at a path."""
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
    note = disclosure.of_scenario(state)
    comment = f"# {note[0].upper()}{note[1:]}.\n" if note else ""
    return comment + yaml.safe_dump([data], sort_keys=False, allow_unicode=True, width=100)


def passes(path: Path, text: str) -> bool:
    """Whether the scenarios in a text that is to stand at a path pass."""
    return all(outcome.passed for outcome in scenario.run_text(Source(str(path), text)))


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
    found: dict[str, Any] = {"to move": reports.whose(state)}
    if state.kind == "decision":
        options = state.options()
        found["options"] = options if len(options) <= MOST_LISTED else str(len(options))
    return found | {"result": "none"}
