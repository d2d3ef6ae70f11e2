"""Simplification of expressions by what their types and their parts tell.

Each rule is right for every state, since every expression is total. Calls are put in line where
the body is small or says nothing about the state; elsewhere they stay calls, until a variable that
a loop runs over makes it worth while to look inside (see `masks`).
"""

from __future__ import annotations

from rulewright.interpreter.ir import (
    FALSE,
    TRUE,
    Call,
    Comp,
    Cond,
    Const,
    E,
    Load,
    Lookup,
    Op,
    Ray,
    Shift,
    conjuncts,
    is_walk,
    op,
    rebuilt,
    substituted,
)

#: Functions of at most so many nodes, with what is in line in them, are put in line.
SMALL = 12


def nodes(e: E, most: int) -> int:
    """How many nodes an expression has as a tree; counting stops beyond a limit."""
    found = 1
    for part in e.children:
        if found > most:
            break
        found += nodes(part, most - found)
    return found


class Simplifier:
    """Simplifies the expressions of one program; what was done once is kept."""

    def __init__(self) -> None:
        self._known: dict[E, E] = {}

    def __call__(self, e: E) -> E:
        found = self._known.get(e)
        if found is None:
            found = self._known[e] = self._rules(rebuilt(e, self)) if e.children or isinstance(
                e, Call) else e
        return found

    def inline(self, call: Call) -> E:
        """The body of a function for some arguments."""
        where = dict(zip(call.function.params, call.args, strict=True))
        return self(substituted(call.function.body, where))

    def _rules(self, e: E) -> E:
        match e:
            case Call(function=function) if not is_walk(e):
                if nodes(self(function.body), SMALL) <= SMALL:
                    return self.inline(e)
            case Shift(value=value, by=0):
                return value
            case Cond(test=Op(op="some", args=(thing,)), then=then, otherwise=Const(value=-1)):
                if thing is then:
                    return then
            case Op(op="in", args=(thing, Comp(kind="set") as members)):
                return self._member(e, thing, members)
            case Op(op="==" | "!="):
                return self._equal(e)
            case Op(op="and", args=parts):
                return self._demanded(parts)
            case Comp(kind="any"):
                return self._one_point(e)
        return e

    def _member(self, e: E, thing: E, members: Comp) -> E:
        """Membership in a set that a condition says is the condition."""
        if thing.type.most >= members.size:
            return e
        test = self(substituted(members.test, {members.var: thing}))
        return test if thing.type.least >= 0 else op("and", self(op("some", thing)), test)

    def _equal(self, e: Op) -> E:
        """The end of a ray is the next thing when that is not in what the ray goes over."""
        for one, other in (e.args, e.args[::-1]):
            if isinstance(one, Ray) and one.end and isinstance(other, Lookup) and (
                other.table is one.table and other.index == (one.start, one.direction)
            ):
                stops = op("not", op("in", other, one.over))
                return stops if e.op == "==" else op("not", stops)
        if isinstance(e.args[1], Const) and e.args[0].type.least >= -1 == e.args[1].value:
            some = op("some", e.args[0])
            return op("not", some) if e.op == "==" else some
        return e

    def _demanded(self, parts: tuple[E, ...]) -> E:
        """What is equal to some thing, or whose element is, is not none; the other conditions
        need not ask."""
        given = {
            thing for part in parts if isinstance(part, Op) and part.op == "=="
            for thing, other in (part.args, part.args[::-1]) if other.type.least >= 0
        }
        given |= {part.args[0] for part in parts if isinstance(part, Op) and part.op == "in"}
        waiting = list(given)
        for thing in waiting:
            more = set(_places(thing)) - given
            given |= more
            waiting += more
        some = {op("some", thing) for thing in given if thing.type.least < 0}
        if not some:
            return op("and", *parts)
        return op("and", *(_assumed(part, some) for part in parts))

    def _one_point(self, e: Comp) -> E:
        """Of a variable that is said to be one thing, nothing else need be tried."""
        parts = conjuncts(e.test)
        for part in parts:
            if isinstance(part, Op) and part.op == "==":
                for this, thing in (part.args, part.args[::-1]):
                    if this is e.var and e.var not in thing.free:
                        return self._at(e, thing, [p for p in parts if p is not part])
        return e

    def _at(self, e: Comp, thing: E, rest: list[E]) -> E:
        test: E = TRUE
        if thing.type.least < 0:
            test = op(">=", thing, FALSE) if thing.type.least < -1 else op("some", thing)
        if thing.type.most >= e.size:
            test = op("and", test, op("<", thing, Const(e.size)))
        return self(op("and", test, *(substituted(part, {e.var: thing}) for part in rest)))


def _places(thing: E) -> tuple[E, ...]:
    """The indices of an element that is some thing: of none there is none."""
    match thing:
        case Load(field=made, index=index) if made.type.absent < 0:
            return tuple(part for part in index if part.type.least < 0)
        case Lookup(table=table, index=index) if table.absent < 0:
            return tuple(part for part in index if part.type.least < 0)
        case Shift(value=value):
            return (value,)
    return ()


def _assumed(e: E, true: set[E]) -> E:
    """A condition where others hold."""
    if e in true:
        return TRUE
    if isinstance(e, Op) and e.op in ("and", "or", "not"):
        return op(e.op, *(_assumed(part, true) for part in e.args))
    return e
