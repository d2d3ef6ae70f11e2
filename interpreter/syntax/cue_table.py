"""The phrase book, `grammar/phrases.txt`: cues by which a notion is found in a line, and how the
language says it. What the parts of an entry mean is said there; `cues` finds and fills them."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import NamedTuple

from rulewright.interpreter.syntax.idioms import keys_of

SHORTEST = 3  # letters of a word of which a longer one is a form
HEADING = re.compile(r"\[[a-z ]+\]")
PARTS = ("say", "so", "put", "not", "in")


class Cue(NamedTuple):
    """A pattern, the words that a line must have for it to be found, and all that it has."""

    pattern: str
    keys: frozenset[str]
    words: frozenset[str]

    def has(self, word: str) -> bool:
        """Whether a word that was found is one of the pattern, not one that it leaves open."""
        return word in self.words or any(
            len(one) >= SHORTEST and word.startswith(one) for one in self.words)


class Entry(NamedTuple):
    """What is told where one of some cues is found: an explanation with its sections of the
    reference, examples of which the first that fits is shown, what takes the place of the words
    that were found; and where it is told of nothing."""

    cues: tuple[Cue, ...]
    say: str
    sections: str
    examples: tuple[tuple[str, ...], ...]
    put: str | None
    unless: tuple[str, ...]
    declares: bool | None  # only of lines that begin a block, or only of those that do not


@cache
def entries() -> tuple[Entry, ...]:
    """The entries of the phrase book, in its order."""
    text = resources.files("rulewright").joinpath("grammar/phrases.txt").read_text("utf-8")
    found = []
    for block in re.split(r"\n\s*\n", text):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if lines and HEADING.fullmatch(lines[0]):  # for who reads the file
            lines.pop(0)
        if lines:
            found.append(_entry(lines))
    return tuple(found)


def _entry(lines: list[str]) -> Entry:
    parts: dict[str, list[str]] = {part: [] for part in PARTS}
    cues = [line for line in lines if not line.startswith(" ")]
    for line in lines:
        if line.startswith(" "):
            part, _, text = line.strip().partition(" ")
            parts[part].append(text.strip())
    said = re.fullmatch(r"(.*?)(?: \((\d[\d, ]*(?:and|to)?[\d ]*)\))?", " ".join(parts["say"]))
    assert said is not None
    where = " ".join(parts["in"])
    found = tuple(Cue(cue, keys_of(cue), _words_of(cue)) for cue in cues)
    return Entry(
        found, said[1], said[2] or "",
        tuple(indented(example) for example in parts["so"]),
        parts["put"][0] if parts["put"] else None, tuple(parts["not"]),
        where == "declarations" if where else None)


def _words_of(pattern: str) -> frozenset[str]:
    plain = re.sub(r"\(\?P<\w+>|<\w+>|\\.", " ", re.sub(r"[a-z]\?", "", pattern))
    return frozenset(re.findall(r"[a-z']+", plain.lower()))


def indented(lines: str) -> tuple[str, ...]:
    """Lines that stand in one: ` / ` is before what is indented below, ` // ` before a next one."""
    found, depth = [], 0
    for joint, line in re.findall(r"(?:^| (//?) )(.+?)(?= //? |$)", lines.strip()):
        depth += joint == "/"
        found.append("  " * depth + line)
    return tuple(found)
