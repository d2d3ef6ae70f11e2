"""Exact values: of games whose value is known, against plain minimax, and what is unknown."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import UsageError
from rulewright.interpreter.engine.game import Game, State
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.play import backend
from rulewright.interpreter.play.solve import MOST_POSITIONS, key_of, solve
from tests.texts import loaded
from tests.volume import volume


@cache
def game(name: str, **options: str) -> Game:
    return loaded(driver.find(name)).instantiate(None, options)


def minimax(state: State, known: dict[State, float]) -> float:
    """The value for the first seat, by definition."""
    if state.result is not None:
        return state.result.payoffs[0]
    if state not in known:
        values = [minimax(state.apply(index), known) for index in range(len(state.options()))]
        known[state] = max(values) if state.player == 0 else min(values)
    return known[state]


def test_tic_tac_toe_is_a_draw() -> None:
    found = solve(game("tic-tac-toe").start(), 9999)
    assert found.value == 0
    assert found.positions <= 5478, "no position is looked at twice"
    state = game("tic-tac-toe").start()
    for by, text in found.line:
        assert state.player is not None and state.game.seats[state.player] == by
        state = state.apply(text)
    assert state.result is not None and state.result.draw


def test_values_are_those_of_minimax() -> None:
    """Positions of tic-tac-toe after a few random moves, and what the best line comes to."""
    known: dict[State, float] = {}
    rng, values = random.Random(5), set()
    for _ in range(30):
        state = game("tic-tac-toe").start()
        for _ in range(rng.randint(3, 5)):
            if state.kind == "decision":
                state = state.apply(rng.randrange(len(state.options())))
        if state.kind != "decision":
            continue
        found = solve(state, 9999)
        assert found.value == minimax(state, known)
        values.add(found.value)
        for _, text in found.line:
            state = state.apply(text)
        assert state.result is not None and state.result.payoffs[0] == found.value
    assert values == {-1, 0, 1}


def test_a_small_budget_comes_to_nothing_certain() -> None:
    found = solve(game("tic-tac-toe").start(), 50)
    assert found.value is None and found.positions == 50 and found.line == []
    assert (found.least, found.most) == (-1, 1)
    assert found.to_json()["value"] is None


def written(folder: Path, turn: str, players: str = "2: Ann, Bob") -> State:
    path = folder / "game.rules"
    path.write_text(f"""game Steps
players {players}
kind way: back, forth
the game has place: 0 to 3
turn
{turn}""", encoding="utf-8")
    return driver.load(path).instantiate().start()


WAYS = """  must choose a way, written "{way}"
    if the way is forth
      the place goes up by 1
    otherwise if the place is more than 0
      the place goes down by 1
"""


def test_positions_that_repeat_leave_what_is_true(tmp_path: Path) -> None:
    """Where either can go back for ever, nobody can force the third step: that is unknown, never a
    value. Where the first to reach it wins from two, the win is found all the same."""
    state = written(tmp_path, WAYS + "  if the place is 3, the player wins\n")
    assert solve(state, 3000).value is None
    near = state.game.position({"game": {"place": "2"}})
    found = solve(near, 3000)
    assert found.value == 1 and [text for _, text in found.line] == ["forth"]


def test_chance_is_weighed(tmp_path: Path) -> None:
    """A coin that is weighted 1 to 3 or a sure draw: -1/2 and 0."""
    state = written(tmp_path, """  must choose a way, written "{way}"
    if the way is back
      the game is drawn
    otherwise
      at random pick a number from 1 to 4, written "{number}"
        if the number is 1
          the player wins
        otherwise
          the player's opponent wins
