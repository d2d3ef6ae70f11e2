"""The expressions that passes add to the program form: sets worked on as whole integers.

Model. A set over a domain is an integer, so that a condition on every member of it is a few
operations on integers, if it is made of conditions of these kinds:

    Where     the places where a field has a value, kept up to date beside the state
    Scan      the places where a field has a value, looked for when it is asked
    Placed    what elements of a field place: the things that a table gives for their values
    Single    the set of one thing
    Steps     the things from which a constant step leads into a set
    Fill      what is added to a set when a constant step is taken backwards through another
    Union     the members of the sets that belong to the members of a set
    Image     what is one step from a member of a set, by a constant relation
    Group     what a thing belongs to, by a constant relation; `Leaders`, the least member of each;
              `Grown`, what the members of a set belong to
    Row       some members of a set in a row, as a set of their own
    Size      how many members a set has; `Lowest`, the first of them
    Position  the hash of the position, as a memory keeps it, and how often it `Occurs` there

They are pure and total as all expressions are, and only engines meet them.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.interpreter.ir import (
    E,
    Field,
    Local,
    Lookup,
    Op,
    Reach,
    Table,
    VType,
    number,
    substituted,
)
from rulewright.interpreter.ir import members as members_of
from rulewright.interpreter.ir.interned import cached, kept
from rulewright.interpreter.ir.positions import MASK64
from rulewright.interpreter.passes.rows import mask_of
from rulewright.interpreter.records import record

#: A constant relation of more moves than this is not taken as moves of whole sets.
MOST_ARRIVALS = 8
#: Up to so many moves, each is looked for in the whole map.
FEW_WAYS = 8
#: Further than any move.
NOWHERE = 1 << 62

#: Moves of a whole set: by how much, and where its members may arrive.
Shifts = Sequence[tuple[int, int]]


@record(eq=False)
class Having(E):
    """The set of the elements of a field (counted over all its dimensions) that have a value; the
    value must be one of the field's type."""

    field: Field
    value: E
    type: VType

    @cached
    def reads(self) -> frozenset[Field | int]:
        return frozenset[Field | int]((self.field,)) | self.value.reads


class Where(Having):
    """Such a set that is kept up to date beside the state."""


class Scan(Having):
    """Such a set of a field of one dimension, looked for in the field: where values are many and
    elements few, to keep a set for each value would cost more."""


@record(eq=False)
class Placed(E):
    """The set of `table[value]` for the values of all elements of a field of one dimension, of
    which the least is entry 0 of the table; none is no member."""

    field: Field
    table: Table
    type: VType

    @cached
    def reads(self) -> frozenset[Field | int]:
        return frozenset((self.field,))


@record(eq=False)
class Single(E):
    """The set of one thing; empty if it is none, or not below `size`."""

    value: E
    size: int
    type: VType


@record(eq=False)
class Row(E):
    """`size` members of a set from number `index * size` on, counted from 0."""

    set: E
    index: E
    size: int
    type: VType


@record(eq=False)
class Steps(E):
    """All x for which `table[x, direction]` is in a set (of things counted as the table's rows);
    empty where the direction is none."""

    table: Table
    direction: E
    set: E
    type: VType


@record(eq=False)
class Fill(E):
    """The least set that holds `start`, and with each member that is in `over` all x that step
    to it (see `Steps`)."""

    start: E
    over: E
    table: Table
    direction: E
    type: VType


@record(eq=False)
class Union(E):
    """The union of `body` over the members of a set."""

    var: Local
    set: E
    body: E
    type: VType

    @cached
    def free(self) -> frozenset[Local]:
        return self.set.free | (self.body.free - {self.var})

    @cached
    def height(self) -> int:
        return 1 + max(self.set.height, self.body.height)


@record(eq=False)
class Image(E):
    """The union of `table[x]` over the members x of a set."""

    table: Table
    set: E
    type: VType


@record(eq=False)
class Group(E):
    """A whole `Reach` by a constant relation. `shared`: it is likely that other things of the same
    set are asked for as well."""

    start: E
    over: E
    table: Table
    shared: bool
    type: VType


@record(eq=False)
class Leaders(E):
    """The members of a set that are the least of all that are joined with them by steps within
    the set. `table` says what is one step from a thing, and is symmetric."""

    set: E
    table: Table
    type: VType


@record(eq=False)
class Grown(E):
    """The members of `over` that can be come to from `start`, which is part of it, through it.
    `table` says what is one step from a thing, and is symmetric."""

    start: E
    over: E
    table: Table
    type: VType

    @property
    def beside(self) -> E | None:
        """The set of which a member is one step from each thing that it begins with, and from no
        other of `over`, where that is said."""
        if isinstance(self.start, Op) and self.start.op == "&":
            for one, other in (self.start.args, self.start.args[::-1]):
                if other is self.over and isinstance(one, Image) and one.table == self.table:
                    return one.set
        return None


@record(eq=False)
class Size(E):
    """How many members a set has."""

    set: E

    @cached
    def type(self) -> VType:
        return number(0, self.set.type.most.bit_length())


@record(eq=False)
class Lowest(E):
    """The first member of a set, or none."""

    set: E

    @cached
    def type(self) -> VType:
        return number(-1, self.set.type.most.bit_length() - 1)


@record(eq=False)
class Position(E):
    """The hash of the present position (see `ir.positions`)."""

    memory: int
    fields: tuple[Field, ...]

    @cached
    def type(self) -> VType:
        return number(0, MASK64)

    @cached
    def reads(self) -> frozenset[Field | int]:
        return frozenset(self.fields)


@record(eq=False)
class Occurs(E):
    """How often a hash stands in a memory."""

    memory: int
    hash: E
    type: VType


