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

#: About how often a loop that stands in another is begun.
OUTER_ROUNDS = 16


def effort(e: E, var: Local | None = None) -> float:
    """About how many operations an evaluation takes, not counting what does not depend on a
    variable; kept beside the expression."""
    if var is not None and var not in e.free:
        return 0
    known: dict[Local | None, float] = e.__dict__.setdefault("effort", {})
    found = known.get(var)
    if found is None:
        found = known[var] = _effort(e, var)
    return found


def _effort(e: E, var: Local | None) -> float:
    inside = sum(effort(part, var) for part in e.children)
    match e:
        case Const() | Local():
            return 0
        case Comp(kind=kind, size=size):
            rounds = size / 2 if kind in ("any", "all", "first") else size
            return 4 + (rounds if size <= 8 else 4 + rounds / 4) * (2 + inside)
        case Union(set=members, body=body):
            size = members.type.most.bit_length()
            return 4 + effort(members, var) + size * density(members, size) * (
                3 + effort(body, var))
        case Walks():
            return 100 + 50 * inside
        case Call(function=function):
            return inside + own_effort(e) + effort(function.body)
    return inside + own_effort(e)


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
