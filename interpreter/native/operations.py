"""The text of operations.

Those that C has are printed by their signs, those of sets by how their sets stand. What is left is
an operation of numbers, which is computed as the table of operations defines it in C.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.interpreter.ir import FALSE, OPERATIONS, Const, E, Local, Op
from rulewright.interpreter.native import bits
from rulewright.interpreter.native.absent import Refused
from rulewright.interpreter.native.large import LargeExpressions, Value
from rulewright.interpreter.native.types import (
    INT,
    LONG,
    WORD,
    CType,
    of,
    of_all,
    of_range,
    relation,
    unbracketed,
)
from rulewright.interpreter.passes.nodes import Grown
from rulewright.interpreter.passes.sets import met
from rulewright.interpreter.passes.switches import Passes

#: Where a set of two words is met by as many others, the later ones are left out once it is empty.
LONG_ROW = 4


class OperationTexts(LargeExpressions):
    """The part of `Expressions` that knows operations."""

    passes: Passes
    tried: bool

    def value(self, e: E) -> Value:
        """The text of an expression, and how it stands."""
        raise NotImplementedError

    def operation(self, e: Op) -> Value:
        match e.op:
            case "and" | "or":
                sign = " && " if e.op == "and" else " || "
                return f"({sign.join(map(self.test, e.args))})", INT
            case "not":
                return f"(!{self.test(e.args[0])})", INT
            case "some":
                return f"({self.text(e.args[0])} >= 0)", INT
            case "in":
                return self._in(*e.args), INT
            case "|" | "&" | "less":
                return self._of_sets(e)
            case "==" | "!=" | "<" | "<=" | ">" | ">=":
                return self._comparison(e.op, *e.args), INT
        return self._reckoned(e)

    def _comparison(self, sign: str, one: E, other: E) -> str:
        kind = of_all(one.type, other.type)
        if kind.large and other is not FALSE:
            same = f"same_large({self.text(one, kind)}, {self.text(other, kind)})"
        elif kind.wide and other is FALSE:
            same = f"(!{self.test(one)})"
            return self.test(one) if sign == "!=" else same
        elif kind.wide:
            same = bits.same(kind, self.text(one, kind), self.text(other, kind))
        else:
            return f"({self.text(one, kind)} {sign} {self.text(other, kind)})"
        return same if sign == "==" else f"(!{same})"

    def _reckoned(self, e: Op) -> Value:
        """An operation of numbers: by its sign where C means the same by it, else as defined."""
        kind = of_all(e.type, *(part.type for part in e.args))
        if kind not in (INT, WORD, LONG):
            raise Refused("arithmetic with numbers of more than 64 bits")
        match e:
            case Op(op="+" | "-" | "*" as sign, args=(one, other)):
                return f"({self.text(one, kind)} {sign} {self.text(other, kind)})", kind
            case Op(op="//" | "%" as sign, args=(one, other)) if (
                one.type.least >= 0 and other.type.least > 0
            ):
                return f"({self.text(one, kind)} {sign[0]} {self.text(other, kind)})", kind
        row = OPERATIONS[e.op]
        if not row.c:
            raise Refused(f"the operation `{e.op}`")
        name, new = self.sets.named(("operation", e.op), "operation")
        if new:
            given = ", ".join(f"int64_t {letter}" for letter in "abcd"[:len(e.args)])
            self.sets.function(f"INLINE int64_t {name}({given}) {{ return {row.c}; }}")
        return f"{name}({', '.join(self.bare(part, LONG) for part in e.args)})", LONG

    def _in(self, thing: E, members: E) -> str:
        if isinstance(members, Grown):
            kind = of_all(members.start.type, members.over.type, relation(members.table))
            beside = members.beside
            if not kind.large and beside is not None:
                name = self.sets.near(members.table, kind)
                return (f"{name}({self.bare(thing)}, {self.bare(beside, kind)}, "
                        f"{self.bare(members.over, kind)})")
            if not kind.large:
                name = self.sets.touches(members.table, kind)
                return (f"{name}({self.bare(thing)}, {self.bare(members.start, kind)}, "
                        f"{self.bare(members.over, kind)})")
        if of(members.type).large:
            if isinstance(thing, (Local, Const)):
                return self.member(self.text(thing), members)
            return f"({{ const int one_ = {self.bare(thing)}; {self.member('one_', members)}; }})"
        held, kind = self.value(members)
        if isinstance(thing, Const) and not 0 <= thing.value < kind.bits:
            return "0"
        what = self.text(thing)
        if thing.type.least >= 0 and thing.type.most < kind.bits and not kind.wide:
            return f"({held} >> {what} & 1)" if kind.words < 2 else f"(int)({held} >> {what} & 1)"
        return f"holds_{kind.name}({unbracketed(held)}, {unbracketed(what)})"

    def _of_sets(self, e: Op) -> Value:
        """Union, intersection, difference: as wide as the result can be."""
        one, other = e.args
        if e.op == "less" and self.tried and self.passes.groups and isinstance(other, Grown) and (
            other.over is one and (beside := other.beside) is not None
        ):
            kind = of_all(beside.type, one.type, relation(other.table))
            if not kind.large:
                name = self.sets.cut_off(other.table, kind)
                return f"{name}({self.bare(beside, kind)}, {self.bare(one, kind)})", kind
        kinds = [of_range(0, max(0, part.type.most)) for part in e.args]
        narrow, wide = sorted(kinds, key=lambda kind: kind.bits)
        kind = {"|": wide, "&": narrow, "less": kinds[0]}[e.op]
        if e.op == "|":
            return bits.either(kind, [self.as_set(one, kind), self.as_set(other, kind)]), kind
        row = met(e)
        if kind.words == 2 and len(row) >= LONG_ROW:
            first = self._met(row[:2], self.as_set(row[0].args[0], kind), kind)
            rest = self._met(row[2:], "met_", kind)
            return f"({{ const {kind.name} met_ = {first}; met_ ? {rest} : met_; }})", kind
        return self._met([e], self.as_set(one, kind), kind), kind

    def _met(self, row: Sequence[Op], text: str, kind: CType) -> str:
        """A set with what meets it, or is taken away, one after the other."""
        for e in row:
            other = self.as_set(e.args[1], kind)
            text = (bits.meet if e.op == "&" else bits.less)(kind, text, other)
        return text

    def as_set(self, e: E, kind: CType) -> str:
        """The members of a set that a type of sets can hold."""
        if isinstance(e, Const) and not kind.large:
            return self.sets.constant(e.value & (1 << kind.bits) - 1, kind)
        return self.text(e, kind)
