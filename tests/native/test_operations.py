"""Operations of numbers that no engine has a text of its own for: they do as the table says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from rulewright.interpreter import ir
from rulewright.interpreter.engine.machine import Machine
from rulewright.interpreter.ir.operations import NUMBER, Operation
from rulewright.interpreter.ir.verify import verify
from rulewright.interpreter.native.absent import Refused
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.oracle import Oracle
from tests.programs import at_start, field, small, store

WIDE = ir.number(-199, 199)
#: Numbers of either sign, those that divide them and those that do not, and none.
ONES, OTHERS = (-7, -6, -1, 0, 1, 6, 7, 98), (-3, -1, 0, 1, 2, 3, 7)
EXAMPLES = [(one, other) for one in ONES for other in OTHERS]

DEFINED = [row.name for row in ir.OPERATIONS.values() if row.c]


def found_by(name: str, start: Callable[[ir.Program], list[int]]) -> list[int]:
    """What the operation comes to for the examples in a program that loads its numbers, so that
    nothing is known ahead."""
    count = len(EXAMPLES)
    places = ir.Domain("place", tuple(f"p{number}" for number in range(count)))
    first, second = zip(*EXAMPLES, strict=True)
    fields = small(
        field("one", WIDE, *first, dims=(places,)), field("other", WIDE, *second, dims=(places,)),
        field("result", WIDE, *[0] * count, dims=(places,)))
    one, other, result = fields.fields[-3:]
    at = [ir.Const(number) for number in range(count)]
    program = at_start(fields, *(store(result, ir.op(
        name, ir.load(one, each), ir.load(other, each)), each) for each in at))
    assert verify(program) == []
    return start(program)[result.offset : result.offset + count]


def by_oracle(program: ir.Program) -> list[int]:
    return Oracle(program).start()


def by_engine(program: ir.Program) -> list[int]:
    machine = Machine(program)
    return machine.plain(machine.start())


def by_c(program: ir.Program) -> list[int]:
    return NativeMachine(program, "-O0").start()


@pytest.mark.parametrize("start", [by_oracle, by_engine, by_c])
@pytest.mark.parametrize("name", DEFINED)
def test_defined_operations(name: str, start: Callable[[ir.Program], list[int]]) -> None:
    row = ir.OPERATIONS[name]
    assert found_by(name, start) == [row.evaluate(*pair) for pair in EXAMPLES]


#: How far a number is from another one.
GAP = Operation("gap", (NUMBER, NUMBER), lambda _: WIDE, lambda a, b: abs(a - b), 7,
                c="a > b ? a - b : b - a")


@pytest.mark.parametrize("start", [by_oracle, by_engine, by_c])
def test_a_new_row_is_enough(
    start: Callable[[ir.Program], list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ir.OPERATIONS, "gap", GAP)
    assert found_by("gap", start) == [abs(one - other) for one, other in EXAMPLES]


def test_without_its_c_there_is_no_native_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ir.OPERATIONS, "gap", replace(GAP, c=""))
    assert found_by("gap", by_engine) == [abs(one - other) for one, other in EXAMPLES]
    with pytest.raises(Refused, match="the operation `gap`"):
        found_by("gap", by_c)
