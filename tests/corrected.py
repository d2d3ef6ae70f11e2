"""What becomes of a text when the hint of a finding is put in.

A hint that begins with `write` and what to write in backticks takes the place of the words that
the finding marks; so does what `did you mean` asks for. A hint that begins with `delete` takes them
away. Other hints say what to do, and are put in by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.source import Source

#: What `left_in` would find in texts that were tried while hints were looked for.
TRIED: dict[tuple[Path, str], list[Diagnostic]] = {}
ERRORS = checking.errors


def found_in(path: Path, text: str) -> list[Diagnostic]:
    """The errors of a text."""
    path.write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(checking, "errors", _noted)
        try:
            return [d for d in checking.check(path, 0) if d.severity == "error"]
        except RulesError as error:
            return list(error.diagnostics)


def _noted(text: driver.Text) -> list[Diagnostic]:
    found = TRIED[text.path, text.source.text] = ERRORS(text)
    return found


def left_in(path: Path, text: str) -> list[Diagnostic]:
    """The errors of a text into which a hint was put: of it, and of its game with the normal
    options. It is not set up or played."""
    if (path, text) in TRIED:
        return TRIED[path, text]
    path.write_text(text, encoding="utf-8")
    try:
        return checking.errors(driver.read(path))
    except RulesError as error:
        return list(error.diagnostics)


def put_in(text: str, problem: Diagnostic) -> Iterator[str]:
    """The text with each of the words that the hint of a problem offers."""
    span = problem.span
    assert span is not None
    for words in problem.replacements:
        yield Source(span.source.name, text).with_text(span, words).text
