"""A small reference model of Can't Stop, written from the rules and from nothing else.

The rules are those of Sid Sackson's game as its box tells them: four dice make two pairs; the
player moves a runner in the lane of each sum, and may have three runners; a pairing of which
nothing can be used cannot be chosen, one of which only one can be used moves that one; rolling
nothing useful loses what the runners climbed; who stops camps where his runners stand; a lane
whose top somebody camps on is closed.

Lanes are their sums, 2 to 12. Options are the texts of the ruleset: `six and eight`, `six alone`,
`roll on`, `stop`. Chance is dictated: while `dice` holds fewer than four, the next one is rolled.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

NAMES = "two three four five six seven eight nine ten eleven twelve".split()
HEIGHTS = dict(zip(range(2, 13), (3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3), strict=True))
RUNNERS = 3
#: Lanes with how far up somebody is.
Climb = dict[int, int]


@dataclass(frozen=True)
class CantStop:
    """Camps by player, the runners, the dice that lie on the table, and who is to move."""

    camps: tuple[Climb, ...]
    goal: int = 3
    player: int = 0
    runners: Climb = field(default_factory=dict)
    dice: tuple[int, ...] = ()
    moved: bool = False
    winner: int | None = None

    @classmethod
    def start(cls, players: int, goal: int = 3) -> CantStop:
        return cls(tuple({} for _ in range(players)), goal)

    @property
    def rolling(self) -> bool:
        return self.winner is None and len(self.dice) < 4

    def won(self, player: int) -> list[int]:
        return [lane for lane, camp in self.camps[player].items() if camp == HEIGHTS[lane]]

    def climbed(self, runners: Climb, lane: int) -> Climb | None:
        """The runners after one more step in a lane, None if that cannot be done."""
        if any(lane in self.won(player) for player in range(len(self.camps))):
            return None
        height = runners.get(lane, self.camps[self.player].get(lane, 0))
        if height == HEIGHTS[lane] or (lane not in runners and len(runners) == RUNNERS):
            return None
        return {**runners, lane: height + 1}

    def ways(self) -> dict[str, Climb]:
        """What can be done with the dice: the texts, and the runners afterwards."""
        found = {}
        first, *others = self.dice
        for at in range(3):
            one = first + others[at]
            pair = sorted((one, sum(self.dice) - one))
            alone = {lane: self.climbed(self.runners, lane) for lane in pair}
            usable = [lane for lane in pair if alone[lane] is not None]
            if len(usable) == 2:
                low, high = pair
                both = self.climbed(alone[low] or {}, high)
                if both is not None or low == high:
                    found[f"{name(low)} and {name(high)}"] = both or alone[low] or {}
                    continue
            for lane in usable:
                found[f"{name(lane)} alone"] = alone[lane] or {}
        return found

    def options(self) -> list[str]:
        if self.winner is not None or self.rolling:
            return []
        return ["roll on", "stop"] if self.moved else list(self.ways())

    def roll(self, die: int) -> CantStop:
        after = replace(self, dice=(*self.dice, die))
        return after if after.rolling or after.ways() else after.passed()

    def apply(self, option: str) -> CantStop:
        if option == "roll on":
            return replace(self, dice=(), moved=False)
        if option != "stop":
            return replace(self, runners=self.ways()[option], moved=True)
        camps = list(self.camps)
        camps[self.player] = {**camps[self.player], **self.runners}
        after = replace(self, camps=tuple(camps))
        if len(after.won(self.player)) >= self.goal:
            return replace(after, winner=self.player)
        return after.passed()

    def passed(self) -> CantStop:
        """The next player's turn begins."""
        follower = (self.player + 1) % len(self.camps)
        return replace(self, player=follower, runners={}, dice=(), moved=False)

    def ranks(self) -> list[int] | None:
        """The ranks at the end, None while the game goes on."""
        if self.winner is None:
            return None
        return [1 if player == self.winner else 2 for player in range(len(self.camps))]


def name(lane: int) -> str:
    return NAMES[lane - 2]
