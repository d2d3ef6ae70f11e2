"""The records of a game of MOTORA: steps, members, cards, tribes, idols, decks and fights.

All but a fight are immutable. A member is in one place: a cell, a section or beside one, a shrine,
among the prisoners, or gone. `board` is the seat on whose board it is: its captor's for a
prisoner, its sacrificer's for a sacrificed one, else its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.models.motora.island import Cell

CHANCE = -1
NOBODY = -2
#: The opponent that is no player (EVENT-23).
NPE = -3

ACTIVE, INJURED, SERIOUS = "active", "injured", "serious"
BY_ACTIVE, BY_INJURED, BY_SERIOUS = "by active", "by injured", "by serious"
LIFE, DEATH, PRISON, GONE = "life", "death", "prison", "gone"
SHRINES = (LIFE, DEATH)
#: Which section a member beside it enters (R-18).
SETTLES = {BY_ACTIVE: ACTIVE, BY_INJURED: INJURED, BY_SERIOUS: SERIOUS}
HURT = frozenset({INJURED, SERIOUS, BY_INJURED, BY_SERIOUS})

START_SIZE = 6  # SETUP-7
LARGEST = 8  # ACTION-17
#: How many idols win, by the number of players at the start (WIN-14, R-78).
IDOLS_NEEDED = {2: 4, 3: 3, 4: 3, 5: 2, 6: 2}

Option = tuple[Any, ...]


class Step(NamedTuple):
    """Something to be done: what, by whom (a seat, CHANCE or NOBODY), and with what."""

    kind: str
    seat: int = NOBODY
    data: tuple[Any, ...] = ()


class Member(NamedTuple):
    """A tribe member; the flags are of this turn."""

    owner: int
    board: int
    place: str = ACTIVE
    #: When it was placed this turn, from 1 (R-25).
    order: int = 0
    #: Placed on its own village (RES-12, R-69).
    at_home: bool = False
    #: Sent beside a section, so that it does not recover (ACTION-3).
    sent: bool = False
    recruited: bool = False
    captured: bool = False


class Card(NamedTuple):
    """A card in a tribe's row; the flags are of this turn."""

    name: str
    #: The member it is assigned to (EQUIP-7).
    bearer: int | None = None
    #: Used without being assigned: the knife (R-51).
    used: bool = False
    #: Drawn or stolen this turn (R-51, R-73).
    fresh: bool = False


class Tribe(NamedTuple):
    """What lies on a player board, but for the members."""

    home: Cell = ""
    food: int = 0
    water: int = 0
    shelter: int = 0
    #: Idols on the shrines.
    life: int = 0
    death: int = 0
    cards: tuple[Card, ...] = ()
    alive: bool = True
    #: This turn: more food and water needed, recruits taken, the home bonus, free placement.
    more_food: int = 0
    more_water: int = 0
    recruits: int = 0
    home_bonus: int = 1
    walks: bool = False


class Idol(NamedTuple):
    """An idol on the map, and whether it has been moved this turn."""

    cell: Cell
    moved: bool = False


class Deck(NamedTuple):
    """A deck: shuffled cards of which only the numbers are known, and what was put under them."""

    shuffled: dict[str, int]
    bottom: tuple[str, ...] = ()

    def __len__(self) -> int:
        """How many cards it has."""
        return sum(self.shuffled.values()) + len(self.bottom)

    @property
    def draws(self) -> dict[str, int]:
        """What may be drawn next, with weights."""
        known = {name: number for name, number in self.shuffled.items() if number}
        return known or dict.fromkeys(self.bottom[:1], 1)

    def drawn(self, name: str) -> Deck:
        """The deck without its top card, which turned out to be this one."""
        if any(self.shuffled.values()):
            return Deck({**self.shuffled, name: self.shuffled[name] - 1}, self.bottom)
        return Deck({}, self.bottom[1:])

    def under(self, name: str) -> Deck:
        """The deck with a card put under it (EQUIP-11)."""
        return Deck(self.shuffled, (*self.bottom, name))


@dataclass
class Fight:
    """A combat in progress (R-32), or the fight of one `member` against an NPE (R-26)."""

    cell: Cell
    seats: tuple[int, ...]
    dice: dict[int, tuple[int, ...]] = field(default_factory=dict)
    #: Rerolls spent, kept over ties (COMBAT-19), and what darts add.
    spent: dict[int, int] = field(default_factory=dict)
    darts: dict[int, int] = field(default_factory=dict)
    #: Whether anybody has rerolled in this round (R-38).
    rerolled: bool = False
    member: int | None = None
    modifier: int = 0
