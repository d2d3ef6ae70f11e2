"""The cards of MOTORA and what they do, as data: 30 events, 24 craftsmen and 16 temple cards.

An effect is a kind with a word and a number. Effects of events, and of single use cards, by kind:

- `more events`: so many further cards are drawn this turn (R-27).
- `eruption`: lava goes round the volcano.
- `send`: each tribe's random member goes to a place.
- `snake`: each tribe's random member dies on a die of at most so much, else it goes to a place.
- `npe`: each tribe's random member fights an NPE with such a modifier; with the word `fishing`,
  a member on a tile that touches a fishing spot.
- `gain`: each tribe, or the user of a card, gains so much of a resource; a loss is negative.
- `jealous`: each tribe with an idol on its shrines loses so much of a resource.
- `need`: needs of a resource change this turn; by a card, those of another tribe.
- `need is`: the need of a resource is so much this turn.
- `fever`: the need of water grows by so much for every member in or beside a hurt section.
- `unavailable`, `destroy`: a random tile of a group; by a card, a chosen one.
- `earthquake`: a die tells the group, then a random tile of it is destroyed.
- `no fishing`; `heal`: a hurt member goes to Active; `warding`: the home bonus is so much; `walk`:
  placements cost no shelter; `poison`: so much more in this combat; `beast`: another tribe's
  random member fights an NPE.

Effects of gear, which its bearer has: `strike` (more in combat), `reroll`, `shield` (milder rows),
`gather` (more of a subtype, or of the resource water), `fish`, `range` (the free range is so
much), `spear` (no boar roll), `sled` (counts as two when an idol is moved), `sacrifice`.

Invariants: the numbers of cards are 30, 24 and 16 (SETUP-16).
"""

from __future__ import annotations

from typing import NamedTuple

CRAFTSMEN = "craftsmen"
TEMPLE = "temple"


class Effect(NamedTuple):
    """One thing a card does."""

    kind: str
    what: str = ""
    amount: int = 0


class Event(NamedTuple):
    """An event card; its effects are carried out in their order."""

    copies: int
    effects: tuple[Effect, ...]


class Equipment(NamedTuple):
    """A craftsmen or temple card (EQUIP-1, -5).

    `when` is when it works: gear on its bearer as it is `placed` (EQUIP-7), or at `any time`; a
    single use card at the `opening` of a turn (EQUIP-12), before `dice`, or right `after events`.
    """

    deck: str
    copies: int
    gear: bool
    when: str
    effect: Effect


EVENTS = {
    "Cursed Season": Event(2, (Effect("more events"),)),
    "Eruption": Event(1, (Effect("eruption"),)),
    "Malaria": Event(2, (Effect("send", "by serious"),)),
    "Snake Bite": Event(1, (Effect("snake", "by injured", 2),)),
    "Prowling Panther": Event(1, (Effect("npe", "", 0),)),
    "River Crocodile": Event(1, (Effect("npe", "fishing", 1),)),
    "Monsoon": Event(1, (Effect("gain", "water", 3),)),
    "Great Herd": Event(1, (Effect("gain", "food", 3),)),
    "Driftwood": Event(1, (Effect("gain", "shelter", 2),)),
    "Vermin": Event(1, (Effect("gain", "food", -3),)),
    "Fouled Wells": Event(1, (Effect("gain", "water", -3),)),
    "Hurricane": Event(1, (Effect("gain", "shelter", -2),)),
    "Jealous Gods": Event(1, (Effect("jealous", "food", 2), Effect("jealous", "water", 2))),
    "Heatwave": Event(1, (Effect("need", "water", 2),)),
    "Hungry Ghosts": Event(1, (Effect("need", "food", 2),)),
    "Cold Nights": Event(1, (Effect("need is", "shelter", 2),)),
    "Fever": Event(1, (Effect("fever", "water", 1),)),
    "Mild Season": Event(1, (Effect("need", "food", -2), Effect("need", "water", -2))),
    "Taboo": Event(1, (Effect("unavailable", "temple"),)),
    "Stampede": Event(1, (Effect("unavailable", "meat"),)),
    "Flash Flood": Event(1, (Effect("unavailable", "plant"), Effect("unavailable", "wood"))),
    "High Tide": Event(1, (Effect("no fishing"),)),
    "Forest Fire": Event(1, (Effect("destroy", "wood"),)),
    "Blight": Event(1, (Effect("destroy", "plant"),)),
    "Dead Herd": Event(1, (Effect("destroy", "meat"),)),
    "Dry Spring": Event(1, (Effect("destroy", "water"),)),
    "Rockfall": Event(1, (Effect("destroy", "stone"),)),
    "Earthquake": Event(1, (Effect("earthquake"),)),
}


def _gear(copies: int, kind: str, amount: int = 0, what: str = "") -> Equipment:
    return Equipment(CRAFTSMEN, copies, True, "placed", Effect(kind, what, amount))


def _single(
    copies: int, kind: str, what: str = "", amount: int = 0, *,
    deck: str = TEMPLE, when: str = "opening",
) -> Equipment:
    return Equipment(deck, copies, False, when, Effect(kind, what, amount))


EQUIPMENT = {
    "Warrior Blade": _gear(4, "strike", 1),
    "War Club": _gear(2, "reroll", 1),
    "Hide Shield": _gear(2, "shield", 1),
    "Waterskin": _gear(2, "gather", 2, "water"),
    "Hunting Bow": _gear(2, "gather", 2, "meat"),
    "Boar Spear": _gear(1, "spear"),
    "Forage Basket": _gear(2, "gather", 1, "plant"),
    "Stone Axe": _gear(2, "gather", 1, "wood"),
    "Quarry Pick": _gear(1, "gather", 1, "stone"),
    "Fishing Net": _gear(2, "fish", 2),
    "Trail Sandals": _gear(2, "range", 7),
    "Carrying Sled": _gear(1, "sled"),
    "Bandages": _single(1, "heal", deck=CRAFTSMEN),
    "Sacrificial Knife": Equipment(TEMPLE, 2, True, "any time", Effect("sacrifice")),
    "Blessing of Plenty": _single(2, "gain", "food", 4),
    "Blessing of Rain": _single(2, "gain", "water", 4),
    "Blessing of Warding": _single(1, "warding", "", 2),
    "Poisoned Spring": _single(2, "unavailable", "water"),
    "Venomed Darts": _single(1, "poison", "", 2, when="dice"),
    "Curse of Thirst": _single(1, "need", "water", 2),
    "Curse of Hunger": _single(1, "need", "food", 2),
    "Curse of Ruin": _single(1, "destroy"),
    "Wrath of the Mountain": _single(1, "eruption"),
    "Call the Beast": _single(1, "beast", when="after events"),
    "Spirit Walk": _single(1, "walk"),
}


def deck(kind: str) -> dict[str, int]:
    """How many copies of every card a fresh deck of equipment has."""
    return {name: card.copies for name, card in EQUIPMENT.items() if card.deck == kind}


def event_deck() -> dict[str, int]:
    """How many copies of every card the fresh event deck has."""
    return {name: card.copies for name, card in EVENTS.items()}
