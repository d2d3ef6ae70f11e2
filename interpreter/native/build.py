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

What takes a compiler long can be played `soon`: a library is built with less optimisation, and
the other one behind it, by a process of its own (`behind.py`), which ends when it is there.

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
from rulewright.interpreter.native.absent import NoCompiler

try:
    import fcntl
except ImportError:  # nothing is built behind play then
    fcntl = None  # type: ignore[assignment]

FLAGS = ("-std=gnu11", "-march=native", "-fPIC", "-shared", "-fvisibility=hidden", "-w",
         "-ffp-contract=off")
#: What is linked to it.
LIBRARIES = ("-lm",)
#: How far a text is optimised, and how far if it is to be built in less time.
LEVELS = "-O2", "-O1"
#: A longer text is optimised less: a compiler takes twice as long for -O2 there, and what it makes
#: is hardly faster, since such programs spend their time in many places.
MOST_OPTIMISED, LESS = 150_000, ("-O1", "-O0")
#: Processes of one user that build behind play.
MOST_BEHIND = 2
#: What makes play stop at what C leaves undefined.
SANITIZED = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
#: Libraries that are kept; of more the ones that were used longest ago are deleted.
MOST_KEPT = 256
#: How the names of folders begin in which a library is built, and after how many seconds nobody
#: builds in one any more.
BUILDING, LONGEST = "build-", 86_400
#: How the names of those begin in which one is built behind play; they are locked meanwhile.
BEHIND = "behind-"
#: What is built, and of what.
MADE, PROGRAM = "program.so", "program.c"
#: Lines of a compiler's complaint that are shown.
MOST_LINES = 5


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


@dataclass(frozen=True)
class Built:
    """A library; where one that is faster appears; and the names of both among those that are
    kept, the faster one first."""

    library: ctypes.PyDLL
    better: Path | None = None
    kept: tuple[str, ...] = ()


def soon(text: str, headers: dict[str, str]) -> Built:
    """The library of a text, or, where that is not kept, one that is built in less time, while the
    other one is built behind it. Raises `NoCompiler`."""
    folder = library_folder()
    if folder is None:
        return Built(load(text, headers))
    best, less = _levels(text)
    path, other = (folder / _name(text, headers, (*FLAGS, level)) for level in (best, less))
    names = (path.name, other.name)
    if path.exists():
        return Built(load(text, headers, best), None, names)
    library = load(text, headers, less)
    with suppress(OSError, NotImplementedError):
        _built_behind(text, headers, (*FLAGS, best), path)
    return Built(library, path, names)


def whole(text: str, headers: dict[str, str], *flags: str) -> Built:
    """The library of a text, built if need be. Raises `NoCompiler`."""
    library = load(text, headers, *flags)
    return Built(library, None, (_name(text, headers, _flags(text, flags)),))


def _flags(text: str, flags: tuple[str, ...]) -> tuple[str, ...]:
    return (*FLAGS, *(flags or _levels(text)[:1]))


def _levels(text: str) -> tuple[str, str]:
    """How far this text is optimised, and how far if it is to be built in less time."""
    return LEVELS if len(text) <= MOST_OPTIMISED else LESS


def _name(text: str, headers: dict[str, str], flags: tuple[str, ...]) -> str:
    """The name of the library of a text among those that are kept."""
    key = repr((text, sorted(headers.items()), flags, compiler(), processor()))
    return f"{hashlib.sha256(key.encode()).hexdigest()[:32]}.so"


def load(text: str, headers: dict[str, str], *flags: str) -> ctypes.PyDLL:
    """The library of a text, built if need be. Raises `NoCompiler`."""
    using = compiler()
    flags = _flags(text, flags)
    folder = library_folder()
    if folder is None:
        return _loaded_once(using, text, headers, flags)
    path = folder / _name(text, headers, flags)
    if path.exists():
        with suppress(OSError):
            return opened(path)
        path.unlink(missing_ok=True)  # it is damaged: build it again
    try:
        with tempfile.TemporaryDirectory(dir=folder, prefix=BUILDING) as place:
            os.replace(_built(using, text, headers, flags, Path(place)), path)
        _tidy(folder)
        return ctypes.PyDLL(str(path))
    except (OSError, NoCompiler):  # nothing can be kept there, for example for want of room
        return _loaded_once(using, text, headers, flags)


def opened(path: Path) -> ctypes.PyDLL:
    """A library that is kept. Raises `OSError` for one that is not there, or damaged."""
    os.utime(path)
    return ctypes.PyDLL(str(path))


def _built_behind(
    text: str, headers: dict[str, str], flags: tuple[str, ...], path: Path
) -> None:
    """Have a process build a library that will stand in `path`, if none does so yet. Raises
    `OSError` where that cannot be."""
    _tidy_behind(path.parent)
    if fcntl is None or len([*path.parent.glob(f"{BEHIND}*")]) >= MOST_BEHIND:
        return
    place = path.parent / f"{BEHIND}{path.stem}"
    place.mkdir(mode=0o700)
    held = os.open(place, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        _written(text, headers, place)
        os.set_inheritable(held, True)
        command = [*compiler().command, *flags, "-o", str(place / MADE),
                   str(place / PROGRAM), *LIBRARIES]
        script = Path(__file__).with_name("behind.py")
        os.posix_spawn(
            sys.executable, [sys.executable, "-I", "-S", str(script), str(path), *command],
            os.environ | {"TMPDIR": str(place)}, setsid=True, file_actions=[
                (os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in range(3)])
    except BaseException:
        shutil.rmtree(place, ignore_errors=True)
        raise
    finally:
        os.close(held)


def _tidy_behind(folder: Path) -> None:
    """Delete the folders in which nobody builds any more."""
    for place in folder.glob(f"{BEHIND}*"):
        with suppress(OSError):
            if not _is_locked(place):
                shutil.rmtree(place, ignore_errors=True)


def is_coming(path: Path) -> bool:
    """Whether a library is being built behind play. Raises `OSError` if it is not."""
    return _is_locked(path.parent / f"{BEHIND}{path.stem}")


def _is_locked(place: Path) -> bool:
    """Whether a process builds in a folder now. Raises `OSError` where there is no such folder."""
    held = os.open(place, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(held)
    return False


def library_folder() -> Path | None:
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
    _written(text, headers, place)
    made = place / MADE
    command = [*using.command, *flags, "-o", str(made), str(place / PROGRAM),
               *LIBRARIES]
    code, told = _ran(command, place)
    if code < 0:
        raise NoCompiler(f"the compiler `{using.command[0]}` was ended from outside")
    if code or not made.exists():
        told = "\n".join(told.strip().splitlines()[:MOST_LINES])
        raise NoCompiler(f"the compiler `{using.command[0]}` failed: {told}")
    return made


def _written(text: str, headers: dict[str, str], place: Path) -> None:
    for name, header in headers.items():
        (place / name).write_text(header, encoding="utf-8")
    (place / PROGRAM).write_text(text, encoding="utf-8")


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
        _tidy_behind(folder)
        for kind in ("*.so", "*.json"):
            kept = sorted(folder.glob(kind), key=lambda path: path.stat().st_mtime)
            for path in kept[:-MOST_KEPT]:
                path.unlink(missing_ok=True)
