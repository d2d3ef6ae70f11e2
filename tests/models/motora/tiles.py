"""The 41 tiles of MOTORA: village designs, resource tiles, temples, huts and the volcano.

A tile has a group, its border colour (TILE-4); the numbers by which a die selects it inside its
group (TILE-6); and its yields, of which one is gathered: two of them are a tile with a "/"
(TILE-7). The subtype of a yield matters to cards alone (RES-4, -9, R-75). The board needs no
pieces of its own for villages that are turned over: such a location is a village cell that is the
home of nobody (R-07).

Invariants: 8 villages and 33 other tiles; in every group from which tiles are drawn the numbers
cover 1 to 6 once each.
"""

from __future__ import annotations

from typing import NamedTuple

RESOURCES = ("food", "water", "shelter")
#: The groups a card may name (R-23), in the order of the earthquake's die.
GROUPS = ("plant", "meat", "water", "wood", "stone", "temple")


class Yield(NamedTuple):
    """What one side of a tile gives: a resource, or a card of a deck."""

    what: str
    amount: int
    subtype: str


class Tile(NamedTuple):
    """A tile that is no village."""

    group: str
    numbers: tuple[int, ...]
    yields: tuple[Yield, ...] = ()
    boars: bool = False


class Village(NamedTuple):
    """A village design: what its tribe begins with (SETUP-13)."""

    name: str
    food: int
    water: int
    shelter: int


#: Every design lies on the island twice (R-01).
VILLAGES = {
    "V1": Village("Palm Village", 8, 6, 2),
    "V2": Village("River Village", 6, 8, 2),
    "V3": Village("Cave Village", 7, 5, 4),
    "V4": Village("Terrace Village", 5, 7, 4),
}
VOLCANO = "VO"
#: The tile that lies in place of the eighth village (R-01).
EXTRA = "SW6"


def _plant(amount: int) -> Yield:
    return Yield("food", amount, "plant")


def _meat(amount: int) -> Yield:
    return Yield("food", amount, "meat")


def _water(amount: int) -> Yield:
    return Yield("water", amount, "water")


def _wood(amount: int) -> Yield:
    return Yield("shelter", amount, "wood")


def _stone(amount: int) -> Yield:
    return Yield("shelter", amount, "stone")


TEMPLE = (Yield("temple", 1, "card"),)
HUT = (Yield("craftsmen", 1, "card"),)

TILES = {
    "FP1": Tile("plant", (1,), (_plant(3),)),
    "FP2": Tile("plant", (2,), (_plant(3),)),
    "FP3": Tile("plant", (3,), (_plant(4),)),
    "FP4": Tile("plant", (4,), (_plant(4),)),
    "FP5": Tile("plant", (5,), (_plant(3), _wood(2))),
    "FP6": Tile("plant", (6,), (_plant(3), _water(3))),
    "FM1": Tile("meat", (1,), (_meat(4),)),
    "FM2": Tile("meat", (2,), (_meat(4),)),
    "FM3": Tile("meat", (3,), (_meat(5),)),
    "FM4": Tile("meat", (4,), (_meat(6),), boars=True),
    "FM5": Tile("meat", (5,), (_meat(6),), boars=True),
    "FM6": Tile("meat", (6,), (_meat(3), _water(3))),
    "WA1": Tile("water", (1,), (_water(5),)),
    "WA2": Tile("water", (2,), (_water(5),)),
    "WA3": Tile("water", (3,), (_water(5),)),
    "WA4": Tile("water", (4,), (_water(4),)),
    "WA5": Tile("water", (5,), (_water(6),)),
    "WA6": Tile("water", (6,), (_water(4), _plant(3))),
    "SW1": Tile("wood", (1,), (_wood(2),)),
    "SW2": Tile("wood", (2,), (_wood(2),)),
    "SW3": Tile("wood", (3,), (_wood(3),)),
    "SW4": Tile("wood", (4,), (_wood(3),)),
    "SW5": Tile("wood", (5, 6), (_wood(2), _plant(3))),
    "SS1": Tile("stone", (1, 2), (_stone(3),)),
    "SS2": Tile("stone", (3, 4), (_stone(3),)),
    "SS3": Tile("stone", (5, 6), (_stone(2), _water(3))),
    "TE1": Tile("temple", (1, 2), TEMPLE),
    "TE2": Tile("temple", (3, 4), TEMPLE),
    "TE3": Tile("temple", (5, 6), TEMPLE),
    "CH1": Tile("hut", (1, 2), HUT),
    "CH2": Tile("hut", (3, 4), HUT),
    "CH3": Tile("hut", (5, 6), HUT),
    VOLCANO: Tile("volcano", ()),
    EXTRA: Tile("wood", (), (_wood(2),)),
}


def copies(village_tiles: str) -> dict[str, int]:
    """How often each tile lies on the island (R-01)."""
    found = {**dict.fromkeys(TILES, 1), **dict.fromkeys(VILLAGES, 2)}
    if village_tiles == "7":
        found["V4"] -= 1
    else:
        del found[EXTRA]
    return found
