"""Loops that come to a set at once: bytes are compared together, few things are united by tests."""

from __future__ import annotations

import ctypes
import random

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.ir import Const, Lookup, Table, VType
from rulewright.interpreter.native import build, module
from rulewright.interpreter.native.loops import is_told
from rulewright.interpreter.native.scans import rest_of
from rulewright.interpreter.native.sets import Sets
from rulewright.interpreter.native.types import of_set
from rulewright.interpreter.passes.nodes import image
from tests.texts import path_of

VISIBLE = '__attribute__((visibility("default")))'


@pytest.mark.parametrize("flags", [("-O1",), ("-O1", "-mno-sse2", "-mno-avx", "-U__SSE2__")])
def test_bytes_are_compared_together(flags: tuple[str, ...]) -> None:
    """Of rows of all lengths, with the same number as byte by byte; nothing beside a row counts."""
    sizes = range(1, 65)
    cases = "\n".join(f"    case {size}: return bytes_from(row, {size}, least);" for size in sizes)
    library = build.load(
        f'#include "runtime.h"\n{VISIBLE} word asked(const int8_t *row, int size, int64_t least) {{'
        f"\n    switch (size) {{\n{cases}\n    }}\n    return 0;\n}}", module.headers(), *flags)
    library.asked.restype = ctypes.c_uint64
    library.asked.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int64]
    rng = random.Random(3)
    for size in sizes:
        row = [rng.choice((-128, -1, 0, 1, 2, 127)) for _ in range(size)]
        given = (ctypes.c_int8 * (size + 32))(*[127] * 16, *row, *[127] * 16)
        at = ctypes.addressof(given) + 16
        for least in (-1000, -129, -128, -1, 0, 1, 2, 3, 127, 128, 1000):
            expected = sum((value >= least) << i for i, value in enumerate(row))
            assert library.asked(at, size, least) == expected, (size, least)


def test_the_end_of_a_long_row_is_looked_for_together_with_what_is_in_front_of_it() -> None:
    """Of all lengths, with the same number as byte by byte; nothing beside it counts."""
    rests = range(1, 64)
    cases = "\n".join(
        f"    case {rest}: return {rest_of('row', 64 + rest, rest)};" for rest in rests)
    library = build.load(
        f'#include "runtime.h"\n{VISIBLE} word asked(const int8_t *row, int rest, int value) {{\n'
        f"    switch (rest) {{\n{cases}\n    }}\n    return 0;\n}}", module.headers(), "-O1")
    library.asked.restype = ctypes.c_uint64
    library.asked.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
    rng = random.Random(5)
    for rest in rests:
        row = [rng.choice((-1, 0, 1, 127)) for _ in range(64 + rest)]
        given = (ctypes.c_int8 * (len(row) + 32))(*[127] * 16, *row, *[127] * 16)
        for value in (-1, 0, 1, 2, 127, 128):
            expected = sum((each == value) << i for i, each in enumerate(row[64:]))
            assert library.asked(ctypes.addressof(given) + 16, rest, value) == expected


def test_few_things_are_united_by_tests() -> None:
    rng = random.Random(4)
    for things, few in ((14, 2), (40, 8), (100, 3)):
        table = Table(tuple(rng.randrange(1 << few) for _ in range(things)), (things,), 0)
        kind, made = of_set(things), Sets()
        name = made.united(table, kind)
        given = "SET2(w[1], w[0])" if things > 63 else f"({kind.name})w[0]"
        library = build.load("\n".join([
            '#include "runtime.h"', *made.lines,
            f"{VISIBLE} int asked(const word *w) {{ return {name}({given}); }}"]),
            module.headers(), "-O1")
        for _ in range(50):
            members = rng.getrandbits(things) & rng.getrandbits(things)
            words = (ctypes.c_uint64 * 2)(members & (1 << 64) - 1, members >> 64)
            assert library.asked(words) == image(members, table.values)


def test_counts_on_a_board_are_compared_together() -> None:
    """Which of a player's houses hold seeds, and whether a player has none, takes no loop."""
    text = module.Module(driver.load(path_of("kalah")).instantiate().program).text
    assert text.count("bytes_from(") == 3 and "united_" in text


@pytest.mark.parametrize("flags", [("-O1",), ("-O1", "-mno-sse2", "-mno-avx")])
@pytest.mark.parametrize(("kind", "things"), [("int", 30), ("word", 63)])
def test_the_first_things_with_what_they_have_are_found_together(
    kind: str, things: int, flags: tuple[str, ...]
) -> None:
    """Of rows of all lengths, with the same things as one by one; nothing beside a row counts."""
    library = build.load("\n".join([
        '#include "runtime.h"',
        f"{VISIBLE} word asked(const word *sets, int count, word among) {{",
        f"    {kind} kept[64 + 16];", "    memset(kept, -1, sizeof kept);",
        f"    for (int i = 0; i < count; i++) kept[8 + i] = ({kind})sets[i];",
        f"    return (word)firsts_{kind}(kept + 8, count, ({kind})among);", "}"]),
        module.headers(), *flags)
    library.asked.restype = ctypes.c_uint64
    library.asked.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_uint64]
    rng = random.Random(6)
    for count in range(1, 65):
        has = [rng.randrange(count) for _ in range(things)]
        sets = (ctypes.c_uint64 * count)(
            *(sum((has[x] == value) << x for x in range(things)) for value in range(count)))
        among = rng.getrandbits(things)
        expected = sum(1 << x for x in range(things) if among >> x & 1 and not any(
            among >> y & 1 and has[y] == has[x] for y in range(x)))
        assert library.asked(sets, count, among) == expected, count


def test_things_that_differ_are_looked_for_together_where_a_table_tells_them() -> None:
    """In backgammon, of the checkers of the one who plays: for moves and for bearing off, where
    options are listed and where the first is looked for."""
    text = module.Module(driver.load(path_of("backgammon")).instantiate().program).text
    assert text.count("firsts_int(S->checker_at_is, 31, T_2[S->game_to_move])") == 4


def test_what_a_table_tells_of_others_is_no_test_of_things_that_differ() -> None:
    """Earlier ones are looked for among the same things for all of a loop."""
    values = tuple(0b1010 & (1 << x) - 1 for x in range(4))
    table = Table(values, (4,), 0)
    assert is_told(table, Const(0b1010)) and not is_told(table, Const(0b1011))
    own = Table((0b1010, 0b1000), (2,), 0)
    assert not is_told(table, Lookup(own, (Const(0),), VType("set", 0, 15)))
    own = Table((0b1010, 0), (2,), 0)
    assert is_told(table, Lookup(own, (Const(0),), VType("set", 0, 15)))
