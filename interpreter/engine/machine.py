"""Running a program: state vectors in, options and next states out.

A `Machine` works on plain lists of integers, in place, and keeps nothing about them (but the
options of the vector it advanced last). `Game` and `State` (module `game`) are the safe face of
it; simulation and tree counting use it directly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rulewright.interpreter.engine.common import BACK, CHANCE, DECISION, END, OVER, TURN, RunError
from rulewright.interpreter.engine.compiled import Choice, Compiled, Vector
from rulewright.interpreter.engine.duties import TurnSearch
from rulewright.interpreter.engine.rest import RestSearch
from rulewright.interpreter.ir import (
    MAX_ROUNDS,
    Const,
    DutyGoal,
    Node,
    Program,
    ToNode,
    back_edges,
)
from rulewright.interpreter.passes import failures, firings
from rulewright.interpreter.passes.routines import WorkedOut
from rulewright.interpreter.state import result
from rulewright.interpreter.state.result import Result

__all__ = ["END", "Choice", "Machine", "RunError", "Vector"]


class Machine(Compiled):
    """The compiled program and its operations on vectors. With `traced`, rules that take effect
    are counted; with `profiled`, lines that are carried out. With `quick` it is made in less time
    and runs slower, by what was `worked` out for other machines."""

    def __init__(
        self, program: Program, traced: bool = False, profiled: bool = False, quick: bool = False,
        worked: WorkedOut | None = None,
    ) -> None:
        super().__init__(program, traced, profiled, quick, worked)
        self.rounds = 0
        self.passed: Node | None = None  # where nothing was possible, since the last choice
        back = {(program.blocks[block].exit, to) for block, to in back_edges(program)}
        self._empty = [
            None if node.empty is None
            else node.empty + BACK * ((ToNode(node.id), node.empty) in back)
            for node in program.nodes
        ]
        nodes = self.program.nodes
        self._kinds = [*(CHANCE if node.chance else DECISION for node in nodes), END]
        self._fixed = [
            [a.weight.value for a in node.alternatives if isinstance(a.weight, Const)]
            if all(isinstance(a.weight, Const) for a in node.alternatives) else []
            for node in nodes
        ]
        self._listers = [self._lister(node) for node in nodes]
        self._ready: tuple[Vector, list[Choice]] | None = None
        self.turn_count = 0


    # -- moving on -------------------------------------------------------------------------------

    def start(self) -> Vector:
        """A new game, advanced to its first node."""
        v = list(self.first)
        self.rounds, self.passed = 0, None
        self._run(v, self.program.start, 0)
        return v

    def start_at(self, v: Vector, block: int) -> None:
        """Go on with a hand-made vector at a block."""
        self.rounds, self.passed = 0, None
        self._run(v, block, 0)

    def come_to(self, v: Vector) -> None:
        """Go on with a vector that has come to a node, at which it is not known yet whether
        something is possible."""
        self.start_at(v, -1 - v[self.at])

    def apply(self, v: Vector, choice: Choice) -> int:
        """Carry out a choice of the present node, in place; returns the whole turns that have
        ended."""
        node = self.program.nodes[v[self.at]]
        if self.traced:
            self._hit(firings.of_choice(node, node.alternatives[choice[0]]))
        return self._run(v, self.enter(v, node, choice), 1)

    def _hit(self, rules: Iterable[str]) -> None:
        for rule in rules:
            self.hits[rule] = self.hits.get(rule, 0) + 1

    def enter(self, v: Vector, node: Node, choice: Choice) -> int:
        """Carry out the effects of a choice, in place, up to the next block; its code."""
        self.rounds, self.passed = 0, None
        alternative = node.alternatives[choice[0]]
        if alternative.frame:
            for made, value in zip(alternative.frame, choice[1:], strict=True):
                v[made.offset] = value
            return self.blocks[alternative.block](v)
        return self.blocks[alternative.block](v, *choice[1:])

    def advance(self, v: Vector, r: int, stop: int = -1) -> int:
        """Run blocks from a code on, in place, up to a node, the end of a turn or of the game, or
        to block `stop`; the code of that."""
        blocks = self.blocks
        while 0 <= r < TURN:
            if r >= BACK:
                r -= BACK
                self._round()
            if r == stop:
                return r
            r = blocks[r](v)
        return r

    def _round(self) -> None:
        """An edge of the flow that leads back is taken."""
        self.rounds += 1
        if self.rounds > MAX_ROUNDS:
            raise failures.endless(self.passed)

    def _run(self, v: Vector, r: int, chosen: int) -> int:
        """Go on from a code to the next node where something can be chosen, or to the end of the
        game; returns the whole turns that have ended. The turn in which the game ends is one if
        somebody has `chosen` (1, else 0) or rolled in it."""
        turns = 0
        blocks = self.blocks
        while True:
            while 0 <= r < BACK:
                r = blocks[r](v)
            if r >= TURN:
                turns += 1
                chosen = 0
                r -= TURN
            if r >= BACK:
                r -= BACK
                self._round()
            elif r == OVER:
                self._ready = (v, [])
                self.turn_count = turns + chosen
                return turns + chosen
            elif r < 0:
                choices = self._listers[-1 - r](v)
                if self._invariants:
                    self.check(v)
                if choices:
                    self._ready = (v, choices)
                    self.turn_count = turns
                    return turns
                r = self.nothing(self.program.nodes[-1 - r])

    def check(self, v: Vector) -> None:
        """Raise `RunError` where an invariant does not hold."""
        for test, guard in self._invariants:
            if not test(v):
                raise failures.invariant(guard)

    def nothing(self, node: Node) -> int:
        """Where play goes on when nothing is possible at a node. Raises `RunError`."""
        empty = self._empty[node.id]
        if empty is None:
            raise failures.no_option(node)
        self.passed = node
        return empty

    # -- looking ---------------------------------------------------------------------------------

    def copy(self, v: Vector) -> Vector:
        return list(v)

    def kind(self, v: Vector) -> int:
        """DECISION, CHANCE or END."""
        return self._kinds[v[self.at]]

    def node(self, v: Vector) -> Node:
        return self.program.nodes[v[self.at]]

    def player(self, v: Vector) -> int:
        """The seat that decides (at a chance node: whose turn it is)."""
        return self.players[v[self.at]](v)

    def choices(self, v: Vector) -> list[Choice]:
        """The options (or outcomes) of the present node in canonical order."""
        if self._ready is not None and self._ready[0] is v:
            return self._ready[1]
        at = v[self.at]
        if at == self.over:
            return []
        choices = self._listers[at](v)
        self._ready = (v, choices)
        return choices

    def weights(self, v: Vector) -> list[int]:
        """The integer weights of the outcomes of a chance node."""
        fixed = self._fixed[v[self.at]]
        if fixed:
            return [fixed[c[0]] for c in self.choices(v)]
        weigh = self._weights[v[self.at]]
        return [weigh[c[0]](v, *c[1:]) for c in self.choices(v)]

    def texts(self, v: Vector, choices: list[Choice]) -> list[str]:
        """The text of each choice."""
        if v[self.at] == self.over:
            return []
        at = v[self.at]
        alternatives, said = self.program.nodes[at].alternatives, self._said[at]
        return [
            alternatives[number].text(chosen, [value(v, *chosen) for value in said[number]])
            for number, *chosen in choices
        ]

    # -- the result ------------------------------------------------------------------------------

    def final_ranks(self, v: Vector) -> list[int]:
        """The rank of each player at the end (1 is best); zeros for a truncated game."""
        return v[self.ranks.offset : self.ranks.offset + self.ranks.size]

    def result(self, v: Vector) -> Result:
        """The result of a game that is over."""
        return result.in_state(self.program, v)

    def payoffs(self, v: Vector) -> list[float]:
        """The payoff of each seat at the end."""
        return self.result(v).payoffs

    def prospect(self, v: Vector, seat: int) -> int:
        """How much better a seat stands than the best of the others, by the ruleset's `prospect`;
        0 if it declares none."""
        if not self._prospects:
            return 0
        return result.ahead([value(v) for value in self._prospects], seat)

    # -- whole-turn duties -----------------------------------------------------------------------

    def unfiltered(self, v: Vector) -> list[Choice]:
        """The options before whole-turn duties."""
        choices = self.before_rest(v)
        if not self._looks_on[v[self.at]]:
            return choices
        rounds, passed = self.rounds, self.passed
        search = RestSearch(self, v)
        alternatives = self.node(v).alternatives
        kept = [c for c in choices
                if alternatives[c[0]].rest is None or search.can_be_done(c)]
        self.rounds, self.passed = rounds, passed  # what is only tried does not count
        if self.traced:
            for number in {c[0] for c in choices} if len(kept) < len(choices) else ():
                rest = alternatives[number].rest
                self._hit(rest.refs if rest else ())
        return self._not_alone(v, kept)

    def one_by_one(self, v: Vector) -> Iterator[Choice]:
        """The options before what is demanded of the rest of the turn, each when it is asked for;
        the vector stays as it is meanwhile."""
        lazy = self.lazy[v[self.at]]
        return iter(self.before_rest(v)) if lazy is None else lazy(v)

    def before_rest(self, v: Vector) -> list[Choice]:
        """The options before what is demanded of the rest of the turn."""
        choices = self.lists[v[self.at]](v)
        if not self._looks_after[v[self.at]]:
            return choices
        return self._not_alone(v, [c for c in choices if self.failed_after(v, c) is None])

    def _not_alone(self, v: Vector, choices: list[Choice]) -> list[Choice]:
        """Options without that of declining, where nothing else is left."""
        alternatives = self.node(v).alternatives
        return [] if all(alternatives[c[0]].decline for c in choices) else choices

    def failed_after(self, v: Vector, choice: Choice) -> int | None:
        """The number of the first `only if afterwards` that a choice fails, or None."""
        node = self.program.nodes[v[self.at]]
        tests = self._after[node.id][choice[0]]
        if not tests:
            return None
        after, rounds = list(v), self.rounds
        self.advance(after, self.enter(after, node, choice))
        self.rounds = rounds  # what is only tried does not count
        for made, value in zip(node.alternatives[choice[0]].frame, choice[1:], strict=False):
            after[made.offset] = value  # emptied behind the effects
        for number, test in enumerate(tests):
            if not test(after, *choice[1:]):
                return number
        return None

    def _lister(self, node: Node) -> Callable[[Vector], list[Choice]]:
        """The function that lists what can be chosen at a node."""
        if node.chance and not all(weight > 0 for weight in self._fixed[node.id] or [0]):
            weigh = self._weights[node.id]
            return lambda v: [c for c in self.unfiltered(v) if weigh[c[0]](v, *c[1:]) > 0]
        if self._duties and not node.chance:
            return self._dutiful
        looks = self._looks_after[node.id] or self._looks_on[node.id]
        return self.unfiltered if looks else self.lists[node.id]

    def _options(self, v: Vector, node: Node) -> list[Choice]:
        """What can be chosen at a node."""
        return self._listers[node.id](v)

    def _dutiful(self, v: Vector) -> list[Choice]:
        choices = self.unfiltered(v)
        return self.by_duty(v, choices)[0] if len(choices) > 1 else choices

    def by_duty(
        self, v: Vector, choices: list[Choice]
    ) -> tuple[list[Choice], dict[Choice, DutyGoal]]:
        """The choices that keep the best the turn can still do, and the duty against each other.

        Duties are weighed in the order of the text.
        """
        active = [duty for duty in self._duties if duty.active(v)]
        if not active:
            return choices, {}
        rounds = self.rounds
        scores = TurnSearch(self, v, active).scores(choices)
        self.rounds = rounds
        best = max(scores)
        kept = [c for c, score in zip(choices, scores, strict=True) if score == best]
        against: dict[Choice, DutyGoal] = {}
        for choice, score in zip(choices, scores, strict=True):
            if score != best:
                differ = (i for i, (a, b) in enumerate(zip(score, best, strict=False)) if a != b)
                at = next(differ, 0)  # from a score of nothing all differ
                against[choice] = active[at].goal
                if self.traced:
                    self._hit(active[at].goal.refs)
        return kept, against
