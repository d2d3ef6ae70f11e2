"""The command line: every command, its JSON, its exit codes, and no traceback whatever happens."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright import cli
from rulewright.interpreter import driver, finding
from rulewright.interpreter.play import starters
from tests.texts import SHIPPED_FILES, is_variant

Run = Callable[..., Any]

ROOT = Path(cli.__file__).resolve().parent
def separate(*words: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """Runs the command line in a process of its own, from the checkout."""
    return subprocess.run(
        [sys.executable, str(ROOT / "cli.py"), *words],
        capture_output=True, text=True, check=False, **more,
    )  # fmt: skip


SHIPPED = sorted(path.stem for path in SHIPPED_FILES)
CLASSICS = sorted(path.stem for path in finding.CLASSICS.glob("*.rules"))

# ---- list, new, validate, fmt, show, schema ---------------------------------------------------


def test_list(run: Run) -> None:
    found = run("list", "--json").json
    for entry in found:
        assert set(entry) == {
            "name", "title", "summary", "kind", "base", "players", "options"}
        assert set(entry["players"]) == {"min", "max"}
    games = ["motators", "motif", "motora", "motox", "transport"]
    assert [entry["name"] for entry in found][:5] == games
    assert all(entry["summary"] for entry in found)
    assert {entry["name"] for entry in found} == {*SHIPPED, *CLASSICS}
    lines = run("list").out.splitlines()
    assert [line.split()[0] for line in lines if line.startswith("  ")] == [
        entry["name"] for entry in found]


def test_list_of_one(run: Run) -> None:
    found = run("list", "motif-4x4", "--json").json
    assert found["kind"] == "variant" and found["base"] == "motif"
    said = run("list", "motif-4x4").out
    assert found["summary"] in said
    assert all(f" {option['name']}: " in said for option in found["options"])
    assert run("list", "chess").out.startswith("Chess; 2 players\n")
    assert run("list", "nonsense").code == 2


LISTING = """
import sys
from tests.work import counted
with counted() as work:
    from rulewright import cli
    cli.main(["list"])
