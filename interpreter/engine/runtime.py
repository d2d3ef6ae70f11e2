"""The few functions that emitted code calls; all are pure but `record`, `forget` and `clear`.

Masks are sets of cells: bit i is cell i. A position hash is made of the values of the remembered
fields in the order of their declaration: h starts at FNV_OFFSET, and for each value v it becomes
(h xor (v + 1)) * FNV_PRIME mod 2**64, then h xor (h >> 32).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

MASK64 = (1 << 64) - 1
FNV_OFFSET = 0xCBF29CE484222325
FNV_PRIME = 0x100000001B3
Vector = list[int]
#: Values that one `Memo` keeps.
MOST_REMEMBERED = 1 << 16


def bits(mask: int) -> list[int]:
    """The members of a mask, in ascending order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def among(size: int, *values: int) -> list[int]:
    """The values that are members of 0..size-1, each once, in ascending order."""
    return sorted({value for value in values if 0 <= value < size})


def flood(start: int, over: int, table: Sequence[int]) -> int:
    """The cells of `over` that can be reached from `start` by steps of `table`."""
    seen = 0
    frontier = table[start] & over
    while frontier:
        seen |= frontier
        steps = 0
        while frontier:
            low = frontier & -frontier
            steps |= table[low.bit_length() - 1]
            frontier ^= low
        frontier = steps & over & ~seen
    return seen


def ray(start: int, direction: int, over: int, table: Sequence[int], directions: int) -> int:
    """The run of cells of `over` from `start` (left out) in a direction."""
    mask = 0
    cell = table[start * directions + direction] if start >= 0 else -1
    while cell >= 0 and over >> cell & 1:
        mask |= 1 << cell
        cell = table[cell * directions + direction]
    return mask


def ray_end(start: int, direction: int, over: int, table: Sequence[int], directions: int) -> int:
    """The first cell after the run, or -1 at the border."""
    cell = table[start * directions + direction] if start >= 0 else -1
    while cell >= 0 and over >> cell & 1:
        cell = table[cell * directions + direction]
    return cell


def has_line(cells: int, masks: Sequence[int]) -> bool:
    """Whether one of the masks lies wholly in `cells`."""
    return any(cells & mask == mask for mask in masks)


def clearing(frame: Sequence[tuple[int, int]]) -> Callable[[Vector], None]:
    """A function that empties what choices in progress kept, so that equal ends are equal."""

    def clear(state: Vector) -> None:
        for offset, value in frame:
            state[offset] = value

    return clear


def memory_functions(
    slices: Sequence[tuple[int, int]], count: int, ring: int, capacity: int
) -> tuple[Callable[[Vector], bool], Callable[[Vector], None], Callable[[Vector], int]]:
    """`record` (true if the memory is full), `forget` and `times` for one memory."""

    def position(state: Vector) -> int:
        value = FNV_OFFSET
        for start, stop in slices:
            for item in state[start:stop]:
                value = ((value ^ (item + 1)) * FNV_PRIME) & MASK64
                value ^= value >> 32
        return value

    def record(state: Vector) -> bool:
        used = state[count]
        if used >= capacity:
            return True
        state[ring + used] = position(state)
        state[count] = used + 1
        return False

    def forget(state: Vector) -> None:
        used = state[count]
        if used:
            state[ring : ring + used] = [0] * used
            state[count] = 0

    def times(state: Vector) -> int:
        return state[ring : ring + state[count]].count(position(state))

    return record, forget, times


class Memo(dict[Any, int]):
    """A function of one or two numbers that is worked out once for each."""

    def __init__(self, function: Callable[..., int], arguments: int) -> None:
        super().__init__()
        self.function = function
        self.several = arguments > 1

    def __missing__(self, key: Any) -> int:
        value = int(self.function(*key) if self.several else self.function(key))
        if len(self) < MOST_REMEMBERED:
            self[key] = value
        return value
