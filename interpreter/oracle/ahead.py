"""Looking ahead within a turn, by trying: whether the rest can be done, and what duties come to.

Model. From a state the choices of one player are followed depth first, in canonical order, each
state once, up to where his power over the turn ends: a roll, another player's choice, the end of
the turn or of the game. Both searches have the budget `ir.MAX_SEARCH` (error `search`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.interpreter import ir
from rulewright.interpreter.oracle.rounds import Rounds, error
from rulewright.interpreter.records import record

if TYPE_CHECKING:
    from rulewright.interpreter.oracle.executor import Choice, Oracle, Vector

    #: A state, and where its player chooses on, if he does.
    Reached = tuple[Vector, ir.Node | None]
#: The value of each duty that binds, in the order of the text.
Score = tuple[int, ...]


@record
class Turn:
    """A state within a turn at which its player chooses on."""

    vector: Vector
    node: ir.Node
    choices: list[Choice]


@dataclass
class RestSearch:
    """Whether the rest can be done after the options of one decision (see `ir.Rest`): the states
    at which its player chooses on are followed depth first."""

    oracle: Oracle
    player: int
    looked_at: int = 0

    def can_be_done(self, v: Vector, node: ir.Node, choice: Choice, rest: ir.Rest) -> bool:
        if (node.id, choice[0]) in self.oracle.sure.options:
            return True
        seen: set[tuple[int, ...]] = set()
        ways = [self._after(v, node, choice)]
        while ways:
            for after, at in ways[-1]:
                if at is None:
                    return True
                if tuple(after) not in seen:
                    seen.add(tuple(after))
                    self.looked_at += 1
                    if self.looked_at > ir.MAX_SEARCH:
                        raise error("search", "finding out whether the rest can be done needs "
                                    f"more than {ir.MAX_SEARCH} states", rest.span,
                                    "rule more options out by an `only if` above this line")
                    ways.append(self._on(after, at))
                    break
            else:
                ways.pop()
        return False

    def _after(self, v: Vector, node: ir.Node, choice: Choice) -> Iterator[Reached]:
        after = list(v)
        number, exit = self.oracle.enter(after, node, choice)
        yield from self._follow(after, number, exit, Rounds(self.oracle.back))

    def _follow(
        self, v: Vector, number: int, exit: ir.Exit, rounds: Rounds
    ) -> Iterator[Reached]:
        """The next state at which the player chooses, or at which the rest is done; none if he
        must choose and nothing is possible."""
        oracle = self.oracle
        while True:
            number, exit = oracle.follow(v, number, exit, rounds)
            if not isinstance(exit, ir.ToNode):
                yield v, None
                return
            node = oracle.program.nodes[exit.node]
            if node.chance or oracle.value(v, node.player, {}) != self.player:
                yield v, None
                return
            if node.id in oracle.sure.nodes:
                yield v, None
                return
            if oracle.before_rest(v, node):
                yield v, None if node.id in oracle.sure.if_possible else node
                return
            if node.empty is None:
                return
            rounds.passed = node
            rounds.take((number, node.empty))
            number, exit = node.empty, oracle.block(v, node.empty)

    def _on(self, v: Vector, node: ir.Node) -> Iterator[Reached]:
        """What follows the choices at a state; whether an option that has such a demand itself is
        offered depends on what is looked for."""
        choices = self.oracle.before_rest(v, node)
        offered = any(a.rest is None and not a.decline
                      for a in (node.alternatives[choice[0]] for choice in choices))
        for choice in choices:
            if offered or not node.alternatives[choice[0]].decline:
                yield from self._after(v, node, choice)
        if not offered and node.empty is not None:
            past = list(v)
            exit = self.oracle.block(past, node.empty)
            yield from self._follow(past, node.empty, exit, Rounds(self.oracle.back))


@dataclass
class TurnSearch:
    """What the duties of one decision can come to: the best of all ends of the turn that can be
    come to. States are followed depth first, in canonical order, each once for an option, and no
    further where nothing could be better."""

    oracle: Oracle
    start: Vector
    duties: list[ir.DutyGoal]
    player: int
    met: set[tuple[int, ...]] = field(default_factory=set)
    known: dict[tuple[tuple[int, ...], Choice], Score | Turn] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.ceiling = tuple(
            duty.ceiling if duty.most is None
            else min(duty.ceiling, self.oracle.value(self.start, duty.most, {}))
            for duty in self.duties
        )

    def after(self, v: Vector, node: ir.Node, choice: Choice) -> Score:
        """The best score by the end of the turn after a choice, its player deciding all; () if no
        way comes to an end."""
        best: Score = ()
        seen: set[tuple[int, ...]] = set()
        ways = [iter([self._reached(v, node, choice)])]
        while ways:
            for reached in ways[-1]:
                if isinstance(reached, Turn):
                    key = tuple(reached.vector)
                    if key not in seen:
                        seen.add(key)
                        self._count(key)
                        ways.append(self._on(reached))
                        break
                else:
                    best = max(best, reached)
                    if best >= self.ceiling:
                        return best
            else:
                ways.pop()
        return best

    def _on(self, at: Turn) -> Iterator[Score | Turn]:
        for choice in at.choices:
            key = (tuple(at.vector), choice)
            if key not in self.known:
                self.known[key] = self._reached(at.vector, at.node, choice)
            yield self.known[key]

    def _count(self, key: tuple[int, ...]) -> None:
        if key not in self.met and len(self.met) >= ir.MAX_SEARCH:
            raise error("search", "looking ahead to the end of the turn needs more than "
                        f"{ir.MAX_SEARCH} states", self.duties[0].span,
                        "say `up to` what it can come to at most, so that the search can "
                        "stop there")
        self.met.add(key)

    def _reached(self, v: Vector, node: ir.Node, choice: Choice) -> Score | Turn:
        """Where a choice leads: to where its player chooses on, or to the end of the turn."""
        oracle, after = self.oracle, list(v)
        rounds = Rounds(oracle.back)
        number, exit = oracle.enter(after, node, choice)
        while True:
            number, exit = oracle.follow(after, number, exit, rounds)
            if not isinstance(exit, ir.ToNode):
                return self._score(after)
            node = oracle.program.nodes[exit.node]
            if node.chance or oracle.value(after, node.player, {}) != self.player:
                return self._score(after)
            choices = oracle.unfiltered(after, node)
            if choices:
                return Turn(after, node, choices)
            if node.empty is None:
                return self._score(after)
            rounds.passed = node
            rounds.take((number, node.empty))
            number, exit = node.empty, oracle.block(after, node.empty)

    def _score(self, v: Vector) -> Score:
        score = tuple(self.oracle.value(v, duty.value, {}) for duty in self.duties)
        for value, most, duty in zip(score, self.ceiling, self.duties, strict=True):
            if value > most:
                raise error("bound", duty.exceeded(value, most), duty.span,
                            "raise what stands behind `up to`")
        return score
