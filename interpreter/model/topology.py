"""The topology of boards as constant tables: neighbours, steps by direction, lines.

A board is a rectangle of cells; its shape says where each direction leads from a cell. Square cells
have eight directions, hexagonal ones (pointy, rows shifted half a cell to the right as they go up)
six. Cells are numbered row by row from the bottom left; a cell's label is its column letter and
row number, a1 at the bottom left.

A *table* is a board without edge. Its rectangle is a window around the cell (0,0), one cell wider
on each side than pieces may lie, so that all that is next to a piece is in it. Labels are pairs of
numbers. On a hexagonal table these are axial, and the rows are numbered downwards: southeast adds 1
to the second number.

The *quarters* of a square board are the cells of a board of their own, twice as fine. Sides and
corners are in `parts`.
"""

from __future__ import annotations

from functools import cache, cached_property

from rulewright.interpreter.ir import Domain, Table
from rulewright.interpreter.records import record

AXIAL = "axial"  # the hexagonal cells of a table
#: For each direction, clockwise: the columns and rows one step goes, by the shape of the cells.
STEPS: dict[str, dict[str, tuple[int, int]]] = {
    "north": {"square": (0, 1)},
    "northeast": {"square": (1, 1), "hexagonal": (0, 1), AXIAL: (1, -1)},
    "east": {"square": (1, 0), "hexagonal": (1, 0), AXIAL: (1, 0)},
    "southeast": {"square": (1, -1), "hexagonal": (1, -1), AXIAL: (0, 1)},
    "south": {"square": (0, -1)},
    "southwest": {"square": (-1, -1), "hexagonal": (0, -1), AXIAL: (-1, 1)},
    "west": {"square": (-1, 0), "hexagonal": (-1, 0), AXIAL: (-1, 0)},
    "northwest": {"square": (-1, 1), "hexagonal": (-1, 1), AXIAL: (0, -1)},
}
DIRECTIONS = Domain("direction", tuple(STEPS))
#: What adjectives say of directions.
ADJECTIVES = {
    "orthogonal": ("north", "east", "south", "west"),
    "diagonal": ("northeast", "southeast", "southwest", "northwest"),
}


def of_adjective(adjective: str) -> tuple[int, ...]:
    """The directions that an adjective means."""
    return tuple(DIRECTIONS.labels.index(name) for name in ADJECTIVES[adjective])


