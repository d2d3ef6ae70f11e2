"""Building expressions: constants are folded, so that options leave no trace in a program.

Only what is settled by constants is simplified here; what needs types or facts about the program
is the work of `passes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import count
from typing import Any

from rulewright.interpreter.ir.expressions import (
    Call,
    Comp,
    Cond,
    Const,
    E,
    Load,
    Local,
    Lookup,
    Op,
    Ray,
    Reach,
    Shift,
    Table,
)
from rulewright.interpreter.ir.fields import Field
from rulewright.interpreter.ir.interned import changed, kept
from rulewright.interpreter.ir.operations import OPERATIONS
from rulewright.interpreter.ir.types import BOOL, VType, number, or_none
from rulewright.interpreter.ir.walks import Walks

TRUE = Const(1)
FALSE = Const(0)
NONE = Const(-1)
_FRESH = count(1)


def fresh(stem: str, kind: VType) -> Local:
    """A local that occurs nowhere yet; `stem` says what it stands for."""
    word = "".join(c for c in stem.lower() if "a" <= c <= "z") or "x"
    plain = kind if kind.piece is None else changed(kind, piece=None)
    return Local(f"{word}_n{next(_FRESH)}", plain)


def op(name: str, *args: E) -> E:
    """An operation; `and`, `or`, `not` are simplified, constants are computed."""
    if name in ("and", "or"):
        return _connect(name, args)
    if name == "not" and isinstance(args[0], Op) and args[0].op == "not":
        return args[0].args[0]
    if name in ("+", "-") and args[1] is FALSE:
        return args[0]
    if name == "some" and args[0].type.least >= 0:
        return TRUE
    values: list[int] = []
    for arg in args:
        if not isinstance(arg, Const):
            return Op(name, args)
        values.append(arg.value)
    return Const(OPERATIONS[name].evaluate(*values))


def _connect(name: str, args: tuple[E, ...]) -> E:
    absorbing = FALSE if name == "and" else TRUE
    kept: list[E] = []
    for arg in args:
        if isinstance(arg, Const):
            if arg is absorbing:
                return absorbing
            continue
        if isinstance(arg, Op) and arg.op == name:
            kept += arg.args
        else:
            kept.append(arg)
    if not kept:
        return FALSE if name == "or" else TRUE
    if len(kept) == 1:
        return kept[0]
    each = tuple(dict.fromkeys(kept))
    return each[0] if len(each) == 1 else Op(name, each)


def cond(test: E, then: E, otherwise: E) -> E:
    """A choice between two values."""
    if isinstance(test, Const):
        return then if test.value else otherwise
    return then if then is otherwise else Cond(test, then, otherwise)


def load(field: Field, *index: E) -> E:
    """An element of a field; what is fixed is looked up."""
    if field.fixed:
        table = Table(field.first, tuple(dim.size for dim in field.dims), field.type.absent)
        asked = field.type.kind == "thing" and any(part.type.least < 0 for part in index)
        return lookup(table, or_none(field.type) if asked else field.type, *index)
    return Load(field, index)


def lookup(table: Table, kind: VType, *index: E) -> E:
    """The value of a table; of constants it is worked out."""
    values = [part.value for part in index if isinstance(part, Const)]
    if len(values) == len(index):
        return Const(table.at(*values))
    return Lookup(table, index, kind)


def shift(value: E, by: int, kind: VType) -> E:
    """A thing as a thing of another type."""
    if isinstance(value, Const):
        return Const(value.value + by if value.value >= 0 else -1)
    if by == 0 and (value.type.words, value.type.domain) == (kind.words, kind.domain):
        return value
    if isinstance(value, Shift):
        return shift(value.value, value.by + by, kind)
    none = value.type.least < 0
    if kind.none != none or kind.piece is not None:
        kind = changed(kind, none=none, piece=None)
    return Shift(value, by, kind)


def comp(kind: str, var: Local, test: E, value: E = FALSE) -> E:
    """A comprehension; constant tests are simplified where the value is not used."""
    size = var.type.most + 1
    if isinstance(test, Const):
        if kind == "set":
            return Const((1 << size) - 1 if test.value else 0)
        if kind == "any" and (not test.value or size):
            return Const(int(bool(test.value) and size > 0))
        if kind == "all" and (test.value or size):
            return Const(int(bool(test.value) or size == 0))
        if kind == "count":
            return Const(size if test.value else 0)
        if kind == "first":
            return Const(0 if test.value and size else -1)
    bound, (test, value) = _closed(var, test, value)
    return Comp(kind, bound, test, value, comp_type(kind, var.type, value.type))


@lru_cache(maxsize=4096)
def comp_type(kind: str, one: VType, value: VType) -> VType:
    """The type of a comprehension over things of a type."""
    size = one.most + 1
    match kind:
        case "all" | "any":
            return BOOL
        case "count":
            return number(0, size)
        case "set":
            return VType("set", words=one.words, domain=one.domain) if (
                one.kind == "thing") else number(0, (1 << size) - 1)
        case "first":
            return or_none(one) if one.kind == "thing" else number(-1, size - 1)
        case "values":
            if value.kind == "thing":
                return VType("set", words=value.words, domain=value.domain)
            return number(0, (2 << max(0, value.most)) - 1)
        case "total":
            return number(min(0, value.least * size), max(0, value.most * size))
    return number(min(0, value.least), max(0, value.most))


def reach(start: E, over: E, var: Local, steps: E, kind: VType, whole: bool = False) -> E:
    """All that can be reached by steps of a relation (see `Reach`)."""
    bound, (steps,) = _closed(var, steps, below=max(start.height, over.height))
    return Reach(start, over, bound, steps, kind, whole)


def _closed(var: Local, *body: E, below: int = 0) -> tuple[Local, tuple[E, ...]]:
    """A binder and what it binds, with the variable named by its height: alike expressions then
    are one node, and no binder has the name of one around it."""
    for part in body:
        below = max(below, part.height)
    bound = _binder(var, below + 1)
    if bound is var:
        return bound, body
    where = {var: bound}
    return bound, tuple([substituted(part, where) for part in body])


@lru_cache(maxsize=4096)
def _binder(var: Local, height: int) -> Local:
    """What a variable is named as a binder of some height."""
    stem = var.name.partition("_")[0].rstrip("0123456789")
    return Local(f"{stem}_{height}", var.type)


def walks(node: Walks) -> E:
    """The results of walks, with the locals named by the node's height (see `_closed`)."""
    height = 1 + max(e.height for e in (node.start, *node.firsts, *node.inside))
    names: dict[str, Local] = {}
    binds: dict[Local, Local] = {}
    for local in node.binds:
        stem = local.name.partition("_")[0].rstrip("0123456789")
        while f"{stem}_{height}" in names:
            stem += "x"
        binds[local] = names[f"{stem}_{height}"] = Local(f"{stem}_{height}", local.type)
    if all(new is old for old, new in binds.items()):
        return node
    return node.with_parts(lambda e: e, lambda e: substituted(e, binds), binds)


