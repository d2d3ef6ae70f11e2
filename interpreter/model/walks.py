"""What a walk can result in: an ending, a cell or none, and the values that it keeps.

Model. Every result has a number. It is made of the numbers of its parts, the ending first, then the
cell, then what is kept in the order of the text; so results come in this order. The parts of a
result are looked up in constant tables.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import prod

from rulewright.interpreter.ir import Domain, Table, VType, one_of
from rulewright.interpreter.model.topology import Grid
from rulewright.interpreter.records import record

#: Results that a walk may have.
MAX_RESULTS = 100_000
ENDING = "ending"

#: The values of each part, from the least on.
Sizes = tuple[tuple[int, int], ...]


@record
class WalkKind:
    """A walk: the noun of its results, the board it goes on, what it carries, and the names of what
    it keeps of that."""

    noun: str
    board: Grid
    endings: tuple[str, ...]
    carried: tuple[tuple[str, VType], ...]
    kept: tuple[str, ...]

    @property
    def cell(self) -> VType:
        return VType("thing", domain=self.board.cells, none=True)

    @property
    def parts(self) -> dict[str, VType]:
        """The parts of a result by their names; the cell's is the noun of the cells."""
        of = dict(self.carried)
        return {ENDING: VType("thing", words=self.endings), self.board.noun: self.cell,
                **{name: of[name] for name in self.kept}}

    @property
    def sizes(self) -> Sizes:
        """For each part the least value, and how many there are."""
        return tuple((kind.least, kind.most - kind.least + 1) for kind in self.parts.values())

    @property
    def size(self) -> int:
        """How many results there can be."""
        return prod(size for _, size in self.sizes)

    @property
    def domain(self) -> Domain:
        """All results."""
        return _results(self.noun, tuple(self.parts.values()))

    @property
    def type(self) -> VType:
        return one_of(self.domain)

    def table(self, name: str) -> Table:
        """A part of each result."""
        return _part(self.sizes, list(self.parts).index(name), self.parts[name].absent)


@cache
def _results(noun: str, kinds: tuple[VType, ...]) -> Domain:
    """The results of a walk, each as a text; no cell is said by saying none."""
    texts = [[kind.text(value) for value in range(kind.least, kind.most + 1)] for kind in kinds]
    texts[1][0] = ""
    return Domain(noun, tuple(" ".join(filter(None, parts)) for parts in product(*texts)))


@cache
def _part(sizes: Sizes, number: int, absent: int) -> Table:
    least, size = sizes[number]
    behind = prod(size for _, size in sizes[number + 1 :])
    whole = prod(size for _, size in sizes)
    values = tuple(least + place // behind % size for place in range(whole))
    return Table(values, (whole,), absent)
