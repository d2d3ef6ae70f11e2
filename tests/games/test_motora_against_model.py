"""MOTORA's ruleset against the independent model: whole random games, choice for choice.

Not compared is how the sections and tiles are shuffled: the model is given the island that the
ruleset has laid.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from rulewright.interpreter.engine.game import Game
from tests.games import motora_abreast as abreast
from tests.models.motora.rulings import Rulings
from tests.texts import shipped
from tests.volume import volume

#: What the model calls otherwise.
NAMES = {"gap_over_10": "gap_over_ten"}
VALUES = {("npe_support", "none"): "alone", ("reroll_order", "none"): "off"}
COMPARED = Rulings.values()


def game_of(players: int, rulings: Rulings, quick: bool) -> Game:
    """The game with these rulings; made `quick` where it is played once."""
    chosen = {}
    for name, value in vars(rulings).items():
        if value is not None:
            word = VALUES.get((name, value), str(value).replace("_", "-"))
            chosen[NAMES.get(name, name)] = word
    return shipped("motora").instantiate(players, chosen, quick)


def play(players: int, rulings: Rulings, games: int, seed: int) -> Counter[str]:
    """Compare several games; what was done in them by the model's names."""
    # The full machine takes two seconds to make; that of six players is compared in any case.
    game, seen = game_of(players, rulings, games == 1 and players < 6), Counter[str]()
    for number in range(games):
        pair = abreast.play(game, rulings, random.Random(seed * 100_000 + number))
        seen += pair.seen
        seen[pair.model.reason] += 1
    return seen


def mixes(count: int, share: float, seed: int) -> Iterator[tuple[int, Rulings]]:
    """Numbers of players and rulings, a share of which is not the default."""
    rng = random.Random(seed)
    for _ in range(count):
        chosen = {
            name: rng.choice(values[1:])
            for name, values in COMPARED.items() if rng.random() < share
        }
        limit = rng.choice([3, 8]) if rng.random() < share else None
        cap = rng.choice([5, 9, 12]) if rng.random() < share else None
        yield rng.randint(2, 6), Rulings(turn_limit=limit, resource_cap=cap, **chosen)


@volume("games", 1, 100)
@pytest.mark.parametrize(
    "players", [3, 6, *(pytest.param(n, marks=pytest.mark.slow) for n in (2, 4, 5))])
def test_default_rulings_play_as_the_model_does(players: int, games: int) -> None:
    """The same options for the same seat, the same chances, states and winners."""
    assert sum(play(players, Rulings(), games, players).values()) > 100 * games


@volume("count", 1, 100)
@pytest.mark.parametrize("share", [0.15, 0.5])
def test_mixed_rulings_play_as_the_model_does(share: float, count: int) -> None:
    """The same with some and with many rulings away from the default."""
    for number, (players, rulings) in enumerate(mixes(count, share, round(100 * share))):
        play(players, rulings, 1, number)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in COMPARED.items() for value in values[1:]])
def test_every_ruling_plays_as_the_model_does(name: str, value: str) -> None:
    play(4, Rulings(**{name: value}), 10, 7)
