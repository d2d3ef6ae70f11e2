"""Long commands: progress game by game, and after Ctrl-C what was counted so far."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter.engine.machine import Machine
from rulewright.interpreter.play import compare, setting, simulate
from rulewright.interpreter.ui import output

Run = Callable[..., Any]
GAME = "starter.rules"


@pytest.fixture
def stop(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Presses Ctrl-C in place of the game with this number (of all games, from 0)."""

    play = simulate.play

    def at(number: int) -> None:
        count = 0

        def counted(job: simulate.Job, index: int) -> object:
            nonlocal count
            if count == number:
                raise KeyboardInterrupt
            count += 1
            return play(job, index)

        monkeypatch.setattr(simulate, "play", counted)

    return at


# ---- progress ---------------------------------------------------------------------------------


def progress(job: simulate.Job, jobs: int) -> list[tuple[int, int]]:
    told: list[tuple[int, int]] = []
    simulate.simulate(job, 40, jobs, lambda *numbers: told.append(numbers))
    return told


def test_progress_is_told_game_by_game(run: Run) -> None:
    """From the beginning on, with programs that think about their moves also in many processes."""
    made = setting.make(GAME, None, {})
    for seats, jobs in ((("random", "random"), 1), (("greedy", "random"), 2)):
        assert progress(simulate.Job(made, seats, 1), jobs) == [(done, 40) for done in range(41)]
    told: list[tuple[int, int]] = []
    plan = compare.Plan(made, setting.make(GAME, None, {"size": "4"}), ("greedy", "first"), 1)
    compare.compare(plan, 3, 1, lambda *n: told.append(n))
    assert told == [(done, 6) for done in range(7)]


def test_progress_is_for_terminals(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("simulate", GAME, "--games", "2", "--jobs", "1")
    assert run(*words).err == ""
    monkeypatch.setattr(output, "PROGRESS_PAUSE", 0.0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    shown = run(*words).err
    assert all(f"\rgames: {done} of 2" in shown for done in range(3))
    assert shown.endswith("\r")


# ---- Ctrl-C -----------------------------------------------------------------------------------


def without_times(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if key not in simulate.TIMES}


def test_what_was_simulated_is_summed_up(run: Run, stop: Callable[[int], None]) -> None:
    """It is what the same number of games would have been."""
    words = ("simulate", GAME, "--jobs", "1", "--json", "--games")
    five = run(*words, "5").json
    stop(5)
    answer = run(*words, "100")
    assert answer.code == 130
    assert answer.err == "rulewright: interrupted after 5 of 100 games; the figures are of these\n"
    found = without_times(answer.json)
    assert (found.pop("interrupted"), found.pop("asked")) == (True, 100)
    assert found == without_times(five)


def test_what_was_simulated_is_shown(run: Run, stop: Callable[[int], None]) -> None:
    stop(5)
    answer = run("simulate", GAME, "--jobs", "1", "--games", "100")
    assert answer.code == 130
    assert answer.out.startswith("Starter: 5 games, ")


def test_nothing_was_simulated(run: Run, stop: Callable[[int], None]) -> None:
    stop(0)
    answer = run("simulate", GAME, "--jobs", "1", "--games", "100")
    assert (answer.code, answer.out, answer.err) == (130, "", "rulewright: interrupted\n")


def test_a_series_that_was_interrupted_has_no_summary(
    run: Run, stop: Callable[[int], None]
) -> None:
    words = ("simulate", GAME, "--jobs", "1", "--games", "9", "--out", "runs")
    stop(5)
    answer = run(*words)
    assert answer.code == 130
    assert "the same command goes on with them" in answer.out
    assert not Path("runs/summary.json").exists()
    stop(10**9)
    answer = run(*words)
    assert answer.code == 0 and "5 games had been played before" in answer.out


def test_what_was_compared_is_reported(run: Run, stop: Callable[[int], None]) -> None:
    """Pairs that are whole: of the third pair only one game was played."""
    words = ("compare", GAME, GAME, "--set-b", "size=4", "--jobs", "1", "--json", "--games")
    two = run(*words, "2").json
    stop(5)
    answer = run(*words, "50")
    assert answer.code == 130
    assert answer.err == "rulewright: interrupted after 2 of 50 pairs; the figures are of these\n"
    found = answer.json
    assert (found.pop("interrupted"), found.pop("asked"), found.pop("games")) == (True, 50, 50)
    del two["games"]
    assert found == two


def test_agents_that_have_not_sat_equally_often(run: Run, stop: Callable[[int], None]) -> None:
    stop(5)
    words = ("compare", GAME, GAME, "--set-b", "size=4", "--jobs", "1", "--games", "50")
    answer = run(*words, "--seats", "random,first")
    assert "have not sat equally often at every seat" in answer.err


def test_depths_that_were_counted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    apply, left = Machine.apply, 9 + 72 + 10

    def counted(self: Machine, *words: Any) -> int:
        nonlocal left
        left -= 1
        if left < 0:
            raise KeyboardInterrupt
        return apply(self, *words)

    monkeypatch.setattr(Machine, "apply", counted)
    answer = run("perft", GAME, "--depth", "5", "--json", "--backend", "reference")
    assert answer.code == 130 and "depths up to 2 of 5 are counted" in answer.err
    assert answer.json["counts"] == [9, 72] and answer.json["interrupted"] is True
