"""Groups that are found without a flood: answers are those of the definition, whatever was asked
before."""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable

import pytest

from rulewright.interpreter.ir import Table
from rulewright.interpreter.native import build, module
from rulewright.interpreter.native.sets import Sets, steps_to_all
from rulewright.interpreter.native.types import of_set
from rulewright.interpreter.passes.nodes import grown, image


def grid(width: int, height: int) -> Table:
    """What is orthogonally next to each cell."""
    return Table(tuple(
        sum(1 << b * width + a for a, b in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
            if 0 <= a < width and 0 <= b < height)
        for y in range(height) for x in range(width)), (width * height,), 0)


def ring(size: int) -> Table:
    """What is next to each thing of many in a ring, each one by another move."""
    order = random.Random(2).sample(range(size), size)
    rows = [0] * size
    for one, other in zip(order, [*order[1:], order[0]], strict=True):
        rows[one] |= 1 << other
        rows[other] |= 1 << one
    return Table(tuple(rows), (size,), 0)


def asking(table: Table, made: Sets, call: str) -> Callable[..., int]:
    """What is asked of a thing and two sets."""
    kind = of_set(table.sizes[0])
    words = max(1, kind.words)
    sets = ", ".join(f"set_of({each})" for each in ("w", f"w + {words}"))
    text = "\n".join([
        '#include "runtime.h"', f"WIDE({kind.name}, {words})" if words > 2 else "", *made.lines,
        f"static {kind.name} set_of(const word *w) {{ {kind.name} s; memcpy(&s, w, sizeof s); "
        "return s; }",
        '__attribute__((visibility("default"))) void asked(int x, const word *w, word *result) {',
        f"const {call.format(sets=sets)}; memcpy(result, &found, sizeof found); }}"])
    library = build.load(text, module.headers(), "-O1")

    def ask(thing: int, *members: int) -> int:
        parts = [each >> 64 * i & (1 << 64) - 1 for each in members for i in range(words)]
        result = (ctypes.c_uint64 * words)()
        library.asked(thing, (ctypes.c_uint64 * len(parts))(*parts), result)
        return sum(part << 64 * i for i, part in enumerate(result))

    return ask


each_table = pytest.mark.parametrize("table", [
    grid(5, 5), grid(8, 8), grid(9, 9), grid(15, 14), ring(70)], ids=lambda t: f"{t.sizes[0]}")


def boards(table: Table, seed: int) -> list[tuple[int, int]]:
    """Free cells and those of one side, as one game after the other goes on, and what differs from
    each in a few cells."""
    rng, size = random.Random(seed), table.sizes[0]
    found = []
    for _ in range(12):
        owner = [rng.choice((0, 1, 1, 2)) for _ in range(size)]
        for _ in range(12):
            free, side = (sum(1 << i for i in range(size) if owner[i] == k) for k in (0, 1))
            found.append((free, side))
            lost = [x for x in range(size) if free >> x & 1]
            found += [(free & ~(1 << rng.choice(lost)), side) for _ in range(8) if lost]
            found.append((free & rng.getrandbits(size), side))
            owner[rng.randrange(size)] = rng.randrange(3)
    return found


@each_table
def test_what_is_cut_off(table: Table) -> None:
    kind, made = of_set(table.sizes[0]), Sets()
    name = made.cut_off(table, kind)
    ask = asking(table, made, f"{kind.name} found = {name}({{sets}})")
    seen = [0, 0]
    for free, side in boards(table, 1):
        expected = side & ~grown(image(free, table.values) & side, side, table)
        assert ask(0, free, side) == expected
        seen[expected > 0] += 1
    assert min(seen) > 50


@each_table
def test_what_can_be_come_to(table: Table) -> None:
    """From a thing that is none of the set; more groups than are kept are asked for."""
    kind, made = of_set(table.sizes[0]), Sets()
    name = made.flood(table, kind, False, False)
    assert "known[" in "".join(made.lines)
    ask = asking(table, made, f"{kind.name} found = {name}(x, set_of(w))")
    rng, largest = random.Random(3), 0
    for free, _ in boards(table, 3):
        for thing in rng.sample(range(table.sizes[0]), 12):
            first = table.values[thing] & free
            expected = grown(first, free, table)
            assert ask(thing, free, 0) == expected
            largest = max(largest, expected.bit_count())
    assert largest > 5


@each_table
def test_what_is_near(table: Table) -> None:
    kind, made = of_set(table.sizes[0]), Sets()
    name = made.near(table, kind)
    ask = asking(table, made, f"{kind.name} found = ({kind.name}){name}(x, {{sets}})"
                 if kind.words <= 2 else
                 f"{kind.name} found = {{{{ {name}(x, {{sets}}) }}}}")
    seen = [0, 0]
    for free, side in boards(table, 2)[::3]:
        for thing in range(0, table.sizes[0], 3):
            inside = side >> thing & 1
            group = grown(1 << thing, side, table) if inside else 0
            expected = bool(image(group, table.values) & free)
            assert ask(thing, free, side) == expected
            seen[expected] += inside
    assert min(seen) > 100


def test_a_long_way_takes_more_steps_than_those_without_a_test() -> None:
    """Along a winding way every other row is closed, but for one end."""
    table = grid(7, 7)
    assert steps_to_all(table) == 12 and steps_to_all(ring(70)) == 35
    kind, made = of_set(49), Sets()
    name = made.grown(table, kind)
    ask = asking(table, made, f"{kind.name} found = {name}(1ull << x, set_of(w))")
    closed = sum(1 << x for row, gap in ((1, 6), (3, 0), (5, 6))
                 for x in range(7 * row, 7 * row + 7) if x != 7 * row + gap)
    free = (1 << 49) - 1 & ~closed
    for thing in (0, 3, 13, 21, 48):
        assert ask(thing, free, 0) == free == grown(1 << thing, free, table)
