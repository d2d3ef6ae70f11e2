"""Pieces with a number that are alike: for those who play they are one.

Two pieces of a noun are alike if they belong to the same player, are at the same place, have the
same attributes and qualities, as many pieces of each sort are on both, and nothing refers to one of
them only: no attribute, and no name that is bound where they are spoken of. A choice offers the
first of those that are alike; a roll counts them all for the first.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.ir import (
    TRUE,
    Const,
    E,
    Field,
    Guard,
    Local,
    VType,
    comp,
    fresh,
    load,
    op,
    shift,
    substituted,
)
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.lowered import Members
from rulewright.interpreter.lower.numbered import is_at, numbered, owner, piece_on, place_of
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.typed import Typed
from rulewright.interpreter.model.places import Numbered
from rulewright.interpreter.source import Span


def alike_guard(context: Context, members: Members, scope: Scope, span: Span) -> Guard | None:
    """That a candidate is the first of those that are alike; None where none can be."""
    found = _other(context, members, scope)
    if found is None:
        return None
    other, alike = found
    test = op("not", comp("any", other, op("and", op("<", other, members.var), alike)))
    noun = members.type.domain.noun if members.type.domain else ""
    return Guard(test, span, (), f"another {noun} that is just like it stands for both")


def number_alike(context: Context, members: Members, scope: Scope) -> E:
    """How many pieces are like one, itself included."""
    found = _other(context, members, scope)
    if found is None:
        return TRUE
    other, alike = found
    return comp("count", other, op("or", op("==", other, members.var), alike))


def _other(context: Context, members: Members, scope: Scope) -> tuple[Local, E] | None:
    """A local for another piece, and whether it is like a member; None where none can be."""
    kind = numbered(context.symbols, members.typed)
    if kind is None or kind.domain.size == 1 or kind.one_each:
        return None
    other = fresh(kind.noun, kind.type)
    return other, _alike(context, kind, other, members.var, scope)


def _alike(context: Context, kind: Numbered, one: Local, other: Local, scope: Scope) -> E:
    """Whether two different pieces are alike."""
    return op("and", op("==", load(kind.at, one), load(kind.at, other)),
              *_same(context, kind, one, other, scope, frozenset()))


def _same(
    context: Context, kind: Numbered, one: Local, other: Local, scope: Scope, below: frozenset[str]
) -> list[E]:
    """Whether two different pieces are alike wherever they are; `below` are the nouns of what they
    lie on."""
    symbols, both = context.symbols, (Typed(one, kind.type), Typed(other, kind.type))
    tests = []
    if kind.owners is not None:
        owners = [owner(symbols, kind, piece) for piece in both]
        tests.append(op("==", *(whose.e for whose in owners if whose is not None)))
    tests += [op("==", load(field, one), load(field, other))
              for field in symbols.fields_of(kind.noun)]
    tests += [op("not", op("or", op("==", named, one), op("==", named, other)))
              for named in _named(kind, scope)]
    return tests + _beside(context, kind, one, other, scope, below)


def _beside(
    context: Context, kind: Numbered, one: Local, other: Local, scope: Scope, below: frozenset[str]
) -> list[E]:
    """Whether what refers to two pieces, and lies on them, makes no difference. That is the same
    wherever the same pieces of other nouns are named: so it is made once, of two that stand for
    all."""
    named = tuple(tuple(_named(each, scope)) for each in context.symbols.numbered.values()
                  if each is not kind)
    key = (kind.noun, one.type, other.type, below, named)
    known = context.alike.get(key)
    if known is None:
        first, second = fresh(kind.noun, one.type), fresh(kind.noun, other.type)
        known = first, second, _of_two(context, kind, first, second, scope, below)
        context.alike[key] = known
    where = {known[0]: one, known[1]: other}
    return [substituted(test, where) for test in known[2]]


def _of_two(
    context: Context, kind: Numbered, one: Local, other: Local, scope: Scope, below: frozenset[str]
) -> list[E]:
    """What `_beside` gives."""
    symbols, both, tests = context.symbols, (Typed(one, kind.type), Typed(other, kind.type)), []
    for held in _holding(context, kind):
        words = len(held.type.words)
        tests += [op("!=", held, shift(which, words, held.type)) for which in (one, other)]
    for field, at in _relating(context, kind):
        tests.append(comp("all", at, op("==", *(_element(field, kind, which, at)
                                                for which in (one, other)))))
    below |= {kind.noun}
    if any(held.noun in below for held in symbols.numbered_on(kind.domain)):
        return tests + [op("not", lies) for piece in both for lies in piece_on(symbols, piece)]
    return tests + [_as_many(context, held, *both, scope, below)
                    for held in symbols.numbered_on(kind.domain)]


def _as_many(
    context: Context, held: Numbered, one: Typed, other: Typed, scope: Scope,
    below: frozenset[str],
) -> E:
    """Whether of each piece of a noun that is on one of two, as many that are like it are on
    both."""
    piece, like = fresh(held.noun, held.type), fresh(held.noun, held.type)
    places = [place for which in (one, other) if (place := place_of(held, which)) is not None]
    same = op("or", op("==", like, piece),
              op("and", *_same(context, held, like, piece, scope, below)))
    many = [comp("count", like, op("and", is_at(held, like, place), same)) for place in places]
    there = op("or", *(is_at(held, piece, place) for place in places))
    return comp("all", piece, op("or", op("not", there), op("==", *many)))


def _named(kind: Numbered, scope: Scope) -> Iterator[E]:
    """What is bound around a line and can be one of the pieces."""
    for bound in scope.entries():
        if bound.value is not None and bound.value.type.domain == kind.domain and (
            bound.value.type.kind == "thing"
        ):
            yield bound.value.e


def _holding(context: Context, kind: Numbered) -> Iterator[E]:
    """The attributes that can be one of the pieces, each of every thing that has it."""
    for _, field in context.symbols.owned():
        if field.type.kind == "thing" and field.type.domain == kind.domain:
            for at in range(field.size):
                yield load(field, *map(Const, _index(field, at)))


def _index(field: Field, at: int) -> list[int]:
    """The index of an element in each dimension."""
    index = []
    for dim in reversed(field.dims):
        at, part = divmod(at, dim.size)
        index.append(part)
    return index[::-1]


def _relating(context: Context, kind: Numbered) -> Iterator[tuple[Field, Local]]:
    """Relations and attributes of pairs in which the pieces stand, with a local for the other."""
    symbols = context.symbols
    for field in (*symbols.relations.values(), *symbols.pairs.values()):
        for at, dim in enumerate(field.dims):
            if dim == kind.domain:
                other = field.dims[1 - at]
                yield field, fresh(other.noun, VType("thing", domain=other))


def _element(field: Field, kind: Numbered, which: E, other: E) -> E:
    return load(field, which, other) if field.dims[0] == kind.domain else load(field, other, which)
