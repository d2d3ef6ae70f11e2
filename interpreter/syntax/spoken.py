"""Plain English that the language says in another way, and how it says it.

Each function looks at the place where the parser stopped, and answers if it knows what was meant.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, takewhile

from rulewright.interpreter.diagnostics import Diagnostic, nearest
from rulewright.interpreter.syntax.lexer import Token
from rulewright.interpreter.syntax.stop import Stop, shown
from rulewright.interpreter.syntax.words import plural, with_article

BEFORE_A_PHRASE = ("IF", "AND", "OR", "NOT", "WHERE", "COMMA", "LPAR", "LONG")


def _group(stop: Stop) -> Diagnostic | None:
    """`if any of`, where `any of` and `all of` stand on a line of their own in definitions."""
    line = [t.type for t in stop.line]
    at = next((i for i, word in enumerate(line[:-1])
               if word in ("ANY", "ALL") and line[i + 1] == "OF"), None)
    if at is None or not at <= len(stop.left) <= at + 2:
        return None
    group = stop.line[at].span.to(stop.line[at + 1].span)
    hint = f"put `{group.text}` on a line of its own, what it joins below it"
    noun = next((t for t in stop.line[at + 2 : at + 5] if t.type in ("NOUN", "NOUNS")), None)
    if noun is not None and noun.type == "NOUNS":
        hint = f"write `{'some' if line[at] == 'ANY' else 'every'} {noun.text}`"
    elif stop.tokens[0].type not in ("A", "WHEN", "REPLACE"):
        hint = "join conditions by `or` and `and`; `any of` and `all of` stand in definitions"
    return Diagnostic("syntax", f"`{group.text}` does not fit here", group, hint)


def _possessive_of_attribute(stop: Stop) -> Diagnostic | None:
    """`the spot's seeds`, where the spot is an attribute."""
    if stop.token.type != "POSS" or [t.type for t in stop.left[-2:]] != ["THE", "ATTR"]:
        return None
    of = stop.left[-1].text
    what = stop.right[1].span.text if len(stop.right) > 1 else "…"
    return Diagnostic("syntax", f"`'s` does not fit behind the attribute `{of}`", stop.token.span,
                      f"write `the {what} of the {of}`")


def _there_are(stop: Stop) -> Diagnostic | None:
    """`there are tiles`, `there are 3 tiles`, `there are seeds`."""
    if [t.type for t in stop.left[-2:]] not in (["THERE", "IS"], ["THERE", "ARE"]):
        return None
    if stop.token.type == "ATTR":
        return Diagnostic("syntax", f"{shown(stop.token)} is a value, not a thing",
                          stop.token.span, f"compare it: `the {stop.token.text} of … is …`")
    like = list(takewhile(lambda t: t.type not in ("NOUN", "NOUNS"), stop.right))
    noun = next(iter(stop.right[len(like) :]), None)
    if noun is None or any(t.type == "WORD" for t in like):
        return None
    many = noun.span.text if noun.type == "NOUNS" else plural(noun.text)
    adjectives = [t.text for t in like if t.type in ("ADJ", "VAL")]
    if len(adjectives) < len(like):
        return Diagnostic("syntax", "`there is` does not count", stop.token.span,
                          f"write `the number of {' '.join([*adjectives, many])} is …`")
    one = " ".join([*adjectives, noun.text])
    return Diagnostic("article", f"`a` is missing before {shown(stop.token)}", stop.token.span,
                      f"write `there is {with_article(one)}`")


def _the_value(stop: Stop) -> Diagnostic | None:
    """`the goal`, where the goal is an option or another value."""
    if [t.type for t in stop.left[-2:]] != ["THE", "VAL"] or "NOUNS" not in stop.expected:
        return None
    value = stop.left[-1]
    return Diagnostic("syntax", "an option or another value is written without `the`",
                      stop.left[-2].span.to(value.span), f"write `{value.text}`")


def _the_other(stop: Stop) -> Diagnostic | None:
    """`the other tile`, `the empty tile`: one thing is spoken of without adjectives."""
    if stop.token.type != "NOUN" or "NOUNS" not in stop.expected or "NOUN" in stop.expected:
        return None
    noun = stop.token.text
    at = len(stop.left)
    while at > 0 and stop.left[at - 1].type in ("ADJ", "VAL"):
        at -= 1
    if at == len(stop.left) or at == 0 or stop.left[at - 1].type != "THE":
        return None
    span = stop.left[at - 1].span.to(stop.token.span)
    like = " ".join(t.text for t in stop.left[at:])
    hint = f"one thing is spoken of as `the {noun}`, without `{like}`"
    if stop.left[at].text == "other":
        hint = f"name the second {noun} where it comes up, as in `a {noun} X`, and write `X`"
    return Diagnostic("syntax", f"`{span.text}` names no single thing", span, hint)


def _named_thing(stop: Stop) -> Diagnostic | None:
    """`the lane A`, where A is a lane's own name."""
    if stop.token.type == "WORD":
        name, head = stop.token, stop.left
    elif stop.token.type == "NOUN" and [t.type for t in stop.right[1:2]] == ["WORD"]:
        name, head = stop.right[1], [*stop.left, stop.token]
    else:
        return None
    if not head or head[-1].type != "NOUN" or "A" in stop.expected:
        return None
    start = head[-2] if head[-2:-1] and head[-2].type == "THE" else head[-1]
    if not any(one.type in ("NOUN", "NOUNS") and two.text == name.text and two is not name
               for one, two in pairwise(stop.tokens)):
        noun, letter = head[-1].text, len(name.text) == 1 and name.text.isupper()
        return Diagnostic("unknown-word", f"no {noun} is called `{name.text}` here", name.span,
                          f"name it where it comes up: `a {noun} {name.text}`") if letter else None
    return Diagnostic("syntax", "what has a name of its own is spoken of by it alone",
                      start.span.to(name.span), f"write `{name.text}`")


