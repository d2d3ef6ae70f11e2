"""The sorts of expressions: what an expression may stand for, and whether its parts fit.

Model. An expression is a truth, a number (numbers, things and none are all counted) or a set (a
mask). A sort is the collection of what it may be: a constant 0 may be any of the three, a constant
5 a number or a set, a constant -1 only a number; so the inference never refuses what is
well-formed, and what it refuses is wrong for certain. Locals are known with the sort they were
bound with and, where it is sure, how far they count.

Invariants. Every violation is reported once, at its place. After a violation the expression counts
as any sort, so that one mistake is one diagnostic.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.program.ir import (
    Comp,
    Cond,
    Const,
    E,
    Flood,
    HasLine,
    Load,
    Local,
    Op,
    Program,
    Ray,
    Table,
    Times,
    VType,
)
from rulewright.interpreter.source import Span

#: What a value may be: a bit for each sort that is not ruled out. (Plain numbers: flags of `enum`
#: took a tenth of the time of checking a ruleset.)
Sort = int

TRUTH, NUMBER, SET = 1, 2, 4
ANY = TRUTH | NUMBER | SET
WORDS = {TRUTH: "a truth", NUMBER: "a number", SET: "a set"}

#: For each operation of two values: what it takes and what it gives.
BINARY: dict[str, tuple[Sort, Sort, Sort]] = {
    **dict.fromkeys(("+", "-", "*"), (NUMBER, NUMBER, NUMBER)),
    **dict.fromkeys(("<", "<=", ">", ">="), (NUMBER, NUMBER, TRUTH)),
    **dict.fromkeys(("&", "|", "less"), (SET, SET, SET)),
    "in": (NUMBER, SET, TRUTH),
}
#: What a comprehension gives, and whether it uses its value.
COMPREHENSIONS = {
    "all": (TRUTH, False), "any": (TRUTH, False), "count": (NUMBER, False), "set": (SET, False),
    "total": (NUMBER, True), "greatest": (NUMBER, True), "least": (NUMBER, True),
}


@dataclass(frozen=True)
class Place:
    """Where something stands: in words, and in the text if it comes from there."""

    text: str
    span: Span | None = None

    def at(self, span: Span) -> Place:
        """The same part of the program, at a nearer place of the text."""
        return Place(self.text, span)


@dataclass(frozen=True)
class Known:
    """A bound local: its sort, and the number it stays below (None where that is not known)."""

    sort: Sort = NUMBER
    size: int | None = None


Locals = Mapping[str, Known]
NO_LOCALS: Locals = {}


def sort_of_type(kind: VType) -> Sort:
    """The sort of the values of a type."""
    return {"bool": TRUTH, "set": SET}.get(kind.kind, NUMBER)


def sort_of_values(values: Sequence[int]) -> Sort:
    """The sorts that constants may all be."""
    if min(values, default=0) < 0:
        return NUMBER
    return NUMBER | SET if max(values, default=0) > 1 else ANY


def in_words(sort: Sort) -> str:
    return " or ".join(WORDS[one] for one in WORDS if one & sort)


class ExpressionCheck:
    """Checks expressions of one program; `found` keeps the violations in order."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.found: dict[Diagnostic, None] = {}
        # What was checked, by expression and locals; keeping the locals keeps their identity.
        self._known: dict[tuple[int, int], tuple[Sort, Locals]] = {}

    def wrong(self, place: Place, code: str, what: str) -> None:
        """Report a violation."""
        problem = Diagnostic(f"program-{code}", f"{place.text}: {what}", place.span)
        self.found.setdefault(problem, None)

    def expect(self, e: E, wanted: Sort, env: Locals, place: Place, what: str) -> Sort:
        """Check an expression that must be of a sort; returns what it may be of that."""
        sort = self.sort(e, env, place)
        if not sort & wanted:
            self.wrong(place, "sort", f"{what} is {in_words(sort)}, not {in_words(wanted)}")
            return wanted
        return sort & wanted

    def sort(self, e: E, env: Locals, place: Place) -> Sort:
        """Check an expression and everything inside it; returns what it may be.

        Guards share expressions with their parts, so each is checked once for the same locals.
        """
        key = (id(e), id(env))
        if key not in self._known:
            self._known[key] = (self._sort(e, env, place), env)
        return self._known[key][0]

    def _sort(self, e: E, env: Locals, place: Place) -> Sort:
        match e:
            case Const(value=value):
                return sort_of_values((value,))
            case Local(name=name):
                if name in env:
                    return env[name].sort
                self.wrong(place, "local", f"the local {name} is not bound")
                return ANY
            case Load(field=number, index=index):
                return self._load(number, index, env, place)
            case Op():
                return self._operation(e, env, place)
            case Cond(test=test, then=then, otherwise=otherwise):
                self.expect(test, TRUTH, env, place, "what is tested")
                return self.common(then, otherwise, env, place, "the two cases")
            case Table():
                return self._table(e, env, place)
            case Comp():
                return self._comprehension(e, env, place)
            case Flood() | Ray():
                return self._walk(e, env, place)
            case HasLine(set=cells, masks=masks):
                self.expect(cells, SET, env, place, "what may include a line")
                if not sort_of_values(masks) & SET:
                    self.wrong(place, "table", "the lines are not sets")
                return TRUTH
            case Times(memory=memory):
                self.memory(memory, place)
                return NUMBER
        self.wrong(place, "operation", f"there is no expression {type(e).__name__}")
        return ANY

    # -- the kinds of expressions --------------------------------------------------------------

    def memory(self, number: int, place: Place) -> None:
        """A memory that is named must exist."""
        if not 0 <= number < len(self.program.memories):
            self.wrong(place, "unknown", f"there is no memory {number}")

    def _load(self, number: int, index: tuple[E, ...], env: Locals, place: Place) -> Sort:
        if not 0 <= number < len(self.program.fields):
            self.wrong(place, "unknown", f"there is no field {number}")
            return ANY
        made = self.program.fields[number]
        self.index(index, [d.size for d in made.dims], env, place, f"field {number} ({made.name})")
        return sort_of_type(made.type)

    def index(
        self, index: tuple[E, ...], sizes: Sequence[int], env: Locals, place: Place, what: str
    ) -> None:
        """The indices of a field or table: as many as it has dimensions, and inside them."""
        for at, part in enumerate(index):
            self.expect(part, NUMBER, env, place, f"an index of {what}")
            if at < len(sizes) == len(index):
                self._inside(part, sizes[at], env, place, what)
        if len(index) != len(sizes):
            self.wrong(place, "index",
                       f"{what} has {len(sizes)} dimensions, but is read or changed with "
                       f"{len(index)} indices")

    def _inside(self, part: E, size: int, env: Locals, place: Place, what: str) -> None:
        if isinstance(part, Const) and not 0 <= part.value < size:
            self.wrong(place, "index", f"the index {part.value} of {what} is not below {size}")
        known = env.get(part.name) if isinstance(part, Local) else None
        if known and known.size is not None and known.size > size and isinstance(part, Local):
            self.wrong(place, "index", f"the local {part.name} counts below {known.size}, but as "
                       f"an index of {what} it must stay below {size}")

    def common(self, one: E, other: E, env: Locals, place: Place, what: str) -> Sort:
        """Check two expressions that must be of one sort."""
        first, second = self.sort(one, env, place), self.sort(other, env, place)
        if not first & second:
            self.wrong(place, "sort",
                       f"{what} are {in_words(first)} and {in_words(second)}")
            return ANY
        return first & second

    def _operation(self, e: Op, env: Locals, place: Place) -> Sort:
        if e.op in ("and", "or", "not"):
            for arg in e.args:
                self.expect(arg, TRUTH, env, place, f"what stands with `{e.op}`")
            if not e.args or (e.op == "not" and len(e.args) != 1):
                self.wrong(place, "operation", f"`{e.op}` cannot have {len(e.args)} values")
            return TRUTH
        if e.op not in BINARY and e.op not in ("==", "!="):
            self.wrong(place, "operation", f"there is no operation `{e.op}`")
            return ANY
        if len(e.args) != 2:
            self.wrong(place, "operation", f"`{e.op}` has {len(e.args)} values, not two")
            return ANY
        left, right = e.args
        if e.op in ("==", "!="):
            self.common(left, right, env, place, f"what stands beside `{e.op}`")
            return TRUTH
        first, second, result = BINARY[e.op]
        self.expect(left, first, env, place, f"what stands before `{e.op}`")
        self.expect(right, second, env, place, f"what stands after `{e.op}`")
        return result

    def _table(self, e: Table, env: Locals, place: Place) -> Sort:
        cells = math.prod(e.sizes)
        if cells != len(e.values):
            sizes = " by ".join(map(str, e.sizes)) or "nothing"
            self.wrong(place, "table", f"a table of {sizes} has {len(e.values)} values")
        self.index(e.index, e.sizes, env, place, "a table")
        return sort_of_values(e.values)

    def _comprehension(self, e: Comp, env: Locals, place: Place) -> Sort:
        inner = self.bind(env, e.var, Known(NUMBER, max(0, e.size)), place)
        if e.size < 0:
            self.wrong(place, "operation", f"a comprehension runs over {e.size} values")
        self.expect(e.test, TRUTH, inner, place, "the test of a comprehension")
        if e.kind not in COMPREHENSIONS:
            self.wrong(place, "operation", f"there is no comprehension `{e.kind}`")
            return ANY
        result, has_value = COMPREHENSIONS[e.kind]
        if has_value:
            self.expect(e.value, NUMBER, inner, place, f"the value of `{e.kind}`")
        else:
            self.sort(e.value, inner, place)
        return result

    def bind(self, env: Locals, name: str, known: Known, place: Place) -> Locals:
        """The locals with one more; a name is bound once in one place."""
        if name in env:
            self.wrong(place, "local", f"the local {name} is bound twice")
        return {**env, name: known}

    def _walk(self, e: Flood | Ray, env: Locals, place: Place) -> Sort:
        self.expect(e.start, NUMBER, env, place, "the start of a walk")
        self.expect(e.over, SET, env, place, "what a walk goes over")
        if isinstance(e, Flood):
            cells = len(e.table)
            if not all(0 <= mask < 1 << cells for mask in e.table):
                self.wrong(place, "table", "the steps of a walk leave its cells")
            return SET
        self.expect(e.direction, NUMBER, env, place, "the direction of a walk")
        cells, rest = divmod(len(e.table), e.directions) if e.directions > 0 else (0, 1)
        if rest:
            self.wrong(place, "table", f"a walk in {e.directions} directions has "
                       f"{len(e.table)} steps")
        elif not all(-1 <= cell < cells for cell in e.table):
            self.wrong(place, "table", "the steps of a walk leave its cells")
        return NUMBER if e.end else SET
