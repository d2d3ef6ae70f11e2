"""The Motif reference model against the worked examples, the lemmas and hand-made cases.

Expected values come from the rules, worked out by hand; the counts compared with the model's
own are those of a naive recursion.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from tests.models import motif_counts, motif_model
from tests.models.motif_model import (
    BLACK,
    GOLD,
    State,
    Tile,
    Tiles,
    apply,
    choice_name,
    counts,
    from_rows,
    initial,
    is_over,
    options,
    parse_choice,
    result,
)
from tests.volume import volume


def play(state: State, *texts: str) -> State:
    """Carry out several decisions in turn."""
    for text in texts:
        state = apply(state, text)
    return state


def at(names: str) -> Tiles:
    """Read tiles written one after another with spaces."""
    return frozenset(motif_model.parse_tile(name) for name in names.split())


def additions(state: State) -> set[str]:
    """Return the tiles open for adding, by name."""
    return {text[1:] for text in options(state) if text.startswith("+")}


def moves(state: State, start: str) -> set[str]:
    """Return the tiles the token on ``start`` may move to now, by name."""
    return {text.split("-")[1] for text in options(state) if text.startswith(start + "-")}


# --- the worked examples --------------------------------------------------------------------


def after_reply() -> State:
    """Return the position after worked examples 1 and 2."""
    return play(initial(), "+c3", "+b3")


def test_example_1_opening() -> None:
    """MTF-ADD-11, MTF-ADD-01: 25 additions; the turn ends by itself."""
    state = initial(first=GOLD)
    assert len(options(state)) == 25
    assert len(additions(state)) == 25
    state = apply(state, "+c3")
    assert state.coloured == (at("c3"), frozenset())
    assert counts(state) == (1, 0, 24)
    assert state.reserve[GOLD] == 2
    assert state.mover == BLACK


def test_example_2_reply() -> None:
    """MTF-ADD-11, MTF-MOVE-13: every tile but the occupied one."""
    state = apply(initial(first=GOLD), "+c3")
    assert len(options(state)) == 24
    assert len(additions(state)) == 24
    assert "+c3" not in options(state)
    with pytest.raises(ValueError, match="not a legal decision"):
        apply(state, "+c3")
    assert counts(apply(state, "+b3")) == (1, 1, 23)


def test_example_3_move_first() -> None:
    """MTF-TURN-03, MTF-ADD-04, MTF-MOVE-12: the vacated tile is open for adding."""
    state = after_reply()
    assert len(options(state)) == 46
    assert len(moves(state, "c3")) == 23
    assert len(additions(state)) == 23
    assert "c3-c3" not in options(state)
    state = apply(state, "c3-e5")
    assert len(options(state)) == 23
    assert len(additions(state)) == 23
    assert "c3" in additions(state)
    assert not {"b3", "e5"} & additions(state)
    state = apply(state, "+c3")
    assert state.tokens[GOLD] == at("c3 e5")
    assert counts(state) == (2, 1, 22)
    assert state.reserve[GOLD] == 1
    assert state.mover == BLACK


def test_example_4_add_first() -> None:
    """MTF-ADD-08, MTF-MOVE-16: the newcomer does not move; the tile left stays gold."""
    state = apply(after_reply(), "+d4")
    assert len(options(state)) == 22
    assert len(moves(state, "c3")) == 22
    assert not moves(state, "d4")
    state = apply(state, "c3-a1")
    assert state.tokens[GOLD] == at("a1 d4")
    assert state.coloured[GOLD] == at("a1 c3 d4")
    assert counts(state) == (3, 1, 21)
    assert state.mover == BLACK


def test_example_5_round_the_corner() -> None:
    """MTF-MOVE-05, -07, -15: a bent path; the black tile crossed stays black."""
    rows = [
        "w. w. w. w. w.",
        "w. w. w. w. w.",
        "w. w. b. w. w.",
        "w. bB w. w. w.",
        "gG bB w. w. w.",
    ]
    state = from_rows(rows, GOLD, (2, 1))
    assert len(moves(state, "a1")) == 22
    assert "c1" in moves(state, "a1")
    state = apply(state, "a1-c1")
    assert state.coloured[GOLD] == at("a1 c1")
    assert state.coloured[BLACK] == at("b1 b2 c3")
    assert counts(state) == (2, 3, 20)


def test_example_6_the_wall() -> None:
    """MTF-ADD-05, MTF-MOVE-09, -11: three corner tiles are walled off by gold."""
    rows = [
        "w. w. w. w. w.",
        "w. w. w. bB w.",
        "gG w. w. w. w.",
        "w. gG w. w. bB",
        "w. w. gG w. w.",
    ]
    state = from_rows(rows, BLACK, (0, 1))
    assert len(moves(state, "d4")) == 17
    assert moves(state, "d4") == moves(state, "e2") == additions(state)
    assert not {"a1", "a2", "b1"} & additions(state)
    assert len(options(state)) == 51


def test_example_7_unblocked_therefore_obliged() -> None:
    """MTF-MOVE-02, R10, R04: a token set free in the turn must still move."""
    rows = [
        "w. w. w. w. w.",
        "w. w. w. w. w.",
        "w. w. w. w. w.",
        "bB w. w. w. w.",
        "gG gG w. w. w.",
    ]
    state = from_rows(rows, GOLD, (1, 2))
    assert not moves(state, "a1")
    assert len(moves(state, "b1")) == 22
    assert len(additions(state)) == 22
    assert len(options(state)) == 44
    state = apply(state, "b1-e5")
    assert len(moves(state, "a1")) == 22
    assert len(options(state)) == 22
    state = apply(state, "a1-b1")
    assert len(additions(state)) == 22
    assert len(options(state)) == 22
    assert "a1" in additions(state)
    state = apply(state, "+a1")
    assert state.tokens[GOLD] == at("a1 b1 e5")
    assert counts(state) == (3, 1, 21)
    assert state.mover == BLACK


def test_example_8_self_block() -> None:
    """MTF-MOVE-17, R09: sealing in one's own token is legal and costs its move only."""
    rows = [
        "w. w. w. w. w.",
        "w. w. w. w. w.",
        "w. w. gG w. w.",
        "bB w. w. w. w.",
        "gG w. w. w. w.",
    ]
    state = apply(from_rows(rows, GOLD, (1, 2)), "c3-b1")
    assert state.mover == GOLD
    assert len(additions(state)) == 22
    assert len(options(state)) == 22
    state = apply(state, "+c3")
    assert state.tokens[GOLD] == at("a1 b1 c3")
    assert state.mover == BLACK


