"""The program: a closed, finite game for fixed options and players.

Model. A state is a vector of integers. Its first `Program.size` entries are the *hot* part: the
elements of all fields, one field behind the other. The *history* follows: the live entries of
each memory, one memory behind the other, oldest first; how many there are stands in a field. So a
state is as long as what is remembered, and everything about it is in the vector.

Flow is a list of `Block`s: straight effects, then one `Exit`. Only exits reach a decision or
chance node, so a state can stop there and go on from it; everything that must live on is in a
field. Things are counted from 0 in the order of declaration (cells: row by row from the bottom,
left to right); none is -1.

Invariants (checked by `verify`): fields lie one behind the other and start inside their types;
indices fit; every block, node and field that is named exists; locals are bound before use; what a
choice hands over is what its block takes; an end check stands only where it may stop the game.

Budgets. Between two choices or outcomes at most `MAX_ROUNDS` edges of the flow that lead back
(`analysis.back_edges`) are taken. At most `MAX_SEARCH` states are looked at for the duties of one
decision, and as many for what its options demand of the rest of the turn. More is an error of the
rules, the same for every executor. A way that comes back to where it was attains nothing by that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from rulewright.interpreter.ir.expressions import Const, E, Local
from rulewright.interpreter.ir.fields import Field
from rulewright.interpreter.ir.labels import Label, Said, phrases, spelled
from rulewright.interpreter.ir.types import VType
from rulewright.interpreter.records import record
from rulewright.interpreter.source import Span

if TYPE_CHECKING:
    from rulewright.interpreter.ir.expressions import Function

#: Edges of the flow that lead back, taken between two choices or outcomes.
MAX_ROUNDS = 10_000
#: States looked at for the whole-turn duties of one decision, or for the rest of the turn.
MAX_SEARCH = 200_000

#: The kinds of moments of a game, as executors tell them.
DECISION, CHANCE, END = 0, 1, 2


# ---- conditions with their rules, for explanations ---------------------------------------------


@record(eq=False)
class Guard:
    """One demanded condition of a choice: what to test and what to say when it fails.

    `parts` are the conditions it consists of, so that the first that fails can be named; with
    `any` one of them is enough. The parts of a call are the guards of its function. `relaxed` is a
    weaker form of the test (without its obstacles), with the rules and the place of the
    obstacles. `values` are shown when it fails. `order` marks what is demanded by an order of
    parts, not of the choice itself: a refusal names what is wrong with the choice first.
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
    order: bool = False

    def changed(self, change: Callable[[E], E]) -> Guard:
        """This condition with other expressions."""
        return replace(
            self, test=change(self.test), parts=tuple(part.changed(change) for part in self.parts),
            relaxed=None if self.relaxed is None else change(self.relaxed),
            values=tuple((name, change(e), kind) for name, e, kind in self.values),
        )


# ---- effects -----------------------------------------------------------------------------------


@record(eq=False)
class Effect:
    """A step of straight code. `span` is where the text says it, `refs` the rules it implements."""

    span: Span
    refs: tuple[str, ...]


@record(eq=False)
class Store(Effect):
    """Give one element of a field a value. Where an index is none, or the value is outside the
    field's type, the game stops with an error (`nothing`, `bound`)."""

    field: Field
    index: tuple[E, ...]
    value: E

    @property
    def may_miss(self) -> bool:
        """Whether an index may be none."""
        return any(part.type.least < 0 for part in self.index)

    @property
    def may_break(self) -> bool:
        """Whether the value may be outside the type of the field."""
        kind, value = self.field.type, self.value.type
        return value.least < kind.least or value.most > kind.most


@record(eq=False)
class IfDo(Effect):
    """One of two lists of effects."""

    test: E
    body: tuple[Effect, ...]
    otherwise: tuple[Effect, ...]


@record(eq=False)
class EachDo(Effect):
    """For every member of a set, fixed before the first round, in canonical order."""

    var: Local
    set: E
    body: tuple[Effect, ...]


@record(eq=False)
class Let(Effect):
    """Bind a local for the effects after it."""

    var: Local
    value: E


@record(eq=False)
class Finish(Effect):
    """The game is over; choices in progress are emptied. `kind`: 'wins' or 'loses' of a player,
    who is there, 'drawn', or 'rank' or 'pay' with a value for each player."""

    kind: str
    player: E | None
    values: tuple[E, ...]


@record(eq=False)
class Reset(Effect):
    """Give every element of a field its initial value again."""

    field: Field


@record(eq=False)
class Record(Effect):
    """Add the present position to a memory, or (`clear`) forget all it holds. If it is full
    and not rolling, the game ends as truncated."""

    memory: int
    clear: bool


