"""How values stand in C.

Model. The range of a value says how it stands: in an `int` where that holds it, else in a `word`
of 64 bits where it is not negative, in an `int64_t` where it may be, and beyond 64 bits as a set:
`set2` is a number of 128 bits, `set3` and more are arrays of words, and `large` holds what would
take too long to hand on by value: it stands in memory, and is handed on by a pointer. A set of
things is a number as everywhere else; so small sets are ints, and the operators of C are those of
sets up to `set2`.

Invariant: a value of a type fits how the type stands, and arithmetic on it does not overflow.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from rulewright.interpreter.ir import Table, VType
from rulewright.interpreter.native.absent import Refused

#: Sets of more words are handed on by pointers.
MOST_WORDS = 16


@dataclass(frozen=True)
class CType:
    """A type of C, and how many bits of a set it holds. `words` of sets beyond machine words."""

    name: str
    bits: int
    words: int = 0

    @property
    def wide(self) -> bool:
        """Whether it is an array, on which operators do not work."""
        return self.words > 2

    @property
    def large(self) -> bool:
        """Whether it is handed on by a pointer."""
        return self.words > MOST_WORDS


INT = CType("int", 31)
WORD = CType("word", 64)
LONG = CType("int64_t", 63)
SET2 = CType("set2", 128, 2)
#: What holds the largest sets of a program, however many words these need.
LARGE = CType("large", 1 << 30, 1 << 24)


def set_of(words: int) -> CType:
    """The type of sets of so many words."""
    if words > MOST_WORDS:
        return LARGE
    return CType(f"set{words}", words * 64, words)


def of_range(least: int, most: int) -> CType:
    """How values from `least` to `most` stand."""
    if least >= -(1 << 31) and most < 1 << 31:
        return INT
    if least >= 0:
        bits = most.bit_length()
        return WORD if bits <= 64 else set_of((bits + 63) // 64)
    if least >= -(1 << 63) and most < 1 << 63:
        return LONG
    raise Refused("numbers of more than 64 bits")


def of(kind: VType) -> CType:
    """How values of a type stand."""
    return of_range(kind.least, kind.most)


def of_all(*kinds: VType) -> CType:
    """What holds the values of several types."""
    return of_range(min(kind.least for kind in kinds), max(kind.most for kind in kinds))


def of_set(size: int) -> CType:
    """How sets of things below `size` stand."""
    return of_range(0, (1 << size) - 1)


def stored(least: int, most: int) -> str:
    """The type of an element of an array that holds values from `least` to `most`."""
    for bits in (8, 16, 32):
        if -(1 << bits - 1) <= least and most < 1 << bits - 1:
            return f"int{bits}_t"
    return of_range(least, most).name


def literal(value: int, kind: CType) -> str:
    """A number in C. Of a wide set only the empty one has a literal."""
    if kind.wide:
        assert not value
        return f"{'&' if kind.large else ''}empty_{kind.name}"
    if kind.words == 2:
        return f"SET2({value >> 64:#x}ull, {value & (1 << 64) - 1:#x}ull)" if value >> 64 else (
            f"(set2){value:#x}ull")
    if kind == WORD:
        return f"{value}ull" if value < 1 << 16 else f"{value:#x}ull"
    if kind == LONG:
        return f"INT64_C({value})" if value > -(1 << 63) else "INT64_MIN"
    return str(value) if value >= -0x7FFFFFFF else "INT_MIN"


def spelled(value: int, kind: CType) -> str:
    """A number as a constant initialiser, of wide sets too."""
    if kind.large:
        words = words_of(value)
        some = [sum(1 << i for i, word in enumerate(words[at : at + 64]) if word)
                for at in range(0, len(words), 64)]
        return f"{{{{{repeated(some)}}}, {{{repeated(words)}}}}}"
    if kind.wide:
        mask = (1 << 64) - 1
        return "{{" + ", ".join(f"{value >> 64 * i & mask:#x}ull" for i in range(kind.words)) + "}}"
    return literal(value, kind)


def words_of(value: int) -> list[int]:
    """The words of a set."""
    held = value.to_bytes((value.bit_length() + 63) // 64 * 8, "little")
    return [int.from_bytes(held[at : at + 8], "little") for at in range(0, len(held), 8)]


def repeated(words: list[int]) -> str:
    """Words as a constant initialiser, those that are alike in a row only once."""
    texts, at = [], 0
    for word, alike in groupby(words):
        count = len([*alike])
        if word:
            texts.append(f"[{at} ... {at + count - 1}] = {word:#x}ull" if count > 1 else
                         f"[{at}] = {word:#x}ull")
        at += count
    return ", ".join(texts)


def converted(text: str, have: CType, want: CType) -> str:
    """A value as one of another type that holds it, or holds what is wanted of it. What is to be
    large needs a place: see `large.py`."""
    if have == want:
        return text
    if have.large:
        if not want.wide:
            return f"({want.name})low_large({text})"
        return (f"({{ {want.name} low_; words_of_large({text}, low_.w, {want.words}); low_; }})")
    if not have.wide and not want.wide:
        return f"({want.name}){text}" if want.words or have.words or (
            want.bits < have.bits or want == WORD) else text
    if have.wide and want.wide:
        return f"{want.name}_of_words({text}.w, {have.words})"
    if want.wide:
        return f"{want.name}_of((set2){text})"
    return f"({want.name})low_{have.name}({text})"


def masks(size: int) -> VType:
    """The type of sets of things below a size."""
    return VType("int", 0, (1 << size) - 1)


def relation(table: Table) -> VType:
    """The type of sets of the things that a constant relation is about."""
    return masks(max(table.sizes[0], table.span[1].bit_length()))


def unbracketed(text: str) -> str:
    """A text without the brackets around all of it."""
    if text[0] != "(" or text[-1] != ")":
        return text
    depth = 0
    for at, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if not depth and at < len(text) - 1:
            return text
    inside = text[1:-1]
    return text if inside.startswith("{") else inside
