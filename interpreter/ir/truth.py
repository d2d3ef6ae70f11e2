"""Whether a condition can only hold, or never can, as far as the types of its parts tell.

Only what is so in every state is told: a number is within its type, a thing is what it is, what is
said of every one holds where it holds of anyone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf

from rulewright.interpreter.ir.expressions import Call, Comp, Cond, Const, E, Op
from rulewright.interpreter.ir.interned import kept

Range = tuple[int | float, int | float]
Ranges = Callable[[E], Range]
ANY: Range = (-inf, inf)


def settled(e: E, known: Mapping[E, Range] | None = None) -> bool | None:
    """The truth of a condition that is the same in every state, else None; `known` are the ranges
    that some expressions are known to have."""
    low, high = _knowing(known)(e) if known else _range(e)
    return bool(low) if low == high else None


@kept
def _range(e: E) -> Range:
    """The least and the greatest value that an expression may have."""
    return _within(e, _worked_out(e, _range))


def _knowing(known: Mapping[E, Range]) -> Ranges:
    """The same where some ranges are known."""
    found = dict(known)

    def of(e: E) -> Range:
        if e not in found:
            found[e] = _within(e, _worked_out(e, of))
        return found[e]

    return of


def _within(e: E, found: Range) -> Range:
    """What of a range is of the type of the expression; all of the type, if nothing is: then it is
    never evaluated."""
    low, high = max(found[0], e.type.least), min(found[1], e.type.most)
    return (low, high) if low <= high else (e.type.least, e.type.most)


def _worked_out(e: E, of: Ranges) -> Range:
    match e:
        case Const(value=value):
            return value, value
        case Call(function=function):
            return of(function.body)
        case Cond(test=test, then=then, otherwise=otherwise):
            sure = of(test)
            parts = [of(then)] if sure[0] else []
            parts += [of(otherwise)] if not sure[1] else []
            parts = parts or [of(then), of(otherwise)]
            return min(low for low, _ in parts), max(high for _, high in parts)
        case Comp(kind="any" | "all", test=test, size=size) if size:
            return of(test)
        case Comp(kind="count", test=test, size=size):
            low, high = of(test)
            return low * size, high * size
        case Op(op=name, args=args):
            return _operation(name, args, [of(arg) for arg in args])
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
