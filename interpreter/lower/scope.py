"""What the words of a line can mean while it is lowered: bound things and named values.

Model. A `Scope` is a linked list of `Bound` entries, innermost first. A word that speaks of a thing
has one meaning or none: where two different things fit, there are several candidates, and the line
is an error (see `reference`).

- An entry that *opens* is bound by a line around the present one (the head of a definition, a `for
  each`, a choice, a roll); what its line binds further, and what is done below it, belongs to the
  same level. `it` looks at the nearest level only.
- An effect (`put a Stone …`) binds the thing that was handled last; it takes the place of what
  earlier effects bound, and what is bound nearer hides it.
- An entry without a value is *suggested*: a condition or set phrase said that there is such a
  thing, without saying which. It is never meant, but it stands in the way of a farther one.
- `sentence` is told to phrases with `other` only, which speak of other things than it does (see
  `others`).
- `possessor` is told to what stands behind `whose ATTRIBUTE is`: there `its` may be of the element
  too (see `reference.it`). It does not reach into sets further inside.
- `early` holds what was worked out before an act for the lines below it (see `before`), by the
  phrases that ask for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.ir import E
from rulewright.interpreter.ir.interned import Interned, changed
from rulewright.interpreter.lower.typed import Typed
from rulewright.interpreter.records import record
from rulewright.interpreter.source import Span


@record(eq=False)
class Asked(Interned):
    """A certain thing of which an `if` around or the line above speaks, without binding it: it
    stands in the way of `it`; where it is `called` by its noun, of `the NOUN` as well; but not of
    what is a subject there."""

    thing: Typed
    subjects: tuple[Typed, ...]
    called: bool = False

    def hides(self, b: Bound) -> bool:
        """Whether it can be meant as well as another thing, of which the same can be said."""
        return b.value is not None and not any(
            b.value.e == one.e and b.value.type.piece == one.type.piece
            for one in (self.thing, *self.subjects))


@record(eq=False)
class Bound(Interned):
    """A thing that is spoken of; `subject` if `it` may mean it."""

    noun: str
    name: str | None
    value: Typed | None
    subject: bool = False
    opens: bool = False
    effect: bool = False
    decides: bool = False  # the player of `P decides`
    chosen: bool = False  # by somebody who chooses
    head: bool = False  # in the head of a definition
    span: Span | None = None  # where it is bound
    gone: Span | None = None  # of a piece: the act that took it off the board
    demanded: bool = False  # suggested by an `only if`
    asked: Asked | None = None  # what the lines above speak of, beside what is bound
    phrase: str = ""  # what always means it, or for something suggested, what would bind it
    owner: E | None = None  # of a piece, where the phrase that binds it says whose it is
    named_within: bool = False  # a name that a phrase gives to a member of its set

    @property
    def namable(self) -> bool:
        """Whether what binds it can give it a name."""
        return not (self.span is None or self.value is None or self.effect or self.phrase)

    def same(self, other: Bound) -> bool:
        """Whether both are one thing."""
        one, two = self.value, other.value
        if one is None or two is None:
            return self is other
        return one.e == two.e and one.type.piece == two.type.piece


#: The name by which a scope knows the cell of the piece that an act takes off the board.
CAPTURED = "the captured"
#: The noun by which a scope knows what a walk carries.
CARRIED = "the carried"


@record
class Early:
    """What a phrase came to before an act or a choice, or what was wrong with it there; whether the
    act was chosen, and whether things were."""

    typed: Typed | None
    act: bool
    things: bool
    wrong: RulesError | None = None


@record(eq=False)
class Moments:
    """What phrases came to at earlier moments, by their ids; each is another one."""

    phrases: Mapping[int, Early]


NO_MOMENTS = Moments({})


@record(eq=False)
class Sentence(Interned):
    """What the sentence around a phrase is said of, and what else it names; the sentence that it
    stands in."""

    of: tuple[Bound, ...]
    beside: tuple[Bound, ...] = ()
    outer: Sentence | None = None


@record(eq=False)
class Possessor(Interned):
    """The element of `whose ATTRIBUTE is …`, and that attribute, with which it is not compared."""

    element: Bound
    attribute: str


@record(eq=False)
class Scope(Interned):
    """What is bound, innermost first; an empty one ends the list."""

    bound: Bound | None = None
    outer: Scope | None = None
    early: Moments = NO_MOMENTS
    sentence: Sentence | None = None
    possessor: Possessor | None = None

    def bind(
        self, noun: str, name: str | None, value: Typed, subject: bool = False,
        span: Span | None = None,
    ) -> Scope:
        """This scope with one more thing, nearer than all others; a subject opens a level."""
        return self.add(Bound(noun, name, value, subject, opens=subject, span=span))

    def add(self, bound: Bound) -> Scope:
        """This scope with one more entry."""
        return Scope(bound, self, self.early, self.sentence, None)

    def entries(self) -> list[Bound]:
        """All that is bound, the nearest first."""
        entries, at = [], self
        while at.bound is not None and at.outer is not None:
            entries.append(at.bound)
            at = at.outer
        return entries

    def candidates(self, noun: str) -> list[Bound]:
        """What `the NOUN` can mean, the nearest first: the things of that noun that have no name
        of their own, or else those that have, and what is suggested nearer than all of them. What
        is suggested by a name is spoken of by that, where another is bound."""
        real = [b for b in self.entries() if b.noun == noun and b.value is not None]
        return self._nearest(noun, [b for b in real if b.name is None] or real)

    def spoken_of(self, noun: str) -> list[Bound]:
        """The things of a noun, with and without names, and what is suggested nearer than they."""
        return self._nearest(noun, [
            b for b in self.entries() if b.noun == noun and b.value is not None])

    def _nearest(self, noun: str, fitting: list[Bound]) -> list[Bound]:
        entries = [b for b in self.entries() if b.noun == noun]
        suggested = []
        for b in entries:
            if b.asked is not None:
                if b.asked.called and fitting and all(map(b.asked.hides, fitting)):
                    suggested.append(b)
            elif b.value is None and b.gone is None:
                suggested += [b] if b.name is None or not fitting else []
            elif b in fitting:
                break
        return [*suggested[:1], *_different(fitting)]

    def carry(self, name: str, value: Typed) -> Scope:
        """This scope with another value for what a walk carries."""
        return self.add(Bound(CARRIED, name, value, head=True))

    def carried(self, name: str) -> Typed | None:
        """What a walk carries by a name, as the lines here know it."""
        return next((b.value for b in self.entries() if (b.noun, b.name) == (CARRIED, name)), None)

    def noun(self, noun: str) -> Typed | None:
        """The nearest thing of a noun; one with a name of its own is meant only if there is no
        other."""
        return next((b.value for b in self.candidates(noun) if b.value is not None), None)

    def name(self, name: str) -> Typed | None:
        """The nearest thing with a name, or of a noun."""
        return next((
            b.value for b in self.entries() if name in (b.name, b.noun) and b.value is not None
        ), None)

    def its(self) -> list[Bound]:
        """What `it` can mean: the things of the nearest level."""
        found = []
        for b in self.entries():
            if b.subject:
                found.append(b)
            if b.opens:
                break
        suggested: dict[tuple[str, bool], Bound] = {}
        for b in found:
            if b.value is None:
                suggested.setdefault((b.noun, b.asked is None), b)
        real = _different([b for b in found if b.value is not None])
        return [*suggested.values(), *real]

    def said_of(self, noun: str) -> list[Bound]:
        """The things of a noun that the nearest sentence about such things is said of."""
        sentence, found = self.sentence, list[Bound]()
        while sentence is not None and not found:
            found = _different([b for b in sentence.of if b.noun == noun])
            sentence = sentence.outer
        return found

    def mapped(self, change: Callable[[Typed], Typed]) -> Scope:
        """The scope with other values for what is bound."""
        return self._renewed(
            changed(b, value=None if b.value is None else change(b.value))
            for b in reversed(self.entries()))

    def _renewed(self, entries: Iterable[Bound]) -> Scope:
        """A scope of other entries, the farthest first, at the same moment."""
        renewed = Scope()
        for b in entries:
            renewed = renewed.add(b)
        return changed(renewed, early=self.early)

    def without(self, noun: str) -> Scope:
        """The scope without the unnamed things of a noun."""
        return self._renewed(
            b for b in reversed(self.entries())
            if b.noun != noun or (b.name is not None and b.value is not None))

    def without_asked(self) -> Scope:
        """The scope without what the lines above ask or change, where a nearer one asks of what is
        bound."""
        if all(b.asked is None for b in self.entries()):
            return self
        return self._renewed(b for b in reversed(self.entries()) if b.asked is None)

    def without_those(self, below: Scope, above: Scope) -> Scope:
        """The scope without what one scope adds to another."""
        if below is above:
            return self
        added = {id(b) for b in below.entries()} - {id(b) for b in above.entries()}
        return self._renewed(b for b in reversed(self.entries()) if id(b) not in added)

    def in_step(self) -> Scope:
        """The scope in a step that is done here, whose lines do not speak of what a choice demands
        elsewhere."""
        if not any(b.demanded for b in self.entries()):
            return self
        return self._renewed(b for b in reversed(self.entries()) if not b.demanded)

    def without_name(self, name: str | None) -> Scope:
        """The scope without the things of a name, which something nearer hides."""
        if name is None or all(b.name != name for b in self.entries()):
            return self
        return self._renewed(b for b in reversed(self.entries()) if b.name != name)

    def without_piece(self, cell: E, act: Span) -> Scope:
        """The scope in which the piece on a cell is not spoken of any more: an act took it."""
        def taken(b: Bound) -> bool:
            return b.value is not None and bool(b.value.type.piece) and b.value.e is cell

        return self._renewed(changed(b, value=None, gone=act) if taken(b) else b
                             for b in reversed(self.entries()))

    def gone(self, said: str) -> Bound | None:
        """The piece of a name or noun that an act took off the board."""
        return next((b for b in self.entries() if b.gone and said in (b.name, b.noun)), None)

    def later(self, early: Mapping[int, Early]) -> Scope:
        """This scope for lines below an act, with what was worked out before it."""
        return changed(self, early=Moments({**self.early.phrases, **early})) if early else self

    def kept(self, phrase: object) -> Typed | None:
        """What a phrase came to at an earlier moment, if it is about one."""
        early = self.early.phrases.get(id(phrase))
        if early is not None and early.wrong is not None:
            raise early.wrong
        return None if early is None else early.typed


def _different(found: Sequence[Bound]) -> list[Bound]:
    """The things without repetitions; of what effects bound, only the nearest thing, and only if
    nothing nearer is bound."""
    different: list[Bound] = []
    for b in found:
        if any(b.same(other) for other in different) or (b.effect and different):
            continue
        different.append(b)
    return different
