"""Whole-turn duties: the best that a turn can still do after each choice.

The search follows one player's decisions up to the end of the turn, a roll or another player's
decision, and merges equal states. It is bounded, and may stop at a value nothing is better than.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.interpreter.engine.common import OVER, TURN
from rulewright.interpreter.ir import MAX_SEARCH, DutyGoal
from rulewright.interpreter.passes import failures
from rulewright.interpreter.records import record

if TYPE_CHECKING:
    from rulewright.interpreter.engine.compiled import Choice, Vector
    from rulewright.interpreter.engine.machine import Machine

Score = tuple[int, ...]  # the value of each duty, in the order of the text


@record
class Duty:
    """A duty with its functions of a state: whether it binds, its value, and what that cannot
    exceed."""

    goal: DutyGoal
    active: Callable[..., int]
    value: Callable[..., int]
    most: Callable[..., int]


@dataclass
class Met:
    """A state of the turn at which its player chooses on: its number in the order in which they
    were met, and the best score that is known to be attainable from it. It is `open` as long as
    more may be found. () is less than any score: no end of the turn is attainable."""

    number: int
    best: Score = ()
    open: bool = True


@dataclass
class Level:
    """A state on the way that is looked at. `low`: the first state on the way, by its number, that
    ways from here come back to."""

    met: Met
    vector: Vector
    choices: Iterator[Choice]
    low: int


class TurnSearch:
    """What the duties of one decision can come to: depth first, in canonical order, each state
    once, and no further where nothing is better. States from which ways lead back and forth attain
    the same; they are closed together, when the first of them is left (Tarjan's components)."""

    def __init__(self, machine: Machine, v: Vector, duties: list[Duty]) -> None:
        self.machine = machine
        self.start = v
        self.player = machine.player(v)
        self.duties = duties
        self.ceiling = tuple(min(duty.goal.ceiling, duty.most(v)) for duty in duties)
        self.known: dict[tuple[int, ...], Met] = {}

    def scores(self, choices: list[Choice]) -> list[Score]:
        """The best score attainable by the end of the turn after each choice."""
        return [self._after(choice) for choice in choices]

    def _after(self, choice: Choice) -> Score:
        levels: list[Level] = []
        unclosed: list[Met] = []
        found = self._reached(self.start, choice)
        while True:
            if isinstance(found, Level):
                levels.append(found)
                unclosed.append(found.met)
            elif not levels:
                return found.best if isinstance(found, Met) else found
            elif isinstance(found, Met):
                levels[-1].met.best = max(levels[-1].met.best, found.best)
                if found.open:
                    levels[-1].low = min(levels[-1].low, found.number)
            else:
                levels[-1].met.best = max(levels[-1].met.best, found)
            top = levels[-1]
            following = None if top.met.best >= self.ceiling else next(top.choices, None)
            if following is not None:
                found = self._reached(top.vector, following)
                continue
            levels.pop()
            if top.low == top.met.number:
                while top.met.open:
                    closed = unclosed.pop()
                    closed.best, closed.open = top.met.best, False
            elif levels:
                levels[-1].low = min(levels[-1].low, top.low)
            found = top.met

    def _reached(self, v: Vector, choice: Choice) -> Level | Met | Score:
        """Where a choice leads: to a state that is new or was met, or to the end of the turn."""
        machine = self.machine
        after = list(v)
        r = machine.advance(after, machine.enter(after, machine.node(v), choice))
        while r < TURN and r != OVER:
            node = machine.program.nodes[-1 - r]
            if node.chance or machine.players[node.id](after) != self.player:
                break
            choices = machine.unfiltered(after)
            if choices:
                return self._met(after, choices)
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

    def _met(self, v: Vector, choices: list[Choice]) -> Level | Met:
        key = tuple(self.machine.plain(v))
        if key in self.known:
            return self.known[key]
        number = len(self.known)
        if number >= MAX_SEARCH:
            raise failures.long_turn(self.duties[0].goal)
        made = self.known[key] = Met(number)
        return Level(made, v, iter(choices), number)
