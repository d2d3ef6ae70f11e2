"""Which invariants need be checked only around what has changed.

Model. An invariant that says `there is no X where …` is said of each X by itself. Where what is
said of an X looks at elements of X, and at elements of things that are found by where they are (the
tile on the cell next to X's), then what it says of an X changes only with an element of X, or where
something comes to, leaves, or changes at a place at which it looks. So an engine that knows what
changed since the invariant held checks it for these X alone.

Invariant: what is said of any other X is as it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from rulewright.interpreter.ir import (
    Comp,
    Cond,
    Const,
    E,
    Field,
    Load,
    Local,
    Op,
    fresh,
    rebuilt,
    substituted,
    walk,
)
from rulewright.interpreter.passes.nodes import Lowest, Scan
from rulewright.interpreter.records import record

#: Fewer things are checked as soon as what changed is found.
LEAST_THINGS = 12
#: A thing looks at no more places than this, of so many.
MOST_LOOKS, MOST_PLACES = 32, 1 << 17


@record(eq=False)
class Look:
    """A place at which a thing looks that is at `place`: one for each combination of `ways`."""

    place: Local
    ways: tuple[Local, ...]
    value: E


@record(eq=False)
class Around:
    """An invariant that no `thing` `breaks`: that depends on the elements of the `own` fields of a
    thing, and on those of the `found` fields of what is at the places at which it `looks`, by
    their element of `places`."""

    thing: Local
    breaks: E
    own: tuple[Field, ...]
    places: Field
    found: tuple[Field, ...]
    looks: tuple[Look, ...]


def around(e: E) -> Around | None:
    """What an invariant says, after the passes over expressions, if it is of that form."""
    match e:
        case Op(op="not", args=(Comp(kind="any", var=var, test=test),)):
            thing = fresh("thing", var.type)
            test = substituted(test, {var: thing})
        case _:
            return None
    reading = _Reading(thing)
    if thing.type.most + 1 < LEAST_THINGS or not reading.follows(test):
        return None
    fields = {scan.field for scan in reading.scans}
    if len(fields) != 1:
        return None
    places, = fields
    if any(made.size != thing.type.most + 1
           for made in (places, *reading.own, *reading.found)):
        return None
    looks = tuple(_look(value, thing, places)
                  for value in dict.fromkeys(scan.value for scan in reading.scans))
    if any(thing in look.value.free or look.value.reads for look in looks) or sum(
        prod(way.type.most + 1 for way in look.ways) for look in looks
    ) > MOST_LOOKS or places.type.most >= MOST_PLACES:
        return None
    return Around(thing, test, tuple(reading.own), places, tuple(reading.found), looks)


def _look(value: E, thing: Local, places: Field) -> Look:
    """Where a thing looks, said of where it is."""
    place = fresh("place", places.type)
    ways = tuple(sorted(value.free - {thing}, key=lambda local: local.name))

    def said(e: E) -> E:
        if isinstance(e, Load) and e.field is places and e.index == (thing,):
            return place
        return rebuilt(e, said)

    return Look(place, ways, said(value))


class _Reading:
    """What a condition on a thing looks at."""

    def __init__(self, thing: Local) -> None:
        self.thing = thing
        self.own: dict[Field, None] = {}
        self.found: dict[Field, None] = {}
        self.scans: dict[Scan, None] = {}

    def follows(self, e: E) -> bool:
        """Note what it looks at; whether that is all of this kind."""
        return all(map(self._noted, walk(e)))

    def _noted(self, part: E) -> bool:
        match part:
            case Load(field=made, index=(index,)):
                if index is self.thing:
                    self.own[made] = None
                    return True
                self.found[made] = None
                return all(map(_is_found, _ways(index)))
            case Scan(value=value):
                self.scans[part] = None
                return all(map(self._of_thing, walk(value)))
        return part.reads == _of_parts(part)

    def _of_thing(self, part: E) -> bool:
        """Whether a part of a place looks at elements of the thing alone."""
        if isinstance(part, Load):
            return part.index == (self.thing,)
        return part.reads == _of_parts(part)


def _of_parts(e: E) -> frozenset[Field | int]:
    return frozenset[Field | int]().union(*(part.reads for part in e.children))


def _ways(e: E) -> Iterable[E]:
    """What an expression may come to; none apart."""
    if isinstance(e, Cond):
        yield from _ways(e.then)
        yield from _ways(e.otherwise)
    elif not isinstance(e, Const) or e.value >= 0:
        yield e


def _is_found(e: E) -> bool:
    return isinstance(e, Lowest) and isinstance(e.set, Scan)
