"""From the text of a program in C to a library that can be called.

Model. The compiler is that of the machine (`cc`, `gcc`, `clang`), or the one of the package
`ziglang` where there is none. What was built is kept in the user's own cache folder under a name
that is a hash of all it depends on: text, headers, flags, compiler, processor. A library is built
in a folder of its own and then renamed, so that whoever looks sees all of it or none; two that
build the same at once both succeed. Where nothing can be kept, it is built in a temporary folder,
which is gone once the library is loaded. The compiler keeps its own temporary files in the folder
where it builds, and its processes are a group, which is ended with it.

Libraries keep what they work on in memory of their own, so one function is called at a time: calls
hold Python's lock.

Invariant: whatever ends the building (Ctrl-C, a compiler that is killed, a full disk) leaves no
file and no process behind, and no half library; what a process left that was killed itself is
deleted later. `NoCompiler` says why there is none.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from rulewright.interpreter.files import private_cache, reason

FLAGS = ("-std=gnu11", "-march=native", "-fPIC", "-shared", "-fvisibility=hidden", "-w")
#: A longer text is built with -O1: a compiler takes twice as long for -O2 there, and what it makes
#: is hardly faster, since such programs spend their time in many places.
MOST_OPTIMISED = 250_000
#: What makes play stop at what C leaves undefined.
SANITIZED = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
#: Libraries that are kept; of more the ones that were used longest ago are deleted.
MOST_KEPT = 256
#: How the names of folders begin in which a library is built, and after how many seconds nobody
#: builds in one any more.
BUILDING, LONGEST = "build-", 86_400
#: Lines of a compiler's complaint that are shown.
MOST_LINES = 5


class NoCompiler(Exception):
    """There is no native form of a program on this machine; says why."""


@dataclass(frozen=True)
class Compiler:
    """A compiler: how it is called, and what tells it from another one."""

    command: tuple[str, ...]
    version: str


@cache
def compiler() -> Compiler:
    """The compiler of this machine. Raises `NoCompiler`."""
    for name in ("cc", "gcc", "clang"):
        path = shutil.which(name)
        if path is not None:
            return Compiler((path,), _stamp(path))
    spec = find_spec("ziglang")
    if spec is not None and spec.origin is not None:
        return Compiler((sys.executable, "-m", "ziglang", "cc"), _stamp(spec.origin))
    raise NoCompiler("there is no C compiler (`cc`, `gcc` or `clang`, or the package `ziglang`)")


def _stamp(path: str) -> str:
    """What changes when a compiler is replaced."""
    status = os.stat(os.path.realpath(path))
    return f"{os.path.realpath(path)} {status.st_size} {status.st_mtime_ns}"


@cache
def processor() -> str:
    """What tells this processor from another one that understands other instructions."""
    with suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
        told = [line for line in lines if line.startswith(("model name", "flags", "Features"))]
        return "\n".join(dict.fromkeys(told)) or platform.processor()
    return f"{platform.machine()} {platform.processor()}"


def load(text: str, headers: dict[str, str], *flags: str) -> ctypes.PyDLL:
    """The library of a text, built if need be. Raises `NoCompiler`."""
    using = compiler()
    flags = (*FLAGS, *(flags or ("-O2" if len(text) <= MOST_OPTIMISED else "-O1",)))
    key = repr((text, sorted(headers.items()), flags, using, processor()))
    folder = _folder()
    if folder is None:
        return _loaded_once(using, text, headers, flags)
    path = folder / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}.so"
    if path.exists():
        with suppress(OSError):
            os.utime(path)
            return ctypes.PyDLL(str(path))
        path.unlink(missing_ok=True)  # it is damaged: build it again
    try:
        with tempfile.TemporaryDirectory(dir=folder, prefix=BUILDING) as place:
            os.replace(_built(using, text, headers, flags, Path(place)), path)
        _tidy(folder)
        return ctypes.PyDLL(str(path))
    except (OSError, NoCompiler):  # nothing can be kept there, for example for want of room
        return _loaded_once(using, text, headers, flags)


def _folder() -> Path | None:
    """Where libraries are kept; None where they cannot be."""
    root = private_cache()
    if root is None:
        return None
    folder = root / "native"
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        return folder
    return None


def _loaded_once(
    using: Compiler, text: str, headers: dict[str, str], flags: tuple[str, ...]
) -> ctypes.PyDLL:
    """A library that is not kept."""
    try:
        with tempfile.TemporaryDirectory(prefix="rulewright-") as place:
            return ctypes.PyDLL(str(_built(using, text, headers, flags, Path(place))))
    except OSError as error:
        raise NoCompiler(f"no library could be built: {reason(error)}") from None


def _built(
    using: Compiler, text: str, headers: dict[str, str], flags: tuple[str, ...], place: Path
) -> Path:
    """The library, in a folder where there is nothing else."""
    for name, header in headers.items():
        (place / name).write_text(header, encoding="utf-8")
    (place / "program.c").write_text(text, encoding="utf-8")
    made = place / "program.so"
    command = [*using.command, *flags, "-o", str(made), str(place / "program.c")]
    code, told = _ran(command, place)
    if code < 0:
        raise NoCompiler(f"the compiler `{using.command[0]}` was ended from outside")
    if code or not made.exists():
        told = "\n".join(told.strip().splitlines()[:MOST_LINES])
        raise NoCompiler(f"the compiler `{using.command[0]}` failed: {told}")
    return made


def _ran(command: list[str], place: Path) -> tuple[int, str]:
    """Run a command in a folder: how it ended, and its complaints. Whatever ends the waiting ends
    all processes of the command."""
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        cwd=place, text=True, errors="replace", start_new_session=True,
        env=os.environ | {"TMPDIR": str(place)})
    try:
        told = process.communicate()[1]
    except BaseException:
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise
    return process.returncode, told


def _tidy(folder: Path) -> None:
    """Delete what was used longest ago, and what was left by somebody who was killed."""
    with suppress(OSError):
        for path in folder.glob(f"{BUILDING}*"):
            if path.stat().st_mtime < time.time() - LONGEST:
                shutil.rmtree(path, ignore_errors=True)
        kept = sorted(folder.glob("*.so"), key=lambda path: path.stat().st_mtime)
        for path in kept[:-MOST_KEPT]:
            path.unlink(missing_ok=True)
