"""The text of a program, for tests and for people who look under the bonnet.

Model. The text is a function of the program alone: no spans, no memory addresses, no hash order.
Fields are called by owner and name (`tile.colour[tile]`), numbered only where two share a name;
locals are called by what they stand for, numbered anew in every block and alternative, so that a
declaration elsewhere does not rename them; long constant tables get a name and a checksum.

Invariant: equal programs print equally, and programs that differ in what they do print
differently (but for what only explanations use: parts and weaker forms of guards).
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from rulewright.interpreter.program.describe import describe, type_text
from rulewright.interpreter.program.ir import (
    Alternative,
    Branch,
    Comp,
    Cond,
    Const,
    DutyGoal,
    E,
    EachDo,
    Effect,
    Exit,
    Field,
    Finish,
    Flood,
    Goto,
    Guard,
    HasLine,
    IfDo,
    Let,
    Load,
    Local,
    Node,
    Op,
    Program,
    Ray,
    Record,
    Reset,
    Store,
    Table,
    Times,
    ToNode,
    TurnEnd,
)

__all__ = ["describe", "print_program"]

SHORT = 8  # values of a table that is written out where it is used
LARGE = 4096  # from here on a number is a mask, written in hexadecimal
LEVELS = {
    "or": 1, "and": 2, "not": 3, "==": 4, "!=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4, "in": 4,
    "|": 5, "less": 5, "&": 6, "+": 7, "-": 7, "*": 8,
}
COMPARES, ATOM = 4, 9


def print_program(program: Program) -> str:
    """The program as text."""
    return ProgramText(program).text()


def _refs(refs: Sequence[str]) -> str:
    return f"  [{' '.join(refs)}]" if refs else ""


def _runs(made: Field) -> str:
    """The first values of a field, equal neighbours together."""
    runs = ((made.type.text(value), sum(1 for _ in run)) for value, run in groupby(made.first))
    return ", ".join(text if count == 1 else f"{text} x{count}" for text, count in runs)


class Names:
    """What the locals of one block or alternative are called."""

    def __init__(self) -> None:
        self.given: dict[str, str] = {}
        self.used: Counter[str] = Counter()

    def of(self, local: str) -> str:
        """The name of a local: its noun, with a number from the second on."""
        if local not in self.given:
            stem = local.rstrip("0123456789") or local
            self.used[stem] += 1
            self.given[local] = stem if self.used[stem] == 1 else f"{stem}{self.used[stem]}"
        return self.given[local]


class ProgramText:
    """Puts one program into words; tables are named in the order in which they are met."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.tables: dict[tuple[int, ...], str] = {}
        names = [_field_name(made) for made in program.fields]
        shared = Counter(names)
        self.fields = [
            name if shared[name] == 1 else f"{name}#{number}" for number, name in enumerate(names)
        ]
        self.names = Names()

    def text(self) -> str:
        """All sections; those without content are left out."""
        program = self.program
        roles = (("player", program.player), ("ranks", program.ranks), ("rule", program.rule),
                 ("at", program.at))
        head = [
            f"program {program.name} for {', '.join(program.seats)}",
            f"{program.size} numbers; " + ", ".join(f"{n} is {self.field(f)}" for n, f in roles),
        ]
        if program.rules:
            head.append("rules that end it: " + ", ".join(program.rules))
        sections = [
            ("fields", [self._field(made) for made in program.fields]),
            ("memories", self._memories()),
            ("blocks", self._blocks()),
            ("nodes", [line for node in program.nodes for line in self._node(node)]),
            ("duties", self._duties()),
            ("always", [self._guard("", guard) for guard in program.invariants]),
            ("tables", self._tables()),  # last: the others name them
        ]
        for title, lines in sections:
            if lines:
                head += ["", title, *("  " + line for line in lines)]
        return "\n".join(head) + "\n"

    # -- declarations --------------------------------------------------------------------------

    def field(self, number: int) -> str:
        """The name of a field; a field that does not exist is shown by its number."""
        return self.fields[number] if 0 <= number < len(self.fields) else f"field#{number}"

    def _field(self, made: Field) -> str:
        dims = "".join(f"[{d.noun} {d.size}]" for d in made.dims)
        notes = [", this turn"] if made.this_turn else []
        notes += [", seen only by its player"] if made.seen_only else []
        return (f"{self.field(made.id)}{dims}: {type_text(made.type)}, at first {_runs(made)}"
                + "".join(notes))

    def _memories(self) -> list[str]:
        return [
            f"{m.name}: {', '.join(map(self.field, m.fields))}; up to {m.capacity} in "
            f"{self.field(m.ring)}, counted in {self.field(m.count)}"
            for m in self.program.memories
        ]

    def _duties(self) -> list[str]:
        self.names = Names()
        return [
            f"{self.expr(duty.value)}{self._most(duty)} while {self.expr(duty.active)}"
            f"{_refs(duty.refs)}"
            for duty in self.program.duties
        ]

    def _most(self, duty: DutyGoal) -> str:
        return "" if duty.most is None else f" up to {self.expr(duty.most)}"

    def _tables(self) -> list[str]:
        lines = []
        for values, name in self.tables.items():
            text = " ".join(map(self._number, values))
            if len(values) > 4 * SHORT:
                check = zlib.crc32(text.encode())
                text = " ".join(map(self._number, values[:SHORT])) + f" … checksum {check:08x}"
            lines.append(f"{name}, {len(values)} values: {text}")
        return lines

    # -- flow ----------------------------------------------------------------------------------

    def _blocks(self) -> list[str]:
        lines: list[str] = []
        for number, block in enumerate(self.program.blocks):
            self.names = Names()
            params = ", ".join(self.names.of(p) for p in block.params)
            head = f"{number}({params})" if params else str(number)
            body = [*self._effects(block.effects), self._exit(block.exit)]
            lines += [f"{head}: {body[0]}"] if len(body) == 1 else [f"{head}:", *_indented(body)]
        return lines

    def _exit(self, exit: Exit) -> str:
        match exit:
            case Goto(block=to):
                return f"-> {to}"
            case Branch(test=test, then=then, otherwise=otherwise):
                return f"-> {then} if {self.expr(test)} else {otherwise}"
            case ToNode(node=to):
                return f"-> node {to}"
            case TurnEnd(block=to):
                return f"end of turn -> {to}"
        return "halt"

    def _effects(self, effects: Sequence[Effect]) -> list[str]:
        return [line for effect in effects for line in self._effect(effect)]

    def _effect(self, effect: Effect) -> list[str]:
        refs = _refs(effect.refs)
        match effect:
            case Store(field=number, index=index, value=value):
                return [f"{self._place(number, index)} := {self.expr(value)}{refs}"]
            case Let(var=var, value=value):
                text = self.expr(value)
                return [f"let {self.names.of(var)} = {text}{refs}"]
            case IfDo(test=test, body=body, otherwise=otherwise):
                lines = [f"if {self.expr(test)}:{refs}", *_indented(self._effects(body))]
                if otherwise:
                    lines += ["else:", *_indented(self._effects(otherwise))]
                return lines
            case EachDo(var=var, set=members, body=body):
                head = f"in {self.expr(members)}:{refs}"
                return [f"for {self.names.of(var)} {head}", *_indented(self._effects(body))]
            case Finish(kind=kind, player=player, values=values):
                about = [self.expr(e) for e in (*((player,) if player else ()), *values)]
                return [" ".join(["finish", kind, ", ".join(about)]).rstrip() + refs]
            case Reset(field=number):
                return [f"reset {self.field(number)}{refs}"]
            case Record(memory=number, clear=clear):
                return [f"{'forget' if clear else 'record'} {self._memory(number)}{refs}"]
        return [type(effect).__name__]

    def _memory(self, number: int) -> str:
        known = self.program.memories
        return known[number].name if 0 <= number < len(known) else f"memory#{number}"

    # -- nodes ---------------------------------------------------------------------------------

    def _node(self, node: Node) -> list[str]:
        self.names = Names()
        kind = "chance" if node.chance else f"decision of {self.expr(node.player)}"
        empty = "" if node.empty is None else f", if empty -> {node.empty}"
        lines = [f"{node.id}: {kind} at block {node.block}{empty}{_refs(node.refs)}"]
        for number, alternative in enumerate(node.alternatives):
            lines += _indented(self._alternative(number, alternative))
        return lines

    def _alternative(self, number: int, alternative: Alternative) -> list[str]:
        self.names = Names()
        label = "".join(
            part if isinstance(part, str) else f"{{{part}}}" for part in alternative.label
        )
        kept = ", ".join(map(self.field, alternative.frame))
        target = f"-> {alternative.block}" + (f", kept in {kept}" if kept else "")
        if alternative.decline:
            target += ", only beside another"
        lines = [f'{number}: {alternative.purpose}, written "{label}" {target}'
                 f"{_refs(alternative.refs)}"]
        for binder in alternative.binders:
            lines.append(f"  for {self.names.of(binder.var)} below {binder.size}: {binder.noun}")
            lines += ["    " + self._guard("if ", guard) for guard in binder.guards]
        return lines + ["  " + self._guard("only if ", guard) for guard in alternative.guards]

    def _guard(self, word: str, guard: Guard) -> str:
        return f"{word}{self.expr(guard.test)}{_refs(guard.refs)}"

    # -- expressions ---------------------------------------------------------------------------

    def expr(self, e: E, level: int = 0) -> str:
        """An expression; in brackets where it binds less than `level`."""
        match e:
            case Const(value=value):
                return self._number(value)
            case Local(name=name):
                return self.names.of(name)
            case Load(field=number, index=index):
                return self._place(number, index)
            case Op():
                text, own = self._operation(e), LEVELS.get(e.op, ATOM)
                return f"({text})" if own < level else text
            case Cond(test=test, then=then, otherwise=otherwise):
                return f"({self.expr(then)} if {self.expr(test)} else {self.expr(otherwise)})"
            case Table(values=values, sizes=sizes, index=index):
                by = "x".join(map(str, sizes))
                return f"{self._table(values)}:{by}[{', '.join(map(self.expr, index))}]"
            case Comp():
                return self._comprehension(e)
            case Flood(start=start, over=over, table=table):
                return f"flood({self.expr(start)}, {self.expr(over)}, {self._table(table)})"
            case Ray():
                parts = ", ".join(map(self.expr, (e.start, e.direction, e.over)))
                name = "ray_end" if e.end else "ray"
                return f"{name}({parts}, {self._table(e.table)}/{e.directions})"
            case HasLine(set=members, masks=masks):
                return f"has_line({self.expr(members)}, {self._table(masks)})"
            case Times(memory=number):
                return f"times({self._memory(number)})"
        return type(e).__name__

    def _place(self, number: int, index: tuple[E, ...]) -> str:
        inside = f"[{', '.join(map(self.expr, index))}]" if index else ""
        return self.field(number) + inside

    def _operation(self, e: Op) -> str:
        own = LEVELS.get(e.op, ATOM)
        if len(e.args) == 1:
            return f"{e.op} {self.expr(e.args[0], own)}"
        left = own + (own == COMPARES)  # a comparison is not compared without brackets
        parts = [self.expr(arg, own + 1 if at else left) for at, arg in enumerate(e.args)]
        return f" {e.op} ".join(parts)

    def _comprehension(self, e: Comp) -> str:
        var = self.names.of(e.var)
        value = f", {self.expr(e.value)}" if e.value != Const(0) else ""
        return f"{e.kind}({var} below {e.size}: {self.expr(e.test)}{value})"

    def _table(self, values: tuple[int, ...]) -> str:
        if len(values) <= SHORT:
            return "(" + " ".join(map(self._number, values)) + ")"
        return self.tables.setdefault(values, f"T{len(self.tables) + 1}")

    @staticmethod
    def _number(value: int) -> str:
        return hex(value) if value >= LARGE else str(value)


def _field_name(made: Field) -> str:
    name = re.sub(r"\W+", "_", made.name)
    return f"{re.sub(r'[^0-9A-Za-z]+', '_', made.owner or made.group)}.{name}"


def _indented(lines: Sequence[str]) -> list[str]:
    return ["  " + line for line in lines]
