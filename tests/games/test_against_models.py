"""More classics as rulesets, each against a model that knows only that game (`tests/models/`).

In lockstep a ruleset and its model play the same random games: whoever decides, what can be chosen
and how it ends must be the same all the way. Trees are counted by both, small games solved by both.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Protocol, TypeVar

import pytest

from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.game import Game, State
from rulewright.interpreter.play.perft import perft
from rulewright.interpreter.ui import board
from tests.models import dots_model
from tests.models.cant_stop_model import CantStop
from tests.models.dots_model import Dots
from tests.models.go_model import Go
from tests.models.hearts_model import PACK, Hearts
from tests.models.kalah_model import ROUND, Kalah
from tests.models.morris_model import Morris
from tests.texts import loaded, path_of

NAMES = ("kalah", "nine-mens-morris", "cant-stop", "hearts", "dots-and-boxes", "go")

M = TypeVar("M", bound="Model")


class Model(Protocol):
    """What all models have in common."""

    @property
    def player(self) -> int: ...
    def options(self) -> list[str]: ...
    def apply(self: M, option: str, /) -> M: ...
    def ranks(self) -> list[int] | None: ...


@cache
def game(name: str, players: int | None = None, **options: str) -> Game:
    return loaded(path_of(name)).instantiate(players, options=options)


# ---- what is done with every game ---------------------------------------------------------------


def agree(state: State, model: Model) -> None:
    """Who decides and what can be chosen, or how the game ended."""
    ranks = model.ranks()
    assert (None if state.result is None else list(state.result.ranks)) == ranks
    if ranks is None:
        assert state.player == model.player
        options = state.options()
        assert len(set(options)) == len(options)
        assert set(options) == set(model.options())


def lockstep(state: State, model: M, rng: random.Random) -> Iterator[tuple[State, M]]:
    """Both play the same random game; every moment of it."""
    agree(state, model)
    yield state, model
    while model.ranks() is None:
        option = rng.choice(model.options())
        state, model = state.apply(option), model.apply(option)
        agree(state, model)
        yield state, model


def played(state: State, *moves: str) -> State:
    for move in moves:
        state = state.apply(move)
    return state


def counted(model: Model, depth: int) -> tuple[list[int], list[int]]:
    """Sequences of 1, 2, … options, and how many of them end the game."""
    counts, ended = [0] * depth, [0] * depth
    for option in model.options():
        after = model.apply(option)
        counts[0] += 1
        ended[0] += after.ranks() is not None
        if depth > 1:
            for at, found in enumerate(zip(*counted(after, depth - 1), strict=True), start=1):
                counts[at] += found[0]
                ended[at] += found[1]
    return counts, ended


def check_counts(state: State, model: Model, depth: int) -> list[int]:
    found = perft(state.game, depth, state=state)
    assert (found.counts, found.ended) == counted(model, depth)
    return found.counts


def forbids(state: State, move: str, rule: str) -> bool:
    with pytest.raises(RulesError):
        state.apply(move)
    return rule in state.why(move).rules


def drawing(state: State) -> list[str]:
    """The rows of the drawn board, from the top."""
    return [" ".join(text for text, _ in row) for row in state.game.drawing(state)]


# ---- Kalah --------------------------------------------------------------------------------------


def kalah(houses: str, others: str, mover: str = "South") -> State:
    """A board as it is drawn: North's store and houses above, South's houses and store below."""
    return game("kalah").position({"Tray": f"{others}\n{houses}", "to move": mover})


def seeds(state: State) -> tuple[int, ...]:
    """The seeds in all pits, in the order of the model."""
    view = state.view()["Tray"]
    return tuple(int(view[pit]["seeds"]) for pit in ROUND)


def test_kalah_counts() -> None:
    assert check_counts(game("kalah").start(), Kalah.start(), 5) == [6, 35, 185, 942, 4690]


@pytest.mark.parametrize(("number", "depth"), [(1, 8), (2, 6), (3, 5), (6, 4)])
def test_kalah_counts_with_other_seeds(number: int, depth: int) -> None:
    start = game("kalah", handful=str(number)).start()
    check_counts(start, Kalah.start(number), depth)


@pytest.mark.slow
def test_kalah_deep_counts() -> None:
    check_counts(game("kalah").start(), Kalah.start(), 8)
    check_counts(game("kalah", handful="1").start(), Kalah.start(1), 12)


@pytest.mark.parametrize("number", range(1, 7))
def test_kalah_follows_the_model(number: int) -> None:
    start = game("kalah", handful=str(number)).start()
    rules = set()
    for seed in range(15):
        moments = list(lockstep(start, Kalah.start(number), random.Random(seed)))
        assert all(seeds(state) == model.pits for state, model in moments)
        last = moments[-1][0].result
        assert last is not None
        rules.add(last.rule)
        # The tree of the last moves: here games end in many ways.
        check_counts(*moments[max(0, len(moments) - 5)], 4)
    assert rules == {"KALAH-END"}


def test_kalah_sowing() -> None:
    state = played(game("kalah").start(), "c1")
    assert drawing(state) == ["0 4 4 4 4 4 4", "4 4 0 5 5 5 1"]
    assert state.player == 0 and "c1" not in state.options()  # the last seed came home
    assert forbids(state, "c1", "KALAH-SOW") and forbids(state, "g1", "KALAH-SOW")
    assert played(state, "b1").player == 1
    # Thirteen seeds come round to their own house, past the other's store, and capture there.
    round_about = kalah("0 0 0 0 0 13 0", "0 1 1 1 1 1 1").apply("f1")
    assert seeds(round_about) == (1, 1, 1, 1, 1, 0, 1 + 1 + 2, 0, 2, 2, 2, 2, 2, 0)
    assert round_about.player == 1


def test_kalah_captures() -> None:
    taken = kalah("1 0 0 4 0 0 2", "3 5 6 0 0 0 0").apply("a1")
    assert seeds(taken) == (0, 0, 0, 4, 0, 0, 9, 0, 0, 0, 0, 0, 5, 3)
    nothing_across = kalah("1 0 0 4 0 0 2", "3 5 0 0 0 0 0").apply("a1")
    assert seeds(nothing_across)[:7] == (0, 1, 0, 4, 0, 0, 2)
    # A last seed in an empty house of the other takes nothing.
    other_side = kalah("1 1 1 1 1 2 0", "0 1 1 1 1 1 0").apply("f1")
    assert seeds(other_side) == (1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 0)


def test_kalah_ends_when_a_side_is_empty() -> None:
    state = kalah("0 0 0 0 0 1 20", "3 5 6 0 0 0 0").apply("f1")
    assert seeds(state) == (0, 0, 0, 0, 0, 0, 21, 0, 0, 0, 0, 0, 0, 14)
    assert state.result is not None and state.result.winners == [0]
    assert state.result.rule == "KALAH-END"
    # A capture takes the last seeds of North; South keeps what lies in his own houses.
    emptied = kalah("1 0 0 2 0 0 5", "7 0 9 0 0 0 0").apply("a1")
    assert emptied.result is not None
    assert seeds(emptied) == (0, 0, 0, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0, 7)
    assert kalah("1 0 0 2 0 0 5", "7 9 0 0 0 0 0").apply("a1").result is None
    drawn = kalah("0 0 0 0 0 1 9", "10 0 0 0 0 0 0").apply("f1")
    assert drawn.result is not None and drawn.result.draw


# ---- Nine Men's Morris --------------------------------------------------------------------------


def morris(model: Morris) -> State:
    """The position of a model in which a turn begins and nothing is remembered."""
    letter = {None: ".", 0: "O", 1: "X"}
    rows = (
        " ".join(letter[model.board.get(f"{column}{row}")] for column in "abcdefg")
        for row in range(7, 0, -1)
    )
    return game("nine-mens-morris").position({
        "Field": "\n".join(rows),
        "White": {"stock": model.stock[0]},
        "Black": {"stock": model.stock[1]},
        "game": {"lull": model.quiet},
        "to move": ("White", "Black")[model.player],
    })


def men(white: str, black: str, player: int = 0, quiet: int = 0) -> Morris:
    """A model's position in which all men have been put."""
    board = dict.fromkeys(white.split(), 0) | dict.fromkeys(black.split(), 1)
    return Morris(board, (0, 0), player, quiet=quiet)


