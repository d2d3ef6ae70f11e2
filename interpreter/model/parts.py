"""Sides and corners: boards that consist of parts of the cells of a grid.

A side or corner is there once, also where two or three cells share it, and at the border. All parts
of a grid, and the middles of its cells, have places by two coordinates: a square cell is 4 wide and
4 high; a hexagonal one (pointy) is 4 wide, and its rows are 6 apart, each 2 to the right of the one
below. A part is what several cells have at one place. Around a cell stand a side and a corner in
turn; a side meets the corner before it and the one behind it.

Parts are numbered cell by cell and, of a cell, clockwise from north; the name of a part is that of
the first cell that has it, with where it lies there: `b2/east`. It is found by the other cells that
have it as well: `c2/west`. Parts have no columns, rows and directions. The columns of `steps` are
here neighbours in any order.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property

from rulewright.interpreter.ir import Domain, Table, members
from rulewright.interpreter.model.topology import DIRECTIONS, Grid
from rulewright.interpreter.records import record

SIDES, CORNERS = "sides", "corners"
Place = tuple[int, int]
#: Where the parts of a cell lie, clockwise around its middle, by the shape of the cells.
AROUND: dict[str, tuple[tuple[str, str, Place], ...]] = {
    "square": (
        (SIDES, "north", (0, 2)), (CORNERS, "northeast", (2, 2)),
        (SIDES, "east", (2, 0)), (CORNERS, "southeast", (2, -2)),
        (SIDES, "south", (0, -2)), (CORNERS, "southwest", (-2, -2)),
        (SIDES, "west", (-2, 0)), (CORNERS, "northwest", (-2, 2)),
    ),
    "hexagonal": (
        (CORNERS, "north", (0, 4)), (SIDES, "northeast", (1, 3)),
        (CORNERS, "northeast", (2, 2)), (SIDES, "east", (2, 0)),
        (CORNERS, "southeast", (2, -2)), (SIDES, "southeast", (1, -3)),
        (CORNERS, "south", (0, -4)), (SIDES, "southwest", (-1, -3)),
        (CORNERS, "southwest", (-2, -2)), (SIDES, "west", (-2, 0)),
        (CORNERS, "northwest", (-2, 2)), (SIDES, "northwest", (-1, 3)),
    ),
}


def middle(grid: Grid, cell: int) -> Place:
    """The place of the middle of a cell."""
    y, x = divmod(cell, grid.width)
    return (4 * x, 4 * y) if grid.shape == "square" else (4 * x + 2 * y, 6 * y)


@record
class Parts(Grid):
    """The sides or corners (`part`) of the cells of a grid (`of`), as a board of one row."""

    part: str = SIDES
    of: Grid = None  # type: ignore[assignment]  # fields of Grid before it have defaults

    @cached_property
    def cells(self) -> Domain:
        """The parts by their names."""
        names: dict[Place, str] = {}
        for cell, label in enumerate(self.of.cells.labels):
            for direction, place in _of_cell(self.of, cell, self.part):
                names.setdefault(place, f"{label}/{direction}")
        return Domain(self.noun, tuple(names.values()))

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Where each part lies."""
        return places(self.of, self.part)

    @property
    def sorts(self) -> tuple[str, ...]:
        """Where such parts lie around a cell."""
        return tuple(direction for part, direction, _ in AROUND[self.shape] if part == self.part)

    @property
    def directed(self) -> bool:
        return False

    def cell(self, label: str) -> int | None:
        whole, _, direction = label.partition("/")
        cell = self.of.cell(whole)
        place = None if cell is None else dict(_of_cell(self.of, cell, self.part)).get(direction)
        return None if place is None else self.places.index(place)

    @cache  # noqa: B019 - grids are few and live as long as the games that use them
    def neighbours(self, adjective: str | None) -> Table:
        """For each side, the set of those that it meets; for each corner, of those that a side
        leads to."""
        joined = beside(self.of, self.part, CORNERS if self.part == SIDES else SIDES)
        back = beside(self.of, CORNERS if self.part == SIDES else SIDES, self.part)
        masks = []
        for at, mask in enumerate(joined):
            near = 0
            for other in members(mask):
                near |= back[other]
            masks.append(near & ~(1 << at))
        return Table(tuple(masks), (len(masks),), 0)

    @cached_property
    def steps(self) -> Table:
        """Of parts by numbers of neighbours: these, or none."""
        values = []
        for mask in self.neighbours(None).values:
            near = [*members(mask)]
            values += [*near, *[-1] * (DIRECTIONS.size - len(near))]
        return Table(tuple(values), (self.cells.size, DIRECTIONS.size), -1)

    def directions(self, adjective: str | None) -> tuple[int, ...]:
        """The columns of `steps`."""
        most = max(mask.bit_count() for mask in self.neighbours(None).values)
        return tuple(range(most))


def next_to(board: Grid, other: Grid) -> Table | None:
    """For each cell of a board, the set of those of another one that are next to it, where one
    consists of parts of the other or both of parts of the same grid; else None."""
    grid = board.of if isinstance(board, Parts) else board
    if grid != (other.of if isinstance(other, Parts) else other) or board == other:
        return None
    masks = beside(grid, board.part if isinstance(board, Parts) else None,
                   other.part if isinstance(other, Parts) else None)
    return Table(masks, (len(masks),), 0)


@cache
def beside(grid: Grid, part: str | None, other: str | None) -> tuple[int, ...]:
    """For each part of a grid (each cell for None), the set of other parts, or cells, at it."""
    numbers = {kind: {place: at for at, place in enumerate(places(grid, kind))}
               for kind in {part, other}}
    masks = [0] * len(numbers[part])
    for cell in range(grid.cells.size):
        x, y = middle(grid, cell)
        circle = [(kind, (x + right, y + up)) for kind, _, (right, up) in AROUND[grid.shape]]
        if None in (part, other):
            pairs = [((x, y), place) if part is None else (place, (x, y))
                     for kind, place in circle if kind in (part, other)]
        else:
            pairs = [(place, near) for at, (kind, place) in enumerate(circle) if kind == part
                     for _, near in (circle[at - 1], circle[(at + 1) % len(circle)])]
        for place, near in pairs:
            masks[numbers[part][place]] |= 1 << numbers[other][near]
    return tuple(masks)


@cache
def places(grid: Grid, part: str | None) -> tuple[Place, ...]:
    """Where the sides, the corners, or (None) the cells of a grid lie, by their numbers."""
    cells = range(grid.cells.size)
    if part is None:
        return tuple(middle(grid, cell) for cell in cells)
    return tuple(dict.fromkeys(place for cell in cells for _, place in _of_cell(grid, cell, part)))


def _of_cell(grid: Grid, cell: int, part: str) -> Iterator[tuple[str, Place]]:
    """The sides or corners of a cell: where they lie around it, and among all."""
    x, y = middle(grid, cell)
    for kind, direction, (right, up) in AROUND[grid.shape]:
        if kind == part:
            yield direction, (x + right, y + up)
