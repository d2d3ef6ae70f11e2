"""The passes in their order: from a program to its loop plan."""

from __future__ import annotations

from rulewright.interpreter.ir import E, Local, Program
from rulewright.interpreter.passes.plan import Plan, Routine
from rulewright.interpreter.passes.routines import Routines


class Planner:
    """Plans one program, and expressions that are asked of it later."""

    def __init__(self, program: Program, traced: bool = False, profiled: bool = False) -> None:
        self.program = program
        self.routines = Routines(program, traced, profiled)
        self.plan = Plan(program)
        plan = self.plan
        plan.names = {f: f"f{number}" for number, f in enumerate(program.functions)}
        plan.functions = [
            self.value(plan.names[f], f.params, f.body) for f in program.functions
        ]
        plan.options = [self.routines.options(node) for node in program.nodes]
        plan.blocks = self.routines.blocks()

    def value(self, name: str, params: tuple[Local, ...], e: E) -> Routine:
        """The routine that computes an expression of the program."""
        return self.routines.value(name, params, e)
