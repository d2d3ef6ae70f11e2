"""Nodes of what is done: statements, choices, effects."""

from __future__ import annotations

from rulewright.interpreter.records import record
from rulewright.interpreter.syntax.ast.bodies import CondLine, Spoken
from rulewright.interpreter.syntax.ast.node import Node, Refs
from rulewright.interpreter.syntax.ast.phrases import Expr
from rulewright.interpreter.syntax.ast.sets import SetNode

# ---- statements -------------------------------------------------------------------------------


@record
class Stmt(Node):
    refs: Refs


@record
class When(Stmt):
    """Lines that exist only under an option."""

    test: Expr
    body: tuple[Stmt, ...]


@record
class DependingRow(Node):
    """What is done for some values, or, without any, for all that no other row answers."""

    among: tuple[Expr, ...] | None
    refs: Refs
    body: tuple[Stmt, ...]


@record
class DependingWhen(Node):
    """Rows that exist only under an option."""

    test: Expr
    body: tuple[DependingRow | DependingWhen, ...]


@record
class Depending(Stmt):
    """`depending on VALUE` with rows, of which that one is done that answers the value."""

    value: Expr
    rows: tuple[DependingRow | DependingWhen, ...]


@record
class If(Stmt):
    test: Expr
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]


@record
class ForEach(Stmt):
    set: SetNode
    body: tuple[Stmt, ...]


@record
class Becomes(Stmt):
    target: Expr
    value: Expr


@record
class Flag(Stmt):
    target: Expr
    adjective: str
    on: bool


@record
class Relate(Stmt):
    """`the card becomes discarded for the player`."""

    target: Expr
    preposition: str
    other: Expr
    on: bool


@record
class Change(Stmt):
    """`X goes up by N`; `within`: not beyond the end of its range."""

    target: Expr
    up: bool
    amount: Expr
    within: bool = False


@record
class Exchange(Stmt):
    """`exchange X and Y`: two attributes their values, or two pieces their places."""

    one: Expr
    other: Expr


@record
class StepCall(Node):
    """A step with what it is done with: (word, thing), the first perhaps without a word."""

    name: str
    args: tuple[tuple[str, Expr], ...]


@record
class Do(Stmt):
    calls: tuple[StepCall, ...]


@record
class Order(Stmt):
    """`in either order` (each part whole before the next) or, with `mixed`, `in any mix`."""

    mixed: bool
    body: tuple[Stmt, ...]


@record
class OnlyIf(Stmt):
    condition: Expr
    afterwards: bool


@record
class OnlyIfRest(Stmt):
    """`only if the rest can be done`."""


@record
class AtRandom(Stmt):
    set: SetNode
    weight: Expr | None
    written: str | Spoken | None
    body: tuple[Stmt, ...]


@record
class InOrder(Stmt):
    """`each player in order, from P`: every player of a set once, each deciding for himself."""

    set: SetNode
    start: Expr | None
    body: tuple[Stmt, ...]


@record
class Decides(Stmt):
    """`P decides`: the choices below are made by that player."""

    player: Expr
    body: tuple[Stmt, ...]


@record
class Times(Stmt):
    count: Expr
    body: tuple[Stmt, ...]


@record
class While(Stmt):
    """`as long as COND`: again and again while it holds."""

    test: Expr
    body: tuple[Stmt, ...]


@record
class TurnEnds(Stmt):
    pass


@record
class Pay(Stmt):
    """`pay every player VALUE`: ends the game with these payoffs."""

    noun: str
    value: Expr


@record
class LayOut(Stmt):
    """A drawing of a board, or of a part of it whose bottom left is the cell `corner`."""

    board: str
    corner: str | None
    rows: tuple[str, ...]


@record
class WalkEnds(Stmt):
    """`ends as WORD on CELL if …`, in a walk: the lines are all demanded."""

    ending: str
    place: Expr | None
    lines: tuple[CondLine, ...]


@record
class Begins(Stmt):
    player: Expr


@record
class Outcome(Stmt):
    """`P wins`, `P loses`, `the game is drawn` (player None)."""

    kind: str
    player: Expr | None


@record
class Rank(Stmt):
    noun: str
    value: Expr


@record
class Memo(Stmt):
    """`record` or `forget` a memory."""

    memory: str
    record: bool


@record
class Pick(Node):
    """`a tile that …` in an action: what the player chooses."""

    set: SetNode


NounPhrase = Expr | Pick


@record
class Act(Node):
    """The deed of an action or effect: `put A on B`, `move A to B`, `remove A`, `choose …`."""

    kind: str
    objects: tuple[NounPhrase, ...]
    text: str | Spoken | None = None  # of `choose "text"`


@record
class Effect(Stmt):
    act: Act


@record
class Alternative(Node):
    act: Act
    written: str | Spoken | None
    refs: Refs
    body: tuple[Stmt, ...]


@record
class AlternativesWhen(Node):
    """Alternatives that exist only under an option."""

    test: Expr
    body: tuple[Alternative | AlternativesWhen, ...]


@record
class Action(Stmt):
    """A decision. `mode`: 'must', 'if possible', 'may' or 'repeat'; `decline` is the text of
    declining what one may do, `otherwise` what is done where nothing is possible."""

    mode: str
    alternatives: tuple[Alternative | AlternativesWhen, ...]
    decline: str | None = None
    otherwise: tuple[Stmt, ...] = ()
