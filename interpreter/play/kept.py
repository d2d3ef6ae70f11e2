"""What a setting needs to be played natively, kept beside its library, so that a series of random
games begins without its rules being read.

Model. When a library is made for a setting, a note (JSON) is written beside it: the names of its
libraries, the seats, the options with their values, how games end. It is found by a hash of all
that it depends on: the texts of the ruleset and of those it builds on, their ledgers, players and
options as they are asked for, the sources of this package, compiler and processor. Whatever is
changed gives another hash, so nothing old is ever found. Where the rules break down in a game, the
program is made after all: it has the words for it.

Trust. Notes are data, and stand where libraries do: in a folder that belongs to the user and is
closed to all others, or they are not read (`files.private_cache`). What is no such note is as good
as none.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.interpreter import files, finding
from rulewright.interpreter.diagnostics import RulesError, UsageError
from rulewright.interpreter.native import build
from rulewright.interpreter.native.absent import NoCompiler
from rulewright.interpreter.native.games import Ends, Games

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Game
    from rulewright.interpreter.native.library import Failing
    from rulewright.interpreter.native.machine import NativeMachine

#: What tells these notes from others; it changes with their form.
FORMAT = 1
PACKAGE = Path(__file__).resolve().parent.parent.parent
#: The sources that a library depends on, below the package.
SOURCES = ("interpreter", "grammar")


@dataclass(frozen=True)
class Note:
    """What is kept of a setting: its players, its options with their values and what these normally
    are, how games end, the sentences of the rules that end them, and the names of its libraries,
    the fastest first."""

    hash: str
    title: str
    players: int
    seats: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    normal: dict[str, str]
    sentences: dict[str, str | None]
    ends: Ends
    libraries: tuple[str, ...]

    def games(self, errors: Callable[[Failing], Exception]) -> Games | None:
        """Its games, if there is a library that is kept. There is none where only the slower one
        is, and nobody builds the other one: then it is to be built."""
        folder = build.library_folder()
        if folder is None:
            return None
        best, *others = (folder / name for name in self.libraries)
        try:
            return Games(build.opened(best), self.ends, None, errors)
        except OSError:
            pass
        try:
            if not build.is_coming(best):
                return None
            return Games(build.opened(others[0]), self.ends, best, errors)
        except (OSError, IndexError):
            return None


def find(name: str, players: int | None, options: Mapping[str, str]) -> Note | None:
    """The note of a setting that is asked for, if it is kept. Raises `UsageError` where there is no
    such ruleset."""
    path = finding.find(name)
    try:
        place = _place(path, players, options)
        return None if place is None else _note(json.loads(place.read_text(encoding="utf-8")))
    except (RulesError, UsageError, NoCompiler, OSError, ValueError, TypeError, KeyError,
            AttributeError, RecursionError):
        return None


def keep(
    name: str, players: int | None, options: Mapping[str, str], game: Game, machine: NativeMachine
) -> None:
    """Keep a note of a setting that was asked for, and of the same with all its options named."""
    if not machine.kept:
        return
    try:
        path = finding.find(name)
        resolved = {key: str(value) for key, value in game.options.items()}
        ruleset = game.ruleset
        note = Note(
            ruleset.hash, ruleset.title, game.players, tuple(game.seats), tuple(resolved.items()),
            ruleset.normal(game.players), {rule: game.says(rule) for rule in game.program.rules},
            machine.ends, machine.kept)
        for asked in ((players, options), (game.players, resolved)):
            place = _place(path, *asked)
            if place is not None:
                files.put(place, json.dumps({"format": FORMAT} | asdict(note)))
    except (RulesError, UsageError, NoCompiler):
        return  # it is made anew next time


def _note(found: dict[str, Any]) -> Note:
    """The note in a document. Raises one of several errors if it is none."""
    if found["format"] != FORMAT:
        raise ValueError
    ends = found["ends"]
    return Note(
        str(found["hash"]), str(found["title"]), int(found["players"]),
        tuple(map(str, found["seats"])),
        tuple((str(key), str(value)) for key, value in found["options"]),
        dict(found["normal"]), dict(found["sentences"]),
        Ends(int(ends["seats"]), tuple(map(str, ends["rules"])), bool(ends["pays"])),
        tuple(Path(str(name)).name for name in found["libraries"]))


def _place(path: Path, players: int | None, options: Mapping[str, str]) -> Path | None:
    """Where the note of a setting is; None where none can be kept."""
    folder = build.library_folder()
    if folder is None:
        return None
    texts, ledgers = [], []
    for each, source in finding.chain(path):
        texts.append(source.text)
        ledger = finding.ledger_of(each)
        ledgers.append(ledger.read_bytes() if ledger.is_file() else b"")
    key = repr((finding.name_of(path), texts, ledgers, players, sorted(options.items()),
                build.FLAGS, build.compiler(), build.processor(), package()))
    return folder / f"{hashlib.sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}.json"


@cache
def package() -> str:
    """A hash of the sources of this package, of all that stands in their folders."""
    digest = hashlib.sha256()
    for part in SOURCES:
        for path in sorted((PACKAGE / part).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                data = path.read_bytes()
                digest.update(f"{path.relative_to(PACKAGE)} {len(data)}\n".encode())
                digest.update(data)
    return digest.hexdigest()
