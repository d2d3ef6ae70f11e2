"""Whatever is wrong with a file or a word of the command line, the answer is one clear message.

Every case runs through `cli.main`, as a person would meet it: exit code 1 (the ruleset, position,
move or record is wrong) or 2 (the command line is wrong), something on standard error, nothing
of Python's own. `RULEWRIGHT_DEBUG` is set, so that a fault inside is raised and not told.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
GAME = "starter.rules"


@pytest.fixture
def refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Runs a command that must be refused; what it says."""
    monkeypatch.setenv("RULEWRIGHT_DEBUG", "1")

    def call(*words: str, code: int | None = None) -> str:
        answer = run(*words)
        assert answer.code in ((1, 2) if code is None else (code,)), (words, answer.out)
        told: str = answer.err + (answer.out if words[0] in ("validate", "test") else "")
        assert told.strip(), words
        for word in ("Traceback", "internal error", "Error:", "<class", "object at 0x"):
            assert word not in told
        return told

    return call


def write(name: str, content: str | bytes) -> str:
    data = content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape")
    Path(name).write_bytes(data)
    return name


# ---- positions --------------------------------------------------------------------------------

POSITIONS: dict[str, str | bytes] = {
    "a list": "[]",
    "a number": "5",
    "a text": "hello",
    "nul": "\0",
    "all bytes": bytes(range(256)),
    "nested lists": "[" * 1500,  # deeper than Python calls may go
    "nested mappings": '{"a":' * 1500,
    "aliases": "a: &x 1\nb: *x",
    "a tag": 'a: !!python/object/apply:os.system ["true"]',
    "twice": "Grid: {}\nGrid: {}",
    "a key that is a list": "? [a, b]\n: c",
    "no such part": "Gird: {}",
    "a board as a number": "Grid: 5",
    "a board as a list": "Grid: [a]",
    "no such cell": "Grid: {z9: {piece: Mark of Cross}}",
    "no such piece": "Grid: {a1: {piece: King of Cross}}",
    "no such owner": "Grid: {a1: {piece: Mark of Nobody}}",
    "no such attribute": "Grid: {a1: {colour: red}}",
    "a short drawing": "Grid: |\n  x x x\n  . . .",
    "a wide drawing": "Grid: |\n  x x x x\n  . . . .\n  . . . .",
    "an unknown letter": "Grid: |\n  ? . .\n  . . .\n  . . .",
    "an empty drawing": "Grid:",
    "nobody to move": "to move: Nobody",
    "two to move": "to move: [Cross]",
    "from nowhere": "from: nowhere",
    "a full board": "Grid: |\n  x o x\n  o x o\n  o x o",
    "too many players": "players: 9",
    "players in words": "players: two",
    "very many players": "players: 99999999999999999999999999",
    "half a player": '{"players": 2.5}',
    "less than a player": '{"players": -1}',
    "no number of players": '{"players": NaN}',
    "yes players": '{"players": true}',
    "no such option": "options: {sise: 3}",
    "no such value": "options: {size: 99}",
    "an option of another type": '{"options": {"size": [4]}}',
    "options as a list": "options: [size]",
    "another ruleset": "ruleset: other",
    "a ruleset of a strange name": 'ruleset: "\\0"',
    "a ruleset of a long name": "ruleset: " + "x" * 5000,
    "another format": "rulewright: 99\nstate: {}",
    "a hash that is none": "hash: 5",
    "an empty state": "state: {}",
    "a state as a number": '{"state": 5}',
    "half a state": '{"state": {"Grid": {"a1": {"piece": "none"}}}}',
}


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("command", ["moves", "apply", "why", "perft"])
def test_positions(refused: Callable[..., str], name: str, command: str) -> None:
    more = {"why": ["--move", "a1"], "perft": ["--depth", "1"]}.get(command, [])
    refused(command, GAME, "--state", write("s", POSITIONS[name]), *more)


def edited(run: Run, change: Callable[[dict[str, Any]], object]) -> str:
    """A whole state with a change made to it."""
    assert run("apply", GAME, "--move", "b2", "--out", "whole.json").code == 0
    data = json.loads(Path("whole.json").read_text(encoding="utf-8"))
    change(data)
    return write("s.json", json.dumps(data))


