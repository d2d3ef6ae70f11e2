"""Whether the rest can be done after an option, as `ir.Rest` defines it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from rulewright.interpreter.engine.common import OVER, TURN
from rulewright.interpreter.ir import MAX_SEARCH, Node
from rulewright.interpreter.passes import failures

if TYPE_CHECKING:
    from rulewright.interpreter.engine.compiled import Choice, Vector
    from rulewright.interpreter.engine.machine import Machine

#: A state at which the player chooses on, with what is possible there, one after the other; None:
#: the rest is done.
Reached = tuple["Vector", "Iterator[Choice]"] | None


class RestSearch:
    """The search for the options of one decision. `stuck` holds the nodes at which the ways that
    were followed came to an end, in the order in which they were met."""

    def __init__(self, machine: Machine, v: Vector) -> None:
        self.machine = machine
        self.start = v
        self.node = machine.node(v)
        self.player = machine.player(v)
        self.looked_at = 0
        self.stuck: dict[int, Node] = {}

    def can_be_done(self, choice: Choice) -> bool:
        """Whether one way on from an option of the decision that has such a demand is found."""
        if (self.node.id, choice[0]) in self.machine.sure.options:
            return True
        seen: set[tuple[int, ...]] = set()
        ways = [self._after(self.start, choice)]
        while ways:
            for reached in ways[-1]:
                if reached is None:
                    return True
                key = tuple(self.machine.plain(reached[0]))
                if key not in seen:
                    seen.add(key)
                    self._count(choice)
                    ways.append(self._on(*reached))
                    break
            else:
                ways.pop()
        return False

    def _count(self, choice: Choice) -> None:
        self.looked_at += 1
        if self.looked_at > MAX_SEARCH:
            demand = self.node.alternatives[choice[0]].rest
            assert demand is not None
            raise failures.long_rest(demand)

    def _on(self, v: Vector, choices: Iterator[Choice]) -> Iterator[Reached]:
        """What is come to from a state by one choice; where nothing but what has such a demand
        itself is possible, it may be that nothing is offered. That of declining comes last, and is
        offered only beside another."""
        node, sure = self.machine.node(v), False
        for choice in choices:
            option = node.alternatives[choice[0]]
            sure = sure or (option.rest is None and not option.decline)
            if sure or not option.decline:
                yield from self._after(v, choice)
        if not sure and node.empty is not None:
            yield from self._past(list(v), node)

    def _after(self, v: Vector, choice: Choice) -> Iterator[Reached]:
        after = list(v)
        yield from self._reached(after, self.machine.enter(after, self.machine.node(v), choice))

    def _past(self, v: Vector, node: Node) -> Iterator[Reached]:
        """What is come to from a node where nothing is possible."""
        if node.empty is None:
            self.stuck.setdefault(node.id, node)
        else:
            yield from self._reached(v, self.machine.nothing(node))

    def _reached(self, v: Vector, r: int) -> Iterator[Reached]:
        machine = self.machine
        r = machine.advance(v, r)
        if r >= TURN or r == OVER:
            yield None
            return
        node = machine.program.nodes[-1 - r]
        if node.chance or node.id in machine.sure.nodes or (
            machine.players[node.id](v) != self.player
        ):
            yield None
            return
        choices = machine.one_by_one(v)
        first = next(choices, None)
        if first is not None:
            yield None if node.id in machine.sure.if_possible else (v, chain((first,), choices))
        else:
            yield from self._past(v, node)
