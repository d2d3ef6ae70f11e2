"""The passes in their order: from a program to its loop plan."""

from __future__ import annotations

from rulewright.interpreter.ir import Call, E, Function, Local, Program, walk
from rulewright.interpreter.passes.plan import Plan, Routine
from rulewright.interpreter.passes.routines import Routines


class Planner:
    """Plans one program, and expressions that are asked of it later."""

    def __init__(self, program: Program, traced: bool = False, profiled: bool = False) -> None:
        self.program = program
        self.routines = Routines(program, traced, profiled)
        self.plan = Plan(program)
        for function in program.functions:
            self.function(function)
        self.plan.options = [self.routines.options(node) for node in program.nodes]
        self.plan.blocks = self.routines.blocks()

    def function(self, function: Function) -> None:
        """Plan a function, and those that it calls."""
        plan = self.plan
        if function not in plan.names:
            plan.names[function] = name = f"f{len(plan.names)}"
            plan.functions.append(self.value(name, function.params, function.body))

    def value(self, name: str, params: tuple[Local, ...], e: E) -> Routine:
        """The routine that computes an expression; functions that it calls are planned too."""
        for part in walk(e):
            if isinstance(part, Call):
                self.function(part.function)
        return self.routines.value(name, params, e)
