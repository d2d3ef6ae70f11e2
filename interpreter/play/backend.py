"""Which engine carries games out: the reference engine, or machine code where that can be had.

Results are the same; only the time they take is not. `auto` takes machine code where a series is
long enough to repay a compiler, and the reference engine where there is none or where a program
uses what has no native form; `native` says why instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.interpreter.diagnostics import UsageError
from rulewright.interpreter.native.absent import NoCompiler, Refused

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Game
    from rulewright.interpreter.native.games import Games
    from rulewright.interpreter.native.machine import NativeMachine
    from rulewright.interpreter.play.setting import Setting

AUTO, REFERENCE, NATIVE = BACKENDS = ("auto", "reference", "native")
#: Fewer games are over before a compiler is.
LEAST_GAMES = 200
#: Whether play begins with a library that is built in less time.
SOON = True

#: Whether a machine counts the rules that take effect, and what is done for lines; and whether it
#: has what seats that search need.
Kind = tuple[bool, bool, bool]
PLAIN: Kind = (False, False, False)
SEARCHING: Kind = (False, False, True)


def machine(
    game: Game, backend: str = AUTO, traced: bool = False, profiled: bool = False,
    searching: bool = False,
) -> NativeMachine | None:
    """The native machine of a game; None where the reference engine serves. With `traced` it counts
    the rules that take effect, with `profiled` what is done for lines; `searching`: it has what
    seats that search need. Raises `UsageError` if
    `native` is asked for and cannot be had."""
    known(backend)
    if backend == REFERENCE:
        return None
    found = _found(game, (traced, profiled, searching))
    if not isinstance(found, (NoCompiler, Refused)):
        return found
    if backend == NATIVE:
        why = f"it uses {found}" if isinstance(found, Refused) else str(found)
        raise UsageError(f"{game.ruleset.title} cannot be played natively: {why}",
                         "leave out --backend: the reference engine plays it")
    return None


def known(backend: str) -> None:
    """Raise `UsageError` for what is no backend."""
    if backend not in BACKENDS:
        raise UsageError(f"there is no backend `{backend}`", "it is one of " + ", ".join(BACKENDS))


def games(setting: Setting, backend: str = AUTO) -> Games | None:
    """What plays random games of a setting natively: by what was kept of it, if it can, else by the
    machine of its game; None where the reference engine serves. Raises as `machine` does."""
    note = None if backend == REFERENCE else setting.note
    if note is not None:
        if setting not in _played:
            _played[setting] = note.games(lambda failed: _whole(setting).error(failed))
        found = _played[setting]
        if found is not None:
            return found
    made = machine(setting.game, backend)
    if made is not None:
        setting.keep(made)
    return made


def _whole(setting: Setting) -> NativeMachine:
    """The machine of a setting that has one."""
    found = machine(setting.game, NATIVE)
    assert found is not None
    return found


def ready(game: Game) -> bool:
    """Whether the machine code by which seats search is there already."""
    found = _machines(game).get(SEARCHING)
    return found is not None and not isinstance(found, (NoCompiler, Refused))


def use(game: Game, made: NativeMachine) -> None:
    """From now on a game is carried out by a machine that was made in a special way."""
    _machines(game)[PLAIN] = made


def missing(game: Game) -> str | None:
    """Why no compiler made machine code where that was asked for: who plays can change it."""
    found = [each for each in _machines(game).values() if isinstance(each, NoCompiler)]
    return str(found[0]) if found else None


#: The games of settings that are played by what was kept of them.
_played: dict[Setting, Games | None] = {}


def _machines(game: Game) -> dict[Kind, NativeMachine | NoCompiler | Refused]:
    """Of a game the machines by their kind, or why there is none; kept in the game, with which
    they go."""
    found: dict[Kind, NativeMachine | NoCompiler | Refused] = (
        vars(game).setdefault("_native", {}))
    return found


def _found(game: Game, kind: Kind) -> NativeMachine | NoCompiler | Refused:
    known = _machines(game)
    if kind not in known:
        from rulewright.interpreter.native.machine import NativeMachine

        try:
            traced, profiled, searching = kind
            known[kind] = NativeMachine(
                game.program, traced=traced, profiled=profiled, searching=searching, soon=SOON)
        except (Refused, NoCompiler) as reason:
            known[kind] = reason.with_traceback(None)
    return known[kind]
