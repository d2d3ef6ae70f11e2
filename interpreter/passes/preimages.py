"""The values of a variable for which something said of it holds, as sets.

Model. An expression of a variable is followed from the outside in: of a table, the rows whose
value satisfies a condition; of a field, the places with such a value; of a step, the set moved
back; of a ray, the set moved back until nothing is added. `NoSet` is raised where there is no such
form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import chain

from rulewright.interpreter.ir import (
    FALSE,
    Call,
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
    Shift,
    Table,
    cond,
    fresh,
    number,
    op,
)
from rulewright.interpreter.passes.estimate import FEW
from rulewright.interpreter.passes.nodes import (
    Fill,
    Row,
    Scan,
    Steps,
    Where,
    column,
    moves,
    union,
)
from rulewright.interpreter.passes.rows import rows_that_hold, rows_with
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
MOST_VALUES = 32
#: Elements that have one of many values are looked for where both are at most so many.
MOST_SCANNED = 127
#: A constant map of more moves than this is not taken as moves of whole sets.
MOST_MOVES = 12
#: Entries of a table that are asked for sets of its rows, once for each set.
MOST_ASKED = 1 << 19


class Preimages:
    """The part of `Masks` that knows what a condition on one thing says of a variable in it.
    `kept`: the only fields that may have sets kept for them (normally any)."""

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
            values = tuple(chain.from_iterable(values[j::columns] for j in range(columns)))
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
        if columns * len(keys) > MOST_ENTRIES or columns * len(keys) * rows > MOST_ASKED:
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
        state, what it gives for its table; first for that where cases are compared with a value
        that is known in play: these are one row then."""
        if isinstance(x, (Call, Cond)) and pred.equal is not None and var in x.free:
            cases = self.tables.table(x)
            if isinstance(cases, Lookup):
                with suppress(NoSet):
                    return self._looked_up(cases, pred, var)
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
            if columns > MOST_ENTRIES or columns * rows > MOST_ASKED:
                raise NoSet
            made = rows_with(values, (rows, columns), pred.known)
            found: E = Const(made[0])
            if others:
                found = Lookup(Table(made, (columns,), 0), (others[0],), masks(rows))
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
        if max(map(len, moves(table))) > MOST_MOVES:
            raise NoSet
        found = Steps(table, others[0] if others else FALSE, among, masks(rows))
        return self.tables.of_element(found, 0) or found

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
