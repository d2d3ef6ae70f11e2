"""Games and moves per second of every ruleset on one core, with random players.

    python benchmarks/speed.py [NAME ...] [--seconds S] [--seed S] [--json]
                               [--against PATH] [--rounds N]

NAME is a shipped ruleset, one of tests/rulesets, or a path; normally all.  Every ruleset is played
in this process for S seconds of processor time (normally 5), after one game that does not count.
A move is a decision; outcomes of chance are not counted.  Rates are per second of processor time,
so that other work on the machine changes them as little as possible.

With --against, another checkout plays its own text of each ruleset (ours where it has none): both
take turns for N rounds (normally 3), each time in a process of its own for S / N seconds; `ratio`
is that of the medians of their rates, and more than 1 is faster than the other.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import checkouts

import rulewright


@dataclass(frozen=True)
class Rate:
    """What was played and how fast; `truncated` games reached a limit and count as games."""

    ruleset: str
    games: int
    truncated: int
    moves: int
    seconds: float
    games_per_s: float
    moves_per_s: float


def measure(name: str, path: Path, seconds: float, seed: int) -> Rate:
    """Play one ruleset for some seconds of processor time."""
    setting = rulewright.make_setting(str(path), None, {})
    job = rulewright.Job(setting, ("random",) * setting.players, seed)
    rulewright.play_game(job, 0)
    games = truncated = moves = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds or games == 0:
        games += 1
        row = rulewright.play_game(job, games)
        moves += row.decisions
        truncated += row.truncated is not None
    return Rate(name, games, truncated, moves, round(spent, 3),
                round(games / spent, 2), round(moves / spent, 1))


def main() -> int:
    parser = argparse.ArgumentParser(description="Games and moves per second on one core.")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--seconds", type=float, default=5.0, metavar="S")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--against", type=Path, metavar="PATH", help="another checkout")
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    args = parser.parse_args()
    paths = checkouts.known()
    names = {name: paths.get(name, Path(name)) for name in args.names or paths}
    if not checkouts.is_comparable(args.against, args.rounds):
        return 1
    if args.against is not None:
        words = ["--seconds", str(args.seconds / args.rounds), "--seed", str(args.seed)]
        try:
            checkouts.compare(args.against, names, args.rounds, words, "moves_per_s", args.json)
        except rulewright.UsageError as error:
            print(error, file=sys.stderr)
            return 1
        return 0
    rates = []
    if not args.json:
        print(f"{'ruleset':<22}{'games':>8}{'games/s':>12}{'moves/s':>12}")
    for name, path in names.items():
        try:
            rate = measure(name, path, args.seconds, args.seed)
        except (rulewright.RulesError, rulewright.UsageError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            return 1
        rates.append(rate)
        if not args.json:
            stopped = f"  ({rate.truncated} stopped)" if rate.truncated else ""
            print(f"{name:<22}{rate.games:>8}{rate.games_per_s:>12,.1f}"
                  f"{rate.moves_per_s:>12,.0f}{stopped}", flush=True)
    if args.json:
        print(json.dumps([asdict(rate) for rate in rates], indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
