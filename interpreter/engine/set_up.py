"""What set-up comes to before the first turn: where positions begin.

Model. Set-up may ask and roll. Its possibilities are searched depth first, each first outcome
before the others, and no state is gone on from twice: so set-up that rolls until something differs
comes to its first turn. What ends the game, or breaks a rule, leads nowhere.

Invariant: where the first outcomes alone lead to a turn, theirs is the vector that is found.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.engine.common import OVER, RunError
from rulewright.interpreter.engine.compiled import Choice, Vector
from rulewright.interpreter.engine.machine import Machine

#: States of set-up that are gone on from until there is a turn.
MOST_STATES = 10_000
#: Other outcomes of set-up that are looked at for what depends on them.
MOST_OTHERS = 500

#: A moment of set-up, and what is still to be tried there.
Waiting = tuple[Vector, Iterator[Choice]]


def set_up(machine: Machine) -> Vector:
    """The vector at the head of the first turn, by the first outcomes that lead there. Raises
    `RulesError` if none do, or too many states would have to be looked at."""
    return _search(machine, machine.first)[0]


def other_outcomes(machine: Machine) -> Iterator[Vector]:
    """Vectors at the head of the first turn that come of another outcome at one moment of set-up,
    and the first ones behind it."""
    _, path = _search(machine, machine.first)
    others = ((before, choice) for before, choices in path for choice in choices)
    for before, choice in islice(others, MOST_OTHERS):
        try:
            yield _search(machine, before, choice)[0]
        except RulesError:
            continue  # it leads to no turn


def _search(
    machine: Machine, before: Vector, choice: Choice | None = None
) -> tuple[Vector, list[Waiting]]:
    """The head of the first turn behind a choice, or from the start of set-up, and the moments on
    the way there."""
    path: list[Waiting] = []
    seen: set[tuple[int, ...]] = set()
    problem = RulesError([Diagnostic("position", "the game ends in set-up, so no turn begins",
                                     hint="give the position `from: empty`")])
    while True:
        v = list(before)
        try:
            choices = _go_on(machine, v, choice)
            if choices is None:
                v[machine.at] = 0
                return v, path
            if tuple(v) not in seen:
                seen.add(tuple(v))
                path.append((v, iter(choices)))
        except RunError as broken:
            problem = broken
        if len(seen) > MOST_STATES:
            raise RulesError([Diagnostic(
                "position", f"set-up comes to no turn in the first {MOST_STATES} moments that "
                "were tried", hint="give the position `from: empty`")])
        while path and (choice := next(path[-1][1], None)) is None:
            path.pop()
        if not path:
            raise problem
        before = path[-1][0]


def _go_on(machine: Machine, v: Vector, choice: Choice | None) -> list[Choice] | None:
    """Go on, in place, to where something can be chosen: the choices; none where the game is over.
    At the head of a turn: None."""
    turn = machine.program.turn
    if choice is None:
        machine.rounds = 0
        r = machine.program.start
    else:
        r = machine.enter(v, machine.node(v), choice)
    while (r := machine.advance(v, r, turn)) not in (turn, OVER):
        choices = machine.choices(list(v))  # of a copy, since `v` goes on
        if choices:
            return choices
        r = machine.nothing(machine.node(v))
    return None if r == turn else []
