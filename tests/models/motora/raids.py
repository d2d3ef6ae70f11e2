"""Raids of MOTORA: what a raider may take, and what it takes (RAID-1 to -11).

Options of a raid are `("steal",)`, or with the resource named at once (R-47), `("ruin",)`,
`("rescue",)`, `("idol", shrine, end)`, `("gear",)`, `("out", member)` for one that takes no part
(R-48) and `("done",)`, besides the uses of prisoners.
An idol is carried as in a transport: one step by one raider, two by two or by one with a sled, as
far as the raiders suffice (R-49); idols that lie on the village of an eliminated tribe are none of
the tribe's and are carried by a transport. Gear may be looked for as long as the victim has a card
that is not assigned (R-46).
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.models.motora.cards import EQUIPMENT
from tests.models.motora.machine import die, rule
from tests.models.motora.records import ACTIVE, CHANCE, SHRINES, Card, Idol, Option, Step
from tests.models.motora.state import State
from tests.models.motora.transport import arrive, carriers, idol_ends
from tests.models.motora.windows import DONE, prisoner_options, use_prisoner

EDIBLE = ("food", "water")


def raid_uses(state: State, seat: int, cell: str, out: Sequence[int] = ()) -> list[Option]:
    """What a raid can do, as far as the raider can know (R-46), if some members stay out of it."""
    victim = state.owner(cell)
    if victim is None or victim == seat:
        return []
    tribe = state.tribes[victim]
    found: list[Option] = []
    if state.rulings.raid_choice == "before_roll":
        found += [("steal", resource) for resource in EDIBLE if getattr(tribe, resource)]
    elif tribe.food or tribe.water:
        found.append(("steal",))
    if tribe.shelter:
        found.append(("ruin",))
    if any(state.members[i].owner == seat for i in state.held(victim)):
        found.append(("rescue",))
    raiders = [member for member in state.at(cell, seat) if member not in out]
    reach = {steps for steps, _ in carriers(state, raiders)}
    for shrine in SHRINES:
        if getattr(tribe, shrine):
            ends = {end for steps in reach for end in idol_ends(state, cell, steps)}
            found += [("idol", shrine, end) for end in sorted(ends)]
    if any(card.bearer is None for card in tribe.cards):
        found.append(("gear",))
    return found


def raid_options(state: State, step: Step) -> list[Option]:
    """A raid, which may be declined (R-44); own prisoners may be used before it (R-53)."""
    cell, *out = step.data
    found = raid_uses(state, step.seat, cell, out)
    raiders = [member for member in state.at(cell, step.seat) if member not in out]
    if found and len(raiders) > 1 and state.rulings.raid_involved == "chosen":
        found += [("out", member) for member in state.distinct(raiders)]
    return [*found, *prisoner_options(state, step.seat), DONE] if found else []


@rule("raid", raid_options)
def raid(state: State, step: Step, option: Option) -> None:
    """One action of a raid; all raiders go to Active (RAID-9, -11, R-48)."""
    seat, (cell, *out) = step.seat, step.data
    if option[0] == "out":
        return state.push(Step("raid", seat, (*step.data, option[1])))
    victim = state.owner(cell)
    assert victim is not None
    if option[0] in ("eat", "sacrifice"):
        state.push(step)
        return use_prisoner(state, seat, option)
    if option == DONE:
        return
    for member in state.at(cell, seat):
        if member not in out:
            state.put(member, ACTIVE)
    match option:
        case ("steal", *kind):
            state.push(Step("steal", CHANCE, (seat, victim, *kind)))
        case ("ruin",):
            state.push(Step("ruin", CHANCE, (victim,)))
        case ("rescue",):
            for member in state.held(victim):
                if state.members[member].owner == seat:
                    state.put(member, ACTIVE, board=seat, captured=False)
        case ("idol", shrine, end):
            state.change(victim, **{shrine: getattr(state.tribes[victim], shrine) - 1})
            state.idols.append(Idol(cell))
            arrive(state, cell, end)
        case ("gear",):
            state.push(Step("loot", CHANCE, (seat, victim)))


@rule("steal", die)
def steal(state: State, step: Step, option: Option) -> None:
    """So much food or water, of which there may be less (RAID-4, -10, R-47)."""
    seat, victim, *kind = step.data
    there = [r for r in EDIBLE if getattr(state.tribes[victim], r)]
    kinds = kind or there
    if len(kinds) == 1:
        stolen(state, seat, victim, kinds[0], option[1])
    else:
        state.push(Step("spoils", seat, (victim, option[1])))


@rule("spoils", lambda state, step: [("take", resource) for resource in EDIBLE])
def spoils(state: State, step: Step, option: Option) -> None:
    """Food or water is chosen after the roll."""
    stolen(state, step.seat, step.data[0], option[1], step.data[1])


def stolen(state: State, seat: int, victim: int, resource: str, amount: int) -> None:
    """A stock goes over to the raider."""
    state.add(seat, resource, -state.add(victim, resource, -amount))


@rule("ruin", die)
def ruin(state: State, step: Step, option: Option) -> None:
    """So much shelter is destroyed (RAID-5)."""
    state.add(step.data[0], "shelter", -option[1])


def loot(state: State, victim: int) -> list[Card]:
    """The gear that can be stolen from a tribe (R-51)."""
    return [
        card for card in state.tribes[victim].cards
        if EQUIPMENT[card.name].gear and card.bearer is None and not card.used
    ]


def loot_options(state: State, step: Step) -> list[Option]:
    """The gear that may be stolen, by name; none if the cards turn out to be no gear."""
    return [("card", name) for name in sorted({c.name for c in loot(state, step.data[1])})]


def loot_weight(state: State, step: Step, option: Option) -> int:
    """How many copies of a card there are."""
    return [card.name for card in loot(state, step.data[1])].count(option[1])


@rule("loot", loot_options, loot_weight)
def looted(state: State, step: Step, option: Option) -> None:
    """A random piece of gear is stolen (RAID-8)."""
    seat, victim = step.data
    card = next(card for card in loot(state, victim) if card.name == option[1])
    state.without(victim, card)
    state.change(seat, cards=(*state.tribes[seat].cards, card._replace(fresh=True)))
