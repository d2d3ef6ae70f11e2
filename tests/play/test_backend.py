"""Backends: the same rows and counts, who serves when, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import UsageError
from rulewright.interpreter.native import build, tables
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.play import backend, forward, setting, simulate, trace
from rulewright.interpreter.play.forward import NativeForward
from rulewright.interpreter.play.perft import perft
from tests.played import MOST, Setup

NIM, STARTER = "nim", "starter.rules"
#: Games that end by a limit, by chance, by a full memory, in a draw.
NAMES = [NIM, "pig", "tic-tac-toe", "konane"]


def job(name: str, *seats: str, **more: int) -> simulate.Job:
    made = setting.make(name, None, {})
    return simulate.Job(made, seats or ("random",) * made.players, 3, **more)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("limits", [{}, {"max_turns": 4}, {"max_decisions": 5}])
def test_rows_are_the_same(
    name: str, limits: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate, "ALONE", 0)  # other processes help at once
    made = job(name, **limits)
    expected = list(simulate.rows(made, 60, how=backend.REFERENCE))
    assert list(simulate.rows(made, 60, how=backend.NATIVE)) == expected
    assert list(simulate.rows(made, 60, 2, first=20, how=backend.NATIVE)) == expected[20:]
    assert list(simulate.rows(replace(made, seats=("first", "random")), 9, how=backend.NATIVE)) == (
        list(simulate.rows(replace(made, seats=("first", "random")), 9)))


@pytest.mark.parametrize("name", [*NAMES, "kuhn", "hearts"])
@pytest.mark.parametrize("limits", [{}, {"max_turns": 4}])
def test_summaries_are_the_same(
    name: str, limits: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games summed up in C come to what their rows come to, in one process or two."""
    monkeypatch.setattr(simulate, "ALONE", 0)
    made = job(name, **limits)
    found = [simulate.simulate(made, 80, jobs, how=how)
             for how, jobs in ((backend.REFERENCE, 1), (backend.NATIVE, 1), (backend.NATIVE, 2))]
    assert [one.pop("backend") for one in found] == ["reference", "native", "native"]
    for one in found:
        for time in simulate.TIMES:
            del one[time]
    assert found[0] == found[1] == found[2]


def test_auto_serves_long_series_natively() -> None:
    assert simulate.simulate(job(NIM), backend.LEAST_GAMES)["backend"] == "native"
    assert simulate.simulate(job(NIM), 10)["backend"] == "reference"
    assert simulate.simulate(job(NIM, "greedy", "random"), 2)["backend"] == "reference"


