"""What evaluations cost and how many members sets have, as far as a program tells.

Efforts are in operations on integers; they only serve to choose between two ways to the same
value, so that nothing depends on them but speed.
"""

from __future__ import annotations

from rulewright.interpreter.ir import (
    Call,
    Comp,
    Cond,
    Const,
    Distance,
    E,
    Field,
    HasLine,
    Local,
    Lookup,
    Op,
    Ray,
    Reach,
    Times,
    Walks,
    walk,
)
from rulewright.interpreter.passes.nodes import (
    Fill,
    Grown,
    Image,
    Leaders,
    Placed,
    Position,
    Row,
    Scan,
    Single,
    Steps,
    Union,
    Where,
)

#: So many things are few: it may be worth while to go through them one by one.
FEW = 8
#: About how often a loop that stands in another is begun.
OUTER_ROUNDS = 16


def effort(e: E, *among: Local) -> float:
    """About how many operations an evaluation takes, not counting what depends on none of some
    variables, if any are given; kept beside the expression."""
    if among and e.free.isdisjoint(among):
        return 0
    known: dict[tuple[Local, ...], float] = e.__dict__.setdefault("effort", {})
    found = known.get(among)
    if found is None:
        found = known[among] = _effort(e, among)
    return found


def _effort(e: E, among: tuple[Local, ...]) -> float:
    inside = sum(effort(part, *among) for part in e.children)
    match e:
        case Const() | Local():
            return 0
        case Comp():
            return _rounds(e, inside)
        case Union(set=members, body=body):
            size = members.type.most.bit_length()
            return 4 + effort(members, *among) + size * density(members, size) * (
                3 + effort(body, *among))
        case Walks():
            return 100 + 50 * inside
        case Call(function=function):
            return inside + own_effort(e) + effort(function.body)
    return inside + own_effort(e)


def _rounds(e: Comp, inside: float) -> float:
    """The operations for a loop of which each round takes so many."""
    rounds = e.size / 2 if e.kind in ("any", "all", "first") else e.size
    return 4 + (rounds if e.size <= FEW else 4 + rounds / 4) * (2 + inside)


def effort_of_test(test: E, var: Local) -> float:
    """The operations for a test of one value of a variable, without what can be done in front of
    all tests: in a loop over few things that is what does not depend on its variable either."""
    match test:
        case Op(op="not", args=(part,)):
            return 1 + effort_of_test(part, var)
        case Comp(size=size) if size <= FEW and var in test.free:
            return _rounds(test, sum(effort(part, var, test.var) for part in test.children))
    return effort(test, var)


def added_effort(members: E, test: E, var: Local, nested: bool = False) -> float:
    """The operations for a set that takes the place of a test of its members, without those for
    what the test looks at in front of the loop as well. Where the loop is `nested` in another, what
    depends on the state alone is worked out in front of both."""
    shared = {part for part in walk(test) if var not in part.free}

    def added(e: E) -> float:
        if e in shared:
            return 0
        if nested and not e.free:
            return effort(e) / OUTER_ROUNDS
        if isinstance(e, (Comp, Union)):
            return effort(e)
        more = effort(e.function.body) if isinstance(e, Call) else 0
        return own_effort(e) + more + sum(map(added, e.children))

    return added(members)


def own_effort(e: E) -> int:
    """About how many operations an expression that is no loop takes when its parts are known; of a
    call, without those of the function."""
    match e:
        case Const() | Local():
            return 0
        case Fill() | Grown():
            return 30
        case Ray() | Scan():
            return 8
        case Steps(direction=Const()) | Call():
            return 3
        case Image():
            return 8
        case Steps():
            return 12
        case Leaders():
            return 80
        case Placed():
            return 40
        case Reach() | Distance() | HasLine() | Times() | Position():
            return 40
    return 1


def density(members: E, size: int) -> float:
    """About what part of the things below `size` is in a set."""
    match members:
        case Const(value=value):
            return value.bit_count() / max(1, size)
        case Where(field=Field(type=kind), value=Const(value=-1)) if kind.least < 0:
            return 0.5  # places are mostly empty, whatever may stand on them
        case Where(field=made):
            return 1 / max(2, made.type.most - made.type.least + 1)
        case Scan(field=made):
            return 1 / max(2, made.size)
        case Row(set=inner):
            return density(inner, size)
        case Single():
            return 1 / max(1, size)
        case Lookup(table=table) if table.values:
            return sum(value.bit_count() for value in table.values) / len(table.values) / max(
                1, size)
        case Op(op="&", args=(one, other)):
            return density(one, size) * density(other, size)
        case Op(op="|", args=(one, other)):
            return min(1.0, density(one, size) + density(other, size))
        case Op(op="less", args=(one, other)):
            return density(one, size) * (1 - density(other, size))
        case Cond(then=then, otherwise=otherwise):
            return max(density(then, size), density(otherwise, size))
    return 0.3
