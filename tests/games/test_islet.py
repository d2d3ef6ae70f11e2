"""Islet, a game of trade on the corners and edges of fields, in step with an independent model."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest

from rulewright.interpreter.engine.game import Game, State
from tests.models.islet_model import CORNERS, GOODS, PATHS, Islet, name
from tests.played import texts_of
from tests.texts import loaded, path_of
from tests.volume import volume

PATH = path_of("islet")
SEATS = ("Red", "Blue", "White", "Orange")


@cache
def game(players: int, goal: int) -> Game:
    return loaded(PATH).instantiate(players, {"goal": str(goal)})


def test_the_map() -> None:
    assert (len(CORNERS), len(PATHS)) == (24, 30)


def said(text: str) -> str:
    """An option of the model, with seats by their names."""
    words = text.split()
    if words[0] in ("offer", "rob"):
        words[1] = SEATS[int(words[1])]
    return " ".join(words)


def standing(board: dict[str, dict[str, str]]) -> dict[str, str]:
    """The pieces of a board by their places."""
    return {at: place["piece"] for at, place in board.items() if place["piece"] != "none"}


def agree(state: State, model: Islet) -> None:
    shown = state.view()
    for number, seat in enumerate(SEATS[: model.players]):
        assert shown[seat]["stock"] == {good: str(model.goods[number][good]) for good in GOODS}
    sites = {name(at): f"{noun} of {SEATS[who]}"
             for noun, at_whom in (("Settlement", model.settlements), ("City", model.cities))
             for at, who in at_whom.items()}
    roads = {name(at): f"Road of {SEATS[who]}" for at, who in model.roads.items()}
    assert standing(shown["Shore"]) == sites and standing(shown["Ways"]) == roads
    assert shown["game"]["champion"] == (
        "none" if model.champion is None else SEATS[model.champion]
    )


def chosen(rng: random.Random, model: Islet, hoards: bool) -> str:
    """An option; builders are wanted, as who only trades comes to no end, and now and then somebody
    who does nothing until his hand is too full."""
    options = model.options()
    if hoards and "done" in options and model.goods[model.mover].total() < 12:
        return "done"
    works = [text for text in options if text.split()[0] in ("road", "settle", "city")]
    return rng.choice(works if works and rng.random() < 0.7 else options)


@pytest.mark.parametrize(("players", "goal"), [(2, 10), (3, 7), (4, 6)])
@volume("games", 2, 40)
def test_follows_the_model(players: int, goal: int, games: int) -> None:
    """The same options for the same player, the same board and goods, and the same end."""
    seen: Counter[str] = Counter()
    for seed in range(games):
        rng = random.Random(seed)
        state, model = game(players, goal).start(), Islet(players, goal)
        while model.stage != "over":
            if state.decisions % 4 == 0:
                agree(state, model)
            rolls = model.stage in ("first die", "second die", "steal")
            assert state.kind == ("chance" if rolls else "decision")
            assert rolls or state.player == model.player
            assert sorted(texts_of(state)) == sorted(map(said, model.options()))
            if model.stage == "steal":
                held = model.goods[model.victim]
                assert dict(state.outcomes()) == {good: held[good] for good in model.options()}
            text = chosen(rng, model, hoards=seed % 2 == 1 and state.turns < 100)
            seen[text.split()[0]] += 1
            seen["champion"] += model.champion is not None
            state = state.apply(said(text))
            model.apply(text)
        assert state.result is not None and state.result.rule == "ISL-END"
        assert state.result.winners == [model.winner]
    assert seen.keys() >= {
        "road",
        "settle",
        "city",
        "bank",
        "offer",
        "accept",
        "refuse",
        "robber",
        "rob",
        "give",
        "champion",
    }
