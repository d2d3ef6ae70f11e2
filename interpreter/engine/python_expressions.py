"""The Python text of scalar expressions, and the tables that it names.

Every operation stands in brackets; tables are tuples in tuples with one entry more for an index of
none, which is Python's -1. The sets that a plan keeps (`Where`) stand behind everything else in a
vector: those of field f for value v at S[-n + v] for some n, so that all other offsets are those
of the program.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.interpreter.engine.runtime import Distances, Groups, line_function, ray_functions
from rulewright.interpreter.ir import (
    FALSE,
    OPERATIONS,
    Call,
    Cond,
    Const,
    Distance,
    E,
    Field,
    HasLine,
    Load,
    Local,
    Lookup,
    Op,
    Ray,
    Reach,
    Shift,
    Table,
)
from rulewright.interpreter.passes.nodes import (
    MOST_ARRIVALS,
    Fill,
    Group,
    Grown,
    Image,
    Leaders,
    Lowest,
    Occurs,
    Placed,
    Position,
    Row,
    Scan,
    Single,
    Size,
    Steps,
    Where,
    arrivals,
    moves,
    symmetric,
)
from rulewright.interpreter.passes.plan import Plan, kept_values

INDENT = "    "
#: Numbers from this on, sets of things of which there are many, have names in the text.
LEAST_NAMED = 1 << 256

#: Operations that are Python's by their names; those of the others where it divides by 1 or more.
SIGNS = frozenset(("==", "!=", "<", "<=", ">", ">=", "|", "&", "+", "-", "*"))
DIVISIONS = frozenset(("//", "%"))

#: The sets of one thing are listed where there are at most so many.
MOST_SINGLES = 4096


def kept_places(kept: Sequence[Field]) -> dict[Field, int]:
    """For each field with kept sets, where that of value 0 stands; always negative."""
    places: dict[Field, int] = {}
    below = 0
    for made in reversed(kept):
        places[made] = -below - 1 - made.type.most
        below += len(kept_values(made))
    return places


class PythonExpressions:
    """Prints the expressions of one plan. `names` is what the text needs beside itself."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.places = kept_places(plan.kept)
        self.sets = sum(len(kept_values(made)) for made in plan.kept)
        self.names: dict[str, object] = {}
        self.helpers: list[str] = []  # functions that routines call
        self._tables: dict[object, str] = {}

    def bare(self, e: E) -> str:
        """The text of an expression that stands alone."""
        text = self.expr(e)
        if text[0] == "(" and text[-1] == ")" and isinstance(e, (Op, Cond, Single, Shift)):
            return text[1:-1]
        return text

    def test(self, e: E) -> str:
        """The text of an expression of which only the truth matters."""
        if isinstance(e, Op):
            if e.op in ("and", "or"):
                return f" {e.op} ".join(
                    f"({self.test(part)})" if isinstance(part, Op) else self.test(part)
                    for part in e.args)
            if e.op == "not":
                text = self.test(e.args[0])
                simple = text.isidentifier() or (text[-1] in ")]" and text[0] != "(")
                simple = simple and " " not in text
                return f"not {text}" if simple else f"not ({text})"
            if e.op == "!=" and e.args[1] is FALSE:
                return self.bare(e.args[0])
        return self.bare(e)

    def expr(self, e: E) -> str:
        """The text of a scalar expression."""
        match e:
            case Const(value=value):
                return f"({value})" if value < 0 else self.literal(value)
            case Local(name=name):
                return name
            case Load(field=made, index=index):
                return self._load(made, index, e)
            case Op():
                return self._op(e)
            case Cond(test=test, then=then, otherwise=otherwise):
                return f"({self.expr(then)} if {self.test(test)} else {self.expr(otherwise)})"
            case Lookup(table=table, index=index):
                return self.table(table, index) + "".join(f"[{self.bare(i)}]" for i in index)
            case Shift(value=value, by=by):
                text = self.expr(value)
                if not by:
                    return text
                moved = f"{text} + {by}" if by >= 0 else f"{text} - {-by}"
                if value.type.least >= 0:
                    return f"({moved})"
                if cheap(value):
                    return f"({moved} if {text} >= 0 else -1)"
                return f"moved({text}, {by})"
        return self._set(e)

    @staticmethod
    def _within(made: Field) -> str:
        """The state and the stretch of a field in it."""
        return f"S, {made.offset}, {made.offset + made.size}"

    def _set(self, e: E) -> str:
        match e:
            case Where(field=made, value=value):
                kept = self.places[made]
                if isinstance(value, Const):
                    return f"S[{kept + value.value}]"
                return f"S[{kept} + {self.expr(value)}]"
            case Scan(field=made, value=value):
                return f"scan({self._within(made)}, {self.bare(value)})"
            case Lowest(set=Scan(field=made, value=value)):
                return f"find({self._within(made)}, {self.bare(value)})"
            case Lowest(set=members):
                return f"lowest({self.bare(members)})"
            case Placed(field=made, table=table):
                return f"placed({self._within(made)}, {self.constant(table.values)}, " \
                       f"{made.type.least})"
            case Single(value=value, size=size):
                if value.type.least >= 0 and value.type.most < size:
                    return f"(1 << {self.expr(value)})"
                if value.type.least >= -1 and value.type.most < size <= MOST_SINGLES:
                    singles = self.constant([*(1 << i for i in range(size)), 0])
                    return f"{singles}[{self.bare(value)}]"
                return f"single({self.bare(value)}, {size})"
            case Row(set=members, index=index, size=size):
                row = self.literal((1 << size) - 1)
                return f"({self.expr(members)} >> {self.expr(index)} * {size} & {row})"
            case Size(set=members):
                return f"{self.expr(members)}.bit_count()"
            case Steps():
                return self._steps(e)
            case Fill(start=start, over=over, table=table, direction=direction):
                moves = self._moves(table)
                return (f"fill({self.bare(start)}, {self.bare(over)}, "
                        f"{moves}[{self.bare(direction)}])")
            case Reach(start=start, over=over, steps=Lookup(table=table)):
                return f"{self.flood(table)}({self.bare(start)}, {self.bare(over)})"
            case Group(start=start, over=over, table=table, shared=shared):
                return f"{self.group(table, shared)}({self.bare(start)}, {self.bare(over)})"
            case Image(table=table, set=members):
                return self._image(table, members)
            case Grown(start=start, over=over, table=table):
                return f"{self.grown(table)}({self.bare(start)}, {self.bare(over)})"
            case Leaders(set=members, table=table):
                return f"leaders({self.bare(members)}, {self.group(table, True)})"
            case Ray(start=start, direction=direction, over=over, table=table, end=end):
                name = self.runs(table)
                return (f"{name}{'end' if end else 'run'}({self.bare(start)}, "
                        f"{self.bare(direction)}, {self.bare(over)})")
            case Distance(start=start, goal=goal, over=over, table=table, ways=ways):
                name = self.named(("distance", table, ways), "N", lambda: Distances(table, ways))
                return f"{name}({self.bare(start)}, {self.bare(goal)}, {self.bare(over)})"
            case HasLine(set=members, lines=lines):
                name = self.named(("lines", lines), "H", lambda: line_function(lines.values))
                return f"{name}({self.bare(members)})"
            case Position(memory=memory):
                return f"position{memory}(S)"
            case Occurs(memory=memory, hash=hash_):
                return f"times{memory}(S, {self.bare(hash_)})"
            case Call(function=function, args=args):
                given = "".join(f", {self.bare(arg)}" for arg in args)
                return f"{self.plan.names[function]}(S{given})"
        raise AssertionError(e)

    def _op(self, e: Op) -> str:
        args = [self.expr(arg) for arg in e.args]
        match e.op:
            case "and" | "or":
                return "(" + f" {e.op} ".join(args) + ")"
            case "not":
                return f"({self.test(e)})"
            case "some":
                return f"({args[0]} >= 0)"
            case "in":
                if isinstance(e.args[0], Const):
                    value = e.args[0].value
                    return f"({args[1]} & {self.literal(1 << value)})" if value >= 0 else "0"
                test = f"{args[1]} >> {args[0]} & 1"
                if e.args[0].type.least >= 0:
                    return f"({test})"
                if cheap(e.args[0]):
                    return f"({args[0]} >= 0 and {test})"
                return f"holds({args[1]}, {args[0]})"
            case "less":
                return f"({args[0]} & ~{args[1]})"
        if e.op in SIGNS or (e.op in DIVISIONS and e.args[1].type.least > 0):
            return f"({args[0]} {e.op} {args[1]})"
        name = self.named(("operation", e.op), "O", lambda: OPERATIONS[e.op].evaluate)
        return f"{name}({', '.join(args)})"

    def _load(self, made: Field, index: tuple[E, ...], e: E) -> str:
        place = self.place(made, index)
        doubtful = [part for part in index if part.type.least < 0]
        if not doubtful:
            return f"S[{place}]"
        absent = made.type.absent
        if all(cheap(part) for part in doubtful):
            test = " and ".join(f"{self.expr(part)} >= 0" for part in doubtful)
            return f"(S[{place}] if {test} else {absent})"
        if len(index) == 1:
            return f"element(S, {made.offset}, {self.bare(index[0])}, {absent})"
        parts = ", ".join(f"({self.expr(i)}, {dim.size})"
                          for i, dim in zip(index, made.dims, strict=True))
        return f"element_at(S, {made.offset}, {absent}, {parts})"

    def position(self, made: Field, index: tuple[E, ...]) -> str:
        """The number of an element within its field."""
        text = self.bare(index[0])
        for dim, part in zip(made.dims[1:], index[1:], strict=True):
            text = f"({text}) * {dim.size} + {self.expr(part)}"
        return text

    def place(self, made: Field, index: tuple[E, ...]) -> str:
        """The place of an element in the vector."""
        if not index:
            return str(made.offset)
        if all(isinstance(part, Const) for part in index):
            return str(made.offset + int(eval(self.position(made, index))))
        if not made.offset:
            return self.position(made, index)
        if len(index) == 1:
            return f"{made.offset} + {self.expr(index[0])}"
        return f"{made.offset} + {self.position(made, index)}"

    # -- tables ----------------------------------------------------------------------------------

    def named(self, key: object, stem: str, make: object) -> str:
        """The name of a value that is made once."""
        if key not in self._tables:
            name = f"{stem}{len(self._tables)}"
            self._tables[key] = name
            made = make() if callable(make) else make
            if made is not None:
                self.names[name] = made
        return self._tables[key]

    def literal(self, value: int) -> str:
        """A number of at least 0, by a name where it is long."""
        if value < LEAST_NAMED:
            return literal(value)
        return self.named(("number", value), "K", value)

    def constant(self, values: Sequence[int]) -> str:
        """The name of a tuple."""
        return self.named(("tuple", tuple(values)), "T", tuple(values))

    def table(self, table: Table, index: tuple[E, ...]) -> str:
        """The name of a table as tuples in tuples, padded for indices of none."""
        return self.named(("table", table), "T", lambda: nested(
            table.values, table.sizes, table.absent))

    def members(self, e: E) -> str:
        """The text of the members of a set, in ascending order."""
        if isinstance(e, Const):
            return str(tuple(i for i in range(e.value.bit_length()) if e.value >> i & 1))
        if isinstance(e, Lookup):
            name = self.named(("members", e.table), "L", lambda: nested(
                [members(mask) for mask in e.table.values], e.table.sizes,
                members(e.table.absent)))
            return name + "".join(f"[{self.bare(i)}]" for i in e.index)
        return f"bits[{self.bare(e)}]"

    def _moves(self, table: Table) -> str:
        return self.named(("moves", table), "V", lambda: (*map(tuple, moves(table)), ()))

    def _steps(self, e: Steps) -> str:
        if not isinstance(e.direction, Const):
            return f"steps({self.bare(e.set)}, {self._moves(e.table)}[{self.bare(e.direction)}])"
        found = moves(e.table)[e.direction.value]
        if len(found) == 1 or (found and isinstance(e.set, (Local, Const))):
            text = self.expr(e.set)
            parts = [f"({text} {'<<' if by >= 0 else '>>'} {abs(by)} & {self.literal(mask)})"
                     for by, mask in found]
            return parts[0] if len(parts) == 1 else "(" + " | ".join(parts) + ")"
        return f"steps({self.bare(e.set)}, {self._moves(e.table)}[{e.direction.value}])"

    def grown(self, table: Table) -> str:
        """The name of the function that gives what the members of a set belong to."""
        first = self.constant((*table.values, 0))

        def make() -> None:
            few = len(arrivals(table)) <= MOST_ARRIVALS
            steps = stepped("seen", table) if few else f"image(seen, {first})"
            self.helpers.append(
                f"def Q{len(self._tables) - 1}(more, over):\n"
                f"    seen = 0\n"
                f"    while more != seen:\n"
                f"        seen = more\n"
                f"        more |= ({steps}) & over\n"
                f"    return seen\n\n\n")

        return self.named(("grown", table), "Q", make)

    def flood(self, table: Table) -> str:
        """The name of the function that follows the steps of a constant relation."""
        first = self.constant((*table.values, 0))

        def make() -> None:
            name = f"Z{len(self._tables) - 1}"
            if len(arrivals(table)) > MOST_ARRIVALS:
                self.helpers.append(
                    f"def {name}(start, over):\n    return flood(start, over, {first})\n\n\n")
                return
            steps = stepped("seen", table)
            self.helpers.append(
                f"def {name}(start, over):\n"
                f"    more = {first}[start] & over\n"
                f"    seen = 0\n"
                f"    while more != seen:\n"
                f"        seen = more\n"
                f"        more |= ({steps}) & over\n"
                f"    return seen\n\n\n")

        return self.named(("flood", table), "Z", make)

    def group(self, table: Table, shared: bool) -> str:
        """The name of the function that gives what a thing belongs to (see `ir.Reach`). Of one
        that is shared, what was found in a set is kept: where the relation is symmetric, it is the
        same for all members."""
        first = self.constant((*table.values, 0))

        def make() -> None:
            name = f"G{len(self._tables) - 1}"
            self.names[f"{name}of"] = Groups()
            few = len(arrivals(table)) <= MOST_ARRIVALS
            grown = stepped("seen", table) if few else f"image(seen, {first})"
            kept = shared and symmetric(table)
            self.helpers.append(
                f"def {name}(start, over):\n"
                + (f"    known, groups = {name}of[over]\n"
                   f"    if start in known:\n"
                   f"        return known[start]\n" if kept else "") +
                "    if start < 0 or not over >> start & 1:\n"
                "        return 0\n"
                + ("    for seen in groups:\n"
                   "        if seen >> start & 1:\n"
                   "            known[start] = seen\n"
                   "            return seen\n" if kept else "") +
                f"    seen = 0\n"
                f"    more = 1 << start\n"
                f"    while more != seen:\n"
                f"        seen = more\n"
                f"        more |= ({grown}) & over\n"
                + ("    known[start] = seen\n"
                   "    groups.append(seen)\n" if kept else "") +
                "    return seen\n\n\n")

        return self.named(("group", table, shared), "G", make)

    def _image(self, table: Table, members: E) -> str:
        """The text of what is one step from a member of a set."""
        found = arrivals(table)
        if len(found) <= MOST_ARRIVALS and isinstance(members, (Local, Const)):
            return f"({stepped(self.expr(members), table)})"
        if len(found) <= MOST_ARRIVALS:
            name = self.named(("image", table), "I", lambda: self.helpers.append(
                f"def I{len(self._tables) - 1}(seen):\n"
                f"    return {stepped('seen', table)}\n\n\n"))
            return f"{name}({self.bare(members)})"
        return f"image({self.bare(members)}, {self.constant((*table.values, 0))})"

    def runs(self, table: Table) -> str:
        """The beginning of the names of the functions that follow rays by a table."""
        def make() -> object:
            run, end = ray_functions(table.values, table.sizes)
            name = f"Y{len(self._tables) - 1}"
            self.names[name + "run"], self.names[name + "end"] = run, end
            return None

        return self.named(("ray", table), "Y", make)


