"""Commands of a researcher: simulate, compare, perft.

Every command takes the parsed arguments and an `Output` and returns the exit code.
"""

from __future__ import annotations

import csv
import json
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.diagnostics import UsageError
from rulewright.interpreter.play import compare as comparing
from rulewright.interpreter.play import perft as counting
from rulewright.interpreter.play import position, setting
from rulewright.interpreter.play import simulate as simulating
from rulewright.interpreter.play.statistics import GameRow
from rulewright.interpreter.ui.output import Output, Progress

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Game

COLUMNS = (
    "game", "winners", "draw", "payoffs", "rule", "truncated", "decisions", "turns", "options",
    "most_options",
)  # fmt: skip


def _agents(seats: str | None, players: int) -> tuple[str, ...]:
    """The agents of all seats from `a,b`; one agent alone sits everywhere."""
    found = tuple(part.strip() for part in seats.split(",")) if seats else ("random",)
    if len(found) == 1:
        return found * players
    if len(found) != players:
        raise UsageError(f"--seats names {len(found)} agents for {players} players")
    return found


def _jobs(args: Namespace) -> int:
    return int(args.jobs or simulating.usable_processors())


def _limits(args: Namespace) -> tuple[int, int]:
    """The turns and decisions after which a game is stopped."""
    turns = args.max_turns or simulating.MAX_TURNS
    return turns, args.max_decisions or simulating.MAX_DECISIONS


# ---- simulate ---------------------------------------------------------------------------------


def simulate(args: Namespace, out: Output) -> int:
    """Play many games and sum them up."""
    made = setting.make(args.name, args.players, args.set)
    folder = None if args.out is None else _folder(Path(args.out))
    job = simulating.Job(
        made,
        _agents(args.seats, made.players),
        args.seed,
        *_limits(args),
        None if folder is None else folder / "records",
    )
    with Progress("games") as progress:
        if folder is None:
            found = simulating.simulate(job, args.games, _jobs(args), progress)
        else:
            found = _written(job, args, folder, progress)
    if args.json:
        out.data(found)
    else:
        _print_summary(found, made.game, out)
        if folder is not None:
            out.text(f"records and tables are in {folder}")
    return 0


def _folder(path: Path) -> Path:
    """A folder for results that is empty or new."""
    try:
        if path.is_dir() and any(path.iterdir()):
            raise UsageError(f"the folder {path} is not empty", "name a new one with --out")
        (path / "records").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot make the folder {path}: {error.strerror}") from None
    return path


def _written(
    job: simulating.Job, args: Namespace, folder: Path, progress: Progress
) -> dict[str, object]:
    """Simulate with a table of all games and the summary beside the records."""
    with (folder / "games.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        names = job.setting.game.seats
        found = simulating.simulate(
            job, args.games, _jobs(args), progress, lambda row: writer.writerow(_csv(row, names))
        )
    text = json.dumps(found, ensure_ascii=False, indent=2)
    (folder / "summary.json").write_text(text + "\n", encoding="utf-8")
    return found


def _csv(row: GameRow, names: list[str]) -> list[object]:
    return [
        row.game,
        " ".join(names[seat] for seat in row.winners),
        "yes" if row.draw else "no",
        " ".join(f"{payoff:g}" for payoff in row.payoffs),
        row.rule or "",
        row.truncated or "",
        row.decisions,
        row.turns,
        row.options,
        row.most_options,
    ]


def _print_summary(found: dict[str, Any], game: Game, out: Output) -> None:
    from rulewright.interpreter.ui import tables

    says = game.ruleset.ledger.says
    out.rich(tables.headline(found, game.ruleset.title), tables.wins(found))
    out.rich(tables.endings(found, says), tables.lengths(found), tables.speed(found))


# ---- compare ----------------------------------------------------------------------------------


def compare(args: Namespace, out: Output) -> int:
    """Two settings against each other, paired by seed."""
    first = setting.make(args.a, args.players, args.set | args.set_a)
    second = setting.make(args.b, args.players, args.set | args.set_b)
    if first == second:
        raise UsageError("A and B are the same", "give them other options with --set-a, --set-b")
    players = max(first.players, second.players)
    seats = _agents(args.seats, players)
    plan = comparing.Plan(first, second, seats, args.seed, *_limits(args))
    with Progress("pairs") as progress:
        found = comparing.compare(plan, args.games, _jobs(args), progress)
    if args.json:
        out.data(found)
        return 0
    from rulewright.interpreter.ui import tables

    for letter, side in (("A", found["a"]), ("B", found["b"])):
        options = _differing(side["options"], found["b" if letter == "A" else "a"]["options"])
        out.text(f"{letter}: {side['ruleset']}{options}; {side['finished']} games finished, "
                 f"{side['truncated']} stopped")
    out.rich(tables.differences(found))
    return 0


def _differing(options: dict[str, str], others: dict[str, str]) -> str:
    """The options that the other side does not have in this way."""
    parts = [f"{key}={value}" for key, value in options.items() if others.get(key) != value]
    return f" with {', '.join(parts)}" if parts else ""


# ---- perft ------------------------------------------------------------------------------------


def perft(args: Namespace, out: Output) -> int:
    """Counts of the game tree."""
    asked = position.Asked(args.name, args.players, args.set)
    if args.state is None:
        state = asked.game().start()
    else:
        state, warnings = position.load(Path(args.state), asked)
        out.warnings(warnings)
    with Progress("depth") as progress:
        found = counting.perft(state.game, args.depth, args.unit, args.divide, state, progress)
    if args.json:
        out.data(found.to_json())
        return 0
    heads = ["depth", "count", "ended"] + (["distinct"] if found.distinct else [])
    out.text("  ".join(head.rjust(12) for head in heads))
    for index, count in enumerate(found.counts):
        row = [index + 1, count, found.ended[index]]
        row += found.distinct[index : index + 1]
        out.text("  ".join(f"{value:>12}" for value in row))
    if found.distinct:
        out.text(f"{found.reachable} distinct positions with the first one")
    for text, count in found.divide.items():
        out.text(f"  {text}: {count}")
    return 0
