"""Islet as a model of its own: fields with corners and paths between them, goods, trade, a robber.

Places are axial coordinates in half edges, seen from the middle of the island, so that all of them
are whole: corners lie two apart from the middle of a field, a path one apart from its two corners.
`stage` is what is asked next; `player` decides, `mover` has the turn.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations

Place = tuple[int, int]

GOODS = ("wood", "brick", "wool", "grain")
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
#: The good and the disc of each field.
FIELDS: dict[Place, tuple[str, int]] = {
    (0, 0): ("", 0), (2, 2): ("wood", 4), (4, -2): ("wool", 8), (2, -4): ("grain", 6),
    (-2, -2): ("grain", 3), (-4, 2): ("wood", 9), (-2, 4): ("brick", 5),
}  # fmt: skip
PRICES = {
    "road": Counter(wood=1, brick=1),
    "settle": Counter(wood=1, brick=1, wool=1, grain=1),
    "city": Counter(wool=2, grain=2),
}
MOST = {"road": 12, "settle": 5, "city": 4}
CROWD, FULL, OFFERS, TREK = 7, 19, 2, 4


#: The fields by their names, row by row, with what is sea, and where their corners and paths lie.
CELLS: dict[str, Place] = {
    "a1": (0, -6), "b1": (2, -4), "c1": (4, -2), "a2": (-2, -2), "b2": (0, 0), "c2": (2, 2),
    "a3": (-4, 2), "b3": (-2, 4), "c3": (0, 6),
}  # fmt: skip
TOWARDS: dict[Place, str] = {
    (0, 0): "", (2, 0): "/southeast", (0, 2): "/northeast", (-2, 2): "/north",
    (-2, 0): "/northwest", (0, -2): "/southwest", (2, -2): "/south", (1, 1): "/east",
    (-1, 2): "/northeast", (-2, 1): "/northwest", (-1, -1): "/west", (1, -2): "/southwest",
    (2, -1): "/southeast",
}  # fmt: skip


def name(place: Place) -> str:
    """A corner or path is called after the first field that has it."""
    return next(f"{cell}{TOWARDS[place[0] - x, place[1] - y]}" for cell, (x, y) in CELLS.items()
                if (place[0] - x, place[1] - y) in TOWARDS)


def corners_of(at: Place) -> list[Place]:
    return [(at[0] + 2 * x, at[1] + 2 * y) for x, y in AROUND]


def neighbours(at: Place) -> list[Place]:
    return [(at[0] + x, at[1] + y) for x, y in AROUND]


CORNERS = sorted({corner for at in FIELDS for corner in corners_of(at)}, key=lambda c: (c[1], c[0]))
#: The two corners of each path.
PATHS = {
    ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2): (a, b)
    for a, b in combinations(CORNERS, 2) if b in corners_of(a)
}  # fmt: skip
#: A corner and a path can have the same name.
FIELD_OF, CORNER_OF, PATH_OF = ({name(at): at for at in places}
                                for places in (FIELDS, CORNERS, PATHS))


@dataclass
class Islet:
    players: int
    goal: int = 7
    mover: int = 0
    stage: str = "settle"
    settlements: dict[Place, int] = field(default_factory=dict)
    cities: dict[Place, int] = field(default_factory=dict)
    roads: dict[Place, int] = field(default_factory=dict)
    robber: Place = (0, 0)
    champion: int | None = None
    winner: int | None = None
    pips: int = 0
    offers: int = 0
    offer: tuple[int, str, str] = (0, "", "")
    victim: int = 0
    founded: Place = (0, 0)
    to_found: list[int] = field(default_factory=list)
    to_give: list[tuple[int, int]] = field(default_factory=list)
    goods: list[Counter[str]] = field(init=False)

    def __post_init__(self) -> None:
        seats = list(range(self.players))
        self.to_found = seats + seats[::-1]
        self.goods = [Counter() for _ in seats]

    @property
    def player(self) -> int:
        if self.stage == "answer":
            return self.offer[0]
        if self.stage == "give":
            return self.to_give[0][0]
        return self.to_found[0] if self.to_found else self.mover

    # -- what is there -------------------------------------------------------------------------

    def holder(self, corner: Place) -> int | None:
        return self.settlements.get(corner, self.cities.get(corner))

    def points(self, who: int) -> int:
        houses = [*self.settlements.values(), *self.cities.values(), *self.cities.values()]
        return houses.count(who) + 2 * (self.champion == who)

    def trek(self, who: int) -> int:
        """The length of the longest trail over the player's roads."""
        mine = [path for path, owner in self.roads.items() if owner == who]

        def onward(corner: Place, used: frozenset[Place]) -> int:
            if used and self.holder(corner) not in (None, who):
                return len(used)
            best = len(used)
            for path in mine:
                if path not in used and corner in PATHS[path]:
                    a, b = PATHS[path]
                    best = max(best, onward(b if corner == a else a, used | {path}))
            return best

        return max((onward(end, frozenset()) for path in mine for end in PATHS[path]), default=0)

    def meets(self, corner: Place, who: int) -> bool:
        """Whether a road of the player comes to a corner where nobody else lives."""
        return self.holder(corner) in (None, who) and any(
            self.roads.get(path) == who for path in neighbours(corner)
        )

    def is_open(self, corner: Place) -> bool:
        return self.holder(corner) is None and all(
            self.holder(end) is None for path in neighbours(corner) for end in PATHS.get(path, ())
        )

    def can_pay(self, what: str) -> bool:
        return all(self.goods[self.mover][good] >= n for good, n in PRICES[what].items())

    # -- what can be chosen --------------------------------------------------------------------

    def options(self) -> list[str]:
        who = self.player
        if self.stage == "settle":
            return [f"settle {name(corner)}" for corner in CORNERS if self.is_open(corner)]
        if self.stage == "road":
            return [
                f"road {name(path)}"
                for path in neighbours(self.founded)
                if path in PATHS and path not in self.roads
            ]
        if self.stage in ("first die", "second die"):
            return [str(face) for face in range(1, 7)]
        if self.stage == "robber":
            return [f"robber {name(at)}" for at in FIELDS if at != self.robber]
        if self.stage == "rob":
            return [f"rob {seat}" for seat in self._victims()]
        if self.stage == "steal":
            return [good for good in GOODS if self.goods[self.victim][good]]
        if self.stage == "give":
            return [f"give {good}" for good in GOODS if self.goods[who][good]]
        if self.stage == "answer":
            return ["accept", "refuse"]
        return [*self._works(), "done"] if self.stage == "work" and self._works() else []

    def _victims(self) -> list[int]:
        there = {self.holder(corner) for corner in corners_of(self.robber)}
        return [
            seat
            for seat in range(self.players)
            if seat in there and seat != self.mover and self.goods[seat].total()
        ]

    def _works(self) -> list[str]:
        me = self.mover
        mine = self.goods[me]
        found = []
        if self.can_pay("road") and [*self.roads.values()].count(me) < MOST["road"]:
            found += [
                f"road {name(path)}"
                for path, ends in PATHS.items()
                if path not in self.roads and any(self.meets(end, me) for end in ends)
            ]
        if self.can_pay("settle") and [*self.settlements.values()].count(me) < MOST["settle"]:
            found += [
                f"settle {name(corner)}"
                for corner in CORNERS
                if self.is_open(corner) and self.meets(corner, me)
            ]
        if self.can_pay("city") and [*self.cities.values()].count(me) < MOST["city"]:
            found += [f"city {name(at)}" for at, owner in self.settlements.items() if owner == me]
        for sold in GOODS:
            for bought in GOODS:
                if sold == bought or mine[bought] >= FULL:
                    continue
                if mine[sold] >= 3:
                    found.append(f"bank {sold} for {bought}")
                if mine[sold] and self.offers < OFFERS:
                    found += [
                        f"offer {seat} {sold} for {bought}"
                        for seat in range(self.players)
                        if seat != me and self.goods[seat][bought] and self.goods[seat][sold] < FULL
                    ]
        return found

    # -- what is done --------------------------------------------------------------------------

    def apply(self, text: str) -> None:
        getattr(self, "_" + self.stage.replace(" ", "_"))(text)

    def _settle(self, text: str) -> None:
        self.founded = CORNER_OF[text.split()[1]]
        self.settlements[self.founded] = self.player
        self.stage = "road"

    def _road(self, text: str) -> None:
        who = self.to_found[0]
        self.roads[PATH_OF[text.split()[1]]] = who
        if [*self.settlements.values()].count(who) == 2:
            for at, (good, _) in FIELDS.items():
                if good and self.founded in corners_of(at):
                    self.goods[who][good] += 1
        self.to_found.pop(0)
        if not any(map(self.is_open, CORNERS)):
            self.to_found.clear()
        self.stage = "settle" if self.to_found else "first die"

    def _first_die(self, text: str) -> None:
        self.pips, self.stage = int(text), "second die"

    def _second_die(self, text: str) -> None:
        self.pips += int(text)
        self.stage = "work"
        if self.pips != 7:
            self._harvest()
            self._go_on()
            return
        order = [(self.mover + step) % self.players for step in range(self.players)]
        held = [(seat, self.goods[seat].total()) for seat in order]
        self.to_give = [(seat, hand // 2) for seat, hand in held if hand > CROWD]
        self.stage = "give" if self.to_give else "robber"

    def _harvest(self) -> None:
        for at, (good, disc) in FIELDS.items():
            if disc == self.pips and at != self.robber:
                for corner in corners_of(at):
                    who = self.holder(corner)
                    if who is not None:
                        self._gain(who, good, 2 if corner in self.cities else 1)

    def _gain(self, who: int, good: str, number: int = 1) -> None:
        self.goods[who][good] = min(FULL, self.goods[who][good] + number)

    def _give(self, text: str) -> None:
        who, left = self.to_give.pop(0)
        self.goods[who][text.split()[1]] -= 1
        if left > 1:
            self.to_give.insert(0, (who, left - 1))
        self.stage = "give" if self.to_give else "robber"

    def _robber(self, text: str) -> None:
        self.robber = FIELD_OF[text.split()[1]]
        self.stage = "rob" if self._victims() else "work"
        self._go_on()

    def _rob(self, text: str) -> None:
        self.victim, self.stage = int(text.split()[1]), "steal"

    def _steal(self, text: str) -> None:
        self.goods[self.victim][text] -= 1
        self._gain(self.mover, text)
        self.stage = "work"
        self._go_on()

    def _work(self, text: str) -> None:
        what, *rest = text.split()
        mine = self.goods[self.mover]
        if what == "done":
            self._next_turn()
            return
        if what == "bank":
            mine.update({rest[0]: -3, rest[2]: 1})
        elif what == "offer":
            self.offer = (int(rest[0]), rest[1], rest[3])
            self.offers += 1
            self.stage = "answer"
            return
        else:
            self._build(what, (PATH_OF if what == "road" else CORNER_OF)[rest[0]])
        self._go_on()

    def _build(self, what: str, at: Place) -> None:
        self.goods[self.mover].subtract(PRICES[what])
        if what == "city":
            del self.settlements[at]
        {"road": self.roads, "settle": self.settlements, "city": self.cities}[what][at] = self.mover
        self._crown()
        if what != "city":
            self._measure()
            self._crown()

    def _crown(self) -> None:
        if self.winner is None:
            self.winner = next(
                (seat for seat in range(self.players) if self.points(seat) >= self.goal), None
            )

    def _measure(self) -> None:
        reach = [self.trek(seat) for seat in range(self.players)]
        longest = [seat for seat in range(self.players) if reach[seat] == max(reach)]
        if max(reach) < TREK:
            self.champion = None
        elif self.champion not in longest:
            self.champion = longest[0] if len(longest) == 1 else None

    def _answer(self, text: str) -> None:
        other, given, taken = self.offer
        if text == "accept":
            self.goods[self.mover].update({given: -1, taken: 1})
            self.goods[other].update({given: 1, taken: -1})
        self.stage = "work"
        self._go_on()

    def _go_on(self) -> None:
        """Who can do nothing any more is not asked."""
        if self.winner is not None:
            self.stage = "over"
        elif self.stage == "work" and not self._works():
            self._next_turn()

    def _next_turn(self) -> None:
        self.mover = (self.mover + 1) % self.players
        self.offers, self.stage = 0, "first die"
