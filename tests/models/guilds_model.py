"""Guilds as a model of its own: a game in which everybody builds a deck of cards.

Piles of cards are counted by their names; the turn of a player is a generator that yields what is
asked for (`("decision", seat, texts)` or `("chance", weights)`) and is sent the answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field

Pile = Counter[str]
Asked = tuple[str, int, dict[str, int]]
Course = Generator[Asked, str, None]

MARKET = {"copper": 40, "silver": 12, "gold": 10, "cottage": 20, "manor": 6, "palace": 6,
          "chronicle": 6, "smith": 6, "inn": 6, "fair": 6, "almoner": 6, "mason": 6, "robber": 6}
COST = {"copper": 0, "silver": 3, "gold": 6, "cottage": 2, "manor": 5, "palace": 8, "chronicle": 4,
        "smith": 4, "inn": 3, "fair": 5, "almoner": 2, "mason": 3, "robber": 4}
MONEY = {"copper": 1, "silver": 2, "gold": 3}
LAND = {"cottage": 1, "manor": 3, "palace": 6}
#: What a hired card gives at once: cards, plays, buys, coins.
GIFTS = {"smith": (3, 0, 0, 0), "inn": (1, 2, 0, 0), "fair": (1, 1, 1, 1), "almoner": (0, 0, 0, 0),
         "mason": (0, 0, 0, 0), "robber": (0, 0, 0, 2)}


@dataclass
class Player:
    deck: Pile = field(default_factory=lambda: Counter(copper=7, cottage=3))
    hand: Pile = field(default_factory=Counter)
    table: Pile = field(default_factory=Counter)
    discards: Pile = field(default_factory=Counter)
    turns: int = 0

    def points(self) -> int:
        cards = self.deck + self.hand + self.table + self.discards
        land = sum(cards[craft] * points for craft, points in LAND.items())
        return land + cards.total() // 10 * cards["chronicle"]


class Guilds:
    """A game in progress: `asked` is what it waits for, or None when it is over."""

    def __init__(self, players: int) -> None:
        self.players = [Player() for _ in range(players)]
        self.market: Pile = Counter(MARKET) - Counter(copper=7 * players, cottage=3 * players)
        self.scrap: Pile = Counter()
        self._course = self._game()
        self.asked: Asked | None = next(self._course)

    def apply(self, text: str) -> None:
        try:
            self.asked = self._course.send(text)
        except StopIteration:
            self.asked = None

    # -- the course of the game ----------------------------------------------------------------

    def _game(self) -> Course:
        for player in self.players:
            yield from self._draw(player, 5)
        while True:
            for seat, player in enumerate(self.players):
                yield from self._turn(seat, player)
                if self.over():
                    return

    def over(self) -> bool:
        gone = [craft for craft in MARKET if not self.market[craft]]
        return "palace" in gone or len(gone) >= 2

    def _draw(self, player: Player, number: int) -> Course:
        for _ in range(number):
            if not player.deck:
                player.deck, player.discards = player.discards, Counter()
            if player.deck:
                craft = yield "chance", -1, dict(player.deck)
                _give(player.deck, craft, player.hand)

    def _turn(self, seat: int, player: Player) -> Course:
        plays, buys, coins = 1, 1, 0
        while plays and (hired := [craft for craft in player.hand if craft in GIFTS]):
            text = yield "decision", seat, _texts("play", hired, "to market")
            if text == "to market":
                break
            craft = text.removeprefix("play ")
            _give(player.hand, craft, player.table)
            drawn, more_plays, more_buys, more_coins = GIFTS[craft]
            plays += more_plays - 1
            buys += more_buys
            coins += more_coins
            yield from self._draw(player, drawn)
            if craft == "almoner":
                yield from self._scrap(seat, player)
            elif craft == "mason":
                yield from self._build(seat, player)
            elif craft == "robber":
                yield from self._rob(seat)
        for craft, worth in MONEY.items():
            coins += worth * player.hand[craft]
            player.table[craft] += player.hand.pop(craft, 0)
        while buys and (wares := self._wares(coins)):
            text = yield "decision", seat, _texts("buy", wares, "done")
            if text == "done":
                break
            craft = text.removeprefix("buy ")
            _give(self.market, craft, player.discards)
            coins -= COST[craft]
            buys -= 1
        player.discards += player.hand + player.table
        player.hand, player.table = Counter(), Counter()
        yield from self._draw(player, 5)
        player.turns += 1

    def _wares(self, coins: int) -> list[str]:
        return [craft for craft in MARKET if self.market[craft] and COST[craft] <= coins]

    def _scrap(self, seat: int, player: Player) -> Course:
        for _ in range(2):
            if player.hand:
                text = yield "decision", seat, _texts("scrap", player.hand, "keep")
                if text != "keep":
                    _give(player.hand, text.removeprefix("scrap "), self.scrap)

    def _build(self, seat: int, player: Player) -> Course:
        if wares := self._wares(4):
            text = yield "decision", seat, _texts("build", wares)
            _give(self.market, text.removeprefix("build "), player.discards)

    def _rob(self, seat: int) -> Course:
        others = len(self.players)
        for step in range(1, others):
            victim = (seat + step) % others
            hand = self.players[victim].hand
            while hand.total() > 3:
                text = yield "decision", victim, _texts("discard", hand)
                _give(hand, text.removeprefix("discard "), self.players[victim].discards)


def _texts(verb: str, crafts: Pile | list[str], refusal: str | None = None) -> dict[str, int]:
    texts = {f"{verb} {craft}": 1 for craft in sorted(set(crafts))}
    return texts if refusal is None else {**texts, refusal: 1}


def _give(source: Pile, craft: str, target: Pile) -> None:
    """One card of a pile goes to another; a pile keeps no names of which it has no card."""
    source[craft] -= 1
    if not source[craft]:
        del source[craft]
    target[craft] += 1