def test_morris_counts() -> None:
    """Nobody has three men before the fifth turn."""
    start = game("nine-mens-morris").start()
    assert check_counts(start, Morris.start(), 3) == [24, 24 * 23, 24 * 23 * 22]


@pytest.mark.slow
def test_morris_deep_counts() -> None:
    start = game("nine-mens-morris").start()
    assert perft(start.game, 4, state=start).counts[-1] == 24 * 23 * 22 * 21
    fewer = game("nine-mens-morris", men="3").start()
    check_counts(fewer, Morris.start(3), 4)


@pytest.mark.parametrize(("number", "seed"), [(3, 1), (4, 2), (5, 3), (9, 4), (9, 5), (9, 6)])
def test_morris_follows_the_model(number: int, seed: int) -> None:
    start = game("nine-mens-morris", men=str(number)).start()
    *_, (last, _) = lockstep(start, Morris.start(number), random.Random(seed))
    assert last.result is not None and last.result.rule in ("MORRIS-END", "MORRIS-DRAW")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
def test_morris_follows_the_model_for_long(seed: int) -> None:
    start = game("nine-mens-morris").start()
    assert [*lockstep(start, Morris.start(), random.Random(seed))]


@pytest.mark.parametrize("seed", range(10))
def test_morris_counts_from_the_middle(seed: int) -> None:
    """Positions of random games, a few moves before their end or anywhere."""
    rng = random.Random(seed)
    line = [Morris.start(rng.choice((4, 5, 9, 9)))]
    while line[-1].ranks() is None:
        line.append(line[-1].apply(rng.choice(line[-1].options())))
    begun = [model for model in line[:-1] if not model.taking]
    model = begun[-2] if seed % 2 else rng.choice(begun)
    model = Morris(model.board, model.stock, model.player, quiet=model.quiet)
    check_counts(morris(model), model, 2)


