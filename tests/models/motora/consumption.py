"""Consumption in MOTORA, and the end of a turn (RES-1 to -16).

All tribes consume at once: needs are found for all of them before anybody dies, stocks are paid,
and then the choices are made in player order: who dies of hunger and on which shrine, then who of
thirst; lastly, without shelter, all is lost (R-57, R-70, R-72). A tribe is eliminated only by the
check behind all of them (R-79).
"""

from __future__ import annotations

from tests.models.motora.machine import rule
from tests.models.motora.records import CHANCE, HURT, SETTLES, Card, Option, Step
from tests.models.motora.state import State


def needs(state: State, seat: int) -> tuple[int, int, int]:
    """What a tribe needs of food, water and shelter (R-68, R-69, CAPTURE-3, -4)."""
    tribe, free = state.tribes[seat], state.free(seat)
    members = [state.members[i] for i in free]
    eaters = len(free) - sum(m.recruited for m in members) - any(m.at_home for m in members)
    eaters += sum(not state.members[i].captured for i in state.held(seat))
    fever = state.fever * sum(m.place in HURT for m in members)
    food, water = eaters + tribe.more_food, eaters + tribe.more_water + fever
    return max(food, 0), max(water, 0), state.shelter_need


@rule("consume")
def consume(state: State, step: Step, option: Option) -> None:
    """Tribes pay what they need, and shortages follow."""
    (seats,) = step.data
    steps = []
    for seat in state.order():
        if seat not in seats:
            continue
        food, water, shelter = needs(state, seat)
        for resource, need in (("food", food), ("water", water)):
            if state.add(seat, resource, -need) > -need:  # RES-3, -6
                steps.append(Step("shortage", data=(seat,)))
        if state.add(seat, "shelter", -shelter) > -shelter:  # RES-10, -11
            steps.append(Step("exposed", data=(seat,)))
    state.push(*steps)


@rule("shortage")
def shortage(state: State, step: Step, option: Option) -> None:
    """One member dies, unless the last one is spared (RES-16, R-70, R-71)."""
    (seat,) = step.data
    spared = 1 if state.rulings.shortage_spares_last == "yes" else 0
    if len(state.free(seat)) > spared:
        by_chance = state.rulings.shortage_choice == "random"
        state.push(Step("starve", CHANCE if by_chance else seat, (seat,)))


def victims(state: State, step: Step) -> list[Option]:
    """One member of each place that may die; those of one place are alike."""
    (seat,) = step.data
    first: dict[str, int] = {}
    for member in state.free(seat):
        first.setdefault(state.members[member].place, member)
    return [("starve", member) for member in first.values()]


def likelihood(state: State, step: Step, option: Option) -> int:
    """How many members a victim stands for."""
    return len(state.within(step.data[0], state.members[option[1]].place))


@rule("starve", victims, likelihood)
def starve(state: State, step: Step, option: Option) -> None:
    """A member dies and goes on a shrine of its owner's choice."""
    state.push(Step("bury", step.data[0], (option[1],)))


@rule("exposed")
def exposed(state: State, step: Step, option: Option) -> None:
    """Without shelter all stocks are lost, and all cards go under their decks (R-72)."""
    (seat,) = step.data
    state.change(seat, food=0, water=0, shelter=0)
    state.push(Step("lose cards", CHANCE, (seat,)))


def lost_cards(state: State, step: Step) -> list[Option]:
    """The cards of a row, one of which goes under its deck next."""
    names = {card.name for card in state.tribes[step.data[0]].cards}
    return [("card", name) for name in sorted(names)]


def copies(state: State, step: Step, option: Option) -> int:
    """How many copies of a card there are in a row."""
    return [card.name for card in state.tribes[step.data[0]].cards].count(option[1])


@rule("lose cards", lost_cards, copies)
def lose_cards(state: State, step: Step, option: Option) -> None:
    """Cards go back in a random order."""
    (seat,) = step.data
    card = next(card for card in state.tribes[seat].cards if card.name == option[1])
    state.return_card(seat, card)
    state.push(step)


@rule("clean up")
def clean_up(state: State, step: Step, option: Option) -> None:
    """Members beside a section settle, gear comes back, the turn's effects end (R-57)."""
    settles = SETTLES if state.rulings.settle == "end_of_turn" else {}
    for number, member in enumerate(state.members):
        state.members[number] = member._replace(
            place=settles.get(member.place, member.place), order=0, at_home=False, sent=False,
            recruited=False, captured=False,
        )
    for seat, tribe in enumerate(state.tribes):
        cards = tuple(Card(card.name) for card in tribe.cards)
        state.change(
            seat, cards=cards, more_food=0, more_water=0, recruits=0, home_bonus=1, walks=False
        )
    state.idols = [idol._replace(moved=False) for idol in state.idols]
    state.unavailable, state.gathered, state.settled = set(), set(), set()
    state.fished, state.passed = {}, set()
    state.fever, state.shelter_need, state.fishing = 0, 1, True
