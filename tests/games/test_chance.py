"""Games of chance and hidden information as rulesets: exact values, and views that leak nothing.

Everything goes through the public face of a state: kind, player, options, outcomes with weights,
apply, view, result. Probabilities are fractions, so values are compared exactly.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from typing import Any

import pytest

from rulewright.interpreter.engine.game import Game, State
from tests.texts import loaded, path_of


@cache
def game(name: str, **options: str) -> Game:
    return loaded(path_of(name)).instantiate(options=options)


def chances(state: State) -> Iterator[tuple[str, Fraction]]:
    """The outcomes of a chance node with their probabilities."""
    outcomes = state.outcomes()
    total = sum(weight for _, weight in outcomes)
    for text, weight in outcomes:
        yield text, Fraction(weight, total)


def played(state: State, *texts: str) -> State:
    for text in texts:
        state = state.apply(text)
    return state


def key(view: dict[str, Any]) -> str:
    """A view as a text that is equal for equal views."""
    return json.dumps(view, sort_keys=True)


def knowledge(state: State, seat: int) -> str:
    """All that a seat is shown: its view, and its options when it decides."""
    options = state.options() if state.player == seat else []
    return key({"view": state.view(seat), "options": options, "to decide": state.player})


def random_game(start: State, seed: int) -> Iterator[State]:
    """The states of a game in which everybody plays at random."""
    rng = random.Random(seed)
    state = start
    yield state
    while state.kind != "end":
        if state.kind == "chance":
            texts, weights = zip(*state.outcomes(), strict=True)
            state = state.apply(rng.choices(texts, weights)[0])
        else:
            state = state.apply(rng.randrange(len(state.options())))
        yield state


# ---- all: random games end by a rule ----------------------------------------------------------

ENDINGS = {
    "kuhn": {"KUHN-SHOWDOWN", "KUHN-FOLD"},
    "pig": {"PIG-GOAL"},
    "rock-paper-scissors": {"RPS-WIN"},
    "goofspiel": {"GOOF-END"},
    "whist": {"WHIST-END"},
}


@pytest.mark.parametrize("name", ENDINGS)
def test_random_games_end_by_a_rule(name: str) -> None:
    rules = set()
    for seed in range(30):
        *_, last = random_game(game(name).start(), seed)
        assert last.result is not None and not last.result.truncated
        rules.add(last.result.rule)
    assert rules == ENDINGS[name]


# ---- Kuhn poker -------------------------------------------------------------------------------

#: What a player knows when he decides: his card, and what was said before.
Situation = tuple[str, str]
#: For each situation the probability of the bold option: to bet or to call.
Strategy = dict[Situation, Fraction]
BOLD = ("bet", "call")
CARDS = ("jack", "queen", "king")


def kuhn_leaves() -> list[tuple[Fraction, list[tuple[int, str, str, str]], list[float]]]:
    """Every way through the game: probability of the deal, decisions, payoffs.

    A decision is its seat, what the seat knows (as it is shown by its view), what was said before,
    and the option.
    """
    found = []

    def walk(
        state: State, deal: Fraction, path: list[tuple[int, str, str, str]], said: str
    ) -> None:
        if state.kind == "chance":
            for text, chance in chances(state):
                walk(state.apply(text), deal * chance, path, said)
        elif state.kind == "decision":
            seat = state.player
            assert seat is not None
            for option in state.options():
                step = (seat, knowledge(state, seat), said, option)
                walk(state.apply(option), deal, [*path, step], f"{said} {option}".strip())
        else:
            assert state.result is not None
            found.append((deal, path, state.result.payoffs))

    walk(game("kuhn").start(), Fraction(1), [], "")
    return found


@pytest.fixture(scope="module")
def leaves() -> list[tuple[Fraction, list[tuple[int, str, str, str]], list[float]]]:
    return kuhn_leaves()


Leaves = list[tuple[Fraction, list[tuple[int, str, str, str]], list[float]]]


def card_of(known: str, seat: int) -> str:
    view = json.loads(known)["view"]
    return str(view[("First", "Second")[seat]]["hand"])


def kuhn_value(leaves: Leaves, strategy: Strategy) -> Fraction:
    """What the first player wins on the average."""
    value = Fraction(0)
    for deal, path, payoffs in leaves:
        weight = deal
        for seat, known, said, option in path:
            bold = strategy[card_of(known, seat), said]
            weight *= bold if option in BOLD else 1 - bold
        value += weight * Fraction(payoffs[0])
    return value


def best_reply(leaves: Leaves, strategy: Strategy, seat: int) -> Fraction:
    """The most a seat can win against the other's strategy: all his plain strategies are tried.

    A plain strategy chooses by what the seat is shown, nothing else.
    """
    situations = sorted({known for _, path, _ in leaves for s, known, _, _ in path if s == seat})
    ways = []
    for deal, path, payoffs in leaves:
        weight = deal * Fraction(payoffs[seat])
        asked = []
        for s, known, said, option in path:
            if s == seat:
                asked.append((situations.index(known), option in BOLD))
            else:
                bold = strategy[card_of(known, s), said]
                weight *= bold if option in BOLD else 1 - bold
        ways.append((weight, asked))
    return max(
        sum((w for w, asked in ways if all(plan[i] == bold for i, bold in asked)), Fraction(0))
        for plan in product((False, True), repeat=len(situations))
    )


def equilibrium(bluff: Fraction) -> Strategy:
    """Kuhn's equilibria: the first player bets the jack with a probability of 0 to 1/3."""
    third = Fraction(1, 3)
    rows = {
        "": (bluff, Fraction(0), 3 * bluff),
        "check bet": (Fraction(0), bluff + third, Fraction(1)),
        "check": (third, Fraction(0), Fraction(1)),
        "bet": (Fraction(0), third, Fraction(1)),
    }
    return {(card, said): row[i] for said, row in rows.items() for i, card in enumerate(CARDS)}


