"""What more than one core gains: wall time of series of random games by one process and by several.

    python benchmarks/cores.py [NAME ...] [--jobs J] [--seconds S] [--times N]

NAME is a shipped ruleset or a path. Series that take one process about S seconds (normally 8) are
played natively by one process and by J (normally as many as there are processors), taking turns, N
times (normally 3); told are the medians of games per second of wall time, and their ratio. It says
something only on a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import os
import statistics

import rulewright

NAMES = ("connect-four", "chess", "motif", "motators", "motox", "transport", "motora")


def rate(job: rulewright.Job, games: int, jobs: int) -> float:
    """Games per second of wall time."""
    summary = rulewright.simulate(job, games, jobs, how="native")
    seconds = summary["seconds"]
    assert isinstance(seconds, float)
    return games / max(seconds, 1e-9)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="J")
    parser.add_argument("--seconds", type=float, default=8, metavar="S")
    parser.add_argument("--times", type=int, default=3, metavar="N")
    args = parser.parse_args()
    print(f"{'ruleset':<18}{'1 process':>14}{f'{args.jobs} processes':>14}{'ratio':>8}")
    for name in args.names or NAMES:
        setting = rulewright.make_setting(name, None, {})
        job = rulewright.Job(setting, ("random",) * setting.players, seed=1)
        rate(job, 10, 1)  # builds the library
        games = 10
        while (found := rate(job, games, 1)) * args.seconds > games * 4:
            games *= 4
        games = max(1, round(found * args.seconds))
        runs = [(rate(job, games, 1), rate(job, games, args.jobs)) for _ in range(args.times)]
        one, several = (statistics.median(side) for side in zip(*runs, strict=True))
        print(f"{name:<18}{one:>14.1f}{several:>14.1f}{several / one:>8.2f}", flush=True)


if __name__ == "__main__":
    main()
