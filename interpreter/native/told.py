"""Large sets that are told by others, and not made: `all of this that is neither in that nor here`.

Model. A set that is some sets' meeting, union or difference is told word by word (`EACH_TOLD` in
`c/large.h`): a loop over it needs no place for it, and one that is left early has not worked out
the rest. Where a routine changes nothing, a local that holds such a set, and of which only members
are asked or gone through, is not made at all: it stands for what it is made of.

Invariants: what a set is told by does not change between where it is said and where it is asked;
each of its parts is a set that is there, a constant, or one thing.
"""

from __future__ import annotations

from collections import Counter

from rulewright.interpreter.ir import Const, E, Load, Local, Op, op
from rulewright.interpreter.native.large import LargeExpressions, few_of
from rulewright.interpreter.native.locals import assigned_in
from rulewright.interpreter.native.types import of
from rulewright.interpreter.passes import plan
from rulewright.interpreter.passes.nodes import Single
from rulewright.interpreter.passes.plan import Assign, Each, Routine

OPERATORS = {"&": "&", "less": "& ~", "|": "|"}


class Told(LargeExpressions):
    """The part of `Statements` that knows which large sets are told."""

    _assigned: Counter[Local]  # how often the routine gives locals a value

    def _begin_told(self, routine: Routine, pure: bool) -> None:
        """Find the locals of a routine that may be told."""
        self.told = {}
        self._may_be_told = asked_in_parts(routine) if pure else set()
        self._tells = pure

    def tells(self, var: Local, e: E) -> bool:
        """Whether a local is told by what it holds from now on."""
        if var not in self._may_be_told or not self._is_told(e):
            return False
        self.told[var] = e
        return True

    def _is_told(self, e: E) -> bool:
        match e:
            case _ if self.kept_up(e) is not None:
                return True
            case Op(op="&" | "less" | "|", args=args):
                return all(map(self._is_told, args))
            case Single(value=value):
                return self._is_plain(value)
            case Local():
                return e in self.told
        return isinstance(e, Const)

    def _is_plain(self, value: E) -> bool:
        """Whether a value is said without work, and stays what it is."""
        if isinstance(value, Local):
            return self._assigned[value] <= 1
        return isinstance(value, Load) and not value.index

    def each_told(self, loop: Each) -> list[str] | None:
        """The head of a loop over a large set that is told; None for others."""
        changed = assigned_in(loop.body)

        def parts(e: E) -> E | None:
            """The set without locals that are told; None if a part of it is to be made."""
            if self.kept_up(e) is not None or isinstance(e, Const):
                return e
            match e:
                case Local():
                    if e in self.told:
                        return parts(self.told[e])
                    return e if of(e.type).large and e not in changed else None
                case Op(op="&" | "less" | "|", args=(one, other)):
                    this, that = parts(one), parts(other)
                    return None if this is None or that is None else op(e.op, this, that)
                case Single(value=value) if self._is_plain(value):
                    return e
            return None

        whole = parts(loop.set) if self._tells else None
        source = None if whole is None else self._part_of(whole)
        if whole is None or source is None or source is whole:
            return None
        name = self.local(loop.var)
        front: list[str] = []
        word = self._word(whole, f"at_{name}.i", front)
        return [*front, f"EACH_TOLD(at_{name}, {self.large(source)}, {word}) {{",
                f"    const int {name} = at_{name}.i * 64 + first_word(at_{name}.left);"]

    def _part_of(self, e: E) -> E | None:
        """A set that stands as one, of which another is a part."""
        if self.kept_up(e) is not None:
            return e
        match e:
            case Op(op="less", args=(one, _)):
                return self._part_of(one)
            case Op(op="&", args=args):
                found = [part for part in map(self._part_of, args) if part is not None]
                return min(found, key=lambda part: isinstance(part, Const), default=None)
            case Op() | Single():
                return None
        return e

    def _word(self, e: E, at: str, front: list[str]) -> str:
        """A word of a set; what stands in front of it is added."""
        if self.kept_up(e) is None:
            match e:
                case Op(op=name, args=(one, other)):
                    return (f"({self._word(one, at, front)} {OPERATORS[name]} "
                            f"{self._word(other, at, front)})")
                case Single(value=value, size=size):
                    self._count += 1
                    thing, text = f"thing{self._count}", self.bare(value)
                    if value.type.most >= size:
                        text = f"{self.text(value)} < {size} ? {text} : -1"
                    front.append(f"const int {thing} = {text};")
                    return f"word_with({at}, {thing})"
        return f"word_of({self.large(e)}, {at})"


def asked_in_parts(routine: Routine) -> set[Local]:
    """The large sets in locals that get one value, of which only members are asked for or gone
    through, or others are made."""
    stated = [*plan.statements(routine.body)]
    given = [each.var for each in stated if isinstance(each, Assign)]
    found = {var for var in given if of(var.type).large and given.count(var) == 1}

    def look(e: E, asked: bool) -> None:
        match e:
            case Local():
                if not asked:
                    found.discard(e)
            case Op(op="in", args=(thing, members)):
                look(thing, False)
                look(members, True)
            case Op(op="&" | "less" | "|", args=args) if asked or few_of(e) is not None:
                for part in args:
                    look(part, True)
            case _:
                for part in e.children:
                    look(part, False)

    for each in stated:
        whole = isinstance(each, Each) or (isinstance(each, Assign) and each.var in found)
        for e in plan.expressions(each):
            look(e, whole)
    return found
