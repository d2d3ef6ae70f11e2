"""What the words of a ruleset were understood as, noted while it is lowered.

Model. A reference (`it`, `the tile`, `the player`) is known by its place in the text. It means a
`Thing`: what a set phrase, a choice or the head of a definition binds, or a player who always has
a phrase of his own. A step or a definition is lowered once for each place and kind of things that
it is used with, so one reference may have been understood as several things.

Invariant: only the lowering writes here, in the moment in which it takes a reference for what it
is. So whatever is said of a line from these notes is what runs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from string import ascii_uppercase

from rulewright.interpreter.records import record
from rulewright.interpreter.source import Span


@record
class Thing:
    """What a reference means.

    `binder` is the place of the set or head that binds it, if it can have a name there; `name` is
    the one that the author gave it. `phrase` are words that mean it where the reference stands,
    and nothing else: none, where it needs a name.
    """

    noun: str
    binder: Span | None = None
    name: str | None = None
    phrase: str | None = None


#: A word, and the attribute of which it is taken for a value.
Meaning = tuple[str, str]
#: What is bound around a reference: where, if it can have a name there, and its name.
Around = frozenset[tuple[Span | None, str | None]]


@dataclass
class Understood:
    """The notes of one lowering, each by the place of the words that it is about."""

    things: dict[Span, dict[Thing, None]] = field(default_factory=dict)  # of references
    around: dict[Around, None] = field(default_factory=dict)  # what is bound together
    others: dict[Span, dict[Thing, None]] = field(default_factory=dict)  # what `other` is not
    attributes: dict[Span, dict[Meaning, None]] = field(default_factory=dict)  # of words
    numbers: dict[Span, int] = field(default_factory=dict)  # of options
    definitions: dict[Span, dict[Span, None]] = field(default_factory=dict)  # of several, the used
    deciders: dict[Span, dict[str, None]] = field(default_factory=dict)  # of choices
    each: dict[Span, None] = field(default_factory=dict)  # effects that are done to several things
    added: dict[Span, None] = field(default_factory=dict)  # acts that take nothing away
    changes: dict[Span, dict[Span, None]] = field(default_factory=dict)  # that an `end` looks at

    def refer(self, place: Span, thing: Thing, around: Around) -> None:
        """Note what a reference means."""
        self.things.setdefault(place, {})[thing] = None
        self.around[around] = None


def letters(noun: str, taken: Collection[str | None]) -> Iterator[str]:
    """Names for a thing of a noun that are not taken: its first letter, then the letters that
    follow, without those that look like a number."""
    start = max(ascii_uppercase.find(noun[:1].upper()), 0)
    for letter in ascii_uppercase[start:] + ascii_uppercase[:start]:
        if letter not in taken and (letter not in "IO" or letter == ascii_uppercase[start]):
            yield letter
