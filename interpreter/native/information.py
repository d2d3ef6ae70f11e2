"""Tree search over what one seat sees, in C; see `c/information.h` and `play/information.py`.

The tree stands in the library, of which one search at a time makes use: a new one begins anew.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from ctypes import POINTER, c_double, c_int64, c_uint64

from rulewright.interpreter.native.machine import Choice, NativeMachine, Vector
from rulewright.interpreter.native.views import NativeView
from rulewright.interpreter.state.rng import Rng
from rulewright.interpreter.state.visibility import view_of


class _Rules(ctypes.Structure):
    """What a search goes by."""

    _fields_ = [("view", POINTER(c_int64)),
                *((name, c_int64) for name in ("length", "seat", "most", "held", "pays")),
                ("at_root", c_double), ("below", c_double)]


class InformationSearch:
    """A search from a decision of a seat, with these options. `exploration` is that of the root and
    that below it; a playout has no result after so many choices (`most`), and so many decisions are
    `held`."""

    def __init__(
        self, machine: NativeMachine, seat: int, choices: Sequence[Choice],
        exploration: tuple[float, float], most: int, held: int,
    ) -> None:
        self.machine = machine
        self.options = len(choices)
        self._library = machine.newest()
        self._view = NativeView(machine, view_of(machine.program, seat))
        rules = _Rules(self._view.told, self._view.length, seat, most, held,
                       machine.program.pays is not None, *exploration)
        self._call("information_begin", ctypes.byref(rules), machine.options(choices), self.options)

    def add(self, world: Vector) -> None:
        """One more world to play in."""
        self._call("information_world", self.machine.given(world))

    def search(self, order: Sequence[int], playouts: int, seconds: float, rng: Rng) -> int:
        """Go on with so many playouts, or for so many seconds, each option in the worlds with these
        numbers: how many were done."""
        worlds, state = (c_int64 * len(order))(*order), c_uint64(rng.state)
        done = self._call(
            "information_on", worlds, len(order), playouts, seconds, ctypes.byref(state))
        rng.state = state.value
        return done

    def found(self) -> tuple[list[int], list[float], int]:
        """The visits of the options of the root and their sums, and how many decisions are held."""
        visits, sums = (c_int64 * self.options)(), (c_double * self.options)()
        held = self._call("information_found", visits, sums)
        return visits[:], sums[:], held

    def _call(self, name: str, *args: object) -> int:
        return self.machine.call(getattr(self._library, name), *args, library=self._library)
