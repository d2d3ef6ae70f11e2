"""The backgammon reference model against numbers that players know by heart, and by hand.

The numbers of plays of the opening rolls are worked out in the comments. The tables of shots, of
entering from the bar and of bearing off the last two men stand in every textbook of the game; each
is also a small sum over the 36 rolls.
"""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

from tests.models import backgammon_model as backgammon
from tests.models.backgammon_model import (
    BAR,
    BLACK,
    MEN,
    OFF,
    WHITE,
    Men,
    State,
    apply,
    moves,
    options,
    standing,
    stepped,
    target,
    without,
)

START = standing(backgammon.START)
ROLLS = list(product(range(1, 7), repeat=2))


def dice(roll: tuple[int, int]) -> tuple[int, ...]:
    return roll if roll[0] != roll[1] else roll[:1] * 4


def plays(mine: Men, theirs: Men, left: tuple[int, ...]) -> set[tuple[Men, Men]]:
    """The positions in which the plays of a roll end."""
    found = set()
    for point, die in moves(mine, theirs, left):
        end = target(mine, theirs, point, die)
        assert end is not None
        found |= plays(*stepped(mine, theirs, point, end), without(left, die))
    return found or {(mine, theirs)}


#: Blocked at the start are points 1, 12, 17 and 19. A six can be played from 24, 13 and 8, a five
#: from 13 and 8, a four, three or two from 24, 13, 8 and 6, a one from 24, 8 and 6. Two men make
#: the product of these; to be added are the ways of one man that no two men's play equals (as
#: 13/8 with 8/3 equals 13/3), in brackets.
OPENING = {
    (6, 5): 7,  # 3 · 2 (24/13); 13/8 with 8/2 is 13/2
    (6, 4): 14,  # 3 · 4 (24/14, 13/3)
    (6, 3): 14,  # 3 · 4 (24/15, 13/4)
    (6, 2): 14,  # 3 · 4 (24/16, 13/5)
    (6, 1): 10,  # 3 · 3 (13/6)
    (5, 4): 9,  # 2 · 4 (24/15); 13/8 with 8/4 is 13/4
    (5, 3): 9,  # 2 · 4 (24/16); 13/8 with 8/5 is 13/5
    (5, 2): 8,  # 2 · 4; 13/8 with 8/6 is 13/6
    (5, 1): 8,  # 2 · 3 (24/18, 8/2); 13/8 with 8/7 is 13/7
    (4, 3): 17,  # 4 · 4 (13/6)
    (4, 2): 18,  # 4 · 4 (24/18, 13/7); 8/6 with 6/2 is 8/2
    (4, 1): 14,  # 4 · 3 (13/8, 8/3)
    (3, 2): 17,  # 4 · 4 (13/8); 8/6 with 6/3 is 8/3
    (3, 1): 16,  # 4 · 3 (24/20, 13/9, 8/4, 6/2)
    (2, 1): 15,  # 4 · 3 (24/21, 13/10, 6/3); 8/6 with 6/5 is 8/5
    # a men from 24, b from 13, c from 8: a + b + c = 4, a at most 2, c at most 3
    (6, 6): 11,
    # b from 13, c from 8: b + c = 4, c at most 3 + b, so not 0 + 4
    (5, 5): 4,
}


@pytest.mark.parametrize("roll", OPENING)
def test_plays_of_the_opening_rolls(roll: tuple[int, int]) -> None:
    assert len(plays(START, START, dice(roll))) == OPENING[roll]


def test_the_order_of_the_dice_changes_nothing() -> None:
    for low, high in combinations(range(1, 7), 2):
        assert plays(START, START, (low, high)) == plays(START, START, (high, low))


#: Rolls of 36 that hit a single man so many points ahead, nothing standing in the way.
SHOTS = {
    1: 11, 2: 12, 3: 14, 4: 15, 5: 15, 6: 17, 7: 6, 8: 6, 9: 5, 10: 3, 11: 2, 12: 3, 13: 0,
    14: 0, 15: 1, 16: 1, 17: 0, 18: 1, 19: 0, 20: 1,
}


@pytest.mark.parametrize("distance", SHOTS)
def test_shots(distance: int) -> None:
    """The hitter stands on point 24; the blot is on 24 - distance."""
    mine, theirs = standing({24: 1}), standing({1 + distance: 1})
    hits = [r for r in ROLLS if any(after[BAR] for _, after in plays(mine, theirs, dice(r)))]
    assert len(hits) == SHOTS[distance]


@pytest.mark.parametrize(("made", "rolls"), [(0, 36), (1, 35), (2, 32), (3, 27), (4, 20), (5, 11),
                                             (6, 0)])
def test_entering_from_the_bar(made: int, rolls: int) -> None:
    """Against so many points made: 36 less their square."""
    theirs = standing(dict.fromkeys(range(1, made + 1), 2))
    mine = standing({BAR: 1})
    entering = [r for r in ROLLS if any(not men[BAR] for men, _ in plays(mine, theirs, dice(r)))]
    assert len(entering) == rolls