def test_morris_mills() -> None:
    state = morris(men("a7 g7 d6 b2", "a4 c4 d2 g4 f2"))
    assert "d6-d7" in state.options() and "a7-d7" in state.options()
    for move in ("a7-a4", "d6-d4", "d6-c6", "d6-d6", "b2-b6"):
        assert forbids(state, move, "MORRIS-MOVE")
    mill = state.apply("d6-d7")
    assert drawing(mill)[0] == "O . . O . . O" and drawing(mill)[3] == "X . X . . . X"
    assert mill.player == 0 and mill.options() == ["xd2", "xf2", "xa4", "xc4", "xg4"]
    assert mill.apply("xd2").player == 1
    # A mill is safe as long as another man stands outside.
    safe = morris(men("a7 g7 d6 b2", "a4 b4 c4 g4")).apply("d6-d7")
    assert safe.options() == ["xg4"] and forbids(safe, "xa4", "MORRIS-TAKE")
    assert len(morris(men("a7 g7 d6 b2", "a4 b4 c4")).apply("d6-d7").options()) == 3
    # The middle parts the lines: b4, c4 and e4 are no mill.
    assert morris(men("b4 c4 e3 g7", "d1 d2 g1 a7")).apply("e3-e4").player == 1
    assert morris(men("b4 c4 a1 g7", "d1 d2 g1 a7")).apply("a1-a4").player == 0


