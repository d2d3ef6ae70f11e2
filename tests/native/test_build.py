"""Building: what is kept where, and whatever ends it leaves nothing behind."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter.native import build
from rulewright.interpreter.native.machine import NativeMachine
from tests.programs import small

TEXT = "int answer(void) { return 42; }\n"
VISIBLE = ("-fvisibility=default",)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder; where libraries are kept in it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
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
