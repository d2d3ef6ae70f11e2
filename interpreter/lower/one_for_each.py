"""`at most 1 Stone on every cell`: one thing that is at all of them, or so many at each?

Model. What stands behind a set is said of each of its things: a Stone on every cell would be one
that is on all cells. Who counts things at `every` place mostly means so many at each place. Where
such a set stands in a sentence that says how many there are, both readings are shown; in brackets
(`there is a (Stone next to every lake)`) and behind `that is`, it is the one thing that is meant.
A piece is on one cell alone, so that of `on every cell` only the other reading is left.
"""

from __future__ import annotations

import re

from rulewright.interpreter.diagnostics import RulesError, error
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.model.understood import letters
from rulewright.interpreter.records import record
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast

ARTICLE = re.compile(r"(?:a|an) ")


@record
class AtEvery:
    """A set that is kept by where its things are, where that is `every` one of some `places`."""

    things: ast.NounSet
    places: ast.NounSet
    preposition: str

    @property
    def on(self) -> bool:
        return self.preposition == "on"

    def one(self, scope: Scope | None) -> tuple[str, str]:
        """Words for one of the places with its name, and the name."""
        return _named(self.places, self.things, scope)

    def at(self, words: str, name: str) -> str:
        """Some words in which the set stands, said of one of the places."""
        return words.replace(f"every {self.places.span.words}", name, 1)

    def at_some(self, words: str) -> str:
        every = f"every {self.places.span.words}"
        return words.replace(every, f"some {self.places.span.words}", 1)

    def in_brackets(self, words: str) -> str:
        return words.replace(self.things.span.words, f"({self.things.span.words})", 1)


def at_every(context: Context, things: ast.SetNode, around: str) -> AtEvery | None:
    """How the things of a set are where `every` one of others is, in words that may have brackets
    around it."""
    if not isinstance(things, ast.NounSet) or f"({things.span.text})" in around:
        return None
    for relative in things.relatives:
        match relative:
            case ast.RelIs(complement=ast.IsPreposition(preposition=preposition,
                    object=ast.Quantified(quantifier="every", set=ast.NounSet() as places)),
                    negated=False):
                on = preposition == "on" and things.noun in context.symbols.piece_nouns
                if on or not relative.span.words.startswith("that "):
                    return AtEvery(things, places, "on" if on else preposition)
    return None


def require_one_for_each(
    context: Context, sentence: ast.ThereIs | ast.Is, scope: Scope
) -> None:
    """Refuse `there is a Stone on every cell`, `at most 1 Stone next to every lake`."""
    said = sentence.span.words
    counted = isinstance(sentence, ast.Is)
    things = sentence.set if isinstance(sentence, ast.ThereIs) else (
        sentence.subject.set if isinstance(sentence.subject, ast.Count) else None)
    found = at_every(context, things, said) if things is not None else None
    if found is None or (counted and not sentence.said and not found.on):
        return
    place, name = found.one(scope)
    each = found.at(said, name)
    none = isinstance(sentence, ast.ThereIs) and sentence.negated
    if none:
        one = found.at_some(said) if found.on else found.in_brackets(said)
        raise _either(found, said, sentence.span, f"write `{one}` if "
                      f"{'there is none at all' if found.on else 'none is so of all of them'}, "
                      f"`there is a {place} where ({each})` if one of them has none")
    of_each = f"there is no {place} where (not ({each}))"
    if not counted:
        denied = each.replace("there is a ", "there is no ", 1).replace(
            "there is an ", "there is no ", 1)
        of_each = f"there is no {place} where ({denied})"
    if found.on:
        raise _either(found, said, sentence.span,
                      f"write `{of_each}` if it is so of each, or `{found.at_some(said)}` of all "
                      "together")
    raise _either(found, said, sentence.span,
                  f"write `{of_each}` if it is so of each, or `{found.in_brackets(said)}` if it is "
                  f"one {found.things.noun} for all of them")


def require_counted_at_one(context: Context, counted: ast.Count, scope: Scope) -> None:
    """Refuse `the number of Stones on every cell`, which says of no cell how many are there."""
    said = counted.span.words
    found = at_every(context, counted.set, "")
    if found is None or not found.on:
        return
    place, name = found.one(scope)
    raise _either(found, said, counted.span,
                  f"write `{found.at_some(said)}` of all together; of each name it: "
                  f"`there is no {place} where ({found.at(said, name)} is …)`, "
                  f"`for each {place}, … {found.at(said, name)} …`")


def require_one_had(context: Context, phrase: ast.Has | ast.RelHas, who: str) -> None:
    """`has a Town on every land`: one Town that is on all of them, or one on each?"""
    found = at_every(context, phrase.set, phrase.span.text)
    if found is None:
        return
    had = phrase.span.words.removeprefix(who).strip()
    place, name = found.one(None)
    each = f"not ({who} {found.at(had, name)})"
    if phrase.amount is None:
        has = "has a " if had.startswith("has a ") else "has an "
        each = f"{who} {found.at(had, name).replace(has, 'has no ', 1)}"
    one = found.at_some(had) if found.on else found.in_brackets(had)
    of_one = "of all together" if found.on else "if it is one for all"
    raise _either(found, had, phrase.span,
                  f"write `{one}` {of_one}; of each say "
                  f"`there is no {place} where ({each})`")


def require_one_at_all(context: Context, sentence: ast.Is, scope: Scope) -> None:
    """`a Stone is next to every lake`: one Stone, or one for each?"""
    match sentence.subject, sentence.complement:
        case ast.Quantified(quantifier="some", set=ast.NounSet() as things) as subject, (
                ast.IsPreposition(preposition=preposition,
                                  object=ast.Quantified(quantifier="every",
                                                        set=ast.NounSet() as places))
        ) if not sentence.negated and not sentence.said and ARTICLE.match(subject.span.words):
            pass
        case _:
            return
    said, some = sentence.span.words, things.span.words
    one, name = _named(places, things, scope)
    on = preposition == "on" and things.noun in context.symbols.piece_nouns
    of_each = f"there is no {one} where (there is no {some} {preposition} {name})"
    hint = f"write `{of_each}` if there is one for each"
    if not on:
        hint += f", or `there is a ({some} {preposition} every {places.span.words})` if it is one"
    raise error("grouping", f"`{said}` can be one {things.noun} for all of them, or one for each",
                sentence.span, hint)


def _named(places: ast.NounSet, things: ast.NounSet, scope: Scope | None) -> tuple[str, str]:
    """Words for one of some places with a name that nothing else has, and the name."""
    said = places.span.words
    if places.name:
        return said, places.name
    taken = {b.name for b in scope.entries()} if scope is not None else set()
    name = next(letters(places.noun, {*taken, things.name}), "X")
    return re.sub(rf"\b{re.escape(places.noun)}\b", rf"\g<0> {name}", said, count=1), name


def _either(found: AtEvery, said: str, span: Span, hint: str) -> RulesError:
    noun = found.things.noun
    message = f"`{said}` can be one {noun} for all of them, or one for each"
    if found.on:
        message = (f"a {noun} is on one {found.places.noun} alone, so that it is not clear what "
                   f"`{said}` says of each")
    return error("grouping", message, span, hint)
