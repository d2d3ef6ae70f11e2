"""Playing in the terminal, through the command line: questions, undo, what is hidden, programs."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

# ---- play ------------------------------------------------------------------------


def play(run: Run, lines: list[str], *more: str) -> Any:
    Path("script.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return run("play", "starter.rules", "--script", "script.txt", "--seed", "3", *more)


def test_play_to_the_end(run: Run) -> None:
    answer = play(run, ["a1", "a2", "b1", "b2", "c1"], "--save", "game.jsonl")
    assert answer.code == 0
    assert "Cross wins" in answer.out
    assert run("replay", "game.jsonl").code == 0


def test_play_answers_questions(run: Run) -> None:
    answer = play(run, ["?", "help", "b2", "why b2", "state", "zz9", "b", "undo", "b2", "#1"])
    assert answer.code == 0
    assert "not finished" in answer.out
    assert "options that begin so: b1, b3" in answer.out


def test_play_goes_on_from_a_record(run: Run) -> None:
    play(run, ["a1", "quit"], "--save", "game.jsonl", "--seat", "2=random")
    first = Path("game.jsonl").read_text(encoding="utf-8")
    Path("script.txt").write_text("quit\n", encoding="utf-8")
    words = ("play", "starter.rules", "--load", "game.jsonl", "--script", "script.txt")
    assert run(*words, "--save", "game.jsonl").code == 0
    assert Path("game.jsonl").read_text(encoding="utf-8") == first
    Path("game.jsonl").write_text(first[:-4], encoding="utf-8")
    assert run(*words, "--save", "game.jsonl").code == 0
    assert Path("game.jsonl").read_text(encoding="utf-8") == first


def test_undo_takes_lines_out_of_the_record(run: Run) -> None:
    play(run, ["a1", "b2", "undo", "c3"], "--save", "game.jsonl")
    rows = [json.loads(row) for row in Path("game.jsonl").read_text("utf-8").splitlines()]
    assert [row["text"] for row in rows[1:]] == ["a1", "c3"]


def test_a_saved_scenario_passes(run: Run) -> None:
    answer = play(run, ["a1", "b2", "scenario saved.yaml"])
    assert "it passes" in answer.out
    found = run("test", "saved.yaml", "--json")
    assert (found.code, found.json["passed"], found.json["failed"]) == (0, 1, 0)


def test_the_end_of_input_leaves_the_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("b2\n"))
    answer = run("play", "starter.rules")
    assert answer.code == 0
    assert "not finished: Nought is to move" in answer.out

# ---- hidden information -----------------------------------------------------------------------

SECRET = """\
game Secret
  "Each is dealt a letter; the highest call counts."

players 2: Ann, Bob

kind letter: Alpha, Beta, Gamma
each player has a card: a letter or none, at first none, seen only by that player
the game has a round: 0 to 9, at first 0

setup
  at random pick a letter, written "Ann {letter}"
    the card of Ann becomes the letter
  at random pick a letter, written "Bob {letter}"
    the card of Bob becomes the letter

turn
  must choose a letter, written "call {letter}"
    the game's round goes up by 1
  if the game's round is 4
    the game is drawn
"""


def secret(run: Run, lines: list[str], *more: str) -> Any:
    Path("secret.rules").write_text(SECRET, encoding="utf-8")
    Path("script.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return run("play", "secret.rules", "--script", "script.txt", "--seed", "5", *more)


def test_what_is_hidden_is_not_shown(run: Run) -> None:
    """The seed deals Beta to Ann and Gamma to Bob."""
    answer = secret(run, ["state", "call Alpha", "state"], "--save", "game.jsonl")
    anns, _, bobs = answer.out.partition("----- Bob only")
    assert "Gamma" not in anns
    assert "Beta" not in bobs
    assert "Bob: card hidden" in anns
    assert "call Alpha" not in bobs
    saved = Path("game.jsonl").read_text("utf-8")
    assert "Ann Beta" in saved and "Bob Gamma" in saved


def test_undo_stops_at_another_player_where_something_is_hidden(run: Run) -> None:
    answer = secret(run, ["call Alpha", "undo", "call Beta"])
    assert "undo stops here" in answer.out


def test_undo_goes_back_over_a_program(run: Run) -> None:
    answer = play(run, ["a1", "undo", "undo"], "--seat", "2=random")
    assert answer.out.count("(turn 1, decision 1") == 2
    assert "there is nothing to undo" in answer.out


def test_undo_tells_nothing_that_is_hidden(run: Run) -> None:
    """Neither what chance decided, nor what a program did; both would be known afterwards."""
    answer = secret(run, ["undo", "call Alpha", "undo"], "--seat", "2=random")
    assert "undo stops here: chance decided since" in answer.out
    assert "undo stops here: another player decided since" in answer.out
    assert "Gamma" not in answer.out


PEEK = """\
game Peek
players 2: Ann, Bob
kind letter: Alpha, Beta, Gamma
each player has a card: a letter or none, seen only by that player
the game has a sight: a letter or none
setup
  at random pick a letter, written "Bob {letter}"
    the card of Bob becomes the letter