def column_letters(column: int) -> str:
    """0 is a, 25 is z, 26 is aa."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(97 + rest) + letters
    return letters


@record
class Grid:
    """A rectangular board of `width` by `height` cells.

    `within`: it is a table, on which pieces may lie up to so far from the middle. `whole`: its
    cells are the quarters of the cells of that board.
    """

    name: str
    shape: str
    noun: str
    width: int
    height: int
    within: int | None = None
    whole: Grid | None = None

    @cached_property
    def first(self) -> tuple[int, int] | None:
        """On a table, the pair of numbers that is the cell in the first column and row."""
        if self.whole is not None:
            corner = self.whole.first
            return corner and (2 * corner[0], 2 * corner[1])
        return None if self.within is None else (-self.within - 1, -self.within - 1)

    @property
    def directed(self) -> bool:
        """Whether its cells have columns and rows, and directions lead from one to the next."""
        return True

    @property
    def endless(self) -> bool:
        """Whether it is a table, or a part of one."""
        return self.first is not None

    @cached_property
    def cells(self) -> Domain:
        return _cells(self.noun, self.width, self.height, self.first)

    def cell(self, label: str) -> int | None:
        """The cell of a name, if there is one."""
        labels = self.cells.labels
        return labels.index(label) if label in labels else None

    def at(self, x: int, y: int) -> int:
        """The cell at column x, row y (from 0), or -1 outside."""
        inside = 0 <= x < self.width and 0 <= y < self.height
        return y * self.width + x if inside else -1

    def named(self, label: str) -> tuple[int, int] | None:
        """The column and row (from 0) of the cell of a name, if there is one."""
        cell = self.cell(label)
        if cell is None:
            return None
        row, column = divmod(cell, self.width)
        return column, row

    @property
    def downwards(self) -> bool:
        """Whether a row is drawn below the one before it."""
        return self.within is not None and self.shape == "hexagonal"

    @cached_property
    def moves(self) -> tuple[tuple[int, int] | None, ...]:
        """For each direction, the columns and rows one step goes; None where there is none."""
        shape = AXIAL if self.downwards else self.shape
        return tuple(shapes.get(shape) for shapes in STEPS.values())

    @property
    def steps(self) -> Table:
        """Of cells by directions: the next cell, or none."""
        return _steps(self.width, self.height, self.moves)

    @cached_property
    def wholes(self) -> Table:
        """Of each quarter, the cell that it is a part of."""
        assert self.whole is not None
        values = [self.whole.at(x // 2, y // 2)
                  for y in range(self.height) for x in range(self.width)]
        return Table(tuple(values), (len(values),), -1)

    @cache  # noqa: B019 - grids are few and live as long as the games that use them
    def quarter(self, part: int) -> Table:
        """Of each cell of the whole board, one of its four quarters."""
        assert self.whole is not None
        right, up = part % 2, part // 2
        values = [self.at(2 * x + right, 2 * y + up)
                  for y in range(self.whole.height) for x in range(self.whole.width)]
        return Table(tuple(values), (len(values),), -1)

    @cached_property
    def rim(self) -> int:
        """The cells of a table, or the quarters of cells, on which nothing may lie, as a set."""
        wide = 1 if self.whole is None else 2
        row = (1 << self.width) - 1
        inner = (1 << self.width - 2 * wide) - 1 << wide
        return sum((row ^ inner if wide <= y < self.height - wide else row) << y * self.width
                   for y in range(self.height))

    def directions(self, adjective: str | None) -> tuple[int, ...]:
        """The directions an adjective means; all that exist for None, or between cells that are
        not square."""
        existing = tuple(d for d, move in enumerate(self.moves) if move)
        if adjective not in ADJECTIVES or self.shape != "square":
            return existing
        return of_adjective(adjective)

    @cache  # noqa: B019 - grids are few and live as long as the games that use them
    def neighbours(self, adjective: str | None) -> Table:
        """For each cell, the set of the cells one step away."""
        masks = []
        for cell in range(self.cells.size):
            mask = 0
            for direction in self.directions(adjective):
                there = self.steps.at(cell, direction)
                if there >= 0:
                    mask |= 1 << there
            masks.append(mask)
        return Table(tuple(masks), (self.cells.size,), 0)

    @cache  # noqa: B019 - as above
    def lines(self, length: int) -> Table:
        """The sets of all straight lines of `length` cells, every direction once."""
        masks = []
        for cell in range(self.cells.size):
            for direction in self.one_way:
                mask, at = 0, cell
                for _ in range(length):
                    if at < 0:
                        break
                    mask |= 1 << at
                    at = self.steps.at(at, direction)
                if mask.bit_count() == length:
                    masks.append(mask)
        lines = tuple(dict.fromkeys(masks))
        return Table(lines, (len(lines),), 0)

    @property
    def one_way(self) -> tuple[int, ...]:
        """Of every two directions that are opposite, one."""
        return tuple(d for d in self.directions(None) if not self._opposite_comes_before(d))

    def _opposite_comes_before(self, direction: int) -> bool:
        move = self.moves[direction]
        return move is not None and (-move[0], -move[1]) in self.moves[:direction]


@cache
def _cells(noun: str, width: int, height: int, first: tuple[int, int] | None) -> Domain:
    if first is None:
        labels = [f"{column_letters(x)}{y + 1}" for y in range(height) for x in range(width)]
    else:
        left, bottom = first
        labels = [f"({x},{y})" for y in range(bottom, bottom + height)
                  for x in range(left, left + width)]
    return Domain(noun, tuple(labels))


@cache
def _steps(width: int, height: int, moves: tuple[tuple[int, int] | None, ...]) -> Table:
    """The steps of a board, a row of cells at a time: tables have tens of thousands of cells."""
    ways = len(moves)
    nexts = [-1] * (width * height * ways)
    for way, move in enumerate(moves):
        if move is None:
            continue
        right, up = move
        left, end = max(0, -right), min(width, width - right)
        for y in range(max(0, -up), min(height, height - up)):
            here, there = y * width, (y + up) * width + right
            nexts[(here + left) * ways + way : (here + end) * ways : ways] = range(
                there + left, there + end)
    return Table(tuple(nexts), (width * height, ways), -1)
