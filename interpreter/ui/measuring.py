"""Commands of a researcher: compare, profile, perft. (`simulating` has `simulate`.)

Every command takes the parsed arguments and an `Output` and returns the exit code.
"""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict

from rulewright.interpreter.diagnostics import UsageError
from rulewright.interpreter.ir import tries_rests
from rulewright.interpreter.play import backend, setting
from rulewright.interpreter.play import compare as comparing
from rulewright.interpreter.play import perft as counting
from rulewright.interpreter.play import profile as profiling
from rulewright.interpreter.play import simulate as simulating
from rulewright.interpreter.syntax.words import so_many
from rulewright.interpreter.ui.output import Output, Progress, width
from rulewright.interpreter.ui.place import state_of
from rulewright.interpreter.ui.simulating import (
    INTERRUPTED,
    agents_of,
    interrupted,
    jobs_of,
    limits_of,
    missing,
)
from rulewright.interpreter.ui.wording import costs
from rulewright.interpreter.ui.wrapping import wrapped

#: Lines of a profile that are told.
TOP = 20


# ---- compare ----------------------------------------------------------------------------------


def compare(args: Namespace, out: Output) -> int:
    """Two settings against each other, paired by seed."""
    first = setting.make(args.a, args.players, args.set | args.set_a)
    second = setting.make(args.b, args.players, args.set | args.set_b)
    if first == second:
        raise UsageError("A and B are the same", "give them other options with --set-a, --set-b")
    players = max(first.players, second.players)
    seats = agents_of(args.seats, players)
    plan = comparing.Plan(first, second, seats, args.seed, *limits_of(args), how=args.backend)
    with Progress("pairs") as progress:
        found = comparing.compare(plan, args.games, jobs_of(args), progress)
    missing(out, first.game, second.game)
    code = interrupted(found, "pairs", out)
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
    seats = agents_of(args.seats, made.players)
    job = simulating.Job(made, seats, args.seed, *limits_of(args))
    how = profiling.backend_for(job, args.games, args.backend)
    with Progress("games") as progress:
        lines = profiling.profile(job, args.games, progress, how)
    missing(out, made.game)
    if args.json:
        out.data([asdict(line) for line in lines[: args.top]])
        return 0
    out.text(f"{made.title}: {so_many(args.games, 'game')}, {', '.join(seats)}, seed {args.seed}")
    ran = [line for line in lines if line.runs]
    out.text("\n".join(costs(ran[: args.top or TOP], width())))
    notes = ["runs: how often play came to a line; share: of the steps that all lines took, which "
             "is an estimate of the time"]
    if how == backend.NATIVE and tries_rests(made.game.program):
        notes.append("counted natively: of options that are tried for the rest of a turn, counts "
                     "can differ from those of the reference engine")
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
