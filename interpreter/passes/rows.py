"""The rows of a table, turned round: for each value the rows that have it, as sets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain


def rows_that_hold(
    values: Sequence[int], sizes: tuple[int, int], keys: Sequence[int],
    holds: Callable[[int, int], bool],
) -> tuple[int, ...]:
    """For each column and key, the set of the rows of a table whose value holds for the key."""
    rows, columns = sizes
    found: list[int] = []
    for column in range(columns):
        by_value = _rows_by_value(tuple(values[column::columns]))
        for key in keys:
            held = [by_value.get(key, [])] if holds is int.__eq__ else [
                members for value, members in by_value.items() if holds(value, key)]
            found.append(_mask(chain.from_iterable(held), rows))
    return tuple(found)


def rows_with(
    values: Sequence[int], sizes: tuple[int, int], known: Callable[[int], bool]
) -> tuple[int, ...]:
    """For each column, the set of the rows of a table whose value is known to pass."""
    _, columns = sizes
    different = {*values}
    said: Callable[[int], bool] = known
    if 2 * len(different) < len(values):
        said = {value: known(value) for value in different}.__getitem__
    return tuple([mask_of(map(said, values[column::columns])) for column in range(columns)])


def mask_of(held: Iterable[bool]) -> int:
    """The set of the numbers for which it is said that they are in it, from 0 on."""
    bits = bytes(held)[::-1]
    return int(bits.translate(_DIGITS), 2) if bits else 0


#: From yes and no to the digits of a number.
_DIGITS = bytes([ord("0"), ord("1"), *range(2, 256)])


@lru_cache(maxsize=64)  # many conditions of a game speak of one table
def _rows_by_value(values: tuple[int, ...]) -> dict[int, list[int]]:
    """For each value of a table, the rows that have it."""
    found: dict[int, list[int]] = {}
    for row, value in enumerate(values):
        found.setdefault(value, []).append(row)
    return found


def _mask(members: Iterable[int], size: int) -> int:
    """A set of so many possible members as an integer."""
    bits = bytearray(size // 8 + 1)
    for member in members:
        bits[member >> 3] |= 1 << (member & 7)
    return int.from_bytes(bits, "little")
