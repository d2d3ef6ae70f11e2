"""Files that commands write: whole or not at all, over nothing that is there, with reasons."""

from __future__ import annotations

import io
import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from rulewright import cli
from rulewright.interpreter import files
from rulewright.interpreter.diagnostics import UsageError
from rulewright.interpreter.play import record

Run = Callable[..., Any]
GAME = "starter.rules"
ROOT = Path(cli.__file__).resolve().parent


def play(run: Run, lines: list[str], *words: str) -> Any:
    Path("script.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return run("play", GAME, *words, "--script", "script.txt")


@contextmanager
def no_room() -> Iterator[None]:
    """No file can grow, as on a full disk; what is written in memory is not touched."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


# ---- over nothing that is there ---------------------------------------------------------------


def test_apply_writes_over_nothing(run: Run) -> None:
    Path("mine.txt").write_text("mine", encoding="utf-8")
    words = ("apply", GAME, "--move", "b2", "--out", "mine.txt")
    refused = run(*words)
    assert refused.code == 2
    assert "mine.txt is there already" in refused.err and "--force" in refused.err
    assert Path("mine.txt").read_text(encoding="utf-8") == "mine"
    assert run(*words, "--force").code == 0
    assert run("moves", GAME, "--state", "mine.txt").code == 0


def test_a_saved_state_can_be_gone_on_with_in_its_place(run: Run) -> None:
    """The file that is read may be written if a command wrote it; an author's words are kept."""
    run("apply", GAME, "--move", "b2", "--out", "s.json")
    assert run("apply", GAME, "--state", "s.json", "--move", "a1", "--out", "s.json").code == 0
    Path("s.yaml").write_text("to move: Nought\n", encoding="utf-8")
    answer = run("apply", GAME, "--state", "s.yaml", "--move", "a1", "--out", "s.yaml")
    assert answer.code == 2
    assert Path("s.yaml").read_text(encoding="utf-8") == "to move: Nought\n"


def test_no_command_writes_over_a_ruleset(run: Run) -> None:
    Path("starter.ledger.yaml").write_text("rules: {}\n", encoding="utf-8")
    os.link(GAME, "other-name")
    text = Path(GAME).read_text(encoding="utf-8")
    for name in (GAME, "starter.ledger.yaml", "other-name"):
        before = Path(name).read_text(encoding="utf-8")
        for words in (
            ("apply", GAME, "--move", "b2", "--out", name, "--force"),
            ("play", GAME, "--save", name, "--force", "--seat", "1=first", "--seat", "2=first"),
        ):
            answer = run(*words)
            assert answer.code == 2 and "belongs to a ruleset" in answer.err
        told = play(run, [f"save {name}!", f"scenario {name}!"]).out
        assert told.count("not saved: ") == told.count("belongs to a ruleset") == 2
        assert Path(name).read_text(encoding="utf-8") == before
    assert run("new", "Starter").code == 2
    assert Path(GAME).read_text(encoding="utf-8") == text


def test_play_saves_over_nothing(run: Run) -> None:
    Path("mine.txt").write_text("mine", encoding="utf-8")
    answer = play(run, [], "--save", "mine.txt")
    assert answer.code == 2 and "mine.txt is there already" in answer.err
    told = play(run, ["save mine.txt", "scenario mine.txt"]).out
    assert "`save mine.txt!` writes over it" in told
    assert "`scenario mine.txt!` writes over it" in told
    assert Path("mine.txt").read_text(encoding="utf-8") == "mine"
    assert "saved in mine.txt" in play(run, ["b2", "scenario mine.txt!"]).out
    assert run("test", "mine.txt").code == 0
    assert play(run, ["b2"], "--save", "mine.txt", "--force").code == 0
    assert len(record.read(Path("mine.txt")).entries) == 1


def test_a_session_writes_over_its_own_files(run: Run) -> None:
    told = play(run, ["save a.jsonl", "b2", "save a.jsonl"]).out
    assert told.count("saved in a.jsonl") == 2
    told = play(run, ["a1", "save a.jsonl"], "--load", "a.jsonl").out
    assert "saved in a.jsonl" in told
    assert [entry.text for entry in record.read(Path("a.jsonl")).entries] == ["b2", "a1"]
    told = play(run, ["save b.jsonl", "b2"], "--save", "b.jsonl").out
    assert "b.jsonl is this game's record already" in told
    assert len(record.read(Path("b.jsonl")).entries) == 1


def test_a_record_with_other_seats_is_written_anew_whole(run: Run) -> None:
    play(run, ["b2"], "--save", "a.jsonl")
    play(run, [], "--load", "a.jsonl", "--save", "a.jsonl", "--seat", "2=first")
    found = record.read(Path("a.jsonl"))
    assert found.header.seats == ("human", "first")
    assert [entry.text for entry in found.entries] == ["b2", "a1"]


# ---- no room ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("new", "My Game"), "my-game.rules"),
        (("apply", GAME, "--move", "b2", "--out", "s.json"), "s.json"),
        (("play", GAME, "--save", "g.jsonl", "--seat", "1=first", "--seat", "2=first"), "g.jsonl"),
    ],
)
def test_where_there_is_no_room_nothing_is_left(
    run: Run, words: tuple[str, ...], name: str
) -> None:
    before = set(os.listdir())
    with no_room():
        answer = run(*words)
    assert answer.code == 2
    assert f"cannot write {name}: " in answer.err and "Errno" not in answer.err
    assert set(os.listdir()) == before
    assert run(*words).code == 0
    assert Path(name).stat().st_size > 0


