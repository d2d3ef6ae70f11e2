"""Expressions of no state become constant tables of the locals they depend on.

What is said of the geometry of a board, of kinds and of players is worked out here, once for each
combination of things it can be asked of, while the program is planned.
"""

from __future__ import annotations

from functools import reduce
from itertools import product
from math import prod

from rulewright.interpreter.ir import (
    FOLDS,
    OPERATIONS,
    Call,
    Comp,
    Cond,
    Const,
    E,
    HasLine,
    Local,
    Lookup,
    Op,
    Ray,
    Reach,
    Shift,
    Table,
    rebuilt,
)
from rulewright.interpreter.passes.nodes import Fill, Row, Single, Size, Steps, Union, fill, steps

#: Entries of one table, and steps of work for it: at once, or when there is no better form.
MOST_ENTRIES = 1 << 13
LITTLE_WORK = 8_000
MOST_WORK = 150_000

Env = dict[Local, int]


class Evaluator:
    """The values of expressions of no state."""

    def value(self, e: E, env: Env) -> int:
        match e:
            case Const(value=value):
                return value
            case Local():
                return env[e]
            case Op(op="and", args=args):
                return int(all(self.value(arg, env) for arg in args))
            case Op(op="or", args=args):
                return int(any(self.value(arg, env) for arg in args))
            case Op(op=name, args=args):
                return OPERATIONS[name].evaluate(*[self.value(arg, env) for arg in args])
            case Cond(test=test, then=then, otherwise=otherwise):
                return self.value(then if self.value(test, env) else otherwise, env)
            case Lookup(table=table, index=index):
                return table.at(*[self.value(part, env) for part in index])
            case Comp():
                return self._comp(e, env)
            case Call(function=function, args=args):
                given = [self.value(arg, env) for arg in args]
                return self.value(function.body, dict(zip(function.params, given, strict=True)))
            case Shift(value=inner, by=by):
                value = self.value(inner, env)
                return value + by if value >= 0 else -1
        return self._set(e, env)

    def _set(self, e: E, env: Env) -> int:
        match e:
            case Single(value=inner, size=size):
                value = self.value(inner, env)
                return 1 << value if 0 <= value < size else 0
            case Size(set=inner):
                return self.value(inner, env).bit_count()
            case Row(set=inner, index=index, size=size):
                moved = self.value(inner, env) >> self.value(index, env) * size
                return moved & (1 << size) - 1
            case Steps(table=table, direction=direction, set=inner):
                return steps(table, self.value(direction, env), self.value(inner, env))
            case Fill(start=start, over=over, table=table, direction=direction):
                return fill(self.value(start, env), self.value(over, env), table,
                            self.value(direction, env))
            case Union(var=var, set=inner, body=body):
                found, rest = 0, self.value(inner, env)
                for value in range(rest.bit_length()):
                    if rest >> value & 1:
                        found |= self.value(body, {**env, var: value})
                return found
            case HasLine(set=inner, lines=lines):
                held = self.value(inner, env)
                return int(any(held & line == line for line in lines.values))
            case Ray():
                return self._ray(e, env)
            case Reach(start=start, over=over, var=var, steps=body):
                return self._reach(start, over, var, body, env)
        raise AssertionError(e)

    def _comp(self, e: Comp, env: Env) -> int:
        if e.kind in ("any", "all"):
            wanted = e.kind == "any"
            for value in range(e.size):
                if bool(self.value(e.test, {**env, e.var: value})) is wanted:
                    return int(wanted)
            return int(not wanted)
        found = [value for value in range(e.size) if self.value(e.test, {**env, e.var: value})]
        if not FOLDS[e.kind].valued:
            return len(found) if e.kind == "count" else sum(1 << value for value in found)
        values = [self.value(e.value, {**env, e.var: value}) for value in found]
        if e.kind == "total":
            return sum(values)
        return (max if e.kind == "greatest" else min)(values, default=0)

    def _ray(self, e: Ray, env: Env) -> int:
        at, direction = self.value(e.start, env), self.value(e.direction, env)
        over, mask = self.value(e.over, env), 0
        at = e.table.at(at, direction)
        while at >= 0 and over >> at & 1 and not mask >> at & 1:
            mask |= 1 << at
            at = e.table.at(at, direction)
        if at >= 0 and mask >> at & 1:
            at = -1  # it has come round to itself
        return at if e.end else mask

    def _reach(self, start: E, over: E, var: Local, body: E, env: Env) -> int:
        at, allowed = self.value(start, env), self.value(over, env)
        if at < 0:
            return 0
        seen, layer = 0, self.value(body, {**env, var: at}) & allowed
        while layer:
            seen |= layer
            layer = reduce(int.__or__, (
                self.value(body, {**env, var: value}) for value in range(layer.bit_length())
                if layer >> value & 1)) & allowed & ~seen
        return seen


def work(e: E) -> int:
    """About how many steps the evaluation of an expression of no state takes."""
    inside = 1 + sum(work(part) for part in e.children)
    if isinstance(e, Comp):
        return inside * e.size
    if isinstance(e, (Union, Fill, Reach, Ray)):
        return inside * 8
    if isinstance(e, Call):
        return inside + work(e.function.body)
    return inside


class Tables:
    """Makes tables of expressions of no state; what was done once is kept."""

    def __init__(self) -> None:
        self._known: dict[E, E] = {}
        self._plain: dict[E, bool] = {}
        self._evaluate = Evaluator().value

    def __call__(self, e: E) -> E:
        found = self._known.get(e)
        if found is None:
            found = self._known[e] = self.table(e) or rebuilt(e, self)
        return found

    def worth(self, e: E) -> bool:
        """Whether a table saves something: looking something up in one does not."""
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
        if e.reads or not self.worth(e):
            return None
        used = sorted(e.free, key=lambda local: local.name)
        if len(used) > 2 or any(local.type.least < 0 or local.type.kind == "set"
                                for local in used):
            return None
        sizes = tuple(local.type.most + 1 for local in used)
        if prod(sizes) > MOST_ENTRIES or prod(sizes) * work(e) > most_work:
            return None
        values = tuple(
            self._evaluate(e, dict(zip(used, index, strict=True)))
            for index in product(*map(range, sizes))
        )
        if len(set(values)) == 1:
            return Const(values[0])
        return Lookup(Table(values, sizes, e.type.absent), tuple(used), e.type)
