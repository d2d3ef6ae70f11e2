"""The few functions that emitted code calls; all are pure but those that change a memory.

Sets are masks: bit i is thing i. Tables have one entry more than there are things, for none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import getitem, xor
from typing import Any

from rulewright.interpreter.ir import Program, Table
from rulewright.interpreter.ir import members as members_of
from rulewright.interpreter.ir.positions import mix, remembered
from rulewright.interpreter.passes.nodes import fill, image, line_moves, shifted

Vector = list[int]
#: Sets whose members are kept, and hashes of values of one place.
MOST_REMEMBERED = 1 << 15
#: Sets whose groups are kept.
MOST_GROUPED = 1 << 10


#: Sets of so many bytes for each member are taken apart member by member.
MOST_BYTES = 16
#: So are sets of more bytes: the tables to take them apart by bytes would be large.
WIDE = 64


class Members(dict[int, tuple[int, ...]]):
    """The members of a set, in ascending order; those of sets met before are kept."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        size = (mask.bit_length() + 7) >> 3
        if size > WIDE or size > MOST_BYTES * mask.bit_count():  # cells of a very large board
            return tuple(members_of(mask))
        while len(_BYTES) < size:
            first = 8 * len(_BYTES)
            _BYTES.append([tuple(first + i for i in range(8) if byte >> i & 1)
                           for byte in range(256)])
        made: tuple[int, ...] = ()
        for members, byte in zip(_BYTES, mask.to_bytes(size, "little"), strict=False):
            made += members[byte]
        if len(self) < MOST_REMEMBERED:
            self[mask] = made
        return made


#: For each byte of a set and each value of it, the members it says.
_BYTES: list[list[tuple[int, ...]]] = []


def among(size: int, *values: int) -> list[int]:
    """The values that are members of 0..size-1, each once, in ascending order."""
    return sorted({value for value in values if 0 <= value < size})


def single(value: int, size: int) -> int:
    """The set of one thing, empty if it is not below size."""
    return 1 << value if 0 <= value < size else 0


def holds(members: int, value: int) -> int:
    """Whether a thing, or none, is in a set."""
    return members >> value & 1 if value >= 0 else 0


def moved(value: int, by: int) -> int:
    """A thing as a thing of another type."""
    return value + by if value >= 0 else -1


def find(state: Vector, start: int, stop: int, value: int) -> int:
    """The first element of a stretch of the state that has a value, counted from its start; or
    none."""
    try:
        return state.index(value, start, stop) - start
    except ValueError:
        return -1


def scan(state: Vector, start: int, stop: int, value: int) -> int:
    """The set of the elements of a stretch of the state that have a value."""
    found, stretch = 0, state[start:stop]
    at = -1
    for _ in range(stretch.count(value)):
        at = stretch.index(value, at + 1)
        found |= 1 << at
    return found


def placed(state: Vector, start: int, stop: int, table: Sequence[int], least: int) -> int:
    """What the elements of a stretch of the state place: the things of a table for their values,
    the first of which is for `least`."""
    found = 0
    for value in set(state[start:stop]):
        thing = table[value - least]
        if thing >= 0:
            found |= 1 << thing
    return found


def lowest(members: int) -> int:
    """The first member of a set, or none."""
    return (members & -members).bit_length() - 1


def element(state: Vector, offset: int, index: int, absent: int) -> int:
    """An element of a field of one dimension, whose index may be none."""
    return state[offset + index] if index >= 0 else absent


def element_at(state: Vector, offset: int, absent: int, *index: tuple[int, int]) -> int:
    """An element of a field; for each dimension an index, which may be none, and the size."""
    at = 0
    for part, size in index:
        if part < 0:
            return absent
        at = at * size + part
    return state[offset + at]


def flood(start: int, over: int, table: Sequence[int]) -> int:
    """What can be come to from `start` through `over` by the steps of a table."""
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


class Groups(dict[int, tuple[dict[int, int], list[int]]]):
    """For sets met lately, the groups that were found in them, and those of the things that were
    asked for."""

    def __missing__(self, over: int) -> tuple[dict[int, int], list[int]]:
        if len(self) >= MOST_GROUPED:
            self.clear()
        found = self[over] = {}, []
        return found


class Distances:
    """How far things are from one another (see `ir.Distance`), by a table of steps. From where
    was asked lately, and over what, is kept with all that was found."""

    def __init__(self, table: Table, ways: int) -> None:
        self.far, directions = table.sizes
        self._onto = [
            tuple(to for way in range(directions) if ways >> way & 1
                  and (to := table.values[at * directions + way]) >= 0)
            for at in range(self.far)]
        self._known: dict[tuple[int, int], dict[int, int]] = {}

    def __call__(self, start: int, goal: int, over: int) -> int:
        known = self._known.get((start, over))
        if known is None:
            if len(self._known) >= MOST_GROUPED:
                self._known.clear()
            known = self._known[start, over] = self._from(start, over)
        return known.get(goal, self.far)

    def _from(self, start: int, over: int) -> dict[int, int]:
        """The distance of all that can be come to."""
        found = {start: 0} if start >= 0 else {}
        for thing in (layer := [*found]):
            for to in self._onto[thing]:
                if over >> to & 1 and to not in found:
                    found[to] = found[thing] + 1
                    layer.append(to)
        return found


