"""Tables of what stands in tables say what the lookups say."""

from __future__ import annotations

import random
from itertools import product

from rulewright.interpreter import ir
from rulewright.interpreter.ir import Const, E, Local, Lookup, Table
from rulewright.interpreter.ir.types import number
from rulewright.interpreter.passes.joined import MOST_ENTRIES, joined


def value(e: E, known: dict[E, int]) -> int:
    if isinstance(e, Lookup):
        return e.table.at(*(value(part, known) for part in e.index))
    return e.value if isinstance(e, Const) else known[e]


def some_table(rng: random.Random, sizes: tuple[int, ...], least: int, most: int) -> Table:
    count = 1
    for size in sizes:
        count *= size
    values = tuple(rng.randint(least, most) for _ in range(count))
    return Table(values, sizes, rng.choice([-1, -1, 0]))


def some_lookup(rng: random.Random, leaves: list[Local], deep: int, sizes: list[int]) -> Lookup:
    index: list[E] = []
    for size in sizes:
        if deep and rng.random() < 0.7:
            inner = [rng.choice([3, 5]) for _ in range(rng.choice([1, 1, 2]))]
            made = some_lookup(rng, leaves, deep - 1, inner)
            table = some_table(rng, made.table.sizes, -1, size - 1)
            index.append(Lookup(table, made.index, number(-1, size - 1)))
        elif rng.random() < 0.2:
            index.append(Const(rng.randrange(-1, size)))
        else:
            index.append(rng.choice([leaf for leaf in leaves if leaf.type.most < size]))
    return Lookup(some_table(rng, tuple(sizes), -1, 9), tuple(index), number(-1, 9))


def test_lookups_of_lookups() -> None:
    rng = random.Random(5)
    leaves = [Local("a", number(-1, 2)), Local("b", number(0, 2)), Local("c", number(0, 1))]
    shorter = 0
    for _ in range(400):
        e = some_lookup(rng, leaves, 2, [rng.choice([3, 5]) for _ in range(rng.choice([1, 2]))])
        made = joined(e)
        inside = [part for part in ir.walk(made) if isinstance(part, Lookup)]
        shorter += len(inside) < sum(isinstance(part, Lookup) for part in ir.walk(e))
        for places in product(*(range(leaf.type.least, leaf.type.most + 1) for leaf in leaves)):
            known: dict[E, int] = dict(zip(leaves, places, strict=True))
            assert value(made, known) == value(e, known)
    assert shorter > 150


def test_no_table_is_large() -> None:
    one, two = Local("one", number(0, 99)), Local("two", number(0, 99))
    inner = Table(tuple(i % 50 for i in range(100)), (100,), -1)
    outer = Table((1,) * 2500, (50, 50), -1)
    e = Lookup(outer, (Lookup(inner, (one,), number(0, 49)), Lookup(inner, (two,), number(0, 49))),
               number(0, 1))
    assert MOST_ENTRIES < 50 * 100 and joined(e) is e
