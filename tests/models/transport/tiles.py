"""The tiles, chips and layouts of Transport, and the directions of its field.

Cells are axial coordinates (q, r) of hexagons with a corner on top, r growing downwards.
Directions are 0 E, 1 NE, 2 NW, 3 W, 4 SW, 5 SE. A tile is a text: its type and, behind a plus,
its white icon (P package, W wrench, F fork lift); a pallet is P and its number. A type has six
edges, each a letter: F floor, B belt both ways, I belt in only, O belt out only. Turned by k, a
tile shows base edge i in direction i + k; the front of a pallet is the direction it is turned by.
"""

from __future__ import annotations

from functools import cache

Cell = tuple[int, int]

STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
DIRECTIONS = range(6)

EDGES = {
    "ST": "BFFBFF",  # straight
    "GB": "BFBFFF",  # gentle bend
    "SB": "BBFFFF",  # sharp bend
    "JY": "IFBFBF",  # one-way junction, star (TILE-3)
    "JA": "BIFBFF",  # one-way junction on a straight
    "JB": "BFIBFF",  # its mirror image
    "FL": "FFFFFF",  # floor
    "LS": "BFFBFF",  # loading, straight (TILE-6)
    "LY": "BFBFBF",  # loading, hub
}
PALLET_EDGES = "BFFFFF"
LOADING = ("LS", "LY")

#: The drawing tiles: plain, with package, with wrench, with fork lift (COMP-2, -6).
DRAWING = {
    "ST": (2, 5, 3, 2),
    "GB": (2, 4, 5, 3),
    "SB": (0, 2, 3, 1),
    "JY": (1, 2, 2, 1),
    "JA": (1, 1, 1, 1),
    "JB": (1, 1, 1, 1),
    "FL": (1, 3, 5, 1),
    "LS": (4, 0, 0, 0),
}
STACK = {
    kind + icon: number
    for kind, numbers in DRAWING.items()
    for icon, number in zip(("", "+P", "+W", "+F"), numbers, strict=True) if number
}
#: The starting tiles, told apart by their back (COMP-8), and how many of them are pallets.
STARTING = {"LY": 3, "ST": 8, "JY": 3, "JA": 1, "JB": 1}
PALLETS = 4

#: The chips with their two numbers, and how many there are of each (COMP-4).
BAG = {(low, high): 2 for low in range(1, 6) for high in range(low + 1, 6)}

Lying = tuple[str, int]
Layout = dict[Cell, Lying]


def layout(text: str) -> Layout:
    """Read a layout from words such as `ST(-1,-2)2`."""
    found = {}
    for word in text.split():
        tile, place, turn = word.replace(")", "(").split("(")
        q, r = place.split(",")
        found[int(q), int(r)] = (tile, int(turn))
    return found


_CORE = """LY(-1,0)0 JB(0,0)0 JA(1,0)0 LY(2,0)1 ST(-1,-1)2 ST(-1,-2)2 ST(3,-1)1 ST(4,-2)1
    ST(2,1)2 ST(2,2)2 ST(-2,1)1 ST(-3,2)1 """
#: The layouts by the number of players (SETUP-1, -2).
LAYOUTS = {
    2: layout(_CORE + "P1(-1,-3)5 P2(2,3)2"),
    3: layout("""LY(1,0)0 JY(1,-1)1 LY(0,-1)0 JY(-1,0)3 LY(-1,1)0 JY(0,1)5
        ST(2,0)0 P1(3,0)3 ST(-2,2)1 P2(-3,3)1 ST(0,-2)2 P3(0,-3)5"""),
    4: layout(_CORE + "P1(-1,-3)5 P2(5,-3)4 P3(2,3)2 P4(-4,3)1"),
}


def beside(cell: Cell, way: int) -> Cell:
    """The next cell in a direction."""
    return cell[0] + STEPS[way % 6][0], cell[1] + STEPS[way % 6][1]


@cache
def around(cell: Cell) -> tuple[Cell, ...]:
    """The six cells beside a cell, in the order of the directions."""
    return tuple(beside(cell, way) for way in DIRECTIONS)


def opposite(way: int) -> int:
    """The opposite direction."""
    return (way + 3) % 6


@cache
def is_pallet(tile: str) -> bool:
    """Whether a tile is a pallet."""
    return tile[1].isdigit()


@cache
def is_floor(tile: str) -> bool:
    """Whether a tile is a floor tile (COMP-7)."""
    return tile.startswith("FL")


@cache
def is_belt(tile: str) -> bool:
    """Whether a tile is a belt or loading tile: those that carry packages."""
    return not is_pallet(tile) and not is_floor(tile)


@cache
def is_loading(tile: str) -> bool:
    """Whether new packages come in on a tile."""
    return tile in LOADING


@cache
def icon(tile: str) -> str:
    """The white icon of a tile, if any; a loading tile's symbol is none (TILE-7)."""
    return tile.partition("+")[2]


@cache
def edges(tile: str, turn: int) -> str:
    """The letters a lying tile shows in directions 0 to 5."""
    base = PALLET_EDGES if is_pallet(tile) else EDGES[tile[:2]]
    return "".join(base[(way - turn) % 6] for way in DIRECTIONS)


@cache
def belts(tile: str, turn: int) -> int:
    """The directions in which a lying tile shows a belt, as bits."""
    return sum(1 << way for way, letter in enumerate(edges(tile, turn)) if letter != "F")


@cache
def turns(tile: str) -> tuple[int, ...]:
    """The turns of a tile that look different, each the smallest of those that look alike."""
    first: dict[str, int] = {}
    for turn in DIRECTIONS:
        first.setdefault(edges(tile, turn), turn)
    return tuple(first.values())
