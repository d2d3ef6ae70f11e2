"""Whether the rounds of a `for each` see what earlier rounds did to other things, found by trying.

Model. `check.lint_rounds` tells by the places alone what a round could see of another one. Here the
loop is carried out in made-up states, by the plain executor: where something that is asked comes to
another answer in its round than it would have before the first, the order of the rounds matters,
which is told once. The states are not all that play could come to, nor could it come to all of
them. The work is counted, never timed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.interpreter import ir
from rulewright.interpreter.check.lint_rounds import Entangled, entangled, loops_of, warning
from rulewright.interpreter.diagnostics import Diagnostic, RunError
from rulewright.interpreter.model.declarations import Declarations
from rulewright.interpreter.oracle.executor import Oracle, Vector
from rulewright.interpreter.oracle.values import Locals
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.state.rng import Rng, stream
from rulewright.interpreter.trial import Counting, TooMuch

#: Made-up states for each loop: of every eight elements, so many are other than at first in them.
STATES = (6, 7, 2, 4, 7, 6, 1, 7, 3, 7, 5, 7)
#: Expressions that may be evaluated for one loop.
MOST_EVALUATED = 400_000
#: Programs, for other options or players, in which one loop is tried.
MOST_TRIED = 2
#: What is as it is at first in a made-up state.
AS_AT_FIRST = (ir.Group.MEMORY, ir.Group.RESULT, ir.Group.FLOW)
#: What was seen of one program: the places that ask, and what is wrong there.
Seen = list[tuple[Span, Diagnostic | None]]


class Rounds:
    """The loops of one ruleset; `found` are the warnings."""

    def __init__(self, declarations: Declarations, source: Source) -> None:
        self.declarations = declarations
        self.loops = {span: loop for span, loop in loops_of(declarations).items()
                      if span.source is source}
        self.found: list[Diagnostic] = []
        self._tried: dict[Span, int] = {}
        self._counted: dict[Span, int] = {}

    def look(self, program: ir.Program) -> Seen:
        """Look at the loops of a program."""
        seen: Seen = []
        for one in entangled(program, frozenset(self.loops)):
            tried = self._tried[one.span] = self._tried.get(one.span, 0) + 1
            differs = tried <= MOST_TRIED and _differs(program, one)
            if differs:
                self._tried[one.span] = MOST_TRIED
            told = warning(self.declarations, self.loops, one) if differs else None
            seen.append((one.span, told))
        return seen

    def take(self, seen: Seen) -> None:
        """Tell what was seen of a program; programs come in their order. Those that were looked at
        apart from others were tried more often than all together are."""
        for span, told in seen:
            counted = self._counted[span] = self._counted.get(span, 0) + 1
            if counted <= MOST_TRIED and told is not None:
                self._counted[span] = MOST_TRIED
                self.found.append(told)


def _differs(program: ir.Program, one: Entangled) -> bool:
    """Whether the order of the rounds matters in some state."""
    executor, rng = _Loop(program), stream(0, 0, "rounds")
    for eighths in STATES * (1 + 2 * len(one.within)):  # two alike at random are seldom
        try:
            if executor.differs(_made_up(program, one, rng, eighths), one, rng):
                return True
        except RunError:
            continue  # no state that play comes to
        except TooMuch:
            return False
    return False


def _made_up(program: ir.Program, one: Entangled, rng: Rng, eighths: int) -> Vector:
    """A state in which some of what the loop looks at is at random."""
    looked = one.asked.reads.union(
        one.loop.set.reads, *(e.reads for inner in ir.effects(one.loop.body)
                              for e in ir.expressions(inner)))
    v = [value for made in program.fields for value in made.first]
    for made in program.fields:
        if made in looked and made.group not in AS_AT_FIRST:
            for at in range(made.offset, made.offset + made.size):
                if rng.below(8) < eighths:
                    v[at] = _any(made.type, rng)
    return v


def _any(kind: ir.VType, rng: Rng) -> int:
    """A value of a type at random; not none."""
    if kind.kind == "set":
        return sum(1 << thing for thing in range(kind.most.bit_length()) if rng.below(2))
    least = 0 if kind.none else kind.least
    return least + rng.below(kind.most - least + 1)


class _Loop(Oracle):
    """Carries out the rounds of one loop."""

    def __init__(self, program: ir.Program) -> None:
        super().__init__(program, Counting(program, MOST_EVALUATED))

    def differs(self, v: Vector, one: Entangled, rng: Rng) -> bool:
        """Whether what is asked in some round would have had another answer before the first."""
        loop, before = one.loop, list(v)
        parts = (one.asked, loop.set, *(e for inner in ir.effects(loop.body)
                                        for e in ir.expressions(inner)))
        inside = {inner.var for inner in ir.effects(loop.body)
                  if isinstance(inner, (ir.EachDo, ir.Let))}
        outer = frozenset[ir.Local]().union(*(e.free for e in parts)) - inside - {loop.var}
        env: Locals = {var: _any(var.type, rng) for var in sorted(outer, key=lambda var: var.name)}
        for member in ir.members(self.value(v, loop.set, env)):
            here = {**env, loop.var: member}
            if v != before and any(
                self.value(v, one.asked, asked) != self.value(before, one.asked, asked)
                for asked in self._within(v, one.within, here)
            ):
                return True
            self._effects(v, loop.body, here)
        return False

    def _within(
        self, v: Vector, loops: Sequence[tuple[ir.Local, ir.E]], here: Locals
    ) -> Iterator[Locals]:
        """The rounds of the loops within a round."""
        if not loops:
            yield here
            return
        (var, things), *inner = loops
        for member in ir.members(self.value(v, things, here)):
            yield from self._within(v, inner, {**here, var: member})

    def _over(self, v: Vector) -> None:
        """The game goes on: of what is at random much may be so that ends it."""
