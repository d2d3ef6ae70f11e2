"""Motif's ruleset against the independent model, and its properties over random play."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from rulewright.interpreter.engine.game import Game
from rulewright.interpreter.engine.machine import END
from rulewright.interpreter.play import perft
from tests.models import motif_model
from tests.texts import shipped
from tests.volume import volume

PERFT = Path(__file__).resolve().parents[1] / "perft" / "motif.perft"
#: A game of the comparison is left after so many decisions; shy players can go on for thousands.
MOST_DECISIONS = 600
FIRST = {0: "gold", 1: "black"}


@cache
def game_of(width: int, height: int, tokens: int, first: int = 0, **more: str) -> Game:
    options = {"width": str(width), "height": str(height), "tokens": str(tokens),
               "first_player": FIRST[first], **more}
    return shipped("motif").instantiate(2, options)


@pytest.mark.parametrize(
    ("width", "height", "tokens", "games"),
    [(2, 2, 1, 20), (3, 3, 2, 30), (4, 4, 3, 14), (5, 5, 3, 8), (5, 3, 2, 12), (3, 3, 1, 30)],
)
@volume("part", 4, 1)
def test_same_options_and_results_as_the_model(
    part: int, width: int, height: int, tokens: int, games: int
) -> None:
    """Move for move, the engine offers what the model offers and ends as the model ends.

    Options are taken with a preference for the mover's own colour every second game, so that
    positions repeat and the stalemate duty with its whole-turn look-ahead is exercised. Of each
    kind there is a game on every board in a fourth part of the games, too.
    """
    rng = random.Random(width * 100 + height * 10 + tokens)
    for number in range(games // part):
        first = number % 2
        game = game_of(width, height, tokens, first)
        state = game.start()
        model = motif_model.initial(width, height, tokens, first)
        for _ in range(MOST_DECISIONS):
            if motif_model.is_over(model):
                break
            offered = state.options()
            assert sorted(offered) == sorted(motif_model.options(model))
            if number % 2:
                offered = shy(offered, state.to_json()["Tiles"], game.seats[state.player or 0])
            move = rng.choice(offered)
            state, model = state.apply(move), motif_model.apply(model, move)
        assert (state.result is not None) == motif_model.is_over(model)
        if state.result is not None:
            winner = state.result.winners[0] if state.result.winners else None
            assert winner == motif_model.result(model)


def shy(options: list[str], tiles: dict[str, dict[str, str]], me: str) -> list[str]:
    """The options that land on a tile of the player's own colour, if there are any."""
    own = [o for o in options if tiles[o.lstrip("+").split("-")[-1]]["colour"] == me]
    return own or options


def table() -> Iterator[tuple[dict[str, str], list[int], list[int]]]:
    """The rows of the table of tree counts: what is counted, and the counts and ended games."""
    rows: dict[tuple[tuple[str, str], ...], dict[str, list[int]]] = {}
    for line in PERFT.read_text("utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        words = line.split()
        keys = dict(word.split("=") for word in words if "=" in word)
        what = keys.pop("count", "all")
        numbers = [int(n) for d, n in pairwise(words) if d.startswith("D") and d[1:].isdigit()]
        rows.setdefault(tuple(keys.items()), {})[what] = numbers
    for key, counted in rows.items():
        yield dict(key), counted["all"], counted["ended"]


ROWS = list(table())


def compare(row: tuple[dict[str, str], list[int], list[int]], most: int) -> None:
    """Count with the engine as deep as the table's counts stay below `most`."""
    keys, counts, ended = row
    depth = max(1, sum(count <= most for count in counts))
    game = game_of(int(keys["width"]), int(keys["height"]), int(keys["tokens"]))
    found = perft.perft(game, depth, unit=keys["unit"])
    if list(found.counts) != counts[:depth]:
        divided = perft.perft(game, depth, unit=keys["unit"], divide=True).divide
        pytest.fail(f"{keys}: {found.counts} instead of {counts[:depth]}; by move: {divided}")
    assert list(found.ended) == ended[:depth]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: "-".join(row[0].values()))
def test_tree_counts(row: tuple[dict[str, str], list[int], list[int]]) -> None:
    """The engine's counts are those of the independent model (see the table's provenance)."""
    compare(row, 10_000)


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=lambda row: "-".join(row[0].values()))
def test_tree_counts_deeper(row: tuple[dict[str, str], list[int], list[int]]) -> None:
    compare(row, 30_000_000)


@volume("games", 200, 1000)
def test_random_games_end_by_a_rule(games: int) -> None:
    machine = shipped("motif").instantiate().fast
    rng = random.Random(5)
    endings: Counter[str | None] = Counter()
    for _ in range(games):
        v = machine.start()
        turns = 0
        while machine.kind(v) != END and turns < 1000:
            turns += machine.apply(v, rng.choice(machine.choices(v)))
        assert machine.kind(v) == END
        endings[machine.result(v).rule] += 1
    assert set(endings) <= {"MTF-END-02", "MTF-R20"}
    assert endings["MTF-END-02"] > 0.9 * games


def play_shy(game: Game, rng: random.Random) -> tuple[bool, str | None, bool]:
    """A game of two players who land on their own colour whenever they can, and on white last.

    Returns whether the duty came into force, the rule that ended the game, and if it was drawn.
    """
    machine = game.fast
    offset = {made.name: made.offset for made in game.program.fields}
    v = machine.start()
    duty = False
    while machine.kind(v) != END:
        choices = machine.choices(v)
        own = [c for c in choices if v[offset["colour"] + c[-1]] == machine.player(v) + 1]
        coloured = [c for c in choices if v[offset["colour"] + c[-1]] > 0]
        machine.apply(v, rng.choice(own or coloured or choices))
        duty = duty or bool(v[offset["stalemated"]])
    result = machine.result(v)
    assert not result.truncated
    return duty, result.rule, result.draw


@pytest.mark.parametrize(
    ("width", "height", "tokens"), [(2, 2, 1), (3, 2, 1), (3, 3, 1), (3, 3, 2), (5, 5, 3)]
)
def test_shy_players_force_the_duty_and_its_draw(width: int, height: int, tokens: int) -> None:
    """The duty comes into force; then positions repeat under it and ruling 20 draws the game,
    unless the duty drove somebody onto the last white tile."""
    games = [play_shy(game_of(width, height, tokens), random.Random(s)) for s in range(3)]
    assert all(duty for duty, _, _ in games)
    assert (True, "MTF-R20", True) in games
    assert {rule for _, rule, _ in games} <= {"MTF-R20", "MTF-END-02"}


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
