"""From a program to Python functions: one for each block, one for the options of each node.

The emitted text is plain: an expression becomes an expression, an effect becomes a line, a block
becomes a function of the state vector `S` that returns what comes next. Options are nested loops
over the binders; every guard stands in the outermost loop that binds what it uses, a guard of the
form `x in SET` becomes the loop itself, and sets that do not depend on inner loops are computed
outside them. What depends on no state (the geometry of a board) is worked out once for each thing
it is asked of.

Return codes of a block: n >= 0 go on at block n; TURN + n the turn is over, go on at block n;
-1 - n wait at node n; OVER the game has ended. `S[at]` is then the node, or their number.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.interpreter.engine.runtime import (
    Memo,
    among,
    bits,
    clearing,
    flood,
    has_line,
    memory_functions,
    ray,
    ray_end,
)
from rulewright.interpreter.program.fold import children, conjuncts
from rulewright.interpreter.program.ir import (
    Block,
    Branch,
    Comp,
    Cond,
    Const,
    E,
    EachDo,
    Effect,
    Finish,
    Flood,
    Goto,
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

TURN = 1_000_000_000
OVER = -1_000_000_000
HOISTED = (Comp, Flood, Ray)


@dataclass
class Level:
    """One nesting level of an option loop: what it binds and the lines it computes first."""

    bound: frozenset[str]
    lines: list[str] = field(default_factory=list)
    known: dict[E, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Nature:
    """Whether an expression reads the state, whether it loops, and the locals it does not bind."""

    e: E
    stateful: bool
    costly: bool
    locals: frozenset[str]


class Emitter:
    """Emits the functions of one program into `source`; `names` is their namespace.

    With `traced`, every effect that cites rules adds to `hits[rule id]`.
    """

    def __init__(self, program: Program, traced: bool = False) -> None:
        self.program = program
        self.traced = traced
        self.names: dict[str, object] = {
            "among": among,
            "bits": bits, "flood": flood, "ray": ray, "ray_end": ray_end, "has_line": has_line,
            "hits": {},
        }
        self.tables: dict[tuple[int, ...], str] = {}
        self.levels: list[Level] = []
        self.inner: list[str] = []  # locals of comprehensions being emitted
        self.temps = 0
        self.timeless: dict[E, str] = {}  # expressions of no state: their numbers or memos
        self._natures: dict[int, Nature] = {}  # by identity: parts may be shared
        self.names["clear"] = clearing(
            [(f.offset, f.first[0]) for f in program.fields if f.group == "frame"]
        )
        for i, memory in enumerate(program.memories):
            slices = [
                (program.fields[f].offset, program.fields[f].offset + program.fields[f].size)
                for f in memory.fields
            ]
            count, ring = program.fields[memory.count].offset, program.fields[memory.ring].offset
            record, forget, times = memory_functions(slices, count, ring, memory.capacity)
            self.names |= {f"record{i}": record, f"forget{i}": forget, f"times{i}": times}

    # -- expressions -----------------------------------------------------------------------------

    def expr(self, e: E) -> str:
        """The Python text of an expression."""
        if self._timeless(e):
            return self._remembered(e)
        if isinstance(e, HOISTED) and self.levels and not self._constant_comp(e):
            return self._hoist(e)
        return self._plain(e)

    @staticmethod
    def _constant_comp(e: E) -> bool:
        return isinstance(e, Comp) and e.kind not in ("set",)

    def _timeless(self, e: E) -> bool:
        """Whether an expression costs something, depends on no state, and on few locals."""
        nature = self._nature(e)
        return nature.costly and not nature.stateful and len(nature.locals) <= 2

    def _nature(self, e: E) -> Nature:
        """What there is to know of an expression before it is emitted, worked out once."""
        known = self._natures.get(id(e))
        if known is None:
            parts = [self._nature(part) for part in children(e)]
            used = frozenset[str]().union(*(part.locals for part in parts))
            if isinstance(e, Local):
                used = frozenset({e.name})
            elif isinstance(e, Comp):
                used -= {e.var}
            stateful = isinstance(e, (Load, Times)) or any(part.stateful for part in parts)
            costly = isinstance(e, HOISTED) or any(part.costly for part in parts)
            known = self._natures[id(e)] = Nature(e, stateful, costly, used)
        return known

    def _remembered(self, e: E) -> str:
        """What an expression of no state is: a number, or looked up by its locals."""
        used = sorted(self._nature(e).locals)
        if e not in self.timeless:
            around, self.levels, self.inner = (self.levels, self.inner), [], []
            function = eval(f"lambda {', '.join(used)}: {self._plain(e)}", self.names)
            self.levels, self.inner = around
            if not used:
                self.timeless[e] = str(int(function()))
            else:
                name = f"M{len(self.timeless)}"
                self.names[name] = Memo(function, len(used))
                self.timeless[e] = name
        name = self.timeless[e]
        return f"{name}[{', '.join(used)}]" if used else name

    def _hoist(self, e: E) -> str:
        """Compute a set in the outermost loop that binds what it uses."""
        used = self._nature(e).locals
        if used & set(self.inner):
            return self._plain(e)
        at = 0
        for i, level in enumerate(self.levels):
            if used & level.bound:
                at = i
        level = self.levels[at]
        for outer in self.levels[: at + 1]:
            if e in outer.known:
                return outer.known[e]
        text = self._plain(e)
        self.temps += 1
        name = f"_t{self.temps}"  # no local begins with an underscore
        level.lines.append(f"{name} = {text}")
        level.known[e] = name
        return name

    def _plain(self, e: E) -> str:
        match e:
            case Const(value=value):
                return str(value)
            case Local(name=name):
                return name
            case Load(field=f, index=index):
                return f"S[{self._place(f, index)}]"
            case Op():
                return self._op(e)
            case Cond(test=test, then=then, otherwise=otherwise):
                parts = (self.expr(then), self.expr(test), self.expr(otherwise))
                return f"({parts[0]} if {parts[1]} else {parts[2]})"
            case Table(values=values, sizes=sizes, index=index):
                return f"{self.table(values)}[{self._index(sizes, index)}]"
            case Comp():
                return self._comp(e)
            case Flood(start=start, over=over, table=table):
                return f"flood({self.expr(start)}, {self.expr(over)}, {self.table(table)})"
            case Ray():
                name = "ray_end" if e.end else "ray"
                return (f"{name}({self.expr(e.start)}, {self.expr(e.direction)}, "
                        f"{self.expr(e.over)}, {self.table(e.table)}, {e.directions})")
            case HasLine(set=s, masks=masks):
                return f"has_line({self.expr(s)}, {self.table(masks)})"
            case Times(memory=m):
                return f"times{m}(S)"
        raise AssertionError(e)

    def _op(self, e: Op) -> str:
        args = [self.expr(arg) for arg in e.args]
        match e.op:
            case "and" | "or":
                return "(" + f" {e.op} ".join(args) + ")"
            case "not":
                return f"(not {args[0]})"
            case "in":
                return f"({args[1]} >> {args[0]} & 1)"
            case "less":
                return f"({args[0]} & ~{args[1]})"
        return f"({args[0]} {e.op} {args[1]})"

    def _comp(self, e: Comp) -> str:
        over, test = self._candidates(e.var, e.size, e.test)
        self.inner.append(e.var)
        condition = self.expr(test)
        value = self.expr(e.value)
        self.inner.pop()
        when = "" if condition == "1" else f" if {condition}"
        loop = f"for {e.var} in {over}"
        match e.kind:
            case "any":
                return f"any({condition} {loop})" if when else f"any(1 {loop})"
            case "all":
                return f"all({self._all_test(e)} for {e.var} in range({e.size}))"
            case "count":
                return f"sum(1 {loop}{when})"
            case "set":
                return f"sum([1 << {e.var} {loop}{when}])"
            case "total":
                return f"sum({value} {loop}{when})"
        name = "max" if e.kind == "greatest" else "min"
        return f"{name}(({value} {loop}{when}), default=0)"

    def _all_test(self, e: Comp) -> str:
        self.inner.append(e.var)
        text = self.expr(e.test)
        self.inner.pop()
        return text

    def _candidates(self, var: str, size: int, test: E) -> tuple[str, E]:
        """What a loop runs over: the set a conjunct names, or all numbers; and the rest."""
        parts = list(conjuncts(test))
        for i, part in enumerate(parts):
            values = self._equal_to(var, part)
            if values is not None:
                del parts[i]
                rest = parts[0] if len(parts) == 1 else Op("and", tuple(parts))
                return f"among({size}, {', '.join(values)})", rest if parts else Const(1)
            if isinstance(part, Op) and part.op == "in" and part.args[0] == Local(var) and (
                var not in self._nature(part.args[1]).locals
            ):
                del parts[i]
                rest = parts[0] if len(parts) == 1 else Op("and", tuple(parts))
                return f"bits({self.expr(part.args[1])})", rest if parts else Const(1)
        return f"range({size})", test

    def _equal_to(self, var: str, part: E) -> list[str] | None:
        """The values a variable may have, if a condition names them."""
        if isinstance(part, Op) and part.op == "or":
            lists = [self._equal_to(var, p) for p in part.args]
            if any(found is None for found in lists):
                return None
            return [text for found in lists for text in found or ()]
        if isinstance(part, Op) and part.op == "==":
            for this, other in (part.args, part.args[::-1]):
                if this == Local(var) and var not in self._nature(other).locals:
                    return [self.expr(other)]
        return None

    def _place(self, f: int, index: tuple[E, ...]) -> str:
        made = self.program.fields[f]
        if not index:
            return str(made.offset)
        sizes = tuple(d.size for d in made.dims)
        inside = self._index(sizes, index)
        return f"{made.offset} + {inside}" if made.offset else inside

    def _index(self, sizes: tuple[int, ...], index: tuple[E, ...]) -> str:
        text = self.expr(index[0])
        for size, part in zip(sizes[1:], index[1:], strict=True):
            text = f"({text}) * {size} + {self.expr(part)}"
        return text

    def table(self, values: tuple[int, ...]) -> str:
        """The name of a constant tuple."""
        if values not in self.tables:
            name = f"T{len(self.tables)}"
            self.tables[values] = name
            self.names[name] = values
        return self.tables[values]

    # -- blocks ----------------------------------------------------------------------------------

    def block(self, number: int, block: Block) -> list[str]:
        params = "".join(f", {p}" for p in block.params)
        lines = [f"def b{number}(S{params}):"]
        lines += self.effects(block.effects, 1)
        lines += ["    " + line for line in self._exit(block)]
        return lines

    def _exit(self, block: Block) -> list[str]:
        match block.exit:
            case Goto(block=n):
                return [f"return {n}"]
            case Branch(test=test, then=then, otherwise=otherwise):
                return [f"return {then} if {self.expr(test)} else {otherwise}"]
            case ToNode(node=n):
                at = self.program.fields[self.program.at].offset
                return [f"S[{at}] = {n}", f"return {-1 - n}"]
            case TurnEnd(block=n):
                return [f"return {TURN + n}"]
        return [f"return {OVER}"]

    def effects(self, effects: list[Effect] | tuple[Effect, ...], depth: int) -> list[str]:
        lines: list[str] = []
        for effect in effects:
            if self.traced:
                lines += ["    " * depth + f"hits[{r!r}] = hits.get({r!r}, 0) + 1"
                          for r in effect.refs if not isinstance(effect, IfDo)]
            lines += ["    " * depth + line for line in self._effect(effect)]
        return lines

    def _effect(self, effect: Effect) -> list[str]:
        match effect:
            case Store(field=f, index=index, value=value):
                return self._store(effect, f, index, value)
            case Let(var=var, value=value):
                return [f"{var} = {self.expr(value)}"]
            case IfDo(test=test, body=body, otherwise=otherwise):
                count = [f"    hits[{r!r}] = hits.get({r!r}, 0) + 1" for r in effect.refs]
                lines = [f"if {self.expr(test)}:", *(count if self.traced else []),
                         *(self.effects(body, 1) or ["    pass"])]
                if otherwise:
                    lines += ["else:", *self.effects(otherwise, 1)]
                return lines
            case EachDo(var=var, set=s, body=body):
                return [f"for {var} in bits({self.expr(s)}):",
                        *(self.effects(body, 1) or ["    pass"])]
            case Reset(field=f):
                made = self.program.fields[f]
                if made.size == 1:
                    return [f"S[{made.offset}] = {made.first[0]}"]
                return [f"S[{made.offset}:{made.offset + made.size}] = {self.table(made.first)}"]
            case Record(memory=m, clear=clear):
                if clear:
                    return [f"forget{m}(S)"]
                return [f"if record{m}(S):", *("    " + line for line in self._over())]
            case Finish():
                return self._finish(effect)
        raise AssertionError(effect)

    def _store(self, effect: Store, f: int, index: tuple[E, ...], value: E) -> list[str]:
        made = self.program.fields[f]
        place = self._place(f, index)
        text = self.expr(value)
        lines = []
        if effect.check_index:
            tests = " or ".join(f"({self.expr(i)}) < 0" for i in index)
            lines.append(f"if {tests}: nothing_there({f}, {effect.span.line})")
        if not effect.check_value:
            return [*lines, f"S[{place}] = {text}"]
        low, high = made.type.least, made.type.most
        return [*lines, f"v = {text}",
                f"if not {low} <= v <= {high}: out_of_bounds({f}, v, {effect.span.line})",
                f"S[{place}] = v"]

    def _over(self) -> list[str]:
        at = self.program.fields[self.program.at].offset
        return ["clear(S)", f"S[{at}] = {len(self.program.nodes)}", f"return {OVER}"]

    def _finish(self, effect: Finish) -> list[str]:
        ranks = self.program.fields[self.program.ranks]
        players = range(ranks.size)
        lines: list[str] = []
        if effect.kind in ("rank", "pay"):
            values = ", ".join(self.expr(v) for v in effect.values)
            lines.append(f"v = ({values},)")
            if effect.kind == "pay" and self.program.pays is not None:
                made = self.program.fields[self.program.pays]
                low, high = made.type.low, made.type.high
                lines.append(f"for x in v: {low} <= x <= {high} or "
                             f"out_of_bounds({made.id}, x, {effect.span.line})")
                lines.append(f"S[{made.offset}:{made.offset + ranks.size}] = v")
            lines += [
                f"S[{ranks.offset + p}] = 1 + sum(x > v[{p}] for x in v)" for p in players
            ]
        elif effect.kind == "drawn":
            lines += [f"S[{ranks.offset + p}] = 1" for p in players]
        else:
            assert effect.player is not None
            wins = effect.kind == "wins"
            lines.append(f"v = {self.expr(effect.player)}")
            lines += [
                f"S[{ranks.offset + p}] = " + (
                    f"1 if v == {p} else 2" if wins else f"{ranks.size} if v == {p} else 1"
                )
                for p in players
            ]
        rule = self.program.fields[self.program.rule].offset
        cited = effect.refs[0] if effect.refs else ""
        number = self.program.rules.index(cited) + 1 if cited else 0
        return [*lines, f"S[{rule}] = {number}", *self._over()]

    def options(self, node: Node) -> list[str]:
        """The function that lists the options of a node (see `emit_options`)."""
        raise NotImplementedError

    # -- all -------------------------------------------------------------------------------------

    def source(self) -> str:
        """The whole emitted module."""
        lines: list[str] = []
        for number, block in enumerate(self.program.blocks):
            lines += self.block(number, block)
        for node in self.program.nodes:
            lines += self.options(node)
        return "\n".join(lines) + "\n"

    def function(self, e: E, params: tuple[str, ...] = ()) -> str:
        """A lambda of the state and some locals that computes an expression."""
        self.levels = []
        return f"lambda {', '.join(('S', *params))}: {self.expr(e)}"
