"""The lines above a line of a text, without their comments and rules; what they change."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulewright.interpreter.source import Source

#: A line that changes a number: what, and by how much or to what.
CHANGED = re.compile(r"(?P<what>[^,]+?) (?:goes (?:up|down) by|becomes) (?P<by>[^,]+)")
#: A line below which is done what was chosen.
CHOOSING = re.compile(r" *(?:[\w ]+ in order )?(?:must|may|choose|put|move|remove)\b")
BESIDES = re.compile(r"\s+#.*|\s+\[[A-Z][^\]]*\]$")


def around(source: Source, number: int) -> list[str]:
    """The lines that a line is below, the nearest first."""
    lines, found = source.lines, []
    depth = depth_of(lines[number - 1])
    for line in reversed(lines[: number - 1]):
        if line.strip() and depth_of(line) < depth and not line.lstrip().startswith("#"):
            depth = depth_of(line)
            found.append(_plain(line))
            if depth == 0:
                break
    return found


def in_block(source: Source, number: int) -> list[str]:
    """The lines of a block from its first one to a line of it."""
    lines = source.lines[:number]
    first = next((at for at in reversed(range(number)) if lines[at][:1].strip()), 0)
    return lines[first:]


def just_above(source: Source, number: int) -> str:
    """The line in front of a line in its block; an empty text where none is, or a block ends."""
    lines = source.lines
    above = next((line for line in reversed(lines[: number - 1])
                  if line.strip() and not line.lstrip().startswith("#")), "")
    return _plain(above) if above and depth_of(above) == depth_of(lines[number - 1]) else ""


def beside_above(source: Source, number: int) -> list[str]:
    """The lines above a line that are as deep as it is, below the same line; the nearest first."""
    lines, found = source.lines, []
    depth = depth_of(lines[number - 1])
    for line in reversed(lines[: number - 1] if depth else ()):
        if not line.strip() or line.lstrip().startswith("#") or depth_of(line) > depth:
            continue
        if depth_of(line) < depth:
            break
        found.append(_plain(line))
    return found


def just_changed(source: Source, number: int, numbers: Iterable[str]) -> re.Match[str] | None:
    """How the line just above a line changes one of the attributes that are numbers, by their
    names."""
    found = CHANGED.fullmatch(just_above(source, number))
    return found if found is not None and is_one_of(found["what"], numbers) else None


def is_one_of(what: str, numbers: Iterable[str]) -> bool:
    """Whether words say of something one of the attributes with these names."""
    return any(re.search(rf"(?:^| ){re.escape(name)}(?:$| of )", what) for name in numbers)


def became(source: Source, number: int, what: str) -> str:
    """What something has become in a line above a line, below the same choice; an empty text where
    no line says it."""
    lines = source.lines
    depth = depth_of(lines[number - 1])
    for line in reversed(lines[: number - 1]):
        if not line.strip() or line.lstrip().startswith("#") or depth_of(line) > depth:
            continue
        front, becomes, made = _plain(line).partition(" becomes ")
        if becomes and front == what:
            return made
        if (depth_of(line) < depth and CHOOSING.match(line)) or not depth_of(line):
            break
        depth = depth_of(line)
    return ""


def _plain(line: str) -> str:
    return BESIDES.sub("", line).strip()


def depth_of(line: str) -> int:
    """How far a line is indented, in characters."""
    return len(line) - len(line.lstrip())
