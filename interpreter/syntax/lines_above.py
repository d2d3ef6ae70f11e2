"""The lines above a line of a text, without their comments and rules."""

from __future__ import annotations

import re

from rulewright.interpreter.source import Source

BESIDES = re.compile(r"\s+#.*|\s+\[[A-Z][^\]]*\]$")


def around(source: Source, number: int) -> list[str]:
    """The lines that a line is below, the nearest first."""
    lines, found = source.lines, []
    depth = _depth(lines[number - 1])
    for line in reversed(lines[: number - 1]):
        if line.strip() and _depth(line) < depth and not line.lstrip().startswith("#"):
            depth = _depth(line)
            found.append(_plain(line))
            if depth == 0:
                break
    return found


def just_above(source: Source, number: int) -> str:
    """The line in front of a line in its block; an empty text where none is, or a block ends."""
    lines = source.lines
    above = next((line for line in reversed(lines[: number - 1])
                  if line.strip() and not line.lstrip().startswith("#")), "")
    return _plain(above) if above and _depth(above) == _depth(lines[number - 1]) else ""


def _plain(line: str) -> str:
    return BESIDES.sub("", line).strip()


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
