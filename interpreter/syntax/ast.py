"""The syntax tree of a ruleset: what was written, with its place, before any meaning.

Every node has a `span`; every line that may cite rules has `refs`, a tuple of rule ids. Names
are kept as the canonical phrase (singular noun, verb without "not"); whether they exist and what
they mean is the business of `check`. Nodes are immutable.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.interpreter.source import Span

Refs = tuple[str, ...]


@dataclass(frozen=True)
class Node:
    """Anything that was written somewhere."""

    span: Span


# ---- expressions ------------------------------------------------------------------------------


class Expr(Node):
    """A condition, a value or a set used as a value."""


@dataclass(frozen=True)
class Number(Expr):
    value: int


@dataclass(frozen=True)
class Word(Expr):
    """A variable the author named, with or without "the"."""

    text: str


@dataclass(frozen=True)
class Value(Expr):
    """A declared word: a value of a kind, a seat, an option or one of its words."""

    text: str


@dataclass(frozen=True)
class Cell(Expr):
    text: str


@dataclass(frozen=True)
class It(Expr):
    pass


@dataclass(frozen=True)
class Nothing(Expr):
    """`none`."""


@dataclass(frozen=True)
class Yes(Expr):
    value: bool


@dataclass(frozen=True)
class TheNoun(Expr):
    """`the tile`: the nearest bound thing of that noun."""

    noun: str


@dataclass(frozen=True)
class Whole(Expr):
    """`the game` or `the turn`."""

    which: str


@dataclass(frozen=True)
class Call(Expr):
    """`the area of Gold`, `Gold's area`, `the catch of P from C towards D`."""

    name: str
    args: tuple[tuple[str, Expr], ...]


@dataclass(frozen=True)
class NounOf(Expr):
    """`the Token on the tile` (word "on"), `the tile of the Token`, `the Token's tile` ("of")."""

    noun: str
    word: str
    arg: Expr


@dataclass(frozen=True)
class Conditional(Expr):
    then: Expr
    test: Expr
    otherwise: Expr


@dataclass(frozen=True)
class Quantified(Expr):
    """`every`, `some`, `no` or `all` with a set ("all" = the set itself as a value)."""

    quantifier: str
    set: SetNode


@dataclass(frozen=True)
class Count(Expr):
    set: SetNode


@dataclass(frozen=True)
class Aggregate(Expr):
    """`the greatest|least|total VALUE among SET`."""

    kind: str
    value: Expr
    set: SetNode


@dataclass(frozen=True)
class Line(Expr):
    """The run of cells from `start` (left out) in a direction while they are in `over`.

    With `end`, the first cell after the run instead (or none at the border).
    """

    start: Expr
    direction: Expr
    over: SetNode
    end: bool


@dataclass(frozen=True)
class OneStep(Expr):
    noun: str
    direction: Expr
    start: Expr


@dataclass(frozen=True)
class TimesOf(Expr):
    """How often the present position stands in a memory."""

    memory: str


@dataclass(frozen=True)
class Arithmetic(Expr):
    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True)
class Logic(Expr):
    """`and` / `or` of two conditions."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True)
class Not(Expr):
    body: Expr


@dataclass(frozen=True)
class Is(Expr):
    subject: Expr
    complement: Complement
    negated: bool


@dataclass(frozen=True)
class Verb(Expr):
    """`SUBJECT can reach OBJECT from X towards Y`."""

    subject: Expr
    verb: str
    object: Expr | None
    tail: tuple[tuple[str, Expr], ...]
    negated: bool


@dataclass(frozen=True)
class HasRow(Expr):
    subject: Expr
    length: Expr


@dataclass(frozen=True)
class ThereIs(Expr):
    set: SetNode
    negated: bool


# ---- what stands after "is" -------------------------------------------------------------------


class Complement(Node):
    pass


@dataclass(frozen=True)
class IsAdjective(Complement):
    adjective: str


@dataclass(frozen=True)
class IsPreposition(Complement):
    preposition: str
    object: Expr


@dataclass(frozen=True)
class IsIn(Complement):
    """`in SET`, for a set that is a value."""

    set: Expr


@dataclass(frozen=True)
class IsValue(Complement):
    value: Expr


@dataclass(frozen=True)
class IsBound(Complement):
    """`at least`, `at most`, `more than`, `less than` as >=, <=, >, <."""

    op: str
    value: Expr


@dataclass(frozen=True)
class IsEither(Complement):
    first: Expr
    second: Expr


@dataclass(frozen=True)
class Steps(Node):
    """`orthogonal steps` (an adjective of directions), or `steps` in any direction."""

    adjective: str | None


@dataclass(frozen=True)
class IsConnected(Complement):
    """`connected to START by STEPS over SET`, or with `straight`, `in line with …`.

    `over_refs` are the rule ids of the line that says which cells may be entered.
    """

    start: Expr
    steps: Steps
    over: SetNode | None
    straight: bool
    over_refs: Refs = ()


