"""Source texts and places in them.

A `Source` is one text file as it was read; a `Span` is a stretch of it. Lines and columns count
from 1, as editors show them; `end_column` points behind the last character. Nothing here knows
the language, but what a comment is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

#: What stands in a line before a comment; a `#` in quotes begins none.
SAID = re.compile(r'(?:[^"#]|"[^"]*"|")*')


@dataclass(frozen=True, eq=False)
class Source:
    """One text file: the name shown to people and its whole text."""

    name: str
    text: str

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text."""
        return self.text.splitlines()

    @cached_property
    def texts(self) -> dict[tuple[int, int, int, int], str]:
        """The texts of spans that were asked for: they are asked for again and again."""
        return {}

    def line(self, number: int) -> str:
        """The text of line `number` (from 1), or an empty text beyond the end."""
        return self.lines[number - 1] if 1 <= number <= len(self.lines) else ""

    def with_text(self, span: Span, text: str) -> Source:
        """The source with a text in the place of a span."""
        first, last = self.lines[span.line - 1], self.lines[span.end_line - 1]
        made = first[: span.column - 1] + text + last[span.end_column - 1 :]
        lines = [*self.lines[: span.line - 1], made, *self.lines[span.end_line :]]
        return Source(self.name, "\n".join(lines) + "\n")

    def without(self, numbers: Iterable[int]) -> Source:
        """The source with some lines empty."""
        blank = {*numbers}
        lines = ["" if at in blank else line for at, line in enumerate(self.lines, 1)]
        return Source(self.name, "\n".join(lines) + "\n") if blank else self


class Span(NamedTuple):
    """A stretch of a source, from (line, column) up to but not including (end_line, end_column)."""

    source: Source
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of `other`."""
        return Span(self.source, self.line, self.column, other.end_line, other.end_column)

    def holds(self, other: Span) -> bool:
        """Whether another span lies inside this one."""
        return (self.line, self.column) <= (other.line, other.column) and (
            other.end_line, other.end_column) <= (self.end_line, self.end_column)

    @property
    def text(self) -> str:
        """The words of the author in this span (one line; more lines are joined by a blank, without
        the comments between them)."""
        place = (self.line, self.column, self.end_line, self.end_column)
        known = self.source.texts.get(place)
        if known is None:
            known = self.source.texts[place] = self._text()
        return known

    @property
    def words(self) -> str:
        """The words of the author, one blank between them."""
        return " ".join(self.text.split())

    @property
    def before(self) -> str:
        """What stands in front of this span in its first line."""
        return self.source.line(self.line)[: self.column - 1]

    @property
    def behind(self) -> str:
        """What stands behind this span in its last line."""
        return self.source.line(self.end_line)[self.end_column - 1 :]

    def _text(self) -> str:
        lines = self.source.lines[self.line - 1 : self.end_line]
        if not lines:
            return ""
        if len(lines) == 1:
            return lines[0][self.column - 1 : self.end_column - 1].strip()
        first, *middle, last = lines
        parts = [said(first[self.column - 1 :]), *map(said, middle)]
        return " ".join([*filter(None, parts), last[: self.end_column - 1].strip()])


def said(line: str) -> str:
    """A line without its comment."""
    found = SAID.match(line)
    return found.group().strip() if found else ""
