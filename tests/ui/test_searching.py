"""The commands analyse and solve."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., Any]


def near_the_end(run: Run) -> str:
    """A position in which X wins at once with c1, in a file."""
    words = ("--move", "a1", "a3", "b1", "b3", "--out", "near.json")
    assert run("apply", "tic-tac-toe", *words).code == 0
    return "near.json"


def test_analyse(run: Run) -> None:
    where = near_the_end(run)
    words = ("analyse", "tic-tac-toe", "--state", where, "--playouts", "60")
    told = run(*words).out.splitlines()
    assert told[0].startswith("X: ") and "values for X" in told[0]
    assert told[1].split()[0] == "+1.00" and told[1].split()[2:] == ["proven", "c1"]
    found = run(*words, "--json", "--seat", "O").json
    assert (found["player"], found["seat"]) == ("X", "O")
    best = found["options"][0]
    assert (best["text"], best["value"], best["proven"], best["line"]) == ("c1", -1, True, [])
    assert run("analyse", "tic-tac-toe", "--time", "0.05s").code == 0


def test_solve(run: Run) -> None:
    where = near_the_end(run)
    words = ("solve", "tic-tac-toe", "--state", where, "--budget", "99")
    assert run(*words).out.startswith("X wins (")
    found = run(*words, "--json").json
    assert (found["value"], found["line"]) == (1, [{"by": "X", "text": "c1"}])
    told = run("solve", "tic-tac-toe", "--budget", "9000").out
    assert told.startswith("a draw, if everybody plays best (") and "best line: X " in told
    told = run("solve", "tic-tac-toe", "--budget", "20").out
    assert told == "unknown: 20 positions looked at; nothing is certain yet\n"
    told = run("solve", "motif", "--set", "width=2", "--set", "height=2").out
    assert told.startswith("the value for Gold is 0, with chance weighed ("), "the coin decides"


@pytest.mark.parametrize(("words", "code", "told"), [
    (("analyse", "tic-tac-toe", "--playouts", "0"), 2, "1 to 100000"),
    (("analyse", "tic-tac-toe", "--playouts", "x"), 2, "does not say how much"),
    (("analyse", "tic-tac-toe", "--playouts", "2s"), 2, "--time takes a time"),
    (("analyse", "tic-tac-toe", "--time", "2"), 2, "write it as 2s"),
    (("analyse", "tic-tac-toe", "--time", "0s"), 2, "more than 0"),
    (("analyse", "tic-tac-toe", "--time", "1s", "--playouts", "5"), 2, "leave out one"),
    (("analyse", "tic-tac-toe", "--seat", "Z"), 2, "there is no seat `Z`"),
    (("analyse", "backgammon"), 2, "chance decides in this position"),
    (("analyse", "kuhn"), 2, "hides something"),
    (("solve", "kuhn"), 2, "hides something"),
    (("solve", "tic-tac-toe", "--budget", "0"), 2, "not from 1"),
    (("simulate", "tic-tac-toe", "--seats", "mcts:x,random"), 2, "does not say how much"),
    (("simulate", "tic-tac-toe", "--seats", "mcts:0,random"), 2, "1 to 100000"),
    (("simulate", "tic-tac-toe", "--seats", "mcts:99s,random"), 2, "at most 60s"),
    (("simulate", "tic-tac-toe", "--seats", "mc:2s,random"), 2, "`mcts:2s` takes a time"),
    (("simulate", "tic-tac-toe", "--seats", "mcts,random"), 2, "there is no agent `mcts`"),
    (("simulate", "kuhn", "--seats", "mcts:5,random"), 2, "`ismcts:5` goes by what its seat saw"),
])
def test_wrong_words(run: Run, words: tuple[str, ...], code: int, told: str) -> None:
    answer = run(*words)
    assert answer.code == code
    assert told in answer.err and "Traceback" not in answer.err


def test_over(run: Run) -> None:
    words = ("--move", "a1", "a3", "b1", "b3", "c1", "--out", "over.json")
    assert run("apply", "tic-tac-toe", *words).code == 0
    assert "is over" in run("analyse", "tic-tac-toe", "--state", "over.json").err
    assert run("solve", "tic-tac-toe", "--state", "over.json").out.startswith("X wins (0 ")


def test_playing_against_it(run: Run) -> None:
    words = ("simulate", "tic-tac-toe", "--games", "2", "--seats", "mcts:20,random", "--json")
    assert run(*words).json["wins"] == run(*words).json["wins"]
