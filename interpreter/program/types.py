"""Finite domains and the types of values (see `ir` for how values are numbered)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Domain:
    """A finite sort: its noun and the text of each member."""

    noun: str
    labels: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.labels)


@dataclass(frozen=True)
class VType:
    """The type of a value. `kind`: 'bool', 'int', 'thing' or 'set'.

    A thing is one of `words`, else a member of `domain`, else none (if `none`). A set is a mask
    over `domain`. `piece` names the piece noun when the members are pieces (stood on cells).
    """

    kind: str
    low: int = 0
    high: int = 1
    words: tuple[str, ...] = ()
    domain: Domain | None = None
    none: bool = False
    piece: str | None = None

    @property
    def least(self) -> int:
        return self.low if self.kind == "int" else (-1 if self.none else 0)

    @property
    def most(self) -> int:
        if self.kind == "int":
            return self.high
        if self.kind == "bool":
            return 1
        size = self.domain.size if self.domain else 0
        return (1 << size) - 1 if self.kind == "set" else len(self.words) + size - 1

    def text(self, value: int) -> str:
        """The value in the author's words."""
        if self.kind == "bool":
            return "yes" if value else "no"
        if self.kind == "int":
            return str(value)
        if value < 0:
            return "none"
        if value < len(self.words):
            return self.words[value]
        return self.domain.labels[value - len(self.words)] if self.domain else str(value)


BOOL = VType("bool")
