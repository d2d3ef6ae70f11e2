"""Motif's ruleset against the independent model, and its properties over random play."""

from __future__ import annotations

import random
import sys
from collections import Counter
from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.engine.game import Game
from rulewright.interpreter.engine.machine import END

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.models import motif_counts, motif_model

FIRST = {0: "gold", 1: "black"}


def game_of(width: int, height: int, tokens: int, first: int = 0, **more: str) -> Game:
    options = {"width": str(width), "height": str(height), "tokens": str(tokens),
               "first_player": FIRST[first], **more}
    return driver.load("motif").instantiate(2, options)


@pytest.mark.parametrize(
    ("width", "height", "tokens", "games"),
    [(2, 2, 1, 40), (3, 3, 2, 60), (4, 4, 3, 25), (5, 5, 3, 15), (5, 3, 2, 25), (3, 3, 1, 60)],
)
def test_same_options_and_results_as_the_model(
    width: int, height: int, tokens: int, games: int
) -> None:
    """Move for move, the engine offers what the model offers and ends as the model ends.

    Options are taken with a preference for the mover's own colour every second game, so that
    positions repeat and the stalemate duty with its whole-turn look-ahead is exercised.
    """
    rng = random.Random(width * 100 + height * 10 + tokens)
    for number in range(games):
        first = number % 2
        game = game_of(width, height, tokens, first)
        state = game.start()
        model = motif_model.initial(width, height, tokens, first)
        while not motif_model.is_over(model):
            offered = state.options()
            assert sorted(offered) == sorted(motif_model.options(model))
            if number % 2:
                offered = shy(offered, state.to_json()["Tiles"], game.seats[state.player or 0])
            move = rng.choice(offered)
            state, model = state.apply(move), motif_model.apply(model, move)
        assert state.result is not None
        winner = state.result.winners[0] if state.result.winners else None
        assert winner == motif_model.result(model)


def shy(options: list[str], tiles: dict[str, dict[str, str]], me: str) -> list[str]:
    """The options that land on a tile of the player's own colour, if there are any."""
    own = [o for o in options if tiles[o.lstrip("+").split("-")[-1]]["colour"] == me]
    return own or options


@pytest.mark.parametrize(
    ("width", "height", "tokens", "depth"), [(3, 3, 2, 6), (4, 4, 3, 4), (5, 5, 3, 4)]
)
def test_tree_counts_by_decisions(width: int, height: int, tokens: int, depth: int) -> None:
    from rulewright.interpreter.play import perft

    found = perft.perft(game_of(width, height, tokens), depth)
    wanted = motif_counts.counts_by_decisions(width, height, tokens, depth)
    assert list(found.counts) == list(wanted.counts)
    assert list(found.ended) == list(wanted.ended)


@pytest.mark.parametrize(
    ("width", "height", "tokens", "depth"), [(3, 3, 2, 4), (4, 4, 3, 3), (5, 5, 3, 2)]
)
def test_tree_counts_by_turns(width: int, height: int, tokens: int, depth: int) -> None:
    from rulewright.interpreter.play import perft

    found = perft.perft(game_of(width, height, tokens), depth, unit="turn")
    wanted = motif_counts.counts_by_turns(width, height, tokens, depth)
    assert list(found.counts) == list(wanted.counts)
    assert list(found.ended) == list(wanted.ended)


def test_a_thousand_random_games_end_by_a_rule() -> None:
    machine = driver.load("motif").instantiate().fast
    rng = random.Random(5)
    endings: Counter[str | None] = Counter()
    for _ in range(1000):
        v = machine.start()
        turns = 0
        while machine.kind(v) != END and turns < 1000:
            turns += machine.apply(v, rng.choice(machine.choices(v)))
        assert machine.kind(v) == END
        endings[machine.result(v).rule] += 1
    assert set(endings) <= {"MTF-END-02", "MTF-R20"}
    assert endings["MTF-END-02"] > 900


def test_shy_players_force_the_duty_and_its_draw() -> None:
    """Players who land on their own colour whenever they can run into the stalemate duty; some
    games then repeat again and are drawn by ruling 20."""
    game = game_of(5, 5, 3)
    rng = random.Random(9)
    duties = draws = 0
    for _ in range(12):
        state = game.start()
        seen = False
        while state.kind != "end":
            view = state.to_json()
            seen = seen or view["game"]["stalemated"] == "yes"
            options = shy(state.options(), view["Tiles"], game.seats[state.player or 0])
            state = state.apply(rng.choice(options))
        assert state.result is not None and not state.result.truncated
        duties += seen
        draws += state.result.rule == "MTF-R20"
        assert (state.result.rule == "MTF-R20") == state.result.draw
    assert duties == 12
    assert draws > 0


def test_lemmas_hold_in_random_play() -> None:
    """The tile under a token has its colour; white never grows; reach is what the model says."""
    game = game_of(4, 4, 2)
    rng = random.Random(3)
    for _ in range(10):
        state = game.start()
        white = 16
        while state.kind != "end":
            tiles = state.to_json()["Tiles"]
            for tile in tiles.values():
                if tile["piece"] != "none":
                    assert tile["piece"] == f"Token of {tile['colour']}"
            now = sum(tile["colour"] == "White" for tile in tiles.values())
            assert now <= white
            white = now
            state = state.apply(rng.choice(state.options()))
