"""The MOTORA reference model against the worked examples of its rules, its data, and random play.

Expected values come from the rules, worked out by hand. Events, combat and raids are in
`test_motora_model_fights.py`, cards, actions and consumption in `test_motora_model_actions.py`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.models import motora_model as motora
from tests.models.motora import figures
from tests.models.motora.cards import CRAFTSMEN, EQUIPMENT, EVENTS, TEMPLE, deck, event_deck
from tests.models.motora.consumption import needs
from tests.models.motora.island import REF, SECTIONS, Island
from tests.models.motora.machine import advance
from tests.models.motora.placement import costs
from tests.models.motora.positions import (
    ACTIONS,
    BLUE,
    COMBAT,
    GREEN,
    RED,
    REST,
    cells,
    names,
    places,
    play,
    position,
    start,
    stock,
)
from tests.models.motora.records import (
    ACTIVE,
    CHANCE,
    IDOLS_NEEDED,
    PRISON,
    Card,
    Deck,
    Idol,
    Option,
    Step,
)
from tests.models.motora.rulings import Rulings
from tests.models.motora.setup import EVENTS_DECK, orders
from tests.models.motora.state import State
from tests.models.motora.tiles import EXTRA, GROUPS, TILES, VILLAGES, copies
from tests.models.motora_model import apply, decider, options

# --- the data -------------------------------------------------------------------------------


def test_counts() -> None:
    """Part A.1: 41 tiles, 30 events, 24 craftsmen and 16 temple cards."""
    assert sum(copies("8").values()) == sum(copies("7").values()) == 41
    assert sum(event_deck().values()) == 30
    assert sum(deck(CRAFTSMEN).values()) == 24
    assert sum(deck(TEMPLE).values()) == 16
    assert {name for name, card in EQUIPMENT.items() if card.gear and card.deck == TEMPLE} == {
        "Sacrificial Knife"
    }
    assert [name for name, card in EVENTS.items() if card.copies == 2] == [
        "Cursed Season", "Malaria"
    ]


def test_tiles() -> None:
    """Part A.5: numbers of the groups, and the full harvest."""
    plain = [tile for name, tile in TILES.items() if name != EXTRA]
    groups = Counter(tile.group for tile in plain)
    assert groups == {
        "plant": 6, "meat": 6, "water": 6, "wood": 5, "stone": 3, "temple": 3, "hut": 3,
        "volcano": 1,
    }
    for group in (*GROUPS, "hut"):
        faces = [n for tile in plain if tile.group == group for n in tile.numbers]
        assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    harvest = Counter[str]()
    for tile in plain:
        if tile.yields and tile.yields[0].what in ("food", "water", "shelter"):
            harvest[tile.yields[0].what] += tile.yields[0].amount
    assert harvest == {"food": 48, "water": 29, "shelter": 20}
    thirst = sum(
        max((side.amount for side in tile.yields if side.what == "water"), default=0)
        for tile in plain
    )
    assert thirst == 38
    assert sum(tile.boars for tile in plain) == 2
    for village in VILLAGES.values():
        values = {village.food, village.water, village.shelter}
        assert len(values) == 3 and sum(values) == 16


def test_default_island() -> None:
    """Part A.4: villages, fishing spots and what may be fished from where."""
    island = Island()
    assert set(island.villages) == set("E2 C4 H3 I5 H8 F9 C8 B6".split())
    assert len(island.land) == 41 and len(island.plain) == 33
    fishing: dict[str, set[str]] = {spot: set() for spot in island.spots}
    for cell, spots in island.fishing.items():
        for spot in spots:
            fishing[spot].add(cell)
    assert fishing == {
        "D1": {"D2"}, "D4": {"C4", "D3", "D5"}, "I3": {"H3", "I4"}, "G5": {"G4", "H5", "G6", "F5"},
        "C7": {"B7", "C6", "C8"}, "E7": {"E6", "F7", "E8"}, "G7": {"F7", "G6", "H7", "G8"},
        "H9": {"H8", "G9"},
    }
    assert sum(map(len, island.fishing.values())) == 22
    assert set(REF.tiles) == set(island.land)


def test_all_islands() -> None:
    """Part A.4 and SETUP-1: any order of the sections makes one island with enough room."""
    nobody = start("E2", "C4")
    for _, *order in orders(nobody, Step("sections", CHANCE)):
        island = Island(tuple(order))
        assert (len(island.land), len(island.villages)) == (41, 8)
        rim = [c for c in island.ground if c[0] in "AJ" or c[1:] in ("1", "10")]
        assert not set(rim) & set(island.land)
        assert 20 <= sum(map(len, island.fishing.values())) <= 22
        apart = {
            away
            for home in island.villages
            for cell, away in island.distances(home, frozenset()).items()
            if cell != home and cell in island.villages
        }
        assert min(apart) >= 3
        assert all(len(island.distances(home, frozenset())) == 41 for home in island.villages)
        for cell in island.plain:  # the volcano parts no island
            assert len(island.distances(island.villages[0], frozenset({cell}))) == 40
    assert len(orders(nobody, Step("sections", CHANCE))) == 24
    assert len(SECTIONS) == 4


@pytest.mark.parametrize(("where", "away"), [
    ("E2 C4", 4), ("E2 H3", 4), ("E2 F9", 12), ("C4 B6", 3), ("C4 H3", 6), ("H3 I5", 3),
    ("H3 H8", 5), ("I5 H8", 4), ("H8 F9", 3), ("F9 C8", 4), ("C8 B6", 3), ("C8 H3", 12),
    ("B6 H8", 8), ("E2 E5", 7), ("E2 F6", 9), ("F9 F4", 9), ("H3 E5", 7), ("C8 D6", 5),
    ("I5 G6", 3),
])
def test_distances(where: str, away: int) -> None:
    """Part A.6: the check values of the reference layout."""
    home, cell = where.split()
    assert REF.island.distances(home, frozenset({"F5"}))[cell] == away


def test_reach() -> None:
    """Part A.6: what is within five steps; and some ways without the volcano."""
    within = {
        home: sum(d <= 5 for d in REF.island.distances(home, frozenset({"F5"})).values())
        for home in REF.island.villages
    }
    assert within == {
        "B6": 19, "C4": 20, "C8": 14, "E2": 14, "F9": 19, "H3": 19, "H8": 20, "I5": 17,
    }
    for home, cell in (("E2", "E5"), ("E2", "F6"), ("F9", "F4"), ("H3", "E5")):
        assert REF.island.distances(home, frozenset())[cell] == 5


# --- the worked examples --------------------------------------------------------------------


def test_example_1_setup() -> None:
    """E1: SETUP-13, -15, -17 to -19, WIN-14."""
    state = start(*"E2 C4 H3 I5 H8 F9".split())
    assert [idol.cell for idol in state.idols] == ["B6", "C8"]
    assert {o[1]: motora.weight(state, o) for o in options(state)} == {"E3": 2, "F6": 2, "E9": 2}
    state = apply(state, ("tile", "F6"))
    assert Counter(idol.cell for idol in state.idols) == {"C8": 1, "B6": 1, "F6": 1}
    assert IDOLS_NEEDED == {2: 4, 3: 3, 4: 3, 5: 2, 6: 2}
    two = start("H3", "C8")
    assert len(two.idols) == 6
    assert stock(two, RED) == stock(two, BLUE) == (6, 8, 2)
    for seat in (RED, BLUE):
        assert places(two, seat) == [ACTIVE] * 6 and not names(two, seat)


def test_example_2_range() -> None:
    """E2: PLACE-14 to -19, -22, -23."""
    state = position("E2 C8", "active/active", REST, stocks={RED: (0, 0, 3)})
    paid = costs(state, RED)
    assert (paid["C5"], paid["E5"]) == (0, 2)
    assert "F6" not in paid and "F5" not in paid
    assert cells(state, "place") == set(paid)
    assert stock(apply(state, ("place", "E5")), RED) == (0, 0, 1)
    rich = position("E2 C8", "active/active", REST, stocks={RED: (0, 0, 99)})
    assert costs(rich, RED)["F6"] == 4
    assert "F5" not in costs(rich, RED)
    with pytest.raises(ValueError):
        apply(state, ("place", "F6"))


def test_example_3_uneven_placement() -> None:
    """E3: PLACE-1 to -5, -11, ACTION-2."""
    members = "active active active active active/active injured injured/active active active"
    state = position("E2 C8 H8", members, Step("turn"), turn=0)
    placed = ""
    while state.phase in ("placement", "rest"):
        seat = decider(state)
        placed += "-" if seat == CHANCE else "RBG"[seat]
        event = ("event", "Monsoon")
        state = apply(state, event if seat == CHANCE else ("place", state.tribes[seat].home))
    assert placed == "RBGRG-RGRR"
    assert state.phase == "actions"
    assert places(state, BLUE) == ["C8", ACTIVE, ACTIVE]


def test_example_4_cursed_season() -> None:
    """E4: EVENT-3 to -6, -12 to -17."""
    state = position(
        "E2 F9", "H5/G9 active", Step("events"), REST, COMBAT, ACTIONS,
        due=1, destroyed={"B7"}, idols=["H5"],
    )
    state = play(state, ("event", "Cursed Season"), ("event", "Dry Spring"))
    assert cells(state, "tile") == {"D2", "F3", "D5", "H5", "F8"}
    state = apply(state, ("tile", "H5"))
    assert state.destroyed == {"B7"} and places(state, RED) == ["H5"]
    state = apply(state, ("event", "Forest Fire"))
    assert motora.weight(state, ("tile", "G9")) == 2
    state = apply(state, ("tile", "G9"))
    assert state.destroyed == {"B7", "G9"}
    assert places(state, BLUE) == [ACTIVE, "by active"]
    assert costs(state, BLUE)["G9"] == 0
    state = apply(state, ("place", "G9"))
    state = apply(state, ("done",))  # Red
    assert options(state) == [("fish", 2), ("done",)]
    food, *_ = stock(state, BLUE)
    assert apply(state, ("fish", 2)).tribes[BLUE].food == food + 2 - 2  # and two eat


def test_example_5_forced_tie() -> None:
    """E5: COMBAT-8, -13, -17 to -20."""
    state = position("E2 C8", "C5 C5 C5/C5", COMBAT, ACTIONS)
    state = play(state, ("dice", 2, 3), ("dice", 3, 5), ("reroll", 2), ("die", 5))
    assert decider(state) == RED
    state = play(state, ("stand",), ("dice", 1, 2), ("dice", 4, 6), ("reroll", 1), ("die", 3))
    assert places(state, RED) == ["by active", "by active", "by serious"]
    assert places(state, BLUE) == ["C5"]
    food, *_ = stock(state, BLUE)
    assert apply(state, ("gather", 3, 0)).tribes[BLUE].food == food + 3 - 1


def test_example_6_three_tribes() -> None:
    """E6: COMBAT-10, -13, -20, WIN-10."""
    state = position("E2 C8 H8", "D6/D6/D6 D6", COMBAT, REST, shrines={BLUE: (0, 1)})
    state = play(state, ("dice", 4, 4), ("dice", 5, 5), ("dice", 1, 2), ("reroll", 2), ("die", 5))
    assert places(state, RED) == ["by serious"]
    assert places(state, BLUE) == ["D6"]
    assert places(state, GREEN) == ["by active", "by serious"]


def test_example_7_village_fight_and_raid() -> None:
    """E7: COMBAT-12, -21, RAID-2, -4, -9 to -11, R-69."""
    state = position("E2 H3", "H3 H3/H3 active", COMBAT, stocks={RED: (0, 0, 1), BLUE: (4, 1, 0)})
    state = play(state, ("dice", 3, 6), ("dice", 4, 4), ("stand",))  # 9 and 4 + 4 + 1
    state = play(state, ("dice", 4, 5), ("dice", 2, 3), ("stand",))
    assert places(state, BLUE) == [ACTIVE, "by injured"]
    assert options(state) == [("steal",), ("done",)]
    state = play(state, ("steal",), ("die", 5), ("take", "food"))
    assert stock(state, RED) == (4, 0, 1) and stock(state, BLUE) == (0, 1, 0)
    assert places(state, RED) == [ACTIVE, ACTIVE] and not state.agenda
    assert needs(state, BLUE) == (1, 1, 1)


def test_example_8_three_actions() -> None:
    """E8: ACTION-4 to -13, -18, -19."""
    state = position(
        "I5 C8", "H5 H5 H5 H6/", Step("act", RED), idols=["H5"], stocks={RED: (0, 0, 0)}
    )
    assert ("move", "H7", (0, 1)) in options(state)
    state = play(state, ("gather", 0, 0))
    assert cells(state, "gather") == {3}  # the one on H6
    state = play(state, ("fish", 1), ("move", "H6", (2,)))
    assert stock(state, RED) == (2, 5, 0)
    assert state.idols == [Idol("H6", moved=True)]
    assert not cells(state, "move")
    other = position("I5 C8", "H5 H5 H5/", Step("act", RED), idols=["H5"])
    other = apply(other, ("move", "H7", (0, 1)))
    assert options(other) == [("gather", 2, 0), ("fish", 2), ("done",)]


def test_example_9_consumption_count() -> None:
    """E9: RES-2, -5, -7, -12 to -14, ACTION-14 to -17, CAPTURE-3, -4."""
    state = position(
        "I5 C8", "I5 I5 C5 C5 C5 injured byinjured/active", Step("act", RED),
        held=((BLUE, RED), (BLUE, RED)),
    )
    state.members[-1] = state.members[-1]._replace(captured=True)
    state = apply(state, ("recruit", 0, 1))
    assert len(state.free(RED)) == 8
    assert needs(state, RED) == (7, 7, 1)
    state.change(RED, recruits=0)
    for member in (0, 1):
        state.put(member, "I5")
    assert not cells(state, "recruit")


def test_example_10_double_shortage() -> None:
    """E10: RES-3, -6, -16, WIN-11, -12."""
    consume = Step("consume", data=((RED,),))
    state = position(
        "I5 C8", "active active active active/active", consume, stocks={RED: (3, 2, 1)}
    )
    both = play(state, ("starve", 0), ("bury", "death"), ("starve", 1), ("bury", "death"))
    assert stock(both, RED) == (0, 0, 0)
    assert (both.bonus(RED, "death"), both.bonus(RED, "life")) == (1, 0)
    assert len(both.free(RED)) == 2
    each = play(state, ("starve", 0), ("bury", "death"), ("starve", 1), ("bury", "life"))
    assert (each.bonus(RED, "death"), each.bonus(RED, "life")) == (0, 0)


def test_example_11_no_shelter() -> None:
    """E11: RES-10, -11, R-72."""
    state = position(
        "I5 C8", "I5 active active active active/active", Step("consume", data=((RED,),)),
        stocks={RED: (9, 8, 0)}, cards={RED: ("Waterskin", "Stone Axe", "Blessing of Rain")},
    )
    assert needs(state, RED) == (4, 4, 1)
    back = ("Stone Axe", "Blessing of Rain", "Waterskin")
    state = play(state, *(("card", name) for name in back))
    assert stock(state, RED) == (0, 0, 0)
    assert not names(state, RED) and len(state.free(RED)) == 5
    assert state.decks[CRAFTSMEN].bottom == ("Stone Axe", "Waterskin")
    assert state.decks[TEMPLE].bottom == ("Blessing of Rain",)


def test_example_12_winning_transport() -> None:
    """E12: ACTION-10, WIN-5, -13, -14, R-79."""
    state = position(
        "H3 C8 E2 I5", "G4 G4/active/active/active", ACTIONS,
        shrines={RED: (1, 1)}, idols=["G4"],
    )
    state = play(state, ("move", "H3", (0, 1)), ("enshrine", "life"))
    assert (state.reason, state.winners) == ("idols", (RED,))
    assert options(state) == [] and stock(state, BLUE) == (6, 8, 2)


# --- setup and turns ------------------------------------------------------------------------


def test_shuffled_tiles() -> None:
    """SETUP-3 to -5, R-03: villages and other tiles apart, all of them."""
    state = motora.start(2, Rulings(first_player="seat1"))
    assert {o[1]: motora.weight(state, o) for o in options(state)} == dict.fromkeys(VILLAGES, 2)
    state = apply(state, ("tile", "V2"))
    assert motora.weight(state, ("tile", "V2")) == 1
    for _ in range(7):
        state = apply(state, options(state)[0])
    assert cells(state, "tile") == set(TILES) - {EXTRA}
    seven = motora.start(2, Rulings(village_tiles="7"))
    assert motora.weight(seven, ("tile", "V4")) == 1 and len(seven.island.villages) == 7
    assert "B6" in seven.island.plain
    central = motora.start(2, Rulings(volcano="centre"))
    assert central.volcano == "F5"
    turned = motora.start(2, Rulings(volcano_top="random"), REF)
    assert cells(turned, "top") == {0, 1, 2, 3} and apply(turned, ("top", 2)).top == 2


def test_order_of_sections() -> None:
    """SETUP-1, R-02: the default order, or a random one."""
    assert motora.start(2).island == Island()
    state = motora.start(2, Rulings(section_order="random"))
    assert len(cells(state, "sections")) == 4 and len(options(state)) == 24
    assert apply(state, ("sections", *"CADB")).island == Island(tuple("CADB"))


def test_seating() -> None:
    """SETUP-9 to -12, R-05, R-06: who rolls highest, the tied again; villages clockwise."""
    state = motora.start(3, layout=REF)
    assert options(state) == [("die", face) for face in range(1, 7)]
    state = play(state, ("die", 5), ("die", 2), ("die", 5))
    state = play(state, ("die", 3), ("die", 4))
    assert (state.first, decider(state)) == (2, 2)
    state = play(state, ("home", "B6"), ("home", "C8"))
    assert decider(state) == 1 and cells(state, "home") == set(REF.island.villages) - {"B6", "C8"}
    assert stock(state, 2) == (5, 7, 4)


def test_two_dice() -> None:
    """COMBAT-6: 36 equally likely throws."""
    state = position("E2 C8", "D6/D6", COMBAT)
    weights = {option[1:]: motora.weight(state, option) for option in options(state)}
    assert sum(weights.values()) == 36 and len(weights) == 21
    assert (weights[3, 3], weights[2, 5]) == (1, 2)


def test_first_player_token() -> None:
    """TURN-3, R-16: to the next surviving tribe on the left."""
    state = position("E2 C8 H8 B6", "active/active/gone/active", Step("check"), Step("turn"))
    assert (state.first, state.turn, state.order()) == (1, 2, [1, 3, 0])
    state.agenda = [Step("turn")]
    advance(state)
    assert (state.first, state.turn) == (3, 3)


def test_end_of_turn() -> None:
    """R-57: beside-members settle, gear returns, and the turn's effects are over."""
    state = position(
        "E2 C8", "byactive active/active", Step("rest"), idols=["F4"],
        cards={RED: ("Waterskin 1", "Stone Axe")},
    )
    state.idols = [Idol("F4", moved=True)]
    for seat in (RED, BLUE):
        state.change(seat, more_food=2, more_water=2, recruits=1, home_bonus=2, walks=True)
    state.unavailable, state.gathered, state.settled = {"F4"}, {"F3"}, {"F6"}
    state.fished, state.passed = {"H5": 1}, {RED}
    state.fever, state.shelter_need, state.fishing = 1, 2, False
    state.agenda = [Step("clean up")]
    advance(state)
    fresh = start("E2", "C8")
    assert state.idols == [Idol("F4")]
    for name in """unavailable gathered settled fished passed fever shelter_need
            fishing""".split():
        assert getattr(state, name) == getattr(fresh, name)
    assert state.members[:2] == fresh.members[:2]
    cards = (Card("Waterskin"), Card("Stone Axe"))
    assert state.tribes[RED] == fresh.tribes[RED]._replace(cards=cards)
    assert state.tribes[BLUE] == fresh.tribes[BLUE]


