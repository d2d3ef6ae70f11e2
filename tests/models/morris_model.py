"""A small reference model of Nine Men's Morris, written from the rules and from nothing else.

The rules are those of "Nine men's morris" in Wikipedia: men are put on the 24 points, then moved
along the lines, and jump when three are left; a mill takes a man that stands in no mill, or any
if all stand in mills; two men, or no move, lose. The ruleset adds when a game is drawn: a position
stands for the third time after a man was moved, or a hundred moves took nobody.

The board is the list of its sixteen mills; all else follows from it. Options are texts: `a1` puts,
`a1-d1` moves, `xa1` takes.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

MILLS = tuple(
    tuple(mill.split())
    for mill in (
        "a1 d1 g1", "b2 d2 f2", "c3 d3 e3", "a4 b4 c4", "e4 f4 g4", "c5 d5 e5", "b6 d6 f6",
        "a7 d7 g7", "a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "d1 d2 d3", "d5 d6 d7", "e3 e4 e5",
        "f2 f4 f6", "g1 g4 g7",
    )
)  # fmt: skip
POINTS = tuple(sorted({point for mill in MILLS for point in mill}))
MOST_QUIET = 100
Board = dict[str, int]


def joined(point: str) -> set[str]:
    """The points one line away: a mill joins its middle to its ends."""
    found = set()
    for one, middle, other in MILLS:
        if point == middle:
            found |= {one, other}
        elif point in (one, other):
            found.add(middle)
    return found


NEIGHBOURS = {point: joined(point) for point in POINTS}


def milled(board: Board, point: str) -> bool:
    """Whether the man on a point stands in a mill."""
    return any(
        all(board.get(other) == board[point] for other in mill) for mill in MILLS if point in mill
    )


@dataclass(frozen=True)
class Morris:
    """Whose man stands on which point, the men still to be put, and who is to move."""

    board: Board
    stock: tuple[int, int]
    player: int = 0
    moved: bool = False  # whether this turn moved a man that stood already
    taking: bool = False
    quiet: int = 0
    seen: Counter[tuple[object, ...]] = field(default_factory=Counter)
    result: tuple[int, int] | None = None

    @classmethod
    def start(cls, men: int = 9) -> Morris:
        return cls({}, (men, men))

    def men(self, player: int) -> list[str]:
        return [point for point in POINTS if self.board.get(point) == player]

    def options(self) -> list[str]:
        if self.result is not None:
            return []
        if self.taking:
            theirs = self.men(1 - self.player)
            loose = [point for point in theirs if not milled(self.board, point)]
            return [f"x{point}" for point in loose or theirs]
        if self.stock[self.player]:
            return [point for point in POINTS if point not in self.board]
        return self.moves(self.player)

    def moves(self, player: int) -> list[str]:
        mine = self.men(player)
        return [
            f"{point}-{goal}"
            for point in mine
            for goal in (POINTS if len(mine) == 3 else NEIGHBOURS[point])
            if goal not in self.board
        ]

    def apply(self, option: str) -> Morris:
        board, stock, quiet = dict(self.board), list(self.stock), self.quiet
        if option.startswith("x"):
            del board[option[1:]]
            return replace(self, board=board, taking=False, quiet=0, seen=Counter()).ended()
        *origin, goal = option.split("-")
        for point in origin:
            del board[point]
            quiet += 1
        if not origin:
            stock[self.player] -= 1
        board[goal] = self.player
        after = replace(
            self, board=board, stock=(stock[0], stock[1]), moved=bool(origin), quiet=quiet
        )
        return replace(after, taking=True) if milled(board, goal) else after.ended()

    def ended(self) -> Morris:
        """The turn is over: whether the game is drawn or won, and who is next."""
        me, other = self.player, 1 - self.player
        seen = self.seen
        if self.moved:
            seen = seen + Counter([(me, *sorted(self.board.items()))])
        drawn = self.moved and (3 in seen.values() or self.quiet == MOST_QUIET)
        beaten = not self.stock[other] and (len(self.men(other)) < 3 or not self.moves(other))
        result = None
        if drawn:
            result = (1, 1)
        elif beaten:
            result = (1 + me, 2 - me)
        return replace(self, player=other, seen=seen, result=result)

    def ranks(self) -> list[int] | None:
        """The ranks at the end, None while the game goes on."""
        return None if self.result is None else list(self.result)
