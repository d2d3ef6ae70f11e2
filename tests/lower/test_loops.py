"""Repetitions of effects: below what was rolled or chosen, inside one another, and where the game
ends in the middle of them. The oracle plays the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.game import State
from rulewright.interpreter.ir.verify import verify
from rulewright.interpreter.oracle.executor import Oracle

GAME = """\
game Rounds
players 3: Gold, Black, Red
each player has a score: 0 to 99
the game has a limit: 0 to 99, at first 99
the game has a log: 0 to 999999
the game has a low: 0 minus 5 to 3, at first 2

turn
{turn}
  must choose "next"

end as soon as there is a player whose score is more than the limit
  rank every player by its score
"""


def start(folder: Path, turn: str, step: str = "", **numbers: int) -> State:
    """The start of a game with this turn, from a position with these numbers of the game."""
    path = folder / "rounds.rules"
    lines = "\n".join(f"  {line}" for line in turn.strip("\n").split("\n"))
    path.write_text(f"{GAME.format(turn=lines)}\n{step}\n", encoding="utf-8")
    game = driver.load(path).instantiate()
    assert verify(game.program) == []
    return game.position({"game": {name: str(value) for name, value in numbers.items()}})


def play(state: State, *moves: str) -> State:
    """The state after moves, which the oracle comes to as well."""
    oracle = Oracle(state.game.program)
    for move in moves:
        number = state.game.machine.texts(
            state.vector, state.game.machine.choices(state.vector)).index(move)
        plain = state.game.machine.plain(state.vector)
        choice = oracle.options(plain)[number]
        turns = oracle.apply(plain, choice)
        before, state = state, state.apply(move)
        assert state.game.machine.plain(state.vector) == plain
        assert state.turns - before.turns == turns
    return state


def scores(state: State) -> list[bool | int | str]:
    return [state.evaluate(f"{seat}'s score") for seat in state.game.seats]


def below(head: str, body: str) -> str:
    """A body below a line."""
    return "\n".join([head, *(f"  {line}" for line in body.strip("\n").split("\n"))])


HEADS = ["at random pick a number N from 0 to 4", "must choose a number N from 0 to 4"]
UP = "the player's score goes up by {}"
LOG = "the log becomes (the log times 10 plus the player's seat)"


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize(("body", "move", "expected"), [
    (f"repeat N times\n  {UP.format('N')}", "3", [9, 0, 0]),
    (f"repeat N times\n  {UP.format('N')}", "0", [0, 0, 0]),
    (f"repeat (N minus 2) times\n  {UP.format(1)}", "1", [0, 0, 0]),
    (f"repeat (N minus 2) times\n  {UP.format(1)}", "4", [2, 0, 0]),
    (f"repeat 2 times\n  {UP.format('N')}", "4", [8, 0, 0]),
    (f"repeat N times\n  repeat N times\n    {UP.format(1)}", "4", [16, 0, 0]),
    (f"each player in order\n  {UP.format('N')}", "4", [4, 4, 4]),
    (f"each player in order\n  repeat (N minus the player's seat) times\n    {UP.format(1)}",
     "3", [2, 1, 0]),
    (f"repeat N times\n  each player in order\n    {UP.format(1)}", "2", [2, 2, 2]),
    (f"for each player\n  repeat N times\n    {UP.format(1)}", "2", [2, 2, 2]),
    (f"for each player P\n  each player in order, from P\n    {UP.format('N')}", "1", [3, 3, 3]),
    (f"if N is 2\n  repeat N times\n    {UP.format(1)}\notherwise\n  {UP.format(9)}",
     "2", [2, 0, 0]),
])
def test_effects_below_what_is_rolled_or_chosen(
    tmp_path: Path, head: str, body: str, move: str, expected: list[int]
) -> None:
    assert scores(play(start(tmp_path, below(head, body)), move)) == expected


def test_a_step_may_repeat_effects(tmp_path: Path) -> None:
    step = f"step gain\n  repeat 2 times\n    {UP.format('the number')}"
    turn = below("at random pick a number from 0 to 4", "do gain")
    assert scores(play(start(tmp_path, turn, step), "3")) == [6, 0, 0]


@pytest.mark.parametrize(("first", "log"), [("", 123), (", from Black", 231), (", from Red", 312)])
def test_players_in_order(tmp_path: Path, first: str, log: int) -> None:
    """Each effect sees those before it; who is first is settled before the first round."""
    body = f"each player in order{first}\n  {LOG}"
    state = play(start(tmp_path, below(HEADS[0], body)), "0")
    assert state.evaluate("the log") == log


def test_what_the_rounds_change(tmp_path: Path) -> None:
    """The count and the first player are those before the first round."""
    body = "repeat the low times\n  the low goes down by 1\n  the log goes up by 1"
    state = play(start(tmp_path, below(HEADS[0], body)), "0")
    assert (state.evaluate("the low"), state.evaluate("the log")) == (0, 2)
    body = f"each player in order\n  {LOG}\n  Black begins"
    state = play(start(tmp_path, below(HEADS[0], body)), "0")
    assert state.evaluate("the log") == 123


@pytest.mark.parametrize(("body", "limit", "expected"), [
    (f"repeat 9 times\n  {UP.format('N')}\n  the log goes up by 1", 5, [6, 0, 0]),
    (f"each player in order, from Black\n  {UP.format('N')}\n  the log goes up by 1", 2, [0, 3, 0]),
    (f"repeat 2 times\n  each player in order\n    {UP.format('N')}\n    the log goes up by 1", 3,
     [6, 3, 3]),
    (f"for each player\n  repeat N times\n    {UP.format(1)}\n    the log goes up by 1", 2,
     [3, 0, 0]),
])
def test_an_end_stops_the_rounds_at_once(
    tmp_path: Path, body: str, limit: int, expected: list[int]
) -> None:
    state = play(start(tmp_path, below(HEADS[0], body), limit=limit), "3")
    assert state.kind == "end" and scores(state) == expected
    rounds = sum(expected) // (1 if "repeat N" in body else 3)
    assert state.evaluate("the log") == rounds - 1, "nothing is done after the end"


def test_rounds_with_choices_stay_what_they_were(tmp_path: Path) -> None:
    body = f"repeat N times\n  must choose a number from 1 to 2\n    {UP.format('the number')}"
    state = play(start(tmp_path, below(HEADS[0], body)), "2", "1", "2")
    assert scores(state) == [3, 0, 0] and state.options() == ["next"]


def test_rounds_are_no_edges_of_the_flow(tmp_path: Path) -> None:
    """Rounds of effects need no block and no field, and do not count towards `endless`."""
    body = "repeat 200 times\n  repeat 200 times\n    the log goes up by 1"
    state = play(start(tmp_path, below(HEADS[0], body)), "1")
    assert state.evaluate("the log") == 40_000
    assert "in progress" not in state.to_json()


def test_an_error_in_a_round_has_its_place(tmp_path: Path) -> None:
    body = f"repeat N times\n  {UP.format(50)}"
    with pytest.raises(RulesError) as met:
        play(start(tmp_path, below(HEADS[0], body)), "2")
    (found,) = met.value.diagnostics
    assert found.code == "bound" and found.span is not None
    assert found.span.text == UP.format(50) and found.span.column == 7


def test_too_many_inside_one_another(tmp_path: Path) -> None:
    lines = [f"{'  ' * depth}repeat 2 times" for depth in range(13)]
    body = "\n".join([*lines, "  " * 13 + "the log goes up by 1"])
    with pytest.raises(RulesError) as met:
        start(tmp_path, body)
    assert [found.code for found in met.value.diagnostics] == ["too-deep"]


# ---- an end, and what is done to several at once ----------------------------------------------

TOGETHER = """\
game Together
players 2: Gold, Black
board Field: a grid of square cells, 3 by 1
piece Stone of a player, on Field
each player has a score: 0 to 9
each player can be out
each Stone can be tired
the game can be open
a player is done if the player's score is 1 or there is no Stone of the player or the player is out
setup
  put a Stone of Gold on a1
  put a Stone of Black on b1
