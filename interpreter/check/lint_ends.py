"""Bookkeeping that an `end as soon as` cuts off.

Such an end is looked at after every effect that its condition looks at, and what would come next is
not done. So an effect that counts for the result (what is ranked or paid by, what a duty judges, a
memory that is asked) and stands below the last effect that may set the end off is left out in the
very turn in which the game ends: mostly a slip in the order of the lines.

Model. What is done between two stops is a graph of blocks; each block is a list of events, stores
and tests of ends, with the arms they stand in. A store is cut off by a test if it may follow it, if
the result or a duty reads its field, and if no test of the same end may follow the store: for then
the author's last word is the later one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from rulewright.interpreter.ir import (
    EachDo,
    Effect,
    Field,
    Group,
    IfDo,
    Program,
    Record,
    Store,
    TurnEnd,
    effects,
    expressions,
    successors,
)
from rulewright.interpreter.records import record
from rulewright.interpreter.source import Span

#: What no author counts by: whose turn it is, and choices in progress.
UNCOUNTED = (Group.FLOW, Group.FRAME)
Path = tuple[tuple[int, bool], ...]  # the arms that an effect stands in


@record
class CutOff:
    """An effect that is not done where an end is set off above it."""

    end: Span
    trigger: Span
    effect: Span
    duty: bool  # a duty reads it; else what says who wins


@record
class _Event:
    path: Path
    effect: Effect
    end: Span | None  # of a test of an end
    trigger: Span | None  # the effect that the test follows


def cut_off(program: Program, ends: Sequence[Span], blocks: Iterable[int]) -> Iterator[CutOff]:
    """What is cut off by the ends at these places, in the blocks that are come to."""
    events = {b: list(_events(program.blocks[b].effects, frozenset(ends))) for b in blocks}
    after = cache(lambda block: _after(program, block))
    judged: set[Field | int] = set()
    for duty in program.duties:
        judged |= duty.value.reads
    for b, known in events.items():
        for i, test in enumerate(known):
            if test.end is None or not isinstance(test.effect, IfDo):
                continue
            asked = _read(test.effect)
            for where, j, later in _following(events, after, b, i):
                what = _stored(later.effect)
                if what is None or what not in asked | judged:
                    continue
                if any(e.end == test.end for _, _, e in _following(events, after, where, j)):
                    continue
                assert test.trigger is not None
                yield CutOff(test.end, test.trigger, later.effect.span, what not in asked)


def _events(
    body: Iterable[Effect], ends: frozenset[Span], path: Path = ()
) -> Iterator[_Event]:
    last: Span | None = None
    for effect in body:
        if isinstance(effect, IfDo) and effect.span in ends:
            yield _Event(path, effect, effect.span, last)
        elif isinstance(effect, IfDo):
            yield from _events(effect.body, ends, (*path, (id(effect), True)))
            yield from _events(effect.otherwise, ends, (*path, (id(effect), False)))
            last = effect.span
        elif isinstance(effect, EachDo):
            yield from _events(effect.body, ends, path)
            last = effect.span
        else:
            yield _Event(path, effect, None, None)
            last = effect.span


def _following(
    events: dict[int, list[_Event]], after: Callable[[int], set[int]], block: int, at: int
) -> Iterator[tuple[int, int, _Event]]:
    """What may be done after an event, before the next stop."""
    arms = dict(events[block][at].path)
    for j, event in enumerate(events[block]):
        if j > at and all(arms.get(number, arm) == arm for number, arm in event.path):
            yield block, j, event
    for other in after(block):
        for j, event in enumerate(events.get(other, ())):
            yield other, j, event


def _after(program: Program, block: int) -> set[int]:
    """The blocks that may follow without a stop, in the same turn."""
    found: set[int] = set()
    waiting = [block]
    while waiting:
        number = waiting.pop()
        if not isinstance(program.blocks[number].exit, TurnEnd):
            for to in successors(program.blocks[number]):
                if to not in found:
                    found.add(to)
                    waiting.append(to)
    return found


def _read(test: IfDo) -> set[Field | int]:
    """What an end looks at to say who wins."""
    found: set[Field | int] = set()
    for effect in effects(test.body):
        for e in expressions(effect):
            found |= e.reads
    return found


def _stored(effect: Effect) -> Field | int | None:
    """What an effect changes that may count."""
    if isinstance(effect, Store) and effect.field.group not in UNCOUNTED:
        return effect.field
    return effect.memory if isinstance(effect, Record) else None
