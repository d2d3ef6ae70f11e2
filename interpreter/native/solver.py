"""Exact values by the search in C; see `c/solve.h` and `play/solve.py`.

A `Solver` stands on the machine of a program for one or two seats, and does not weigh chance. What
it knows of positions stands in the library, of which one solver at a time makes use: a new one
begins anew.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from math import inf

from rulewright.interpreter.native.machine import Choice, NativeMachine, Vector

#: Positions that are looked at in one call of C: between calls Ctrl-C is heard.
POSITIONS = 20_000
#: Payoffs are less than this.
UNBOUNDED = 2**31 - 1
#: What a call comes to.
OPENED, KNOWN_WELL, STOPPED, MET_CHANCE, FULL = range(5)


class MetChance(Exception):
    """The search has come to a node of chance."""


class Solver:
    """What is known of positions, as much as two gigabytes hold; then it is `full`. `bound` is the
    greatest payoff, infinite if that is not known."""

    def __init__(self, machine: NativeMachine, bound: float) -> None:
        self.machine = machine
        self.full = False
        self.progress: Callable[[int], None] | None = None
        self._library = machine.newest()
        self._library.solve_anew(int(min(bound, UNBOUNDED)))

    def search(self, vector: Vector, depth: int, positions: int) -> tuple[int, bool]:
        """Look at a position so many steps ahead, and at no more positions than that: at how many
        it was looked, and whether that was enough. Raises `MetChance`."""
        how = self._call("solve_begin", self.machine.given(vector), depth, positions)
        looked, once = int(how == OPENED), ctypes.c_int64()
        while how == OPENED or (how == STOPPED and looked < positions):
            most = min(positions - looked, POSITIONS)
            how = self._call("solve_on", most, ctypes.byref(once))
            looked += once.value
            if self.progress is not None:
                self.progress(looked)
        if how == MET_CHANCE:
            raise MetChance
        self.full |= how == FULL
        return looked, how == KNOWN_WELL

    def known(self, vector: Vector) -> tuple[float, float, Choice | None] | None:
        """The interval of the value of a position and the choice that comes to it; None if it was
        not looked at."""
        found = (ctypes.c_int64 * 3)()
        if not self._call("solve_known", self.machine.given(vector), found):
            return None
        *ends, number = found
        least, most = (inf if x == UNBOUNDED else -inf if x == -UNBOUNDED else x for x in ends)
        return least, most, self.machine.choices(vector)[number] if number >= 0 else None

    def _call(self, name: str, *args: object) -> int:
        return self.machine.call(getattr(self._library, name), *args, library=self._library)
