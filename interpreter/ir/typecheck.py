"""The types of expressions: whether every part is what stands around it relies on.

Model. An expression is a truth, a number (numbers, things and none are all counted) or a set (a
mask). A sort is the collection of what it may be: a constant 0 may be any of the three, a constant
5 a number or a set, a constant -1 only a number. Beyond that, the range of an expression's type
must lie within what it is used for: an index within its dimension or none, an argument within its
parameter, the values of a table within its type.

A node is checked once, wherever it stands and in whatever program, since its type does not depend
on where that is; only its free locals are compared with those bound around it, and what it names
must be in the program. Every violation is reported once, at the
first place where it is met. After a violation the expression counts as any sort, so that one
mistake is one diagnostic.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rulewright.interpreter import ir
from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.ir import operations
from rulewright.interpreter.ir.build import comp_type
from rulewright.interpreter.ir.interned import kept
from rulewright.interpreter.ir.types import is_literal
from rulewright.interpreter.records import record
from rulewright.interpreter.source import Span

#: What a value may be: a bit for each sort that is not ruled out.
Sort = int

TRUTH, NUMBER, SET = 1, 2, 4
ANY = TRUTH | NUMBER | SET
WORDS = {TRUTH: "a truth", NUMBER: "a number", SET: "a set"}
TAKEN = {operations.TRUTH: TRUTH, operations.NUMBER: NUMBER, operations.SET: SET}

#: Where a node keeps its sort once it is found sound in a program.
SOUND = "sound"

#: The locals bound around an expression, by name.
Locals = Mapping[str, ir.Local]
NO_LOCALS: Locals = {}


@record
class Place:
    """Where something stands: in words, and in the text if it comes from there."""

    text: str
    span: Span | None = None

    def at(self, span: Span) -> Place:
        """The same part of the program, at a nearer place of the text."""
        return Place(self.text, span)


def sort_of_values(values: Sequence[int]) -> Sort:
    """The sorts that constants may all be."""
    if min(values, default=0) < 0:
        return NUMBER
    return NUMBER | SET if max(values, default=0) > 1 else ANY


def sort_of_type(kind: ir.VType) -> Sort:
    """The sort of the values of a type; a type of one integer is that of a constant."""
    if is_literal(kind):
        return sort_of_values((kind.low,))
    return {"bool": TRUTH, "set": SET}.get(kind.kind, NUMBER)


def in_words(sort: Sort) -> str:
    return " or ".join(WORDS[one] for one in WORDS if one & sort)


def holds(kind: ir.VType, other: ir.VType) -> bool:
    """Whether every value of another type lies in the range of a type."""
    return other.most < other.least or (kind.least <= other.least and other.most <= kind.most)


@kept
def _binds(e: ir.E) -> frozenset[str]:
    """The names that binders inside an expression bind."""
    inside = frozenset[str]().union(*map(_binds, e.children))
    if isinstance(e, ir.Walks):
        return inside | {local.name for local in e.binds}
    return inside | {e.var.name} if isinstance(e, (ir.Comp, ir.Reach)) else inside


@kept
def called(e: ir.E) -> frozenset[ir.Function]:
    """The functions that an expression calls, and those that they call."""
    inside = frozenset[ir.Function]().union(*map(called, e.children))
    return inside | {e.function} | called(e.function.body) if isinstance(e, ir.Call) else inside


class TypeCheck:
    """Checks expressions of one program; `found` keeps the violations in order."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.found: dict[Diagnostic, None] = {}
        self.violations = 0  # each one as often as it was met
        self._fields = frozenset(program.fields)
        self._functions = frozenset(program.functions)
        self._sorts: dict[ir.E, Sort] = {}

    def wrong(self, place: Place, code: str, what: str) -> None:
        """Report a violation."""
        self.violations += 1
        problem = Diagnostic(f"program-{code}", f"{place.text}: {what}", place.span)
        self.found.setdefault(problem, None)

    # -- what others ask -------------------------------------------------------------------------

    def check(self, e: ir.E, env: Locals, place: Place) -> Sort:
        """Check an expression and everything inside it; returns what it may be."""
        for local in sorted(e.free, key=lambda local: local.name) if e.free else ():
            around = env.get(local.name)
            if around is None:
                self.wrong(place, "local", f"the local {local.name} is not bound")
            elif around is not local:
                self.wrong(place, "local", f"the local {local.name} is bound with another type "
                           "than it is used with")
        for name in sorted(_binds(e) & env.keys()) if env else ():
            self.wrong(place, "local", f"the local {name} is bound twice")
        return self._sort(e, place)

    def expect(self, e: ir.E, wanted: Sort, env: Locals, place: Place, what: str) -> bool:
        """Check an expression that must be of a sort; whether it is."""
        return self._wanted(self.check(e, env, place), wanted, place, what)

    def index(
        self, index: Iterable[ir.E], sizes: Sequence[int], env: Locals, place: Place, what: str
    ) -> None:
        """Check indices: as many as there are dimensions, each a thing inside them or none."""
        parts = tuple(index)
        for part in parts:
            self.check(part, env, place)
        self._index(parts, sizes, place, what)

    def field(self, made: ir.Field, place: Place, what: str = "") -> bool:
        """A field that is named must be one of the program."""
        if made not in self._fields:
            self.wrong(place, "unknown", f"{what or made.name} is no field of the program")
        return made in self._fields

    def memory(self, number: int, place: Place) -> bool:
        """A memory that is named must exist."""
        known = 0 <= number < len(self.program.memories)
        if not known:
            self.wrong(place, "unknown", f"there is no memory {number}")
        return known

    def range(self, kind: ir.VType, e: ir.E, place: Place, what: str) -> None:
        """All values of an expression must lie within a type."""
        if not holds(kind, e.type):
            self.wrong(place, "range", f"{what} is {e.type.least} to {e.type.most}, which is not "
                       f"within {kind.least} to {kind.most}")

    # -- expressions -----------------------------------------------------------------------------

    def _wanted(self, sort: Sort, wanted: Sort, place: Place, what: str) -> bool:
        if not sort & wanted:
            self.wrong(place, "sort", f"{what} is {in_words(sort)}, not {in_words(wanted)}")
        return bool(sort & wanted)

    def _inside(self, e: ir.E, wanted: Sort, place: Place, what: str) -> bool:
        return self._wanted(self._sort(e, place), wanted, place, what)

    def knows(self, reads: frozenset[ir.Field | int], called: frozenset[ir.Function]) -> bool:
        """Whether all fields and functions are in the program (memories are looked at anew)."""
        return reads <= self._fields and called <= self._functions

    def _sort(self, e: ir.E, place: Place) -> Sort:
        sort = self._sorts.get(e)
        if sort is None:
            sort = e.__dict__.get(SOUND)
            if sort is None or not self.knows(e.reads, called(e)):
                before = self.violations
                sort = self._judged(e, place)
                parts = (*e.children, e.function.body) if isinstance(e, ir.Call) else e.children
                if self.violations == before and all(SOUND in part.__dict__ for part in parts):
                    e.__dict__[SOUND] = sort
            self._sorts[e] = sort
        return sort

    def _judged(self, e: ir.E, place: Place) -> Sort:
        match e:
            case ir.Const(value=value):
                return sort_of_values((value,))
            case ir.Local(type=kind):
                return sort_of_type(kind)
            case ir.Load(field=made, index=index):
                self.field(made, place)
                self._index(index, [d.size for d in made.dims], place, f"field {made.name}")
                return sort_of_type(made.type)
            case ir.Op():
                return self._operation(e, place)
            case ir.Cond(test=test, then=then, otherwise=otherwise):
                self._inside(test, TRUTH, place, "what is tested")
                return self._common(then, otherwise, place, "the two cases")
            case ir.Lookup():
                return self._lookup(e, place)
            case ir.Shift():
                return self._shift(e, place)
            case ir.Comp():
                return self._comprehension(e, place)
            case ir.Reach():
                return self._reach(e, place)
            case ir.Walks():
                return self._walks(e, place)
            case ir.Ray():
                return self._ray(e, place)
            case ir.Distance():
                return self._distance(e, place)
            case ir.HasLine(set=members, lines=lines):
                self._inside(members, SET, place, "what may include a line")
                if not sort_of_values(lines.values) & SET:
                    self.wrong(place, "table", "the lines are not sets")
                return TRUTH
            case ir.Times(memory=number):
                if self.memory(number, place):
                    capacity = self.program.memories[number].capacity
                    if e.capacity != capacity:
                        self.wrong(place, "memory", f"it counts up to {e.capacity} positions, "
                                   f"memory {number} holds {capacity}")
                return NUMBER
            case ir.Call():
                return self._call(e, place)
        self.wrong(place, "operation", f"there is no expression {type(e).__name__}")
        return ANY

    def _index(self, parts: Sequence[ir.E], sizes: Sequence[int], place: Place, what: str) -> None:
        if len(parts) != len(sizes):
            self.wrong(place, "index", f"{what} has {len(sizes)} dimensions, but is read or "
                       f"changed with {len(parts)} indices")
            return
        for part, size in zip(parts, sizes, strict=True):
            if self._inside(part, NUMBER, place, f"an index of {what}") and not holds(
                ir.number(-1, size - 1), part.type
            ):
                self.wrong(place, "index", f"an index of {what} is {part.type.least} to "
                           f"{part.type.most}, but must be none or below {size}")

    def _common(self, one: ir.E, other: ir.E, place: Place, what: str) -> Sort:
        first, second = self._sort(one, place), self._sort(other, place)
        if not first & second:
            self.wrong(place, "sort", f"{what} are {in_words(first)} and {in_words(second)}")
        return first & second or ANY

    def _operation(self, e: ir.Op, place: Place) -> Sort:
        row = ir.OPERATIONS.get(e.op)
        for arg in e.args:
            self._sort(arg, place)
        if row is None:
            self.wrong(place, "operation", f"there is no operation `{e.op}`")
            return ANY
        takes = row.takes
        if row.many and e.args:
            takes += (takes[-1],) * (len(e.args) - len(takes))
        if len(e.args) != len(takes):
            self.wrong(place, "operation", f"`{e.op}` cannot have {len(e.args)} values")
            return ANY
        if operations.SAME in takes:
            self._common(e.args[0], e.args[1], place, f"what stands beside `{e.op}`")
        else:
            for arg, taken in zip(e.args, takes, strict=True):
                self._inside(arg, TAKEN[taken], place, f"what stands with `{e.op}`")
        return SET if operations.SET in takes and e.op != "in" else sort_of_type(e.type)

    def _lookup(self, e: ir.Lookup, place: Place) -> Sort:
        sizes, values = e.table.sizes, e.table.values
        if math.prod(sizes) != len(values):
            by = " by ".join(map(str, sizes)) or "nothing"
            self.wrong(place, "table", f"a table of {by} has {len(values)} values")
        self._index(e.index, sizes, place, "a table")
        given = [*e.table.span]
        given += [e.table.absent] if any(part.type.least < 0 for part in e.index) else []
        if any(not e.type.least <= value <= e.type.most for value in given):
            outside = sorted(value for value in {*values, *given}
                             if not e.type.least <= value <= e.type.most)
            self.wrong(place, "table", f"a table gives {outside[0]}, which is outside "
                       f"{e.type.least} to {e.type.most}")
        return sort_of_type(e.type)

    def _shift(self, e: ir.Shift, place: Place) -> Sort:
        kind = e.value.type
        if self._inside(e.value, NUMBER, place, "what is taken as another thing"):
            low, high = max(kind.least, 0) + e.by, kind.most + e.by
            if kind.most >= 0 and not (max(e.type.least, 0) <= low and high <= e.type.most):
                self.wrong(place, "range", f"things are taken as {low} to {high} of a type that is "
                           f"{e.type.least} to {e.type.most}")
            elif kind.least < 0 <= e.type.least:
                self.wrong(place, "range", "none is taken as a thing of a type without none")
        return NUMBER

    def _binder(self, var: ir.Local, body: Sequence[ir.E], place: Place) -> None:
        """What a binder binds counts from 0, under a name that nothing inside binds anew."""
        if var.type.least != 0 or var.type.kind not in ("thing", "int"):
            self.wrong(place, "binder", f"{var.name} does not count from 0")
        for part in body:
            if var.name in _binds(part):
                self.wrong(place, "local", f"the local {var.name} is bound twice")

    def _comprehension(self, e: ir.Comp, place: Place) -> Sort:
        self._binder(e.var, (e.test, e.value), place)
        self._inside(e.test, TRUTH, place, "the test of a comprehension")
        fold = ir.FOLDS.get(e.kind)
        if fold is None:
            self.wrong(place, "operation", f"there is no comprehension `{e.kind}`")
            return ANY
        if not fold.valued:
            self._sort(e.value, place)
        elif not self._inside(e.value, NUMBER, place, f"the value of `{e.kind}`"):
            return NUMBER
        given = comp_type(e.kind, e.var.type, e.value.type)
        if not holds(e.type, given):
            self.wrong(place, "range", f"`{e.kind}` gives {given.least} to {given.most}, its type "
                       f"is {e.type.least} to {e.type.most}")
        return SET if e.kind in ("set", "values") else sort_of_type(e.type)

    def _reach(self, e: ir.Reach, place: Place) -> Sort:
        self._binder(e.var, (e.steps,), place)
        things = e.var.type.most + 1
        self._index((e.start,), (things,), place, "the start of a walk")
        for part, what in ((e.over, "what a walk goes over"), (e.steps, "the steps of a walk")):
            if self._inside(part, SET, place, what) and part.type.most >= 1 << things:
                self.wrong(place, "range", f"{what} has things that are not below {things}")
        if not holds(e.type, ir.number(0, min(e.over.type.most, (1 << things) - 1))):
            self.wrong(place, "range", "what is reached is not within its type")
        return SET

    def _walks(self, e: ir.Walks, place: Place) -> Sort:
        for local in (e.at, e.steps, e.var):
            self._binder(local, e.inside, place)
        for name, count in Counter(local.name for local in e.binds).items():
            if count > 1:
                self.wrong(place, "local", f"the local {name} is bound twice")
        things, results = e.at.type.most + 1, e.type.most.bit_length()
        self._index((e.start,), (things,), place, "the start of a walk")
        self._index((e.onto,), (things,), place, "where a step leads")
        if e.way is not None and not holds(e.way.type, ir.number(0, (1 << things) - 1)):
            self.wrong(place, "range", f"{e.way.name} cannot hold all things of a walk")
        if self._inside(e.over, SET, place, "the steps of a walk") and (
            e.over.type.most >= 1 << e.var.type.most + 1
        ):
            self.wrong(place, "range", f"the steps of a walk are not below {e.var.type.most + 1}")
        if e.most is not None:
            self._inside(e.most, NUMBER, place, "the most steps of a walk")
            self.range(e.steps.type, e.most, place, "the most steps of a walk")
        strays = ir.GOES_ON - len(e.carried)
        for part, least in (*((end, ir.DROPPED) for end in e.ends), (e.outcome, strays)):
            self._inside(part, NUMBER, place, "the result of a walk")
            self.range(ir.number(least, results - 1), part, place, "the result of a walk")
        if not len(e.carried) == len(e.firsts) == len(e.nexts) == len(e.wording.carried):
            self.wrong(place, "call", "a walk carries other values than it has")
            return SET
        for local, first, following in zip(e.carried, e.firsts, e.nexts, strict=True):
            for part in (first, following):
                self._inside(part, sort_of_type(local.type), place, f"what is carried as "
                             f"{local.name}")
        return SET

    def _steps(self, table: ir.Table, place: Place) -> tuple[int, int]:
        """How many things and directions a table of steps is for; 0 where it is not sound."""
        if len(table.sizes) != 2 or math.prod(table.sizes) != len(table.values):
            by = " by ".join(map(str, table.sizes)) or "nothing"
            self.wrong(place, "table", f"a walk by a table of {by} has {len(table.values)} steps")
            return 0, 0
        things, directions = table.sizes
        if not all(-1 <= thing < things for thing in table.values):
            self.wrong(place, "table", "the steps of a walk leave its things")
        return things, directions

    def _distance(self, e: ir.Distance, place: Place) -> Sort:
        things, directions = self._steps(e.table, place)
        if not directions:
            return NUMBER
        what = "what a walk goes over"
        if self._inside(e.over, SET, place, what) and e.over.type.most >= 1 << things:
            self.wrong(place, "range", f"{what} has things that are not below {things}")
        for part, what in ((e.start, "the start of a walk"), (e.goal, "the goal of a walk")):
            self._index((part,), (things,), place, what)
        if not 0 <= e.ways < 1 << directions:
            self.wrong(place, "range", f"the ways of a walk are not below {directions}")
        return NUMBER

    def _ray(self, e: ir.Ray, place: Place) -> Sort:
        self._inside(e.over, SET, place, "what a walk goes over")
        things, directions = self._steps(e.table, place)
        if not directions:
            return NUMBER if e.end else SET
        self._index((e.start,), (things,), place, "the start of a walk")
        self._index((e.direction,), (directions,), place, "the direction of a walk")
        given = ir.number(-1, things - 1) if e.end else ir.number(0, (1 << things) - 1)
        if not holds(e.type, given):
            self.wrong(place, "range", "what a walk gives is not within its type")
        return NUMBER if e.end else SET

    def _call(self, e: ir.Call, place: Place) -> Sort:
        function = e.function
        if function not in self._functions:
            self.wrong(place, "unknown", f"{function.name} is no function of the program")
        if len(e.args) != len(function.params):
            self.wrong(place, "call", f"{function.name} takes {len(function.params)} values, not "
                       f"{len(e.args)}")
        for arg, param in zip(e.args, function.params, strict=False):
            what = f"what {function.name} takes as {param.name}"
            if self._inside(arg, sort_of_type(param.type), place, what):
                self.range(param.type, arg, place, what)
        return self._sort(function.body, place)
