"""A small reference model of Kalah, written from the rules and from nothing else.

The rules are those of "Kalah" in Wikipedia: six houses and a store on either side; sowing goes
counterclockwise and leaves out the other's store; a last seed in one's own store gives another
move; a last seed in an own empty house opposite to seeds takes both; when the houses of one
player are empty, the seeds that are left go to the store of the player whose side they are on.

Pits are counted round the board: 0 to 5 are the houses of player 0, 6 is his store, 7 to 12 and
13 are those of player 1. An option is the name of a house in the ruleset.
"""

from __future__ import annotations

from dataclasses import dataclass

ROUND = ("a1", "b1", "c1", "d1", "e1", "f1", "g1", "g2", "f2", "e2", "d2", "c2", "b2", "a2")
HOUSES = (range(0, 6), range(7, 13))
STORES = (6, 13)


@dataclass(frozen=True)
class Kalah:
    """The seeds in the pits and who is to move; nobody (-1) when the game is over."""

    pits: tuple[int, ...]
    player: int = 0

    @classmethod
    def start(cls, seeds: int = 4) -> Kalah:
        return cls((*[seeds] * 6, 0, *[seeds] * 6, 0))

    def options(self) -> list[str]:
        if self.player < 0:
            return []
        return [ROUND[house] for house in HOUSES[self.player] if self.pits[house]]

    def apply(self, option: str) -> Kalah:
        pits, me, pit = list(self.pits), self.player, ROUND.index(option)
        seeds, pits[pit] = pits[pit], 0
        while seeds:
            pit = (pit + 1) % 14
            if pit != STORES[1 - me]:
                pits[pit] += 1
                seeds -= 1
        if pit in HOUSES[me] and pits[pit] == 1 and pits[12 - pit]:
            pits[STORES[me]] += 1 + pits[12 - pit]
            pits[pit] = pits[12 - pit] = 0
        if any(not any(pits[house] for house in houses) for houses in HOUSES):
            for houses, store in zip(HOUSES, STORES, strict=True):
                pits[store] += sum(pits[house] for house in houses)
                for house in houses:
                    pits[house] = 0
            return Kalah(tuple(pits), -1)
        return Kalah(tuple(pits), me if pit == STORES[me] else 1 - me)

    def ranks(self) -> list[int] | None:
        """The ranks at the end, None while the game goes on."""
        if self.player >= 0:
            return None
        mine, theirs = (self.pits[store] for store in STORES)
        return [1 + (mine < theirs), 1 + (theirs < mine)]