def test_example_9_end_in_mid_turn() -> None:
    """MTF-END-02, MTF-END-03, R12: the end comes at once, the other token stays."""
    rows = [
        "g. b. g. b. w.",
        "b. g. b. g. b.",
        "gG b. gG b. g.",
        "b. g. bB g. bB",
        "g. bB g. b. g.",
    ]
    state = from_rows(rows, GOLD, (0, 0))
    assert counts(state) == (12, 12, 1)
    assert not is_over(state)
    state = apply(state, "a3-e5")
    assert counts(state) == (13, 12, 0)
    assert is_over(state)
    assert result(state) == GOLD
    assert options(state) == []
    assert state.tokens[GOLD] == at("c3 e5")


def test_example_10_thirteen_is_not_enough() -> None:
    """MTF-END-05, MTF-END-03: a majority ends nothing while a white tile remains."""
    rows = [
        "g. g. g. g. w.",
        "g. g. g. g. bB",
        "g. gG g. g. b.",
        "gG g. gG b. bB",
        "b. bB b. b. b.",
    ]
    state = from_rows(rows, BLACK, (0, 0))
    assert counts(state) == (15, 9, 1)
    assert not is_over(state)
    state = apply(state, "e4-d4")
    assert counts(state) == (14, 10, 1)
    state = apply(state, "b1-b4")
    assert counts(state) == (13, 11, 1)
    won = apply(state, "e2-e5")
    assert counts(won) == (13, 12, 0)
    assert is_over(won)
    assert result(won) == GOLD
    on = apply(state, "e2-a5")
    assert counts(on) == (12, 12, 1)
    assert not is_over(on)
    assert on.mover == GOLD


# --- turns, ends, and parameters ------------------------------------------------------------


def test_black_may_begin() -> None:
    """MTF-SETUP-07: either seat can have the first turn."""
    state = initial(first=BLACK)
    assert state.mover == BLACK
    assert apply(state, "+a1").tokens == (frozenset(), at("a1"))