ALONE = "--jobs", "1"
COMMANDS = {
    "simulate": ("simulate", NIM, "--games", "250", *ALONE),
    "first": ("simulate", NIM, "--games", "250", "--seats", "first,random", "--jobs", "2"),
    "searching": ("simulate", "tic-tac-toe", "--games", "2", "--seats", "mcts:20,random", *ALONE),
    "monte-carlo": ("simulate", "tic-tac-toe", "--games", "2", "--seats", "mc:3,first", *ALONE),
    "hidden": ("simulate", "kuhn", "--games", "6", "--seats", "ismcts:20,random", *ALONE),
    "compare": ("compare", STARTER, STARTER, "--set-b", "size=4", "--games", "60"),
    "compare-searching": ("compare", STARTER, STARTER, "--set-b", "size=4", "--games", "2",
                          "--seats", "mcts:10,random", *ALONE),
    "analyse": ("analyse", "tic-tac-toe", "--playouts", "150"),
    "solve": ("solve", NIM, "--budget", "2000"),
    "perft": ("perft", "tic-tac-toe", "--depth", "4"),
    "profile": ("profile", NIM, "--games", "250"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_say_the_same(run: Callable[..., Any], name: str) -> None:
    """To the letter, but for the backend and the time that was taken."""
    def said(how: str, *more: str) -> Any:
        answer = run(*COMMANDS[name], "--backend", how, *more)
        assert (answer.code, answer.err) == (0, "")
        return answer

    found = [said(how, "--json").json for how in backend.BACKENDS]
    for each in found:
        if isinstance(each, list):  # of lines
            continue
        for key in ("backend", *simulate.TIMES):
            each.pop(key, None)
    assert found[0] == found[1] == found[2]
    if not name.startswith(("simulate", "first", "searching", "monte", "hidden")):
        shown = [said(how).out for how in backend.BACKENDS]
        assert shown[0] == shown[1] == shown[2]


def test_a_search_is_native_where_it_is_worth_it(run: Callable[..., Any]) -> None:
    game = setting.make("tic-tac-toe", None, {}).game
    assert isinstance(forward.of(game, 10, backend.NATIVE), NativeForward)
    assert isinstance(forward.of(game, 1000), NativeForward)
    for model in (forward.of(game, 10), forward.of(game, 1000, backend.REFERENCE)):
        assert not isinstance(model, NativeForward)


#: With rules in the setup, in what a duty, `only if afterwards` or the rest of a turn refuses.
USUAL = ("backgammon", "motif-4x4", "pig")


@pytest.mark.parametrize("setup", [
    pytest.param(setup, marks=() if setup.path.stem in USUAL else pytest.mark.slow)
    for setup in MOST.values()], ids=str)
def test_rules_fire_as_often_natively(setup: Setup) -> None:
    made = simulate.Job(setup.setting, ("random",) * setup.players, 3, max_turns=30)
    expected = trace.fired(made, 3)
    assert trace.fired(made, 3, how=backend.NATIVE) == expected
    assert trace.fired(made, 3, how=backend.NATIVE) == expected, "each time anew"


def test_rules_fire_as_often(run: Callable[..., Any]) -> None:
    """Those of effects, choices and duties; as the command tells it, and in a longer series."""
    words = ("trace", "motif", "--games", "3", "--set", "width=3", "--set", "height=3",
             "--json", "--backend")
    one, other = (run(*words, how) for how in backend.BACKENDS[1:])
    assert (one.code, one.err) == (other.code, other.err) == (0, "")
    assert one.json == other.json
    assert sum(row["fired"] > 0 for row in one.json["rules"].values()
               if isinstance(row["fired"], int)) > 20


def test_what_cannot_be_native_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="only seats that are `random` or `first`"):
        simulate.simulate(job(NIM, "greedy", "random"), 2, how=backend.NATIVE)
    with pytest.raises(UsageError, match="only decisions"):
        perft(setting.make(NIM, None, {}).game, 2, "turn", how=backend.NATIVE)
    with pytest.raises(UsageError, match="no backend `fast`"):
        simulate.simulate(job(NIM), 2, how="fast")
    with monkeypatch.context() as patched:
        patched.setattr(tables, "MOST_WORDS", 0)
        with pytest.raises(UsageError, match="cannot be played natively: it uses tables as large"):
            simulate.simulate(job("motif"), 2, how=backend.NATIVE)

    def none() -> build.Compiler:
        raise build.NoCompiler("there is no C compiler")

    monkeypatch.setattr(build, "compiler", none)
    game = driver.load(NIM).instantiate(None, {})
    assert backend.machine(game) is None and backend.missing(game) == "there is no C compiler"
    with pytest.raises(UsageError, match="there is no C compiler"):
        backend.machine(game, backend.NATIVE)


def test_counts_of_more_than_64_bits_are_counted_by_the_reference_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """That they are met is C; here a tree that comes to them is counted anew."""
    def too_many(*_: object) -> Iterator[tuple[int, int]]:
        yield 1, 0
        raise OverflowError

    game = setting.make(NIM, None, {}).game
    expected = perft(game, 4)
    assert perft(game, 4, how=backend.NATIVE) == expected
    monkeypatch.setattr(NativeMachine, "tree", too_many)
    assert perft(game, 4, how=backend.NATIVE) == expected
