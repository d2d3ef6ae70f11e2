"""Counts of the game tree, for comparing executors and for checking rulesets.

Model.  A layer holds the distinct nodes after so many steps, each with the number of sequences
that lead to it; nodes are plain vectors, packed to bytes.  The next layer comes from stepping
every node once.  A step is

    unit decision    one decision, or one outcome of a chance node
    unit turn        all sequences of decisions and outcomes that end one whole turn more,
                     or the game
    unit position    as decision, and distinct positions are counted as well

Invariants: `counts[d]` is the number of sequences of exactly d + 1 steps, and `ended[d]` the
number of those with which the game ends; a game that ended earlier is not counted any more.
Equal vectors go on equally, so counting them together changes no count.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.play.agents import END

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Game, Machine, State

UNITS = ("decision", "turn", "position")

#: Decisions and outcomes in one turn beyond which turns are not counted.
MOST_STEPS = 2000
#: Packed vectors with the number of sequences that lead to each.
Layer = Counter[bytes]


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
    """A vector as bytes: one for each number if they are small, else eight."""
    try:
        return bytes(vector)
    except ValueError:
        return array("q", vector).tobytes()


def unpack(data: bytes, length: int) -> list[int]:
    """The vector of `length` numbers that was packed."""
    if len(data) == length:
        return list(data)
    numbers = array("q")
    numbers.frombytes(data)
    return numbers.tolist()


class _Tree:
    """Steps layers of one game."""

    def __init__(self, game: Game, length: int) -> None:
        self.game = game
        self.machine: Machine = game.fast
        self.length = length

    def nodes(self, layer: Layer) -> Iterator[tuple[list[int], int]]:
        for data, number in layer.items():
            yield unpack(data, self.length), number

    def children(self, vector: list[int]) -> Iterator[list[int]]:
        machine = self.machine
        for choice in machine.choices(vector):
            after = machine.copy(vector)
            machine.apply(after, choice)
            yield after

    def step(self, layer: Layer) -> tuple[Layer, int]:
        """One decision or outcome on; the layer of games that go on, and how many ended."""
        following: Layer = Counter()
        ended = 0
        for vector, number in self.nodes(layer):
            for after in self.children(vector):
                if self.machine.kind(after) == END:
                    ended += number
                else:
                    following[pack(after)] += number
        return following, ended

    def turn(self, layer: Layer, turns: int) -> tuple[Layer, int]:
        """On until `turns` turns are over; the layer of games that go on, and how many ended."""
        finished: Layer = Counter()
        ended = 0
        for _ in range(MOST_STEPS):
            unfinished: Layer = Counter()
            for vector, number in self.nodes(layer):
                over = self.machine.turns(vector) >= turns
                (finished if over else unfinished)[pack(vector)] += number
            if not unfinished:
                return finished, ended
            layer, more = self.step(unfinished)
            ended += more
        message = f"a turn can go on for more than {MOST_STEPS} decisions, so turns are not counted"
        raise RulesError([Diagnostic("endless-turn", message, hint="count with --unit decision")])


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
        _count(game, root, game.fast.turns(root), range(1, depth + 1), counts, progress)
    if divide:
        counts.divide = _divide(game, root, depth, unit)
    return counts


def _count(
    game: Game,
    root: list[int],
    base: int,
    depths: range,
    counts: Counts,
    progress: Progress | None = None,
) -> None:
    """Count below `root`; turns count from `base`."""
    tree = _Tree(game, len(root))
    layer: Layer = Counter()
    if game.fast.kind(root) != END:
        layer[pack(root)] = 1
    for depth in depths:
        if counts.unit == "turn":
            layer, ended = tree.turn(layer, base + depth)
        else:
            layer, ended = tree.step(layer)
        counts.counts.append(layer.total() + ended)
        counts.ended.append(ended)
        if progress is not None:
            progress(depth, depths.stop - 1)


def _divide(game: Game, root: list[int], depth: int, unit: str) -> dict[str, int]:
    """The count at `depth`, split by the first option or outcome."""
    machine = game.fast
    if depth < 1 or machine.kind(root) == END:
        return {}
    choices = machine.choices(root)
    split = {}
    for text, choice in zip(machine.texts(root, choices), choices, strict=True):
        after = machine.copy(root)
        machine.apply(after, choice)
        if machine.kind(after) == END:
            split[text] = 1 if depth == 1 else 0
            continue
        below = Counts("turn" if unit == "turn" else "decision")
        if unit == "turn":
            _count(game, after, machine.turns(root), range(1, depth + 1), below)
        else:
            _count(game, after, 0, range(1, depth), below)
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
        layer[pack(root)] = 1
    for reached in range(1, depth + 1):
        following: Layer = Counter()
        ended: Layer = Counter()
        for vector, number in tree.nodes(layer):
            for after in tree.children(vector):
                over = game.fast.kind(after) == END
                (ended if over else following)[pack(after)] += number
        found = {
            game.state(unpack(data, tree.length)).position_hash
            for data in following | ended
        }
        seen |= found
        counts.counts.append(following.total() + ended.total())
        counts.ended.append(ended.total())
        counts.distinct.append(len(found))
        layer = following
        if progress is not None:
            progress(reached, depth)
    counts.reachable = len(seen)
