"""Diagnostics as data: a stable code, a place, one sentence, a hint; rendered in one place.

`RulesError` is the one exception for anything wrong with a ruleset, position, move or record
(exit code 1 of the command line); `UsageError` is for a wrong command line (exit code 2).
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache

from rulewright.interpreter.source import Source, Span

#: Letters of a word that are compared with known words: comparing long texts takes long.
MOST_COMPARED = 60
#: Characters of a source line that are shown.
MOST_SHOWN = 160
#: Characters of a sentence and of how it is written that are shown in one line.
MOST_BESIDE = 80
#: Hints that can be put in as they are: what to write for the marked words, or to delete them.
WRITE = re.compile(r"write (`[^`]+`(?:(?:, | or )`[^`]+`)*)(?:$|;| \()")
MEAN = re.compile(r"did you mean (`[^`]+`)\?$")
LINES = re.compile(r"write these lines:((?:\n .*)+)")
DELETE = re.compile(r"delete (?:it|`[^`]+`|the `[^`]+`)(?:;|$)")


@dataclass(frozen=True)
class Diagnostic:
    """One finding. `severity` is 'error', 'warning' or 'note' (an acknowledged ruling). `means`:
    what each reading that the hint offers means in full. `alike`: sentences of other games that the
    marked line is like, each with the lines that say it."""

    code: str
    message: str
    span: Span | None = None
    hint: str | None = None
    severity: str = "error"
    means: tuple[str, ...] = ()
    alike: tuple[tuple[str, str], ...] = ()

    def to_json(self) -> dict[str, object]:
        """The finding as `validate --json` prints it."""
        return {
            "code": self.code,
            "severity": self.severity,
            "file": self.span.source.name if self.span else None,
            "line": self.span.line if self.span else None,
            "column": self.span.column if self.span else None,
            "end_line": self.span.end_line if self.span else None,
            "end_column": self.span.end_column if self.span else None,
            "message": self.message,
            "hint": self.hint,
            "replacements": list(self.replacements),
            "means": list(self.means),
            "alike": [{"said": said, "written": written} for said, written in self.alike],
        }

    @property
    def replacements(self) -> tuple[str, ...]:
        """What the hint offers in place of the marked words, each reading by itself; an empty text
        takes them away. None where the hint says what to do in other words."""
        hint = self.hint or ""
        if self.span is None:
            return ()
        if DELETE.match(hint):
            return ("",)
        if lines := LINES.fullmatch(hint):
            indent = "\n" + " " * (self.span.column - 1)
            return (indent.join(line[4:] for line in lines[1][1:].split("\n")),)
        found = WRITE.match(hint) or MEAN.match(hint)
        words = re.findall(r"`([^`]+)`", found[1]) if found else []
        return () if any("…" in word for word in words) else tuple(words)

    def render(self) -> str:
        """`file:line:col code message`, the source line with a caret, and the hint."""
        if self.span is None:
            lines = [f"{self.severity} {self.code}: {self.message}"]
        else:
            span = self.span
            label = "" if self.severity == "error" else f"{self.severity}: "
            lines = [
                f"{span.source.name}:{span.line}:{span.column} {self.code} {label}{self.message}"
            ]
            text = span.source.line(span.line)
            if text.strip():
                lines += self._excerpt(text, span)
        if self.hint:
            lines.append("    hint: " + self.hint.replace("\n", "\n    "))
        if self.means:
            lines += self._meaning()
        if self.alike:
            lines.append("    in other games:")
            lines += [f"      {line}" for pair in self.alike for line in _as_lines(*pair)]
        return "\n".join(lines)

    def _meaning(self) -> list[str]:
        """What the offered lines mean in full."""
        if LINES.fullmatch(self.hint or ""):
            lines = "\n".join(self.means).split("\n")
            return ["    where " + "\n      and ".join(lines)]
        return ["    which means: " + " or ".join(self.means)]

    @staticmethod
    def _excerpt(text: str, span: Span) -> list[str]:
        """The source line (of a very long one, the part around the place) and a caret."""
        width = span.end_column - span.column if span.end_line == span.line else 1
        room = max(1, min(width, len(text) - span.column + 2))
        plain = text.expandtabs(1).replace("\r", " ")
        shown = "".join(c if c.isprintable() else "?" for c in plain)
        at = span.column - 1
        if len(shown) > MOST_SHOWN:
            start = max(0, min(at - MOST_SHOWN // 2, len(shown) - MOST_SHOWN))
            end = start + MOST_SHOWN
            shown = ("…" if start else "") + shown[start:end] + ("…" if end < len(shown) else "")
            at = max(0, at - start) + bool(start)
            room = max(1, min(room, len(shown) - at))
        return ["    " + shown, "    " + " " * at + "^" * room]


def _as_lines(said: str, written: str) -> list[str]:
    """A sentence and how it is written."""
    sentence = " / ".join(line.strip() for line in said.split("\n"))
    if said == written:
        return written.split("\n")
    if "\n" not in written and len(sentence) + len(written) < MOST_BESIDE:
        return [f"`{sentence}` is written `{written}`"]
    return [f"`{sentence}` is written", *(f"  {line}" for line in written.split("\n"))]


class RulesError(Exception):
    """Something is wrong with a ruleset, a position, a move or a record."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(item.render() for item in self.diagnostics))


