"""What each pass gains: native games per second with all of them, and with each left out.

    python benchmarks/ablation.py [NAME ...] [--seconds S] [--rounds N] [--seed S] [--json]

NAME is a shipped ruleset, or a path; normally some in which each pass matters.  The passes are
those of `interpreter/passes/switches.py`.  Whatever is measured takes turns for N rounds (normally
3) of S seconds of processor time each (normally 0.5); a gain is the median rate with all passes
over that without one: 1.00 gains nothing.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from dataclasses import fields, replace

import rulewright
from rulewright.interpreter.native.absent import Refused
from rulewright.interpreter.native.build import NoCompiler
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.passes.switches import ALL
from rulewright.interpreter.play import simulate

NAMES = ["tic-tac-toe", "connect-four", "breakthrough", "othello", "hex", "gomoku", "draughts",
         "amazons", "go", "motif", "motators"]
PASSES = [each.name for each in fields(ALL)]


class Player:
    """Plays a ruleset with some passes."""

    def __init__(self, setting: rulewright.Setting, seed: int, without: str | None) -> None:
        passes = ALL if without is None else replace(ALL, **{without: False})
        self.machine = NativeMachine(setting.game.program, passes=passes)
        self.source = self.machine.source
        self.policies = [0] * setting.players
        self.seed = seed
        self.rates: list[float] = []

    def play(self, seconds: float) -> None:
        """Play for some seconds of processor time."""
        games, batch = 0, 1
        started = time.process_time()
        while (spent := time.process_time() - started) < seconds:
            for sums in self.machine.sums(
                self.seed, games, batch, self.policies, simulate.MAX_TURNS,
                simulate.MAX_DECISIONS, simulate.MAX_CHANCE,
            ):
                games += sums.games
            batch *= 2 if spent < seconds / 4 else 1
        self.rates.append(games / spent)


def gains(name: str, args: argparse.Namespace) -> dict[str, str | float]:
    """The rate of a ruleset and the gain of each pass in it."""
    setting = rulewright.make_setting(name, None, {})
    players = {None: Player(setting, args.seed, None)}
    players |= {each: Player(setting, args.seed, each) for each in PASSES}
    with_all = players[None]
    matter = {each: player for each, player in players.items()
              if each is None or player.source != with_all.source}
    for _ in range(args.rounds):
        for player in matter.values():
            player.play(args.seconds)
    rate = statistics.median(with_all.rates)
    found: dict[str, str | float] = {"ruleset": name, "games_per_s": round(rate, 1)}
    for each in PASSES:
        if each in matter:  # else the text in C is the same without it
            found[each] = round(rate / statistics.median(matter[each].rates), 2)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="What each pass gains in native play.")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--seconds", type=float, default=0.5, metavar="S")
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows = []
    if not args.json:
        print(f"{'ruleset':<16}{'games/s':>12}" + "".join(f"{each:>9}" for each in PASSES))
    for name in args.names or NAMES:
        try:
            row = gains(name, args)
        except (rulewright.RulesError, rulewright.UsageError, Refused, NoCompiler) as error:
            print(f"{name}: {error}", file=sys.stderr)
            return 1
        rows.append(row)
        if not args.json:
            print(f"{name:<16}{row['games_per_s']:>12,.0f}" + "".join(
                f"{row.get(each, '–'):>9}" for each in PASSES), flush=True)
    if args.json:
        print(json.dumps(rows, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