def test_morris_end() -> None:
    two_left = morris(men("a7 g7 d6 b2", "a4 b4 c4")).apply("d6-d7").apply("xa4")
    assert two_left.result is not None and two_left.result.winners == [0]
    assert two_left.result.rule == "MORRIS-END"
    flies = morris(men("a7 g7 d6", "a4 b4 c4 e4"))
    assert len(flies.options()) == 3 * 17 and "a7-e3" in flies.options()
    # White shuts in the men on a1, d1, g1, a4 and d2; the last of them has one way out.
    nearly = morris(men("b4 a7 d3 g4 f4 b2", "a1 d1 g1 a4 d2"))
    assert nearly.apply("f4-f6").options() == ["d2-f2"]
    shut = nearly.apply("f4-f2").result
    assert shut is not None and shut.winners == [0] and shut.rule == "MORRIS-END"


def test_morris_draws() -> None:
    start = men("a1 d2 f4 g7", "a4 d3 e5 b6")
    state, model = morris(start), start
    for number in range(3):
        for move in ("a1-d1", "b6-d6", "d1-a1", "d6-b6"):
            state, model = state.apply(move), model.apply(move)
            agree(state, model)
            if state.result is not None:
                break
        assert (state.result is None) == (number < 2)
    assert state.result is not None and state.result.draw and state.result.rule == "MORRIS-DRAW"
    quiet = morris(men("a1 d2 f4 g7", "a4 d3 e5 b6", quiet=98)).apply("a1-d1")
    assert quiet.result is None
    last = quiet.apply("b6-d6").result
    assert last is not None and last.draw and last.rule == "MORRIS-DRAW"


# ---- Can't Stop ---------------------------------------------------------------------------------

DICE = ("1", "2", "3", "4", "5", "6")


def rolled(state: State, model: CantStop, dice: Iterator[int]) -> tuple[State, CantStop]:
    """Roll until somebody decides; the dice are dictated."""
    while model.rolling:
        assert state.outcomes() == [(face, 1) for face in DICE]
        die = next(dice)
        state, model = state.apply(str(die)), model.roll(die)
    return state, model


def dictated(rng: random.Random) -> Iterator[int]:
    while True:
        yield rng.randint(1, 6)


@pytest.mark.parametrize(
    ("players", "goal", "seed"),
    [(n, g, s) for n in (2, 3, 4) for g in (1, 2, 3) for s in range(4)],
)
def test_cant_stop_follows_the_model(players: int, goal: int, seed: int) -> None:
    rng = random.Random(seed)
    dice = dictated(rng)
    state = game("cant-stop", players, goal=str(goal)).start()
    model = CantStop.start(players, goal)
    while True:
        state, model = rolled(state, model, dice)
        agree(state, model)
        if model.winner is not None:
            break
        # Who stops at once or never brings the game nowhere: mostly roll on.
        options = model.options()
        option = rng.choice(["roll on", *options] if "stop" in options else options)
        state, model = state.apply(option), model.apply(option)
    assert state.result is not None and state.result.rule == "STOP-END"


@pytest.mark.parametrize("seed", range(6))
def test_cant_stop_every_roll(seed: int) -> None:
    """From a moment of a game on, what each of the 1296 rolls allows."""
    rng = random.Random(seed)
    dice = dictated(rng)
    state, model = game("cant-stop", 2).start(), CantStop.start(2)
    for _ in range(rng.randint(20, 60)):
        state, model = rolled(state, model, dice)
        if "stop" in model.options() and rng.random() < 0.4 and len(model.camps[0]) > 3:
            break
        option = rng.choice(model.options())
        state, model = state.apply(option), model.apply(option)
        if model.winner is not None:
            break
    while model.winner is not None or not model.moved:
        state, model = game("cant-stop", 2).start(), CantStop.start(2)
        state, model = rolled(state, model, dice)
        option = model.options()[0]
        state, model = state.apply(option), model.apply(option)
    state, model = state.apply("roll on"), model.apply("roll on")
    for faces in product(range(1, 7), repeat=4):
        after, following = state, model
        for die in faces:
            after, following = after.apply(str(die)), following.roll(die)
        assert after.kind == ("chance" if following.rolling else "decision")
        assert set(after.options()) == set(following.options())


