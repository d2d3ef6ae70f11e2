"""Nodes of what is done: statements, choices, effects."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.interpreter.syntax.ast.phrases import (
    Expr,
    Node,
    Refs,
    SetNode,
)

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
    """`the card becomes discarded for the player`."""

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
    steps: tuple[str, ...]


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
