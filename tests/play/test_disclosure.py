"""What a game that is not over tells before its time: its seed, its files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.play import disclosure, record, reports
from tests.texts import path_of

Run = Callable[..., Any]
GAME = "starter.rules"
KUHN, PIG = str(path_of("kuhn")), str(path_of("pig"))

#: Chance decides in the set-up only.
TOSSED = """\
game Tossed
players 2: Ann, Bob
setup
  at random pick a player, written "{player} begins"
    the player begins
turn
  must choose "go"
  the player wins
"""


def play(run: Run, lines: list[str], *words: str) -> Any:
    Path("script.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    answer = run("play", *words, "--script", "script.txt")
    assert answer.code == 0, answer.err
    return answer


# ---- the seed ---------------------------------------------------------------------------------


def test_the_seed_is_told_when_the_game_is_over(run: Run) -> None:
    """Who knows it while he plays can reckon every card that is dealt."""
    told = play(run, ["check"], KUHN, "--seed", "123456").out
    assert "123456" not in told
    told = play(run, ["check", "check"], KUHN, "--seed", "123456").out
    assert told.index("The game is over") < told.index("It was played with seed 123456.")


@pytest.mark.parametrize("words", [[PIG], [GAME, "--seat", "2=random"]])
def test_the_seed_foretells_rolls_and_programs(run: Run, words: list[str]) -> None:
    assert "123456" not in play(run, ["quit"], *words, "--seed", "123456").out


def test_the_seed_is_told_at_once_where_nobody_can_use_it(run: Run) -> None:
    """Nothing follows from it, or nobody is there who could look ahead."""
    assert play(run, ["quit"], GAME, "--seed", "7").out.startswith("Starter, seed 7\n")
    words = (KUHN, "--seed", "7", "--seat", "1=random", "--seat", "2=random")
    assert play(run, [], *words).out.startswith("Kuhn Poker, seed 7\n")


# ---- files ------------------------------------------------------------------------------------

HAND = "it tells in plain text what is hidden from players (hand)"
LOOK = "nobody who plays should look into it before the game is over"


@pytest.mark.parametrize("what", ["save", "scenario"])
def test_a_saved_game_with_hidden_cards(run: Run, what: str) -> None:
    told = play(run, ["check", f"{what} file"], KUHN).out
    assert f"note on file: {HAND}; {LOOK}" in told
    assert told.index("note on file") < told.index("saved in file")
    begins = Path("file").read_text(encoding="utf-8").splitlines()[0]
    if what == "save":
        assert json.loads(begins)["note"] == f"{HAND}; {LOOK}"
        assert record.read(Path("file")).header.note == f"{HAND}; {LOOK}"
    else:
        assert begins == f"# I{HAND[1:]}; {LOOK}."
        assert run("test", "file").code == 0


def test_a_record_written_during_play(run: Run) -> None:
    """All cards are still to be dealt when it is begun, so the seed tells them too."""
    told = play(run, ["check", "fold"], KUHN, "--save", "game.jsonl", "--seat", "2=random").out
    note = (f"{HAND}, and the seed, from which every later outcome of chance and every move of a "
            f"program follow; {LOOK}")
    assert told.startswith(f"note on game.jsonl: {note}\n")
    assert json.loads(Path("game.jsonl").read_text("utf-8").splitlines()[0])["note"] == note
    assert run("replay", "game.jsonl").code == 0


def test_a_record_of_rolls_to_come(run: Run) -> None:
    told = play(run, ["save game.jsonl"], PIG).out
    seed = "it tells in plain text the seed, from which every later outcome of chance follows"
    note = f"{seed}; {LOOK}"
    assert f"note on game.jsonl: {note}\n" in told


def test_no_note_where_nothing_is_told(run: Run) -> None:
    """Neither where nothing is hidden or to come, nor when the game is over."""
    for words in ([GAME], [GAME, "--save", "a.jsonl"]):
        assert "note on" not in play(run, ["b2", "save b.jsonl", "scenario c"], *words).out
    assert "note" not in json.loads(Path("b.jsonl").read_text("utf-8").splitlines()[0])
    words = ["apply", KUHN, "--move", "check", "check", "--chance", "king", "queen", "--out", "s"]
    assert "note on" not in run(*words).err
    run("simulate", KUHN, "--games", "1", "--jobs", "1", "--out", "runs")
    made = Path("runs/records/game-000000.jsonl").read_text("utf-8")
    assert "note" not in json.loads(made.splitlines()[0])


def test_a_whole_state_that_is_written(run: Run) -> None:
    words = ("apply", KUHN, "--move", "check", "--chance", "king", "queen", "--out", "state")
    assert f"note on state: {HAND}; {LOOK}" in run(*words).err


def test_chance_ahead_is_seen_in_the_program(run: Run) -> None:
    Path("tossed.rules").write_text(TOSSED, encoding="utf-8")
    start = driver.load(Path("tossed.rules")).instantiate().start()
    assert disclosure.chance_ahead(start)
    assert not disclosure.chance_ahead(start.apply("Ann begins"))
    assert not disclosure.chance_ahead(start.apply("Ann begins").apply("go"))
    rolled = driver.load(Path(PIG)).instantiate().start()
    assert disclosure.chance_ahead(rolled)
    assert reports.whose(start) == "chance"
