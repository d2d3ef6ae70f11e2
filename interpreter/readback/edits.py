"""Changes of a text that leave its lines where they are.

Each change belongs to a place of one line: words put before or behind a phrase, or in the place of
some. Phrases stand inside one another: what is put around an outer one stands outside.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from rulewright.interpreter.source import Source, Span


@dataclass
class Place:
    """What is put at a column: behind what ends there, before what begins there, and, in the place
    of the words up to `end`, others."""

    behind: list[str] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    instead: str | None = None
    end: int = 0


class Edits:
    """The changes of one text; those of an outer phrase are made before those of an inner one."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.places: defaultdict[int, defaultdict[int, Place]] = defaultdict(
            lambda: defaultdict(Place))

    def before(self, span: Span, text: str) -> None:
        """Put words before a phrase."""
        self.places[span.line][span.column].before.append(text)

    def behind(self, line: int, column: int, text: str) -> None:
        """Put words behind a phrase that ends at a column."""
        self.places[line][column].behind.insert(0, text)

    def bracket(self, span: Span) -> None:
        """Put a phrase in brackets, if it is in none."""
        if not self.bracketed(span):
            self.before(span, "(")
            self.behind(span.end_line, span.end_column, ")")

    def bracketed(self, span: Span) -> bool:
        """Whether a phrase stands in brackets of its own."""
        left = self.source.line(span.line)[: span.column - 1].rstrip()
        right = self.source.line(span.end_line)[span.end_column - 1 :].lstrip()
        return left.endswith("(") and right.startswith(")")

    def replace(self, line: int, start: int, end: int, text: str) -> None:
        """Put words in the place of those between two columns."""
        place = self.places[line][start]
        place.instead, place.end = text, end

    def line(self, number: int) -> str:
        """A line with its changes."""
        text = self.source.line(number)
        done, parts = 1, []
        for column, place in sorted(self.places.get(number, {}).items()):
            if column < done:
                continue  # inside words that are replaced as a whole
            parts += [text[done - 1 : column - 1], *place.behind, *place.before]
            done = column
            if place.instead is not None:
                parts.append(place.instead)
                done = place.end
        return "".join([*parts, text[done - 1 :]])
