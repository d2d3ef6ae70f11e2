"""Plain tables of words: keywords, built-in phrases, and the regular plurals of English.

A phrase is a tuple of words. Built-in phrases are what every ruleset may say without declaring
it; they belong to the same categories as declared ones, so the grammar treats them alike.
"""

from __future__ import annotations

import re
from functools import lru_cache

from rulewright.interpreter.diagnostics import nearest

Phrase = tuple[str, ...]

CELL = re.compile(r"[a-z]{1,2}[0-9]{1,2}")

#: Keywords that no name of one word can be.
RESERVED = frozenset(
    """game to option ruling normally or kind board a an of by piece on each the turn has
    can be no at this only that when always is are if from towards for with over any all
    otherwise setup step end as after duty whenever possible memory look shows becomes
    become go not goes do in either begins wins loses every record forget put move remove
    must may one choose and does include includes there least most more less than
    connected plus minus times greatest among some it they none yes whose where afterwards
    variant replace before number disagree decides repeat ends pay its""".split()
)
#: Keywords that are names as well: the state of the parser tells which of the two is meant.
UNRESERVED = frozenset(
    """players square hexagonal rank order line set mix table grid random long soon much first
    drawn seen nobody steps total pick written weighted up down exactly
    was were beforehand captured""".split()
)
#: Keywords that, where they do not fit and are not declared, are unknown words: their places are
#: so few that elsewhere an author hardly means them.
RARE = frozenset("square hexagonal rank nobody exactly".split())
#: The terminal of the grammar for each keyword.
KEYWORDS = {word: word.upper() for word in RESERVED | UNRESERVED} | {
    "an": "A", "number": "NUMW", "they": "IT",
}
#: Keywords that are read as another one where their own does not fit: `remove each Token`.
ALSO = {"each": "EVERY"}

#: What a declaration, and a statement, can begin with.
BLOCK_WORDS = (
    "game players option ruling kind board piece each the a setup turn step end duty memory look "
    "always when variant set replace remove before after"
).split()
STATEMENT_WORDS = (
    "must may as if for do in at only record forget put move remove rank when the otherwise pay "
    "repeat all every"
).split()
BUILT_IN: dict[str, tuple[Phrase, ...]] = {
    "NOUN": (("player",), ("direction",)),
    "ADJ": (
        ("empty",),
        ("occupied",),
        ("other",),
        ("orthogonal",),
        ("diagonal",),
    ),
    "PREP": (
        ("next", "to"),
        ("orthogonally", "next", "to"),
        ("diagonally", "next", "to"),
    ),
    "GROUP": (("group",),),
    "GROUPS": (("groups",),),
    "JOINED": (("joined", "by"),),
    "LAYOUT": (("lay", "out"),),
    "TOMOVE": (("the", "player", "to", "move"),),
    "DECIDER": (("the", "player", "who", "decides"),),
    "DIVIDED": (("divided", "by"),),
    "ATTR": (("owner",), ("column",), ("row",), ("opponent",), ("seat",),
        ("next", "player"), ("previous", "player")),
    "VAL": tuple(
        (word,)
        for word in (
            "north",
            "northeast",
            "east",
            "southeast",
            "south",
            "southwest",
            "west",
            "northwest",
        )
    ),
}

#: Built-in words that stand back where an author declares them as names.
YIELDING = frozenset(("GROUP", "GROUPS", "JOINED"))


def plural(word: str) -> str:
    """The regular English plural: tile, tiles; story, stories; box, boxes."""
    if word.endswith("y") and word[-2:-1] not in ("a", "e", "i", "o", "u"):
        return word[:-1] + "ies"
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    return word + "s"


def with_article(noun: str) -> str:
    """A noun with `a` or `an` in front."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def singular(word: str) -> str:
    """The word of which `word` is the regular plural."""
    if word.endswith("ies") and len(word) > len("ties"):
        return word[:-3] + "y"
    for ending in ("sses", "xes", "zzes", "ches", "shes"):
        if word.endswith(ending):
            return word[:-2]
    return word[:-1] if word.endswith("s") else word


def base_verb(word: str) -> str | None:
    """The form after a plural subject: attacks, attack; touches, touch; None if there is none."""
    if word in RESERVED or not word.endswith("s") or word.endswith("ss"):
        return None
    return singular(word)


@lru_cache(maxsize=1024)
def head_of(word: str) -> str:
    """The word that a block should begin with, where it is misspelt."""
    return word if word in BLOCK_WORDS else (nearest(word, BLOCK_WORDS) or word)
