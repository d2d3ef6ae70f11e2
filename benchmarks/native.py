"""Random games per second of every ruleset by the native backend, beside peers, on one core.

    python benchmarks/native.py [NAME ...] [--seconds S] [--rounds N] [--seed S] [--flags=-O1]
                                [--json] [--table] [--against PATH]

NAME is a shipped ruleset, one of tests/rulesets, or a path; normally all.  Measured is `simulate`
with random seats, in this process: natively, by the reference engine, and where OpenSpiel is
installed and has the game, OpenSpiel's own implementation in C++.  All take turns for N rounds
(normally 3) of S seconds of processor time each (normally 1); rates are per second of processor
time, and medians of the rounds.  `build` is the time from a text to a library that nobody has kept.

OpenSpiel's games are played by its `RandomRolloutEvaluator`, which is C++ too: a tree search of one
simulation asks it for thousands of playouts in one call, so nothing of Python is measured.  They
are the same games on the same boards; where a rule differs (when draughts is a draw, how long a
game may be), games differ a little in length.

`--table` prints what stands in docs/performance.md.  With --against, another checkout plays its own
text of each ruleset natively, taking turns in processes of their own; `ratio` is ours to its.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import checkouts

import rulewright
from rulewright.interpreter.native import build, module
from rulewright.interpreter.native.absent import Refused
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.play import backend

#: What OpenSpiel calls the same game.
OPENSPIEL = {
    "amazons": "amazons", "backgammon": "backgammon", "breakthrough": "breakthrough",
    "chess": "chess", "connect-four": "connect_four",
    "dots-and-boxes": "dots_and_boxes(num_rows=3,num_cols=3)", "draughts": "checkers",
    "go": "go(board_size=9)", "gomoku": "gomoku", "hex": "hex(board_size=11)",
    "kalah": "mancala", "kuhn": "kuhn_poker", "leduc": "leduc_poker",
    "nine-mens-morris": "nine_mens_morris", "othello": "othello", "pig": "pig",
    "tic-tac-toe": "tic_tac_toe",
}
#: Plays so many games, and says how many decisions were made in them.
Series = Callable[[int], int]


@dataclass(frozen=True)
class Rate:
    """How fast a ruleset is played: games per second, and what that is a multiple of."""

    ruleset: str
    games_per_s: float
    moves_per_s: float
    reference: float | None  # games per second of the reference engine
    openspiel: float | None
    build: float | None  # seconds

    @property
    def over_reference(self) -> float | None:
        return self.games_per_s / self.reference if self.reference else None

    @property
    def over_openspiel(self) -> float | None:
        return self.games_per_s / self.openspiel if self.openspiel else None


def simulated(path: Path, how: str, seed: int, flags: Sequence[str] = ()) -> Series:
    """Series of random games of a ruleset by a backend."""
    setting = rulewright.make_setting(str(path), None, {})
    job = rulewright.Job(setting, ("random",) * setting.players, seed)
    if flags:
        try:
            backend.use(setting.game, NativeMachine(setting.game.program, *flags))
        except (Refused, build.NoCompiler) as reason:
            raise rulewright.UsageError(str(reason)) from None

    def play(games: int) -> int:
        played = rulewright.simulate(job, games, how=how)
        mean = played["length"]["decisions"]["mean"]  # type: ignore[index]
        return round(mean * games)

    return play


def openspiel(name: str, seed: int) -> Series | None:
    """Series of random games of OpenSpiel's implementation in C++, if there is one here."""
    try:
        spiel = importlib.import_module("pyspiel")
    except ImportError:
        return None
    if name not in OPENSPIEL:
        return None
    game = spiel.load_game(OPENSPIEL[name])
    state = game.new_initial_state()
    while state.is_chance_node():  # a search begins with a decision
        state.apply_action(state.legal_actions()[0])

    def play(games: int) -> int:
        playouts = spiel.RandomRolloutEvaluator(n_rollouts=games, seed=seed)
        spiel.MCTSBot(game, playouts, 1.0, 1, 1000, False, seed, False).mcts_search(state)
        return 0

    return play


def built(path: Path, flags: list[str]) -> float:
    """The seconds from a text to a library that is not taken from the cache."""
    before = os.environ.get("XDG_CACHE_HOME")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        try:
            started = time.perf_counter()
            program = rulewright.load(path).instantiate().program
            build.load(module.Module(program).text, module.headers(), *flags)
            return time.perf_counter() - started
        finally:
            os.environ.pop("XDG_CACHE_HOME")
            if before is not None:
                os.environ["XDG_CACHE_HOME"] = before


