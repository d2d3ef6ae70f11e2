"""The island of MOTORA: four sections that are turned and joined, its cells, steps and distances.

A cell is a text, a column A to J and a row 1 to 10 from the top: `F5`. The terrain of a cell is a
letter: `.` a spot for a tile, `V` a village spot (also for a tile), `f` ocean with a fishing spot,
`~` ocean, `W` a village spot that may be a plain one (R-01). All steps are orthogonal (PLACE-14).
`Island` knows the ground alone; what lies on it, the volcano among it, is part of the state of a
game.

Every section is drawn as it lies north-west: its first row and first column are outer sea. At
position k (0 NW, 1 NE, 2 SE, 3 SW) it is turned by k quarter turns clockwise.

Invariants: an island has 41 land cells, all connected, 8 of them villages, two to a section, at
least three steps apart (SETUP-1, R-01).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

Cell = str
Seen = dict[Cell, int]

SIZE = 10
SECTIONS = {
    "A": ("~~~f~", "~~..V", "~~...", "~~Vf~", "~~..."),
    "B": ("~~~~~", "~~f.V", "~~V..", "~~..f", "~~..."),
    "C": ("~~~~~", "~~f.V", "~~V..", "~~.f.", "~~..."),
    "D": ("~~~~~", "~~..W", "~.Vf.", "~.~~.", "~..f."),
}
ORDER = ("A", "B", "C", "D")
LAND = ".V"
#: The centre cell, where the volcano may have to lie (R-03).
CENTRE = "F5"
#: The sides of a cell clockwise from its top: rows and columns to add (R-04).
SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))


def name(row: int, column: int) -> Cell:
    """The name of a cell."""
    return f"{chr(ord('A') + column)}{row + 1}"


def where(cell: Cell) -> tuple[int, int]:
    """The row and column of a cell, both from 0."""
    return int(cell[1:]) - 1, ord(cell[0]) - ord("A")


@cache
def sides(cell: Cell) -> tuple[Cell, ...]:
    """The cells at the four sides of a cell clockwise from the top, as far as they are there."""
    row, column = where(cell)
    beside = ((row + down, column + right) for down, right in SIDES)
    return tuple(name(r, c) for r, c in beside if 0 <= r < SIZE and 0 <= c < SIZE)


def assembled(order: tuple[str, ...]) -> dict[Cell, str]:
    """The terrain of all cells, the sections clockwise from the north-west."""
    ground = {}
    for turns, section in enumerate(order):
        for row, line in enumerate(SECTIONS[section]):
            for column, letter in enumerate(line):
                r, c = row, column
                for _ in range(turns):
                    r, c = c, SIZE - 1 - r
                ground[name(r, c)] = letter
    return {cell: ground[cell] for cell in sorted(ground, key=where)}


@dataclass(frozen=True)
class Island:
    """The ground of a game, told by the order of its sections and by what its spare spot is: a
    village spot or a plain one (R-01)."""

    order: tuple[str, ...] = ORDER
    spare: str = "V"

    @cached_property
    def ground(self) -> dict[Cell, str]:
        """The terrain letters of the cells, row by row."""
        ground = assembled(self.order)
        return {cell: letter.replace("W", self.spare) for cell, letter in ground.items()}

    @cached_property
    def land(self) -> tuple[Cell, ...]:
        """The cells with a spot for a tile, the village spots among them."""
        return tuple(cell for cell, letter in self.ground.items() if letter in LAND)

    @cached_property
    def villages(self) -> tuple[Cell, ...]:
        """The village spots (SETUP-4)."""
        return tuple(cell for cell, letter in self.ground.items() if letter == "V")

    @cached_property
    def plain(self) -> tuple[Cell, ...]:
        """The spots for tiles that are no villages (SETUP-5)."""
        return tuple(cell for cell, letter in self.ground.items() if letter == ".")

    @cached_property
    def spots(self) -> tuple[Cell, ...]:
        """The ocean cells with a fishing spot."""
        return tuple(cell for cell, letter in self.ground.items() if letter == "f")

    @cached_property
    def fishing(self) -> dict[Cell, tuple[Cell, ...]]:
        """The fishing spots beside each land cell (ACTION-7)."""
        return {
            cell: tuple(spot for spot in sides(cell) if self.ground[spot] == "f")
            for cell in self.land
        }

    @cached_property
    def steps(self) -> dict[Cell, tuple[Cell, ...]]:
        """The land cells one step from each land cell (PLACE-14, -18)."""
        return {
            cell: tuple(other for other in sides(cell) if self.ground[other] in LAND)
            for cell in self.land
        }

    def distances(self, home: Cell, barred: frozenset[Cell]) -> Seen:
        """The lengths of the shortest ways from a cell that lead through no barred one (R-13)."""
        return _distances(self, home, barred)

    def ends(self, start: Cell, steps: int, barred: frozenset[Cell], stops: frozenset[Cell]) -> (
        set[Cell]
    ):
        """Where an idol can come to rest that is carried so many steps (R-65, R-66).

        A way back to where it lay is none; on a cell in `stops` the way is over.
        """
        reached, still = {start}, set[Cell]()
        for _ in range(steps):
            reached = {
                beside for cell in reached for beside in self.steps[cell]
                if beside not in barred and beside != start
            }
            still |= reached & stops
            reached -= stops
        return reached | still


@cache
def _distances(island: Island, home: Cell, barred: frozenset[Cell]) -> Seen:
    found: Seen = {home: 0}
    rim = [home]
    for cell in rim:
        for beside in island.steps[cell]:
            if beside not in found and beside not in barred:
                found[beside] = found[cell] + 1
                rim.append(beside)
    return found


@dataclass(frozen=True)
class Layout:
    """An island with all its tiles: their ids by cell, village designs among them."""

    island: Island
    tiles: dict[Cell, str]


def layout(text: str, order: tuple[str, ...] = ORDER) -> Layout:
    """Read a layout from pairs of cells and tiles such as `C2 FP1`."""
    words = text.split()
    return Layout(Island(order), dict(zip(words[::2], words[1::2], strict=True)))


#: The reference layout: the sections in their default order.
REF = layout("""
    C2 FP1  D2 WA4  C3 SW1  D3 FM4  E3 TE1  F3 WA2  G3 FP3
    F4 SS1  G4 FM1  H4 SW2  I4 FP6
    C5 FP2  D5 WA3  E5 CH1  F5 VO   H5 WA1
    C6 FM2  D6 SW3  E6 FM6  F6 TE2  G6 FP4  H6 CH2
    B7 WA5  F7 SS2  H7 FM5
    B8 SW4  E8 FP5  F8 WA6  G8 FM3
    C9 SS3  D9 CH3  E9 TE3  G9 SW5
    E2 V1  C4 V3  H3 V2  I5 V4  H8 V1  F9 V3  C8 V2  B6 V4
""")
