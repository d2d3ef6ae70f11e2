"""A small reference model of backgammon: one game without the doubling cube.

It is a second witness for a rules engine, written from the rules as everybody plays them. Each
player counts the points from the end of the own way: men move from point 24 down to point 1, home
is points 1 to 6, men on the bar wait on point 25 and men borne off lie on point 0. The opponent
calls a point p by 25 - p.

`start` makes a state, `options` lists what may be chosen in it or what chance may bring, all
equally likely, and `apply` gives the state after one of them. Dice are rolled one at a time,
`("die", face)`; a man is moved by one die at a time, `("move", point, die)`. Who can move nothing
is passed over. Only steps are offered that leave nothing undone: both dice are used if they can be
(all four of a doublet, or as many as can be), and if only one of two can, then the larger.

Invariants: each player has fifteen men on 26 places, and no point holds men of both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

Option = tuple[Any, ...]
#: A player's men by place: 0 borne off, 1 to 24 the points, 25 the bar.
Men = tuple[int, ...]
Dice = tuple[int, ...]

CHANCE = -1
WHITE, BLACK = 0, 1
OFF, HOME, BAR = 0, 6, 25
MEN = 15
START = {24: 2, 13: 5, 8: 3, 6: 5}


def standing(places: dict[int, int]) -> Men:
    """Men by their places; those that are not named have been borne off."""
    men = [places.get(place, 0) for place in range(BAR + 1)]
    men[OFF] = MEN - sum(men[1:])
    return tuple(men)


@dataclass(frozen=True)
class State:
    """A game in progress. Before the first turn both players roll one die, White first."""

    men: tuple[Men, Men]
    player: int = WHITE
    #: The dice that can still be used, or those rolled so far.
    dice: Dice = ()
    rolling: bool = True
    opening: bool = True

    @property
    def winner(self) -> int | None:
        """The player all of whose men are off."""
        home = [player for player in (WHITE, BLACK) if self.men[player][OFF] == MEN]
        return home[0] if home else None

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return self.winner is not None

    @property
    def decider(self) -> int:
        """The player who decides, or CHANCE."""
        return CHANCE if self.rolling else self.player


def start() -> State:
    """The game before the first die."""
    return State((standing(START), standing(START)))


def worth(state: State) -> int:
    """What the game is worth: 2 if the loser has borne no man off (a gammon), 3 if a man of his
    is then still on the bar or in the winner's home (a backgammon)."""
    assert state.winner is not None
    loser = state.men[1 - state.winner]
    if loser[OFF]:
        return 1
    return 3 if any(loser[BAR - HOME :]) else 2


# --- steps ----------------------------------------------------------------------------------


def target(mine: Men, theirs: Men, point: int, die: int) -> int | None:
    """Where a man on a point comes by a die, None if it may not go there."""
    if not mine[point] or (mine[BAR] and point != BAR):  # first the men on the bar come in
        return None
    end = point - die
    if end >= 1:
        return None if theirs[25 - end] >= 2 else end
    if any(mine[HOME + 1 :]):  # no man is borne off while one is outside home
        return None
    if end < 0 and any(mine[point + 1 :]):  # with more than is needed only the hindmost
        return None
    return OFF


def stepped(mine: Men, theirs: Men, point: int, end: int) -> tuple[Men, Men]:
    """The men after a step; a single man of the opponent is hit and goes on the bar."""
    moved, other = list(mine), list(theirs)
    moved[point] -= 1
    moved[end] += 1
    if end != OFF and other[25 - end]:
        other[25 - end] -= 1
        other[BAR] += 1
    return tuple(moved), tuple(other)


def steps(mine: Men, theirs: Men, dice: Dice) -> Iterator[tuple[int, int, int]]:
    """All steps by one of the dice: point, die, end."""
    for die in sorted(set(dice)):
        for point in range(1, BAR + 1):
            end = target(mine, theirs, point, die)
            if end is not None:
                yield point, die, end


def without(dice: Dice, die: int) -> Dice:
    """The dice after one has been used."""
    at = dice.index(die)
    return dice[:at] + dice[at + 1 :]


@lru_cache(maxsize=1 << 16)
def most(mine: Men, theirs: Men, dice: Dice) -> int:
    """How many of the dice can be used at most."""
    best = 0
    for point, die, end in steps(mine, theirs, dice):
        best = max(best, 1 + most(*stepped(mine, theirs, point, end), without(dice, die)))
        if best == len(dice):
            break
    return best


def moves(mine: Men, theirs: Men, dice: Dice) -> list[tuple[int, int]]:
    """The steps, point and die, that leave nothing undone."""
    best = most(mine, theirs, dice)
    found = [
        (point, die) for point, die, end in steps(mine, theirs, dice)
        if 1 + most(*stepped(mine, theirs, point, end), without(dice, die)) == best
    ]
    if best == 1:
        largest = max(die for _, die in found)
        return [(point, die) for point, die in found if die == largest]
    return found


# --- the game -------------------------------------------------------------------------------


def sides(state: State) -> tuple[Men, Men]:
    """The men of the player to move, and those of the opponent."""
    return state.men[state.player], state.men[1 - state.player]


def options(state: State) -> list[Option]:
    """What may be chosen now, or what chance may bring."""
    if state.ended:
        return []
    if state.rolling:
        return [("die", face) for face in range(1, 7)]
    return [("move", *move) for move in moves(*sides(state), state.dice)]


def apply(state: State, option: Option) -> State:
    """The state after a choice or an outcome of chance."""
    if option not in options(state):
        raise ValueError(f"{option} cannot be chosen now")
    if option[0] == "die":
        return rolled(replace(state, dice=(*state.dice, option[1])))
    _, point, die = option
    mine, theirs = sides(state)
    end = target(mine, theirs, point, die)
    assert end is not None
    mine, theirs = stepped(mine, theirs, point, end)
    men = (mine, theirs) if state.player == WHITE else (theirs, mine)
    return on(replace(state, men=men, dice=without(state.dice, die)))


def rolled(state: State) -> State:
    """One more die lies on the table."""
    if len(state.dice) < 2:
        return state
    first, second = state.dice
    if state.opening:
        if first == second:  # both roll again
            return replace(state, dice=())
        state = replace(state, player=WHITE if first > second else BLACK, opening=False)
    dice = state.dice if first != second else (first,) * 4
    return on(replace(state, dice=dice, rolling=False))


def on(state: State) -> State:
    """Moving goes on, or the turn is over because no die can be used any more."""
    if state.ended or most(*sides(state), state.dice):
        return state
    return replace(state, player=1 - state.player, dice=(), rolling=True)
