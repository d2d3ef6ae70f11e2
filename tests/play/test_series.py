"""A series in a folder: ended at any moment and asked for again, it is as if it had never been."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright import cli
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.play import record, series, setting, simulate

Run = Callable[..., Any]
GAMES = 150
WORDS = ("simulate", "starter.rules", "--games", str(GAMES), "--seed", "4", "--jobs", "2")


def content(folder: str) -> dict[str, bytes]:
    """All files of a folder; of the summary, all but the time it took."""
    found = {
        str(path.relative_to(folder)): path.read_bytes()
        for path in Path(folder).rglob("*")
        if path.is_file()
    }
    summary = json.loads(found["summary.json"])
    for key in ("seconds", "games_per_s", "moves_per_s"):
        del summary[key]
    return found | {"summary.json": json.dumps(summary).encode()}


def readable(folder: Path) -> int:
    """The games that a folder tells of, after seeing that all it tells is so."""
    rows = folder / "games.csv"
    if not rows.is_file():
        return 0
    whole = rows.read_bytes().split(b"\n")[1:-1]
    for number, row in enumerate(whole):
        assert row.startswith(f"{number},".encode())
        found = record.read(folder / "records" / f"game-{number:06}.jsonl")
        assert found.torn is None and found.end is not None
    if (folder / "summary.json").is_file():
        assert json.loads((folder / "summary.json").read_text("utf-8"))["games"] == len(whole)
    return len(whole)


def started(folder: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, str(cli.__file__), *WORDS, "--out", folder]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2))])
def test_killed_and_asked_for_again(run: Run, seed: int) -> None:
    assert run(*WORDS, "--out", "whole").code == 0
    rng, played = random.Random(seed), 0
    for _ in range(4):
        process = started("parts")
        while process.poll() is None:
            time.sleep(rng.random() * 0.05)
            rows = Path("parts/games.csv")
            if rows.is_file() and rows.read_bytes().count(b"\n") > played + rng.randrange(50):
                process.send_signal(signal.SIGKILL)
        process.wait()
        assert readable(Path("parts")) >= played
        played = readable(Path("parts"))
    assert run(*WORDS, "--out", "parts").code == 0
    assert content("parts") == content("whole")


@pytest.mark.parametrize("wait", [0, 30, 200])
def test_interrupted(run: Run, wait: int) -> None:
    """Ctrl-C is answered by what was played and one line, whatever the processes are about; then it
    goes on."""
    command = [sys.executable, str(cli.__file__), *WORDS, "--out", "parts"]
    command[command.index(str(GAMES))] = "100000"
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        # a shell lets the commands it runs in the background ignore Ctrl-C
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    rows = Path("parts/games.csv")
    while not rows.is_file() or rows.read_bytes().count(b"\n") <= wait:
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    shown, told = (text.decode() for text in process.communicate())
    assert process.returncode == 130
    played = readable(Path("parts"))
    assert played >= wait
    if played:
        after = f"after {played} of 100000 games; the figures are of these"
        assert told == f"rulewright: interrupted {after}\n"
        assert f"Starter: {played} game" in shown and "the same command goes on" in shown
    else:
        assert (shown, told) == ("", "rulewright: interrupted\n")


def test_a_row_comes_as_soon_as_its_game(run: Run) -> None:
    """A series that is often killed comes on by every game that was played to its end."""
    Path("records").mkdir()
    made = setting.make("starter.rules", None, {})
    job = simulate.Job(made, ("random", "random"), seed=4, records=Path("records"))
    for row in simulate.rows(job, 100_000):
        assert len(list(Path("records").iterdir())) == row.game + 1
        if row.game == 3:
            break


def test_a_torn_row_is_not_believed(run: Run) -> None:
    run(*WORDS, "--out", "whole")
    run(*WORDS, "--out", "torn")
    Path("torn/summary.json").unlink()
    rows = Path("torn/games.csv")
    for cut in (3, 40, len(rows.read_bytes()) - 20):
        rows.write_bytes(rows.read_bytes()[:-cut])
        assert run(*WORDS, "--out", "torn").code == 0
        assert content("torn") == content("whole")


def test_a_series_that_is_whole_is_told_again(run: Run) -> None:
    """Also its times are those of the playing."""
    first = run(*WORDS, "--out", "results", "--json").json
    again = run(*WORDS, "--out", "results")
    assert f"{GAMES} games had been played before" in again.out
    assert run(*WORDS, "--out", "results", "--json").json == first
    told = json.loads(Path("results/summary.json").read_text("utf-8"))
    assert told == first and told["moves_per_s"] > 0


def test_a_summary_that_was_changed_is_not_told_again(run: Run) -> None:
    run(*WORDS, "--out", "whole")
    for change in ("[", "{}", Path("whole/summary.json").read_text("utf-8").replace("1", "2")):
        Path("whole/summary.json").write_text(change, encoding="utf-8")
        found = run(*WORDS, "--out", "whole", "--json").json
        assert (found["games"], found["seed"]) == (GAMES, 4)


def test_one_process_at_a_time(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    command = [sys.executable, str(cli.__file__), *WORDS, "--out", "results"]
    command[command.index(str(GAMES))] = "100000"
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    rows = Path("results/games.csv")
    while not rows.is_file() or rows.read_bytes().count(b"\n") < 50:
        time.sleep(0.01)
    with monkeypatch.context() as patch:
        patch.setattr(series, "PATIENCE", 0.1)
        answer = run(*WORDS, "--out", "results")
    assert (answer.code, "is being written by another process" in answer.err) == (2, True)
    assert process.poll() is None
    process.kill()
    process.wait()
    played = readable(Path("results"))
    assert run(*WORDS, "--out", "results", "--games", str(played + 9)).code == 0
    assert readable(Path("results")) == played + 9


@pytest.mark.parametrize(
    "change",
    [
        lambda path: path.unlink(),
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(b"\n"),
        lambda path: path.write_bytes(path.read_bytes()[:-1]),
        lambda path: path.write_bytes(path.read_bytes()[:-30] + b"\n"),
        lambda path: path.write_bytes(b"5\n"),
        lambda path: path.write_bytes(b"\n".join(path.read_bytes().split(b"\n")[:-2]) + b"\n"),
    ],
)
@pytest.mark.parametrize("games", [40, 45])
def test_a_row_counts_only_with_its_record(
    run: Run, change: Callable[[Path], object], games: int
) -> None:
    words = ("simulate", "starter.rules", "--seed", "4", "--jobs", "1", "--games")
    run(*words, str(games), "--out", "whole")
    run(*words, "40", "--out", "lost")
    change(Path("lost/records/game-000030.jsonl"))
    answer = run(*words, "31", "--out", "lost")
    assert (answer.code, "holds 40 games" in answer.err) == (2, True)
    assert "30 games had been played before" in run(*words, str(games), "--out", "lost").out
    assert content("lost") == content("whole")


def test_records_of_games_nobody_asked_for_are_removed(run: Run) -> None:
    """A process that is killed may have played games behind the last row."""
    run(*WORDS, "--out", "whole")
    run(*WORDS, "--games", "100", "--out", "ahead")
    for name in ("game-000149", "game-000150", "game-000151", "game-1000000"):
        Path(f"ahead/records/{name}.jsonl").write_text("{", encoding="utf-8")
    Path("ahead/records/game-400.jsonl").write_text("mine", encoding="utf-8")
    run(*WORDS, "--out", "ahead")
    Path("ahead/records/game-400.jsonl").unlink()
    assert content("ahead") == content("whole")


def test_a_series_grows(run: Run) -> None:
    run(*WORDS, "--out", "whole")
    run("simulate", "starter.rules", "--games", "7", "--seed", "4", "--out", "grown")
    assert run(*WORDS, "--out", "grown").code == 0
    assert content("grown") == content("whole")
    answer = run("simulate", "starter.rules", "--games", "7", "--seed", "4", "--out", "grown")
    assert answer.code == 2
    assert f"holds {GAMES} games" in answer.err


def limited(size: int, *words: str) -> subprocess.CompletedProcess[str]:
    """What the command line says where no file can have more bytes than `size`."""
    command = [sys.executable, "-B", str(cli.__file__), *words]
    return subprocess.run(
        command, capture_output=True, text=True, stdin=subprocess.DEVNULL,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
    )


@pytest.mark.parametrize(("size", "file"), [(400, "records/game-00000"), (1500, "results")])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_cannot_be_written_is_named(run: Run, size: int, file: str, jobs: str) -> None:
    found = limited(size, *WORDS, "--out", "results", "--jobs", jobs)
    assert found.returncode == 1
    assert found.stderr.startswith("rulewright: file results") and file in found.stderr
    assert found.stderr.endswith(": File too large\n") and found.stderr.count("\n") == 1
    assert run(*WORDS, "--out", "results").code == 0  # with more room it goes on


def test_a_game_that_cannot_be_written_is_named(run: Run) -> None:
    found = limited(300, "play", "starter.rules", "--seat", "1=random", "--seat", "2=random",
                    "--save", "game.jsonl")
    assert (found.returncode, found.stderr) == (
        1, "rulewright: file game.jsonl: File too large\n"
    )


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("--seed", "5"), "seed"),
        (("--seats", "first,random"), "seats"),
        (("--max-turns", "3"), "max turns"),
    ],
)
def test_another_series_has_another_folder(run: Run, words: tuple[str, ...], what: str) -> None:
    run("simulate", "starter.rules", "--games", "5", "--out", "results")
    answer = run("simulate", "starter.rules", "--games", "5", "--out", "results", *words)
    assert answer.code == 2
    assert f"another {what}" in answer.err


def test_another_text_has_another_folder(run: Run) -> None:
    run("simulate", "starter.rules", "--games", "5", "--out", "results")
    text = Path("starter.rules").read_text("utf-8")
    Path("starter.rules").write_text(text.replace("Nought", "Zero"), encoding="utf-8")
    answer = run("simulate", "starter.rules", "--games", "5", "--out", "results")
    assert (answer.code, "another ruleset hash" in answer.err) == (2, True)


def test_a_folder_of_something_else_is_left_alone(run: Run) -> None:
    Path("results").mkdir()
    Path("results/notes.txt").write_text("mine", encoding="utf-8")
    answer = run("simulate", "starter.rules", "--games", "5", "--out", "results")
    assert (answer.code, "not empty" in answer.err) == (2, True)
    assert [path.name for path in Path("results").iterdir()] == ["notes.txt"]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n1,", "\n2,"),
        lambda text: text.replace("game,", "gone,"),
        lambda text: text.replace("Cross", "Crass"),
        lambda text: text.replace(",no,", ",maybe,"),
        lambda text: text.replace("\n3,", '\n"3,'),
        lambda text: text + "\n",
    ],
)
def test_a_table_that_was_changed_is_not_gone_on_with(
    run: Run, change: Callable[[str], str]
) -> None:
    run("simulate", "starter.rules", "--games", "9", "--out", "results")
    rows = Path("results/games.csv")
    changed = change(rows.read_text("utf-8"))
    rows.write_text(changed, encoding="utf-8")
    answer = run("simulate", "starter.rules", "--games", "12", "--out", "results")
    assert (answer.code, "was changed" in answer.err) == (2, True)
    assert rows.read_text("utf-8") == changed


def test_what_says_what_is_played_may_be_broken(run: Run) -> None:
    run("simulate", "starter.rules", "--games", "5", "--out", "results")
    Path("results/series.json").write_text("[", encoding="utf-8")
    answer = run("simulate", "starter.rules", "--games", "5", "--out", "results")
    assert (answer.code, "another series" in answer.err) == (2, True)


FAULTY = """\
game Faulty
players 2: Gold, Black
the game has a height: 0 to 3, at first 0
turn
  must do one of
    choose "up"
      the game's height goes up by 1
    choose "down"
      the game's height goes down by 1
"""


@pytest.mark.parametrize(
    ("seats", "ahead"), [("random", False), ("random,greedy", False), ("greedy,random", True)]
)
def test_a_fault_met_while_looking_ahead(run: Run, seats: str, ahead: bool) -> None:
    """The record shows the moves to a fault of the game, not those to one a program thought of."""
    Path("faulty.rules").write_text(FAULTY, encoding="utf-8")
    words = ("simulate", "faulty.rules", "--games", "1", "--seats", seats, "--seed", "2")
    found = run(*words, "--out", "results")
    assert (found.code, "outside 0 to 3" in found.err) == (1, True)
    assert "this was met in game 0 of the series with seed 2" in found.err
    assert ("while it looked ahead" in found.err) == ahead
    told = record.read(Path("results/records/game-000000.jsonl"))
    state = told.open().start()
    for entry in told.entries[:-1]:
        state = told.step(state, entry)
    if ahead:
        assert told.entries == ()
    else:
        with pytest.raises(RulesError, match="outside 0 to 3"):
            told.step(state, told.entries[-1])
