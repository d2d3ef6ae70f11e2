"""Backgammon as a ruleset, in lockstep with its model: who rolls or decides, all that can be
chosen, where every checker stands, and what the game is worth."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache

import pytest

from rulewright.interpreter.engine.game import Game, State
from tests.models import backgammon_model as model
from tests.texts import loaded, path_of

PATH = path_of("backgammon")
SEATS = ("White", "Black")


@cache
def game() -> Game:
    return loaded(PATH).instantiate()


def men(state: State, player: int) -> model.Men:
    """A player's checkers, counted by their places as the model numbers them."""
    seat = SEATS[player]
    places = {f"Tray of {seat}": model.OFF, f"Bar of {seat}": model.BAR}
    for column, letter in enumerate("abcdefghijkl", 1):
        for point, number in ((f"{letter}1", 13 - column), (f"{letter}2", 12 + column)):
            places[point] = number if player == model.WHITE else 25 - number
    found = Counter(
        places[has["at"]] for name, has in state.view()["Checker"].items() if seat in name
    )
    return tuple(found[place] for place in range(model.BAR + 1))


def dice(state: State) -> list[int]:
    return sorted(int(die["face"]) for die in state.view()["Die"].values() if die["at"] == "Cast")


def meaning(text: str) -> model.Option:
    """The step of the model that an option of the ruleset is."""
    moved = re.fullmatch(r"(\d+)/(\d+)", text)
    if moved:
        return "move", int(moved[1]), int(moved[1]) - int(moved[2])
    off = re.fullmatch(r"(\d+)/off by (\d)", text)
    assert off is not None, text
    return "move", int(off[1]), int(off[2])


def agree(state: State, other: model.State) -> dict[model.Option, str]:
    """That both are at the same place; the texts of all that can come of it."""
    assert tuple(men(state, player) for player in (model.WHITE, model.BLACK)) == other.men
    if other.ended:
        assert state.result is not None and other.winner is not None
        worth = model.worth(other)
        assert list(state.result.payoffs) == [
            worth if player == other.winner else -worth for player in (model.WHITE, model.BLACK)
        ]
        return {}
    if other.rolling:
        assert state.outcomes() == [(str(face), 1) for face in range(1, 7)]
        return {("die", face): str(face) for face in range(1, 7)}
    assert (state.kind, state.player) == ("decision", other.player)
    assert dice(state) == sorted(other.dice)
    texts = {meaning(text): text for text in state.options()}
    assert len(texts) == len(state.options())
    assert set(texts) == set(model.options(other))
    return texts


def follows(seed: int) -> int:
    """Both play one random game; what it was worth."""
    rng = random.Random(seed)
    state, other = game().start(), model.start()
    while texts := agree(state, other):
        option = rng.choice(sorted(texts))
        state, other = state.apply(texts[option]), model.apply(other, option)
    return model.worth(other)


@pytest.mark.parametrize("seed", range(4))
def test_follows_the_model(seed: int) -> None:
    assert follows(seed) in (1, 2, 3)


@pytest.mark.slow
def test_follows_the_model_for_long() -> None:
    assert {follows(seed) for seed in range(100, 200)} == {1, 2, 3}


def test_is_drawn_as_it_lies_on_the_table() -> None:
    drawn = [" ".join(text for text, _ in row) for row in game().drawing(game().start())]
    assert drawn == ["5W . . . 3B . 5B . . . . 2W", "5B . . . 3W . 5W . . . . 2B"]
