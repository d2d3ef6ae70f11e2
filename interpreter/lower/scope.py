"""What the words of a line can mean while it is lowered: bound things and named values.

A `Scope` is a linked list of `Bound` entries, innermost first; `the tile` is the nearest bound
thing of that noun, `it` the nearest thing a line (not a set phrase) is about.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulewright.interpreter.lower.typed import Typed


@dataclass(frozen=True)
class Bound:
    """A thing that is spoken of; `subject` if a line, not a set phrase, is about it."""

    noun: str
    name: str | None
    value: Typed
    subject: bool = False


@dataclass(frozen=True)
class Scope:
    """What is bound, innermost first; an empty one ends the list."""

    bound: Bound | None = None
    outer: Scope | None = None

    def bind(self, noun: str, name: str | None, value: Typed, subject: bool = False) -> Scope:
        """This scope with one more thing, nearer than all others."""
        return Scope(Bound(noun, name, value, subject), self)

    def entries(self) -> list[Bound]:
        """All that is bound, the nearest first."""
        entries, at = [], self
        while at.bound is not None and at.outer is not None:
            entries.append(at.bound)
            at = at.outer
        return entries

    def noun(self, noun: str) -> Typed | None:
        """The nearest thing of a noun; one with a name of its own is meant only if there is no
        other."""
        fitting = [b for b in self.entries() if b.noun == noun]
        unnamed = [b for b in fitting if b.name is None]
        return next((b.value for b in (*unnamed, *fitting)), None)

    def only_named(self, noun: str) -> bool:
        """Whether all things of a noun that are bound have names of their own."""
        return all(b.name is not None for b in self.entries() if b.noun == noun)

    def name(self, name: str) -> Typed | None:
        """The nearest thing with a name, or of a noun."""
        return next((b.value for b in self.entries() if name in (b.name, b.noun)), None)

    def it(self) -> Bound | None:
        """The nearest thing that a line is about."""
        return next((b for b in self.entries() if b.subject), None)

    def mapped(self, change: Callable[[Typed], Typed]) -> Scope:
        """The scope with other values for what is bound."""
        renewed = Scope()
        for b in reversed(self.entries()):
            renewed = renewed.bind(b.noun, b.name, change(b.value), b.subject)
        return renewed