#: Rolls of 36 that bear off the last two men, by their points; 0 for a single man.
LAST_TWO = {
    (1, 0): 36, (2, 0): 36, (3, 0): 36, (4, 0): 34, (5, 0): 31, (6, 0): 27,
    (1, 1): 36, (2, 1): 36, (2, 2): 26, (3, 1): 34, (3, 2): 25, (3, 3): 17, (4, 1): 29,
    (4, 2): 23, (4, 3): 17, (4, 4): 11, (5, 1): 23, (5, 2): 19, (5, 3): 14, (5, 4): 10, (5, 5): 6,
    (6, 1): 15, (6, 2): 13, (6, 3): 10, (6, 4): 8, (6, 5): 6, (6, 6): 4,
}


@pytest.mark.parametrize("points", LAST_TWO)
def test_bearing_off_the_last_men(points: tuple[int, int]) -> None:
    mine = standing({point: points.count(point) for point in points if point})
    assert mine[OFF] == MEN - sum(point > 0 for point in points)
    far = standing({1: 2})
    done = [r for r in ROLLS if any(men[OFF] == MEN for men, _ in plays(mine, far, dice(r)))]
    assert len(done) == LAST_TWO[points]


# --- the finer rules ------------------------------------------------------------------------


def test_both_dice_if_possible() -> None:
    """Points 12, 8 and 3 are theirs: no one can be played before the six."""
    mine, theirs = standing({13: 1, 9: 1}), standing({25 - 12: 2, 25 - 8: 2, 25 - 3: 2})
    assert moves(mine, theirs, (6, 1)) == [(13, 6)]
    assert plays(mine, theirs, (6, 1)) == {(standing({6: 1, 9: 1}), theirs)}


def test_a_first_die_that_spoils_the_second() -> None:
    """Points 19, 15 and 1 are theirs: after 10/6 no five is left, so it is not offered."""
    mine, theirs = standing({24: 1, 10: 1}), standing({25 - 19: 2, 25 - 15: 2, 25 - 1: 2})
    assert set(moves(mine, theirs, (5, 4))) == {(10, 5), (24, 4)}


def test_the_larger_die_if_only_one() -> None:
    """Point 14 is theirs: a man on 24 can play either die, but not both; then 18 is theirs too."""
    mine, theirs = standing({24: 1}), standing({25 - 14: 2})
    assert moves(mine, theirs, (6, 4)) == [(24, 6)]
    assert moves(mine, standing({25 - 14: 2, 25 - 18: 2}), (6, 4)) == [(24, 4)]


def test_the_bar_first() -> None:
    mine, theirs = standing({BAR: 2, 6: 3}), standing({25 - 24: 2})
    assert moves(mine, theirs, (3, 1)) == [(BAR, 3)]
    assert plays(mine, theirs, (3, 1)) == {(standing({BAR: 1, 22: 1, 6: 3}), theirs)}


def test_bearing_off() -> None:
    """Only with all men at home, by the exact number, by more only the hindmost."""
    assert moves(standing({7: 1, 3: 2}), START, (3, 3))[0] == (7, 3)
    assert (3, 3) not in moves(standing({7: 1, 3: 2}), START, (3,))
    nobody = standing({})
    assert set(moves(standing({5: 1, 2: 1}), nobody, (4,))) == {(5, 4)}
    assert set(moves(standing({4: 1, 2: 1}), nobody, (5,))) == {(4, 5)}
    assert set(moves(standing({4: 1, 2: 1}), nobody, (2,))) == {(4, 2), (2, 2)}


def test_opening_and_turns() -> None:
    """The higher die begins and plays both; a doublet is rolled again."""
    state = backgammon.start()
    for face in (3, 3, 2, 6):
        assert state.decider == backgammon.CHANCE
        state = apply(state, ("die", face))
    assert (state.player, sorted(state.dice), state.decider) == (BLACK, [2, 6], BLACK)
    state = apply(apply(state, ("move", 24, 6)), ("move", 13, 2))
    assert (state.player, state.rolling, state.dice) == (WHITE, True, ())
    state = apply(apply(state, ("die", 4)), ("die", 4))
    assert state.dice == (4,) * 4
    with pytest.raises(ValueError, match="cannot"):
        apply(state, ("move", 24, 5))


def test_a_hit_sends_to_the_bar() -> None:
    state = State((standing({10: 1}), standing({25 - 8: 1})), WHITE, (2, 1), False, False)
    state = apply(state, ("move", 10, 2))
    assert state.men[BLACK][BAR] == 1


@pytest.mark.parametrize(
    ("loser", "expected"),
    [({6: 14}, 1), ({6: 15}, 2), ({18: 15}, 2), ({19: 1, 6: 14}, 3), ({BAR: 1, 6: 14}, 3)],
)
def test_worth(loser: dict[int, int], expected: int) -> None:
    assert backgammon.worth(State((standing({}), standing(loser)))) == expected


def test_random_games() -> None:
    """Fifteen men each, no point with both; every game is won."""
    rng = random.Random(1)
    for _ in range(8):
        state = backgammon.start()
        while not state.ended:
            for men in state.men:
                assert sum(men) == MEN
                assert min(men) >= 0
            assert not any(state.men[0][p] and state.men[1][25 - p] for p in range(1, 25))
            assert options(state)
            state = apply(state, rng.choice(options(state)))
        assert state.winner in (WHITE, BLACK)
        assert backgammon.worth(state) in (1, 2, 3)
