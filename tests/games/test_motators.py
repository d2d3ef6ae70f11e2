"""Motators' ruleset against the independent model, over seeded random games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from rulewright.interpreter.engine.game import Game, State
from tests.models import motators_model
from tests.models.motators_model import CHANCE, NOBODY, Model, Result, Rulings, Square
from tests.texts import shipped
from tests.volume import volume

#: A game of the comparison is left after so many decisions.
MOST_DECISIONS = 400
SMALL = {"width": "5", "height": "6"}
#: What a random mix of options takes from, the defaults aside.
OTHER_WORDS = {
    "compat": ["by_motator", "by_surface", "intersection"],
    "first_player": ["random"],
    "start_corners": ["side_by_side", "opposite"],
    "start_stand": ["cover_corner", "surface_at_setup"],
    "first_motator": ["at_setup"],
    "first_surface": ["random", "own_choice"],
    "supply": ["random_draw"],
    "unplaceable": ["return_to_supply", "keep"],
    "supply_empty": ["move_on"],
    "move": ["mandatory"],
    "change": ["free"],
    "change_in_place": ["yes"],
    "change_fit": ["both"],
    "no_move": ["eliminate"],
    "steps": ["2", "3"],
    "adjacency": ["edge_or_corner"],
    "capacity": ["1", "3"],
    "goal_cover": ["own_goal_win_only", "free"],
    "goal_blocking": ["forbidden"],
    "dead_draw": ["off"],
    "goal_corner": ["long_side", "short_side"],
    "reach": ["beside_goal"],
    "leave": ["last_in_first_out"],
}


def engine_decision(state: State) -> tuple[int | None, list[str]]:
    """Who decides in the engine and among what, in the model's terms."""
    if state.kind == "end":
        return NOBODY, []
    if state.kind == "decision":
        return state.player, sorted(state.options())
    return CHANCE, sorted(text for text, _ in state.outcomes())


def engine_result(state: State) -> Result:
    """The engine's result in the model's terms."""
    result = state.result
    assert result is not None and result.rule is not None
    return Result(NOBODY if result.draw else result.winners[0], result.rule)


def distance(a: Square, b: Square) -> int:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def onward(model: Model, player: int, options: list[str]) -> list[str]:
    """The places, or moves, that lie about on the way from where a player stands to the goal."""
    goal = model.goal(player)
    under = model.standing(player)
    squares = under.squares if under else {model.players[player].start}
    here = min(sorted(squares), key=lambda square: distance(square, goal))

    def cost(option: str) -> int:
        ends = [motators_model.parse_square(name) for name in option.split()[1].split("-")]
        left = min(distance(end, goal) for end in ends)
        if option.startswith("move"):
            return left
        return left + min(distance(end, here) for end in ends)

    least = min(map(cost, options))
    return [option for option in options if cost(option) == least]


def pick(
    model: Model, player: int | None, options: list[str], rng: random.Random, keen: float
) -> str:
    """A random choice; the keener, the more often it lays and moves towards the goal."""
    moves = [option for option in options if option.startswith("move")]
    if moves and "stay" in options and rng.random() < 0.1:
        return "stay"
    if moves and rng.random() < 0.8:
        options = moves
    if player is not None and rng.random() < keen:
        onwards = moves or [option for option in options if option.startswith("place")]
        return rng.choice(onward(model, player, onwards) if onwards else options)
    return rng.choice(options)


def compare(game: Game, model: Model, rng: random.Random, keen: float) -> str | None:
    """Play one game in lockstep; returns the rule that ended it, if one did."""
    state = game.start()
    played: list[str] = []
    for _ in range(MOST_DECISIONS):
        who, options = engine_decision(state)
        assert (who, options) == (model.decider(), sorted(model.options())), played
        if who is NOBODY:
            assert engine_result(state) == model.result, played
            return engine_result(state).rule
        text = pick(model, who, options, rng, keen)
        played.append(text)
        state = state.apply(text)
        model.apply(text)
    return None


def play(players: int, words: dict[str, str], games: int, seed: int) -> Counter[str | None]:
    """Compare several games with the same options; returns how often which rule ended them."""
    quick = games < 10 and bool(words)  # a full machine takes longer to make than to play
    game = shipped("motators").instantiate(players, words, quick)
    endings: Counter[str | None] = Counter()
    for number in range(games):
        model = Model(players, Rulings.read(words))
        rng = random.Random(seed + number)
        endings[compare(game, model, rng, keen=0.9 if number % 2 else 0.4)] += 1
    return endings


def mixes(count: int, share: float, seed: int) -> Iterator[tuple[int, dict[str, str]]]:
    """Numbers of players and random options, a share of which is not the default."""
    rng = random.Random(seed)
    for _ in range(count):
        words: dict[str, str] = {}
        if rng.random() < 0.8:
            words["width"] = str(rng.choice([2, 3, 4, 5, 7, 8]))
            words["height"] = str(rng.choice([2, 3, 4, 5, 6, 10]))
        for key, others in OTHER_WORDS.items():
            if rng.random() < share:
                words[key] = rng.choice(others)
        if words.get("start_stand") == "surface_at_setup":
            # A player could be home before the first turn, which the model leaves aside.
            words.pop("reach", None)
        yield rng.choice([2, 2, 3, 4]), words


def compare_mixes(count: int, share: float, seed: int, games: int) -> Counter[str | None]:
    endings: Counter[str | None] = Counter()
    for number, (players, words) in enumerate(mixes(count, share, seed)):
        endings += play(players, words, games, 1000 * seed + games * number)
    return endings


@pytest.mark.parametrize("players", [2, 3, 4])
@volume("games", 6, 30)
def test_default_rulings_play_as_the_model_does(games: int, players: int) -> None:
    """Decision for decision, engine and model agree on who decides, among what, and the result.
    In six games, three of them keen, on each board somebody comes home."""
    endings = play(players, {}, games, players)
    endings += play(players, SMALL, games, players)  # few are home in time on the full board
    assert set(endings) <= {"MOT-GOAL-01", "MOT-R24", "MOT-R11"}
    assert endings["MOT-GOAL-01"] > 0


@pytest.mark.parametrize(("share", "seed"), [(0.1, 1), (0.2, 2), (0.35, 3)])
@volume("count", 3, 20)
def test_mixed_rulings_play_as_the_model_does(count: int, share: float, seed: int) -> None:
    """The same with few, some and many rulings and the board's size away from the default. (That
    each ruling does what it says, the scenarios show.)"""
    endings = compare_mixes(count, share, seed, 3)
    assert endings["MOT-GOAL-01"] > 0
    assert endings["MOT-R24"] > 0 or count < 20
    assert set(endings) - {None} <= {"MOT-GOAL-01", "MOT-R10", "MOT-R11", "MOT-R17", "MOT-R24"}


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_default_rulings_longer(players: int) -> None:
    endings = play(players, {}, 300, 100 + players)
    endings += play(players, SMALL, 300, 100 + players)
    assert set(endings) == {"MOT-GOAL-01", "MOT-R24", "MOT-R11"}


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.05, 0.1, 0.2, 0.3, 0.5])
def test_mixed_rulings_longer(share: float) -> None:
    endings = compare_mixes(400, share, round(share * 100), 3)
    assert {"MOT-GOAL-01", "MOT-R11", "MOT-R17", "MOT-R24"} <= set(endings)
