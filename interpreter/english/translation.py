"""What a refused line says, as lines of the language.

Model. A line is read by the grammar of `grammar/english` as what its place can hold: a
declaration, a statement, a condition, a value. Of a definition, the head stays as it is. Whether
the parser takes what comes of it, and whether it means something, is asked by who tells it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.interpreter.english.chart import Chart
from rulewright.interpreter.english.lexicon import Lexicon, Readable
from rulewright.interpreter.syntax.mentions import Speech

MOST_WORDS = 45  # of a line that is read
DEFINITION = re.compile(r"(?P<front>an? .+? (?:if|when|unless)) (?P<part>.+)")
VALUE = re.compile(r"(?P<front>the .+? is) (?P<part>.+)")
CASE = re.compile(r"(?P<value>.+?) (?P<how>if (?P<part>.+)|otherwise)")
DEFINED = re.compile(r"an? .+ (?:if|when)")
VALUED = re.compile(r"the .+ is")


class Translator:
    """Translates the lines of one text."""

    def __init__(self, speech: Speech, readable: Readable) -> None:
        self.speech, self.readable = speech, readable

    def lines(self, text: str, head: str, begins: bool) -> Iterator[str]:
        """The lines that a line below a `head` says (or the head itself, which `begins` a block),
        the likeliest first; several are parted by line ends."""
        if begins:
            yield from self._declaration(text)
        elif DEFINED.fullmatch(head):
            yield from self._read(text.removeprefix("if "), "cond")
        elif VALUED.fullmatch(head):
            yield from self._case(text)
        else:
            yield from self._read(text, "line")

    def _declaration(self, text: str) -> Iterator[str]:
        found = DEFINITION.fullmatch(text)
        if found is not None and self.readable("declarations", [f"{found['front']} 1 is 1"]):
            denied = found["front"].endswith(" unless")
            front = re.sub(" (?:when|unless)$", " if", found["front"])
            for said in self._read(found["part"], "cond"):
                yield f"{front} not ({said})" if denied else f"{front} {said}"
        found = VALUE.fullmatch(text)
        if found is not None and self.readable("declarations", [f"{found['front']} 1"]):
            yield from (f"{found['front']} {said}" for said in self._read(found["part"], "value"))
        yield from self._read(text, "decl")

    def _case(self, text: str) -> Iterator[str]:
        found = CASE.fullmatch(text)
        if found is None:
            yield from self._read(text, "value")
            return
        for value in self._read(found["value"], "value"):
            if found["part"] is None:
                yield f"{value} otherwise"
            else:
                yield from (f"{value} if {said}" for said in self._read(found["part"], "cond"))

    def _read(self, text: str, category: str) -> Iterator[str]:
        lexicon = Lexicon(text, self.speech, self.readable)
        if 0 < len(lexicon.words) <= MOST_WORDS:
            yield from (phrase.text for phrase in Chart(lexicon).read(category))
