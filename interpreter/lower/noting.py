"""Noting what the words of a line are taken for, where somebody wants to read it back."""

from __future__ import annotations

from rulewright.interpreter.ir import Const
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.scope import Bound, Scope
from rulewright.interpreter.model.understood import Around, Thing
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import DECIDER, TO_MOVE

PLAYER = "player"


def note_bound(context: Context, span: Span, bound: Bound, scope: Scope) -> None:
    """Words mean a bound thing."""
    if context.understood is not None:
        context.understood.refer(span, thing(context, bound, scope), around(scope))


def note_decider(context: Context, span: Span, scope: Scope) -> None:
    """Words mean the player who makes the choices here, since no player is bound."""
    if context.understood is not None:
        meant = Thing(PLAYER, phrase=decider_text(context))
        context.understood.refer(span, meant, around(scope))


def note_other(context: Context, span: Span, bound: Bound | None, scope: Scope) -> None:
    """A set is without a bound thing, or without the player to move."""
    if context.understood is not None:
        if bound is None:
            meant = Thing(PLAYER, phrase=TO_MOVE)
        elif bound.value is not None and isinstance(bound.value.e, Const) and bound.phrase:
            meant = Thing(bound.noun, phrase=bound.phrase.strip("`"))
        else:
            meant = thing(context, bound, scope)
        context.understood.others.setdefault(span, {})[meant] = None
        context.understood.around[around(scope)] = None


def note_names(context: Context, scope: Scope) -> None:
    """A name of the author is used among the things of a scope."""
    if context.understood is not None:
        context.understood.around[around(scope)] = None


def note_attribute(context: Context, span: Span, word: str, name: str) -> None:
    """A word is taken for the value of an attribute that is not named."""
    if context.understood is not None:
        context.understood.attributes.setdefault(span, {})[word, name] = None


def note_number(context: Context, span: Span, number: int) -> None:
    """The name of an option stands for its number."""
    if context.understood is not None:
        context.understood.numbers[span] = number


def note_definition(context: Context, span: Span, define: ast.Define) -> None:
    """Of several definitions of a phrase, one is used."""
    if context.understood is not None:
        context.understood.definitions.setdefault(span, {})[define.span] = None


def note_choice(context: Context, span: Span, chance: bool) -> None:
    """Somebody chooses, or something comes up."""
    if context.understood is not None:
        who = "chance" if chance else decider_text(context)
        context.understood.deciders.setdefault(span, {})[who] = None


def note_each(context: Context, span: Span) -> None:
    """What is done in one sentence is done to each of several things."""
    if context.understood is not None:
        context.understood.each[span] = None


def note_added(context: Context, span: Span) -> None:
    """A piece comes to where several can be."""
    if context.understood is not None:
        context.understood.added[span] = None


def note_change(context: Context, end: Span, change: Span) -> None:
    """A change after which an `end` is looked at."""
    if context.understood is not None:
        context.understood.changes.setdefault(end, {})[change] = None


# ---- what is meant -------------------------------------------------------------------------------


def thing(context: Context, bound: Bound, scope: Scope) -> Thing:
    """A bound thing, with the words that mean it here."""
    noun, value = bound.noun, bound.value
    if bound.phrase and value is not None and value.e == context.decider.e:
        return Thing(noun, phrase=DECIDER)
    known = [b for b in scope.entries() if b.noun == noun and b.value is not None]
    named = next((b for b in known if b.same(bound) and b.namable), None)
    always = bound.phrase == f"`the {noun}`"
    phrase = f"the {noun}" if always or _alone(bound, known, scope) else None
    if named is None:
        return Thing(noun, phrase=phrase)
    if noun == PLAYER:  # the player alone would be whose turn it is
        phrase = None
    return Thing(noun, named.span, named.name, phrase)


def _alone(bound: Bound, known: list[Bound], scope: Scope) -> bool:
    """Whether no other thing of the noun is spoken of around."""
    meant = scope.candidates(bound.noun)
    return len(meant) == 1 and meant[0].same(bound) and all(
        b.same(bound) or b.effect for b in known
    )


def decider_text(context: Context) -> str:
    return TO_MOVE if context.decider.e == context.to_move().e else DECIDER


def around(scope: Scope) -> Around:
    """Everything that is bound, by its place and name."""
    return frozenset((b.span if b.namable else None, b.name) for b in scope.entries()
                     if b.value is not None)
