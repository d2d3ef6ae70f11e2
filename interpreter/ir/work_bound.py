"""A bound on the work between two choices, so that play cannot stand still.

Model. An iteration is one round of a loop: a candidate of a comprehension, a member of a `for
each`, a thing that a walk steps from. What stands inside a loop is counted once for each of its
rounds, as if every condition had to be evaluated to its end; play mostly needs less. Counted is
what an engine has to do that takes the program as it is:

  - candidates are those that a constant table or an equation leaves, if a condition has one;
  - what does not depend on a loop is worked out once, in front of it;
  - what a thing belongs to (a whole `Reach`) is worked out once for all things of one set.

What is called counts wherever it is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.interpreter import ir
from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.ir.interned import kept
from rulewright.interpreter.source import Span

#: Iterations that one line may need: of what is chosen together, of sets in sets.
MAX_ITERATIONS = 100_000_000

Factor = tuple[int, str]  # rounds, and what of
Bound = frozenset[ir.Local]


@kept
def _iterations(e: ir.E) -> dict[ir.Local | None, int]:
    """The iterations of an expression that were counted so far, by what they are needed for."""
    return {}


@kept
def _outside(e: ir.E) -> dict[tuple[Bound, ir.Local | None], int]:
    """Those of the parts that depend on none of some locals."""
    return {}


@kept
def work_of(program: ir.Program) -> WorkBound:
    """The work of a program."""
    work = WorkBound()
    work.program(program)
    return work


class WorkBound:
    """Finds what needs too much; `found` holds a diagnostic for each place, `total` is the sum of
    the iterations of all places."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []
        self.total = 0

    def program(self, program: ir.Program) -> None:
        """Check all that is done and tested while a program is played."""
        for block in program.blocks:
            self._effects(block.effects, ())
            if isinstance(block.exit, ir.Branch):
                self.check(block.exit.span, (), block.exit.test)
        for node in program.nodes:
            self.check(node.span, (), node.player)
            for guard in ir.guards_of(node):
                self._guard(guard)
            for alternative in node.alternatives:
                self.check(alternative.span, (), alternative.weight)
                for said in alternative.said:
                    self.check(alternative.span, (), said.value)
                self._combinations(alternative)
        for duty in program.duties:
            self.check(duty.span, (), *ir.expressions(duty))
        for invariant in program.invariants:
            self._guard(invariant)

    def check(self, span: Span | None, rounds: Sequence[Factor], *parts: ir.E) -> None:
        """Check what is computed on one line, which is come to in some rounds of loops."""
        iterations = sum([self.iterations(part) for part in parts if part.loops])
        if iterations or rounds:
            self._count(span, max(1, iterations), rounds, parts)
        else:
            self.total += 1

    def _count(
        self, span: Span | None, iterations: int, rounds: Sequence[Factor],
        parts: Sequence[ir.E] = (),
    ) -> None:
        for count, _ in rounds:
            iterations *= count
        self.total += iterations
        if iterations > MAX_ITERATIONS:
            most = max(parts, key=self.iterations, default=None)
            inside = self.factors(most) if most is not None else []
            self.found.append(too_large(span, iterations, [*rounds, *inside]))

    def iterations(self, e: ir.E, per: ir.Local | None = None) -> int:
        """The iterations that an expression may need; with `per`, those that are needed again for
        each value of a local."""
        if not e.loops or (per is not None and per not in e.free):
            return 0
        known = _iterations(e)
        count = known.get(per)
        if count is None:
            count = known[per] = self._counted(e, per)
        return count

    def _counted(self, e: ir.E, per: ir.Local | None) -> int:
        match e:
            case ir.Comp(var=var, test=test, value=value):
                parts = (*ir.conjuncts(test), value)
                inside = sum(self.iterations(part, var) for part in parts)
                rounds = candidates(var, ir.conjuncts(test)) * (1 + inside)
                return rounds + self._once(parts, var, per)
            case ir.Reach(start=start, over=over, var=var, steps=steps):
                around = self.iterations(start, per) + self.iterations(over, per)
                if e.whole and per is not None and per not in over.free:
                    return around + 1
                walking = (var.type.most + 1) * (1 + self.iterations(steps, var))
                return around + walking + self._once((steps,), var, per)
            case ir.Walks():
                around = sum(self.iterations(part, per) for part in (e.start, *e.firsts))
                inside = sum(self.iterations(part) for part in e.inside)
                choices = most_members(e.over, e.var.type.most + 1)
                return around + come_to(e) * (1 + choices * (1 + inside))
            case ir.Distance(table=table):
                around = sum(self.iterations(part, per) for part in e.children)
                return around + table.sizes[0]
            case ir.HasLine(set=members, lines=lines):
                return self.iterations(members, per) + len(lines.values)
            case ir.Call(function=function, args=args):
                given = sum(self.iterations(arg, per) for arg in args)
                return 1 + given + self.iterations(function.body)
        return sum(self.iterations(part, per) for part in e.children)

    def _once(self, parts: Iterable[ir.E], var: ir.Local, per: ir.Local | None) -> int:
        """The iterations for what does not depend on a loop's variable, in front of the loop."""
        return sum(self._apart(part, frozenset((var,)), per) for part in parts)

    def _apart(self, e: ir.E, bound: Bound, per: ir.Local | None) -> int:
        """The iterations for the parts of an expression that depend on none of some locals."""
        if not e.loops:
            return 0
        if bound.isdisjoint(e.free):
            return self.iterations(e, per)
        known, key = _outside(e), (bound, per)
        count = known.get(key)
        if count is None:
            own = bound | {e.var} if isinstance(e, (ir.Comp, ir.Reach)) else bound
            own = own | {*e.binds} if isinstance(e, ir.Walks) else own
            count = known[key] = sum(self._apart(part, own, per) for part in e.children)
        return count

    def factors(self, e: ir.E, per: ir.Local | None = None) -> list[Factor]:
        """The rounds inside one another that an expression needs most of its iterations for."""
        match e:
            case ir.Comp(var=var, test=test, value=value):
                parts = (*ir.conjuncts(test), value)
                count = candidates(var, ir.conjuncts(test))
                inside = max(parts, key=lambda part: self.iterations(part, var))
                before = max(parts, key=lambda part: self._once((part,), var, per))
                if self._once((before,), var, per) > count * (1 + self.iterations(inside, var)):
                    return self.factors(before, per)
                return [(count, thing_of(var)), *self.factors(inside, var)]
            case ir.Reach(over=over, var=var):
                if self.iterations(over, per) > var.type.most:
                    return self.factors(over, per)
                return [(var.type.most + 1, thing_of(var))]
            case ir.Walks():
                rounds = [(come_to(e), thing_of(e.at)), (e.var.type.most + 1, thing_of(e.var))]
                inside = max(e.inside, key=self.iterations)
                return [*rounds, *self.factors(inside)]
            case ir.Call(function=function, args=args):
                most = max(args, key=lambda arg: self.iterations(arg, per), default=e)
                if most is not e and self.iterations(most, per) > self.iterations(function.body):
                    return self.factors(most, per)
                return self.factors(function.body)
        most = max(e.children, key=lambda part: self.iterations(part, per), default=e)
        return [] if most is e or not self.iterations(most, per) else self.factors(most, per)

    def _guard(self, guard: ir.Guard) -> None:
        """Check a guard. Of what is too much its parts know the places best; those of a call are
        the guards of its function."""
        if self.iterations(guard.test) <= MAX_ITERATIONS:
            self.total += self.iterations(guard.test)
            return
        parts = guard.parts
        if isinstance(guard.test, ir.Call):
            parts += guard.test.function.guards
        before = len(self.found)
        for part in parts:
            self._guard(part)
        if len(self.found) == before:
            self.check(guard.span, (), guard.test)

    def _combinations(self, alternative: ir.Alternative) -> None:
        """Check how many combinations of what is chosen together have to be looked at."""
        rounds: list[Factor] = []
        guards = [*alternative.guards, *(g for b in alternative.binders for g in b.guards)]
        tests = [part for guard in guards for part in ir.conjuncts(guard.test)]
        unbound = {binder.var for binder in alternative.binders}
        for binder in alternative.binders:
            unbound.discard(binder.var)
            known = [test for test in tests if unbound.isdisjoint(test.free)]
            rounds.append((candidates(binder.var, known), thing_of(binder.var)))
        self._count(alternative.span, 1, rounds)

    def _effects(self, effects: Sequence[ir.Effect], rounds: tuple[Factor, ...]) -> None:
        """Check effects that stand inside `for each` with so many rounds together."""
        for effect in effects:
            self.check(effect.span, rounds, *ir.expressions(effect))
            match effect:
                case ir.IfDo(body=body, otherwise=otherwise):
                    self._effects(body, rounds)
                    self._effects(otherwise, rounds)
                case ir.EachDo(var=var, set=members, body=body):
                    inner = (*rounds, (most_members(members, var.type.most + 1), thing_of(var)))
                    count = len(self.found)
                    self._count(effect.span, 1, inner)
                    if len(self.found) == count:  # else every line inside is too much as well
                        self._effects(body, inner)


