"""What is instantiated is verified once, as `validate` does it: nothing broken is ever played."""

from __future__ import annotations

import pytest

from rulewright.interpreter import driver, ir
from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.engine import game
from rulewright.interpreter.ir.verify import verify
from rulewright.interpreter.lower.game import Instance, instantiate
from tests.programs import SPAN, at_start
from tests.texts import path_of

PIG = path_of("pig")


def test_a_local_that_is_bound_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: object) -> Instance:
        made = instantiate(*given)  # type: ignore[arg-type]
        nowhere = ir.Local("nowhere", ir.number(0, 1))
        let = ir.Let(SPAN, (), ir.Local("here", ir.number(0, 1)), nowhere)
        return Instance(made.model, at_start(made.program, let))

    monkeypatch.setattr(game, "instantiate", broken)
    with pytest.raises(RulesError) as met:
        driver.load(PIG).instantiate()
    (found,) = met.value.diagnostics
    assert (found.code, found.span) == ("program-local", SPAN)


def test_once_for_each_instantiation(monkeypatch: pytest.MonkeyPatch) -> None:
    verified: list[ir.Program] = []

    def counted(program: ir.Program) -> list[Diagnostic]:
        verified.append(program)
        return verify(program)

    monkeypatch.setattr(game, "verify", counted)
    ruleset = driver.load(PIG)
    made = ruleset.instantiate(2)
    made.start().apply(0)
    assert ruleset.instantiate(2) is made and verified == [made.program]
    other = ruleset.instantiate(3)
    assert verified == [made.program, other.program]