CHANGES: dict[str, Callable[[dict[str, Any]], object]] = {
    "waiting nowhere": lambda d: d["state"].update(waiting="nowhere"),
    "waiting far away": lambda d: d["state"].update(waiting="99"),
    "waiting as a number": lambda d: d["state"].update(waiting=-1),
    "nobody to move": lambda d: d["state"].update({"to move": "x"}),
    "a cell as a number": lambda d: d["state"]["Grid"].update(a1=5),
    "a piece that is none": lambda d: d["state"]["Grid"]["a1"].update(piece="Mark"),
    "no board": lambda d: d["state"].pop("Grid"),
    "a cell less": lambda d: d["state"]["Grid"].pop("a1"),
    "a part more": lambda d: d["state"].update(more=1),
    "another size": lambda d: d.update(options={"size": "4"}),
    "no such size": lambda d: d.update(options={"size": "9"}),
    "no hash": lambda d: d.update(hash="x"),
    "no state": lambda d: d.update(state=None),
    "a strange result": lambda d: d["state"].update(result={"rule": "X-1"}),
    "another ruleset": lambda d: d.update(ruleset="motif"),
    "players as a text": lambda d: d.update(players="many"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_whole_states(run: Run, refused: Callable[..., str], name: str) -> None:
    refused("moves", GAME, "--state", edited(run, CHANGES[name]))


# ---- records ----------------------------------------------------------------------------------


def recorded(run: Run) -> list[str]:
    """The lines of a record."""
    run("simulate", GAME, "--games", "1", "--jobs", "1", "--out", "results")
    path = next(Path("results/records").iterdir())
    return path.read_text(encoding="utf-8").splitlines()


def replaced(number: int, **parts: object) -> Callable[[list[str]], list[str]]:
    def change(lines: list[str]) -> list[str]:
        lines[number] = json.dumps(json.loads(lines[number]) | parts)
        return lines

    return change


RECORDS: dict[str, Callable[[list[str]], list[str]]] = {
    "no end": lambda lines: lines[:-1],
    "only a header": lambda lines: lines[:1],
    "no header": lambda lines: lines[1:],
    "a move less": lambda lines: lines[:2] + lines[3:],
    "a move twice": lambda lines: [*lines[:2], lines[1], *lines[2:]],
    "two moves swapped": lambda lines: [lines[0], lines[2], lines[1], *lines[3:]],
    "something behind the end": lambda lines: [*lines, lines[1]],
    "an empty line": lambda lines: [lines[0], "", *lines[1:]],
    "no JSON": lambda lines: [lines[0], "a1", *lines[1:]],
    "a list": lambda lines: [lines[0], "[]", *lines[1:]],
    "nested": lambda lines: [lines[0], "[" * 100_000, *lines[1:]],
    "another move": replaced(1, text="z9"),
    "a move as a number": replaced(1, text=5),
    "another player": replaced(1, by="Nought"),
    "nobody": replaced(1, by=""),
    "another result": replaced(-1, decisions=99),
    "another state": replaced(-1, state="0" * 64),
    "another text": replaced(0, hash="0" * 64),
    "no such ruleset": replaced(0, ruleset="nope"),
    "a ruleset elsewhere": replaced(0, ruleset="../../etc/passwd"),
    "a ruleset with a strange name": replaced(0, ruleset="a\0b"),
    "three seats": replaced(0, seats=["random"] * 3),
    "seats as a text": replaced(0, seats="random"),
    "nine players": replaced(0, players=9),
    "a seed below zero": replaced(0, seed=-1),
    "a seed as a text": replaced(0, seed="one"),
    "no such option": replaced(0, options={"sise": "3"}),
    "an option as a number": replaced(0, options={"size": 3}),
    "another format": replaced(0, rulewright=2),
}


@pytest.mark.parametrize("name", RECORDS)
def test_records(run: Run, refused: Callable[..., str], name: str) -> None:
    lines = RECORDS[name](recorded(run))
    refused("replay", write("r.jsonl", "".join(line + "\n" for line in lines)), code=1)


@pytest.mark.parametrize("data", [b"", b"\n", b"\0", bytes(range(256)), b"{}", b"{}\n", b"\xff\n"])
def test_no_records(refused: Callable[..., str], data: bytes) -> None:
    refused("replay", write("r.jsonl", data), code=1)
    refused("play", GAME, "--load", "r.jsonl", code=1)


def test_a_torn_record(run: Run, refused: Callable[..., str]) -> None:
    text = "\n".join(recorded(run))
    write("r.jsonl", text[:-5])
    assert "torn" in refused("replay", "r.jsonl", code=1)


# ---- scenarios --------------------------------------------------------------------------------

SCENARIOS: dict[str, str | bytes] = {
    "nothing": "",
    "a text": "hello",
    "a list": "- a",
    "all bytes": bytes(range(256)),
    "no ruleset": "do: [a1]\nexpect: {result: open}",
    "no such ruleset": "ruleset: nope\nrules: [A-1]\ndo: []\nexpect: {to move: Cross}",
    "a strange part": f"ruleset: {GAME}\nrules: [A-1]\ndoes: []\nexpect: {{to move: Cross}}",
    "a move that is none": f"ruleset: {GAME}\nrules: [A-1]\ndo: [z9]\nexpect: {{to move: Cross}}",
    "a move as a mapping": f"ruleset: {GAME}\nrules: [A-1]\ndo: [{{a: b}}]\nexpect: {{}}",
    "a condition that is none": f"ruleset: {GAME}\nrules: [A-1]\nexpect: {{holds: [foo bar]}}",
    "a condition of nothing": f"ruleset: {GAME}\nrules: [A-1]\nexpect: {{holds: ['']}}",
    "a nested condition": f"ruleset: {GAME}\nrules: [A-1]\nexpect: {{holds: ['{'(' * 3000}']}}",
    "a long condition": (
        f"ruleset: {GAME}\nrules: [A-1]\nexpect: {{holds: ['{'not ' * 3000}a1 is empty']}}"
    ),
    "a condition with a quote": f"ruleset: {GAME}\nrules: [A-1]\nexpect: {{holds: ['\"']}}",
    "no such player": f"ruleset: {GAME}\nrules: [A-1]\nexpect: {{to move: Nobody}}",
    "no such option": f"ruleset: {GAME}\noptions: {{sise: 3}}\nrules: [A-1]\nexpect: {{}}",
    "too many players": f"ruleset: {GAME}\nplayers: 7\nrules: [A-1]\nexpect: {{to move: Cross}}",
    "a position that is none": (
        f"ruleset: {GAME}\nrules: [A-1]\ngiven: {{Grid: 5}}\nexpect: {{to move: Cross}}"
    ),
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenarios(refused: Callable[..., str], name: str) -> None:
    refused("test", write("s.yaml", SCENARIOS[name]))


# ---- ledgers ----------------------------------------------------------------------------------

LEDGERS: list[str | bytes] = [
    "5", "[]", "rules: 5", "rules: [a]", "rules: {A-1: 5}", "rules: {A-1: {}}", "rools: {}",
    "rules: {A-1: {says: [a], at: {b: c}}}", "{", "a: &x 1", bytes(range(256)), "[" * 5000,
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(LEDGERS)))
def test_ledgers(refused: Callable[..., str], number: int) -> None:
    write("starter.ledger.yaml", LEDGERS[number])
    refused("validate", GAME, code=1)


def test_rules_that_no_ledger_has(refused: Callable[..., str]) -> None:
    write("starter.ledger.yaml", "rules: {ABC-1: {says: one, at: page 1}}")
    text = Path(GAME).read_text(encoding="utf-8").replace("\nturn\n", "\nturn [ABC-2]\n")
    write(GAME, text)
    told = refused("validate", GAME, code=1)
    assert told.count("unknown-rule") == 1
    assert "the ledger starter.ledger.yaml has no rule ABC-2" in told


# ---- variants ---------------------------------------------------------------------------------

VARIANTS = {
    "of itself": "variant One of v\n",
    "of no base": "variant One\n",
    "of nothing": "variant One of \n",
    "of an unknown base": "variant One of strater\n",
    "of a path": "variant One of ../starter\n",
    "of a deep path": "variant One of a/b\n",
    "of a path with the other slash": "variant One of ..\\starter\n",
    "of a path from the root": "variant One of /etc/passwd\n",
    "of a hidden file": "variant One of .starter\n",
    "of a file": "variant One of starter.rules\n",
    "of a strange name": "variant One of a\0b\n",
    "of a long name": f"variant One of {'x' * 5000}\n",
    "no such option": "variant One of starter\n\nset sise to 4\n",
    "no such value": "variant One of starter\n\nset size to 99\n",
    "no such step": "variant One of starter\n\nremove step Nothing\n",
    "nothing to replace": "variant One of starter\n\nreplace\n  step Nothing\n    Cross begins\n",
    "nothing to remove": "variant One of starter\n\nremove end [ABC-1]\n",
    "no such place": "variant One of starter\n\nbefore Nothing\n  Cross begins\n",
    "a second turn": "variant One of starter\n\nturn\n  must choose a cell\n",
    "a second game": "variant One of starter\n\ngame Two\n",
    "no more turn": "variant One of starter\n\nreplace\n  turn\n",
}


@pytest.mark.parametrize("name", VARIANTS)
def test_variants(refused: Callable[..., str], name: str) -> None:
    told = refused("validate", write("v.rules", VARIANTS[name]), code=1)
    assert "v.rules" in told
    refused("moves", "v.rules", code=1)


def test_variants_in_a_circle(refused: Callable[..., str]) -> None:
    for one, other in (("a", "b"), ("b", "c"), ("c", "a")):
        write(f"{one}.rules", f"variant {one.upper()} of {other}\n")
    assert "builds on itself" in refused("validate", "a.rules", code=1)


# ---- paths and names --------------------------------------------------------------------------

PATHS = ["", ".", "..", "/", "no/such", "\0", "x" * 5000, "a/" + "x" * 5000, "nope.rules", "~",
         "starter.rules/x", "-", "http://x/y.rules", "é"]  # fmt: skip


@pytest.mark.parametrize("path", PATHS, ids=range(len(PATHS)))
def test_paths(refused: Callable[..., str], path: str) -> None:
    for command in ("validate", "fmt", "show", "moves", "schema", "simulate", "test"):
        if (command, path) != ("test", "/"):  # all files of the machine are looked through for it
            refused(command, path)
    refused("moves", GAME, "--state", path)
    refused("replay", path)
    refused("play", GAME, "--load", path or ".")


def test_a_folder_is_no_ruleset(refused: Callable[..., str]) -> None:
    Path("folder.rules").mkdir()
    refused("validate", "folder.rules")
    refused("validate", "folder")


@pytest.mark.parametrize("data", [b"", b"\0" * 100, bytes(range(256)), b"\xff\xfe", b"\n" * 1000,
                                  b"game", "\ufeffgame X".encode()])  # fmt: skip
def test_files_that_are_no_rulesets(refused: Callable[..., str], data: bytes) -> None:
    write("x.rules", data)
    refused("validate", "x.rules", code=1)
    refused("moves", "x.rules", code=1)


# ---- options, players, seats, moves -----------------------------------------------------------

WORDS: list[list[str]] = [
    ["--set", "size"], ["--set", "=3"], ["--set", "size="], ["--set", ""], ["--set", "sise=3"],
    ["--set", "size=²"], ["--set", "size=-1"], ["--set", "size=1e3"], ["--set", "size=3.0"],
    ["--set", "size=99999999999999999999"], ["--set", "size=" + "9" * 5000],
    ["--set", "size=3", "--set", "size=4"], ["--players", "0"], ["--players", "3"],
    ["--players", "two"], ["--players", "-1"], ["--players", "9" * 5000], ["--players", ""],
]  # fmt: skip


@pytest.mark.parametrize("words", WORDS, ids=range(len(WORDS)))
def test_options(refused: Callable[..., str], words: list[str]) -> None:
    refused("moves", GAME, *words, code=2)
    refused("simulate", GAME, *words, code=2)


@pytest.mark.parametrize(("name", "words"), [
    ("chess", "hint: it has none"), ("motif", "hint: its options are: width, height, tokens,"),
    ("chess players", "hint: the number of players is set by `--players`; it has none"),
])
def test_hints_of_unknown_options(refused: Callable[..., str], name: str, words: str) -> None:
    name, key = [*name.split(), "weather"][:2]
    assert words in refused("moves", name, "--set", f"{key}=2", code=2)


@pytest.mark.parametrize("seats", [",", "random,", "random", "random,random,random", "mc:0,random",
                                   "mc:-1,first", "mc:99999999999,first", "RANDOM,first",
                                   "\0,first", "human,human"])  # fmt: skip
def test_seats(refused: Callable[..., str], seats: str) -> None:
    if seats == "random":
        seats = "random,rendom"
    refused("simulate", GAME, "--games", "1", "--seats", seats, code=2)
    refused("play", GAME, "--seat", seats, code=2)


@pytest.mark.parametrize("move", ["", " ", "z9", "a1-b2", "\0", "x" * 100_000, "🙂", "0", "-1",
                                  "a1 a1", "[a1]", "{cell}", "%s"])  # fmt: skip
def test_moves(run: Run, refused: Callable[..., str], move: str) -> None:
    if len(move) < 1000:
        refused("apply", GAME, f"--move={move}", code=1)
    assert run("why", GAME, f"--move={move}").code == 0
    refused("apply", GAME, f"--chance={move or 'x'}", code=1)


def test_outputs_that_cannot_be_written(refused: Callable[..., str]) -> None:
    Path("folder").mkdir()
    for words in (
        ("apply", GAME, "--move", "b2", "--out", "folder"),
        ("apply", GAME, "--move", "b2", "--out", "no/such/file"),
        ("play", GAME, "--save", "folder"),
        ("simulate", GAME, "--games", "1", "--out", GAME),
    ):
        refused(*words)
