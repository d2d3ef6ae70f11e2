"""The MOTORA reference model against the worked examples of its rules, its data and its rulings.

Expected values come from the rules, worked out by hand. Seats are Red 0, Blue 1, Green 2.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.models import motora_model as motora
from tests.models.motora import figures
from tests.models.motora.cards import CRAFTSMEN, EQUIPMENT, EVENTS, TEMPLE, deck, event_deck
from tests.models.motora.combat import row
from tests.models.motora.consumption import needs
from tests.models.motora.island import REF, SECTIONS, Island, Layout
from tests.models.motora.machine import advance
from tests.models.motora.placement import costs
from tests.models.motora.rulings import Rulings
from tests.models.motora.setup import EVENTS_DECK, orders
from tests.models.motora.state import (
    ACTIVE,
    CHANCE,
    IDOLS_NEEDED,
    PRISON,
    Card,
    Deck,
    Idol,
    Member,
    Option,
    State,
    Step,
)
from tests.models.motora.tiles import GROUPS, TILES, VILLAGE_COPIES, VILLAGES
from tests.models.motora_model import apply, decider, options

RED, BLUE, GREEN = range(3)
BY = {"byactive": "by active", "byinjured": "by injured", "byserious": "by serious"}


def start(*homes: str, layout: Layout | None = REF, **rulings: Any) -> State:
    """The first turn of a game whose first player is Red, with these villages."""
    made = Rulings(**{"first_player": "seat1", **rulings})
    state = motora.start(len(homes), made, layout)
    for home in homes:
        state = apply(state, ("home", home))
    return state


def position(homes: str, members: str, *steps: Step, **given: Any) -> State:
    """A game in which these steps come next, with members told by their places.

    Tribes are parted by a slash. `cards`, `stocks` and `shrines` are told by seats; a prisoner is
    told by its owner and holder, as in `held=((BLUE, RED),)`. Members on the map of a tribe are
    placed in the order in which they are told, a tribe's on its own village at home.
    """
    rulings = {name: given.pop(name) for name in list(given) if hasattr(Rulings(), name)}
    state = start(*homes.split(), **rulings).copy()
    state.members = []
    for seat, words in enumerate(members.split("/")):
        for order, word in enumerate(words.split(), 1):
            place, home = BY.get(word, word), word == state.tribes[seat].home
            on_map = order if word in state.tiles else 0
            state.members.append(Member(seat, seat, place, order=on_map, at_home=home))
    for owner, holder in given.pop("held", ()):
        state.members.append(Member(owner, holder, PRISON))
    for seat, names in given.pop("cards", {}).items():
        add_cards(state, seat, *names)
    for seat, (food, water, shelter) in given.pop("stocks", {}).items():
        state.change(seat, food=food, water=water, shelter=shelter)
    for seat, (life, death) in given.pop("shrines", {}).items():
        state.change(seat, life=life, death=death)
    if "idols" in given:
        given["idols"] = [Idol(cell) for cell in given["idols"]]
    for name, value in given.items():
        setattr(state, name, value)
    state.agenda = list(reversed(steps))
    advance(state)
    return state


def add_cards(state: State, seat: int, *names: str) -> None:
    """Give a tribe cards out of the decks; one told as `Waterskin 3` is assigned to a member."""
    for text in names:
        name, _, number = text.rpartition(" ") if text[-1].isdigit() else (text, "", "")
        which = EQUIPMENT[name].deck
        state.decks[which] = state.decks[which].drawn(name)
        card = Card(name, bearer=int(number) if number else None)
        state.change(seat, cards=(*state.tribes[seat].cards, card))


def play(state: State, *chosen: Option) -> State:
    for option in chosen:
        state = apply(state, option)
    return state


def places(state: State, seat: int) -> list[str]:
    return sorted(member.place for member in state.members if member.owner == seat)


def stock(state: State, seat: int) -> tuple[int, int, int]:
    tribe = state.tribes[seat]
    return tribe.food, tribe.water, tribe.shelter


def names(state: State, seat: int) -> list[str]:
    return [card.name for card in state.tribes[seat].cards]


def cells(state: State, word: str) -> set[Any]:
    return {option[1] for option in options(state) if option[0] == word}


COMBAT, ACTIONS, REST = Step("combat"), Step("actions"), Step("rest")


# --- the data -------------------------------------------------------------------------------


def test_counts() -> None:
    """Part A.1: 41 tiles, 30 events, 24 craftsmen and 16 temple cards."""
    assert len(TILES) + VILLAGE_COPIES * len(VILLAGES) == 41
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
    groups = Counter(tile.group for tile in TILES.values())
    assert groups == {
        "plant": 6, "meat": 6, "water": 6, "wood": 5, "stone": 3, "temple": 3, "hut": 3,
        "volcano": 1,
    }
    for group in (*GROUPS, "hut"):
        faces = [n for tile in TILES.values() if tile.group == group for n in tile.numbers]
        assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    harvest = Counter[str]()
    for tile in TILES.values():
        if tile.yields and tile.yields[0].what in ("food", "water", "shelter"):
            harvest[tile.yields[0].what] += tile.yields[0].amount
    assert harvest == {"food": 48, "water": 29, "shelter": 20}
    thirst = sum(
        max((side.amount for side in tile.yields if side.what == "water"), default=0)
        for tile in TILES.values()
    )
    assert thirst == 38
    assert sum(tile.boars for tile in TILES.values()) == 2
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
    assert cells(state, "tile") == set(TILES)
    central = motora.start(2, Rulings(volcano="centre"))
    assert central.volcano == "F5"


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


# --- events ---------------------------------------------------------------------------------


def after_event(card: str, members: str, **given: Any) -> State:
    """A game in which an event has just been drawn; homes are E2 and C8 unless told."""
    homes = given.pop("homes", "E2 C8")
    steps = (Step("events"), *given.pop("steps", ()))
    return apply(position(homes, members, *steps, due=1, **given), ("event", card))


@pytest.mark.parametrize(("card", "left"), [
    ("Monsoon", (4, 7, 3)), ("Great Herd", (7, 4, 3)), ("Driftwood", (4, 4, 5)),
    ("Vermin", (1, 4, 3)), ("Fouled Wells", (4, 1, 3)), ("Hurricane", (4, 4, 1)),
])
def test_gains_and_losses(card: str, left: tuple[int, int, int]) -> None:
    """EVENT-18, -19, R-29: at once, for each tribe, and never below 0."""
    state = after_event(card, "active/active", stocks={RED: (4, 4, 3), BLUE: (1, 1, 1)})
    assert stock(state, RED) == left
    changes = [new - old for old, new in zip((4, 4, 3), left, strict=True)]
    assert stock(state, BLUE) == tuple(max(1 + change, 0) for change in changes)
    assert needs(state, RED) == (1, 1, 1)


def test_jealous_gods() -> None:
    """Part A.7: only tribes with an idol on a shrine lose."""
    state = after_event(
        "Jealous Gods", "active/active", shrines={RED: (0, 1)},
        stocks={RED: (3, 4, 1), BLUE: (2, 2, 1)},
    )
    assert (stock(state, RED), stock(state, BLUE)) == ((1, 2, 1), (2, 2, 1))


@pytest.mark.parametrize(("card", "needed"), [
    ("Heatwave", (3, 5, 1)), ("Hungry Ghosts", (5, 3, 1)), ("Cold Nights", (3, 3, 2)),
    ("Fever", (3, 5, 1)), ("Mild Season", (1, 1, 1)),
])
def test_needs(card: str, needed: tuple[int, int, int]) -> None:
    """EVENT-20, R-68: needs change for one turn; stocks stay as they are."""
    state = after_event(card, "active injured byserious/active active active")
    assert needs(state, RED) == needed
    assert stock(state, RED) == (8, 6, 2)
    state.agenda = [Step("clean up")]
    advance(state)
    assert needs(state, RED) == (3, 3, 1)


def test_needs_do_not_fall_below_nothing() -> None:
    """R-68: also a lone member at home can die of what a card adds."""
    assert needs(after_event("Mild Season", "active/active"), RED) == (0, 0, 1)
    assert needs(after_event("Heatwave", "E2/active"), RED) == (0, 2, 1)


def test_malaria_takes_a_random_member() -> None:
    """EVENT-21, -22, R-25: of two with a die, a lone one without, of none nobody."""
    state = after_event("Malaria", "C5 C6 active/D6/active", homes="E2 C8 H8")
    assert options(state) == [("member", 0), ("member", 1)]
    state = apply(state, ("member", 1))
    assert places(state, RED) == ["C5", "active", "by serious"]
    assert places(state, BLUE) == ["by serious"] and places(state, GREEN) == ["active"]


def test_snake_bite() -> None:
    """R-30: the dead go on a shrine of the owner's choice."""
    state = after_event("Snake Bite", "C5/D6 active")
    assert places(play(state, ("die", 3), ("die", 6)), RED) == ["by injured"]
    state = apply(state, ("die", 3))
    state = play(state, ("die", 2), ("bury", "life"))
    assert places(state, BLUE) == ["active", "life"]
    assert len(state.held(BLUE, "life")) == 1


