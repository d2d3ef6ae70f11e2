"""Whatever ends native play, or keeps it from being native: an answer in words, an exit code, and
nothing left lying, neither files nor processes."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter.files import private_cache
from rulewright.interpreter.native.games import Games
from rulewright.interpreter.play import simulate

WORDS = ("simulate", "nim", "--games", "300", "--jobs", "1", "--json")
#: How long something is waited for that comes, unless all is wrong.
PATIENCE = 120


class Place:
    """A home of its own: a cache without libraries, a folder for temporary files, and what is on
    the path. (The tables of the parser are taken from the user's cache: they take longer.)"""

    def __init__(self, folder: Path) -> None:
        self.cache, self.temporary, self.path = (folder / name for name in ("cache", "tmp", "bin"))
        for made in (self.cache, self.temporary, self.path):
            made.mkdir(mode=0o700)
        kept, own = private_cache(), self.cache / "rulewright"
        own.mkdir(mode=0o700)
        for tables in [] if kept is None else kept.glob("tables-*"):
            (own / tables.name).symlink_to(tables)

    def compiler(self, script: str) -> None:
        """Put a script in the place of the compiler."""
        for name in ("cc", "gcc", "clang"):
            (self.path / name).write_text(f"#!/bin/sh\n{script}\n")
            (self.path / name).chmod(0o700)

    def start(self, *words: str, alone: bool = False) -> subprocess.Popen[str]:
        """Run the command line; `alone`: with nothing else on the path."""
        path = str(self.path) if alone else f"{self.path}:{os.environ['PATH']}"
        return subprocess.Popen(
            [sys.executable, "-m", "rulewright.cli", *words], text=True, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=os.environ | {
                "XDG_CACHE_HOME": str(self.cache), "TMPDIR": str(self.temporary), "PATH": path})

    def run(self, *words: str, alone: bool = False) -> tuple[int, str, str]:
        """The exit code, output and complaints of a command."""
        process = self.start(*words, alone=alone)
        out, err = process.communicate(timeout=PATIENCE)
        return process.returncode, out, err

    @property
    def left(self) -> list[str]:
        """Temporary files, and whatever lies beside whole libraries and what is noted of them; what
        is built behind play is waited for."""
        kept = self.cache / "rulewright" / "native"
        awaited(lambda: not [*kept.glob("behind-*")])
        return [path.name for path in self.temporary.iterdir()] + [
            path.name for path in kept.glob("*") if path.suffix not in (".so", ".json")]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def awaited(come: Callable[[], Any]) -> Any:
    """Something that comes sooner or later."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        found = come()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("it does not come")


def gone(process: int) -> bool:
    """Whether a process has ended (it may not have been waited for)."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def children(process: int) -> list[int]:
    try:
        return [int(child) for child in
                Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []


needs_proc = pytest.mark.skipif(not Path("/proc/self/task").exists(),
                                reason="processes are looked at in /proc")


# ---- what keeps play from being native ----------------------------------------------------------


@pytest.mark.parametrize(("script", "said"), [
    (None, "there is no C compiler"),
    ("kill -9 $$", "was ended from outside"),
])
def test_without_a_compiler_the_reference_engine_serves(
    place: Place, script: str | None, said: str
) -> None:
    if script is not None:
        place.compiler(script)
    code, out, err = place.run(*WORDS, alone=True)
    assert code == 0 and json.loads(out)["backend"] == "reference"
    assert err.startswith("rulewright: played by the reference engine: ") and said in err
    code, out, err = place.run(*WORDS, "--backend", "native", alone=True)
    assert code == 2 and "cannot be played natively" in out and said in out
    assert place.left == []


def test_a_full_cache(place: Place) -> None:
    """What there is no room for in the cache is built for this once."""
    real = shutil.which("cc")
    place.compiler(f'''for word in "$@"; do case "$word" in {place.cache}/*)
        echo "No space left on device" >&2; exit 1;; esac; done
        exec {real} "$@"''')
    code, out, err = place.run(*WORDS)
    assert (code, err) == (0, "") and json.loads(out)["backend"] == "native"
    assert place.left == []


# ---- Ctrl-C -------------------------------------------------------------------------------------


@needs_proc
def test_ctrl_c_while_it_is_built(place: Place, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    place.compiler(f"touch $TMPDIR/cc.s; sleep 1000 & echo $! > {begun}; wait")
    process = place.start(*WORDS)
    compiling = int(awaited(lambda: begun.exists() and begun.read_text().strip()))
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (130, "", "rulewright: interrupted\n")
    assert place.left == []
    awaited(lambda: gone(compiling))


@needs_proc
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_while_games_are_played(place: Place, jobs: str) -> None:
    assert place.run(*WORDS)[0] == 0  # now it is built
    process = place.start("simulate", "nim", "--games", "1000000000", "--jobs", jobs, "--json")
    helpers = awaited(lambda: children(process.pid)) if jobs == "2" else []
    if not helpers:  # it has loaded the library
        awaited(lambda: ".so" in mapped(process.pid))
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130 and "Traceback" not in err and "interrupted" in err
    assert not out or json.loads(out)["interrupted"]
    assert place.left == []
    for helper in helpers:
        awaited(lambda helper=helper: gone(helper))


def mapped(process: int) -> str:
    """The libraries of the cache that a process has loaded."""
    lines = Path(f"/proc/{process}/maps").read_text().splitlines()
    return "\n".join(line for line in lines if "rulewright/native" in line)


def test_what_was_played_natively_is_summed_up(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is what the same number of games would have been."""
    words = ("simulate", "nim", "--jobs", "1", "--json", "--backend", "native", "--games")
    games = 20 * simulate.CHUNKS_PER_JOB
    played = [chunk.start for chunk in simulate.native_chunks(0, games, 1)][2]
    as_many = run(*words, str(played)).json
    sums = Games.sums

    def pressed(self: Games, seed: int, first: int, *more: Any) -> Iterator[Any]:
        if first == played:
            raise KeyboardInterrupt
        return sums(self, seed, first, *more)

    monkeypatch.setattr(Games, "sums", pressed)
    answer = run(*words, str(games))
    assert answer.code == 130
    assert answer.err.startswith(f"rulewright: interrupted after {played} of ")
    found = answer.json
    assert (found.pop("interrupted"), found.pop("asked")) == (True, games)
    for time_taken in simulate.TIMES:
        del found[time_taken], as_many[time_taken]
    assert found == as_many
