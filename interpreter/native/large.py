"""The text of expressions that are large sets.

The text of a large set is a pointer. A set that is made needs a place: the local that it is for, or
one of its own, which is declared in front of the statement (`places`). What is only asked of a
set, whether it has a member or a certain thing, is asked of its parts where that takes no set.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.interpreter.ir import (
    FALSE,
    Call,
    Cond,
    Const,
    E,
    Field,
    Local,
    Lookup,
    Op,
    Ray,
    Reach,
)
from rulewright.interpreter.native.absent import Refused
from rulewright.interpreter.native.layout import Layout
from rulewright.interpreter.native.scans import placed
from rulewright.interpreter.native.sets import Sets
from rulewright.interpreter.native.synced import Synced
from rulewright.interpreter.native.types import LARGE, SET2, CType, converted
from rulewright.interpreter.passes.nodes import (
    Fill,
    Group,
    Grown,
    Image,
    Leaders,
    Placed,
    Row,
    Scan,
    Single,
    Steps,
    Where,
    moves,
)
from rulewright.interpreter.passes.plan import Plan
from rulewright.interpreter.passes.sets import unions

Value = tuple[str, CType]


class LargeExpressions:
    """The part of `Expressions` that knows large sets."""

    plan: Plan
    sets: Sets
    layout: Layout
    synced: Synced

    def __init__(self) -> None:
        self.places: list[str] = []  # of the statement that is printed
        self.pointers: set[Local] = set()  # large sets that are parameters
        self.same: dict[Local, tuple[str, E]] = {}  # those that are sets which are kept up
        self.told: dict[Local, E] = {}  # and those that are told by what they are made of
        self._count = 0

    def local(self, local: Local) -> str:
        """The name of a local."""
        raise NotImplementedError

    def text(self, e: E, want: CType | None = None) -> str:
        """The text of an expression that stands as wanted."""
        raise NotImplementedError

    def bare(self, e: E, want: CType | None = None) -> str:
        """The same where it stands alone."""
        raise NotImplementedError

    def test(self, e: E) -> str:
        """The text of an expression of which only the truth matters."""
        raise NotImplementedError

    def scan(self, made: Field, first: bool) -> str:
        """The function for the elements of a field with a value, or the first of them."""
        raise NotImplementedError

    def kept_up(self, e: E) -> str | None:
        """A large set that need not be made, since it is kept up beside the states."""
        raise NotImplementedError

    def call(self, e: Call, place: str | None = None) -> str:
        """The text of a call; of one that makes a large set, with the place for it."""
        raise NotImplementedError

    def entry(self, e: Lookup) -> Value:
        """The text of an entry of a table."""
        raise NotImplementedError

    # -- places ----------------------------------------------------------------------------------

    def room(self) -> str:
        """A place for a set that is made, in front of the statement."""
        self._count += 1
        self.places.append(f"made{self._count}")
        return f"&{self.places[-1]}"

    def held(self, local: Local) -> str:
        """A large set that a local holds."""
        if local in self.same:
            return self.synced.use(self.same[local][0])
        return self.local(local) if local in self.pointers else f"&{self.local(local)}"

    def as_large(self, text: str, have: CType) -> str:
        """A smaller set as a large one."""
        if have.large:
            return text
        if have.wide:
            return f"large_of_words({self.room()}, {text}.w, {have.words})"
        return f"large_of({self.room()}, {converted(text, have, SET2)})"

    # -- sets that are made ----------------------------------------------------------------------

    def large(self, e: E, place: str | None = None) -> str:
        """The text of a large set; where it is made, in `place`, if that is given."""
        kept = self.kept_up(e)
        if kept is not None:
            return self.synced.use(kept)
        match e:
            case Const(value=value):
                return self.sets.constant(value, LARGE)
            case Local() if e in self.told:
                return self.large(self.told[e], place)
            case Local():
                return self.held(e)
            case Cond(test=test, then=then, otherwise=otherwise):
                return (f"({self.test(test)} ? {self.text(then, LARGE)} : "
                        f"{self.text(otherwise, LARGE)})")
            case Call():
                return self.call(e, place or self.room())
            case Op(op="|"):
                return self._joined(e, place or self.room())
            case Op(op="&" | "less" as name, args=(one, other)):
                function = "and" if name == "&" else name
                return (f"{function}_large({place or self.room()}, {self._set_of(one)}, "
                        f"{self._set_of(other)})")
            case Lookup():
                return f"&{self.entry(e)[0]}"
            case Where(field=made, value=value):
                return f"&{self.layout.where(made, self.bare(value))}"
        return self._made(e, place or self.room())

    def _made(self, e: E, place: str) -> str:
        """One that constant data or a field gives."""
        match e:
            case Placed(field=made, table=table):
                return f"{placed(self.layout, self.sets, made, table)}({place}, S)"
            case Single() | Steps(direction=Const()):
                return self._with(f"clear_large({place})", e)
            case Scan(field=made, value=value):
                return f"{self.scan(made, False)}({place}, S, {self.bare(value)})"
            case Row(set=members, index=index, size=size):
                words = (size + 63) // 64
                return (f"large_of_words({place}, row_of_large({self._set_of(members)}, "
                        f"{self.text(index)} * {size}, {size}, (word[{words}]){{0}}), {words})")
            case Steps(table=table, direction=way, set=members):
                return (f"{self.sets.large_steps(table)}({place}, {self.bare(way)}, "
                        f"{self._set_of(members)})")
            case Fill(start=start, over=over, table=table, direction=way):
                return (f"{self.sets.large_fill(table)}({place}, {self._set_of(start)}, "
                        f"{self._set_of(over)}, {self.bare(way)})")
            case Reach(start=start, over=over, steps=Lookup(table=table)):
                flood = self.sets.large_flood(table, False)
                return f"{flood}({place}, {self.bare(start)}, {self._set_of(over)})"
            case Group(start=start, over=over, table=table):
                flood = self.sets.large_flood(table, True)
                return f"{flood}({place}, {self.bare(start)}, {self._set_of(over)})"
            case Grown(start=start, over=over, table=table):
                image = self.sets.large_image(table.values)
                return (f"grown_large({place}, {self._set_of(start)}, {self._set_of(over)}, "
                        f"{image})")
            case Leaders(set=members, table=table):
                return f"{self.sets.large_leaders(table)}({place}, {self._set_of(members)})"
            case Image(table=table, set=members):
                image = self.sets.large_image(table.values)
                return f"{image}(clear_large({place}), {self._set_of(members)})"
            case Ray(start=start, direction=way, over=over, table=table, end=False):
                return (f"{self.sets.large_ray(table, False)}({place}, {self.bare(start)}, "
                        f"{self.bare(way)}, {self._set_of(over)})")
            case Op():
                raise Refused("arithmetic with numbers of more than 64 bits")
        raise Refused(f"expressions of the kind {type(e).__name__}")

    def _set_of(self, e: E) -> str:
        return self.text(e, LARGE)

    def _joined(self, e: Op, place: str) -> str:
        """A union: what the first part is, with the others added one by one."""
        first, *others = unions(e)
        for part in others:  # what stands there already is added to
            if isinstance(part, Local) and self.held(part) == place:
                first, others = part, [first, *(other for other in others if other is not part)]
        made = place if isinstance(first, Local) and self.held(first) == place else (
            self._with(f"clear_large({place})", first) if isinstance(first, (Single, Steps))
            else f"copy_large({place}, {self._set_of(first)})")
        for part in others:
            made = self._with(made, part)
        return made

    def _with(self, made: str, e: E) -> str:
        """A set that is made with the members of another added."""
        match e:
            case Single(value=value, size=size):
                return f"put_large({made}, {self.bare(value)}, {size})"
            case Steps(table=table, direction=Const(value=way), set=members):
                found = moves(table)[way] if way >= 0 else ()
                return self.sets.moved_on(made, self._set_of(members), found)
        return f"add_large({made}, {self._set_of(e)})"

    def assigned(self, var: Local, e: E) -> str:
        """The statement that gives a local a large set."""
        place = self.held(var)
        if e is FALSE:
            return f"clear_large({place});"
        if may_be_made_in(e, var):
            text = self.large(e, place)
            if not isinstance(e, (Const, Local, Cond, Lookup, Where)):
                return f"{text};"
            return f"copy_large({place}, {text});"
        return f"copy_large({place}, {self.text(e, LARGE)});"

    # -- what is asked of a set ------------------------------------------------------------------

    def some(self, e: E) -> str:
        """Whether a large set has a member."""
        match e:
            case Local() if e in self.told:
                return self.some(self.told[e])
            case Op(op="|"):
                return f"({' || '.join(map(self.some, unions(e)))})"
            case Cond(test=test, then=then, otherwise=otherwise):
                return f"({self.test(test)} ? {self.some(then)} : {self.some(otherwise)})"
            case Op(op="&" | "less" as name, args=(one, other)):
                found = few_of(e)
                if found is not None:
                    things, rest = found
                    return f"({' || '.join(self._one_in(thing, rest) for thing in things)})"
                return (f"{'meet' if name == '&' else 'beyond'}_large({self._set_of(one)}, "
                        f"{self._set_of(other)})")
            case Const(value=value):
                return str(int(value != 0))
        return f"any_large({self._set_of(e)})"

    def _one_in(self, single: Single, rest: Sequence[tuple[E, bool]]) -> str:
        """Whether a thing that may be none is one, and is in some sets and not in others."""
        self._count += 1
        name = f"one{self._count}"
        tests = [f"{name} >= 0"] if single.value.type.least < 0 else []
        tests += [f"{name} < {single.size}"] if single.value.type.most >= single.size else []
        tests += [f"{'' if wanted else '!'}{self.member(name, members)}"
                  for members, wanted in rest]
        return f"({{ const int {name} = {self.bare(single.value)}; {' && '.join(tests) or '1'}; }})"

    def member(self, thing: str, members: E) -> str:
        """Whether a thing, by its name, is a member of a large set."""
        kept = self.kept_up(members)
        if kept is not None:
            return f"holds_large({self.synced.use(kept)}, {thing})"
        match members:
            case Local() if members in self.told:
                return self.member(thing, self.told[members])
            case Op(op="|"):
                return f"({' || '.join(self.member(thing, part) for part in unions(members))})"
            case Op(op="&", args=(one, other)):
                return f"({self.member(thing, one)} && {self.member(thing, other)})"
            case Op(op="less", args=(one, other)):
                return f"({self.member(thing, one)} && !{self.member(thing, other)})"
            case Cond(test=test, then=then, otherwise=otherwise):
                return (f"({self.test(test)} ? {self.member(thing, then)} : "
                        f"{self.member(thing, otherwise)})")
            case Single(value=value, size=size) if value.type.least >= 0:
                return f"({thing} == {self.text(value)} && {thing} < {size})"
            case Const(value=value) if value in (0, (1 << value.bit_length()) - 1):
                return f"({thing} >= 0 && {thing} < {value.bit_length()})" if value else "0"
        return f"holds_large({self._set_of(members)}, {thing})"


def few_of(e: E) -> tuple[list[Single], list[tuple[E, bool]]] | None:
    """A set as those of a few things that are in some sets and (no) not in others."""
    parts = unions(e)
    singles = [part for part in parts if isinstance(part, Single)]
    if len(singles) == len(parts):
        return singles, []
    if isinstance(e, Op) and e.op in ("&", "less"):
        one, other = e.args
        for this, that in [(one, other), (other, one)][: 2 if e.op == "&" else 1]:
            found = few_of(this)
            if found is not None:
                return found[0], [*found[1], (that, e.op == "&")]
    return None


def may_be_made_in(e: E, var: Local) -> bool:
    """Whether a set can be made where a local stands, which it may be made of."""
    if isinstance(e, Op) and e.op == "|":
        parts = unions(e)
        others = [part for part in parts if part is not var]
        return len(parts) - len(others) <= 1 and not any(var in part.free for part in others)
    return var not in e.free or (isinstance(e, Op) and e.op in ("&", "less"))
