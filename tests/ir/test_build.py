"""Building and rebuilding keep the value, and the type says what the value may be.

Random expressions over the small program are made twice: node by node, and with `build`. The oracle
evaluates both in random states.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.interpreter import ir
from rulewright.interpreter.ir.verify import verify
from rulewright.interpreter.oracle.values import Evaluator
from tests.programs import CELL, CELL_OR_NONE, CELL_SET, CELLS, PLAYER, demanding, small

PROGRAM = small()
MARKS, SCORE, CHOSEN = PROGRAM.fields[4], PROGRAM.fields[5], PROGRAM.fields[7]
HERE, THERE = ir.Local("here", CELL), ir.Local("there", CELL)
NEXT = ir.Table((1, 2, 3, 4, -1), (5,))
WORTH = ir.Table((3, -2, 0, 9, 4), (5,), 7)
STEPS = ir.Table((0b00010, 0b00101, 0b01010, 0b10100, 0b00001), (5,), 0)
WALK = ir.Table((1, -1, 2, 0, 3, 1, 4, 2, 0, 3), (5, 2))  # eastwards it comes round
LINES = ir.Table((0b00111, 0b11100), (2,))
_ANY = ir.Local("any", CELL)
LONE = ir.Function("lone", (_ANY,), ir.op("not", ir.op(
    "in", _ANY, ir.Lookup(STEPS, (_ANY,), CELL_SET))))
NEAR = ir.Function("near", (_ANY,), ir.comp("set", HERE, ir.op(
    "and", ir.op("in", HERE, ir.Lookup(STEPS, (_ANY,), CELL_SET)), ir.Call(LONE, (HERE,)))))
PROGRAM = replace(PROGRAM, functions=[LONE, NEAR])


@dataclass(frozen=True)
class Twins:
    """One expression made in two ways."""

    plain: ir.E
    built: ir.E


def both(e: ir.E) -> Twins:
    return Twins(e, e)


class Maker:
    """Draws expressions of a wanted sort; `bound` are the locals that may be used."""

    def __init__(self, draw: Any) -> None:
        self.draw = draw
        self.binders = 0

    def make(self, sort: str, depth: int, bound: tuple[Twins, ...]) -> Twins:
        ways = {"truth": 9, "cell": 6, "number": 7, "set": 7}[sort] if depth else 2
        made: Twins = getattr(self, sort)(self.draw(st.integers(0, ways - 1)), depth - 1, bound)
        return made

    def op(self, name: str, *args: Twins) -> Twins:
        plain = ir.Op(name, tuple(arg.plain for arg in args))
        return Twins(plain, ir.op(name, *(arg.built for arg in args)))

    def cond(self, sort: str, depth: int, bound: tuple[Twins, ...]) -> Twins:
        test, then, other = (self.make(s, depth, bound) for s in ("truth", sort, sort))
        return Twins(ir.Cond(test.plain, then.plain, other.plain),
                     ir.cond(test.built, then.built, other.built))

    def fold(self, kind: str, depth: int, bound: tuple[Twins, ...]) -> Twins:
        self.binders += 1
        mine = Twins(ir.Local(f"mine{self.binders}", CELL), ir.fresh("here", CELL))
        test = self.make("truth", depth, (*bound, mine))
        value = both(ir.FALSE)
        if ir.FOLDS[kind].valued:
            value = self.make("number", depth, (*bound, mine))
        assert isinstance(mine.plain, ir.Local) and isinstance(mine.built, ir.Local)
        built = ir.comp(kind, mine.built, test.built, value.built)
        wide = {"all": ir.BOOL, "any": ir.BOOL, "set": CELL_SET}.get(kind, ir.number(-999, 999))
        return Twins(ir.Comp(kind, mine.plain, test.plain, value.plain, wide), built)

    def truth(self, way: int, depth: int, bound: tuple[Twins, ...]) -> Twins:
        if way == 0:
            return both(ir.Const(self.draw(st.integers(0, 1))))
        if way == 1:
            return self.op("some", self.make("cell", max(depth, 0), bound))
        if way == 2:
            name = self.draw(st.sampled_from(("and", "or")))
            count = self.draw(st.integers(1, 3))
            return self.op(name, *(self.make("truth", depth, bound) for _ in range(count)))
        if way == 3:
            return self.op("not", self.make("truth", depth, bound))
        if way == 4:
            name = self.draw(st.sampled_from(("==", "!=", "<", "<=", ">", ">=")))
            return self.op(name, *(self.make("number", depth, bound) for _ in range(2)))
        if way == 5:
            return self.op("in", self.make("cell", depth, bound), self.make("set", depth, bound))
        if way == 6:
            return self.fold(self.draw(st.sampled_from(("all", "any"))), depth, bound)
        if way == 7:
            held = self.make("set", depth, bound)
            return Twins(ir.HasLine(held.plain, LINES), ir.HasLine(held.built, LINES))
        return self.cond("truth", depth, bound)

    def cell(self, way: int, depth: int, bound: tuple[Twins, ...]) -> Twins:
        if way == 0:
            return both(ir.Const(self.draw(st.integers(-1, 4))))
        if way == 1:
            return self.draw(st.sampled_from((*bound, both(ir.load(CHOSEN)))))  # type: ignore
        inner = self.make("cell", depth, bound)
        if way == 2:
            return Twins(ir.Lookup(NEXT, (inner.plain,), CELL_OR_NONE),
                         ir.lookup(NEXT, CELL_OR_NONE, inner.built))
        if way == 3:
            return Twins(ir.Shift(inner.plain, 0, CELL_OR_NONE),
                         ir.shift(inner.built, 0, CELL_OR_NONE))
        if way == 4:
            over, there = self.make("set", depth, bound), ir.Const(self.draw(st.integers(-1, 1)))
            return Twins(ir.Ray(inner.plain, there, over.plain, WALK, True, CELL_OR_NONE),
                         ir.ray(inner.built, there, over.built, WALK, True, CELL_OR_NONE))
        return self.cond("cell", depth, bound)

    def number(self, way: int, depth: int, bound: tuple[Twins, ...]) -> Twins:
        if way == 0:
            return both(ir.Const(self.draw(st.integers(-9, 9))))
        if way == 1:
            return both(ir.load(SCORE, ir.Const(self.draw(st.integers(-1, 1)))))
        if way == 2:
            name = self.draw(st.sampled_from(("+", "-", "*")))
            return self.op(name, *(self.make("number", depth, bound) for _ in range(2)))
        if way == 3:
            inner = self.make("cell", depth, bound)
            kind = ir.number(-2, 9)
            return Twins(ir.Lookup(WORTH, (inner.plain,), kind),
                         ir.lookup(WORTH, kind, inner.built))
        if way == 4:
            inner = self.make("cell", depth, bound)
            return Twins(ir.Load(MARKS, (inner.plain,)), ir.load(MARKS, inner.built))
        if way == 5:
            kinds = ("count", "total", "greatest", "least")
            return self.fold(self.draw(st.sampled_from(kinds)), depth, bound)
        return self.cond("number", depth, bound)

    def set(self, way: int, depth: int, bound: tuple[Twins, ...]) -> Twins:
        if way == 0:
            return both(ir.Const(self.draw(st.integers(0, 31))))
        if way == 1:
            return self.fold("set", max(depth, 0), bound)
        if way == 2:
            name = self.draw(st.sampled_from(("&", "|", "less")))
            return self.op(name, *(self.make("set", depth, bound) for _ in range(2)))
        start = self.make("cell", depth, bound)
        if way == 3:
            return Twins(ir.Lookup(STEPS, (start.plain,), CELL_SET),
                         ir.lookup(STEPS, CELL_SET, start.built))
        over = self.make("set", depth, bound)
        if way == 4:
            self.binders += 1
            mine = Twins(ir.Local(f"mine{self.binders}", CELL), ir.fresh("here", CELL))
            steps = self.make("set", depth, (*bound, mine))
            assert isinstance(mine.plain, ir.Local) and isinstance(mine.built, ir.Local)
            return Twins(ir.Reach(start.plain, over.plain, mine.plain, steps.plain, CELL_SET),
                         ir.reach(start.built, over.built, mine.built, steps.built, CELL_SET))
        if way == 5:
            there = ir.Const(self.draw(st.integers(-1, 1)))
            return Twins(ir.Ray(start.plain, there, over.plain, WALK, False, CELL_SET),
                         ir.ray(start.built, there, over.built, WALK, False, CELL_SET))
        where = ir.Const(self.draw(st.integers(0, 4)))
        return both(ir.Call(NEAR, (where,)))


@st.composite
def twins(draw: Any) -> Twins:
    sort = draw(st.sampled_from(("truth", "cell", "number", "set")))
    return Maker(draw).make(sort, 3, (both(HERE), both(THERE)))


@st.composite
def states(draw: Any) -> list[int]:
    """A vector whose every element is of its type."""
    return [
        draw(st.integers(made.type.least, made.type.most))
        for made in PROGRAM.fields for _ in made.first
    ]


class Typed(Evaluator):
    """Evaluates, and demands that every value is of its expression's type."""

    def value(self, v: Any, e: ir.E, env: Any) -> int:
        found = super().value(v, e, env)
        assert e.type.least <= found <= e.type.most, (e, found)
        return found


