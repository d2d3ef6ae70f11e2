"""Games with walks against a program that follows every path by itself (`tests/models/`), on random
boards and in whole games; by the engine and, on fewer boards, by the plain executor."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from rulewright.interpreter.engine.game import Game, State
from rulewright.interpreter.oracle.executor import Oracle
from tests.models.walks_model import (
    Maze,
    errands,
    longest,
    name,
    places,
    rings,
    rumours,
    trails,
)
from tests.texts import loaded, path_of

PACES = ("slow", "middling", "fast")


@cache
def game(ruleset: str, **options: str) -> Game:
    return loaded(path_of(ruleset)).instantiate(2, options=options)


def plain(state: State) -> list[str]:
    """The options of a state by the plain executor, in their order."""
    vector = list(state.vector)
    return state.game.machine.texts(vector, Oracle(state.game.program).options(vector))


# ---- Maze Race ----------------------------------------------------------------------------------


def in_maze(maze: Maze, steps: int) -> State:
    """The position in which Fox, who is to move, has rolled a number of steps."""
    made = game("maze-race", turns=str(maze.turns),
                bumping="allowed" if maze.bumping else "forbidden")
    data: dict[str, Any] = made.start().to_json()
    for place in places(5, 5):
        who = {maze.runner: "Runner of Fox", maze.other: "Runner of Hare"}.get(place, "none")
        data["Maze"][name(place)] = {
            "piece": who, "hedged": "yes" if place in maze.hedged else "no"}
    return made.from_json(data).apply(PACES[steps - 1])


def mazes(seed: int) -> Maze:
    rng = random.Random(seed)
    runner, other, *rest = rng.sample(places(5, 5), 25)
    return Maze(runner, other, frozenset(rest[:rng.randint(0, 12)]), rng.randint(1, 3),
                rng.random() < 0.5)


@pytest.mark.parametrize("seed", range(60))
def test_runs_are_those_of_all_paths(seed: int) -> None:
    maze = mazes(seed)
    for steps in (1, 2, 3):
        state = in_maze(maze, steps)
        # without any, Hare rolls next
        assert set(state.options() if state.kind == "decision" else ()) == maze.runs(steps)


@pytest.mark.parametrize("seed", range(8))
def test_runs_by_the_plain_executor(seed: int) -> None:
    maze = mazes(seed)
    state = in_maze(maze, 3)
    assert (set(plain(state)) if state.kind == "decision" else set()) == maze.runs(3)


def test_runs_worked_out_by_hand() -> None:
    """From a1 with three steps and one bend, b2 hedged: a4 is straight on; b3 and c2 are round the
    hedge; d1 is straight on the other way. d1 would need two bends by way of row 2."""
    state = game("maze-race").start().apply("fast")
    assert state.options() == ["arrived d1", "arrived c2", "arrived b3", "arrived a4"]


def test_out_at_the_top_before_all_steps_are_made() -> None:
    maze = Maze((0, 4), (4, 0), frozenset())
    assert "out" in in_maze(maze, 3).options()
    after = in_maze(maze, 3).apply("out")
    assert after.result is not None and list(after.result.ranks) == [1, 2]


# ---- Trails -------------------------------------------------------------------------------------


def claimed(amber: frozenset[tuple[int, int]], **options: str) -> State:
    made = game("trails", **options)
    data: dict[str, Any] = made.start().to_json()
    for place in places(4, 3):
        data["Heath"][name(place)] = {"claim": "Amber" if place in amber else "none", "bog": "no"}
    return made.from_json(data)


@pytest.mark.parametrize("seed", range(30))
def test_trails_are_all_paths_that_come_nowhere_twice(seed: int) -> None:
    rng = random.Random(seed)
    mine = frozenset(rng.sample(places(4, 3), rng.randint(1, 9)))
    start = min(mine)
    paths = list(trails(start, mine))
    state = claimed(mine)
    assert state.evaluate(f"the number of trails of {name(start)}") == len(
        {(path[-1], len(path)) for path in paths})
    assert state.evaluate("the longest of Amber") == longest(mine)
    state = claimed(mine, crossing="allowed-at-start")
    found = {n for n in range(13) if state.evaluate(
        f"there is a ring trail T of {name(start)} where (T's length is {n})")}
    assert found == rings(start, mine)


@pytest.mark.parametrize("seed", range(6))
def test_whole_games_of_trails(seed: int) -> None:
    rng = random.Random(seed)
    state = game("trails", width="3", height="3").start()
    plots: list[set[tuple[int, int]]] = [set(), set()]
    while state.player is not None:
        move = rng.choice(state.options())
        plots[state.player].add(("abc".index(move[0]), int(move[1]) - 1))
        state = state.apply(move)
    amber, jade = (longest(frozenset(mine)) for mine in plots)
    assert state.result is not None
    assert list(state.result.ranks) == [1 + (amber < jade), 1 + (jade < amber)]


# ---- Couriers -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(25))
def test_errands_and_rumours(seed: int) -> None:
    rng = random.Random(seed)
    courier, other = rng.sample(places(4, 5), 2)
    coins = rng.randint(0, 3)
    made = game("couriers")
    data: dict[str, Any] = made.start().to_json()
    for place in places(4, 5):
        who = {courier: "Courier of North", other: "Courier of South"}.get(place, "none")
        data["Land"][name(place)] = {"piece": who}
    data["North"]["coins"] = str(coins)
    state = made.from_json(data)
    assert set(state.options()) == errands(courier, other, coins)
    assert plain(state) == state.options()
    heard = rumours(courier, frozenset((courier, other)))
    assert state.evaluate(f"the number of rumours of {name(courier)}") == len(heard)
