"""Shires, a tile-laying game, in step with an independent model; its drawing; a game by hand."""

from __future__ import annotations

import random
from functools import cache

import pytest

from rulewright.interpreter.engine.game import Game
from tests.models.shires_model import Shires
from tests.played import texts_of
from tests.texts import loaded, path_of
from tests.volume import volume

PATH = path_of("shires")
SEATS = ("Red", "Blue", "Green", "Yellow")


@cache
def game(players: int, stewards: int) -> Game:
    return loaded(PATH).instantiate(players, {"stewards": str(stewards)})


@pytest.mark.parametrize(("players", "stewards"), [(2, 4), (3, 1), (4, 2)])
@volume("games", 3, 40)
def test_follows_the_model(players: int, stewards: int, games: int) -> None:
    """The same options and outcomes at every stage, the same scores, and the same end."""
    paid = 0
    for seed in range(games):
        rng = random.Random(seed)
        state, model = game(players, stewards).start(), Shires(players, stewards)
        while state.kind != "end":
            assert sorted(texts_of(state)) == sorted(model.options())
            assert state.kind == ("chance" if model.stage == "draw" else "decision")
            if state.kind == "decision":
                assert state.player == model.mover
            else:
                weights = dict(state.outcomes())
                total = sum(weights.values())
                assert all(weights[sign] * model.bag.total() == total * number
                           for sign, number in model.bag.items() if number)
            text = rng.choice(sorted(texts_of(state)))
            state = state.apply(text)
            model.apply(text)
            assert [int(state.view()[seat]["score"]) for seat in SEATS[:players]] == model.score
        assert model.stage == "over"
        paid += sum(model.score)
        best = max(model.score)
        assert state.result is not None and state.result.rule == "SHI-END"
        winners = [seat for seat, score in enumerate(model.score) if score == best]
        assert state.result.winners == (winners if len(winners) < players else [])
    assert paid > 0


def test_a_town_and_a_road_by_hand() -> None:
    """The town of the first tile is closed by a town edge: 2 for each of two tiles, and the steward
    comes back. The road south of it is Blue's: Red cannot keep what he adds to it."""
    state = game(2, 4).start()
    for text in ("E", "(0,1)r2", "keep t"):
        state = state.apply(text)
    assert [state.view()[seat]["score"] for seat in ("Red", "Blue")] == ["4", "0"]
    assert {piece["at"] for piece in state.to_json()["Steward"].values()} == {"box"}
    for text in ("I", "(0,-1)r0", "keep r", "B"):
        state = state.apply(text)
    assert state.why("(0,-2)r2").rules == ["SHI-FIT"]  # it has meadow at its north
    state = state.apply("(0,-2)r1")  # the road goes on to the west
    assert state.options() == ["keep m", "no steward"]
    assert state.why("keep r").rules == ["SHI-POST"]