def test_other_sizes() -> None:
    """R01, R02: size and number of tokens are parameters; columns are letters."""
    state = initial(width=4, height=2, tokens=1)
    assert set(options(state)) == {"+a1", "+b1", "+c1", "+d1", "+a2", "+b2", "+c2", "+d2"}
    assert apply(state, "+d2").reserve == (0, 1)
    for bad in ((1, 5, 3), (5, 1, 3), (5, 5, 0), (27, 5, 3)):
        with pytest.raises(ValueError, match="bad parameters"):
            initial(*bad)


def test_empty_turn_passes_by_itself() -> None:
    """R11, MTF-TURN-04, L4: walled in, Gold can neither move nor add; Black goes on."""
    rows = [
        "w. w. w.",
        "w. w. bB",
        "gG bB w.",
    ]
    state = play(from_rows(rows, BLACK, (1, 1)), "b1-c3", "c2-a2")
    assert state.mover == BLACK
    turns = state.turns
    state = apply(state, "+b1")
    assert state.mover == BLACK
    assert state.turns == turns + 2
    assert state.reserve == (1, 0)
    # Loaded as a turn of Gold, it passes at once as well.
    rows = [
        "w. w. w.",
        "bB w. w.",
        "gG bB w.",
    ]
    assert from_rows(rows, GOLD, (1, 0)).mover == BLACK


def test_a_blocked_token_is_skipped() -> None:
    """MTF-MOVE-18: a1 has nowhere to go; the turn ends without it."""
    rows = [
        "w. w. w.",
        "bB w. w.",
        "gG bB gG",
    ]
    state = from_rows(rows, GOLD, (0, 0))
    assert moves(state, "a1") == set()
    assert apply(state, "c1-c3").mover == BLACK


def test_adding_on_the_only_exit_is_legal() -> None:
    """R09: after the addition the token is sealed in and the turn is over."""
    rows = [
        "w. w. w.",
        "bB w. w.",
        "gG w. w.",
    ]
    state = apply(from_rows(rows, GOLD, (1, 1)), "+b1")
    assert state.mover == BLACK
    assert state.tokens[GOLD] == at("a1 b1")


def test_end_at_an_addition_and_draw_on_equal_counts() -> None:
    """R12, R13: an addition on the last white tile ends the game; 3 to 3 is a draw."""
    rows = [
        "w. b. bB",
        "gG g. b.",
    ]
    state = apply(from_rows(rows, GOLD, (1, 0)), "+a2")
    assert is_over(state)
    assert counts(state) == (3, 3, 0)
    assert result(state) is None
    assert state.tokens[GOLD] == at("a1 a2")


def test_result_of_an_unfinished_game_is_refused() -> None:
    """There is no result before the end."""
    with pytest.raises(ValueError, match="not over"):
        result(initial())


@pytest.mark.parametrize(
    ("rows", "reserve"),
    [(["bG w.", "w. bB"], (1, 1)), (["w. w.", "w. bB"], (0, 0)), (["w. w.", "w."], (1, 1))],
)
def test_bad_positions_are_refused(rows: list[str], reserve: tuple[int, int]) -> None:
    """R14: a token on a foreign tile; a player without tokens; a ragged board."""
    with pytest.raises(ValueError, match=r"token|lengths"):
        from_rows(rows, GOLD, reserve)


# --- the stalemate --------------------------------------------------------------------------


SHUFFLE = ("a2-a1", "c2-c3", "a1-a2", "c3-c2")


def test_the_duty_begins_at_the_third_occurrence() -> None:
    """R16, MTF-STALE-02, -03: the turn about to be played has to change a tile."""
    state = play(initial(3, 3, 1), "+a1", "+c3", "a1-a2", "c3-c2")  # the first occurrence
    state = play(state, *SHUFFLE)  # the second
    assert not state.duty
    assert len(options(state)) == 7
    state = play(state, *SHUFFLE[:3])
    assert not state.duty
    state = apply(state, SHUFFLE[3])  # the third
    assert state.duty
    assert state.turns == 12
    # Seven free tiles; a1 is gold already.  c3 is black, the other five are white.
    assert moves(state, "a2") == {"a3", "b1", "b2", "b3", "c1", "c3"}
    assert len(options(state)) == 6
    state = apply(state, "a2-c3")
    assert moves(state, "c2") == {"a1", "a2", "a3", "b1", "b2", "b3", "c1"}  # R18: Black too


