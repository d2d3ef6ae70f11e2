"""Every operation and every kind of expression at its edges, as its definition has it."""

from __future__ import annotations

import pytest

from rulewright.interpreter import ir
from rulewright.interpreter.engine.runtime import Distances
from rulewright.interpreter.ir.positions import position_hash
from rulewright.interpreter.oracle.values import Evaluator
from tests.programs import CELL, CELL_OR_NONE, CELL_SET, small

PROGRAM = small()
MARKS, SCORE, SEEN = PROGRAM.fields[4], PROGRAM.fields[5], PROGRAM.fields[6]
START = [value for made in PROGRAM.fields for value in made.first]
HERE = ir.Local("here", CELL)
ALL = ir.Const(31)


def value(e: ir.E, v: list[int] | None = None, **env: int) -> int:
    bound = {ir.Local(name, CELL): member for name, member in env.items()}
    return Evaluator(PROGRAM).value(START if v is None else v, e, bound)


OPERATIONS = [
    ("or", (0, 0, 0), 0), ("or", (0, 0, 1), 1), ("or", (1,), 1),
    ("and", (1, 1, 1), 1), ("and", (1, 0, 1), 0), ("and", (0,), 0),
    ("not", (0,), 1), ("not", (1,), 0),
    ("==", (-1, -1), 1), ("==", (0, -1), 0), ("!=", (-1, -1), 0), ("!=", (0, -1), 1),
    ("<", (-1, 0), 1), ("<", (0, 0), 0), ("<=", (0, 0), 1), ("<=", (1, 0), 0),
    (">", (0, -1), 1), (">", (0, 0), 0), (">=", (0, 0), 1), (">=", (-1, 0), 0),
    ("some", (-1,), 0), ("some", (0,), 1),
    ("in", (0, 1), 1), ("in", (1, 1), 0), ("in", (-1, 31), 0), ("in", (70, 1 << 70), 1),
    ("in", (71, 1 << 70), 0), ("in", (0, 0), 0),
    ("|", (5, 3), 7), ("|", (0, 0), 0), ("&", (5, 3), 1), ("&", (5, 2), 0),
    ("less", (7, 2), 5), ("less", (0, 31), 0), ("less", (1 << 70, 1), 1 << 70),
    ("+", (-3, 3), 0), ("-", (0, 5), -5), ("*", (-2, 3), -6), ("*", (0, -9), 0),
    ("//", (17, 5), 3), ("//", (-1, 2), -1), ("//", (5, 0), 0), ("//", (5, -2), 0),
    ("%", (17, 5), 2), ("%", (-1, 4), 3), ("%", (5, 0), 0), ("%", (5, -2), 0),
]


@pytest.mark.parametrize(("name", "args", "result"), OPERATIONS)
def test_operations(name: str, args: tuple[int, ...], result: int) -> None:
    assert value(ir.Op(name, tuple(map(ir.Const, args)))) == result


def test_every_operation_has_a_case() -> None:
    assert {name for name, _, _ in OPERATIONS} == set(ir.OPERATIONS)


def test_loads() -> None:
    v = list(START)
    v[MARKS.offset : MARKS.offset + 5] = [0, 1, 0, 1, -1]
    v[SCORE.offset + 1] = 7
    assert [value(ir.load(MARKS, HERE), v, here=at) for at in range(5)] == [0, 1, 0, 1, -1]
    assert value(ir.load(SCORE, ir.Const(1)), v) == 7
    assert value(ir.load(MARKS, ir.NONE), v) == -1, "nobody marks none"
    assert value(ir.load(SCORE, ir.NONE), v) == 0, "the least number"
    with pytest.raises(AssertionError, match="index"):
        value(ir.load(MARKS, ir.Const(5)))


def test_tables() -> None:
    table = ir.Table((1, 2, 3, 4, 5, 6), (2, 3), 9)
    at = [[value(ir.Lookup(table, (ir.Const(i), ir.Const(j)), ir.number(1, 9)))
           for j in range(-1, 3)] for i in range(-1, 2)]
    assert at == [[9, 9, 9, 9], [9, 1, 2, 3], [9, 4, 5, 6]]


def test_shifts() -> None:
    shifted = [value(ir.Shift(ir.Const(x), 2, CELL_OR_NONE)) for x in (-1, 0, 1)]
    assert shifted == [-1, 2, 3]


@pytest.mark.parametrize(("kind", "result"), [
    ("all", 0), ("any", 1), ("count", 3), ("set", 0b10101), ("total", 12), ("greatest", 8),
    ("least", 0), ("values", 0b100010001),
])
def test_comprehensions(kind: str, result: int) -> None:
    """Over the even cells 0, 2 and 4, of twice the cell."""
    even = ir.Op("in", (HERE, ir.Const(0b10101)))
    twice = ir.Op("*", (HERE, ir.Const(2)))
    assert value(ir.Comp(kind, HERE, even, twice, ir.number(0, 511))) == result