def test_where_there_is_no_room_the_old_file_stays(run: Run) -> None:
    Path("s.json").write_text("mine", encoding="utf-8")
    with no_room():
        assert run("apply", GAME, "--move", "b2", "--out", "s.json", "--force").code == 2
    assert Path("s.json").read_text(encoding="utf-8") == "mine"
    path = Path(GAME)
    path.write_text(path.read_text(encoding="utf-8") + "\n\n\n", encoding="utf-8")
    before = path.read_text(encoding="utf-8")
    with no_room():
        assert run("fmt", GAME).code == 2
    assert path.read_text(encoding="utf-8") == before


def test_a_session_goes_on_where_there_is_no_room(run: Run) -> None:
    Path("script.txt").write_text("b2\nsave a.jsonl\nscenario a.yaml\na1\n", encoding="utf-8")
    before = set(os.listdir())
    with no_room():
        answer = run("play", GAME, "--script", "script.txt")
    assert answer.code == 0 and "Errno" not in answer.out
    assert answer.out.count("not saved: cannot write a.") == 2
    assert set(os.listdir()) == before


def test_a_series_goes_on_after_there_was_no_room(run: Run) -> None:
    words = ("simulate", GAME, "--games", "2", "--jobs", "1", "--out", "runs")
    with no_room():
        answer = run(*words)
    assert answer.code != 0 and "Errno" not in answer.err
    assert run(*words).code == 0
    assert not [path for path in Path("runs").rglob("*") if path.suffix == files.PART]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device")
def test_a_full_device(run: Run) -> None:
    answer = run("apply", GAME, "--move", "b2", "--out", "/dev/full")
    assert answer.code == 2
    assert "cannot write /dev/full: No space left on device" in answer.err
    told = play(run, ["save /dev/full", "scenario /dev/full"]).out
    assert told.count("not saved: cannot write /dev/full: No space left on device") == 2
    answer = play(run, [], "--save", "/dev/full")
    assert answer.code == 2 and "cannot hold a record" in answer.err


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where it fails at the last step."""
    path = tmp_path / "a"
    path.write_text("old", encoding="utf-8")

    def failing(*words: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", failing)
    with pytest.raises(UsageError, match=r"^cannot write .*a: No space left on device$"):
        files.write(path, "new", replace=True)
    assert os.listdir(tmp_path) == ["a"] and path.read_text(encoding="utf-8") == "old"


def test_permissions_and_links_stay(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o640)
    link.symlink_to(target)
    files.write(link, "new", replace=True)
    assert link.is_symlink() and target.read_text(encoding="utf-8") == "new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


# ---- pipes ------------------------------------------------------------------------------------


def test_a_scenario_goes_into_a_pipe(run: Run) -> None:
    """It is not read back from there, which would wait for ever."""
    Path("script.txt").write_text("b2\nscenario /dev/stdout\nsave /dev/stdout\n", encoding="utf-8")
    found = subprocess.run(
        [sys.executable, str(ROOT / "cli.py"), "play", GAME, "--script", "script.txt"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert found.returncode == 0
    assert "- scenario: Play of Starter after 1 steps" in found.stdout
    assert "it passes" in found.stdout
    assert '{"n": 1, "by": "Cross", "text": "b2"}' in found.stdout


def test_a_prompt_is_shown_before_a_line_is_awaited(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever types through a pipe sees the prompt first."""
    shown: list[str] = []

    class Answers(io.StringIO):
        def readline(self, *_: Any) -> str:
            shown.append(out.getvalue() if flushed[-1:] == [len(out.getvalue())] else "not flushed")
            return "b2\n" if len(shown) == 1 else ""

    class Screen(io.StringIO):
        def flush(self) -> None:
            flushed.append(len(self.getvalue()))

    flushed: list[int] = []
    out = Screen()
    monkeypatch.setattr("sys.stdin", Answers())
    monkeypatch.setattr("sys.stdout", out)
    assert cli.main(["play", GAME]) == 0
    assert shown[0].endswith("Cross> ") and shown[1].endswith("Nought> ")
    assert "Cross> b2\n" in out.getvalue()


def test_play_has_no_machine_output(run: Run) -> None:
    assert "--json" not in run("play", "--help").out
    answer = run("play", GAME, "--json")
    assert answer.code == 2
    assert "`play` has no option `--json`" in json.loads(answer.out)["diagnostics"][0]["message"]
