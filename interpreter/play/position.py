"""Position files: a place in a game, read from differences or from a whole saved state.

Model.  A file holds either the author's words (what a scenario has under `given`), or the whole
state as `document` writes it; both may name the ruleset, the players and the options.

Invariants: a whole state is validated against the schema made from the ruleset before it is
taken; a file that names another ruleset, or other players or options than are asked for, is
refused.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.interpreter import documents, driver
from rulewright.interpreter.diagnostics import Diagnostic, RulesError, UsageError
from rulewright.interpreter.source import Source

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Game, State

FORMAT = 1
#: Things that set-up has decided which a note names.
MOST_NAMED = 6
_ABOUT = ("rulewright", "ruleset", "hash", "players", "options")


@dataclass(frozen=True)
class Asked:
    """What the person asks for: a ruleset by its name, players and options; `quick` for few
    moves."""

    name: str
    players: int | None
    options: dict[str, str]
    quick: bool = False

    def game(self) -> Game:
        """The game that is asked for."""
        return driver.load(self.name).instantiate(self.players, self.options, self.quick)


def document(state: State, name: str) -> dict[str, Any]:
    """A whole state as a file holds it."""
    game = state.game
    return {
        "rulewright": FORMAT,
        "ruleset": name,
        "hash": game.ruleset.hash,
        "players": game.players,
        "options": dict(game.options),
        "state": state.to_json(),
    }


def is_saved(path: Path) -> bool:
    """Whether a file holds a whole state, as `document` writes it."""
    try:
        value = _read(path).value
    except RulesError:
        return False
    return isinstance(value, dict) and "rulewright" in value and "state" in value


def view_document(state: State, name: str, seat: int) -> dict[str, Any]:
    """What one seat may see of a state; nothing can be gone on with from it."""
    whole = document(state, name)
    del whole["state"]
    return whole | {"seat": state.game.seats[seat], "view": state.view(seat)}


def load(path: Path, asked: Asked) -> tuple[State, list[Diagnostic]]:
    """The state in a file, and warnings; RulesError or UsageError if there is none."""
    found = _read(path)
    documents.validate(found, "position")
    value = found.value
    if "view" in value and "seat" in value:
        message = f"this is what {value['seat']} sees, not a whole position"
        hint = "`apply` without --seat writes a state that can be gone on with"
        raise RulesError([Diagnostic("position", message, found.span(("view",)), hint)])
    game = _agreed(found, asked).game()
    warnings = []
    if value.get("hash", game.ruleset.hash) != game.ruleset.hash:
        message = f"{path} was saved with another text of {game.ruleset.title}"
        warnings.append(Diagnostic("position-hash", message, severity="warning"))
    if "state" in value:
        return _whole(game, found), warnings
    given = _texts({key: part for key, part in value.items() if key not in _ABOUT})
    state = game.position(given)
    return state, warnings + _left_to_set_up(game, given)


def _left_to_set_up(game: Game, given: dict[str, Any]) -> list[Diagnostic]:
    """A note of what a position takes from set-up as its first outcomes left it."""
    left = game.left_to_set_up(given)
    if not left:
        return []
    named = ", ".join(left[:MOST_NAMED])
    more = f" and {len(left) - MOST_NAMED} more" if len(left) > MOST_NAMED else ""
    return [Diagnostic(
        "position-set-up", "set-up rolls or decides what this position does not say, and its "
        f"first outcomes are taken: {named}{more}", severity="note",
        hint="say it in the position, or begin `from: empty`")]


def _read(path: Path) -> documents.Document:
    """The document: JSON keeps its numbers, everything else is words."""
    source = Source(str(path), documents.read_text(path))
    if source.text.lstrip().startswith("{"):
        try:
            return documents.Document(source, json.loads(source.text))
        except (ValueError, RecursionError):
            pass
    return documents.parse(source)


def _agreed(found: documents.Document, asked: Asked) -> Asked:
    """What is asked for together with what the file says; they must not contradict each other."""
    value = found.value
    named = value.get("ruleset")
    if named is not None and not _same(named, found.source.name, asked.name):
        raise found.error("position-ruleset", f"this is a position of {named}", ("ruleset",))
    players = int(value["players"]) if "players" in value else asked.players
    if asked.players not in (None, players):
        raise UsageError(f"the position is for {players} players, not for {asked.players}")
    options = _texts(value.get("options", {}))
    for key, text in asked.options.items():
        if options.setdefault(key, text) != text:
            raise UsageError(f"the position has {key}={options[key]}, not {key}={text}")
    return Asked(asked.name, players, options, asked.quick)


def _same(named: str, file: str, asked: str) -> bool:
    """Whether two names, one of them written in a file, mean the same ruleset."""
    if named == asked:
        return True
    target = driver.find(asked).resolve()
    for name in (named, str(Path(file).parent / named)):
        try:
            if driver.find(name).resolve() == target:
                return True
        except (RulesError, UsageError):
            continue
    return False


def _whole(game: Game, found: documents.Document) -> State:
    from rulewright.interpreter.state.schema import schema

    complaints = documents.complaints(found.value["state"], schema(game))
    if complaints:
        raise RulesError(
            Diagnostic("position-state", f"{'/'.join(map(str, path))}: {message}", found.span())
            for path, message in complaints[:20]
        )
    return game.from_json(found.value["state"])


def _texts(value: Any) -> Any:
    """The same data with every scalar as the text an author would type."""
    if isinstance(value, dict):
        return {key: _texts(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_texts(part) for part in value]
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