def ray(start: E, direction: E, over: E, table: Table, end: bool, kind: VType) -> E:
    """A run in a direction (see `Ray`)."""
    return Ray(start, direction, over, table, end, kind)


# ---- rebuilding ----------------------------------------------------------------------------------


def rebuilt(e: E, change: Callable[[E], E]) -> E:
    """The expression with every part directly inside replaced by `change(part)`; what a binder
    binds is opened before and closed behind it."""
    match e:
        case Comp():
            inner = _opened(e.var)
            where = {e.var: inner}
            before = substituted(e.test, where), substituted(e.value, where)
            test, value = map(change, before)
            if (test, value) == before:
                return e
            return comp(e.kind, inner, test, value)
        case Reach():
            inner = _opened(e.var)
            opened = substituted(e.steps, {e.var: inner})
            steps, start, over = change(opened), change(e.start), change(e.over)
            if (start, over, steps) == (e.start, e.over, opened):
                return e
            return reach(start, over, inner, steps, e.type, e.whole)
        case Walks():
            inside = {local: _opened(local) for local in e.binds}
            return walks(e.with_parts(
                change, lambda part: change(substituted(part, inside)), inside))
    parts = [change(part) for part in e.children]
    return e if tuple(parts) == e.children else with_children(e, parts)


def with_children(e: E, parts: list[E]) -> E:
    """A node without binders, of the same kind with other parts, in the order of `children`."""
    make = _WITH_CHILDREN.get(type(e))
    if make is not None:
        return make(e, parts)
    named = dict(zip([n for n in e.__match_args__ if isinstance(getattr(e, n), E)], parts,
                     strict=True))
    return type(e)(*(named.get(n, getattr(e, n)) for n in e.__match_args__))


