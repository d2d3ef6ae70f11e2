"""The walks of Maze Race, Trails and Couriers, found by following every path to its end.

Nothing is worked out step by step for all walks at once: for each sequence of directions or leaps
it is told where it leads, from the rules as they stand at the head of each ruleset.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

Place = tuple[int, int]
HEXES = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def name(place: Place) -> str:
    return f"{'abcdefghi'[place[0]]}{place[1] + 1}"


def places(width: int, height: int) -> list[Place]:
    return [(x, y) for y in range(height) for x in range(width)]


@dataclass(frozen=True)
class Maze:
    """Where a runner and the other one are, and the hedges."""

    runner: Place
    other: Place
    hedged: frozenset[Place]
    turns: int = 1
    bumping: bool = True

    def runs(self, steps: int) -> set[str]:
        """The texts of what runs of so many steps come to."""
        ways = product(((0, 1), (1, 0), (0, -1), (-1, 0)), repeat=steps)
        return {text for way in ways if (text := self._run(way)) is not None}

    def _run(self, way: tuple[Place, ...]) -> str | None:
        here, bends = self.runner, 0
        for number, (right, up) in enumerate(way):
            if number and way[number - 1] != (right, up):
                bends += 1
                if bends > self.turns or way[number - 1] == (-right, -up):
                    return None
            there = (here[0] + right, here[1] + up)
            if there[1] == 5:
                return "out"
            if not (0 <= there[0] < 5 and there[1] >= 0) or there in self.hedged:
                return None
            if there == self.other:
                return f"bumping {name(there)}" if self.bumping else None
            if there == self.runner and not self.bumping:
                return None
            here = there
        return f"arrived {name(here)}"


def trails(start: Place, mine: frozenset[Place]) -> Iterator[tuple[Place, ...]]:
    """All paths from a plot over plots of its owner that come nowhere twice."""
    todo = [(start,)]
    for trail in todo:
        yield trail
        x, y = trail[-1]
        todo += [(*trail, to) for right, up in HEXES
                 if (to := (x + right, y + up)) in mine and to not in trail]


def rings(start: Place, mine: frozenset[Place]) -> set[int]:
    """How long trails are that could come back to where they began with the next step."""
    return {len(trail) for trail in trails(start, mine) if len(trail) >= 3
            and (start[0] - trail[-1][0], start[1] - trail[-1][1]) in HEXES}


def longest(mine: frozenset[Place]) -> int:
    return max((len(trail) for start in mine for trail in trails(start, mine)), default=0)


def leaps(one: Place, other: Place) -> bool:
    return sorted((abs(one[0] - other[0]), abs(one[1] - other[1]))) == [1, 2]


def errands(courier: Place, other: Place, coins: int) -> set[str]:
    """The texts of what a courier can do with his coins."""
    found = set()
    for number in (1, 2):
        for way in permutations(set(places(4, 5)) - {courier}, number):
            path = (courier, *way)
            toll = sum(post[1] == 2 for post in way)
            if not all(map(leaps, path, way)) or toll > coins or other in way[:-1]:
                continue
            found.add(f"{'met' if way[-1] == other else 'delivered'} {name(way[-1])} {toll}")
    return found


def rumours(start: Place, taken: frozenset[Place]) -> set[Place]:
    """The posts that can be come to by leaps over empty ones, and the start."""
    heard = {start}
    while more := {post for post in places(4, 5) if post not in taken | heard
                   and any(leaps(post, other) for other in heard)}:
        heard |= more
    return heard