@pytest.mark.parametrize(
    ("lanes", "useful"),
    # Michael Keller, "Can't Stop? Try the rule of 28": 92.0 and 43.8 of a hundred rolls.
    [("six seven eight", 1192), ("two three twelve", 568)],
)
def test_cant_stop_odds(lanes: str, useful: int) -> None:
    runners = {lane: {"runner": 1} for lane in lanes.split()}
    state = game("cant-stop", 2).position({"lane": runners})
    found = [played(state, *faces) for faces in product(DICE, repeat=4)]
    assert sum(after.kind == "decision" for after in found) == useful
    assert all(after.player == 0 or after.kind == "chance" for after in found)


def test_cant_stop_turns() -> None:
    state = played(game("cant-stop", 2).start(), *"1346")
    assert state.options() == ["four and ten", "five and nine", "seven and seven"]
    state = played(state, "seven and seven", "roll on", *"1111", "two and two", "roll on", *"6665")
    assert state.options() == ["eleven alone", "twelve alone"]  # one runner is left
    stopped = played(state, "twelve alone", "stop")
    assert stopped.kind == "chance" and stopped.view()["to move"] == "Blue"
    for lane, camp in (("seven", 2), ("two", 2), ("twelve", 1), ("eleven", 0)):
        assert stopped.evaluate(f"the camp of Red at {lane} is {camp}")
    bust = played(state, "twelve alone", "roll on", *"3333")
    assert bust.view()["to move"] == "Blue"
    assert bust.evaluate("there is no lane where (the camp of Red at the lane is at least 1)")


def test_cant_stop_closed_lanes() -> None:
    state = played(game("cant-stop", 2).start(), *"1111", "two and two", "roll on", *"1116")
    assert state.options() == ["two and seven"]
    state = played(state, "two and seven", "stop", *"1116")
    assert state.player == 1 and state.options() == ["seven alone"]
    won = played(game("cant-stop", 2, goal="1").start(), *"1111", "two and two", "roll on",
                 *"1111", "two and two", "stop")  # fmt: skip
    assert won.result is not None and won.result.winners == [0]


# ---- Hearts -------------------------------------------------------------------------------------

SEATS = ("North", "East", "South", "West")


def dealt(seed: int, moon: bool = True) -> tuple[State, Hearts]:
    cards = random.Random(seed).sample(PACK, len(PACK))
    state = game("hearts", moon="yes" if moon else "no").start()
    for number, card in enumerate(cards):
        assert len(state.outcomes()) == len(PACK) - number
        state = state.apply(card)
    return state, Hearts.deal(cards, moon)


def check_views(state: State, model: Hearts) -> None:
    """Everybody sees his own hand, the trick and what was taken, and nobody another's hand."""
    for seat in (None, *range(4)):
        view = state.view(seat)
        lead = model.trick[0] if model.trick else "none"
        assert view["turn"]["lead"] == lead
        for other, name in enumerate(SEATS):
            shown = view[name]
            place = (other - model.leader) % 4
            front = model.trick[place] if place < len(model.trick) else "none"
            assert shown["card in front"] == front
            assert shown["penalty"] == str(model.penalties[other])
            if other == seat:
                held = {card for card, word in shown["holding"].items() if word == "yes"}
                assert held == model.hands[other] and set(shown["holding"]) == set(PACK)
            else:
                assert set(shown["holding"].values()) == {"hidden"}


@pytest.mark.parametrize("seed", range(40))
def test_hearts_follow_the_model(seed: int) -> None:
    moments = list(lockstep(*dealt(seed, moon=seed % 4 > 0), random.Random(seed)))
    for state, model in moments[:-1]:
        check_views(state, model)
    state, model = moments[-1]
    taken = [int(state.view()[name]["penalty"]) for name in SEATS]
    assert taken == list(model.penalties) and sum(taken) == 10
    assert state.result is not None
    shot = model.moon and 10 in taken
    assert state.result.rule == ("HEARTS-R01" if shot else "HEARTS-END")