def test_last_member_bitten() -> None:
    """R-31, R-79, WIN-2: elimination is checked after the card."""
    state = after_event("Snake Bite", "C5/D6")
    state = play(state, ("die", 1), ("bury", "life"), ("die", 5))
    assert (state.reason, state.winners) == ("survivor", (BLUE,))
    state = after_event("Snake Bite", "C5/D6", shrines={BLUE: (0, 1)})
    state = play(state, ("die", 1), ("bury", "life"), ("die", 2), ("bury", "death"))
    assert (state.reason, state.winners) == ("extinction", (BLUE,))


def test_npe_fights() -> None:
    """EVENT-23, -25, R-26, R-43: rows, the home bonus, a tie, and no captures."""
    state = after_event("Prowling Panther", "E2/active")
    throw = ("dice", 1, 1)
    assert places(play(state, throw, ("dice", 2, 2)), RED) == ["by active"]  # 3 to 4
    assert places(play(state, throw, ("dice", 6, 6)), RED) == ["gone"]
    assert places(play(state, ("dice", 6, 6), throw), RED) == ["E2"]
    again = play(state, throw, ("dice", 1, 2))
    assert places(play(again, ("dice", 2, 2), ("dice", 4, 4)), RED) == ["by injured"]
    abroad = after_event("Prowling Panther", "E2/active", home_bonus_npe="no")
    assert places(play(abroad, throw, ("dice", 2, 3)), RED) == ["by injured"]  # 2 to 5
    assert places(play(state, throw, ("dice", 2, 3)), RED) == ["by active"]


def test_crocodile_waits_at_the_water() -> None:
    """Part A.7: only members that touch a fishing spot, and one more for the NPE."""
    state = after_event("River Crocodile", "C5 B7/E3", homes="E2 H8")
    state = play(state, ("dice", 2, 2), ("dice", 1, 3))
    assert places(state, RED) == ["C5", "by active"]
    assert places(state, BLUE) == ["E3"] and not state.agenda


def test_npe_and_gear() -> None:
    """R-26: the member's own gear counts, its club too; tribe mates do not help."""
    gear = {RED: ("Warrior Blade 0", "War Club 0", "Warrior Blade 1")}
    state = after_event("Prowling Panther", "C5 C5/active", cards=gear)
    state = play(state, ("member", 0), ("dice", 1, 2), ("dice", 2, 4))
    assert options(state) == [("reroll", 1), ("reroll", 2), ("stand",)]
    assert places(play(state, ("reroll", 1), ("die", 1)), RED) == ["C5", "by active"]
    helped = after_event("Prowling Panther", "C5 C5/active", npe_support="same_tile")
    helped = play(helped, ("member", 0), ("dice", 1, 2), ("dice", 2, 4))
    assert cells(helped, "reroll") == {1, 2}


