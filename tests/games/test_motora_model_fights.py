"""Events, combat and raids of the MOTORA reference model, by rule and ruling.

Expected values come from the rules, worked out by hand. Homes are E2 and C8 unless told.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.models import motora_model as motora
from tests.models.motora.cards import TEMPLE
from tests.models.motora.combat import row
from tests.models.motora.consumption import needs
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
from tests.models.motora.records import Deck, Idol, Step
from tests.models.motora.setup import EVENTS_DECK
from tests.models.motora.state import State
from tests.models.motora_model import apply, decider, options

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
    for ruling in ("all", "events_only"):  # an idol always protects against events
        quake = after_event("Rockfall", "C9/E3", idol_protection=ruling, **stone)
        assert apply(quake, ("tile", "F7")).destroyed == {"F4"}


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
    assert [row(gap, "kill") for gap in (9, 10, 11)] == [5, 5, 6]


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
    both = position("E2 C8", "D6/D6", COMBAT, cards={BLUE: ("Hide Shield 1", "Hide Shield 1")})
    assert places(play(both, ("dice", 6, 6), ("dice", 2, 3)), BLUE) == ["by injured"]  # by 7
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
    state = play(state, ("eat", BLUE, True, False))
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
