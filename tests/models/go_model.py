"""A small reference model of Go, written from the rules and from nothing else.

The rules are those of area scoring: a stone is played on an empty point, then the other's groups
without a liberty are taken off; a move that leaves its own group without one, or that repeats a
position of the board, is not allowed; two passes in succession end the game, and the stones of each
with the empty regions that touch no stone of the other are counted.

A board is a text of its points, row by row from the bottom. Groups are grown point by point.
"""

from __future__ import annotations

from dataclasses import dataclass

EMPTY = "."
STONES = "XO"
PASS = "pass"


def around(at: int, size: int) -> list[int]:
    """The points one step away along the lines."""
    row, column = divmod(at, size)
    found = []
    if row > 0:
        found.append(at - size)
    if column > 0:
        found.append(at - 1)
    if column < size - 1:
        found.append(at + 1)
    if row < size - 1:
        found.append(at + size)
    return found


def region(board: str, at: int, size: int) -> tuple[set[int], set[str]]:
    """The points joined with a point that hold the same, and what is beside them."""
    inside, beside, waiting = {at}, set(), [at]
    while waiting:
        for other in around(waiting.pop(), size):
            if board[other] != board[at]:
                beside.add(board[other])
            elif other not in inside:
                inside.add(other)
                waiting.append(other)
    return inside, beside


def without(board: str, points: set[int]) -> str:
    return "".join(EMPTY if at in points else sign for at, sign in enumerate(board))


def played(board: str, at: int, size: int, player: int) -> str | None:
    """The board after a move, or None if the move would take its own stones."""
    board = board[:at] + STONES[player] + board[at + 1 :]
    taken = set()
    for other in around(at, size):
        if board[other] == STONES[1 - player]:
            group, beside = region(board, other, size)
            if EMPTY not in beside:
                taken |= group
    board = without(board, taken)
    return board if EMPTY in region(board, at, size)[1] else None


@dataclass(frozen=True)
class Go:
    """The board, who is to move, the positions so far, and the passes in succession."""

    size: int
    board: str
    player: int = 0
    before: frozenset[str] = frozenset()
    passes: int = 0

    @classmethod
    def start(cls, size: int) -> Go:
        return cls(size, EMPTY * (size * size))

    def text(self, at: int) -> str:
        row, column = divmod(at, self.size)
        return f"{'abcdefghijklmnopqrs'[column]}{row + 1}"

    def moves(self) -> dict[str, str]:
        """Each option, with the board after it."""
        if self.passes == 2:
            return {}
        found = {PASS: self.board}
        for at, sign in enumerate(self.board):
            after = played(self.board, at, self.size, self.player) if sign == EMPTY else None
            if after is not None and after not in self.before:
                found[self.text(at)] = after
        return found

    def options(self) -> list[str]:
        return list(self.moves())

    def apply(self, option: str) -> Go:
        board = self.moves()[option]
        if option == PASS:
            return Go(self.size, board, 1 - self.player, self.before, self.passes + 1)
        return Go(self.size, board, 1 - self.player, self.before | {board}, 0)

    def area(self, player: int) -> int:
        own, empty = STONES[player], [i for i, sign in enumerate(self.board) if sign == EMPTY]
        return self.board.count(own) + sum(
            region(self.board, at, self.size)[1] == {own} for at in empty)

    def ranks(self) -> list[int] | None:
        if self.passes < 2:
            return None
        black, white = self.area(0), self.area(1)
        return [1 + (white > black), 1 + (black > white)]