""")
    found = solve(state)
    assert found.value == 0 and [text for _, text in found.line] == ["back"]
    assert solve(state.apply("forth")).value == -0.5
    assert found.positions < MOST_POSITIONS


@pytest.mark.parametrize(("name", "why"), [("kuhn", "hides something"), ("hearts", "hides")])
def test_what_has_no_such_value_says_why(name: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        solve(game(name).start())


def test_three_players_have_no_certain_value(tmp_path: Path) -> None:
    state = written(tmp_path, WAYS + "  if the place is 3, the player wins\n", "3: Ann, Bob, Cid")
    with pytest.raises(UsageError, match="played by 3"):
        solve(state)


def test_three_in_a_row_on_a_small_board(tmp_path: Path) -> None:
    """A game in which what is on top of what matters, held against minimax."""
    start = rack(tmp_path, "4 by 3", "a line of 3")
    for first in ("a1", "b1"):
        state = start.apply(first)
        assert solve(state, 9999).value == minimax(state, {})


def rack(folder: Path, size: str, line: str = "a line of 4") -> State:
    """Connect Four on another board."""
    text = driver.find("connect-four").read_text(encoding="utf-8")
    small = text.replace("7 by 6", size).replace("a line of 4", line)
    assert size in small and line in small
    path = folder / "small.rules"
    path.write_text(small, encoding="utf-8")
    return driver.load(path).instantiate().start()


# ---- by machine code --------------------------------------------------------------------------


def test_both_backends_look_at_the_same_positions(tmp_path: Path) -> None:
    """So they find the same with any budget: the interval, how many positions, the line."""
    rng, starts, values = random.Random(3), [rack(tmp_path, "4 by 4")], set()
    for name, options in (("tic-tac-toe", {}), ("nim", {}), ("kalah", {}), ("dots-and-boxes", {}),
                          ("motif", {"width": "3", "height": "2"}),
                          ("motif", {"width": "3", "height": "3", "first_player": "gold"})):
        starts.append(game(name, **options).start())
    for start in starts:
        for budget in (40, 300, 1500):
            state = start
            for _ in range(rng.randrange(8)):
                count = len(state.options() or state.outcomes())
                after = state.apply(rng.randrange(count))
                state = state if after.kind == "end" else after
            found = solve(state, budget, backend.NATIVE)
            assert found == solve(state, budget, backend.REFERENCE)
            assert found.positions <= budget
            values.add((found.least, found.most))
    assert len(values) > 3


def test_machine_code_stops_where_its_budget_does() -> None:
    """Also one that ends within a call of C, and one that is several calls long."""
    for budget in (50, 45_000):
        found = solve(game("kalah").start(), budget, backend.NATIVE)
        assert found.value is None and found.positions == budget


def test_a_search_ends_where_there_is_no_more_room() -> None:
    """What is found is what is certain by then, with any budget."""
    of = driver.load(driver.find("kalah")).instantiate()
    backend.use(of, NativeMachine(of.program, "-O1", "-DMOST_KNOWN=200000"))
    found = solve(of.start(), 10**9, backend.NATIVE)
    assert found.full and found.value is None and 500 < found.positions < 10_000


def test_payoffs_of_one_player(tmp_path: Path) -> None:
    """Three steps on a number that may not pass 3; what is paid is a third of it, rounded down,
    less 5 for each step back: the best is 3 / 3 = 1."""
    path = tmp_path / "alone.rules"
    path.write_text("""game Alone
players 1: Ann
kind way: back, forth
the game has place: 0 to 3
the game has a debt: 0 to 9
the game has a count: 0 to 3
turn
  must choose a way, written "{way}"
    the count goes up by 1
    if the way is forth
      the place goes up by 1
    otherwise
      the debt goes up by 3
  if the count is 3
    pay every player the place divided by 3 minus the debt
""", encoding="utf-8")
    state = driver.load(path).instantiate().start()
    found = solve(state, 9999, backend.NATIVE)
    assert found == solve(state, 9999, backend.REFERENCE)
    assert found.value == 1 and [text for _, text in found.line] == ["forth"] * 3


@pytest.mark.parametrize(
    "size", ["4 by 4", pytest.param("5 by 4", marks=pytest.mark.slow)])
def test_connect_four_on_small_boards_is_a_draw(tmp_path: Path, size: str) -> None:
    """As John Tromp's table of board sizes has it. (Allis showed in 1988 that the first player has
    no win on a board of up to six columns with an even number of rows.)"""
    assert solve(rack(tmp_path, size), 3_000_000).value == 0


def test_motif_is_won_by_who_begins_on_three_by_three() -> None:
    """By definition on three by two; the value on three by three is found only if it makes no
    difference in which order positions of the past came."""
    small = game("motif", width="3", height="2", first_player="gold").start()
    assert solve(small).value == minimax(small, {})
    assert solve(game("motif", width="3", height="3", first_player="gold").start()).value == 1


@volume("height", "2", "3")
def test_the_coin_makes_motif_even(height: str) -> None:
    """Each may begin as well, and wins or loses by it. (On three by three if slow.)"""
    assert solve(game("motif", width="3", height=height).start()).value == 0


def test_memories_may_come_in_any_order_unless_they_drop_the_oldest() -> None:
    program = game("motif", width="3", height="3").program
    (memory,) = program.memories
    state = [0] * program.size
    state[memory.count.offset] = 3
    assert key_of(program)([*state, 5, 9, 7]) == key_of(program)([*state, 9, 7, 5])
    assert key_of(program)([*state, 5, 9, 7]) != key_of(program)([*state, 9, 9, 5])
    rolling = replace(program, memories=[replace(memory, rolling=True)])
    assert key_of(rolling)([*state, 5, 9, 7]) != key_of(rolling)([*state, 9, 7, 5])