# ---- flow --------------------------------------------------------------------------------------


@record
class Exit:
    """How a block ends."""


@record
class Goto(Exit):
    block: int


@record
class Branch(Exit):
    test: E
    then: int
    otherwise: int
    span: Span | None = None


@record
class ToNode(Exit):
    node: int


@record
class TurnEnd(Exit):
    """A whole turn is over; goes on at `block`."""

    block: int


@record
class Halt(Exit):
    """Never reached: an effect before it ends the game."""


@dataclass
class Block:
    """Straight effects and an exit; `params` are the locals a choice hands over."""

    effects: list[Effect] = field(default_factory=list)
    exit: Exit = field(default_factory=Halt)
    params: tuple[Local, ...] = ()


@record(eq=False)
class Binder:
    """One thing chosen: a local, what it is (as the language knows it), its noun, the guards that
    can be judged once it is bound, and the author's name for it, if there is one."""

    var: Local
    type: VType
    noun: str
    guards: tuple[Guard, ...]
    name: str | None = None

    @property
    def size(self) -> int:
        """How many candidates there are."""
        return self.var.type.most + 1


@record
class Step:
    """A step of the text around an option: its name and rules, and the rules of the line that has
    it done."""

    name: str
    refs: tuple[str, ...]
    done_by: tuple[str, ...]


@record(eq=False)
class Rest:
    """What is demanded of an option with `only if the rest can be done`.

    By some choices of the one who decides, play can go on behind the option to a roll, a decision
    of another player, the end of the turn or of the game, without coming to a node where he must
    choose and nothing is possible. A choice on that way that has such a demand itself is one of
    those by which the rest can be done; so where all options of a node have one, and none passes,
    play goes on from there as where nothing is possible. Duties are not looked at.

    States at which he chooses are looked at depth first, options in canonical order, each state
    once for an option, until the first way is found. None is looked at behind a decision from
    which, whatever is chosen, no such node can follow, and none behind an option of which that is
    so (see `sure.sure_rests`).
    """

    span: Span
    refs: tuple[str, ...]


@dataclass
class Alternative:
    """One kind of option at a node.

    `steps` are those around it, the outermost first. The body block gets the chosen values as
    locals (`frame` empty) or in frame fields.
    """

    binders: tuple[Binder, ...]
    guards: tuple[Guard, ...]
    label: Label
    block: int
    frame: tuple[Field, ...]
    purpose: str
    span: Span
    refs: tuple[str, ...]
    after: tuple[Guard, ...] = ()  # judged in the state after the choice's effects
    weight: E = field(default_factory=lambda: Const(1))  # of an outcome of chance
    rest: Rest | None = None  # demanded of what follows
    decline: bool = False  # not doing it: offered beside another whose conditions all hold
    steps: tuple[Step, ...] = ()

    @cached_property
    def said(self) -> tuple[Said, ...]:
        """The phrases in its text."""
        return tuple(phrases(self.label))

    def text(self, chosen: Sequence[int], said: Sequence[int]) -> str:
        """The text of an option: of what is chosen, and of the values of the phrases."""
        return spelled(
            self.label, lambda i: self.binders[i].type.written(chosen[i]), iter(said))


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


@record(eq=False)
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

    def exceeded(self, value: int, most: int) -> str:
        """What is wrong when the value is above the most; no number that is made of a secret."""
        if self.value.reads_hidden or (self.most is not None and self.most.reads_hidden):
            return f"this comes to more than it is said to be at most: {self.text}"
        return f"this comes to {value}, above the {most} that it is said to be at most: {self.text}"


@record(eq=False)
class MemorySpec:
    """Positions of the past, as hashes of some fields, oldest first (see `positions.py`).

    `count` holds how many there are, at most `capacity`; they stand in the history part. A
    `rolling` memory drops the oldest for a new one where it is full.
    """

    name: str
    count: Field
    capacity: int
    fields: tuple[Field, ...]
    rolling: bool = False


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
    turn: int  # the block where every turn begins
    player: Field  # whose turn it is
    ranks: Field  # final ranks, 0 while the game goes on
    pays: Field | None  # payoffs, if the rules pay
    rule: Field  # the rule that ended the game, counted from 1
    at: Field  # the node that is waited at; len(nodes) when the game is over
    rules: list[str]  # rule ids by number, as stored in `rule`
    functions: list[Function]  # in an order in which each calls only earlier ones
    prospects: tuple[E, ...] = ()  # for each player, the declared `prospect`, if there is one
    nouns: dict[str, tuple[str, ...]] = field(default_factory=dict)  # the rules that declare each

    @property
    def size(self) -> int:
        """The length of the hot part of a state."""
        last = self.fields[-1]
        return last.offset + last.size
