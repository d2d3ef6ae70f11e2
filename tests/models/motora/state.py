"""The state of a game of MOTORA: tribes, members, cards and the map, and what follows from them.

Members, tribes and cards are immutable records in lists of a state that is copied before every
change (`State.copy`), so a state that was handed out stays what it is. What is still to be done is
a stack of steps, `State.agenda`; the modules of the phases say what each kind of step does
(`machine.py`).

A *free* member is one that is neither dead nor a prisoner.

Invariants: members stay with their owner; no stock is negative; idols on the map, on shrines and
cards in decks, discards and rows are as many as at the start.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from typing import Any

from tests.models.motora.cards import EQUIPMENT
from tests.models.motora.island import Cell, Island
from tests.models.motora.records import (
    BY_ACTIVE,
    DEATH,
    GONE,
    IDOLS_NEEDED,
    LIFE,
    PRISON,
    SETTLES,
    Card,
    Deck,
    Fight,
    Idol,
    Member,
    Step,
    Tribe,
)
from tests.models.motora.rulings import Rulings
from tests.models.motora.tiles import TILES, VOLCANO, Tile


@dataclass
class State:
    """A game in progress; `agenda` ends with what comes next."""

    rulings: Rulings
    players: int
    island: Island
    agenda: list[Step]
    tiles: dict[Cell, str] = field(default_factory=dict)
    #: The side of the volcano from which an eruption starts, clockwise from the north (R-04).
    top: int = 0
    tribes: list[Tribe] = field(default_factory=list)
    members: list[Member] = field(default_factory=list)
    idols: list[Idol] = field(default_factory=list)
    destroyed: set[Cell] = field(default_factory=set)
    #: The equipment decks and the deck of events by their names, and the resolved events.
    decks: dict[str, Deck] = field(default_factory=dict)
    discards: tuple[str, ...] = ()
    turn: int = 0
    first: int = 0
    phase: str = "setup"
    fight: Fight | None = None
    #: Of this turn.
    unavailable: set[Cell] = field(default_factory=set)
    gathered: set[Cell] = field(default_factory=set)
    fished: dict[Cell, int] = field(default_factory=dict)
    settled: set[Cell] = field(default_factory=set)
    passed: set[int] = field(default_factory=set)
    placed: int = 0
    due: int = 0
    fever: int = 0
    shelter_need: int = 1
    fishing: bool = True
    #: How the game ended: `idols`, `survivor`, `extinction`, `draw`, `turn limit`; and for whom.
    reason: str = ""
    winners: tuple[int, ...] = ()

    def copy(self) -> State:
        """A state of its own with the same contents."""
        made = copy.copy(self)
        for name in _CONTAINERS:
            setattr(made, name, getattr(self, name).copy())
        if self.fight is not None:
            made.fight = copy.copy(self.fight)
            made.fight.dice, made.fight.spent = dict(self.fight.dice), dict(self.fight.spent)
            made.fight.darts = dict(self.fight.darts)
        return made

    def push(self, *steps: Step) -> None:
        """Put steps before all others, the first of them to be done first."""
        self.agenda.extend(reversed(steps))

    # --- seats ------------------------------------------------------------------------------

    def order(self) -> list[int]:
        """The surviving tribes clockwise from the first player (PLACE-1, R-16)."""
        seats = [(self.first + k) % self.players for k in range(self.players)]
        return [seat for seat in seats if self.tribes[seat].alive]

    def next_alive(self, seat: int) -> int:
        """The next surviving tribe clockwise (TURN-3)."""
        others = [(seat + k) % self.players for k in range(1, self.players + 1)]
        return next(other for other in others if self.tribes[other].alive)

    def change(self, seat: int, **new: Any) -> None:
        """Give a tribe other contents."""
        self.tribes[seat] = self.tribes[seat]._replace(**new)

    def add(self, seat: int, resource: str, amount: int) -> int:
        """Change a stock and say by how much: not below 0 (EVENT-19, R-29), nor above a cap."""
        old = getattr(self.tribes[seat], resource)
        new = max(old + amount, 0)
        if self.rulings.resource_cap is not None:
            new = min(new, self.rulings.resource_cap)
        self.change(seat, **{resource: new})
        return int(new - old)

    # --- members ----------------------------------------------------------------------------

    def free(self, seat: int) -> list[int]:
        """The free members of a tribe."""
        out = (LIFE, DEATH, PRISON, GONE)
        return [i for i, m in enumerate(self.members) if m.owner == seat and m.place not in out]

    def within(self, seat: int, *places: str) -> list[int]:
        """The free members of a tribe in these places."""
        return [i for i in self.free(seat) if self.members[i].place in places]

    def held(self, seat: int, place: str = PRISON) -> list[int]:
        """The members on a tribe's board as prisoners, or as the dead of a shrine."""
        here = enumerate(self.members)
        return [i for i, m in here if m.board == seat and m.place == place]

    def captives(self, seat: int) -> list[int]:
        """The members of a tribe that others hold."""
        here = enumerate(self.members)
        return [i for i, m in here if m.owner == seat and m.place == PRISON]

    def mapped(self, seat: int) -> list[int]:
        """The members of a tribe on the map, in the order they were placed."""
        on = [i for i in self.free(seat) if self.members[i].place in self.tiles]
        return sorted(on, key=lambda i: self.members[i].order)

    def at(self, cell: Cell, seat: int | None = None) -> list[int]:
        """The members on a cell, of one tribe or of all."""
        here = enumerate(self.members)
        return [i for i, m in here if m.place == cell and seat in (None, m.owner)]

    def seats_at(self, cell: Cell) -> list[int]:
        """The tribes with members on a cell, in player order."""
        there = {m.owner for m in self.members if m.place == cell}
        return [seat for seat in self.order() if seat in there]

    def put(self, member: int, place: str, **new: Any) -> None:
        """Move a member to a place on its board."""
        sent = self.members[member].sent or place in SETTLES
        self.members[member] = self.members[member]._replace(place=place, sent=sent, **new)

    def distinct(self, members: Iterable[int]) -> Iterator[int]:
        """One of all members that carry the same."""
        seen = set()
        for member in members:
            if (key := tuple(sorted(self.gear(member)))) not in seen:
                seen.add(key)
                yield member

    # --- equipment --------------------------------------------------------------------------

    def gear(self, member: int) -> list[str]:
        """The cards assigned to a member (EQUIP-8)."""
        cards = self.tribes[self.members[member].owner].cards
        return [card.name for card in cards if card.bearer == member]

    def gear_sum(self, members: Iterable[int], kind: str, what: str = "") -> int:
        """What the members' gear of a kind gives together (EQUIP-9)."""
        effects = (EQUIPMENT[name].effect for member in members for name in self.gear(member))
        return sum(e.amount for e in effects if e.kind == kind and e.what == what)

    def has_gear(self, member: int, kind: str) -> bool:
        """Whether a member has gear of a kind."""
        return any(EQUIPMENT[name].effect.kind == kind for name in self.gear(member))

    def ready(self, seat: int, when: str) -> list[str]:
        """A tribe's cards that may be used at such a time and are not assigned, by name."""
        cards = self.tribes[seat].cards
        return sorted(
            card.name for card in cards
            if card.bearer is None and not card.fresh and EQUIPMENT[card.name].when == when
        )

    def mark(self, seat: int, name: str, **new: Any) -> None:
        """Change the flags of one unassigned card of that name."""
        cards = list(self.tribes[seat].cards)
        here = (k for k, c in enumerate(cards) if c.name == name and c.bearer is None)
        at = min(here, key=lambda k: (cards[k].fresh, -cards[k].used))
        cards[at] = cards[at]._replace(**new)
        self.change(seat, cards=tuple(cards))

    def without(self, seat: int, card: Card) -> None:
        """Take a card from a tribe."""
        cards = list(self.tribes[seat].cards)
        cards.remove(card)
        self.change(seat, cards=tuple(cards))

    def return_card(self, seat: int, card: Card) -> None:
        """Put a tribe's card under its deck (EQUIP-11)."""
        self.without(seat, card)
        deck = EQUIPMENT[card.name].deck
        self.decks[deck] = self.decks[deck].under(card.name)

    # --- the map ----------------------------------------------------------------------------

    @property
    def volcano(self) -> Cell:
        """Where the volcano lies."""
        return next(cell for cell, tile in self.tiles.items() if tile == VOLCANO)

    @property
    def barred(self) -> frozenset[Cell]:
        """The cells that no way may use (PLACE-17, TILE-10, R-15)."""
        shut = self.unavailable if self.rulings.unavailable_blocks_path == "yes" else set()
        return frozenset({self.volcano, *shut})

    def tile(self, cell: Cell) -> Tile | None:
        """The tile on a cell, unless it is a village location or destroyed."""
        return None if cell in self.destroyed else TILES.get(self.tiles[cell])

    def owner(self, cell: Cell) -> int | None:
        """The tribe, alive or not, whose village a cell is (R-52)."""
        return next((k for k, tribe in enumerate(self.tribes) if tribe.home == cell), None)

    def idols_at(self, cell: Cell, *, unmoved: bool = False) -> int:
        """How many idols lie on a cell, or how many of them may still be moved."""
        return sum(i.cell == cell and not (unmoved and i.moved) for i in self.idols)

    def send_back(self, cell: Cell) -> None:
        """Put all members on a cell beside Active (EVENT-9, -15)."""
        for member in self.at(cell):
            self.put(member, BY_ACTIVE)

    def shut(self, cell: Cell) -> None:
        """Make a tile unavailable this turn (EVENT-8, -9)."""
        self.unavailable.add(cell)
        self.send_back(cell)

    def destroyable(self, cell: Cell) -> bool:
        """Whether a cell has something to destroy, idols aside (TILE-3, -11, R-07)."""
        if cell in self.destroyed or self.tiles[cell] == VOLCANO:
            return False
        if self.tiles[cell] in TILES:
            return True
        return self.owner(cell) is None and self.rulings.flipped_village == "destroyable"

    def destroy(self, cell: Cell, *, by_card: bool = False) -> None:
        """Destroy a tile unless an idol protects it (EVENT-15 to -17, R-22, R-24)."""
        protecting = not by_card or self.rulings.idol_protection == "all"
        if self.destroyable(cell) and not (protecting and self.idols_at(cell)):
            self.destroyed.add(cell)
            self.send_back(cell)

    # --- shrines and the end ----------------------------------------------------------------

    def bonus(self, seat: int, shrine: str) -> int:
        """The benefit of a shrine: its idols and pairs of dead (WIN-9 to -12, R-84)."""
        tribe = self.tribes[seat]
        idols = tribe.life if shrine == LIFE else tribe.death
        return idols + len(self.held(seat, shrine)) // 2

    def enshrine(self, seat: int, shrine: str) -> None:
        """Put an idol on a shrine, which may win the game (WIN-5, -13, R-78, R-79)."""
        self.change(seat, **{shrine: getattr(self.tribes[seat], shrine) + 1})
        if self.gathered_idols(seat) >= IDOLS_NEEDED[self.players]:
            self.end("idols", seat)

    def gathered_idols(self, seat: int) -> int:
        """The idols on a tribe's shrines (R-78)."""
        return self.tribes[seat].life + self.tribes[seat].death

    def survives(self, seat: int) -> bool:
        """Whether a tribe has a member that counts as living (WIN-2, R-55)."""
        kept = self.rulings.prisoners_keep_alive == "yes" and bool(self.captives(seat))
        return bool(self.free(seat)) or kept

    def check(self) -> None:
        """Eliminate tribes; who is left may have won (WIN-2 to -4, R-79, R-80)."""
        alive = [seat for seat, tribe in enumerate(self.tribes) if tribe.alive]
        fallen = [seat for seat in alive if not self.survives(seat)]
        for seat in fallen:
            self.change(seat, alive=False)
        if not fallen or len(alive) - len(fallen) > 1:
            return
        left = [seat for seat in alive if seat not in fallen]
        if left:
            return self.end("survivor", *left)
        if self.rulings.extinction_contest == "everyone":
            fallen = list(range(self.players))
        most = max(map(self.gathered_idols, fallen))
        best = [seat for seat in fallen if self.gathered_idols(seat) == most]
        self.end("extinction" if len(best) == 1 else "draw", *best)

    def end(self, reason: str, *winners: int) -> None:
        """The game is over."""
        self.reason, self.winners = reason, winners


_CONTAINERS = tuple(
    f.name for f in fields(State) if f.name in """agenda tiles tribes members idols destroyed decks
    unavailable gathered fished settled passed""".split()
)
