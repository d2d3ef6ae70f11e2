"""The passes in their order: from a program to its loop plan."""

from __future__ import annotations

from rulewright.interpreter.ir import (
    Call,
    E,
    Field,
    Function,
    Local,
    Program,
    op,
    walk,
)
from rulewright.interpreter.passes.around import around
from rulewright.interpreter.passes.asked import Asked
from rulewright.interpreter.passes.nodes import Where
from rulewright.interpreter.passes.plan import Nearby, Plan, Routine, expressions, statements
from rulewright.interpreter.passes.routines import Routines, WorkedOut
from rulewright.interpreter.passes.switches import ALL, Passes
from rulewright.interpreter.passes.tables import walks_inside
from rulewright.interpreter.source import Span


class Planner:
    """Plans one program, and what is asked of it later: with `quick`, all of it, and then without
    sets beside the state, but by what was `worked` out for other programs."""

    def __init__(
        self, program: Program, traced: bool = False, profiled: bool = False, quick: bool = False,
        remarked: bool = False, passes: Passes = ALL, worked: WorkedOut | None = None,
    ) -> None:
        self.program = program
        self.routines = Routines(program, traced, profiled, quick, remarked, passes, worked)
        self.plan = Plan(program)
        if not quick:
            for node in program.nodes:
                self.options(node.id)
            for number in self.routines.entered():
                self.block(number)

    def options(self, number: int) -> Routine:
        """The routine that lists the options of a node."""
        made = self.plan.options[number] = self.routines.options(self.program.nodes[number])
        self._called(made)
        return made

    def block(self, number: int) -> Routine:
        """The routine of a block at which play can go on."""
        made = self.plan.blocks[number] = self.routines.block(number)
        self._called(made)
        return made

    def ask(self, asked: Asked) -> None:
        """Plan all that is asked of a state beside its options."""
        plan = self.plan
        for each in asked.questions():
            made = self.value(f"v{len(plan.values)}", each.params, each.e, each.span)
            plan.values.append(made)
            plan.answers[each] = made

    def one_by_one(self, number: int) -> None:
        """Plan for each alternative of a node whether an option of it is possible, unless that may
        stop the game, or is judged afterwards or beside others."""
        for at, option in enumerate(self.program.nodes[number].alternatives):
            guards = [g for b in option.binders for g in b.guards] + list(option.guards)
            test = op("and", *(guard.test for guard in guards))
            if not (option.after or option.decline or walks_inside(test)):
                params = tuple(b.var for b in option.binders)
                self.plan.possible[number, at] = self.value(
                    f"o{number}_{at}", params, test, option.span)

    def look_around(self, asked: Asked) -> None:
        """Plan which invariants are checked only around what has changed."""
        for each in asked.invariants:
            found = around(self.routines.made(each.e))
            if found is not None:
                name = self.plan.answers[each].name
                self.plan.around[each] = Nearby(
                    found, self.value(f"{name}_breaks", (found.thing,), found.breaks, each.span),
                    tuple(self.value(f"{name}_looks_{i}", (look.place, *look.ways), look.value)
                          for i, look in enumerate(found.looks)))

    def close(self) -> None:
        """Settle which sets are kept beside the state; what is planned later uses no others."""
        plan = self.plan
        needed: set[Field] = set()
        for routine in plan.routines:
            for statement in statements(routine.body):
                for part in walk(*expressions(statement)):
                    if isinstance(part, Where):
                        needed.add(part.field)
        plan.kept = sorted(needed, key=lambda made: made.id)
        self.routines.keep(frozenset(needed))

    def function(self, function: Function) -> None:
        """Plan a function, and those that it calls."""
        plan = self.plan
        if function not in plan.names:
            plan.names[function] = name = f"f{len(plan.names)}"
            made = self.routines.function(name, function)
            self._called(made)
            plan.functions.append(made)

    def value(
        self, name: str, params: tuple[Local, ...], e: E, span: Span | None = None
    ) -> Routine:
        """The routine that computes an expression; functions that it calls are planned too."""
        made = self.routines.value(name, params, e, span)
        self._called(made)
        return made

    def _called(self, routine: Routine) -> None:
        """Plan the functions that a routine calls."""
        for statement in statements(routine.body):
            asked = (e for e in expressions(statement) if e.calls)
            for part in walk(*asked):
                if isinstance(part, Call):
                    self.function(part.function)
