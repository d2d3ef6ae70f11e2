"""Nodes of what is declared: boards, attributes, definitions, flow, variants."""

from __future__ import annotations

from rulewright.interpreter.records import record
from rulewright.interpreter.syntax.ast.bodies import (
    Case,
    CaseWhen,
    CondLine,
    Spoken,
)
from rulewright.interpreter.syntax.ast.node import Node, Refs
from rulewright.interpreter.syntax.ast.phrases import Expr
from rulewright.interpreter.syntax.ast.statements import Stmt

# ---- blocks -----------------------------------------------------------------------------------


@record
class Block(Node):
    refs: Refs


@record
class Game(Block):
    title: str
    summary: str | None


@record
class Players(Block):
    low: int
    high: int
    names: tuple[str, ...]


@record
class Range(Expr):
    low: Expr
    high: Expr


@record
class Option(Block):
    name: str
    ruling: bool
    domain: tuple[Expr, ...]
    default: Expr | None
    note: str | None


@record
class Kind(Block):
    noun: str
    values: tuple[str, ...]
    signs: tuple[str | None, ...]  # of each value, the short text that stands for it


@record
class Board(Block):
    """A board, and the noun of its cells."""

    name: str
    noun: str


@record
class GridBoard(Board):
    """`a grid of square tiles, 4 by 3`."""

    shape: str
    width: Expr
    height: Expr


@record
class TableBoard(Board):
    """`a table of square plots, within 23`: a board without edge."""

    shape: str
    within: Expr


@record
class PartsBoard(Board):
    """`the quarters of plots, called spaces`, `the sides of hexes, called ways`."""

    part: str  # quarters, sides or corners
    whole: str  # the noun of the cells whose parts they are


@record
class Column(Node):
    """What some pieces have at first: the value of an attribute; without one, a quality or value
    that stands for an attribute."""

    name: str
    value: Expr | None


@record
class Pieces(Node):
    """Some pieces of a table, and what they have at first."""

    number: int
    columns: tuple[Column, ...]
    refs: Refs


@record
class Piece(Block):
    """A piece noun. With a `number` or `rows` (that each player has, if `each`) the pieces are
    things like the values of a kind; without, they are known by the cell of their one board.
    `several` are the nouns of the places that hold several of them."""

    noun: str
    owner: str | None
    number: Expr | None
    each: bool
    boards: tuple[str, ...]
    nouns: tuple[str, ...]
    several: tuple[str, ...]
    rows: tuple[Pieces, ...] = ()

    @property
    def numbered(self) -> bool:
        """Whether it is said how many there are."""
        return self.number is not None or bool(self.rows)


@record
class Seers(Node):
    """The players who see into the zones of each player: those of whom an adjective is so, or who
    are in a relation to that player. `said`: 'adjective' or 'preposition'."""

    said: str
    word: str


@record
class Zone(Block):
    """Places off the board, of the game or of each player or value of a kind: `names`; they hold
    the pieces of some nouns."""

    names: tuple[str, ...]
    owner: str | None
    nouns: tuple[str, ...]
    seen_by: str | Seers  # "all", "that NOUN" or "nobody", or some players


@record
class TypeNoun(Expr):
    """`a player` inside a type."""

    noun: str


@record
class SignedWord(Expr):
    """`plain "p"` inside a type: a new word and its sign."""

    text: str
    sign: str


@record
class Attribute(Block):
    """`each tile has a colour: …`; a quality (`can be moved`) has no type."""

    owner: str  # a noun, "game" or "turn"
    name: str
    type: tuple[Expr, ...] | None
    first: Expr | None
    this_turn: bool
    seen_by: str  # "all", "that NOUN" or "nobody"
    other: str | None = None  # of a pair: `… can be removed for a player`, `… at each suit: …`
    word: str = ""  # of an attribute of pairs: `at`


@record
class Binder(Node):
    noun: str
    name: str | None


