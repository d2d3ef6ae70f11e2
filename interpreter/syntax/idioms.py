"""The table of idioms, `grammar/idioms.txt`: what other English and other notations say, and how
the language says it. What its patterns and templates mean is said there; `rewrite` applies them."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import NamedTuple


class Idiom(NamedTuple):
    """A row of the table; `keys` are words that a line must have for the pattern to be found."""

    pattern: str
    keys: frozenset[str]
    template: str


@cache
def idioms(*sections: str) -> tuple[Idiom, ...]:
    """The rows of some sections of the table."""
    return tuple(row for section in sections for row in _table()[section])


@cache
def synonyms() -> dict[str, str]:
    """Single words, and what is written for them."""
    return {row.pattern: row.template for row in _table()["synonyms"]}


@cache
def _table() -> dict[str, list[Idiom]]:
    text = resources.files("rulewright").joinpath("grammar/idioms.txt").read_text("utf-8")
    found: dict[str, list[Idiom]] = {}
    for line in text.splitlines():
        if line.startswith("["):
            found[line.strip("[]")] = rows = []
        elif line and not line.startswith("#"):
            pattern, _, template = line.partition(" ->")
            rows.append(Idiom(pattern, keys_of(pattern), template.strip()))
    return found


def keys_of(pattern: str) -> frozenset[str]:
    """The words that a line must have for a pattern to be found in it."""
    inner = None
    while inner != pattern:
        inner, pattern = pattern, re.sub(r"\([^()]*\)\??", " ", pattern)
    plain = re.sub(r"<\w+>|\\.|'s|[a-z']+ ?\?|\[.*?\]", " ", pattern)
    return frozenset(re.findall(r"[a-z]+", plain))