def test_turn_limit() -> None:
    """R-82: a tool stops without a winner."""
    state = position("E2 C8", "active/active", Step("turn"), turn_limit=1)
    assert (state.reason, state.winners) == ("turn limit", ())


def test_cards_under_a_deck() -> None:
    """EQUIP-11, R-77: they come in their order, when the shuffled ones are gone."""
    deck_left = Deck({"Waterskin": 1}).under("War Club").under("Stone Axe")
    assert deck_left.draws == {"Waterskin": 1} and len(deck_left) == 3
    deck_left = deck_left.drawn("Waterskin")
    assert deck_left.draws == {"War Club": 1}
    assert deck_left.drawn("War Club") == Deck({}, ("Stone Axe",))


# --- random play ----------------------------------------------------------------------------


def check(state: State) -> None:
    """Nothing is lost or made: members, idols, cards, tiles; and the limits of the rules."""
    n = state.players
    if not all(tribe.home for tribe in state.tribes) or len(state.tiles) < 41:
        return
    laid = Counter(state.tiles.values())
    assert laid == copies(state.rulings.village_tiles)
    if state.turn:
        arriving = sum(step.kind == "enshrine" for step in state.agenda)
        idols = len(state.idols) + arriving + sum(map(state.gathered_idols, range(n)))
        assert idols == 8 - n + (n == 6)
    assert not state.destroyed & set(state.island.villages)
    for kind in (CRAFTSMEN, TEMPLE):
        held = [c.name for t in state.tribes for c in t.cards if EQUIPMENT[c.name].deck == kind]
        lying = Counter(state.decks[kind].shuffled)
        lying.update([*held, *state.decks[kind].bottom])
        assert +lying == deck(kind)
    events = Counter(state.decks[EVENTS_DECK].shuffled)
    events.update([*state.discards, *state.decks[EVENTS_DECK].bottom])
    assert +events == event_deck()
    for seat, tribe in enumerate(state.tribes):
        assert min(stock(state, seat)) >= 0
        assert len(state.free(seat)) + len(state.captives(seat)) <= 8
        if state.phase == "rest":
            assert tribe.alive == state.survives(seat)
        assert not tribe.alive or not state.reason or state.survives(seat)
        assert all(m.place == PRISON or m.board == m.owner for m in map(
            state.members.__getitem__, state.free(seat)
        ))
        for card in tribe.cards:
            assert card.bearer is None or state.members[card.bearer].owner == seat
    if state.phase == "actions":
        there = {m.place for m in state.members if m.place in state.tiles}
        assert all(len(state.seats_at(cell)) == 1 for cell in there)
        assert not there & state.unavailable
        assert state.volcano not in there


