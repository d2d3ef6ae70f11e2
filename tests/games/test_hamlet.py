"""Hamlet, a game of workers and meals, in step with an independent model."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest

from rulewright.interpreter.engine.game import Game, State
from tests.models.hamlet_model import GROWTH, PLACES, WORDS, Hamlet
from tests.texts import loaded, path_of
from tests.volume import volume

PATH = path_of("hamlet")
SEATS = ("Red", "Blue", "Green", "Yellow")


@cache
def game(players: int, rounds: int) -> Game:
    return loaded(PATH).instantiate(players, {"rounds": str(rounds)})


def agree(state: State, model: Hamlet) -> None:
    """The same goods, houses, hunger and heaps; the same workers at home and out."""
    shown = state.view()
    for seat, who in zip(SEATS, model.people, strict=False):
        has = shown[seat]
        assert has["stock"] == {word: str(who.goods[good]) for good, word in WORDS.items()}
        assert [int(has["houses"]), int(has["hunger"])] == [who.houses, who.hunger]
    for place, (good, _) in GROWTH.items():
        assert int(shown["place"][place]["heap"][WORDS[good]]) == model.heaps[place]
    at = Counter(worker["at"] for worker in state.to_json()["Worker"].values())
    for seat, who in zip(SEATS, model.people, strict=False):
        assert at[f"Home of {seat}"] == who.home


@pytest.mark.parametrize(("players", "rounds"), [(2, 6), (3, 4), (4, 3), (2, 12)])
@volume("games", 3, 60)
def test_follows_the_model(players: int, rounds: int, games: int) -> None:
    """The same options for the same player, the same goods, and the same end."""
    seen: Counter[str] = Counter()
    for seed in range(games):
        rng = random.Random(seed)
        state, model = game(players, rounds).start(), Hamlet(players, rounds)
        while model.stage != "over":
            agree(state, model)
            assert (state.kind, state.player) == ("decision", model.player)
            assert state.options() == model.options()
            # Who builds and grows whenever he can sees more of the game than who only wanders.
            wanted = [
                text for text in model.options() if text in ("yard", "cradle", "build", "mill")
            ]
            text = rng.choice(wanted if wanted and rng.random() < 0.5 else model.options())
            seen[text.split()[0]] += 1
            state = state.apply(text)
            model.apply(text)
        scores = [who.score for who in model.people]
        assert state.result is not None and state.result.rule == "HAM-END"
        assert list(state.result.ranks) == [1 + sum(b > a for b in scores) for a in scores]
    assert seen.keys() >= {*PLACES, "build", "enough", "eat", "go", "sell", "take"}
