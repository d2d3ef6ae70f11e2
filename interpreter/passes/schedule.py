"""From expressions to statements: what is computed where, once, and behind which tests.

Model. A `Scheduler` builds one routine. It keeps a stack of frames, one for each nested list of
statements; each knows which expressions stand in a local already. To schedule an expression gives
a scalar one (see `plan`), after the statements that it needs have been added to the frames:

  - a comprehension becomes a loop, left as soon as the answer is known;
  - what does not depend on a loop is computed in front of it, which is right because every
    expression is total (and a walk that stops the game may do so wherever it is asked for);
  - a condition of several parts becomes nested tests, if a part needs statements: these stand
    behind the tests of the parts before it;
  - what is used more than once is computed once, while nothing that it reads is stored;
  - a walk becomes the exploration of its positions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.interpreter.ir import (
    FALSE,
    GOES_ON,
    NONE,
    TRUE,
    Call,
    Comp,
    Cond,
    Const,
    E,
    Field,
    Local,
    Lookup,
    Op,
    Reach,
    Times,
    Walks,
    cond,
    conjuncts,
    op,
    walk,
)
from rulewright.interpreter.ir.build import with_children
from rulewright.interpreter.passes.frames import (
    LOOPS,
    WORTH_KEEPING,
    Frame,
    Frames,
    weight,
)
from rulewright.interpreter.passes.joined import joined
from rulewright.interpreter.passes.nodes import (
    Group,
    Occurs,
    Position,
    Single,
    Union,
    constant_steps,
)
from rulewright.interpreter.passes.plan import (
    Assign,
    Carry,
    Count,
    Each,
    Explore,
    If,
    Leave,
    Listed,
    Visit,
    While,
)

Then = Callable[[], None]


class Scheduler(Frames):
    """Builds the statements of one routine."""

    # -- values ----------------------------------------------------------------------------------

    def weight(self, e: E) -> int:
        return weight(e, self._weights)

    def has_loop(self, e: E) -> bool:
        """Whether statements are needed for an expression."""
        found = self._loops.get(e)
        if found is None:
            walk = isinstance(e, Reach) and constant_steps(e) is None
            found = isinstance(e, LOOPS) or walk or any(map(self.has_loop, e.children))
            self._loops[e] = found
        return found and self._known(e) is None

    def value(self, e: E) -> E:
        """The scalar expression for an expression."""
        if isinstance(e, (Const, Local)):
            return e
        found = self._known(e)
        if found is not None:
            return found
        before, self.place = self.place, self.places.get(e, self.place)
        made = self._computed(e)
        self.place = before
        return made

    def _computed(self, e: E) -> E:
        """The scalar expression for one that is not known; in a local if that is worth it."""
        place = self._place(e)
        outside = place < len(self.frames) - 1
        worth = self.weight(e)
        keep = self.has_loop(e) and isinstance(e, (Comp, Union, Reach, Walks))
        keep = keep or (outside and worth >= 2) or isinstance(e, Position)
        keep = keep or (self.uses[e] > 1 and worth >= WORTH_KEEPING)
        if not keep:
            return self._scalar(e)
        inner, self.frames = self.frames, self.frames[: place + 1]
        made = self._scalar(e)
        if not isinstance(made, (Local, Const)):
            local = self.temp(e.type)
            self.add(Assign(local, made))
            made = local
        self.frames[-1].known[e] = made
        self.frames = inner
        return made

    def _scalar(self, e: E) -> E:
        match e:
            case Comp():
                return self._comp(e)
            case Union():
                return self._union(e)
            case Reach():
                table = constant_steps(e)
                if table is None:
                    return self._reach(e)
                start, over = self.value(e.start), self.value(e.over)
                if e.whole:
                    shared = self.often or any(f.loop for f in self.frames)
                    return Group(start, over, table, shared, e.type)
                return Reach(start, over, e.var, e.steps, e.type)
            case Walks():
                return self._walks(e)
            case Times(memory=memory):
                position = Position(memory, self.program.memories[memory].fields)
                return Occurs(memory, self.value(position), e.type)
            case Op(op="and" | "or") if any(self._needs(part) for part in e.args[1:]):
                return self._connected(e)
            case Lookup() if not (self.quick or any(map(self._known, e.index))):
                e = joined(e)
            case Cond() if self._needs(e.then) or self._needs(e.otherwise):
                return self._chosen(e)
        return with_children(e, [self.value(part) for part in e.children])

    def _needs(self, e: E) -> bool:
        """Whether an expression should be computed only where it matters: it needs statements, or
        a call that only it asks for, again and again."""
        return self.has_loop(e) or (bool(e.calls) and any(
            isinstance(part, Call) and self.uses[part] > 1 and self._known(part) is None
            and self._place(part) == len(self.frames) - 1
            and sum(other.children.count(part) for other in walk(e)) == self.uses[part]
            for part in walk(e)))

    def _connected(self, e: Op) -> E:
        """`and` and `or` of parts that need statements."""
        result = self.temp(e.type)

        def rest(parts: Sequence[E]) -> None:
            easy = [p for p in parts if not self._needs(p)]
            hard = [p for p in parts if self._needs(p)]
            now = op(e.op, *map(self.value, easy)) if easy else self.value(hard.pop(0))
            self.add(Assign(result, now))
            if hard:
                with self.frame() as inner:
                    rest(hard)
                self.add(If(result if e.op == "and" else op("not", result), tuple(inner.out)))

        rest(e.args)
        return result

    def _chosen(self, e: Cond) -> E:
        result = self.temp(e.type)
        test = self.value(e.test)
        bodies = []
        for part in (e.then, e.otherwise):
            with self.frame() as inner:
                self.add(Assign(result, self.value(part)))
            bodies.append(tuple(inner.out))
        self.add(If(test, *bodies))
        return result

    # -- tests -----------------------------------------------------------------------------------

    def guarded(self, tests: Sequence[E], then: Then, first: E = TRUE) -> None:
        """Carry `then` out where all tests hold; what a test needs is computed behind those
        before it. `first` is scalar already."""
        pending = [] if first is TRUE else [first]
        for number, test in enumerate(tests):
            frame = self.frames[-1]
            length, known = len(frame.out), len(frame.known)
            frame.tested = length
            made = self.value(test)
            if made is TRUE:
                continue
            if pending and len(frame.out) > length:
                inner = Frame(frame.out[length:])
                del frame.out[length:]
                for e in list(frame.known)[known:]:
                    inner.known[e] = frame.known.pop(e)
                with self.frame(inner):
                    self.guarded(tests[number + 1 :], then, made)
                self.add(If(op("and", *pending), tuple(inner.out)))
                return
            pending.append(made)
        if not pending:
            then()
            return
        with self.frame() as inner:
            then()
        self.add(If(op("and", *pending), tuple(inner.out)))

    # -- loops -----------------------------------------------------------------------------------

    def loop(
        self, var: Local, tests: Sequence[E], then: Then,
        stores: frozenset[Field | int] = frozenset(),
    ) -> None:
        """Carry `then` out for each value of a variable that passes tests."""
        before = [test for test in tests if var not in test.free]
        inside = [test for test in tests if var in test.free]
        self.guarded(before, lambda: self._loop(var, inside, then, stores))

    def _loop(
        self, var: Local, tests: list[E], then: Then, stores: frozenset[Field | int]
    ) -> None:
        size = var.type.most + 1
        listed = members = None
        for test in tests:
            if isinstance(test, Op) and test.op == "in" and test.args[0] is var and (
                var not in test.args[1].free
            ):
                members = self.value(within(test.args[1], size))
                tests.remove(test)
                break
            named = values_of(var, test)
            if named is not None:
                listed = tuple(map(self.value, named))
                tests.remove(test)
                break
        self.stored(stores)
        with self.frame(Frame(binds={var}, loop=True, stores=stores)) as inner:
            self.work(self.place, 1)
            self.guarded(tests, then)
        body = tuple(inner.out)
        if members is not None:
            self.add(Each(var, members, body))
        elif listed is not None:
            self.add(Listed(var, listed, size, body))
        else:
            self.add(Count(var, size, body))

    def _comp(self, e: Comp) -> E:
        result = self.temp(e.type)
        var, tests = e.var, conjuncts(e.test)
        match e.kind:
            case "any" | "all":
                if e.kind == "all":
                    tests = conjuncts(op("not", e.test))
                found = Const(int(e.kind == "any"))
                self.add(Assign(result, Const(1 - found.value)))

                def leave() -> None:
                    self.add(Assign(result, found))
                    self.add(Leave())

                self.loop(var, tests, leave)
            case "first":
                self.add(Assign(result, NONE))

                def take() -> None:
                    self.add(Assign(result, var))
                    self.add(Leave())

                self.loop(var, tests, take)
            case "count" | "total":
                self.add(Assign(result, FALSE))
                self.loop(var, tests, lambda: self.add(Assign(result, op(
                    "+", result, TRUE if e.kind == "count" else self.value(e.value)))))
            case "set":
                self.add(Assign(result, FALSE))
                single = Single(var, e.size, e.type)
                self.loop(var, tests, lambda: self.add(
                    Assign(result, op("|", result, single))))
            case "values":
                self.add(Assign(result, FALSE))
                size = e.value.type.most + 1
                self.loop(var, tests, lambda: self.add(Assign(result, op(
                    "|", result, Single(self.value(e.value), size, e.type)))))
            case _:
                self._extreme(e, result, tests)
        return result

    def _extreme(self, e: Comp, result: Local, tests: Sequence[E]) -> None:
        """The greatest or least value; 0 over nothing."""
        some = self.temp(e.type)
        self.add(Assign(result, FALSE))
        self.add(Assign(some, FALSE))

        def better() -> None:
            value = self.value(e.value)
            if not isinstance(value, (Local, Const)):
                local = self.temp(e.value.type)
                self.add(Assign(local, value))
                value = local
            beats = op("<" if e.kind == "least" else ">", value, result)
            self.add(If(op("or", op("not", some), beats),
                        (Assign(result, value), Assign(some, TRUE))))

        self.loop(e.var, tests, better)

    def _union(self, e: Union) -> E:
        result = self.temp(e.type)
        self.add(Assign(result, FALSE))
        self.loop(e.var, [op("in", e.var, e.set)], lambda: self.add(
            Assign(result, op("|", result, self.value(e.body)))))
        return result

    def _reach(self, e: Reach) -> E:
        """All that can be come to, a layer at a time."""
        seen, layer, steps = (self.temp(e.type) for _ in range(3))
        start, over = self.value(e.start), self.value(e.over)
        self.add(Assign(seen, FALSE))
        self.add(Assign(layer, FALSE))

        def stepped(of: E, into: Local) -> None:
            self.loop(e.var, [op("in", e.var, of)], lambda: self.add(
                Assign(into, op("|", into, self.value(e.steps)))))

        first = Single(start, e.var.type.most + 1, e.type)
        if e.whole:
            self.add(Assign(layer, first))
        else:
            stepped(first, layer)
        self.add(Assign(layer, op("&", layer, over)))
        with self.frame(Frame(loop=True)) as inner:
            self.add(Assign(seen, op("|", seen, layer)))
            self.add(Assign(steps, FALSE))
            stepped(layer, steps)
            self.add(Assign(layer, op("less", op("&", steps, over), seen)))
        self.add(While(op("!=", layer, FALSE), tuple(inner.out)))
        return seen


    # -- walks -----------------------------------------------------------------------------------

    def _walks(self, e: Walks) -> E:
        """The results of a walk, position by position."""
        result, queue = self.temp(e.type), self.temp(e.type).name
        self.add(Assign(result, FALSE))
        size = e.type.most.bit_length()

        def ends(value: E) -> None:
            self.add(Assign(result, op("|", result, Single(value, size, e.type))))

        def explore() -> None:
            start = self.value(e.start)
            way = () if e.way is None else (Single(start, e.at.type.most + 1, e.way.type),)
            first = (start, FALSE, *way, *self._carried(e, e.firsts))
            with self.frame(Frame(binds={*e.position}, loop=True)) as inner:
                self.work(self.place, 1)
                for end in e.ends:
                    ends(self.value(end))
                most = () if e.most is None else (op("<", e.steps, e.most),)
                self.guarded(most, lambda: self._steps(e, queue, ends))
            self.add(Explore(e, queue, first, tuple(inner.out)))

        self.guarded([op("some", e.start)], explore)
        return result

    def _steps(self, e: Walks, queue: str, ends: Callable[[E], None]) -> None:
        """All steps from a position."""
        def step() -> None:
            self.frames[-1].binds.add(e.to)
            self.add(Assign(e.to, self.value(e.onto)))
            outcome = self.value(e.outcome)
            if not isinstance(outcome, (Local, Const)):
                local = self.temp(e.outcome.type)
                self.add(Assign(local, outcome))
                outcome = local
            if outcome.type.least < GOES_ON:
                self.add(Carry(e, None, outcome))
            with self.frame() as on:
                counted = op("+", e.steps, TRUE)
                if counted.type.most > e.steps.type.most and e.most is None:
                    counted = cond(op("<", e.steps, Const(e.steps.type.most)), counted,
                                   Const(e.steps.type.most))
                way = () if e.way is None else (
                    op("|", e.way, Single(e.to, e.at.type.most + 1, e.way.type)),)
                self.add(Visit(e, queue, (e.to, counted, *way, *self._carried(e, e.nexts))))
            with self.frame() as over:
                if outcome.type.most >= 0:
                    ends(outcome)
            self.add(If(op("==", outcome, Const(GOES_ON)), tuple(on.out), tuple(over.out)))

        self.loop(e.var, [op("in", e.var, e.over)], step)

    def _carried(self, e: Walks, values: Sequence[E]) -> list[E]:
        """The values that a walk is to carry, each within its type."""
        made = [self.value(value) for value in values]
        for number in e.doubtful(tuple(values)):
            if not isinstance(made[number], (Local, Const)):
                local = self.temp(values[number].type)
                self.add(Assign(local, made[number]))
                made[number] = local
            self.add(Carry(e, number, made[number]))
        return made


def within(e: E, size: int) -> E:
    """A set without what is not below `size`."""
    if e.type.most.bit_length() <= size:
        return e
    return op("&", e, Const((1 << size) - 1))


def values_of(var: Local, test: E) -> tuple[E, ...] | None:
    """The values a variable may have, if a condition names them."""
    if isinstance(test, Op) and test.op == "or":
        lists = [values_of(var, part) for part in test.args]
        if any(found is None for found in lists):
            return None
        return tuple(value for found in lists for value in found or ())
    if isinstance(test, Op) and test.op == "==":
        for this, other in (test.args, test.args[::-1]):
            if this is var and var not in other.free:
                return (other,)
    return None