turn
  must choose "on"
  the game becomes open
  {line}
  the game is drawn
end as soon as some player is done and the game is open
  pay every player (1 if the player is not done otherwise 0)
end as soon as some Stone is tired
  pay every player (the number of tired Stones plus (1 if the player is Gold otherwise 0))
"""


@pytest.mark.parametrize(("line", "payoffs"), [
    ("every player's score goes up by 1", [0, 0]),
    ("for each player P, P's score goes up by 1", [0, 1]),
    ("the score of all players becomes 1", [0, 0]),
    ("remove every Stone", [0, 0]),
    ("for each Stone, remove it", [0, 1]),
    ("every player becomes out", [0, 0]),
    ("every Stone becomes tired", [3, 2]),
    ("for each Stone, it becomes tired", [2, 1]),
])
def test_what_is_done_to_several_at_once_is_one_effect(
    tmp_path: Path, line: str, payoffs: list[int]
) -> None:
    """An end is looked at when it is done to all of them; under `for each` in every round."""
    path = tmp_path / "together.rules"
    path.write_text(TOGETHER.format(line=line), encoding="utf-8")
    state = play(driver.load(path).instantiate().start(), "on")
    assert state.result is not None
    assert (state.result.payoffs if any(payoffs) else [0, 0]) == payoffs
    assert state.result.draw == (payoffs[0] == payoffs[1])
