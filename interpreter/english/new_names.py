"""Words that nobody has declared, as the names that a declaration gives.

Model. `each player starts with 5 gold` gives a name that no other line can know before it stands in
the language. So one to three words of a line may be such a name, if none of them is a word that
holds sentences together. Whether a name is free, and means one thing alone, is found when the text
that has it is checked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.interpreter.records import record
from rulewright.interpreter.syntax.verbs import base_of, forms
from rulewright.interpreter.syntax.words import NUMBERS, RESERVED, plural, singular

COST, EACH = 0.3, 0.25  # of a name, and of every word of it
WORD = re.compile(r"[A-Za-z][\w+-]*")
#: Words that hold sentences together, besides those of the language: no part of a name.
HOLDING = frozenset(
    """had was were been being will would should could cannot must who which whom whose that these
    those he she him them himself themselves you i we it's between than until unless while
    less more least fewest other another both exactly per nobody nothing everybody everyone always
    never initially normally usually such so then also about if when whenever once after before
    during one's but secret secretly hidden numbers called named whether how many much score scores
    start starts starting begin begins beginning has having keeps track remembers win wins loses
    end ends else left again immediately automatically simultaneously randomly here away back
    together different other only far""".split())
#: Words that begin an adjective of several words (`in danger`), and that end a preposition.
FIRST = frozenset("in at on out of for under off without up".split())
LAST = frozenset("with to for at in on by from against of behind above under".split())
#: Words that stand in a name beside another word.
BESIDE = frozenset("turn game first last next second".split())


@record
class Kind:
    """A kind of new name: how many words it has at most, and what is so of them."""

    longest: int = 3
    first: frozenset[str] = frozenset()
    last: frozenset[str] = frozenset()
    capital: bool = False
    several: bool | None = None  # whether it is a noun for several, for one; None for no noun
    done: bool = False  # what was done, as `seen`; for several is what one does then, `seeing`


#: The categories of new names.
NEW = {
    "new": Kind(), "newadj": Kind(first=FIRST), "newrel": Kind(4, FIRST, LAST),
    "newnoun": Kind(several=False), "newnouns": Kind(several=True),
    "newpiece": Kind(capital=True, several=False), "newpieces": Kind(capital=True, several=True),
    "newcap": Kind(capital=True), "newdone": Kind(1, done=True), "newdo": Kind(1),
}


def new_name(category: str, words: Sequence[str]) -> tuple[str, str, str, float] | None:
    """What some words are as a new name of a category: the name, for one and for several, and what
    it costs; None if they cannot be one."""
    kind = NEW[category]
    if not 0 < len(words) <= kind.longest or not all(WORD.fullmatch(word) for word in words):
        return None
    inner = list(words)
    if [*words[:2]] == ["at", "first"]:
        return None
    if kind.last and (len(words) == 1 or inner.pop() not in kind.last):
        return None
    if len(inner) > 1 and inner[0] in kind.first:
        inner.pop(0)
    if any(not _may_name(word, len(inner) > 1) for word in inner):
        return None
    if kind.capital and not all(word[:1].isupper() for word in words):
        return None
    text, cost = " ".join(words), COST + EACH * len(words)
    if kind.done:
        doing = _doing_of(text)
        return (text, text, doing, cost) if doing else None
    if category == "newdo":
        return (text, text, forms(base_of(text))[-1], cost) if text.islower() else None
    if kind.several is None:
        return text, text, "", cost
    front, last = words[:-1], words[-1]
    one = singular(last)
    if kind.several:
        if one == last or plural(one) != last:
            return None
        return " ".join((*front, one)), " ".join((*front, one)), text, cost
    return text, text, " ".join((*front, plural(last))), cost


def _doing_of(form: str) -> str:
    """What one does by whom something was done: `seeing` of `seen`; nothing of no such word."""
    base = base_of(form)
    if base != form and form in forms(base)[2:-1]:
        return forms(base)[-1]
    if form.endswith("ied"):
        return f"{form.removesuffix('ied')}ying"
    return f"{form.removesuffix('ed')}ing" if re.search(r"..ed$", form) else ""


def _may_name(word: str, beside: bool) -> bool:
    small = word.lower()
    if small in BESIDE:
        return beside
    return small not in HOLDING and small not in RESERVED and small not in NUMBERS and (
        len(word) > 1 or word.islower())