def test_kuhn_tree(leaves: Leaves) -> None:
    assert sum(deal for deal, _, _ in leaves) == 5  # 6 deals of 1/6, five ways to play each
    assert len(leaves) == 30
    assert all(sum(payoffs) == 0 and abs(payoffs[0]) in (1, 2) for _, _, payoffs in leaves)
    for seat in (0, 1):
        known = {(known, said) for _, path, _ in leaves for s, known, said, _ in path if s == seat}
        assert len(known) == 6
        # What a seat is shown tells his card and what was said, and nothing more.
        assert len({k for k, _ in known}) == len({(card_of(k, seat), s) for k, s in known}) == 6


@pytest.mark.parametrize("bluff", [Fraction(0), Fraction(1, 7), Fraction(1, 3)])
def test_kuhn_value(leaves: Leaves, bluff: Fraction) -> None:
    """The value is exactly -1/18, and neither player can do better against the other."""
    strategy = equilibrium(bluff)
    assert kuhn_value(leaves, strategy) == Fraction(-1, 18)
    assert best_reply(leaves, strategy, 0) == Fraction(-1, 18)
    assert best_reply(leaves, strategy, 1) == Fraction(1, 18)


def test_kuhn_can_be_exploited(leaves: Leaves) -> None:
    """Beyond the equilibria the best reply finds something: the test above says something."""
    often = equilibrium(Fraction(1, 3)) | {("jack", ""): Fraction(1, 2)}
    assert best_reply(leaves, often, 1) > Fraction(1, 18)
    timid = equilibrium(Fraction(0)) | {("king", "bet"): Fraction(0)}
    assert best_reply(leaves, timid, 0) > Fraction(-1, 18)


