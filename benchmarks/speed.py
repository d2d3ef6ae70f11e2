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
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import rulewright

ROOT = Path(__file__).resolve().parent.parent


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


def known() -> dict[str, Path]:
    """The shipped rulesets and those of the tests, by name."""
    shipped = {entry.name: entry.path for entry in rulewright.available()}
    paths = sorted((ROOT / "tests/rulesets").glob("*.rules"))
    return shipped | {path.stem: path for path in paths}


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


def separately(checkout: Path, path: Path, seconds: float, seed: int) -> float:
    """Moves per second of a ruleset with the interpreter of a checkout, in a new process."""
    if path.is_relative_to(ROOT) and (checkout / path.relative_to(ROOT)).is_file():
        path = checkout / path.relative_to(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "rulewright").symlink_to(checkout)
        words = [sys.executable, __file__, str(path), "--seconds", str(seconds),
                 "--seed", str(seed), "--json"]
        done = subprocess.run(words, cwd=ROOT, env=os.environ | {"PYTHONPATH": folder},
                              capture_output=True, text=True, check=False)
    if done.returncode:
        raise rulewright.UsageError(f"in {checkout}: {done.stderr.strip()}")
    return float(json.loads(done.stdout)[0]["moves_per_s"])


def against(
    other: Path, names: dict[str, Path], rounds: int, seconds: float, seed: int
) -> Iterator[dict[str, str | float]]:
    """For each ruleset the moves per second here and there, and their ratio."""
    for name, path in names.items():
        here, there = zip(*(
            [separately(checkout, path, seconds / rounds, seed) for checkout in (ROOT, other)]
            for _ in range(rounds)
        ), strict=True)
        ours, theirs = statistics.median(here), statistics.median(there)
        yield {"ruleset": name, "here": ours, "there": theirs, "ratio": round(ours / theirs, 2)}


def compare(args: argparse.Namespace, names: dict[str, Path]) -> int:
    """Print how this checkout compares with another."""
    rows = []
    if not args.json:
        print(f"{'ruleset':<22}{'moves/s':>12}{'there':>12}{'ratio':>8}")
    for row in against(args.against.resolve(), names, args.rounds, args.seconds, args.seed):
        rows.append(row)
        if not args.json:
            print(f"{row['ruleset']:<22}{row['here']:>12,.0f}{row['there']:>12,.0f}"
                  f"{row['ratio']:>8.2f}", flush=True)
    if args.json:
        print(json.dumps(rows, indent=2))
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Games and moves per second on one core.")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--seconds", type=float, default=5.0, metavar="S")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--against", type=Path, metavar="PATH", help="another checkout")
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    args = parser.parse_args()
    paths = known()
    if args.against is not None:
        if args.rounds < 1 or not (args.against / "cli.py").is_file():
            print("--against names a folder with a checkout; --rounds is at least 1",
                  file=sys.stderr)
            return 1
        try:
            return compare(args, {n: paths.get(n, Path(n)).resolve() for n in args.names or paths})
        except rulewright.UsageError as error:
            print(error, file=sys.stderr)
            return 1
    rates = []
    if not args.json:
        print(f"{'ruleset':<22}{'games':>8}{'games/s':>12}{'moves/s':>12}")
    for name in args.names or paths:
        try:
            rate = measure(name, paths.get(name, Path(name)), args.seconds, args.seed)
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
