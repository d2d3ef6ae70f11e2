"""What a person is told of errors, states and results, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.interpreter.diagnostics import Diagnostic, RulesError

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Game, Result, State


def said(error: RulesError) -> str:
    """The sentences of an error, on one line."""
    return "; ".join(_sentence(item) for item in error.diagnostics)


def _sentence(item: Diagnostic) -> str:
    where = f"{item.span.source.name}:{item.span.line}: " if item.span else ""
    return f"{where}{item.message}" + (f" ({item.hint})" if item.hint else "")


def whose(state: State) -> str:
    """The name of the player who decides, `chance`, or `nobody` when the game is over."""
    if state.player is not None:
        return state.game.seats[state.player]
    return "chance" if state.kind == "chance" else "nobody"


def told(game: Game, result: Result) -> str:
    """A result in words, with the id of its rule."""
    names = [game.seats[seat] for seat in result.winners]
    if result.truncated:
        text = f"the game was stopped: {result.reason}"
    elif result.draw:
        text = "the game is drawn"
    elif not names:
        text = "nobody wins"
    elif len(names) == 1:
        text = f"{names[0]} wins"
    else:
        text = f"{', '.join(names[:-1])} and {names[-1]} win together"
    return f"{text} [{result.rule}]" if result.rule else text