#: Three tiles change hands all round: each turn takes a tile of the opponent.
CYCLE = ("a1-b1", "c1-a1", "b1-c1", "a1-b1", "c1-a1", "b1-c1")
CYCLE_ROWS = ["w. w. w.", "w. w. w.", "gG b. bB"]


def test_the_six_turn_cycle_ends_in_a_draw() -> None:
    """R20: counted afresh under the duty, the third occurrence is a draw."""
    state = play(from_rows(CYCLE_ROWS, GOLD, (0, 0)), *CYCLE, *CYCLE[:5])
    assert not state.duty
    state = apply(state, CYCLE[5])
    assert state.duty  # occurrences at the starts of turns 1, 7 and 13
    state = play(state, *CYCLE, *CYCLE[:5])
    assert not is_over(state)
    state = apply(state, CYCLE[5])  # turns 13, 19 and 25
    assert state.turns == 24
    assert is_over(state)
    assert result(state) is None
    assert options(state) == []
    assert counts(state) == (1, 2, 6)


def test_the_duty_binds_the_turn_not_the_landing() -> None:
    """R19: the first of two tokens is free, the last one must change a tile."""
    rows = [
        "gG g. w.",
        "w. w. w.",
        "gG g. bB",
    ]
    state = from_rows(rows, GOLD, (0, 0), duty=True)
    assert len(options(state)) == 12  # both tokens, six free tiles each
    free_move = apply(state, "a1-b1")
    assert moves(free_move, "a3") == {"a2", "b2", "c2", "c3"}  # a1 and b3 are gold
    change = apply(state, "a1-c3")
    assert moves(change, "a3") == {"a1", "a2", "b1", "b2", "b3", "c2"}


def test_the_duty_forbids_sealing_off_the_last_change() -> None:
    """R19: moving to the gold b1 would leave a1 walled in and no change possible."""
    rows = [
        "w. w. gG",
        "bB w. w.",
        "gG g. bB",
    ]
    assert "c3-b1" in options(from_rows(rows, GOLD, (0, 0)))
    assert "c3-b1" not in options(from_rows(rows, GOLD, (0, 0), duty=True))
    # With a token in reserve the addition can still make the change, and then must.
    state = from_rows(rows, GOLD, (1, 0), duty=True)
    assert "c3-b1" in options(state)
    state = apply(state, "c3-b1")
    assert additions(state) == {"a3", "b2", "b3", "c2"}  # not the gold c3


def test_the_duty_lapses_when_no_change_is_possible() -> None:
    """MTF-STALE-04: Gold can reach gold tiles only and is free among them."""
    rows = [
        "w. w. w. w.",
        "bB bB bB w.",
        "gG g. g. bB",
    ]
    state = from_rows(rows, GOLD, (0, 0), duty=True)
    assert set(options(state)) == {"a1-b1", "a1-c1"}
    assert apply(state, "a1-c1").mover == BLACK


def test_the_duty_and_an_addition_on_an_own_tile() -> None:
    """R19: an addition on an own tile is free as long as the move can make the change."""
    rows = [
        "w. w. w.",
        "bB w. w.",
        "gG g. bB",
    ]
    state = from_rows(rows, GOLD, (1, 0), duty=True)
    # Adding on b1 would seal a1 in without any change; elsewhere it is a change itself.
    assert additions(state) == {"a3", "b2", "b3", "c2", "c3"}
    assert "b1" in moves(state, "a1")  # the addition can follow with a change
    assert additions(apply(state, "a1-b1")) == {"a3", "b2", "b3", "c2", "c3"}  # a1 is gold


# --- the lemmas, on random games with a fixed seed --------------------------------------------


BOARDS = [(5, 5, 3), (4, 4, 3), (3, 3, 2), (4, 3, 1), (3, 2, 2), (2, 2, 1)]
#: Boards on which players that avoid white tiles soon come to a stalemate.
SMALL_BOARDS = [(3, 3, 1), (3, 2, 2), (3, 2, 1), (2, 2, 1)]


