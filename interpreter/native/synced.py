"""What is kept up beside all states: where things are, as of the state that was asked about last.

Model. Of a field with many values (where each piece is, on a large board) a state keeps only what
is cheap to copy. What looks for an element begins with `sync`: where the state is not the one that
is in step, it compares the field with that of the one that is, and carries over the few elements
that differ. What is stored in the state that is in step is noted, and carried over when it is
asked about next; its copy is in step too. There is for each value the set of the elements that have
it (`who`) and the first of these, and of `Placed`, with what is some steps from it, the set itself:
how many elements put a thing in it is counted for each thing.

Invariant: nothing of it is part of a state; what it says depends on the field alone, so that it
does not matter which states were asked about before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulewright.interpreter.ir import Const, E, Field, walk
from rulewright.interpreter.native import bits
from rulewright.interpreter.native.layout import Layout, is_synced
from rulewright.interpreter.native.tables import Tables
from rulewright.interpreter.native.types import LARGE, stored
from rulewright.interpreter.passes import plan
from rulewright.interpreter.passes.nodes import Lowest, Placed, Scan, Steps, moves
from rulewright.interpreter.passes.plan import Routine, Statement
from rulewright.interpreter.passes.sets import unions

LOOPS = (plan.Each, plan.Count, plan.Listed, plan.While, plan.Explore)


@dataclass
class Kept:
    """A set that is kept up: its name, what elements place, what is always in it, and by how much
    and within which mask what is placed is moved."""

    name: str
    placed: Placed
    always: int
    moved: tuple[tuple[int, int], ...]
    used: bool = False


class Synced:
    """What is kept up beside the states of one plan."""

    def __init__(self, layout: Layout, tables: Tables) -> None:
        self.layout = layout
        self.tables = tables
        self.fields: dict[Field, None] = {}
        self._kept: dict[object, Kept] = {}

    def asked(self, routine: Routine) -> list[Field]:
        """The fields for which it is worth while to do so in front of a routine: for sets of
        elements that it asks for, and what it looks for in loops."""
        found: dict[Field, None] = {}

        def look(body: Iterable[Statement], looped: bool) -> None:
            for statement in body:
                parts = [*walk(*plan.expressions(statement))]
                firsts = {e.set for e in parts if isinstance(e, Lowest)}
                found.update((e.field, None) for e in parts if isinstance(e, Placed) or (
                    isinstance(e, Scan) and (looped or e not in firsts)))
                inside = looped or isinstance(statement, LOOPS)
                for name in ("body", "otherwise"):
                    look(getattr(statement, name, ()), inside)

        look(routine.body, False)
        return [made for made in found if is_synced(made)]

    def sync(self, fields: Iterable[Field]) -> list[str]:
        """The statements in front of a routine."""
        self.fields |= dict.fromkeys(fields)
        return [f"    sync_{self.layout.name(made)}(S);" for made in fields]

    def scan(self, made: Field, first: bool, in_step: bool) -> str:
        """The function for the elements that have a value, or the first of them; where it is not
        `in_step` it brings the sets into step."""
        self.fields[made] = None
        which = "first" if first else "those"
        return f"{'' if in_step else 'synced_'}{which}_{self.layout.name(made)}"

    def is_place(self, made: Field, value: E, by: int) -> bool:
        """Whether a thing as a thing of another type is surely a value of a field, if it is not
        none; then the first of the elements that have it is found without a test of that."""
        return value.type.least >= -1 and by >= made.type.least and (
            value.type.most + by <= made.type.most)

    def large(self, e: E, fields: Iterable[Field]) -> str | None:
        """A large set that is kept up: what some elements place, and what is some constant steps
        from it; None if an expression is something else."""
        parts = unions(e)
        sources = {part.set if isinstance(part, Steps) else part
                   for part in parts if not isinstance(part, Const)}
        if len(sources) != 1:
            return None
        source, = sources
        if not isinstance(source, Placed) or source.field not in fields:
            return None
        always, moved = 0, set[tuple[int, int]]()
        for part in parts:
            if isinstance(part, Const):
                always |= part.value
            elif isinstance(part, Steps) and isinstance(part.direction, Const):
                moved |= {*moves(part.table)[part.direction.value]}
            elif part is source:
                moved.add((0, source.type.most))
            else:
                return None
        key = source, always, tuple(sorted(moved))
        return f"&{self._kept.setdefault(key, Kept(f'around_{len(self._kept)}', *key)).name}"

    def use(self, text: str) -> str:
        """The text of such a set that is looked at."""
        for each in self._kept.values():
            each.used |= text == f"&{each.name}"
        return text

    # -- the text --------------------------------------------------------------------------------

    def declared(self) -> str:
        """What stands in front of the routines."""
        return "\n".join(line for made in self.fields for line in self._field(made))

    def _field(self, made: Field) -> Iterator[str]:
        name, kind = self.layout.name(made), self.layout.set_type(made)
        least, most = made.type.least, made.type.most
        kept = [each for each in self._kept.values() if each.used and each.placed.field is made]
        yield f"static {stored(least, most)} seen_{name}[{made.size}];"
        yield f"static {kind.name} who_{name}[{most - least + 1}];"
        yield f"static {stored(-1, made.size)} lowest_{name}[{most - least + 1}];"
        for each in kept:
            things = each.placed.type.most.bit_length()
            yield f"static uint16_t count_{each.name}[{things}];"
            yield f"static large {each.name};"
        yield f"static void __attribute__((constructor)) unseen_{name}(void) {{"
        yield f"    for (int i = 0; i < {made.size}; i++) seen_{name}[i] = {least - 1};"
        yield f"    for (int i = 0; i < {most - least + 1}; i++) lowest_{name}[i] = -1;"
        for each in kept:
            always = self.tables.constant(each.always, LARGE)
            yield f"    copy_large(&{each.name}, {always});"
            yield (f"    for (int x = -1; (x = next_large({always}, x)) >= 0;) "
                   f"count_{each.name}[x] = 1;")
        yield "}"
        for sign, change, when in (
            ("++", "put_large(&{0}, y, {1})", "!{}++"), ("--", "take_large(&{0}, y)", "!--{}"),
        ):
            yield f"static void {'joined' if sign == '++' else 'left'}_{name}(int value) {{"
            for each in kept:
                yield from self._changed(each, change, when)
            yield "}"
        yield from self._moved(made)
        yield f"INLINE void sync_{name}(const state *S) {{"
        yield f"    if (RARE(in_step_{name} != S)) bring_{name}(S);"
        yield "}"
        within = f"(unsigned)(value - {least}) <= {most - least}u"
        yield f"INLINE {kind.name} those_{name}(const state *S, int value) {{"
        yield f"    return {within} ? who_{name}[value - {least}] : 0;"
        yield "}"
        yield f"INLINE int first_{name}(const state *S, int value) {{"
        yield f"    return {within} ? lowest_{name}[value - {least}] : -1;"
        yield "}"
        none = f"lowest_{name}[0]" if least == -1 else "-1"
        yield f"INLINE int moved_first_{name}(int value, int by) {{"
        yield f"    return value < 0 ? {none} : lowest_{name}[value + by - {least}];"
        yield "}"
        for result, which in ((kind.name, "those"), ("int", "first")):
            yield f"INLINE {result} synced_{which}_{name}(const state *S, int value) {{"
            yield f"    sync_{name}(S);"
            yield f"    return {which}_{name}(S, value);"
            yield "}"

    def _moved(self, made: Field) -> Iterator[str]:
        """The functions that carry over an element that has another value now, and all elements of
        a state that differ."""
        name, kind = self.layout.name(made), self.layout.set_type(made)
        least = made.type.least
        yield f"static void __attribute__((noinline)) moved_{name}(int i, int now) {{"
        yield f"    const int old = seen_{name}[i];"
        yield "    if (old == now) return;"
        yield f"    const {kind.name} bit = {bits.single(kind, 'i')};"
        yield f"    if (old >= {least}) {{"
        yield f"        who_{name}[old - {least}] &= ~bit;"
        yield f"        left_{name}(old);"
        yield "    }"
        yield f"    who_{name}[now - {least}] |= bit;"
        yield f"    joined_{name}(now);"
        for value in ("old", "now"):
            test = f"if (old >= {least}) " if value == "old" else ""
            who = f"who_{name}[{value} - {least}]"
            yield f"    {test}lowest_{name}[{value} - {least}] = lowest_{kind.name}({who});"
        yield f"    seen_{name}[i] = now;"
        yield "}"
        yield f"static void __attribute__((noinline)) bring_{name}(const state *S) {{"
        yield f"    if (near_{name} == S)"
        yield f"        for (int k = 0; k < lates_{name}; k++)"
        yield f"            moved_{name}(which_{name}[k], S->{name}[which_{name}[k]]);"
        yield f"    else EACH_DIFFERING(i, seen_{name}, S->{name}, {made.size}, {{"
        yield f"        moved_{name}(i, S->{name}[i]);"
        yield "    });"
        yield f"    lates_{name} = 0;"
        yield f"    near_{name} = in_step_{name} = S;"
        yield "}"

    def _changed(self, each: Kept, change: str, when: str) -> Iterator[str]:
        """What is counted for what an element places: of a thing that all moves lead from, without
        a look at the masks."""
        things = each.placed.type.most.bit_length()
        onto, _ = self.tables.array(each.placed.table.values)
        least = each.placed.field.type.least
        x = f"x_{each.name}"

        def counted(by: int, test: str) -> str:
            done = when.format(f"count_{each.name}[y]")
            return (f"{{ const int y = {x} + {by}; if ({test}{done}) "
                    f"{change.format(each.name, things)}; }}")

        inside = (1 << things) - 1
        for by, mask in each.moved:
            inside &= mask >> by if by >= 0 else mask << -by
        yield f"    const int {x} = {onto}[value - {least}];"
        whole = inside and len(each.moved) > 1
        if whole:
            yield f"    if (holds_large({self.tables.constant(inside, LARGE)}, {x})) {{"
            yield from (f"        {counted(by, '')}" for by, _ in each.moved)
        yield f"    {'} else ' if whole else ''}if ({x} >= 0) {{"
        for by, mask in each.moved:
            constant = self.tables.constant(mask, LARGE)
            within = f"y >= 0 && y < {things} && holds_large({constant}, y) && " if by else ""
            yield f"        {counted(by, within)}"
        yield "    }"