def _has(stop: Stop) -> Diagnostic | None:
    """`the player has a stock`, `it has 3 seeds`, `the player has no Token`."""
    if stop.token.type != "HAS" or not stop.left:
        return None
    start = len(stop.left)
    while start > 0 and stop.left[start - 1].type not in BEFORE_A_PHRASE:
        start -= 1
    if start == len(stop.left):
        return None
    who = stop.left[start].span.to(stop.left[-1].span).text
    said = list(takewhile(lambda t: t.type not in BEFORE_A_PHRASE, stop.right[1:]))
    none = any(t.type == "NO" for t in said[:1])
    noun = next((t.text for t in said if t.type in ("NOUN", "NOUNS")), None)
    name = next((t.text for t in said if t.type == "ATTR"), None) or _meant(said, stop) or "…"
    much = "0" if none else "at least " + next((t.text for t in said if t.type == "NUMBER"), "1")
    whose = "its" if who == "it" else f"{who}'s"
    hint = f"compare what it has: `{whose} {name} is {much}`"
    if stop.left[-1].type == "THAT":
        hint = f"write `whose {name} is {much}`"
    elif stop.left[-1].type == "ATTR":
        hint = f"compare what it has: `the {name} of {who} is {much}`"
    elif noun is not None and name == "…":
        hint = f"write `there is {'no' if none else 'a'} {noun} of {who}`"
    return Diagnostic("syntax", "`has` declares; it does not ask", stop.token.span, hint)


def _meant(said: list[Token], stop: Stop) -> str | None:
    """The attribute that the first unknown word is nearly the name of."""
    word = next((t.text for t in said if t.type == "WORD"), "")
    return nearest(word, [name for name, kind in stop.known.items() if kind == "ATTR"])


def _a_thing(stop: Stop) -> Diagnostic | None:
    """`if a tile is empty`: of which one is this said?"""
    if stop.token.type != "A" or "SOME" not in stop.expected or not stop.left:
        return None
    if stop.left[-1].type not in BEFORE_A_PHRASE:
        return None
    noun = next((t.text for t in stop.right if t.type == "NOUN"), "…")
    return Diagnostic("syntax", f"{shown(stop.token)} does not fit here", stop.token.span,
                      f"write `some {noun} …`, `every {noun} …` or `there is a {noun} that …`")


SPOKEN: tuple[Callable[[Stop], Diagnostic | None], ...] = (
    _group, _possessive_of_attribute, _there_are, _the_value, _the_other, _named_thing, _has,
    _a_thing,
)
