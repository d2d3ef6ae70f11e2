"""What a line must have in it for a pattern of the table of idioms to be found there.

Model. A pattern needs *clauses*, of each of which some text must stand in the line. Where nothing
but certain texts can stand at a part of a pattern, such as letters, what is optional and groups of
alternatives, these are its *texts*; parts that follow one another and have texts come to a clause.
Of other alternatives each gives one clause to that of the group, which is none if one of them gives
none. A line is compared in small letters.

Invariant: a line in which a pattern is found has what it needs; so patterns need not be tried, and
for the names of a text not even be made, where it has not. The reverse does not hold.
"""

from __future__ import annotations

import re
from functools import cache

Clause = tuple[str, ...]
MOST_TEXTS = 48  # of one clause: with more of them it is no quicker than the pattern
#: The parts of a pattern: what is escaped, a class of characters, a placeholder, how a group
#: begins, what a group has found, how often something stands there, any other character.
PARTS = re.compile(r"\\x[0-9a-f]{2}|\\.|"
                   r"\[\^?.[^\]]*\]|<[a-z]+\d?>|\(\?P<\w+>|\(\?P=\w+\)|\(\?<?[:=!]|\(\?-i:|\(|"
                   r"(?:[?*+]|\{\d*,?\d*\})[?+]?|.")
LOOKS = ("(?=", "(?!", "(?<=", "(?<!")
EDGES = ("^", "$", r"\b")
PLAIN = re.compile(r"[a-z0-9 ',:-]", re.IGNORECASE)
#: Quantifiers with which something stands there at least once, or once or not at all.
ONCE, PERHAPS = ("+", "+?", "++"), ("?", "??", "?+")


@cache
def needed(pattern: str) -> tuple[Clause, ...]:
    """The clauses that a pattern needs, those of the longest texts first."""
    clauses, texts = _Reader(pattern.replace("(?-i:", "(?:")).alternatives()
    return tuple(sorted({*clauses, *_clause(texts)}, key=_rank, reverse=True))


def has(text: str, clauses: tuple[Clause, ...]) -> bool:
    """Whether a line, in small letters, has what a pattern needs."""
    for clause in clauses:
        for one in clause:
            if one in text:
                break
        else:
            return False
    return True


class _Reader:
    """Goes through the parts of a pattern."""

    def __init__(self, pattern: str) -> None:
        self.parts = PARTS.findall(pattern)
        self.at = 0

    def alternatives(self) -> tuple[list[Clause], set[str] | None]:
        """The clauses of the alternatives up to the end of the group in which they stand, or their
        texts, if nothing else can stand there."""
        each = [self._sequence()]
        while self._next() == "|":
            self.at += 1
            each.append(self._sequence())
        if len(each) == 1:
            return each[0]
        texts = set[str]()
        for _, alone in each:
            if alone is None:
                break
            texts |= alone
        else:
            return [], texts
        best: list[Clause] = []
        for clauses, alone in each:
            found = [*clauses, *_clause(alone)]
            if not found:
                return [], None
            best.append(max(found, key=_rank))
        return [tuple(dict.fromkeys(text for clause in best for text in clause))], None

    def _sequence(self) -> tuple[list[Clause], set[str] | None]:
        """The same of what stands one behind the other."""
        found: list[Clause] = []
        whole, run = True, {""}  # nothing else so far; what the last parts can come to
        while self._next() not in ("", "|", ")"):
            clauses, texts = self._part()
            found += clauses
            longer = {a + b for a in run for b in texts} if texts is not None else set[str]()
            if 0 < len(longer) <= MOST_TEXTS:
                run = longer
                continue
            found += _clause(run)
            whole, run = False, {""} if texts is None else texts
        return (found, run) if whole else ([*found, *_clause(run)], None)

    def _part(self) -> tuple[list[Clause], set[str] | None]:
        """The same of the next part, with how often it stands there."""
        part = self._next()
        self.at += 1
        clauses: list[Clause] = []
        texts: set[str] | None = {part.lower()} if PLAIN.fullmatch(part) else None
        if part.startswith("(") and not part.endswith(")"):
            clauses, texts = self.alternatives()
            self.at += 1
            if part in LOOKS:
                clauses, texts = [], {""}
        elif part in EDGES:
            texts = {""}
        how_often = self._next()
        if how_often[:1] not in ("?", "*", "+", "{") or not how_often:
            return clauses, texts
        self.at += 1
        if how_often in ONCE:
            return [*clauses, *_clause(texts)], None
        return [], {*texts, ""} if texts is not None and how_often in PERHAPS else None

    def _next(self) -> str:
        return self.parts[self.at] if self.at < len(self.parts) else ""


def _clause(texts: set[str] | None) -> list[Clause]:
    """The clause of what can stand at some place, without what has another of
    them in it; none, if that can be nothing."""
    if not texts or any(text.isspace() or not text for text in texts):
        return []
    shortest = [text for text in texts if not any(
        other in text for other in texts if other != text)]
    return [tuple(sorted(shortest))]


def _rank(clause: Clause) -> tuple[int, Clause]:
    return min(map(len, clause)), clause
