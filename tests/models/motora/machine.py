"""The machine that carries out the steps of a game of MOTORA.

Every kind of step has one rule, registered by `rule`. A rule without options acts by itself. A
rule with options waits for one of them to be chosen, by the seat of the step or by chance; if it
has none, the step is left out. A rule acts on the state, from whose agenda its step is already
gone, and may push further steps, itself among them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tests.models.motora.records import Option, Step
from tests.models.motora.state import State

Act = Callable[[State, Step, Option], None]
Options = Callable[[State, Step], list[Option]]
Weight = Callable[[State, Step, Option], int]


class Rule(NamedTuple):
    """What a kind of step does, what may be chosen for it, and how likely that is by chance."""

    act: Act
    options: Options | None
    weight: Weight


RULES: dict[str, Rule] = {}


def equal(state: State, step: Step, option: Option) -> int:
    """Outcomes that are equally likely."""
    return 1


def rule(
    kind: str, options: Options | None = None, weight: Weight = equal
) -> Callable[[Act], Act]:
    """Register what a kind of step does."""

    def register(act: Act) -> Act:
        RULES[kind] = Rule(act, options, weight)
        return act

    return register


def die(state: State, step: Step) -> list[Option]:
    """The faces of one die."""
    return [("die", face) for face in range(1, 7)]


def advance(state: State) -> None:
    """Carry out steps until one waits for a choice or the game is over."""
    while state.agenda and not state.reason:
        step = state.agenda[-1]
        found = RULES[step.kind]
        if found.options is not None:
            if found.options(state, step):
                return
            state.agenda.pop()
        else:
            state.agenda.pop()
            found.act(state, step, ())


def listed(state: State) -> list[Option]:
    """What may be chosen now, or what chance may bring."""
    if state.reason:
        return []
    step = state.agenda[-1]
    choices = RULES[step.kind].options
    assert choices is not None
    return choices(state, step)


def applied(state: State, option: Option) -> State:
    """The state after an option has been taken and all that follows from it."""
    state = state.copy()
    step = state.agenda.pop()
    RULES[step.kind].act(state, step, option)
    advance(state)
    return state
