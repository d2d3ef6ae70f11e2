"""MOTOX's ruleset against the independent model, over seeded random games.

The model calls options by tuples; here the texts of the ruleset are read as such tuples. Where the
model has a single way on that the rules do not ask about (the first tile, a player who is stuck
while building, a coin that is drawn anyway), the ruleset carries it out by itself.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from statistics import mean

import pytest

from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.game import Game, State
from tests.models import motox_model as motox
from tests.models.motox import figures
from tests.models.motox.ride import Option
from tests.models.motox.rulings import Rulings
from tests.models.motox.track import Space
from tests.texts import shipped
from tests.volume import volume

FACES = {"null": 0, "ace": 1, **{str(number): number for number in (2, 3, 4, 5)}}
HEADINGS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
#: Options of a single word, by the stage of the model if it matters.
WORDS: dict[str, Option] = {
    "pass": ("pass",), "ride": ("move",), "roll": ("roll",), "coin": ("coin",), "stop": ("stop",),
    "stay off": ("stay off",), "draw a coin": ("draw",), "no coin": ("wait",),
    "no extra dice": ("extra", 0),
}
#: What the model calls otherwise.
NAMES = {
    "crash_pick": "crash_pick", "extra_dice_reentry": "extra_dice_on_reentry",
    "max_turns": "longest_race",
}
VALUES = {("corner_contact", "none"): "forbidden", ("raised_edge", "exit"): "at-exit"}
SEATS = ("Red", "Black", "Green", "Blue")


def options_of(rulings: Rulings) -> dict[str, str]:
    """The rulings in the words of the ruleset."""
    found = {}
    for name, value in vars(rulings).items():
        word = VALUES.get((name, value), str(value).replace("_", "-"))
        if value is not None:
            found[NAMES.get(name, name)] = word
    return found


def space(text: str) -> Space:
    """Read `7:2L`."""
    tile, rest = text.split(":")
    return int(tile), int(rest[0]), rest[1]


def read(text: str, model: motox.State) -> Option:
    """An option's text as the model's tuple."""
    if model.stage in ("start", "roll"):
        return ("die", FACES[text])
    if text in WORDS:
        return WORDS[text]
    match text.split():
        case [seat, "starts"]:
            return ("starter", SEATS.index(seat))
        case ["tile", way]:
            (x, y), (across, along) = model.track.places[-1], HEADINGS[way]
            return ("tile", x + across, y + along)
        case ["coin", tile]:
            return ("ramp", int(tile))
        case [place]:
            return ("place", space(place))
        case [coins, "extra"]:
            return ("extra", int(coins))
        case [face, "finish"]:
            return ("finish", FACES[face])
        case [face, "stay"]:
            return ("stay", FACES[face])
        case [face, "to", place]:
            return ("ride", FACES[face], space(place))
        case [face, "crash", place]:
            return ("crash", FACES[face], space(place))
    raise AssertionError(text)


def is_carried_out(model: motox.State) -> bool:
    """Whether the ruleset goes on by itself, as there is but one way."""
    if model.ended:
        return False
    if ("stay",) in model.options:  # nothing may be moved: to stop would be the same
        return True
    laid = model.stage == "build" and not len(model.track)
    only = model.options[0]
    return len(model.options) == 1 and (laid or only in (("pass",), ("wait",), ("draw",)))


def onward(model: motox.State) -> motox.State:
    """The state in which the ruleset asks or rolls next."""
    while is_carried_out(model):
        model = motox.apply(model, model.options[0])
    return model


def agree(state: State, model: motox.State) -> dict[Option, str]:
    """The same decision for both, or the same end; the texts of the options."""
    if state.kind == "end":
        assert model.ended
        assert state.result is not None
        agree_on_the_end(state, model)
        return {}
    assert not model.ended
    if state.kind == "chance":
        assert model.decider == motox.CHANCE
        outcomes = state.outcomes()
        assert len({weight for _, weight in outcomes}) == 1
        texts = [text for text, _ in outcomes]
    else:
        assert state.player == model.decider
        texts = state.options()
    found = {read(text, model): text for text in texts}
    assert len(found) == len(texts)
    assert set(found) == set(model.options)
    return found


def agree_on_the_end(state: State, model: motox.State) -> None:
    """The winner, or the places, or that nobody has won."""
    result = state.result
    assert result is not None
    places = [0 if bike is None else bike.place for bike in model.bikes]
    if not any(places):
        assert result.draw
        assert result.rule == "MTX-RUL-29"
        return
    arrived = [place or max(places) + 1 for place in places]
    assert list(result.ranks) == [sum(other < own for other in arrived) + 1 for own in arrived]


Policy = Callable[[motox.State, list[Option], random.Random], Option]


def compare(
    game: Game, rulings: Rulings, rng: random.Random, policy: Policy
) -> tuple[State, motox.State]:
    """Play one game in lockstep; both last states."""
    state, model = game.start(), onward(motox.start(len(game.seats), rulings))
    played: list[str] = []
    try:
        while found := agree(state, model):
            option = policy(model, motox.options(model), rng)
            played.append(found[option])
            state, model = state.apply(found[option]), onward(motox.apply(model, option))
    except AssertionError:
        print(" ".join(f"[{text}]" for text in played))
        raise
    return state, model


def keenly(keen: float) -> Policy:
    """Any option, but the keener, the more often one that gets on."""
    def choose(model: motox.State, options: list[Option], rng: random.Random) -> Option:
        option = rng.choice(options)
        return onwards(options, rng) if rng.random() < keen else option

    return choose


def onwards(options: list[Option], rng: random.Random) -> Option:
    """An option that gets on: a ride rather than none, a coin rather than a roll."""
    for kind in ("move", "finish", "coin", "roll", "ride", "ramp"):
        wanted = [option for option in options if option[0] == kind]
        if wanted:
            return rng.choice(wanted)
    return rng.choice(options)


def play(players: int, rulings: Rulings, games: int, seed: int) -> Counter[str]:
    """Compare several games; what came of them."""
    quick = games < 10 and rulings != Rulings()  # a full machine takes longer to make than to play
    game = shipped("motox").instantiate(players, options_of(rulings), quick)
    counts: Counter[str] = Counter()
    for number in range(games):
        rng = random.Random(seed * 100_000 + number)
        _, model = compare(game, rulings, rng, keenly((0.0, 0.5, 0.9)[number % 3]))
        counts["won"] += model.winner is not None
        counts["trapped"] += len(model.track) < motox.TILES
    return counts


def mixes(count: int, share: float, seed: int) -> Iterator[tuple[int, Rulings]]:
    """Numbers of players and rulings, a share of which is not the default."""
    rng = random.Random(seed)
    for _ in range(count):
        chosen = {
            name: rng.choice(values[1:])
            for name, values in Rulings.values().items() if rng.random() < share
        }
        limit = rng.choice([50, 200]) if rng.random() < share else None
        yield rng.choice([3, 4]), Rulings(max_turns=limit, **chosen)


@pytest.mark.parametrize("players", [3, 4])
@volume("games", 2, 1000)
def test_default_rulings_play_as_the_model_does(games: int, players: int) -> None:
    """Decision for decision, ruleset and model agree on who decides, among what, and the winner."""
    assert play(players, Rulings(), games, players)["won"] == games


@volume("count", 1, 60)
@pytest.mark.parametrize("share", [0.15, 0.5])
def test_mixed_rulings_play_as_the_model_does(share: float, count: int) -> None:
    """The same with some and with many rulings away from the default."""
    for number, (players, rulings) in enumerate(mixes(count, share, round(100 * share))):
        play(players, rulings, 3, number)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(
    ("name", "value"),
    [(name, value) for name, values in Rulings.values().items() for value in values[1:]],
)
def test_every_ruling_plays_as_the_model_does(players: int, name: str, value: str) -> None:
    play(players, Rulings(**{name: value}), 30, 7)


def race_turns(players: int, games: int, seed: int) -> list[int]:
    """The turns of the race in random games of the ruleset, by the policy of the rules' figures.

    The model counts them: it ends in step with the ruleset, whose turns are those of building too.
    """
    game, found = shipped("motox").instantiate(players, {}), []
    for number in range(games):
        policy = figures.by_reasons
        state, model = compare(game, Rulings(), random.Random(seed * 100_000 + number), policy)
        assert state.result is not None
        assert state.result.rule == "MTX-WIN-02"
        found.append(model.turns)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("players", "expected"), [(3, 305.6), (4, 350.3)])
def test_length_of_random_races(players: int, expected: float) -> None:
    """The means that the rules give (5,000 games by a program written apart), within four standard
    errors: so many games as are played in step tell no more. 5,000 games of the model alone, which
    is the same race choice by choice, are nearer (`test_length_of_many_random_races`)."""
    turns = race_turns(players, 300, players)
    print(f"{mean(turns):.1f} ± {figures.error(turns):.1f}")
    assert abs(mean(turns) - expected) < 4 * figures.error(turns)


def test_no_winner_after_so_many_turns() -> None:
    """The limit of the turns ends a game in which nobody rides on."""
    for number in range(3):
        assert play(3, Rulings(max_turns=20), 1, number)["won"] == 0


@pytest.mark.parametrize(("leftover", "wrong", "right"), [
    ("remove", 1, 0), ("to-discards", 0, 12), ("keep-as-race-coins", 11, 12),
])
def test_a_race_has_all_its_coins(leftover: str, wrong: int, right: int) -> None:
    """COIN-06, RUL-03: no ramp coin was laid here, so twelve are out of the game or among the
    discards; each player has his four race coins."""
    game = shipped("motox").instantiate(3, {"leftover_ramp_coins": leftover}, quick=True)
    coins = {seat: {"race coins": 4, "ramp coins": 0} for seat in SEATS[:3]}
    bikes = [{"owner": seat, "at": f"1:1{lane}"} for seat, lane in zip(SEATS, "LR", strict=False)]
    given = {**coins, "Bike": bikes}
    with pytest.raises(RulesError, match="race coins among players plus the discards"):
        game.position({**given, "game": {"racing": "yes", "discards": wrong}})
    game.position({**given, "game": {"racing": "yes", "discards": right}})


def test_the_track_is_as_long_as_it_has_tiles() -> None:
    game = shipped("motox").instantiate(3, quick=True)
    with pytest.raises(RulesError, match="whose site is not none is the length"):
        game.position({"game": {"length": 2}})
