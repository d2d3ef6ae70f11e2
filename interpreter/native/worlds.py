"""What a seat holds possible, brought up to date in C; see `c/worlds.h` and `play/worlds.py`."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterable, Sequence
from ctypes import POINTER, c_double, c_int, c_int64, c_uint64
from dataclasses import dataclass

from rulewright.interpreter.native.machine import Choice, NativeMachine, Vector
from rulewright.interpreter.native.views import NativeView
from rulewright.interpreter.state.rng import Rng
from rulewright.interpreter.state.visibility import Seen


@dataclass(frozen=True)
class Packed:
    """States with their weights: the bytes of all, and how many of them each takes."""

    states: bytes
    lengths: Sequence[int]
    weights: Sequence[float]

    def __len__(self) -> int:
        return len(self.lengths)


@dataclass(frozen=True)
class Told:
    """What a moment tells of worlds: what the seat saw, which of what it can see next is the next
    moment, if it did not choose; the choice it made and what it saw then; or the options that it
    has (None: that is not asked)."""

    seen: Seen
    shown: Seen | None = None
    own: Choice | None = None
    then: Seen | None = None
    options: Sequence[Choice] | None = None


class _Moment(ctypes.Structure):
    """The same, as C reads it."""

    _fields_ = [
        *((name, POINTER(c_int64)) for name in ("view", "seen", "shown", "next")),
        *((name, POINTER(c_int)) for name in ("own", "options")),
        *((name, c_int64) for name in ("length", "count", "seat", "most", "most_applied"))]


class Expansion:
    """The worlds of a seat from moment to moment, by a machine. Of worlds that are too many to
    look at, `most` are taken, and options of all together `most_applied`."""

    def __init__(
        self, machine: NativeMachine, view: NativeView, seat: int, most: int, most_applied: int
    ) -> None:
        self.machine, self.view, self.seat = machine, view, seat
        self.most, self.most_applied = most, most_applied
        self._library = machine.newest()

    def packed(self, worlds: Iterable[tuple[Vector, float]]) -> Packed:
        """Vectors with their weights; equal ones add up."""
        self._begin()
        for vector, weight in worlds:
            self._call("worlds_add", self.machine.given(vector), weight)
        return self._taken()

    def expanded(self, worlds: Packed, told: Told, steps: int, rng: Rng) -> tuple[Packed, bool]:
        """The worlds that follow over at most so many steps that the seat does not see, and whether
        they are a sample."""
        self._hold(worlds)
        moment, state, thin = self._moment(told), c_uint64(rng.state), c_int64()
        for _ in range(steps):
            if not self._call("worlds_step", ctypes.byref(moment), ctypes.byref(state),
                              ctypes.byref(thin)):
                break
        rng.state = state.value
        self._call("worlds_found")
        return self._taken(), bool(thin.value)

    def exchanged(self, worlds: Packed, count: int, rng: Rng) -> Packed:
        """So many worlds of a sample, each with an exchange of two pieces that the seat does not
        see, or as it was, with as much chance."""
        self._hold(worlds)
        state = c_uint64(rng.state)
        self._call("worlds_exchange", self.view.told, count, ctypes.byref(state))
        rng.state = state.value
        self._call("worlds_found")
        return self._taken()

    def drawn(self, worlds: Packed, count: int, rng: Rng) -> list[tuple[Vector, int]]:
        """A sample of worlds as vectors, equal ones counted."""
        if not worlds:
            rng.next64()
            return []
        self._hold(worlds)
        times, state = (c_int64 * len(worlds))(), c_uint64(rng.state)
        self._call("worlds_sample", count, ctypes.byref(state), times)
        rng.state = state.value
        return [(self._vector(number), often)
                for number, often in enumerate(times) if often]

    def vectors(self, worlds: Packed) -> list[Vector]:
        """Worlds as vectors."""
        self._hold(worlds)
        return [self._vector(number) for number in range(len(worlds))]

    def _vector(self, number: int) -> Vector:
        return self.machine.vector_by("world_vector", number, library=self._library)

    def _hold(self, worlds: Packed) -> None:
        lengths, weights = array("q", worlds.lengths), array("d", worlds.weights)
        self._begin()
        if worlds:
            self._call(
                "worlds_in", worlds.states, (c_int64 * len(lengths)).from_buffer(lengths),
                (c_double * len(weights)).from_buffer(weights), len(lengths))

    def _begin(self) -> None:
        """Hold nothing, in the library that is the fastest now."""
        self._library = self.machine.newest()
        self._call("worlds_begin")

    def _taken(self) -> Packed:
        size = c_int64()
        count = self._call("worlds_size", ctypes.byref(size))
        if not count:
            return Packed(b"", (), ())
        states = ctypes.create_string_buffer(size.value)
        lengths, weights = array("q", bytes(8 * count)), array("d", bytes(8 * count))
        self._call("worlds_out", states, (c_int64 * count).from_buffer(lengths),
                   (c_double * count).from_buffer(weights))
        return Packed(states.raw, lengths, weights)

    def _moment(self, told: Told) -> _Moment:
        row, choices, options = self.view.row, self.machine.options, told.options
        return _Moment(
            self.view.told, row(told.seen), told.shown and row(told.shown),
            told.then and row(told.then), told.own and choices([told.own]),
            None if options is None else choices(options), self.view.length,
            0 if options is None else len(options), self.seat, self.most, self.most_applied)

    def _call(self, name: str, *args: object) -> int:
        return self.machine.call(getattr(self._library, name), *args, library=self._library)