turn
  must choose a letter, written "lay {letter}"
    the player's card becomes the letter
  may choose "peek", or "trust"
    the sight becomes the card of Bob
  must choose "end"
    the player wins
"""


def test_undo_stops_where_a_decision_showed_something(run: Run) -> None:
    Path("peek.rules").write_text(PEEK, encoding="utf-8")
    for last, stops in (("trust", False), ("peek", True)):
        Path("script.txt").write_text(f"lay Alpha\n{last}\nundo\nundo\n", encoding="utf-8")
        answer = run("play", "peek.rules", "--script", "script.txt", "--seat", "2=random")
        assert ("`peek` revealed something that was hidden" in answer.out) is stops
        assert ("> undo\nAnn: choose a letter" in answer.out) is not stops


@pytest.mark.parametrize("agent", ["greedy", "mc:5"])
def test_programs_look_ahead_where_something_is_hidden(run: Run, agent: str) -> None:
    """And they go on after loading as they would have: what they saw is repeated to them."""
    secret(run, ["call Alpha", "call Beta"], "--seat", f"2={agent}", "--save", "whole.jsonl")
    whole = Path("whole.jsonl").read_text("utf-8")
    secret(run, ["call Alpha"], "--seat", f"2={agent}", "--save", "part.jsonl")
    Path("script.txt").write_text("call Beta\n", encoding="utf-8")
    run("play", "secret.rules", "--load", "part.jsonl", "--save", "part.jsonl",
        "--script", "script.txt")
    assert Path("part.jsonl").read_text("utf-8") == whole


def test_undo_gives_programs_their_draws_back(run: Run) -> None:
    """Whoever undoes and does the same again meets the same game."""
    play(run, ["a1", "#1", "#1", "#1", "#1"], "--seat", "2=mc:3", "--save", "once.jsonl")
    lines = ["a1", "#1", "undo", "undo", "a1", "#1", "#1", "#1", "#1"]
    play(run, lines, "--seat", "2=mc:3", "--save", "again.jsonl")
    assert Path("again.jsonl").read_text("utf-8") == Path("once.jsonl").read_text("utf-8")


# ---- programs ---------------------------------------------------------------------------------


def test_looking_ahead_is_better_than_chance(run: Run) -> None:
    words = ("simulate", "starter.rules", "--games", "60", "--json", "--seats")
    greedy = run(*words, "random,greedy").json["wins"]
    monte_carlo = run(*words, "random,mc:20").json["wins"]
    assert monte_carlo[1] > greedy[1] > run(*words, "random").json["wins"][1]


def test_a_game_that_was_interrupted_goes_on_as_it_would_have(run: Run) -> None:
    """Programs and chance take the same draws after loading."""
    words = ("--seat", "2=mc:3", "--save", "whole.jsonl")
    play(run, ["a1", "#1", "#1", "#1", "#1"], *words)
    whole = Path("whole.jsonl").read_text("utf-8")
    play(run, ["a1", "#1"], "--seat", "2=mc:3", "--save", "part.jsonl")
    Path("script.txt").write_text("#1\n#1\n#1\n", encoding="utf-8")
    run("play", "starter.rules", "--load", "part.jsonl", "--save", "part.jsonl",
        "--script", "script.txt")
    assert Path("part.jsonl").read_text("utf-8") == whole


HANDS = """\
game Hands
players 2: Red, Black
piece Card: 6
zone Stack: Cards, seen by nobody
zone Hand of a player: Cards, seen only by that player
zone Row: Cards
each Card can be worn
each player has a score: 0 to 9
setup
  move all Cards to the Stack
  for each player P
    move (any Card in the Stack) to P's Hand
turn
  must choose "show"
    for each Card in the player's Hand, it becomes worn
    move all Cards in the player's Hand to the Row
    the player's score goes up by 1
end after the turn if there is no Card in Red's Hand
  the player wins
"""


def test_zones_stand_on_the_screen(run: Run) -> None:
    """What lies where, by what the person sees, and what changed since he looked last."""
    Path("hands.rules").write_text(HANDS, encoding="utf-8")
    Path("moves").write_text("state\nshow\n", encoding="utf-8")
    told = run("play", "hands.rules", "--script", "moves", "--seed", "1").out
    first, end = told.split("Red> show")
    assert first.count("Stack: 4 Cards\nHand of Red: 1 Card\nHand of Black: 1 Card\n") == 2
    assert "Card:\n  Card 1: at Hand of Red\n" in first.split("Red> state")[1]
    assert "Card 2" not in told
    assert "Card 1: hidden -> Row; worn yes\n" in end
    assert "Hand of Red: 1 -> 0 Cards\n" in end
    assert "Red score: 0 -> 1\n" in end
    assert "Hand of Black: 1 Card\nRow: 1 Card\n" in end
