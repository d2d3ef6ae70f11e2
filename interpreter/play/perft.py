"""Counts of the game tree, for comparing executors and for checking rulesets.

Model.  A layer holds the distinct nodes after so many steps, each with the number of sequences
that lead to it; a node is a plain vector packed to bytes, and with unit turn the number of turns
that are over.  The next layer comes from stepping every node once.  A step is

    unit decision    one decision, or one outcome of a chance node
    unit turn        all sequences of decisions and outcomes that end one whole turn more,
                     or the game
    unit position    as decision, and distinct positions are counted as well

Invariants: `counts[d]` is the number of sequences of exactly d + 1 steps, and `ended[d]` the
number of those with which the game ends; a game that ended earlier is not counted any more.
Equal vectors go on equally, so counting them together changes no count.
"""

from __future__ import annotations

import marshal
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.engine.common import END

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Game, Machine, State

UNITS = ("decision", "turn", "position")

#: Decisions and outcomes in one turn beyond which turns are not counted.
MOST_STEPS = 2000
#: The format of marshal in which equal data is equal bytes.
MARSHAL_WITHOUT_REFERENCES = 2
#: A packed vector, and the turns that are over (0 unless turns are counted).
Node = tuple[bytes, int]
#: Nodes with the number of sequences that lead to each.
Layer = Counter[Node]


@dataclass
class Counts:
    """What was counted, by depth from 1."""

    unit: str
    counts: list[int] = field(default_factory=list)
    ended: list[int] = field(default_factory=list)
    distinct: list[int] = field(default_factory=list)
    reachable: int = 0
    divide: dict[str, int] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """As `perft --json` prints it."""
        data: dict[str, Any] = {"unit": self.unit, "counts": self.counts, "ended": self.ended}
        if self.unit == "position":
            data |= {"distinct": self.distinct, "reachable": self.reachable}
        if self.divide:
            data["divide"] = self.divide
        return data


def pack(vector: list[int]) -> bytes:
    """A vector as bytes, equal for equal vectors: one for each number if all are small."""
    try:
        return bytes(vector)
    except ValueError:
        return marshal.dumps(vector, MARSHAL_WITHOUT_REFERENCES)


def unpack(data: bytes, length: int) -> list[int]:
    """The vector of `length` numbers that was packed."""
    if len(data) == length:
        return list(data)
    vector: list[int] = marshal.loads(data)
    return vector


class _Tree:
    """Steps layers of one game."""

    def __init__(self, game: Game, length: int) -> None:
        self.game = game
        self.machine: Machine = game.fast
        self.length = length

    def children(self, vector: list[int]) -> Iterator[tuple[list[int], int]]:
        """What follows by one choice, each with the number of turns that ended by it."""
        machine = self.machine
        for choice in machine.choices(vector):
            after = machine.copy(vector)
            ended = machine.apply(after, choice)
            yield after, ended

    def advance(self, layer: Layer, target: int | None, keep: bool) -> tuple[Layer, int, int]:
        """One step on: the nodes that go on (unless not to `keep`), how many, and how many ended.

        With a `target` the step goes on until so many turns are over.
        """
        finished: Layer = Counter()
        count = ended = 0
        for _ in range(MOST_STEPS):
            unfinished: Layer = Counter()
            for after, turns, number in self._following(layer, target):
                if self.machine.kind(after) == END:
                    ended += number
                elif target is not None and turns < target:
                    unfinished[pack(after), turns] += number
                else:
                    count += number
                    if keep:
                        finished[pack(after), 0 if target is None else turns] += number
            if not unfinished:
                return finished, count, ended
            layer = unfinished
        message = f"a turn can go on for more than {MOST_STEPS} decisions, so turns are not counted"
        raise RulesError([Diagnostic("endless-turn", message, hint="count with --unit decision")])

    def _following(
        self, layer: Layer, target: int | None
    ) -> Iterator[tuple[list[int], int, int]]:
        """What follows the nodes of a layer; one that is past the target already stays."""
        for (data, past), number in layer.items():
            vector = unpack(data, self.length)
            if target is not None and past >= target:
                yield vector, past, number
                continue
            for after, ended in self.children(vector):
                yield after, past + ended, number


Progress = Callable[[int, int], None]


def perft(
    game: Game,
    depth: int,
    unit: str = "decision",
    divide: bool = False,
    state: State | None = None,
    progress: Progress | None = None,
) -> Counts:
    """Count the tree below `state` (the start of play) to `depth`; progress after each depth."""
    root = list((state or game.start()).vector)
    counts = Counts(unit)
    if unit == "position":
        _positions(game, root, depth, counts, progress)
    else:
        _count(game, (pack(root), 0), len(root), depth, counts, progress)
    if divide:
        counts.divide = _divide(game, root, depth, unit)
    return counts


def _count(
    game: Game,
    root: Node,
    length: int,
    depth: int,
    counts: Counts,
    progress: Progress | None = None,
) -> None:
    """Count below `root`, a vector of `length` numbers."""
    tree = _Tree(game, length)
    layer: Layer = Counter()
    if game.fast.kind(unpack(root[0], length)) != END:
        layer[root] = 1
    for reached in range(1, depth + 1):
        target = reached if counts.unit == "turn" else None
        layer, count, ended = tree.advance(layer, target, keep=reached < depth)
        counts.counts.append(count + ended)
        counts.ended.append(ended)
        if progress is not None:
            progress(reached, depth)


def _divide(game: Game, root: list[int], depth: int, unit: str) -> dict[str, int]:
    """The count at `depth`, split by the first option or outcome."""
    machine = game.fast
    if machine.kind(root) == END:
        return {}
    choices = machine.choices(root)
    split = {}
    for text, choice in zip(machine.texts(root, choices), choices, strict=True):
        after = machine.copy(root)
        ended = machine.apply(after, choice)
        below = Counts("turn" if unit == "turn" else "decision")
        if machine.kind(after) == END:
            split[text] = int(depth == 1)
        elif unit == "turn":
            _count(game, (pack(after), ended), len(root), depth, below)
            split[text] = below.counts[-1]
        else:
            _count(game, (pack(after), 0), len(root), depth - 1, below)
            split[text] = below.counts[-1] if below.counts else 1
    return split


def _positions(
    game: Game, root: list[int], depth: int, counts: Counts, progress: Progress | None
) -> None:
    """Count sequences and distinct positions."""
    tree = _Tree(game, len(root))
    layer: Layer = Counter()
    seen = {game.state(root).position_hash}
    if game.fast.kind(root) != END:
        layer[pack(root), 0] = 1
    for reached in range(1, depth + 1):
        following: Layer = Counter()
        over: Layer = Counter()
        for (data, _), number in layer.items():
            for after, _ in tree.children(unpack(data, tree.length)):
                kept = over if game.fast.kind(after) == END else following
                kept[pack(after), 0] += number
        layer = following
        found = {
            game.state(unpack(data, tree.length)).position_hash for data, _ in (*layer, *over)
        }
        seen |= found
        counts.counts.append(layer.total() + over.total())
        counts.ended.append(over.total())
        counts.distinct.append(len(found))
        if progress is not None:
            progress(reached, depth)
    counts.reachable = len(seen)
