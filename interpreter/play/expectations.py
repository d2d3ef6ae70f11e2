"""What a scenario expects of the place that it comes to, each kind of expectation by itself.

Model.  A check is handed a state, what is wanted of it as the file says it, and the path to that in
the scenario; it returns if the state is so.

Invariants: what is not met is a `Failure` whose path leads to the nearest part of the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from rulewright.interpreter import documents
from rulewright.interpreter.diagnostics import RulesError, did_you_mean
from rulewright.interpreter.play.reports import said, told, whose
from rulewright.interpreter.state.json import SWITCH

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import State


class Failure(Exception):
    """An expectation was not met; `path` leads to it within its scenario."""

    def __init__(self, message: str, path: documents.Keys) -> None:
        self.message = message
        self.path = path
        super().__init__(message)


def _to_move(state: State, wanted: str, path: documents.Keys) -> None:
    game = state.game
    if wanted not in ("chance", "nobody", *game.seats):
        hint = did_you_mean(wanted, game.seats) or "the players are " + ", ".join(game.seats)
        raise Failure(f"no player is called `{wanted}` ({hint})", path)
    found = whose(state)
    if found != wanted:
        raise Failure(f"to move is {found}, not {wanted}", path)


def _texts(state: State) -> list[str]:
    """What can be done here: the options, or the outcomes of a chance node."""
    if state.kind == "chance":
        return [text for text, _ in state.outcomes()]
    return state.options() if state.kind == "decision" else []


def _options(state: State, wanted: str | list[str], path: documents.Keys) -> None:
    found = _texts(state)
    if isinstance(wanted, str):
        if len(found) != int(wanted):
            shown = f": {_list(found)}" if len(found) <= 12 else ""
            raise Failure(f"there are {len(found)} options, not {wanted}{shown}", path)
        return
    missing = [text for text in wanted if text not in found]
    extra = [text for text in found if text not in wanted]
    if missing or extra:
        parts = [f"not an option: {_list(missing)}"] if missing else []
        parts += [f"also an option: {_list(extra)}"] if extra else []
        raise Failure("; ".join(parts), path)


def _matching(state: State, wanted: dict[str, str], path: documents.Keys) -> None:
    """How many options match patterns, in which `*` stands for any text and `?` for one sign."""
    found = _texts(state)
    for pattern, number in wanted.items():
        expression = "".join({"*": ".*", "?": "."}.get(c, re.escape(c)) for c in pattern)
        matching = [text for text in found if re.fullmatch(expression, text)]
        if len(matching) != int(number):
            shown = f": {_list(matching)}" if 0 < len(matching) <= 12 else ""
            raise Failure(f"{len(matching)} options match `{pattern}`, not {number}{shown}",
                          (*path, pattern))


def turns(found: int, wanted: str, path: documents.Keys) -> None:
    """Whether so many turns have ended since the part before."""
    if found != int(wanted):
        raise Failure(f"{found} turns have ended, not {wanted}", path)


def _allows(state: State, wanted: list[str], path: documents.Keys) -> None:
    found = _texts(state)
    for index, text in enumerate(wanted):
        if text not in found:
            reason = state.why(text).message
            raise Failure(f"`{text}` is not an option: {reason}", (*path, index))


def _refuses(
    state: State, wanted: dict[str, Any], path: documents.Keys, first: bool = False
) -> None:
    """Whether moves are refused by certain rules; with `first`, by those that are named first."""
    found = _texts(state)
    for text, rules in wanted.items():
        if text in found:
            raise Failure(f"`{text}` is an option", (*path, text))
        verdict = state.why(text)
        named = [rules] if isinstance(rules, str) else rules
        if not set(named) & set(verdict.rules):
            cited = _list(verdict.rules) or "no rule"
            message = f"`{text}` is refused by {cited}, not by {_list(named)}: {verdict.message}"
            raise Failure(message, (*path, text))
        if first and verdict.rules[0] not in named:
            message = f"`{text}` is refused by {verdict.rules[0]} first, not by {_list(named)}"
            raise Failure(f"{message}: {verdict.message}", (*path, text))


def _holds(state: State, wanted: list[str], path: documents.Keys) -> None:
    for index, text in enumerate(wanted):
        try:
            value = state.evaluate(text)
        except RulesError as error:
            raise Failure(f"`{text}`: {said(error)}", (*path, index)) from None
        if not isinstance(value, bool):
            raise Failure(f"`{text}` is {value}, which is no condition", (*path, index))
        if not value:
            raise Failure(f"`{text}` does not hold{_what_is(state, text)}", (*path, index))


def _what_is(state: State, text: str) -> str:
    """What the subject of a sentence that does not hold is instead, if that can be said."""
    subject = text
    while " is " in subject:
        subject = subject.rpartition(" is ")[0]
        try:
            value = state.evaluate(subject)
        except RulesError:
            continue
        told = not isinstance(value, bool) and str(value) != subject
        return f": {subject} is {value}" if told else ""
    return ""


def _position(state: State, wanted: dict[str, Any], path: documents.Keys) -> None:
    for key, part in wanted.items():
        found = state.game.unlike(state, {key: part})
        if found:
            raise Failure("; ".join(found), (*path, key))


def _sees(state: State, wanted: dict[str, list[str]], path: documents.Keys) -> None:
    """Whether seats are told certain lines beside the board: of players, of the game, of zones."""
    for name, lines in wanted.items():
        if name not in state.game.seats:
            raise Failure(f"there is no player {name}", (*path, name))
        seat = state.game.seats.index(name)
        found = [*state.game.panels(state, seat), *state.game.zones(state, seat)]
        for index, line in enumerate(lines):
            if line not in found:
                raise Failure(f"{name} is not told `{line}`; what is told: {'; '.join(found)}",
                              (*path, name, index))


def _result(state: State, wanted: str | dict[str, Any], path: documents.Keys) -> None:
    result = state.result
    if isinstance(wanted, str):
        if result is not None:
            raise Failure(f"the game is over: {told(state.game, result)}", path)
        return
    if result is None:
        raise Failure(f"the game is not over; to move is {whose(state)}", path)
    seats = state.game.seats
    found: dict[str, Any] = {
        "winners": sorted(seats[seat] for seat in result.winners),
        "draw": "yes" if result.draw else "no",
        "ranks": {seats[seat]: str(rank) for seat, rank in enumerate(result.ranks)},
        "rule": result.rule,
    }
    for key, value in wanted.items():
        expected = sorted(value) if key == "winners" else value
        if key == "draw":
            expected = SWITCH.get(value, value)
        if key == "ranks":
            expected = found["ranks"] | value
        if found[key] != expected:
            raise Failure(f"the result is another: {told(state.game, result)}", (*path, key))


def _list(texts: Iterable[str]) -> str:
    return ", ".join(texts)


#: The checks by what a file calls them; how many turns have ended is asked of two states.
CHECKS: dict[str, Callable[[State, Any, documents.Keys], None]] = {
    "to move": _to_move,
    "options": _options,
    "allows": _allows,
    "matching": _matching,
    "refuses": _refuses,
    "refuses first": partial(_refuses, first=True),
    "holds": _holds,
    "position": _position,
    "sees": _sees,
    "result": _result,
}
