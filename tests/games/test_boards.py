"""Classic board games as rulesets: counts of their game trees, random games, hand-made positions.

Counts are of whole turns. Where a game has a published count it is cited; the others were found
with a separate program that knows only that one game, or are plain arithmetic.
"""

from __future__ import annotations

import random
from functools import cache

import pytest

from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.game import Game, State
from rulewright.interpreter.play.perft import perft
from tests.texts import loaded, path_of

END = 2


@cache
def game(name: str) -> Game:
    """The game of one of the rulesets of these tests."""
    return loaded(path_of(name)).instantiate()


# ---- counts -----------------------------------------------------------------------------------

COUNTS = {
    # 7 ** depth: no column can be full before six discs lie in it.
    "connect-four": [7, 49, 343, 2401, 16807],
    # Aart Bik, "Perft for Reversi", aartbik.com/MISC/reversi.html.
    "othello": [4, 12, 56, 244, 1396],
    # OEIS A133046 (Jonathan Schaeffer, Aart Bik): sequences of moves in English draughts.
    "draughts": [7, 49, 302, 1469, 7361],
    # 8 pawns go straight or aslant, two of them at an edge: 22 moves, and 22 answers; deeper ones
    # by a separate program.
    "breakthrough": [22, 484, 11132],
    # 11 x 11 cells, one fewer for the answer.
    "hex": [121, 121 * 120],
    # 15 x 15 points.
    "gomoku": [225],
    # The others by separate programs. 16 patches; an answer may not touch the first plant from
    # another bed: at 4 patches nothing is lost to that, at 8 one, at 4 two.
    "allotment": [16, 224, 2920, 32808],
    # Both walkers begin in a corner and may not enter the field of the other.
    "stile": [3, 9, 42, 198],
    # Six cells round the first bug; next to the second one three of the eight do not touch the
    # first: each has three such.
    "swarm": [1, 6, 18, 54, 270],
    # Three hues; then four sides in two other hues; then the two ends of two slabs, in two hues.
    "paving": [3, 3 * 4 * 2, 24 * 2 * 2, 96 * 2 * 2],
    # 80 moves of an amazon with all their shots: the first branching that is quoted for the game;
    # also by a separate program.
    "amazons": [2176],
}

SLOW_COUNTS = {
    # As above; 7 ** 7 less the 7 ways to put a seventh disc into one column.
    "connect-four": [7, 49, 343, 2401, 16807, 117649, 823536],
    "othello": [4, 12, 56, 244, 1396, 8200, 55092],
    "draughts": [7, 49, 302, 1469, 7361, 36768, 179740],
    "breakthrough": [22, 484, 11132, 256036],
    "gomoku": [225, 225 * 224],
}


def check_counts(name: str, expected: list[int]) -> None:
    """Compare the counts; at the first that differs, show them move by move."""
    found = perft(game(name), len(expected), "turn").counts
    if found == expected:
        return
    pairs = zip(found, expected, strict=True)
    depth = next(depth for depth, (a, b) in enumerate(pairs, start=1) if a != b)
    split = perft(game(name), depth, "turn", divide=True).divide
    lines = "\n".join(f"  {move}: {number}" for move, number in split.items())
    pytest.fail(f"{name}: {found} instead of {expected}; at depth {depth}\n{lines}")


