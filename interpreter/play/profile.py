"""Which lines of a ruleset its games spend their time in.

Model. The games of a job are played on a machine that counts. For every line that can be carried
out it counts its runs, how often play comes to the line (a choice once to list its options and once
to carry one out), and its work, the steps that are done for it: tests, values, stores, rounds of
loops. A step is about one operation on an integer; what takes longer, like following steps over a
board, counts as several. What a definition takes is counted where it is defined, not where it is
used; but a short one can be part of the line that uses it.

Both counts are the same every time. The share of a line is that of its work in the work of all
lines: an estimate of its share of the time, not a measurement. What goes on outside the rules
(agents that choose, results that are summed up) is no part of it; what an agent or a duty tries
ahead is.

Invariant: the games are those that `simulate` plays for the same job.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rulewright.interpreter.engine.machine import Machine
from rulewright.interpreter.model.declarations import Declarations
from rulewright.interpreter.play import costly, simulate

Progress = Callable[[int, int], None]

#: A hint is given of a line with more than this share, and more than so many steps in each run.
LARGE_SHARE = 0.5
MANY_STEPS = 50


@dataclass(frozen=True)
class Line:
    """A line of the text with its counts; `share` is from 0 to 1."""

    file: str
    line: int
    runs: int
    work: int
    share: float
    text: str


def profile(job: simulate.Job, games: int, progress: Progress | None = None) -> list[Line]:
    """Play the games of a job; all lines that can be carried out, the costliest first."""
    game = job.setting.game
    machine = Machine(game.program, profiled=True)
    with game.counted_by(machine):
        for _ in simulate.rows(job, games, progress=progress):
            pass
    runs, work = machine.line_counts, machine.line_work
    whole = max(1, sum(work.values()))
    sources = {text.source.name: text.source for text in game.ruleset.text.chain()}
    return ordered(
        Line(file, line, runs[file, line], steps, steps / whole, sources[file].line(line).strip())
        for (file, line), steps in work.items()
    )


def ordered(lines: Iterable[Line]) -> list[Line]:
    """The lines with most work first, and where it is the same, in the order of the text."""
    return sorted(lines, key=lambda found: (-found.work, -found.runs, found.file, found.line))


def hint(lines: Sequence[Line], declarations: Declarations) -> str | None:
    """What to do about the costliest line, if one alone takes most of the work by looking through
    much each time: the phrase that costs, and what says the same for less. None if the work is
    spread, or is done in many short runs."""
    if not lines or lines[0].share <= LARGE_SHARE:
        return None
    first = lines[0]
    if first.work <= MANY_STEPS * first.runs:
        return None
    advice = costly.advice(declarations, (first.file, first.line)) or (
        "It looks through much each time: name fewer things to look through, or ask first what "
        "rules most of them out")
    return (f"{first.file}:{first.line} takes more than half of the steps, about "
            f"{round(first.work / first.runs)} in each run. {advice}")
