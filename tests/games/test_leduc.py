"""Leduc poker against an enumeration of its own: chance outcomes, payoffs, information states."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.engine.game import State
from tests.texts import path_of

LEDUC = path_of("leduc")
RANKS = {"jack": 1, "queen": 2, "king": 3}
CARDS = [f"{rank} of {suit}" for suit in ("spades", "hearts") for rank in RANKS]

#: What was said, and by it the chance of it, its payoff to the first player.
Ways = dict[tuple[str, ...], tuple[Fraction, Fraction]]


# ---- the enumeration -----------------------------------------------------------------------------


def options(stakes: tuple[int, int], seat: int, raises: int) -> list[str]:
    if stakes[seat] == stakes[1 - seat]:
        return ["check", "raise"]
    return ["call", "fold", *(["raise"] if raises < 2 else [])]


def showdown(one: str, two: str, table: str) -> int:
    """1, 0 or -1: who has the better hand."""
    def worth(card: str) -> int:
        rank = card.split()[0]
        return 4 if rank == table.split()[0] else RANKS[rank]

    return (worth(one) > worth(two)) - (worth(one) < worth(two))


def model() -> Ways:
    """Every way through the game in which both choose among their options at random."""
    found: Ways = {}

    def bet(
        said: tuple[str, ...], chance: Fraction, cards: tuple[str, ...], stakes: tuple[int, int],
        seat: int, raises: int, first: bool,
    ) -> None:
        able = options(stakes, seat, raises)
        for option in able:
            after, less = (*said, option), chance / len(able)
            mine = list(stakes)
            if option == "fold":
                found[after] = less, Fraction(-stakes[0] if seat == 0 else stakes[1])
            elif option == "raise":
                mine[seat] = stakes[1 - seat] + (2 if len(cards) == 2 else 4)
                bet(after, less, cards, (mine[0], mine[1]), 1 - seat, raises + 1, False)
            elif option == "check" and first:
                bet(after, less, cards, stakes, 1 - seat, raises, False)
            else:
                close(after, less, cards, max(stakes))

    def close(said: tuple[str, ...], chance: Fraction, cards: tuple[str, ...], stake: int) -> None:
        if len(cards) == 3:
            found[said] = chance, Fraction(stake * showdown(*cards))
            return
        for card in set(CARDS) - set(cards):
            bet((*said, card), chance / 4, (*cards, card), (stake, stake), 0, 0, True)

    for one, two in permutations(CARDS, 2):
        bet((one, two), Fraction(1, 30), (one, two), (1, 1), 0, 0, True)
    return found


# ---- the ruleset ---------------------------------------------------------------------------------


@cache
def ways() -> tuple[Ways, frozenset[tuple[int, str]]]:
    """Every way through the ruleset, and what the one to decide knows: his seat, and what was said
    with the other's card left out."""
    found: Ways = {}
    known: set[tuple[int, str]] = set()

    def walk(state: State, said: tuple[str, ...], chance: Fraction) -> None:
        if state.result is not None:
            found[said] = chance, Fraction(state.result.payoffs[0])
            return
        if state.kind == "chance":
            able = state.outcomes()
        else:
            assert state.player is not None
            known.add((state.player, " ".join((said[state.player], *said[2:]))))
            able = [(text, 1) for text in state.options()]
        total = sum(weight for _, weight in able)
        for text, weight in able:
            walk(state.apply(text), (*said, text), chance * Fraction(weight, total))

    walk(driver.load(LEDUC).instantiate().start(), (), Fraction(1))
    return found, frozenset(known)


def test_every_way_through_the_game_is_that_of_the_enumeration() -> None:
    assert ways()[0] == model()


def test_the_deals_and_the_information_states() -> None:
    """As published: 30 deals, 120 with the card on the table, 936 information states."""
    found, known = ways()
    assert len({said[:2] for said in found}) == 6 * 5
    tables = {(*said[:2], *(word for word in said[2:] if " of " in word)) for said in found}
    assert len({cards for cards in tables if len(cards) == 3}) == 6 * 5 * 4
    assert len(known) == 936


PAID = [
    ("jack of spades, king of hearts, raise, fold", 1),
    ("jack of spades, king of hearts, check, raise, fold", -1),
    ("jack of spades, king of hearts, check, check, jack of hearts, check, check", 1),
    ("jack of spades, king of hearts, raise, call, queen of hearts, check, raise, call", -7),
    ("queen of spades, queen of hearts, raise, raise, call, king of hearts, raise, raise, call", 0),
    ("king of spades, jack of hearts, raise, raise, call, king of hearts, raise, raise, call", 13),
]


@pytest.mark.parametrize(("said", "paid"), PAID)
def test_payoffs_reckoned_by_hand(said: str, paid: int) -> None:
    assert ways()[0][tuple(said.split(", "))][1] == paid


def seen() -> Iterator[tuple[int, str, str]]:
    """At each choice before the card on the table: the seat, its card, what it is shown."""
    start = driver.load(LEDUC).instantiate().start()
    for one, two in permutations(CARDS, 2):
        state = start.apply(one).apply(two)
        yield 0, one, str(state.view(0))
        yield 1, two, str(state.apply("check").view(1))


def test_the_other_hand_is_not_seen() -> None:
    views: dict[tuple[int, str], set[str]] = {}
    for seat, card, view in seen():
        views.setdefault((seat, card), set()).add(view)
    assert len(views) == 12
    assert all(len(same) == 1 for same in views.values())
