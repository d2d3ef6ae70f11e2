"""A shorter text that still shows what a text shows: lines are left out as long as it does.

Run as a program it tries a text and prints the least that differs or crashes in the same way:
`python -m tests.fuzz.shrink FILE [flags of the C compiler]`; without flags natively nothing is
tried.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.fuzz import trial


def shrunk(text: str, shows: Callable[[str], bool]) -> str:
    """The least text that still shows it, by leaving out lines with what stands below them, and
    lines alone. Large parts are tried first."""
    lines = text.splitlines()
    left = True
    while left:
        left = False
        for at in range(len(lines) - 1, -1, -1):
            for end in {_below(lines, at), at + 1}:
                fewer = lines[:at] + lines[end:]
                if shows("\n".join(fewer) + "\n"):
                    lines, left = fewer, True
                    break
    return "\n".join(lines) + "\n"


def _below(lines: Sequence[str], at: int) -> int:
    """The end of what stands below a line."""
    depth = len(lines[at]) - len(lines[at].lstrip())
    end = at + 1
    while end < len(lines) and len(lines[end]) - len(lines[end].lstrip()) > depth:
        end += 1
    return end


def shown(path: Path, seed: int, flags: Sequence[str] | None) -> str | None:
    """What a text shows: where it first differs, or the kind of a crash; None if all is well."""
    try:
        trial.tried(path, seed, 3, flags)
    except trial.Difference as difference:
        return str(difference).partition(" after ")[0]
    except Exception as error:
        return type(error).__name__
    return None


def main(file: str, *flags: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "less.rules"

        def now(text: str) -> str | None:
            path.write_text(text, encoding="utf-8")
            return shown(path, 1, flags or None)

        text = Path(file).read_text(encoding="utf-8")
        what = now(text)
        print(what)
        if what is not None:
            print(shrunk(text, lambda less: now(less) == what))


if __name__ == "__main__":
    main(*sys.argv[1:])
