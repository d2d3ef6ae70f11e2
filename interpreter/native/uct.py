"""Tree search in C; see `c/uct.h` and `play/uct.py`.

The tree stands in the library, of which one search at a time makes use: a new one begins anew.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from ctypes import POINTER, c_double, c_int, c_int64, c_size_t, c_uint64
from dataclasses import dataclass
from functools import cache
from typing import Any

from rulewright.interpreter.native.machine import Choice, NativeMachine, Vector
from rulewright.interpreter.state.rng import Rng

#: Seconds of one call of C: between calls Ctrl-C is heard.
ONCE = 0.05


@dataclass(frozen=True)
class TreeRules:
    """What a search goes by: constants of the bounds, how many states are held, after how many
    choices a playout has no result, whether payoffs are opposed, and whether the rules pay."""

    exploration: float
    bias: float
    slightly: float
    room: int
    most: int
    opposed: bool
    pays: bool


@cache
def _rules(seats: int) -> Any:
    return type(f"Rules{seats}", (ctypes.Structure,), {"_fields_": [
        *((name, c_double) for name in ("exploration", "bias", "slightly")),
        *((name, c_int64) for name in ("room", "most")),
        *((name, c_int) for name in ("opposed", "pays", "biased")), ("prospects", c_int * seats)]})


@cache
def _node(seats: int) -> Any:
    """A node, as C has it."""
    return type(f"Node{seats}", (ctypes.Structure,), {"_fields_": [
        ("sums", c_double * seats), ("ends", c_double * seats),
        *((name, c_double) for name in ("low", "high", "bias", "came")),
        *((name, c_int64) for name in ("visits", "tries", "passed", "count")),
        *((name, c_size_t) for name in ("offers", "children", "weights")),
        *((name, c_int) for name in ("over", "chance", "seat"))]})


class TreeSearch:
    """A search from a vector."""

    def __init__(self, machine: NativeMachine, vector: Vector, rules: TreeRules) -> None:
        self.machine = machine
        self._library = machine.newest()
        seats = len(machine.program.seats)
        asked = machine.prospects
        told = _rules(seats)(
            *(getattr(rules, name) for name in TreeRules.__dataclass_fields__), bool(asked),
            tuple(asked) or (0,) * seats)
        for name, gives in (("uct_node", POINTER(_node(seats))), ("uct_children", POINTER(c_int))):
            getattr(self._library, name).restype = gives
        self._call("uct_begin", machine.given(vector), ctypes.byref(told))

    def search(self, playouts: int, seconds: float, rng: Rng) -> tuple[int, bool]:
        """Go on with so many playouts, or for so many seconds: how many were done, and whether
        there is something left to be found."""
        state, wanted = c_uint64(rng.state), c_int64()
        done = self._call("uct_on", playouts, seconds, ctypes.byref(state), ctypes.byref(wanted))
        rng.state = state.value
        return done, bool(wanted.value)

    def __len__(self) -> int:
        """How many states are held."""
        return self._call("uct_count")

    def node(self, number: int) -> Any:
        """What is known of a node; it is good until the search goes on."""
        return self._library.uct_node(number).contents

    def children(self, number: int) -> Sequence[int]:
        """The numbers of the nodes behind the options of a node; -1 where there is none yet."""
        found: Sequence[int] = self._library.uct_children(number)[: self.node(number).count]
        return found

    def choices(self, number: int) -> list[Choice]:
        """The options of a node at which the search has looked for them."""
        count, width = self.node(number).count, self.machine.width
        into = (c_int * (count * width))()
        self._call("uct_options", number, into)
        return self.machine.chosen(self.vector(number), into)

    def vector(self, number: int) -> Vector:
        """The state of a node."""
        return self.machine.vector_by("uct_vector", number, library=self._library)

    def _call(self, name: str, *args: object) -> int:
        return self.machine.call(getattr(self._library, name), *args, library=self._library)
