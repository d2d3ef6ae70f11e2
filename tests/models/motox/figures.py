"""Policies for MotoX and the figures of games played by them.

`even`: every decision is drawn uniformly from its options. `random` differs in one thing: a crash
counts twice if the bike can come to its space both by running off and by a collision, as if these
were two choices. `greedy`: builds like `even`, then always moves, buys no dice, takes the ride, or
else the crash, that leads farthest, and re-enters by coin if it has one, else by a roll.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from statistics import mean, median, stdev

from tests.models import motox_model as motox
from tests.models.motox.ride import BLOCKED, NULL, RAN_OFF, Option
from tests.models.motox.rulings import Rulings

Counts = dict[str, float]
Policy = Callable[[motox.State, list[Option], random.Random], Option]


def even(state: motox.State, options: list[Option], rng: random.Random) -> Option:
    """Any option."""
    return rng.choice(options)


def by_reasons(state: motox.State, options: list[Option], rng: random.Random) -> Option:
    """Any option, and a crash for any of its reasons."""
    if all(option[0] != "crash" for option in options):
        return rng.choice(options)
    return rng.choice([option for option in options for _ in reasons(state, option)])


def reasons(state: motox.State, option: Option) -> list[str]:
    """How the bike can come to a crash: by running off, by a collision, or both ways."""
    if option[0] != "crash":
        return [""]
    _, number, space = option
    ends = motox.course(state).ends(state.bike(state.seat).space, number, state.dice.count(NULL))
    kinds = {end.kind for end in ends if end.space == space}
    return [kind for kind in (RAN_OFF, BLOCKED) if kind in kinds]


def greedy(state: motox.State, options: list[Option], rng: random.Random) -> Option:
    """The farthest ride; see the module."""
    if state.stage in ("build", "place"):
        return rng.choice(options)

    def liking(option: Option) -> tuple[int, ...]:
        match option:
            case ("finish", _):
                return (5,)
            case ("ride", _, (tile, row, _)):
                return (4, tile, row)
            case ("move",) | ("coin",) | ("draw",):
                return (3,)
            case ("roll",):
                return (2,)
            case ("extra", coins):
                return (-coins,)
            case ("crash", _, (tile, row, _)):
                return (1, tile, row)
            case ("stay", *_):
                return (1,)
        return (0,)

    best = max(map(liking, options))
    return rng.choice([option for option in options if liking(option) == best])


POLICIES: dict[str, Policy] = {"random": by_reasons, "even": even, "greedy": greedy}


def play(
    players: int, policy: Policy, rng: random.Random, rulings: Rulings | None = None
) -> Counts:
    """Play one game and count what happens in it."""
    state = motox.start(players, rulings)
    counts: Counts = defaultdict(float)
    while not state.ended:
        options = motox.options(state)
        chosen = rng.choice(options)
        if state.decider != motox.CHANCE:
            chosen = policy(state, options, rng)
        after = motox.apply(state, chosen)
        note(counts, state, chosen, after)
        state = after
    counts["turns"] = state.turns
    counts[f"won by {(state.winner or 0) - state.starter}"] += 1
    word = len(state.track) - 2
    counts["bends"] = sum(not state.track.is_straight(tile) for tile in range(2, word + 2))
    counts["ramps"] = sum(height > 0 for height in state.track.heights)
    counts["trapped"] = len(state.track) < motox.TILES
    return counts


def note(counts: Counts, state: motox.State, chosen: Option, after: motox.State) -> None:
    """Count wipe-outs and re-entries."""
    match chosen:
        case ("crash", *_):
            found = reasons(state, chosen)
            for kind in found:
                counts[kind] += 1 / len(found)
        case ("ride", *_):
            off = sum(bike is not None and bike.off for bike in after.bikes)
            counts["landed on"] += off - sum(b is not None and b.off for b in state.bikes)
        case ("coin",):
            counts["back by coin"] += 1
        case ("draw",) | ("wait",):
            counts["barred"] += 1
        case ("die", _) if state.purpose == "ace":
            bikes = after.bikes[state.seat]
            counts["back by ace"] += bikes is not None and not bikes.off


def games(
    players: int, policy: Policy, number: int, seed: int, rulings: Rulings | None = None
) -> list[Counts]:
    """The counts of so many games."""
    rng = random.Random(seed)
    return [play(players, policy, rng, rulings) for _ in range(number)]


def error(numbers: Sequence[float]) -> float:
    """The standard error of a mean."""
    return float(stdev(numbers) / len(numbers) ** 0.5)


KEYS = (
    "ran off", "blocked", "landed on", "back by ace", "back by coin", "barred",
    "bends", "ramps", "trapped", "won by 0",
)


def main() -> None:
    """Print the figures of many games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, nargs="*", default=[3, 4])
    parser.add_argument("--policy", nargs="*", choices=list(POLICIES), default=list(POLICIES))
    parser.add_argument("--ruling", nargs="*", default=[], metavar="NAME=VALUE")
    chosen = parser.parse_args()
    rulings = Rulings(**dict(words.split("=") for words in chosen.ruling))
    for policy in chosen.policy:
        for players in chosen.players:
            played = games(players, POLICIES[policy], chosen.games, chosen.seed, rulings)
            turns = sorted(counts["turns"] for counts in played)
            print(
                f"{policy}, {players} players, {chosen.games} games: turns {mean(turns):.1f} "
                f"± {error(turns):.1f}, median {median(turns):.0f}, "
                f"95% {turns[len(turns) * 95 // 100]}, most {turns[-1]}"
            )
            for key in KEYS:
                numbers = [counts[key] for counts in played]
                print(f"  {key}: {mean(numbers):.3f} ± {error(numbers):.3f}")
