"""Options tried on the state itself, for the conditions `afterwards`.

Model. What of a block matters to the conditions is a slice (`passes/slices.py`) that changes few
members of the state. These are saved, the slice is carried out, the conditions are asked, and the
members are put back. Where there is no slice, or a memory might have to drop what it holds, the
option is tried on a copy, by all of the block.

Invariant: the state is as it was, unless an error of the rules leaves the call: then it is given
up. Nothing is tried so where rules or lines are counted, which a slice leaves out.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.ir import Alternative, Field
from rulewright.interpreter.native import bits
from rulewright.interpreter.native.nodes import by_option, called, framed
from rulewright.interpreter.native.statements import Statements
from rulewright.interpreter.native.types import of_set
from rulewright.interpreter.passes.asked import Asked
from rulewright.interpreter.passes.plan import Forget, If, Remember, statements
from rulewright.interpreter.passes.slices import Slice, sliced
from rulewright.interpreter.passes.sure import Sure, surely


class Tries:
    """Prints the functions for one plan."""

    def __init__(self, made: Statements, asked: Asked) -> None:
        self.made = made
        self.asked = asked
        self.program = made.plan.program
        self.cases: dict[tuple[int, int], str] = {}
        self.text = "\n".join([
            *self._functions(),
            by_option("static int tried_in_place(state *S, int node, offering *o)", self.cases,
                      "return 0;"), ""])

    def _functions(self) -> Iterator[str]:
        if self.made.counters.traced or self.made.counters.profiled:
            return
        for node in self.program.nodes:
            for number, option in enumerate(node.alternatives):
                block = self.made.plan.blocks.get(option.block)
                if not option.after or block is None:
                    continue
                name = f"{node.id}_{number}"
                read = {read for guard in option.after for read in guard.test.reads}
                found = sliced(self.made.plan, f"slice_{name}", block, read)
                if found is not None and self._can_be_undone(found):
                    self.cases[node.id, number] = f"return tried_{name}(S, o);"
                    self.made.tried = True
                    yield self.made.routine(found.routine)
                    self.made.tried = False
                    yield self._tried(name, node.id, number, option, found)

    def _can_be_undone(self, found: Slice) -> bool:
        """Whether all that it changes can be put back: a memory to which positions are added, if
        it does not forget any, nor adds in a loop."""
        layout = self.made.layout
        if any(made in layout.synced or (made in layout.kept and layout.set_type(made).large)
               for made in found.fields):
            return False
        body = found.routine.body
        adding = [each for each in statements(body) if isinstance(each, Remember)]
        forgetting = {each.memory for each in statements(body) if isinstance(each, Forget)}
        straight = sum(isinstance(each, Remember) for each in _unlooped(body))
        return len(adding) == straight and forgetting.isdisjoint(each.memory for each in adding)

    def _tried(
        self, name: str, node: int, number: int, option: Alternative, found: Slice
    ) -> str:
        """The function that tries the options of an offer, and keeps those that pass. Of an offer
        that is a set, the members are what is chosen last."""
        layout = self.made.layout
        members = list(self._members({*found.fields, *option.frame}))
        forgotten = {each.memory for each in statements(found.routine.body)
                     if isinstance(each, Forget)}
        members += [f"{what}_{memory}" for memory in layout.indexed if memory in forgotten
                    for what in ("indexed", "index")]
        values = [f"o.values[{i}]" for i in range(len(option.binders))]
        frame = framed(layout, option, values[:len(option.frame)])
        given = "".join(f", {value}" for value in values[:len(found.routine.params)])
        full = [f"    if (S->{layout.name(memory.count)} + {adding} > {memory.capacity}) return 0;"
                for at in found.memories
                for memory in [self.program.memories[at]]
                if (adding := sum(isinstance(each, Remember) and each.memory == at
                                  for each in statements(found.routine.body)))]
        tests = self.asked.after[node][number]
        known = surely(self.made.plan, found.routine,
                       [self.made.plan.answers[each] for each in tests])
        sure, passed = ([], "") if known is None else self._sure(known)
        holds = " && ".join(called(self.made.plan, each, "o.values") for each in tests)
        return "\n".join([
            f"static int __attribute__((flatten)) tried_{name}(state *S, offering *from) {{", *full,
            *(f"    char was_{made}[sizeof S->{made}];" for made in members),
            *(f"    memcpy(was_{made}, &S->{made}, sizeof was_{made});" for made in members),
            *(f"    {line}" for line in sure),
            f"    FILTER_OFFER(from, {passed}({{",
            f"        {frame}slice_{name}(S{given});",
            f"        {frame}const int holds = {holds};",
            *(f"        memcpy(&S->{made}, was_{made}, sizeof was_{made});" for made in members),
            "        holds;", "    }));", "    return 1;", "}"])

    def _sure(self, known: Sure) -> tuple[list[str], str]:
        """The lines that find which options surely pass, and the test of one of them."""
        made, sets, layout = self.made, self.made.sets, self.made.layout
        kind = of_set(known.field.size)
        if kind.large:
            return [], ""
        lines = [f"{kind.name} sure = {sets.constant((1 << known.field.size) - 1, kind)};"]
        nothing = sets.constant(0, kind)
        for table, free in known.beside:
            around = f"{sets.image(table, kind)}({made.bare(free, kind)})"
            lines.append(f"sure = {bits.meet(kind, 'sure', around)};")
        for table, free, over in known.cut:
            name = sets.cut_off(table, kind)
            first = f"{name}_first({made.bare(free, kind)}, {made.bare(over, kind)})"
            lines.append(f"if ({bits.some(kind, first)}) sure = {nothing};")
            lines.append(f"sure = {bits.less(kind, 'sure', f'needed_{name}')};")
        passed = [f"holds_{kind.name}(sure, o.values[0])"]
        for memory in known.new:
            parts = "".join(
                f" ^ {layout.part(known.field, number, 'o.values[0]', made.bare(value))}"
                for number, _ in layout.hashed.get(known.field, []) if number == memory
                for value in (known.old, known.value))
            passed.append(f"!times_{memory}(S, S->position_{memory}{parts})")
        return lines, f"({' && '.join(passed)}) || "

    def _members(self, changed: set[Field]) -> Iterator[str]:
        """The members of the struct that change with some fields."""
        layout = self.made.layout
        positions: set[int] = set()
        for made in layout.fields:
            if made in changed:
                yield layout.name(made)
                if made in layout.kept:
                    yield f"{layout.name(made)}_is"
                positions |= {memory for memory, _ in layout.hashed.get(made, [])}
        yield from (f"position_{memory}" for memory in sorted(positions))


def _unlooped(body: tuple[object, ...]) -> Iterator[object]:
    """Statements that are carried out once at most."""
    for each in body:
        yield each
        if isinstance(each, If):
            yield from _unlooped(each.body)
            yield from _unlooped(each.otherwise)