class RunError(RulesError):
    """The rules broke down during play: a bound broken, no option where one is needed."""


class UsageError(Exception):
    """The command line asks for something that is not there (exit code 2)."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        self.message = message
        self.hint = hint
        super().__init__(message if hint is None else f"{message} ({hint})")


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """A hint naming the nearest known word, or None when nothing is near."""
    found = nearest(word, known)
    return f"did you mean `{found}`?" if found else None


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that is nearest in spelling, whatever the case of its letters, or None."""
    return _nearest(word, frozenset(known))


def _compared(word: str, plain: str) -> bool:
    """Whether a word compares what another one says: `higher`, `highest` of `high`."""
    stem = plain[:-1] if plain.endswith(("e", "y")) else plain
    twice = re.escape(stem[-1:])
    return bool(re.fullmatch(rf"{re.escape(stem)}(?:{twice}|i)?(?:er|est)", word))


@lru_cache(maxsize=1 << 12)  # a word of a refused line is looked for in each line made of it
def _nearest(word: str, known: frozenset[str]) -> str | None:
    words: dict[str, str] = {}
    for item in sorted(known):
        words.setdefault(item.lower(), item)
    # Of a short word one letter in three may differ, of a long one fewer.
    cutoff = 0.65 if len(word) < 5 else 0.7
    word = word[:MOST_COMPARED].lower()
    for near in difflib.get_close_matches(word, words, n=3, cutoff=cutoff):
        if any(word == front + near for front in ("un", "non", "non-", "in", "im", "dis")):
            continue  # it means the opposite
        if _compared(word, near):
            continue  # `higher` is no `high`
        alike = near[:1] == word[:1] or difflib.SequenceMatcher(None, near, word).ratio() > 0.8
        if alike:
            return words[near]
    return None


def error(code: str, message: str, span: Span, hint: str | None = None) -> RulesError:
    """An error to raise for one place of a text."""
    return RulesError([Diagnostic(code, message, span, hint)])


@contextmanager
def bounded_nesting(source: Source) -> Iterator[None]:
    """Tell in the author's words when something is nested deeper than can be worked on."""
    try:
        yield
    except (RecursionError, MemoryError, SyntaxError):
        # The last is what Python says of code that is nested too deeply.
        raise RulesError([Diagnostic(
            "too-deep", "something here is nested too deeply to be understood",
            Span(source, 1, 1, 1, 2), "split long conditions and blocks into named parts",
        )]) from None
