"""The values of options: what an option may be set to, and what it is set to."""

from __future__ import annotations

import re

from rulewright.interpreter.ir.interned import Interned, reduced
from rulewright.interpreter.records import record


def key_of(name: str) -> str:
    """An option's name as it is typed: `action order` is `action_order`."""
    return re.sub(r"[ -]", "_", name)


@record(eq=False)
class OptionDomain(Interned):
    """The ranges of numbers and the words that an option may be set to."""

    ranges: tuple[tuple[int, int], ...]
    words: tuple[str, ...]

    __reduce__ = reduced

    def holds(self, number: int) -> bool:
        return any(low <= number <= high for low, high in self.ranges)


@record(eq=False)
class OptionValue(Interned):
    """An option as it is set: to a number or to a word of its domain."""

    name: str
    domain: OptionDomain
    number: int | None
    word: str | None

    __reduce__ = reduced

    @property
    def key(self) -> str:
        """Its name as it is typed."""
        return key_of(self.name)

    @property
    def text(self) -> str:
        """Its value as it is typed."""
        return str(self.number) if self.word is None else key_of(self.word)