def too_large(span: Span | None, iterations: int, factors: Sequence[Factor]) -> Diagnostic:
    """The finding about a line, with what multiplies."""
    named = [f"each {noun} ({count})" for count, noun in factors if count > 1]
    product = f": {', for it '.join(named)}" if len(named) > 1 else ""
    return Diagnostic(
        "too-large", f"this may have to look at {iterations} combinations of things{product}; at "
        f"most {MAX_ITERATIONS} can be looked at", span,
        "name fewer sets inside one another, or smaller ones",
    )


def thing_of(var: ir.Local) -> str:
    """What a variable runs over."""
    return var.type.domain.noun if var.type.domain else "number"


# ---- how many values a condition leaves ----------------------------------------------------------


def candidates(var: ir.Local, tests: Iterable[ir.E]) -> int:
    """At most how many values of a variable pass tests, as far as tables and equations tell."""
    size = var.type.most + 1
    return min((_passing(var, test, size) for test in tests if var in test.free), default=size)


def _passing(var: ir.Local, test: ir.E, size: int) -> int:
    match test:
        case ir.Op(op="and", args=parts):
            return candidates(var, parts) if size else 0
        case ir.Op(op="or", args=parts):
            return min(size, sum(_passing(var, part, size) for part in parts))
        case ir.Op(op="in", args=(thing, members)) if thing is var and var not in members.free:
            return most_members(members, size)
        case ir.Op(op="in", args=(thing, ir.Lookup(table=table, index=(index,)))) if (
            index is var and var not in thing.free
        ):
            return _most_with(table)
        case ir.Op(op="==", args=(one, other)):
            if (one is var and var not in other.free) or (other is var and var not in one.free):
                return 1
        case ir.Call(function=function, args=args):
            inside = [param for param, arg in zip(function.params, args, strict=True) if arg is var]
            return min((_passing(param, function.body, size) for param in inside
                        if param in function.body.free), default=size)
    return size


