"""The terms of a sentence by which it is compared with others: names by what they stand for, and
one that the sentence itself gives as a new one, whatever it is."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.words import CELL, NUMBERS

WORD = re.compile(r'"[^"]*"?|[A-Za-z][\w-]*|\'s\b|\d+')
#: The heads of definitions and declarations, with the names that they give.
NAMING = re.compile(
    r"an? [\w -]+? (?:is|are) (?P<quality>[\w-]+) (?:if|when|whenever|unless)\b"
    r"|the (?P<value>[\w -]+) of an? [\w-]+(?: [A-Z])? is\b"
    r"|(?:each|every|the) [\w-]+ (?:has|have) (?:an? )?(?P<kept>[\w -]+?)"
    r"(?: of each [\w-]+)?[:,]"
    r"|(?:each|every) [\w-]+ can be (?P<state>[\w-]+)$"
    r"|(?:kind|board|piece|zone|option|ruling) (?P<thing>[\w -]+?)(?: of an? player| by table|:|$)")
#: Words that say the same, each group by its first.
ALIKE = """
if when whenever once
each every all both
remove take capture captured eliminate discard
gets get gain gains receive receives earns earn scores
pay pays lose loses cost costs spend spends
most highest greatest largest biggest maximum
least lowest smallest fewest minimum
next adjacent neighbouring beside bordering adjoining touching neighbour neighbours
may can optionally
has have having had owns
his her their its hers theirs
he she they him them it
no none nobody without zero neither nor
another other else others different
choose pick select chooses picks
move moves moved moving go goes
first begin begins start starts beginning
player players
win wins winner won
random randomly shuffle draw draws deal
same equal equals identical
more greater higher over above exceeds
fewer less lower under below
is are be been being
was were
becomes become turns gets
a an any some one
who which that whose
must shall
space field square hex
end ends over
until till
"""
NEW = "new"
CLASSES = {word: group.split()[0] for group in ALIKE.strip().splitlines() for word in group.split()}


class Terms:
    """The terms of the sentences of one text."""

    def __init__(self, phrases: PhraseTable) -> None:
        self.known: dict[str, dict[tuple[str, ...], str]] = defaultdict(dict)  # by first words
        for phrase, (category, name) in phrases.table.items():
            if tag := _tag(phrases, phrase, category, name):
                small = tuple(word.lower() for word in phrase)
                self.known[small[0]][small] = tag
        self.singles: dict[str, str] = {}  # words that begin no phrase, as terms

    def of(self, text: str) -> list[str]:
        """The terms of a text, each once: its words, and each two that follow each other."""
        if (naming := NAMING.match(text)) is not None:  # any name would do
            name = next(name for name, found in naming.groupdict().items() if found)
            text = text[: naming.start(name)] + NEW + text[naming.end(name) :]
        words = [*self._words([m.group() for m in WORD.finditer(text)])]
        return [*dict.fromkeys(words), *dict.fromkeys(f"{a} {b}" for a, b in pairwise(words))]

    def _words(self, words: Sequence[str]) -> Iterator[str]:
        at, small = 0, [word.lower() for word in words]
        while at < len(words):
            known = self.known.get(small[at], {})
            phrase = max((one for one in known if tuple(small[at : at + len(one)]) == one),
                         key=len, default=())
            yield known[phrase] if phrase else self._single(words[at], small[at])
            at += len(phrase) or 1

    def _single(self, word: str, small: str) -> str:
        if (found := self.singles.get(word)) is None:
            one = small.removesuffix("s")  # a plural that is not declared
            found = self.known.get(one, {}).get((one,)) or _plain(word)
            self.singles[word] = found
        return found


@cache
def _plain(word: str) -> str:
    small = word.lower()
    if word[0] == '"':
        return "<text>"
    if small.isdigit() or small in NUMBERS[2:]:
        return "<number>"
    if CELL.fullmatch(word):
        return "<cell>"
    if len(word) == 1 and word.isupper() and word != "A":
        return "<name>"
    return CLASSES.get(small, small)


def _tag(phrases: PhraseTable, phrase: tuple[str, ...], category: str, name: str) -> str:
    if phrase not in phrases.places:
        return ""
    if name in phrases.seats:
        return "<seat>"
    if name in phrases.zones:
        return "<zone>"
    if category in ("NOUN", "NOUNS"):
        return "<piece>" if name in phrases.pieces else (
            "<cell>" if name in phrases.cells else "<kind>")
    return f"<{category.lower()}>"
