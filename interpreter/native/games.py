"""Random games by a library, of which no more is known than who sits there and how games end.

A library that was built before is played by these alone: nothing of the program is needed for it,
but where the rules break down, to say in words what is wrong.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulewright.interpreter.native.library import (
    Failing,
    Outcome,
    Series,
    Summary,
    declared,
)
from rulewright.interpreter.state import result
from rulewright.interpreter.state.result import Result

#: What is done in one call of C, in choices: between calls Ctrl-C is heard.
STEPS = 100_000
#: Games of one call.
MOST_GAMES = 4096

MASK64 = (1 << 64) - 1


@dataclass(frozen=True)
class Ends:
    """What is said of the end of a game: the ids of the rules that may end it, in the order of
    their numbers, and whether the rules pay."""

    seats: int
    rules: tuple[str, ...]
    pays: bool


class Games:
    """Games by a library. `better` is where one that is faster appears, if there is to be one:
    it is taken as soon as it is there. `errors` is a function that makes an error of what
    failed."""

    def __init__(
        self, library: ctypes.PyDLL, ends: Ends, better: Path | None,
        errors: Callable[[Failing], Exception],
    ) -> None:
        self._library = declared(library, ends.seats)
        self.ends, self._better, self._errors = ends, better, errors

    def games(
        self, seed: int, first: int, count: int, policies: Sequence[int],
        max_turns: int, max_decisions: int, max_chance: int,
    ) -> Iterator[Outcome]:
        """How the games with the indices from `first` on go, one after the other; what is handed
        out is valid until the next. A game in which the rules break down is not handed out: its
        error is raised."""
        self._renew()
        series = self._series(seed, policies, max_turns, max_decisions, max_chance)
        room = (Outcome.of(self.ends.seats) * min(count, MOST_GAMES))()
        done = 0
        while done < count:
            played = self.call(
                self._library.play_games, ctypes.byref(series), (first + done) & MASK64,
                min(count - done, MOST_GAMES), STEPS, room)
            yield from room[:played]
            done += played

    def sums(
        self, seed: int, first: int, count: int, policies: Sequence[int],
        max_turns: int, max_decisions: int, max_chance: int,
    ) -> Iterator[Summary]:
        """What the same games come to, summed up; some at a time. What is handed out is valid until
        the next."""
        self._renew()
        series = self._series(seed, policies, max_turns, max_decisions, max_chance)
        found = Summary.of(self.ends.seats)()
        done = 0
        while done < count:
            done += self.call(
                self._library.sum_games, ctypes.byref(series), (first + done) & MASK64,
                count - done, STEPS, ctypes.byref(found))
            yield found

    def _series(self, seed: int, policies: Sequence[int], *limits: int) -> Any:
        return Series(self.ends.seats)(seed & MASK64, *limits, tuple(policies))

    def _renew(self) -> None:
        """Go on with the faster library, if it is there. Nothing is kept in one between calls."""
        if self._better is not None and self._better.exists():
            with suppress(OSError):  # a damaged one is built again by whoever looks for it next
                self._library = declared(ctypes.PyDLL(str(self._better)), self.ends.seats)
            self._better = None

    def ended(self, outcome: Outcome) -> Result:
        """The result of a game of `games` that came to its end."""
        rule = self.ends.rules[outcome.rule - 1] if outcome.rule else None
        return result.of(
            list(outcome.ranks), rule, list(outcome.pays) if self.ends.pays else None)

    def newest(self) -> ctypes.PyDLL:
        """The library, the faster one if it is there now."""
        self._renew()
        return self._library

    def call(
        self, function: Any, *args: Any, library: ctypes.PyDLL | None = None
    ) -> int:
        """What a function of the library (normally the present one) returns. Raises `RunError`
        where the rules break down."""
        found: int = function(*args)
        if found < 0:
            raise self._errors((library or self._library).what_failed().contents)
        return found
