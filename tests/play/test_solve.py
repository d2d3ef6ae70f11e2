"""Exact values: of games whose value is known, against plain minimax, and what is unknown."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import UsageError
from rulewright.interpreter.engine.game import Game, State
from rulewright.interpreter.play.solve import MOST_POSITIONS, solve
from tests.texts import loaded


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
    text = driver.find("connect-four").read_text(encoding="utf-8")
    small = text.replace("7 by 6", "4 by 3").replace("a line of 4", "a line of 3")
    assert small != text
    path = tmp_path / "small.rules"
    path.write_text(small, encoding="utf-8")
    start = driver.load(path).instantiate().start()
    for first in ("a1", "b1"):
        state = start.apply(first)
        assert solve(state, 9999).value == minimax(state, {})
