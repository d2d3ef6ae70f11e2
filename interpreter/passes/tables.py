"""Expressions of no state become constant tables of the locals they depend on.

What is said of the geometry of a board, of kinds and of players is worked out here, once for each
combination of things it can be asked of, while the program is planned.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import compress, islice
from math import prod

from rulewright.interpreter.ir import (
    OPERATIONS,
    Call,
    Comp,
    Cond,
    Const,
    Distance,
    E,
    HasLine,
    Load,
    Local,
    Lookup,
    Op,
    Ray,
    Reach,
    Shift,
    Table,
    Walks,
    fresh,
    inlined,
    number,
    op,
    rebuilt,
    walk,
)
from rulewright.interpreter.ir.interned import kept
from rulewright.interpreter.passes.nodes import (
    Fill,
    Grown,
    Image,
    Leaders,
    Lowest,
    Placed,
    Row,
    Single,
    Size,
    Steps,
    Union,
    fill,
    grown,
    image,
    leaders,
    moves,
    shifted,
)

#: Entries of one table, and steps of work for it: at once, or when there is no better form.
MOST_ENTRIES = 1 << 13
LITTLE_WORK = 8_000
MOST_WORK = 150_000
#: Sets of fewer things are not told by what elements of a field place.
LEAST_PLACED = 1025
#: Steps of an expression of one element that are worth a table.
LEAST_SAVED = 10

Column = list[int]
#: What evaluates an operation: where Python has it as a function, that, which is faster. A truth
#: may be a Python one then; what stands in tables is made a number at the end.
_EVALUATE: dict[str, Callable[..., int]] = {
    **{name: row.evaluate for name, row in OPERATIONS.items()},
    "not": operator.not_, "==": operator.eq, "!=": operator.ne, "<": operator.lt,
    "<=": operator.le, ">": operator.gt, ">=": operator.ge, "|": operator.or_,
    "&": operator.and_, "+": operator.add, "-": operator.sub, "*": operator.mul,
}


class Columns:
    """The values of expressions of no state for many combinations of things at once: the value of
    an expression is a column of `size` numbers, one for each combination; `env` has the columns
    of the locals."""

    def __init__(self, env: dict[Local, Column], size: int) -> None:
        self.env = env
        self.size = size
        self._known: dict[E, Column] = {}

    def __call__(self, e: E) -> Column:
        found = self._known.get(e)
        if found is None:
            found = self._known[e] = self._column(e)
        return found

    def _each(self, function: Callable[..., int], *parts: E) -> Column:
        return [int(function(*values)) for values in zip(*map(self, parts), strict=True)]

    def _column(self, e: E) -> Column:
        match e:
            case Const(value=value):
                return [value] * self.size
            case Local():
                return self.env[e]
            case Op(op=name, args=args):
                return list(map(_EVALUATE[name], *map(self, args)))
            case Cond(test=test, then=then, otherwise=otherwise):
                return [one if chosen else other for chosen, one, other in zip(
                    self(test), self(then), self(otherwise), strict=True)]
            case Lookup(table=table, index=index):
                if len(index) == 1:
                    values = (*table.values, table.absent)
                    return [values[i] for i in self(index[0])]
                if len(index) == 2:
                    values, absent, width = table.values, table.absent, table.sizes[1]
                    return [values[i * width + j] if i >= 0 and j >= 0 else absent
                            for i, j in zip(*map(self, index), strict=True)]
                return self._each(table.at, *index)
            case Comp():
                return self._comp(e)
            case Call(function=function, args=args):
                given = dict(zip(function.params, map(self, args), strict=True))
                return Columns(given, self.size)(function.body)
            case Shift(value=inner, by=by):
                return [value + by if value >= 0 else -1 for value in self(inner)]
        return self._set(e)

    def _set(self, e: E) -> Column:
        match e:
            case Single(value=inner, size=size):
                return [1 << value if 0 <= value < size else 0 for value in self(inner)]
            case Lowest(set=inner):
                return [(mask & -mask).bit_length() - 1 for mask in self(inner)]
            case Size(set=inner):
                return [value.bit_count() for value in self(inner)]
            case Row(set=inner, index=index, size=size):
                return self._each(lambda s, i: s >> i * size & (1 << size) - 1, inner, index)
            case Steps(table=table, direction=direction, set=inner):
                ways = moves(table)
                return [shifted(held, ways[way]) if way >= 0 else 0
                        for way, held in zip(self(direction), self(inner), strict=True)]
            case Fill(start=start, over=over, table=table, direction=direction):
                ways = moves(table)
                return self._each(lambda s, o, d: fill(s, o, ways[d] if d >= 0 else ()),
                                  start, over, direction)
            case HasLine(set=inner, lines=lines):
                return [int(any(held & line == line for line in lines.values))
                        for held in self(inner)]
            case Image(table=table, set=inner):
                return [image(held, table.values) for held in self(inner)]
            case Grown(start=start, over=over, table=table):
                return self._each(lambda s, o: grown(s, o, table), start, over)
            case Leaders(set=inner, table=table):
                return [leaders(held, table) for held in self(inner)]
            case Union(var=var, set=inner, body=body):
                return self._folded(var, [members(held) for held in self(inner)], body, _union)
            case Ray(start=start, direction=direction, over=over):
                return self._each(lambda s, d, o: _ray(e, s, d, o), start, direction, over)
            case Distance(start=start, goal=goal, over=over):
                return self._each(e.measured, start, goal, over)
            case Reach(start=start, over=over, var=var, steps=body):
                things = range(var.type.most + 1)
                every = Columns(self._spread([things] * self.size) | {
                    var: list(things) * self.size}, self.size * len(things))(body)
                return [_reach(start, over, every[i * len(things) : (i + 1) * len(things)], e.whole)
                        for i, (start, over) in enumerate(
                            zip(self(start), self(over), strict=True))]
        raise AssertionError(e)

    def _spread(self, lists: Sequence[Sequence[int]]) -> dict[Local, Column]:
        """The columns of the locals with each value repeated once for each of a list."""
        counts = list(map(len, lists))
        return {local: [value for value, count in zip(column, counts, strict=True)
                        for _ in range(count)] for local, column in self.env.items()}

    def _folded(
        self, var: Local, lists: Sequence[Sequence[int]], e: E,
        fold: Callable[[Sequence[int]], int],
    ) -> Column:
        """For each combination, what becomes of the values of an expression over a list of values
        of a variable."""
        every = [value for values in lists for value in values]
        inner = Columns(self._spread(lists) | {var: every}, len(every))
        values = iter(inner(e))
        return [fold(list(islice(values, len(part)))) for part in lists]

    def _comp(self, e: Comp) -> Column:
        lists: list[Sequence[int]] = [range(e.size)] * self.size
        match e.kind:
            case "all":
                return self._folded(e.var, lists, e.test, lambda found: int(all(found)))
            case "any":
                return self._folded(e.var, lists, e.test, lambda found: int(any(found)))
            case "count":
                return self._folded(e.var, lists, e.test, lambda found: sum(map(bool, found)))
            case "set":
                return self._folded(e.var, lists, e.test, lambda found: sum(
                    1 << i for i, value in enumerate(found) if value))
            case "first":
                return self._folded(e.var, lists, e.test, lambda found: next(
                    (i for i, value in enumerate(found) if value), -1))
        tests = self._folded(e.var, lists, e.test, lambda found: sum(
            1 << i for i, value in enumerate(found) if value))
        chosen = [members(held) for held in tests]
        if e.kind == "values":
            return self._folded(e.var, chosen, e.value, lambda found: sum(
                1 << value for value in set(found) if value >= 0))
        fold: Callable[[Sequence[int]], int] = sum
        if e.kind != "total":
            best = max if e.kind == "greatest" else min
            fold = partial(best, default=0)
        return self._folded(e.var, chosen, e.value, fold)


def members(mask: int) -> list[int]:
    """The members of a mask, in ascending order."""
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def _union(masks: Sequence[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def _ray(e: Ray, start: int, direction: int, over: int) -> int:
    mask, at = 0, e.table.at(start, direction)
    while at >= 0 and over >> at & 1 and not mask >> at & 1:
        mask |= 1 << at
        at = e.table.at(at, direction)
    if at >= 0 and mask >> at & 1:
        at = -1  # it has come round to itself
    return at if e.end else mask


def _reach(start: int, over: int, relation: Sequence[int], whole: bool) -> int:
    if start < 0 or (whole and not over >> start & 1):
        return 0
    seen, layer = whole << start, relation[start] & over
    while layer:
        seen |= layer
        layer = _union([relation[i] for i in members(layer)]) & over & ~seen
    return seen


@kept
def work(e: E) -> int:
    """About how many steps the evaluation of an expression of no state takes."""
    found = 1 + sum(map(work, e.children))
    if isinstance(e, Comp):
        found *= e.size
    elif isinstance(e, (Union, Fill, Reach, Ray, Distance)):
        found *= 8
    elif isinstance(e, Call):
        found += work(e.function.body)
    return found


@kept
def walks_inside(e: E) -> bool:
    """Whether a walk is part of an expression: it is worked out in play, since it may stop it."""
    return isinstance(e, Walks) or any(map(walks_inside, e.children)) or (
        isinstance(e, Call) and walks_inside(e.function.body))


def _columns(sizes: tuple[int, ...]) -> list[list[int]]:
    """Each coordinate of all entries of a table, the last one running fastest."""
    columns, inner = [], prod(sizes)
    for size in sizes:
        outer, inner = prod(sizes) // inner, inner // size
        columns.append([i for i in range(size) for _ in range(inner)] * outer)
    return columns


class Tables:
    """Makes tables of expressions of no state; what was done once is kept. With `quick` none are
    made but those of what large fields place: a few moves are over sooner than the tables."""

    def __init__(self, quick: bool = False) -> None:
        self.quick = quick
        self._known: dict[E, E] = {}
        self._made: dict[tuple[E, int], Lookup | Const | None] = {}
        self._elements: dict[tuple[E, int], Lookup | None] = {}

    def __call__(self, e: E) -> E:
        found = self._known.get(e)
        if found is None:
            found = self._known[e] = self.table(e) or rebuilt(e, self)
        return found

    def worth(self, e: E) -> bool:
        """Whether a table saves something: looking something up in one does not."""
        if walks_inside(e):
            return False
        match e:
            case Const() | Local():
                return False
            case Lookup(index=index):
                return any(not isinstance(part, (Const, Local)) for part in index)
            case Op(op="not" | "some", args=(part,)):
                return self.worth(part)
            case Op(args=args) if len(args) == 2:
                return not all(isinstance(part, (Const, Local)) for part in args)
        return True

    def table(self, e: E, most_work: int = MOST_WORK) -> Lookup | Const | None:
        """An expression of no state as a table, if it is one and not too large."""
        if e.reads or self.quick:
            return None
        key = e, most_work
        if key not in self._made:
            self._made[key] = self._table(e, most_work) if self.worth(e) else None
        return self._made[key]

    def of_element(self, e: E, least_saved: int = LEAST_SAVED) -> Lookup | None:
        """An expression that says nothing of the state but one element of a field, as a table by
        that and by what else it depends on; None where that is too large, or saves too little."""
        if self.quick or len(e.reads) != 1 or isinstance(e, Load) or e.type.kind == "set":
            return None
        key = e, least_saved
        if key not in self._elements:
            self._elements[key] = None if walks_inside(e) else self._of_element(e, least_saved)
        return self._elements[key]

    @staticmethod
    def placed(var: Local, value: E, size: int) -> Placed | None:
        """The set of an expression's values for all values of a variable, below a size, where it
        says nothing but what an element of a field is for each, and the set is large."""
        loads = {part for part in walk(value) if isinstance(part, Load)}
        if size < LEAST_PLACED or len(loads) != 1 or value.free != {var} or value.calls:
            return None
        element, = loads
        assert isinstance(element, Load)
        made = element.field
        if element.index != (var,) or made.type.kind == "set" or made.size != var.type.most + 1:
            return None
        least, most = made.type.least, made.type.most
        held = Local("element_n0", number(least, most))  # the same each time, and nowhere else

        def change(part: E) -> E:
            return held if part is element else rebuilt(part, change) if part.reads else part

        said = change(value)
        if said.free != {held} or isinstance(said, Comp):
            return None
        table = _placing(said, held, size)
        return Placed(made, table, number(0, (1 << size) - 1))

    @staticmethod
    def _of_element(e: E, least_saved: int) -> Lookup | None:
        opened = inlined(e)
        loads = {part for part in walk(opened) if isinstance(part, Load)}
        if len(loads) != 1 or work(opened) < least_saved:
            return None
        element, = loads
        assert isinstance(element, Load)
        least, most = element.type.least, element.type.most
        if element.type.kind == "set" or any(
            not isinstance(part, (Const, Local)) or part.type.least < 0 for part in element.index
        ):
            return None
        value = fresh("element", number(0, most - least))

        def change(part: E) -> E:
            if part is element:
                return op("+", value, Const(least))
            return rebuilt(part, change) if part.reads else part

        said = change(opened)
        others = sorted(said.free - {value}, key=lambda local: local.name)
        if said.reads or len(others) > 1 or any(
            local.type.least < 0 or local.type.kind == "set" for local in others
        ):
            return None
        used = (*others, value)
        sizes = tuple(local.type.most + 1 for local in used)
        if prod(sizes) > MOST_ENTRIES or prod(sizes) * work(said) > MOST_WORK:
            return None
        env = dict(zip(used, _columns(sizes), strict=True))
        values = tuple(map(int, Columns(env, prod(sizes))(said)))
        index = (*others, op("-", element, Const(least)) if least else element)
        return Lookup(Table(values, sizes, e.type.absent), index, e.type)

    @staticmethod
    def _table(e: E, most_work: int) -> Lookup | Const | None:
        used = sorted(e.free, key=lambda local: local.name)
        if len(used) > 2 or any(local.type.least < -1 or local.type.kind == "set"
                                for local in used):
            return None
        sizes = tuple(local.type.most + 1 for local in used)
        none = [min(0, local.type.least) for local in used]
        whole = tuple(size - least for size, least in zip(sizes, none, strict=True))
        if prod(whole) > MOST_ENTRIES or prod(whole) * work(e) > most_work:
            return None
        columns = [[at + least for at in column]
                   for least, column in zip(none, _columns(whole), strict=True)]
        found = list(map(int, Columns(dict(zip(used, columns, strict=True)), prod(whole))(e)))
        if len(set(found)) == 1:
            return Const(found[0])
        absent = e.type.absent
        if any(none):
            is_none = [min(places) < 0 for places in zip(*columns, strict=True)]
            nothing = set(compress(found, is_none))
            if len(nothing) > 1:
                return None  # what it is where one is none depends on the other
            found = list(compress(found, map(operator.not_, is_none)))
            absent = nothing.pop() if nothing else absent
        return Lookup(Table(tuple(found), sizes, absent), tuple(used), e.type)


@lru_cache(maxsize=64)  # many conditions of a game speak of the same elements
def _placing(said: E, held: Local, size: int) -> Table:
    """What an expression is for all values of the one local in it, where that is below a size."""
    values = [*range(held.type.least, held.type.most + 1)]
    things = Columns({held: values}, len(values))(said)
    return Table(tuple([x if 0 <= x < size else -1 for x in things]), (len(things),), -1)
