"""Constant data as arrays of C.

An array is named once, by what it holds. Where an index may be none, its dimension has one entry
more, in front of the others, so that no test is needed.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import product

from rulewright.interpreter.ir import Table
from rulewright.interpreter.native.types import (
    CType,
    Refused,
    literal,
    of_range,
    spelled,
    stored,
)

#: Entries of one array, times the words of each.
MOST_WORDS = 1 << 16
WIDTH = 96


class Tables:
    """The arrays and the helping functions of one module, in the order in which they are first
    needed. `lines` is their text."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._names: dict[Hashable, str] = {}

    def named(self, key: Hashable, stem: str) -> tuple[str, bool]:
        """The name of something, and whether it is new."""
        known = key in self._names
        name = self._names.setdefault(key, f"{stem}_{len(self._names)}")
        return name, not known

    def function(self, lines: str) -> None:
        """Add the text of a function."""
        self.lines.append(lines.rstrip() + "\n")

    def array(self, values: Sequence[int], kind: CType | None = None) -> tuple[str, CType]:
        """The name of an array, and how its elements stand."""
        least, most = min(values, default=0), max(values, default=0)
        kind = kind or of_range(least, most)
        name, new = self.named((tuple(values), kind), "T")
        if new:
            if len(values) * max(1, kind.words) > MOST_WORDS:
                raise Refused("tables as large as those of this board")
            element = stored(least, most) if not kind.words and kind.bits < 64 else kind.name
            texts = [spelled(value, kind) for value in values]
            self.lines.append(f"static const {element} {name}[] = {{\n{filled(texts)}}};\n")
        return name, kind

    def constant(self, value: int, kind: CType) -> str:
        """A number; a wide set by its name."""
        if not kind.wide or not value:
            return literal(value, kind)
        name, new = self.named((value, kind), "C")
        if new:
            words = filled([spelled(value, kind)[1:-1]])
            self.lines.append(f"static const {kind.name} {name} = {{\n{words}}};\n")
        return name

    def lookup(
        self, table: Table, index: Sequence[str], doubtful: Sequence[bool], sets: CType | None
    ) -> tuple[str, CType]:
        """The text of an entry of a table, and how that stands; `doubtful`: which indices may be
        none. Of a table of sets, `sets` says how they stand."""
        values: Sequence[int] = table.values
        sizes = [size + none for size, none in zip(table.sizes, doubtful, strict=True)]
        if any(doubtful):
            ranges = [range(-none, size) for size, none in zip(table.sizes, doubtful, strict=True)]
            values = [table.at(*place) for place in product(*ranges)]
        name, kind = self.array(values, sets)
        text = ""
        for number, (part, size, none) in enumerate(zip(index, sizes, doubtful, strict=True)):
            part = f"{part} + 1" if none else part
            text = f"({text}) * {size} + {part}" if number else part
        return f"{name}[{text}]", kind


def filled(texts: Sequence[str]) -> str:
    """Values in lines of a limited width."""
    lines, line = [], "   "
    for text in texts:
        if len(line) + len(text) + 2 > WIDTH and line.strip():
            lines.append(line)
            line = "   "
        line += f" {text},"
    return "\n".join([*lines, line]) + "\n"


