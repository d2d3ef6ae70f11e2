"""Counts of the game tree, for comparing executors and for checking rulesets.

Model.  A layer holds the distinct nodes after so many steps, each with the number of sequences
that lead to it; a node is a plain vector packed to bytes, and with unit turn the number of turns
that are over.  The next layer comes from stepping every node once.  A step is

    unit decision    one decision, or one outcome of a chance node
    unit turn        all sequences of decisions and outcomes that end one whole turn more,
                     or the game
    unit position    as decision, and distinct positions are counted as well

Distinct positions can be counted with every unit: those that the steps of a depth end in.  Where
it is not asked how many games end, the last step of unit decision is not carried out: the options
are counted that are known where the step before it ends.

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

from rulewright.interpreter.diagnostics import Diagnostic, RulesError, UsageError
from rulewright.interpreter.engine.common import END
from rulewright.interpreter.play import backend

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Game, Machine, State
    from rulewright.interpreter.native.machine import NativeMachine

#: Decisions and outcomes in one turn beyond which turns are not counted.
MOST_STEPS = 2000
#: Trees of fewer layers are counted before a compiler is done.
LEAST_DEPTH = 4
#: The format of marshal in which equal data is equal bytes.
MARSHAL_WITHOUT_REFERENCES = 2
#: A packed vector, and the turns that are over (0 unless turns are counted).
Node = tuple[bytes, int]
#: Nodes with the number of sequences that lead to each.
Layer = Counter[Node]


@dataclass
class Counts:
    """What was counted, by depth from 1; `ended`, `distinct` and `divide` are empty if not asked
    for. `interrupted`: Ctrl-C ended it before the last depth."""

    unit: str
    counts: list[int] = field(default_factory=list)
    ended: list[int] = field(default_factory=list)
    distinct: list[int] = field(default_factory=list)
    reachable: int = 0
    divide: dict[str, int] = field(default_factory=dict)
    interrupted: bool = False

    def to_json(self) -> dict[str, Any]:
        """As `perft --json` prints it."""
        data: dict[str, Any] = {"unit": self.unit, "counts": self.counts}
        if self.ended:
            data["ended"] = self.ended
        if self.distinct:
            data |= {"distinct": self.distinct, "reachable": self.reachable}
        if self.divide:
            data["divide"] = self.divide
        if self.interrupted:
            data["interrupted"] = True
        return data


@dataclass
class Step:
    """What one step on from a layer leads to."""

    #: The nodes that go on, unless they were not to be kept.
    layer: Layer = field(default_factory=Counter)
    #: The sequences that go on, and those with which the game ends.
    count: int = 0
    ended: int = 0
    #: The sequences that are one decision or outcome longer.
    longer: int = 0
    #: The states in which games end, if they were to be kept.
    over: set[bytes] = field(default_factory=set)


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

    def advance(
        self, layer: Layer, target: int | None, keep: bool, keep_over: bool = False
    ) -> Step:
        """One step on, or with a `target`, on until so many turns are over."""
        machine, step = self.machine, Step()
        for _ in range(MOST_STEPS):
            unfinished: Layer = Counter()
            for after, turns, number in self._following(layer, target):
                if machine.kind(after) == END:
                    step.ended += number
                    if keep_over:
                        step.over.add(pack(after))
                elif target is not None and turns < target:
                    unfinished[pack(after), turns] += number
                else:
                    step.count += number
                    step.longer += number * len(machine.choices(after))
                    if keep:
                        step.layer[pack(after), 0 if target is None else turns] += number
            if not unfinished:
                return step
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


    def positions(self, step: Step) -> set[str]:
        """The distinct positions that a step ends in, by their hashes."""
        ends = {data for data, _ in step.layer} | step.over
        return {self.game.state(unpack(data, self.length)).position_hash for data in ends}


Progress = Callable[[int, int], None]


def perft(
    game: Game,
    depth: int,
    unit: str = "decision",
    divide: bool = False,
    state: State | None = None,
    progress: Progress | None = None,
    distinct: bool = False,
    ended: bool = True,
    how: str = backend.REFERENCE,
) -> Counts:
    """Count the tree below `state` (the start of play) to `depth`; progress after each depth.

    With `distinct` the distinct positions are counted too; without `ended` it is left out how many
    games end, which is faster. `how` is a backend; decisions alone are counted natively. Ctrl-C
    ends the counting: what was counted is returned, and KeyboardInterrupt raised if there is
    nothing.
    """
    root = list((state or game.start()).vector)
    counts = Counts(unit)
    distinct = distinct or unit == "position"
    if not ended and (distinct or unit == "turn"):
        what = "distinct positions are" if distinct else "a turn is"
        raise UsageError(f"{what} counted with the games that end", "leave out --no-ended")
    native = _native(game, how, unit, distinct, depth)
    try:
        if progress is not None:
            progress(0, depth)
        if native is None or not _count_natively(
            native, game.fast.plain(root), depth, counts, ended, progress
        ):
            _count(game, (pack(root), 0), len(root), depth, counts, distinct, ended, progress)
        if divide:
            counts.divide = _divide(game, root, depth, unit)
    except KeyboardInterrupt:
        if not counts.counts:
            raise
        counts.interrupted = True
    return counts


def _native(
    game: Game, how: str, unit: str, distinct: bool, depth: int
) -> NativeMachine | None:
    """The native machine that counts, if one does."""
    able = unit == "decision" and not distinct
    if how == backend.AUTO and depth < LEAST_DEPTH:
        return None
    if how == backend.NATIVE and not able:
        raise UsageError("only decisions are counted natively", "leave out --backend")
    return backend.machine(game, how) if able else None


def _count_natively(
    machine: NativeMachine, root: list[int], depth: int, counts: Counts, ended: bool,
    progress: Progress | None,
) -> bool:
    """Count below a vector without kept sets; whether the numbers are small enough for that."""
    try:
        for reached, (count, ends) in enumerate(machine.tree(root, depth, ended), 1):
            counts.counts.append(count)
            if ended:
                counts.ended.append(ends)
            if progress is not None:
                progress(reached, depth)
    except OverflowError:
        counts.counts, counts.ended = [], []
        return False
    return True


def _count(
    game: Game,
    root: Node,
    length: int,
    depth: int,
    counts: Counts,
    distinct: bool = False,
    ended: bool = True,
    progress: Progress | None = None,
) -> None:
    """Count below `root`, a vector of `length` numbers."""
    tree = _Tree(game, length)
    vector = unpack(root[0], length)
    layer: Layer = Counter() if game.fast.kind(vector) == END else Counter({root: 1})
    longer = len(game.fast.choices(vector))
    seen = {game.state(vector).position_hash} if distinct else set()
    for reached in range(1, depth + 1):
        if reached == depth and not ended:
            counts.counts.append(longer)
        else:
            target = reached if counts.unit == "turn" else None
            step = tree.advance(layer, target, reached < depth or distinct, distinct)
            layer, longer = step.layer, step.longer
            found = tree.positions(step) if distinct else set()
            counts.counts.append(step.count + step.ended)
            if ended:
                counts.ended.append(step.ended)
            if distinct:
                seen |= found
                counts.distinct.append(len(found))
                counts.reachable = len(seen)
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
        turns = machine.apply(after, choice)
        below = Counts("turn" if unit == "turn" else "decision")
        if machine.kind(after) == END:
            split[text] = int(depth == 1)
        elif unit == "turn":
            _count(game, (pack(after), turns), len(root), depth, below)
            split[text] = below.counts[-1]
        else:
            _count(game, (pack(after), 0), len(root), depth - 1, below, ended=False)
            split[text] = below.counts[-1] if below.counts else 1
    return split
