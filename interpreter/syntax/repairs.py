"""The nearest line that the grammar takes, where small words of a refused one are wrong.

Model. Where reading a line stops, a small word is put in, left out or put for another (see Diekmann
and Tratt, "Don't Panic! Better, Fewer, Syntax Errors for LR Parsers", 2020); the parser says how
far it comes then, and the lines that come furthest are changed again. Each change has a cost, and
lines are tried in the order of theirs.

Invariants: no word that a text declares, no number, no text in quotes, and no word by which a line
would say something else (`not`, `every`, `only`, `more` …) is put in, left out or changed. What
comes of it may still not be what was meant: it is told as a question, with what it would mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rulewright.interpreter.syntax.words import EMPTY_WORDS

MOST_CHANGES = 3
MOST_READ = 220  # lines that are read for one
MOST_KEPT = 5  # lines of one round that are changed further
NEAR = 1  # words in front of where reading stopped that are changed as well

#: Small words that may be left out, and their cost.
LEFT_OUT = {**dict.fromkeys((*EMPTY_WORDS, "again", "back", "such", "there", "own", "would"), 1),
            **dict.fromkeys(("the", "a", "an", "of", "to", "that", "then", "is", "are", ",", "do",
                             "be", "been", "on", "in", "at"), 2)}
#: Small words that may be put in, and their cost.
PUT_IN = {"the": 1, "a": 1, "of": 1, ",": 1, "is": 2, "to": 2, "that is": 2, "that are": 2,
          "on": 2, "by": 2, "in": 2, "'s": 2, "if": 2, "and": 3, "from": 2, "it": 3}
#: Small words that may stand for each other, and the cost.
ALIKE = (
    ("in", "on", "at", "to", "into", "onto", "from", "of", "off", "by", "with", "towards", "inside",
     "toward", "for"),
    ("is", "has", "lies", "stands", "sits", "stays", "remains"),
    ("are", "have", "lie", "stand", "sit", "stay", "remain"),
    ("a", "an", "the"),
    ("that", "who", "which", "whose", "where"),
    ("his", "her", "their", "its"), ("he", "she", "they", "it", "him", "them"),
    ("if", "when", "whenever"), (",", "and", "then"),
)
NOT_WRITTEN = ("lies", "stands", "sits", "stays", "remains", "lie", "stand", "sit",
               "stay", "remain", "into", "onto", "off", "inside", "toward",
               "who", "which", "his", "her", "their", "he", "she", "they", "him", "them",
               "whenever", "then")  # words that are not written for others
CHANGED = 2

#: How far a line is read: the number of its words (by blanks) in front of the place where reading
#: stops; None if it is taken.
Reach = Callable[[str], int | None]


def repairs(text: str, reach: Reach, lost: Callable[[str, str], bool]) -> Iterator[str]:
    """The lines nearest to a refused one that the parser takes, the nearest first; none that has
    `lost` something of it."""
    seen, left = {text}, MOST_READ
    open_lines: list[tuple[int, str]] = [(0, text)]
    found: list[tuple[int, str]] = []
    for _ in range(MOST_CHANGES):
        made: list[tuple[int, int, str]] = []
        for cost, line in open_lines:
            words = _words(line)
            at = reach(line)
            for more, changed in _changed(words, at if at is not None else len(words)):
                if changed in seen or left == 0:
                    continue
                seen.add(changed)
                if lost(text, changed):
                    continue
                left -= 1
                read = reach(changed)
                if read is None:
                    found.append((cost + more, changed))
                elif read > (at or 0) or len(_words(changed)) - read < len(words) - (at or 0):
                    made.append((cost + more, read - len(_words(changed)), changed))
        if found:
            break
        made.sort(key=lambda one: (-one[1], one[0]))
        open_lines = [(cost, line) for cost, _, line in made[:MOST_KEPT]]
    yield from (line for _, line in sorted(found))


def _words(line: str) -> list[str]:
    return line.replace(",", " ,").replace("'s", " 's").split()


def _joined(words: Sequence[str]) -> str:
    return " ".join(words).replace(" ,", ",").replace(" 's", "'s")


def _changed(words: list[str], at: int) -> Iterator[tuple[int, str]]:
    """What one change around a place makes of a line, and its cost."""
    for place in range(max(0, at - NEAR), min(at + 1, len(words)) + 1):
        for word, cost in PUT_IN.items():
            yield cost, _joined([*words[:place], *word.split(), *words[place:]])
        if place == len(words):
            continue
        word = words[place].lower()
        if word in LEFT_OUT:
            yield LEFT_OUT[word], _joined([*words[:place], *words[place + 1 :]])
        for alike in ALIKE:
            if word in alike:
                yield from ((CHANGED, _joined([*words[:place], other, *words[place + 1 :]]))
                            for other in alike if other != word and other not in NOT_WRITTEN)
