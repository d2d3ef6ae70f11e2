"""Whole-turn duties: the best that a turn can still do after each choice.

The search follows one player's decisions up to the end of the turn, a roll or another player's
decision, and merges equal states. It is bounded, and may stop at a value nothing is better than.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.interpreter.engine.common import OVER, TURN
from rulewright.interpreter.ir import MAX_SEARCH, DutyGoal
from rulewright.interpreter.passes import failures

if TYPE_CHECKING:
    from rulewright.interpreter.engine.compiled import Choice, Vector
    from rulewright.interpreter.engine.machine import Machine

Score = tuple[int, ...]  # the value of each duty, in the order of the text


@dataclass(frozen=True)
class Duty:
    """A duty with its functions of a state: whether it binds, its value, and what that cannot
    exceed."""

    goal: DutyGoal
    active: Callable[..., int]
    value: Callable[..., int]
    most: Callable[..., int]


class TurnSearch:
    """What the duties of one decision can come to."""

    def __init__(self, machine: Machine, v: Vector, duties: list[Duty]) -> None:
        self.machine = machine
        self.start = v
        self.player = machine.player(v)
        self.duties = duties
        self.ceiling = tuple(min(duty.goal.ceiling, duty.most(v)) for duty in duties)
        self.known: dict[tuple[int, ...], Score] = {}

    def scores(self, choices: list[Choice]) -> list[Score]:
        """The best score attainable by the end of the turn after each choice."""
        return [self._after(self.start, choice) for choice in choices]

    def _after(self, v: Vector, choice: Choice) -> Score:
        machine = self.machine
        after = list(v)
        r = machine.advance(after, machine.enter(after, machine.node(v), choice))
        while r < TURN and r != OVER:
            node = machine.program.nodes[-1 - r]
            if node.chance or machine.players[node.id](after) != self.player:
                break
            choices = machine.unfiltered(after)
            if choices:
                return self._best(after, choices)
            if node.empty is None:
                break
            r = machine.advance(after, machine.nothing(node))
        return self._score(after)

    def _score(self, v: Vector) -> Score:
        """The values at the end of the turn."""
        score = tuple(int(duty.value(v)) for duty in self.duties)
        for value, most, duty in zip(score, self.ceiling, self.duties, strict=True):
            if value > most:
                raise failures.exceeded(duty.goal, value, most)
        return score

    def _best(self, v: Vector, choices: list[Choice]) -> Score:
        key = tuple(self.machine.plain(v))
        if key not in self.known:
            if len(self.known) >= MAX_SEARCH:
                raise failures.long_turn(self.duties[0].goal)
            best = self._after(v, choices[0])
            for choice in choices[1:]:
                if best >= self.ceiling:
                    break
                best = max(best, self._after(v, choice))
            self.known[key] = best
        return self.known[key]