def random_walk(width: int, height: int, tokens: int, seed: int, shy: bool) -> Iterator[State]:
    """Yield the states of a random game, empty turns as states of their own.

    Shy players land on white tiles only if there is no other way.
    """
    source = random.Random(seed)
    state = initial(width, height, tokens, source.randrange(2))
    yield state
    while not is_over(state):
        if motif_model.is_empty_turn(state):
            state = motif_model.end_turn(state)
        else:
            legal = motif_model.choices(state)
            white = motif_model.white_tiles(state)
            quiet = [choice for choice in legal if choice[1] not in white]
            state = motif_model.step(state, source.choice(quiet if shy and quiet else legal))
        yield state


def random_games() -> Iterator[list[State]]:
    """Yield random games on several boards."""
    for shy, boards in ((False, BOARDS), (True, SMALL_BOARDS)):
        for width, height, tokens in boards:
            for seed in range(20):
                yield list(random_walk(width, height, tokens, seed, shy))


@pytest.fixture(scope="module", name="games")
def fixture_games() -> list[list[State]]:
    """Return the random games, played once."""
    return list(random_games())


def parts(tiles: Tiles) -> list[Tiles]:
    """Split tiles into orthogonally connected parts, by merging labels until nothing moves."""
    label: dict[Tile, Tile] = {tile: tile for tile in tiles}
    changing = True
    while changing:
        changing = False
        for x, y in tiles:
            for other in ((x + 1, y), (x, y + 1)):
                if other in label and label[other] != label[x, y]:
                    label[other] = label[x, y] = min(label[other], label[x, y])
                    changing = True
    return [frozenset(t for t in tiles if label[t] == name) for name in set(label.values())]


def test_games_end_and_show_what_they_should(games: list[list[State]]) -> None:
    """The sample is not empty of empty turns, duties, wins of both and draws."""
    ends = [game[-1] for game in games]
    assert {end.winner for end in ends} == {GOLD, BLACK, None}
    assert any(motif_model.is_empty_turn(state) for game in games for state in game)
    assert any(state.duty for game in games for state in game)
    assert any(motif_model.white_tiles(end) for end in ends)  # the draw of R20


def test_lemma_1_token_tiles(games: list[list[State]]) -> None:
    """L1: the tile under a token has the token's colour; tokens are never lost."""
    for game in games:
        total = sum(game[0].reserve)
        for state in game:
            for player in (GOLD, BLACK):
                assert state.tokens[player] <= state.coloured[player]
            assert not state.coloured[GOLD] & state.coloured[BLACK]
            assert sum(state.reserve) + sum(map(len, state.tokens)) == total


def test_lemma_2_reach_is_components(games: list[list[State]]) -> None:
    """L2: reach is the free part of the components with an own token, all turn long."""
    for game in games:
        begun: list[Tiles] = []
        turn = -1
        for state in game:
            if state.over:
                continue
            me = state.mover
            board = parts(motif_model.all_tiles(state) - state.tokens[1 - me])
            mine = [part for part in board if part & state.tokens[me]]
            if state.tokens[me]:
                expected = frozenset().union(*mine) - state.tokens[me]
                assert motif_model.reach(state, me) == expected
                if state.turns == turn:
                    assert set(mine) == set(begun)
                turn, begun = state.turns, mine


def test_lemma_3_a_move_makes_room_to_add(games: list[list[State]]) -> None:
    """L3: after a move, and with a reserve, an addition is possible."""
    for game in games:
        for state in game:
            if state.moved and not state.over and state.reserve[state.mover]:
                assert motif_model.reach(state, state.mover)


def test_lemma_4_no_move_no_addition(games: list[list[State]]) -> None:
    """L4: with tokens on the board but no move there is no addition either."""
    for game in games:
        for state in game:
            tokens = state.tokens[state.mover]
            if tokens and not any(motif_model.region(state, token) for token in tokens):
                assert not motif_model.reach(state, state.mover)


def test_lemma_5_no_two_empty_turns(games: list[list[State]]) -> None:
    """L5: while a tile is white somebody can move, so empty turns never follow each other."""
    for game in games:
        for before, after in pairwise(game):
            if motif_model.is_empty_turn(before):
                assert not motif_model.is_empty_turn(after)
            tokens = before.tokens[GOLD] | before.tokens[BLACK]
            if tokens and motif_model.white_tiles(before):
                assert any(motif_model.region(before, token) for token in tokens)


