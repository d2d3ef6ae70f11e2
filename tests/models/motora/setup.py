"""How a game of MOTORA is set up: the island, its tiles, the first player, villages and idols.

Tiles are laid one at a time, each any of those that are left, which is the same as shuffling them
before (SETUP-3 to -5); decks are told by the numbers of their cards (SETUP-16).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations

from tests.models.motora.cards import CRAFTSMEN, TEMPLE, deck, event_deck
from tests.models.motora.island import CENTRE, SECTIONS
from tests.models.motora.machine import die, rule
from tests.models.motora.records import CHANCE, START_SIZE, Deck, Idol, Member, Option, Step, Tribe
from tests.models.motora.state import State
from tests.models.motora.tiles import TILES, VILLAGES, VOLCANO, copies

EVENTS_DECK = "events"


def orders(state: State, step: Step) -> list[Option]:
    """The orders of the sections (SETUP-1, R-02)."""
    return [("sections", *order) for order in permutations(SECTIONS)]


@rule("sections", orders)
def sections(state: State, step: Step, option: Option) -> None:
    """The sections are joined."""
    state.island = replace(state.island, order=tuple(option[1:]))


def unlaid(state: State, step: Step) -> dict[str, int]:
    """The tiles that can come to the next spot."""
    kinds = VILLAGES if step.kind == "lay village" else TILES
    numbers = copies(state.rulings.village_tiles)
    left = Counter({tile: number for tile, number in numbers.items() if tile in kinds})
    left.subtract(tile for tile in state.tiles.values() if tile in left)
    return {tile: number for tile, number in left.items() if number}


def tile_options(state: State, step: Step) -> list[Option]:
    """One of the tiles that are left."""
    return [("tile", tile) for tile in unlaid(state, step)]


def tile_weight(state: State, step: Step, option: Option) -> int:
    """Alike villages count together."""
    return unlaid(state, step)[option[1]]


@rule("lay village", tile_options, tile_weight)
@rule("lay tile", tile_options, tile_weight)
def lay(state: State, step: Step, option: Option) -> None:
    """A tile is laid on the next spot."""
    state.tiles[step.data[0]] = option[1]


@rule("lay all")
def lay_all(state: State, step: Step, option: Option) -> None:
    """All spots are to be filled; the volcano may have a place of its own (R-03)."""
    if state.rulings.volcano == "centre":
        state.tiles[CENTRE] = VOLCANO
    villages, plain = state.island.villages, state.island.plain
    state.push(
        *(Step("lay village", CHANCE, (cell,)) for cell in villages),
        *(Step("lay tile", CHANCE, (cell,)) for cell in plain if cell not in state.tiles),
    )


@rule("top", lambda state, step: [("top", side) for side in range(4)])
def turned(state: State, step: Step, option: Option) -> None:
    """The volcano's top is at some side (R-04)."""
    state.top = option[1]


@rule("first", lambda state, step: [("first", seat) for seat in range(state.players)])
def first(state: State, step: Step, option: Option) -> None:
    """Somebody is first player (SETUP-10)."""
    state.first = option[1]


@rule("seating", die)
def seating(state: State, step: Step, option: Option) -> None:
    """One of the contenders for the first turn rolls; who is highest is first (R-05)."""
    contenders, rolls = step.data
    rolls = (*rolls, option[1])
    if len(rolls) == len(contenders):
        best = max(rolls)
        contenders = tuple(s for s, r in zip(contenders, rolls, strict=True) if r == best)
        rolls = ()
    if len(contenders) == 1:
        state.first = contenders[0]
    else:
        state.push(Step("seating", CHANCE, (contenders, rolls)))


def homes(state: State, step: Step) -> list[Option]:
    """The villages that are free (R-06)."""
    return [("home", cell) for cell in state.island.villages if state.owner(cell) is None]


@rule("home", homes)
def settle(state: State, step: Step, option: Option) -> None:
    """A tribe takes a village and what it gives (SETUP-11 to -15)."""
    village = VILLAGES[state.tiles[option[1]]]
    state.change(step.seat, home=option[1])
    for resource in ("food", "water", "shelter"):
        state.add(step.seat, resource, getattr(village, resource))


@rule("homes")
def all_homes(state: State, step: Step, option: Option) -> None:
    """The tribes take villages from the first player on."""
    state.push(*(Step("home", seat) for seat in state.order()))


@rule("idols")
def idols(state: State, step: Step, option: Option) -> None:
    """Locations nobody chose are turned over, with an idol each (SETUP-17, -18)."""
    state.idols = [Idol(cell) for cell in state.island.villages if state.owner(cell) is None]
    if state.players == 6:
        state.push(Step("temple", CHANCE))


def temples(state: State, step: Step) -> list[Option]:
    """The temples (SETUP-19)."""
    return [("tile", c) for c, t in state.tiles.items() if t in TILES and TILES[t].group == TEMPLE]


def temple_weight(state: State, step: Step, option: Option) -> int:
    """The numbers of a temple, or all alike (R-08)."""
    by_roll = state.rulings.temple_idol == "roll"
    return len(TILES[state.tiles[option[1]]].numbers) if by_roll else 1


@rule("temple", temples, temple_weight)
def temple(state: State, step: Step, option: Option) -> None:
    """One more idol lies on a temple."""
    state.idols.append(Idol(option[1]))


def prepare(state: State) -> None:
    """Lay out players and decks, and put all steps of the setup on the agenda."""
    rulings, laid = state.rulings, bool(state.tiles)
    state.tribes = [Tribe() for _ in range(state.players)]
    state.members = [Member(s, s) for s in range(state.players) for _ in range(START_SIZE)]
    state.decks = {
        CRAFTSMEN: Deck(deck(CRAFTSMEN)), TEMPLE: Deck(deck(TEMPLE)),
        EVENTS_DECK: Deck(event_deck()),
    }
    if not laid:
        if rulings.section_order == "random":
            state.agenda.append(Step("sections", CHANCE))
        state.agenda.append(Step("lay all"))
    if rulings.volcano_top == "random":
        state.agenda.append(Step("top", CHANCE))
    match rulings.first_player:
        case "roll":
            state.agenda.append(Step("seating", CHANCE, (tuple(range(state.players)), ())))
        case "random":
            state.agenda.append(Step("first", CHANCE))
    state.agenda += [Step("homes"), Step("idols"), Step("turn")]
    state.agenda.reverse()
