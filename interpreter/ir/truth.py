"""Whether a condition can only hold, or never can, as far as the types of its parts tell.

Only what is so in every state is told: a number is within its type, a thing is what it is, what is
said of every one holds where it holds of anyone.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from rulewright.interpreter.ir.expressions import Call, Comp, Cond, Const, E, Op

Range = tuple[int | float, int | float]
ANY: Range = (-inf, inf)


def settled(e: E, known: Mapping[E, Range] | None = None) -> bool | None:
    """The truth of a condition that is the same in every state, else None; `known` are the ranges
    that some expressions are known to have."""
    low, high = _range(e, dict(known or {}))
    return bool(low) if low == high else None


def _range(e: E, known: dict[E, Range]) -> Range:
    """The least and the greatest value that an expression may have."""
    if e not in known:
        low, high = _worked_out(e, known)
        known[e] = max(low, e.type.least), min(high, e.type.most)
        if known[e][0] > known[e][1]:  # it is never evaluated
            known[e] = e.type.least, e.type.most
    return known[e]


def _worked_out(e: E, known: dict[E, Range]) -> Range:
    match e:
        case Const(value=value):
            return value, value
        case Call(function=function):
            return _range(function.body, known)
        case Cond(test=test, then=then, otherwise=otherwise):
            sure = _range(test, known)
            parts = [_range(then, known)] if sure[0] else []
            parts += [_range(otherwise, known)] if not sure[1] else []
            parts = parts or [_range(then, known), _range(otherwise, known)]
            return min(low for low, _ in parts), max(high for _, high in parts)
        case Comp(kind="any" | "all", test=test, size=size) if size:
            return _range(test, known)
        case Comp(kind="count", test=test, size=size):
            low, high = _range(test, known)
            return low * size, high * size
        case Op(op=name, args=args):
            return _operation(name, args, [_range(arg, known) for arg in args])
    return e.type.least, e.type.most


def _operation(name: str, args: tuple[E, ...], ranges: list[Range]) -> Range:
    lows, highs = [low for low, _ in ranges], [high for _, high in ranges]
    match name:
        case "and":
            return min(lows), min(highs)
        case "or":
            return max(lows), max(highs)
        case "not":
            return 1 - highs[0], 1 - lows[0]
        case "some":
            return int(lows[0] >= 0), int(highs[0] >= 0)
        case "==" | "!=":
            same = args[0] is args[1] or lows[0] == highs[0] == lows[1] == highs[1]
            apart = highs[0] < lows[1] or highs[1] < lows[0]
            yes = (int(same), int(not apart))
            return yes if name == "==" else (1 - yes[1], 1 - yes[0])
        case "<":
            return int(highs[0] < lows[1]), int(lows[0] < highs[1])
        case "<=":
            return int(highs[0] <= lows[1]), int(lows[0] <= highs[1])
        case ">":
            return int(lows[0] > highs[1]), int(highs[0] > lows[1])
        case ">=":
            return int(lows[0] >= highs[1]), int(highs[0] >= lows[1])
        case "+":
            return lows[0] + lows[1], highs[0] + highs[1]
        case "-":
            return lows[0] - highs[1], highs[0] - lows[1]
    return ANY
