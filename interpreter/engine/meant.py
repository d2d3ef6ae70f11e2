"""What a text can mean at a node: of all it can mean, that which gets furthest.

Model. The text is matched against the labels of the alternatives over everything that could be
chosen. A *candidate* is one alternative with one thing for each choice; it gets as far as the
guards that it passes one after the other. Of those that get equally far the one of which most of
the other guards hold is meant; where a walk lacks results, the one to which it comes nearest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.interpreter.engine import matching
from rulewright.interpreter.engine.compiled import Choice, Vector
from rulewright.interpreter.engine.machine import Machine
from rulewright.interpreter.engine.matching import Values
from rulewright.interpreter.engine.reasons import Reasons, demands_walk, parts_of
from rulewright.interpreter.ir import Alternative, Binder, Guard, Local, Node, Op
from rulewright.interpreter.records import record


@record
class Candidate:
    """One thing that a text can mean: how far it gets, and the first guard it fails, if any."""

    number: int
    alternative: Alternative
    values: Values
    depth: float
    failed: Guard | None

    @property
    def choice(self) -> Choice:
        return (self.number, *self.values)


class Meanings:
    """What texts can mean at the nodes of one machine."""

    def __init__(self, machine: Machine, reasons: Reasons) -> None:
        self.machine = machine
        self.reasons = reasons
        self._ranges: dict[Local, Sequence[int]] = {}
        self._known: dict[tuple[object, ...], bool] = {}  # what was asked of the present state

    def best(self, v: Vector, node: Node, text: str) -> Candidate | None:
        """Of all that a text can mean at a node, what gets furthest."""
        return self.furthest(v, (
            (number, alternative, values)
            for number, alternative in enumerate(node.alternatives)
            for values in matching.matches(alternative, text, self.phrases(v), self.possible)
        ))

    def furthest(
        self, v: Vector, meant: Iterable[tuple[int, Alternative, Values]]
    ) -> Candidate | None:
        """What gets furthest of some alternatives with values, the first of equals."""
        self._known.clear()
        found = [self._candidate(v, *one) for one in meant]
        most = max((one.depth for one in found), default=0.0)
        equal = [one for one in found if one.depth == most]
        if len(equal) < 2 or equal[0].failed is None:
            return equal[0] if equal else None
        best = max(equal, key=lambda one: self._held_in_all(v, one))
        return self._nearest(v, best, equal)

    def possible(self, binder: Binder) -> Sequence[int]:
        """What of all could ever be chosen: what passes those guards that ask for nothing else;
        all, if nothing does."""
        if binder.var not in self._ranges:
            fixed = [g.test for g in binder.guards
                     if g.test.free == {binder.var} and not g.test.reads]
            tests = [self.machine.compiled(test, (binder.var,)) for test in fixed]
            state = self.machine.first
            self._ranges[binder.var] = [
                value for value in range(binder.size) if all(test(state, value) for test in tests)
            ] or range(binder.size)
        return self._ranges[binder.var]

    def phrases(self, v: Vector) -> matching.Phrases:
        """What the phrases in texts come to in a state."""
        return lambda alternative, said, chosen: self.reasons.value(v, said.value, {
            binder.var: chosen[number] for number, binder in enumerate(alternative.binders)
            if binder.var in said.value.free
        })

    def _candidate(
        self, v: Vector, number: int, alternative: Alternative, values: Values
    ) -> Candidate:
        """How far some values get; those with a pair exchanged, where only its order is wrong:
        what demands it asks for nothing that changes in play."""
        depth, failed = self._first_failure(v, alternative, values)
        if failed is not None and not failed.test.reads:
            for i, j, swapped in matching.exchanges(alternative, values):
                pair = {alternative.binders[i].var, alternative.binders[j].var}
                if pair <= failed.test.free:
                    further, failure = self._first_failure(v, alternative, swapped)
                    if int(further) > int(depth):
                        return Candidate(number, alternative, swapped, further, failure)
        return Candidate(number, alternative, values, depth, failed)

    def _first_failure(
        self, v: Vector, alternative: Alternative, values: Values
    ) -> tuple[float, Guard | None]:
        """How many guards some values pass, and the first they fail; the whole part of the number
        counts guards, the rest what holds of the one that fails."""
        env = bound(alternative, values)
        for passed, guard in enumerate(_guards(alternative)):
            if not self._holds(v, guard, env):
                return passed + self._held(v, guard, env) / 2, guard
        return len(_guards(alternative)), None

    def _held(self, v: Vector, guard: Guard, env: dict[Local, int]) -> float:
        """How much of a condition that fails holds, from 0 to 1: of its lines those before the
        first that fails; of alternatives the most."""
        parts = parts_of(guard)
        if not parts:
            return 0
        if guard.any:
            return max(self._held(v, part, env) for part in parts)
        for number, part in enumerate(parts):
            if not self._holds(v, part, env):
                return (number + self._held(v, part, env)) / len(parts)
        return 1

    def _held_in_all(self, v: Vector, one: Candidate) -> int:
        """How many of all guards a candidate passes, also behind the first that it fails."""
        env = bound(one.alternative, one.values)
        return sum(self._holds(v, guard, env) for guard in _guards(one.alternative))

    def _holds(self, v: Vector, guard: Guard, env: dict[Local, int]) -> bool:
        """Whether a guard holds; candidates that do not differ in what it is about share the
        answer."""
        about = {var: value for var, value in env.items() if var in guard.test.free}
        key = (guard.test, *about.items())
        if key not in self._known:
            self._known[key] = self.reasons.holds(v, guard.test, about)
        return self._known[key]

    def _nearest(self, v: Vector, best: Candidate, equal: Sequence[Candidate]) -> Candidate:
        """Of candidates that differ from the best one by nothing but the result of a walk, which it
        lacks, the one to which the walk comes nearest."""
        if best.failed is None or not demands_walk(best.failed):
            return best
        assert isinstance(best.failed.test, Op)
        asked = best.failed.test.args[0]
        at = next(i for i, b in enumerate(best.alternative.binders) if b.var is asked)
        near = {
            one.values[at]: one for one in reversed(equal)
            if one.alternative is best.alternative and one.failed is best.failed
            and (*one.values[:at], best.values[at], *one.values[at + 1 :]) == best.values
        }
        env = bound(best.alternative, best.values)
        kept, _ = self.reasons.kept(v, best.failed, env, near)
        return best if kept is None else near[kept.result]


def bound(alternative: Alternative, values: Values) -> dict[Local, int]:
    """The locals of what is chosen, with some values."""
    return dict(zip((b.var for b in alternative.binders), values, strict=True))


def _guards(alternative: Alternative) -> list[Guard]:
    """What is demanded of a choice, in the order in which it is said: what an order of parts
    demands comes last."""
    guards = [guard for binder in alternative.binders for guard in binder.guards]
    guards += [guard for guard in alternative.guards if not guard.order]
    return guards + [guard for guard in alternative.guards if guard.order]
