"""The values of a variable for which something said of it holds, as sets.

Model. An expression of a variable is followed from the outside in: of a table, the rows whose
value satisfies a condition; of a field, the places with such a value; of a step, the set moved
back; of a ray, the set moved back until nothing is added. `NoSet` is raised where there is no such
form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rulewright.interpreter.ir import (
    FALSE,
    OPERATIONS,
    Call,
    Comp,
    Cond,
    Const,
    E,
    Field,
    Group,
    Load,
    Local,
    Lookup,
    Op,
    Ray,
    Reach,
    Shift,
    Table,
    cond,
    fresh,
    number,
    op,
    reach,
    substituted,
)
from rulewright.interpreter.ir.operations import FLIPPED
from rulewright.interpreter.passes.nodes import (
    Fill,
    Image,
    Leaders,
    Row,
    Scan,
    Single,
    Steps,
    Where,
    column,
    constant_steps,
    moves,
    symmetric,
    transposed,
    union,
)
from rulewright.interpreter.passes.rows import rows_that_hold
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
from rulewright.interpreter.passes.simplify import Simplifier
from rulewright.interpreter.passes.tables import MOST_ENTRIES, Tables

#: Fields of more values have no kept sets.
MOST_VALUES = 24
#: Elements that have one of many values are looked for where both are at most so many.
MOST_SCANNED = 127
#: A constant map of more moves than this is not taken as moves of whole sets.
MOST_MOVES = 12
#: So many things are few: it may be worth while to go through them one by one.
FEW = 8


class Preimages:
    """The part of `Masks` that knows single conditions. `kept`: the only fields that may have
    sets kept for them (normally any)."""

    def __init__(
        self, simplify: Simplifier, tables: Tables, kept: frozenset[Field] | None = None
    ) -> None:
        self.simplify = simplify
        self.tables = tables
        self.kept = kept

    def __call__(self, e: E) -> E:
        """The expression with its comprehensions as sets."""
        raise NotImplementedError

    def exact(self, e: E, var: Local) -> E:
        """The exact set of a condition. Raises `NoSet`."""
        raise NotImplementedError

    def opened(self, e: E, var: Local) -> E:
        """The expression with the calls put in line that a variable is handed to."""
        raise NotImplementedError

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

    def _arranged(
        self, e: Lookup, var: Local
    ) -> tuple[Sequence[int], tuple[int, int], list[E], E]:
        """The values of a table by the index that depends on the variable and one other (of size
        1 if there is none), that other, and the index itself."""
        at = [i for i, part in enumerate(e.index) if var in part.free]
        if len(at) != 1 or len(e.index) > 2:
            raise NoSet
        inner = e.index[at[0]]
        if len(e.index) == 1:
            return e.table.values, (e.table.sizes[0], 1), [], inner
        other = e.index[1 - at[0]]
        rows, columns = e.table.sizes
        values = e.table.values
        if at[0] == 1:
            values = tuple(values[i * columns + j] for j in range(columns) for i in range(rows))
            rows, columns = columns, rows
        if isinstance(other, Const):
            value = other.value
            return (values[value::columns] if value >= 0 else (e.table.absent,) * rows,
                    (rows, 1), [], inner)
        return values, (rows, columns), [self(other)], inner

    def _transposed(
        self, values: Sequence[int], sizes: tuple[int, int], others: list[E], key: E,
        keys: Iterable[int], holds: Callable[[int, int], bool],
    ) -> E:
        """For each other index and key, the set of the rows of a table whose value holds."""
        rows, columns = sizes
        keys = list(keys)
        if columns * len(keys) > MOST_ENTRIES or columns * len(keys) * rows > 1 << 19:
            raise NoSet
        made = rows_that_hold(values, sizes, keys, holds)
        index = [*others, self(key)]
        shape = (columns, len(keys)) if others else (len(keys),)
        if isinstance(index[-1], Const) and len(index) == 1:
            value = index[-1].value
            return Const(made[value] if 0 <= value < len(made) else 0)
        return Lookup(Table(made, shape, 0), tuple(index), masks(rows))

    # -- the values of a variable for which a condition on something holds -----------------------

    def _preimage(self, x: E, pred: Pred, var: Local) -> E:
        """What `_of_known` gives; where there is nothing, and the expression says nothing of the
        state, what it gives for its table."""
        try:
            return self._of_known(x, pred, var)
        except NoSet:
            made = self.tables.table(x) if var in x.free else None
            if not isinstance(made, Lookup) or made is x:
                raise
            return self._looked_up(made, pred, var)

    def _of_known(self, x: E, pred: Pred, var: Local) -> E:
        size = var.type.most + 1
        if var not in x.free:
            if pred.known is not None:
                raise NoSet
            return where(pred.of(self(x)), full(size))
        match x:
            case Local():
                return pred.within(size)
            case Load():
                return self._loaded(x, pred, var)
            case Lookup():
                return self._looked_up(x, pred, var)
            case Cond(test=test, then=then, otherwise=otherwise):
                one, other = self._branch(then, pred, var), self._branch(otherwise, pred, var)
                return self._chosen(test, one, other, var)
            case Shift(value=value, by=by):
                return self._shifted(value, by, pred, var)
            case Op(op="+" | "-", args=(value, Const(value=by))) if pred.known is not None:
                known, by = pred.known, by if x.op == "+" else -by
                return self._preimage(value, Pred(known=lambda n: known(n + by)), var)
            case Ray(end=True):
                return self._ray_end(x, pred, var)
            case Call():
                opened = self.opened(x, var)
                if opened is not x:
                    return self._preimage(opened, pred, var)
        raise NoSet

    def _branch(self, x: E, pred: Pred, var: Local) -> E:
        if isinstance(x, Const):
            return where(pred.of_const(x.value), full(var.type.most + 1))
        if var not in x.free and pred.known is not None and x.type.most - x.type.least < FEW:
            possible = [v for v in range(x.type.least, x.type.most + 1) if pred.known(v)]
            test = op("or", *(op("==", self(x), Const(v)) for v in possible))
            return where(test, full(var.type.most + 1))
        return self._preimage(x, pred, var)

    def _chosen(self, test: E, one: E, other: E, var: Local) -> E:
        if var not in test.free:
            return cond(self(test), one, other)
        chosen = self.exact(test, var)
        return either(meet(chosen, one), FALSE if other is FALSE else less(other, chosen))

    def _shifted(self, value: E, by: int, pred: Pred, var: Local) -> E:
        if pred.known is not None:
            known = pred.known
            return self._preimage(
                value, Pred(known=lambda x: known(x + by if x >= 0 else -1)), var)
        if pred.equal is not None and value.type.least >= 0:
            return self._preimage(value, Pred(equal=op("-", pred.equal, Const(by))), var)
        raise NoSet

    def _loaded(self, x: Load, pred: Pred, var: Local) -> E:
        """The variable's values for which an element of a field satisfies a condition."""
        made = x.field
        *outer, inner = x.index
        kind = made.type
        if inner is var and not outer and pred.equal is not None and (
            kind.most - kind.least >= MOST_VALUES
        ) and (made.group is Group.PLACE or max(kind.most, made.size) <= MOST_SCANNED):
            return Scan(made, self(pred.equal), masks(made.size))
        if any(var in part.free or part.type.least < 0 for part in outer) or (
            kind.kind == "set" or kind.most - kind.least >= MOST_VALUES
        ) or (self.kept is not None and made not in self.kept):
            raise NoSet
        rows = made.dims[-1].size
        row: E | None = None
        for dim, part in zip(made.dims, outer, strict=False):
            part = self(part)
            row = part if row is None else op("+", op("*", row, Const(dim.size)), part)

        def held(value: E) -> E:
            found = Where(made, value, masks(made.size))
            return found if row is None else Row(found, row, rows, masks(rows))

        members = self._held(x, pred, held, rows)
        if inner is var:
            return members
        found = self._preimage(inner, having(members), var)
        return self._with_none(found, inner, pred, kind.absent, var)

    def _held(self, x: Load, pred: Pred, held: Callable[[E], E], rows: int) -> E:
        kind = x.field.type
        values = range(kind.least, kind.most + 1)
        if pred.known is not None:
            yes = [value for value in values if pred.known(value)]
            if len(yes) * 2 <= len(values) or len(values) == 1:
                return either(*(held(Const(value)) for value in yes))
            no = [value for value in values if value not in yes]
            return less(full(rows), either(*(held(Const(value)) for value in no)))
        if pred.equal is not None:
            equal = pred.equal
            if isinstance(equal, Const):
                return held(equal) if equal.value in values else FALSE
            if equal.type.most > kind.most or equal.type.least < min(kind.least, -1):
                raise NoSet
            return held(equal)
        if len(values) > FEW // 2:
            among = pred.among
            assert among is not None
            value = fresh("value", number(0, kind.most))
            return union(value, meet(among, full(kind.most + 1)), held(value), masks(rows))
        return either(*(where(pred.of(Const(value)), held(Const(value))) for value in values
                        if value >= 0))

    def _with_none(self, found: E, inner: E, pred: Pred, absent: int, var: Local) -> E:
        """A set with the values for which an index is none added, if what is said of nothing
        satisfies the condition too."""
        if inner.type.least >= 0:
            return found
        test = pred.of_const(absent)
        if test is FALSE:
            return found
        none = self._preimage(inner, Pred(known=lambda x: x < 0), var)
        return either(found, where(self(test), none))

    def _looked_up(self, x: Lookup, pred: Pred, var: Local) -> E:
        """The variable's values for which the value of a table satisfies a condition."""
        values, (rows, columns), others, inner = self._arranged(x, var)
        absent = x.table.absent
        if others and others[0].type.least < 0 and pred.of_const(absent) is not FALSE:
            raise NoSet
        if pred.known is not None:
            known = pred.known
            found = self._transposed(values, (rows, columns), others, FALSE, [0],
                                     lambda value, _: known(value))
            if others:
                assert isinstance(found, Lookup)
                table = Table(found.table.values, (columns,), 0)
                found = Lookup(table, (others[0],), masks(rows))
        elif pred.equal is not None:
            equal = pred.equal
            least, most = min(0, equal.type.least), max(0, equal.type.most)
            key = op("-", equal, Const(least)) if least else equal
            found = self._transposed(values, (rows, columns), others, key,
                                     range(least, most + 1), int.__eq__)
        else:
            assert pred.among is not None
            found = self._stepped(values, (rows, columns), others, pred.among)
        if inner is var:
            return meet(found, full(var.type.most + 1))
        return self._with_none(self._preimage(inner, having(found), var), inner, pred,
                               absent, var)

    def _stepped(
        self, values: Sequence[int], sizes: tuple[int, int], others: list[E], among: E
    ) -> E:
        rows, _ = sizes
        table = Table(tuple(values), sizes, -1)
        if max(map(len, moves(table))) <= MOST_MOVES:
            return Steps(table, others[0] if others else FALSE, among, masks(rows))
        raise NoSet

    def _back(self, last: E, over: E, table: Table, direction: E) -> E:
        """The things from which a ray comes to one of some last things."""
        rows = table.sizes[0]
        first = Steps(table, direction, last, masks(rows))
        return Fill(first, over, table, direction, masks(rows))

    def _ray_end(self, x: Ray, pred: Pred, var: Local) -> E:
        """The variable's values from which a ray ends at something that satisfies a condition."""
        if var in x.direction.free or var in x.over.free:
            raise NoSet
        rows, columns = x.table.sizes
        over, direction = self(x.over), self(x.direction)
        if max(map(len, moves(x.table))) > MOST_MOVES or (
            direction.type.least < 0
        ):
            raise NoSet
        none = pred.of_const(-1)
        ends = less(pred.within(rows), over)
        first: E = Steps(x.table, direction, ends, masks(rows))
        if none is not FALSE:
            border = Table(tuple(
                sum(1 << i for i, to in enumerate(column(x.table, d)) if to < 0)
                for d in range(columns)), (columns,), 0)
            first = either(first, where(
                self(none), Lookup(border, (direction,), masks(rows))))
        found = Fill(first, over, x.table, direction, masks(rows))
        if x.start is var:
            return meet(found, full(var.type.most + 1))
        return self._with_none(
            self._preimage(x.start, having(found), var), x.start, pred, -1, var)
