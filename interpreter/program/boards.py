"""Geometry of grids as constant tables: neighbours, steps by direction, lines.

Square grids have eight directions, hexagonal ones (pointy cells, rows shifted half a cell to the
right as they go up) six. Cells are numbered row by row from the bottom left; a cell's label is
its column letter and row number, a1 at the bottom left.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

from rulewright.interpreter.ir import Domain, Table

DIRECTIONS = (
    "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest",
)
SQUARE_STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
HEX_STEPS: tuple[tuple[int, int] | None, ...] = (
    None, (0, 1), (1, 0), (1, -1), None, (0, -1), (-1, 0), (-1, 1),
)
ORTHOGONAL = (0, 2, 4, 6)
DIAGONAL = (1, 3, 5, 7)


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
    def steps(self) -> Table:
        """Of cells by directions: the next cell, or none."""
        moves = SQUARE_STEPS if self.shape == "square" else HEX_STEPS
        found = []
        for y in range(self.height):
            for x in range(self.width):
                for move in moves:
                    found.append(self.at(x + move[0], y + move[1]) if move else -1)
        return Table(tuple(found), (self.cells.size, len(DIRECTIONS)), -1)

    def directions(self, adjective: str | None) -> tuple[int, ...]:
        """The directions an adjective means; all that exist for None."""
        chosen = {"orthogonal": ORTHOGONAL, "diagonal": DIAGONAL}.get(adjective or "", range(8))
        if self.shape == "hexagonal":
            return tuple(d for d in range(8) if HEX_STEPS[d])
        return tuple(chosen)

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
            for direction in self.directions(None):
                if direction >= 4:
                    continue
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
