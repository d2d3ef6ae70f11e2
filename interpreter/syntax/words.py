"""Plain tables of words: keywords, built-in phrases, and the regular plurals of English.

A phrase is a tuple of words. Built-in phrases are what every ruleset may say without declaring
it; they belong to the same categories as declared ones, so the grammar treats them alike.
"""

from __future__ import annotations

Phrase = tuple[str, ...]

KEYWORDS = frozenset(
    """game players to option ruling normally or kind board a grid of by piece on
    each the turn has can be no at first this seen only that when always is are if from towards
    for with over any all otherwise setup step end as soon after duty whenever possible much
    memory up look shows becomes become go not goes down do in either order mix random pick begins
    wins loses drawn every record forget put move remove must may long one choose and written
    does include includes there least most more less than connected line steps plus minus times
    greatest total among some it none yes whose where afterwards variant set replace before
    table disagree decides repeat ends pay weighted its""".split()
)

SHAPES = ("square", "hexagonal")  # keywords only after `a grid of`
RANK = ("rank", "every")  # the first is a keyword only before the second

#: Words that are another way of writing a keyword.
SPELLINGS = {"an": "a", "number": "numw", "they": "it", "no": "no"}

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
    "LAYOUT": (("lay", "out"),),
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
    if word in KEYWORDS or not word.endswith("s") or word.endswith("ss"):
        return None
    return singular(word)