def enough(play: Series, seconds: float) -> int:
    """About how many games are played in so many seconds of processor time, once one is played:
    only then is all made that is needed."""
    play(1)
    games = 1
    while True:
        started = time.process_time()
        play(games)
        spent = time.process_time() - started
        if spent > seconds / 4:
            return max(1, round(games * seconds / spent))
        games *= 2


def rates(all_series: list[Series | None], rounds: int, seconds: float) -> list[
    tuple[float, float] | None
]:
    """For each series the games and moves per second: medians of rounds in which they take
    turns."""
    games = [play and enough(play, seconds) for play in all_series]
    found: list[list[tuple[float, float]]] = [[] for _ in all_series]
    for _ in range(rounds):
        for into, play, count in zip(found, all_series, games, strict=True):
            if play is not None and count is not None:
                started = time.process_time()
                moves = play(count)
                spent = time.process_time() - started
                into.append((count / spent, moves / spent))
    return [
        (statistics.median(g for g, _ in each), statistics.median(m for _, m in each))
        if each else None for each in found
    ]


def measure(name: str, path: Path, args: argparse.Namespace) -> Rate:
    """How fast one ruleset is played. Raises `UsageError` where it has no native form."""
    native = simulated(path, backend.NATIVE, args.seed, args.flags)
    others = [None, None] if args.alone else [
        simulated(path, backend.REFERENCE, args.seed), openspiel(name, args.seed)]
    ours, reference, spiel = rates([native, *others], args.rounds, args.seconds)
    assert ours is not None
    return Rate(name, *ours, reference and reference[0], spiel and spiel[0],
                None if args.alone else built(path, args.flags))


def times(value: float | None) -> str:
    """A ratio with two or three digits that mean something."""
    if value is None:
        return "–"
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}"


HEAD = ("ruleset", "games/s", "moves/s", "÷ reference", "÷ OpenSpiel", "build s")


def row(rate: Rate) -> list[str]:
    return [rate.ruleset, f"{rate.games_per_s:,.0f}", f"{rate.moves_per_s:,.0f}",
            times(rate.over_reference), times(rate.over_openspiel),
            "–" if rate.build is None else f"{rate.build:.1f}"]


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Native random games per second on one core.")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--seconds", type=float, default=1.0, metavar="S")
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--flags", type=str.split, default=[], metavar="FLAGS",
                        help="of the compiler, instead of -O2 (-O1 for long texts)")
    parser.add_argument("--alone", action="store_true", help="without peers")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--table", action="store_true", help="as a table of Markdown")
    parser.add_argument("--against", type=Path, metavar="PATH", help="another checkout")
    return parser.parse_args()


def main() -> int:
    args = parsed()
    paths = checkouts.known()
    names = {name: paths.get(name, Path(name)) for name in args.names or paths}
    if not checkouts.is_comparable(args.against, args.rounds):
        return 1
    found = []
    try:
        if args.against is not None:
            words = ["--seconds", str(args.seconds), "--rounds", "1", "--seed", str(args.seed),
                     "--alone"]
            checkouts.compare(args.against, names, args.rounds, words, "games_per_s", args.json)
            return 0
        if args.table:
            print("| " + " | ".join(HEAD) + " |\n|" + "|".join(
                ["---", *["---:"] * (len(HEAD) - 1)]) + "|")
        elif not args.json:
            print("{:<22}{:>14}{:>14}{:>14}{:>14}{:>10}".format(*HEAD))
        for name, path in names.items():
            try:
                rate = measure(name, path, args)
            except rulewright.UsageError as refused:
                if args.names:
                    raise
                if not args.table:
                    print(f"{name}: {refused}", file=sys.stderr)
                continue
            found.append(rate)
            if args.table:
                print("| " + " | ".join(row(rate)) + " |", flush=True)
            elif not args.json:
                print("{:<22}{:>14}{:>14}{:>14}{:>14}{:>10}".format(*row(rate)), flush=True)
    except (rulewright.RulesError, rulewright.UsageError, Refused) as error:
        print(error, file=sys.stderr)
        return 1
    if args.json:
        print(json.dumps([asdict(rate) for rate in found], indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
