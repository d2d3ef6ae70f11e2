"""Repetitions that a choice below them is meant to end.

`repeat until he has no coins`, and below it `may …, or "enough"`: who declines has had enough, but
below `as long as` he would be asked again. What ends when he declines is said in another way.
"""

from __future__ import annotations

import re
from dataclasses import replace

from rulewright.interpreter.diagnostics import Diagnostic

AS_LONG = re.compile(r"(?:.*\n\s*)?as long as (?!possible)(?P<said>[^\n,]+)$", re.DOTALL)
CHOICE = re.compile(r"may (?P<act>.+)")


def ends_when_declined(problem: Diagnostic) -> Diagnostic:
    """A finding that offers `as long as …` for a line above a choice that may be declined, with
    what is meant most likely."""
    offered, span = problem.replacements, problem.span
    found = AS_LONG.match(offered[0]) if len(offered) == 1 else None
    if found is None or span is None:
        return problem
    below = next((line for line in span.source.lines[span.end_line :] if line.strip()), "")
    choice = CHOICE.match(below.strip())
    if choice is None or len(below) - len(below.lstrip()) < span.column:
        return problem
    act = choice["act"].split("#")[0].strip()
    return replace(problem, hint=(
        f"one line asks again until nobody goes on: `as long as possible, may {act}`, and below "
        f"it, in front of what is done, stands `only if {found['said']}`; below `{offered[0]}` "
        "whoever declines would be asked again"))