# ---- sets -------------------------------------------------------------------------------------


class SetNode(Node):
    pass


@dataclass(frozen=True)
class NounSet(SetNode):
    """`White tiles T of the player that …`: adjectives are (token type, phrase)."""

    noun: str
    adjectives: tuple[tuple[str, str], ...]
    name: str | None
    owner: Expr | None
    relatives: tuple[Relative, ...]


@dataclass(frozen=True)
class NumberSet(SetNode):
    """`number N from 1 to 6`."""

    name: str | None
    low: Expr
    high: Expr


class Relative(Node):
    """A restriction after the noun."""


@dataclass(frozen=True)
class RelIs(Relative):
    complement: Complement
    negated: bool


@dataclass(frozen=True)
class RelVerb(Relative):
    verb: str
    object: Expr | None
    tail: tuple[tuple[str, Expr], ...]


@dataclass(frozen=True)
class RelObject(Relative):
    """`that SUBJECT VERB`: the thing is the object."""

    subject: Expr
    verb: str


@dataclass(frozen=True)
class RelWhose(Relative):
    attribute: str
    complement: Complement
    negated: bool


@dataclass(frozen=True)
class RelWhere(Relative):
    condition: Expr


# ---- condition and value bodies ---------------------------------------------------------------


class CondLine(Node):
    pass


@dataclass(frozen=True)
class CondLeaf(CondLine):
    condition: Expr
    refs: Refs


@dataclass(frozen=True)
class CondWhen(CondLine):
    """Lines that are demanded only under an option."""

    test: Expr
    lines: tuple[CondLine, ...]


@dataclass(frozen=True)
class CondGroup(CondLine):
    """`any of` or `all of` with a block."""

    kind: str
    lines: tuple[CondLine, ...]
    refs: Refs


@dataclass(frozen=True)
class Case(Node):
    """A case of a value: `north if …`, `south otherwise`, or, with `among`, `clubs for C1, C2`."""

    value: Expr
    test: Expr | None
    refs: Refs
    among: tuple[Expr, ...] | None = None


# ---- statements -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stmt(Node):
    refs: Refs


@dataclass(frozen=True)
class When(Stmt):
    """Lines that exist only under an option."""

    test: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True)
class If(Stmt):
    test: Expr
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]


@dataclass(frozen=True)
class ForEach(Stmt):
    set: SetNode
    body: tuple[Stmt, ...]


@dataclass(frozen=True)
class Becomes(Stmt):
    target: Expr
    value: Expr


@dataclass(frozen=True)
class Flag(Stmt):
    target: Expr
    adjective: str
    on: bool


@dataclass(frozen=True)
class Relate(Stmt):
    """`the motator becomes removed for the player`."""

    target: Expr
    preposition: str
    other: Expr
    on: bool


@dataclass(frozen=True)
class Change(Stmt):
    target: Expr
    up: bool
    amount: Expr


@dataclass(frozen=True)
class Do(Stmt):
    step: str


@dataclass(frozen=True)
class Order(Stmt):
    """`in either order` (each part whole before the next) or, with `mixed`, `in any mix`."""

    mixed: bool
    body: tuple[Stmt, ...]


@dataclass(frozen=True)
class OnlyIf(Stmt):
    condition: Expr
    afterwards: bool


@dataclass(frozen=True)
class AtRandom(Stmt):
    set: SetNode
    weight: Expr | None
    written: str | None
    body: tuple[Stmt, ...]


@dataclass(frozen=True)
class InOrder(Stmt):
    """`each player in order, from P`: every player once, each deciding for himself."""

    noun: str
    start: Expr | None
    body: tuple[Stmt, ...]


@dataclass(frozen=True)
class Decides(Stmt):
    """`P decides`: the choices below are made by that player."""

    player: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True)
class Times(Stmt):
    count: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True)
class While(Stmt):
    """`as long as COND`: again and again while it holds."""

    test: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True)
class TurnEnds(Stmt):
    pass


@dataclass(frozen=True)
class Pay(Stmt):
    """`pay every player VALUE`: ends the game with these payoffs."""

    noun: str
    value: Expr


@dataclass(frozen=True)
class LayOut(Stmt):
    board: str
    rows: tuple[str, ...]


@dataclass(frozen=True)
class Begins(Stmt):
    player: Expr


@dataclass(frozen=True)
class Outcome(Stmt):
    """`P wins`, `P loses`, `the game is drawn` (player None)."""

    kind: str
    player: Expr | None


@dataclass(frozen=True)
class Rank(Stmt):
    noun: str
    value: Expr


@dataclass(frozen=True)
class Memo(Stmt):
    """`record` or `forget` a memory."""

    memory: str
    record: bool


@dataclass(frozen=True)
class Pick(Node):
    """`a tile that …` in an action: what the player chooses."""

    set: SetNode


NounPhrase = Expr | Pick


