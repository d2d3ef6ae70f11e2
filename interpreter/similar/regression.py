"""Ridge regression from sentences to forms, both sparse vectors.

Model. The known sentences are the rows of one matrix, their forms the rows of another, each of
length 1. The form of a new sentence is foretold as the sum of the known forms with the weights
`(K + RIDGE)^-1 k`, where `K` has the product of every two known sentences and `k` that of the new
one with each: so words that often stand in sentences of a form speak for it, and words that stand
in sentences of every form do not, however rare they are. The weights are found by some steps of
the method of conjugate gradients, for which `K` is never written down (Hastie, Tibshirani and
Friedman, The Elements of Statistical Learning, 3.4.1; Golub and Van Loan, Matrix Computations,
11.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

RIDGE = 1.0  # the regularization, of sentences of length 1
STEPS = 6  # of the method of conjugate gradients; more change nothing

#: A sparse vector: the numbers of its columns, and what it has there.
Row = Sequence[tuple[int, float]]


class Matrix:
    """A sparse matrix by its rows, of so many columns."""

    def __init__(self, rows: Sequence[Row], columns: int) -> None:
        self.rows = rows
        self.columns = columns

    def times(self, vector: Sequence[float]) -> list[float]:
        """The product with a column: a number for each row."""
        return [sum([share * vector[at] for at, share in row]) for row in self.rows]

    def transposed_times(self, vector: Iterable[float]) -> list[float]:
        """The product of the transposed matrix with a column: a number for each column."""
        found = [0.0] * self.columns
        for row, weight in zip(self.rows, vector, strict=True):
            for at, share in row:
                found[at] += weight * share
        return found


def foretold(sentences: Matrix, forms: Matrix, sentence: Sequence[float]) -> list[float]:
    """The form of a sentence, of length 1; all zero if it has nothing in common with any other."""
    form = forms.transposed_times(_weights(sentences, sentences.times(sentence)))
    length = sqrt(sum([share * share for share in form])) or 1.0
    return [share / length for share in form]


def _weights(sentences: Matrix, products: list[float]) -> list[float]:
    """The weights of the known forms: nearly the x of (K + RIDGE) x = products."""
    found = [0.0] * len(products)
    rest = way = products
    size = sum([one * one for one in rest])
    for _ in range(STEPS):
        if not size:
            break
        step = sentences.times(sentences.transposed_times(way))
        step = [one + RIDGE * other for one, other in zip(step, way, strict=True)]
        length = size / sum([one * other for one, other in zip(way, step, strict=True)])
        found = [one + length * other for one, other in zip(found, way, strict=True)]
        rest = [one - length * other for one, other in zip(rest, step, strict=True)]
        before, size = size, sum([one * one for one in rest])
        way = [one + size / before * other for one, other in zip(rest, way, strict=True)]
    return found
