"""Constant data as arrays of C.

An array is named once, by what it holds. Where an index may be none, its dimension has one entry
more, in front of the others, so that no test is needed. Of a long array the text has only the runs
of entries that are alike or count on (a step on a board is a few numbers further, but at its
edge); it is filled in when the library is loaded.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import chain

from rulewright.interpreter.ir import Table
from rulewright.interpreter.native.absent import Refused
from rulewright.interpreter.native.types import (
    INT,
    CType,
    literal,
    of_range,
    spelled,
    stored,
)

#: Entries of one array, times the words of each.
MOST_WORDS = 1 << 20
#: Arrays of more entries are given by their runs, if there are few.
LONG_ARRAY = 2048
WIDTH = 96


class Tables:
    """The arrays and the helping functions of one module, in the order in which they are first
    needed. `lines` is their text."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._names: dict[Hashable, str] = {}
        self._entries: dict[Hashable, tuple[str, CType]] = {}  # the arrays of tables

    def named(self, key: Hashable, stem: str) -> tuple[str, bool]:
        """The name of something, and whether it is new."""
        known = key in self._names
        name = self._names.setdefault(key, f"{stem}_{len(self._names)}")
        return name, not known

    def function(self, lines: str) -> None:
        """Add the text of a function."""
        self.lines.append(lines.rstrip() + "\n")

    def array(
        self, values: Sequence[int], kind: CType | None = None, width: int = 1
    ) -> tuple[str, CType]:
        """The name of an array, and how its elements stand; of one with several dimensions, with
        the width of a row."""
        least, most = min(values, default=0), max(values, default=0)
        kind = kind or of_range(least, most)
        name, new = self.named((tuple(values), kind), "T")
        if new:
            words = most.bit_length() // 64 if kind.large else kind.words
            if len(values) * max(1, words) > MOST_WORDS:
                raise Refused("tables as large as those of this board")
            element = stored(least, most) if not kind.words and kind.bits < 64 else kind.name
            found = runs(values, width) if len(values) > LONG_ARRAY and kind == INT else []
            if 0 < len(found) * 8 < len(values):
                texts = [f"{{{count}, {value}, {step}}}" for count, value, step in found]
                self.lines.append(
                    f"static {element} {name}[{len(values)}];\n"
                    f"static void __attribute__((constructor)) laid_out_{name}(void) {{\n"
                    f"    static const stretch runs[] = {{\n{filled(texts)}    }};\n"
                    f"    lay_out({name}, sizeof *{name}, {len(values)}, {width}, runs);\n}}\n")
                return name, kind
            texts = [spelled(value, kind) for value in values]
            self.lines.append(f"static const {element} {name}[] = {{\n{filled(texts)}}};\n")
        return name, kind

    def constant(self, value: int, kind: CType) -> str:
        """A number; a wide set by its name, a large one by a pointer."""
        if not kind.wide or not value:
            return literal(value, kind)
        name, new = self.named((value, kind), "C")
        if new:
            words = filled([spelled(value, kind)[1:-1]])
            self.lines.append(f"static const {kind.name} {name} = {{\n{words}}};\n")
        return f"&{name}" if kind.large else name

    def lookup(
        self, table: Table, index: Sequence[str], doubtful: Sequence[bool], sets: CType | None
    ) -> tuple[str, CType]:
        """The text of an entry of a table, and how that stands; `doubtful`: which indices may be
        none. Of a table of sets, `sets` says how they stand."""
        sizes = [size + none for size, none in zip(table.sizes, doubtful, strict=True)]
        key = (table, tuple(doubtful), sets)
        if key not in self._entries:
            values = padded(table.values, table.sizes, doubtful, table.absent)
            width = sizes[-1] if len(sizes) > 1 else 1
            self._entries[key] = self.array(values, sets, width)
        name, kind = self._entries[key]
        text = ""
        for number, (part, size, none) in enumerate(zip(index, sizes, doubtful, strict=True)):
            part = f"{part} + 1" if none else part
            text = f"({text}) * {size} + {part}" if number else part
        return f"{name}[{text}]", kind


def padded(
    values: Sequence[int], sizes: Sequence[int], doubtful: Sequence[bool], absent: int
) -> Sequence[int]:
    """Values over some dimensions, with those of none where an index may be none."""
    if not any(doubtful):
        return values
    if any(doubtful[1:]):
        width = len(values) // sizes[0]
        values = [*chain.from_iterable(
            padded(values[at : at + width], sizes[1:], doubtful[1:], absent)
            for at in range(0, len(values), width))]
    return [*(absent,) * (len(values) // sizes[0]), *values] if doubtful[0] else values


def runs(values: Sequence[int], width: int) -> list[tuple[int, int, int]]:
    """The entries column by column: how many, the first of them, and by how much each is more than
    the one before it (0 or 1)."""
    found: list[tuple[int, int, int]] = []
    for column in range(width):
        count, first, step, before = 0, 0, 0, 0
        for value in values[column::width]:
            if count == 1 and value - before in (0, 1):
                step = value - before
            elif not count or value - before != step:
                if count:
                    found.append((count, first, step))
                count, first, step = 0, value, 0
            count, before = count + 1, value
        found.append((count, first, step))
    return found


def filled(texts: Sequence[str]) -> str:
    """Values in lines of a limited width."""
    lines, line = [], "   "
    for text in texts:
        if len(line) + len(text) + 2 > WIDTH and line.strip():
            lines.append(line)
            line = "   "
        line += f" {text},"
    return "\n".join([*lines, line]) + "\n"


