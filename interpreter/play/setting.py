"""A setting: a ruleset with its players and options, as plain data that crosses processes.

Invariant: a setting that was made says in full what is played (`hash`, every option); opening it
elsewhere gives the same game or a RulesError, never another game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.interpreter import finding
from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.play import kept

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Game
    from rulewright.interpreter.native.machine import NativeMachine


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
    def ruleset(self) -> str:
        """The name of its ruleset."""
        return finding.name_of(finding.find(self.name))

    @property
    def title(self) -> str:
        """What people call the game."""
        return self.game.ruleset.title if self.note is None else self.note.title

    @property
    def seats(self) -> list[str]:
        """The names of its seats."""
        return self.game.seats if self.note is None else list(self.note.seats)

    @property
    def normal(self) -> dict[str, str]:
        """The value that every option has unless it is set."""
        if self.note is None:
            return self.game.ruleset.normal(self.players)
        return self.note.normal

    def says(self, rule: str) -> str | None:
        """The sentence of a rule that may end a game. Raises `RulesError` for a ledger that is
        none."""
        return self.game.says(rule) if self.note is None else self.note.sentences.get(rule)

    @property
    def note(self) -> kept.Note | None:
        """What was kept of it when it was played before, where its game is not made yet."""
        if self in _games:
            return None
        if self not in _notes:
            note = kept.find(self.name, self.players, dict(self.options))
            _notes[self] = note if note is not None and note.hash == self.hash else None
        return _notes[self]

    def keep(self, machine: NativeMachine) -> None:
        """Keep what is needed to play it by the libraries of a machine, if they are kept."""
        asked = _asked.pop(self, None)
        if asked is not None:
            kept.keep(self.name, *asked, self.game, machine)


def noted(name: str, players: int | None, options: dict[str, str]) -> Setting | None:
    """The setting that a person asks for, by what was kept of it; None where nothing is. Its game
    is made when something is asked that was not kept."""
    note = kept.find(name, players, options)
    if note is None:
        return None
    setting = Setting(name, note.hash, note.players, note.options)
    _notes[setting] = note
    return setting


def make(
    name: str, players: int | None, options: dict[str, str], quick: bool = False
) -> Setting:
    """The setting that a person asks for, its game for few moves if it is `quick`; RulesError or
    UsageError if there is none."""
    from rulewright.interpreter import driver

    game = driver.load(name).instantiate(players, options, quick)
    resolved = tuple((key, str(value)) for key, value in game.options.items())
    setting = Setting(name, game.ruleset.hash, game.players, resolved)
    _games[setting] = game
    _asked[setting] = players, options
    return setting


_games: dict[Setting, Game] = {}
_notes: dict[Setting, kept.Note | None] = {}
#: The players and options that were asked for, of settings of which nothing is kept yet.
_asked: dict[Setting, tuple[int | None, Mapping[str, str]]] = {}


def _open(setting: Setting) -> Game:
    if setting not in _games:
        from rulewright.interpreter import driver

        ruleset = driver.load(setting.name)
        if ruleset.hash != setting.hash:
            message = f"the text of {ruleset.title} was changed while it was being played"
            raise RulesError([Diagnostic("ruleset-changed", message)])
        _games[setting] = ruleset.instantiate(setting.players, dict(setting.options))
    return _games[setting]
