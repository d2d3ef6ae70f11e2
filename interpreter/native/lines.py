"""Lines of sets that hardly change: only what is new is looked at.

Model. Where one set after the other is asked whether a line lies in it, most have one thing more
than a set that had none: a line in it goes through that thing. It is met by going from there along
each way, as long as things are in the set. So sets without a line are kept, those found last; of
any other set all lines are tried. That is right for whatever sets are asked about, in any order.

It takes that lines are all rows of so many things, each one step of a way further: then things in
a row are a line if they are enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rulewright.interpreter.ir import Table
from rulewright.interpreter.native import bits
from rulewright.interpreter.native.tables import Tables
from rulewright.interpreter.native.types import CType

#: Sets without a line that are kept.
MOST_WITHOUT = 4
#: Lines of fewer things are all tried.
LEAST_LENGTH = 3


def rows_of(lines: Table) -> tuple[int, list[list[int]]] | None:
    """The length of lines that are all rows of so many things one step of a way apart, and for each
    way the next thing or none; None if lines are something else."""
    size = lines.span[1].bit_length()
    by_step: dict[int, set[int]] = {}
    for line in lines.values:
        members = [x for x in range(size) if line >> x & 1]
        steps = {after - before for before, after in pairwise(members)}
        if len(steps) != 1:
            return None
        by_step.setdefault(steps.pop(), set()).add(line)
    length = lines.values[0].bit_count()
    nexts = []
    for step, rows in by_step.items():
        found = [x + step if any(line >> x & line >> x + step & 1 for line in rows) else -1
                 for x in range(size)]
        if rows != {sum(1 << at for at in row) for x in range(size)
                    if len(row := _row(found, x, length)) == length}:
            return None
        nexts.append(found)
    return (length, nexts) if length >= LEAST_LENGTH else None


def _row(nexts: Sequence[int], first: int, length: int) -> list[int]:
    """So many things from one on, or as many as there are."""
    row = [first]
    while len(row) < length and nexts[row[-1]] >= 0:
        row.append(nexts[row[-1]])
    return row


def line_of_rows(
    tables: Tables, name: str, anywhere: str, kind: CType, length: int, nexts: Sequence[list[int]]
) -> str:
    """The text of `name(set)`: whether a line lies in a wide set; `anywhere` is the function that
    tries all lines."""
    nowhere = kind.bits - 1  # a thing that no set has
    near, runs = [], []
    for way in nexts:
        ends = []
        for onto in (way, [way.index(x) if x in way else -1 for x in range(len(way))]):
            one = [nowhere if to < 0 else to for to in onto]
            two = [nowhere if to < 0 else one[to] for to in onto]
            ends.append([tables.array(far)[0] for far in (one, two)])
        (up, up_two), (down, down_two) = ends
        has = {each: f"has_{kind.name}(s, {each}[x])" for each in (up, up_two, down, down_two)}
        near += [f"{has[up]} & {has[up_two]}", f"{has[down]} & {has[down_two]}"]
        if length == LEAST_LENGTH:
            near.append(f"{has[up]} & {has[down]}")
        runs += ["    run = 1;", *(
            f"    for (int y = {onto}[x]; has_{kind.name}(s, y); y = {onto}[y]) run++;"
            for onto in (up, down)), f"    if (run >= {length}) return 1;"]
    separator = " |\n        "
    more = bits.less(kind, "s", "without[i]")
    return "\n".join([
        "/* Whether a line goes through a member; most have no two others beside them. */",
        f"static int {name}_through({kind.name} s, int x) {{", "    int run;",
        f"    if (LIKELY(!({separator.join(near)}))) return 0;", *runs, "    return 0;", "}",
        "/* Sets without a line: those found last, and which was met behind which. */",
        f"static int {name}({kind.name} s) {{",
        f"    static {kind.name} without[{MOST_WITHOUT}];",
        f"    static unsigned char last, behind[{MOST_WITHOUT}];",
        "    const unsigned likely = behind[last];",
        f"    for (unsigned k = 0; k < {MOST_WITHOUT}; k++) {{",
        f"        const unsigned i = (likely + k) % {MOST_WITHOUT};",
        f"        const {kind.name} more = {more};",
        f"        const int count = count_{kind.name}(more);", "        if (count > 1) continue;",
        f"        if (count && {name}_through(s, first_{kind.name}(more))) return 1;",
        "        without[i] = s;", "        last = behind[last] = i;", "        return 0;", "    }",
        f"    if ({anywhere}(s)) return 1;",
        f"    const unsigned i = (last + 1) % {MOST_WITHOUT};", "    without[i] = s;",
        "    last = behind[last] = i;", "    return 0;", "}"])
