"""What the words of a line can mean while it is lowered: bound things and named values.

A `Scope` is a linked list of `Bound` entries, innermost first; `the tile` is the nearest bound
thing of that noun, `it` the nearest thing a line (not a set phrase) is about.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.ir import E, VType
from rulewright.interpreter.source import Span


@dataclass(frozen=True)
class Typed:
    """A lowered expression with its type."""

    e: E
    type: VType


@dataclass(frozen=True)
class Bound:
    noun: str
    name: str | None
    value: Typed
    subject: bool = False


@dataclass(frozen=True)
class Scope:
    bound: Bound | None = None
    outer: Scope | None = None

    def bind(self, noun: str, name: str | None, value: Typed, subject: bool = False) -> Scope:
        """This scope with one more thing, nearer than all others."""
        return Scope(Bound(noun, name, value, subject), self)

    def entries(self) -> list[Bound]:
        found, at = [], self
        while at.bound is not None and at.outer is not None:
            found.append(at.bound)
            at = at.outer
        return found

    def noun(self, noun: str) -> Typed | None:
        """The nearest thing of a noun; one with a name of its own is meant only if there is no
        other."""
        found = [b for b in self.entries() if b.noun == noun]
        unnamed = [b for b in found if b.name is None]
        return next((b.value for b in (*unnamed, *found)), None)

    def only_named(self, noun: str) -> bool:
        """Whether all things of a noun that are bound have names of their own."""
        return all(b.name is not None for b in self.entries() if b.noun == noun)

    def name(self, name: str) -> Typed | None:
        return next((b.value for b in self.entries() if name in (b.name, b.noun)), None)

    def it(self) -> Bound | None:
        return next((b for b in self.entries() if b.subject), None)


class Exhausted(RulesError):
    """A budget is spent: lowering stops at once instead of looking for more errors."""


def fail(code: str, message: str, span: Span, hint: str | None = None) -> RulesError:
    """An error to raise for one place."""
    return RulesError([Diagnostic(code, message, span, hint)])
