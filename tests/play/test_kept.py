"""What is kept of a setting: a series begins without its rules being read, and is the same."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter import driver, finding
from rulewright.interpreter.files import private_cache
from rulewright.interpreter.native import build
from rulewright.interpreter.play import backend, kept, setting, simulate

Run = Callable[..., Any]
WORDS = ("--games", "30", "--jobs", "1", "--backend", "native", "--json")
#: A game in which a counter may leave its range.
BREAKING = """game Breaking

players 2: One, Two
the game has a counter: 0 to 5

turn
  must do one of
    choose "on"
      the counter goes up by 1                                           [UP-01]
    choose "out"
      the player wins                                                    [OUT-01]
"""
LEDGER = 'rules:\n  OUT-01: {says: "Who goes out wins.", at: "1"}\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where libraries and notes are kept; at first there are none."""
    tables = private_cache()
    own = tmp_path / "cache" / "rulewright"
    own.mkdir(parents=True, mode=0o700)
    for table in [] if tables is None else tables.glob("tables-*"):
        (own / table.name).symlink_to(table)
    monkeypatch.setenv("XDG_CACHE_HOME", str(own.parent))
    return own / "native"


@pytest.fixture
def forget(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """A function after which this process knows of no setting, as if it had just begun."""
    def done() -> None:
        for module, name in ((setting, "_games"), (setting, "_notes"), (setting, "_asked"),
                             (backend, "_played")):
            monkeypatch.setattr(module, name, {})

    done()
    return done


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """A function after which no ruleset can be read."""
    def refused(*_: object) -> None:
        raise AssertionError("the rules were read")

    return lambda: monkeypatch.setattr(driver, "load", refused)


def timeless(answer: Any) -> Any:
    found = answer.json
    for time in simulate.TIMES:
        found.pop(time, None)
    return answer.code, found


@pytest.mark.parametrize("more", [(), ("--set", "size=4"), ("--players", "2"), ("--jobs", "2")])
def test_a_series_that_was_played_before_reads_no_rules(
    run: Run, forget: Callable[[], None], unread: Callable[[], None], more: tuple[str, ...]
) -> None:
    words = ("simulate", "starter.rules", *WORDS, *more)
    first = timeless(run(*words))
    shown = run(*words[:-len(more) - 1], *more).out.splitlines()[:-1]
    forget()
    unread()
    assert timeless(run(*words)) == first and first[0] == 0
    assert run(*words[:-len(more) - 1], *more).out.splitlines()[:-1] == shown


def test_nothing_of_the_language_is_imported_for_it(run: Run, folder: Path) -> None:
    """That is what most of the time would be."""
    script = ("import sys\nfrom rulewright import cli\n"
              f"code = cli.main({['simulate', 'starter.rules', *WORDS]!r})\n"
              "parts = {name.split('.')[2] for name in sys.modules"
              " if name.startswith('rulewright.interpreter.')}\n"
              "print(code, *sorted(parts), file=sys.stderr)\n")
    told = [subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                           check=True).stderr.split() for _ in range(2)]
    assert {"lower", "passes"} < {*told[0]}
    assert told[1][0] == "0" and not {"lower", "passes", "engine", "model", "ir"} & {*told[1]}


def place(name: str, players: int | None = None, **options: str) -> Path:
    found = kept._place(finding.find(name), players, options)
    assert found is not None
    return found


