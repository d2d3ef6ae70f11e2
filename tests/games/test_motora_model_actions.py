"""Prisoners, cards, actions, consumption and endings of the MOTORA reference model, by rule.

Expected values come from the rules, worked out by hand.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.models import motora_model as motora
from tests.models.motora.cards import TEMPLE
from tests.models.motora.consumption import needs
from tests.models.motora.island import REF
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
    stock,
)
from tests.models.motora.records import Card, Deck, Idol, Step
from tests.models.motora.state import State
from tests.models.motora_model import apply, decider, options

# --- prisoners and cards --------------------------------------------------------------------


def test_prisoners_are_eaten() -> None:
    """CAPTURE-6, R-54: one die of food each, and no more mouth to feed."""
    state = position("E2 C8", "active/active", Step("window", RED), held=((BLUE, RED),) * 2)
    assert needs(state, RED) == (3, 3, 1)
    state = play(state, ("eat", BLUE, False, False), ("die", 4))
    assert stock(state, RED) == (12, 6, 2) and needs(state, RED) == (2, 2, 1)
    assert places(state, BLUE) == ["active", "gone", "prison"]
    assert not apply(state, ("done",)).agenda


def test_sacrifices() -> None:
    """CAPTURE-5, R-84: the dead of others count in pairs, not across shrines."""
    state = position(
        "E2 C8", "active/active", Step("opening", RED), held=((BLUE, RED),) * 3,
        cards={RED: ("Sacrificial Knife",)},
    )
    state = play(state, *(("sacrifice", BLUE, False, False, "life"),) * 2)
    state = apply(state, ("sacrifice", BLUE, False, False, "death"))
    assert (state.bonus(RED, "life"), state.bonus(RED, "death")) == (1, 0)
    assert state.tribes[RED].cards == (Card("Sacrificial Knife", used=True),)
    visited = position("C8 E2", "active/C8", COMBAT, stocks={RED: (0, 0, 0)})
    visited.change(RED, cards=(Card("Sacrificial Knife", used=True),))
    visited.agenda = [COMBAT]
    advance(visited)
    visited = apply(visited, ("gear",))  # it is a card that is not assigned
    assert not visited.agenda  # a knife that was used is no loot
    assert visited.tribes[RED].cards and not visited.tribes[BLUE].cards


@pytest.mark.parametrize("step", ["opening", "place", "act", "window"])
def test_windows(step: str) -> None:
    """R-53: when prisoners may be used; only before consumption if ruled so."""
    for ruling in ("windows", "consumption_only"):
        state = position(
            "E2 C8", "active C5/active", Step(step, RED), held=((BLUE, RED),), any_time=ruling
        )
        open_then = bool(state.agenda) and ("eat", BLUE, False, False) in options(state)
        assert open_then == (ruling == "windows" or step == "window")


def test_windows_before_dice() -> None:
    """R-53: before the dice of an own combat or raid."""
    state = position("E2 C8", "D6/D6", COMBAT, held=((BLUE, RED),))
    assert options(state) == [("eat", BLUE, False, False), ("done",)]
    raid = position("E2 H3", "H3/active", COMBAT, held=((BLUE, RED),))
    assert ("steal",) in options(raid) and ("eat", BLUE, False, False) in options(raid)


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
    steps = (Step("place", RED), Step("place", BLUE), Step("place", RED), REST)
    state = position("E2 C8", "active/active", *steps, phase="placement", placement_pass="always")
    state = play(state, ("pass",), ("pass",))  # both place nobody more
    assert not state.agenda


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
    two = position(
        "E2 C8", "active active/active", ACTIONS, stocks={RED: (0, 0, 1)},
        shortage_spares_last="yes",
    )
    assert places(play(two, ("starve", 0), ("bury", "life")), RED) == ["active", "life"]


def test_what_a_rival_sees() -> None:
    """R-10: the number of cards, and those that are assigned."""
    cards = {RED: ("Waterskin 0", "Spirit Walk")}
    state = position("E2 C8", "C5/active", REST, cards=cards)
    assert motora.view(state, BLUE)["rows"] == [(["Waterskin"], 1), []]
    assert motora.view(state, RED)["rows"] == [["Spirit Walk", "Waterskin"], ([], 0)]
