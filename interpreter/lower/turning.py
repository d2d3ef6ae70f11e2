"""Directions as a circle: turned left, right or round, and how many turns lie between two.

Model. A turn is a quarter where cells are square and a sixth where they are hexagonal. The circle
of square cells has eight directions, so a turn leads from a straight one to a straight one. On
hexagonal cells north and south are no directions, and turn into none.
"""

from __future__ import annotations

from functools import cache

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.ir import Const, E, Table, VType, lookup, op
from rulewright.interpreter.lower.context import Context, value_of
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.typed import Typed, number, single
from rulewright.interpreter.model.topology import DIRECTIONS, STEPS
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast

TURNS = {"square": 4, "hexagonal": 6}  # of a circle
LEFT_TURNS = "left turns"


@value_of(ast.Turned)
def _turned(
    context: Context, expr: ast.Turned, scope: Scope, expected: VType | None
) -> Typed:
    direction = _direction(context, expr.direction, scope)
    shape = _shape(context, expr.span)
    turns = TURNS[shape]
    by: E = Const(1 if expr.way != "round" else turns // 2)
    if expr.by is not None:
        typed = context.value(expr.by, scope)
        by = _on_circle(number(typed, expr.by.span), typed.type, turns)
    none = direction.type.none or shape == "hexagonal"
    kind = VType("thing", domain=DIRECTIONS, none=none)
    return Typed(lookup(_turning(shape, expr.way), kind, direction.e, by), kind)


def left_turns(context: Context, name: str, args: tuple[tuple[str, Typed], ...], span: Span
               ) -> Typed | None:
    """`the left turns from D towards E`: how many turns to the left lead from one to the other."""
    if name != LEFT_TURNS or [word for word, _ in args] != ["from", "towards"]:
        return None
    shape = _shape(context, span)
    (_, first), (_, second) = args
    for thing in (first, second):
        if thing.type.domain != DIRECTIONS:
            raise error("type", "turns lead from a direction towards a direction", span)
    kind = VType("int", 0, TURNS[shape] - 1)
    return Typed(lookup(_between(shape), kind, first.e, second.e), kind)


def _direction(context: Context, expr: ast.Expr, scope: Scope) -> Typed:
    typed = single(context.value(expr, scope, VType("thing", domain=DIRECTIONS)), expr.span)
    if typed.type.domain != DIRECTIONS:
        raise error("type", f"only a direction is turned; `{expr.span.text}` is none", expr.span)
    return typed


def _shape(context: Context, span: Span) -> str:
    """The shape of the cells, which must be the same on all boards."""
    shapes = {board.shape for board in context.symbols.boards.values()}
    if len(shapes) > 1:
        raise error("turned", "boards of both shapes are here, so a turn can be a quarter or a "
                    "sixth", span, "say with rows what a direction becomes: `the left of a "
                    "direction is`")
    return next(iter(shapes), "square")


def _on_circle(by: E, kind: VType, turns: int) -> E:
    """A number of turns as one from 0 on, less than those of a circle."""
    if kind.low >= 0 and kind.high < turns:
        return by
    return op("%", by, Const(turns))


def _circle(shape: str) -> tuple[int, ...]:
    """The directions that there are, to the left from one to the next."""
    there = [at for at, steps in enumerate(STEPS.values()) if shape in steps]
    return tuple(reversed(there))


@cache
def _turning(shape: str, way: str) -> Table:
    """Of directions by numbers of turns: the direction that it becomes."""
    circle, turns = _circle(shape), TURNS[shape]
    unit = len(circle) // turns * (-1 if way == "right" else 1)
    values = [
        circle[(circle.index(at) + unit * by) % len(circle)] if at in circle else -1
        for at in range(DIRECTIONS.size) for by in range(turns)
    ]
    return Table(tuple(values), (DIRECTIONS.size, turns), -1)


@cache
def _between(shape: str) -> Table:
    """Of directions by directions: how many whole turns to the left lead to the second one."""
    circle, turns = _circle(shape), TURNS[shape]
    unit = len(circle) // turns
    values = [
        (circle.index(there) - circle.index(at)) % len(circle) // unit
        if at in circle and there in circle else 0
        for at in range(DIRECTIONS.size) for there in range(DIRECTIONS.size)
    ]
    return Table(tuple(values), (DIRECTIONS.size, DIRECTIONS.size), 0)
