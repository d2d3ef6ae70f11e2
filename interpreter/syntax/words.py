"""Plain tables of words: keywords, built-in phrases, and the regular plurals of English.

A phrase is a tuple of words. Built-in phrases are what every ruleset may say without declaring
it; they belong to the same categories as declared ones, so the grammar treats them alike.
"""

from __future__ import annotations

import re
from functools import lru_cache

from rulewright.interpreter.diagnostics import nearest

Phrase = tuple[str, ...]

#: The two players that are always meant by these words, whoever is bound.
TO_MOVE, DECIDER = "the player to move", "the player who decides"

CELL = re.compile(r"[a-z]{1,2}[0-9]{1,2}")

#: Keywords that no name of one word can be: they hold sentences together.
RESERVED = frozenset(
    """a all an and any are as at be become becomes by can do does each either every for from game
    has if in is it its may minus must no none not of on only or otherwise over plus some than that
    the there they this to towards turn when where whose with yes""".split()
)
#: Keywords that are names as well: the state of the parser tells which of the two is meant.
UNRESERVED = frozenset(
    """after afterwards always among before beforehand begins board called captured choose connected
    decides disagree down drawn duty end ends exactly exchange first forget go goes greatest grid
    have hexagonal include includes kept kind last least less line long look loses memory mix more
    most move much nobody normally number one option order pay pick piece players possible put
    random rank record remove repeat replace ruling seen set setup shows soon square step steps
    table times total up variant walk was weighted were whenever wins within written zone""".split()
)
#: Keywords that say what a player or number does; defined as verbs they would read like rules.
DEEDS = frozenset("begins decides ends go goes loses wins".split())
#: Keywords that, where they do not fit and are not declared, are unknown words: their places are
#: so few that elsewhere an author hardly means them.
RARE = frozenset("square hexagonal rank nobody exactly".split())
#: The terminal of the grammar for each keyword.
KEYWORDS = {word: word.upper() for word in RESERVED | UNRESERVED} | {
    "an": "A", "have": "HAS", "number": "NUMW", "they": "IT",
}
#: Keywords that are read as another one where their own does not fit: `remove each Token`.
ALSO = {"each": "EVERY"}
#: Words before the second thing of a row about two, behind `for`: `3 for silk at Genoa`.
SECOND = frozenset("of from towards at with".split())
#: Keywords that are a part of a relative where they can be, `tiles that are wet or muddy`, or of a
#: set: `hops of the Rabbit by 3`.
WITHIN = {"and": "AND_ALSO", "or": "OR_ALSO", "by": "BY_THING"}

NEGATING = ("un", "non", "in", "im", "dis")  # a word with one of these means the opposite
#: Numbers as words, which a ruleset writes in digits.
NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

#: Words that tell nothing by themselves: without the first ones a sentence says the same, without
#: the others often not.
EMPTY_WORDS = frozenset(
    "already also currently even ever just now please simply so still too yet".split())
FILLERS = EMPTY_WORDS | frozenset(
    "again all another any back both but each every into one onto own same such then there would"
    .split())

#: What a declaration, and a statement, can begin with.
BLOCK_WORDS = (
    "game players option ruling kind board piece zone each the a walk setup turn step end duty "
    "memory look always when variant set replace remove before after"
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
    "PARTSOF": (("the", "quarters", "of"), ("the", "sides", "of"), ("the", "corners", "of")),
    "TOMOVE": (("the", "player", "to", "move"),),
    "DECIDER": (("the", "player", "who", "decides"),),
    "DIVIDED": (("divided", "by"),),
    "SEVERALTO": (("several", "to"),),
    "THEONLY": (("the", "only"),),
    "DISTANCE": (("the", "distance", "from"),),
    "TURNEDLEFT": (("turned", "left"),),
    "TURNEDRIGHT": (("turned", "right"),),
    "TURNEDROUND": (("turned", "round"),),
    "TURNEDLEFTBY": (("turned", "left", "by"),),
    "TURNEDRIGHTBY": (("turned", "right", "by"),),
    "INORDER": (("in", "order"),),
    "DEPENDING": (("depending", "on"),),
    "NOTHINGELSE": (("otherwise", "nothing"),),
    "RESTDONE": (("the", "rest", "can", "be", "done"),),
    "WITHGREATEST": (("with", "the", "greatest"),),
    "WITHLEAST": (("with", "the", "least"),),
    "ATTR": (("owner",), ("column",), ("row",), ("opponent",), ("seat",),
        ("next", "player"), ("previous", "player"), ("left", "turns"), ("box",), ("ending",),
        ("way", "so", "far")),
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
#: Words by which a number is told from others.
RECKONED = frozenset("number total greatest least plus minus times divided".split())

#: Built-in words that stand back where an author declares them as names.
YIELDING = frozenset(("GROUP", "GROUPS", "JOINED", "DISTANCE"))
#: The zone that is always there, which yields as well.
BOX = "box"


#: Nouns whose plural is not the regular one.
IRREGULAR = {
    "calf": "calves", "child": "children", "die": "dice", "elf": "elves", "foot": "feet",
    "goose": "geese", "half": "halves", "knife": "knives", "leaf": "leaves", "loaf": "loaves",
    "man": "men", "mouse": "mice", "ox": "oxen", "person": "people", "shelf": "shelves",
    "thief": "thieves", "tooth": "teeth", "wife": "wives", "wolf": "wolves", "woman": "women",
}
#: Nouns in `man` that are no men.
NO_MEN = ("human", "shaman", "talisman", "caiman", "roman", "german", "norman", "ottoman")


def plural(word: str) -> str:
    """The English plural: tile, tiles; story, stories; box, boxes; man, men."""
    small = word.lower()
    if small in IRREGULAR:
        many = IRREGULAR[small]
        return many if word == small else word[:1] + many[1:]
    if small.endswith("man") and small not in NO_MEN:
        return word[:-2] + "en"
    if word.endswith("y") and word[-2:-1] not in ("a", "e", "i", "o", "u"):
        return word[:-1] + "ies"
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    return word + "s"


def so_many(number: int, noun: str) -> str:
    """`1 game`, `2 games`."""
    return f"{number} {noun if number == 1 else plural(noun)}"


def digits(word: str) -> str:
    """A number in digits."""
    return str(NUMBERS.index(word.lower())) if word.lower() in NUMBERS else word


#: Words that begin as `you` and `one` do.
LIKE_YOU = re.compile(r"(?:uni(?!n|m)|us[aeu]|eu|one\b|once\b)", re.I)


def article(noun: str) -> str:
    """The word that stands in front of a noun: `a` or `an`."""
    return "an" if noun[:1].lower() in "aeiou" and not LIKE_YOU.match(noun) else "a"


def with_article(noun: str) -> str:
    """A noun with `a` or `an` in front."""
    return f"{article(noun)} {noun}"


def singular(word: str) -> str:
    """The word of which `word` is the plural."""
    small = word.lower()
    one = next((one for one, many in IRREGULAR.items() if many == small), None)
    if one is not None:
        return one if word == small else word[:1] + one[1:]
    if small.endswith("men"):
        return word[:-2] + "an"
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
