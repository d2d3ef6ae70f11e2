"""A small reference model of the board game Motif (default rulings).

It is a second witness for a rules engine: written straight from the rules, with plain sets
and nothing clever, so that an error in the engine and an error here are unlikely to agree.

Players are 0 (Gold) and 1 (Black).  A tile is a pair (column, row) counted from 0 at the
bottom left.  Decisions are texts: ``c3-e5`` moves a token and ``+c3`` adds one.

Comments such as MTF-MOVE-05 or R19 name the rule or ruling a piece of code stands for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

GOLD = 0
BLACK = 1

Tile = tuple[int, int]
Tiles = frozenset[Tile]
#: A move is (from, to); an addition is (None, to).
Choice = tuple[Tile | None, Tile]
#: What counts as "the same position" (R17): colours, tokens, reserves, player to move.
Position = tuple[tuple[Tiles, Tiles], tuple[Tiles, Tiles], tuple[int, int], int]


@dataclass(frozen=True)
class State:
    """Everything there is to know in the middle of a game; never changed in place."""

    width: int
    height: int
    #: The gold tiles and the black tiles; all others are white (MTF-SETUP-03).
    coloured: tuple[Tiles, Tiles]
    #: The tiles with a gold token and those with a black token.
    tokens: tuple[Tiles, Tiles]
    reserve: tuple[int, int]
    mover: int
    #: Own tokens that stood on the board when the turn began and have not moved yet.
    unmoved: Tiles = frozenset()
    #: What has happened in the turn so far.
    moved: bool = False
    added: bool = False
    changed: bool = False
    #: The stalemate duty is in force (MTF-STALE-02).
    duty: bool = False
    #: Start-of-turn positions in the order they occurred; emptied when the duty begins (R20).
    seen: tuple[Position, ...] = ()
    #: Whole turns played, empty ones and the one in which the game ended included.
    turns: int = 0
    over: bool = False
    winner: int | None = None


# --- notation -------------------------------------------------------------------------------


def tile_name(tile: Tile) -> str:
    """Write a tile as column letter and row number."""
    return "abcdefghijklmnopqrstuvwxyz"[tile[0]] + str(tile[1] + 1)


def parse_tile(text: str) -> Tile:
    """Read a tile written as column letter and row number."""
    return "abcdefghijklmnopqrstuvwxyz".index(text[0]), int(text[1:]) - 1


def choice_name(choice: Choice) -> str:
    """Write a decision: ``c3-e5`` or ``+c3``."""
    start, target = choice
    if start is None:
        return "+" + tile_name(target)
    return tile_name(start) + "-" + tile_name(target)


def parse_choice(text: str) -> Choice:
    """Read a decision written by choice_name."""
    if text.startswith("+"):
        return None, parse_tile(text[1:])
    start, target = text.split("-")
    return parse_tile(start), parse_tile(target)


# --- the board ------------------------------------------------------------------------------


@cache
def grid(width: int, height: int) -> Tiles:
    """Return every tile of a board of this size."""
    return frozenset((x, y) for x in range(width) for y in range(height))


def all_tiles(state: State) -> Tiles:
    """Return every tile of the board."""
    return grid(state.width, state.height)


def free_tiles(state: State) -> Tiles:
    """Return the tiles without a token."""
    return all_tiles(state) - state.tokens[GOLD] - state.tokens[BLACK]


def white_tiles(state: State) -> Tiles:
    """Return the tiles that are still white."""
    return all_tiles(state) - state.coloured[GOLD] - state.coloured[BLACK]


def counts(state: State) -> tuple[int, int, int]:
    """Return the numbers of gold, black and white tiles."""
    return len(state.coloured[GOLD]), len(state.coloured[BLACK]), len(white_tiles(state))


def region(state: State, start: Tile) -> Tiles:
    """Return the tiles a token on ``start`` can travel to.

    Single orthogonal steps over token-free tiles of any colour, any number of them, bends
    allowed, never back to the start (MTF-MOVE-05 to -13, R08).
    """
    free = free_tiles(state)
    found: set[Tile] = set()
    to_visit = [start]
    while to_visit:
        x, y = to_visit.pop()
        for step in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if step in free and step not in found:
                found.add(step)
                to_visit.append(step)
    return frozenset(found - {start})


def reach(state: State, player: int) -> Tiles:
    """Return the tiles on which ``player`` may put a new token.

    All his tokens count, moved or not (R07), on the board as it now stands (R06); without a
    token on the board any token-free tile will do (MTF-ADD-11, R05).
    """
    if not state.tokens[player]:
        return free_tiles(state)
    found: set[Tile] = set()
    for token in state.tokens[player]:
        found |= region(state, token)
    return frozenset(found)


# --- the turn -------------------------------------------------------------------------------


def plain_choices(state: State) -> list[Choice]:
    """Return what may be chosen now, the stalemate duty left aside (MTF-TURN-01 to -05)."""
    if state.over:
        return []
    moves: list[Choice] = [
        (start, target)
        for start in sorted(state.unmoved)
        for target in sorted(region(state, start))
    ]
    additions: list[Choice] = []
    if not state.added and state.reserve[state.mover] > 0:
        additions = [(None, target) for target in sorted(reach(state, state.mover))]
    if state.added:
        return moves
    if not state.moved:
        return moves + additions
    # Moves have begun: adding opens only when no unmoved token can move (R04).
    return moves if moves else additions


def land(state: State, choice: Choice) -> State:
    """Carry out a move or an addition, and the end of the game if it comes of it (R12)."""
    start, target = choice
    me = state.mover
    tokens = list(state.tokens)
    coloured = list(state.coloured)
    reserve = list(state.reserve)
    if start is None:
        reserve[me] -= 1
    else:
        tokens[me] = tokens[me] - {start}
        coloured[me] = coloured[me] | {start}  # MTF-MOVE-16, R14
        coloured[1 - me] = coloured[1 - me] - {start}
    tokens[me] = tokens[me] | {target}
    coloured[me] = coloured[me] | {target}  # MTF-MOVE-14, MTF-ADD-06
    coloured[1 - me] = coloured[1 - me] - {target}
    after = replace(
        state,
        tokens=(tokens[GOLD], tokens[BLACK]),
        coloured=(coloured[GOLD], coloured[BLACK]),
        reserve=(reserve[GOLD], reserve[BLACK]),
        unmoved=state.unmoved if start is None else state.unmoved - {start},
        moved=state.moved or start is not None,
        added=state.added or start is None,
        changed=state.changed or coloured[me] != state.coloured[me],
    )
    return end_if_no_white(after)


def end_if_no_white(state: State) -> State:
    """End the game if no white tile is left; the larger count wins (MTF-END-02, -03, R13)."""
    gold, black, white = counts(state)
    if white > 0:
        return state
    winner = None if gold == black else GOLD if gold > black else BLACK
    return replace(state, over=True, winner=winner)


def could_change(state: State) -> bool:
    """Tell whether a change has been made in this turn or can still be made in it."""
    if state.changed:
        return True
    return any(could_change(land(state, choice)) for choice in plain_choices(state))


def choices(state: State) -> list[Choice]:
    """Return the legal choices, the stalemate duty included (R19)."""
    plain = plain_choices(state)
    if not state.duty or state.changed:
        return plain
    keeping = [choice for choice in plain if could_change(land(state, choice))]
    return keeping if keeping else plain  # MTF-STALE-04: the duty lapses


def begin_turn(state: State) -> State:
    """Begin the turn of ``state.mover``: fresh marks, and note the position (R16, R20)."""
    position = (state.coloured, state.tokens, state.reserve, state.mover)
    seen = (*state.seen, position)
    fresh = replace(
        state,
        unmoved=state.tokens[state.mover],
        moved=False,
        added=False,
        changed=False,
        seen=seen,
    )
    if seen.count(position) < 3:
        return fresh
    if state.duty:
        return replace(fresh, over=True, winner=None)
    return replace(fresh, duty=True, seen=(position,))


def end_turn(state: State) -> State:
    """Close the turn; the opponent's turn begins (MTF-SETUP-09)."""
    return begin_turn(replace(state, mover=1 - state.mover, turns=state.turns + 1))


