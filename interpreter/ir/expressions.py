"""Expressions: pure, total, typed, shared.

Model. An expression is a node of a directed graph without cycles. Nodes are interned: building the
same node twice gives the same object, so equality is identity and everything worked out for a node
can be kept beside it. Each node has a `type`. Evaluating one reads the state and the locals bound
around it and gives an integer of its type; nothing can fail, nothing is changed.

A variable bound by a comprehension or a reach is named by its height (see `comp`): alike
expressions are one node wherever they stand. Whoever rebuilds such a node opens it first
(`build.rebuilt`).

Invariants (checked by `verify`): indices have types within the dimensions or are none; operands
are what their operation takes; locals are bound where they are used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from rulewright.interpreter.ir.interned import Interned, cached, reduced
from rulewright.interpreter.ir.operations import OPERATIONS
from rulewright.interpreter.ir.types import BOOL, VType, join, number, or_none
from rulewright.interpreter.records import record

if TYPE_CHECKING:
    from rulewright.interpreter.ir.fields import Field
    from rulewright.interpreter.ir.program import Guard
    from rulewright.interpreter.source import Span

T = TypeVar("T")


@record(eq=False)
class Table(Interned):
    """Constant data: `values`, row-major over `sizes`; `absent` where an index is none."""

    values: tuple[int, ...]
    sizes: tuple[int, ...]
    absent: int = -1

    __reduce__ = reduced

    @cached
    def span(self) -> tuple[int, int]:
        """The least and the greatest of its values; of none, those of `absent`."""
        return min(self.values, default=self.absent), max(self.values, default=self.absent)

    def at(self, *index: int) -> int:
        """The value at an index, each part of it below its size or none."""
        place = 0
        for size, part in zip(self.sizes, index, strict=True):
            if part < 0:
                return self.absent
            place = place * size + part
        return self.values[place]


class E(Interned):
    """An expression. `type` is what its values are."""

    __match_args__: tuple[str, ...] = ()
    type: VType

    __reduce__ = reduced

    @cached
    def children(self) -> tuple[E, ...]:
        """The expressions directly inside; the body of a called function is not."""
        found: list[E] = []
        for name in self.__match_args__:
            part = getattr(self, name)
            if isinstance(part, E):
                found.append(part)
            elif isinstance(part, tuple):
                found.extend(p for p in part if isinstance(p, E))
        return tuple(found)

    @cached
    def free(self) -> frozenset[Local]:
        """The locals that are used and not bound inside."""
        return _united([child.free for child in self.children])

    @cached
    def reads(self) -> frozenset[Field | int]:
        """What is looked at, by called functions too: fields, and memories by their numbers (of
        which the answer depends on their entries and on the fields they remember)."""
        return _united([child.reads for child in self.children])

    @cached
    def reads_hidden(self) -> bool:
        """Whether the value depends on a field that not everybody sees."""
        return any(not isinstance(read, int) and read.hidden for read in self.reads)

    @cached
    def height(self) -> int:
        """The greatest number of binders inside one another."""
        return max([child.height for child in self.children], default=0)

    @cached
    def calls(self) -> bool:
        """Whether there is a call inside."""
        return isinstance(self, Call) or any(child.calls for child in self.children)

    @cached
    def loops(self) -> bool:
        """Whether evaluating it may go round anything: it has binders, calls or the like inside."""
        return isinstance(self, (Comp, Reach, Call, Distance, HasLine)) or any(
            child.loops for child in self.children)


def _united(sets: list[frozenset[T]]) -> frozenset[T]:
    """The union of some sets; of sets of which one holds all others, that one."""
    found = frozenset[T]()
    for each in sets:
        if not each <= found:
            found = each if found <= each else found | each
    return found


@record(eq=False)
class Const(E):
    """An integer. It belongs to every type that holds it."""

    children = ()
    free = frozenset()
    reads = frozenset()
    height = 0
    calls = loops = reads_hidden = False
    value: int

    @cached
    def type(self) -> VType:
        return number(self.value, self.value)


@record(eq=False)
class Local(E):
    """A variable, bound by a comprehension, a loop, a choice or a function."""

    children = ()
    reads = frozenset()
    height = 0
    calls = loops = reads_hidden = False
    name: str
    type: VType

    @cached
    def free(self) -> frozenset[Local]:
        return frozenset((self,))


@record(eq=False)
class Load(E):
    """An element of a field; where an index is none, what is said of nothing (`VType.absent`)."""

    field: Field
    index: tuple[E, ...] = ()

    @cached
    def children(self) -> tuple[E, ...]:
        return self.index

    @cached
    def type(self) -> VType:
        kind = self.field.type
        if kind.kind == "thing" and any(part.type.least < 0 for part in self.index):
            return or_none(kind)
        return kind

    @cached
    def reads(self) -> frozenset[Field | int]:
        return frozenset((self.field,)).union(*[part.reads for part in self.index])


@record(eq=False)
class Op(E):
    """An operation of `operations.OPERATIONS`."""

    op: str
    args: tuple[E, ...]

    @cached
    def children(self) -> tuple[E, ...]:
        return self.args

    @cached
    def type(self) -> VType:
        return OPERATIONS[self.op].gives([arg.type for arg in self.args])


@record(eq=False)
class Cond(E):
    """`then` where the test is yes, else `otherwise`."""

    test: E
    then: E
    otherwise: E

    @cached
    def children(self) -> tuple[E, ...]:
        return self.test, self.then, self.otherwise

    @cached
    def type(self) -> VType:
        return join(self.then.type, self.otherwise.type)


@record(eq=False)
class Lookup(E):
    """The value of a constant table at an index; its `absent` where a part of that is none."""

    table: Table
    index: tuple[E, ...]
    type: VType


@record(eq=False)
class Shift(E):
    """A thing as a thing of another type: `by` is added; none stays none."""

    value: E
    by: int
    type: VType


@record(eq=False)
class Comp(E):
    """A comprehension over the values 0..size-1 of a variable that pass a test, in this order.

    all, any: whether all (some) pass · count: how many · set: which, as a mask · first: the
    first that passes, or none · values: the set of `value` of those that pass, where it is not
    none · total, greatest, least: of `value` over those that pass; 0 over
    nothing.
    """

    kind: str
    var: Local
    test: E
    value: E
    type: VType

    @property
    def size(self) -> int:
        """How many values the variable runs over."""
        return self.var.type.most + 1

    @cached
    def free(self) -> frozenset[Local]:
        return (self.test.free | self.value.free) - {self.var}

    @cached
    def height(self) -> int:
        return 1 + max(self.test.height, self.value.height)


@record(eq=False)
class Reach(E):
    """All things of `over` that can be come to from `start` by one or more steps through things
    of `over`; `start` itself only when a path comes back to it. Empty where `start` is none.
    With `whole`, all that `start` belongs to: what can be come to and `start` itself, or nothing
    where it is not in `over`.

    `steps` is the set of things one step from `var`: a relation, constant (a `Lookup` of masks)
    or of the state.
    """

    start: E
    over: E
    var: Local
    steps: E
    type: VType
    whole: bool = False

    @cached
    def free(self) -> frozenset[Local]:
        return self.start.free | self.over.free | (self.steps.free - {self.var})

    @cached
    def height(self) -> int:
        return 1 + max(child.height for child in (self.start, self.over, self.steps))


@record(eq=False)
class Ray(E):
    """The run from `start` (left out) in `direction` while things are in `over`, as a set; with
    `end` the first thing after the run, or none.

    `table`, of things by directions, gives the next thing or -1. Where `start` or `direction` is
    none, the run is empty and nothing comes after it. A run that comes round to a thing that is in
    it already is over, and nothing comes after it.
    """

    start: E
    direction: E
    over: E
    table: Table
    end: bool
    type: VType


@record(eq=False)
class Distance(E):
    """The least number of steps from `start` to `goal` that enter only things of `over`: 0 from a
    thing to itself. Where no way leads there, or one of the two is none, the number of things.

    `table`, of things by directions, gives the next thing or -1; steps are made in the directions
    of the set `ways`.
    """

    start: E
    goal: E
    over: E
    table: Table
    ways: int

    @property
    def type(self) -> VType:  # type: ignore[override]
        return number(0, self.table.sizes[0])

    def measured(self, start: int, goal: int, over: int) -> int:
        """The distance of two things, layer by layer."""
        things, directions = self.table.sizes
        if start == goal >= 0:
            return 0
        steps, layer, left = 0, {start} - {-1}, over
        while layer and goal >= 0:
            steps += 1
            onto = {self.table.at(thing, way) for thing in layer
                    for way in range(directions) if self.ways >> way & 1}
            layer = {thing for thing in onto if thing >= 0 and left >> thing & 1}
            if goal in layer:
                return steps
            for thing in layer:
                left &= ~(1 << thing)
        return things


@record(eq=False)
class HasLine(E):
    """Whether a set holds all members of one of some constant sets."""

    set: E
    lines: Table

    @property
    def type(self) -> VType:  # type: ignore[override]
        return BOOL


@record(eq=False)
class Times(E):
    """How often the present position stands in a memory (number `memory` of the program)."""

    memory: int
    capacity: int

    @cached
    def type(self) -> VType:
        return number(0, self.capacity)

    @cached
    def reads(self) -> frozenset[Field | int]:
        return frozenset((self.memory,))


@record(eq=False)
class Function:
    """A pure function of things and the state; it calls only functions that were made before it.

    `guards` are the conditions that its body demands, for explanations; they speak of `params`,
    by the author's `names` for them where there are any. `span` is where it is defined.
    """

    name: str
    params: tuple[Local, ...]
    body: E
    guards: tuple[Guard, ...] = ()
    span: Span | None = None
    names: tuple[str | None, ...] = ()


@record(eq=False)
class Call(E):
    """The value of a function for some arguments."""

    function: Function
    args: tuple[E, ...]

    @property
    def type(self) -> VType:  # type: ignore[override]
        return self.function.body.type

    @cached
    def reads(self) -> frozenset[Field | int]:
        return self.function.body.reads.union(*(arg.reads for arg in self.args))


def walk(*roots: E, calls: bool = False) -> Iterator[E]:
    """Every node of some expressions once, parts before wholes; with `calls`, those of the
    functions they call too."""
    seen: set[E] = set()
    stack: list[E | None] = [*reversed(roots)]  # None says that the parts of what is below it are
    while stack:                                # done
        e = stack.pop()
        if e is None:
            whole = stack.pop()
            assert whole is not None
            yield whole
        elif e not in seen:
            seen.add(e)
            inside: Sequence[E] = e.children
            if calls and isinstance(e, Call):
                inside = (*inside, e.function.body)
            if inside:
                stack += (e, None)
                stack += reversed(inside)
            else:
                yield e
