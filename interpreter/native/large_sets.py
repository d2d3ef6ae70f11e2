"""Functions on large sets by constant data: the counterparts of those in `sets.py`.

A set is handed on by a pointer, and one that is made is made in the first parameter (see
`c/large.h`). What a step leads to is found by moving sets where the moves are few, else member by
member by lists of what each has beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from rulewright.interpreter.ir import Distance, Table, members
from rulewright.interpreter.native.tables import Tables
from rulewright.interpreter.native.types import LARGE
from rulewright.interpreter.passes.nodes import arrivals, moves

#: A constant relation of more moves than this is followed member by member.
MOST_MOVES = 16
Moves = Iterable[tuple[int, int]]


def one_step(e: Distance) -> list[int]:
    """The set of things that one step of a distance leads to, for each thing."""
    things, ways = e.table.sizes
    return [sum({1 << to for way in members(e.ways)
                 if (to := e.table.values[at * ways + way]) >= 0})
            for at in range(things)]


class LargeSets(Tables):
    """The functions of one module."""

    def moved_on(self, made: str, text: str, found: Moves) -> str:
        """A set that is made with another added, moved by all of some moves."""
        for by, mask in found:
            if mask:
                made = f"moved_large({made}, {text}, {by}, {self.constant(mask, LARGE)})"
        return made

    def large_steps(self, table: Table) -> str:
        """`steps(r, way, set)`."""
        name, new = self.named(("steps", table, LARGE), "steps")
        if new:
            cases = [f"    case {way}: return {self.moved_on('r', 's', found)};"
                     for way, found in enumerate(moves(table))]
            self.function("\n".join([
                f"static large *{name}(large *r, int way, const large *s) {{",
                "    clear_large(r);", "    switch (way) {", *cases, "    }", "    return r;",
                "}"]))
        return name

    def large_fill(self, table: Table) -> str:
        """`fill(r, start, over, way)`."""
        name, new = self.named(("fill", table, LARGE), "fill")
        if new:
            found = moves(table)
            lines = []
            for way, each in enumerate(found):
                lines.append(f"static large *{name}_{way}(large *r, const large *s) "
                             f"{{ return {self.moved_on('r', 's', each)}; }}")
            cases = [f"    case {way}: return filled_large(r, start, over, {name}_{way});"
                     for way in range(len(found))]
            self.function("\n".join([
                *lines, f"static large *{name}(large *r, const large *start, const large *over, "
                "int way) {", "    switch (way) {", *cases, "    }",
                "    return copy_large(r, start);", "}"]))
        return name

    def large_image(self, values: Sequence[int]) -> str:
        """`image(r, set)`: a set with all added that is one step from a member of another, by a
        relation."""
        key = tuple(values)
        name, new = self.named(("image", key, LARGE), "image")
        if new:
            found = arrivals(Table(key, (len(key),), 0))
            head = f"static large *{name}(large *r, const large *s) {{\n"
            if len(found) <= MOST_MOVES:
                self.function(f"{head}    return {self.moved_on('r', 's', found)};\n}}")
            else:
                first, beside = self.neighbours(key)
                self.function(
                    f"{head}    EACH_WORD_OF(i, s)\n"
                    f"        for (word left = s->w[i]; left; left &= left - 1) {{\n"
                    f"            const int x = i * 64 + first_word(left);\n"
                    f"            for (int at = {first}[x]; at < {first}[x + 1]; at++)\n"
                    f"                put_large(r, {beside}[at], LARGE_WORDS * 64);\n"
                    f"        }}\n    return r;\n}}")
        return name

    def neighbours(self, values: Sequence[int]) -> tuple[str, str]:
        """What each thing has beside it, as one list, and where in it that of each begins."""
        lists = [[*members(value)] for value in values]
        first, _ = self.array([0, *accumulate(map(len, lists))])
        beside, _ = self.array([to for each in lists for to in each] or [0])
        return first, beside

    def large_flood(self, table: Table, whole: bool) -> str:
        """`flood(r, start, over)`: see `ir.Reach`."""
        image = self.large_image(table.values)
        name, new = self.named(("flood", table, LARGE, whole), "group" if whole else "flood")
        if new:
            first = "copy_large(&first, &alone)" if whole else (
                f"and_large(&first, {image}(clear_large(&first), &alone), over)")
            empty = "!holds_large(over, start)" if whole else "start < 0"
            self.function(
                f"static large *{name}(large *r, int start, const large *over) {{\n"
                f"    large alone, first;\n"
                f"    if ({empty}) return clear_large(r);\n"
                f"    put_large(clear_large(&alone), start, LARGE_WORDS * 64);\n"
                f"    return grown_large(r, {first}, over, {image});\n}}")
        return name

    def large_leaders(self, table: Table) -> str:
        """`leaders(r, set)`: the least member of each group of a set."""
        group = self.large_flood(table, True)
        name, new = self.named(("leaders", table, LARGE), "leaders")
        if new:
            self.function(
                f"static large *{name}(large *r, const large *over) {{\n"
                f"    large rest, group;\n"
                f"    clear_large(r);\n"
                f"    copy_large(&rest, over);\n"
                f"    for (int x; (x = lowest_large(&rest)) >= 0;) {{\n"
                f"        put_large(r, x, LARGE_WORDS * 64);\n"
                f"        less_large(&rest, &rest, {group}(&group, x, over));\n"
                f"    }}\n    return r;\n}}")
        return name

    def large_ray(self, table: Table, end: bool) -> str:
        """`ray(r, start, way, over)`, thing by thing: see `ir.Ray`; where it ends, without `r`."""
        name, new = self.named(("ray", table, LARGE, end), "ray_end" if end else "ray")
        if new:
            onto, _ = self.array(table.values)
            params = "int start, int way, const large *over"
            head = (f"static int {name}({params}) {{\n    large r[1];\n" if end else
                    f"static large *{name}(large *r, {params}) {{\n")
            self.function(
                f"{head}    clear_large(r);\n"
                f"    if (start < 0 || way < 0) return {'-1' if end else 'r'};\n"
                f"    int at = {onto}[start * {table.sizes[1]} + way];\n"
                f"    while (holds_large(over, at) && !holds_large(r, at)) {{\n"
                f"        put_large(r, at, LARGE_WORDS * 64);\n"
                f"        at = {onto}[at * {table.sizes[1]} + way];\n    }}\n"
                f"    return {'at >= 0 && holds_large(r, at) ? -1 : at' if end else 'r'};\n}}")
        return name

    def large_line(self, lines: Table) -> str:
        """`line(set)`: whether one of some sets lies wholly in the set: from each member those that
        begin with it are tried."""
        name, new = self.named(("line", lines, LARGE), "line")
        if new:
            shapes: dict[tuple[int, ...], int] = {}
            for mask in lines.values:
                first, *others = [*members(mask)] or [0]
                shape = tuple(other - first for other in others) if mask else (-1,)
                shapes[shape] = shapes.get(shape, 0) | 1 << first
            if (-1,) in shapes:  # the empty line lies in every set
                self.function(f"static int {name}(const large *s) {{ return 1; }}")
                return name
            body = []
            for shape, firsts in shapes.items():
                tests = [f"holds_large({self.constant(firsts, LARGE)}, x)",
                         *(f"holds_large(s, x + {by})" for by in shape)]
                body.append(f"        if ({' && '.join(tests)}) return 1;")
            self.function("\n".join([
                f"static int {name}(const large *s) {{",
                "    for (int x = -1; (x = next_large(s, x)) >= 0;) {", *body, "    }",
                "    return 0;", "}"]))
        return name

    def large_distance(self, e: Distance) -> str:
        """`distance(start, goal, over)`: see `ir.Distance`, a layer at a time."""
        things = e.table.sizes[0]
        image = self.large_image(one_step(e))
        name, new = self.named(("distance", e.table, e.ways, LARGE), "distance")
        if new:
            self.function(
                f"static int {name}(int start, int goal, const large *over) {{\n"
                f"    if (start < 0 || goal < 0) return {things};\n"
                f"    if (start == goal) return 0;\n"
                f"    large layer, next, seen;\n"
                f"    put_large(clear_large(&layer), start, LARGE_WORDS * 64);\n"
                f"    clear_large(&seen);\n"
                f"    for (int steps = 1; any_large(&layer); steps++) {{\n"
                f"        and_large(&next, {image}(clear_large(&next), &layer), over);\n"
                f"        less_large(&layer, &next, &seen);\n"
                f"        if (holds_large(&layer, goal)) return steps;\n"
                f"        add_large(&seen, &layer);\n"
                f"    }}\n    return {things};\n}}")
        return name