def check_course(before: State, after: State) -> None:
    """What no step does: members change owners, the dead come back, destroyed tiles heal."""
    assert len(before.members) <= len(after.members)
    for old, new in zip(before.members, after.members, strict=False):
        assert old.owner == new.owner
        if old.place in ("life", "death", "gone"):
            assert new.place == old.place
    assert before.destroyed <= after.destroyed
    fallen = [not tribe.alive for tribe in before.tribes]
    assert not any(was and now.alive for was, now in zip(fallen, after.tribes, strict=True))


def checked(course: Iterator[tuple[State, Option]]) -> set[str]:
    """Check a whole game, and say which kinds of options were taken in it."""
    kinds = set()
    before = None
    for state, option in course:
        check(state)
        if before is not None:
            check_course(before, state)
        before = state
        if option:
            kinds.add(option[0])
            assert motora.weight(state, option) > 0
            assert decider(state) == CHANCE or state.tribes[decider(state)].alive
    assert before is not None and before.winners
    assert (len(before.winners) > 1) == (before.reason == "draw")
    return kinds


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_invariants_in_random_play(players: int) -> None:
    rng = random.Random(players)
    for _ in range(2):
        checked(figures.states(players, rng))


@pytest.mark.parametrize(("homes", "seed", "kinds"), [
    ("E2 H3", 3, "eat sacrifice idol gear ruin steal suffer enshrine use group carry"),
    pytest.param(
        "E2 H3 I5 C8 H8 F9", 2, "eat idol gear ruin steal suffer enshrine recruit use group carry",
        marks=pytest.mark.slow,
    ),
])
def test_invariants_in_long_games(homes: str, seed: int, kinds: str) -> None:
    """Tribes with much in stock live long enough for decks to run out and idols to move."""
    state = start(*homes.split()).copy()
    for seat in range(state.players):
        state.change(seat, food=250, water=250, shelter=120)
    assert checked(figures.course(state, random.Random(seed))) >= set(kinds.split())


def test_every_ruling_can_be_played() -> None:
    """No ruling leads to a state without options, and all games end."""
    rng = random.Random(1)
    given: list[tuple[str, Any]] = [("resource_cap", 8), ("turn_limit", 2)]
    given += [(name, value) for name, values in Rulings.values().items() for value in values[1:]]
    for name, value in given:
        asked: dict[str, Any] = {"turn_limit": 4, name: value}
        for state, option in figures.states(3, rng, Rulings(**asked)):
            assert option or state.reason, (name, value)
