"""The examples of `grammar/examples`: sentences of designers, each with the lines that say it.

A file is a game: its ruleset, then what one could write into it. Of an example, it is told

    [below, 4] LINE        that it stands below this line of the game, behind so many blanks, or
    [instead of, 2] LINE   in its place; ` / ` parts several lines. It holds for those that follow.
    say    SENTENCE        the sentence, where it is not in the words of the language;
    write  LINES           the lines of the language, as a person has judged, or
    offer  LINES           those that the hint for this sentence offers.

Lines that follow in a part stand below the first one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from rulewright.interpreter.records import record

FOLDER = "grammar/examples"
FIRST = re.compile(r"^\[", re.MULTILINE)
PLACE = re.compile(r"\[(below|instead of), (\d+)\] (.+)")
PART = re.compile(r"(say|write|offer) +(.+)")
WIDE = 7  # characters in front of what stands in a part


@record
class Place:
    """Where in a game: below the `lines`, or in their place, behind so many blanks (`depth`)."""

    lines: tuple[str, ...]
    instead: bool
    depth: int


@record
class Example:
    """What is `said` and how it is `written`; `offered`: whether the hint offers just that."""

    place: Place
    said: str
    written: str
    offered: bool


@record
class Game:
    """A game of the examples and what one could write into it."""

    name: str
    text: str
    examples: tuple[Example, ...]

    def put(self, written: str, place: Place) -> str:
        """The text of the game with some lines in a place."""
        lines = self.text.splitlines()
        plain = [line.strip() for line in lines]
        wide = len(place.lines)
        at = next(i for i in range(len(lines)) if tuple(plain[i : i + wide]) == place.lines)
        new = [" " * place.depth + line for line in written.splitlines()]
        return "\n".join([*lines[: at if place.instead else at + wide], *new,
                          *lines[at + wide :]]) + "\n"


@cache
def games() -> tuple[Game, ...]:
    """Every game of the examples, by name."""
    found = sorted((files("rulewright") / FOLDER).iterdir(), key=lambda file: file.name)
    return tuple(read(file.name.removesuffix(".txt"), file.read_text(encoding="utf-8"))
                 for file in found)


def read(name: str, text: str) -> Game:
    """A game, of the text of its file."""
    first = FIRST.search(text)
    end = first.start() if first else len(text)
    return Game(name, text[:end].rstrip() + "\n", tuple(_examples(text[end:])))


def _examples(text: str) -> Iterator[Example]:
    place = Place((), False, 0)
    for paragraph in re.split(r"\n\n+", text.strip()):
        parts: dict[str, str] = {}
        last = ""
        for line in paragraph.splitlines():
            if found := PLACE.fullmatch(line):
                lines = tuple(found[3].split(" / "))
                place = Place(lines, found[1] == "instead of", int(found[2]))
            elif found := PART.fullmatch(line):
                last, parts[found[1]] = found[1], found[2]
            else:
                parts[last] += "\n" + line[WIDE:]
        written = parts.get("write") or parts["offer"]
        yield Example(place, parts.get("say", written), written, "offer" in parts)