def test_whatever_it_depends_on_is_part_of_its_name(
    run: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base, ledger = tmp_path / "starter.rules", tmp_path / "starter.ledger.yaml"
    variant = tmp_path / "other.rules"
    variant.write_text("variant Other of starter\n", encoding="utf-8")
    seen = [place("starter.rules"), place("other.rules"), place("starter.rules", 2),
            place("starter.rules", size="4"), place("starter.rules", size="5")]

    def changed() -> None:
        seen.extend((place("starter.rules"), place("other.rules")))

    base.write_text(base.read_text(encoding="utf-8") + "\n# more\n", encoding="utf-8")
    changed()
    ledger.write_text(LEDGER, encoding="utf-8")
    changed()
    with monkeypatch.context() as patched:
        patched.setattr(build, "FLAGS", (*build.FLAGS, "-g"))
        changed()
    with monkeypatch.context() as patched:
        patched.setattr(build, "compiler", lambda: build.Compiler(("cc",), "another"))
        changed()
    with monkeypatch.context() as patched:
        patched.setattr(build, "processor", lambda: "another")
        changed()
    with monkeypatch.context() as patched:
        patched.setattr(kept, "package", lambda: "another")
        changed()
    assert len({*seen}) == len(seen)
    assert place("starter.rules") == place(str(base)) == seen[7]


def test_the_sources_are_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change counts though a file keeps its size and its time."""
    for name in kept.SOURCES:
        (tmp_path / name / "inner").mkdir(parents=True)
        (tmp_path / name / "inner" / "a.py").write_text("1", encoding="utf-8")
    monkeypatch.setattr(kept, "PACKAGE", tmp_path)
    digest = kept.package.__wrapped__
    seen = [digest()]
    for name in kept.SOURCES:
        (tmp_path / name / "inner" / "a.py").write_text("2", encoding="utf-8")
        seen.append(digest())
    (tmp_path / "interpreter" / "inner" / "b.h").touch()
    seen.append(digest())
    assert len({*seen}) == len(seen)


NO_NOTES = ("", "[]", "{}", '{"format": 1}', '{"format": 0}', '"' * 10_000, "[" * 100_000,
            '{"format": 1, "ends": 3}')


def test_what_is_no_note_is_as_good_as_none(
    run: Run, forget: Callable[[], None], folder: Path
) -> None:
    words = ("simulate", "starter.rules", *WORDS)
    first = timeless(run(*words))
    for text in NO_NOTES:
        notes = [*folder.glob("*.json")]
        assert notes
        for note in notes:
            note.write_text(text, encoding="utf-8")
        forget()
        assert timeless(run(*words)) == first, text[:40]


def test_a_note_leads_to_nothing_outside_its_folder(
    run: Run, forget: Callable[[], None], folder: Path
) -> None:
    assert run("simulate", "starter.rules", *WORDS).code == 0
    for note in folder.glob("*.json"):
        found = json.loads(note.read_text(encoding="utf-8"))
        found["libraries"] = ["/usr/lib/../a.so", "../b.so"]
        note.write_text(json.dumps(found), encoding="utf-8")
    note_found = kept.find("starter.rules", None, {})
    assert note_found is not None and note_found.libraries == ("a.so", "b.so")


def test_without_its_library_a_note_is_made_anew(
    run: Run, forget: Callable[[], None], folder: Path
) -> None:
    words = ("simulate", "starter.rules", *WORDS)
    first = timeless(run(*words))
    for library in folder.glob("*.so"):
        library.unlink()
    forget()
    assert timeless(run(*words)) == first
    assert len([*folder.glob("*.so")]) == 1


def test_a_folder_that_others_may_write_is_not_read(
    run: Run, forget: Callable[[], None], folder: Path
) -> None:
    assert run("simulate", "starter.rules", *WORDS).code == 0
    assert kept.find("starter.rules", None, {}) is not None
    folder.parent.chmod(0o755)
    assert kept.find("starter.rules", None, {}) is None


def test_rules_that_break_down_are_told_as_ever(
    run: Run, forget: Callable[[], None], tmp_path: Path
) -> None:
    (tmp_path / "breaking.rules").write_text(BREAKING, encoding="utf-8")
    (tmp_path / "breaking.ledger.yaml").write_text(LEDGER, encoding="utf-8")
    words = ("simulate", "breaking.rules", "--backend", "native", "--jobs", "1", "--games")
    assert run(*words, "1").code == 0
    found = [run(*words, "400", "--json") for _ in range(2) if not forget()]  # type: ignore[func-returns-value]
    assert found[0].code == found[1].code == 1 and found[0].out == found[1].out
    assert "UP-01" in found[0].out or "counter" in found[0].out
    forget()
    assert "Who goes out wins." in run(*words, "1").out
