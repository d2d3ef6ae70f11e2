"""The values of expressions, by their definition.

Expressions are evaluated from the top down; nothing is computed ahead or kept. What is not needed
is not evaluated, which no value can show, since expressions cannot fail (but see `ir.walks`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.interpreter import ir
from rulewright.interpreter.ir.positions import entries, position_hash

Locals = dict[ir.Local, int]


class Evaluator:
    """Evaluates the expressions of one program, which must have passed `ir.verify`."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program

    def value(self, v: Sequence[int], e: ir.E, env: Locals) -> int:
        """The value of an expression in a state, with some locals bound."""
        match e:
            case ir.Const(value=value):
                return value
            case ir.Local():
                return env[e]
            case ir.Load(field=made, index=index):
                at = element(made, [self.value(v, part, env) for part in index])
                return made.type.absent if at is None else v[at]
            case ir.Op(op="and", args=args):
                return int(all(self.value(v, arg, env) for arg in args))
            case ir.Op(op="or", args=args):
                return int(any(self.value(v, arg, env) for arg in args))
            case ir.Op(op=name, args=args):
                return ir.OPERATIONS[name].evaluate(*[self.value(v, arg, env) for arg in args])
            case ir.Cond(test=test, then=then, otherwise=otherwise):
                return self.value(v, then if self.value(v, test, env) else otherwise, env)
            case ir.Lookup(table=table, index=index):
                return table.at(*[self.value(v, part, env) for part in index])
            case ir.Shift(value=inner, by=by):
                shifted = self.value(v, inner, env)
                return shifted + by if shifted >= 0 else -1
            case ir.Comp():
                return self._comprehension(v, e, env)
            case ir.Reach():
                return self._reach(v, e, env)
            case ir.Walks():
                return self._walks(v, e, env)
            case ir.Ray():
                return self._ray(v, e, env)
            case ir.Distance(start=start, goal=goal, over=over):
                return e.measured(*(self.value(v, part, env) for part in (start, goal, over)))
            case ir.HasLine(set=members, lines=lines):
                held = self.value(v, members, env)
                return int(any(held & line == line for line in lines.values))
            case ir.Times(memory=number):
                now = position_hash(v, self.program.memories[number])
                return v[entries(self.program, v, number)].count(now)
            case ir.Call(function=function, args=args):
                values = [self.value(v, arg, env) for arg in args]
                return self.value(v, function.body, dict(zip(function.params, values, strict=True)))
        raise AssertionError(e)

    def _comprehension(self, v: Sequence[int], e: ir.Comp, env: Locals) -> int:
        demanded = ir.conjuncts(e.test)
        if e.kind == "all":  # what does not pass is not what the first part denies
            match e.test:
                case ir.Op(op="or", args=(ir.Op(op="not", args=(denied,)), *_)):
                    demanded = ir.conjuncts(denied)
                case _:
                    demanded = ()
        members = self.candidates(v, e.var, demanded, env)
        bound = [{**env, e.var: member} for member in members]
        if e.kind == "all":
            return int(all(self.value(v, e.test, inner) for inner in bound))
        passing = (inner for inner in bound if self.value(v, e.test, inner))
        match e.kind:
            case "any":
                return int(any(True for _ in passing))
            case "count":
                return sum(1 for _ in passing)
            case "set":
                return sum(1 << inner[e.var] for inner in passing)
            case "first":
                return next((inner[e.var] for inner in passing), -1)
        values = [self.value(v, e.value, inner) for inner in passing]
        match e.kind:
            case "values":
                return sum(1 << value for value in set(values) if value >= 0)
            case "total":
                return sum(values)
            case "greatest":
                return max(values, default=0)
            case "least":
                return min(values, default=0)
        raise AssertionError(e.kind)

    def candidates(
        self, v: Sequence[int], var: ir.Local, tests: Iterable[ir.E], env: Locals
    ) -> Iterable[int]:
        """The values that a variable runs over: all, or where the first thing that is demanded of
        it is to be in a set, its members. Results of walks and cells of boards without edge are too
        many to ask it of each."""
        first = next((part for test in tests for part in ir.conjuncts(test)), ir.TRUE)
        match first:
            case ir.Op(op="in", args=(thing, members)) if (
                thing is var and var not in members.free
            ):
                mask = self.value(v, members, env)
                return [member for member in ir.members(mask) if member <= var.type.most]
        return range(var.type.most + 1)

    def _walks(self, v: Sequence[int], e: ir.Walks, env: Locals) -> int:
        start = self.value(v, e.start, env)
        if start < 0:
            return 0
        first = [start, 0, *(() if e.way is None else (1 << start,))]
        todo = [(*first, *self._carried(v, e, e.firsts, env))]
        seen, results = set(todo), 0
        for position in todo:
            here = {**env, **dict(zip(e.position, position, strict=True))}
            ended = [self.value(v, end, here) for end in e.ends]
            results |= sum(1 << result for result in {*ended} if result >= 0)
            steps = here[e.steps]
            if e.most is not None and steps >= self.value(v, e.most, here):
                continue
            for choice in ir.members(self.value(v, e.over, here)):
                there = {**here, e.var: choice}
                to = there[e.to] = self.value(v, e.onto, there)
                outcome = self.value(v, e.outcome, there)
                if outcome >= 0:
                    results |= 1 << outcome
                if outcome < ir.GOES_ON:
                    raise e.strays(e.stray_of(outcome))
                if outcome != ir.GOES_ON:
                    continue
                way = () if e.way is None else (here[e.way] | 1 << to,)
                onward = (to, min(steps + 1, e.steps.type.most), *way,
                          *self._carried(v, e, e.nexts, there))
                if onward not in seen:
                    if len(todo) == ir.MAX_POSITIONS:
                        raise e.too_far()
                    seen.add(onward)
                    todo.append(onward)
        return results

    def _carried(
        self, v: Sequence[int], e: ir.Walks, parts: Iterable[ir.E], env: Locals
    ) -> list[int]:
        values = [self.value(v, part, env) for part in parts]
        for number, (local, value) in enumerate(zip(e.carried, values, strict=True)):
            if not local.type.least <= value <= local.type.most:
                raise e.strays(number, value)
        return values

    def _reach(self, v: Sequence[int], e: ir.Reach, env: Locals) -> int:
        start, over = self.value(v, e.start, env), self.value(v, e.over, env)
        if start < 0 or (e.whole and not over >> start & 1):
            return 0
        reached = self.value(v, e.steps, {**env, e.var: start}) & over
        reached |= e.whole << start
        while True:
            wider = reached
            for thing in ir.members(reached):
                wider |= self.value(v, e.steps, {**env, e.var: thing}) & over
            if wider == reached:
                return reached
            reached = wider

    def _ray(self, v: Sequence[int], e: ir.Ray, env: Locals) -> int:
        thing, direction = self.value(v, e.start, env), self.value(v, e.direction, env)
        over, passed = self.value(v, e.over, env), 0
        thing = e.table.at(thing, direction) if thing >= 0 and direction >= 0 else -1
        while thing >= 0 and over >> thing & 1:
            if passed >> thing & 1:  # it has come round to itself
                thing = -1
                break
            passed |= 1 << thing
            thing = e.table.at(thing, direction)
        return thing if e.end else passed


def element(made: ir.Field, index: Sequence[int]) -> int | None:
    """Where an element of a field stands in the vector; None where an index is none."""
    place = 0
    for domain, part in zip(made.dims, index, strict=True):
        assert part < domain.size, f"index {list(index)} of {made.name}"
        if part < 0:
            return None
        place = place * domain.size + part
    return made.offset + place
