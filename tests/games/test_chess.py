"""Chess as a ruleset: published counts of the move tree, and the rules one by one.

Positions are written in the notation of Forsyth and Edwards (FEN), or drawn with the letters of
the ruleset's look. The counts are those published for these positions; a move is one turn, so
that a promotion, where the officer is a second decision, counts once for each officer.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.game import Game, State
from rulewright.interpreter.play.perft import perft
from tests.texts import loaded, path_of

RULES = path_of("chess")
ROLES = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}
CORNERS = {"K": "h1", "Q": "a1", "k": "h8", "q": "a8"}

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
PASSING = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -"  # pins along the row of an en passant capture
PROMOTING = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -"
CHECKING = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -"
OFFICERS = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -"
#: Published counts by depth.
COUNTS = {
    START: (20, 400, 8902, 197_281),
    KIWIPETE: (48, 2039, 97_862),
    PASSING: (14, 191, 2812, 43_238),
    PROMOTING: (6, 264, 9467),
    CHECKING: (44, 1486, 62_379),
    OFFICERS: (24, 496, 9483),
}
NAMES = {
    START: "start", KIWIPETE: "kiwipete", PASSING: "passing", PROMOTING: "promoting",
    CHECKING: "checking", OFFICERS: "officers",
}  # fmt: skip


@pytest.fixture(scope="module")
def chess() -> Game:
    return loaded(RULES).instantiate()


def fen(text: str, quiet: int = 0) -> dict[str, Any]:
    """A position as the game takes it: men, rights to castle, passed square, who is to move."""
    rows, side, rights, passed = text.split()
    squares: dict[str, dict[str, str]] = {}
    for y, row in zip(range(8, 0, -1), rows.split("/"), strict=True):
        x = 0
        for letter in row:
            if letter.isdigit():
                x += int(letter)
                continue
            owner = "White" if letter.isupper() else "Black"
            squares[f"{'abcdefgh'[x]}{y}"] = {
                "piece": f"Man of {owner}", "role": ROLES[letter.lower()],
            }  # fmt: skip
            x += 1
    for right, corner in CORNERS.items():
        if right in rights:
            squares[corner]["fresh"] = "yes"
    return {
        "from": "empty",
        "Chessboard": squares,
        "game": {"passed square": "none" if passed == "-" else passed, "quiet moves": str(quiet)},
        "to move": {"w": "White", "b": "Black"}[side],
    }


def at(chess: Game, text: str, quiet: int = 0) -> State:
    return chess.position(fen(text, quiet))


def played(state: State, moves: str) -> State:
    """The state after moves written one behind the other."""
    for move in moves.split():
        state = state.apply(move)
    return state


def from_square(state: State, square: str) -> set[str]:
    """The squares to which the man on a square may go."""
    return {text[2:] for text in state.options() if text.startswith(square)}


def counted(chess: Game, text: str, depth: int, unit: str = "turn") -> None:
    """Compare the count at a depth; a difference is shown move by move."""
    state = at(chess, text)
    counts = perft(chess, depth, unit, state=state, ended=unit == "turn").counts
    expected = list(COUNTS[text][:depth])
    if counts != expected:
        split = perft(chess, depth, unit, divide=True, state=state).divide
        lines = "\n".join(f"{move}: {number}" for move, number in sorted(split.items()))
        pytest.fail(f"{text}\n{counts} counted, {expected} published; by first move:\n{lines}")


# ---- counts -----------------------------------------------------------------------------------


def test_start_is_the_start(chess: Game) -> None:
    """The start of play is the position that the counts of the start are about."""
    plain = {key: part for key, part in chess.start().to_json().items() if key != "memory"}
    given = {key: part for key, part in at(chess, START).to_json().items() if key != "memory"}
    assert plain == given


@pytest.mark.parametrize(
    ("text", "depth", "unit"),
    [
        (START, 3, "decision"), (KIWIPETE, 2, "decision"),  # turns: no man is promoted so soon
        (PASSING, 3, "turn"), (PROMOTING, 2, "turn"), (CHECKING, 2, "turn"),
        (OFFICERS, 2, "turn"),
    ],
    ids=lambda value: NAMES.get(value, value),
)
def test_counts(chess: Game, text: str, depth: int, unit: str) -> None:
    counted(chess, text, depth, unit)


@pytest.mark.slow
@pytest.mark.parametrize("text", COUNTS, ids=lambda value: NAMES[value])
def test_deep_counts(chess: Game, text: str) -> None:
    counted(chess, text, len(COUNTS[text]))


# ---- single rules -----------------------------------------------------------------------------


def test_drawn_board(chess: Game) -> None:
    """A drawn board is read; what is not drawn is given beside it."""
    state = chess.position(
        {
            "from": "empty",
            "Chessboard": """
            . . . . k . . .
            . . . . . . . .
            . . . . . . . .
            . . . p P . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . K . . .""",
            "game": {"passed square": "d6"},
            "to move": "White",
        }
    )
    assert from_square(state, "e5") == {"e6", "d6"}
    after = state.apply("e5d6")
    assert after.evaluate("d5 is empty") and after.evaluate("the number of Men is 3")


def test_en_passant_is_for_one_move(chess: Game) -> None:
    state = at(chess, "4k3/8/8/8/5p2/8/4P3/4K3 w - -").apply("e2e4")
    assert "f4e3" in state.options()
    later = played(state, "e8d8 e1d1")
    assert from_square(later, "f4") == {"f3"}


@pytest.mark.parametrize(
    ("text", "castles"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ -", {"east", "west"}),
        ("4k3/8/8/8/8/8/8/R3K2R w Q -", {"west"}),
        ("4k3/8/8/8/8/8/8/R3K2R w - -", set()),
        ("4k3/8/8/8/4r3/8/8/R3K2R w KQ -", set()),  # out of check
        ("4k3/8/8/8/5r2/8/8/R3K2R w KQ -", {"west"}),  # through an attacked square
        ("4k3/8/8/8/6r1/8/8/R3K2R w KQ -", {"west"}),  # into check
        ("4k3/8/8/8/1r5r/8/8/R3K2R w KQ -", {"east", "west"}),  # only the rook's way is attacked
        ("4k3/8/8/8/8/8/8/RN2K1NR w KQ -", set()),  # over men
        ("r3k2r/8/8/8/8/8/8/4K3 b kq -", {"east", "west"}),
    ],
)
def test_castling(chess: Game, text: str, castles: set[str]) -> None:
    options = at(chess, text).options()
    assert {o.removeprefix("castle ") for o in options if o.startswith("castle")} == castles


def test_castling_moves_both(chess: Game) -> None:
    state = at(chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -")
    state = state.apply("castle west").apply("castle east")
    for man, square in (("king", "c1"), ("rook", "d1"), ("king", "g8"), ("rook", "f8")):
        assert state.evaluate(f"the Man on {square} is {man}")
    assert state.evaluate("e1 is empty and a1 is empty and e8 is empty and h8 is empty")


@pytest.mark.parametrize(
    ("moves", "castles"),
    [
        ("h1g1 e8e7 g1h1 e7e8", {"west"}),
        ("e1f1 e8e7 f1e1 e7e8", set()),
        ("a1a8 e8e7 h1h2 e7a8", set()),
    ],
)
def test_castling_is_lost(chess: Game, moves: str, castles: set[str]) -> None:
    """A rook that has moved, and any rook once the king has moved, castles no more."""
    state = at(chess, "4k3/8/8/8/8/8/8/R3K2R w KQ -")
    for move in moves.split():
        state = state.apply(move) if move in state.options() else state.apply(0)
    options = state.options()
    assert {o.removeprefix("castle ") for o in options if o.startswith("castle")} == castles


def test_promotion_is_a_second_decision(chess: Game) -> None:
    state = at(chess, "8/4P2k/8/8/8/8/8/4K3 w - -").apply("e7e8")
    assert (state.kind, state.player, state.turns) == ("decision", 0, 0)
    assert state.options() == ["=queen", "=rook", "=bishop", "=knight"]
    after = state.apply("=knight")
    assert (after.player, after.turns) == (1, 1)
    assert after.evaluate("the Man on e8 is knight")


@pytest.mark.parametrize(
    ("text", "move", "rule"),
    [
        (START, "b1b3", "CH-MOVE"),
        (START, "a1a3", "CH-MOVE"),
        (START, "d1d2", "CH-MOVE"),
        ("4k3/8/8/8/4r3/8/4B3/4K3 w - -", "e2d3", "CH-CHECK"),
        ("4k3/8/8/8/4r3/8/8/R3K2R w KQ -", "castle east", "CH-CASTLE"),
    ],
)
def test_refusals_cite_the_rule(chess: Game, text: str, move: str, rule: str) -> None:
    state = at(chess, text)
    assert rule in state.why(move).rules
    with pytest.raises(RulesError):
        state.apply(move)


# ---- endings ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "moves", "winner"),
    [
        (START, "f2f3 e7e5 g2g4 d8h4", 1),
        (START, "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7", 0),
        ("6rk/6pp/8/6N1/8/8/8/6K1 w - -", "g5f7", 0),  # smothered
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - -", "a1a8", 0),
        ("6k1/3r1ppp/8/8/8/8/8/R5K1 w - -", "a1a8", None),  # the rook comes between
        ("7k/P7/6K1/8/8/8/8/8 w - -", "a7a8 =queen", 0),
    ],
)
def test_mate(chess: Game, text: str, moves: str, winner: int | None) -> None:
    state = played(at(chess, text), moves)
    if winner is None:
        assert state.kind == "decision"
        return
    assert state.result is not None
    assert (state.result.winners, state.result.rule) == ([winner], "CH-MATE")


def test_stalemate(chess: Game) -> None:
    result = at(chess, "7k/5K2/8/6Q1/8/8/8/8 w - -").apply("g5g6").result
    assert result is not None and result.draw and result.rule == "CH-STALEMATE"


def test_fifty_moves(chess: Game) -> None:
    state = at(chess, "4k3/8/8/8/8/8/P7/R3K3 w - -", quiet=99)
    drawn = state.apply("a1b1").result
    assert drawn is not None and drawn.draw and drawn.rule == "CH-FIFTY"
    assert state.apply("a2a3").evaluate("the quiet moves is 0")


def test_mate_comes_before_fifty_moves(chess: Game) -> None:
    state = at(chess, "7k/8/6K1/8/8/8/8/R7 w - -", quiet=99)
    mate = state.apply("a1a8").result
    assert mate is not None and mate.rule == "CH-MATE"
    check = at(chess, "7k/8/5K2/8/8/8/8/R7 w - -", quiet=99).apply("a1h1")
    assert check.kind == "decision"
    drawn = check.apply("h8g8").result
    assert drawn is not None and drawn.rule == "CH-FIFTY"


def test_threefold_repetition(chess: Game) -> None:
    there_and_back = "g1f3 g8f6 f3g1 f6g8 "
    once = played(chess.start(), there_and_back)
    assert once.evaluate("the times of Positions is 2")
    twice = played(once, there_and_back)
    assert twice.result is not None and twice.result.rule == "CH-THREEFOLD"


def test_repetition_asks_for_the_same_rights(chess: Game) -> None:
    """The position with the right to castle is another than the one without."""
    state = at(chess, "4k3/8/8/8/8/8/8/R3K3 w Q -")
    there_and_back = "a1b1 e8d8 b1a1 d8e8 "
    twice = played(state, there_and_back * 2)
    assert twice.evaluate("the times of Positions is 2")  # and once with the right
    assert twice.apply("a1b1").result is not None


def test_a_passed_square_that_nobody_can_enter_does_not_count(chess: Game) -> None:
    state = played(chess.start(), "e2e4")
    assert state.evaluate("the passed square is none")
    back = played(state, "g8f6 g1f3 f6g8 f3g1")
    assert back.evaluate("the times of Positions is 2")


@pytest.mark.parametrize("seed", range(4))
def test_random_games_end_by_a_rule(chess: Game, seed: int) -> None:
    rng = random.Random(seed)
    state = chess.start()
    while state.kind == "decision":
        options = state.options()
        assert len(set(options)) == len(options)
        state = state.apply(rng.randrange(len(options)))
    assert state.result is not None and not state.result.truncated
    assert state.result.rule in ("CH-MATE", "CH-STALEMATE", "CH-FIFTY", "CH-THREEFOLD")
    assert sum(state.result.payoffs) == 0
