"""Events of MOTORA: drawing them, and what their effects do (EVENT-1 to -25).

A random tile of a group is chosen by chance among the tiles of the group that are not destroyed,
each weighing as many as it has numbers, which is the same as rolling again for a destroyed one
(EVENT-4 to -6, R-23). A Cursed Season is resolved once it has called for more cards (R-27): it
lies among the discards when they are drawn. For an event between two members the one placed first
is 1 to 3 (R-25).

Eruption: the four sides of the volcano are looked at clockwise from its top; ocean and destroyed
tiles are skipped, and of the others so many are reached as the die says. One that is a village
location or carries an idol is reached in vain.
"""

from __future__ import annotations

from tests.models.motora.cards import EVENTS, Effect
from tests.models.motora.island import SIDES, name, where
from tests.models.motora.machine import die, rule
from tests.models.motora.records import CHANCE, SHRINES, Deck, Option, Step
from tests.models.motora.setup import EVENTS_DECK
from tests.models.motora.state import State
from tests.models.motora.tiles import GROUPS
from tests.models.motora.windows import change_need


@rule("events")
def events(state: State, step: Step, option: Option) -> None:
    """As many events are drawn as are due (EVENT-3), the discards shuffled if need be (R-28)."""
    if not state.due:
        return
    state.due -= 1
    if not len(state.decks[EVENTS_DECK]):
        shuffled = {card: state.discards.count(card) for card in EVENTS if card in state.discards}
        state.decks[EVENTS_DECK], state.discards = Deck(shuffled), ()
    state.push(Step("event", CHANCE), step)


def drawable(state: State, step: Step) -> list[Option]:
    """The events that may be drawn."""
    return [("event", card) for card in state.decks[EVENTS_DECK].draws]


@rule("event", drawable, lambda state, step, option: state.decks[EVENTS_DECK].draws[option[1]])
def event(state: State, step: Step, option: Option) -> None:
    """An event is drawn; elimination is checked after it (EVENT-2, R-31)."""
    card = option[1]
    deck = state.decks[EVENTS_DECK].drawn(card)
    if state.rulings.event_recycle == "reshuffle":
        state.discards = (*state.discards, card)
    else:
        deck = deck.under(card)
    state.decks[EVENTS_DECK] = deck
    state.push(*(Step("effect", data=(e,)) for e in EVENTS[card].effects), Step("check"))


@rule("check")
def check(state: State, step: Step, option: Option) -> None:
    """Tribes without members are eliminated (R-79)."""
    state.check()


@rule("effect")
def effect(state: State, step: Step, option: Option) -> None:
    """One effect of an event."""
    (found,) = step.data
    seats = state.order()
    match found:
        case Effect("more events"):
            state.due += int(state.rulings.cursed_season_events)
        case Effect("eruption"):
            state.push(Step("lava", CHANCE, (False,)))
        case Effect("send" | "snake" | "npe"):
            state.push(*(Step("victim", data=(seat, found)) for seat in seats))
        case Effect("gain", resource, amount):
            for seat in seats:
                state.add(seat, resource, amount)
        case Effect("jealous", resource, amount):
            for seat in seats:
                if state.gathered_idols(seat):
                    state.add(seat, resource, -amount)
        case Effect("need"):
            for seat in seats:
                change_need(state, seat, found)
        case Effect("need is", _, amount):
            state.shelter_need = amount
        case Effect("fever", _, amount):
            state.fever += amount
        case Effect("no fishing"):
            state.fishing = False
        case Effect("unavailable" | "destroy" as kind, group):
            state.push(Step("random tile", CHANCE, (kind, group)))
        case Effect("earthquake"):
            state.push(Step("group", CHANCE))


# --- tiles ----------------------------------------------------------------------------------


def candidates(state: State, group: str, *, destroying: bool) -> dict[str, int]:
    """The cells from which a random tile of a group is drawn, with weights."""
    spared = destroying and state.rulings.idol_spared_reroll == "yes"
    found = {}
    for cell in state.tiles:
        tile = state.tile(cell)
        if tile and tile.group == group and not (spared and state.idols_at(cell)):
            found[cell] = len(tile.numbers)
    return found


