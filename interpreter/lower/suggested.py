"""What a condition or set says that there is, without saying which: in the lines below it, nobody
can tell whether `the NOUN` or `it` means that (see `scope`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from rulewright.interpreter.ir.interned import kept
from rulewright.interpreter.lower.noting import PLAYER
from rulewright.interpreter.lower.reference import CAPTURED, TO_MOVE, captured, one_of
from rulewright.interpreter.lower.scope import Bound, Scope
from rulewright.interpreter.model import understood
from rulewright.interpreter.model.declarations import parts, walk
from rulewright.interpreter.syntax import ast

IN_ZONE = re.compile(r" in (?!play\b)")
THERE_WAS = re.compile(r"\bthere (?:was|were) (?:an?|some) $")


def suggest(
    scope: Scope, *phrases: ast.Node, around: ast.Node | None = None, demanded: bool = False
) -> Scope:
    """The scope of lines below a condition or set: it says that there are things, not which;
    `demanded` by `only if`.

    Where `the player` stands in the phrases themselves (or in what is `around` them), it is clear
    in them, and goes on to mean the same one.
    """
    for one in chain(*map(_captured, phrases)):
        if f"{CAPTURED}{one.noun}" not in {b.noun for b in scope.its()}:
            scope = scope.add(captured(one.noun, one.span))
    if not any(map(_suggested, phrases)):
        return scope
    said = frozenset[str]().union(*map(_references, phrases), _references(around) if around else ())
    said_player, said_it = PLAYER in said, "it" in said
    its = {b.noun for b in scope.its() if not b.noun.startswith(CAPTURED)}
    for phrase in phrases:
        for things, part in _suggested(phrase):
            if things.noun == PLAYER and said_player:
                continue
            if isinstance(part, ast.Is) and _exactly_one(part):  # a reader takes what is near
                if any(b.noun == things.noun and b.value is not None and b is not TO_MOVE
                       for b in scope.entries()):
                    continue
                part = None
            subject = bool(its) and (things.noun in its or not said_it)
            scope = scope.add(Bound(things.noun, things.name, None, subject, span=things.span,
                                    phrase=_of_each(things, part, scope), demanded=demanded))
    return scope


def _exactly_one(sentence: ast.Is) -> bool:
    """Whether it is `there is exactly 1 NOUN`; `the number of NOUNS is 1` points to none."""
    counted, said = sentence.subject, sentence.complement
    value = said.value if isinstance(said, ast.IsValue) else None
    return isinstance(counted, ast.Count) and counted.span == counted.set.span and (
        isinstance(value, ast.Number) and value.value == 1)


def _of_each(things: ast.NounSet, part: ast.Node | None, scope: Scope) -> str:
    """How to say it of each thing of a set: `for each tile, if the tile is open, …`. An other
    player gets a name: `the player` could be either."""
    said = things.span.text
    if THERE_WAS.search(things.span.before):
        return f"`{CAPTURED}{things.noun}`, of one that stood there"
    bound = {b.name for b in scope.entries() if b.noun == things.noun and b.value is not None}
    free = understood.letters(things.noun, bound)
    names = (next(free), next(free))  # the first is for what is bound
    noun = re.compile(rf"\b(?<!the ){re.escape(things.noun)}\b")
    if part is None:
        text = _without_it(one_of(things), scope)
        if f"the {things.noun}" in text and not things.name:
            text = noun.sub(f"{things.noun} {names[1]}", text, count=1)
        if IN_ZONE.search(text) and things.noun[:1].isupper() and not things.name:
            return f"`for each {text}, …` for each of them, `(any {text})` for any one"
        return f"`for each {text}, …`"
    if isinstance(part, ast.Has) and part.set is things:
        return f"`for each {one_of(things)} {of_holder(part.subject, scope)}, …`"
    some = re.compile(rf"\b(?:some|an?) (?:\({re.escape(said)}\)|{re.escape(said)}(?!\w))")
    one = f"the {things.noun}"
    other = things.noun == PLAYER and said.startswith("other ")
    if other or (bound and things.noun != PLAYER):
        one = things.name or names[1]
        said = said if things.name else noun.sub(f"{things.noun} {one}", said, count=1)
    about = some.sub(one, _without_it(part.span.text, scope))
    return f"`for each {said}, …`" if "some " in about else f"`for each {said}, if {about}, …`"


def _without_it(text: str, scope: Scope) -> str:
    """A text in which `it` is called by its noun or name, where one thing is meant by it: beside
    another `for each`, `it` would be the thing of that."""
    its = [b for b in scope.its() if b.value is not None]
    if len(its) != 1 or its[0] is TO_MOVE:
        return text
    who = its[0].name or f"the {its[0].noun}"
    return re.sub(r"\bit\b", who, re.sub(r"\bits\b", f"{who}'s", text))


def of_holder(holder: ast.Node, scope: Scope) -> str:
    """Of the things that one has: `of` a player, `on` a cell; what else it is, is left open."""
    said = holder.span.text
    noun = next((b.noun for b in reversed(scope.entries()) if b.name == said), None)
    if isinstance(holder, ast.TheNoun):
        noun = holder.noun
    if isinstance(holder, ast.ThePlayer) or noun == PLAYER:
        return f"of {said}"
    if isinstance(holder, ast.Call) and holder.name[:1].isupper():
        return f"in {said}"
    return f"on {said}" if isinstance(holder, ast.Cell) or noun is not None else "…"


@kept
def _references(phrase: ast.Node) -> frozenset[str]:
    """The nouns of `the NOUN` in a phrase, and `it`."""
    nodes = list(walk(phrase))
    nouns = {node.noun for node in nodes if isinstance(node, ast.TheNoun)}
    return frozenset(nouns | {"it" for node in nodes if isinstance(node, ast.It)})


@kept
def _captured(phrase: ast.Node) -> tuple[ast.Captured, ...]:
    """The captured pieces that a phrase speaks of: the lines below can mean them by `it`."""
    return tuple({node.noun: node for node in walk(phrase) if isinstance(node, ast.Captured)
                  }.values())


Said = tuple[ast.NounSet, ast.Node | None]  # a set, and the condition that says `some SET`


@kept
def _suggested(phrase: ast.Node) -> tuple[Said, ...]:
    return tuple(_existing(phrase))


def _existing(item: object, part: ast.Node | None = None) -> Iterator[Said]:
    """The sets of which a phrase says that they have a member."""
    match item:
        case tuple():
            for inner in item:
                yield from _existing(inner, part)
        case ast.Count() | ast.Aggregate() if isinstance(item.set, ast.NounSet):
            for relative in item.set.relatives:  # `stalls that a player owns`: of which player
                yield from _existing(relative, part)
        case ast.Is(subject=ast.Count(set=ast.NounSet() as one), negated=False) if (
            _exactly_one(item)
        ):
            yield one, item
        case ast.Not() | ast.Count() | ast.Aggregate() | ast.Line() | ast.Conditional():
            return
        case ast.ThereIs(negated=True) | ast.RelIs(negated=True) | ast.RelVerb(negated=True):
            return
        case ast.Has(negated=True):
            yield from _existing(item.subject, item)
        case ast.Has() if isinstance(item.set, ast.NounSet) and not (
            isinstance(item.subject, ast.Quantified) or item.set.relatives
        ):
            yield item.set, item
            yield from _existing(item.set)
            yield from _existing(item.subject, item)
        case ast.RelObject(negated=True) | ast.RelWhose(negated=True) | ast.RelCombined(op="or"):
            return
        case ast.Is(negated=True) | ast.Verb(negated=True):
            yield from _existing(item.subject, item)
        case ast.ThereIs() | ast.Has() | ast.Quantified(quantifier="some"):
            if isinstance(item.set, ast.NounSet):
                yield item.set, part
            yield from _existing(item.set)
            if isinstance(item, ast.Has):  # `some player has a Card`: of which player
                yield from _existing(item.subject, item)
        case ast.Quantified():
            return
        case ast.Node():
            if isinstance(item, (ast.Is, ast.Verb)):
                part = item
            for inner in parts(item):
                if isinstance(inner, (ast.Node, tuple)):
                    yield from _existing(inner, part)
