"""The topology of boards as constant tables: neighbours, steps by direction, lines.

A board is a rectangle of cells; its shape says where each direction leads from a cell. Square cells
have eight directions, hexagonal ones (pointy, rows shifted half a cell to the right as they go up)
six. Cells are numbered row by row from the bottom left; a cell's label is its column letter and
row number, a1 at the bottom left.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

from rulewright.interpreter.ir import Domain, Table

#: For each direction, clockwise: the columns and rows one step goes, by the shape of the cells.
STEPS: dict[str, dict[str, tuple[int, int]]] = {
    "north": {"square": (0, 1)},
    "northeast": {"square": (1, 1), "hexagonal": (0, 1)},
    "east": {"square": (1, 0), "hexagonal": (1, 0)},
    "southeast": {"square": (1, -1), "hexagonal": (1, -1)},
    "south": {"square": (0, -1)},
    "southwest": {"square": (-1, -1), "hexagonal": (0, -1)},
    "west": {"square": (-1, 0), "hexagonal": (-1, 0)},
    "northwest": {"square": (-1, 1), "hexagonal": (-1, 1)},
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


@dataclass(frozen=True)
class Grid:
    """A rectangular board of `width` by `height` cells."""

    name: str
    shape: str
    noun: str
    width: int
    height: int

    @cached_property
    def cells(self) -> Domain:
        labels = tuple(
            f"{column_letters(x)}{y + 1}" for y in range(self.height) for x in range(self.width)
        )
        return Domain(self.noun, labels)

    def at(self, x: int, y: int) -> int:
        """The cell at column x, row y (from 0), or -1 outside."""
        inside = 0 <= x < self.width and 0 <= y < self.height
        return y * self.width + x if inside else -1

    @cached_property
    def moves(self) -> tuple[tuple[int, int] | None, ...]:
        """For each direction, the columns and rows one step goes; None where there is none."""
        return tuple(shapes.get(self.shape) for shapes in STEPS.values())

    @cached_property
    def steps(self) -> Table:
        """Of cells by directions: the next cell, or none."""
        nexts = [
            self.at(x + move[0], y + move[1]) if move else -1
            for y in range(self.height) for x in range(self.width) for move in self.moves
        ]
        return Table(tuple(nexts), (self.cells.size, DIRECTIONS.size), -1)

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
        one_way = [d for d in self.directions(None) if not self._opposite_comes_before(d)]
        for cell in range(self.cells.size):
            for direction in one_way:
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

    def _opposite_comes_before(self, direction: int) -> bool:
        move = self.moves[direction]
        return move is not None and (-move[0], -move[1]) in self.moves[:direction]
