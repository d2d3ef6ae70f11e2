"""How much a program may have to look at between two choices, so that it ends soon.

Model.  A look is one round of a loop: a candidate of a set, a member of a `for each`, a step of a
flood.  What stands inside a loop is counted once for each of its rounds, as if every condition
had to be looked at to its end; play mostly looks at much less.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.program.choices import MAX_LOOKED_AT
from rulewright.interpreter.program.fold import children
from rulewright.interpreter.program.ir import (
    Branch,
    Comp,
    Const,
    E,
    EachDo,
    Effect,
    Finish,
    Flood,
    Guard,
    HasLine,
    IfDo,
    Let,
    Load,
    Local,
    Node,
    Op,
    Program,
    Store,
    Table,
)
from rulewright.interpreter.source import Span


class Costs:
    """Finds what costs too much; `found` holds one diagnostic for each place."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []
        self._looks: dict[int, tuple[E, int]] = {}  # by identity: parts may be shared

    def program(self, program: Program) -> None:
        """Check all that is done and tested while a program is played."""
        for block in program.blocks:
            self._effects(block.effects, 1)
            if isinstance(block.exit, Branch):
                self.check(block.exit.span, 1, block.exit.test)
        for node in program.nodes:
            self._node(node)
        for duty in program.duties:
            self.check(duty.span, 1, duty.active, duty.value, *filter(None, (duty.most,)))
        for invariant in program.invariants:
            self._guard(invariant)

    def check(self, span: Span | None, rounds: int, *parts: E) -> None:
        """Check what is computed on one line, which is come to so many times."""
        looks = rounds * max(1, sum(map(self._of, parts)))
        if looks > MAX_LOOKED_AT:
            self.found.append(Diagnostic(
                "too-large", f"this may have to look at {looks} combinations of things; at most "
                f"{MAX_LOOKED_AT} can be looked at", span,
                "name fewer sets inside one another, or smaller ones",
            ))

    def _of(self, e: E) -> int:
        """The looks that an expression may need."""
        if isinstance(e, (Const, Local)):
            return 0
        known = self._looks.get(id(e))
        if known is None:
            known = self._looks[id(e)] = (e, self._rounds(e))
        return known[1]

    def _rounds(self, e: E) -> int:
        match e:  # the most frequent first, without the tables they hold
            case Op(args=parts) | Load(index=parts) | Table(index=parts):
                return sum(map(self._of, parts))
        inside = sum(map(self._of, children(e)))
        match e:
            case Comp(size=size):
                return size * (1 + inside)
            case Flood(table=steps):
                return inside + len(steps)
            case HasLine(masks=masks):
                return inside + len(masks)
        return inside

    def _node(self, node: Node) -> None:
        self.check(node.span, 1, node.player)
        for alternative in node.alternatives:
            guards = [guard for binder in alternative.binders for guard in binder.guards]
            for guard in (*guards, *alternative.guards, *alternative.after):
                self._guard(guard)
            self.check(alternative.span, 1, alternative.weight)

    def _guard(self, guard: Guard) -> None:
        """Check a guard. Of what is too much its parts know the places best."""
        if self._of(guard.test) <= MAX_LOOKED_AT:
            return
        before = len(self.found)
        for part in guard.parts:
            self._guard(part)
        if len(self.found) == before:
            self.check(guard.span, 1, guard.test)

    def _effects(self, effects: Sequence[Effect], rounds: int) -> None:
        """Check effects that stand inside `for each` with so many rounds together."""
        for effect in effects:
            match effect:
                case Store(index=index, value=value):
                    self.check(effect.span, rounds, *index, value)
                case Let(value=value):
                    self.check(effect.span, rounds, value)
                case Finish(player=player, values=values):
                    self.check(effect.span, rounds, *values, *filter(None, (player,)))
                case IfDo(test=test, body=body, otherwise=otherwise):
                    self.check(effect.span, rounds, test)
                    self._effects(body, rounds)
                    self._effects(otherwise, rounds)
                case EachDo(set=members, size=size, body=body):
                    self.check(effect.span, rounds, members)
                    if rounds * size > MAX_LOOKED_AT:
                        self.check(effect.span, rounds * size)
                    else:  # otherwise every line inside is too much as well
                        self._effects(body, rounds * size)