def test_unavailable_tiles() -> None:
    """EVENT-8, -9, R-15, R-22: an idol does not protect; one turn."""
    state = after_event("Taboo", "E3 active/active", steps=(REST,), idols=["E3"])
    assert {o[1]: motora.weight(state, o) for o in options(state)} == {"E3": 2, "F6": 2, "E9": 2}
    state = apply(state, ("tile", "E3"))
    assert places(state, RED) == ["active", "by active"]
    assert "E3" not in cells(state, "place") and "F3" in cells(state, "place")
    way = after_event("Taboo", "active/active", steps=(REST,), unavailable_blocks_path="yes")
    way = apply(way, ("tile", "E3"))
    assert "F3" not in costs(way, RED) or costs(way, RED)["F3"] > 0
    state.agenda = [Step("clean up")]
    advance(state)
    assert "E3" in costs(state, RED)


def test_flood_and_tide() -> None:
    """Part A.7: two groups become unavailable; nobody fishes."""
    state = after_event("Flash Flood", "active/active")
    assert cells(state, "tile") == {"C2", "C5", "G3", "G6", "E8", "I4"}
    state = apply(state, ("tile", "C2"))
    assert cells(state, "tile") == {"C3", "H4", "D6", "B8", "G9"}
    assert apply(state, ("tile", "G9")).unavailable == {"C2", "G9"}
    state = after_event("High Tide", "H5/active", homes="I5 C8", steps=(Step("act", RED),))
    assert options(state) == [("gather", 0, 0), ("done",)]


def test_cursed_seasons_add_up() -> None:
    """EVENT-3, R-27: five cards for two Cursed Seasons; as many more as ruled."""
    state = after_event("Cursed Season", "active/active")
    state = play(state, ("event", "Cursed Season"), ("event", "Monsoon"), ("event", "Vermin"))
    assert cells(state, "event") and not apply(state, ("event", "Driftwood")).agenda
    one = after_event("Cursed Season", "active/active", cursed_season_events="1")
    assert not apply(one, ("event", "Monsoon")).agenda


def test_event_deck_runs_out() -> None:
    """R-28: the discards are shuffled, a Cursed Season that called for more among them."""
    given = {"discards": ("Vermin",), "due": 1}
    for recycle, following in (
        ("reshuffle", {"Cursed Season", "Vermin"}), ("bottom", {"Cursed Season"})
    ):
        state = position("E2 C8", "active/active", event_recycle=recycle, **given)
        state.decks = {**state.decks, EVENTS_DECK: Deck({"Cursed Season": 1})}
        state.agenda = [Step("events")]
        advance(state)
        assert cells(apply(state, ("event", "Cursed Season")), "event") == following


def test_earthquake() -> None:
    """Part A.7: a group that is wholly destroyed is rolled again."""
    state = after_event("Earthquake", "F6/active", destroyed={"F4", "F7", "C9"})
    assert cells(state, "group") == {"plant", "meat", "water", "wood", "temple"}
    state = play(state, ("group", "temple"), ("tile", "F6"))
    assert "F6" in state.destroyed and places(state, RED) == ["by active"]


def test_group_wholly_destroyed() -> None:
    """R-22, R-23: nothing happens, or another tile is rolled if ruled so."""
    state = after_event("Rockfall", "active/active", destroyed={"F4", "F7", "C9"})
    assert not state.agenda
    stone = {"destroyed": {"F4"}, "idols": ["F7"]}
    assert cells(after_event("Rockfall", "C9/E3", **stone), "tile") == {"F7", "C9"}
    spared = after_event("Rockfall", "C9/E3", idol_spared_reroll="yes", **stone)
    assert [motora.weight(spared, o) for o in options(spared)] == [2]
    assert cells(spared, "tile") == {"C9"}


@pytest.mark.parametrize(("face", "given", "gone"), [
    (1, {}, "F4"), (2, {}, "F4"), (3, {}, "F4 F6"), (4, {}, "F4 F6"), (6, {}, "F4 F6 E5"),
    (1, {"destroyed": {"F4"}}, "F4 F6"), (6, {"destroyed": {"E5"}}, "F4 F6 E5"),
    (3, {"idols": ["F4"]}, "F6"), (1, {"idols": ["F4"]}, ""), (1, {"top": 1}, "F6"),
    (4, {"top": 3}, "E5 F4"), (1, {"idols": ["F4"], "idol_protection": "events_only"}, ""),
])
def test_eruption(face: int, given: dict[str, Any], gone: str) -> None:
    """TILE-12, part A.7: clockwise from the top; ocean and destroyed tiles do not count."""
    state = apply(after_event("Eruption", "F4/active", **given), ("die", face))
    assert state.destroyed == set(gone.split())
    hit = "F4" in state.destroyed - given.get("destroyed", set())
    assert places(state, RED) == ["by active" if hit else "F4"]


# --- combat ---------------------------------------------------------------------------------


def test_rows() -> None:
    """COMBAT-11 to -15, R-34."""
    assert [row(gap) for gap in range(1, 13)] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 5]
    assert [row(gap, "kill") for gap in (9, 10, 11)] == [5, 5, 4]


def test_combat_gear() -> None:
    """Part A.8, EQUIP-9, R-33: blades add up for all who stand there, and only there."""
    gear = {RED: ("Warrior Blade 0", "Warrior Blade 1", "Warrior Blade 2", "Warrior Blade")}
    state = position("E2 C8", "D6 D6 D3/D6", COMBAT, cards=gear)
    state = play(state, ("dice", 1, 1), ("dice", 1, 2))  # 4 to 3
    state = apply(state, ("stand",))
    assert places(state, RED) == ["D3", "D6", "D6"] and places(state, BLUE) == ["by active"]


def test_shields() -> None:
    """Part A.8: the bearer suffers the next milder row; the first row stays."""
    gear = {BLUE: ("Hide Shield 1",)}
    state = position("E2 C8", "D6/D6 D6", COMBAT, cards=gear)
    lost = play(state, ("dice", 6, 6), ("dice", 2, 3), ("stand",))  # by 7
    assert (decider(lost), cells(lost, "suffer")) == (BLUE, {1, 2})
    assert places(apply(lost, ("suffer", 1)), BLUE) == ["by active", "by serious"]
    assert places(apply(lost, ("suffer", 2)), BLUE) == ["by active", "gone"]
    little = play(state, ("dice", 3, 3), ("dice", 2, 3), ("stand",))
    assert places(little, BLUE) == ["by active", "by active"]
    far = play(state, ("dice", 6, 6), ("dice", 1, 1), ("stand",), ("suffer", 1))
    assert places(far, BLUE) == ["by active", "gone"]
    other = position("E2 C8", "D6/D6 D6", COMBAT, cards=gear, casualty_choice="winner")
    assert decider(play(other, ("dice", 6, 6), ("dice", 2, 3), ("stand",))) == RED


