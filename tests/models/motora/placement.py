"""The turn of MOTORA and its first phase: who begins, placing before and after the event.

A tribe's go in placement is a step `place`, whose data are the gear cards already taken along
(EQUIP-7): options are `("carry", card)`, `("place", cell)` and `("pass",)`, besides the uses of
prisoners. A tribe without a member in Active has no go (R-12); who passes, where that may be,
places nobody more this turn (R-11).
"""

from __future__ import annotations

from tests.models.motora.cards import EQUIPMENT
from tests.models.motora.machine import rule
from tests.models.motora.records import ACTIVE, Option, Step
from tests.models.motora.state import State
from tests.models.motora.windows import each, prisoner_options, use_prisoner

FREE_RANGE = 5  # PLACE-14
ROUNDS = 2  # PLACE-2
PASS: Option = ("pass",)


@rule("turn")
def turn(state: State, step: Step, option: Option) -> None:
    """A turn begins; from the second on the first player token moves (TURN-1, -3)."""
    limit = state.rulings.turn_limit
    if limit is not None and state.turn >= limit:
        return state.end("turn limit")
    if state.turn:
        state.first = state.next_alive(state.first)
    state.turn += 1
    state.phase, state.due, state.placed = "placement", 1, 0
    seats = state.order()
    state.push(
        *each("opening", seats), *each("place", seats * ROUNDS), Step("events"),
        *each("reaction", seats), Step("rest"), Step("combat"), Step("actions"), Step("turn"),
    )


@rule("rest")
def rest(state: State, step: Step, option: Option) -> None:
    """The remaining members are placed, one a go (PLACE-4)."""
    state.phase = "rest"
    placing = [
        seat for seat in state.order()
        if state.within(seat, ACTIVE) and seat not in state.passed
    ]
    if placing:
        state.push(*each("place", placing), step)


def costs(state: State, seat: int, gear: tuple[str, ...] = ()) -> dict[str, int]:
    """The cells where a member can be placed, with their cost in shelter (R-13, R-14)."""
    tribe, barred = state.tribes[seat], state.barred
    effects = (EQUIPMENT[name].effect for name in gear)
    free = max([FREE_RANGE, *(e.amount for e in effects if e.kind == "range")])
    away = state.island.distances(tribe.home, barred)
    found = {
        cell: 0 if tribe.walks else max(away[cell] - free, 0)
        for cell in state.tiles if cell in away and cell not in state.unavailable
    }
    return {cell: paid for cell, paid in found.items() if paid <= tribe.shelter}


def place_options(state: State, step: Step) -> list[Option]:
    """Where a member can go, and what it can take along (PLACE-10 to -22, R-14)."""
    seat, gear = step.seat, step.data
    if not state.tribes[seat].alive or not state.within(seat, ACTIVE) or seat in state.passed:
        return []
    found = [] if gear else prisoner_options(state, seat)
    cards = state.ready(seat, "placed")
    for name in gear:
        cards.remove(name)
    if not gear or state.rulings.gear_per_member == "any":
        found += [("carry", c) for c in dict.fromkeys(cards) if not gear or c >= gear[-1]]
    found += [("place", cell) for cell in costs(state, seat, gear)]
    allowed = {"never": (), "after_event": ("rest",), "always": ("rest", "placement")}
    if not gear and state.phase in allowed[state.rulings.placement_pass]:
        found.append(PASS)
    return found


@rule("place", place_options)
def place(state: State, step: Step, option: Option) -> None:
    """A member is placed; shelter is paid at once (PLACE-5, -15, -16)."""
    seat, gear = step.seat, step.data
    match option:
        case ("pass",):
            state.passed.add(seat)
        case ("carry", name):
            state.push(Step("place", seat, (*gear, name)))
        case ("place", cell):
            state.add(seat, "shelter", -costs(state, seat, gear)[cell])
            state.placed += 1
            member = state.within(seat, ACTIVE)[0]
            home = cell == state.tribes[seat].home
            state.put(member, cell, order=state.placed, at_home=home)
            for name in gear:
                state.mark(seat, name, bearer=member)
        case _:
            state.push(step)
            use_prisoner(state, seat, option)
