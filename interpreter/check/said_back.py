"""What the lines mean that hints offer, where the author may take them otherwise.

A hint says what to write in the words of the language, which are those of the author as far as
they can be: so he reads `it` or `the player` in them as he meant it. Where the line, put in, is
understood as another thing, or of another player, he sees it only if it is said back in full.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from rulewright.interpreter.check.correcting import UNCLEAR
from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.persons_above import PERSON

MOST_SAID_BACK = 3  # findings of one text whose hints are said back
MOST_LINES = 4  # of a hint that are said back

THE_MOVER = re.compile(r"\bthe player to move\b")
OF_THE_PLAYER = re.compile(r"\bthe ([\w-]+(?: [\w-]+)?) of the player\b")

#: A line as it is written, and what it means in full.
Said = tuple[str, str]
#: Some lines of a text, by the numbers of the first and the last; nothing if there are errors.
SaidOf = Callable[[Source, int, int], Sequence[Said]]


def with_meaning(
    problems: Sequence[Diagnostic], source: Source, said_of: SaidOf
) -> list[Diagnostic]:
    """The findings of a text, the first of which that say what to write with what that means."""
    offered: dict[int, Diagnostic] = {}
    refused: set[int] = set()
    for problem in problems:
        span = problem.span
        if problem.severity != "error" or span is None or span.source is not source:
            continue
        refused.add(span.line)
        if problem.replacements and span.line == span.end_line and not _are_parts(problem):
            offered.setdefault(span.line, problem)
    asked = [*offered][:MOST_SAID_BACK]
    found = []
    for problem in problems:
        line = problem.span.line if problem.span else 0
        if line in asked and offered[line] is problem:
            problem = replace(problem, means=tuple(_meanings(line, offered, refused, said_of)))
        found.append(problem)
    return found


def _are_parts(problem: Diagnostic) -> bool:
    """Whether a hint shows the readings of a part of a line, which say by themselves what they
    mean."""
    return len(problem.replacements) > 1 and problem.code in UNCLEAR


def _meanings(
    number: int, offered: dict[int, Diagnostic], refused: set[int], said_of: SaidOf
) -> Iterator[str]:
    """What each reading of a hint means, where that shows more than the hint; of several lines
    those that show more, each with what it means."""
    here = offered[number]
    assert here.span is not None
    written = here.span.source.line(number)
    for reading in here.replacements:
        text = here.span.source.without(refused - offered.keys())
        first = number
        for line, problem in sorted(offered.items(), reverse=True):
            made = reading if problem is here else problem.replacements[0]
            assert problem.span is not None
            text = text.with_text(problem.span._replace(source=text), made)
            first += made.count("\n") if line < number else 0
        below = reading.count("\n")
        lines = [(line, meant) for line, meant in said_of(text, first, first + below)
                 if _shows_more(line, meant, written)]
        if below and 0 < len(lines) <= MOST_LINES:
            yield "\n".join(f"`{line}` means `{meant}`" for line, meant in lines)
        elif not below:
            yield from (f"`{meant}`" for _, meant in lines)


def _shows_more(line: str, meant: str, written: str) -> bool:
    """Whether what a line means shows more than the line itself: that the player whom the author
    speaks of as such, not as `he`, is the player to move, he knows."""
    if _plain(line) == _plain(meant):
        return False
    return bool(PERSON.search(written)) or (
        _plain(THE_MOVER.sub("the player", meant)) != _plain(line))


def _plain(line: str) -> str:
    """A line without brackets, and with one of the two ways to say what a player has."""
    return OF_THE_PLAYER.sub(r"the player's \1", line).replace("(", "").replace(")", "")
