"""Tables of what stands in tables: what is looked up by what was looked up takes one step.

Model. A `Lookup` whose indices are lookups in turn says something of what these are about, their
leaves: of at most two of them it is one table, where that is small. Nothing about the order of
evaluation changes, so it is done last, when expressions are put into statements.

Invariant: a table says of each combination of leaves what the lookups say; where a leaf may be
none, this is the same for all others.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

from rulewright.interpreter.ir import Const, E, Lookup, Table
from rulewright.interpreter.ir.interned import kept

#: Entries of a table that is made so.
MOST_ENTRIES = 1 << 12
#: Leaves of one.
MOST_LEAVES = 2


@kept
def joined(e: Lookup) -> Lookup | Const:
    """A lookup with its indices put into its table, as far as that is possible."""
    parts: list[E] = [joined(part) if isinstance(part, Lookup) else part for part in e.index]
    for at, part in enumerate(parts):
        if isinstance(part, Lookup) or (isinstance(part, Const) and len(parts) > 1):
            made = _put(e, parts, at)
            if made is not None:
                return joined(made) if isinstance(made, Lookup) else made
    return Lookup(e.table, tuple(parts), e.type)


def _put(e: Lookup, parts: Sequence[E], at: int) -> Lookup | Const | None:
    """The lookup with one index put into its table; None if there is none."""
    inner = parts[at]
    below: tuple[E, ...] = inner.index if isinstance(inner, Lookup) else ()
    others = (*parts[:at], *parts[at + 1:])
    leaves = tuple(dict.fromkeys((*parts[:at], *below, *parts[at + 1:])))
    if not leaves or len(leaves) > MOST_LEAVES or any(isinstance(leaf, Const) for leaf in leaves):
        return None
    room: dict[E, int] = {}
    for table, index in ((e.table, parts), (inner.table, below)) if isinstance(inner, Lookup) else (
        (e.table, parts),
    ):
        for leaf, size in zip(index, table.sizes, strict=True):
            if leaf in leaves:
                room[leaf] = min(size, room.get(leaf, size))
    sizes = tuple(room[leaf] for leaf in leaves)
    least = [min(0, leaf.type.least) for leaf in leaves]
    if prod(sizes) > MOST_ENTRIES or e.table.span[1] >= 1 << 63 or min(least) < -1:
        return None

    def value(places: Sequence[int]) -> int:
        known = dict(zip(leaves, places, strict=True))
        if isinstance(inner, Lookup):
            here = inner.table.at(*(known[leaf] for leaf in below))
        else:
            assert isinstance(inner, Const)
            here = inner.value
        given = iter(known[leaf] for leaf in others)
        return e.table.at(*(here if i == at else next(given) for i in range(len(parts))))

    nothing = {value(places) for places in product(*(
        range(bottom, size) for bottom, size in zip(least, sizes, strict=True)))
        if min(places) < 0}
    if len(nothing) > 1:
        return None
    values = tuple(map(value, product(*map(range, sizes))))
    absent = nothing.pop() if nothing else e.table.absent
    return Lookup(Table(values, sizes, absent), leaves, e.type)
