"""The flow of a program as a graph: what follows what, and which branches settle what is come to.

Model. Blocks follow one another by their exits, and behind a node the blocks of its alternatives.
A branch settles whether a block is come to if one of its arms leads there and the other, without
coming to the branch again, does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from rulewright.interpreter import ir


class FlowGraph:
    """The blocks and nodes that can be reached. `order` has the blocks each in front of those that
    follow it, but where the flow goes round; `conditions` for each block the branches that settle
    whether it is come to. Sets of blocks and of nodes are masks."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.following = [self._following(number) for number in range(len(program.blocks))]
        self.reached = cache(self._reached)
        self.order = self._order(program.start)
        after = [blocks for blocks, _ in self.following]
        before: list[list[int]] = [[] for _ in after]
        for number, blocks in enumerate(after):
            for to in blocks:
                before[to].append(number)
        self.dominators = _dominators(program.start, after)
        # What follows the beginning of a turn, and what leads there: all of it, and for each block
        # what does so by way of this block only.
        self._behind, self._only_behind = _only_by(program.turn, after)
        self._ahead, self._only_ahead = _only_by(program.turn, before)
        self._turn_ends = sum(1 << number for number, block in enumerate(program.blocks)
                              if isinstance(block.exit, ir.TurnEnd))
        self._ways = [self._way(number) for number in range(len(program.blocks))]
        self._forks = {at: self._fork(at) for at, _ in self._ways}
        self._deciding = [(at, fork[0]) for at, fork in self._forks.items() if fork[0]]
        self.conditions = self._conditions()
        self._settling: dict[int, frozenset[int | None]] = {}

    def _following(self, number: int) -> tuple[list[int], ir.Node | None]:
        """The blocks and the node that may follow a block, and the blocks behind that node."""
        block = self.program.blocks[number]
        if isinstance(block.exit, ir.ToNode):
            node = self.program.nodes[block.exit.node]
            after = [alternative.block for alternative in node.alternatives]
            return after + ([] if node.empty is None else [node.empty]), node
        return list(ir.successors(block)), None

    def _order(self, start: int) -> list[int]:
        found: list[int] = []
        seen = {start}
        todo = [(start, iter(self.following[start][0]))]
        while todo:
            number, further = todo[-1]
            for to in further:
                if to not in seen:
                    seen.add(to)
                    todo.append((to, iter(self.following[to][0])))
                    break
            else:
                todo.pop()
                found.append(number)
        return found[::-1]

    def _way(self, number: int) -> tuple[int, int]:
        """The first block, from one on, that a node or not just one block follows, and all up to
        that, with it."""
        passed = 1 << number
        while True:
            blocks, node = self.following[number]
            if node is not None or len(blocks) != 1 or passed >> blocks[0] & 1:
                return number, passed
            number = blocks[0]
            passed |= 1 << number

    def _fork(self, number: int) -> tuple[int, int, list[int]]:
        """Of a block where a way ends: the decision there, the blocks on all ways that begin behind
        it, and where these end."""
        blocks, node = self.following[number]
        ways = [self._ways[to] for to in blocks]
        passed = 0
        for _, on_it in ways:
            passed |= on_it
        decision = 0 if node is None or node.chance else 1 << node.id
        return decision, passed, list(dict.fromkeys(end for end, _ in ways))

    def _reached(self, start: int, branch: int, stop: bool = False) -> tuple[int, int]:
        """The decisions and the blocks reached from a block without passing a branch; with `stop`,
        none behind another decision.

        From what leads to the beginning of a turn without the branch, all is reached that follows
        there without it, and need not be followed block by block.
        """
        end, found = self._ways[start]
        again = 0 if stop else self._ahead & ~self._only_ahead[branch]
        known = 0  # blocks of which all that follows is found
        decisions, todo, seen = 0, [end], {branch}
        while todo:
            end = todo.pop()
            if end in seen or known >> end & 1:
                continue
            seen.add(end)
            if again >> end & 1 and not known:
                known = self._behind & ~self._only_behind[branch]
                found |= known
                for number, decision in self._deciding:
                    if known >> number & 1:
                        decisions |= decision
                if known >> end & 1:
                    continue
            decision, passed, ends = self._forks[end]
            decisions |= decision
            if not (stop and decision):
                found |= passed
                todo += ends
        return decisions, found

    def _conditions(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for number, block in enumerate(self.program.blocks):
            if isinstance(block.exit, ir.Branch):
                for arm, _, ever in self.arms(number, block.exit):
                    for inside in ir.members(self.reached(arm, number)[1] & ~(ever | 1 << number)):
                        found.setdefault(inside, []).append(number)
        return found

    def arms(self, number: int, exit: ir.Branch) -> Iterator[tuple[int, int, int]]:
        """The arms of a branch, and of each the decisions and blocks the other leads to. What
        follows a repetition follows it anyway, so this arm of its test is left out."""
        for arm, other in ((exit.then, exit.otherwise), (exit.otherwise, exit.then)):
            decisions, passed = self.reached(other, number)
            if not passed >> number & 1 or self._leads_to(passed, number):
                yield arm, decisions, passed

    def _leads_to(self, passed: int, number: int) -> bool:
        """Whether the end of a turn is passed, or a block that every way to a branch passes; the
        way from the body of a repetition back to its test passes neither."""
        return passed & ~(1 << number) & (self._turn_ends | self.dominators[number]) > 0

    def tests_of(self, number: int) -> Iterator[tuple[int, ir.E]]:
        """The branches that settle whether a block is come to, with what they test."""
        for at in self.conditions.get(number, ()):
            exit = self.program.blocks[at].exit
            if isinstance(exit, ir.Branch):
                yield at, exit.test

    def settling(self, node: ir.Node) -> frozenset[int | None]:
        """The branches that settle whether a node is come to, whatever block leads there."""
        if node.id not in self._settling:
            leading = [frozenset(self.conditions.get(number, ()))
                       for number in self.order if self.following[number][1] is node]
            self._settling[node.id] = frozenset.intersection(*leading)
        return self._settling[node.id]


def _dominators(root: int, following: Sequence[Sequence[int]]) -> list[int]:
    """For each block, as a mask, the blocks that every way from a block to it passes; of one that
    is not come to, all."""
    every = (1 << len(following)) - 1
    found = [every] * len(following)
    found[root] = 1 << root
    todo = [root]
    while todo:
        number = todo.pop()
        for to in following[number]:
            passed = found[to] & (found[number] | 1 << to)
            if passed != found[to]:
                found[to] = passed
                todo.append(to)
    return found


def _only_by(root: int, following: Sequence[Sequence[int]]) -> tuple[int, list[int]]:
    """The blocks that a block leads to, with it; and for each, the others to which it leads only by
    way of that one."""
    dominators = _dominators(root, following)
    every = (1 << len(following)) - 1
    come_to = [number for number, passed in enumerate(dominators) if passed != every]
    below = [0] * len(following)
    at = {dominators[number]: number for number in come_to}
    for number in sorted(come_to, key=lambda number: -dominators[number].bit_count()):
        if number != root:
            nearest = at[dominators[number] & ~(1 << number)]
            below[nearest] |= below[number] | 1 << number
    return sum(1 << number for number in come_to), below
