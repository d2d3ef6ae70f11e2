"""Names in which things of a noun are counted: `each player has a stock of every good: 0 to 9`.

What stands in the head of a declaration is a name, whatever words it has. An author who writes
`every good` in it speaks of the goods, though, and would be given one value for all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax.lexer import Token
from rulewright.interpreter.syntax.words import with_article

COUNTING = ("each", "every", "all", "any", "some", "one", "another", "other", "several", "both")
DISTRIBUTING = ("each", "every")
ASIDE = ("to", "for", "against", "per", "by", "toward")  # do not tell of what a value is for a pair
OF_ONE = ("the", "a", "an")
#: How many there are, in front of the number.
AMOUNTS = (("at", "most"), ("at", "least"), ("up", "to"), ("more", "than"), ("fewer", "than"),
           ("less", "than"), ("no", "more"))
#: Words by which something is so of two and of each of them to the other.
MUTUALLY = (("each", "other"), ("one", "another"))
SUBJECT = re.compile(r"(?:each|every|an?) ([\w-]+) can be\s*$")
#: Words for players, of whom a state is spoken: `at war with the others`, `angry at someone`.
PERSONS = ("others", "someone", "somebody", "anyone", "anybody", "everyone", "everybody", "him",
           "them")


def counted(
    name: Sequence[Token], category: str, noun_of: Callable[[Sequence[Token]], str], zone: bool
) -> Diagnostic | None:
    """The problem of a name that counts things; `noun_of` is the noun, for one or several, that
    some tokens begin with, or nothing. In the name of a `zone` no `of players` stands either."""
    if category in ("ADJ", "PREP") and (many := _so_many(name, noun_of)) is not None:
        return many
    for at, token in enumerate(name):
        word = token.text
        behind = name[at + 1 :]
        other = bool(behind) and behind[0].text == "other"
        noun = noun_of(behind[1:] if other else behind) if word in COUNTING else ""
        if zone and word == "of":
            noun = noun_of(behind[1:] if behind and behind[0].text in OF_ONE else behind)
        if at > 0 and not noun and word in DISTRIBUTING and category == "ATTR" and behind:
            said = token.span.to(name[-1].span).text
            return Diagnostic(
                "reserved-word", f"`{said}` is no part of a name: a name says nothing of each "
                "of several", name[at - 1].span.to(name[-1].span),
                f"a value for each of some things is declared with their noun, `a "
                f"{name[0].span.text} at each NOUN`, where NOUN is a kind, such as `direction`, "
                "`player` or a noun of cells (LANGUAGE.md, 4)")
        if at > 0 and category == "ADJ" and (said := _said_of_one(word, behind, noun_of)):
            begin = at - 1 if name[at - 1].text in OF_ONE else at
            return _one_name(name, said, name[begin].span.to(name[-1].span), f"write `a {said}`")
        if at > 0 and category == "ADJ" and (word, *(t.text for t in behind)) in MUTUALLY:
            subject = SUBJECT.search(name[0].span.before)
            noun = subject[1] if subject else "player"
            return _one_name(
                name, noun, token.span.to(name[-1].span), f"write `{with_article(noun)}`; it goes "
                "one way: where it comes to be so of two, set it for the one and for the other")
        one = noun_of(behind[1:]) if len(behind) > 1 and behind[0].text in ("a", "an") else ""
        if at > 0 and one and word in ASIDE and category == "ATTR" and not zone:
            return _for_one(name, at, one, noun_of)
        if at == 0 or not noun:
            continue
        first = at - 1 if name[at - 1].text in OF_ONE and at > 1 else at  # `the other player`
        span = name[first].span.to(name[-1].span)
        wanted = f"of a {noun}" if zone and word == "of" else f"a {noun}"
        if category == "ATTR" and not zone:
            wanted = f"each {noun}"
            if name[first - 1].text in ASIDE:
                span = name[first - 1].span.to(span)
                wanted = f"with each {noun}"
        hint = f"write `{wanted}`"
        if category in ("VAL", "MEMO", "BOARDNAME"):
            hint = f"choose a name without `{word} {noun}`"
        return _one_name(name, noun, span, hint)
    return None


def _so_many(
    name: Sequence[Token], noun_of: Callable[[Sequence[Token]], str]
) -> Diagnostic | None:
    """`bridged to at most two bays`: how many there are is no part of the name of a state."""
    texts = [token.text for token in name]
    at = next((at for at in range(1, len(name)) if tuple(texts[at : at + 2]) in AMOUNTS), None)
    if at is None:
        return None
    noun = next(filter(None, (noun_of(name[i:]) for i in range(at + 2, len(name)))), "")
    written = f"write `{with_article(noun)}`; " if noun else ""
    return _whole_name(
        name, "counts nothing", name[at].span.to(name[-1].span),
        f"{written}how many there can be is kept by an `only if` below what makes it so")


def _one_name(name: Sequence[Token], noun: str, span: Span, hint: str) -> Diagnostic:
    """That a whole would be a name, though it speaks of things of a noun."""
    return _whole_name(name, f"says nothing of each {noun}", span, hint)


def _whole_name(name: Sequence[Token], lacks: str, span: Span, hint: str) -> Diagnostic:
    whole = name[0].span.to(name[-1].span).text
    return Diagnostic(
        "reserved-word", f"`{whole}` would be one name here, which {lacks}", span, hint)


def _said_of_one(
    word: str, behind: Sequence[Token], noun_of: Callable[[Sequence[Token]], str]
) -> str:
    """The noun of which one is spoken of with a word of a state and what stands behind it: `the
    town`, `any of the players`, `the other`, `someone`; else nothing."""
    texts = [token.text for token in behind]
    if (word in PERSONS and not behind) or (word == "the" and texts == ["other"]):
        return "player"
    if word == "the":
        return noun_of(behind)
    if word in COUNTING and texts[:2] == ["of", "the"]:
        return noun_of(behind[2:])
    return ""


def _for_one(
    name: Sequence[Token], at: int, noun: str, noun_of: Callable[[Sequence[Token]], str]
) -> Diagnostic:
    """`the demand for a fruit is …`: a value of each fruit is meant, not one of that name; in `the
    risk for a Stone on a cell is …`, of each Stone and cell."""
    worked_out = name[0].span.before.strip() == "the"
    wanted = f"of {with_article(noun)}" if worked_out else f"with each {noun}"
    behind = [token.span.text for token in name[at + 2 :]]
    second = next((i for i, word in enumerate(behind) if word in ("a", "an")), None)
    if worked_out and second is not None and (other := noun_of(name[at + 3 + second :])):
        letters = behind[second:][-1]
        named = f" {letters}" if len(letters) == 1 and letters.isupper() else ""
        wanted += f" with {with_article(other)}{named}"
    return _one_name(name, noun, name[at].span.to(name[-1].span), f"write `{wanted}`")