#: For each kind of node that holds its parts in another way than by name, or is simplified.
_WITH_CHILDREN: dict[type, Callable[[Any, list[E]], E]] = {
    Op: lambda e, parts: op(e.op, *parts),
    Cond: lambda e, parts: cond(*parts),
    Load: lambda e, parts: Load(e.field, tuple(parts)),
    Lookup: lambda e, parts: lookup(e.table, e.type, *parts),
    Shift: lambda e, parts: shift(parts[0], e.by, e.type),
    Call: lambda e, parts: Call(e.function, tuple(parts)),
    Ray: lambda e, parts: Ray(parts[0], parts[1], parts[2], e.table, e.end, e.type),
}


def _opened(var: Local) -> Local:
    return fresh(var.name.partition("_")[0], var.type)


def substituted(e: E, where: Mapping[Local, E]) -> E:
    """The expression with free locals replaced. The replacements may use no local that is bound
    in the expression; locals made by `fresh` never are."""
    return _put(e, where, {})


def _put(e: E, where: Mapping[Local, E], known: dict[E, E]) -> E:
    """`substituted`, with what is known of parts. (No function that refers to itself: it would
    keep all of them until garbage is looked for.)"""
    if e.free.isdisjoint(where):
        return e
    if isinstance(e, Local):
        return where[e]
    found = known.get(e)
    if found is None:
        found = known[e] = _put_inside(e, where, known)
    return found


def _put_inside(e: E, where: Mapping[Local, E], known: dict[E, E]) -> E:
    make = _WITH_CHILDREN.get(type(e))
    if make is not None:
        return make(e, [child if child.free.isdisjoint(where) else _put(child, where, known)
                        for child in e.children])
    match e:
        case Comp(kind=kind, var=var, test=test, value=value):
            return comp(kind, var, _put(test, where, known), _put(value, where, known))
        case Reach(start=start, over=over, var=var, steps=steps, type=kind):
            start, over, steps = (_put(part, where, known) for part in (start, over, steps))
            return reach(start, over, var, steps, kind, e.whole)
        case Walks():
            def change(part: E) -> E:
                return _put(part, where, known)

            return walks(e.with_parts(change, change, {local: local for local in e.binds}))
    return with_children(e, [_put(child, where, known) for child in e.children])


def inlined(e: E, known: dict[E, E] | None = None) -> E:
    """The expression with the bodies of functions in the place of calls. `known` keeps what was
    done, for several expressions. The result shares its parts, but as a tree it may be large."""
    if not e.calls:
        return e
    return _inlined(e, {} if known is None else known)


@kept
def _inlined_height(e: E) -> int:
    """The height that an expression has at most with the bodies of functions in place of calls."""
    height = max([_inlined_height(part) for part in e.children], default=0)
    if isinstance(e, Call):
        return height + _inlined_height(e.function.body)
    return height + e.height - max([part.height for part in e.children], default=0)


def _inlined(e: E, known: dict[E, E]) -> E:
    if not e.calls:
        return e
    found = known.get(e)
    if found is None:
        if isinstance(e, Call):
            args = [_inlined(arg, known) for arg in e.args]
            where = dict(zip(e.function.params, args, strict=True))
            found = substituted(_inlined(e.function.body, known), where)
        elif isinstance(e, Comp) and _inlined_height(e) == e.height:  # so its variable stays
            found = comp(e.kind, e.var, _inlined(e.test, known), _inlined(e.value, known))
        else:
            found = rebuilt(e, lambda part: _inlined(part, known))
        known[e] = found
    return found


def conjuncts(e: E) -> tuple[E, ...]:
    """The conditions that are all demanded."""
    return e.args if isinstance(e, Op) and e.op == "and" else (e,)


def never_all(tests: Iterable[E], known: bool = True) -> bool:
    """Whether conditions demand that one value is two; of values that are not `known`, whether
    they demand that it is what two phrases say."""
    equal: dict[E, E] = {}
    for e in (e for test in tests for e in conjuncts(test)):
        match e:
            case Op("==", (left, Const() as value)) if equal.setdefault(left, value) != value:
                return True
            case Op("==", (left, value)) if not known and equal.setdefault(left, value) != value:
                return True
    return False
