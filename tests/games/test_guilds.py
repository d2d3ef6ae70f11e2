"""Guilds, a game in which everybody builds a deck of cards, in step with an independent model."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest

from rulewright.interpreter.engine.game import Game, State
from tests.models.guilds_model import Guilds
from tests.played import texts_of
from tests.texts import ROOT, loaded
from tests.volume import volume

PATH = ROOT / "tests/rulesets/guilds.rules"
DECLINING = ("to market", "keep", "done")
SEATS = ("Ash", "Birch", "Cedar", "Dale")


@cache
def game(players: int) -> Game:
    return loaded(PATH).instantiate(players)


def piles(state: State) -> Counter[tuple[str, str]]:
    """How many cards of each craft lie where."""
    return Counter((card["at"], card["craft"]) for card in state.to_json()["Card"].values())


def model_piles(model: Guilds) -> Counter[tuple[str, str]]:
    places = {"Market": model.market, "Scrap": model.scrap}
    for name, player in zip(SEATS, model.players, strict=False):
        places |= {f"Deck of {name}": player.deck, f"Hand of {name}": player.hand,
                   f"Table of {name}": player.table, f"Discards of {name}": player.discards}
    return Counter({(place, craft): number for place, pile in places.items()
                    for craft, number in pile.items() if number})


@pytest.mark.parametrize("players", [2, 3, 4])
@volume("games", 2, 30)
def test_follows_the_model(players: int, games: int) -> None:
    """The same options, weights and piles at every stage, the same points, and the same end. In
    every other game nobody declines what he can do, so that decks grow."""
    played: set[str] = set()
    for seed in range(games):
        rng = random.Random(seed)
        state, model = game(players).start(), Guilds(players)
        while state.kind != "end":
            assert model.asked is not None
            kind, seat, texts = model.asked
            assert state.kind == kind
            if kind == "decision":
                assert state.player == seat and sorted(texts_of(state)) == sorted(texts)
                assert piles(state) == model_piles(model)
                deeds = sorted(text for text in texts if seed % 2 == 0 or text not in DECLINING)
                text = rng.choice(deeds)
            else:
                weights = dict(state.outcomes())
                assert weights.keys() == texts.keys()
                whole, total = sum(weights.values()), sum(texts.values())
                assert all(weights[craft] * total == number * whole
                           for craft, number in texts.items())
                text = rng.choices(list(texts), list(texts.values()))[0]
            played.add(text)
            state = state.apply(text)
            model.apply(text)
        assert model.asked is None
        points = [player.points() for player in model.players]
        assert [state.evaluate(f"{name}'s points") for name in SEATS[:players]] == points
        ranks = [(points[seat], -player.turns) for seat, player in enumerate(model.players)]
        winners = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
        assert state.result is not None and state.result.rule == "GUI-END"
        assert state.result.winners == (winners if len(winners) < players else [])
    assert len({text for text in played if text.startswith("play ")}) >= 4
