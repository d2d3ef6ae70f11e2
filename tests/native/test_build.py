"""Building: what is kept where, and whatever ends it leaves nothing behind."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter.native import build
from rulewright.interpreter.native.machine import NativeMachine
from tests.programs import small

TEXT = "int answer(void) { return 42; }\n"
VISIBLE = ("-fvisibility=default",)
LEVELS = build.LEVELS


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder; where libraries are kept in it. They are optimised as for play."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(build, "LEVELS", LEVELS)
    return tmp_path / "rulewright" / "native"


def names(folder: Path) -> list[str]:
    return sorted(path.suffix for path in folder.iterdir())


def test_what_is_built_is_kept(kept: Path) -> None:
    assert build.load(TEXT, {}, *VISIBLE).answer() == 42
    (library,) = kept.iterdir()
    before = library.stat().st_ino
    assert build.load(TEXT, {}, *VISIBLE).answer() == 42
    assert library.stat().st_ino == before, "it was not built again"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o700
    for changed in ((TEXT + " ", {}, VISIBLE), (TEXT, {"a.h": ""}, VISIBLE),
                    (TEXT, {}, (*VISIBLE, "-O1"))):
        build.load(changed[0], changed[1], *changed[2])
    assert names(kept) == [".so"] * 4


def test_a_damaged_library_is_built_again(kept: Path) -> None:
    build.load(TEXT, {}, *VISIBLE)
    (library,) = kept.iterdir()
    copy = kept / "other.so"
    os.rename(library, copy)  # what is loaded already stays what it is
    library.write_bytes(copy.read_bytes()[:100])
    assert build.load(TEXT, {}, *VISIBLE).answer() == 42


def test_a_program_plays_without_a_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache that others may write is not used, nor one that is a file."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    (tmp_path / "rulewright").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made = NativeMachine(small(), "-O1")
    assert len(made.choices(made.start())) == 5
    assert list(place.iterdir()) == []


@pytest.mark.parametrize(("script", "said"), [
    ("echo 'program.c:1: error: no' >&2; exit 1", "error: no"),
    ("kill -9 $$", "ended from outside"),
    ("exit 0", "failed"),
])
def test_a_compiler_that_fails(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, said: str
) -> None:
    false = tmp_path / "cc"
    false.write_text(f"#!/bin/sh\n{script}\n")
    false.chmod(0o700)
    monkeypatch.setattr(build, "compiler", lambda: build.Compiler((str(false),), "0"))
    with pytest.raises(build.NoCompiler, match=said):
        build.load(TEXT, {})
    assert names(kept) == []


def test_ctrl_c_leaves_nothing(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*args: object, **more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess.Popen, "communicate", interrupted)
    with pytest.raises(KeyboardInterrupt):
        build.load(TEXT, {})
    assert names(kept) == []


@pytest.mark.parametrize("code", [errno.EROFS, errno.ENOSPC, errno.EACCES])
def test_a_cache_that_cannot_be_written(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    """Then a library is built elsewhere; where nothing can be written at all, there is none."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    made = tempfile.mkdtemp

    def refused(suffix: str | None = None, prefix: str | None = None, dir: Any = None) -> str:
        if dir is None and all_full:
            raise OSError(code, os.strerror(code))
        if dir is not None:
            raise OSError(code, os.strerror(code))
        return made(suffix, prefix, dir)

    monkeypatch.setattr("tempfile.mkdtemp", refused)
    all_full = False
    assert build.load(TEXT, {}, *VISIBLE).answer() == 42
    assert list(place.iterdir()) == names(kept) == []
    all_full = True
    with pytest.raises(build.NoCompiler, match=os.strerror(code)):
        build.load(TEXT, {}, *VISIBLE)
    assert list(place.iterdir()) == names(kept) == []


def test_what_a_killed_process_left_is_deleted(kept: Path) -> None:
    kept.mkdir(parents=True)
    kept.parent.chmod(0o700)
    for name, age in (("old", 2 * build.LONGEST), ("new", 0)):
        left = kept / f"{build.BUILDING}{name}"
        left.mkdir()
        (left / "program.c").touch()
        changed = left.stat().st_mtime - age
        os.utime(left, (changed, changed))
    build.load(TEXT, {}, *VISIBLE)
    assert [path.name for path in kept.glob("build-*")] == ["build-new"]


# ---- behind play --------------------------------------------------------------------------------

SEEN = '__attribute__((visibility("default"))) ' + TEXT
needs_proc = pytest.mark.skipif(not Path("/proc/self/task").exists(),
                                reason="processes are looked at in /proc")


