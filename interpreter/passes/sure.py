"""Which options surely pass their conditions `afterwards`, as a set that is found at once.

Model. An option whose slice (see `slices.py`) puts something on the thing that is chosen, and else
does something only for the members of sets that are mostly empty, is judged without being tried:
the sets are empty, and each condition holds, if some things are so of the state before it.

    what the sets hold     the groups that are cut off from what it was before, such as free cells:
                           none, if none was, and the thing is not the only one beside a group
    it is part of a group  that has something beside it: so, if there is something beside the thing
    how often a position   that is recorded stands in a memory: once, if it is not there yet

What is said here is enough, not needed: options of which it is not so are tried.

Invariant: an option that is said to pass does, and is not stopped by an error.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass

from rulewright.interpreter.ir import Call, Cond, Const, E, Field, Load, Local, Lookup, Op, Table
from rulewright.interpreter.passes.nodes import Grown, Occurs, Position, Where
from rulewright.interpreter.passes.plan import (
    Assign,
    Body,
    Each,
    Give,
    Next,
    Plan,
    Put,
    Remark,
    Remember,
    Routine,
)


@dataclass
class Sure:
    """What is to be so: of the groups of a set none is cut off from another by what is put in that;
    something of a set is beside the thing; positions are new to memories. What is put is `value`,
    in the place of `old`. Sets are those of before."""

    field: Field
    value: E
    old: E
    cut: list[tuple[Table, E, E]] = dataclasses.field(default_factory=list)
    beside: list[tuple[Table, E]] = dataclasses.field(default_factory=list)
    new: list[int] = dataclasses.field(default_factory=list)


def surely(plan: Plan, tried: Routine, conditions: Iterable[Routine]) -> Sure | None:
    """What is enough for an option with one choice to pass; None where nothing is known."""
    if len(tried.params) != 1:
        return None
    work = _Judging(plan, tried.params[0])
    if not work.done(tried.body):
        return None
    if not all(work.holds(each) for each in conditions):
        return None
    return work.found


class _Judging:
    """What is known of the state after an option. `named` has what stands in locals."""

    def __init__(self, plan: Plan, thing: Local) -> None:
        self.plan = plan
        self.thing = thing
        self.named: dict[Local, E] = {}
        self.recorded: set[int] = set()
        self.found: Sure | None = None

    def done(self, body: Body) -> bool:
        """Whether it is known what is done, where loops do nothing."""
        for statement in body:
            match statement:
                case Remark() | Next():
                    pass
                case Assign(var=var, value=value):
                    self.named[var] = value
                case Put(field=made, index=(index,), value=value, old=old, known=known):
                    value = known or value
                    if self.found is not None or index is not self.thing or old is None or (
                        made in (value.reads | old.reads) or not differ(value, old)
                    ):
                        return False
                    self.found = Sure(made, value, old)
                case Each(set=members):
                    if not self._nothing(members):
                        return False
                case Remember(memory=memory, hash=hash_):
                    if not self._is_position(hash_, memory):
                        return False
                    self.recorded.add(memory)
                case _:
                    return False
        return self.found is not None

    def holds(self, condition: Routine) -> bool:
        """Whether it is known when a condition holds that is asked of the thing."""
        if len(condition.params) != 1:
            return False
        self.named = {condition.params[0]: self.thing}
        return self._given(condition.body)

    def _given(self, body: Body) -> bool:
        for statement in body:
            match statement:
                case Remark():
                    pass
                case Assign(var=var, value=value):
                    self.named[var] = value
                case Give(value=value):
                    return self._true(self._said(value))
                case _:
                    return False
        return False

    def _true(self, e: E) -> bool:
        assert self.found is not None
        match e:
            case Call(function=function, args=(arg,)) if self._said(arg) is self.thing:
                name = self.plan.names.get(function)
                for routine in self.plan.functions:
                    if routine.name == name and len(routine.params) == 1:
                        self.named = {routine.params[0]: self.thing}
                        return self._given(routine.body)
            case Op(op="in", args=(thing, Grown() as grown)):
                free = grown.beside
                if self._said(thing) is self.thing and free is not None and (
                    self._is_of_value(grown.over) and self._grows_but_for_the_thing(free)
                    and not any(grown.table.values[x] >> x & 1 for x in range(
                        grown.table.sizes[0]))
                ):
                    self.found.beside.append((grown.table, self._said(free)))
                    return True
            case Op(op="==", args=(Occurs(memory=memory, hash=hash_), Const(value=1))):
                if memory in self.recorded and self._is_position(hash_, memory):
                    self.found.new.append(memory)
                    return True
        return False

    def _nothing(self, members: E) -> bool:
        """Whether it is known when a set is empty behind what is put."""
        members = self._said(members)
        if self.found is None or not isinstance(members, Op) or members.op != "less":
            return False
        over, grown = members.args
        if not isinstance(grown, Grown) or grown.over is not over or grown.beside is None:
            return False
        free, among = self._said(grown.beside), self._said(over)
        made, value, old = self.found.field, self.found.value, self.found.old
        match free, among:
            case (Where(field=one, value=left), Where(field=other, value=held)) if (
                one is made and other is made and left is old and made not in held.reads
                and differ(held, value) and differ(held, old)
            ):
                self.found.cut.append((grown.table, free, among))
                return True
        return False

    def _is_position(self, e: E, memory: int) -> bool:
        e = self._said(e)
        return isinstance(e, Position) and e.memory == memory

    def _said(self, e: E) -> E:
        while isinstance(e, Local) and e is not self.thing and e in self.named:
            e = self.named[e]
        return e

    def _grows_but_for_the_thing(self, e: E) -> bool:
        """Whether a set loses nothing but the thing."""
        assert self.found is not None
        e = self._said(e)
        return isinstance(e, Where) and e.field is self.found.field and (
            self.found.field not in e.value.reads)

    def _is_of_value(self, e: E) -> bool:
        """Whether a set is that of the things that have what is put there."""
        assert self.found is not None
        match self._said(e):
            case Where(field=made, value=value) if made is self.found.field:
                return self._now(value) is self.found.value
            case Op(op="less", args=(one, other)):
                return self._is_of_value(one) and self._lacks(other)
            case Cond(test=test, then=then) if self._is_something(test):
                return self._is_of_value(then)
        return False

    def _lacks(self, e: E) -> bool:
        """Whether none of these is a member of a set."""
        assert self.found is not None
        e = self._said(e)
        return isinstance(e, Where) and e.field is self.found.field and differ(
            self._now(e.value), self.found.value)

    def _is_something(self, test: E) -> bool:
        return isinstance(test, Op) and test.op == "some" and self._now(
            test.args[0]).type.least >= 0

    def _now(self, e: E) -> E:
        """What an expression is behind what is put, if that is what it is about."""
        assert self.found is not None
        e = self._said(e)
        if isinstance(e, Load) and e.field is self.found.field and len(e.index) == 1 and (
            self._said(e.index[0]) is self.thing
        ):
            return self.found.value
        return e


def differ(one: E, other: E) -> bool:
    """Whether two values are never the same."""
    if one.type.most < other.type.least or other.type.most < one.type.least:
        return True
    for of, value in ((one, other), (other, one)):
        if isinstance(of, Lookup) and of.index == (value,) and value.type.least >= 0:
            return all(of.table.at(x) != x for x in range(value.type.most + 1))
    return False
