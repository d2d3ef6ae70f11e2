"""Names for what references mean, where the author gave none.

What binds a thing (a set, a choice, the head of a definition) gets a name if some reference to it
could not be said otherwise; then every reference says the name. Two things that are bound together
somewhere have different names; what one reference means in different places has one. Where that
cannot be, because a part of what it means can have no name, the reference stays as it is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from rulewright.interpreter.model.understood import Thing, Understood, letters
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax.words import DECIDER, TO_MOVE

Place = Span


class Names:
    """The names of binders, by their places, and with them what is said for each reference."""

    def __init__(self, understood: Understood, known: frozenset[str]) -> None:
        """`known` are the words that have a meaning already."""
        self.understood = understood
        self.known = known
        self.group: dict[Place, Place] = {}  # binders that are meant by the same reference
        self.nouns: dict[Place, str] = {}
        self.own: dict[Place, str] = {}  # the author's names
        needed: list[Place] = []
        mixed: list[Place] = []  # meant by a reference that also means what can have no name
        for things in (*understood.things.values(), *understood.others.values()):
            binders = [thing.binder for thing in things if thing.binder is not None]
            for thing in things:
                if thing.binder is not None:
                    self.nouns[thing.binder] = thing.noun
                    if thing.name is not None:
                        self.own[thing.binder] = thing.name
            for other in binders[1:]:
                self._join(binders[0], other)
            if any(thing.phrase is None or thing.name for thing in things):
                needed += binders
            if 0 < len(binders) < len(things):
                mixed += binders
        for things in understood.others.values():  # a cell that is not the cell: which?
            needed += [thing.binder for thing in things if thing.binder is not None]
        leaders = set(map(self._leader, needed)) - set(map(self._leader, mixed))
        self.given = self._named(leaders)

    def _leader(self, place: Place) -> Place:
        while place in self.group:
            place = self.group[place]
        return place

    def _join(self, one: Place, other: Place) -> None:
        one, other = self._leader(one), self._leader(other)
        if one != other:
            self.group[other] = one

    def _named(self, needed: set[Place]) -> dict[Place, str]:
        """A name for each of the binders, and of those that are meant together one."""
        beside: defaultdict[Place, set[Place]] = defaultdict(set)
        taken: defaultdict[Place, set[str]] = defaultdict(set)
        for around in self.understood.around:
            places = {self._leader(place) for place, _ in around if place is not None}
            for place in places:
                beside[place] |= places - {place}
                taken[place] |= {name for other, name in around if name and (
                    other is None or self._leader(other) != place
                )}
        given: dict[Place, str] = {}
        for place in sorted(needed, key=lambda p: (p.source.name, p.line, p.column)):
            members = [p for p in self.nouns if self._leader(p) == place]
            names = {self.own[p] for p in members if p in self.own}
            if len(names) > 1 or (names and len(members) > 1):
                continue  # the author's names go first; others stay as they are
            used = taken[place] | {given[p] for p in beside[place] if p in given}
            own = next(iter(names), None)
            name = own or next(letters(self.nouns[place], used | self.known), None)
            if name is not None:
                given |= dict.fromkeys([place, *members], name)
        return given

    # -- what is said ----------------------------------------------------------------------------

    def new(self, binder: Place) -> str | None:
        """The name to give to what is bound at a place."""
        return None if binder in self.own else self.given.get(binder)

    def words(self, things: Iterable[Thing]) -> str | None:
        """What means the things of a reference; None if nothing does everywhere."""
        said = {self._words(thing) for thing in things}
        if said == {TO_MOVE, DECIDER}:  # who decides is at times the player to move
            return DECIDER
        return said.pop() if len(said) == 1 else None

    def each(self, things: Iterable[Thing]) -> list[str]:
        """How the things of a reference are told apart, by the lines that bind them."""
        return [
            self._words(thing) or f"a {thing.noun}" if thing.binder is None
            else f"{self._words(thing) or f'the {thing.noun}'} of line {thing.binder.line}"
            for thing in things
        ]

    def _words(self, thing: Thing) -> str | None:
        if thing.binder is None:
            return thing.phrase
        return self.given.get(thing.binder) or thing.phrase
