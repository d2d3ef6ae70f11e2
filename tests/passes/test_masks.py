"""Conditions on a variable as sets."""

from __future__ import annotations

from rulewright.interpreter import ir
from rulewright.interpreter.passes.masks import MOST_TESTED, Masks
from rulewright.interpreter.passes.simplify import Simplifier
from rulewright.interpreter.passes.tables import Tables


def free(size: int) -> ir.E:
    """Whether all of so many cells bear nothing."""
    cells = ir.VType("thing", domain=ir.Domain("cell", tuple(map(str, range(size)))))
    assert cells.domain is not None
    mark = ir.Field(0, ir.Group.CELL, "cell", "mark", (cells.domain,), ir.number(0, 2),
                    (0,) * size, 0)
    cell = ir.Local("cell", cells)
    return ir.comp("all", cell, ir.op("==", ir.load(mark, cell), ir.Const(0)))


def test_what_is_made_quickly_tests_few_things_one_by_one() -> None:
    """To look for their set takes longer than to test them."""
    few, many = free(MOST_TESTED), free(MOST_TESTED + 1)
    quick = Masks(Simplifier(), Tables(quick=True), frozenset())
    assert quick(few) is few
    assert quick(many) is not many
    assert Masks(Simplifier(), Tables())(few) is not few
