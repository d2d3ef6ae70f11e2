"""A small reference model of Dots and Boxes, written from the rules and from nothing else.

The rules are those of "Dots and boxes" in Wikipedia: a player draws a line between two dots; who
draws the fourth side of a box owns it and draws again; when all lines are drawn, more boxes win.

A line is known by the first box, row by row from the bottom left, that it bounds, and by where it
lies there: `b1/north` is above the second box of the lowest row. A box has its column and row.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

SIDES = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}


@cache
def boxes(width: int, height: int) -> dict[str, frozenset[str]]:
    """Every box with its four sides."""
    found: dict[str, frozenset[str]] = {}
    named: dict[tuple[int, int], str] = {}  # by the place of a side, twice as fine
    for y in range(height):
        for x in range(width):
            box = f"{'abcd'[x]}{y + 1}"
            places = {(2 * x + right, 2 * y + up): side for side, (right, up) in SIDES.items()}
            for place, side in places.items():
                named.setdefault(place, f"{box}/{side}")
            found[box] = frozenset(named[place] for place in places)
    return found


@cache
def lines(width: int, height: int) -> tuple[str, ...]:
    return tuple(sorted({side for sides in boxes(width, height).values() for side in sides}))


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