def test_kuhn_hides_the_hands() -> None:
    state = played(game("kuhn").start(), "queen", "king", "check", "bet")
    assert state.view(0)["First"]["hand"] == "queen"
    assert state.view(0)["Second"]["hand"] == state.view(None)["First"]["hand"] == "hidden"
    other = played(game("kuhn").start(), "queen", "jack", "check", "bet")
    assert knowledge(state, 0) == knowledge(other, 0)
    assert key(state.view(None)) == key(other.view(None))
    assert knowledge(state, 1) != knowledge(other, 1)


# ---- Pig --------------------------------------------------------------------------------------


def steps_of_pig(state: State, hold: int) -> Iterator[tuple[State, Fraction]]:
    """What may follow, with its probability, for one who holds at so many points."""
    if state.kind == "chance":
        for text, p in chances(state):
            yield state.apply(text), p
    else:
        pile = int(state.view()["turn"]["pile"])
        yield state.apply("hold" if pile >= hold else "roll"), Fraction(1)


def turn_of_pig(hold: int, **options: str) -> dict[int, Fraction]:
    """What a turn brings to one who holds at so many points, by going through all rolls.

    Reaching the goal counts as what the pile then is.
    """
    brought: dict[int, Fraction] = {}
    layer = [(game("pig", **options).start(), Fraction(1))]
    while layer:
        following: dict[str, tuple[State, Fraction]] = {}
        for state, chance in layer:
            for after, p in steps_of_pig(state, hold):
                if after.turns > 0:
                    points = int(after.view()["Red"]["points"])
                    brought[points] = brought.get(points, Fraction(0)) + chance * p
                else:
                    known = following.get(after.hash, (after, Fraction(0)))[1]
                    following[after.hash] = (after, known + chance * p)
        layer = list(following.values())
    return brought


@cache
def reckoned(pile: int, hold: int) -> tuple[Fraction, ...]:
    """The same without the ruleset: the chances to bring 0, 1, 2, … from a pile on."""
    if pile >= hold:
        return tuple(Fraction(n == pile) for n in range(hold + 6))
    parts = [reckoned(pile + die, hold) for die in range(2, 7)]
    bust = tuple(Fraction(n == 0) for n in range(hold + 6))
    return tuple(sum(column, Fraction(0)) / 6 for column in zip(bust, *parts, strict=True))


@pytest.mark.parametrize("hold", [2, 7, 20, 25])
def test_pig_turn(hold: int) -> None:
    found = turn_of_pig(hold)
    assert sum(found.values()) == 1
    assert found == {n: p for n, p in enumerate(reckoned(0, hold)) if p}


def test_pig_hold_at_twenty() -> None:
    """The figures that are published for holding at 20."""
    found = {n: round(float(p), 4) for n, p in turn_of_pig(20).items()}
    assert found == {0: 0.6245, 20: 0.0997, 21: 0.0950, 22: 0.0742, 23: 0.0542, 24: 0.0352,
                     25: 0.0172}  # fmt: skip
    mean = sum(n * p for n, p in turn_of_pig(20).items())
    assert round(float(mean), 2) == 8.14


def test_pig_goal() -> None:
    """With a goal of 20 the first turn wins as often as holding at 20 brings anything."""
    found = turn_of_pig(100, goal="20")
    assert found == turn_of_pig(20)
    assert 1 - found[0] == 1 - reckoned(0, 20)[0]


def test_pig_turns() -> None:
    state = played(game("pig").start(), "4", "roll", "3")
    assert state.options() == ["roll", "hold"] and state.player == 0
    assert played(state, "hold").view()["Red"]["points"] == "7"
    lost = played(state, "roll", "1")
    assert lost.view()["Red"]["points"] == "0" and lost.view()["to move"] == "Blue"
    assert lost.view()["turn"]["pile"] == "0"


# ---- rock, paper, scissors --------------------------------------------------------------------

HANDS = ("rock", "paper", "scissors")


