"""Hamlet as a model of its own: workers are sent out, goods made, and all are fed in the evening.

Who has a worker at home is a number; goods are letters w, c, g, f (wood, clay, grain, food).
`stage` is what is asked next: `send`, `mill`, `market`, `yard`, `road`, `eat` or `over`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

WORDS = {"w": "wood", "c": "clay", "g": "grain", "f": "food"}
GROWTH = {"forest": ("w", 2), "pit": ("c", 2), "field": ("g", 1), "pond": ("f", 1)}
PLACES = ("forest", "pit", "field", "pond", "mill", "market", "yard", "cradle", "inn", "road")
MANY = ("market", "road")
WORKERS, MOST_HOUSES = 5, 20


@dataclass
class Villager:
    goods: Counter[str]
    home: int = 2
    family: int = 2
    houses: int = 2
    hunger: int = 0

    @property
    def lacks(self) -> int:
        return max(0, 2 * self.family - self.goods["f"])

    @property
    def can_build(self) -> bool:
        return self.goods["w"] >= 2 and self.goods["c"] >= 1 and self.houses < MOST_HOUSES

    @property
    def score(self) -> int:
        return 3 * self.houses + 2 * self.family + self.goods["g"] - 3 * self.hunger


@dataclass
class Hamlet:
    """A game in progress; `player` decides, `mover` has the turn."""

    players: int
    rounds: int = 6
    round: int = 1
    starter: int = 0
    mover: int = 0
    stage: str = "send"
    heaps: Counter[str] = field(default_factory=Counter)
    taken: set[str] = field(default_factory=set)
    eaters: list[int] = field(default_factory=list)
    people: list[Villager] = field(init=False)

    def __post_init__(self) -> None:
        self.people = [Villager(Counter(f=2 if seat == 0 else 3)) for seat in range(self.players)]
        self._grow()

    @property
    def player(self) -> int:
        return self.eaters[0] if self.stage == "eat" else self.mover

    # -- what can be chosen --------------------------------------------------------------------

    def options(self) -> list[str]:
        who = self.people[self.player]
        goods = who.goods
        if self.stage == "send":
            return [place for place in PLACES if self._can_send(who, place)]
        if self.stage == "mill":
            return [f"mill {n}" for n in (1, 2) if goods["g"] >= n]
        if self.stage == "market":
            return [
                f"sell {WORDS[a]} for {WORDS[b]}"
                for a in WORDS
                for b in WORDS
                if a != b and goods[a] >= 2
            ]
        if self.stage == "road":
            return ["take wood", "take clay", "take grain"]
        if self.stage == "yard":
            return ["build", "enough"]
        return ["eat a grain", "go hungry"] if self.stage == "eat" else []

    def _can_send(self, who: Villager, place: str) -> bool:
        if place in self.taken:
            return False
        return {
            "mill": who.goods["g"] >= 1,
            "market": any(who.goods[good] >= 2 for good in WORDS),
            "yard": who.can_build,
            "cradle": who.houses > who.family and who.family < WORKERS,
        }.get(place, True)

    # -- what is done --------------------------------------------------------------------------

    def apply(self, text: str) -> None:
        who = self.people[self.player]
        if self.stage == "send":
            self._send(who, text)
        elif self.stage == "mill":
            sacks = int(text.split()[1])
            who.goods.update(g=-sacks, f=3 * sacks)
            self._pass_on()
        elif self.stage == "market":
            _, sold, _, bought = text.split()
            who.goods.update({sold[0]: -2, bought[0]: 1})
            self._pass_on()
        elif self.stage == "road":
            who.goods[text.split()[1][0]] += 1
            self._pass_on()
        elif self.stage == "yard":
            if text == "build":
                who.goods.update(w=-2, c=-1)
                who.houses += 1
            if text == "enough" or not who.can_build:
                self._pass_on()
        elif text == "eat a grain":
            who.goods.update(g=-1, f=1)
            self._feed()
        else:
            self._ate()
            self._feed()

    def _send(self, who: Villager, place: str) -> None:
        who.home -= 1
        if place not in MANY:
            self.taken.add(place)
        if place in GROWTH:
            who.goods[GROWTH[place][0]] += self.heaps.pop(place)
        elif place == "cradle":
            who.family += 1
        elif place == "inn":
            who.goods["f"] += 1
            self.starter = self.mover
        else:
            self.stage = place
            return
        self._pass_on()

    def _pass_on(self) -> None:
        """The turn goes to the next one who has a worker at home; if nobody has, it is evening."""
        self.stage = "send"
        for step in range(1, self.players + 1):
            seat = (self.mover + step) % self.players
            if self.people[seat].home:
                self.mover = seat
                return
        self.stage = "eat"
        self.eaters = [(self.starter + step) % self.players for step in range(self.players)]
        self._feed()

    def _feed(self) -> None:
        while self.eaters:
            who = self.people[self.eaters[0]]
            if who.lacks and who.goods["g"]:
                return
            self._ate()
        self._go_home()

    def _ate(self) -> None:
        who = self.people[self.eaters.pop(0)]
        who.hunger += who.lacks
        who.goods["f"] = max(0, who.goods["f"] - 2 * who.family)

    def _go_home(self) -> None:
        self.taken.clear()
        for who in self.people:
            who.home = who.family
        if self.round == self.rounds:
            self.stage = "over"
            return
        self.round += 1
        self.stage, self.mover = "send", self.starter
        self._grow()

    def _grow(self) -> None:
        for place, (_, number) in GROWTH.items():
            self.heaps[place] += number
