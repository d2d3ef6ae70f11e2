"""The program: a closed, finite game for fixed options and players.

Model. The state is one flat vector of bounded integers. A `Field` is a named, typed stretch of it
(an attribute of every cell, of every player, a loop variable, the flow position, …). Expressions
are pure and total: a value is an integer, and a set is a bit mask over a finite domain. Flow is a
list of `Block`s: straight effects, then one `Exit`. Only exits reach a decision or chance node,
so a state can stop and go on there; everything that must live on is in a field.

Conventions. "None" is -1. Booleans are 0 and 1. Players, cells, directions, kinds are counted from
0 in the order of declaration (cells: row by row from the bottom, left to right). A union such as
`White or a player` counts its words first, then the things.

Invariants (checked by `verify`): indices fit their field's dimensions; every block and field that
is named exists; locals are bound before use; an end check stands only where it may stop the game.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.interpreter.program.types import BOOL as BOOL
from rulewright.interpreter.program.types import Domain as Domain
from rulewright.interpreter.program.types import VType as VType
from rulewright.interpreter.source import Span


@dataclass(frozen=True)
class Field:
    """A stretch of the state vector.

    `group` says what it belongs to: 'cell', 'piece', 'player', 'kind', 'game', 'turn', 'frame'
    (loop variables and choices in progress), 'memory', 'result' or 'flow'. `first` holds the
    initial values, one for each element. `seen_only` hides an element from all but the player
    who indexes it.
    """

    id: int
    group: str
    owner: str
    name: str
    dims: tuple[Domain, ...]
    type: VType
    first: tuple[int, ...]
    offset: int
    this_turn: bool = False
    seen_only: bool = False
    span: Span | None = None

    @property
    def size(self) -> int:
        return len(self.first)


# ---- expressions ------------------------------------------------------------------------------


class E:
    """An expression; all are frozen, so equal ones are interchangeable."""


@dataclass(frozen=True)
class Const(E):
    value: int


@dataclass(frozen=True)
class Local(E):
    """A variable bound by a comprehension, a loop or a choice."""

    name: str


@dataclass(frozen=True)
class Load(E):
    field: int
    index: tuple[E, ...] = ()


@dataclass(frozen=True)
class Op(E):
    """and or not == != < <= > >= + - * (integers); in & | - (sets: x in S, meet, join, less)."""

    op: str
    args: tuple[E, ...]


@dataclass(frozen=True)
class Cond(E):
    test: E
    then: E
    otherwise: E


@dataclass(frozen=True)
class Table(E):
    """A constant function: `values[index]`, row-major over `sizes`; -1 for an index of none."""

    values: tuple[int, ...]
    sizes: tuple[int, ...]
    index: tuple[E, ...]


@dataclass(frozen=True)
class Comp(E):
    """A comprehension over 0..size-1.

    `kind`: 'all', 'any', 'count', 'set', 'total', 'greatest', 'least' (the last two give 0
    over nothing).
    """

    kind: str
    var: str
    size: int
    test: E
    value: E = Const(0)


@dataclass(frozen=True)
class Flood(E):
    """All cells of `over` reachable from `start` by steps of `table` (masks of neighbours);
    `start` itself only when a path comes back to it."""

    start: E
    over: E
    table: tuple[int, ...]


@dataclass(frozen=True)
class Ray(E):
    """The run from `start` (left out) while cells are in `over`, in `direction`.

    `table[cell * directions + d]` is the next cell or -1. With `end`: the first cell after it.
    """

    start: E
    direction: E
    over: E
    table: tuple[int, ...]
    directions: int
    end: bool


@dataclass(frozen=True)
class HasLine(E):
    """Whether a set contains one of the constant masks."""

    set: E
    masks: tuple[int, ...]


@dataclass(frozen=True)
class Times(E):
    """How often the present position stands in memory `memory`."""

    memory: int


# ---- conditions with their rules, for explanations ---------------------------------------------


@dataclass(frozen=True)
class Guard:
    """One demanded condition of a choice: what to test and what to say when it fails.

    `parts` are the conditions inside a definition, so that the first that fails can be named;
    with `any` one of them is enough. `relaxed` is a weaker form of the test (without its
    obstacles), with the rules and the place of the obstacles.
    """

    test: E
    span: Span
    refs: tuple[str, ...]
    text: str
    parts: tuple[Guard, ...] = ()
    any: bool = False
    relaxed: E | None = None
    relaxed_refs: tuple[str, ...] = ()
    relaxed_span: Span | None = None
    values: tuple[tuple[str, E, VType], ...] = ()


# ---- flow -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Effect:
    """A step of straight code. `line` is its source line, `refs` the rules it implements."""

    span: Span
    refs: tuple[str, ...]


@dataclass(frozen=True)
class Store(Effect):
    """Give one element of a field a value.

    `check_value`: the value might be outside the field's type; `check_index`: the thing it
    belongs to might be none. Both stop the game with an error then.
    """

    field: int
    index: tuple[E, ...]
    value: E
    check_value: bool = False
    check_index: bool = False


@dataclass(frozen=True)
class IfDo(Effect):
    test: E
    body: tuple[Effect, ...]
    otherwise: tuple[Effect, ...]


@dataclass(frozen=True)
class EachDo(Effect):
    """For every member of a set within 0..size-1, fixed before the first round, in canonical
    order."""

    var: str
    size: int
    set: E
    body: tuple[Effect, ...]


@dataclass(frozen=True)
class Let(Effect):
    """Bind a local for the effects after it."""

    var: str
    value: E


@dataclass(frozen=True)
class Finish(Effect):
    """The game is over. `kind`: 'wins', 'loses', 'drawn', or 'rank' or 'pay' with a value for
    each player."""

    kind: str
    player: E | None
    values: tuple[E, ...]


@dataclass(frozen=True)
class Reset(Effect):
    """Give every element of a field its initial value again."""

    field: int


@dataclass(frozen=True)
class Record(Effect):
    memory: int
    clear: bool


@dataclass(frozen=True)
class Exit:
    pass


@dataclass(frozen=True)
class Goto(Exit):
    block: int


@dataclass(frozen=True)
class Branch(Exit):
    test: E
    then: int
    otherwise: int
    span: Span | None = None


@dataclass(frozen=True)
class ToNode(Exit):
    node: int


@dataclass(frozen=True)
class TurnEnd(Exit):
    """A whole turn is over; goes on at `block`."""

    block: int


@dataclass(frozen=True)
class Halt(Exit):
    pass


@dataclass
class Block:
    """Straight effects and an exit; `params` are the locals a choice hands over."""

    effects: list[Effect] = field(default_factory=list)
    exit: Exit = Halt()
    params: tuple[str, ...] = ()


@dataclass(frozen=True)
class Binder:
    """One thing chosen: a local name, its type, the candidates, and the guards it enables."""

    var: str
    type: VType
    noun: str
    size: int
    guards: tuple[Guard, ...]


@dataclass
class Alternative:
    """One kind of option at a node.

    `label` mixes texts and binder indices. The body block gets the chosen values as locals
    (`frame` empty) or in frame fields.
    """

    binders: tuple[Binder, ...]
    guards: tuple[Guard, ...]
    label: tuple[str | int, ...]
    block: int
    frame: tuple[int, ...]
    purpose: str
    span: Span
    refs: tuple[str, ...]
    after: tuple[Guard, ...] = ()  # judged in the state after the choice's effects
    weight: E = Const(1)  # of an outcome of chance
    decline: bool = False  # not doing it: offered only beside another option


@dataclass
class Node:
    """A decision (or chance) node. `empty` is the block to go on with when nothing is possible;
    None makes an empty list an error in the rules."""

    id: int
    chance: bool
    player: E
    alternatives: list[Alternative]
    empty: int | None
    span: Span
    refs: tuple[str, ...]
    block: int = -1


@dataclass(frozen=True)
class DutyGoal:
    """A whole-turn duty: while `active`, choices must keep the best `value` attainable.

    No value is above `ceiling`, nor above `most` where the author states it: what it is at the
    decision. So a search may stop there.
    """

    active: E
    value: E
    ceiling: int
    most: E | None
    span: Span
    refs: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class MemorySpec:
    """A ring of position hashes: `count` and `ring` fields, and the fields it remembers."""

    name: str
    count: int
    ring: int
    capacity: int
    fields: tuple[int, ...]


@dataclass
class Program:
    """Everything an executor needs; no reference back to the text but spans."""

    name: str
    seats: tuple[str, ...]
    fields: list[Field]
    blocks: list[Block]
    nodes: list[Node]
    duties: list[DutyGoal]
    memories: list[MemorySpec]
    invariants: list[Guard]
    start: int
    player: int  # the field that holds whose turn it is
    ranks: int  # the field of final ranks, 0 while the game goes on
    pays: int | None  # the field of payoffs, if the rules pay
    rule: int  # the field of the rule that ended the game, counted from 1
    at: int  # the field of the node that is waited at; len(nodes) when the game is over
    rules: list[str]  # rule ids by number, as stored in the result
    prospects: tuple[E, ...] = ()  # for each player, the declared `prospect`, if there is one

    @property
    def size(self) -> int:
        """The length of the state vector."""
        last = self.fields[-1]
        return last.offset + last.size
