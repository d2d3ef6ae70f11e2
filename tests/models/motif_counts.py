"""Counts of the game tree of Motif, taken with the reference model.

Both functions count from the state after the coin toss and return, for the depths 1, 2, ...,
pairs (sequences, ended): the number of sequences of exactly that length, and how many of them
end the game with their last element.  A game that ended earlier is not counted any more.

States that have the same continuations are counted together with their multiplicity.  Two
things are used for that, and both can be switched off (``merge=False``) for a check:

- the board may be turned and mirrored;
- an earlier position with other white tiles or other reserves can never come again, since
  white tiles and reserves only ever shrink, and so need not be remembered.

Run as ``python -m tests.models.motif_counts [width height tokens decisions turns]``; without
arguments the standing table is computed, which takes some minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterator
from functools import cache

from tests.models import motif_model as model
from tests.models.motif_model import Position, State, Tile, Tiles

Counts = list[tuple[int, int]]
#: States with the number of sequences that lead to each.
Layer = dict[Hashable, tuple[State, int]]

#: (width, height, tokens, depth in decisions, depth in turns) of the standing table.
TABLE = [
    (2, 2, 1, 28, 28),
    (3, 2, 1, 13, 12),
    (3, 2, 2, 60, 50),
    (3, 3, 2, 11, 7),
    (4, 4, 3, 7, 4),
    (5, 5, 3, 6, 4),
]


@cache
def symmetries(width: int, height: int) -> tuple[tuple[Tile, ...], ...]:
    """Return the ways of turning and mirroring the board, each as an order of its tiles."""
    tiles = [(x, y) for y in range(height) for x in range(width)]
    right, top = width - 1, height - 1
    orders = [
        tuple(tiles),
        tuple((right - x, y) for x, y in tiles),
        tuple((x, top - y) for x, y in tiles),
        tuple((right - x, top - y) for x, y in tiles),
    ]
    if width == height:
        orders += [tuple((y, x) for x, y in order) for order in orders]
    return tuple(orders)


def pictures(state: State, position: Position, unmoved: Tiles) -> list[str]:
    """Write out the tiles of a position, in the order of each symmetry of the board."""
    (gold, black), (gold_tokens, black_tokens), _, _ = position
    cell = dict.fromkeys(symmetries(state.width, state.height)[0], "w")
    cell.update(dict.fromkeys(gold, "g"))
    cell.update(dict.fromkeys(black, "b"))
    cell.update(dict.fromkeys(gold_tokens, "G"))
    cell.update(dict.fromkeys(black_tokens, "B"))
    cell.update(dict.fromkeys(unmoved, "U"))  # always tokens of the mover
    orders = symmetries(state.width, state.height)
    return ["".join([cell[tile] for tile in order]) for order in orders]


def living_history(state: State) -> list[Position]:
    """Return the noted positions that can still come again."""
    white = len(model.white_tiles(state))
    total = state.width * state.height
    return [
        position
        for position in state.seen
        if position[2] == state.reserve
        and total - len(position[0][0]) - len(position[0][1]) == white
    ]


def merged_key(state: State) -> Hashable:
    """Return a key that states with the same continuations share."""
    current: Position = (state.coloured, state.tokens, state.reserve, state.mover)
    now = pictures(state, current, state.unmoved)
    nobody: Tiles = frozenset()
    past = [
        [text + str(old[3]) for text in pictures(state, old, nobody)]
        for old in living_history(state)
    ]
    keys = [(text, tuple(sorted(texts[index] for texts in past))) for index, text in enumerate(now)]
    marks = (state.moved, state.added, state.changed, state.duty)
    return min(keys), state.reserve, state.mover, marks


def key_of(state: State, merge: bool) -> Hashable:
    """Return the key under which a state is counted; the whole state if not to be merged."""
    return merged_key(state) if merge else state


def put(layer: Layer, state: State, number: int, merge: bool) -> None:
    """Add a state reached by ``number`` sequences to a layer."""
    key = key_of(state, merge)
    known = layer.get(key)
    layer[key] = (state, number) if known is None else (known[0], known[1] + number)


def cannot_end_next(state: State) -> bool:
    """Tell whether no single decision can end the game from here.

    A decision colours one tile, so two white ones outlast it; a draw needs the duty.
    """
    return not state.duty and len(model.white_tiles(state)) > 1


def counts_by_decisions(
    width: int,
    height: int,
    tokens: int,
    depth: int,
    first: int = model.GOLD,
    merge: bool = True,
) -> Counts:
    """Count the sequences of exactly 1, 2, ..., ``depth`` decisions."""
    start = model.initial(width, height, tokens, first)
    layer: Layer = {key_of(start, merge): (start, 1)}
    table: Counts = []
    for level in range(1, depth + 1):
        following: Layer = {}
        sequences = ended = 0
        for state, number in layer.values():
            legal = model.choices(state)
            sequences += number * len(legal)
            if level == depth and cannot_end_next(state):
                continue
            for choice in legal:
                after = model.pass_empty_turns(model.step(state, choice))
                if after.over:
                    ended += number
                elif level < depth:
                    put(following, after, number, merge)
        table.append((sequences, ended))
        layer = following
    return table


def whole_turns(state: State) -> Iterator[tuple[State, int]]:
    """Yield the states one whole turn later, each with the number of sequences to it."""
    if model.is_empty_turn(state):
        yield model.end_turn(state), 1
        return
    layer: Layer = {state: (state, 1)}
    while layer:
        following: Layer = {}
        for within, number in layer.values():
            for choice in model.choices(within):
                after = model.step(within, choice)
                if after.turns > state.turns:
                    yield after, number
                else:
                    put(following, after, number, merge=False)
        layer = following


def finishes_turn(state: State) -> bool:
    """Tell whether any choice made now closes the turn.

    So it is when the addition is all that is left (it unblocks nobody), and when a single
    token is left to move after the addition or without a reserve to add from.
    """
    nothing_to_add = state.added or state.reserve[state.mover] == 0
    if nothing_to_add:
        return len(state.unmoved) == 1
    return all(start is None for start, _ in model.plain_choices(state))


def last_turn(state: State) -> tuple[int, int]:
    """Count the sequences that make one more whole turn, and those of them that end the game."""
    if model.is_empty_turn(state):
        return 1, int(model.end_turn(state).over)
    layer: Layer = {state: (state, 1)}
    sequences = ended = 0
    while layer:
        following: Layer = {}
        for within, number in layer.values():
            legal = model.choices(within)
            if cannot_end_next(within) and finishes_turn(within):
                sequences += number * len(legal)
                continue
            for choice in legal:
                after = model.step(within, choice)
                if after.turns > state.turns:
                    sequences += number
                    ended += number * after.over
                else:
                    put(following, after, number, merge=False)
        layer = following
    return sequences, ended


def counts_by_turns(
    width: int,
    height: int,
    tokens: int,
    depth: int,
    first: int = model.GOLD,
    merge: bool = True,
) -> Counts:
    """Count the sequences of decisions that make exactly 1, 2, ..., ``depth`` whole turns.

    The turn in which the game ends is a whole turn, and so is an empty turn.
    """
    start = model.initial(width, height, tokens, first)
    layer: Layer = {key_of(start, merge): (start, 1)}
    table: Counts = []
    for level in range(1, depth + 1):
        following: Layer = {}
        sequences = ended = 0
        for state, number in layer.values():
            if level == depth and merge:
                made, finished = last_turn(state)
                sequences += number * made
                ended += number * finished
                continue
            for after, ways in whole_turns(state):
                sequences += number * ways
                if after.over:
                    ended += number * ways
                elif level < depth:
                    put(following, after, number * ways, merge)
        table.append((sequences, ended))
        layer = following
    return table


def table_lines(width: int, height: int, tokens: int, unit: str, depth: int) -> list[str]:
    """Return the lines of the table for one board and one unit."""
    count = counts_by_turns if unit == "turn" else counts_by_decisions
    table = count(width, height, tokens, depth)
    head = f"width={width} height={height} tokens={tokens} unit={unit}"
    sequences = " ".join(f"D{n} {pair[0]}" for n, pair in enumerate(table, 1))
    ended = " ".join(f"D{n} {pair[1]}" for n, pair in enumerate(table, 1))
    return [f"{head}  {sequences}", f"{head} count=ended  {ended}"]


def main(arguments: list[str]) -> int:
    """Print the standing table, or that of one board."""
    boards = TABLE
    if arguments:
        width, height, tokens, decisions, turns = (int(word) for word in arguments)
        boards = [(width, height, tokens, decisions, turns)]
    for width, height, tokens, decisions, turns in boards:
        for unit, depth in (("decision", decisions), ("turn", turns)):
            print("\n".join(table_lines(width, height, tokens, unit, depth)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
