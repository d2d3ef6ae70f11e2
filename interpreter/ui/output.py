"""Where a command's answers go: text for people, JSON for machines, progress for neither.

Invariants: with `--json` standard output holds one JSON document and nothing else, also for an
error.  Progress and warnings go to standard error; progress only if that is a terminal.
"""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.diagnostics import Diagnostic, UsageError
from rulewright.interpreter.ui.wrapping import WIDTH, wrapped

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

#: Seconds between two lines of progress.
PROGRESS_PAUSE = 0.1


class Output:
    """The answers of one command."""

    def __init__(self, as_json: bool) -> None:
        self.as_json = as_json

    def data(self, value: Any) -> None:
        """Print a value as JSON; the one document of a command with `--json`."""
        encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower()
        ascii_only = not encoding.startswith("utf")
        print(json.dumps(value, ensure_ascii=ascii_only, indent=2, allow_nan=False))

    def text(self, text: str) -> None:
        """Print text, unless there is JSON instead; in a terminal broken between words."""
        if not self.as_json:
            print("\n".join(wrapped(text.splitlines(), width())) if sys.stdout.isatty() else text)

    def rich(self, *parts: RenderableType) -> None:
        """Print Rich tables and the like, unless there is JSON instead."""
        if not self.as_json:
            screen = console()
            for part in parts:
                screen.print(part)

    def note(self, text: str) -> None:
        """Tell a person something that is not the answer."""
        print(text, file=sys.stderr)

    def warnings(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Print warnings beside the answer."""
        for item in diagnostics:
            self.note(item.render())

    def failed(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Print what is wrong, in place of an answer."""
        if self.as_json:
            self.data({"diagnostics": [item.to_json() for item in diagnostics]})
        else:
            self.warnings(diagnostics)

    def misused(self, error: UsageError) -> None:
        """Print what is wrong with the command line."""
        if self.as_json:
            self.failed([Diagnostic("usage", error.message, hint=error.hint)])
            return
        self.note(f"rulewright: {error.message}")
        if error.hint:
            self.note(f"    hint: {error.hint}")


class Progress:
    """A counter on standard error, rewritten in place; silent where that is no terminal."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._on = bool(sys.stderr and sys.stderr.isatty())
        self._next = 0.0
        self._shown = 0

    def __call__(self, done: int, of: int) -> None:
        now = time.monotonic()
        if not self._on or (now < self._next and done < of):
            return
        self._next = now + PROGRESS_PAUSE
        text = f"{self._what}: {done} of {of}"
        sys.stderr.write("\r" + text.ljust(self._shown))
        sys.stderr.flush()
        self._shown = len(text)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            sys.stderr.write("\r" + " " * self._shown + "\r")
            sys.stderr.flush()


def width() -> int:
    """The columns of the terminal, or what is written elsewhere."""
    return shutil.get_terminal_size((WIDTH, 0)).columns if sys.stdout.isatty() else WIDTH


def console() -> Console:
    """A Rich console on standard output that takes every text as it is."""
    from rich.console import Console

    wide = None if sys.stdout.isatty() else WIDTH
    return Console(width=wide, markup=False, emoji=False, highlight=False, soft_wrap=False)
