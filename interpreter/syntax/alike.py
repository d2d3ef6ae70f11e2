"""The line of the reference that is most like a refused one.

Model. The lines of the executed examples of `grammar/LANGUAGE.md` are known to be right. They are
compared with a line by the words of the language: the names of both texts tell nothing, and a word
counts the more the fewer lines have it. A line that begins with another word is of another kind.

Invariants: a line is shown only where most of what the refused one says is in it, and something of
what could not be read.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Set
from functools import cache
from importlib import resources
from typing import NamedTuple

from rulewright.interpreter.syntax.filling import EMPTY
from rulewright.interpreter.syntax.mentions import stem

LEAST = 0.6  # of what a line says, that an example has as well
RARE = 2.0  # how much a word counts by which a line is found
SHORTEST, FEWEST = 4, 3  # words of an example, and those that both have
WORD = re.compile(r"[A-Za-z]+")


class Example(NamedTuple):
    """A line of an example, with the number of its section."""

    section: str
    text: str
    words: frozenset[str]


def alike(text: str, stop: int, own: Set[str]) -> Example | None:
    """The example that is most like a text, of whose words some are its `own` names, and that has a
    word of it from the character on at which reading stopped."""
    names = {stem(one) for one in own}
    said = [word for word in _words(text) if word not in names]
    first = text.split(" ")[0]
    examples, weights = _index()
    behind = {word for word in _words(text[stop:])
              if word not in names and weights.get(word, 0) >= RARE}
    rarest = max(weights.values(), default=1.0)
    whole = sum(weights.get(word, rarest) for word in said)
    best: tuple[float, int, Example] | None = None
    for example in examples:
        both = [word for word in said if word in example.words]
        if len(both) < FEWEST or not behind & example.words or (
            example.text.split(" ")[0] != first
        ):
            continue
        found = sum(weights[word] for word in both) / whole, -len(example.text), example
        if best is None or found[:2] > best[:2]:
            best = found
    return best[2] if best is not None and best[0] >= LEAST else None


@cache
def _index() -> tuple[tuple[Example, ...], dict[str, float]]:
    """The examples, and how much each word counts."""
    text = resources.files("rulewright").joinpath("grammar/LANGUAGE.md").read_text("utf-8")
    found: dict[str, Example] = {}
    section, inside = "", False
    for line in text.splitlines():
        if line.startswith("## "):
            section = line.split(" ")[1].rstrip(".")
        elif line.startswith("```"):
            inside = not inside and line.startswith("```rules") and "error" not in line
        elif inside and section.isdigit():
            said = re.sub(r"\s*(?:#.*|\[[A-Z][A-Z0-9 -]*\])?$", "", line.strip())
            if len(said.split()) >= SHORTEST:
                found.setdefault(said, Example(section, said, frozenset(_words(said))))
    held = Counter(word for one in found.values() for word in one.words)
    return tuple(found.values()), {
        word: math.log((len(found) + 1) / count) for word, count in held.items()}


def _words(text: str) -> list[str]:
    """The words of a line that tell something, without their endings."""
    words = WORD.findall(re.sub(r'"[^"]*"', " ", text))
    return list(dict.fromkeys(
        stem(word.lower()) for word in words
        if word.lower() not in EMPTY and word != "by" and len(word) > 1))