def test_captures() -> None:
    """COMBAT-15, R-36, CAPTURE-3, -4: one of each loser, fed from the next turn on."""
    state = position("E2 C8 H8", "D6/D6 D6 active/D6", COMBAT)
    state = play(state, ("dice", 6, 6), ("dice", 3, 4), ("dice", 1, 1), ("stand",))
    assert len(state.held(RED)) == 2
    assert places(state, BLUE) == ["active", "by active", "prison"]
    assert needs(state, RED) == (1, 1, 1)
    assert not state.tribes[GREEN].alive and not state.reason
    state.agenda = [Step("clean up")]
    advance(state)
    assert needs(state, RED) == (3, 3, 1)


def test_captives_keep_a_tribe_alive_if_ruled_so() -> None:
    """R-55: without the ruling the captor has won."""
    for ruling, reason in (("no", "survivor"), ("yes", "")):
        state = position("E2 C8", "D6/D6", COMBAT, prisoners_keep_alive=ruling)
        state = play(state, ("dice", 6, 6), ("dice", 1, 1))
        assert state.reason == reason
    state.agenda = [Step("window", RED)]
    state = play(state, ("eat", BLUE, True))
    assert (state.reason, state.winners) == ("survivor", (RED,))


def test_dead_in_combat() -> None:
    """COMBAT-14, R-37: out of play, or on a shrine if ruled so."""
    lost = (("dice", 6, 6), ("dice", 1, 3))
    state = play(position("E2 C8", "D6/D6 active", COMBAT), *lost)
    assert places(state, BLUE) == ["active", "gone"]
    state = position("E2 C8", "D6/D6 active", COMBAT, combat_dead_to_shrine="yes")
    assert places(play(state, *lost, ("bury", "death")), BLUE) == ["active", "death"]


def test_gear_of_a_captive() -> None:
    """R-41: cards stay with the tribe until the turn ends, unless ruled otherwise."""
    for ruling, owner in (("no", BLUE), ("yes_to_captor", RED)):
        state = position(
            "E2 C8", "D6/D6 active", COMBAT, cards={BLUE: ("Waterskin 1",)},
            gear_lost_with_member=ruling,
        )
        state = play(state, ("dice", 6, 6), ("dice", 1, 1))
        assert names(state, owner) == ["Waterskin"] and not names(state, 1 - owner)
        assert not state.ready(owner, "placed")


def test_home_bonus() -> None:
    """COMBAT-21, -22, part A.9: for the owner alone, two with a Blessing of Warding."""
    bless = position("E2 C8 H8", "D6/C8/C8", Step("opening", BLUE), COMBAT, cards={
        BLUE: ("Blessing of Warding",)
    })
    state = play(bless, ("use", "Blessing of Warding"))
    assert state.decks[TEMPLE].bottom == ("Blessing of Warding",)
    state = play(state, ("dice", 3, 3), ("dice", 4, 5))  # 8 to 9
    assert places(state, BLUE) == ["by active"] and places(state, GREEN) == ["C8"]
    guests = position("E2 C8 H8", "C8/active/C8", COMBAT)
    assert cells(play(guests, ("dice", 3, 3), ("dice", 3, 3)), "dice")  # a tie


def test_darts() -> None:
    """Part A.9: two more in one combat, before its dice, then under the deck."""
    state = position("E2 C8", "D6 D3/D6 D3", COMBAT, cards={BLUE: ("Venomed Darts",)})
    state = apply(state, ("resolve", "D3"))
    assert options(state) == [("use", "Venomed Darts"), ("done",)]
    state = apply(state, ("use", "Venomed Darts"))
    state = play(state, ("dice", 1, 3), ("dice", 1, 1))  # a tie
    state = play(state, ("dice", 1, 3), ("dice", 1, 2))  # 4 to 5
    assert places(state, RED) == ["D6", "by active"]
    assert cells(state, "dice") and state.decks[TEMPLE].bottom == ("Venomed Darts",)


@pytest.mark.parametrize(("scope", "again"), [("top", False), ("any", True)])
def test_ties_of_three(scope: str, again: bool) -> None:
    """R-35: a tie of losers means nothing unless ruled so."""
    state = position("E2 C8 H8", "D6/D6/D6", COMBAT, tie_scope=scope)
    state = play(state, ("dice", 4, 4), ("dice", 3, 4), ("dice", 3, 4))
    assert bool(options(state) if state.agenda else []) == again
    if not again:
        assert places(state, BLUE) == places(state, GREEN) == ["by active"]


def test_rerolls() -> None:
    """R-38, R-39: one for each further member and each club; none if ruled so."""
    gear = {RED: ("War Club 0",)}
    state = position("E2 C8", "D6 D6/D6", COMBAT, cards=gear)
    state = play(state, ("dice", 1, 2), ("dice", 1, 6), ("reroll", 1), ("die", 1))
    state = play(state, ("reroll", 1), ("die", 6))  # 8 to 7, and no more rerolls
    assert places(state, BLUE) == ["by active"]
    fixed = position("E2 C8", "D6 D6/D6", COMBAT, reroll_order="none", cards=gear)
    fixed = play(fixed, ("dice", 1, 2), ("dice", 2, 2))
    assert places(fixed, RED) == ["by active", "by active"]


# --- raids ----------------------------------------------------------------------------------


def raided(members: str = "H3/active", **given: Any) -> State:
    """Red, whose village is E2, may raid Blue's H3."""
    given = {"stocks": {RED: (0, 0, 0), BLUE: (0, 0, 0)}, **given}
    return position("E2 H3", members, COMBAT, **given)


def test_nothing_to_raid() -> None:
    """R-46, R-44: no raid; the members stay and act, as they do when a raid is declined."""
    assert not raided().agenda
    state = raided(stocks={BLUE: (0, 0, 2)})
    assert options(state) == [("ruin",), ("done",)]
    state = apply(state, ("done",))
    assert places(state, RED) == ["H3"] and not state.agenda
    state.agenda = [Step("act", RED)]
    advance(state)
    assert options(state) == [("fish", 0), ("done",)]