@pytest.mark.parametrize("seed", range(4))
def test_hearts_counts(seed: int) -> None:
    state, model = dealt(seed)
    check_counts(state, model, 9)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 104))
def test_hearts_deep_counts(seed: int) -> None:
    state, model = dealt(seed)
    check_counts(state, model, 14)


def hands(leader: str, **cards: str) -> State:
    """A position with few cards: `North="ten of hearts, …"`."""
    given = {
        seat: {"holding": {card.strip(): "yes" for card in held.split(",")}}
        for seat, held in cards.items()
    }
    position = {"from": "empty", **given, "game": {"leader": leader}}
    return game("hearts").position(position)


def test_hearts_follow_suit() -> None:
    state = hands(
        "North",
        North="ten of clubs, ace of clubs, ten of hearts",
        East="king of clubs, ten of spades, ace of hearts",
        South="queen of spades, jack of spades, jack of diamonds",
        West="jack of hearts, queen of hearts, queen of spades",
    )
    assert state.options() == ["ten of clubs"]
    assert forbids(state, "ace of clubs", "HEARTS-START")
    state = state.apply("ten of clubs")
    assert state.options() == ["king of clubs"]
    assert forbids(state, "ace of hearts", "HEARTS-FOLLOW")
    state = state.apply("king of clubs")
    assert state.options() == ["jack of diamonds", "jack of spades"]
    assert forbids(state, "queen of spades", "HEARTS-FIRST")
    state = state.apply("jack of spades")
    assert len(state.options()) == 3  # West has nothing that costs nothing
    state = state.apply("queen of spades")
    assert state.player == 1 and state.view()["East"]["penalty"] == "5"
    assert state.options() == ["ten of spades"]
    assert forbids(state, "ace of hearts", "HEARTS-BREAK")


def test_hearts_may_be_led_when_broken() -> None:
    state = hands(
        "North",
        North="ten of spades, ten of hearts",
        East="king of hearts, king of diamonds",
        South="jack of spades, jack of diamonds",
        West="ace of spades, ace of hearts",
    )
    assert state.options() == ["ten of spades"]
    state = played(state, "ten of spades", "king of hearts", "jack of spades", "ace of spades")
    assert state.player == 3 and state.options() == ["ace of hearts"]
    state = played(state, "ace of hearts", "ten of hearts", "king of diamonds", "jack of diamonds")
    assert state.result is not None and state.result.winners == [0, 1, 2]
    assert state.view()["West"]["penalty"] == "3"


# ---- Dots and Boxes -----------------------------------------------------------------------------


def dots(width: int, height: int) -> tuple[State, Dots]:
    """The start of a game of this size."""
    options = {"width": str(width), "height": str(height)}
    return game("dots-and-boxes", **options).start(), Dots(width, height)


@pytest.mark.parametrize("size", [(1, 1), (2, 1), (1, 4), (3, 2), (2, 3), (3, 3), (4, 4)])
def test_dots_follow_the_model(size: tuple[int, int]) -> None:
    for seed in range(8):
        for state, model in lockstep(*dots(*size), random.Random(seed)):
            owners = {
                spot: shown["winner"] for spot, shown in state.view()["Paper"].items()
                if shown["winner"] != "nobody"
            }
            assert owners == {
                box: name for name, owned in zip(("Anna", "Ben"), model.owned, strict=True)
                for box in owned
            }
        assert state.result is not None and state.result.rule == "DOTS-END"


def value(state: State, known: dict[bytes, int]) -> int:
    """1 if the first player wins with best play, -1 if he loses, 0 for a draw."""
    if state.result is not None:
        first, second = state.result.ranks
        return (second > first) - (first > second)
    key = state.pack()
    if key not in known:
        found = [value(state.apply(at), known) for at in range(len(state.options()))]
        known[key] = max(found) if state.player == 0 else min(found)
    return known[key]


