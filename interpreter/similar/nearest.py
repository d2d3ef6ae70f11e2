"""The examples whose lines are most like those that a sentence needs.

Model. Sentences and their lines (forms) are the terms that they have (see `terms`), each with the
weight of how rare it is among the examples (tf-idf, each term counted once): vectors of length 1.
The form of a new sentence is foretold of those of the examples (see `regression`), with its own
words added, since many of them stand in the form as well. The examples whose forms are most like
it, by the cosine of the angle between them, are the nearest; those that are shown together are
chosen one after the other, so that they cover more of it (matching pursuit: Mallat and Zhang,
Matching pursuits with time-frequency dictionaries, 1993).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
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
OWN = 0.15  # the weight of the words of a sentence itself in the form that it probably has
SHOWN = 0.2  # what a term counts in the choice of a further example, if one that is shown has it
OF_EACH = 20  # for each example that is shown, how many of the most alike it is chosen from


class Vectors:
    """Some sets of terms as the rows of a `matrix`: a column for each term. The terms of a set come
    in the order of its text, so that sums are the same in each process."""

    def __init__(self, sets: Sequence[Collection[str]]) -> None:
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
        own = terms.of(text)
        said = self.sentences.column(own)
        form = foretold(self.sentences.matrix, self.forms.matrix, said)
        form = [one + OWN * other for one, other in zip(form, self.forms.column(own), strict=True)]
        length = sqrt(sum(one * one for one in form)) or 1.0
        alike = max(self.sentences.matrix.times(said), default=0.0)
        return Foretold(self, terms, [one / length for one in form], alike)


@record
class Foretold:
    """The form that a sentence probably has; how much `alike` the sentence of an example is to it,
    without which nothing is known of the form."""

    index: Index
    terms: Terms
    form: Sequence[float]
    alike: float

    def likeness(self, form: str) -> float:
        """How much it is like another one, which speaks by the same names, from 0 to 1."""
        return sum(share * self.form[at]
                   for at, share in self.index.forms.row(self.terms.of(form)))

    def nearest(self, most: int, least: float = 0.0) -> list[Example]:
        """The examples whose forms are most like it: at most so many, of those that are at least
        so much like it. Each next one is chosen by what those before it do not show."""
        matrix, left = self.index.forms.matrix, [*self.form]
        likeness = matrix.times(left)
        apt = [number for number in nlargest(most * OF_EACH, range(len(likeness)),
                                             key=likeness.__getitem__) if likeness[number] >= least]
        chosen: list[Example] = []

        def shows(number: int) -> float:
            return sum(share * left[term] for term, share in matrix.rows[number])

        while apt and len(chosen) < most:
            best = max(apt, key=shows)
            apt.remove(best)
            chosen.append(self.index.examples[best])
            for term, _ in matrix.rows[best]:
                left[term] *= SHOWN
        return chosen


def index_of(some: Iterable[Game]) -> Index:
    """The index of the examples of some games."""
    examples: list[Example] = []
    said: list[Collection[str]] = []
    written: list[Collection[str]] = []
    for game in some:
        terms = Terms(phrases_of(game.text))
        for example in game.examples:
            examples.append(example)
            said.append(terms.of(example.said))
            same = example.said == example.written
            written.append(said[-1] if same else terms.of(example.written))
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
