"""Whole-turn duties: the best that a turn can still do after each choice.

The search follows one player's decisions up to the end of the turn, a roll or another player's
decision, and merges equal states. It is bounded, and may stop at a value nothing is better than.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.engine.common import MAX_SEARCH, MAX_STEPS, RunError
from rulewright.interpreter.engine.emit import OVER, TURN
from rulewright.interpreter.program.ir import DutyGoal

if TYPE_CHECKING:
    from rulewright.interpreter.engine.machine import Choice, Machine, Vector

Score = tuple[int, ...]  # the value of each duty, in the order of the text


class TurnSearch:
    """What the duties of one decision can come to."""

    def __init__(
        self, machine: Machine, player: int, duties: list[tuple[DutyGoal, Callable[..., int]]]
    ) -> None:
        self.machine = machine
        self.player = player
        self.goals = [goal for goal, _ in duties]
        self.values = [value for _, value in duties]
        self.ceiling = tuple(goal.ceiling for goal in self.goals)
        self.known: dict[tuple[int, ...], Score] = {}

    def scores(self, v: Vector, choices: list[Choice]) -> list[Score]:
        """The best score attainable by the end of the turn after each choice."""
        return [self._after(v, choice) for choice in choices]

    def _after(self, v: Vector, choice: Choice) -> Score:
        machine = self.machine
        after = list(v)
        r = machine.advance(after, machine.enter(after, machine.node(v), choice))
        for _ in range(MAX_STEPS):
            if r >= TURN or r == OVER:
                break
            node = machine.program.nodes[-1 - r]
            if node.chance or machine.players[node.id](after) != self.player:
                break
            choices = machine.unfiltered(after)
            if choices:
                return self._best(after, choices)
            if node.empty is None:
                break
            r = machine.advance(after, node.empty)
        return tuple(int(value(after)) for value in self.values)

    def _best(self, v: Vector, choices: list[Choice]) -> Score:
        key = tuple(v)
        if key not in self.known:
            if len(self.known) >= MAX_SEARCH:
                raise RunError([Diagnostic(
                    "search", f"looking ahead to the end of the turn needs more than {MAX_SEARCH} "
                    "states", self.goals[0].span)])
            best = self._after(v, choices[0])
            for choice in choices[1:]:
                if best >= self.ceiling:
                    break
                best = max(best, self._after(v, choice))
            self.known[key] = best
        return self.known[key]
