"""Which lines of a ruleset its games spend their time in.

Model. The games of a job are played on a machine that counts. For every line that can be carried
out it counts its runs, how often play comes to the line (a choice once to list its options and once
to carry one out), and its work, the steps that are done for it: tests, values, stores, rounds of
loops. A step is about one operation on an integer; what takes longer, like following steps over a
board, counts as several. What a definition takes is counted where it is defined, not where it is
used; but a short one can be part of the line that uses it.

Both counts are the same every time. The work of a line is how often each of its operations is
carried out, times the steps that such an operation counts as in the plan; nothing is measured. The
share of a line is that of its work in the work of all lines: an estimate of its share of the time.
What goes on outside the rules (agents that choose, results that are summed up) is no part of it;
what an agent or a duty tries ahead is.

Games are counted by the reference engine or natively. Both carry out the same plan and count the
same steps, so a share says as much of the one as of the other. Only where an option asks whether
the rest of the turn can be done, they look at differently much: the reference engine lists options
ahead one by one, machine code the first of them, and all of them anew if that one does not do.
Counts of what is listed there can differ, so `auto` leaves such games to the reference engine. (For
duties machine code keeps less from one decision to the next than it does where nothing is counted.)

Invariant: the games are those that `simulate` plays for the same job.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rulewright.interpreter.diagnostics import RulesError, UsageError
from rulewright.interpreter.engine.machine import Machine
from rulewright.interpreter.ir import tries_rests
from rulewright.interpreter.model.declarations import Declarations
from rulewright.interpreter.passes.plan import Place
from rulewright.interpreter.play import backend, costly, simulate

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


def backend_for(job: simulate.Job, games: int, how: str) -> str:
    """What counts the games of a job: machine code if that is asked for, or if it is worth it and
    all it counts is what the reference engine does. Raises `UsageError` if it is asked for and
    cannot be had."""
    backend.known(how)
    game, able = job.setting.game, set(job.seats) <= simulate.POLICIES.keys()
    if how == backend.NATIVE and not able:
        raise UsageError("only seats that are `random` or `first` are counted natively",
                         "leave out --backend")
    if how == backend.AUTO and tries_rests(game.program):
        return backend.REFERENCE  # of what is tried for that, backends do not count the same
    if not (able and simulate.is_long(games, how)):
        return backend.REFERENCE
    native = backend.machine(game, how, profiled=True)
    return backend.REFERENCE if native is None else backend.NATIVE


def profile(
    job: simulate.Job, games: int, progress: Progress | None = None, how: str = backend.REFERENCE
) -> list[Line]:
    """Play the games of a job by a backend; all lines that can be carried out, the costliest
    first."""
    game = job.setting.game
    if backend_for(job, games, how) == backend.NATIVE:
        runs, work = _natively(job, games, progress)
    else:
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


def _natively(
    job: simulate.Job, games: int, progress: Progress | None
) -> tuple[dict[Place, int], dict[Place, int]]:
    """The runs and the work of lines, counted natively."""
    native = backend.machine(job.setting.game, backend.NATIVE, profiled=True)
    assert native is not None
    before = native.line_counts, native.line_work
    played = 0
    try:
        for _ in simulate.play_natively(job, range(games), native):
            played += 1
            if progress is not None:
                progress(played, games)
    except RulesError as error:
        raise RulesError([*error.diagnostics, simulate.where(job, played)]) from None
    runs, work = (
        {place: count - old[place] for place, count in new.items()}
        for old, new in zip(before, (native.line_counts, native.line_work), strict=True))
    return runs, work


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