def test_theft_and_ruin() -> None:
    """RAID-4, -5, -10, -11, R-47."""
    state = raided(stocks={RED: (0, 0, 0), BLUE: (2, 6, 3)})
    assert stock(play(state, ("ruin",), ("die", 2)), BLUE) == (2, 6, 1)
    assert stock(play(state, ("ruin",), ("die", 6)), BLUE) == (2, 6, 0)
    thirsty = play(state, ("steal",), ("die", 5), ("take", "water"))
    assert stock(thirsty, RED) == (0, 5, 0) and stock(thirsty, BLUE) == (2, 1, 3)
    assert places(thirsty, RED) == ["active"]
    dry = raided(stocks={RED: (0, 0, 0), BLUE: (0, 4, 0)})
    assert stock(play(dry, ("steal",), ("die", 3)), RED) == (0, 3, 0)
    early = raided(stocks={RED: (0, 0, 0), BLUE: (2, 0, 0)}, raid_choice="before_roll")
    assert stock(play(early, ("steal", "food"), ("die", 6)), RED) == (2, 0, 0)


def test_rescue() -> None:
    """RAID-6, R-50: all of the raider's own, fed by their tribe."""
    state = raided(held=((RED, BLUE), (RED, BLUE)))
    state = apply(state, ("rescue",))
    assert places(state, RED) == ["active"] * 3
    assert needs(state, RED) == (3, 3, 1) and needs(state, BLUE) == (1, 1, 1)


def test_stolen_gear() -> None:
    """RAID-8, R-46, R-51: unassigned gear; single use cards only cost the raid."""
    cards = ("Waterskin", "Waterskin", "Stone Axe 1", "Blessing of Rain", "Boar Spear")
    state = apply(raided(cards={BLUE: cards}), ("gear",))
    assert {o[1]: motora.weight(state, o) for o in options(state)} == {
        "Waterskin": 2, "Boar Spear": 1
    }
    state = apply(state, ("card", "Waterskin"))
    assert names(state, RED) == ["Waterskin"] and not state.ready(RED, "placed")
    nothing = raided(cards={BLUE: ("Blessing of Rain",)})
    assert options(nothing) == [("gear",), ("done",)]
    nothing = apply(nothing, ("gear",))
    assert names(nothing, BLUE) == ["Blessing of Rain"] and places(nothing, RED) == ["active"]
    assert not raided(cards={BLUE: ("Waterskin 1",)}).agenda


def test_raided_idols() -> None:
    """RAID-7, R-49: one step by one raider, two by two or with a sled; then it rests."""
    one = raided(shrines={BLUE: (1, 0)})
    near = {o[2] for o in options(one) if o[0] == "idol"}
    assert near == {"G3", "H4"}
    two = raided("H3 H3/active", shrines={BLUE: (1, 0)})
    far = {o[2] for o in options(two) if o[0] == "idol"}
    assert far == near | {"F3", "G4", "H5", "I4"}
    sled = raided(shrines={BLUE: (1, 0)}, cards={RED: ("Carrying Sled 0",)})
    assert {o[2] for o in options(sled) if o[0] == "idol"} == far
    state = apply(two, ("idol", "life", "F3"))
    assert state.gathered_idols(BLUE) == 0 and Idol("F3", moved=True) in state.idols
    assert places(state, RED) == ["active", "active"]


def test_raid_after_a_fight_of_strangers() -> None:
    """R-45: strangers fight without bonus, the winner raids at once."""
    state = position("E2 C8 H8", "C8/active/C8 active", COMBAT)
    state = play(state, ("dice", 3, 3), ("dice", 2, 3))
    assert decider(state) == RED and ("ruin",) in options(state)
    assert places(state, GREEN) == ["active", "by active"]


def test_owner_wins() -> None:
    """R-45: then there is no raid."""
    state = position("E2 C8", "C8 active/C8", COMBAT)
    assert not play(state, ("dice", 1, 3), ("dice", 2, 3)).agenda


def test_village_of_the_dead() -> None:
    """R-52: it is raided without a fight; an idol carried there lies on it."""
    state = position("E2 H3 H8", "H3/gone/active", Step("check"), COMBAT, ACTIONS)
    assert not state.tribes[BLUE].alive and ("steal",) in options(state)
    state = position(
        "E2 H3 H8", "G3/gone/active", Step("check"), Step("act", RED), idols=["G3"]
    )
    state = apply(state, ("move", "H3", (0,)))
    assert state.idols == [Idol("H3", moved=True)]


def test_order_of_combats() -> None:
    """COMBAT-4, R-32: the first player's first, in the order of its choice."""
    state = position("E2 C8 H8", "active/C5 C6/C5 C6", COMBAT, first=GREEN)
    assert decider(state) == GREEN and cells(state, "resolve") == {"C5", "C6"}


# --- prisoners and cards --------------------------------------------------------------------


def test_prisoners_are_eaten() -> None:
    """CAPTURE-6, R-54: one die of food each, and no more mouth to feed."""
    state = position("E2 C8", "active/active", Step("window", RED), held=((BLUE, RED),) * 2)
    assert needs(state, RED) == (3, 3, 1)
    state = play(state, ("eat", BLUE, False), ("die", 4))
    assert stock(state, RED) == (12, 6, 2) and needs(state, RED) == (2, 2, 1)
    assert places(state, BLUE) == ["active", "gone", "prison"]
    assert not apply(state, ("done",)).agenda


def test_sacrifices() -> None:
    """CAPTURE-5, R-84: the dead of others count in pairs, not across shrines."""
    state = position(
        "E2 C8", "active/active", Step("opening", RED), held=((BLUE, RED),) * 3,
        cards={RED: ("Sacrificial Knife",)},
    )
    state = play(state, *(("sacrifice", BLUE, False, "life"),) * 2)
    state = apply(state, ("sacrifice", BLUE, False, "death"))
    assert (state.bonus(RED, "life"), state.bonus(RED, "death")) == (1, 0)
    assert state.tribes[RED].cards == (Card("Sacrificial Knife", used=True),)
    visited = position("C8 E2", "active/C8", COMBAT, stocks={RED: (0, 0, 0)})
    visited.change(RED, cards=(Card("Sacrificial Knife", used=True),))
    visited.agenda = [COMBAT]
    advance(visited)
    assert not visited.agenda  # a knife that was used is no loot


