"""Combat of MOTORA: who fights where, dice, rerolls, ties, what losing means, and NPE fights.

A total is two dice, the home bonus, the Shrine of Death's, gear and darts (R-33). The row of the
table is told by the gap: 1 beside Active, 2 beside Injured, 3 beside Seriously Injured, 4 killed,
5 captured (COMBAT-11 to -15); a row of their own behind these are the gaps above ten if they kill
(R-34). Each shield of the member that suffers makes the row milder by one
(COMBAT-9, EQUIP-9); a capture by an NPE, after shields, is a kill (EVENT-25).

Darts and prisoners are used before the first dice of a combat or an NPE fight, not again before
the dice after a tie. Against an NPE only the selected member's gear counts, its clubs too (R-26).
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.models.motora.machine import die, rule
from tests.models.motora.raids import raid_uses
from tests.models.motora.records import (
    BY_ACTIVE,
    BY_INJURED,
    BY_SERIOUS,
    CHANCE,
    DEATH,
    GONE,
    NPE,
    PRISON,
    Fight,
    Option,
    Step,
)
from tests.models.motora.state import State
from tests.models.motora.windows import each

ROWS = {1: BY_ACTIVE, 2: BY_INJURED, 3: BY_SERIOUS, 4: GONE, 5: PRISON, 6: GONE}
KILLED, CAPTURED, SLAIN = 4, 5, 6
STAND: Option = ("stand",)


def row(gap: int, more_than_ten: str = "capture") -> int:
    """The row of the combat table for a gap (R-34)."""
    if gap > 10 and more_than_ten == "kill":
        return SLAIN
    return min((gap + 1) // 2, CAPTURED)


# --- who fights -----------------------------------------------------------------------------


@rule("combat")
def combat(state: State, step: Step, option: Option) -> None:
    """The combat phase: the tribes resolve what they are in, in player order (COMBAT-4)."""
    state.phase = "combat"
    state.push(*(Step("combat go", data=(seat,)) for seat in state.order()))


def open_cells(state: State, seat: int) -> list[str]:
    """Where a tribe has to fight or may raid (COMBAT-1 to -3, R-45)."""
    places = dict.fromkeys(state.members[member].place for member in state.mapped(seat))
    return [
        cell for cell in places if cell not in state.settled
        and (len(state.seats_at(cell)) > 1 or raid_uses(state, seat, cell))
    ]


@rule("combat go")
def go(state: State, step: Step, option: Option) -> None:
    """A tribe resolves its combats and raids in an order of its choice (R-32)."""
    (seat,) = step.data
    cells = open_cells(state, seat) if state.tribes[seat].alive else []
    if len(cells) > 1:
        state.push(Step("resolve", seat), step)
    elif cells:
        state.push(step)
        resolved(state, seat, cells[0])


@rule("resolve", lambda s, step: [("resolve", cell) for cell in open_cells(s, step.seat)])
def resolve(state: State, step: Step, option: Option) -> None:
    """A tribe has chosen which of them comes next."""
    resolved(state, step.seat, option[1])


def resolved(state: State, seat: int, cell: str) -> None:
    """A combat of all tribes on a cell begins (R-32), or a raid without one (RAID-3)."""
    state.settled.add(cell)
    seats = tuple(state.seats_at(cell))
    if len(seats) == 1:
        state.push(Step("raid", seat, (cell,)))
        return
    state.fight = Fight(cell, seats)
    state.push(*each("before dice", seats), Step("throw"))


@rule("npe")
def npe(state: State, step: Step, option: Option) -> None:
    """A member fights an NPE; the next tribe throws for it (EVENT-23, R-26)."""
    member, modifier = step.data
    seat, cell = state.members[member].owner, state.members[member].place
    state.fight = Fight(cell, (seat, NPE), member=member, modifier=modifier)
    state.push(Step("before dice", seat), Step("throw"))


# --- dice -----------------------------------------------------------------------------------


def fighters(state: State, seat: int) -> list[int]:
    """The members whose gear counts for a tribe."""
    fight = state.fight
    assert fight is not None
    return [fight.member] if fight.member is not None else state.at(fight.cell, seat)


def total(state: State, seat: int) -> int:
    """The total of a tribe in the fight (COMBAT-6, -21, -22, WIN-10, R-33, R-43)."""
    fight = state.fight
    assert fight is not None
    dice = sum(fight.dice[seat])
    if seat == NPE:
        return dice + fight.modifier
    at_home = state.tribes[seat].home == fight.cell
    if at_home and (fight.member is None or state.rulings.home_bonus_npe == "yes"):
        dice += state.tribes[seat].home_bonus
    gear = state.gear_sum(fighters(state, seat), "strike")
    return dice + state.bonus(seat, DEATH) + gear + fight.darts.get(seat, 0)


def rerolls(state: State, seat: int) -> int:
    """The rerolls a tribe has left (COMBAT-17, -19, R-39)."""
    fight = state.fight
    assert fight is not None
    if seat == NPE or state.rulings.reroll_order == "none":
        return 0
    alone = fight.member is not None and state.rulings.npe_support == "none"
    extra = 0 if alone else len(state.at(fight.cell, seat)) - 1
    clubs = state.gear_sum(fighters(state, seat), "reroll")
    return extra + clubs - fight.spent.get(seat, 0)


@rule("throw")
def throw(state: State, step: Step, option: Option) -> None:
    """All in the fight throw two dice (COMBAT-5)."""
    assert state.fight is not None
    state.fight.dice = {}
    state.push(*(Step("dice", CHANCE, (seat,)) for seat in state.fight.seats), Step("rerolls"))


def two_dice(state: State, step: Step) -> list[Option]:
    """Two dice, the lower one first."""
    return [("dice", low, high) for low in range(1, 7) for high in range(low, 7)]


@rule("dice", two_dice, lambda state, step, option: 1 if option[1] == option[2] else 2)
def dice(state: State, step: Step, option: Option) -> None:
    """A tribe, or the NPE, has thrown."""
    assert state.fight is not None
    state.fight.dice[step.data[0]] = option[1:]


@rule("rerolls")
def reroll_round(state: State, step: Step, option: Option) -> None:
    """Everybody with rerolls left may reroll a die, in rounds, or each all of them (R-38)."""
    assert state.fight is not None
    state.fight.rerolled = False
    able = [seat for seat in state.fight.seats if seat != NPE and rerolls(state, seat) > 0]
    state.push(*each("reroll", able), Step("round over"))


def reroll_options(state: State, step: Step) -> list[Option]:
    """A die to reroll, told by what it shows, or none (COMBAT-18)."""
    assert state.fight is not None
    return [*(("reroll", face) for face in sorted(set(state.fight.dice[step.seat]))), STAND]


@rule("reroll", reroll_options)
def reroll(state: State, step: Step, option: Option) -> None:
    """A reroll is used, or not."""
    assert state.fight is not None
    if option == STAND:
        return
    once = state.rulings.reroll_order == "once_each"
    state.fight.rerolled = not once
    state.fight.spent[step.seat] = state.fight.spent.get(step.seat, 0) + 1
    left = list(state.fight.dice[step.seat])
    left.remove(option[1])
    again = [step] if once and rerolls(state, step.seat) > 0 else []
    state.push(Step("rerolled", CHANCE, (step.seat, left[0])), *again)


@rule("rerolled", die)
def rerolled(state: State, step: Step, option: Option) -> None:
    """The new face has to be kept."""
    assert state.fight is not None
    seat, kept = step.data
    low, high = sorted((kept, option[1]))
    state.fight.dice[seat] = (low, high)


# --- results --------------------------------------------------------------------------------


def tied(totals: Sequence[int], scope: str) -> bool:
    """Whether all have to throw again (COMBAT-8, R-35)."""
    matter = totals if scope == "any" else [max(totals)]
    return any(totals.count(one) > 1 for one in matter)


@rule("round over")
def round_over(state: State, step: Step, option: Option) -> None:
    """Another round of rerolls, new dice after a tie, or the result (COMBAT-7 to -10, R-36)."""
    fight = state.fight
    assert fight is not None
    if fight.rerolled:
        return state.push(Step("rerolls"))
    totals = {seat: total(state, seat) for seat in fight.seats}
    values = list(totals.values())
    if tied(values, state.rulings.tie_scope):
        return state.push(Step("throw"))
    winner = max(totals, key=lambda seat: totals[seat])
    found = row(max(values) - min(values), state.rulings.gap_over_10)
    losers = [seat for seat in fight.seats if seat not in (winner, NPE)]
    cell, alone = fight.cell, fight.member
    if alone is not None:
        state.fight = None
        if losers:
            suffer(state, alone, found, winner)
        return
    state.push(
        *(Step("lose", data=(cell, seat, found, winner)) for seat in losers),
        Step("won", data=(cell, winner)),
    )


@rule("lose")
def lose(state: State, step: Step, option: Option) -> None:
    """One member of a loser suffers, the others go beside Active (COMBAT-20, R-40)."""
    cell, seat, found, winner = step.data
    there = state.at(cell, seat)
    kinds = list(state.distinct(there))
    if len(kinds) == 1 or found == 1:
        return casualty(state, step, kinds[0])
    decider = {"loser": seat, "winner": winner, "random": CHANCE}[state.rulings.casualty_choice]
    state.push(Step("casualty", decider, step.data))


def casualties(state: State, step: Step) -> list[Option]:
    """The members that differ by what they carry."""
    cell, seat, *_ = step.data
    return [("suffer", member) for member in state.distinct(state.at(cell, seat))]


def alike(state: State, step: Step, option: Option) -> int:
    """How many members carry the same."""
    cell, seat, *_ = step.data
    gear = sorted(state.gear(option[1]))
    return sum(sorted(state.gear(member)) == gear for member in state.at(cell, seat))


@rule("casualty", casualties, alike)
def chosen(state: State, step: Step, option: Option) -> None:
    """It has been chosen who suffers."""
    casualty(state, step, option[1])


def casualty(state: State, step: Step, member: int) -> None:
    """A member of a losing tribe suffers, the rest are sent back."""
    cell, seat, found, winner = step.data
    for other in state.at(cell, seat):
        if other != member:
            state.put(other, BY_ACTIVE)
    suffer(state, member, found, winner)


def suffer(state: State, member: int, found: int, winner: int) -> None:
    """A row of the table happens to a member (COMBAT-11 to -15, R-37, R-41)."""
    found = max(found - state.gear_sum([member], "shield"), 1)
    if found == CAPTURED and winner == NPE:
        found = KILLED
    owner = state.members[member].owner
    if found == CAPTURED:
        if state.rulings.gear_lost_with_member == "yes_to_captor":
            lost_gear(state, member, winner)
        state.put(member, PRISON, board=winner, captured=True)
    elif ROWS[found] == GONE and state.rulings.combat_dead_to_shrine == "yes":
        state.push(Step("bury", owner, (member,)))
    else:
        state.put(member, ROWS[found])


def lost_gear(state: State, member: int, winner: int) -> None:
    """The cards assigned to a captured member go to its captor."""
    seat = state.members[member].owner
    for card in [card for card in state.tribes[seat].cards if card.bearer == member]:
        state.without(seat, card)
        given = card._replace(bearer=None, fresh=True)
        state.change(winner, cards=(*state.tribes[winner].cards, given))


@rule("won")
def won(state: State, step: Step, option: Option) -> None:
    """The winner stays, and may raid the village it stands on (R-42, R-45)."""
    cell, winner = step.data
    state.fight = None
    state.push(Step("raid", winner, (cell,)), Step("check"))
