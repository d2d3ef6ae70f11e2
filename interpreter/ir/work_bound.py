"""A bound on the work between two choices, so that play cannot stand still.

Model. An iteration is one round of a loop: a candidate of a comprehension, a member of a `for
each`, a thing that a walk steps from. What stands inside a loop is counted once for each of its
rounds, as if every condition had to be evaluated to its end; play mostly needs much less. What is
shared, or called, counts wherever it is used, but is worked out once.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.interpreter import ir
from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.ir.interned import kept
from rulewright.interpreter.source import Span

#: Iterations that one line may need: of what is chosen together, of sets in sets.
MAX_ITERATIONS = 100_000_000


@kept
def iterations(e: ir.E) -> int:
    """The iterations that an expression may need."""
    inside = sum(map(iterations, e.children))
    match e:
        case ir.Comp(size=size):
            return size * (1 + inside)
        case ir.Reach(start=start, over=over, var=var, steps=steps):
            stepping = (var.type.most + 1) * (1 + iterations(steps))
            return iterations(start) + iterations(over) + stepping
        case ir.HasLine(lines=lines):
            return inside + len(lines.values)
        case ir.Call(function=function):
            return 1 + inside + iterations(function.body)
    return inside


class WorkBound:
    """Finds what needs too much; `found` holds a diagnostic for each place, `total` is the sum of
    the iterations of all places."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []
        self.total = 0

    def program(self, program: ir.Program) -> None:
        """Check all that is done and tested while a program is played."""
        for block in program.blocks:
            self._effects(block.effects, 1)
            if isinstance(block.exit, ir.Branch):
                self.check(block.exit.span, 1, block.exit.test)
        for node in program.nodes:
            self.check(node.span, 1, node.player)
            for guard in ir.guards_of(node):
                self._guard(guard)
            for alternative in node.alternatives:
                self.check(alternative.span, 1, alternative.weight)
        for duty in program.duties:
            self.check(duty.span, 1, *ir.expressions(duty))
        for invariant in program.invariants:
            self._guard(invariant)

    def check(self, span: Span | None, rounds: int, *parts: ir.E) -> None:
        """Check what is computed on one line, which is come to so many times."""
        needed = rounds * max(1, sum(map(iterations, parts)))
        self.total += needed
        if needed > MAX_ITERATIONS:
            self.found.append(Diagnostic(
                "too-large", f"this may have to look at {needed} combinations of things; at "
                f"most {MAX_ITERATIONS} can be looked at", span,
                "name fewer sets inside one another, or smaller ones",
            ))

    def _guard(self, guard: ir.Guard) -> None:
        """Check a guard. Of what is too much its parts know the places best; those of a call are
        the guards of its function."""
        if iterations(guard.test) <= MAX_ITERATIONS:
            self.total += iterations(guard.test)
            return
        parts = guard.parts
        if isinstance(guard.test, ir.Call):
            parts += guard.test.function.guards
        before = len(self.found)
        for part in parts:
            self._guard(part)
        if len(self.found) == before:
            self.check(guard.span, 1, guard.test)

    def _effects(self, effects: Sequence[ir.Effect], rounds: int) -> None:
        """Check effects that stand inside `for each` with so many rounds together."""
        for effect in effects:
            self.check(effect.span, rounds, *ir.expressions(effect))
            match effect:
                case ir.IfDo(body=body, otherwise=otherwise):
                    self._effects(body, rounds)
                    self._effects(otherwise, rounds)
                case ir.EachDo(var=var, body=body):
                    inner = rounds * (var.type.most + 1)
                    if inner > MAX_ITERATIONS:
                        self.check(effect.span, inner)
                    else:  # otherwise every line inside is too much as well
                        self._effects(body, inner)
