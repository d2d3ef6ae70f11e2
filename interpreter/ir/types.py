"""Finite domains and the types of values.

A value is always an integer; its type says what it stands for:

    bool    0 is no, 1 is yes
    int     a number from `low` to `high`
    thing   one of `words`, then a member of `domain`, counted from 0; -1 is none (if `none`)
    set     members of `domain` as a bit mask: bit i is member i

A type is what every executor may rely on: a value of the type lies in `least` to `most`, a mask
has no bit beyond the domain's size.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rulewright.interpreter.ir.interned import Interned, cached, changed, kept, reduced
from rulewright.interpreter.records import record


@record(eq=False)
class Domain(Interned):
    """A finite collection of things: their noun, the text of each member, and the sign of each, if
    it has one."""

    __reduce__ = reduced

    noun: str
    labels: tuple[str, ...]
    signs: tuple[str | None, ...] = ()

    @property
    def size(self) -> int:
        return len(self.labels)


@record(eq=False)
class VType(Interned):
    """The type of a value (see the module). `piece` names the piece noun when the things are
    pieces known by their cell; a set that is a `group` is spoken of as one thing. Both, and the
    `signs` of words, or of numbers from the least on, matter to the language, not to executors."""

    __reduce__ = reduced

    kind: str
    low: int = 0
    high: int = 1
    words: tuple[str, ...] = ()
    domain: Domain | None = None
    none: bool = False
    piece: str | None = None
    group: bool = False
    signs: tuple[str | None, ...] = ()  # of the words, or of the numbers

    @cached
    def size(self) -> int:
        """How many things there are to count (none apart); for a set, to be in it."""
        return len(self.words) + (self.domain.size if self.domain else 0)

    @cached
    def least(self) -> int:
        """The least value."""
        return self.low if self.kind == "int" else (-1 if self.none else 0)

    @cached
    def most(self) -> int:
        """The greatest value."""
        if self.kind == "int":
            return self.high
        if self.kind == "bool":
            return 1
        return (1 << self.size) - 1 if self.kind == "set" else self.size - 1

    @cached
    def absent(self) -> int:
        """What is said of nothing: none, no, the empty set, or the least number."""
        return {"thing": -1, "int": self.low}.get(self.kind, 0)

    def text(self, value: int) -> str:
        """The value in the author's words."""
        if self.kind == "bool":
            return "yes" if value else "no"
        if self.kind == "int":
            return str(value)
        if self.kind == "set":
            held = [str(i) if self.domain is None else self.domain.labels[i]
                    for i in members(value)]
            return ", ".join(held) or "nothing"
        if value < 0:
            return "none"
        if value < len(self.words):
            return self.words[value]
        return self.domain.labels[value - len(self.words)] if self.domain else str(value)

    def value(self, text: str) -> int | None:
        """The value that a text means in the author's words, if it is one of the type."""
        if self.kind == "set":
            one = VType("thing", domain=self.domain)
            found = {one.value(part) for part in text.split(", ") if text != self.text(0)}
            return None if None in found else sum(1 << i for i in found if i is not None)
        return _values_by_text(self).get(text)

    def sign(self, value: int) -> str | None:
        """The sign that stands for the value, if there is one."""
        if self.kind == "int":
            return self.signs[value - self.low] if self.signs else None
        if self.kind != "thing" or value < 0:
            return None
        known = self.signs
        if value >= len(self.words):
            value, known = value - len(self.words), self.domain.signs if self.domain else ()
        return known[value] if value < len(known) else None

    def written(self, value: int) -> str:
        """The value as texts show it: by its sign, or else in the author's words; the members of a
        set with `+` between them."""
        if self.kind == "set" and self.domain is not None:
            one = VType("thing", domain=self.domain)
            return "+".join(one.written(i) for i in members(value))
        sign = self.sign(value)
        return self.text(value) if sign is None else sign


@kept
def _values_by_text(kind: VType) -> dict[str, int]:
    """The values of a type by their texts; of values with one text, the first."""
    return {kind.text(value): value for value in range(kind.most, kind.least - 1, -1)}


BOOL = VType("bool")


def members(mask: int) -> Iterator[int]:
    """The members of a set, in ascending order."""
    while mask:
        least = mask & -mask
        yield least.bit_length() - 1
        mask ^= least


@lru_cache(maxsize=4096)
def number(low: int, high: int) -> VType:
    """The type of numbers from `low` to `high`."""
    return VType("int", low, high)


@kept
def one_of(domain: Domain) -> VType:
    """The type of the things of a domain."""
    return VType("thing", domain=domain)


@kept
def or_none(kind: VType) -> VType:
    """The type of the same things, or none."""
    return kind if kind.none else changed(kind, none=True)


def is_literal(kind: VType) -> bool:
    """Whether a type is that of one integer, which stands for whatever is wanted of it."""
    return kind.kind == "int" and kind.low == kind.high


def join(one: VType, other: VType) -> VType:
    """The least type that holds the values of both. A single integer fits every type; types that
    have nothing in common give the range of their values as numbers."""
    if one == other:
        return one
    for literal, kind in ((one, other), (other, one)):
        if is_literal(literal) and kind.kind != "int":
            if kind.least <= literal.low <= kind.most:
                return kind
            if literal.low == -1 and kind.kind == "thing":
                return or_none(kind)
    if one.kind == other.kind == "thing" and (one.words, one.domain) == (other.words, other.domain):
        return changed(one, none=one.none or other.none,
                       piece=one.piece if one.piece == other.piece else None)
    if one.kind == other.kind == "set" and one.domain == other.domain:
        return changed(one, piece=None)
    return number(min(one.least, other.least), max(one.most, other.most))
