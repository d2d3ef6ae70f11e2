"""With --seat a command answers from what that seat may see, and tells nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

#: What Bob can do depends on his card, and so does why he cannot.
SECRET = """\
game Secret
players 2: Ann, Bob
kind letter: Alpha, Beta, Gamma
each player has a card: a letter or none, at first none, seen only by that player
a player holds a letter if the player's card is the letter
setup
  at random pick a letter, written "Ann {letter}"
    the card of Ann becomes the letter
  at random pick a letter that no player holds, written "Bob {letter}"
    the card of Bob becomes the letter
turn
  must choose a letter, written "call {letter}"
    only if the letter is not the player's card
    the player's card becomes the letter
"""


@pytest.fixture
def states(run: Run) -> list[str]:
    """Two positions that Ann cannot tell apart: Bob decides, and holds another card in each."""
    Path("secret.rules").write_text(SECRET, encoding="utf-8")
    for bobs in ("Beta", "Gamma"):
        words = ("--chance", "Ann Alpha", f"Bob {bobs}", "--move", "call Beta")
        out = f"{bobs}.json"
        assert run("apply", "secret.rules", *words, "--out", out).code == 0
    return ["Beta.json", "Gamma.json"]


@pytest.mark.parametrize(
    "words",
    [
        ("moves",), ("moves", "--json"), ("show",), ("show", "--json"),
        ("why", "--move", "call Gamma"), ("why", "--move", "call Gamma", "--json"),
        ("why", "--move", "nonsense"),
    ],
)
def test_a_seat_is_told_nothing_that_is_hidden_from_it(
    run: Run, states: list[str], words: tuple[str, ...]
) -> None:
    def told(*seat: str) -> set[tuple[int, str, str]]:
        answers = [run(words[0], "secret.rules", "--state", s, *words[1:], *seat) for s in states]
        return {(answer.code, answer.out, answer.err) for answer in answers}

    assert len(told("--seat", "1")) == len(told("--seat", "Ann")) == 1
    if "nonsense" not in words:
        assert len(told("--seat", "2")) == 2  # Bob sees his card
    (code, out, err) = told("--seat", "1").pop()
    assert code == 0 and err == ""
    if words == ("moves",):
        assert out == "Bob decides; what is possible may be hidden from Ann\n"


def test_what_a_seat_may_see_of_moves(run: Run, states: list[str]) -> None:
    words = ("moves", "secret.rules", "--state", states[0], "--json", "--seat")
    anns, bobs = (run(*words, seat).json for seat in ("Ann", "Bob"))
    assert (anns["player"], anns["options"], anns["purpose"]) == ("Bob", None, None)
    assert (anns["seat"], anns["view"]["Bob"], anns["view"]["Ann"]) == (
        "Ann", {"card": "hidden"}, {"card": "Beta"},
    )
    assert bobs["options"] == ["call Alpha", "call Gamma"]
    assert run("why", "secret.rules", "--state", states[0], "--seat", "Ann", "--move", "call Beta",
               "--json").json["legal"] is None
    assert run("why", "secret.rules", "--state", states[0], "--seat", "Bob", "--move", "call Beta",
               "--json").json["legal"] is False


def test_the_outcomes_of_chance_may_be_hidden_too(run: Run, states: list[str]) -> None:
    """Bob's possible cards tell Bob nothing of Ann's only as long as he is not told them."""
    run("apply", "secret.rules", "--chance", "Ann Beta", "--out", "dealt.json")
    words = ("secret.rules", "--state", "dealt.json", "--seat", "2")
    assert run("moves", *words).out.startswith("chance decides; what is possible may be hidden")
    answer = run("apply", *words, "--move", "call Alpha")
    assert answer.code == 1 and "Gamma" not in answer.err
    answer = run("apply", *words, "--chance", "Bob Beta")
    assert answer.code == 1 and "`Bob Beta` cannot be done by chance here" in answer.err


def test_apply_writes_a_view(run: Run, states: list[str]) -> None:
    words = ("apply", "secret.rules", "--state", states[0], "--seat", "Ann")
    found = run(*words).json
    assert "state" not in found and found["view"]["Bob"] == {"card": "hidden"}
    answers = {run("apply", "secret.rules", "--state", state, "--seat", "1",
                   "--move", "nonsense").err for state in states}
    assert len(answers) == 1
    answer = run(*words, "--out", "view.json")
    assert answer.err == ""
    assert json.loads(Path("view.json").read_text("utf-8"))["seat"] == "Ann"
    answer = run("moves", "secret.rules", "--state", "view.json")
    assert answer.code == 1 and "this is what Ann sees, not a whole position" in answer.err


def test_where_nothing_is_hidden_a_seat_sees_all(run: Run) -> None:
    """Nought is told what Cross can do: everybody sees it."""
    assert run("moves", "starter.rules", "--seat", "Nought").out == run(
        "moves", "starter.rules").out
    assert run("why", "starter.rules", "--seat", "2", "--move", "b2").out == "legal\n"
    shown = run("show", "starter.rules", "--seat", "2").out
    assert shown.startswith("  a b c\n3 . . . 3\n") and shown.endswith("To move is Cross.\n")


def test_a_position_is_shown_without_what_the_flow_keeps(run: Run, states: list[str]) -> None:
    """What loops keep, and where it is waited, is for programs; the end stands where it is one."""
    shown = run("show", "secret.rules", "--state", states[0]).out
    assert "card" in shown
    heads = {line.split(":")[0] for line in shown.splitlines()}
    assert not {"in progress", "waiting", "result"} & heads
    assert "waiting" in run("show", "secret.rules", "--state", states[0], "--json").json["view"]


def test_a_seat_that_is_none(run: Run) -> None:
    for words in (("moves",), ("show",), ("why", "--move", "b2"), ("apply",)):
        answer = run(words[0], "starter.rules", *words[1:], "--seat", "3")
        assert answer.code == 2 and "there is no seat `3`" in answer.err
        assert "--seat" in run(words[0], "--help").out
