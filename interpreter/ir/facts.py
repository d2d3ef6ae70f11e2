"""What is known to hold at a place of the text: by the conditions around it, and by what was just
done there.

A fact is a condition with its truth. It holds until something is stored that it looks at. `Facts`
are immutable: each line has those that were known when it was lowered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.interpreter.ir.build import inlined, rebuilt, substituted
from rulewright.interpreter.ir.expressions import (
    Comp,
    Cond,
    Const,
    E,
    Load,
    Lookup,
    Op,
    Shift,
    walk,
)
from rulewright.interpreter.ir.fields import Field
from rulewright.interpreter.ir.interned import kept
from rulewright.interpreter.ir.operations import FLIPPED
from rulewright.interpreter.ir.truth import ANY, Range, settled
from rulewright.interpreter.records import record

#: For a comparison that does not hold, the comparison that holds.
CONTRARY = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


@record
class Fact:
    """A condition and whether it holds; `done`: because of an act above, not of a condition."""

    test: E
    truth: bool
    done: bool = False

    def moved(self, here: E, there: E) -> E | None:
        """What was known of the element `here` alone, now said of `there`."""
        if not self.truth or not isinstance(here, Load) or here.field not in self.test.reads:
            return None
        moved = _replaced(self.test, here, there)
        others = [e for e in walk(self.test) if isinstance(e, Load) and e.field is here.field]
        return moved if others and all(e is here for e in others) else None


@record
class Facts:
    """All that is known at one place."""

    known: tuple[Fact, ...] = ()

    def given(self, test: E, truth: bool = True, done: bool = False) -> Facts:
        """With one more condition that holds, or does not."""
        return Facts((*self.known, *_parts(Fact(test, truth, done))))

    def after(self, stored: Iterable[Field | int]) -> Facts:
        """What is still known after something was stored."""
        changed = set(stored)
        if not self.known or not any(changed & fact.test.reads for fact in self.known):
            return self
        return Facts(tuple(fact for fact in self.known if not changed & fact.test.reads))

    def above(self) -> Facts:
        """What conditions say, without what was done."""
        return Facts(tuple(fact for fact in self.known if not fact.done))

    def settle(self, e: E) -> bool | None:
        """The truth that a condition has here, whatever the state, else None."""
        about = [fact for fact in self.known
                 if e.reads & fact.test.reads or e.free & fact.test.free]
        if not about:
            return None
        return _settled(_plain(e), [Fact(_plain(f.test), f.truth) for f in about])


def _parts(fact: Fact) -> Iterator[Fact]:
    """What a fact consists of: all of an `and` that holds, of an `or` that does not."""
    test = fact.test
    if isinstance(test, Op) and test.op == "not":
        yield from _parts(Fact(test.args[0], not fact.truth, fact.done))
    elif isinstance(test, Op) and test.op == ("and" if fact.truth else "or"):
        for part in test.args:
            yield from _parts(Fact(part, fact.truth, fact.done))
    elif not isinstance(test, Const):
        yield fact


def _settled(e: E, facts: list[Fact]) -> bool | None:
    equal: dict[E, E] = {}
    ranges: dict[E, Range] = {}
    for fact in facts:
        _learn(fact, equal, ranges)
    for _ in range(2):  # what is learnt of a thing holds of what it is equal to
        e = _rewritten(e, equal, ranges)
    return settled(e, ranges)


def _learn(fact: Fact, equal: dict[E, E], ranges: dict[E, Range]) -> None:
    """What follows from a fact: for its test, and for what it compares."""
    test = fact.test
    _narrow(ranges, test, (int(fact.truth), int(fact.truth)))
    if not isinstance(test, Op):
        return
    if test.op == "some":
        _narrow(ranges, test.args[0], (0, test.args[0].type.most) if fact.truth else (-1, -1))
    elif test.op in CONTRARY:
        name = test.op if fact.truth else CONTRARY[test.op]
        left, right = test.args
        if name == "==" and isinstance(left, Load) and not isinstance(right, Const):
            equal[left] = right
        if isinstance(left, Const):
            left, right, name = right, left, FLIPPED[name]
        if isinstance(right, Const):
            _narrow(ranges, left, _compared(name, right.value))


@kept
def _plain(e: E) -> E:
    """The expression without calls, and with numbers of things as they are, whatever their type."""
    known: dict[E, E] = {}

    def change(part: E) -> E:
        if part not in known:
            if isinstance(part, Shift) and part.by == 0:
                known[part] = change(part.value)
            else:
                known[part] = rebuilt(part, change)
        return known[part]

    return change(inlined(e))


def _replaced(e: E, old: E, new: E) -> E:
    def change(part: E) -> E:
        return new if part is old else rebuilt(part, change)

    return change(e)


def _compared(name: str, value: int) -> Range:
    match name:
        case "==":
            return value, value
        case "<":
            return ANY[0], value - 1
        case "<=":
            return ANY[0], value
        case ">":
            return value + 1, ANY[1]
        case ">=":
            return value, ANY[1]
    return ANY


def _narrow(ranges: dict[E, Range], e: E, to: Range) -> None:
    low, high = ranges.get(e, (e.type.least, e.type.most))
    low, high = max(low, to[0]), min(high, to[1])
    if low <= high:  # else the place is never come to, which is told of the line around
        ranges[e] = low, high


def _rewritten(e: E, equal: dict[E, E], ranges: dict[E, Range]) -> E:
    """The expression with what is equal put in, and what is settled decided."""
    known: dict[E, E] = {}

    def change(part: E) -> E:
        if part not in known:
            new = part if part in ranges and part not in equal else rebuilt(part, change)
            if isinstance(new, Comp):
                new = _one_point(new)
            if isinstance(new, Cond):
                test = settled(new.test, ranges)
                new = new if test is None else new.then if test else new.otherwise
            if isinstance(new, Op) and new.op == "==" and _never_same(*new.args):
                new = Const(0)
            if isinstance(new, Op) and new.op == "not" and isinstance(new.args[0], Const):
                new = Const(1 - new.args[0].value)
            known[part] = equal.get(new, new)
        return known[part]

    return change(e)


def _one_point(e: Comp) -> E:
    """`any` and `all` over a variable that must be, or may be left to be, one thing."""
    test = e.test
    if e.kind != "any" or not isinstance(test, Op) or test.op != "and":
        return e
    for part in test.args:
        if isinstance(part, Op) and part.op == "==" and e.var in part.args:
            value = part.args[1] if part.args[0] is e.var else part.args[0]
            if e.var not in value.free and value.type.least >= 0:
                return substituted(test, {e.var: value})
    return e


def _never_same(one: E, two: E) -> bool:
    """Whether one value is a table's for the other one, and the table never gives what it is
    asked of."""
    if isinstance(one, Shift) and isinstance(two, Shift) and one.by == two.by:
        one, two = one.value, two.value
    for x, y in ((one, two), (two, one)):
        if isinstance(y, Lookup) and y.index == (x,) and x.type.least >= 0:
            return all(value != at for at, value in enumerate(y.table.values))
    return False
