"""Sheets as a model of its own: five dice, thirteen boxes for each player.

A sheet maps the boxes that a player has filled to what he wrote into them. `tray` holds the dice
that lie open, `cup` counts those to be thrown.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

UPPER = {"aces": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
LOWER = ("three of a kind", "four of a kind", "full house", "small straight", "large straight",
         "yahtzee", "chance")
BOXES = (*UPPER, *LOWER)
FIXED = {"full house": 25, "small straight": 30, "large straight": 40, "yahtzee": 50}


def value(box: str, dice: list[int], joker: bool = False) -> int:
    """What a box is worth with these dice; a joker is good for every box of the lower part."""
    if box in UPPER:
        return UPPER[box] * dice.count(UPPER[box])
    counts = sorted(Counter(dice).values())
    faces = "".join(str(face) for face in range(1, 7) if face in dice)
    good = {
        "three of a kind": counts[-1] >= 3,
        "four of a kind": counts[-1] >= 4,
        "full house": counts == [2, 3],
        "small straight": any(run in faces for run in ("1234", "2345", "3456")),
        "large straight": faces in ("12345", "23456"),
        "yahtzee": counts == [5],
        "chance": True,
    }
    return FIXED.get(box, sum(dice)) if good[box] or joker else 0


@dataclass
class Sheets:
    """A game in progress. `stage` is `throw`, `take`, `fill` or `over`."""

    players: int
    jokers: bool = True
    sheets: list[dict[str, int]] = field(init=False)
    bonus: list[int] = field(init=False)
    mover: int = 0
    stage: str = "throw"
    throws: int = 1
    cup: int = 5
    tray: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sheets = [{} for _ in range(self.players)]
        self.bonus = [0] * self.players

    def joker(self) -> bool:
        """Whether the dice are a joker for the player to move."""
        return self.jokers and len(set(self.tray)) == 1 and "yahtzee" in self.sheets[self.mover]

    def boxes(self) -> list[str]:
        """The boxes that the player to move may fill."""
        free = [box for box in BOXES if box not in self.sheets[self.mover]]
        if not self.joker():
            return free
        own = [box for box in free if UPPER.get(box) == self.tray[0]]
        return own or [box for box in free if box in LOWER] or free

    def texts(self) -> list[str]:
        if self.stage == "throw":
            return [str(face) for face in range(1, 7)]
        if self.stage == "take":
            return [*(f"take {face}" for face in sorted(set(self.tray))), "ready"]
        return [f"{box} for {value(box, self.tray, self.joker())}" for box in self.boxes()]

    def apply(self, text: str) -> None:
        if self.stage == "throw":
            self.cup -= 1
            self.tray.append(int(text))
            if self.cup == 0:
                self.stage = "take" if self.throws < 3 else "fill"
        elif self.stage == "take":
            if text != "ready":
                self.tray.remove(int(text.removeprefix("take ")))
                self.cup += 1
            if not self.tray or text == "ready":
                self.throw_again()
        else:
            self.fill(text.rpartition(" for ")[0])

    def throw_again(self) -> None:
        self.stage = "throw" if self.cup else "fill"
        self.throws += 1

    def fill(self, box: str) -> None:
        sheet, joker = self.sheets[self.mover], self.joker()
        if joker and sheet["yahtzee"] == 50:
            self.bonus[self.mover] += 100
        sheet[box] = value(box, self.tray, joker)
        self.mover = (self.mover + 1) % self.players
        self.stage, self.throws, self.cup, self.tray = "throw", 1, 5, []
        if all(len(each) == len(BOXES) for each in self.sheets):
            self.stage = "over"

    def totals(self) -> list[int]:
        """Everybody's total, with 35 for at least 63 points in the upper part."""
        totals = []
        for sheet, bonus in zip(self.sheets, self.bonus, strict=True):
            upper = sum(points for box, points in sheet.items() if box in UPPER)
            totals.append(sum(sheet.values()) + bonus + (35 if upper >= 63 else 0))
        return totals