VALUE = Evaluator(PROGRAM).value
TYPED = Typed(PROGRAM).value
CASES = settings(max_examples=300)
cells = st.integers(0, CELLS.size - 1)


@CASES
@given(twins(), states(), cells, cells)
def test_folding_keeps_the_value(e: Twins, v: list[int], here: int, there: int) -> None:
    env = {HERE: here, THERE: there}
    assert TYPED(v, e.built, env) == VALUE(v, e.plain, env)


@CASES
@given(twins(), states(), cells, cells)
def test_rebuilding_gives_the_same_node(e: Twins, v: list[int], here: int, there: int) -> None:
    """Bound variables are named by their height, so what is opened and closed is as it was."""
    again = ir.rebuilt(e.built, lambda part: ir.rebuilt(part, lambda inner: inner))
    assert again is e.built
    env = {HERE: here, THERE: there}
    other = ir.rebuilt(e.plain, lambda part: part)
    assert VALUE(v, other, env) == VALUE(v, e.plain, env)


@CASES
@given(twins(), twins(), states(), cells, cells)
def test_substituting_is_binding(
    e: Twins, given: Twins, v: list[int], here: int, there: int
) -> None:
    """A local that is replaced by an expression has its value; a constant is folded on."""
    env = {HERE: here, THERE: there}
    constant = ir.substituted(e.built, {HERE: ir.Const(here)})
    assert HERE not in constant.free
    assert TYPED(v, constant, env) == VALUE(v, e.built, env)
    at = ir.cond(ir.op("in", THERE, ir.Const(5)), THERE, ir.Const(here))
    replaced = ir.substituted(e.built, {HERE: at})
    assert TYPED(v, replaced, env) == VALUE(v, e.built, {HERE: VALUE(v, at, env), THERE: there})


