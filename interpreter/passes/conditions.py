"""The values of a variable for which a comparison or a membership holds, as sets.

Model. A condition of two sides is made one on the side that the variable stands in: that it is
equal to the other, less, or in a set; and of this the preimage is taken (see `preimages`). Where
both sides depend on the variable, they are compared by each value that they share; of a set that
depends on it, its parts are followed. `NoSet` is raised where there is no such form.

Invariants: a set is exact, never an estimate; an expression that does not depend on the variable
is rewritten before it becomes a part of one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulewright.interpreter.ir import (
    OPERATIONS,
    Comp,
    Cond,
    Const,
    E,
    Local,
    Lookup,
    Op,
    Ray,
    Reach,
    Table,
    op,
    reach,
    substituted,
)
from rulewright.interpreter.ir.operations import FLIPPED
from rulewright.interpreter.passes.nodes import (
    Image,
    Leaders,
    Single,
    constant_steps,
    symmetric,
    transposed,
)
from rulewright.interpreter.passes.preimages import Preimages
from rulewright.interpreter.passes.sets import (
    NoSet,
    Pred,
    either,
    full,
    having,
    less,
    masks,
    meet,
    where,
)
from rulewright.interpreter.passes.tables import MOST_ENTRIES


class Conditions(Preimages):
    """The part of `Masks` that knows single conditions."""

    def _compared(self, name: str, one: E, other: E, var: Local) -> E:
        size = var.type.most + 1
        if one.type.kind == "set" or other.type.kind == "set":
            return self._sets_compared(name, one, other, var)
        if var in one.free and var in other.free:
            return self._both(name, one, other, var)
        if var in other.free:
            one, other = other, one
            name = FLIPPED[name]
        if isinstance(one, Op) and one.op in ("+", "-") and var not in one.args[1].free:
            return self._compared(
                name, one.args[0], op("-" if one.op == "+" else "+", other, one.args[1]), var)
        if isinstance(one, Op) and one.op == "+" and var not in one.args[0].free:
            return self._compared(name, one.args[1], op("-", other, one.args[0]), var)
        if isinstance(one, Op) and one.op == "-" and var not in one.args[0].free:
            return self._compared(
                FLIPPED[name], one.args[1], op("-", one.args[0], other), var)
        if isinstance(other, Const):
            against = other.value
            test = {
                "==": against.__eq__, "!=": against.__ne__, "<": against.__gt__,
                "<=": against.__ge__, ">": against.__lt__, ">=": against.__le__,
            }[name]
            return self._preimage(one, Pred(known=test), var)
        if name not in ("==", "!="):
            return self._ordered(name, one, other, var)
        members = self._preimage(one, Pred(equal=self(other)), var)
        return members if name == "==" else less(full(size), members)

    def _sets_compared(self, name: str, one: E, other: E, var: Local) -> E:
        """The values of a variable of which a set that belongs to each has a member in common with
        another set, or which are the least of the group they belong to: of what is up to each,
        only it is in its group."""
        match one, other:
            case Op(op="&", args=(Lookup(table=table, index=(index,)), held)), Const(value=0):
                if index is var and name in ("==", "!=") and var not in held.free and (
                    not table.absent
                ):
                    back = Image(transposed(table), self(held), masks(table.sizes[0]))
                    return back if name == "!=" else less(full(var.type.most + 1), back)
            case (
                Op(op="&", args=(Reach(whole=True, start=start, over=over) as group,
                                 Lookup(table=below, index=(upto,)))),
                Lookup(table=alone, index=(itself,)),
            ) if name == "==" and start is upto is itself is var and var not in over.free:
                relation = constant_steps(group)
                if relation is not None and symmetric(relation) and (
                    below.values == tuple((2 << i) - 1 for i in range(var.type.most + 1))
                    and alone.values == tuple(1 << i for i in range(var.type.most + 1))
                ):
                    return Leaders(self(over), relation, masks(var.type.most + 1))
        raise NoSet

    def _ordered(self, name: str, one: E, other: E, var: Local) -> E:
        """The values of a variable that are less or more than a value of few."""
        size, most = var.type.most + 1, other.type.most
        if one is not var or other.type.least < 0 or (most + 1) * size > MOST_ENTRIES:
            raise NoSet
        holds = OPERATIONS[name].evaluate
        made = tuple(sum(1 << i for i in range(size) if holds(i, limit))
                     for limit in range(most + 1))
        return Lookup(Table(made, (most + 1,), 0), (self(other),), masks(size))

    def _both(self, name: str, one: E, other: E, var: Local) -> E:
        """A comparison of two things that depend on the variable: by each value they share."""
        low = max(one.type.least, other.type.least)
        high = min(one.type.most, other.type.most)
        if name not in ("==", "!=") or high - low > 3:
            raise NoSet
        same = []
        for value in range(low, high + 1):
            pred = Pred(known=value.__eq__)
            same.append(meet(self._preimage(one, pred, var), self._preimage(other, pred, var)))
        members = either(*same)
        return members if name == "==" else less(full(var.type.most + 1), members)

    # -- the values of a variable for which something is in a set --------------------------------

    def _membership(self, thing: E, members: E, var: Local) -> E:
        if var in thing.free:
            if var in members.free:
                raise NoSet
            return self._preimage(thing, having(self(members)), var)
        match members:
            case Op(op="|" | "&" | "less" as name, args=(one, other)):
                sets = self._membership(thing, one, var), self._membership(thing, other, var)
                return either(*sets) if name == "|" else meet(*sets) if name == "&" else (
                    less(*sets))
            case Cond(test=test, then=then, otherwise=otherwise):
                one = self._membership(thing, then, var)
                other = self._membership(thing, otherwise, var)
                return self._chosen(test, one, other, var)
            case Lookup():
                return self._in_table(thing, members, var)
            case Comp(kind="set") if thing.type.most < members.size:
                test = substituted(members.test, {members.var: thing})
                return where(self(op("some", thing)), self.exact(self.simplify(test), var))
            case Ray(end=False, start=start) if var in start.free:
                over = members.over
                if var in over.free or var in members.direction.free:
                    raise NoSet
                over, direction = self(over), self(members.direction)
                rows = members.table.sizes[0]
                last = meet(Single(self(thing), rows, masks(rows)), over)
                found = self._back(last, over, members.table, direction)
                return self._preimage(start, having(found), var)
            case Reach(start=start) if var in start.free:
                return self._preimage(start, having(self._starts(thing, members, var)), var)
        if var not in members.free:
            return where(self(op("in", thing, members)), full(var.type.most + 1))
        raise NoSet

    def _starts(self, thing: E, members: Reach, var: Local) -> E:
        """The things from which a thing can be come to: where each step can be taken back, what
        that belongs to, and for a walk what is one step from that."""
        relation = constant_steps(members)
        if var in members.over.free or relation is None or not symmetric(relation):
            raise NoSet
        kind = members.type
        group = reach(self(thing), self(members.over), members.var, members.steps, kind, whole=True)
        return group if members.whole else Image(relation, group, kind)

    def _in_table(self, thing: E, members: Lookup, var: Local) -> E:
        """The variable's values for which a thing is in a set that a table gives."""
        values, sizes, others, inner = self._arranged(members, var)
        things = max([thing.type.most + 1, *(value.bit_length() for value in values)])
        if members.table.absent:
            raise NoSet
        found = self._transposed(values, sizes, others, thing, range(things),
                                 lambda value, one: value >> one & 1 > 0)
        if inner is var:
            return found
        return self._preimage(inner, having(found), var)


def said_of_one(e: E) -> tuple[E, Callable[[int], bool]] | None:
    """A condition that says which values one expression has: the expression, and whether a value
    is one of these."""
    match e:
        case Op(op="some", args=(one,)):
            return one, (0).__le__
        case Op(op="==" | "!=" | "<" | "<=" | ">" | ">=" as name, args=(one, Const(value=other))):
            holds = OPERATIONS[name].evaluate
            return one, lambda value: bool(holds(value, other))
        case Op(op="not", args=(part,)) if (said := said_of_one(part)) is not None:
            one, known = said
            return one, lambda value: not known(value)
        case Op(op="and" | "or" as name, args=args):
            parts = [*map(said_of_one, args)]
            if parts[0] is not None and all(
                part is not None and part[0] is parts[0][0] for part in parts
            ):
                whole = all if name == "and" else any
                return parts[0][0], lambda value: whole(part[1](value) for part in parts if part)
    return None


def together(parts: Iterable[E]) -> list[E]:
    """Conditions of which those that say which values one expression has are one."""
    found: dict[E, E] = {}
    for part in parts:
        said = said_of_one(part)
        key = part if said is None else said[0]
        found[key] = op("and", found[key], part) if key in found else part
    return [*found.values()]
