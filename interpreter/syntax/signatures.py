"""What the declared words of a text are said of: whose an attribute is, what a verb takes.

Read from the heads of the declarations alone, as the names are (see `declared_names`), so it is
known also where lines of the text are refused. It serves hints, and to see which of two readings
cannot be meant (see `said_of`): what is not told by a head is left open, and nothing is reported
here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from rulewright.interpreter.records import record
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.lexer import Token
from rulewright.interpreter.syntax.listed_names import ARTICLES, MODIFIERS
from rulewright.interpreter.syntax.words import RECKONED

TAILS = ("of", "from", "towards", "at", "with")
LONGEST = 6  # words of a phrase
#: Behind these words stands when a value is this one.
ASKED = ("if", "for", "otherwise")


@record
class Signature:
    """What a name is said of: the noun that it is about (none, of the game or turn), the nouns of
    other things with their words, and what a value is: `number`, a noun, `truth`, `words`, or
    nothing where the head does not tell."""

    name: str
    noun: str
    others: tuple[tuple[str, str], ...] = ()
    kind: str = ""
    defined: bool = False  # it is worked out, so nothing changes it
    ends: tuple[str, str] = ("", "")  # of a number, where they are written so: `0 to 9`


@dataclass
class Signatures:
    """By their names: attributes, adjectives, prepositions and verbs, in the order of the text;
    for values the nouns that they are of, and the attributes that can be them."""

    attributes: dict[str, list[Signature]] = field(default_factory=dict)
    adjectives: dict[str, list[Signature]] = field(default_factory=dict)
    prepositions: dict[str, list[Signature]] = field(default_factory=dict)
    verbs: dict[str, list[Signature]] = field(default_factory=dict)
    nouns: dict[str, str] = field(default_factory=dict)
    held: dict[str, list[str]] = field(default_factory=dict)

    def kept_players(self) -> tuple[str, ...]:
        """What the text calls players whom the game keeps: `dealer`."""
        return tuple(name for name, known in self.attributes.items()
                     if any(s.kind == "player" and not s.noun and not s.others for s in known))


def signatures(phrases: PhraseTable) -> Signatures:
    """The signatures of all that some phrases were learnt from, and of what is built in."""
    found = Signatures()
    for player in ("opponent", "next player", "previous player"):
        found.attributes[player] = [Signature(player, "player", kind="player")]
    found.attributes["seat"] = [Signature("seat", "player", kind="number")]
    for cell in phrases.cells:
        for side in ("column", "row"):
            _add(found.attributes, Signature(side, cell, kind="number"))
        for adjective in ("empty", "occupied"):
            _add(found.adjectives, Signature(adjective, cell))
    for piece in phrases.pieces:
        _add(found.attributes, Signature("owner", piece, kind="player"))
    for near in ("next to", "orthogonally next to", "diagonally next to"):
        for cell in phrases.cells:
            _add(found.prepositions, Signature(near, cell, (("", cell),)))
    found.nouns |= dict.fromkeys(phrases.seats, "player")
    for tokens in phrases.heads:
        _Head(phrases, found, tokens).read()
    return found


def _add(known: dict[str, list[Signature]], signature: Signature) -> None:
    of = known.setdefault(signature.name, [])
    if signature not in of:
        of.append(signature)


class _Head:
    """One declaration, read from its first word on."""

    def __init__(self, phrases: PhraseTable, found: Signatures, tokens: Sequence[Token]) -> None:
        self.phrases, self.found = phrases, found
        self.words = [t.text for t in tokens]
        self.at = 0

    def read(self) -> None:
        first = self.words[0]
        if first == "kind":
            self._kind()
        elif first == "each" or self.words[:2] in (["the", "game"], ["the", "turn"]):
            self.at = 1
            noun = self._noun() if first == "each" else ""
            self.at += first == "the"
            if noun is None:
                return
            if self._took("has"):
                self._attribute(noun)
            elif self._took("can", "be"):
                self._quality(noun)
        elif first == "the":
            self._value()
        elif first in ARTICLES:
            self._definition()

    def _kind(self) -> None:
        self.at = 1
        noun = self._noun()
        if noun is None or ":" not in self.words:
            return
        self.at = self.words.index(":") + 1
        self.found.nouns |= dict.fromkeys(self._values(), noun)

    def _values(self) -> Iterator[str]:
        while self.at < len(self.words):
            name = self._name("VAL")
            if name:
                yield name
            else:
                self.at += 1

    def _attribute(self, noun: str) -> None:
        self._article()
        name = self._attribute_name()
        if name is None:
            return
        others: tuple[tuple[str, str], ...] = ()
        word = self._word()
        if word in TAILS:
            self.at += 1
            self._took("each")
            others = ((word, self._noun() or ""),)
        kind, ends = self._type(name)
        _add(self.found.attributes, Signature(name, noun, others, kind, ends=ends))

    def _type(self, name: str) -> tuple[str, tuple[str, str]]:
        ends = ("", "")
        if not self._took(":"):
            return "", ends
        words = self.words[self.at :]
        for i in range(len(words)):
            if words[i] == "," and tuple(words[i + 1 : i + 3]) in MODIFIERS:
                words = words[:i]
                break
        kind = "words"
        if words[:3] == ["yes", "or", "no"]:
            kind = "truth"
        elif "to" in words:
            kind = "number"
            if len(words) == 3 and words[0].isdigit() and words[2].isdigit():
                ends = (words[0], words[2])
        end = self.at + len(words)
        while self.at < end:
            if self._word() in ARTICLES:
                self.at += 1
                kind = self._noun() or kind
            elif value := self._name("VAL"):
                self.found.held.setdefault(value, []).append(name)
            else:
                self.at += 1
        return kind, ends

    def _quality(self, noun: str) -> None:
        while self.at < len(self.words):
            if name := self._name("PREP"):
                _add(self.found.prepositions, Signature(name, noun, self._others()))
                return
            name = self._name("ADJ")
            if name:
                _add(self.found.adjectives, Signature(name, noun))
            elif not self._took("or"):
                return

    def _value(self) -> None:
        self.at = 1
        name = self._attribute_name()
        if name is None:
            return
        others = self._others()
        if self._word() != "is":
            return
        said = self.words[self.at + 1 :]
        kind = "one" if said else ""
        case = takewhile(lambda word: word not in ASKED,
                         self.phrases.first_cases.get(tuple(self.words), ()))
        said = said or [*case]
        if said and (said[0].isdigit() or RECKONED.intersection(said)):
            kind = "number"
        noun = ""
        if others and others[0][0] == "of":
            noun, others = others[0][1], others[1:]
        _add(self.found.attributes, Signature(name, noun, others, kind, True))

    def _definition(self) -> None:
        self.at = 1
        noun = self._noun()
        if noun is None:
            return
        self._letter()
        if self._took("is"):
            if name := self._name("PREP"):
                _add(self.found.prepositions, Signature(name, noun, self._others()))
            elif name := self._name("ADJ"):
                _add(self.found.adjectives, Signature(name, noun))
        elif name := self._name("VERB"):
            _add(self.found.verbs, Signature(name, noun, self._others()))

    def _others(self) -> tuple[tuple[str, str], ...]:
        """What else a name is said of: `a NOUN`, `from a NOUN` …"""
        found: list[tuple[str, str]] = []
        while self._word() in (*TAILS, *ARTICLES):
            word = ""
            if self._word() in TAILS:
                word = self._word()
                self.at += 1
            self._article()
            noun = self._noun()
            if noun is None:
                break
            self._letter()
            found.append((word, noun))
        return tuple(found)

    # -- words -------------------------------------------------------------------------------

    def _word(self) -> str:
        return self.words[self.at] if self.at < len(self.words) else ""

    def _took(self, *words: str) -> bool:
        if tuple(self.words[self.at : self.at + len(words)]) != words:
            return False
        self.at += len(words)
        return True

    def _article(self) -> None:
        self.at += self._word() in ARTICLES

    def _letter(self) -> None:
        self.at += len(self._word()) == 1 and self._word().isupper()

    def _noun(self) -> str | None:
        return self._name("NOUN", "GROUP")

    def _attribute_name(self) -> str | None:
        name = self._name("ATTR")
        if name is None and (self._word(),) in self.phrases.namesakes:
            self.at += 1
            return self.words[self.at - 1]
        return name

    def _name(self, *categories: str) -> str | None:
        """The longest phrase of a category that stands here; it is taken."""
        for length in range(min(LONGEST, len(self.words) - self.at), 0, -1):
            known = self.phrases.table.get(tuple(self.words[self.at : self.at + length]))
            if known and known[0] in categories:
                self.at += length
                return known[1]
        return None