def test_hands_are_secret_until_both_are_chosen() -> None:
    start = game("rock-paper-scissors").start()
    chosen = [start.apply(hand) for hand in HANDS]
    assert [state.player for state in chosen] == [1, 1, 1]
    assert len({knowledge(state, 1) for state in chosen}) == 1
    assert len({key(state.view(None)) for state in chosen}) == 1
    assert len({knowledge(state, 0) for state in chosen}) == 3
    assert len({key(state.to_json()) for state in chosen}) == 3


def test_hands_are_shown_together() -> None:
    state = played(game("rock-paper-scissors", target="2").start(), "rock", "paper")
    for seat in (None, 0, 1):
        view = state.view(seat)
        assert (view["Left"]["throw"], view["Right"]["throw"]) == ("rock", "paper")
        assert view["Right"]["points"] == "1"


def test_each_hand_beats_one() -> None:
    for mine, theirs in product(HANDS, repeat=2):
        state = played(game("rock-paper-scissors").start(), mine, theirs)
        ahead = (HANDS.index(mine) - HANDS.index(theirs)) % 3
        if ahead == 0:
            assert state.kind == "decision" and state.turns == 1
        else:
            assert state.result is not None and state.result.winners == [ahead - 1]


# ---- Goofspiel --------------------------------------------------------------------------------

WORTH = {"ace": 1, "two": 2, "three": 3, "four": 4, "five": 5}


@pytest.mark.parametrize("seed", range(8))
def test_bids_are_secret(seed: int) -> None:
    """Whatever the first has bid, the second is shown the same, has the same options, and so on
    up to the moment when both have bid."""
    looked = 0
    before: State | None = None
    for state in random_game(game("goofspiel").start(), seed):
        if before is not None and before.kind == state.kind == "decision":
            first, second = before.player, state.player
            if first is not None and second is not None and before.turns == state.turns:
                others = [before.apply(option) for option in before.options()]
                assert len({knowledge(other, second) for other in others}) == 1
                assert len({key(other.view(None)) for other in others}) == 1
                assert len({knowledge(other, first) for other in others}) == len(others)
                looked += 1
        before = state
    assert looked == 5


@pytest.mark.parametrize("seed", range(8))
def test_goofspiel_follows_a_plain_model(seed: int) -> None:
    hands = [set(WORTH), set(WORTH)]
    prizes, points, bids, prize = set(WORTH), [0, 0], {}, ""
    states = list(random_game(game("goofspiel").start(), seed))
    rng = random.Random(seed)
    for state in states[:-1]:
        if state.kind == "chance":
            assert {text for text, _ in state.outcomes()} == prizes
            assert len({weight for _, weight in state.outcomes()}) == 1
            texts, weights = zip(*state.outcomes(), strict=True)
            prize = rng.choices(texts, weights)[0]
            prizes.remove(prize)
            continue
        seat = state.player
        assert seat is not None and set(state.options()) == hands[seat]
        bids[seat] = state.options()[rng.randrange(len(hands[seat]))]
        if len(bids) == 2:
            for one in (0, 1):
                hands[one].remove(bids[one])
                if WORTH[bids[one]] > WORTH[bids[1 - one]]:
                    points[one] += WORTH[prize]
            bids = {}
    last = states[-1]
    assert [int(last.view()[name]["points"]) for name in ("Left", "Right")] == points
    assert last.result is not None
    assert last.result.draw == (points[0] == points[1])
    assert last.result.draw or last.result.winners == [points.index(max(points))]


# ---- Whist ------------------------------------------------------------------------------------

SEATS = ("North", "East", "South", "West")
SUITS = ("clubs", "diamonds", "hearts", "spades")
HEIGHTS = ("jack", "queen", "king", "ace")
PACK = tuple(f"{height} of {suit}" for suit in SUITS for height in HEIGHTS)


def suit(card: str) -> str:
    return card.rpartition(" ")[2]


def height(card: str) -> int:
    return HEIGHTS.index(card.partition(" ")[0])


def dealt(cards: list[str]) -> State:
    """The state after a deal: four cards to North, to East, to South, to West."""
    return played(game("whist").start(), *cards)


