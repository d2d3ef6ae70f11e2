"""The loop plan: what an engine carries out, as structured statements.

Model. A `Routine` is a named list of statements with parameters; each statement is one step of
imperative code, and expressions inside one are *scalar*: no comprehension, no loop is left in
them, and what is needed twice stands in a local. The order of tests, what each loop runs over and
where each value is computed are decided; printing a plan in some language decides nothing.

Invariants: a local is assigned before it is used; `Leave` stands inside a loop; every path through
the routine of a block ends in a `Next`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from enum import StrEnum

from rulewright.interpreter.ir import E, Effect, Field, Function, Local, Program, Walks
from rulewright.interpreter.passes.around import Around
from rulewright.interpreter.passes.asked import Question
from rulewright.interpreter.records import record


@record(eq=False)
class Statement:
    """A step of a routine."""


Body = tuple[Statement, ...]
Place = tuple[str, int]  # a file and a line of it


@record(eq=False)
class Assign(Statement):
    """Give a local a value."""

    var: Local
    value: E


@record(eq=False)
class If(Statement):
    test: E
    body: Body
    otherwise: Body = ()


@record(eq=False)
class Each(Statement):
    """For each member of a set, which is fixed before the first round, in ascending order."""

    var: Local
    set: E
    body: Body


@record(eq=False)
class Count(Statement):
    """For each number below `size`, in ascending order."""

    var: Local
    size: int
    body: Body


@record(eq=False)
class Listed(Statement):
    """For each number below `size` that is one of some values, once each, in ascending order."""

    var: Local
    values: tuple[E, ...]
    size: int
    body: Body


@record(eq=False)
class While(Statement):
    """As long as a test holds."""

    test: E
    body: Body


@record(eq=False)
class Explore(Statement):
    """The body for each position of a walk, one after the other: the first one, then those that
    `Visit` adds in the body. They have the name `queue`."""

    walk: Walks
    queue: str
    first: tuple[E, ...]
    body: Body


@record(eq=False)
class Visit(Statement):
    """Add a position to those of an `Explore`, if it is new; one more than there may be stops the
    game."""

    walk: Walks
    queue: str
    position: tuple[E, ...]


@record(eq=False)
class Carry(Statement):
    """Stop with an error of the rules where value number `number` that a walk is to carry is
    outside its type; without a number, where `value` is an outcome that says so."""

    walk: Walks
    number: int | None
    value: E


@record(eq=False)
class Leave(Statement):
    """Leave the innermost loop."""


@record(eq=False)
class Give(Statement):
    """The value of the routine."""

    value: E


# ---- options -----------------------------------------------------------------------------------


@record(eq=False)
class Offer(Statement):
    """Add an option to the list: an alternative with the values chosen."""

    alternative: int
    values: tuple[Local, ...]


@record(eq=False)
class OfferBeside(Statement):
    """Add an option without choices if the list is not empty."""

    alternative: int


# ---- effects -----------------------------------------------------------------------------------


@record(eq=False)
class Demand(Statement):
    """Stop with an error of the rules where a value is outside low to high: `effect` says which
    rules and where, `index` that the value is an index that must not be none."""

    value: E
    low: int
    high: int
    effect: Effect
    field: Field
    index: bool


@record(eq=False)
class Put(Statement):
    """Give an element of a field a value that is of its type; the indices are not none. `old` is
    the value that it has till then, and `known` says the value with less work, where that is known
    of every option that is listed."""

    field: Field
    index: tuple[E, ...]
    value: E
    old: E | None = None
    known: E | None = None


@record(eq=False)
class Renew(Statement):
    """Give every element of some fields its initial value."""

    fields: tuple[Field, ...]


@record(eq=False)
class Remember(Statement):
    """Add a hash to a memory; if it is full, carry out the body instead."""

    memory: int
    hash: E
    full: Body


@record(eq=False)
class Forget(Statement):
    """Empty a memory."""

    memory: int


class Way(StrEnum):
    """Where play goes on behind a block."""

    BLOCK = "block"
    TURN = "turn"  # a whole turn is over
    NODE = "node"
    OVER = "over"


@record(eq=False)
class Next(Statement):
    """The end of a routine of effects: go on at a block or node. `back`: by an edge that leads
    back in the flow, which counts towards the budget."""

    way: Way
    number: int = 0
    back: bool = False


# ---- counting ----------------------------------------------------------------------------------


@record(eq=False)
class Hit(Statement):
    """Rules that took effect."""

    rules: tuple[str, ...]


@record(eq=False)
class Tick(Statement):
    """Play comes to a line of the text; with `work`, so many steps are done for it instead: the
    operations of the statements behind it, up to the next that has statements inside."""

    place: Place
    work: int = 0


@record(eq=False)
class Remark(Statement):
    """What follows is said at some place of the text, by some rules; nothing is done."""

    place: Place
    rules: tuple[str, ...]


# ---- the whole ---------------------------------------------------------------------------------


@record(eq=False)
class Routine:
    """A function of the state and of some locals. `lists`: its value is the list of options to
    which it adds."""

    name: str
    params: tuple[Local, ...]
    body: Body
    lists: bool = False


@record(eq=False)
class Nearby:
    """An invariant that is checked around what has changed: whether a thing breaks it, and at which
    places one looks."""

    around: Around
    breaks: Routine
    looks: tuple[Routine, ...]

    @property
    def routines(self) -> tuple[Routine, ...]:
        return self.breaks, *self.looks


@dataclass(eq=False)
class Plan:
    """The routines of a program, and the fields whose `Where` sets are kept beside the state."""

    program: Program
    functions: list[Routine] = field(default_factory=list)
    options: dict[int, Routine] = field(default_factory=dict)  # of each node
    blocks: dict[int, Routine] = field(default_factory=dict)  # those that can be gone on at
    names: dict[Function, str] = field(default_factory=dict)  # of the routines of functions
    values: list[Routine] = field(default_factory=list)  # what else is asked of a state
    answers: dict[Question, Routine] = field(default_factory=dict)  # of what
    possible: dict[tuple[int, int], Routine] = field(default_factory=dict)  # of nodes' options
    around: dict[Question, Nearby] = field(default_factory=dict)  # of invariants
    kept: list[Field] = field(default_factory=list)

    @property
    def routines(self) -> list[Routine]:
        """All routines."""
        nearby = (routine for each in self.around.values() for routine in each.routines)
        return [*self.functions, *self.options.values(), *self.blocks.values(), *self.values,
                *nearby, *self.possible.values()]


def kept_values(made: Field) -> range:
    """The values for which sets are kept: those of the field, and none."""
    return range(min(-1, made.type.least), made.type.most + 1)


_PARTS: dict[type, tuple[str, ...]] = {}


def _parts(kind: type) -> tuple[str, ...]:
    if kind not in _PARTS:
        _PARTS[kind] = tuple(part.name for part in fields(kind))
    return _PARTS[kind]


def statements(body: Iterable[Statement]) -> Iterator[Statement]:
    """Statements and all inside them."""
    for statement in body:
        yield statement
        for name in _parts(type(statement)):
            inner = getattr(statement, name)
            if isinstance(inner, tuple) and inner and isinstance(inner[0], Statement):
                yield from statements(inner)


def expressions(statement: Statement) -> Iterator[E]:
    """The expressions of a statement, those of statements inside apart."""
    for name in _parts(type(statement)):
        value = getattr(statement, name)
        if isinstance(value, Walks):
            continue  # what the statements that stand for it are about
        if isinstance(value, E):
            yield value
        elif isinstance(value, tuple):
            yield from (inner for inner in value if isinstance(inner, E))


#: Steps of statements that take more than one, beside those of their expressions.
_STEPS: dict[type, int] = {Each: 3, Count: 3, Listed: 3, Offer: 3, Put: 3, Remember: 10,
                               Explore: 5, Visit: 5}


def steps(statement: Statement) -> int:
    """About how many steps a statement takes, without its expressions and statements inside."""
    if isinstance(statement, Renew):
        return 3 * len(statement.fields)
    nothing = isinstance(statement, (Leave, Hit, Tick, Remark))
    return 0 if nothing else _STEPS.get(type(statement), 1)