def random_tiles(state: State, step: Step) -> list[Option]:
    """The tiles a die may select; none if all are destroyed (R-23)."""
    kind, group = step.data
    return [("tile", cell) for cell in candidates(state, group, destroying=kind == "destroy")]


def tile_weight(state: State, step: Step, option: Option) -> int:
    """How many faces of the die select a tile."""
    kind, group = step.data
    return candidates(state, group, destroying=kind == "destroy")[option[1]]


@rule("random tile", random_tiles, tile_weight)
def random_tile(state: State, step: Step, option: Option) -> None:
    """A random tile becomes unavailable or is destroyed."""
    if step.data[0] == "destroy":
        state.destroy(option[1])
    else:
        state.shut(option[1])


def groups(state: State, step: Step) -> list[Option]:
    """The groups of the earthquake that are not wholly destroyed."""
    return [
        ("group", group) for group in GROUPS
        if candidates(state, group, destroying=False)
    ]


@rule("group", groups)
def earthquake(state: State, step: Step, option: Option) -> None:
    """A random tile of the group is destroyed."""
    state.push(Step("random tile", CHANCE, ("destroy", option[1])))


@rule("lava", die)
def lava(state: State, step: Step, option: Option) -> None:
    """An eruption reaches 1 to 3 tiles (TILE-12)."""
    (by_card,) = step.data
    number = (option[1] + 1) // 2
    row, column = where(state.volcano)
    ring = SIDES[state.top:] + SIDES[: state.top]
    cells = [name(row + down, column + right) for down, right in ring]
    reached = [c for c in cells if c in state.tiles and c not in state.destroyed][:number]
    for cell in reached:
        state.destroy(cell, by_card=by_card)


# --- members --------------------------------------------------------------------------------


@rule("victim")
def victim(state: State, step: Step, option: Option) -> None:
    """A random member of a tribe on the map is picked, without a die if it is alone (R-25)."""
    seat, found = step.data
    there = state.mapped(seat)
    if found.what == "fishing":
        there = [i for i in there if state.island.fishing[state.members[i].place]]
    numbering = state.rulings.random_member_numbering == "owner_choice"
    if len(there) > 1 and numbering:
        state.push(Step("numbering", seat, (tuple(there), found)))
    elif len(there) > 1:
        state.push(Step("which", CHANCE, (tuple(there), found)))
    elif there:
        state.push(Step("strike", data=(there[0], found)))


@rule("numbering", lambda state, step: [("number", member) for member in step.data[0]])
def numbering(state: State, step: Step, option: Option) -> None:
    """The owner says which member is 1 to 3 (R-25)."""
    there, found = step.data
    others = [member for member in there if member != option[1]]
    state.push(Step("which", CHANCE, ((option[1], *others), found)))


@rule("which", lambda state, step: [("member", member) for member in step.data[0]])
def which(state: State, step: Step, option: Option) -> None:
    """The die has picked a member (EVENT-21, -22)."""
    state.push(Step("strike", data=(option[1], step.data[1])))


@rule("strike")
def strike(state: State, step: Step, option: Option) -> None:
    """The event is resolved against a member."""
    member, found = step.data
    match found:
        case Effect("send", place):
            state.put(member, place)
        case Effect("snake"):
            state.push(Step("snake", CHANCE, (member, found)))
        case Effect("npe", _, modifier):
            state.push(Step("npe", data=(member, modifier)))


@rule("snake", die)
def snake(state: State, step: Step, option: Option) -> None:
    """The bitten member dies or is hurt."""
    member, found = step.data
    if option[1] <= found.amount:
        state.push(Step("bury", state.members[member].owner, (member,)))
    else:
        state.put(member, found.what)


@rule("bury", lambda state, step: [("bury", shrine) for shrine in SHRINES])
def bury(state: State, step: Step, option: Option) -> None:
    """A dead member goes on a shrine of its owner's choice (R-30, WIN-11)."""
    state.put(step.data[0], option[1])
