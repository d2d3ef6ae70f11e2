"""Nodes of phrases: values and conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.interpreter.records import record
from rulewright.interpreter.syntax.ast.node import Node, Refs

if TYPE_CHECKING:
    from rulewright.interpreter.syntax.ast.sets import NounSet, SetNode

#: The noun of connected sets, which is built in.
GROUP = "group"


# ---- expressions ------------------------------------------------------------------------------


class Expr(Node):
    """A condition, a value or a set used as a value."""


@record
class Number(Expr):
    value: int


@record
class Word(Expr):
    """A variable the author named, with or without "the"."""

    text: str


@record
class Value(Expr):
    """A declared word: a value of a kind, a seat, an option or one of its words."""

    text: str


@record
class Cell(Expr):
    """`b2`, `(3,-2)`; `the plot b2` says of which board, where several have such a cell."""

    text: str
    noun: str | None = None


@record
class It(Expr):
    pass


@record
class Nothing(Expr):
    """`none`."""


@record
class Yes(Expr):
    value: bool


@record
class TheNoun(Expr):
    """`the tile`: the one bound thing of that noun."""

    noun: str


@record
class Captured(Expr):
    """`the captured Token`: the piece that the last act took off the board."""

    noun: str


@record
class ThePlayer(Expr):
    """`the player to move`, or `the player who decides`."""

    decides: bool


@record
class Whole(Expr):
    """`the game` or `the turn`."""

    which: str


@record
class Call(Expr):
    """`the area of Gold`, `Gold's area`, `the catch of P from C towards D`."""

    name: str
    args: tuple[tuple[str, Expr], ...]


@record
class NounOf(Expr):
    """`the Token on the tile` (word "on"), `the tile of the Token`, `the Token's tile` ("of")."""

    noun: str
    word: str
    arg: Expr


@record
class Conditional(Expr):
    then: Expr
    test: Expr
    otherwise: Expr


@record
class Quantified(Expr):
    """`every`, `some`, `no` or `all` with a set ("all" = the set itself as a value)."""

    quantifier: str
    set: SetNode


@record
class Count(Expr):
    """`the number of SET`; with `whole`, `the number of all SET`: of pieces in the box as well."""

    set: SetNode
    whole: bool = False


@record
class Aggregate(Expr):
    """`the greatest|least|total VALUE among SET`."""

    kind: str
    value: Expr
    set: SetNode


@record
class Line(Expr):
    """The run of cells from `start` (left out) in a direction while they are in `over`.

    With `end`, the first cell after the run instead (or none at the border).
    """

    start: Expr
    direction: Expr
    over: SetNode
    end: bool


@record
class Turned(Expr):
    """`D turned left`, `right` or `round`; `by` a number of turns."""

    direction: Expr
    way: str
    by: Expr | None = None


@record
class OneStep(Expr):
    noun: str
    direction: Expr
    start: Expr


@record
class Distance(Expr):
    """`the distance from START to GOAL by STEPS over SET`."""

    start: Expr
    goal: Expr
    steps: Steps
    over: SetNode | None


@record
class TimesOf(Expr):
    """How often the present position stands in a memory."""

    memory: str


@record
class GroupOf(Expr):
    """`the group of MEMBER among SET joined by STEPS`."""

    member: Expr
    things: SetNode
    steps: Steps | None


@record
class Arithmetic(Expr):
    op: str
    left: Expr
    right: Expr


@record
class Logic(Expr):
    """`and` / `or` of two conditions."""

    op: str
    left: Expr
    right: Expr
    grouped: bool = False  # in brackets
    shared: bool = False  # the same is said of all


@record
class Predicates(Expr):
    """`SUBJECT is wet and has a Token`: what several sentences say of one subject. In them, it has
    a name that no author can write (`Word`)."""

    subject: Expr
    name: str
    op: str
    parts: tuple[Expr, ...]
    grouped: bool = False  # in brackets


@record
class Not(Expr):
    body: Expr


@record
class Is(Expr):
    """`SUBJECT is COMPLEMENT`; `said` is the whole sentence where a neighbour beside `and` or `or`
    has a part of it."""

    subject: Expr
    complement: Complement
    negated: bool
    said: str = ""
    grouped: bool = False  # in brackets


@record
class Further(Node):
    """`wet` in `it is deep or wet`, while nodes are built: a part of `IsCombined`."""

    complement: Complement
    negated: bool


@record
class Has(Expr):
    """`SUBJECT has SET`: pieces of a player, or on a cell; `amount` says how many, `said` as in
    `Is`."""

    subject: Expr
    set: SetNode
    amount: Complement | None
    negated: bool
    said: str = ""  # as in `Is`


@record
class HasMost(Expr):
    """`SUBJECT has the greatest ATTRIBUTE`: of all things of its noun."""

    subject: Expr
    kind: str
    attribute: str
    said: str = ""  # as in `Is`


@record
class AnyOne(Expr):
    """`any SET`: the first of its members, where it does not matter which; none if there is
    none."""

    set: SetNode


@record
class TheOnly(Expr):
    """`the only SET`: none unless there is exactly one."""

    set: SetNode


@record
class TheMost(Expr):
    """`the NOUN with the greatest VALUE among SET`: none where several have it."""

    set: NounSet


@record
class Verb(Expr):
    """`SUBJECT can reach OBJECT from X towards Y`; `said` as in `Is`."""

    subject: Expr
    verb: str
    object: Expr | None
    tail: tuple[tuple[str, Expr], ...]
    negated: bool
    said: str = ""


@record
class HasRow(Expr):
    subject: Expr
    length: Expr


@record
class ThereIs(Expr):
    set: SetNode
    negated: bool
    said: str = ""  # as in `Is`


@record
class Before(Expr):
    """`A was B`, `(A beforehand)`: a condition or value as it was before the act."""

    body: Expr


# ---- what stands after "is" -------------------------------------------------------------------


class Complement(Node):
    pass


@record
class IsCombined(Complement):
    """`wet or not deep`: several things said of one subject, each perhaps denied."""

    op: str
    parts: tuple[tuple[Complement, bool], ...]


@record
class IsAdjective(Complement):
    adjective: str


@record
class IsPreposition(Complement):
    preposition: str
    object: Expr


@record
class IsIn(Complement):
    """`in SET`, for a set that is a value."""

    set: Expr


@record
class IsValue(Complement):
    value: Expr


@record
class IsBound(Complement):
    """`at least`, `at most`, `more than`, `less than` as >=, <=, >, <."""

    op: str
    value: Expr


@record
class IsEither(Complement):
    values: tuple[Expr, ...]


@record
class IsAbsent(Complement):
    """`has no ATTRIBUTE`, of the attribute: none, or 0."""


@record
class Steps(Node):
    """`orthogonal steps` (an adjective of directions), or `steps` in any direction."""

    adjective: str | None


@record
class IsConnected(Complement):
    """`connected to START by STEPS over SET`, or with `straight`, `in line with …`.

    `over_refs` are the rule ids of the line that says which cells may be entered.
    """

    start: Expr
    steps: Steps
    over: SetNode | None
    straight: bool
    over_refs: Refs = ()