@pytest.mark.parametrize("step", ["opening", "place", "act", "window"])
def test_windows(step: str) -> None:
    """R-53: when prisoners may be used; only before consumption if ruled so."""
    for ruling in ("windows", "consumption_only"):
        state = position(
            "E2 C8", "active C5/active", Step(step, RED), held=((BLUE, RED),), any_time=ruling
        )
        open_then = bool(state.agenda) and ("eat", BLUE, False) in options(state)
        assert open_then == (ruling == "windows" or step == "window")


def test_windows_before_dice() -> None:
    """R-53: before the dice of an own combat or raid."""
    state = position("E2 C8", "D6/D6", COMBAT, held=((BLUE, RED),))
    assert options(state) == [("eat", BLUE, False), ("done",)]
    assert ("eat", BLUE, False) in options(raided(
        stocks={BLUE: (1, 1, 1)}, held=((BLUE, RED),)
    ))


def opened(card: str, members: str = "active/active", **given: Any) -> State:
    """A turn that begins, with Red holding a card."""
    return position("E2 C8 H8", members + "/active", Step("opening", RED), REST,
                    cards={RED: (card,)}, **given)


def test_blessings_and_curses() -> None:
    """Part A.9, EQUIP-11, -12: at the start of a turn, then under the deck."""
    plenty = apply(opened("Blessing of Plenty"), ("use", "Blessing of Plenty"))
    assert stock(plenty, RED) == (12, 6, 2)
    assert stock(apply(opened("Blessing of Rain"), ("use", "Blessing of Rain")), RED) == (8, 10, 2)
    thirst = apply(opened("Curse of Thirst"), ("use", "Curse of Thirst", GREEN))
    assert (needs(thirst, GREEN), needs(thirst, BLUE)) == ((1, 3, 1), (1, 1, 1))
    hunger = apply(opened("Curse of Hunger"), ("use", "Curse of Hunger", BLUE))
    assert needs(hunger, BLUE) == (3, 1, 1)
    assert hunger.decks[TEMPLE].bottom == ("Curse of Hunger",) and not names(hunger, RED)
    walk = apply(opened("Spirit Walk"), ("use", "Spirit Walk"))
    assert set(costs(walk, RED).values()) == {0} and len(costs(walk, RED)) == 40


def test_cards_that_need_a_target() -> None:
    """Part A.8, A.9: they are offered where they can do something."""
    state = position("E2 C8", "active/active", Step("opening", RED), cards={RED: ("Bandages",)})
    assert not state.agenda
    healed = opened("Bandages", "serious injured/active")
    assert cells(healed, "use") == {"Bandages"}
    assert places(apply(healed, ("use", "Bandages", "serious")), RED) == ["active", "injured"]
    spring = opened("Poisoned Spring", destroyed={"D2"})
    assert {o[2] for o in options(spring) if o[0] == "use"} == {"F3", "D5", "H5", "B7", "F8"}
    spring = apply(spring, ("use", "Poisoned Spring", "F3"))
    assert "F3" not in cells(spring, "place")
    ruin = opened("Curse of Ruin", idols=["F4"], destroyed={"D2"})
    aims = {o[2] for o in options(ruin) if o[0] == "use"}
    assert aims == set(REF.island.plain) - {"F4", "D2", "F5"}
    assert apply(ruin, ("use", "Curse of Ruin", "F3")).destroyed == {"D2", "F3"}


@pytest.mark.parametrize(("protection", "gone"), [("all", set()), ("events_only", {"F4"})])
def test_wrath_of_the_mountain(protection: str, gone: set[str]) -> None:
    """R-24: an idol protects against cards too, unless ruled otherwise."""
    state = opened("Wrath of the Mountain", idols=["F4"], idol_protection=protection)
    state = play(state, ("use", "Wrath of the Mountain"), ("die", 1))
    assert state.destroyed == gone


def test_call_the_beast() -> None:
    """Part A.9: right after the event, against a tribe with members on the map."""
    state = position(
        "E2 C8 H8", "C5/D6/active", Step("reaction", RED), cards={RED: ("Call the Beast",)}
    )
    assert options(state) == [("use", "Call the Beast", BLUE), ("done",)]
    state = play(state, ("use", "Call the Beast", BLUE), ("dice", 1, 1), ("dice", 4, 4))
    assert places(state, BLUE) == ["by serious"] and state.tribes[BLUE].alive


def test_gear_goes_along() -> None:
    """EQUIP-7, -8, R-74: assigned while placing; sandals reach further."""
    cards = {RED: ("Trail Sandals", "Waterskin", "War Club")}
    state = position("E2 C8", "active active/active", REST, cards=cards, stocks={RED: (0, 0, 0)})
    assert cells(state, "carry") == {"Trail Sandals", "Waterskin", "War Club"}
    assert "E5" not in cells(state, "place")
    state = apply(state, ("carry", "Trail Sandals"))
    away = REF.island.distances("E2", frozenset({"F5"}))
    assert cells(state, "place") == {cell for cell in away if away[cell] <= 7}
    assert cells(state, "carry") == {"Waterskin", "War Club"}
    one = position("E2 C8", "active active/active", REST, cards=cards, gear_per_member="one")
    assert not cells(apply(one, ("carry", "Waterskin")), "carry")
    state = play(state, ("carry", "War Club"), ("place", "E5"))
    assert state.gear(0) == ["Trail Sandals", "War Club"]
    assert stock(state, RED) == (0, 0, 0)
    state = apply(state, ("place", "C8"))
    assert cells(state, "carry") == {"Waterskin"}


def test_passing() -> None:
    """R-11: only if ruled so."""
    for ruling, phase, may in (
        ("never", "rest", False), ("after_event", "rest", True),
        ("after_event", "placement", False), ("always", "placement", True),
    ):
        steps = (REST,) if phase == "rest" else (Step("place", RED),)
        state = position(
            "E2 C8", "active active/active", *steps, phase=phase, placement_pass=ruling
        )
        assert (("pass",) in options(state)) == may
    state = position("E2 C8", "active active/", REST, placement_pass="always")
    assert not apply(state, ("pass",)).agenda


