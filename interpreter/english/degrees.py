"""Adjectives in which two things are compared, or the first of several is said: by which number.

Model. `deeper` and `deepest` compare what is called depth, `shallower` the other way round;
`hungrier` what is called hunger. A word says it only where a number of such a name is declared.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

#: The names that a number may have by which one is more so, and less so: adjectives as they stand.
NUMBERS_OF = (
    (("deep",), ("shallow",), ("depth",)),
    (("high", "tall"), ("low",), ("height", "level", "altitude")),
    (("long",), ("short",), ("length",)),
    (("wide", "broad"), ("narrow",), ("width", "breadth")),
    (("strong", "mighty"), ("weak",), ("strength", "power", "might")),
    (("old",), ("young",), ("age", "years")),
    (("heavy",), ("light",), ("weight", "mass")),
    (("large", "big", "great"), ("small", "little"), ("size", "bulk")),
    (("fast", "quick", "swift"), ("slow",), ("speed", "pace", "swiftness")),
    (("hot", "warm"), ("cold", "cool"), ("heat", "warmth", "temperature")),
    (("bright",), ("dim", "dark"), ("brightness", "light", "glow")),
    (("thick",), ("thin",), ("thickness",)),
    (("hungry",), (), ("hunger",)),
    (("thirsty",), (), ("thirst",)),
    (("angry",), (), ("anger",)),
    (("rich", "wealthy"), ("poor",), ("wealth", "riches")),
    (("steep",), (), ("steepness", "slope")),
    (("loud",), ("quiet",), ("loudness", "noise", "volume")),
    (("brave", "bold"), (), ("courage", "bravery", "boldness")),
    (("holy",), (), ("holiness",)),
    (("dear", "costly"), ("cheap",), ("price", "cost")),
    (("fresh",), ("stale",), ("freshness",)),
    (("ripe",), (), ("ripeness",)),
    (("wise",), (), ("wisdom",)),
    (("chilly",), (), ("chill",)),
)
DOUBLED = re.compile(r"[^aeiou][aeiou][bdgmnt]$")  # `bigger`


def degree_of(word: str, numbers: Container[str]) -> Iterable[tuple[str, str]]:
    """What a word can be: `moren`, `lessn` of one that compares, `mostn`, `leastn` of one that
    says which is first, and the number that it goes by."""
    for more, less, names in NUMBERS_OF:
        name = next((name for name in names if name in numbers), None)
        if name is not None:
            for adjectives, compared, first in (
                (more, "moren", "mostn"), (less, "lessn", "leastn")
            ):
                if any(word == _stem(one) + "er" for one in adjectives):
                    yield compared, name
                elif any(word == _stem(one) + "est" for one in adjectives):
                    yield first, name


def _stem(adjective: str) -> str:
    """An adjective in front of `er` and `est`."""
    if adjective.endswith("y"):
        return f"{adjective[:-1]}i"
    if adjective.endswith("e"):
        return adjective[:-1]
    return adjective + adjective[-1] if DOUBLED.search(adjective) else adjective
