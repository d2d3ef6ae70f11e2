"""The algebra of sets as integers, and conditions on a value.

What is known to hold everything, nothing or the rest of a set is simplified at once.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.interpreter.ir import (
    FALSE,
    Cond,
    Const,
    E,
    Op,
    VType,
    cond,
    number,
    op,
)
from rulewright.interpreter.passes.nodes import (
    Single,
    Size,
    Where,
)
from rulewright.interpreter.records import record


class NoSet(Exception):
    """A condition has no form as a set."""


@record
class Pred:
    """A condition on a value: a known one (`known`), being equal to `equal`, or being one of
    `among`. Exactly one is given."""

    known: Callable[[int], bool] | None = None
    equal: E | None = None
    among: E | None = None

    def of(self, x: E) -> E:
        """The condition on an expression."""
        if self.equal is not None:
            return op("==", x, self.equal)
        assert self.among is not None
        return op("in", x, self.among)

    def of_const(self, value: int) -> E:
        """The condition on a constant."""
        if self.known is not None:
            return Const(int(self.known(value)))
        if self.equal is not None and value < self.equal.type.least:
            return FALSE
        return self.of(Const(value))

    def within(self, size: int) -> E:
        """The things below `size` that satisfy it, as a set."""
        if self.known is not None:
            return Const(sum(1 << i for i in range(size) if self.known(i)))
        if self.equal is not None:
            if isinstance(self.equal, Const):
                return Const(1 << self.equal.value if 0 <= self.equal.value < size else 0)
            return Single(self.equal, size, masks(size))
        assert self.among is not None
        return meet(self.among, full(size))


def having(members: E) -> Pred:
    """The condition to be in a set."""
    if isinstance(members, Const):
        mask = members.value
        return Pred(known=lambda x: x >= 0 and mask >> x & 1 > 0)
    return Pred(among=members)


def masks(size: int) -> VType:
    """The type of sets of things below `size`."""
    return number(0, (1 << size) - 1)


def full(size: int) -> Const:
    return Const((1 << size) - 1)


def meet(*sets: E) -> E:
    """The intersection of sets; a constant that holds all of another is left out."""
    found: E | None = None
    for part in sorted(sets, key=lambda s: not isinstance(s, Const)):
        if found is None or found is part:
            found = part
        elif found is FALSE or part is FALSE:
            return FALSE
        elif isinstance(found, Const) and found.value & part.type.most == part.type.most and (
            part.type.most + 1 & part.type.most == 0
        ):
            found = part
        elif is_rest(part) and is_rest(found):
            assert isinstance(part, Op) and isinstance(found, Op)
            found = less(found.args[0], either(found.args[1], part.args[1]))
        elif is_rest(part):
            assert isinstance(part, Op)
            found = less(meet(found, part.args[0]), part.args[1])
        elif is_rest(found):
            assert isinstance(found, Op)
            found = less(meet(part, found.args[0]), found.args[1])
        else:
            found = op("&", found, part)
    assert found is not None
    return found


def is_rest(e: E) -> bool:
    """Whether a set is all things but some."""
    return isinstance(e, Op) and e.op == "less" and isinstance(e.args[0], Const)


def either(*sets: E) -> E:
    """The union of sets."""
    kept = [part for part in dict.fromkeys(sets) if part is not FALSE]
    if not kept:
        return FALSE
    found = kept[0]
    for part in kept[1:]:
        found = op("|", found, part)
    return found


def disjoint(one: E, other: E) -> bool:
    """Whether two sets are known to have no member in common."""
    for this, that in ((one, other), (other, one)):
        match this:
            case Const(value=0):
                return True
            case Cond(then=then, otherwise=otherwise) if (
                disjoint(then, that) and disjoint(otherwise, that)
            ):
                return True
            case Op(op="&", args=args) if any(disjoint(part, that) for part in args):
                return True
            case Op(op="less", args=(whole, without)) if (
                without is that or disjoint(whole, that)
            ):
                return True
            case Where(field=made, value=Const(value=value)) if (
                isinstance(that, Where) and that.field is made
                and not that.value.type.least <= value <= that.value.type.most
            ):
                return True
    return False


def less(one: E, other: E) -> E:
    """A set without another."""
    if other is FALSE or one is FALSE or disjoint(one, other):
        return one
    if isinstance(one, Const) and isinstance(other, Op) and other.op == "less" and (
        other.args[0] is one and one.value & other.args[1].type.most == other.args[1].type.most
    ):
        return other.args[1]
    if isinstance(one, Const):  # what is in none of some sets and in the rest of another is in that
        parts = unions(other)
        for part in parts:
            if is_rest(part) and part.children[0] is one and (
                one.value & part.children[1].type.most == part.children[1].type.most
            ):
                return less(part.children[1], either(*(p for p in parts if p is not part)))
    return op("less", one, other)


def unions(e: E) -> list[E]:
    """The parts that a set is the union of."""
    if isinstance(e, Op) and e.op == "|":
        return [part for arg in e.args for part in unions(arg)]
    return [e]


def met(e: E) -> list[Op]:
    """A set, the one that it is what is left of, and so on; the first of them in front."""
    found: list[Op] = []
    while isinstance(e, Op) and e.op in ("&", "less"):
        found.append(e)
        e = e.args[0]
    return found[::-1]


def where(test: E, members: E) -> E:
    """A set if a condition holds, else the empty one."""
    return FALSE if members is FALSE else cond(test, members, FALSE)


def counted(members: E) -> E:
    """How many members a set has."""
    return Const(members.value.bit_count()) if isinstance(members, Const) else Size(members)