# --- actions and consumption ----------------------------------------------------------------


@pytest.mark.parametrize(("cell", "side", "card", "gained"), [
    ("H5", 0, "Waterskin", (0, 7, 0)), ("E6", 1, "Waterskin", (0, 5, 0)),
    ("G4", 0, "Hunting Bow", (6, 0, 0)), ("E6", 0, "Hunting Bow", (5, 0, 0)),
    ("C2", 0, "Hunting Bow", (3, 0, 0)), ("C2", 0, "Forage Basket", (4, 0, 0)),
    ("F8", 1, "Forage Basket", (4, 0, 0)), ("G9", 1, "Forage Basket", (4, 0, 0)),
    ("C3", 0, "Stone Axe", (0, 0, 3)), ("E8", 1, "Stone Axe", (0, 0, 3)),
    ("F4", 0, "Stone Axe", (0, 0, 3)), ("F4", 0, "Quarry Pick", (0, 0, 4)),
    ("C9", 1, "Quarry Pick", (0, 3, 0)), ("D3", 0, "Boar Spear", (6, 0, 0)),
])
def test_gathering_gear(cell: str, side: int, card: str, gained: tuple[int, int, int]) -> None:
    """Part A.8, R-75: by subtype; a Shrine of Life adds one each time (WIN-9)."""
    given: dict[str, Any] = {"stocks": {RED: (0, 0, 0)}, "cards": {RED: (f"{card} 0",)}}
    state = position("I5 C8", f"{cell}/active", Step("act", RED), **given)
    assert stock(apply(state, ("gather", 0, side)), RED) == gained
    holy = position("I5 C8", f"{cell}/active", Step("act", RED), shrines={RED: (1, 1)}, **given)
    blessed = tuple(n + 1 if n else 0 for n in gained)
    assert stock(apply(holy, ("gather", 0, side)), RED) == blessed


def test_wild_boars() -> None:
    """TILE-8, -9, R-59, R-64."""
    state = position("E2 C8", "D3 D3/active", Step("act", RED), stocks={RED: (0, 0, 0)})
    state = apply(state, ("gather", 0, 0))
    assert stock(apply(state, ("die", 2)), RED) == (6, 0, 0)
    state = apply(state, ("die", 1))
    assert stock(state, RED) == (0, 0, 0) and places(state, RED) == ["D3", "by injured"]
    assert options(state) == [("fish", 1), ("done",)]
    again = position("E2 C8", "D3 D3/active", Step("act", RED), boar_failure_uses_tile="no")
    assert cells(play(again, ("gather", 0, 0), ("die", 1)), "gather") == {1}


def test_fishing() -> None:
    """ACTION-9, R-60, R-61: once for each spot a tile touches; nets help, idols do not."""
    state = position(
        "H8 C8", "G6 G6 G6/active", Step("act", RED), stocks={RED: (0, 0, 0)},
        shrines={RED: (2, 0)}, destroyed={"G6"}, cards={RED: ("Fishing Net 1",)},
    )
    assert options(state) == [("fish", 0), ("fish", 1), ("done",)]
    state = play(state, ("fish", 1), ("fish", 0))
    assert stock(state, RED) == (6, 0, 0) and options(state) == [("done",)]
    assert places(apply(state, ("done",)), RED) == ["active"] * 3
    holy = position(
        "H8 C8", "H8/active", Step("act", RED), stocks={RED: (0, 0, 0)},
        shrines={RED: (2, 0)}, life_bonus_fish="yes",
    )
    assert stock(apply(holy, ("fish", 0)), RED) == (4, 0, 0)


def test_cards_are_gathered() -> None:
    """EQUIP-3, WIN-9, R-73, R-77: one card, whatever the shrine; none from an empty deck."""
    state = position("E2 C8", "E3 E3/active", Step("act", RED), shrines={RED: (2, 0)})
    drawing = apply(state, ("gather", 0, 0))
    assert sum(motora.weight(drawing, o) for o in options(drawing)) == 16
    drawn = apply(drawing, ("card", "Spirit Walk"))
    assert drawn.tribes[RED].cards == (Card("Spirit Walk", fresh=True),)
    assert not drawn.ready(RED, "opening") and not cells(drawn, "gather")
    for deck_left, may in ((Deck({}), False), (Deck({}, ("Spirit Walk",)), True)):
        state.decks = {**state.decks, TEMPLE: deck_left}
        assert bool(cells(state, "gather")) == may


def test_transport() -> None:
    """ACTION-10, -13, R-65: steps by members, sleds, two idols, no way through the volcano."""
    state = position("I5 C8", "F6 F6 F6/active", Step("act", RED), idols=["F6", "F6"])
    ones = {o[1] for o in options(state) if o[0] == "move" and len(o[2]) == 1}
    assert ones == {"E6", "G6", "F7"}
    state = play(state, ("move", "G6", (0,)), ("move", "F8", (1, 2)))
    assert sorted(state.idols) == [Idol("F8", True), Idol("G6", True)]
    sled = position(
        "I5 C8", "F6/active", Step("act", RED), idols=["F6"], cards={RED: ("Carrying Sled 0",)}
    )
    assert {"D6", "E5", "F8", "E8", "G6"} - cells(sled, "move") == {"E8"}
    assert "F6" not in cells(sled, "move")


def test_idol_on_the_village_of_another() -> None:
    """R-66: the tribe there receives it, and may win."""
    state = position(
        "E2 H3", "G3/active", Step("act", RED), idols=["G3"], shrines={BLUE: (2, 1)}
    )
    state = apply(state, ("move", "H3", (0,)))
    assert decider(state) == BLUE
    state = apply(state, ("enshrine", "death"))
    assert (state.reason, state.winners) == ("idols", (BLUE,))


