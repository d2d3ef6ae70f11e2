"""Transport's ruleset against its independent model: whole random games, choice for choice.

Both are asked for what can be chosen or drawn at every stage, and both are given the same answer.
The model takes a tile and its place as one choice, the ruleset as two. What is seen is compared
at one position, by the rulings on it.
"""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Any

import pytest

from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.game import Game, State
from tests.models import transport_model as model
from tests.models.transport.rulings import Rulings
from tests.texts import shipped

WAYS = ["east", "northeast", "northwest", "west", "southwest", "southeast"]
#: The names that options and their values have in the ruleset where they are not the model's.
NAMES = {
    "pallet_front_is_open_end": "pallet_front_as_end",
    "pallet_on_inonly": "pallet_on_in_only",
    "first_player": "first_seat",
    "colours": "seat_colours",
}
#: What a text says, by its form: the kind of the model's option, and what each group is.
FORMS = [
    (r"exchange", "discard", ""),
    (r"CELLr(\d)", "end", "cn"),
    (r"before CELL r(\d) to (\w+)", "insert", "cnw"),
    (r"CELL", "floor", "c"),
    (r"load CELL", "load", "c"),
    (r"wrench CELL", "target", "c"),
    (r"CELL to CELL (\w+)", "move", "ccw"),
    (r"CELL to CELL", "package", "cc"),
    (r"swap CELL CELL", "swap", "cc"),
    (r"own CELL", "colour", "c"),
    (r"(\d)/(\d)", "chip", "nn"),
    (r"([A-Z]{2}(?:\+[PWF])?)", "tile", "t"),
    (r"(\w+) begins", "first", "t"),
]
Option = tuple[Any, ...]


def read(text: str) -> Option:
    """The model's option that a text of the ruleset stands for."""
    for form, kind, parts in FORMS:
        if found := re.fullmatch(form.replace("CELL", r"\((-?\d+,-?\d+)\)"), text):
            given = zip(parts, found.groups(), strict=True)
            return plain((kind, *(value(part, said) for part, said in given)))
    raise AssertionError(f"no option of the model: {text}")


def value(part: str, said: str) -> Any:
    match part:
        case "c":
            column, row = said.split(",")
            return int(column), int(row)
        case "n":
            return int(said)
        case "w":
            return WAYS.index(said)
    return said


def plain(option: Option) -> Option:
    """The same for options that mean the same: two pallets and two faces are in no order."""
    match option:
        case ("chip", (one, other)) | ("chip", one, other):
            return ("chip", *sorted((one, other)))
        case ("swap", one, other):
            return ("swap", *sorted((one, other)))
    return option


def of_model(state: model.State, seats: tuple[str, ...]) -> dict[Option, Option]:
    """The model's options as `read` would give them."""
    at = {state.field.tiles[cell][0]: cell for cell in state.field.pallets}
    found = {}
    for option in state.options:
        kind, *parts = option
        if kind == "colour":
            found["colour", at[parts[0]]] = option
        elif kind == "first":
            found["first", seats[parts[0]]] = option
        else:
            found[plain(option)] = option
    return found


def offered(state: State, connecting: bool) -> dict[Option, tuple[int, ...]]:
    """What the ruleset offers, with the numbers of the choices that lead there."""
    found: dict[Option, tuple[int, ...]] = {}
    for number, text in enumerate(state.options()):
        if connecting and text.startswith("play "):
            tile = text.removeprefix("play ")
            for place, where in enumerate(state.apply(number).options()):
                kind, *parts = read(where)
                found[kind, tile, *parts] = (number, place)
        else:
            found[read(text)] = (number,)
    return found


def caught_up(state: State, other: model.State) -> State:
    """The ruleset asks for a loading tile also if there is only one, which is no choice for the
    model."""
    if other.stage == "load" or state.kind != "decision":
        return state
    texts = state.options()
    if len(texts) == 1 and texts[0].startswith("load "):
        (_, cell) = read(texts[0])
        assert cell == other.cell or cell in other.field.packages
        return state.apply(0)
    return state


