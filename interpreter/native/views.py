"""What a seat sees, as C reads it; see `c/views.h`."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.state.visibility import Pieces, Seen, View


class NativeView:
    """A view by a machine: `told` says to C what it consists of, and `length` is how many numbers
    what is seen of a state takes."""

    def __init__(self, machine: NativeMachine, view: View) -> None:
        self.machine = machine
        self.view = view
        told = numbers(view)
        self.told = (ctypes.c_int64 * len(told))(*told)
        self.length = len(view.always) + sum(
            each.count * _width(each) + sum(each.secret) for each in view.pieces)

    def row(self, seen: Seen) -> Any:
        """What was seen of a vector as a row of numbers."""
        always, *pieces = seen
        found = [*always]
        for each, (shown, secret) in zip(self.view.pieces, pieces, strict=True):
            counts, nothing = Counter(secret), [0] * _width(each)
            found += [counts[place] for place, hidden in enumerate(each.secret) if hidden]
            for piece in shown:
                found += nothing if piece is None else [1, *piece]
        return (ctypes.c_int64 * self.length)(*found)

    def of(self, vector: Sequence[int]) -> list[int]:
        """What is seen of a vector, found by C."""
        into = (ctypes.c_int64 * self.length)()
        library = self.machine.newest()
        count = self.machine.call(
            library.view_of, self.told, self.machine.given([*vector]), into, library=library)
        return into[:count]


def numbers(view: View) -> list[int]:
    """What says to C what a view consists of."""
    runs = [*_runs(view.always)]
    found = [len(runs), *(n for run in runs for n in run), len(view.pieces)]
    for each in view.pieces:
        found += _pieces(each)
    return found


def _runs(places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Places one behind the other: where each stretch begins, and its length."""
    begin = length = 0
    for place in places:
        if place == begin + length:
            length += 1
            continue
        if length:
            yield begin, length
        begin, length = place, 1
    if length:
        yield begin, length


def _width(pieces: Pieces) -> int:
    """The numbers of a piece: whether it is seen, and what is seen of it."""
    return 1 + sum(width for _, width in pieces.fields)


def _pieces(pieces: Pieces) -> list[int]:
    number, places = 0, []
    for seen, secret in zip(pieces.seen, pieces.secret, strict=True):
        number += secret
        places.append(2 * number * secret + seen)
    return [pieces.begin, pieces.count, len(places), number, *places, len(pieces.fields),
            *(n for field in pieces.fields for n in field)]