def test_idol_passing_a_village() -> None:
    """R-66: it passes unless ruled otherwise."""
    for ruling, last in (("pass", "G8"), ("stops", "H8")):
        state = position(
            "E2 H8", "H7 H7/active", Step("act", RED), idols=["H7"], idol_pass_village=ruling
        )
        twos = {o[1] for o in options(state) if o[0] == "move" and len(o[2]) == 2}
        assert twos == {"G6", "H5", last}


def test_recruiting() -> None:
    """ACTION-14 to -17, R-09, R-67."""
    state = position("E2 C8", "E2 E2 E2 E2/active", Step("act", RED))
    state = apply(state, ("recruit", 0, 1))
    assert places(state, RED) == ["E2", "E2", "active", "active", "active"]
    assert not cells(state, "recruit")
    pairs = position("E2 C8", "E2 E2 E2 E2/active", Step("act", RED), recruit_per_turn="per_pair")
    assert cells(apply(pairs, ("recruit", 0, 1)), "recruit")
    full = "E2 E2 active active active active active"
    held = position("E2 C8", full + "/active", Step("act", RED), held=((RED, BLUE),))
    assert not cells(held, "recruit")
    dead = position("E2 C8", full + " life/active", Step("act", RED))
    assert cells(dead, "recruit")
    for more, may in ((" life", False), (" gone", True)):
        few = position("E2 C8", full + more + "/active", Step("act", RED), recruit_limit="pieces")
        assert bool(cells(few, "recruit")) == may


def test_recovery() -> None:
    """ACTION-1 to -3, R-18: the timetable of those who were hurt."""
    plenty = {RED: (99, 99, 99), BLUE: (99, 99, 99)}
    seen: dict[str, list[list[str]]] = {"end_of_turn": [], "next_recovery": []}
    for ruling, found in seen.items():
        for turns in range(1, 5):
            steps = [Step("clean up"), *[ACTIONS] * (turns - 1)]
            state = position(
                "E2 C8", "byactive byinjured byserious/active", *steps, stocks=plenty,
                settle=ruling,
            )
            found.append([m.place for m in state.members[:3]])
    first = ["active", "injured", "serious"]
    assert seen["end_of_turn"] == [
        first, ["active", "active", "injured"], ["active"] * 3, ["active"] * 3,
    ]
    assert seen["next_recovery"] == [
        ["by active", "by injured", "by serious"], *seen["end_of_turn"][:3]
    ]


def test_hurt_this_turn() -> None:
    """ACTION-3: beside a section nobody recovers in the same turn."""
    for ruling, where in (("end_of_turn", "injured"), ("next_recovery", "by injured")):
        state = position("E2 C8", "C5 active/C5 active", COMBAT, ACTIONS, settle=ruling)
        state = play(state, ("dice", 4, 4), ("dice", 2, 2), ("done",))
        assert places(state, BLUE) == ["active", where]


@pytest.mark.parametrize(("shrines", "rulings", "reason", "winners"), [
    ({}, {}, "draw", (RED, BLUE)), ({RED: (1, 0)}, {}, "extinction", (RED,)),
    ({GREEN: (1, 1), BLUE: (0, 1)}, {}, "extinction", (BLUE,)),
    ({GREEN: (1, 1), BLUE: (0, 1)}, {"extinction_contest": "everyone"}, "extinction", (GREEN,)),
])
def test_joint_extinction(
    shrines: dict[int, tuple[int, int]], rulings: dict[str, str], reason: str,
    winners: tuple[int, ...],
) -> None:
    """WIN-3, -4, R-79, R-80: the most idols among those who fell together."""
    state = position(
        "E2 C8 H8", "active/active/gone", Step("check"), ACTIONS, shrines=shrines,
        stocks={RED: (0, 1, 1), BLUE: (1, 0, 1)}, **rulings,
    )
    state = play(state, ("starve", 0), ("bury", "life"))
    assert not state.reason
    state = play(state, ("starve", 1), ("bury", "life"))
    assert (state.reason, state.winners) == (reason, winners)


def test_last_member_starves() -> None:
    """R-71: a tribe can die out, unless ruled otherwise."""
    for ruling, reason in (("no", "survivor"), ("yes", "")):
        state = position(
            "E2 C8", "active/active", ACTIONS, stocks={RED: (0, 0, 1)}, shortage_spares_last=ruling
        )
        if ruling == "no":
            state = play(state, ("starve", 0), ("bury", "life"))
        assert state.reason == reason and stock(state, RED) == (0, 0, 0)


def test_what_a_rival_sees() -> None:
    """R-10: the number of cards, and those that are assigned."""
    cards = {RED: ("Waterskin 0", "Spirit Walk")}
    state = position("E2 C8", "C5/active", REST, cards=cards)
    assert motora.view(state, BLUE)["rows"] == [(["Waterskin"], 1), []]
    assert motora.view(state, RED)["rows"] == [["Spirit Walk", "Waterskin"], ([], 0)]


# --- random play ----------------------------------------------------------------------------


def check(state: State) -> None:
    """Nothing is lost or made: members, idols, cards, tiles; and the limits of the rules."""
    n = state.players
    if not all(tribe.home for tribe in state.tribes) or len(state.tiles) < 41:
        return
    laid = Counter(state.tiles.values())
    assert laid == {**dict.fromkeys(TILES, 1), **dict.fromkeys(VILLAGES, VILLAGE_COPIES)}
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


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_invariants_in_random_play(players: int) -> None:
    rng = random.Random(players)
    for _ in range(2):
        before = None
        for state, option in figures.states(players, rng):
            check(state)
            if before is not None:
                check_course(before, state)
            before = state
            if option:
                assert motora.weight(state, option) > 0
                assert decider(state) == CHANCE or state.tribes[decider(state)].alive
        assert state.winners
        assert (len(state.winners) > 1) == (state.reason == "draw")


def test_every_ruling_can_be_played() -> None:
    """No ruling leads to a state without options, and all games end."""
    rng = random.Random(1)
    given: list[tuple[str, Any]] = [("resource_cap", 8), ("turn_limit", 2)]
    given += [(name, value) for name, values in Rulings.values().items() for value in values[1:]]
    for name, value in given:
        asked: dict[str, Any] = {"turn_limit": 4, name: value}
        for state, option in figures.states(3, rng, Rulings(**asked)):
            assert option or state.reason, (name, value)
