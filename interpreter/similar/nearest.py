"""The examples whose lines are most like those that a sentence needs.

Model. Sentences and their lines (forms) are the terms that they have (see `terms`), each with the
weight of how rare it is among the examples (tf-idf, each term counted once): vectors of length 1.
The form of a new sentence is foretold of those of the examples (see `regression`), with its own
words added, since many of them stand in the form as well; the examples whose forms are most like
it, by the cosine of the angle between them, are the nearest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from functools import cache
from heapq import nlargest
from math import log, sqrt

from rulewright.interpreter.records import record
from rulewright.interpreter.similar.examples import Example, Game, games
from rulewright.interpreter.similar.regression import Matrix, Row, foretold
from rulewright.interpreter.similar.terms import Terms
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.lexer import read_lines

PAIR = 0.7  # the weight of two words that follow each other, of that of a word
OWN = 0.3  # the weight of the words of a sentence itself in the form that it probably has
SAME = 0.7  # how much alike the forms of two examples are of which one is enough


class Vectors:
    """Some sets of terms as the rows of a `matrix`: a column for each term."""

    def __init__(self, sets: Sequence[Set[str]]) -> None:
        counts = Counter(term for terms in sets for term in terms)
        self.columns = {term: at for at, term in enumerate(counts)}
        self.rare = {term: log(len(sets) / count) * (PAIR if " " in term else 1.0)
                     for term, count in counts.items()}
        self.matrix = Matrix([self.row(terms) for terms in sets], len(counts))

    def row(self, terms: Iterable[str]) -> Row:
        """A set of terms as a row of length 1, of those terms that have a column."""
        weights = {self.columns[term]: self.rare[term] for term in terms if term in self.rare}
        length = sqrt(sum(one * one for one in weights.values())) or 1.0
        return [(at, one / length) for at, one in weights.items()]

    def column(self, terms: Iterable[str]) -> list[float]:
        """The same with a number for every column."""
        found = [0.0] * self.matrix.columns
        for at, share in self.row(terms):
            found[at] = share
        return found


@record
class Index:
    """Examples, what they say and how they are written, in the same order."""

    examples: Sequence[Example]
    sentences: Vectors
    forms: Vectors

    def foretold(self, text: str, phrases: PhraseTable) -> Foretold:
        """The form that a text probably has, which speaks by some names."""
        terms = Terms(phrases)
        own = set(terms.of(text))
        form = foretold(self.sentences.matrix, self.forms.matrix, self.sentences.column(own))
        form = [one + OWN * other for one, other in zip(form, self.forms.column(own), strict=True)]
        length = sqrt(sum(one * one for one in form)) or 1.0
        return Foretold(self, terms, [one / length for one in form])


@record
class Foretold:
    """The form that a sentence probably has."""

    index: Index
    terms: Terms
    form: Sequence[float]

    def likeness(self, form: str) -> float:
        """How much it is like another one, which speaks by the same names, from 0 to 1."""
        return sum(share * self.form[at]
                   for at, share in self.index.forms.row(set(self.terms.of(form))))

    def nearest(self, most: int, least: float = 0.0) -> list[Example]:
        """The examples whose forms are most like it: at most so many, of those that are at least
        so much like it, and of those that are much alike one."""
        likeness = self.index.forms.matrix.times(self.form)
        plain = Terms(PhraseTable())  # the examples are of several games: their names are words
        found: list[Example] = []
        taken: list[set[str]] = []
        for number in nlargest(most * 4, range(len(likeness)), key=likeness.__getitem__):
            if likeness[number] < least or len(found) == most:
                break
            example = self.index.examples[number]
            terms = set(plain.of(example.written))
            if all(_cosine(terms, other) <= SAME for other in taken):
                taken.append(terms)
                found.append(example)
        return found


def index_of(some: Iterable[Game]) -> Index:
    """The index of the examples of some games."""
    examples: list[Example] = []
    said: list[set[str]] = []
    written: list[set[str]] = []
    for game in some:
        terms = Terms(phrases_of(game.text))
        for example in game.examples:
            examples.append(example)
            said.append(set(terms.of(example.said)))
            same = example.said == example.written
            written.append(said[-1] if same else set(terms.of(example.written)))
    return Index(examples, Vectors(said), Vectors(written))


@cache
def index() -> Index:
    """The index of all examples."""
    return index_of(games())


def phrases_of(text: str) -> PhraseTable:
    """The names that the lines of a ruleset declare."""
    phrases = PhraseTable()
    phrases.learn(read_lines(Source("", text), []))
    return phrases


def _cosine(one: Set[str], other: Set[str]) -> float:
    """How much alike two sets of terms are, each term counting the same."""
    return len(one & other) / (sqrt(len(one) * len(other)) or 1.0)