@CASES
@given(twins(), states(), cells, cells)
def test_inlining_keeps_the_value(e: Twins, v: list[int], here: int, there: int) -> None:
    env = {HERE: here, THERE: there}
    inlined = ir.inlined(e.built)
    assert not inlined.calls and TYPED(v, inlined, env) == VALUE(v, e.built, env)


@pytest.mark.parametrize("outer", [False, True])
def test_inlining_binds_nothing_else(outer: bool) -> None:
    """What a call is given is named as a binder of its function would be, or not: by its height."""
    one, other = ir.fresh("here", CELL), ir.fresh("here", CELL)
    counted = ir.comp("count", one, ir.op("in", ir.Const(3), ir.Call(NEAR, (one,))))
    if outer:
        near = ir.op("in", other, ir.Call(NEAR, (one,)))
        held = ir.comp("any", other, ir.op("and", near, ir.op("in", one, ir.Const(0b00111))))
        counted = ir.comp("count", one, ir.op("and", held, ir.op("in", ir.Const(3), ir.Call(
            NEAR, (one,)))))
    v = [value for made in PROGRAM.fields for value in made.first]
    inlined = ir.inlined(counted)
    assert not inlined.calls and inlined.height == 2 + outer
    assert VALUE(v, inlined, {}) == VALUE(v, counted, {}) > 0


