"""Which engine carries games out: the reference engine, or machine code where that can be had.

Results are the same; only the time they take is not. `auto` takes machine code where a series is
long enough to repay a compiler, and the reference engine where there is none or where a program
uses what has no native form; `native` says why instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from rulewright.interpreter.diagnostics import UsageError
from rulewright.interpreter.native.build import NoCompiler
from rulewright.interpreter.native.types import Refused

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Game
    from rulewright.interpreter.native.machine import NativeMachine

AUTO, REFERENCE, NATIVE = BACKENDS = ("auto", "reference", "native")
#: Fewer games are over before a compiler is.
LEAST_GAMES = 200


def machine(game: Game, backend: str = AUTO, traced: bool = False) -> NativeMachine | None:
    """The native machine of a game; None where the reference engine serves. With `traced` it counts
    the rules that take effect. Raises `UsageError` if `native` is asked for and cannot be had."""
    if backend not in BACKENDS:
        raise UsageError(f"there is no backend `{backend}`", "it is one of " + ", ".join(BACKENDS))
    if backend == REFERENCE:
        return None
    found = _found(game, traced)
    if not isinstance(found, (NoCompiler, Refused)):
        return found
    if backend == NATIVE:
        why = f"it uses {found}" if isinstance(found, Refused) else str(found)
        raise UsageError(f"{game.ruleset.title} cannot be played natively: {why}",
                         "leave out --backend: the reference engine plays it")
    return None


def use(game: Game, made: NativeMachine) -> None:
    """From now on a game is carried out by a machine that was made in a special way."""
    _machines.setdefault(game, {})[False] = made


def counting(how: str) -> None:
    """Raise `UsageError` if the work of lines is asked of machine code: steps are those that the
    reference engine does, whatever the number of games."""
    if how == NATIVE:
        raise UsageError("the steps of lines are counted by the reference engine",
                         "leave out --backend")


def missing(game: Game) -> str | None:
    """Why no compiler made machine code where that was asked for: who plays can change it."""
    found = _machines.get(game, {}).get(False)
    return str(found) if isinstance(found, NoCompiler) else None


#: For each game the machine that is traced and the one that is not, or why there is none.
_Found = dict[bool, "NativeMachine | NoCompiler | Refused"]
_machines: WeakKeyDictionary[Game, _Found] = WeakKeyDictionary()


def _found(game: Game, traced: bool) -> NativeMachine | NoCompiler | Refused:
    known = _machines.setdefault(game, {})
    if traced not in known:
        from rulewright.interpreter.native.machine import NativeMachine

        try:
            known[traced] = NativeMachine(game.program, traced=traced)
        except (Refused, NoCompiler) as reason:
            known[traced] = reason.with_traceback(None)
    return known[traced]
