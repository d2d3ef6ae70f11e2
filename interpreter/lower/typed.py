"""Lowered expressions with the types that the language gives them, and making them fit a type."""

from __future__ import annotations

from rulewright.interpreter.diagnostics import RulesError, error
from rulewright.interpreter.ir import NONE, Const, E, VType, cond, op, shift
from rulewright.interpreter.ir.interned import changed
from rulewright.interpreter.model.types import kind_text, listed
from rulewright.interpreter.records import record
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import plural


@record
class Typed:
    """A lowered expression with its type.

    `of` are the things that may be none of which it is asked: nothing is said of what a thing has
    that is not there.
    """

    e: E
    type: VType
    of: tuple[E, ...] = ()


def asked_of(*things: Typed) -> tuple[E, ...]:
    """What must be there for anything to be said of these things, or of what they have."""
    return tuple(e for thing in things
                 for e in (*thing.of, *((thing.e,) if thing.type.none else ())))


def if_there(given: tuple[E, ...], test: E) -> E:
    """A test of things that must be there."""
    return op("and", *(op("some", e) for e in given), test)


def single(typed: Typed, span: Span) -> Typed:
    """A value that must be one thing, not a set of them, nor a group."""
    if typed.type.group:
        cell = typed.type.domain.noun if typed.type.domain else "cell"
        raise error("type", "this cannot be said of a group", span,
                    f"say it of what is in it: `some {cell} in the group`, or how many are: "
                    f"`the number of {plural(cell)} in the group is at least …`")
    if typed.type.kind == "set":
        noun = typed.type.piece or (typed.type.domain.noun if typed.type.domain else "thing")
        raise error("quantifier", f"one {noun} is needed here, not several", span,
                    f"say it of each: `for each {noun}, …`")
    return typed


def number(typed: Typed, span: Span) -> E:
    """A value that must be a number."""
    if typed.type.kind != "int":
        raise error("type", f"a number is needed here, not {kind_text(typed.type)}", span,
                    _no_order(typed.type))
    return typed.e


def _no_order(kind: VType) -> str | None:
    """How values that are words are compared: they have no order of their own."""
    domain = kind.domain
    words = kind.words or (domain.labels if domain is not None else ())
    if kind.kind != "thing" or kind.piece or len(words) < 2 or not all(
        word.replace(" ", "").isalpha() for word in words
    ) or (domain is not None and domain.noun in ("player", "direction")):
        return None
    return ("values that are words have no order that is known: list those that are meant, `… is "
            f"either {listed(words[-3:], 'or')}`, or define a number with a row for each, `1 for "
            f"{words[0]}`, and compare that (LANGUAGE.md, 5, 6)")


def changed_number(now: Typed, by: Typed, s: ast.Change) -> tuple[E, VType]:
    """What a number of some range becomes, and what that may be."""
    if now.type.kind != "int":
        raise error("type", "only a number goes up or down", s.span)
    changed = op("+" if s.up else "-", now.e, number(by, s.amount.span))
    ends = (by.type.low, by.type.high) if s.up else (-by.type.high, -by.type.low)
    kind = VType("int", now.type.low + ends[0], now.type.high + ends[1])
    return (_within(changed, kind, now.type), now.type) if s.within else (changed, kind)


def _within(value: E, kind: VType, bounds: VType) -> E:
    """The value, or the end of its range that lies before it."""
    if kind.high > bounds.high:
        value = cond(op(">", value, Const(bounds.high)), Const(bounds.high), value)
    if kind.low < bounds.low:
        value = cond(op("<", value, Const(bounds.low)), Const(bounds.low), value)
    return value


def join(a: VType, b: VType, span: Span) -> VType:
    """The type that holds the values of both."""
    if a.kind != b.kind:
        raise _different(a, b, span)
    if a.kind == "int":
        return VType("int", min(a.low, b.low), max(a.high, b.high))
    if a.kind != "thing":
        return a
    wide, narrow = (a, b) if len(a.words) >= len(b.words) else (b, a)
    if narrow.words not in ((), wide.words):
        raise _different(a, b, span)
    domain = wide.domain or narrow.domain
    piece = wide.piece if wide.piece == narrow.piece else None
    return VType("thing", words=wide.words, domain=domain, none=a.none or b.none, piece=piece,
                 signs=wide.signs)


def _different(a: VType, b: VType, span: Span) -> RulesError:
    return error("type", f"one is {kind_text(a)}, the other {kind_text(b)}", span)


def coerce(typed: Typed, kind: VType, span: Span) -> E:
    """The value as a value of another type, which must be able to hold it."""
    have = typed.type
    if have.kind != kind.kind:
        raise _needed(kind, have, span)
    if have.kind != "thing" or (have.words == kind.words and have.domain == kind.domain):
        return typed.e
    if typed.e is NONE:
        return typed.e
    if have.words or (have.domain is not None and have.domain != kind.domain):
        raise _needed(kind, have, span)
    return shift(typed.e, len(kind.words), kind)


def _needed(kind: VType, have: VType, span: Span) -> RulesError:
    return error("type", f"{kind_text(kind)} is needed here, not {kind_text(have)}", span)


def same(a: Typed, b: Typed, span: Span) -> E:
    """Equality of two values, whose types must have something in common."""
    if a.type.kind != b.type.kind:
        raise error("type", f"{kind_text(a.type)} is compared with {kind_text(b.type)}", span)
    if a.type.kind == "thing":
        if len(a.type.words) < len(b.type.words):
            a, b = b, a
        b = Typed(coerce(b, a.type, span), changed(a.type, none=b.type.none))
        if a.type.none and b.type.none and not any(isinstance(x.e, Const) for x in (a, b)):
            return if_there((a.e,), op("==", a.e, b.e))  # none is not another none
    return op("==", a.e, b.e)