@pytest.mark.parametrize("e", [
    ir.comp("count", HERE, ir.op("in", HERE, ir.Lookup(STEPS, (THERE,), CELL_SET))),
    ir.reach(THERE, ir.Const(0b11011), HERE, ir.Lookup(STEPS, (HERE,), CELL_SET), CELL_SET),
    ir.op("in", THERE, ir.Lookup(STEPS, (THERE,), CELL_SET)),
])
def test_what_does_not_change_is_the_same(e: ir.E) -> None:
    def change(part: ir.E) -> ir.E:
        return ir.Const(2) if part is THERE else ir.rebuilt(part, change)

    assert ir.rebuilt(e, lambda part: part) is e
    changed = ir.rebuilt(e, change)
    assert THERE in e.free and THERE not in changed.free


@CASES
@given(twins())
def test_what_is_built_is_well_typed(e: Twins) -> None:
    closed = ir.substituted(e.built, {HERE: ir.Const(2), THERE: ir.Const(0)})
    test = ir.op("==", closed, closed)
    assert [found.render() for found in verify(demanding(PROGRAM, test))] == []


def test_alike_expressions_are_one_node() -> None:
    one, other = (
        ir.comp("any", x, ir.op("==", ir.load(MARKS, x), ir.NONE))
        for x in (ir.fresh("cell", CELL), ir.fresh("cell", CELL))
    )
    assert one is other
    assert ir.op("and", one, other) is one


@pytest.mark.parametrize(("e", "folded"), [
    (ir.op("and", ir.TRUE, ir.FALSE), ir.FALSE),
    (ir.op("or"), ir.FALSE),
    (ir.op("and"), ir.TRUE),
    (ir.op("not", ir.op("not", ir.load(SCORE, ir.FALSE))), ir.load(SCORE, ir.FALSE)),
    (ir.op("in", ir.NONE, ir.Const(31)), ir.FALSE),
    (ir.op("in", ir.Const(3), ir.Const(8)), ir.TRUE),
    (ir.op("less", ir.Const(7), ir.Const(2)), ir.Const(5)),
    (ir.op("some", ir.NONE), ir.FALSE),
    (ir.op("some", HERE), ir.TRUE),
    (ir.lookup(WORTH, ir.number(-2, 9), ir.NONE), ir.Const(7)),
    (ir.shift(ir.NONE, 3, PLAYER), ir.NONE),
    (ir.comp("set", ir.Local("x", CELL), ir.TRUE), ir.Const(31)),
    (ir.comp("count", ir.Local("x", CELL), ir.TRUE), ir.Const(5)),
])
def test_constants_are_folded(e: ir.E, folded: ir.E) -> None:
    assert e is folded


NOBODY = ir.Domain("nobody", ())


@pytest.mark.parametrize("test", [ir.FALSE, ir.TRUE, ir.op("==", HERE, THERE)])
@pytest.mark.parametrize(("kind", "value"), [
    ("all", 1), ("any", 0), ("count", 0), ("set", 0), ("total", 0), ("greatest", 0), ("least", 0),
    ("values", 0),
])
def test_over_nothing(kind: str, value: int, test: ir.E) -> None:
    var = ir.Local("x", ir.VType("thing", domain=NOBODY))
    env = {HERE: 1, THERE: 1}
    built = ir.comp(kind, var, test, ir.Const(3))
    assert TYPED([], ir.Comp(kind, var, test, ir.Const(3), built.type), env) == value
    assert TYPED([], built, env) == value


@pytest.mark.parametrize("name", ["and", "or"])
def test_every_part_of_a_connection_counts(name: str) -> None:
    """Several truths, one after the other and inside one another."""
    parts = tuple(ir.Op("in", (HERE, ir.Const(held))) for held in (0b00111, 0b01011, 0b01101))
    for some in (parts, (ir.TRUE, *parts), (*parts, ir.FALSE), (parts[0], *parts)):
        plain = ir.Op(name, some)
        nested = ir.op(name, some[0], ir.op(name, *some[1:]))
        for here in range(CELLS.size):
            expected = VALUE([], plain, {HERE: here})
            assert VALUE([], ir.op(name, *some), {HERE: here}) == expected
            assert VALUE([], nested, {HERE: here}) == expected
