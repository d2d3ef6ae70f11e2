"""What the wording of a rule costs: Go's capture, said in several ways.

    python benchmarks/wordings.py [--size N] [--seconds S] [--rounds N] [--seed S] [--json]

Each wording is Go with other lines for what is alive and what is taken.  All play
the same games of random players, which is checked: their moves are the same.  They take turns for N
rounds (normally 3), each time for S / N seconds of processor time (normally S is 6), a few dozen
moves of a game; `ratio` is that of the medians to the shipped wording, and more than 1 is slower.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import rulewright

GO = Path(__file__).resolve().parent.parent / "rulesets/classics/go.rules"
ALIVE = "a Stone is alive if there is an empty point orthogonally next to its chain"
TAKEN = "remove every Stone of the player's opponent that is not alive"
OVER = "by orthogonal steps over points of its owner"
#: For each wording, the lines that stand in place of others.
WORDINGS: dict[str, dict[str, str]] = {
    "the chain of a Stone": {},
    "groups, one after another": {
        TAKEN: "for each group of Stones of the player's opponent joined by orthogonal steps, "
               "if there is no empty point orthogonally next to it, remove every Stone in the "
               "group",
    },
    "connected to": {
        ALIVE: "a Stone is alive if there is an empty point that is orthogonally next to its point "
               "or orthogonally next to some point that is connected to its point " + OVER,
    },
    "a free Stone, connected": {
        ALIVE: "a Stone is free if there is an empty point orthogonally next to its point\n"
               "a Stone S is alive if S is free or there is a free Stone F of (S's owner) where "
               "(F's point is connected to S's point by orthogonal steps "
               "over points of (S's owner))",
    },
}
#: Decisions of each game that is played.
DECISIONS = 60


def jobs(folder: Path, size: int, seed: int) -> dict[str, rulewright.Job]:
    """Go in every wording."""
    made = {}
    for number, (name, lines) in enumerate(WORDINGS.items()):
        text = GO.read_text(encoding="utf-8")
        for shipped, other in lines.items():
            if shipped not in text:
                raise rulewright.UsageError(f"{GO} has no line `{shipped}`")
            text = text.replace(shipped, other)
        path = folder / f"wording-{number}.rules"
        path.write_text(text, encoding="utf-8")
        setting = rulewright.make_setting(str(path), None, {"size": str(size)})
        made[name] = rulewright.Job(setting, ("random", "random"), seed, max_decisions=DECISIONS)
    return made


def moves(job: rulewright.Job) -> list[tuple[object, ...]]:
    """The course of a few games, by which wordings are told to mean the same."""
    rows = [rulewright.play_game(job, index) for index in range(3)]
    return [(row.decisions, row.options) for row in rows]


def rate(job: rulewright.Job, seconds: float) -> float:
    """Moves for each second of processor time."""
    made, index, started = 0, 0, time.process_time()
    while (spent := time.process_time() - started) < seconds or not made:
        made += rulewright.play_game(job, index).decisions
        index += 1
    return made / spent


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="What the wording of Go's capture costs.")
    parser.add_argument("--size", type=int, default=9, metavar="N")
    parser.add_argument("--seconds", type=float, default=6.0, metavar="S")
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as folder:
        try:
            made = jobs(Path(folder), args.size, args.seed)
        except (rulewright.RulesError, rulewright.UsageError) as error:
            print(error, file=sys.stderr)
            return 1
        courses = [moves(job) for job in made.values()]  # which also warms up
        if any(course != courses[0] for course in courses):
            print("the wordings do not mean the same", file=sys.stderr)
            return 1
        found: dict[str, list[float]] = {name: [] for name in made}
        for _ in range(args.rounds):
            for name, job in made.items():
                found[name].append(rate(job, args.seconds / args.rounds))
    shipped = statistics.median(next(iter(found.values())))
    rows = [{"wording": name, "moves_per_s": round(statistics.median(rates), 1),
             "ratio": round(shipped / statistics.median(rates), 2)}
            for name, rates in found.items()]
    if args.json:
        print(json.dumps(rows, indent=2))
        return 0
    print(f"{'wording':<28}{'moves/s':>10}{'ratio':>8}")
    for row in rows:
        print(f"{row['wording']:<28}{row['moves_per_s']:>10,.0f}{row['ratio']:>8.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
