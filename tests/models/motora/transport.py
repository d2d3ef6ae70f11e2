"""Idols of MOTORA on their way: where they can be carried, and what happens where they arrive.

An idol is carried one step by one member, two steps by two or by one with a sled (ACTION-10,
R-65), to a cell other than the one it lay on. It moves once a turn (ACTION-13).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tests.models.motora.machine import rule
from tests.models.motora.records import SHRINES, Idol, Option, Step
from tests.models.motora.state import State


def idol_ends(state: State, cell: str, steps: int) -> set[str]:
    """Where an idol can come to rest after so many steps (R-65, R-66)."""
    stops = frozenset[str]()
    if state.rulings.idol_pass_village == "stops":
        stops = frozenset(tribe.home for tribe in state.tribes if tribe.alive)
    return state.island.ends(cell, steps, state.barred, stops)


def carriers(state: State, members: list[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Who can carry an idol, with the number of steps; members that carry the same are one."""
    for member in state.distinct(members):
        yield 1, (member,)
        if state.has_gear(member, "sled"):
            yield 2, (member,)
    seen = set()
    for pair in combinations(members, 2):
        key = tuple(sorted(tuple(sorted(state.gear(member))) for member in pair))
        if key not in seen:
            seen.add(key)
            yield 2, pair


def arrive(state: State, start: str, end: str) -> None:
    """An idol that has not moved yet comes from a cell to another one (WIN-5, R-66)."""
    state.idols.remove(Idol(start))
    owner = state.owner(end)
    if owner is None or not state.tribes[owner].alive:
        state.idols.append(Idol(end, moved=True))
    else:
        state.push(Step("enshrine", owner))


@rule("enshrine", lambda state, step: [("enshrine", shrine) for shrine in SHRINES])
def enshrine(state: State, step: Step, option: Option) -> None:
    """The tribe on whose village an idol has come puts it on a shrine."""
    state.enshrine(step.seat, option[1])
