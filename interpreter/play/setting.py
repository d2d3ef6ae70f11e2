"""A setting: a ruleset with its players and options, as plain data that crosses processes.

Invariant: a setting that was made says in full what is played (`hash`, every option); opening it
elsewhere gives the same game or a RulesError, never another game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import Diagnostic, RulesError

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Game


@dataclass(frozen=True)
class Setting:
    """What is played: `name` finds the ruleset; `options` holds every option's value."""

    name: str
    hash: str
    players: int
    options: tuple[tuple[str, str], ...]

    @property
    def game(self) -> Game:
        """The game of this setting, made once in each process."""
        return _open(self)

    @property
    def title(self) -> str:
        """What people call the game."""
        return self.game.ruleset.title


def make(
    name: str, players: int | None, options: dict[str, str], quick: bool = False
) -> Setting:
    """The setting that a person asks for, its game for few moves if it is `quick`; RulesError or
    UsageError if there is none."""
    game = driver.load(name).instantiate(players, options, quick)
    resolved = tuple((key, str(value)) for key, value in game.options.items())
    setting = Setting(name, game.ruleset.hash, game.players, resolved)
    _games[setting] = game
    return setting


_games: dict[Setting, Game] = {}


def _open(setting: Setting) -> Game:
    if setting not in _games:
        ruleset = driver.load(setting.name)
        if ruleset.hash != setting.hash:
            message = f"the text of {ruleset.title} was changed while it was being played"
            raise RulesError([Diagnostic("ruleset-changed", message)])
        _games[setting] = ruleset.instantiate(setting.players, dict(setting.options))
    return _games[setting]
