"""The examples that are most like a sentence.

Model. A sentence is the terms that it has (see `terms`), each with the weight of how rare it is
among the examples (tf-idf, each term counted once); how much two are alike is the cosine of the
angle between them. An example has the terms of the sentence and, with less weight, of its lines.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache
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
    """The examples: `places` are, of each term, those that have it, with its share of each."""

    examples: tuple[Example, ...]
    places: dict[str, list[tuple[int, float]]]
    weights: dict[str, float]
    rare: float  # the weight of a term that none of them has

    def shares(self, terms: Iterable[str], others: Iterable[str] = ()) -> dict[str, float]:
        """The share of each term of a sentence: the vector that it is, of length 1."""
        shares = {term: FORM * self._weight(term) for term in others}
        shares |= {term: self._weight(term) for term in terms}
        length = sqrt(sum(one * one for one in shares.values())) or 1.0
        return {term: one / length for term, one in shares.items()}

    def _weight(self, term: str) -> float:
        return self.weights.get(term, self.rare * (PAIR if " " in term else 1.0))

    def alike(self, shares: dict[str, float]) -> Counter[int]:
        """How much each example is like a sentence."""
        found: Counter[int] = Counter()
        for term, share in shares.items():
            for number, other in self.places.get(term, ()):
                found[number] += share * other  # type: ignore[assignment]
        return found


@cache
def _index() -> _Index:
    examples: list[Example] = []
    said: list[set[str]] = []
    written: list[set[str]] = []
    for game in games():
        terms = Terms(_phrases_of(game.text))
        for example in game.examples:
            examples.append(example)
            said.append(set(terms.of(example.said)))
            same = example.said == example.written
            written.append(said[-1] if same else set(terms.of(example.written)))
    counts = Counter(term for one in said for term in one)
    weights = {term: log(len(said) / n) * (PAIR if " " in term else 1.0)
               for term, n in counts.items()}
    places: dict[str, list[tuple[int, float]]] = defaultdict(list)
    index = _Index(tuple(examples), places, weights, max(weights.values(), default=0.0))
    for number, (one, lines) in enumerate(zip(said, written, strict=True)):
        for term, share in index.shares(one, lines).items():
            places[term].append((number, share))
    return index


def _phrases_of(text: str) -> PhraseTable:
    phrases = PhraseTable()
    phrases.learn(read_lines(Source("", text), []))
    return phrases


def nearest(text: str, phrases: PhraseTable, most: int, least: float) -> list[Example]:
    """The examples that a text is most like, which speaks by some names: at most so many, of those
    that it is at least so much like (from 0 to 1), and of those that are much alike one."""
    index = _index()
    terms = Terms(phrases).of(text)
    found: list[Example] = []
    taken: list[dict[str, float]] = []
    for number, score in index.alike(index.shares(terms)).most_common(most * 4):
        if score < least or len(found) == most:
            break
        example = index.examples[number]
        shares = dict.fromkeys(Terms(PhraseTable()).of(example.written), 1.0)
        if any(_cosine(shares, other) > SAME for other in taken):
            continue
        taken.append(shares)
        found.append(example)
    return found


def _cosine(one: dict[str, float], other: dict[str, float]) -> float:
    shared = sum(share * other.get(term, 0.0) for term, share in one.items())
    return shared / (sqrt(len(one) * len(other)) or 1.0)
