"""Nodes of what is declared: boards, attributes, definitions, flow, variants."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.interpreter.syntax.ast.phrases import (
    Case,
    CondLine,
    Expr,
    Node,
    Refs,
)
from rulewright.interpreter.syntax.ast.statements import (
    Stmt,
)

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
    seen_by: str  # "all", "that NOUN" or "nobody"
    other: str | None = None  # of a pair: `… can be removed for a player`, `… at each lane: …`
    word: str = ""  # of an attribute of pairs: `at`


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
    """One row of a relation written as a table: `cat: fish, milk`."""

    value: str
    others: tuple[str, ...]
    refs: Refs


@dataclass(frozen=True)
class Agreement(Block):
    """`eats and feeds disagree on cat and milk`: an acknowledged contradiction of tables."""

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
    """`most` is what no value of the goal can be above, where the author says so."""

    goal: Expr
    much: bool
    most: Expr | None
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
class Together(Block):
    """Declarations of one line: `option width, height: …`."""

    blocks: tuple[Block, ...]


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
    """Remove a named part; an end or a duty is named by the rules it cites (`refs`), not by a
    name."""

    kind: str
    name: str


@dataclass(frozen=True)
class Insert(Block):
    """Statements before or after a step (or the turn)."""

    before: bool
    step: str | None
    body: tuple[Stmt, ...]