def stepped(text: str, table: Table) -> str:
    """The text of a set moved by all moves of a constant relation."""
    return " | ".join(f"{text} {'<<' if by >= 0 else '>>'} {abs(by)} & {literal(mask)}"
                      for by, mask in arrivals(table)) or "0"


def literal(value: int) -> str:
    """A number as Python reads it, which takes decimal ones of a few thousand digits only."""
    return str(value) if value < 1 << 64 else hex(value)


def cheap(e: E) -> bool:
    """Whether an expression is as short and fast as to stand twice."""
    return isinstance(e, Local) or (
        isinstance(e, Load) and all(isinstance(part, Const) for part in e.index))


def members(mask: int) -> tuple[int, ...]:
    """The members of a mask, in ascending order."""
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)


def nested(values: Sequence[object], sizes: Sequence[int], absent: object) -> object:
    """A table as tuples in tuples, with one entry more at every level for an index of none."""
    if len(sizes) == 1:
        return (*values, absent)
    step = len(values) // sizes[0] if sizes[0] else 0
    parts = [values[i * step : (i + 1) * step] for i in range(sizes[0])]
    rows = [(*part, absent) for part in parts] if len(sizes) == 2 else [
        nested(part, sizes[1:], absent) for part in parts]
    none = absent
    for size in reversed(sizes[1:]):
        none = (none,) * (size + 1)
    return (*rows, none)
