"""The names by which an example speaks to an author: those of the line, else others of the text.

Model. An example has places for a noun, a number, a player, a zone …; each is filled by the first
such thing that the line speaks of, and, where it speaks of none, by the first that the text
declares. What the text has none of leaves the place empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import chain, islice

from rulewright.interpreter.syntax.mentions import Mention, Speech
from rulewright.interpreter.syntax.signatures import Signature
from rulewright.interpreter.syntax.words import with_article

#: What the language itself says of things, which is no example of what a text declares.
BUILT_IN = ("owner", "column", "row", "seat", "opponent", "next player", "previous player", "box",
            "ending", "left turns", "way so far", "empty", "occupied")


class LineNames:
    """The names for the examples of one line; without `mentions`, those of the text alone."""

    def __init__(self, speech: Speech, mentions: Sequence[Mention] = ()) -> None:
        self.speech, self.phrases = speech, speech.phrases
        self.said = mentions

    def word(self, name: str, form: str = "") -> str | None:
        """What a place is filled with, in a form, or None where there is no such thing. A place
        with a number (`thing2`) is another one of its kind."""
        found = self._places.get(name.rstrip("2"))
        if found is None:
            return None
        words = dict.fromkeys(word for word in found() if word)
        filled = next(islice(words, int(name.endswith("2")), None), None)
        return self._formed(filled, form) if filled else None

    def _formed(self, word: str, form: str) -> str:
        noun = word in {*self.phrases.pieces, *self.phrases.cells, *self._nouns()}
        if form == "noun":  # what a quality is said of
            said = self.speech.known.adjectives.get(word, ())
            return next((s.noun for s in said if s.noun), word)
        if form == "a":
            return with_article(word)
        if form == "many":
            return self.speech.plural(word) if noun else word
        return f"the {word}" if form == "the" else word

    @cached_property
    def _places(self) -> dict[str, Callable[[], Iterator[str | None]]]:
        phrases = self.phrases
        return {
            "noun": lambda: self._noun((*phrases.pieces, *phrases.cells, *self._nouns())),
            "piece": lambda: self._noun(phrases.pieces),
            "celltype": lambda: self._noun(phrases.cells),
            "item": lambda: self._noun(self._nouns()),
            "adj": self._qualities,
            "attr": lambda: (s.name for s in self._numbers()),
            "kept": lambda: (s.name for s in self._attributes()
                             if s.kind != "number" and not s.defined),
            "number": lambda: map(self._whole, self._numbers()),
            "count": lambda: (s.name for s in self._numbers() if s.noun == "player"),
            "set": self._sets, "zone": self._zones, "player": self._players,
            "thing": lambda: self._things((*phrases.pieces, *phrases.cells, *self._nouns())),
            "place": lambda: self._things(phrases.cells),
            "n": lambda: chain((m.text for m in self.said if m.kind == "number"), "23"),
            "val": self._values,
            "seat": lambda: iter(phrases.seats),
        }

    def _nouns(self) -> list[str]:
        return [" ".join(kind) for kind in sorted(self.phrases.kinds) if kind != ("direction",)]

    def _noun(self, nouns: Sequence[str]) -> Iterator[str]:
        yield from (m.noun for m in self.said if m.noun in nouns)
        yield from nouns

    def _qualities(self) -> Iterator[str]:
        known = self.speech.known.adjectives
        yield from (m.text for m in self.said if m.kind == "adjective" and m.text in known
                    and m.text not in BUILT_IN)
        yield from (name for name in known if name not in BUILT_IN)

    def _attributes(self) -> Iterator[Signature]:
        known = self.speech.known.attributes
        for m in self.said:
            if m.kind == "attribute":
                yield from known.get(m.text, ())
        others = [s for of in known.values() for s in of
                  if s.name not in BUILT_IN and s.name not in self.phrases.zones]
        nouns = {m.noun for m in self.said if m.noun}
        yield from (s for s in others if s.noun in nouns)
        yield from others

    def _numbers(self) -> Iterator[Signature]:
        return (s for s in self._attributes() if s.kind == "number" and not s.others
                and not s.defined and s.name not in BUILT_IN)

    @staticmethod
    def _whole(number: Signature) -> str:
        return f"the {number.noun}'s {number.name}" if number.noun else f"the {number.name}"

    def _sets(self) -> Iterator[str]:
        yield from (m.many for m in self.said if m.kind == "set" and m.noun in self.phrases.pieces)
        yield from map(self.speech.plural, self.phrases.pieces)

    def _zones(self) -> Iterator[str]:
        zones = self.phrases.zones
        for zone in (*(m.text for m in self.said if m.text in zones), *zones):
            of = self.speech.known.attributes.get(zone, ())
            yield f"the player's {zone}" if any(s.noun for s in of) else f"the {zone}"

    def _players(self) -> Iterator[str]:
        yield from (m.text for m in self.said if m.kind == "thing" and m.noun == "player")
        yield from ("the player", "the player's next player")

    def _things(self, nouns: Sequence[str]) -> Iterator[str]:
        yield from (m.text for m in self.said if m.kind == "thing" and m.noun in nouns)
        yield from (f"the {noun}" for noun in self._noun(nouns))

    def _values(self) -> Iterator[str]:
        held = self.speech.known.held
        yield from (m.text for m in self.said if m.kind == "thing" and m.text in held)
        yield from held