def is_empty_turn(state: State) -> bool:
    """Tell whether a turn begins in which nothing at all can be done (R11)."""
    return not state.over and not plain_choices(state)


def pass_empty_turns(state: State) -> State:
    """Let empty turns pass by themselves (R11)."""
    while is_empty_turn(state):
        state = end_turn(state)
    return state


def step(state: State, choice: Choice) -> State:
    """Carry out a legal choice and close the turn if nothing is open in it any more.

    An empty turn that follows is not passed yet: pass_empty_turns does that.
    """
    after = land(state, choice)
    if after.over:
        return replace(after, turns=after.turns + 1)
    if not plain_choices(after):
        return end_turn(after)
    return after


# --- the game -------------------------------------------------------------------------------


def initial(width: int = 5, height: int = 5, tokens: int = 3, first: int = GOLD) -> State:
    """Return the state after the coin toss, ``first`` having the first turn."""
    if not 2 <= width <= 26 or height < 2 or tokens < 1 or first not in (GOLD, BLACK):
        raise ValueError("bad parameters")
    none: Tiles = frozenset()
    return begin_turn(State(width, height, (none, none), (none, none), (tokens, tokens), first))


def from_rows(
    rows: Sequence[str], mover: int, reserve: tuple[int, int], duty: bool = False
) -> State:
    """Return a hand-made position at the start of a turn of ``mover``.

    Rows are given from the top; a cell is a tile colour (w g b) and its token (. G B).
    """
    height = len(rows)
    width = len(rows[0].split())
    coloured: dict[str, set[Tile]] = {"w": set(), "g": set(), "b": set()}
    tokens: dict[str, set[Tile]] = {".": set(), "G": set(), "B": set()}
    for index, row in enumerate(rows):
        cells = row.split()
        if len(cells) != width:
            raise ValueError("rows of different lengths")
        for x, cell in enumerate(cells):
            coloured[cell[0]].add((x, height - 1 - index))
            tokens[cell[1]].add((x, height - 1 - index))
    if not (tokens["G"] <= coloured["g"] and tokens["B"] <= coloured["b"]):
        raise ValueError("a token on a tile of another colour (R14)")
    if (not tokens["G"] and reserve[GOLD] == 0) or (not tokens["B"] and reserve[BLACK] == 0):
        raise ValueError("a player without any token")
    state = State(
        width,
        height,
        (frozenset(coloured["g"]), frozenset(coloured["b"])),
        (frozenset(tokens["G"]), frozenset(tokens["B"])),
        reserve,
        mover,
        duty=duty,
    )
    return pass_empty_turns(end_if_no_white(begin_turn(state)))


def options(state: State) -> list[str]:
    """Return the legal decisions as texts; none when the game is over."""
    return [choice_name(choice) for choice in choices(state)]


def apply(state: State, text: str) -> State:
    """Carry out a legal decision; turns close and empty turns pass by themselves."""
    if text not in options(state):
        raise ValueError(f"not a legal decision: {text}")
    return pass_empty_turns(step(state, parse_choice(text)))


def is_over(state: State) -> bool:
    """Tell whether the game has ended."""
    return state.over


def result(state: State) -> int | None:
    """Return the winner of a finished game, None for a draw."""
    if not state.over:
        raise ValueError("the game is not over")
    return state.winner