def leaders(over: int, group: Callable[[int, int], int]) -> int:
    """The least member of each group of a set."""
    found, rest = 0, over
    while rest:
        low = rest & -rest
        found |= low
        rest &= ~group(low.bit_length() - 1, over)
    return found


def settle(state: Vector, offset: int, size: int, kept: int, least: int, most: int) -> None:
    """Make the kept sets of a field anew, of which that of value 0 stands at `kept`."""
    for value in range(least, most):
        state[kept + value] = 0
    for i, value in enumerate(state[offset : offset + size]):
        state[kept + value] |= 1 << i


def line_function(lines: Sequence[int]) -> Callable[[int], bool]:
    """Whether one of some sets lies wholly in a set."""
    moves = line_moves(lines)
    if sum(2 + len(steps) for steps, _ in moves) * 2 > len(lines):
        return lambda held: any(held & line == line for line in lines)

    def moved_at_once(held: int) -> bool:
        for steps, firsts in moves:
            left = held
            for by, of_itself in steps:
                left &= (left if of_itself else held) >> by
            if left & firsts:
                return True
        return False

    return moved_at_once


#: The rays of a board are listed if it has at most so many cells.
MOST_RAYS = 4096
Follow = Callable[[int, int, int], int]


def ray_functions(table: Sequence[int], sizes: Sequence[int]) -> tuple[Follow, Follow]:
    """`run` and `end` (see `ir.Ray`) for a table of steps.

    Where every ray of a direction only goes up or only down, what stops it is the least or the
    greatest thing on it that is not in `over`.
    """
    things, directions = sizes
    if things > MOST_RAYS:
        return _walking(table, directions)
    whole: list[list[int]] = []
    rising: list[int] = []
    for direction in range(directions):
        rays, signs = [], set[bool]()
        for start in range(things):
            mask, at = 0, table[start * directions + direction]
            if at >= 0:
                signs.add(at > start)
            while at >= 0 and not mask >> at & 1:
                mask |= 1 << at
                at = table[at * directions + direction]
            rays.append(mask)
        whole.append([*rays, 0])
        rising.append(len(signs) < 2 and (1 if True in signs else 0))
        if len(signs) == 2:
            return _walking(table, directions)
    whole.append([0] * (things + 1))
    rising.append(0)
    before = [[~(ray | 1 << at) for at, ray in enumerate(rays)] for rays in whole]

    def run(start: int, direction: int, over: int) -> int:
        ray = whole[direction][start]
        stop = ray & ~over
        if not stop:
            return ray
        if rising[direction]:
            stop &= -stop
        return ray & before[direction][stop.bit_length() - 1]

    def end(start: int, direction: int, over: int) -> int:
        stop = whole[direction][start] & ~over
        if rising[direction]:
            stop &= -stop
        return stop.bit_length() - 1

    return run, end


def _walking(table: Sequence[int], directions: int) -> tuple[Follow, Follow]:
    """The functions of `ray_functions` for any table, thing by thing."""

    def walk(start: int, direction: int, over: int) -> tuple[int, int]:
        mask = 0
        at = table[start * directions + direction] if start >= 0 and direction >= 0 else -1
        while at >= 0 and over >> at & 1 and not mask >> at & 1:
            mask |= 1 << at
            at = table[at * directions + direction]
        return mask, -1 if at >= 0 and mask >> at & 1 else at

    def run(start: int, direction: int, over: int) -> int:
        return walk(start, direction, over)[0]

    def end(start: int, direction: int, over: int) -> int:
        return walk(start, direction, over)[1]

    return run, end


class _Mixed(dict[int, int]):
    """What the values of one place add to the hash of a position."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place

    def __missing__(self, value: int) -> int:
        made = mix(self.place, value)
        if len(self) < MOST_REMEMBERED:
            self[value] = made
        return made


def memory_functions(program: Program, number: int) -> dict[str, Callable[..., Any]]:
    """`record` (true if the memory is full), `forget`, `times` and `position` of one memory."""
    spec = program.memories[number]
    count, capacity, size = spec.count.offset, spec.capacity, program.size
    before = [memory.count.offset for memory in program.memories[:number]]
    mixed = [_Mixed(place) for place, _, _ in remembered(spec)]
    slices = [slice(made.offset, made.offset + made.size) for made in spec.fields]

    def begin(state: Vector) -> int:
        return size + sum([state[at] for at in before])

    def position(state: Vector) -> int:
        values: list[int] = []
        for part in slices:
            values += state[part]
        return reduce(xor, map(getitem, mixed, values), 0)

    def record(state: Vector, value: int) -> bool:
        used = state[count]
        if used >= capacity:
            if not spec.rolling:
                return True
            del state[begin(state)]
            used -= 1
        state.insert(begin(state) + used, value)
        state[count] = used + 1
        return False

    def forget(state: Vector) -> None:
        used = state[count]
        if used:
            start = begin(state)
            del state[start : start + used]
            state[count] = 0

    def times(state: Vector, value: int) -> int:
        start = begin(state)
        return state[start : start + state[count]].count(value)

    return {"record": record, "forget": forget, "times": times, "position": position}


#: What every emitted text may call.
NAMES: dict[str, object] = {
    "bits": Members(), "among": among, "single": single, "holds": holds, "moved": moved,
    "element": element, "element_at": element_at, "flood": flood, "steps": shifted, "fill": fill,
    "find": find, "scan": scan, "lowest": lowest,
    "settle": settle, "placed": placed, "leaders": leaders, "image": image,
}