def play(game: Game, rulings: Rulings, rng: random.Random) -> str:
    """A random game with both; why it ended."""
    players = len(game.seats)
    state, other = game.start(), model.start(players, rulings)
    while not other.ended:
        theirs = of_model(other, game.seats)
        if theirs == {("skip",): ("skip",)}:  # the ruleset offers nothing where all must be skipped
            other = model.apply(other, ("skip",))
            continue
        if state.kind == "chance":
            drawn = {read(text): (at, weight)
                     for at, (text, weight) in enumerate(state.outcomes())}
            assert {option: weight for option, (_, weight) in drawn.items()} == {
                option: model.weight(other, given) for option, given in theirs.items()}
            weights = [model.weight(other, theirs[option]) for option in sorted(theirs)]
            (option,) = rng.choices(sorted(theirs), weights)
            path: tuple[int, ...] = (drawn[option][0],)
        else:
            connecting = other.stage == "connect"
            mine = offered(state, connecting)
            assert sorted(mine) == sorted(theirs), other.stage
            option = rng.choice(sorted(theirs))
            path = mine[option]
            assert state.player == other.seat
        for number in path:
            state = state.apply(number)
        other = model.apply(other, theirs[option])
        state = caught_up(state, other)
    assert state.kind == "end" and state.result is not None
    assert {seat for seat, rank in enumerate(state.result.ranks) if rank == 1} == (
        model.winners(other))
    return other.reason


@cache
def game_of(players: int, **options: str) -> Game:
    """A game that is made quickly: each is played once. (That a full machine plays the same,
    `tests/engine/test_compiled.py` shows, and `tests/native` that the C does.)"""
    return shipped("transport").instantiate(players, options, quick=True)


@pytest.mark.parametrize(
    ("players", "games"), [(4, 1), *(pytest.param(n, 1, marks=pytest.mark.slow) for n in (2, 3))])
def test_same_options_and_results_as_the_model(players: int, games: int) -> None:
    for seed in range(games):
        play(game_of(players), Rulings(), random.Random(seed))


#: Values of rulings that are not the default, with the players of the game that is compared.
OTHERS = [
    ("arrow_fit", "compatible", 3), ("pallet_front_is_open_end", "yes", 2),
    ("pallet_on_inonly", "forbidden", 3), ("insert_isolated", "yes", 2),
    ("hex_shields_shift", "yes", 2), ("wrench_retrigger", "once_per_tile_per_turn", 2),
    ("wrench_same_cell", "other_rotation", 2), ("wrench_package", "blocks", 2),
    ("field_connectivity", "single_component", 2), ("swap_hex", "one_free", 2),
    ("package_order", "place_then_draw", 2), ("empty_bag", "ignore_icon", 3),
    ("pallet_flip", "twice", 3), ("loops", "no_tile_twice", 3), ("chip_backs", "hidden", 2),
    ("stack_end", "emptied", 4), ("discard_order", "draw_first", 2),
    ("discard_on_empty_stack", "forbidden", 4), ("discard_on_empty_stack", "ends_game", 4),
    ("stall_rounds", 1, 2), ("stall_rounds", None, 4), ("tie_break", "most_packages", 2),
    ("tie_break", "fewest_packages", 2), ("first_player", "random", 3), ("colours", "chosen", 3),
    ("neutral_pallet", "chip_removed", 4), ("partner_sees_hand", "yes", 4),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("ruling", "word", "players"), OTHERS)
def test_same_options_and_results_with_each_ruling(
    ruling: str, word: str | int | None, players: int
) -> None:
    game = game_of(players, **{NAMES.get(ruling, ruling): "off" if word is None else str(word)})
    play(game, Rulings(**{ruling: word}), random.Random(3))


def test_who_sees_hands_and_backs() -> None:
    """R-SECRET, R-BACKFACE: a partner's hand, and the back of a chip that lies on (-1,0)."""
    plain, other = game_of(4), game_of(4, partner_sees_hand="yes", chip_backs="hidden")
    given = {
        "Chip": {"Chip 1": {"at": "Tile 74", "face": 3, "back": 1}},
        "imprint": {"three-over-one": {"stock": 1}}, "to move": "Red",
    }
    for game, hands, backs in ((plain, {"Red"}, "1"), (other, {"Red", "Blue"}, "hidden")):
        view = game.position(given).view(0)
        assert view["Chip"]["Chip 1"] == {"at": "Tile 74", "face": "3", "back": backs}
        seen = {tile["at"].removeprefix("Hand of ") for tile in view["Tile"].values()
                if tile["at"].startswith("Hand of ")}
        assert seen == hands


def test_a_position_that_loses_a_tile_is_none() -> None:
    """SETUP-5: but for the starting tiles that are spare nothing is out of the game."""
    game = game_of(2)
    with pytest.raises(RulesError, match=r"not hold: no Tile that is not starting is in the box"):
        game.position({"Tile": [{"number": 59, "starting": "no", "at": "Stack"}]})
    with pytest.raises(RulesError, match=r"not hold: the number of Tiles in the box is the spare"):
        game.position({"Tile": [{"number": 60, "starting": "no", "at": "Stack"}]})
    with pytest.raises(RulesError, match=r"not hold: no Chip is in the box"):
        game.position({"Chip": [{"number": 19, "at": "Bag"}],
                       "imprint": {"five-over-four": {"stock": 1}}})