def shuffled(seed: int) -> list[str]:
    cards = list(PACK)
    random.Random(seed).shuffle(cards)
    return cards


def test_the_deal_is_even() -> None:
    state = game("whist").start()
    for number, card in enumerate(shuffled(0)):
        assert state.kind == "chance" and len(state.outcomes()) == 16 - number
        assert len({weight for _, weight in state.outcomes()}) == 1
        state = state.apply(card)
    assert state.kind == "decision" and state.player == 0
    assert state.view()["game"]["turned card"] == shuffled(0)[-1]


@pytest.mark.parametrize("seed", range(6))
def test_whist_follows_a_plain_model(seed: int) -> None:
    """Who may play what, who takes the trick, who wins."""
    cards = shuffled(seed)
    hands = [set(cards[4 * seat : 4 * seat + 4]) for seat in range(4)]
    state, rng = dealt(cards), random.Random(seed)
    leader, taken, trump = 0, [0, 0, 0, 0], suit(cards[-1])

    def strength(card: str, led: str) -> tuple[bool, bool, int]:
        return suit(card) == trump, suit(card) == led, height(card)

    for _ in range(4):
        trick: dict[int, str] = {}
        led = ""
        for seat in ((leader + n) % 4 for n in range(4)):
            assert state.player == seat
            allowed = {c for c in hands[seat] if suit(c) == led} or hands[seat]
            assert set(state.options()) == allowed
            for card in hands[seat] - allowed:
                assert state.why(card).rules == ["WHIST-FOLLOW"]
            trick[seat] = rng.choice(sorted(allowed))
            led = led or suit(trick[seat])
            hands[seat].remove(trick[seat])
            state = state.apply(trick[seat])
        leader = max(trick, key=lambda seat: strength(trick[seat], led))
        taken[leader] += 1
        assert [int(state.view()[name]["tricks"]) for name in SEATS] == taken
    result, ours, theirs = state.result, taken[0] + taken[2], taken[1] + taken[3]
    assert result is not None and result.draw == (ours == theirs)
    assert result.winners == ([] if result.draw else [0, 2] if ours > theirs else [1, 3])


@pytest.mark.parametrize("seed", range(6))
def test_hands_are_hidden(seed: int) -> None:
    """Deal the cards that a player does not see in another way: he is shown the same, as long as
    the same cards are played."""
    cards, rng = shuffled(seed), random.Random(seed)
    state = dealt(cards)
    for _ in range(8):
        seat = state.player
        assert seat is not None
        for other in others(state, seat, cards, rng):
            assert knowledge(other, seat) == knowledge(state, seat)
            assert key(other.view(None)) == key(state.view(None))
        for name in SEATS:
            shown = set(state.view(seat)[name]["holding"].values())
            assert (shown == {"hidden"}) == (name != SEATS[seat])
        state = state.apply(rng.randrange(len(state.options())))


def others(state: State, seat: int, cards: list[str], rng: random.Random) -> Iterator[State]:
    """States in which the hidden cards that were not played yet are dealt otherwise."""
    whole = state.to_json()
    held = [card for card in cards if any(whole[name]["holding"][card] == "yes" for name in SEATS)]
    turned = whole["game"]["turned card"]
    own = whole[SEATS[seat]]["holding"]
    loose = [card for card in held if own[card] == "no" and card != turned]
    for _ in range(4):
        changed = state.to_json()
        for card, other in zip(loose, rng.sample(loose, len(loose)), strict=True):
            for name in SEATS:
                changed[name]["holding"][card] = whole[name]["holding"][other]
        yield state.game.from_json(changed)


def test_kuhn_deals() -> None:
    """The six deals are equally likely."""
    start = game("kuhn").start()
    deals = {
        (one, two): p * q
        for one, p in chances(start) for two, q in chances(start.apply(one))
    }  # fmt: skip
    assert set(deals) == set(permutations(CARDS, 2))
    assert set(deals.values()) == {Fraction(1, 6)}
