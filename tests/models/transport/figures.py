"""A policy for Transport and the figures of games played by it.

`random`: at every stage an option is drawn uniformly; who can connect a tile exchanges the hand
all the same in two turns of a hundred.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Sequence
from statistics import mean, stdev

from tests.models import transport_model as transport
from tests.models.transport.field import Option
from tests.models.transport.rulings import Rulings

Counts = dict[str, float]
WHIM = 0.02


def pick(state: transport.State, rng: random.Random) -> Option:
    """What chance brings, or the choice of the policy."""
    options = transport.options(state)
    if state.decider == transport.CHANCE:
        weights = [transport.weight(state, option) for option in options]
        return rng.choices(options, weights)[0]
    if state.stage == "connect" and len(options) > 1:
        *connections, last = options
        return last if rng.random() < WHIM else rng.choice(connections)
    return rng.choice(options)


def play(players: int, rng: random.Random, rulings: Rulings | None = None) -> Counts:
    """Play one game and count what happens in it."""
    state = transport.start(players, rulings)
    counts: Counts = defaultdict(float)
    while not state.ended:
        chosen = pick(state, rng)
        if state.stage == "connect":
            counts["forced discards"] += len(state.options) == 1
            counts["choices"] += len(state.options) - 1
        counts["chips entered"] += chosen[0] == "chip"
        state = transport.apply(state, chosen)
    counts["turns"] = state.turns
    counts[state.reason] = 1
    counts["banked"] = sum(map(len, state.homebases))
    counts["points"] = sum(map(sum, state.homebases))
    counts["nothing banked"] = not counts["banked"]
    counts["choices"] /= state.turns
    counts["forced discards"] /= state.turns
    won = transport.winners(state)
    counts["ties"] = len(won) > (2 if players == 4 else 1)
    counts["radius"] = max(max(abs(q), abs(r), abs(q + r)) for q, r in state.field.tiles)
    return counts


def games(
    players: int, number: int, seed: int, rulings: Rulings | None = None
) -> list[Counts]:
    """The counts of so many games."""
    rng = random.Random(seed)
    return [play(players, rng, rulings) for _ in range(number)]


def error(numbers: Sequence[float]) -> float:
    """The standard error of a mean."""
    return float(stdev(numbers) / len(numbers) ** 0.5)


KEYS = (
    "turns", "stack", "fourth package", "stall", "chips entered", "banked", "points",
    "nothing banked", "ties", "choices", "forced discards", "radius",
)


def main() -> None:
    """Print the figures of many games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4])
    parser.add_argument("--ruling", nargs="*", default=[], metavar="NAME=VALUE")
    chosen = parser.parse_args()
    rulings = Rulings(**dict(words.split("=") for words in chosen.ruling))
    for players in chosen.players:
        played = games(players, chosen.games, chosen.seed, rulings)
        print(f"{players} players, {chosen.games} games")
        for key in KEYS:
            numbers = [counts[key] for counts in played]
            print(f"  {key}: {mean(numbers):.2f} ± {error(numbers):.2f}")