@kept
def _most_with(table: ir.Table) -> int:
    """Of how many sets of a table one thing is a member at most."""
    things = max((mask.bit_length() for mask in table.values), default=0)
    return max((sum(mask >> i & 1 for mask in table.values) for i in range(things)), default=0)


def come_to(e: ir.Walks) -> int:
    """About how many things a walk comes to: by directions, which lead to neighbours, no
    more than lie as near as it has steps. What else it carries is counted in play."""
    things = e.at.type.most + 1
    if e.most is None or e.onto is e.var:
        return things
    return min(things, (2 * e.most.type.most + 1) ** 2)


def most_members(members: ir.E, size: int) -> int:
    """At most how many things below `size` are in a set."""
    match members:
        case ir.Const(value=value):
            return value.bit_count()
        case ir.Lookup(table=table):
            return max((value.bit_count() for value in table.values), default=0)
        case ir.Op(op="&", args=(one, other)):
            return min(most_members(one, size), most_members(other, size))
        case ir.Op(op="|", args=(one, other)):
            return min(size, most_members(one, size) + most_members(other, size))
        case ir.Op(op="less", args=(one, _)):
            return most_members(one, size)
        case ir.Comp(var=var, test=test):
            return candidates(var, ir.conjuncts(test))
        case ir.Walks(at=at):
            return min(size, come_to(members) * (size // (at.type.most + 2)) + 1)
        case ir.Call(function=function):
            return most_members(function.body, size)
    return size
