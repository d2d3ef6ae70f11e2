"""Functions on sets by constant data: steps, fills, floods, rays, lines, distances.

Each is made where it is first needed, for the data it goes by and for how its sets stand. Those on
large sets stand in `large_sets.py`.
"""

from __future__ import annotations

from rulewright.interpreter.ir import Distance, Table
from rulewright.interpreter.native import bits
from rulewright.interpreter.native.large_sets import MOST_MOVES, LargeSets, Moves, one_step
from rulewright.interpreter.native.lines import line_of_rows, rows_of
from rulewright.interpreter.native.types import CType, of_set
from rulewright.interpreter.passes.nodes import (
    arrivals,
    image,
    line_moves,
    moves,
    symmetric,
)

#: Groups of a set that are kept.
MOST_GROUPS = 8
#: Steps that are taken before it is asked whether they were enough.
MOST_STEPS = 8
#: A fill along ways that are at most so long needs no loop.
MOST_STRAIGHT = 8


class Sets(LargeSets):
    """The functions of one module. `kept`: groups that were found are kept."""

    def __init__(self, kept: bool = True) -> None:
        super().__init__()
        self.groups_kept = kept

    def shifted(self, kind: CType, text: str, found: Moves) -> str:
        """A set moved by all of some moves, each within its mask; `text` may stand several
        times."""
        parts = [bits.meet(kind, bits.moved(kind, text, by), self.constant(mask, kind))
                 for by, mask in found if mask]
        return bits.either(kind, parts) if parts else self.constant(0, kind)

    def steps(self, table: Table, kind: CType) -> str:
        """`steps(way, set)`: all that a step of a direction leads into the set from."""
        name, new = self.named(("steps", table, kind), "steps")
        if new:
            cases = [f"    case {way}: return {self.shifted(kind, 's', found)};"
                     for way, found in enumerate(moves(table))]
            self.function("\n".join([
                f"INLINE {kind.name} {name}(int way, {kind.name} s) {{", "    switch (way) {",
                *cases, "    }", f"    return {self.constant(0, kind)};", "}"]))
        return name

    def fill(self, table: Table, kind: CType, known: bool = False) -> str:
        """`fill(start, over, way)`: see `passes.nodes.Fill`. Where the way is `known`, it is put in
        line for it."""
        steps = self.steps(table, kind)
        name, new = self.named(("fill", table, kind, known), "fill")
        if not new:
            return name
        longest = max(1, *(ray_of(table, start, way).bit_count()
                           for start in range(table.sizes[0]) for way in range(table.sizes[1])))
        kept = bits.less(kind, f"{steps}(way, front)", "start")
        if known and longest <= MOST_STRAIGHT:
            step = f"{steps}(way, {bits.meet(kind, 'start', 'over')})"
            more = f"    start = {bits.either(kind, ['start', step])};\n"
            self.function(f"INLINE {kind.name} {name}({kind.name} start, {kind.name} over, int way)"
                          f" {{\n{more * (longest - 1)}    return start;\n}}")
        else:
            self.function(
                f"{'INLINE' if known else 'static'} {kind.name} "
                f"{name}({kind.name} start, {kind.name} over, int way) {{\n"
                f"    {kind.name} front = {bits.meet(kind, 'start', 'over')};\n"
                f"    while ({bits.some(kind, 'front')}) {{\n"
                f"        front = {kept};\n"
                f"        start = {bits.either(kind, ['start', 'front'])};\n"
                f"        front = {bits.meet(kind, 'front', 'over')};\n"
                f"    }}\n    return start;\n}}")
        return name

    def image(self, table: Table, kind: CType) -> str:
        """`image(set)`: all that is one step from a member."""
        name, new = self.named(("image", table, kind), "image")
        if new:
            found = arrivals(table)
            head = f"static {kind.name} {name}({kind.name} s) {{\n"
            if len(found) <= MOST_MOVES:
                self.function(f"{head}    return {self.shifted(kind, 's', found)};\n}}")
            else:
                relation, _ = self.array(table.values, kind)
                more = bits.either(kind, ["found", f"{relation}[x]"])
                self.function(
                    f"{head}    {kind.name} found = {self.constant(0, kind)};\n"
                    f"    {indented(bits.each(kind, 'x', 's'))}\n        found = {more};\n    }}\n"
                    f"    return found;\n}}")
        return name

    def united(self, table: Table, kind: CType) -> str:
        """`united(set)`: what a table has for the members of a set together, few things: for each
        of them it is asked whether a member has it."""
        name, new = self.named(("united", table, kind), "united")
        if new:
            parts = []
            for thing in range(table.span[1].bit_length()):
                having = sum(1 << x for x, has in enumerate(table.values) if has >> thing & 1)
                met = bits.some(kind, bits.meet(kind, "s", self.constant(having, kind)))
                parts.append(f"({met}) << {thing}")
            self.function(f"INLINE int {name}({kind.name} s) {{\n"
                          f"    return {' | '.join(parts)};\n}}")
        return name

    def grown(self, table: Table, kind: CType) -> str:
        """`grown(set, over)`: a set with all that can be come to from it through another. Of a few
        things so many steps are taken first that most sets need no more, since a test that goes
        wrong takes longer than all of them."""
        name, new = self.named(("grown", table, kind), "grown")
        if new:
            board = self.constant((1 << table.sizes[0]) - 1, kind)
            masks, onto = self._arrived(table, kind)
            step = f"more = {bits.either(kind, ['more', *onto])};\n"
            few = len(arrivals(table)) <= MOST_MOVES and kind.bits <= 64
            first = min(MOST_STEPS, steps_to_all(table)) if few else 0
            self.function(
                f"static {kind.name} {name}({kind.name} more, {kind.name} over) {{\n"
                f"    {kind.name} seen;\n"
                f"    over = {bits.meet(kind, 'over', board)};\n"
                + "".join(f"    const {kind.name} into_{number} = {mask};\n"
                          for number, mask in enumerate(masks))
                + f"    {step}" * first
                + f"    do {{\n        seen = more;\n        {step}"
                f"    }} while (!{bits.same(kind, 'more', 'seen')});\n    return more;\n}}")
        return name

    def cut_off(self, table: Table, kind: CType) -> str:
        """`cut_off(set, over)`: the groups of the other set of which nothing is one step from a
        member of the set, by a symmetric relation. Of what was asked first of that set the members
        are kept that are `needed`, each as the only one beside some group: where none is cut off,
        and at most one member less is asked about, which is none of these, none is cut off."""
        grown, image = self.grown(table, kind), self.image(table, kind)
        name, new = self.named(("cut off", table, kind), "cut_off")
        if new:
            twice, again = [], self.constant(0, kind)
            found = arrivals(table)
            if len(found) <= MOST_MOVES:
                twice = [f"    {kind.name} once = {again}, part;"]
                for move in found:
                    met = bits.meet(kind, "once", "part")
                    twice += [f"    part = {self.shifted(kind, 'set', [move])};",
                              f"    twice = {bits.either(kind, ['twice', met])};",
                              f"    once = {bits.either(kind, ['once', 'part'])};"]
            single = bits.single(kind, f"first_{kind.name}(rest)")
            beside = bits.meet(kind, f"{image}(group)", "set")
            whole = bits.meet(kind, f"{image}(set)", "over")
            safe = f"{grown}({bits.meet(kind, 'twice', 'over')}, over)"
            found_more = bits.either(kind, ["found", "group"])
            needed_more = bits.either(kind, ["needed", "beside"])
            self.function("\n".join([
                f"static {kind.name} __attribute__((noinline)) {name}_of(",
                f"    {kind.name} set, {kind.name} over, {kind.name} *only",
                ") {",
                f"    {kind.name} twice = {again}, found = {again}, needed = {again};", *twice,
                f"    {kind.name} rest = {bits.less(kind, 'over', safe)};",
                f"    while ({bits.some(kind, 'rest')}) {{",
                f"        const {kind.name} group = {grown}({single}, over);",
                f"        const {kind.name} beside = {beside};",
                f"        const int count = count_{kind.name}(beside);",
                f"        if (!count) found = {found_more};",
                f"        if (count == 1) needed = {needed_more};",
                f"        rest = {bits.less(kind, 'rest', 'group')};", "    }",
                "    *only = needed;", "    return found;", "}",
                f"static {kind.name} over_{name}, from_{name}, found_{name}, needed_{name};",
                f"static {kind.name} {name}_first({kind.name} set, {kind.name} over) {{",
                f"    over_{name} = over;", f"    from_{name} = set;",
                f"    return found_{name} = {name}_of(set, over, &needed_{name});", "}",
                f"static {kind.name} {name}({kind.name} set, {kind.name} over) {{",
                f"    if (RARE(!{bits.same(kind, 'over', f'over_{name}')})) "
                f"return {name}_first(set, over);",
                f"    const {kind.name} lost = {bits.less(kind, f'from_{name}', 'set')};",
                f"    if (!{bits.some(kind, f'found_{name}')} && count_{kind.name}(lost) < 2 &&",
                f"        !{bits.some(kind, bits.meet(kind, 'lost', f'needed_{name}'))}) "
                f"return found_{name};",
                f"    return {bits.less(kind, 'over', f'{grown}({whole}, over)')};", "}"]))
        return name

    def near(self, table: Table, kind: CType) -> str:
        """`near(thing, set, over)`: whether what a thing belongs to has a member one step from a
        member of a set, by a symmetric relation."""
        image = self.image(table, kind)
        relation, _ = self.array(table.values, kind)
        name, new = self.named(("near", table, kind), "near")
        if new:
            sets = f"{kind.name} set, {kind.name} over"
            met = bits.some(kind, bits.meet(kind, "around", "set"))
            more = bits.either(kind, ["more", bits.meet(kind, "around", "over")])
            around = f"{relation}[thing]"
            self.function(
                f"static int __attribute__((noinline)) {name}_further(int thing, {sets}) {{\n"
                f"    {kind.name} more = {bits.single(kind, 'thing')}, "
                f"seen = {self.constant(0, kind)}, around = {around};\n"
                f"    while (!{bits.same(kind, 'more', 'seen')}) {{\n"
                f"        if ({met}) return 1;\n"
                f"        seen = more;\n        more = {more};\n"
                f"        around = {image}(more);\n    }}\n    return 0;\n}}\n"
                f"INLINE int {name}(int thing, {sets}) {{\n"
                f"    if (!holds_{kind.name}(over, thing)) return 0;\n"
                f"    if ({bits.some(kind, bits.meet(kind, around, 'set'))}) return 1;\n"
                f"    return {name}_further(thing, set, over);\n}}")
        return name

    def touches(self, table: Table, kind: CType) -> str:
        """`touches(thing, set, over)`: whether what a thing belongs to has a member in a set, by a
        symmetric relation."""
        image = self.image(table, kind)
        name, new = self.named(("touches", table, kind), "touches")
        if new:
            met = bits.some(kind, bits.meet(kind, "more", "set"))
            more = bits.either(kind, ["more", bits.meet(kind, f"{image}(more)", "over")])
            self.function(
                f"static int {name}(int thing, {kind.name} set, {kind.name} over) {{\n"
                f"    if (!holds_{kind.name}(over, thing)) return 0;\n"
                f"    {kind.name} more = {bits.single(kind, 'thing')}, "
                f"seen = {self.constant(0, kind)};\n"
                f"    while (!{bits.same(kind, 'more', 'seen')}) {{\n"
                f"        if ({met}) return 1;\n"
                f"        seen = more;\n        more = {more};\n    }}\n    return 0;\n}}")
        return name

    def _arrived(self, table: Table, kind: CType) -> tuple[list[str], list[str]]:
        """What is in `over` and one step from a member of `more`, in parts, and of what it takes
        the members `into_0` and so on. These are less than `over` only where a move comes to a
        thing of it that is not one step away; moves that come to none of each other's share one."""
        found, size = arrivals(table), table.sizes[0]
        if len(found) > MOST_MOVES:
            return [], [bits.meet(kind, f"{self.image(table, kind)}(more)", "over")]
        groups: list[tuple[int, int, list[str]]] = []  # what is wrong, what is right, the moves
        for by, right in found:
            moved = [x + by for x in range(size) if 0 <= x + by < size]
            wrong = sum(1 << to for to in moved) & ~right
            part = bits.moved(kind, "more", by)
            for number, (others_wrong, others_right, parts) in enumerate(groups):
                if not (wrong & others_right or others_wrong & right):
                    groups[number] = (wrong | others_wrong, right | others_right, [*parts, part])
                    break
            else:
                groups.append((wrong, right, [part]))
        masks, made = list[str](), list[str]()
        for wrong, _, parts in sorted(groups, key=lambda group: len(group[2])):  # more takes longer
            into = "over"
            if wrong:
                into = f"into_{len(masks)}"
                masks.append(bits.less(kind, "over", self.constant(wrong, kind)))
            made.append(bits.meet(kind, bits.either(kind, parts), into))
        return masks, made

    def flood(self, table: Table, kind: CType, whole: bool, shared: bool) -> str:
        """`flood(start, over)`: see `ir.Reach`. `shared`: see `passes.nodes.Group`."""
        grown = self.grown(table, kind)
        shared = shared and self.groups_kept
        name, new = self.named(("flood", table, kind, whole, shared),
                               "group" if whole else "flood")
        if new and shared:
            other = f"!{bits.same(kind, 'over', 'of')}"
            self.function(
                f"/* Of the set that was asked about last, the groups found last are kept. */\n"
                f"static {kind.name} {name}(int start, {kind.name} over) {{\n"
                f"    static {kind.name} of, known[{MOST_GROUPS}];\n"
                f"    static unsigned count;\n"
                f"    if (!holds_{kind.name}(over, start)) return {self.constant(0, kind)};\n"
                f"    if ({other}) {{\n        of = over;\n        count = 0;\n    }}\n"
                f"    for (unsigned i = 0; i < count && i < {MOST_GROUPS}; i++)\n"
                f"        if (holds_{kind.name}(known[i], start)) return known[i];\n"
                f"    return known[count++ % {MOST_GROUPS}] = "
                f"{grown}({bits.single(kind, 'start')}, over);\n}}")
        elif new and whole:
            first = bits.meet(kind, f"single_{kind.name}(start, {kind.bits})", "over")
            self.function(
                f"INLINE {kind.name} {name}(int start, {kind.name} over) {{\n"
                f"    return {grown}({first}, over);\n}}")
        elif new and self.groups_kept and symmetric(table):
            self.function(self._flood_by_groups(name, table, kind))
        elif new:
            relation, _ = self.array(table.values, kind)
            self.function(
                f"static {kind.name} {name}(int start, {kind.name} over) {{\n"
                f"    if (start < 0) return {self.constant(0, kind)};\n"
                f"    return {grown}({bits.meet(kind, f'{relation}[start]', 'over')}, over);\n}}")
        return name

    def _flood_by_groups(self, name: str, table: Table, kind: CType) -> str:
        """What is next to a thing stands in groups; of these the first that are found are kept."""
        relation, _ = self.array(table.values, kind)
        first = bits.single(kind, f"first_{kind.name}(rest)")
        both = bits.either(kind, ["found", "group"])
        return "\n".join([
            "/* Of the set that was asked about last, the groups found first are kept. */",
            f"static {kind.name} {name}(int start, {kind.name} over) {{",
            f"    static {kind.name} of, known[{MOST_GROUPS}];",
            "    static int count;",
            f"    {kind.name} found = {self.constant(0, kind)};",
            "    if (start < 0) return found;",
            f"    if (!{bits.same(kind, 'over', 'of')}) {{",
            "        of = over;", "        count = 0;", "    }",
            f"    {kind.name} rest = {bits.meet(kind, f'{relation}[start]', 'over')};",
            f"    for (int i = 0; i < count && {bits.some(kind, 'rest')}; i++) {{",
            f"        const {kind.name} group = known[i];",
            f"        if (!{bits.some(kind, bits.meet(kind, 'group', 'rest'))}) continue;",
            f"        found = {both};",
            f"        rest = {bits.less(kind, 'rest', 'group')};", "    }",
            f"    while ({bits.some(kind, 'rest')}) {{",
            f"        const {kind.name} group = {self.grown(table, kind)}({first}, over);",
            f"        if (count < {MOST_GROUPS}) known[count++] = group;",
            f"        found = {both};",
            f"        rest = {bits.less(kind, 'rest', 'group')};", "    }",
            "    return found;", "}"])

    def leaders(self, table: Table, kind: CType) -> str:
        """`leaders(set)`: the least member of each group of a set."""
        group = self.flood(table, kind, True, False)
        name, new = self.named(("leaders", table, kind), "leaders")
        if new:
            first = bits.single(kind, "x")
            self.function(
                f"static {kind.name} {name}({kind.name} over) {{\n"
                f"    {kind.name} found = {self.constant(0, kind)}, rest = over;\n"
                f"    while ({bits.some(kind, 'rest')}) {{\n"
                f"        const int x = first_{kind.name}(rest);\n"
                f"        found = {bits.either(kind, ['found', f'({first})'])};\n"
                f"        rest = {bits.less(kind, 'rest', f'{group}(x, over)')};\n"
                f"    }}\n    return found;\n}}")
        return name

    def ray(self, table: Table, kind: CType, end: bool) -> str:
        """`ray(start, way, over)`: see `ir.Ray`. Where every ray of a direction only goes up or
        only down, what stops it is the first or the last thing on it that is not in `over`."""
        name, new = self.named(("ray", table, kind, end), "ray_end" if end else "ray")
        if not new:
            return name
        things, ways = table.sizes
        rays = [[ray_of(table, start, way) for start in range(things)] for way in range(ways)]
        rising = [direction_of(table, way) for way in range(ways)]
        result = "int" if end else kind.name
        nothing = "-1" if end else self.constant(0, kind)
        head = f"static {result} {name}(int start, int way, {kind.name} over) {{\n"
        if any(way is None for way in rising):
            return self._walked(name, head, table, kind, end)
        whole, _ = self.array([ray for way in rays for ray in way], kind)
        ups, _ = self.array([int(bool(way)) for way in rising])
        ray, stops = f"{whole}[way * {things} + start]", bits.less(kind, "ray", "over")
        first = f"{ups}[way] ? first_{kind.name}(stops) : last_{kind.name}(stops)"
        behind = bits.less(kind, "ray", bits.either(
            kind, [f"{whole}[way * {things} + at]", f"({bits.single(kind, 'at')})"]))
        self.function(
            f"{head}    if (start < 0 || way < 0) return {nothing};\n"
            f"    const {kind.name} ray = {ray}, stops = {stops};\n"
            f"    if (!{bits.some(kind, 'stops')}) return {'-1' if end else 'ray'};\n"
            f"    const int at = {first};\n"
            f"    return {'at' if end else behind};\n}}")
        return name

    def _walked(self, name: str, head: str, table: Table, kind: CType, end: bool) -> str:
        """A ray thing by thing, for directions that go round or up and down."""
        onto, _ = self.array(table.values)
        nothing = "-1" if end else self.constant(0, kind)
        more = bits.either(kind, ["passed", f"({bits.single(kind, 'at')})"])
        result = f"at >= 0 && holds_{kind.name}(passed, at) ? -1 : at" if end else "passed"
        self.function(
            f"{head}    if (start < 0 || way < 0) return {nothing};\n"
            f"    {kind.name} passed = {self.constant(0, kind)};\n"
            f"    int at = {onto}[start * {table.sizes[1]} + way];\n"
            f"    while (holds_{kind.name}(over, at) && !holds_{kind.name}(passed, at)) {{\n"
            f"        passed = {more};\n"
            f"        at = {onto}[at * {table.sizes[1]} + way];\n    }}\n"
            f"    return {result};\n}}")
        return name

    def line(self, lines: Table, kind: CType) -> str:
        """`line(set)`: whether one of some sets lies wholly in the set."""
        name, new = self.named(("line", lines, kind), "line")
        if new:
            body = []
            for steps, firsts in line_moves(lines.values):
                body.append("    left = s;")
                for by, of_itself in steps:
                    moved = bits.moved(kind, "left" if of_itself else "s", -by)
                    body.append(f"    left = {bits.meet(kind, 'left', moved)};")
                test = bits.some(kind, bits.meet(kind, "left", self.constant(firsts, kind)))
                body.append(f"    if {test if test[0] == '(' else f'({test})'} return 1;")
            size = lines.span[1].bit_length()
            rows = rows_of(lines) if kind.wide and size < kind.bits else None
            whole = name if rows is None else f"{name}_anywhere"
            self.function("\n".join([
                f"static int {whole}({kind.name} s) {{", f"    {kind.name} left;", *body,
                "    return 0;", "}"]))
            if rows is not None:
                self.function(line_of_rows(self, name, whole, kind, *rows))
        return name

    def distance(self, e: Distance) -> str:
        """`distance(start, goal, over)`: see `ir.Distance`, a layer at a time."""
        things = e.table.sizes[0]
        kind = of_set(things)
        image = self.image(Table(tuple(one_step(e)), (things,), 0), kind)
        name, new = self.named(("distance", e.table, e.ways), "distance")
        if new:
            onto = bits.less(kind, bits.meet(kind, f"{image}(layer)", "over"), "seen")
            self.function(
                f"static int {name}(int start, int goal, {kind.name} over) {{\n"
                f"    if (start < 0 || goal < 0) return {things};\n"
                f"    if (start == goal) return 0;\n"
                f"    {kind.name} layer = {bits.single(kind, 'start')}, "
                f"seen = {self.constant(0, kind)};\n"
                f"    for (int steps = 1; {bits.some(kind, 'layer')}; steps++) {{\n"
                f"        layer = {onto};\n"
                f"        if (holds_{kind.name}(layer, goal)) return steps;\n"
                f"        seen = {bits.either(kind, ['seen', 'layer'])};\n"
                f"    }}\n    return {things};\n}}")
        return name


def steps_to_all(table: Table) -> int:
    """In how many steps the first thing comes to all that it comes to by a constant relation."""
    reached, count = 1, 0
    while more := image(reached, table.values) & ~reached:
        reached |= more
        count += 1
    return count


def indented(text: str) -> str:
    return text.replace("\n", "\n    ")


def ray_of(table: Table, start: int, way: int) -> int:
    """All things of a ray."""
    mask, at = 0, table.at(start, way)
    while at >= 0 and not mask >> at & 1:
        mask |= 1 << at
        at = table.at(at, way)
    return mask


def direction_of(table: Table, way: int) -> bool | None:
    """Whether all steps of a direction go up, or all down; None if neither is so."""
    found = {to > at for at in range(table.sizes[0]) if (to := table.at(at, way)) >= 0}
    return None if len(found) > 1 else True in found
