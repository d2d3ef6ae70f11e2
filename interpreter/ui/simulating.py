"""The command that plays many games, and what it shares with others that do.

Of what is imported here nothing reads rules: a series that was played natively before begins
without that.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.diagnostics import UsageError
from rulewright.interpreter.play import backend, setting
from rulewright.interpreter.play import simulate as simulating
from rulewright.interpreter.play.processes import usable_processors
from rulewright.interpreter.syntax.words import so_many
from rulewright.interpreter.ui.output import Output, Progress

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Game
    from rulewright.interpreter.play.setting import Setting

#: So few random games are over before a machine for many moves is made.
FEW_GAMES = 3
#: The exit code of what Ctrl-C ended.
INTERRUPTED = 130


def simulate(args: Namespace, out: Output) -> int:
    """Play many games and sum them up."""
    at_once = {*_named(args.seats)} <= simulating.POLICIES.keys()
    natively = at_once and args.out is None and simulating.is_long(args.games, args.backend)
    quick = at_once and args.games <= FEW_GAMES
    made = setting.noted(args.name, args.players, args.set) if natively else None
    made = made or setting.make(args.name, args.players, args.set, quick)
    job = simulating.Job(
        made, agents_of(args.seats, made.players), args.seed, *limits_of(args), search=args.backend)
    simulating.check(job)
    if args.out is not None:
        return _recorded(job, args, out)
    with Progress("games") as progress:
        found = simulating.simulate(job, args.games, jobs_of(args), progress, how=args.backend)
    return _told(found, made, args, out)


def _recorded(job: simulating.Job, args: Namespace, out: Output) -> int:
    from rulewright.interpreter.play import series

    folder = series.Series(Path(args.out), job)
    if args.backend == backend.NATIVE:
        raise UsageError("records are written by the reference engine",
                         "leave out --backend or --out")
    with Progress("games") as progress:
        found = folder.play(args.games, jobs_of(args), progress)
    code = _told(found, job.setting, args, out)
    before = len(folder.rows)
    went_on = f"; {so_many(before, 'game')} had been played before" if before else ""
    again = "; the same command goes on with them" if code else ""
    out.text(f"records and tables are in {args.out}{went_on}{again}")
    return code


def _told(found: dict[str, Any], made: Setting, args: Namespace, out: Output) -> int:
    """Print what a series came to; the exit code."""
    if found["backend"] != backend.NATIVE:
        missing(out, made.game)
    code = interrupted(found, "games", out)
    if args.json:
        out.data(found)
        return code
    from rulewright.interpreter.ui import tables

    out.rich(tables.headline(found, made.title, made.normal), tables.wins(found))
    out.rich(tables.endings(found, made.says), tables.lengths(found), tables.speed(found))
    return code


# ---- what others share --------------------------------------------------------------------------


def _named(seats: str | None) -> tuple[str, ...]:
    """The agents in `a,b`."""
    return ("random",) if seats is None else tuple(part.strip() for part in seats.split(","))


def agents_of(seats: str | None, players: int) -> tuple[str, ...]:
    """The agents of all seats from `a,b`; one agent alone sits everywhere."""
    found = _named(seats)
    if not all(found):
        from rulewright.interpreter.play import agents

        raise UsageError(f"--seats `{seats}` leaves a seat without an agent",
                         "name one for each seat, or one for all: " + ", ".join(agents.KNOWN))
    if len(found) == 1:
        return found * players
    if len(found) != players:
        raise UsageError(f"--seats names {len(found)} agents for {players} players")
    return found


def jobs_of(args: Namespace) -> int:
    """The processes that play."""
    return int(args.jobs or usable_processors())


def limits_of(args: Namespace) -> tuple[int, int]:
    """The turns and decisions after which a game is stopped."""
    turns = args.max_turns or simulating.MAX_TURNS
    return turns, args.max_decisions or simulating.MAX_DECISIONS


def missing(out: Output, *games: Game) -> None:
    """A note if the reference engine served for want of a compiler."""
    for why in dict.fromkeys(map(backend.missing, games)):
        if why is not None:
            out.note(f"rulewright: played by the reference engine: {why}")


def interrupted(found: Mapping[str, Any], what: str, out: Output) -> int:
    """The exit code, and a note if Ctrl-C ended what was asked for."""
    if not found.get("interrupted"):
        return 0
    out.note(f"rulewright: interrupted after {found[what]} of {found['asked']} {what}; "
             "the figures are of these")
    if found.get("rotations", 1) > 1:
        out.note("    the agents have not sat equally often at every seat")
    return INTERRUPTED
