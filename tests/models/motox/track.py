"""The track of MotoX: where tiles and ramp coins may go, and where a step leads.

Everything is worked out in one fixed frame: tile 1 lies at (0, 0) and tile 2 north of it (RUL-09),
x grows to the east and y to the north. The four spaces of the tile at (x, y) have their middles at
(4x ± 1, 4y ± 1), so a step is two units long and neighbouring spaces of neighbouring tiles line up
by themselves (TRACK-05). A heading is a direction in this frame: a bike that goes straight on keeps
it even where the track bends under it.

A space is named (tile, row, lane): row 2 touches the exit edge of its tile and row 1 does not;
lanes L and R are as a rider sees them who faces that edge. The exit edge of the last tile is the
finish line (TRACK-09).

Invariants: consecutive tiles share an edge; no other two tiles do (TRACK-06); a tile is a ramp
only if it has both neighbours in a straight line (RAMP-01), and no ramp is higher than 3.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from tests.models.motox.rulings import Rulings

Point = tuple[int, int]
#: A direction of length one.
Heading = tuple[int, int]
Space = tuple[int, int, str]

NORTH: Heading = (0, 1)
HIGHEST = 3  # RAMP-06


def left(way: Heading) -> Heading:
    """The direction to the left of another."""
    return -way[1], way[0]


def right(way: Heading) -> Heading:
    """The direction to the right of another."""
    return way[1], -way[0]


def back(way: Heading) -> Heading:
    """The opposite direction."""
    return -way[0], -way[1]


def beyond(point: Point, way: Heading, length: int = 1) -> Point:
    """The point so many units away in a direction."""
    return point[0] + length * way[0], point[1] + length * way[1]


@dataclass(frozen=True)
class Track:
    """The places of the tiles in the order of the track, and the height of each."""

    places: tuple[Point, ...] = ()
    heights: tuple[int, ...] = ()

    @classmethod
    def of(cls, word: str, **heights: int) -> Track:
        """A track by its word, one of S, L, R for each tile but the first and last; `h4=3`."""
        places, way = [(0, 0), (0, 1)], NORTH
        for letter in word:
            way = {"S": way, "L": left(way), "R": right(way)}[letter]
            places.append(beyond(places[-1], way))
        high = {int(name[1:]): height for name, height in heights.items()}
        return cls(tuple(places), tuple(high.get(tile, 0) for tile in range(1, len(places) + 1)))

    def __len__(self) -> int:
        """The number of tiles."""
        return len(self.places)

    def height(self, tile: int) -> int:
        """The number of coins under a tile (RAMP-05, RUL-06)."""
        return self.heights[tile - 1]

    @cached_property
    def exits(self) -> tuple[Heading, ...]:
        """The direction of every tile's exit edge; the last tile counts as straight."""
        pairs = zip(self.places, self.places[1:], strict=False)
        ways = [(after[0] - before[0], after[1] - before[1]) for before, after in pairs]
        return (*ways, ways[-1] if ways else NORTH)

    def forward(self, tile: int) -> Heading:
        """The direction square to a tile's exit edge."""
        return self.exits[tile - 1]

    # --- building ---

    def extensions(self, rulings: Rulings) -> list[Point]:
        """Where the next tile may lie: ahead, left or right of the last (TRACK-04 to -06)."""
        if len(self) < 2:
            return [(0, len(self))]  # RUL-09: one place for tile 1 and one for tile 2
        way = self.exits[-1]
        around = [beyond(self.places[-1], turned) for turned in (way, left(way), right(way))]
        return [place for place in around if not self._touches(place, rulings)]

    def _touches(self, place: Point, rulings: Rulings) -> bool:
        """Whether a tile would touch any but the last one, which it extends (TRACK-06, RUL-01)."""
        for distance, other in enumerate(reversed(self.places[:-1]), start=2):
            across, along = abs(place[0] - other[0]), abs(place[1] - other[1])
            if across + along <= 1:
                return True
            if across == along == 1 and not self._corner_allowed(distance, rulings):
                return True
        return False

    @staticmethod
    def _corner_allowed(distance: int, rulings: Rulings) -> bool:
        """Whether a new tile may meet the tile so many before it in a corner (RUL-01)."""
        if rulings.corner_contact == "bend_only":
            return distance == 2
        return rulings.corner_contact == "any"

    def extended(self, place: Point) -> Track:
        """The track with one more tile."""
        return Track((*self.places, place), (*self.heights, 0))

    def is_straight(self, tile: int) -> bool:
        """Whether a tile lies in a straight line with both its neighbours (RAMP-01, -02)."""
        return 1 < tile < len(self) and self.forward(tile - 1) == self.forward(tile)

    def raisable(self) -> list[int]:
        """The tiles a coin may be added at (RAMP-01, -02, -06, -07)."""
        return [
            tile for tile in range(1, len(self) + 1)
            if self.is_straight(tile) and self.height(tile) < HIGHEST
        ]

    def raised(self, tile: int) -> Track:
        """The track with one more coin under a tile (RAMP-04)."""
        at = tile - 1
        heights = (*self.heights[:at], self.heights[at] + 1, *self.heights[at + 1 :])
        return replace(self, heights=heights)

    def crest(self, tile: int, rulings: Rulings) -> int:
        """The raised edge of a ramp: number t is the edge between tiles t and t+1 (RAMP-03)."""
        if rulings.raised_edge == "straight_line_distance":  # RUL-05
            (x, y), (ahead, up) = self.places[tile - 1], self.forward(tile)
            if x * ahead + y * up < 0:  # riding towards tile 1: the entry edge is farther from it
                return tile - 1
        return tile

    # --- steps ---

    def _middle(self, space: Space) -> Point:
        """The middle of a space."""
        tile, row, lane = space
        (x, y), way = self.places[tile - 1], self.forward(tile)
        middle = beyond((4 * x, 4 * y), way, 1 if row == 2 else -1)
        return beyond(middle, right(way), 1 if lane == "R" else -1)

    @staticmethod
    def spaces(tile: int) -> list[Space]:
        """The four spaces of a tile."""
        return [(tile, row, lane) for row in (1, 2) for lane in "LR"]

    @cached_property
    def _space_at(self) -> dict[Point, Space]:
        return {self._middle(s): s for tile in range(1, len(self) + 1) for s in self.spaces(tile)}

    @cached_property
    def steps(self) -> dict[tuple[Space, Heading], Space | None]:
        """Where a step from a space leads in each direction; None if it leaves the track."""
        ways = (NORTH, left(NORTH), back(NORTH), right(NORTH))
        return {
            (space, way): self._space_at.get(beyond(middle, way, 2))
            for middle, space in self._space_at.items() for way in ways
        }