def test_lemma_6_monotone_counts(games: list[list[State]]) -> None:
    """L6: white never grows; in a turn the mover never loses tiles nor the opponent gains."""
    for game in games:
        for before, after in pairwise(game):
            me = before.mover
            assert motif_model.white_tiles(after) <= motif_model.white_tiles(before)
            assert before.coloured[me] <= after.coloured[me]
            assert after.coloured[1 - me] <= before.coloured[1 - me]


def test_turns_are_short(games: list[list[State]]) -> None:
    """A turn has at most tokens + 1 atomic choices."""
    for game in games:
        limit = game[0].reserve[GOLD] + 1
        made: dict[int, int] = {}
        for before in game[:-1]:
            made[before.turns] = made.get(before.turns, 0) + 1
        assert max(made.values()) <= limit


def turn_lines(state: State, plain: bool) -> list[tuple[bool, list[str]]]:
    """Return all ways to play the turn, each with whether it changed a tile."""
    lines: list[tuple[bool, list[str]]] = []
    source = motif_model.plain_choices if plain else motif_model.choices
    open_lines: list[tuple[State, list[str]]] = [(state, [])]
    while open_lines:
        within, texts = open_lines.pop()
        for choice in source(within):
            after = motif_model.land(within, choice)
            line = [*texts, choice_name(choice)]
            if motif_model.plain_choices(after):
                open_lines.append((after, line))
            else:
                lines.append((after.changed, line))
    return lines


@volume("positions", 80, 400)
def test_the_duty_as_a_choice_among_whole_turns(positions: int) -> None:
    """R19 said differently: the turns with a change if there are any, else all turns."""
    source = random.Random(7)
    seen = {"free": 0, "bound": 0, "lapsed": 0}
    for _ in range(positions):
        tiles = [(x, y) for x in range(3) for y in range(3)]
        source.shuffle(tiles)
        tokens = (frozenset(tiles[:2]), frozenset(tiles[2:5]))
        rest = tiles[5:]
        cut = source.randrange(len(rest))
        coloured = (tokens[0] | frozenset(rest[:cut]), tokens[1])
        reserve = (source.randrange(2), 0)
        state = motif_model.begin_turn(State(3, 3, coloured, tokens, reserve, GOLD, duty=True))
        plain = turn_lines(state, plain=True)
        changing = [line for line in plain if line[0]]
        expected = changing or plain
        assert sorted(turn_lines(state, plain=False)) == sorted(expected)
        kind = "lapsed" if not changing else "free" if changing == plain else "bound"
        seen[kind] += 1
    assert min(seen.values()) > 0


# --- notation and counts --------------------------------------------------------------------


def test_notation_round_trip() -> None:
    """What is written can be read again."""
    for text in ("+a1", "+e5", "c3-e5", "a10-b12"):
        assert choice_name(parse_choice(text)) == text


def naive_decisions(state: State, depth: int, table: list[list[int]], level: int = 0) -> None:
    """Count by going through every sequence, with the public functions only."""
    if level == depth:
        return
    for text in options(state):
        after = apply(state, text)
        table[level][0] += 1
        table[level][1] += is_over(after)
        naive_decisions(after, depth, table, level + 1)


def naive_turns(state: State, depth: int, table: list[list[int]], turns: int = 0) -> None:
    """Count whole turns by going through every sequence, one decision or pass at a time."""
    if turns == depth or state.over:
        return
    if motif_model.is_empty_turn(state):
        reached = [motif_model.end_turn(state)]
    else:
        reached = [motif_model.step(state, choice) for choice in motif_model.choices(state)]
    for after in reached:
        if after.turns > turns:
            table[turns][0] += 1
            table[turns][1] += after.over
        naive_turns(after, depth, table, after.turns)


