"""What a person reads: prompts, refusals, headlines, and lines that fit the terminal."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright import cli
from rulewright.interpreter import driver, finding
from rulewright.interpreter.engine.game import State
from rulewright.interpreter.ui import wording
from rulewright.interpreter.ui.wrapping import wrapped
from tests.texts import path_of

Run = Callable[..., Any]

ROOT = Path(cli.__file__).resolve().parent
GAME = "starter.rules"
KUHN = str(path_of("kuhn"))

GARDEN = """\
game Garden
  "Sow, then reap; a weed is never wanted."

players 2: Ann, Bob

each player has a store: 0 to 9, at first 0
the game has a weed: 0 to 9, at first 0

setup
  at random pick a number from 1 to 2, written "{number}"
    Ann begins

turn
  may do one of, or "rest"
    choose "sow"
      the player's store goes up by 1
    choose "reap"
      only if the player's store is at least 1
      the player's store goes down by 1
    choose "reap all"
      only if the player's store is at least 1
      the player's store becomes 0
  if the player's store is 3
    the player wins
"""
WEEDS = """
duty by the end of the turn
  if possible, the game's weed is 0
"""


def garden(text: str = GARDEN) -> State:
    Path("garden.rules").write_text(text, encoding="utf-8")
    return driver.load(Path("garden.rules")).instantiate().start()


def play(run: Run, lines: list[str], *words: str) -> str:
    Path("script.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    answer = run("play", *words, "--script", "script.txt")
    assert answer.code == 0, answer.err
    told: str = answer.out
    return told


# ---- what is to be decided --------------------------------------------------------------------


def test_a_purpose_names_what_can_be_done_now(run: Run) -> None:
    start = garden()
    assert start.purpose == "number from 1 to 2"
    first = start.apply("1")
    assert (first.options(), first.purpose) == (["sow", "rest"], 'choose "sow"')
    again = first.apply("sow").apply("rest")
    assert again.purpose == 'choose "sow" or choose "reap" or choose "reap all"'


def test_a_purpose_where_only_declining_is_left(run: Run) -> None:
    """A duty may forbid all but not doing it; then the prompt says what is not done."""
    text = GARDEN[: GARDEN.index("turn\n")] + (
        'turn\n  may choose "sow a weed", or "pass"\n    the game\'s weed goes up by 1\n' + WEEDS
    )
    state = garden(text).apply("1")
    assert (state.options(), state.purpose) == (["pass"], 'choose "sow a weed"')


def test_without_a_board_the_prompt_shows_how_things_stand(run: Run) -> None:
    garden()
    told = play(run, ["sow", "rest"], "garden.rules")
    assert "Ann: store 1\nBob: store 0\n" in told
    assert "result" not in told


def test_the_end_tells_payoffs_once(run: Run) -> None:
    told = play(run, ["check", "check"], KUHN, "--seed", "3")
    assert "Payoffs: First +1, Second -1.\n" in told
    assert "result" not in told


# ---- refusals ---------------------------------------------------------------------------------


def test_a_refused_move_is_not_taken_for_a_slip(run: Run) -> None:
    """Another cell is no help to who wants this one; a text that is no move at all may be one."""
    refused = run("apply", GAME, "--move", "b2", "b2")
    assert "this is not so: the cell is empty" in refused.err and "did you mean" not in refused.err
    assert "did you mean `b2`?" in run("apply", GAME, "--move", "b22").err
    told = play(run, ["b2", "b2"], GAME)
    assert "this is not so: the cell is empty" in told and "did you mean" not in told


def test_no_hint_beside_the_beginning_of_a_move(run: Run) -> None:
    told = run("apply", GAME, "--move", "b").err
    assert "only the beginning of a move: b1, b2, b3" in told


def test_a_verdict_says_whether_the_text_is_a_move(run: Run) -> None:
    state = driver.load(Path(GAME)).instantiate().start().apply("b2")
    assert [state.why(text).known for text in ("a1", "b2", "b", "z9")] == [True, True, False, False]


def test_what_can_be_done_is_what_can_be_done_now(run: Run) -> None:
    told = garden().apply("1").why("dig").message
    assert told == ('`dig` is no move here; what can be done is: choose "sow" or rest. '
                    "Options look like `sow`, `rest`")


def test_a_number_that_no_option_has(run: Run) -> None:
    told = play(run, ["99", "0"], GAME)
    assert "there is no option number 99; there are 9, ? lists them" in told
    assert "there is no option number 0;" in told


def test_blanks_do_not_matter(run: Run) -> None:
    garden()
    told = play(run, ["sow", "rest", "reap   all"], "garden.rules")
    assert told.count("Bob: ") > 1 and "no move" not in told


def test_a_wrong_value_of_a_position(run: Run) -> None:
    Path("state.yaml").write_text("to move: Nobody\n", encoding="utf-8")
    assert "to move cannot be `Nobody`" in run("moves", GAME, "--state", "state.yaml").err


# ---- names, headlines, hints ------------------------------------------------------------------

NOTE = "rulewright: `motif` is the shipped ruleset; `motif.rules` means the file here\n"


@pytest.mark.parametrize(
    "words", [["validate"], ["fmt", "--check"], ["show"], ["moves"], ["moves", "--json"]]
)
def test_a_name_that_a_file_here_has_too(run: Run, words: list[str]) -> None:
    """A shipped name means the shipped ruleset; that a file is passed over is said."""
    Path(GAME).rename("motif.rules")
    command, *more = words
    answer = run(command, "motif", *more)
    assert (answer.code, answer.err) == (0, NOTE)
    assert run(command, "motif.rules", *more).err == ""
    assert run(command, "./motif.rules", *more).err == ""


def test_a_name_noted_once_for_two_settings(run: Run) -> None:
    Path(GAME).rename("motif.rules")
    words = ("compare", "motif", "motif", "--set-b", "width=3", "--games", "1", "--jobs", "1")
    assert run(*words).err == NOTE


def test_no_note_where_the_file_is_the_shipped_one(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(finding.SHIPPED)
    assert run("moves", "motif").err == ""


def test_a_headline_names_options_that_are_not_as_usual(run: Run) -> None:
    def second(*more: str) -> str:
        answer: str = run("simulate", GAME, "--games", "1", "--jobs", "1", *more).out
        assert answer.startswith("Starter: 1 game, ")
        return answer.splitlines()[1].strip()

    assert second() == second("--set", "size=3") == ""
    assert second("--set", "size=4") == "size=4"


def test_a_comparison_names_its_agents_and_seed(run: Run) -> None:
    words = ("compare", GAME, GAME, "--set-b", "size=4", "--games", "2", "--jobs", "1")
    assert "2 pairs (random, random; seed 1);" in run(*words).out
    assert "(random, first, each at each seat; seed 7);" in run(
        *words, "--seats", "random,first", "--seed", "7"
    ).out


def test_a_trace_of_nothing_says_so(run: Run) -> None:
    assert run("trace", GAME, "--games", "1").out == "no line of Starter cites a rule\n"


def test_seats_left_empty_are_named(run: Run) -> None:
    for seats in ("", " ", "random,"):
        answer = run("simulate", GAME, "--games", "1", "--seats", seats)
        assert answer.code == 2
        assert f"--seats `{seats}` leaves a seat without an agent" in answer.err
    assert "write --seat N=AGENT" in run("play", GAME, "--seat", "1=").err


def test_how_a_saved_game_goes_on(run: Run) -> None:
    told = play(run, ["b2", "save my game.jsonl"], GAME)
    assert f"`rulewright play {GAME} --load 'my game.jsonl'` goes on" in told
    assert "Nought> " in play(run, ["quit"], GAME, "--load", "my game.jsonl")


# ---- lines that fit ---------------------------------------------------------------------------


def test_wrapped_lines_hang_below_their_beginning() -> None:
    text = "  [ABC-1] one two-three four"
    assert wrapped([text, "", "short"], 20) == [
        "  [ABC-1] one", "    two-three four", "", "short",
    ]
    assert wrapped(["x" * 30], 20) == ["x" * 30]


def test_equal_nested_parts_stand_in_one_line() -> None:
    data = {"card": {"ace": {"held by": {"Ann": "yes"}}, "two": {"held by": {"Ann": "yes"}}}}
    assert wording.tree(data) == ["card:", "  ace two:", "    held by: Ann yes"]


def test_near_misses() -> None:
    options = ["a1-b1", "a1-c1", "pass"]
    assert wording.near("a1", options, ()) == "options that begin so: a1-b1, a1-c1"
    assert "`pass`" in wording.near("pas s", options, ())
    assert "`undo`" in wording.near("und", options, ("undo",))


def test_equal_parts_stand_in_one_line() -> None:
    data = {"Board": {"a1": {"piece": "none"}, "b1": {"piece": "X"}, "c1": {"piece": "none"}}}
    assert wording.tree(data) == ["Board:", "  a1 c1: piece none", "  b1: piece X"]


# ---- a terminal -------------------------------------------------------------------------------


def typed(columns: int, dialogue: list[tuple[str, str]], *words: str) -> str:
    """What a terminal shows when each answer is typed once the text before it has appeared."""
    import pty

    environment = os.environ | {"COLUMNS": str(columns), "LINES": "50", "TERM": "xterm-256color"}
    for word in ("NO_COLOR", "FORCE_COLOR"):
        environment.pop(word, None)
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "cli.py"), *words],
        stdin=slave, stdout=slave, stderr=slave, env=environment,
    )  # fmt: skip
    os.close(slave)
    shown = b""
    try:
        for awaited, answer in [*dialogue, ("no such text", "")]:
            seen = len(shown)
            while awaited.encode() not in shown[seen:]:
                assert select.select([master], [], [], 300)[0], shown.decode()
                shown += os.read(master, 4096)
            os.write(master, answer.encode())
    except OSError:
        pass  # the program has ended
    finally:
        os.close(master)
    assert process.wait(300) == 0
    return shown.decode().replace("\r", "")


pseudo = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")


@pseudo
@pytest.mark.parametrize("columns", [45, 120])
def test_a_narrow_and_a_wide_terminal(columns: int) -> None:
    """In a terminal no line is longer than it, and no word is torn; wide ones are made use of."""
    dialogue = [("Gold> ", "?\n"), ("Gold> ", "why pass\n"), ("Gold> ", "quit\n")]
    text = typed(columns, dialogue, "play", "motif", "--set", "first_player=gold")
    lines = text[text.index("decision 1;") :].splitlines()
    assert columns - 20 < max(map(len, lines)) <= columns
    first = [int(line.split()[0]) for line in lines if re.match(r" *\d+ \+", line)]
    assert first == list(range(1, len(first) + 1))  # columns are read downwards
    rule = next(i for i, line in enumerate(lines) if line.startswith("  [MTF-TURN-05] "))
    assert lines[rule + 1].startswith("    " if columns < 80 else "  [MTF-TURN-02] ")


@pseudo
def test_who_takes_over_the_screen_finds_nothing_typed_before() -> None:
    """Neither by going up in what was typed nor by scrolling back."""
    text = typed(80, [
        ("look away", "\n"), ("First> ", "check\n"), ("look away", "\n"),
        ("Second> ", "\x1b[A\n"), ("Second> ", "quit\n"),
    ], "play", KUHN)
    assert "Second is to move" in text
    assert text.count("\x1b[3J") == 2


def test_changes_of_pieces_are_told_by_piece() -> None:
    """Where it is, and what it has: all of it once it comes to light, nothing once it is hidden."""
    before = {
        "Tile": {"Tile 1": {"at": "a1", "turn": "0", "icon": "plain"},
                 "Tile 2": {"at": "hidden", "turn": "hidden", "icon": "hidden"},
                 "Tile 3": {"at": "Row", "turn": "0", "icon": "plain"},
                 "Tile 4": {"at": "Row", "turn": "0", "icon": "plain"}},
        "Stack": {"number of Tile": "2"}, "Red": {"score": "2"},
    }
    after = {
        "Tile": {"Tile 1": {"at": "b2", "turn": "3", "icon": "plain"},
                 "Tile 2": {"at": "b1", "turn": "1", "icon": "plain"},
                 "Tile 3": {"at": "hidden", "turn": "hidden", "icon": "hidden"},
                 "Tile 4": {"at": "Row", "turn": "0", "icon": "plain"}},
        "Stack": {"number of Tile": "1"}, "Red": {"score": "1"},
    }
    assert wording.changes(before, after, ["Tile"]) == [
        "Tile 1: a1 -> b2; turn 0 -> 3", "Tile 2: hidden -> b1; turn 1; icon plain",
        "Tile 3: Row -> hidden", "Stack: 2 -> 1 Tile", "Red score: 2 -> 1"]
