"""Brackets around a phrase, and the noun behind a value, that a refused line lacks.

Model. Where reading stops, a phrase is often longer than one that stands there without brackets
(`towards D turned round`), or a value stands alone for a thing that is so (`on a hill` for `on a
hill cell`). Nothing of the line is lost or changed by either: they are the surest corrections that
there are, if the parser takes the line that comes of them.

Invariants: brackets hold the name of one thing, and part no `and` or `or` from what it joins; they
are tried from the shortest phrase around the place on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.interpreter.syntax.mentions import Speech

SHORTEST, LONGEST = 3, 10  # words in brackets
BEHIND = 6  # words from where reading stopped on to the end of the brackets
#: Words with which the name of a thing begins, besides names, and with which none ends.
BEGINNING = ("the", "its")
NO_END = frozenset((*BEGINNING, *(
    "( , and or a an every some no any there of is are was were that whose to from by on in at "
    "with towards if where not than over among next each becomes goes has have times plus minus "
    "divided"
).split()))
JOINING = ("and", "or", ",")
PIECES = re.compile(r"'s|[(),]|[^\s(),']+(?:'(?!s\b)[^\s(),']*)*|'")
#: Words behind which a value stands for a thing, and behind which there is none.
BEFORE = (r"(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bor )(?<!\band )(?<!\bbecomes )"
          r"\b(?:an?|the|no|some|every|each|all|any|\d+)")
#: Words behind which a number and a value may be so much of what the value is.
HAVING = re.compile(
    r"\b(?:has|have|had|owns?|holds?|keeps?|gets?|gains?|receives?|takes?|pays?|spends?|gives?|loses?)"
    r"(?: (?:at least|at most|exactly|more than|less than|fewer than|only|just))? $")
ENDS = r"(?=$|[,)]| (?:is|are|in|on|of|to|next|by|whose|where|becomes?|goes?|wins?|loses?)\b)"


def bracketed(text: str, unread: int) -> Iterator[str]:
    """Lines with brackets around a phrase at the place behind which so many words are unread."""
    pieces = list(PIECES.finditer(text))
    words = [piece.group() for piece in pieces]
    at = len(words) - unread
    if not 0 < at < len(words):
        return

    def put(start: int, end: int) -> str:
        first, last = pieces[start].start(), pieces[end - 1].end()
        return f"{text[:first]}({text[first:last].rstrip()}){text[last:]}"

    for end in range(at + 1, min(at + BEHIND, len(words)) + 1):
        if words[end - 1] in JOINING:
            break
        if words[end - 1] in NO_END or words[end : end + 1] in (["and"], ["or"], ["'s"]):
            continue
        for start in range(min(at, end - SHORTEST + 1) - 1, max(end - LONGEST, 1) - 1, -1):
            if words[start] in JOINING or "(" in words[start] or words[start] == ")":
                break
            if words[start] in BEGINNING or words[start][0].isupper() or (
                words[start + 1] == "turned"
            ):
                yield put(start, end)
    if words[at - 1] == "where":
        end = words.index(",", at) if "," in words[at:] else len(words)
        if words[at:end].count("(") == words[at:end].count(")"):
            yield put(at, end)


class MissingNouns:
    """Puts nouns behind values that stand for the things of one text."""

    def __init__(self, speech: Speech) -> None:
        phrases = speech.phrases
        nouns = [*phrases.pieces, *phrases.cells, *(" ".join(kind) for kind in phrases.kinds)]
        values_of = [" ".join(phrase) for phrase, (kind, _) in phrases.table.items()
                     if kind == "VAL"]
        fitting = {one: [noun for noun in nouns if speech.fits(one, noun)] for one in values_of}
        self.nouns = {value: found for value, found in fitting.items() if found}
        self.speech = speech
        values = "|".join(re.escape(one) for one in sorted(self.nouns, key=len, reverse=True))
        self.pattern = re.compile(
            rf"(?:\b(?P<on>on) )?{BEFORE} (?P<value>{values})(?P<many>s?){ENDS}"
        ) if values else None

    def of(self, text: str) -> Iterator[str]:
        """Lines with a noun behind one of their values."""
        for match in self.pattern.finditer(text) if self.pattern else ():
            nouns, cells = self.nouns[match["value"]], self.speech.phrases.cells
            if self.speech.phrases.paired and HAVING.search(text[: match.start()]):
                continue  # so much of it is had, not a thing that is so
            if match["on"] and len(nouns) > 1:
                nouns = [noun for noun in nouns if noun in cells]
            if len(nouns) == 1:  # else it is not known what is meant
                noun = self.speech.plural(nouns[0]) if match["many"] else nouns[0]
                yield f"{text[: match.end('value')]} {noun}{text[match.end('many') :]}"