@pytest.mark.parametrize(
    ("size", "lead"), [((1, 1), -1), ((2, 1), 0), ((1, 2), 0), ((3, 1), -1), ((2, 2), 2)]
)
def test_dots_solved(size: tuple[int, int], lead: int) -> None:
    """The ruleset's tree and the model's agree: by so many boxes the first player is ahead."""
    state, model = dots(*size)
    assert dots_model.best(model) == lead
    assert value(state, {}) == (lead > 0) - (lead < 0)


def test_dots_turns() -> None:
    assert len(game("dots-and-boxes").start().options()) == 2 * 3 * 4
    state = played(dots(2, 1)[0], "a1/south", "a1/west", "a1/north")
    assert state.player == 1
    assert forbids(state, "a1/south", "DOTS-ONCE")
    state = state.apply("a1/east")
    assert state.player == 1 and state.view()["Paper"]["a1"]["winner"] == "Ben"
    picture = state.game.picture(state)
    assert picture is not None
    assert board.plain(picture).splitlines()[1:-1] == [
        "  + # +   +", "1 # B #     1", "  + # +   +"]
    assert played(state, "b1/east").player == 0
    both = played(dots(2, 1)[0], "a1/south", "a1/west", "a1/north", "b1/south", "b1/north",
                  "b1/east", "a1/east")  # closed by one line
    assert both.result is not None and both.result.winners == [0]


# ---- Go -----------------------------------------------------------------------------------------


def go(rows: str, mover: str = "Black") -> State:
    """A board as it is drawn, on which nothing was played before."""
    size = str(len(rows.split()[0]))
    board = "\n".join(" ".join(row) for row in rows.split())
    return game("go", size=size).position({"Board": board, "to move": mover})


@pytest.mark.parametrize(("size", "games"), [(2, 20), (3, 12), (5, 3), (9, 1)])
def test_go_in_lockstep(size: int, games: int) -> None:
    for seed in range(games):
        start = game("go", size=str(size)).start()
        moments = list(lockstep(start, Go.start(size), random.Random(seed)))
        assert moments[-1][1].passes == 2


def test_go_counts() -> None:
    assert check_counts(game("go", size="3").start(), Go.start(3), 3) == [10, 91, 738]


def test_legal_positions_of_go() -> None:
    """Of the 81 ways to fill a board of 2 by 2, stones have liberties in 57: the number that John
    Tromp and Gunnar Farnebäck give for it in "Combinatorics of Go"."""
    boards = ["".join(board) for board in product(".XO", repeat=4)]
    alive = [go(f"{board[:2]} {board[2:]}").evaluate("every Stone is alive") for board in boards]
    assert sum(map(bool, alive)) == 57


def test_what_is_taken_in_go() -> None:
    state = go(".OX.. OOX.. XX... ..... .....").apply("a5")
    assert drawing(state)[:3] == ["X . X . .", ". . X . .", "X X . . ."]
    assert forbids(go(".X... X.X.. .X... ..... .....", "White"), "b4", "GO-SUICIDE")
    four = go("OXO.. X.X.. OXO.. ..... .....", "White").apply("b4")
    assert drawing(four)[1:3] == [". O X . .", "O X O . ."]


def test_a_ko_is_not_taken_back_at_once() -> None:
    state = played(go(".XO.. X.XO. ..O.. ..... ....."), "b3", "b4")  # which takes c4
    assert drawing(state)[1] == "X O . O ."
    assert forbids(state, "c4", "GO-KO")
    assert "c4" in played(state, "a1", "e1").options()


def test_the_area_of_go() -> None:
    state = go(".X.O. XX.OO XX.O. XX.OO XX.O.")
    assert [state.evaluate(f"the area of {who}") for who in ("Black", "White")] == [10, 10]
    state = go(".XO.. XXO.. XXO.. XXO.. XXO..")
    done = played(state, "pass", "pass")
    assert done.result is not None and list(done.result.ranks) == [2, 1]
    assert done.result.rule == "GO-END"
