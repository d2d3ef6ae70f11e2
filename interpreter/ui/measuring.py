"""Commands of a researcher: simulate, compare, profile, perft.

Every command takes the parsed arguments and an `Output` and returns the exit code.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.diagnostics import UsageError
from rulewright.interpreter.play import agents, backend, series, setting
from rulewright.interpreter.play import compare as comparing
from rulewright.interpreter.play import perft as counting
from rulewright.interpreter.play import profile as profiling
from rulewright.interpreter.play import simulate as simulating
from rulewright.interpreter.play.processes import usable_processors
from rulewright.interpreter.syntax.words import so_many
from rulewright.interpreter.ui.output import Output, Progress, width
from rulewright.interpreter.ui.place import state_of
from rulewright.interpreter.ui.wording import costs, wrapped

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Game

#: So few random games are over before a machine for many moves is made.
FEW_GAMES = 3
#: Lines of a profile that are told.
TOP = 20
#: The exit code of what Ctrl-C ended.
INTERRUPTED = 130


def _named(seats: str | None) -> tuple[str, ...]:
    """The agents in `a,b`."""
    return ("random",) if seats is None else tuple(part.strip() for part in seats.split(","))


def _agents(seats: str | None, players: int) -> tuple[str, ...]:
    """The agents of all seats from `a,b`; one agent alone sits everywhere."""
    found = _named(seats)
    if not all(found):
        raise UsageError(f"--seats `{seats}` leaves a seat without an agent",
                         "name one for each seat, or one for all: " + ", ".join(agents.KNOWN))
    if len(found) == 1:
        return found * players
    if len(found) != players:
        raise UsageError(f"--seats names {len(found)} agents for {players} players")
    return found


def _jobs(args: Namespace) -> int:
    return int(args.jobs or usable_processors())


def _limits(args: Namespace) -> tuple[int, int]:
    """The turns and decisions after which a game is stopped."""
    turns = args.max_turns or simulating.MAX_TURNS
    return turns, args.max_decisions or simulating.MAX_DECISIONS


# ---- simulate ---------------------------------------------------------------------------------


def simulate(args: Namespace, out: Output) -> int:
    """Play many games and sum them up."""
    quick = args.games <= FEW_GAMES and {*_named(args.seats)} <= agents.QUICK
    made = setting.make(args.name, args.players, args.set, quick)
    seats = _agents(args.seats, made.players)
    for spec in seats:
        agents.check(spec, made.game)
    job = simulating.Job(made, seats, args.seed, *_limits(args), search=args.backend)
    folder = None if args.out is None else series.Series(Path(args.out), job)
    with Progress("games") as progress:
        if folder is None:
            found = simulating.simulate(job, args.games, _jobs(args), progress, how=args.backend)
        else:
            if args.backend == backend.NATIVE:
                raise UsageError("records are written by the reference engine",
                                 "leave out --backend or --out")
            found = folder.play(args.games, _jobs(args), progress)
    _missing(out, made.game)
    code = _interrupted(found, "games", out)
    if args.json:
        out.data(found)
        return code
    _print_summary(found, made.game, out)
    if folder is not None:
        before = len(folder.rows)
        went_on = f"; {so_many(before, 'game')} had been played before" if before else ""
        again = "; the same command goes on with them" if code else ""
        out.text(f"records and tables are in {args.out}{went_on}{again}")
    return code


def _missing(out: Output, *games: Game) -> None:
    """A note if the reference engine served for want of a compiler."""
    for missing in dict.fromkeys(map(backend.missing, games)):
        if missing is not None:
            out.note(f"rulewright: played by the reference engine: {missing}")


def _interrupted(found: Mapping[str, Any], what: str, out: Output) -> int:
    """The exit code, and a note if Ctrl-C ended what was asked for."""
    if not found.get("interrupted"):
        return 0
    out.note(f"rulewright: interrupted after {found[what]} of {found['asked']} {what}; "
             "the figures are of these")
    if found.get("rotations", 1) > 1:
        out.note("    the agents have not sat equally often at every seat")
    return INTERRUPTED


def _print_summary(found: dict[str, Any], game: Game, out: Output) -> None:
    from rulewright.interpreter.ui import tables

    normal = game.ruleset.normal(game.players)
    out.rich(tables.headline(found, game.ruleset.title, normal), tables.wins(found))
    out.rich(tables.endings(found, game.says), tables.lengths(found), tables.speed(found))


# ---- compare ----------------------------------------------------------------------------------


def compare(args: Namespace, out: Output) -> int:
    """Two settings against each other, paired by seed."""
    first = setting.make(args.a, args.players, args.set | args.set_a)
    second = setting.make(args.b, args.players, args.set | args.set_b)
    if first == second:
        raise UsageError("A and B are the same", "give them other options with --set-a, --set-b")
    players = max(first.players, second.players)
    seats = _agents(args.seats, players)
    plan = comparing.Plan(first, second, seats, args.seed, *_limits(args), how=args.backend)
    with Progress("pairs") as progress:
        found = comparing.compare(plan, args.games, _jobs(args), progress)
    _missing(out, first.game, second.game)
    code = _interrupted(found, "pairs", out)
    if args.json:
        out.data(found)
        return code
    from rulewright.interpreter.ui import tables

    for letter, side in (("A", found["a"]), ("B", found["b"])):
        options = _differing(side["options"], found["b" if letter == "A" else "a"]["options"])
        out.text(f"{letter}: {side['ruleset']}{options}; "
                 f"{so_many(side['finished'], 'game')} finished, {side['truncated']} stopped")
    out.rich(tables.differences(found))
    return code


def _differing(options: dict[str, str], others: dict[str, str]) -> str:
    """The options that the other side does not have in this way."""
    parts = [f"{key}={value}" for key, value in options.items() if others.get(key) != value]
    return f" with {', '.join(parts)}" if parts else ""


# ---- profile ----------------------------------------------------------------------------------


def profile(args: Namespace, out: Output) -> int:
    """The lines that games spend their time in."""
    made = setting.make(args.name, args.players, args.set)
    seats = _agents(args.seats, made.players)
    backend.counting(args.backend)
    job = simulating.Job(made, seats, args.seed, *_limits(args))
    with Progress("games") as progress:
        lines = profiling.profile(job, args.games, progress)
    if args.json:
        out.data([asdict(line) for line in lines[: args.top]])
        return 0
    out.text(f"{made.title}: {so_many(args.games, 'game')}, {', '.join(seats)}, seed {args.seed}")
    ran = [line for line in lines if line.runs]
    out.text("\n".join(costs(ran[: args.top or TOP], width())))
    notes = ["runs: how often play came to a line; share: of the steps that all lines took, which "
             "is an estimate of the time"]
    never = sum(not line.runs for line in lines)
    if never:
        notes.append(f"{so_many(never, 'line')} never ran")
    hint = profiling.hint(lines, made.game.ruleset.declarations)
    if hint is not None:
        notes.append(f"hint: {hint}")
    out.text("\n".join(wrapped(notes, width())))
    return 0


# ---- perft ------------------------------------------------------------------------------------


def perft(args: Namespace, out: Output) -> int:
    """Counts of the game tree."""
    state = state_of(args, out)
    with Progress("depth") as progress:
        found = counting.perft(
            state.game, args.depth, args.unit, args.divide, state, progress,
            args.distinct, not args.no_ended, args.backend,
        )
    if found.interrupted:
        out.note(f"rulewright: interrupted; depths up to {len(found.counts)} of {args.depth} "
                 "are counted")
    code = INTERRUPTED if found.interrupted else 0
    if args.json:
        out.data(found.to_json())
        return code
    columns = {"depth": list(range(1, len(found.counts) + 1)), "count": found.counts}
    columns |= {"ended": found.ended} if found.ended else {}
    columns |= {"distinct": found.distinct} if found.distinct else {}
    out.text("  ".join(head.rjust(12) for head in columns))
    for row in zip(*columns.values(), strict=False):
        out.text("  ".join(f"{value:>12}" for value in row))
    if found.distinct:
        out.text(f"{found.reachable} distinct positions with the first one")
    for text, count in found.divide.items():
        out.text(f"  {text}: {count}")
    return code
