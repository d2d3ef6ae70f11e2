"""The place in a game that a command is about, and the seat: what a person has named."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.interpreter.diagnostics import UsageError
from rulewright.interpreter.play import position
from rulewright.interpreter.ui.output import Output

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Game, State


def state_of(args: Namespace, out: Output, quick: bool = False) -> State:
    """The start of play, or what --state holds; in a game made for few moves if it is `quick`."""
    asked = position.Asked(args.name, args.players, args.set, quick)
    if args.state is None:
        return asked.game().start()
    state, warnings = position.load(Path(args.state), asked)
    out.warnings(warnings)
    return state


def seat_named(text: str, game: Game) -> int:
    """The index of a seat that is named or numbered."""
    if text in game.seats:
        return game.seats.index(text)
    if text.isascii() and text.isdigit() and 1 <= int(text[:4]) <= game.players:
        return int(text) - 1
    names = ", ".join(game.seats)
    raise UsageError(f"there is no seat `{text}`", f"1 to {game.players}, or {names}")
