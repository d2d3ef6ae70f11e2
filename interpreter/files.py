"""Writing files: whole or not at all, and never over something that somebody may still want.

Model.  `write` puts a text where a path leads.  A regular file is written beside its place under a
temporary name and then renamed, so that at every moment the file is the old one, the new one or not
there.  What is no regular file (a pipe, a device) is written directly.

Invariants:
- A failure leaves nothing behind: no empty or half file, and no temporary one (unless the process
  is killed; such a rest ends in `PART`).
- A file that is there is written over only if the caller says so; a ruleset never is.
- Every failure is a `UsageError` whose message names the file and the reason in words.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from rulewright.interpreter.diagnostics import UsageError

#: How the names of temporary files end.
PART = ".part"
#: Files of an author, by the ends of their names.
_SOURCES = (".rules", ".ledger.yaml")


def reason(error: OSError | ValueError) -> str:
    """Why something failed, in words without numbers of the system."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def check_target(
    path: Path, replace: bool, hint: str | None = None, spare: Iterable[Path] = ()
) -> None:
    """Raise a `UsageError` if a path must not be written.

    Without `replace` a file that is there is refused, and `hint` says what can be done.  Rulesets
    and ledgers, and the files to `spare`, are refused in any case.
    """
    try:
        mode = os.stat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot write {path}: {reason(error)}") from None
    if stat.S_ISDIR(mode):
        raise UsageError(f"cannot write {path}: it is a folder")
    if not stat.S_ISREG(mode):
        return
    if path.name.endswith(_SOURCES) or any(_same(path, other) for other in spare):
        message = f"{path} belongs to a ruleset and is not written over"
        raise UsageError(message, "take another name")
    if not replace:
        raise UsageError(f"{path} is there already", hint or "take another name")


def write(
    path: Path,
    text: str,
    *,
    replace: bool = False,
    hint: str | None = None,
    spare: Iterable[Path] = (),
) -> None:
    """Write a text, in UTF-8; the parameters are those of `check_target`."""
    check_target(path, replace, hint, spare)
    put(path, text)


def put(path: Path, text: str) -> None:
    """Write a text, in UTF-8, over whatever is there. Raises `UsageError`."""
    data = text.encode("utf-8", "surrogateescape")
    try:
        if is_stream(path):
            with path.open("wb") as stream:
                stream.write(data)
        else:
            _put_whole(Path(os.path.realpath(path)), data)
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot write {path}: {reason(error)}") from None


def is_stream(path: Path) -> bool:
    """Whether a path leads to a device, a pipe or the like, which holds nothing."""
    try:
        return not stat.S_ISREG(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def _put_whole(path: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".rulewright-", suffix=PART)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(name, _mode(path))
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def _mode(path: Path) -> int:
    """The permissions that a file has, or that a new one gets."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def private_cache() -> Path | None:
    """The user's own folder for what can be made again (`$XDG_CACHE_HOME/rulewright`, normally
    `~/.cache/rulewright`). What is kept there may be run, so it must belong to the user and be
    closed to all others; None where no such folder can be had."""
    if not hasattr(os, "getuid"):
        return None
    try:
        folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rulewright"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.stat()
    except (OSError, RuntimeError):
        return None
    if status.st_uid != os.getuid() or status.st_mode & 0o077 or folder.is_symlink():
        return None
    return folder