@dataclass(frozen=True)
class Act(Node):
    """The deed of an action or effect: `put A on B`, `move A to B`, `remove A`, `choose …`."""

    kind: str
    objects: tuple[NounPhrase, ...]
    text: str | None = None  # of `choose "text"`


@dataclass(frozen=True)
class Effect(Stmt):
    act: Act


@dataclass(frozen=True)
class Alternative(Node):
    act: Act
    written: str | None
    refs: Refs
    body: tuple[Stmt, ...]


@dataclass(frozen=True)
class AlternativesWhen(Node):
    """Alternatives that exist only under an option."""

    test: Expr
    alternatives: tuple[Alternative | AlternativesWhen, ...]


@dataclass(frozen=True)
class Action(Stmt):
    """A decision. `mode`: 'must', 'if possible', 'may' or 'repeat'; `otherwise` is the text of
    declining under `may`."""

    mode: str
    alternatives: tuple[Alternative | AlternativesWhen, ...]
    otherwise: str | None


# ---- blocks -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Block(Node):
    refs: Refs


@dataclass(frozen=True)
class Game(Block):
    title: str
    summary: str | None


@dataclass(frozen=True)
class Players(Block):
    low: int
    high: int
    names: tuple[str, ...]


@dataclass(frozen=True)
class Range(Expr):
    low: Expr
    high: Expr


@dataclass(frozen=True)
class Option(Block):
    name: str
    ruling: bool
    domain: tuple[Expr, ...]
    default: Expr | None
    note: str | None


@dataclass(frozen=True)
class Kind(Block):
    noun: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Board(Block):
    name: str
    shape: str
    noun: str
    width: Expr
    height: Expr


@dataclass(frozen=True)
class Piece(Block):
    noun: str
    owner: str
    board: str


@dataclass(frozen=True)
class TypeNoun(Expr):
    """`a player` inside a type."""

    noun: str


@dataclass(frozen=True)
class Attribute(Block):
    """`each tile has a colour: …`; a quality (`can be moved`) has no type."""

    owner: str  # a noun, "game" or "turn"
    name: str
    type: tuple[Expr, ...] | None
    first: Expr | None
    this_turn: bool
    seen_only: bool
    other: str | None = None  # of a relation that changes: `… can be removed for a player`


@dataclass(frozen=True)
class Binder(Node):
    noun: str
    name: str | None


@dataclass(frozen=True)
class Define(Block):
    """A definition. `kind`: 'adjective', 'preposition', 'verb' or 'value'.

    `params` are (word, binder); the subject has the word "" and a direct object "to".
    """

    kind: str
    name: str
    params: tuple[tuple[str, Binder], ...]
    lines: tuple[CondLine, ...]
    cases: tuple[Case, ...]
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True)
class Row(Node):
    """One row of a relation written as a table: `boot: road, city`."""

    value: str
    others: tuple[str, ...]
    refs: Refs


@dataclass(frozen=True)
class Agreement(Block):
    """`rides and takes disagree on boot and rail`: an acknowledged contradiction of tables."""

    first: str
    second: str
    values: tuple[str, str]


@dataclass(frozen=True)
class Flow(Block):
    """`setup`, `turn` or `step NAME`."""

    kind: str
    name: str
    body: tuple[Stmt, ...]


@dataclass(frozen=True)
class End(Block):
    at_once: bool
    condition: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True)
class DutyLine(Node):
    goal: Expr
    much: bool
    refs: Refs


@dataclass(frozen=True)
class Duty(Block):
    whenever: Expr | None
    lines: tuple[DutyLine, ...]


@dataclass(frozen=True)
class MemoryItem(Node):
    noun: str | None
    attribute: str | None


@dataclass(frozen=True)
class Memory(Block):
    name: str
    items: tuple[MemoryItem, ...]
    capacity: int


@dataclass(frozen=True)
class LookLine(Node):
    """One line of `look`. `kind`: 'cell', 'value', 'piece', 'none' or 'quality'."""

    kind: str
    noun: str | None
    values: tuple[str, ...]
    owner: str | None
    glyph: str | None
    colour: str | None
    shows: tuple[str, ...] = ()


@dataclass(frozen=True)
class Look(Block):
    lines: tuple[LookLine, ...]


@dataclass(frozen=True)
class Always(Block):
    condition: Expr


@dataclass(frozen=True)
class WhenBlock(Block):
    test: Expr
    blocks: tuple[Block, ...]


# ---- variants ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Variant(Block):
    """`variant TITLE of BASE`."""

    title: str
    base: str
    summary: str | None


@dataclass(frozen=True)
class SetOption(Block):
    name: str
    value: Expr


@dataclass(frozen=True)
class Replace(Block):
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Remove(Block):
    """Remove a named part; an end or a duty is named by the rules it cites (`refs`)."""

    kind: str
    name: str


@dataclass(frozen=True)
class Insert(Block):
    """Statements before or after a step (or the turn)."""

    before: bool
    step: str | None
    body: tuple[Stmt, ...]
