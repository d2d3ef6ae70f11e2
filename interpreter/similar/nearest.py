"""The examples that are most like a sentence.

Model. A sentence is the terms that it has (see `terms`), each with the weight of how rare it is
among the examples (tf-idf, each term counted once); how much two are alike is the cosine of the
angle between them. An example has the terms of the sentence and, with less weight, of its lines.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Set
from functools import cache
from heapq import nlargest
from math import log, sqrt

from rulewright.interpreter.records import record
from rulewright.interpreter.similar.examples import Example, games
from rulewright.interpreter.similar.terms import Terms
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.lexer import read_lines

PAIR = 0.7  # the weight of two words that follow each other, of that of a word
FORM = 0.8  # the weight of a term that only the lines of the language have
SAME = 0.7  # how much alike two examples are of which one is enough


@record
class _Index:
    """The examples: `places` are, of each term, those that have it, with its share of each;
    `counts`, the sentences that have it."""

    examples: tuple[Example, ...]
    places: dict[str, list[tuple[int, float]]]
    counts: Mapping[str, int]

    def shares(self, terms: Iterable[str], others: Iterable[str] = ()) -> dict[str, float]:
        """The share of each term of a sentence: the vector that it is, of length 1."""
        shares = {term: FORM * self._weight(term) for term in others}
        shares |= {term: self._weight(term) for term in terms}
        length = sqrt(sum(one * one for one in shares.values())) or 1.0
        return {term: one / length for term, one in shares.items()}

    def _weight(self, term: str) -> float:
        """How rare a term is; one that no sentence has is as rare as one of a single sentence."""
        rare = log(len(self.examples) / self.counts.get(term, 1))
        return rare * (PAIR if " " in term else 1.0)

    def alike(self, shares: dict[str, float]) -> dict[int, float]:
        """How much each example is like a sentence."""
        found: dict[int, float] = defaultdict(float)
        for term, share in shares.items():
            for number, other in self.places.get(term, ()):
                found[number] += share * other
        return found


@cache
def _index() -> _Index:
    examples: list[Example] = []
    said: list[set[str]] = []
    written: list[set[str]] = []
    for game in games():
        terms = Terms(phrases_of(game.text))
        for example in game.examples:
            examples.append(example)
            said.append(set(terms.of(example.said)))
            same = example.said == example.written
            written.append(said[-1] if same else set(terms.of(example.written)))
    places: dict[str, list[tuple[int, float]]] = defaultdict(list)
    index = _Index(tuple(examples), places, Counter(term for one in said for term in one))
    for number, (one, lines) in enumerate(zip(said, written, strict=True)):
        for term, share in index.shares(one, lines).items():
            places[term].append((number, share))
    return index


def phrases_of(text: str) -> PhraseTable:
    """The names that the lines of a ruleset declare."""
    phrases = PhraseTable()
    phrases.learn(read_lines(Source("", text), []))
    return phrases


def nearest(text: str, phrases: PhraseTable, most: int, least: float) -> list[Example]:
    """The examples that a text is most like, which speaks by some names: at most so many, of those
    that it is at least so much like (from 0 to 1), and of those that are much alike one."""
    index = _index()
    scores = index.alike(index.shares(Terms(phrases).of(text)))
    plain = Terms(PhraseTable())  # the examples are of several games: their names are words
    found: list[Example] = []
    taken: list[set[str]] = []
    for number in nlargest(most * 4, scores, key=scores.__getitem__):
        if scores[number] < least or len(found) == most:
            break
        example = index.examples[number]
        terms = set(plain.of(example.written))
        if all(_cosine(terms, other) <= SAME for other in taken):
            taken.append(terms)
            found.append(example)
    return found


def _cosine(one: Set[str], other: Set[str]) -> float:
    """How much alike two sets of terms are, each term counting the same."""
    return len(one & other) / (sqrt(len(one) * len(other)) or 1.0)
