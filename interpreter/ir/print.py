"""The text of a program, for tests and for people who look under the bonnet.

Model. The text is a function of the program alone: no spans, no memory addresses, no hash order.
Fields are called by owner and name (`tile.colour[tile]`), functions by their names, numbered only
where two share one; a function is printed once and called by its name. Locals are called by what
they stand for, numbered anew in every function, block and alternative, so that a declaration
elsewhere does not rename them; long constant tables get a name and a checksum.

Invariant: equal programs print equally, and programs that differ in what they do print
differently (but for what only explanations use: parts and weaker forms of guards).
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from rulewright.interpreter import ir
from rulewright.interpreter.ir.interned import kept

SHORT = 8  # values of a table that is written out where it is used
LARGE = 4096  # from here on a number is a mask, written in hexadecimal
COMPARES, ATOM = ir.OPERATIONS["=="].level, 9


def type_text(kind: ir.VType) -> str:
    """A type: `0 to 9`, `yes or no`, `White or player`, `set of cell`, `cell or none`."""
    if kind.kind == "bool":
        return "yes or no"
    if kind.kind == "int":
        return f"{kind.low} to {kind.high}"
    noun = kind.piece or (kind.domain.noun if kind.domain else "")
    things = " or ".join([*kind.words, *([noun] if noun else []), *(["none"] if kind.none else [])])
    return f"set of {things}" if kind.kind == "set" else things or "nothing"


def print_program(program: ir.Program) -> str:
    """The program as text."""
    return ProgramText(program).text()


def _refs(refs: Sequence[str]) -> str:
    return f"  [{' '.join(refs)}]" if refs else ""


def _runs(made: ir.Field) -> str:
    """The first values of a field, equal neighbours together."""
    runs = ((made.type.text(value), sum(1 for _ in run)) for value, run in groupby(made.first))
    return ", ".join(text if count == 1 else f"{text} x{count}" for text, count in runs)


class Names:
    """What the locals of one function, block or alternative are called."""

    def __init__(self) -> None:
        self.given: dict[ir.Local, str] = {}
        self.used: Counter[str] = Counter()

    def of(self, local: ir.Local) -> str:
        """The name of a local: its noun, with a number from the second on."""
        if local not in self.given:
            stem = local.name.partition("_")[0].rstrip("0123456789") or local.name
            self.used[stem] += 1
            self.given[local] = stem if self.used[stem] == 1 else f"{stem}{self.used[stem]}"
        return self.given[local]


class ProgramText:
    """Puts one program into words; tables are named in the order in which they are met."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.tables: dict[str, str] = {}  # what each holds, and its name
        self.fields = dict(zip(program.fields, _told_apart(map(_field_name, program.fields)),
                               strict=True))
        self.functions = dict(zip(map(id, program.functions), _told_apart(
            re.sub(r"\W+", "_", function.name) for function in program.functions
        ), strict=True))
        self.names = Names()

    def text(self) -> str:
        """All sections; those without content are left out."""
        program = self.program
        roles = [("player", program.player), ("ranks", program.ranks), ("rule", program.rule),
                 ("at", program.at)]
        roles += [("pays", program.pays)] if program.pays else []
        head = [
            f"program {program.name} for {', '.join(program.seats)}",
            f"{program.size} numbers; " + ", ".join(f"{n} is {self.field(f)}" for n, f in roles),
            f"begins at block {program.start}, every turn at block {program.turn}",
        ]
        if program.rules:
            head.append("rules that end it: " + ", ".join(program.rules))
        sections = [
            ("fields", [self._field(made) for made in program.fields]),
            ("memories", self._memories()),
            ("functions", [self._function(function) for function in program.functions]),
            ("blocks", self._blocks()),
            ("nodes", [line for node in program.nodes for line in self._node(node)]),
            ("duties", self._duties()),
            ("always", [self._guard("", guard) for guard in program.invariants]),
            ("prospects", self._prospects()),
            ("tables", self._tables()),  # last: the others name them
        ]
        for title, lines in sections:
            if lines:
                head += ["", title, *("  " + line for line in lines)]
        return "\n".join(head) + "\n"

    # -- declarations --------------------------------------------------------------------------

    def field(self, made: ir.Field) -> str:
        """The name of a field; of one that is not the program's, with a mark."""
        return self.fields.get(made) or f"{_field_name(made)}?"

    def _field(self, made: ir.Field) -> str:
        dims = "".join(f"[{d.noun} {d.size}]" for d in made.dims)
        notes = [", this turn"] if made.this_turn else []
        only = "only " if made.seen_by is ir.SeenBy.OWNER else ""
        notes += [f", seen {only}by {made.seen_by}"] if made.hidden else []
        return (f"{self.field(made)}{dims}: {type_text(made.type)}, at first {_runs(made)}"
                + "".join(notes))

    def _memories(self) -> list[str]:
        return [
            f"{m.name}: {', '.join(map(self.field, m.fields))}; "
            f"{'the last' if m.rolling else 'up to'} {m.capacity}, counted in "
            f"{self.field(m.count)}"
            for m in self.program.memories
        ]

    def _duties(self) -> list[str]:
        self.names = Names()
        return [
            f"{self.expr(duty.value)}{self._most(duty)} while {self.expr(duty.active)}"
            f"{_refs(duty.refs)}"
            for duty in self.program.duties
        ]

    def _most(self, duty: ir.DutyGoal) -> str:
        return "" if duty.most is None else f" up to {self.expr(duty.most)}"

    def _function(self, function: ir.Function) -> str:
        self.names = Names()
        params = ", ".join(map(self.names.of, function.params))
        return f"{self.functions[id(function)]}({params}) = {self.expr(function.body)}"

    def _prospects(self) -> list[str]:
        self.names = Names()
        return [f"{seat}: {self.expr(e)}"
                for seat, e in zip(self.program.seats, self.program.prospects, strict=False)]

    def _tables(self) -> list[str]:
        return [f"{name}, {held}" for held, name in self.tables.items()]

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

    def _exit(self, exit: ir.Exit) -> str:
        match exit:
            case ir.Goto(block=to):
                return f"-> {to}"
            case ir.Branch(test=test, then=then, otherwise=otherwise):
                return f"-> {then} if {self.expr(test)} else {otherwise}"
            case ir.ToNode(node=to):
                return f"-> node {to}"
            case ir.TurnEnd(block=to):
                return f"end of turn -> {to}"
        return "halt"

    def _effects(self, effects: Sequence[ir.Effect]) -> list[str]:
        return [line for effect in effects for line in self._effect(effect)]

    def _effect(self, effect: ir.Effect) -> list[str]:
        refs = _refs(effect.refs)
        match effect:
            case ir.Store(field=made, index=index, value=value):
                return [f"{self._place(made, index)} := {self.expr(value)}{refs}"]
            case ir.Let(var=var, value=value):
                text = self.expr(value)
                return [f"let {self.names.of(var)} = {text}{refs}"]
            case ir.IfDo(test=test, body=body, otherwise=otherwise):
                lines = [f"if {self.expr(test)}:{refs}", *_indented(self._effects(body))]
                if otherwise:
                    lines += ["else:", *_indented(self._effects(otherwise))]
                return lines
            case ir.EachDo(var=var, set=members, body=body):
                head = f"in {self.expr(members)}:{refs}"
                return [f"for {self.names.of(var)} {head}", *_indented(self._effects(body))]
            case ir.Finish(kind=kind, player=player, values=values):
                about = [self.expr(e) for e in (*((player,) if player else ()), *values)]
                return [" ".join(["finish", kind, ", ".join(about)]).rstrip() + refs]
            case ir.Reset(field=made):
                return [f"reset {self.field(made)}{refs}"]
            case ir.Record(memory=number, clear=clear):
                return [f"{'forget' if clear else 'record'} {self._memory(number)}{refs}"]
        return [type(effect).__name__]

    def _memory(self, number: int) -> str:
        known = self.program.memories
        return known[number].name if 0 <= number < len(known) else f"memory#{number}"

    # -- nodes ---------------------------------------------------------------------------------

    def _node(self, node: ir.Node) -> list[str]:
        self.names = Names()
        kind = "chance" if node.chance else f"decision of {self.expr(node.player)}"
        empty = "" if node.empty is None else f", if empty -> {node.empty}"
        lines = [f"{node.id}: {kind} at block {node.block}{empty}{_refs(node.refs)}"]
        for number, alternative in enumerate(node.alternatives):
            lines += _indented(self._alternative(number, alternative))
        return lines

    def _alternative(self, number: int, alternative: ir.Alternative) -> list[str]:
        self.names = Names()
        kept = ", ".join(map(self.field, alternative.frame))
        target = f"-> {alternative.block}" + (f", kept in {kept}" if kept else "")
        if alternative.decline:
            target += ", only beside another"
        chosen: list[str] = []
        for binder in alternative.binders:
            chosen.append(f"  for {self.names.of(binder.var)} below {binder.size}: {binder.noun}")
            chosen += ["    " + self._guard("if ", guard) for guard in binder.guards]
        label = "".join(
            part if isinstance(part, str) else f"{{{self.expr(part.value)}}}"
            if isinstance(part, ir.Said) else f"{{{part}}}" for part in alternative.label
        )
        lines = [f'{number}: {alternative.purpose}, written "{label}" {target}'
                 f"{_refs(alternative.refs)}", *chosen]
        lines += ["  " + self._guard("only if ", guard) for guard in alternative.guards]
        lines += ["  " + self._guard("only if afterwards ", guard) for guard in alternative.after]
        if alternative.rest is not None:
            lines.append("  only if the rest can be done" + _refs(alternative.rest.refs))
        if alternative.weight is not ir.TRUE:
            lines.append(f"  weighted by {self.expr(alternative.weight)}")
        return lines

    def _guard(self, word: str, guard: ir.Guard) -> str:
        return f"{word}{self.expr(guard.test)}{_refs(guard.refs)}"

    # -- expressions ---------------------------------------------------------------------------

    def expr(self, e: ir.E, level: int = 0) -> str:
        """An expression; in brackets where it binds less than `level`."""
        match e:
            case ir.Const(value=value):
                return _number(value)
            case ir.Local():
                return self.names.of(e)
            case ir.Load(field=made, index=index):
                return self._place(made, index)
            case ir.Op():
                text, own = self._operation(e), _level(e)
                return f"({text})" if own < level else text
            case ir.Cond(test=test, then=then, otherwise=otherwise):
                return f"({self.expr(then)} if {self.expr(test)} else {self.expr(otherwise)})"
            case ir.Lookup(table=table, index=index):
                by = "x".join(map(str, table.sizes))
                absent = "" if table.absent == -1 else f" else {_number(table.absent)}"
                return f"{self._table(table)}:{by}[{', '.join(map(self.expr, index))}{absent}]"
            case ir.Shift(value=value, by=by):  # by 0 it is the same number
                return f"shift({self.expr(value)}, {by})" if by else self.expr(value, level)
            case ir.Comp():
                return self._comprehension(e)
            case ir.Reach(start=start, over=over, var=var, steps=steps):
                parts = f"{self.expr(start)}, {self.expr(over)}"
                name = "whole" if e.whole else "reach"
                return f"{name}({parts}, {self.names.of(var)} -> {self.expr(steps)})"
            case ir.Walks():
                return self._walks(e)
            case ir.Ray():
                parts = ", ".join(map(self.expr, (e.start, e.direction, e.over)))
                by = "x".join(map(str, e.table.sizes))
                return f"{'ray_end' if e.end else 'ray'}({parts}, {self._table(e.table)}:{by})"
            case ir.Distance():
                parts = ", ".join(map(self.expr, (e.start, e.goal, e.over)))
                by = "x".join(map(str, e.table.sizes))
                return f"distance({parts}, {self._table(e.table)}:{by}, {e.ways})"
            case ir.HasLine(set=members, lines=lines):
                return f"has_line({self.expr(members)}, {self._table(lines)})"
            case ir.Times(memory=number):
                return f"times({self._memory(number)})"
            case ir.Call(function=function, args=args):
                name = self.functions.get(id(function)) or f"{function.name}?"
                return f"{name}({', '.join(map(self.expr, args))})"
        return type(e).__name__

    def _walks(self, e: ir.Walks) -> str:
        """`walks(start: at, steps, way; carried := first; end, …; up to most; var in over to
        onto: outcome; carried := next)`, without the parts that it has not."""
        name = self.names.of
        carried = [name(local) for local in e.carried]
        parts = [", ".join(map(name, (e.at, e.steps, *(() if e.way is None else (e.way,)))))]
        firsts, nexts = (
            ", ".join(f"{local} := {self.expr(value)}"
                      for local, value in zip(carried, values, strict=True))
            for values in (e.firsts, e.nexts))
        ends = ", ".join(map(self.expr, e.ends))
        most = "" if e.most is None else f"up to {self.expr(e.most)}"
        step = (f"{name(e.var)} in {self.expr(e.over)} to {name(e.to)} = {self.expr(e.onto)}: "
                f"{self.expr(e.outcome)}")
        parts += filter(None, (firsts, ends, most, step, nexts))
        return f"walks({self.expr(e.start)}: {'; '.join(parts)})"

    def _place(self, made: ir.Field, index: tuple[ir.E, ...]) -> str:
        inside = f"[{', '.join(map(self.expr, index))}]" if index else ""
        return self.field(made) + inside

    def _operation(self, e: ir.Op) -> str:
        own = _level(e)
        if len(e.args) == 1:
            return f"{e.op} {self.expr(e.args[0], own)}"
        left = own + (own == COMPARES)  # a comparison is not compared without brackets
        parts = [self.expr(arg, own + 1 if at else left) for at, arg in enumerate(e.args)]
        return f" {e.op} ".join(parts)

    def _comprehension(self, e: ir.Comp) -> str:
        var = self.names.of(e.var)
        value = f", {self.expr(e.value)}" if e.value is not ir.FALSE else ""
        return f"{e.kind}({var} below {e.size}: {self.expr(e.test)}{value})"

    def _table(self, table: ir.Table) -> str:
        values = table.values
        if len(values) <= SHORT:
            return "(" + " ".join(map(_number, values)) + ")"
        return self.tables.setdefault(_held(table), f"T{len(self.tables) + 1}")


def _number(value: int) -> str:
    return hex(value) if value >= LARGE else str(value)


@kept
def _held(table: ir.Table) -> str:
    """What a table holds; of a long one, so much that no other has the same."""
    text = " ".join(map(_number, table.values))
    if len(table.values) > 4 * SHORT:
        check = zlib.crc32(text.encode())
        text = " ".join(map(_number, table.values[:SHORT])) + f" … checksum {check:08x}"
    return f"{len(table.values)} values: {text}"


def _level(e: ir.Op) -> int:
    """How tightly an operation binds."""
    return ir.OPERATIONS[e.op].level if e.op in ir.OPERATIONS else ATOM


def _told_apart(names: Iterable[str]) -> list[str]:
    """The names, those that are not the only one of their kind with a number."""
    listed = list(names)
    shared = Counter(listed)
    return [name if shared[name] == 1 else f"{name}#{at}" for at, name in enumerate(listed)]


def _field_name(made: ir.Field) -> str:
    name = re.sub(r"\W+", "_", made.name)
    return f"{re.sub(r'[^0-9A-Za-z]+', '_', made.owner or made.group)}.{name}"


def _indented(lines: Sequence[str]) -> list[str]:
    return ["  " + line for line in lines]
