"""The text of walks: their positions as machine words, and what goes through them.

Model. Each walk of the plan has a queue of its own (see `c/walks.h`), known by its number. A
position is packed: each of its values takes the bits that its range needs, and none stands in two
words; a set of more than 64 things has words of its own. So positions are alike if their words
are. Where they have few bits, those that were come to are bits of an array, else there is a hash
table.

Invariant: a walk is not begun again while it is under way, since no function calls itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.interpreter.ir import Local, Walks
from rulewright.interpreter.native.tables import Tables
from rulewright.interpreter.native.types import CType, of

#: Positions of at most so many bits are marked in an array of bits.
MOST_DENSE = 14


@dataclass(frozen=True)
class Part:
    """Where a value stands in the words of a position: from which word and bit on, and in how many
    bits."""

    kind: CType
    word: int
    shift: int
    bits: int
    least: int

    @property
    def words(self) -> int:
        """The words that hold nothing else; 0 if it is a part of one."""
        return (self.bits + 63) // 64 if self.bits > 64 else 0

    def packed(self, value: str) -> list[str]:
        """What a value puts into its words; a large set is written there."""
        if self.kind.large:
            return ["0"] * self.words
        if self.kind.wide:
            return [f"{value}.w[{i}]" for i in range(self.words)]
        if self.words:
            return [f"(word){value}", f"(word)({value} >> 64)"]
        text = f"(word)({value}{shown(-self.least)})" if self.least else f"(word){value}"
        return [f"{text} << {self.shift}" if self.shift else text]

    def declared(self, name: str) -> str:
        """The statement that gives a local the value, from the words `p`."""
        if self.kind.large:
            return f"large {name}; large_of_words(&{name}, p + {self.word}, {self.words});"
        return f"const {self.kind.name} {name} = {self.unpacked()};"

    def unpacked(self) -> str:
        """The value, from the words `p`."""
        if self.kind.wide:
            return f"{self.kind.name}_of_words(p + {self.word}, {self.words})"
        if self.words:
            return f"SET2(p[{self.word + 1}], p[{self.word}])"
        text = f"p[{self.word}] >> {self.shift}" if self.shift else f"p[{self.word}]"
        if self.bits < 64:
            text += f" & {(1 << self.bits) - 1:#x}"
        return f"({self.kind.name})({text}){shown(self.least)}"


def parts_of(position: Sequence[Local]) -> tuple[list[Part], int]:
    """Where the values of a position stand, and how many words it has."""
    found: list[Part] = []
    word, shift = 0, 0
    for local in position:
        kind = local.type
        bits = max(1, (kind.most - kind.least).bit_length())
        if shift + bits > 64 and shift:
            word, shift = word + 1, 0
        made = Part(of(kind), word, shift, bits, kind.least)
        found.append(made)
        word, shift = (word + made.words, 0) if made.words else (word, shift + bits)
    return found, word + (shift > 0)


def shown(add: int) -> str:
    """What adds a constant."""
    return f" - {-add}" if add < 0 else f" + {add}" if add else ""


class WalkText:
    """The walks of one module with their numbers, and what is printed for them."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.walks: dict[Walks, int] = {}

    def number(self, walk: Walks) -> int:
        """The number of a walk."""
        if walk not in self.walks:
            self.walks[walk] = len(self.walks)
            self._declare(walk, self.walks[walk])
        return self.walks[walk]

    def _declare(self, walk: Walks, number: int) -> None:
        """What is kept of a walk, and its functions."""
        parts, words = parts_of(walk.position)
        bits = parts[-1].shift + parts[-1].bits
        dense = words == 1 and bits <= MOST_DENSE
        values: list[list[str]] = [[] for _ in range(words)]
        params, written = [], []
        for i, part in enumerate(parts):
            params.append(f"const large *v{i}" if part.kind.large else f"{part.kind.name} v{i}")
            if part.kind.large:
                written.append(f"    words_of_large(v{i}, p + {part.word}, {part.words});")
            for j, text in enumerate(part.packed(f"v{i}")):
                values[part.word + j].append(text)
        packed = ", ".join(" | ".join(texts) for texts in values)
        lines = [f"static walk walk_{number}; /* {walk.wording.noun} */"]
        if dense:
            lines.append(f"static word seen_{number}[{((1 << bits) + 63) // 64}];")
        lines += [
            f"INLINE void begin_{number}(void) {{",
            *([f"    memset(seen_{number}, 0, sizeof seen_{number});"] if dense else []),
            f"    walk_begin(&walk_{number});", "}",
            f"static void visit_{number}({', '.join(params)}) {{",
            f"    {'' if written else 'const '}word p[] = {{{packed}}};", *written,
            f"    visit_dense(&walk_{number}, seen_{number}, p[0], {number});" if dense else
            f"    visit(&walk_{number}, p, {words}, {number});", "}"]
        self.tables.function("\n".join(lines))

    def head(self, walk: Walks, names: Sequence[str]) -> list[str]:
        """The head of the loop through the positions, with the values of each."""
        number = self.number(walk)
        parts, words = parts_of(walk.position)
        by = f" * {words}" if words > 1 else ""
        return [f"for (int at_{number} = 0; at_{number} < walk_{number}.count; at_{number}++) {{",
                f"    const word *p = walk_{number}.positions + at_{number}{by};",
                *(f"    {part.declared(name)}"
                  for name, part in zip(names, parts, strict=True))]
