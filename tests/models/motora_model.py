"""A reference model of the board game MOTORA for 2 to 6 players, with its rulings.

It is a second witness for a rules engine: written straight from the rules, as plain data. The
island is in `motora/island.py`, tiles and cards in `tiles.py` and `cards.py`, a state in
`state.py` and what it consists of in `records.py`, and what is done in a game, step by step, in
`setup.py`, `placement.py`, `windows.py`, `events.py`, `combat.py`, `raids.py`, `transport.py`,
`actions.py` and `consumption.py`; a step is carried out by `machine.py`. A policy is in
`figures.py`. Seats are numbered from 0 clockwise.

`start` makes a state, `options` lists what may be chosen in it or what chance may bring, `weight`
says how likely such an outcome is, and `apply` gives the state after one of them. Options are
small tuples that begin with a word; the modules say which there are. Choices between things that
look alike are one option, and where there is nothing to choose the game goes on by itself.

Comments such as PLACE-3 or R-13 name the rule MRA-PLACE-3 or the ruling MRA-R-13.

Where the rules are silent the model takes this: every shield of the bearer makes a lost combat
milder by one row; who passes in placement, where that may be, places nobody more this turn; a
ceiling of stocks holds in the setup as well; the knife sacrifices any number of prisoners; darts
and prisoners are used before the first dice of a combat, and before those against an NPE, which a
member's own clubs let it reroll; a card drawn or stolen rests until the next turn, a knife too; an
idol is never carried back to the cell it came from in one transport, and two members may carry it
two steps even if one has a sled; a random tile may be one that is already unavailable, but a
Poisoned Spring is used on one that is not, nor destroyed; a raid decides between food and water
only where there are both; losses of cards for want of shelter follow the player order.
"""

from __future__ import annotations

from tests.models.motora import actions, combat, consumption, events, placement, raids
from tests.models.motora.island import Island, Layout
from tests.models.motora.machine import RULES, advance, applied, listed
from tests.models.motora.records import CHANCE, IDOLS_NEEDED, Option
from tests.models.motora.rulings import Rulings
from tests.models.motora.setup import prepare
from tests.models.motora.state import State

#: The modules whose rules are registered when they are imported.
PHASES = (placement, events, combat, raids, actions, consumption)


def start(
    players: int, rulings: Rulings | None = None, layout: Layout | None = None
) -> State:
    """The game before the setup, or with a layout of tiles before the first player is known."""
    if players not in IDOLS_NEEDED:
        raise ValueError("MOTORA is for 2 to 6 players")
    rulings = rulings or Rulings()
    island = Island(spare="V" if rulings.village_tiles == "8" else ".")
    state = State(rulings, players, island, [])
    if layout is not None:
        state.island, state.tiles = layout.island, dict(layout.tiles)
    prepare(state)
    advance(state)
    return state


def decider(state: State) -> int:
    """The seat that decides, or CHANCE."""
    return state.agenda[-1].seat if not state.reason else CHANCE


def options(state: State) -> list[Option]:
    """What may be chosen now, or what chance may bring; nothing if the game is over."""
    return listed(state)


def weight(state: State, option: Option) -> int:
    """How many of the equally likely outcomes of chance an option stands for."""
    step = state.agenda[-1]
    return RULES[step.kind].weight(state, step, option)


def apply(state: State, option: Option) -> State:
    """The state after a choice or an outcome of chance."""
    if option not in options(state):
        raise ValueError(f"{option} cannot be chosen now")
    return applied(state, option)


def view(state: State, seat: int) -> dict[str, object]:
    """What a seat sees of the rows of cards and of the decks (R-10).

    Of a rival's cards only those are seen that are assigned or were used; the rest is a number.
    """
    rows: list[object] = []
    for other, tribe in enumerate(state.tribes):
        if other == seat or state.rulings.equipment_hidden == "no":
            rows.append(sorted(card.name for card in tribe.cards))
        else:
            shown = sorted(c.name for c in tribe.cards if c.bearer is not None or c.used)
            rows.append((shown, len(tribe.cards) - len(shown)))
    return {"rows": rows, "decks": {name: len(deck) for name, deck in state.decks.items()}}
