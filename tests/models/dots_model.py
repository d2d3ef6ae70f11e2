"""A small reference model of Dots and Boxes, written from the rules and from nothing else.

The rules are those of "Dots and boxes" in Wikipedia: a player draws a line between two dots; who
draws the fourth side of a box owns it and draws again; when all lines are drawn, more boxes win.

A line is known by its place on a grid in which dots, lines and boxes take turns: `b1` lies
between the dots a1 and c1, `a2` between a1 and a3, and b2 is the box above b1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

Place = tuple[int, int]


def name(place: Place) -> str:
    return f"{'abcdefghi'[place[0]]}{place[1] + 1}"


@cache
def lines(width: int, height: int) -> tuple[str, ...]:
    grid = [(x, y) for y in range(2 * height + 1) for x in range(2 * width + 1)]
    return tuple(name((x, y)) for x, y in grid if x % 2 != y % 2)


@cache
def boxes(width: int, height: int) -> dict[str, frozenset[str]]:
    """Every box with its four sides."""
    middles = [(2 * x + 1, 2 * y + 1) for y in range(height) for x in range(width)]
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    return {
        name((x, y)): frozenset(name((x + right, y + up)) for right, up in steps)
        for x, y in middles
    }


@dataclass(frozen=True)
class Dots:
    """The size, the lines that are drawn, the boxes of each player, and who is to move."""

    width: int
    height: int
    drawn: frozenset[str] = frozenset()
    owned: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    player: int = 0

    def options(self) -> list[str]:
        return [line for line in lines(self.width, self.height) if line not in self.drawn]

    def apply(self, line: str) -> Dots:
        drawn = self.drawn | {line}
        closed = {
            box
            for box, sides in boxes(self.width, self.height).items()
            if line in sides and sides <= drawn
        }
        owned = list(self.owned)
        owned[self.player] |= closed
        player = self.player if closed else 1 - self.player
        return Dots(self.width, self.height, drawn, (owned[0], owned[1]), player)

    def ranks(self) -> list[int] | None:
        """The ranks at the end, None while the game goes on."""
        if self.options():
            return None
        mine, theirs = map(len, self.owned)
        return [1 + (mine < theirs), 1 + (theirs < mine)]


@cache
def best(game: Dots) -> int:
    """How many boxes more the player to move gets of those still open, if both play well."""
    found = []
    for line in game.options():
        after = game.apply(line)
        gained = len(after.owned[game.player]) - len(game.owned[game.player])
        # Who owned what before does not matter for what is still to be had.
        rest = best(Dots(game.width, game.height, after.drawn))
        found.append(gained + (rest if after.player == game.player else -rest))
    return max(found, default=0)
