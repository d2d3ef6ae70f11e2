"""How often one agent beats another, over games with alternating seats.

    python benchmarks/strength.py [NAME ...] [--agents A,B] [--games N] [--seed S] [--json]

NAME is a shipped ruleset or a path; normally tic-tac-toe, connect-four, breakthrough and motif.
The first agent (normally `mcts:1000` against `random`) sits at one seat after the other, the second
at all others.  Told are wins, draws and losses of the first agent, games that were stopped, and the
mean payoff in each seat.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from typing import Any

import rulewright

NAMES = ("tic-tac-toe", "connect-four", "breakthrough", "motif")


def measure(name: str, one: str, other: str, games: int, seed: int) -> dict[str, Any]:
    """Play one ruleset."""
    setting = rulewright.make_setting(name, None, {})
    came: Counter[str] = Counter()
    paid: list[list[float]] = [[] for _ in range(setting.players)]
    began = time.perf_counter()
    for index in range(games):
        own = index % setting.players
        seats = tuple(one if seat == own else other for seat in range(setting.players))
        row = rulewright.play_game(rulewright.Job(setting, seats, seed), index)
        if row.truncated is not None:
            came["stopped"] += 1
            continue
        came["draw" if row.draw else "won" if own in row.winners else "lost"] += 1
        paid[own].append(row.payoffs[own])
    return {
        "ruleset": name, "agents": [one, other], "games": games,
        **{key: came[key] for key in ("won", "draw", "lost", "stopped")},
        "payoffs": [round(sum(x) / len(x), 4) if x else None for x in paid],
        "seconds": round(time.perf_counter() - began, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--agents", default="mcts:1000,random", metavar="A,B")
    parser.add_argument("--games", type=int, default=100, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    one, other = args.agents.split(",")
    for name in args.names or NAMES:
        found = measure(name, one, other, args.games, args.seed)
        if args.json:
            print(json.dumps(found), flush=True)
        else:
            print(f"{name:<16} {one} against {other}: {found['won']} won, {found['draw']} drawn, "
                  f"{found['lost']} lost, {found['stopped']} stopped; mean payoff by seat "
                  f"{found['payoffs']}; {found['seconds']} s", flush=True)


if __name__ == "__main__":
    main()
