"""Lines in sets that hardly change: answers are those of trying all lines, whatever is asked."""

from __future__ import annotations

import ctypes
import random
from collections.abc import Sequence

import pytest

from rulewright.interpreter.ir import Table
from rulewright.interpreter.native import build, module
from rulewright.interpreter.native.lines import rows_of
from rulewright.interpreter.native.sets import Sets
from rulewright.interpreter.native.types import of_set
from rulewright.interpreter.passes.nodes import image


def lines(width: int, height: int, length: int, ways: Sequence[tuple[int, int]]) -> Table:
    """All lines of a grid along some ways."""
    found = []
    for y in range(height):
        for x in range(width):
            for across, up in ways:
                cells = [(x + k * across, y + k * up) for k in range(length)]
                if all(0 <= a < width and 0 <= b < height for a, b in cells):
                    found.append(sum(1 << b * width + a for a, b in cells))
    return Table(tuple(found), (len(found),), 0)


ALL = [(1, 0), (0, 1), (1, 1), (-1, 1)]


def library_of(made: Sets, words: int, returns: str) -> ctypes.PyDLL:
    """A library of functions on sets of so many words, and of one more that can be called."""
    text = "\n".join([
        '#include "runtime.h"', f"WIDE(set{words}, {words})" if words > 2 else "", *made.lines,
        f'__attribute__((visibility("default"))) {returns}'])
    return build.load(text, module.headers(), "-O1")


@pytest.mark.parametrize(("size", "length", "ways"), [
    ((15, 15), 5, ALL), ((13, 13), 3, ALL), ((12, 11), 4, ALL[:2]), ((30, 6), 6, ALL)])
def test_lines_are_met(size: tuple[int, int], length: int, ways: list[tuple[int, int]]) -> None:
    table, cells = lines(*size, length, ways), size[0] * size[1]
    kind = of_set(cells)
    made = Sets()
    name = made.line(table, kind)
    assert any(f"{name}_through" in text for text in made.lines)
    library = library_of(made, kind.words, f"int asked(const word *w) "
                       f"{{ return {name}({kind.name}_of_words(w, {kind.words})); }}")

    def asked(members: int) -> bool:
        words = [members >> 64 * i & (1 << 64) - 1 for i in range(kind.words)]
        return bool(library.asked((ctypes.c_uint64 * kind.words)(*words)))

    def expected(members: int) -> bool:
        return any(members & line == line for line in table.values)

    rng = random.Random(1)
    found = [0, 0]
    for _ in range(60):
        held = [0, 0, 0]
        for at in rng.sample(range(cells), cells):
            who = rng.randrange(3) if rng.random() < 0.2 else at % 2
            held[who] |= 1 << at
            if rng.random() < 0.05:
                held[who] &= rng.getrandbits(cells)  # things are taken away
            if rng.random() < 0.05:
                held[who] |= rng.choice(table.values)  # many come at once
            answer = asked(held[who])
            assert answer == expected(held[who])
            found[answer] += 1
            if answer:
                held[who] = 0
    assert min(found) > 20


def test_what_is_no_row_is_tried_whole() -> None:
    grid = lines(9, 9, 3, ALL)
    assert rows_of(grid) is not None
    rest = tuple(line for line in grid.values if line != 0b111 << 3)
    missing = Table(rest, (len(rest),), 0)
    bent = Table((0b111, 0b1011), (2,), 0)
    short = lines(9, 9, 2, ALL)
    assert [rows_of(table) for table in (missing, bent, short)] == [None] * 3
    small = Sets()
    small.line(lines(3, 3, 3, ALL), of_set(9))
    assert "_through" not in "\n".join(small.lines)


@pytest.mark.parametrize("size", [(7, 4), (8, 8), (11, 11), (14, 13)])
def test_groups_come_to_no_thing_that_is_none(size: tuple[int, int]) -> None:
    """Masks are left out where a move cannot go wrong."""
    width, height = size
    cells = width * height
    steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
    near = Table(tuple(
        sum(1 << (at // width + b) * width + at % width + a for a, b in steps
            if 0 <= at % width + a < width and 0 <= at // width + b < height)
        for at in range(cells)), (cells,), 0)
    kind = of_set(cells)
    made = Sets()
    name = made.flood(near, kind, True, False)
    words = max(1, -(-kind.bits // 64))
    if kind.wide:
        given, back = f"{kind.name}_of_words(w, {words})", "r.w[i]"
    else:
        given = "SET2(w[1], w[0])" if words == 2 else "w[0]"
        back = f"(word)((set2)(({'unsigned' if kind.bits < 64 else kind.name})r) >> 64 * i)"
    library = library_of(made, kind.words if kind.wide else 0, (
        f"void asked(int start, const word *w, word *out) "
        f"{{ {kind.name} r = {name}(start, {given}); "
        f"for (int i = 0; i < {words}; i++) out[i] = {back}; }}"))
    rng = random.Random(2)
    for _ in range(200):
        over = rng.getrandbits(cells) | rng.getrandbits(cells)
        start = rng.randrange(cells)
        group = 1 << start if over >> start & 1 else 0
        while (more := group | image(group, near.values) & over) != group:
            group = more
        found = (ctypes.c_uint64 * words)()
        library.asked(start, (ctypes.c_uint64 * words)(
            *(over >> 64 * i & (1 << 64) - 1 for i in range(words))), found)
        assert sum(part << 64 * i for i, part in enumerate(found)) == group