@record
class Define(Block):
    """A definition. `kind`: 'adjective', 'preposition', 'verb', 'value' or 'walk'.

    `params` are (word, binder); the subject has the word "" and a direct object "to", the things of
    a walk have "of" and "by". The name of a walk is the noun of its results.
    """

    kind: str
    name: str
    params: tuple[tuple[str, Binder], ...]
    lines: tuple[CondLine, ...]
    cases: tuple[Case | CaseWhen, ...]
    rows: tuple[Row, ...] = ()
    walk: tuple[WalkLine, ...] = ()


@record
class WalkLine(Node):
    """A line of a walk."""

    refs: Refs


@record
class WalkFrom(WalkLine):
    start: Expr


@record
class WalkCarries(WalkLine):
    """`with a heading: …`; `kept`: it is part of the result."""

    attribute: Attribute
    kept: bool


@record
class WalkStep(WalkLine):
    """`each step goes from a cell F towards a direction D to a cell G` and what is said of it. A
    step without a direction may lead to any cell."""

    start: Binder
    adjectives: tuple[tuple[str, str], ...]
    direction: Binder | None
    to: Binder
    body: tuple[Stmt, ...]


@record
class WalkAfter(WalkLine):
    """`ends as WORD after M to N steps`; after any number, if there is no number."""

    ending: str
    steps: Expr | None


@record
class Row(Node):
    """One row of a relation written as a table: `cat: fish, milk`."""

    value: str
    others: tuple[str, ...]
    refs: Refs


@record
class Agreement(Block):
    """`eats and feeds disagree on cat and milk`: an acknowledged contradiction of tables."""

    first: str
    second: str
    values: tuple[str, str]


@record
class Flow(Block):
    """`setup`, `turn` or `step NAME`, with its things as (word, binder); the first may have the
    word ""."""

    kind: str
    name: str
    params: tuple[tuple[str, Binder], ...]
    body: tuple[Stmt, ...]


@record
class End(Block):
    at_once: bool
    condition: Expr
    body: tuple[Stmt, ...]


@record
class DutyLine(Node):
    """`most` is what no value of the goal can be above, where the author says so."""

    goal: Expr
    much: bool
    most: Expr | None
    refs: Refs


@record
class Duty(Block):
    whenever: Expr | None
    lines: tuple[DutyLine, ...]


@record
class MemoryItem(Node):
    noun: str | None
    attribute: str | None


@record
class Memory(Block):
    """What is remembered. `rolling`: the last positions; else there is room for so many."""

    name: str
    items: tuple[MemoryItem, ...]
    capacity: int
    rolling: bool


@record
class LookLine(Node):
    """One line of `look`. `kind`: 'cell', 'value', 'piece', 'none', 'quality' or 'written'. A value
    may be that of one `attribute`."""

    kind: str
    noun: str | None
    values: tuple[str, ...]
    owner: str | None
    glyph: str | None
    colour: str | None
    shows: tuple[str, ...] = ()
    text: str | Spoken | None = None
    attribute: str | None = None


@record
class Look(Block):
    lines: tuple[LookLine, ...]


@record
class Always(Block):
    condition: Expr


@record
class Together(Block):
    """Declarations of one line: `option width, height: …`."""

    blocks: tuple[Block, ...]


@record
class WhenBlock(Block):
    test: Expr
    blocks: tuple[Block, ...]


# ---- variants ---------------------------------------------------------------------------------


@record
class Variant(Block):
    """`variant TITLE of BASE`."""

    title: str
    base: str
    summary: str | None


@record
class SetOption(Block):
    name: str
    value: Expr


@record
class Replace(Block):
    blocks: tuple[Block, ...]


@record
class Remove(Block):
    """Remove a named part; an end or a duty is named by the rules it cites (`refs`), not by a
    name."""

    kind: str
    name: str


@record
class Insert(Block):
    """Statements before or after a step (or the turn)."""

    before: bool
    step: str | None
    body: tuple[Stmt, ...]
