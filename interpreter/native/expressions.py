"""The text of scalar expressions.

`value` gives the text of an expression and how it stands; `text` the text as it is wanted; `test`
that of which only the truth matters. What is compound stands in brackets. An expression has no
effect, so it may stand where it is not needed; what an index of none is asked of has a test.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.interpreter.ir import (
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
    VType,
    op,
)
from rulewright.interpreter.native import bits
from rulewright.interpreter.native.absent import Refused
from rulewright.interpreter.native.large import Value
from rulewright.interpreter.native.layout import Layout, is_synced
from rulewright.interpreter.native.operations import OperationTexts
from rulewright.interpreter.native.scans import scan
from rulewright.interpreter.native.sets import Sets
from rulewright.interpreter.native.synced import Synced
from rulewright.interpreter.native.types import (
    INT,
    LARGE,
    WORD,
    CType,
    converted,
    masks,
    of,
    of_all,
    of_range,
    relation,
    unbracketed,
)
from rulewright.interpreter.passes.nodes import (
    Fill,
    Group,
    Grown,
    Image,
    Leaders,
    Lowest,
    Occurs,
    Position,
    Row,
    Scan,
    Single,
    Size,
    Steps,
    Where,
)
from rulewright.interpreter.passes.plan import Plan
from rulewright.interpreter.passes.switches import ALL, Passes


class Expressions(OperationTexts):
    """Prints the expressions of one plan, routine by routine."""

    def __init__(self, plan: Plan, passes: Passes = ALL) -> None:
        super().__init__()
        self.plan = plan
        self.passes = passes
        self.sets = Sets(passes.groups)
        self.layout = Layout(plan, self.sets, passes.hashes)
        self.synced = Synced(self.layout, self.sets)
        self.in_step: list[Field] = []  # fields of which sets are kept up where it is printed
        self.unrolled: set[E] = set()  # variables of loops that are unrolled
        self.locals: dict[Local, str] = {}  # of the routine that is printed
        self.tried = False  # whether it is done for many options of a state

    def local(self, local: Local) -> str:
        """The name of a local, which depends on nothing but the routine."""
        if local not in self.locals:
            stem = local.name.partition("_")[0].rstrip("0123456789") or "x"
            stem = "".join(c for c in stem if "a" <= c <= "z") or "x"
            self.locals[local] = f"{stem}{len(self.locals) + 1}"
        return self.locals[local]

    # -- what is wanted --------------------------------------------------------------------------

    def text(self, e: E, want: CType | None = None) -> str:
        """The text of an expression that stands as wanted, or else as its type does."""
        want = want or of(e.type)
        if isinstance(e, Const):
            return self.sets.constant(e.value, want)
        text, have = self.value(e)
        return self.as_large(text, have) if want.large else converted(text, have, want)

    def bare(self, e: E, want: CType | None = None) -> str:
        """The same where it stands alone."""
        return unbracketed(self.text(e, want))

    def test(self, e: E) -> str:
        """The text of an expression of which only the truth matters."""
        if of(e.type).large:
            return self.some(e)
        text, kind = self.value(e)
        return bits.some(kind, text) if kind.wide else text

    def value(self, e: E) -> Value:
        """The text of an expression, and how it stands."""
        if of(e.type).large:
            return self.large(e), LARGE
        match e:
            case Const(value=value):
                kind = of_range(value, value)
                return self.sets.constant(value, kind), kind
            case Local():
                return self.local(e), of(e.type)
            case Load(field=made, index=index):
                return self._load(made, index), of(e.type)
            case Op():
                return self.operation(e)
            case Cond(test=test, then=then, otherwise=otherwise):
                kind = of_all(then.type, otherwise.type)
                return (f"({self.test(test)} ? {self.text(then, kind)} : "
                        f"{self.text(otherwise, kind)})"), kind
            case Lookup():
                return self.entry(e)
            case Shift(value=value, by=by):
                text = self.text(value)
                if value.type.least >= 0:
                    return f"({text} + {by})", INT
                return f"moved({unbracketed(text)}, {by})", INT
            case Call(function=function):
                return self.call(e), of(function.body.type)
        return self._set(e)

    def call(self, e: Call, place: str | None = None) -> str:
        """The text of a call; of one that makes a large set, with the place for it."""
        given = [self.bare(arg, of(param.type))
                 for arg, param in zip(e.args, e.function.params, strict=True)]
        if of(e.function.body.type).large:
            given.append(place or self.room())
        return f"{self.plan.names[e.function]}({', '.join(['S', *given])})"

    # -- fields and tables -----------------------------------------------------------------------

    def place(self, made: Field, index: Sequence[str]) -> str:
        """The number of an element within its field."""
        text = ""
        for number, (dim, part) in enumerate(zip(made.dims, index, strict=True)):
            text = f"{text} * {dim.size} + {part}" if number else part
            if number < len(index) - 1 and number:
                text = f"({text})"
        return text

    def index(self, made: Field, index: Sequence[E]) -> str:
        """The same of indices that are things."""
        if len(index) == 1:
            return self.bare(index[0])
        return self.place(made, [self.text(part) for part in index])

    def _load(self, made: Field, index: tuple[E, ...]) -> str:
        doubtful = [part for part in index if part.type.least < 0]
        if not doubtful:
            return self.layout.element(made, self.index(made, index))
        names = [f"i{number}" for number in range(len(index))]
        given = ", ".join(f"{name} = {self.bare(part)}"
                          for name, part in zip(names, index, strict=True))
        none = " || ".join(f"{name} < 0" for name, part in zip(names, index, strict=True)
                           if part.type.least < 0)
        element = self.layout.element(made, self.place(made, names))
        return f"({{ const int {given}; {none} ? {made.type.absent} : {element}; }})"

    def entry(self, e: Lookup) -> Value:
        """The text of an entry of a table."""
        sets = None
        if is_set(e.type):
            sets = of(e.type)
            least, most = e.table.span
            if least < 0 or most.bit_length() > sets.bits:
                sets = of_range(min(0, least), most)
        doubtful = [part.type.least < 0 for part in e.index]
        text, kind = self.sets.lookup(
            e.table, [self.text(part) for part in e.index], doubtful, sets)
        return text, kind

    # -- sets ------------------------------------------------------------------------------------

    def _set(self, e: E) -> Value:
        match e:
            case Where(field=made, value=value):
                return self.layout.where(made, self.bare(value)), self.layout.set_type(made)
            case Lowest(set=Scan(field=made, value=Shift(value=value, by=by))) if (
                made in self.in_step and self.synced.is_place(made, value, by)
            ):
                return f"moved_first_{self.layout.name(made)}({self.bare(value)}, {by})", INT
            case Lowest(set=Scan(field=made, value=value)):
                return f"{self.scan(made, True)}(S, {self.bare(value)})", INT
            case Scan(field=made, value=value):
                return f"{self.scan(made, False)}(S, {self.bare(value)})", (
                    self.layout.set_type(made))
            case Lowest(set=members):
                text, kind = self.value(members)
                return f"lowest_{kind.name}({unbracketed(text)})", INT
            case Size(set=members):
                text, kind = self.value(members)
                return f"count_{kind.name}({unbracketed(text)})", INT
            case Single(value=value, size=size):
                return self._single(value, size)
            case Row(set=members, index=index, size=size):
                return self._row(members, index, size)
            case Steps(table=table, direction=direction, set=members):
                kind = of_all(members.type, e.type, masks(table.sizes[0]))
                if kind.large:
                    return self.large(e), kind
                if isinstance(direction, Const) and direction.value < 0:
                    return self.sets.constant(0, kind), kind
                name = self.sets.steps(table, kind)
                return f"{name}({self.bare(direction)}, {self.bare(members, kind)})", kind
            case Fill(start=start, over=over, table=table, direction=direction):
                kind = of_all(start.type, over.type, e.type, masks(table.sizes[0]))
                if kind.large:
                    return self.large(e), kind
                known = self.passes.ways and (
                    isinstance(direction, Const) or direction in self.unrolled)
                name = self.sets.fill(table, kind, known)
                return (f"{name}({self.bare(start, kind)}, {self.bare(over, kind)}, "
                        f"{self.bare(direction)})"), kind
            case Reach(start=start, over=over, steps=Lookup(table=table)):
                return self._flood(start, over, table, False)
            case Group(start=start, over=over, table=table, shared=shared):
                return self._flood(start, over, table, True, shared)
            case Image(table=table, set=members):
                kind = of_all(members.type, e.type, relation(table))
                if kind.large:
                    return self.large(e), kind
                return f"{self.sets.image(table, kind)}({self.bare(members, kind)})", kind
            case Grown(start=start, over=over, table=table):
                kind = of_all(start.type, over.type, relation(table))
                if kind.large:
                    return self.large(e), kind
                name = self.sets.grown(table, kind)
                return f"{name}({self.bare(start, kind)}, {self.bare(over, kind)})", kind
            case Leaders(set=members, table=table):
                kind = of_all(members.type, relation(table))
                if kind.large:
                    return self.large(e), kind
                return f"{self.sets.leaders(table, kind)}({self.bare(members, kind)})", kind
            case Ray(start=start, direction=direction, over=over, table=table, end=end):
                kind = of_all(over.type, masks(table.sizes[0]))
                if kind.large and not end:
                    return self.large(e), kind
                name = self.sets.large_ray(table, end) if kind.large else (
                    self.sets.ray(table, kind, end))
                return (f"{name}({self.bare(start)}, {self.bare(direction)}, "
                        f"{self.bare(over, kind)})"), INT if end else kind
            case Distance(start=start, goal=goal, over=over, table=table):
                kind = of_all(masks(table.sizes[0]))
                name = (self.sets.large_distance if kind.large else self.sets.distance)(e)
                return (f"{name}({self.bare(start)}, {self.bare(goal)}, "
                        f"{self.as_set(over, kind)})"), INT
            case HasLine(set=members, lines=lines):
                kind = of_all(members.type, masks(lines.span[1].bit_length()))
                name = self.sets.large_line(lines) if kind.large else (
                    self.sets.line(lines, kind))
                return f"{name}({self.bare(members, kind)})", INT
            case Position(memory=memory):
                return (f"S->position_{memory}" if self.passes.hashes else
                        f"hashed_{memory}(S)"), WORD
            case Occurs(memory=memory, hash=hash_):
                return f"times_{memory}(S, {self.bare(hash_, WORD)})", INT
        raise Refused(f"expressions of the kind {type(e).__name__}")

    def _single(self, value: E, size: int) -> Value:
        kind = of(masks(size))
        text = self.text(value)
        if value.type.least >= 0 and value.type.most < size and not kind.wide:
            return f"({bits.single(kind, text)})", kind
        return f"single_{kind.name}({unbracketed(text)}, {size})", kind

    def _row(self, members: E, index: E, size: int) -> Value:
        held, have = self.value(members)
        want = of(masks(size))
        by = f"{self.text(index)} * {size}"
        if have.large:
            words = max(2, want.words)
            row = f"row_of_large({held}, {by}, {size}, (word[{words}]){{0}})"
            return (f"{want.name}_of_words({row}, {words})" if want.wide else
                    f"({want.name})({{ const word *w_ = {row}; SET2(w_[1], w_[0]); }})"), want
        if index.type.most * size >= have.bits:
            raise Refused("rows beyond the end of a set")
        text = f"down_{have.name}({held}, {by})" if have.wide else f"({held} >> {by})"
        mask = self.sets.constant((1 << size) - 1, want)
        return bits.meet(want, converted(text, have, want), mask), want

    def _flood(
        self, start: E, over: E, table: Table, whole: bool, shared: bool = False
    ) -> Value:
        kind = of_all(over.type, relation(table))
        if kind.large:
            raise Refused("floods of large sets that come to small ones")
        name = self.sets.flood(table, kind, whole, shared)
        return f"{name}({self.bare(start)}, {self.bare(over, kind)})", kind

    def kept_up(self, e: E) -> str | None:
        """A large set that need not be made, since it is kept up beside the states."""
        return self.synced.large(self.said(e), self.in_step) if self.in_step else None

    def said(self, e: E) -> E:
        """A set with such sets in the place of the locals that hold them."""
        match e:
            case Local():
                return self.same[e][1] if e in self.same else e
            case Steps(set=members) if members in self.same:
                return Steps(e.table, e.direction, self.said(members), e.type)
            case Op(op="|", args=args):
                return op("|", *map(self.said, args))
        return e

    def scan(self, made: Field, first: bool) -> str:
        """The function for the elements of a field with a value, or for the first of them."""
        if is_synced(made):
            return self.synced.scan(made, first, made in self.in_step)
        return scan(self.layout, self.sets, made, first)


def is_set(kind: VType) -> bool:
    """Whether values of a type may be large sets, which stand alike in all entries of a table."""
    return kind.least >= 0 and kind.most >= 1 << 31
