"""Nodes of sets, and of the relatives that say which things are in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.interpreter.records import record
from rulewright.interpreter.syntax.ast.node import Node

if TYPE_CHECKING:
    from rulewright.interpreter.syntax.ast.phrases import Complement, Expr, Steps


#: Of the adjectives of a set: `other tiles`.
OTHER = ("ADJ", "other")


class SetNode(Node):
    pass


@record
class NounSet(SetNode):
    """`White tiles T of the player that …`: adjectives are (token type, phrase). `by` stands only
    behind what a walk results in: `hops of the Rabbit by 3`."""

    noun: str
    adjectives: tuple[tuple[str, str], ...]
    name: str | None
    owner: Expr | None
    relatives: tuple[Relative, ...]
    by: Expr | None = None


@record
class NumberSet(SetNode):
    """`number N from 1 to 6`."""

    name: str | None
    low: Expr
    high: Expr


@record
class GroupSet(SetNode):
    """`groups NAME of THINGS joined by STEPS that …`: the members are sets themselves."""

    adjectives: tuple[tuple[str, str], ...]
    name: str | None
    things: SetNode
    steps: Steps | None
    relatives: tuple[Relative, ...]


class Relative(Node):
    """A restriction after the noun."""


@record
class RelIs(Relative):
    complement: Complement
    negated: bool


@record
class RelVerb(Relative):
    """`that VERB OBJECT from X`, or with `negated`, `that does not VERB OBJECT`."""

    verb: str
    object: Expr | None
    tail: tuple[tuple[str, Expr], ...]
    negated: bool = False


@record
class RelObject(Relative):
    """`that SUBJECT [does not] VERB` or `that SUBJECT is [not] PREPOSITION`: the thing is the
    object."""

    subject: Expr
    word: str
    preposition: bool = False
    negated: bool = False


@record
class RelWhose(Relative):
    attribute: str
    complement: Complement
    negated: bool
    args: tuple[tuple[str, Expr], ...] = ()  # what else an attribute of several things is asked of


@record
class RelWhere(Relative):
    condition: Expr


@record
class RelHas(Relative):
    """`that has no SET`, as `Has`."""

    set: SetNode
    amount: Complement | None
    negated: bool


@record
class RelMost(Relative):
    """`with the greatest VALUE`: of the things that the words before leave."""

    kind: str
    value: Expr


@record
class RelCombined(Relative):
    """`that are wet or next to b2`: one or all of several."""

    op: str
    parts: tuple[Relative, ...]
