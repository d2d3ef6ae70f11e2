"""The third phase of MOTORA: recovery, then the actions of the members on the map (R-57).

Options of a tribe are `("gather", member, side)`, where `side` counts the yields of the tile,
`("fish", member)`, `("move", end, members)` for an idol on the members' cell,
`("recruit", member, member)` and `("done",)`, besides the uses of prisoners. Members on one cell
that carry the same are one. Fishing spots beside a tile are alike, so a tile is fished from as
often as it touches spots (R-60). Gear that adds to a gathering does so once per card (EQUIP-9).

A card cannot be gathered while its deck is empty (R-77).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tests.models.motora.cards import EQUIPMENT
from tests.models.motora.machine import die, rule
from tests.models.motora.records import (
    ACTIVE,
    BY_INJURED,
    CHANCE,
    GONE,
    INJURED,
    LARGEST,
    LIFE,
    SERIOUS,
    SETTLES,
    Card,
    Member,
    Option,
    Step,
)
from tests.models.motora.state import State
from tests.models.motora.transport import arrive, carriers, idol_ends
from tests.models.motora.windows import DONE, prisoner_options, use_prisoner

FISH = 2  # ACTION-7, R-60
BAD_BOAR = 1  # TILE-9


@rule("actions")
def actions(state: State, step: Step, option: Option) -> None:
    """Members recover; then the tribes act and consume (R-57)."""
    state.phase = "actions"
    recover(state)
    seats = state.order()
    if state.rulings.phase3 == "tribe_by_tribe":
        steps = [
            s for seat in seats
            for s in (Step("act", seat), Step("window", seat), Step("consume", data=((seat,),)))
        ]
    else:
        steps = [
            *(Step("act", seat) for seat in seats), *(Step("window", seat) for seat in seats),
            Step("consume", data=(tuple(seats),)),
        ]
    state.push(*steps, Step("check"), Step("clean up"))


def recover(state: State) -> None:
    """Seriously Injured to Injured, Injured to Active (ACTION-1 to -3)."""
    better = {SERIOUS: INJURED, INJURED: ACTIVE}
    if state.rulings.settle == "next_recovery":
        better |= SETTLES
    for number, member in enumerate(state.members):
        if member.place in better and not member.sent:
            state.put(number, better[member.place])


# --- what can be done -----------------------------------------------------------------------


def act_options(state: State, step: Step) -> list[Option]:
    """The actions of a tribe (ACTION-4 to -19, R-58); none is compulsory."""
    seat = step.seat
    if not state.tribes[seat].alive:
        return []
    found = prisoner_options(state, seat)
    for cell in dict.fromkeys(state.members[member].place for member in state.mapped(seat)):
        found += cell_options(state, seat, cell)
    return [*found, DONE] if found or state.mapped(seat) else []


def cell_options(state: State, seat: int, cell: str) -> Iterator[Option]:
    """The actions of a tribe's members on one cell."""
    there = state.at(cell, seat)
    tile = state.tile(cell)
    if tile and cell not in state.gathered:
        for member in state.distinct(there):
            for side, found in enumerate(tile.yields):
                if found.what not in state.decks or len(state.decks[found.what]):
                    yield "gather", member, side
    if state.fishing and state.fished.get(cell, 0) < len(state.island.fishing[cell]):
        for member in state.distinct(there):
            yield "fish", member
    if state.idols_at(cell, unmoved=True):
        for steps, members in carriers(state, there):
            for end in sorted(idol_ends(state, cell, steps)):
                yield "move", end, members
    if cell == state.tribes[seat].home and can_recruit(state, seat):
        seen = set()
        for pair in combinations(there, 2):
            key = tuple(sorted(tuple(sorted(state.gear(member))) for member in pair))
            if key not in seen:
                seen.add(key)
                yield "recruit", *pair


def can_recruit(state: State, seat: int) -> bool:
    """Whether a tribe may grow (ACTION-17, R-09, R-67)."""
    if state.rulings.recruit_per_turn == "once" and state.tribes[seat].recruits:
        return False
    if state.rulings.recruit_limit == "pieces":
        pieces = sum(m.owner == seat and m.place != GONE for m in state.members)
        if pieces >= LARGEST:
            return False
    return len(state.free(seat)) + len(state.captives(seat)) < LARGEST


# --- what is done ---------------------------------------------------------------------------


@rule("act", act_options)
def act(state: State, step: Step, option: Option) -> None:
    """One action; when the tribe is done its members on the map go to Active (R-57)."""
    seat = step.seat
    if option == DONE:
        for member in state.mapped(seat):
            state.put(member, ACTIVE)
        return
    state.push(step)
    match option:
        case ("gather", member, side):
            gather(state, member, side)
        case ("fish", member):
            cell = state.members[member].place
            state.fished[cell] = state.fished.get(cell, 0) + 1
            life = state.bonus(seat, LIFE) if state.rulings.life_bonus_fish == "yes" else 0
            state.add(seat, "food", FISH + state.gear_sum([member], "fish") + life)
            state.put(member, ACTIVE)
        case ("move", end, members):
            start = state.members[members[0]].place
            for member in members:
                state.put(member, ACTIVE)
            arrive(state, start, end)
        case ("recruit", *members):
            for member in members:
                state.put(member, ACTIVE)
            state.members.append(Member(seat, seat, recruited=True))
            state.change(seat, recruits=state.tribes[seat].recruits + 1)
        case _:
            use_prisoner(state, seat, option)


def gather(state: State, member: int, side: int) -> None:
    """A member gathers, if wild boars let it (ACTION-4 to -6, TILE-8, R-59)."""
    cell = state.members[member].place
    tile = state.tile(cell)
    assert tile is not None
    if tile.boars and not state.has_gear(member, "spear"):
        state.push(Step("boar", CHANCE, (member, side)))
    else:
        gathered(state, member, side)


@rule("boar", die)
def boar(state: State, step: Step, option: Option) -> None:
    """Wild boars hurt a gatherer on a 1 (TILE-9, R-64)."""
    member, side = step.data
    if option[1] != BAD_BOAR:
        return gathered(state, member, side)
    if state.rulings.boar_failure_uses_tile == "yes":
        state.gathered.add(state.members[member].place)
    state.put(member, BY_INJURED)


def gathered(state: State, member: int, side: int) -> None:
    """What a tile yields, with the Life bonus and the gear (WIN-9, R-62)."""
    seat, cell = state.members[member].owner, state.members[member].place
    tile = state.tile(cell)
    assert tile is not None
    found = tile.yields[side]
    state.gathered.add(cell)
    if found.what in state.decks:
        state.push(Step("card", CHANCE, (seat, found.what)))
    else:
        gear = state.gear_sum([member], "gather", found.subtype)
        state.add(seat, found.what, found.amount + state.bonus(seat, LIFE) + gear)
    state.put(member, ACTIVE)


def card_draws(state: State, step: Step) -> list[Option]:
    """The cards that may be drawn."""
    return [("card", name) for name in state.decks[step.data[1]].draws]


@rule("card", card_draws, lambda state, step, option: state.decks[step.data[1]].draws[option[1]])
def drawn(state: State, step: Step, option: Option) -> None:
    """A card of equipment is drawn; it can be used from the next turn on (EQUIP-3, R-73)."""
    seat, deck = step.data
    assert EQUIPMENT[option[1]].deck == deck
    state.decks[deck] = state.decks[deck].drawn(option[1])
    state.change(seat, cards=(*state.tribes[seat].cards, Card(option[1], fresh=True)))
