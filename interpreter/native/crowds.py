"""Places of which it is asked whether at most one of some things is there, told all at once.

Model. A loop over places that follow one another, of each of which it is asked how many of some
things are there, is a set: of the sets that are kept of what is where, those that have at most one
member in common with the things. It is worked out where the local that holds the things gets its
value, in front of the loops around.

Invariant: nothing moves between there and the loop, since the routine changes nothing.
"""

from __future__ import annotations

from collections import Counter

from rulewright.interpreter.ir import Const, E, Field, Local, Lookup, Op
from rulewright.interpreter.native.layout import Layout
from rulewright.interpreter.native.loops import loops_size, only, passed_to
from rulewright.interpreter.native.types import of_set
from rulewright.interpreter.passes import plan
from rulewright.interpreter.passes.nodes import Size, Where
from rulewright.interpreter.passes.plan import (
    Assign,
    Count,
    Each,
    If,
    Offer,
    Routine,
    Statement,
    kept_values,
)
from rulewright.interpreter.records import record

#: How many places are looked at together.
FEW_PLACES, MOST_PLACES = 8, 64
#: Comparisons of how many there are that say that it is at most one, or (no) more.
AT_MOST_ONE = {("<=", 1): True, ("<", 2): True, (">", 1): False, (">=", 2): False}


@record
class Crowd:
    """Of so many places from a `first` one on those where at most one of some things is."""

    made: Field
    among: Local
    first: int
    count: int


def crowded(loop: Statement) -> tuple[Offer | Assign, Crowd, bool] | None:
    """A loop over places that only asks whether at most one of some things is there, or (no) more:
    what is done with those that pass, and what is asked."""
    if not isinstance(loop, (Each, Count)):
        return None
    test, size = only(loop.body), loops_size(loop)
    if not isinstance(test, If) or test.otherwise or not FEW_PLACES <= size <= MOST_PLACES:
        return None
    done = passed_to(loop, test)
    match test.test:
        case Op(op=name, args=(Size(set=Op(op="&", args=args)), Const(value=most))):
            if done is None or (name, most) not in AT_MOST_ONE:
                return None
        case _:
            return None
    for among, held in (args, args[::-1]):
        if isinstance(among, Local) and among is not loop.var and isinstance(held, Where):
            first = _first(held.value, loop.var, size)
            if first is not None and of_set(size) is of_set(held.field.size) and (
                first in kept_values(held.field) and first + size - 1 in kept_values(held.field)
            ):
                asked = Crowd(held.field, among, first, size)
                return done, asked, AT_MOST_ONE[name, most]
    return None


def _first(place: E, var: Local, size: int) -> int | None:
    """The place of thing 0, if those of so many things follow one another."""
    match place:
        case Local() if place is var:
            return 0
        case Lookup(table=table, index=(thing,)) if thing is var and (
            table.values == tuple(range(table.values[0], table.values[0] + size))
        ):
            return table.values[0]
    return None


class Crowds:
    """The part of `Statements` that knows which crowds are told."""

    layout: Layout
    _assigned: Counter[Local]  # how often the routine gives locals a value

    def _begin_crowds(self, routine: Routine, pure: bool) -> None:
        """Find what is asked in a routine."""
        self._asked: dict[Local, dict[Crowd, str]] = {}
        self._worked_out: dict[Crowd, str] = {}
        for each in plan.statements(routine.body) if pure else ():
            found = crowded(each)
            if found is not None and self._is_kept(found[1]):
                asked = self._asked.setdefault(found[1].among, {})
                asked.setdefault(found[1], f"few_{len(self._asked)}_{len(asked)}")

    def _is_kept(self, asked: Crowd) -> bool:
        kind = of_set(asked.made.size)
        return not (kind.wide or kind.large) and asked.made in self.layout.kept and (
            asked.made not in self.layout.sought and self._assigned[asked.among] == 1)

    def crowds(self, among: Local, name: str) -> list[str]:
        """The lines that work out what is asked of some things, behind what gives them."""
        lines = []
        for asked, few in self._asked.get(among, {}).items():
            self._worked_out[asked] = few
            kind = of_set(asked.count)
            row = self.layout.where(asked.made, str(asked.first))
            lines.append(f"{kind.name} {few} = few_{kind.name}(&{row}, {asked.count}, {name});")
        return lines

    def crowd(self, loop: Each | Count) -> tuple[Offer | Assign, str] | None:
        """What is done with the places that pass in a loop, and these as a set, which may have
        more than the loop is over; None where they are not worked out."""
        found = crowded(loop)
        if found is None or found[1] not in self._worked_out:
            return None
        done, asked, at_most_one = found
        few = self._worked_out[asked]
        return done, few if at_most_one else f"~{few}"
