"""Shires as a model of its own: a tile-laying game of towns, roads and meadows.

Each tile is a string of four letters, the parts at its north, east, south and west edge; equal
letters are one part. A land is a set of (place, part): what parts join over edges, found by going
from edge to edge. Places are (column, row), with rows counted upwards.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

Place = tuple[int, int]
Part = tuple[Place, str]

#: Edges and how many there are of each shape, by the sign of the shape.
SHAPES = {
    "L": ("mmmm", 1), "I": ("rmrn", 4), "B": ("rrmm", 4), "J": ("rsqm", 2), "E": ("tmmm", 4),
    "T": ("tmum", 2), "C": ("ttmm", 3), "G": ("tmrn", 3), "A": ("tttm", 2),
}
FIRST = "G"
AROUND = ((0, 1), (1, 0), (0, -1), (-1, 0))  # north, east, south, west
LETTERS = {"t": "town", "u": "town", "r": "road", "s": "road", "q": "road"}


def turned(edges: str, quarters: int) -> str:
    """The edges of a tile that is turned to the left."""
    return edges[quarters:] + edges[:quarters]


def ground(letter: str) -> str:
    return LETTERS.get(letter, "meadow")


@dataclass
class Shires:
    """A game in progress. `stage` is `draw`, `lay`, `keep` or `over`."""

    players: int
    stewards: int = 4
    laid: dict[Place, str] = field(default_factory=lambda: {(0, 0): SHAPES[FIRST][0]})
    kept: dict[Place, tuple[str, int]] = field(default_factory=dict)
    bag: Counter[str] = field(default_factory=lambda: Counter(
        {sign: number - (sign == FIRST) for sign, (_, number) in SHAPES.items()}))
    score: list[int] = field(init=False)
    mover: int = 0
    stage: str = "draw"
    drawn: str = ""
    last: Place = (0, 0)

    def __post_init__(self) -> None:
        self.score = [0] * self.players

    # -- what there is -------------------------------------------------------------------------

    def land(self, start: Part) -> tuple[set[Part], bool]:
        """All parts that belong together with one, and whether no edge of them is open."""
        found, todo, closed = {start}, [start], True
        while todo:
            (x, y), letter = todo.pop()
            for side, (dx, dy) in enumerate(AROUND):
                if self.laid[x, y][side] == letter:
                    beyond = x + dx, y + dy
                    if beyond not in self.laid:
                        closed = False
                        continue
                    part = beyond, self.laid[beyond][(side + 2) % 4]
                    if part not in found:
                        found.add(part)
                        todo.append(part)
        return found, closed

    def fits(self, place: Place, edges: str) -> bool:
        x, y = place
        beside = [(side, (x + dx, y + dy)) for side, (dx, dy) in enumerate(AROUND)
                  if (x + dx, y + dy) in self.laid]
        return place not in self.laid and bool(beside) and all(
            ground(edges[side]) == ground(self.laid[other][(side + 2) % 4])
            for side, other in beside)

    def options(self) -> list[str]:
        """The texts of what can be drawn or chosen."""
        if self.stage == "draw":
            return [sign for sign, number in self.bag.items() if number]
        edges = SHAPES[self.drawn][0]
        if self.stage == "lay":
            ways = next(k for k in (1, 2, 4) if turned(edges, k) == edges or k == 4)
            if self.drawn in "IT":
                ways = 2  # turned half round they are the same but for the names of their parts
            edge = {(x + dx, y + dy) for x, y in self.laid for dx, dy in AROUND}
            return [f"({x},{y})r{k}" for x, y in edge for k in range(ways)
                    if self.fits((x, y), turned(edges, k))]
        mine = sum(owner == self.mover for _, owner in self.kept.values())
        free = [] if mine == self.stewards else [
            part for part in sorted(set(edges))
            if not any((place, letter) in self.land((self.last, part))[0]
                       for place, (letter, _) in self.kept.items())]
        return ["no steward", *(f"keep {part}" for part in free)]

    # -- what is done --------------------------------------------------------------------------

    def apply(self, text: str) -> None:
        if self.stage == "draw":
            self.bag[text] -= 1
            self.drawn, self.stage = text, "lay"
            if not self.options():
                self._next()
        elif self.stage == "lay":
            place, quarters = text.split("r")
            x, y = place.strip("()").split(",")
            self.last, self.stage = (int(x), int(y)), "keep"
            self.laid[self.last] = turned(SHAPES[self.drawn][0], int(quarters))
            if self.options() == ["no steward"]:
                self.apply("no steward")
        else:
            if text != "no steward":
                self.kept[self.last] = text[-1], self.mover
            for part in sorted(set(self.laid[self.last])):
                if ground(part) != "meadow" and self.land((self.last, part))[1]:
                    self._pay((self.last, part), 2 if ground(part) == "town" else 1)
            self._next()

    def _pay(self, part: Part, rate: int) -> None:
        """Pay for a land those who have the most stewards in it, and give all of these back."""
        land, _ = self.land(part)
        inside = [place for place, (letter, _) in self.kept.items() if (place, letter) in land]
        count = Counter(self.kept[place][1] for place in inside)
        for player, number in count.items():
            if number == max(count.values()):
                self.score[player] += rate * len({place for place, _ in land})
        for place in inside:
            del self.kept[place]

    def _next(self) -> None:
        self.mover = (self.mover + 1) % self.players
        self.stage = "draw"
        if not self.bag.total():
            self.stage = "over"
            while self.kept:
                place, (letter, _) = next(iter(self.kept.items()))
                self._pay((place, letter), 1)