@pytest.mark.parametrize("test", [0, 1])
@pytest.mark.parametrize(("kind", "nothing", "everything"), [
    ("all", 0, 1), ("any", 0, 1), ("count", 0, 5), ("set", 0, 31), ("total", 0, -15),
    ("greatest", 0, -3), ("least", 0, -3), ("values", 0, 0),
])
def test_none_and_all_pass(kind: str, nothing: int, everything: int, test: int) -> None:
    e = ir.Comp(kind, HERE, ir.Const(test), ir.Const(-3), ir.number(-15, 31))
    assert value(e) == (everything if test else nothing)


#: a → b → c → a, and d → e.
STEPS = ir.Lookup(ir.Table((0b00010, 0b00100, 0b00001, 0b10000, 0), (5,), 0), (HERE,), CELL_SET)


@pytest.mark.parametrize(("start", "over", "result"), [
    (0, 31, 0b00111),  # a path comes back to the start
    (0, 0b00010, 0b00010),  # the way on is blocked
    (0, 0b00110, 0b00110),  # the start itself is not gone over
    (0, 0, 0), (3, 31, 0b10000), (4, 31, 0), (-1, 31, 0),
])
def test_reach(start: int, over: int, result: int) -> None:
    assert value(ir.Reach(ir.Const(start), ir.Const(over), HERE, STEPS, CELL_SET)) == result


def test_reach_by_a_relation_of_the_state() -> None:
    """From each cell one steps to all others whose mark is another."""
    other = ir.Local("other", CELL)
    steps = ir.Comp("set", other, ir.Op("!=", (ir.load(MARKS, HERE), ir.load(MARKS, other))),
                    ir.FALSE, CELL_SET)
    e = ir.Reach(ir.FALSE, ALL, HERE, steps, CELL_SET)
    assert value(e) == 0, "all marks are alike"
    v = list(START)
    v[MARKS.offset + 2] = 1
    assert value(e, v) == 31
    assert value(ir.Reach(ir.FALSE, ir.Const(0b11011), HERE, steps, CELL_SET), v) == 0


#: Two directions: along a … e to the border, and round in a circle.
WALK = ir.Table((1, 1, 2, 2, 3, 3, 4, 4, -1, 0), (5, 2))


@pytest.mark.parametrize(("start", "direction", "over", "run", "end"), [
    (0, 0, 31, 0b11110, -1), (0, 0, 0b00110, 0b00110, 3), (0, 0, 0, 0, 1), (4, 0, 31, 0, -1),
    (-1, 0, 31, 0, -1), (0, -1, 31, 0, -1), (-1, -1, 31, 0, -1),
    (2, 1, 31, 31, -1),  # round and through the start
    (2, 1, 0b11011, 0b11011, 2),  # round, but not over the start
])
def test_rays(start: int, direction: int, over: int, run: int, end: int) -> None:
    parts = ir.Const(start), ir.Const(direction), ir.Const(over), WALK
    assert value(ir.Ray(*parts, False, CELL_SET)) == run
    assert value(ir.Ray(*parts, True, CELL_OR_NONE)) == end


@pytest.mark.parametrize(("start", "goal", "over", "ways", "steps"), [
    (0, 3, 31, 0b01, 3), (0, 3, 31, 0b11, 2), (0, 3, 31, 0b10, 2), (3, 0, 31, 0b01, 5),
    (0, 3, 0b01110, 0b11, 3), (0, 3, 0b10110, 0b11, 5),  # the goal is entered as well
    (2, 2, 0, 0b11, 0), (-1, -1, 31, 0b11, 5), (-1, 2, 31, 0b11, 5), (2, -1, 31, 0b11, 5),
])
def test_distances(start: int, goal: int, over: int, ways: int, steps: int) -> None:
    parts = ir.Const(start), ir.Const(goal), ir.Const(over)
    table = ir.Table((1, 4, 2, 2, 3, 3, 4, 4, -1, 3), (5, 2))
    assert value(ir.Distance(*parts, table, ways)) == steps
    assert Distances(table, ways)(start, goal, over) == steps


@pytest.mark.parametrize(("held", "result"), [(0, 0), (0b00011, 1), (0b00101, 0), (31, 1)])
def test_lines(held: int, result: int) -> None:
    assert value(ir.HasLine(ir.Const(held), ir.Table((0b00011, 0b11000), (2,)))) == result
    assert value(ir.HasLine(ir.Const(held), ir.Table((), (0,)))) == 0


def test_times() -> None:
    now = position_hash(START, PROGRAM.memories[0])
    v = [*START, now ^ 1, now]
    assert value(ir.Times(0, 2), v) == 0, "the count says that nothing is remembered"
    v[SEEN.offset] = 2
    assert value(ir.Times(0, 2), v) == 1
    v[PROGRAM.fields[5].offset] = 3
    assert value(ir.Times(0, 2), v) == 1, "the score is not remembered"
    v[MARKS.offset] = 1
    assert value(ir.Times(0, 2), v) == 0


def test_calls_know_their_arguments_alone() -> None:
    param = ir.Local("param", CELL)
    twice = ir.Function("twice", (param,), ir.Op("+", (param, param)))
    assert value(ir.Call(twice, (ir.Op("+", (HERE, ir.TRUE)),)), here=3, param=9) == 8
    astray = ir.Function("astray", (), HERE)
    with pytest.raises(KeyError):
        value(ir.Call(astray, ()), here=3)
