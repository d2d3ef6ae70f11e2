"""Random games per second beside Regular Boardgames, whose rules are compiled to C++ as well.

    python benchmarks/rbg.py FOLDER [NAME ...] [--seconds S] [--rounds N] [--include PATH] [--table]

FOLDER is a checkout of rbg2cpp with its submodules, built by its own `make`; its games are compiled
as its Makefile does for its benchmark of random games, which needs the headers of Boost (PATH says
where they are). Both play for N rounds (normally 3) of S seconds (normally 2) in turn, on one core;
rates are per second of processor time, medians of the rounds.

The games are the same on the same boards. Ours are summed up besides: how they ended, and how long
they were. `decisions` shows on both sides how long games are, which differs where a rule does (when
chess and draughts are drawn, whether a game goes on when the board is decided).
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import checkouts
import native

from rulewright.interpreter.play import backend

#: What they call the same game.
GAMES = {
    "tic-tac-toe": "ticTacToe", "connect-four": "connect4", "breakthrough": "breakthrough",
    "othello": "reversi", "hex": "hex", "draughts": "englishDraughts",
    "gomoku": "gomoku_freeStyle", "amazons": "amazons", "chess": "chess",
}
FLAGS = ["-std=c++17", "-Ofast", "-march=native", "-flto", "-s", "-DNDEBUG",
         "-DRBG_RANDOM_GENERATOR=0", "-w"]
SAID = {"games": re.compile(r"number of playouts: (\d+)"),
        "states": re.compile(r"number of states: (\d+)")}


@dataclass(frozen=True)
class Beside:
    """How fast a game is played by both, and how many decisions a game has."""

    ruleset: str
    games_per_s: float
    theirs: float
    decisions: float
    their_decisions: float

    def row(self) -> list[str]:
        return [self.ruleset, f"{self.games_per_s:,.0f}", f"{self.theirs:,.0f}",
                f"{self.games_per_s / self.theirs:.1f}", f"{self.decisions:.1f}",
                f"{self.their_decisions:.1f}"]


HEAD = ("ruleset", "games/s", "rbg2cpp", "ratio", "decisions", "rbg2cpp")


def compiled(folder: Path, game: str, into: Path, include: list[str]) -> Path:
    """Their benchmark of a game."""
    into.mkdir()
    (rules,) = folder.glob(f"rbgGames/games/{game}.rbg")
    for words in (
        [folder / "bin/rbg2cpp", "-o", "reasoner", rules],  # the file's name is that of a namespace
        ["g++", *FLAGS, *include, "-I", into, "-I", folder / "test", "-o", "play",
         "reasoner.cpp", folder / "test/benchmark.cpp"],
    ):
        subprocess.run(words, cwd=into, check=True, capture_output=True, text=True)
    return into / "play"


def theirs(program: Path, seconds: float) -> tuple[float, float]:
    """Games per second of processor time, decisions per game."""
    before = os.times()
    text = subprocess.run([program, str(round(seconds * 1000))], check=True, text=True,
                          capture_output=True).stdout
    after = os.times()
    said = {name: pattern.search(text) for name, pattern in SAID.items()}
    games, states = (int(found[1]) if found else 0 for found in said.values())
    return games / (after.children_user - before.children_user), states / games


def measure(name: str, program: Path, seconds: float, rounds: int) -> Beside:
    play = native.simulated(checkouts.known()[name], backend.NATIVE, 1)
    games = native.enough(play, seconds)
    rates, other, decisions = [], [], 0
    for _ in range(rounds):
        began = time.process_time()
        decisions = play(games)
        rates.append(games / (time.process_time() - began))
        other.append(theirs(program, seconds))
    return Beside(name, statistics.median(rates), statistics.median(rate for rate, _ in other),
                  decisions / games, statistics.median(length for _, length in other))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--seconds", type=float, default=2, metavar="S")
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    parser.add_argument("--include", type=Path, metavar="PATH")
    parser.add_argument("--table", action="store_true", help="as a table of Markdown")
    args = parser.parse_args()
    folder = args.folder.resolve()
    if not (folder / "bin/rbg2cpp").is_file() or set(args.names) - set(GAMES):
        print(f"FOLDER has no bin/rbg2cpp, or NAME is none of: {', '.join(GAMES)}", file=sys.stderr)
        return 1
    include = [] if args.include is None else ["-I", str(args.include.resolve())]
    form = "{:<16}{:>14}{:>14}{:>8}{:>12}{:>12}"
    if args.table:
        form = "| {} | {} | {} | {} | {} | {} |"
    print(form.format(*HEAD))
    if args.table:
        print("|---|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as made:
        for name in args.names or GAMES:
            try:
                program = compiled(folder, GAMES[name], Path(made) / name, include)
            except subprocess.CalledProcessError as failed:
                print(f"{name} could not be compiled:\n{failed.stderr[:500]}", file=sys.stderr)
                return 1
            print(form.format(*measure(name, program, args.seconds, args.rounds).row()), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
