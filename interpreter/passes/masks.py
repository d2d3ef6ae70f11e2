"""Conditions on a variable as sets: what a comprehension tests one by one is worked out at once.

Model. For a condition and a variable `Masks.over` gives the set of the variable's values for which
it holds, as an expression without that variable: conjunction is intersection, a field equal to a
value is the set kept for it (`Where`), a constant step of the variable is a set moved as a whole,
a ray is a set moved until nothing is added, and `some U where …` is a union. What has no such form
stays a test: then the set says only where it is worth while to look.

A part whose set costs more than to test it on the few values that the other parts leave is left
as a test too; both are estimated.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import prod

from rulewright.interpreter.ir import (
    DROPPED,
    FALSE,
    NONE,
    TRUE,
    Call,
    Comp,
    Cond,
    Const,
    E,
    Field,
    Load,
    Local,
    Lookup,
    Op,
    Reach,
    Walks,
    comp,
    cond,
    conjuncts,
    fresh,
    is_walk,
    op,
    rebuilt,
    substituted,
    walk,
    walks,
)
from rulewright.interpreter.passes.conditions import Conditions, said_of_one, together
from rulewright.interpreter.passes.estimate import FEW, added_effort, density, effort_of_test
from rulewright.interpreter.passes.nodes import (
    Grown,
    Lowest,
    Single,
    Steps,
    backwards,
    constant_steps,
    symmetric,
    union,
)
from rulewright.interpreter.passes.sets import (
    NoSet,
    Pred,
    counted,
    disjoint,
    either,
    full,
    having,
    less,
    masks,
    meet,
    where,
)
from rulewright.interpreter.passes.simplify import Simplifier, nodes
from rulewright.interpreter.passes.tables import LITTLE_WORK, Tables

#: What a call becomes when it is put in line has at most so many nodes.
MOST_NODES = 2_000


#: Sets of things of which there are more than this are worth moving as a whole.
LEAST_MOVED = 8
#: Of so few things, what is tested a few times is tested one by one.
MOST_TESTED = 20


class Masks(Conditions):
    """Turns the comprehensions of one program into sets; where its tables are `quick`, those over
    many things only."""

    def __init__(
        self, simplify: Simplifier, tables: Tables, kept: frozenset[Field] | None = None
    ) -> None:
        super().__init__(simplify, tables, kept)
        self._known: dict[E, E] = {}
        self._sets: dict[tuple[E, Local], tuple[E, bool] | None] = {}
        self.nested = False  # whether what is split now is for a loop in another

    # -- whole expressions -----------------------------------------------------------------------

    def __call__(self, e: E) -> E:
        """The expression with its comprehensions as sets, as far as that is possible."""
        found = self._known.get(e)
        if found is None:
            found = self._known[e] = self._rewritten(e)
        return found

    def _rewritten(self, e: E) -> E:
        made = self.tables.table(e, LITTLE_WORK) or self.tables.of_element(e) or self._as_sets(e)
        return self.tables.table(made) or made

    def _as_sets(self, e: E) -> E:
        if isinstance(e, Walks):
            return self._walked(e)
        if not isinstance(e, Comp) or self._one_by_one(e.var):
            return rebuilt(e, self)
        if e.kind == "all":
            return op("not", self(comp("any", e.var, denied(e.test))))
        moved = self._moved(e) if e.kind == "values" else None
        if moved is not None:
            return moved
        var = fresh(e.var.name.partition("_")[0], e.var.type)
        test, value = (self.opened(substituted(part, {e.var: var}), var)
                       for part in (e.test, e.value))
        parts = conjuncts(test)
        if e.kind == "any":
            touching = self._touching(var, parts)
            if touching is not None:
                return op("in", self(touching[0]), touching[1])
            swapped = self._swapped(var, parts)
            if swapped is not None:
                return self(swapped)
        before, members, rest = self.split(parts, var)
        if members is not None and not rest:
            if e.kind == "any":
                return op("and", *before, op("!=", members, FALSE))
            if e.kind == "first":
                return cond(op("and", *before), Lowest(members), NONE)
            if e.kind == "count":
                return cond(op("and", *before), counted(members), FALSE)
            if e.kind == "set":
                return where(op("and", *before), members)
        if members is not None:
            rest = [op("in", var, members), *rest]
        if e.kind == "values" and all(part is TRUE for part in (*before, *rest)):
            placed = self.tables.placed(var, value, e.type.most.bit_length())
            if placed is not None:
                return placed
        if not rest and not before:
            rest = [TRUE]
        return comp(e.kind, var, op("and", *before, *rest), self(value))

    def _walked(self, e: Walks) -> E:
        """A walk that tries no steps that what is said of their way alone drops, where that is a
        set; it is what comes first in what becomes of a step."""
        opened = {local: fresh(local.name.partition("_")[0], local.type) for local in e.binds}
        var, to = opened[e.var], opened[e.to]
        node = e.with_parts(
            self, lambda part: self(substituted(part, opened)), opened)
        over, outcome, tests = node.over, substituted(e.outcome, opened), list[E]()
        while isinstance(outcome, Cond) and (way := _kept_way(outcome)) is not None:
            outcome, test = way
            for part in together(conjuncts(test)):
                found = None if to in part.free or var not in part.free else self.over(part, var)
                if found is not None and found[1] and added_effort(found[0], self(part), var) <= (
                    (var.type.most + 1) * effort_of_test(self(part), var)
                ):
                    over = meet(over, found[0])
                else:
                    tests.append(part)
        if over is not node.over:
            outcome = cond(op("and", *tests), outcome, Const(DROPPED))
            node = replace(node, over=over, outcome=self(outcome))
        return walks(node)

    def _moved(self, e: Comp) -> E | None:
        """The cells one step from those that some values are, as these moved all at once."""
        match e.value:
            case Lookup(table=table, index=(start, Const(value=way))) if (
                e.var in start.free and table.absent == -1 and table.sizes[0] > LEAST_MOVED
            ):
                back = backwards(table)
                if back is not None:
                    cells = self(comp("values", e.var, e.test, start))
                    return Steps(back, Const(way), cells, masks(table.sizes[0]))
        return None

    def _swapped(self, var: Local, parts: Sequence[E]) -> E | None:
        """`some V where (… and some U where …)` with U outside, where U has few values and what
        is said of both is a set of V: then the first U that has one settles it."""
        for part in parts:
            if isinstance(part, Comp) and part.kind == "any" and var in part.free and (
                part.size <= FEW < var.type.most + 1 and self.over(part, var) is not None
            ):
                inner = fresh(part.var.name.partition("_")[0], part.var.type)
                test = substituted(part.test, {part.var: inner})
                rest = [other for other in parts if other is not part]
                return comp("any", inner, comp("any", var, op("and", *rest, test)))
        return None

    def opened(self, e: E, var: Local) -> E:
        """The expression with the calls put in line that a variable is handed to."""
        if var not in e.free or not e.calls:
            return e
        if isinstance(e, Call) and is_walk(e):
            return e
        if isinstance(e, Call):
            made = self.opened(self.simplify.inline(e), var)
            return e if nodes(made, MOST_NODES) > MOST_NODES else made
        return self.simplify(rebuilt(e, lambda part: self.opened(part, var)))

    def split(
        self, parts: Iterable[E], var: Local
    ) -> tuple[list[E], E | None, list[E]]:
        """Conditions as those that do not speak of a variable, the set of the values to look at,
        and the tests that remain for these."""
        before = [self(part) for part in parts if var not in part.free]
        inside = [part for part in parts if var in part.free]
        if not inside:
            return before, None, []
        members, rest = self._meet(inside, var)
        return before, members, [self(part) for part in rest]

    def _meet(self, parts: list[E], var: Local) -> tuple[E | None, list[E]]:
        """The set that some conditions leave, and those that it does not settle."""
        if self._one_by_one(var):
            return None, parts
        size = var.type.most + 1
        rest: list[E] = []
        sets: list[E] = []
        costly: list[tuple[E, E, float, bool]] = []
        for part in parts:
            found = self.over(part, var)
            if found is None or not found[1]:
                known = self._known_of(part, parts, var)
                found = found if known is part else self.over(known, var) or found
            if found is None:
                rest.append(part)
                continue
            members, exact = found
            added = added_effort(members, self(part), var, self.nested)
            if added > FEW:
                costly.append((part, members, added, exact))
                continue
            sets.append(members)
            if not exact:
                rest.append(part)
        left = size * prod(density(members, size) for members in dict.fromkeys(sets))
        for part, members, added, exact in costly:
            spared = 1 if exact else 1 - density(members, size)
            worth = left * effort_of_test(self(part), var) * spared >= added
            if worth:
                sets.append(members)
                left *= density(members, size)
            if not (worth and exact):
                rest.append(part)
        return (meet(*self._together(sets)) if sets else None), rest

    def _together(self, sets: list[E]) -> list[E]:
        """Sets of which those that say nothing of the state are one table."""
        still = [part for part in sets if not part.reads and not isinstance(part, Const)]
        made = self.tables.table(meet(*still)) if len(still) > 1 else None
        return sets if made is None else [made, *(part for part in sets if part not in still)]

    def _known_of(self, e: E, parts: Iterable[E], var: Local) -> E:
        """A condition with what others say of an element of the variable: what it is equal to."""
        known: dict[E, E] = {}
        for part in parts:
            if part is not e and isinstance(part, Op) and part.op == "==":
                for this, that in (part.args, part.args[::-1]):
                    if isinstance(this, Load) and this.index == (var,) and var not in that.free:
                        known[this] = that

        def said(part: E) -> E:
            if part in known:
                return known[part]
            return rebuilt(part, said) if var in part.free and part.children else part

        return self.simplify(said(e)) if known else e

    # -- sets of a variable ----------------------------------------------------------------------

    def over(self, e: E, var: Local) -> tuple[E, bool] | None:
        """The values of a variable for which a condition holds, as a set and whether it is
        exact; else it holds more. None if nothing can be said."""
        if self._one_by_one(var):
            return None
        key = (e, var)
        if key not in self._sets:
            try:
                self._sets[key] = self._over(e, var)
            except NoSet:
                self._sets[key] = self._static(e, var)
        return self._sets[key]

    def _one_by_one(self, var: Local) -> bool:
        """Whether what is said of a variable is only tested, on one value after the other."""
        return self.tables.quick and var.type.most < MOST_TESTED

    def _static(self, e: E, var: Local) -> tuple[E, bool] | None:
        """The exact set of a condition that says nothing of the state, by trying all values."""
        made = None if e.reads else self.tables.table(comp("set", var, e))
        return None if made is None else (made, True)

    def _whole(self, e: E, var: Local) -> tuple[E, bool]:
        """What `_static` gives. Raises `NoSet`."""
        made = self._static(e, var)
        if made is None:
            raise NoSet
        return made

    def exact(self, e: E, var: Local) -> E:
        """The exact set of a condition. Raises `NoSet`."""
        found = self.over(e, var)
        if found is None or not found[1]:
            raise NoSet
        return found[0]

    def _over(self, e: E, var: Local) -> tuple[E, bool]:
        size = var.type.most + 1
        if var not in e.free:
            return where(self(e), full(size)), True
        if not e.reads:
            made = self.tables.table(comp("set", var, e), LITTLE_WORK)
            if made is not None:
                return made, True
        members, exact = self._structure(e, var)
        return self.tables.table(members) or members, exact

    def _structure(self, e: E, var: Local) -> tuple[E, bool]:
        """The set of a condition from the sets of its parts."""
        size = var.type.most + 1
        said = said_of_one(e) if isinstance(e, Op) and e.op in ("and", "or") else None
        if said is not None and var in said[0].free:
            return self._preimage(said[0], Pred(known=said[1]), var), True
        match e:
            case Call():
                opened = self.opened(e, var)
                if opened is e:
                    raise NoSet
                return self._over(opened, var)
            case Op(op="and", args=args):
                before = [self(part) for part in args if var not in part.free]
                members, rest = self._meet([part for part in args if var in part.free], var)
                if members is None:
                    raise NoSet
                if rest and not e.reads:
                    return self._whole(e, var)
                return where(op("and", *before), members), not rest
            case Op(op="or", args=args):
                found = [self.over(part, var) for part in args]
                sets = [members for members, _ in filter(None, found)]
                if len(sets) < len(found):
                    raise NoSet
                exact = all(exact for _, exact in filter(None, found))
                return (either(*sets), exact) if exact or e.reads else self._whole(e, var)
            case Op(op="not", args=(part,)):
                return less(full(size), self.exact(part, var)), True
            case Op(op="some", args=(part,)):
                return self._preimage(part, Pred(known=(0).__le__), var), True
            case Op(op="in", args=(thing, members)):
                return self._membership(thing, members, var), True
            case Op(op="==" | "!=" | "<" | "<=" | ">" | ">=", args=(one, other)):
                return self._compared(e.op, one, other, var), True
            case Comp(kind="any"):
                some = self._some(e, var)
                return some if some[1] or e.reads else self._whole(e, var)
            case Comp(kind="all"):
                without = comp("any", e.var, denied(e.test))
                return less(full(size), self.exact(without, var)), True
            case Load() | Lookup() | Cond():
                return self._preimage(e, Pred(known=bool), var), True
        raise NoSet

    def _some(self, e: Comp, var: Local) -> tuple[E, bool]:
        """`some U where …` as a union over U."""
        inner = fresh(e.var.name.partition("_")[0], e.var.type)
        test = self.opened(substituted(e.test, {e.var: inner}), inner)
        touching = self._touching(inner, conjuncts(test))
        if touching is not None and var not in touching[1].free:
            return self._preimage(touching[0], having(touching[1]), var), True
        outer = [part for part in conjuncts(test) if var not in part.free]
        both = [part for part in conjuncts(test) if var in part.free]
        found = self.over(op("and", *both), var)
        if found is None:
            raise NoSet
        members = self(comp("set", inner, op("and", *outer)))
        size, one = var.type.most + 1, found[0]
        if isinstance(one, Single) and members is full(inner.type.most + 1):
            placed = self.tables.placed(inner, one.value, size)
            if placed is not None:
                return placed, found[1]
        return union(inner, members, one, masks(size)), found[1]

    def _touching(self, var: Local, parts: Sequence[E]) -> tuple[E, E] | None:
        """Of `some V where V is one step from a group and …`: what the group is of, and all things
        of whose group that is so. Steps can be taken back, so it is what the things one step from
        such a V belong to."""
        near: list[tuple[Lookup, E]] = []  # the steps from V, and the group that they lead to
        beside: list[E] = []
        rest: list[E] = []
        for part in parts:
            match part:
                case Op(op="!=", args=(Op(op="&", args=(Lookup(index=(index,)) as steps, group)),
                                       Const(value=0))) if (
                    index is var and var not in group.free and not steps.table.absent
                ):
                    near.append((steps, group))
                case Op(op="not", args=(Op(op="in", args=(thing, group)),)) if (
                    thing is var and var not in group.free
                ):
                    beside.append(group)
                case _:
                    rest.append(part)
        if len(near) != 1:
            return None
        steps, group = near[0]
        found = self.simplify.inline(group) if isinstance(group, Call) else group
        if not isinstance(found, Reach) or not found.whole:
            return None
        joined = constant_steps(found)
        if joined is None or not symmetric(joined) or any(
            other is not group for other in beside
        ) or group in walk(*rest):
            return None
        over = self(found.over)
        chosen = self(comp("set", var, op("and", *rest)))
        if beside and not disjoint(chosen, over):
            return None
        goal = meet(union(var, chosen, steps, found.type), over)
        return found.start, Grown(goal, over, joined, found.type)


def denied(e: E) -> E:
    """That a condition does not hold; that one of several does not, as conditions that must all
    be met."""
    return op("and", *map(denied, e.args)) if isinstance(e, Op) and e.op == "or" else op("not", e)


def _kept_way(e: Cond) -> tuple[E, E] | None:
    """Of an outcome that drops a step or not: what becomes of one that is not dropped here, and
    when that is so."""
    for kept, dropped, test in ((e.otherwise, e.then, op("not", e.test)),
                                (e.then, e.otherwise, e.test)):
        if isinstance(dropped, Const) and dropped.value == DROPPED:
            return kept, test
    return None
