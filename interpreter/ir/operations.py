"""The operations of the program form, as data: one row says all that is generic about one.

Every operation is a total function of integers. `evaluate` is its definition: the oracle computes
with it, constants are folded with it, and every engine must agree with it. An engine that has no
text of its own for an operation takes what stands here: Python calls `evaluate`, native code
computes `c`. So for a new operation of numbers a row is enough. Of `and`, `or` and the conditional
no laziness is needed, since nothing that is not evaluated could fail; engines may skip what does
not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.interpreter.ir.types import BOOL, VType, is_literal, join, number
from rulewright.interpreter.records import record

#: What an operand must be: a truth, a number or thing, a set, or any two of the same kind.
TRUTH, NUMBER, SET, SAME = "truth", "number", "set", "same"

#: For each comparison the one that is the same with its sides exchanged.
FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


@record
class Operation:
    """One operation.

    `takes` has a word for each operand; the last one repeats where `many` is set. `gives` is the
    type of the result from those of the operands. `level` is how tightly it binds when printed.
    `c` is the definition as an expression of C, of the numbers `a` and `b` with 64 bits: without it
    a program that uses the operation has no native form, unless `native/` prints it by its name.
    """

    name: str
    takes: tuple[str, ...]
    gives: Callable[[Sequence[VType]], VType]
    evaluate: Callable[..., int]
    level: int
    c: str = ""
    many: bool = False


def _truth(_: Sequence[VType]) -> VType:
    return BOOL


def _sum(types: Sequence[VType]) -> VType:
    a, b = types
    return number(a.least + b.least, a.most + b.most)


def _difference(types: Sequence[VType]) -> VType:
    a, b = types
    return number(a.least - b.most, a.most - b.least)


def _product(types: Sequence[VType]) -> VType:
    a, b = types
    ends = [x * y for x in (a.least, a.most) for y in (b.least, b.most)]
    return number(min(ends), max(ends))


def _quotient(types: Sequence[VType]) -> VType:
    a, b = types
    ends = [x // y for x in (a.least, a.most) for y in (max(1, b.least), max(1, b.most))]
    ends += [0] if b.least < 1 else []
    return number(min(ends), max(ends))


def _rest(types: Sequence[VType]) -> VType:
    """What is left of a division that rounds down: at least 0."""
    return number(0, max(0, types[1].most - 1))


def _set(types: Sequence[VType]) -> VType:
    """The type of a set made of two; a literal mask takes the other's type."""
    one, other = types
    if is_literal(one):
        return other
    return one if is_literal(other) else join(one, other)


#: Every operation by its name. `in` of none is no; `less` is set difference; `some` asks whether
#: a thing is not none; `//` rounds down, and is 0 where the second number is less than 1.
OPERATIONS = {
    row.name: row
    for row in (
        Operation("or", (TRUTH,), _truth, lambda *xs: int(any(xs)), 1, many=True),
        Operation("and", (TRUTH,), _truth, lambda *xs: int(all(xs)), 2, many=True),
        Operation("not", (TRUTH,), _truth, lambda a: int(not a), 3),
        Operation("==", (SAME, SAME), _truth, lambda a, b: int(a == b), 4),
        Operation("!=", (SAME, SAME), _truth, lambda a, b: int(a != b), 4),
        Operation("<", (NUMBER, NUMBER), _truth, lambda a, b: int(a < b), 4),
        Operation("<=", (NUMBER, NUMBER), _truth, lambda a, b: int(a <= b), 4),
        Operation(">", (NUMBER, NUMBER), _truth, lambda a, b: int(a > b), 4),
        Operation(">=", (NUMBER, NUMBER), _truth, lambda a, b: int(a >= b), 4),
        Operation("some", (NUMBER,), _truth, lambda a: int(a >= 0), 4),
        Operation("in", (NUMBER, SET), _truth, lambda a, s: int(a >= 0 and s >> a & 1), 4),
        Operation("|", (SET, SET), _set, lambda a, b: a | b, 5),
        Operation("less", (SET, SET), _set, lambda a, b: a & ~b, 5),
        Operation("&", (SET, SET), _set, lambda a, b: a & b, 6),
        Operation("+", (NUMBER, NUMBER), _sum, lambda a, b: a + b, 7),
        Operation("-", (NUMBER, NUMBER), _difference, lambda a, b: a - b, 7),
        Operation("*", (NUMBER, NUMBER), _product, lambda a, b: a * b, 8),
        Operation("//", (NUMBER, NUMBER), _quotient, lambda a, b: a // b if b > 0 else 0, 8,
                  "b > 0 ? a / b - (a % b < 0) : 0"),
        Operation("%", (NUMBER, NUMBER), _rest, lambda a, b: a % b if b > 0 else 0, 8,
                  "b > 0 ? a % b + (a % b < 0 ? b : 0) : 0"),
    )
}


@record
class Fold:
    """What a comprehension makes of its members: `all`, `any`, `count`, `set`, `first`,
    `values`, `total`, `greatest`, `least`. `valued`: it uses the value of each member, else only
    the test."""

    name: str
    valued: bool


#: Every kind of comprehension. Over nothing: all is yes, any no, first none, the others 0.
FOLDS = {
    row.name: row
    for row in (
        Fold("all", False), Fold("any", False), Fold("count", False), Fold("set", False),
        Fold("first", False), Fold("values", True), Fold("total", True),
        Fold("greatest", True), Fold("least", True),
    )
}
