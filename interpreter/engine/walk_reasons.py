"""Why a walk has no such result: the line of its step that keeps it from there.

Model. The walk is followed once more by its definition, but a line that would stop a step may be
passed over, at the cost of one. What comes to the wanted result at the least cost is the nearest
walk, and the first line that it passes over is the reason.

What no walk comes to, whatever is passed over, is told by the lines that say after how many steps
walks end.

Invariant: of walks at the same cost the first in canonical order is taken. Where neither a walk
nor that there is none is found within `MOST_POSITIONS`, there is no reason.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection
from itertools import count

from rulewright.interpreter.ir import E, Last, Local, Stop, Walks, members
from rulewright.interpreter.records import record

#: Positions that are looked at for a reason.
MOST_POSITIONS = 5_000

Env = dict[Local, int]
Value = Callable[[E, Env], int]
Position = tuple[int, ...]


Passed = tuple[Stop, Env]  # the first line that was passed over, and where


@record
class Kept:
    """The result that comes nearest, of those that are wanted; the line that keeps a walk from it,
    and the step at which it does. It is a line `ends as` behind steps where no walk leads there."""

    result: int
    line: Stop | Last
    env: Env


def kept_from(walks: Walks, wanted: Collection[int], env: Env, value: Value) -> Kept | None:
    """What keeps a walk from results that it does not have."""
    start = value(walks.start, env)
    if start < 0:
        return None
    first = (start, 0, *(() if walks.way is None else (1 << start,)),
             *(value(part, env) for part in walks.firsts))
    tie = count()
    waiting: list[tuple[int, int, Position, Passed | None]] = [(0, next(tie), first, None)]
    seen: set[Position] = set()
    while waiting and len(seen) < MOST_POSITIONS:
        cost, _, position, passed = heapq.heappop(waiting)
        if position in seen:
            continue
        if len(position) == 1:  # it ended with what is wanted
            return Kept(position[0], *passed) if passed else None
        seen.add(position)
        here = {**env, **dict(zip(walks.position, position, strict=True))}
        ended = [(value(end, here), passed) for end in walks.ends]
        if walks.most is None or here[walks.steps] < value(walks.most, here):
            for choice in members(value(walks.over, here)):
                there = {**here, walks.var: choice}
                there[walks.to] = value(walks.onto, there)
                over = [stop for stop in walks.wording.stops if value(stop.test, there)]
                onward = _onward(walks, there, value)
                ended.append((value(walks.outcome, there), passed))
                if onward is not None and onward not in seen:
                    behind = passed or ((over[0], there) if over else None)
                    heapq.heappush(waiting, (cost + len(over), next(tie), onward, behind))
        for result, behind in ended:
            if result in wanted:
                heapq.heappush(waiting, (cost, next(tie), (result,), behind))
    return None if waiting else _too_short(walks, wanted, env)


def _too_short(walks: Walks, wanted: Collection[int], env: Env) -> Kept | None:
    """What is known where no walk comes to what is wanted, whatever is passed over: with an ending
    that it has after so many steps, there are too few or too many of them."""
    assert walks.type.domain is not None
    for result in wanted:
        words = walks.type.domain.labels[result] + " "
        last = next((e for e in walks.wording.lasts if words.startswith(e.ending + " ")), None)
        if last is not None:
            return Kept(result, last, env)
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
