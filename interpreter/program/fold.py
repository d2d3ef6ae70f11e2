"""Building expressions with constants folded, so that options leave no trace in a program."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable

from rulewright.interpreter.program.ir import Comp, Cond, Const, E, Load, Local, Op

TRUE = Const(1)
FALSE = Const(0)
NONE = Const(-1)

_FOLD: dict[str, Callable[[int, int], int]] = {
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "in": lambda a, b: int(a >= 0 and b >> a & 1),
    "&": operator.and_,
    "|": operator.or_,
    "less": lambda a, b: a & ~b,
}


def op(name: str, *args: E) -> E:
    """An operation; `and`, `or`, `not` are simplified, constants are computed."""
    if name == "not":
        (arg,) = args
        if isinstance(arg, Const):
            return Const(int(not arg.value))
        return arg.args[0] if isinstance(arg, Op) and arg.op == "not" else Op("not", args)
    if name in ("and", "or"):
        return _connect(name, args)
    left, right = args
    if name in ("+", "-") and right == FALSE:
        return left
    if isinstance(left, Const) and isinstance(right, Const):
        return Const(_FOLD[name](left.value, right.value))
    return Op(name, args)


def _connect(name: str, args: Iterable[E]) -> E:
    neutral, absorbing = (1, 0) if name == "and" else (0, 1)
    kept: list[E] = []
    for arg in args:
        if isinstance(arg, Const):
            if bool(arg.value) == bool(absorbing):
                return Const(absorbing)
            continue
        kept.extend(arg.args if isinstance(arg, Op) and arg.op == name else (arg,))
    if not kept:
        return Const(neutral)
    return kept[0] if len(kept) == 1 else Op(name, tuple(kept))


def cond(test: E, then: E, otherwise: E) -> E:
    """A choice between two values."""
    if isinstance(test, Const):
        return then if test.value else otherwise
    return then if then == otherwise else Cond(test, then, otherwise)


def comp(kind: str, var: str, size: int, test: E, value: E = FALSE) -> E:
    """A comprehension; constant tests over 'any', 'all' and 'set' are simplified."""
    if isinstance(test, Const):
        if kind == "set":
            return Const((1 << size) - 1 if test.value else 0)
        if kind == "any" and (not test.value or size):
            return Const(int(bool(test.value) and size > 0))
        if kind == "all" and (test.value or size):
            return Const(int(bool(test.value) or size == 0))
        if kind == "count":
            return Const(size if test.value else 0)
    return Comp(kind, var, size, test, value)


def children(e: E) -> list[E]:
    """The expressions directly inside an expression."""
    found: list[E] = []
    for name in getattr(e, "__dataclass_fields__", {}):
        part = getattr(e, name)
        if isinstance(part, E):
            found.append(part)
        elif isinstance(part, tuple):
            found.extend(p for p in part if isinstance(p, E))
    return found


def walk(e: E) -> Iterable[E]:
    """An expression and everything inside it."""
    yield e
    for child in children(e):
        yield from walk(child)


def locals_of(e: E) -> frozenset[str]:
    """The locals an expression uses and does not bind itself."""
    bound = {c.var for c in walk(e) if isinstance(c, Comp)}
    return frozenset(x.name for x in walk(e) if isinstance(x, Local)) - bound


def fields_of(e: E) -> frozenset[int]:
    """The fields an expression reads."""
    return frozenset(x.field for x in walk(e) if isinstance(x, Load))


def conjuncts(e: E) -> tuple[E, ...]:
    """The conditions that are all demanded."""
    return e.args if isinstance(e, Op) and e.op == "and" else (e,)