print(work.calls, *sys.modules, file=sys.stderr)
"""


def test_list_answers_at_once() -> None:
    """From the first import on, it calls few functions and imports nothing that games run on."""
    separate("list")  # the parser's tables are kept from here on
    found = subprocess.run(
        [sys.executable, "-c", LISTING], cwd=ROOT,
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    calls, *modules = found.stderr.split()
    assert int(calls) < 500_000
    assert "rulewright.interpreter.driver" in modules
    prefix = "rulewright.interpreter."
    parts = {name.split(".")[2] for name in modules if name.startswith(prefix)}
    assert not parts & {"engine", "play"}
    assert not {"jsonschema", "multiprocessing", "rich"} & set(modules)


@pytest.mark.parametrize("name", [
    pytest.param(path.stem, marks=pytest.mark.slow)
    if is_variant(path) or path.stem in ("motora", "transport") else path.stem
    for path in SHIPPED_FILES])
def test_shipped_rulesets(run: Run, name: str) -> None:
    """That they validate, `test_trial` shows. (Variants are shown, drawn and played as their bases
    are. The two longest take as long as all others; their layout, schema and options have tests of
    their own, of all rulesets.)"""
    assert run("show", name).code == 0
    assert run("fmt", name, "--check").code == 0
    assert run("schema", name).json["type"] == "object"
    assert run("moves", name).code == 0


def test_new_validates_and_plays(run: Run) -> None:
    assert run("new", "My First Game").code == 0
    assert run("validate", "my-first-game.rules").code == 0
    assert run("fmt", "my-first-game.rules", "--check").code == 0
    assert run("new", "My First Game").code == 2
    assert run("simulate", "my-first-game.rules", "--games", "2").code == 0


@pytest.mark.parametrize("name", ["", "!!", "7 wonders"])
def test_new_refuses_names(run: Run, name: str) -> None:
    assert run("new", name).code == 2


def test_validate_tells_what_is_wrong(run: Run) -> None:
    text = starters.starter("Broken").replace("board Grid", "bord Grid")
    Path("broken.rules").write_text(text, encoding="utf-8")
    answer = run("validate", "broken.rules")
    assert answer.code == 1
    line = next(n for n, row in enumerate(text.splitlines(), 1) if row.startswith("bord"))
    assert f"broken.rules:{line}:" in answer.out
    found = run("validate", "broken.rules", "--json").json["diagnostics"]
    keys = {"code", "severity", "file", "line", "column", "end_line", "end_column", "message",
            "hint", "replacements", "means", "alike"}
    assert all(set(item) == keys for item in found)
    assert any(item["line"] == line and item["severity"] == "error" for item in found)


def test_fmt(run: Run) -> None:
    path = Path("starter.rules")
    text = path.read_text(encoding="utf-8")
    path.write_text(text + "\n\n\n", encoding="utf-8")
    assert run("fmt", "starter.rules", "--check").code == 1
    assert run("fmt", "starter.rules").code == 0
    assert path.read_text(encoding="utf-8") == text
    assert run("fmt", "starter.rules", "--check").code == 0


# ---- moves, apply, why, perft -----------------------------------------------------------------


def test_moves_and_apply(run: Run) -> None:
    found = run("moves", "starter.rules", "--json").json
    assert found["player"] == "Cross"
    assert len(found["options"]) == 9
    assert run("apply", "starter.rules", "--move", "b2", "a1", "--out", "two.json").code == 0
    after = run("moves", "starter.rules", "--state", "two.json", "--json").json
    assert after["player"] == "Cross"
    assert sorted(after["options"]) == sorted(set(found["options"]) - {"a1", "b2"})


def test_apply_refuses_a_wrong_move(run: Run) -> None:
    answer = run("apply", "starter.rules", "--move", "b2", "b2", "--json")
    assert answer.code == 1
    assert answer.json["diagnostics"][0]["code"] == "illegal-move"


def test_why(run: Run) -> None:
    run("apply", "starter.rules", "--move", "b2", "--out", "one.json")
    refused = run("why", "starter.rules", "--state", "one.json", "--move", "b2", "--json").json
    assert set(refused) == {"legal", "rules", "file", "line", "message"}
    assert refused["legal"] is False
    assert run("why", "starter.rules", "--move", "b2").out == "legal\n"


@pytest.mark.parametrize("text", ["{", "[]", "- a", "a: *b", "x: {", "no such: thing", "\x00"])
def test_states_that_are_none(run: Run, text: str) -> None:
    Path("state.yaml").write_text(text, encoding="utf-8")
    answer = run("moves", "starter.rules", "--state", "state.yaml", "--json")
    assert answer.code == 1
    assert answer.json["diagnostics"]


def test_profile(run: Run) -> None:
    call = ("profile", "starter.rules", "--games", "4")
    lines = run(*call, "--json").json
    for line in lines:
        assert set(line) == {"file", "line", "runs", "work", "share", "text"}
        text = Path(line["file"]).read_text(encoding="utf-8").splitlines()[line["line"] - 1]
        assert line["text"] == text.strip()
    assert lines == run(*call, "--json").json
    assert run(*call, "--top", "2", "--json").json == lines[:2]
    shown = run(*call, "--top", "2").out.splitlines()
    assert all(len(row) <= 80 for row in shown)
    heads = [row.split()[0] for row in shown if row.startswith("starter.rules:")]
    assert heads == [f"starter.rules:{line['line']}" for line in lines[:2]]


def test_perft(run: Run) -> None:
    found = run("perft", "starter.rules", "--depth", "4", "--json").json
    assert found == {"unit": "decision", "counts": [9, 72, 504, 3024], "ended": [0] * 4}
    turns = run("perft", "starter.rules", "--depth", "4", "--unit", "turn", "--json").json
    assert turns["counts"] == found["counts"]
    split = run("perft", "starter.rules", "--depth", "3", "--divide", "--json").json["divide"]
    assert set(split.values()) == {56}


@pytest.mark.slow
def test_perft_of_positions(run: Run) -> None:
    answer = run("perft", "starter.rules", "--depth", "9", "--unit", "position", "--json").json
    assert sum(answer["ended"]) == 255_168
    assert answer["reachable"] == 5478


# ---- simulate, compare, replay ----------------------------------------------------------------

TIMES = ("seconds", "games_per_s", "moves_per_s")


def simulated(run: Run, *more: str) -> dict[str, Any]:
    answer = run("simulate", "starter.rules", "--games", "40", "--json", *more)
    found: dict[str, Any] = answer.json
    for key in TIMES:
        del found[key]
    return found


def test_simulate(run: Run) -> None:
    found = simulated(run, "--seed", "5")
    assert found["finished"] == found["games"] == 40
    assert sum(found["wins"]) + found["draws"] + found["shared"] + found["nobody"] == 40
    assert sum(found["endings"].values()) == 40
    assert found["length"]["decisions"]["max"] <= 9
    assert found == simulated(run, "--seed", "5")
    assert found != simulated(run, "--seed", "6")


def test_processes_change_nothing(run: Run) -> None:
    assert simulated(run, "--jobs", "1") == simulated(run, "--jobs", "3")


def test_a_stopped_game_is_no_draw(run: Run) -> None:
    found = simulated(run, "--max-turns", "3")
    assert (found["truncated"], found["finished"], found["draws"]) == (40, 0, 0)
    assert found["truncated_by"] == {"max-turns": 40}


def test_simulate_for_people(run: Run) -> None:
    answer = run("simulate", "starter.rules", "--games", "10")
    assert "Cross wins" in answer.out
    assert max(map(len, answer.out.splitlines())) <= 80


def test_records_replay(run: Run) -> None:
    assert run("simulate", "starter.rules", "--games", "3", "--out", "results").code == 0
    records = sorted(Path("results/records").iterdir())
    assert len(records) == 3
    for path in records:
        assert run("replay", str(path)).code == 0
    assert len(Path("results/games.csv").read_text(encoding="utf-8").splitlines()) == 4


def test_compare(run: Run) -> None:
    words = ("compare", "starter.rules", "starter.rules", "--games", "20")
    assert run(*words).code == 2
    found = run(*words, "--set-b", "size=4", "--seats", "random,first", "--json").json
    assert (found["rotations"], found["pairs"]) == (2, 40)
    assert found["differences"]["options per decision"]["low"] > 0
    assert run(*words, "--set-b", "size=4").code == 0


# ---- lines said back ----------------------------------------------------------------------------


def test_a_line_is_said_back(run: Run) -> None:
    answer = run("show", "starter.rules", "--meaning", "--line", "25")
    assert answer.out.splitlines() == [
        "starter.rules",
        "  25    if the cells of the player include a line of 3",
        "   =    if all cells of the player to move include a line of 3",
    ]
    (line,) = run("show", "starter.rules", "--meaning", "--line", "24", "--json").json["lines"]
    assert line == {
        "file": "starter.rules", "line": 24, "last": 24,
        "text": "  must put a Mark of the player on an empty cell",
        "said": "must put a Mark of the player to move on an empty cell",
        "notes": ["the player to move chooses"],
    }


def test_the_lines_of_a_rule_are_said_back(run: Run) -> None:
    found = run("show", "motif", "--meaning", "--rule", "MTF-END-01", "--json").json["lines"]
    assert [line["said"] for line in found] == [
        "the area of a player P is the number of (tiles whose colour is P)",
    ]


def test_what_a_variant_takes_away_is_not_said(run: Run) -> None:
    Path("other.rules").write_text(
        "variant Other of starter\nreplace\n  turn\n    the player wins\n", encoding="utf-8",
    )
    found = run("show", "other.rules", "--meaning", "--json").json["lines"]
    said = [(line["file"], line["said"]) for line in found]
    assert ("other.rules", "the player to move wins") in said
    assert ("starter.rules", "board Grid: a grid of square cells, 3 by 3") in said
    assert not any("include" in sentence for _, sentence in said)


# ---- the command line itself ------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ("simulat",),
        ("simulate",),
        ("simulate", "no-such-game"),
        ("simulate", "starter.rules", "--game", "3"),
        ("simulate", "starter.rules", "--games", "0"),
        ("simulate", "starter.rules", "--games", "many"),
        ("simulate", "starter.rules", "--seats", "random,random,random"),
        ("simulate", "starter.rules", "--seats", "clever"),
        ("simulate", "starter.rules", "--seats", "mc:0"),
        ("simulate", "starter.rules", "--set", "size"),
        ("simulate", "starter.rules", "--set", "sice=3"),
        ("simulate", "starter.rules", "--set", "size=3", "--set", "size=4"),
        ("simulate", "starter.rules", "--seed", "-1"),
        ("simulate", "starter.rules", "--players", "3"),
        ("profile", "starter.rules", "--top", "0"),
        ("profile", "starter.rules", "--games", "0"),
        ("profile", "starter.rules", "--seats", "clever"),
        ("profile", "starter.rules", "--jobs", "2"),
        ("profile", "starter.rules", "--backend", "fast"),
        ("profile", "starter.rules", "--backend", "native", "--seats", "greedy,random"),
        ("show", "starter.rules", "--line", "3"),
        ("show", "starter.rules", "--rule", "STA-1"),
        ("show", "starter.rules", "--meaning", "--line", "0"),
        ("show", "starter.rules", "--meaning", "--line", "3"),
        ("show", "starter.rules", "--meaning", "--line", "999"),
        ("show", "starter.rules", "--meaning", "--rule", "STA-1"),
        ("show", "starter.rules", "--meaning", "--code"),
        ("show", "starter.rules", "--meaning", "--set", "size=40"),
        ("show", "starter.rules", "--meaning", "--players", "3"),
        ("perft", "starter.rules"),
        ("perft", "starter.rules", "--depth", "2", "--unit", "move"),
        ("play", "starter.rules", "--seat", "3=random"),
        ("play", "starter.rules", "--seat", "random"),
        ("moves", "starter.rules", "further"),
        ("test", "no-such-folder"),
    ],
)
def test_wrong_command_lines(run: Run, words: tuple[str, ...]) -> None:
    answer = run(*words, "--json")
    assert answer.code == 2
    assert answer.json["diagnostics"][0]["message"]
    plain = run(*words)
    assert (plain.code, plain.out) == (2, "")
    assert plain.err.startswith("rulewright: ")


def test_help(run: Run) -> None:
    assert run("--help").code == 0
    for name in cli.COMMANDS:
        answer = run(name, "--help")
        assert (answer.code, answer.err) == (0, "")
        assert f"rulewright {name}" in answer.out


def test_an_internal_error_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise KeyError("lost")

    monkeypatch.setattr(driver, "available", broken)
    answer = run("list")
    assert answer.code == 1
    assert answer.err.startswith("rulewright: internal error: KeyError")
    report = Path(answer.err.split()[-1])
    assert "broken" in report.read_text(encoding="utf-8")
    report.unlink()


def test_an_interrupt_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(driver, "available", interrupted)
    answer = run("list")
    assert (answer.code, answer.err) == (130, "rulewright: interrupted\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device")
def test_output_that_is_full() -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        found = subprocess.run(
            [sys.executable, str(ROOT / "cli.py"), "list"],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert found.returncode == 1
    assert len(found.stderr.splitlines()) == 1


def test_output_that_nobody_reads() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as nobody:
        found = subprocess.run(
            [sys.executable, str(ROOT / "cli.py"), "list"],
            stdout=nobody, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert found.returncode == 1
    assert len(found.stderr.splitlines()) == 1
