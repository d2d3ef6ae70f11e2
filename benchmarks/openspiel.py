"""Tic-tac-toe here and in OpenSpiel's own Python, in one run: both rates and their ratio.

    python benchmarks/openspiel.py [--seconds S] [--rounds N]

OpenSpiel's game is `python_tic_tac_toe`, written in Python against its State interface; ours is
rulesets/classics/tic-tac-toe.rules.  Both are played by the same kind of loop: ask for the options,
take one with the same kind of generator, until the game is over, then read the payoffs.  Ours is
played like that on plain vectors and on `State` objects with texts, and once more as `simulate`
does it, with its own generator (written in Python) and its counting.  The measurements take turns
for N rounds (normally 5) of S seconds of processor time each (normally 1); the rates are medians of
the rounds.
"""

from __future__ import annotations

import argparse
import importlib
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import rulewright

RULES = Path(__file__).resolve().parent.parent / "rulesets/classics/tic-tac-toe.rules"
MISSING = 'open_spiel is not installed: run `.venv/bin/pip install -e ".[bench]"` first'
#: Plays one game to its end and returns the number of moves.
Playout = Callable[[random.Random], int]


def theirs() -> Playout | None:
    """A playout of OpenSpiel's game in Python, or None where OpenSpiel is not installed."""
    try:
        spiel = importlib.import_module("pyspiel")
        importlib.import_module("open_spiel.python.games.tic_tac_toe")  # this registers the game
    except ImportError:
        return None
    game = spiel.load_game("python_tic_tac_toe")

    def play(rng: random.Random) -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[rng.randrange(len(actions))])
            moves += 1
        state.returns()
        return moves

    return play


def on_vectors(game: rulewright.Game) -> Playout:
    """A playout of our game on the vectors of its machine."""
    machine = game.fast
    over = 2  # what `Machine.kind` says of a game that is over

    def play(rng: random.Random) -> int:
        vector = machine.start()
        moves = 0
        while machine.kind(vector) != over:
            choices = machine.choices(vector)
            machine.apply(vector, choices[rng.randrange(len(choices))])
            moves += 1
        machine.payoffs(vector)
        return moves

    return play


def on_states(game: rulewright.Game) -> Playout:
    """A playout of our game by the public interface, every option with its text."""

    def play(rng: random.Random) -> int:
        state = game.start()
        moves = 0
        while state.kind != "end":
            state = state.apply(rng.randrange(len(state.options())))
            moves += 1
        assert state.result is not None
        return moves

    return play


def as_simulated() -> Playout:
    """A playout of our game as `simulate` plays it, counting and all."""
    setting = rulewright.make_setting(str(RULES), None, {})
    job = rulewright.Job(setting, ("random", "random"), seed=1)

    def play(rng: random.Random) -> int:
        return rulewright.play_game(job, rng.getrandbits(32)).decisions

    return play


def rate(play: Playout, seconds: float, seed: int) -> tuple[float, float]:
    """Games and moves per second of processor time."""
    rng = random.Random(seed)
    games = moves = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds or games == 0:
        for _ in range(20):
            moves += play(rng)
        games += 20
    return games / spent, moves / spent


def main() -> int:
    parser = argparse.ArgumentParser(description="Tic-tac-toe here and in OpenSpiel's Python.")
    parser.add_argument("--seconds", type=float, default=1.0, metavar="S")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    args = parser.parse_args()
    other = theirs()
    if other is None:
        print(MISSING, file=sys.stderr)
        return 1
    game = rulewright.load(RULES).instantiate()
    players: dict[str, Playout] = {
        "OpenSpiel python_tic_tac_toe": other,
        "Rulewright, vectors": on_vectors(game),
        "Rulewright, states": on_states(game),
        "Rulewright, simulate": as_simulated(),
    }
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in players}
    for play in players.values():
        play(random.Random(0))
    for number in range(max(1, args.rounds)):
        for name, play in players.items():
            found[name].append(rate(play, args.seconds, number))
    middle = {name: [statistics.median(x) for x in zip(*rates, strict=True)]
              for name, rates in found.items()}
    base = middle["OpenSpiel python_tic_tac_toe"][0]
    print(f"{'':<30}{'games/s':>12}{'moves/s':>12}{'ratio':>8}")
    for name, (games, moves) in middle.items():
        print(f"{name:<30}{games:>12,.0f}{moves:>12,.0f}{games / base:>8.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