@pytest.mark.parametrize(
    ("width", "height", "tokens", "decisions", "turns", "first"),
    [
        *((*row, GOLD) for row in (
            (2, 2, 1, 28, 28), (3, 2, 2, 5, 4), (2, 3, 2, 5, 3), (3, 3, 2, 3, 3), (4, 3, 3, 3, 2))),
        (2, 2, 1, 28, 28, BLACK), (3, 2, 2, 5, 4, BLACK),  # to the end, and in the middle
        *(pytest.param(*row, first, marks=pytest.mark.slow) for first in (GOLD, BLACK) for row in (
            (3, 2, 2, 6, 5), (2, 3, 2, 6, 4), (3, 3, 2, 4, 3), (4, 3, 3, 3, 3), (3, 2, 2, 8, 6),
            (2, 3, 2, 7, 5))),
    ],
)
def test_counts_agree_with_plain_recursion(
    width: int, height: int, tokens: int, decisions: int, turns: int, first: int
) -> None:
    """Counting states together changes nothing, and neither does who begins. The depths are those
    at which there are several thousand sequences, ended games among them on the small boards."""
    start = initial(width, height, tokens, first)
    table = [[0, 0] for _ in range(decisions)]
    naive_decisions(start, decisions, table)
    expected = [(pair[0], pair[1]) for pair in table]
    board = (width, height, tokens)
    assert motif_counts.counts_by_decisions(*board, decisions, first) == expected
    assert motif_counts.counts_by_decisions(*board, decisions, merge=False) == expected
    table = [[0, 0] for _ in range(turns)]
    naive_turns(start, turns, table)
    expected = [(pair[0], pair[1]) for pair in table]
    assert motif_counts.counts_by_turns(*board, turns, first) == expected
    assert motif_counts.counts_by_turns(*board, turns, merge=False) == expected


def test_counts_worked_out_by_hand() -> None:
    """The first depths, from the rules alone.

    Board 5 x 5: 25 additions, 24 replies, then 23 moves and 23 additions (R04).  A third turn
    is 23 moves with 23 additions each or 23 additions with 22 moves each: 1035 sequences.
    Fewer are open when Gold stands in a corner with Black beside it (8 cases: the addition on
    the other side seals it, 1 sequence and not 22) and when Black stands beside a free corner
    (an addition on the corner's other side cuts the corner off for the token: 22 positions of
    that token, 8 cases, 1 sequence less each): 600 x 1035 - 8 x 21 - 22 x 8.
    """
    decisions = motif_counts.counts_by_decisions(5, 5, 3, 3)
    assert decisions == [(25, 0), (25 * 24, 0), (25 * 24 * 46, 0)]
    turns = motif_counts.counts_by_turns(5, 5, 3, 3)
    assert [pair[0] for pair in turns[:2]] == [25, 600]
    # A sealed turn has one sequence where 22 were counted: the addition alone.
    assert turns[2] == (600 * 1035 - 8 * 21 - 8 * 22, 0)


def test_the_smallest_game_worked_out_by_hand() -> None:
    """Board 2 x 2 with one token each: 4 x 3 x 2 x 2 openings, one in two ends at once.

    From the fourth turn on the mover either takes the last white tile, which ends the game, or
    retakes the tile just left.  The second way runs in a circle of six turns: the duty begins at
    the start of turn 16 and the draw comes at the start of turn 28, so all 48 end at 27.
    """
    expected = [(4, 0), (12, 0), (24, 0), *[(48, 24)] * 23, (48, 48), (0, 0)]
    assert motif_counts.counts_by_decisions(2, 2, 1, 28) == expected
    assert motif_counts.counts_by_turns(2, 2, 1, 28) == expected


@volume("less", 1, 0)
def test_the_table_holds(less: int) -> None:
    """The stored counts are those of the model, as deep as is quick to compute, or one less."""
    path = Path(__file__).resolve().parents[1] / "perft" / "motif.perft"
    limits = {(2, 2, 1): 28, (3, 2, 1): 7, (3, 2, 2): 16, (3, 3, 2): 4, (4, 4, 3): 3, (5, 5, 3): 3}
    lines = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
    lines = [words for words in lines if words and words[0] != "#"]
    assert lines
    by_turns, by_decisions = cache(motif_counts.counts_by_turns), cache(
        motif_counts.counts_by_decisions)
    met = set()
    for words in lines:
        heads = dict(word.split("=") for word in words if "=" in word)
        numbers = [word for word in words if "=" not in word]
        board = (int(heads["width"]), int(heads["height"]), int(heads["tokens"]))
        depth = limits[board] - less
        count = by_turns if heads["unit"] == "turn" else by_decisions
        index = 1 if heads.get("count") == "ended" else 0
        expected = [pair[index] for pair in count(*board, depth)]
        assert numbers[0::2] == [f"D{n}" for n in range(1, len(numbers) // 2 + 1)]
        assert [int(number) for number in numbers[1::2]][:depth] == expected
        met.add((*board, heads["unit"], index))
    assert len(met) == len(lines) == 4 * len(limits)