def compiler(place: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """A compiler that does something else in place of -O2."""
    false = place / "cc"
    false.write_text(f'#!/bin/sh\ncase "$*" in *-O2*) {script};; esac\nexec cc "$@"\n')
    false.chmod(0o700)
    monkeypatch.setattr(build, "compiler", lambda: build.Compiler((str(false),), "0"))


def awaited(come: Callable[[], Any]) -> Any:
    until = time.monotonic() + 120
    while not (found := come()):
        assert time.monotonic() < until, "it does not come"
        time.sleep(0.02)
    return found


def behind(kept: Path) -> list[Path]:
    return [*kept.glob(f"{build.BEHIND}*")]


def builders() -> list[int]:
    """The processes that build behind this one."""
    mine = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return [int(child) for child in mine
            if "behind.py" in Path(f"/proc/{child}/cmdline").read_text()]


def test_what_is_faster_is_built_behind(kept: Path) -> None:
    first = build.soon(SEEN, {})
    assert first.library.answer() == 42 and first.better is not None
    awaited(first.better.exists)
    awaited(lambda: not behind(kept))
    assert names(kept) == [".so"] * 2 and {*first.kept} == {path.name for path in kept.iterdir()}
    second = build.soon(SEEN, {})
    assert second.library.answer() == 42 and second.better is None
    assert second.library._name.endswith(first.kept[0]) and second.kept == first.kept


def test_what_is_built_behind_is_built_once(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = tmp_path / "begun"
    compiler(tmp_path, monkeypatch,
             f"echo >> {begun}; while [ ! -e {begun}.go ]; do sleep .05; done")
    built = [build.soon(SEEN, {}) for _ in range(3)]
    better = built[0].better
    assert better is not None and build.is_coming(better)
    others = [build.soon(f"{SEEN}/* {number} */", {}) for number in range(3)]
    assert len(behind(kept)) == build.MOST_BEHIND, "the others have no room"
    Path(f"{begun}.go").touch()
    awaited(lambda: not behind(kept))
    assert len(begun.read_text().splitlines()) == build.MOST_BEHIND
    assert better.exists()
    assert sum(one.better is not None and one.better.exists() for one in others) == (
        build.MOST_BEHIND - 1)


@needs_proc
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_builder_that_is_killed(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    """It leaves nothing, or what the next one deletes."""
    begun = tmp_path / "begun"
    compiler(tmp_path, monkeypatch, f"touch $TMPDIR/cc.s; echo $$ > {begun}; sleep 1000")
    first = build.soon(SEEN, {})
    compiling = int(awaited(lambda: begun.exists() and begun.read_text().strip()))
    (builder,) = builders()
    os.kill(builder, number)
    os.waitpid(builder, 0)
    assert first.better is not None and not first.better.exists()
    if number != signal.SIGKILL:
        assert not Path(f"/proc/{compiling}").exists()
        assert names(kept) == [".so"]
    else:
        os.killpg(compiling, number)
        assert len(behind(kept)) == 1
    compiler(tmp_path, monkeypatch, "true")
    second = build.soon(SEEN, {})
    assert second.better == first.better
    awaited(second.better.exists)
    awaited(lambda: not behind(kept))
    assert names(kept) == [".so"] * 2


def test_a_faster_library_that_cannot_be_built(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler(tmp_path, monkeypatch, "exit 1")
    first = build.soon(SEEN, {})
    assert first.library.answer() == 42
    awaited(lambda: not behind(kept))
    assert names(kept) == [".so"]


def test_play_goes_on_with_the_faster_library(kept: Path) -> None:
    """As soon as it is there; games are the same."""
    made = NativeMachine(small(), soon=True)
    better = made._better
    assert better is not None and made.kept[0] == better.name

    def rows() -> list[bytes]:
        return [bytes(game) for game in made.games(1, 0, 50, (0, 0), 99, 99, 99)]

    awaited(better.exists)
    before = made._library._name
    found = rows()
    assert made._library._name == str(better) != before and made._better is None
    assert found == [bytes(game) for game in NativeMachine(small(), "-O1").games(
        1, 0, 50, (0, 0), 99, 99, 99)]


def test_two_build_at_once(kept: Path) -> None:
    script = (f"from rulewright.interpreter.native import build\n"
              f"assert build.load({TEXT!r}, {{}}, *{VISIBLE!r}).answer() == 42\n")
    both = [subprocess.Popen([sys.executable, "-c", script]) for _ in range(2)]
    assert [process.wait() for process in both] == [0, 0]
    assert names(kept) == [".so"]


def test_what_was_used_longest_ago_is_deleted(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "MOST_KEPT", 2)
    for number in range(3):
        build.load(f"{TEXT}/* {number} */", {}, *VISIBLE)
        for path in kept.iterdir():
            os.utime(path, ns=(0, path.stat().st_mtime_ns - 10**9))
    assert names(kept) == [".so"] * 2


def test_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    build.compiler.cache_clear()
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr(build, "find_spec", lambda name: None)
    try:
        with pytest.raises(build.NoCompiler, match="there is no C compiler"):
            build.compiler()
    finally:
        build.compiler.cache_clear()
