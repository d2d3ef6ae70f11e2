"""A line as its author wrote it, and the change of its words that makes it another.

Model. A written line is pieces with their places, as the lexer cuts them, without comments and
rule references. What stands in quotes is kept apart: in the text of the line a number stands for
it. A correction is one stretch of whole words, and what is written for it.

Invariants: a correction is the smallest change that reads as one: a phrase is told with its
article, and to its end; put in at its place, it makes the line the text that was asked for.
"""

from __future__ import annotations

import re

from rulewright.interpreter.records import record
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax.lexer import RAW, RawLine

#: Words that a phrase does not end in.
DANGLING = ("is", "are", "at", "not", "no", "some", "every", "least", "most", "its", "their")
UNFINISHED, LONG = ("of", "than", "the"), 4  # behind so many words


@record
class Correction:
    """The words of the author that change, and what is written for them (perhaps nothing). A change
    is `certain` if it cannot make a line say something else."""

    span: Span
    text: str
    certain: bool = False


@record
class _Piece:
    text: str
    span: Span


class WrittenLine:
    """A logical line as it is written, without comments and references: its pieces and, joined
    by single blanks, its text. What stands in quotes is kept apart."""

    def __init__(self, source: Source, line: RawLine) -> None:
        self.pieces: list[_Piece] = []
        self.quoted: list[str] = []
        text = ""
        for number in range(line.number, line.tokens[-1].span.end_line + 1):
            text += " " if text else ""
            for match in RAW.finditer(source.line(number)):
                if match.lastgroup == "SPACE":
                    text += " "
                elif match.lastgroup not in ("COMMENT", "REFS"):
                    span = Span(source, number, match.start() + 1, number, match.end() + 1)
                    piece = self._kept(match)
                    self.pieces.append(_Piece(piece, span))
                    text += piece
        self.text = " ".join(text.split())

    def _kept(self, match: re.Match[str]) -> str:
        if match.lastgroup != "STRING":
            return match.group()
        self.quoted.append(match.group())
        return f'"{len(self.quoted) - 1}"'

    def restored(self, text: str) -> str:
        """A text with what stood in quotes back in its places."""
        return re.sub(r'"(\d+)"', lambda m: self.quoted[int(m[1])]
                      if int(m[1]) < len(self.quoted) else m[0], text)

    def place_of(self, span: Span) -> int:
        """The character of the text at which a place of the line stands."""
        place = 0
        for piece in self.pieces:
            place = self.text.index(piece.text, place)
            if (piece.span.end_line, piece.span.end_column) > (span.line, span.column):
                return place
            place += len(piece.text)
        return len(self.text)

    def span_of(self, start: int, end: int) -> Span | None:
        """Where some characters of the text stand in the source."""
        place, held = 0, []
        for piece in self.pieces:
            place = self.text.index(piece.text, place)
            if place < end and place + len(piece.text) > start:
                held.append(piece.span)
            place += len(piece.text)
        return held[0].to(held[-1]) if held else None

    def change_to(self, text: str) -> Correction | None:
        """The smallest change of whole words that makes the line this text."""
        old, new = self.pieces, _pieces(text)
        front = 0
        while front < min(len(old), len(new)) and old[front].text == new[front][0]:
            front += 1
        back = 0
        while (back < min(len(old), len(new)) - front
               and old[-1 - back].text == new[-1 - back][0]):
            back += 1
        much = max(len(old), len(new)) - front - back > 1
        while much and front > 0 and old[front - 1].text in ("a", "an", "the"):
            front -= 1  # a phrase is told with its article
        while front > 0 and (
            (front + back == len(old) and back == 0)  # something is put in at the end
            or not self._as_far(new, front - 1, front)
        ):
            front -= 1
        while back > 0 and (
            front + back == len(old) or not self._as_far(new, -back - 1, -back)
        ):
            back -= 1
        while back > 0 and len(new) - front - back > 2 and (
            new[-1 - back][0] in DANGLING
        ):
            back -= 1  # a condition is told with what is said in it
        while back > 0 and len(new) - front - back > LONG and new[-1 - back][0] in UNFINISHED:
            back -= 1  # a long phrase is told to its end
        if front == 0 and len(new) == back > 0:
            back -= 1  # what a line begins with is not taken away, it is told what it begins with
        if not old or front + back == len(old):
            return None
        span = old[front].span.to(old[len(old) - back - 1].span)
        if front == len(new) - back:
            return Correction(span, "")
        start, end = new[front][1], new[len(new) - back - 1][2]
        return Correction(span, self.restored(text[start:end]))

    def _as_far(self, new: list[tuple[str, int, int]], at: int, behind: int) -> bool:
        """Whether two words, of which one stays, stand as far apart in a new text as they do in the
        line: with a blank between them, or without."""
        if not -len(self.pieces) <= at < behind < len(self.pieces):
            return True
        if not -len(new) <= at < behind < len(new):
            return True
        one, two = self.pieces[at].span, self.pieces[behind].span
        apart = (one.end_line, one.end_column) != (two.line, two.column)
        return apart == (new[at][2] != new[behind][1])


def _pieces(text: str) -> list[tuple[str, int, int]]:
    return [(m.group(), m.start(), m.end()) for m in RAW.finditer(text) if m.lastgroup != "SPACE"]
