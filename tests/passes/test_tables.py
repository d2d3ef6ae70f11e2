"""Expressions of no state are worked out for all combinations of things at once."""

from __future__ import annotations

from rulewright.interpreter import ir
from rulewright.interpreter.passes.nodes import Fill, Single, Steps, union
from rulewright.interpreter.passes.tables import Columns, Tables

CELLS = ir.VType("thing", domain=ir.Domain("cell", ("a", "b", "c", "d")))
SET = ir.VType("set", domain=CELLS.domain)
X = ir.Local("x", CELLS)
Y = ir.Local("y", CELLS)
NEXT = ir.Table((1, 2, 3, -1), (4, 1), -1)  # one direction, from each cell to the next
MASKS = ir.Table((0b0010, 0b0101, 0b1010, 0b0100), (4,), 0)


def values(e: ir.E) -> list[int]:
    """The values of an expression for each cell x."""
    return Columns({X: [0, 1, 2, 3]}, 4)(e)


def near(of: ir.E) -> ir.E:
    return ir.lookup(MASKS, SET, of)


def test_comprehensions() -> None:
    test = ir.op("in", Y, near(X))
    one = ir.op("==", Y, ir.Const(1))
    assert values(ir.comp("any", Y, ir.op("and", test, one))) == [1, 0, 1, 0]
    assert values(ir.comp("all", Y, ir.op("not", test))) == [0, 0, 0, 0]
    assert values(ir.comp("count", Y, test)) == [1, 2, 2, 1]
    assert values(ir.comp("set", Y, test)) == list(MASKS.values)
    assert values(ir.comp("total", Y, test, Y)) == [1, 2, 4, 2]
    assert values(ir.comp("greatest", Y, test, Y)) == [1, 2, 3, 2]
    assert values(ir.comp("least", Y, test, Y)) == [1, 0, 1, 2]
    assert values(ir.comp("values", Y, test, ir.op("-", Y, ir.Const(1)))) == [1, 2, 5, 2]
    never = ir.op("<", Y, ir.Const(0))
    assert values(ir.comp("least", Y, ir.op("and", test, never), Y)) == [0, 0, 0, 0]


def test_sets_moved_as_a_whole() -> None:
    two = ir.Const(0b1100)
    assert values(Steps(NEXT, ir.FALSE, two, SET)) == [0b0110] * 4
    assert values(Steps(NEXT, ir.NONE, two, SET)) == [0] * 4
    assert values(Fill(Single(X, 4, SET), ir.Const(0b0110), NEXT, ir.FALSE, SET)) == [
        0b0001, 0b0011, 0b0111, 0b1000]
    assert values(union(Y, near(X), near(Y), SET)) == [0b0101, 0b1010, 0b0101, 0b1010]


def test_reach_and_rays() -> None:
    over = ir.Const(0b0111)
    assert values(ir.reach(X, over, Y, near(Y), SET)) == [0b0111, 0b0111, 0b0111, 0b0111]
    kind = ir.or_none(CELLS)
    assert values(ir.ray(X, ir.FALSE, over, NEXT, False, SET)) == [0b0110, 0b0100, 0, 0]
    assert values(ir.ray(X, ir.FALSE, over, NEXT, True, kind)) == [3, 3, 3, -1]
    ring = ir.Table((1, 2, 3, 0), (4, 1), -1)
    assert values(ir.ray(X, ir.FALSE, ir.Const(15), ring, True, kind)) == [-1] * 4


def test_a_table_is_of_what_says_nothing_of_the_state() -> None:
    tables = Tables()
    made = tables(ir.comp("count", Y, ir.op("in", Y, near(X))))
    assert isinstance(made, ir.Lookup) and made.table.values == (1, 2, 2, 1)
    place = ir.Field(0, ir.Group.CELL, "cell", "mark", (CELLS.domain,), CELLS, (0,) * 4, 0)
    looked = ir.comp("count", Y, ir.op("==", ir.load(place, Y), X))
    assert tables(looked) is looked
    both = ir.op("+", looked, ir.comp("count", Y, ir.op("in", Y, near(X))))
    made = tables(both)
    assert isinstance(made, ir.Op) and made.args[0] is looked
    assert isinstance(made.args[1], ir.Lookup)


def test_what_is_made_quickly_has_no_tables_but_the_same_values() -> None:
    counted = ir.comp("count", Y, ir.op("in", Y, near(X)))
    assert Tables(quick=True)(counted) is counted
    assert values(counted) == values(Tables()(counted)) == [1, 2, 2, 1]


def test_what_says_nothing_but_one_element_is_a_table_by_it() -> None:
    kind = ir.or_none(CELLS)
    place = ir.Field(0, ir.Group.CELL, "cell", "mark", (CELLS.domain,), kind, (0,) * 4, 0)
    other = ir.Field(1, ir.Group.CELL, "cell", "note", (CELLS.domain,), kind, (0,) * 4, 4)

    def far(made: ir.Field) -> ir.E:
        it = ir.load(made, X)
        away = ir.op("-", ir.op("*", it, it), ir.op("*", X, ir.Const(3)))
        return ir.cond(ir.op("some", it), ir.op("+", away, X), ir.Const(7))

    made = Tables().of_element(far(place))
    assert made is not None and not made.index[0].reads and made.index[1].reads == {place}
    for x in range(4):
        for mark in range(-1, 4):
            assert made.table.at(x, mark + 1) == (mark * mark - 2 * x if mark >= 0 else 7)
    assert Tables().of_element(ir.op("+", far(place), far(other))) is None  # it says two
    assert Tables().of_element(ir.op("+", ir.load(place, X), X)) is None  # a table saves nothing
    assert Tables().of_element(ir.comp("count", Y, far(place))) is not None
    assert Tables().of_element(ir.comp("count", X, far(place))) is None  # it looks at each


def test_what_may_be_none_has_a_table_too() -> None:
    """With one value where it is none; where that depends on something else, there is no table."""
    maybe = ir.Local("m", ir.or_none(CELLS))
    step = ir.lookup(ir.Table((2, 3, 0, 1), (4,), -1), ir.or_none(CELLS), maybe)
    here = ir.cond(ir.op("some", maybe), step, ir.Const(3))
    found = Tables().table(here)
    assert isinstance(found, ir.Lookup)
    assert found.table == ir.Table((2, 3, 0, 1), (4,), 3) and found.index == (maybe,)
    assert Tables().table(ir.cond(ir.op("some", maybe), ir.Const(3), ir.Const(3))) is None
    both = ir.cond(ir.op("some", maybe), ir.op("==", step, X), ir.op("==", X, ir.Const(1)))
    assert Tables().table(both) is None
    same = ir.op("and", ir.op("some", maybe), ir.op("==", step, X))
    two = Tables().table(same)
    assert isinstance(two, ir.Lookup) and two.table.absent == 0 and two.table.sizes == (4, 4)


def test_numbers_that_begin_later_are_counted_from_0() -> None:
    number = ir.Local("n", ir.number(2, 4))
    twice = ir.op("*", number, ir.op("+", number, ir.Const(1)))
    found = Tables().table(twice)
    assert isinstance(found, ir.Lookup)
    assert [found.table.at(n) for n in (2, 3, 4)] == [6, 12, 20]