def union(var: Local, members: E, body: E, kind: VType) -> E:
    """A union; its variable is named by its height, as that of a comprehension."""
    if isinstance(body, Lookup) and body.index == (var,) and not body.table.absent and (
        len(arrivals(body.table)) <= MOST_ARRIVALS
    ):
        return Image(body.table, members, kind)
    stem = var.name.rstrip("0123456789_")
    bound = Local(f"{stem}_{1 + max(members.height, body.height)}", var.type)
    return Union(bound, members, substituted(body, {var: bound}), kind)


@kept
def arrivals(table: Table) -> Shifts:
    """The steps of a constant relation as moves of a whole set: by how much, and the things that
    are come to so."""
    found: dict[int, int] = {}
    for thing, reached in enumerate(table.values):
        for to in members_of(reached):
            found[to - thing] = found.get(to - thing, 0) | 1 << to
    return sorted(found.items())


def constant_steps(e: Reach) -> Table | None:
    """The table of the steps of a `Reach`, where they do not depend on the state."""
    return e.steps.table if isinstance(e.steps, Lookup) and e.steps.index == (e.var,) else None


def transposed(table: Table) -> Table:
    """The relation seen from the other side."""
    size = max((mask.bit_length() for mask in table.values), default=0)
    size = max(size, table.sizes[0])
    rows = [0] * size
    for thing, reached in enumerate(table.values):
        for to in members_of(reached):
            rows[to] |= 1 << thing
    return Table(tuple(rows), (size,), 0)


def symmetric(table: Table) -> bool:
    """Whether of two things each is one step from the other, or neither is."""
    return all(table.values[to] >> thing & 1
               for thing, reached in enumerate(table.values) for to in members_of(reached))


def image(mask: int, table: Sequence[int]) -> int:
    """What is one step from a member of a set, by a table: the value of `Image`."""
    found = 0
    while mask:
        low = mask & -mask
        found |= table[low.bit_length() - 1]
        mask ^= low
    return found


def grown(mask: int, over: int, table: Table) -> int:
    """The value of `Grown`."""
    while more := image(mask, table.values) & over & ~mask:
        mask |= more
    return mask


def leaders(mask: int, table: Table) -> int:
    """The value of `Leaders`."""
    found = 0
    while mask:
        group = grown(mask & -mask, mask, table)
        found |= group & -group
        mask &= ~group
    return found


def shifts(column: Sequence[int]) -> Shifts:
    """A partial map of numbers as moves of a whole set: by how much, and where they arrive; so
    that the x with `column[x]` in a set are those of the set moved by each, within its mask."""
    ways = [x - to if to >= 0 else NOWHERE for x, to in enumerate(column)]
    different = {*ways} - {NOWHERE}
    if len(different) <= FEW_WAYS:
        return [(by, mask_of([way == by for way in ways])) for by in sorted(different)]
    found = {by: bytearray(len(column) // 8 + 1) for by in different}
    for x, way in enumerate(ways):
        if way != NOWHERE:
            found[way][x >> 3] |= 1 << (x & 7)
    return sorted((by, int.from_bytes(bits, "little")) for by, bits in found.items())


def column(table: Table, direction: int) -> tuple[int, ...]:
    """One direction of a table of steps."""
    return table.values[direction :: table.sizes[1]]


@kept
def moves(table: Table) -> list[Shifts]:
    """The shifts of each direction of a table of steps."""
    return [shifts(column(table, direction)) for direction in range(table.sizes[1])]


@kept
def backwards(table: Table) -> Table | None:
    """Of things by directions: from where a step comes there; None if it can come from two."""
    rows, columns = table.sizes
    found = [-1] * (rows * columns)
    for direction in range(columns):
        onto = column(table, direction)
        if max(onto, default=-1) >= rows:
            return None
        back = [-1] * (rows + 1)  # what leads nowhere is noted behind the last
        for start, to in enumerate(onto):
            back[to] = start
        back.pop()
        if rows - back.count(-1) + onto.count(-1) < rows:
            return None
        found[direction::columns] = back
    return Table(tuple(found), table.sizes, -1)


def shifted(mask: int, moves: Shifts) -> int:
    """A set moved as a whole, by all shifts of a direction: the value of `Steps`."""
    found = 0
    for by, inside in moves:
        found |= (mask << by if by >= 0 else mask >> -by) & inside
    return found


def fill(start: int, over: int, moves: Shifts) -> int:
    """A set with all that is added by moving it through another: the value of `Fill`."""
    front = start & over
    while front:
        front = shifted(front, moves) & ~start
        start |= front
        front &= over
    return start


def line_moves(lines: Sequence[int]) -> list[tuple[Sequence[tuple[int, bool]], int]]:
    """How to find out whether one of some lines lies wholly in a set. Lines of the same shape are
    tried at once: what is left of a set that is met with itself moved by all steps of the shape are
    the first members of such lines. For each shape by how much to move down the set, or (yes) what
    is left of it by then; and those first members."""
    shapes: dict[int, int] = {}
    for line in lines:
        first = (line & -line).bit_length() - 1
        shapes[line >> first] = shapes.get(line >> first, 0) | 1 << first
    return [(_doublings(shape), firsts) for shape, firsts in shapes.items()]


def _doublings(shape: int) -> list[tuple[int, bool]]:
    members = [i for i in range(shape.bit_length()) if shape >> i & 1]
    step = members[1] if len(members) > 1 else 1
    if members != [i * step for i in range(len(members))]:
        return [(by, False) for by in members[1:]]
    found, have = [], 1
    while have < len(members):
        more = min(have, len(members) - have)
        found.append((more * step, True))
        have += more
    return found