@pytest.mark.parametrize("name", COUNTS)
def test_counts(name: str) -> None:
    check_counts(name, COUNTS[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW_COUNTS)
def test_deep_counts(name: str) -> None:
    check_counts(name, SLOW_COUNTS[name])


def test_tic_tac_toe_in_full() -> None:
    """255,168 games and 5,478 positions: the well-known numbers of the whole game."""
    counts = perft(game("tic-tac-toe"), 9, "position")
    # Games that end with the fifth, sixth, … mark; full boards without a row are drawn.
    assert counts.ended == [0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872]
    assert sum(counts.ended) == 255_168
    assert counts.reachable == 5478


# ---- brevity ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "budget"), [("tic-tac-toe", 20), ("connect-four", 30)])
def test_is_short(name: str, budget: int) -> None:
    text = path_of(name).read_text(encoding="utf-8")
    lines = [x for x in text.splitlines() if x.strip() and not x.strip().startswith("#")]
    assert len(lines) <= budget


# ---- random games -------------------------------------------------------------------------------

#: Games to play, turns that cannot be exceeded, whether a game may be drawn.
RANDOM = {
    "tic-tac-toe": (30, 9, True),
    "connect-four": (30, 42, True),
    "gomoku": (5, 225, True),
    "hex": (10, 121, False),
    # Every turn brings one pawn a row nearer: 8 x (6 + 5) rows short of the end on either side.
    "breakthrough": (10, 2 * 88 + 1, False),
    # Every turn leaves an arrow on one of 92 free squares; one more finds nothing.
    "amazons": (5, 93, False),
    # A random game is over long before its kings could walk about for so many turns.
    "draughts": (5, 3000, True),
    "othello": (5, 120, True),
}


@pytest.mark.parametrize("name", RANDOM)
def test_random_games_end_by_a_rule(name: str) -> None:
    number, cap, may_be_drawn = RANDOM[name]
    machine = game(name).fast
    for seed in range(number):
        rng = random.Random(seed)
        vector = machine.start()
        turns = 0
        while machine.kind(vector) != END:
            turns += machine.apply(vector, rng.choice(machine.choices(vector)))
            assert turns <= cap
        ranks = machine.final_ranks(vector)
        assert sorted(ranks) == [1, 2] or (may_be_drawn and ranks == [1, 1])


# ---- positions ----------------------------------------------------------------------------------


def drawn(name: str, size: tuple[int, int], pieces: dict[str, str], mover: str) -> State:
    """The position with pieces on named cells, `{"R": "a1 b2"}`, and a player to move."""
    width, height = size
    rows = [["."] * width for _ in range(height)]
    for letter, cells in pieces.items():
        for cell in cells.split():
            rows[height - int(cell[1:])][ord(cell[0]) - ord("a")] = letter
    (board,) = game(name).model.boards
    text = "\n".join(" ".join(row) for row in rows)
    return game(name).position({"from": "empty", board: text, "to move": mover})


def play(state: State, *moves: str) -> State:
    for move in moves:
        state = state.apply(move)
    return state


def winners(state: State) -> list[int] | None:
    """The ranks at the end, None while the game goes on."""
    return None if state.result is None else list(state.result.ranks)


def refuses(state: State, move: str) -> bool:
    with pytest.raises(RulesError):
        state.apply(move)
    return move not in state.options()


FIVES = {
    "along a row": "d7 e7 f7 g7 h7",
    "along a column": "o11 o12 o13 o14 o15",
    "rising": "a1 b2 c3 d4 e5",
    "falling": "k5 l4 m3 n2 o1",
}


@pytest.mark.parametrize("line", FIVES.values(), ids=FIVES)
@pytest.mark.parametrize("gap", range(5))
def test_five_in_a_row(line: str, gap: int) -> None:
    points = line.split()
    last = points.pop(gap)
    ready = drawn("gomoku", (15, 15), {"O": " ".join(points)}, "White")
    assert winners(ready.apply(last)) == [2, 1]
    assert winners(ready.apply("h10")) is None


def test_six_in_a_row_win() -> None:
    ready = drawn("gomoku", (15, 15), {"O": "d7 e7 g7 h7 i7"}, "White")
    assert winners(ready.apply("f7")) == [2, 1]


def test_a_row_ends_at_the_edge() -> None:
    ready = drawn("gomoku", (15, 15), {"X": "m3 n3 a4 b4"}, "Black")
    assert winners(ready.apply("o3")) is None


FOURS = {
    "along a row": ("a1 b1 c1", "a2 b2", "d1"),
    "along a column": ("g3 g4 g5", "g1 g2", "g6"),
    "rising": ("a1 b2 d4", "b1 c1 c2 d1 d2 d3", "c3"),
    "falling": ("d4 e3 g1", "d1 d2 d3 e1 e2 f1", "f2"),
}


@pytest.mark.parametrize(("line", "others", "last"), FOURS.values(), ids=FOURS)
def test_four_in_a_row(line: str, others: str, last: str) -> None:
    ready = drawn("connect-four", (7, 6), {"R": line, "Y": others}, "Red")
    assert winners(ready.apply(last)) == [1, 2]
    assert all(winners(ready.apply(x)) is None for x in ready.options() if x != last)


def test_discs_fall() -> None:
    state = play(game("connect-four").start(), "d1", "d2", "d3", "d4", "d5", "d6")
    assert state.options() == ["a1", "b1", "c1", "e1", "f1", "g1"]
    assert refuses(state, "a2")
    assert refuses(state, "d6")


def test_full_rack_is_drawn() -> None:
    # Pairs of columns change colour from row to row, so no line is longer than two.
    cells = [(f"{'abcdefg'[x]}{y + 1}", "RY"[(x // 2 + y) % 2]) for x in range(7) for y in range(6)]
    assert cells.pop() == ("g6", "R")
    pieces = {c: " ".join(cell for cell, letter in cells if letter == c) for c in "RY"}
    ready = drawn("connect-four", (7, 6), pieces, "Red")
    assert winners(ready.apply("g6")) == [1, 1]


#: Up from b1, across to d9 and down again, across to f3 and up to f11.
WINDING = (
    "b1 b2 b3 b4 b5 b6 b7 b8 b9 c9 d9 d8 d7 d6 d5 d4 d3 e3 f3 f4 f5 f6 f7 f8 f9 f10 f11".split()
)


@pytest.mark.parametrize("last", WINDING)
def test_a_winding_path_wins_hex(last: str) -> None:
    path = " ".join(cell for cell in WINDING if cell != last)
    ready = drawn("hex", (11, 11), {"R": path}, "Red")
    assert winners(ready.apply(last)) == [1, 2]
    assert winners(ready.apply("j5")) is None


def test_neighbours_in_hex() -> None:
    """Cells to the northeast have the same letter, those to the northwest the one before."""
    leaning = [f"{'kjihgfedcba'[i]}{i + 1}" for i in range(11)]  # k1, j2, …, a11
    for colour, mover, ranks in (("R", "Red", [1, 2]), ("B", "Blue", [2, 1])):
        ready = drawn("hex", (11, 11), {colour: " ".join(leaning[1:])}, mover)
        assert winners(ready.apply(leaning[0])) == ranks
    steep = [f"{'abcdefghijk'[i]}{i + 1}" for i in range(11)]  # a1, b2, …: these do not touch
    ready = drawn("hex", (11, 11), {"R": " ".join(steep[1:])}, "Red")
    assert winners(ready.apply("a1")) is None


def test_a_chain_between_wrong_sides_wins_nothing() -> None:
    row = "a6 b6 c6 d6 e6 f6 g6 h6 i6 j6"
    assert winners(drawn("hex", (11, 11), {"R": row}, "Red").apply("k6")) is None
    assert winners(drawn("hex", (11, 11), {"B": row}, "Blue").apply("k6")) == [2, 1]


def test_forced_double_jump() -> None:
    state = drawn("draughts", (8, 8), {"b": "c3 a1", "w": "d4 f6 a7"}, "Black")
    assert state.options() == ["c3xe5"]  # a1-b2 and c3-b4 are free, but a jump is a duty
    state = state.apply("c3xe5")
    assert (state.player, state.turns) == (0, 0)
    assert state.options() == ["e5xg7"]  # and goes on with the same man
    state = state.apply("e5xg7")
    assert (state.player, state.turns) == (1, 1)
    assert state.evaluate("the number of Men of White is 1")
    assert state.evaluate("the number of Men of Black is 2")


def test_only_the_same_man_jumps_on() -> None:
    state = drawn("draughts", (8, 8), {"b": "a3 e3", "w": "b4 f4 h8"}, "Black")
    assert state.options() == ["a3xc5", "e3xg5"]
    state = state.apply("a3xc5")
    assert state.player == 1
    assert state.evaluate("the number of Men of White is 2")


def test_crowning_ends_the_turn() -> None:
    state = drawn("draughts", (8, 8), {"b": "d6", "w": "e7 g7 b2"}, "Black")
    state = state.apply("d6xf8")  # a king on f8 could jump g7 at once
    assert state.player == 1
    assert state.evaluate("the Man on f8 is king")
    state = state.apply("b2-a1")
    assert state.evaluate("the Man on a1 is king")
    assert state.options() == ["f8xh6"]


def test_men_go_forward_and_kings_go_back() -> None:
    state = drawn("draughts", (8, 8), {"b": "d4", "B": "g3", "w": "h8"}, "Black")
    assert sorted(state.options()) == ["d4-c5", "d4-e5", "g3-f2", "g3-f4", "g3-h2", "g3-h4"]
    backward = drawn("draughts", (8, 8), {"b": "d4", "w": "c3 e3 h8"}, "Black")
    assert sorted(backward.options()) == ["d4-c5", "d4-e5"]
    king = drawn("draughts", (8, 8), {"B": "d4", "w": "c3 e3 h8"}, "Black")
    assert sorted(king.options()) == ["d4xb2", "d4xf2"]


def test_who_cannot_move_loses_draughts() -> None:
    blocked = drawn("draughts", (8, 8), {"b": "a5", "w": "b6 c7 h8"}, "White")
    assert winners(blocked.apply("h8-g7")) == [2, 1]
    taken = drawn("draughts", (8, 8), {"b": "c3", "w": "d4"}, "Black")
    assert winners(taken.apply("c3xe5")) == [1, 2]


def test_forty_quiet_moves_each_are_a_draw() -> None:
    state = drawn("draughts", (8, 8), {"B": "a1", "b": "a7", "W": "h8", "w": "h4"}, "Black")
    there, back = ["a1-b2", "h8-g7"], ["b2-a1", "g7-h8"]
    for _ in range(19):
        state = play(state, *there, *back)
    state = play(state, *there, "b2-a1")
    assert winners(state) is None  # 79 quiet turns
    assert winners(state.apply("h4-g3")) is None
    assert state.apply("h4-g3").evaluate("the lull is 0")
    assert winners(state.apply("g7-h8")) == [1, 1]


def test_breakthrough() -> None:
    state = drawn("breakthrough", (8, 8), {"W": "d4 h7", "B": "c5 d5 a8"}, "White")
    assert state.options() == ["d4-c5", "d4-e5", "h7-g8", "h7-h8"]
    assert refuses(state, "d4-d5")  # straight ahead nothing is taken
    assert refuses(state, "d4-c4")
    assert winners(state.apply("d4-c5")) is None
    assert winners(state.apply("h7-h8")) == [1, 2]
    last = drawn("breakthrough", (8, 8), {"W": "d4 e2", "B": "d3"}, "Black")
    assert winners(last.apply("d3-e2")) is None
    all_taken = drawn("breakthrough", (8, 8), {"W": "e2", "B": "d3"}, "Black").apply("d3-e2")
    assert winners(all_taken) == [2, 1]


def test_amazons() -> None:
    state = drawn("amazons", (10, 10), {"W": "j1", "B": "a10", "x": "b10 b9 a2"}, "White")
    moved = state.apply("j1-b1")
    assert moved.player == 0
    assert {"xj1", "xc1", "xa1", "xb8", "xj9"} <= {*moved.options()}
    assert not {"xb1", "xb9", "xa3", "xd4"} & {*moved.options()}
    # A shot up the diagonal takes the last square from the amazon in the corner.
    assert winners(play(state, "j1-i1", "xa9")) == [1, 2]
    assert winners(play(state, "j1-i1", "xb8")) is None
