"""A small reference model of Little Hearts, written from the rules and from nothing else.

The rules are those of "Hearts" in Wikipedia without passing cards, with the twenty cards from the
ten up: the ten of clubs stands for the two of clubs, and the queen of spades costs five, as much
as all hearts together, as she does in the whole game. Suit is followed; hearts are not led before
one was played, if it can be helped; nothing that costs is thrown into the first trick, if it can
be helped; who takes all that costs wins ("shooting the moon"), if that is played.
"""

from __future__ import annotations

from dataclasses import dataclass

SUITS = ("clubs", "diamonds", "spades", "hearts")
RANKS = ("ten", "jack", "queen", "king", "ace")
PACK = tuple(f"{rank} of {suit}" for suit in SUITS for rank in RANKS)
OPENER = "ten of clubs"
Hand = frozenset[str]


def suit(card: str) -> str:
    return card.rpartition(" ")[2]


def rank(card: str) -> int:
    return RANKS.index(card.partition(" ")[0])


def cost(card: str) -> int:
    return 5 if card == "queen of spades" else int(suit(card) == "hearts")


@dataclass(frozen=True)
class Hearts:
    """The hands, the trick on the table from its leader on, and what was taken so far."""

    hands: tuple[Hand, ...]
    leader: int
    trick: tuple[str, ...] = ()
    broken: bool = False
    penalties: tuple[int, ...] = (0, 0, 0, 0)
    moon: bool = True

    @classmethod
    def deal(cls, cards: list[str], moon: bool = True) -> Hearts:
        """Five cards to each player, in the order of the seats; the opener leads."""
        hands = tuple(frozenset(cards[5 * seat : 5 * seat + 5]) for seat in range(4))
        (leader,) = (seat for seat in range(4) if OPENER in hands[seat])
        return cls(hands, leader, moon=moon)

    @property
    def player(self) -> int:
        return (self.leader + len(self.trick)) % 4

    def options(self) -> list[str]:
        hand = self.hands[self.player]
        if OPENER in hand:
            allowed = {OPENER}
        elif not self.trick:
            allowed = {card for card in hand if self.broken or suit(card) != "hearts"}
        else:
            allowed = {card for card in hand if suit(card) == suit(self.trick[0])}
            if not allowed and self.trick[0] == OPENER:
                allowed = {card for card in hand if not cost(card)}
        return sorted(allowed or hand)

    def apply(self, card: str) -> Hearts:
        hands = tuple(hand - {card} for hand in self.hands)
        broken = self.broken or suit(card) == "hearts"
        trick = (*self.trick, card)
        if len(trick) < 4:
            return Hearts(hands, self.leader, trick, broken, self.penalties, self.moon)
        best = max((c for c in trick if suit(c) == suit(trick[0])), key=rank)
        taker = (self.leader + trick.index(best)) % 4
        penalties = list(self.penalties)
        penalties[taker] += sum(map(cost, trick))
        return Hearts(hands, taker, (), broken, tuple(penalties), self.moon)

    def ranks(self) -> list[int] | None:
        """The ranks at the end, None while the game goes on."""
        if any(self.hands):
            return None
        shot = self.moon and max(self.penalties) == sum(map(cost, PACK))
        score = [penalty if shot else -penalty for penalty in self.penalties]
        return [1 + sum(other > own for other in score) for own in score]
