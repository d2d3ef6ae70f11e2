"""The things of a line, and what is said of them, for the slots of a form.

A form asks for a thing of some noun, for an attribute with the thing that has it, for a number. It
gets what the line speaks of, in the order of the line, each mention once; what the line leaves out
is guessed: the usual thing of the noun, the other player, the one attribute that can be meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.interpreter.syntax.mentions import Mention, Speech
from rulewright.interpreter.syntax.signatures import Signature

#: Attributes that things have of themselves.
BUILT_IN = ("seat", "column", "row")


@dataclass
class Spoken:
    """What a line speaks of, of which one form takes what it needs; what it is in need of and the
    line does not say is guessed, and counted."""

    speech: Speech
    mentions: list[Mention]
    about: str
    used: set[int] = field(default_factory=set)
    guesses: int = 0
    made_up: int = 0  # guesses of a thing or number of which there are others as well
    filled: dict[str, str] = field(default_factory=dict)
    attribute: Signature | None = None
    first: str = ""  # what the first attribute is of
    tails: str = ""  # of that attribute: its other things
    changes: bool = False  # the form changes its attribute
    noun: str = ""
    one: str = ""
    subjects: frozenset[str] = frozenset()  # nouns of what the form says something of
    objects: frozenset[str] = frozenset()  # nouns of its other thing

    # -- what mentions there are ---------------------------------------------------------------

    def _free(self, *kinds: str) -> Iterator[Mention]:
        return (m for m in self.mentions if m.kind in kinds and m.at not in self.used)

    def _take(self, mention: Mention) -> Mention:
        self.used.add(mention.at)
        return mention

    def _guess(self, text: str) -> str:
        self.guesses += 1
        return text

    def _thing(self, noun: str, sets: bool = True) -> str | None:
        """The first thing of a noun that is spoken of."""
        return self._of_nouns(frozenset({noun} if noun else ()), sets)

    def _of_nouns(self, nouns: frozenset[str], sets: bool = True) -> str | None:
        for m in self._free("thing", "set"):
            one = self._as_thing(m, sets)
            noun = m.noun or self.about
            if one is not None and noun != "word" and (not nouns or not noun or noun in nouns):
                self._take(m)
                return one
        return None

    def _as_thing(self, mention: Mention, sets: bool) -> str | None:
        if mention.kind == "thing":
            return mention.text
        if not sets or not mention.quantity:
            return None
        return mention.a if mention.quantity == "a" else f"{mention.quantity} {mention.one}"

    def _usual(self, noun: str) -> str:
        """What a thing of a noun is called where the line does not say which."""
        about = noun == self.about and noun != "player"
        self.made_up += noun != "player" and not about
        return self._guess("it" if about else f"the {noun}")

    # -- numbers and attributes -------------------------------------------------------------------

    def _phrases(self, count: int, numeric: bool) -> list[str]:
        """Phrases of attributes with their things."""
        spoken: list[tuple[Mention, Signature]] = []
        for m in self._free("attribute"):
            signature = self._signature(m, numeric)
            if signature is not None:
                spoken.append((m, signature))
        if not spoken:
            return []
        if count > 1 and len(spoken) == 1:
            spoken = spoken * count
        found: list[str] = []
        for mention, signature in spoken[:count]:
            self._take(mention)
            self.attribute = self.attribute or signature
            found.append(self._said(signature, mention, len(found)))
        return found if len(found) == count else []

    def _signature(self, mention: Mention, numeric: bool) -> Signature | None:
        known = [s for s in self.speech.known.attributes.get(mention.text, [])
                 if not (self.changes and s.defined)]
        near = [s for s in known if s.noun and any(
            m.noun == s.noun for m in self.mentions if m.kind in ("thing", "set"))]
        signature = next(iter(near or known), None)
        if signature is None or not numeric or signature.kind in ("", "number"):
            return signature
        return None

    def _said(self, signature: Signature, mention: Mention | None, number: int) -> str:
        """An attribute with the thing it is of, and with its other things."""
        name = signature.name
        if not signature.noun:
            return f"the {name}"
        owner = self._owner(signature, mention)
        if owner is None:
            owner = self._rival(signature.noun) if number else self._usual(signature.noun)
        self.first = self.first or owner
        tails = self._tails(signature)
        if owner == "it" and not tails:
            return f"its {name}"
        if tails and owner.partition(" ")[0] in ("every", "some", "no"):
            owner = f"({owner})"
        return f"the {name} of {owner}{tails}"

    def _tails(self, signature: Signature) -> str:
        """The other things of an attribute; those of a second one are the same."""
        if not self.tails:
            self.tails = "".join(f" {word} {self._thing(noun) or self._usual(noun)}"
                                 for word, noun in signature.others)
        return self.tails

    def _owner(self, signature: Signature, mention: Mention | None) -> str | None:
        """The thing that an attribute is of: what stands before its `'s` or behind its `of`, else
        the first thing that can have it."""
        at = mention.at if mention is not None else -1
        beside = [m for m in self._free("thing", "set") if m.noun in (signature.noun, "") and (
            self._at(at - 1, "'s", m.at == at - 2) or self._at(at + 1, "of", m.at == at + 2))]
        for m in beside:
            one = self._as_thing(m, True)
            if one is not None:
                self._take(m)
                return one
        inner = next((m for m in self._free("attribute") if self._at(at + 1, "of", True) and any(
            s.kind == signature.noun for s in self.speech.known.attributes.get(m.text, []))), None)
        if inner is not None:
            self._take(inner)
            other = next(s for s in self.speech.known.attributes[inner.text]
                         if s.kind == signature.noun)
            return f"({self._said(other, inner, 0)})" if other.noun else f"the {other.name}"
        return self._thing(signature.noun)

    def _at(self, at: int, text: str, near: bool) -> bool:
        return near and 0 <= at < len(self.mentions) and self.mentions[at].text in (text, "’s")

    def _rival(self, noun: str) -> str:
        seats = self.speech.phrases.seats
        if noun == "player":
            if len(seats) == 2 and self.first in seats:
                return self._guess(seats[1 - seats.index(self.first)])
            self.made_up += len(seats) != 2
            return self._guess(
                "the player's opponent" if len(seats) == 2 else "every other player")
        self.made_up += 1
        return self._guess(f"every other {noun}")

    def _counts(self, count: int) -> list[str]:
        """Numbers of sets: of two sets, or of the pieces of two players."""
        sets = [m for m in self._free("set") if m.noun != "player"]
        if not sets:
            return []
        if len(sets) >= count:
            return [f"the number of {self._take(m).many}" for m in sets[:count]]
        self._take(sets[0])
        if count == 2 and sets[0].many.count(" of ") == 1:
            owner = self._thing("player", sets=False)
            if owner is not None:
                many = sets[0].many
                return [f"the number of {many}",
                        f"(the number of {many.partition(' of ')[0]} of {owner})"]
            return []
        if sets[0].noun in self.speech.phrases.pieces and " of " not in sets[0].one:
            owners = [self._thing("player") for _ in range(count)]
            return [f"the number of {sets[0].many} of "
                    f"{owner or (self._rival('player') if i else self._usual('player'))}"
                    for i, owner in enumerate(owners)]
        return []

    def _inferred(self, count: int) -> list[str]:
        """Where no attribute is named: the one number that just the things of the line have, or
        that the value of a named attribute has."""
        for m in self._free("attribute") if not self.changes else ():
            for kept in self.speech.known.attributes.get(m.text, []):
                values = self._numbers_of(kept.kind)
                if len(values) == 1:
                    inner = self._phrases(count, numeric=False)
                    self.attribute = values[0]
                    return [f"the {values[0].name} of ({phrase})" for phrase in inner]
        nouns = {m.noun for m in self._free("thing", "set") if m.noun not in ("", "word")}
        if len(nouns) < 2 and not any(self._free("number")):
            return []
        fitting = [s for known in self.speech.known.attributes.values() for s in known
                   if s.noun in nouns and {s.noun, *(noun for _, noun in s.others)} == nouns
                   and s.kind == "number" and s.name not in BUILT_IN
                   and not (self.changes and s.defined)]
        if len(fitting) != 1:
            return []
        self.guesses += 1
        self.attribute = fitting[0]
        return [self._said(fitting[0], None, number) for number in range(count)]

    def _numbers_of(self, noun: str) -> list[Signature]:
        return [s for known in self.speech.known.attributes.values() for s in known
                if s.noun == noun and noun and s.kind in ("", "number") and not s.others
                and s.name not in BUILT_IN]
