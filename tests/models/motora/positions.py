"""Positions of MOTORA for tests: a game with members, cards and stocks where a test wants them.

Seats are Red 0, Blue 1, Green 2; the reference layout is laid.
"""

from __future__ import annotations

from typing import Any

from tests.models import motora_model as motora
from tests.models.motora.cards import EQUIPMENT
from tests.models.motora.island import REF, Layout
from tests.models.motora.machine import advance
from tests.models.motora.records import PRISON, Card, Idol, Member, Option, Step
from tests.models.motora.rulings import Rulings
from tests.models.motora.state import State
from tests.models.motora_model import apply, options

RED, BLUE, GREEN = range(3)
BY = {"byactive": "by active", "byinjured": "by injured", "byserious": "by serious"}


def start(*homes: str, layout: Layout | None = REF, **rulings: Any) -> State:
    """The first turn of a game whose first player is Red, with these villages."""
    made = Rulings(**{"first_player": "seat1", **rulings})
    state = motora.start(len(homes), made, layout)
    for home in homes:
        state = apply(state, ("home", home))
    return state


def position(homes: str, members: str, *steps: Step, **given: Any) -> State:
    """A game in which these steps come next, with members told by their places.

    Tribes are parted by a slash. `cards`, `stocks` and `shrines` are told by seats; a prisoner is
    told by its owner and holder, as in `held=((BLUE, RED),)`. Members on the map of a tribe are
    placed in the order in which they are told, a tribe's on its own village at home.
    """
    rulings = {name: given.pop(name) for name in list(given) if hasattr(Rulings(), name)}
    state = start(*homes.split(), **rulings).copy()
    state.members = []
    for seat, words in enumerate(members.split("/")):
        for order, word in enumerate(words.split(), 1):
            place, home = BY.get(word, word), word == state.tribes[seat].home
            on_map = order if word in state.tiles else 0
            state.members.append(Member(seat, seat, place, order=on_map, at_home=home))
    for owner, holder in given.pop("held", ()):
        state.members.append(Member(owner, holder, PRISON))
    for seat, names in given.pop("cards", {}).items():
        add_cards(state, seat, *names)
    for seat, (food, water, shelter) in given.pop("stocks", {}).items():
        state.change(seat, food=food, water=water, shelter=shelter)
    for seat, (life, death) in given.pop("shrines", {}).items():
        state.change(seat, life=life, death=death)
    if "idols" in given:
        given["idols"] = [Idol(cell) for cell in given["idols"]]
    for name, value in given.items():
        setattr(state, name, value)
    state.agenda = list(reversed(steps))
    advance(state)
    return state


def add_cards(state: State, seat: int, *names: str) -> None:
    """Give a tribe cards out of the decks; one told as `Waterskin 3` is assigned to a member."""
    for text in names:
        name, _, number = text.rpartition(" ") if text[-1].isdigit() else (text, "", "")
        which = EQUIPMENT[name].deck
        state.decks[which] = state.decks[which].drawn(name)
        card = Card(name, bearer=int(number) if number else None)
        state.change(seat, cards=(*state.tribes[seat].cards, card))


def play(state: State, *chosen: Option) -> State:
    """Take these options one after another."""
    for option in chosen:
        state = apply(state, option)
    return state


def places(state: State, seat: int) -> list[str]:
    """Where the members of a tribe are, in the order of the places' names."""
    return sorted(member.place for member in state.members if member.owner == seat)


def stock(state: State, seat: int) -> tuple[int, int, int]:
    """Food, water and shelter of a tribe."""
    tribe = state.tribes[seat]
    return tribe.food, tribe.water, tribe.shelter


def names(state: State, seat: int) -> list[str]:
    """The cards in a tribe's row."""
    return [card.name for card in state.tribes[seat].cards]


def cells(state: State, word: str) -> set[Any]:
    """What stands behind this word in the options: cells, cards, members, dice."""
    return {option[1] for option in options(state) if option[0] == word}


#: The steps of the phases; REST is the placement after the event.
COMBAT, ACTIONS, REST = Step("combat"), Step("actions"), Step("rest")
