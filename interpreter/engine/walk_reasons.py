"""Why a walk has no such result: the line of its step that keeps it from there.

Model. The walk is followed once more by its definition, but a line that would stop a step may be
passed over, at the cost of one. What comes to the wanted result at the least cost is the nearest
walk, and the first line that it passes over is the reason.

Invariant: of walks at the same cost the first in canonical order is taken. Where none is found
within `MOST_POSITIONS`, there is no reason.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from rulewright.interpreter.ir import E, Local, Stop, Walks, members

#: Positions that are looked at for a reason.
MOST_POSITIONS = 5_000

Env = dict[Local, int]
Value = Callable[[E, Env], int]
Position = tuple[int, ...]


@dataclass(frozen=True)
class Kept:
    """The line that keeps a walk from a result, and the step at which it does."""

    stop: Stop
    env: Env


def kept_from(walks: Walks, wanted: int, env: Env, value: Value) -> Kept | None:
    """What keeps a walk from a result that it does not have."""
    start = value(walks.start, env)
    if start < 0:
        return None
    first = (start, 0, *(() if walks.way is None else (1 << start,)),
             *(value(part, env) for part in walks.firsts))
    tie = count()
    waiting: list[tuple[int, int, Position, Kept | None]] = [(0, next(tie), first, None)]
    seen: set[Position] = set()
    while waiting and len(seen) < MOST_POSITIONS:
        cost, _, position, kept = heapq.heappop(waiting)
        if position and position in seen:
            continue
        if not position:  # it ended with what is wanted
            return kept
        seen.add(position)
        here = {**env, **dict(zip(walks.position, position, strict=True))}
        if any(value(end, here) == wanted for end in walks.ends):
            heapq.heappush(waiting, (cost, next(tie), (), kept))
        if walks.most is not None and here[walks.steps] >= value(walks.most, here):
            continue
        for choice in members(value(walks.over, here)):
            there = {**here, walks.var: choice}
            there[walks.to] = value(walks.onto, there)
            passed = [stop for stop in walks.wording.stops if value(stop.test, there)]
            behind = kept or (Kept(passed[0], there) if passed else None)
            onward = _onward(walks, there, value)
            if value(walks.outcome, there) == wanted:
                heapq.heappush(waiting, (cost, next(tie), (), kept))
            elif onward is not None and onward not in seen:
                heapq.heappush(waiting, (cost + len(passed), next(tie), onward, behind))
    return None


def _onward(walks: Walks, there: Env, value: Value) -> Position | None:
    """The position that a step leads to, if nothing stops it; None where there is none."""
    to = there[walks.to]
    carried = tuple(value(part, there) for part in walks.nexts)
    if to < 0 or not all(local.type.least <= one <= local.type.most
                         for local, one in zip(walks.carried, carried, strict=True)):
        return None
    steps = min(there[walks.steps] + 1, walks.steps.type.most)
    way = () if walks.way is None else (there[walks.way] | 1 << to,)
    return (to, steps, *way, *carried)
