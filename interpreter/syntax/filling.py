"""A form of the table, filled with what a line speaks of (see `forms`)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.interpreter.syntax.signatures import Signature
from rulewright.interpreter.syntax.spoken import BUILT_IN, Spoken
from rulewright.interpreter.syntax.words import with_article

SLOT = re.compile(r"<([a-z]+)(\d?)(?:\.([a-z]+))?>")
CHANGES = re.compile(r"<(?:t2?|a)> (?:becomes|goes)")
CONTENT = ("thing", "set", "attribute", "adjective", "preposition", "verb", "number", "text")
#: Words that say nothing by which a form is found or missed.
EMPTY = frozenset("a an the of is are to in on that it its with and or at for from be as 's , "
                  "( ) if this these those which who their his her he she they them has have "
                  "then there does do must may".split())
#: The slots in the order in which they are filled: what tells most comes first.
ORDER = """q t a adj prep verb piece place holder spot one men many most attr num kept v n noun
    things p x y z cell cells new""".split()


class Filling(Spoken):
    """One form that is filled with what a line speaks of."""

    def score(self) -> float:
        unused = sum(1 for m in self.mentions if m.at not in self.used and m.kind in CONTENT
                     and m.meant and m.text not in ("it", "the player"))
        return 0.9 * len(self.used) - 1.1 * self.guesses - 0.8 * unused

    def fill(self, lines: Sequence[str]) -> tuple[str, ...] | None:
        """The lines with what their slots stand for, or None where there is no such thing."""
        names = list(dict.fromkeys(
            m[1] + m[2] + ("." + m[3] if m[3] else "") for line in lines
            for m in SLOT.finditer(line)))
        self.changes = any(CHANGES.match(line.strip()) for line in lines)
        if any("player's <" in line for line in lines):
            self.noun = "player"
        numbers = [name for name in names if name in ("q", "q2", "t", "t2")]
        attributes = [name for name in names if name in ("a", "a2")]
        if numbers and not self._quantities(numbers):
            return None
        if attributes and not self._attributes(attributes):
            return None
        for name in sorted(names, key=lambda n: (
            n == "q.rest", ORDER.index(n.partition(".")[0].strip("2")))):
            if name not in self.filled:
                word = self._slot(name)
                if word is None:
                    return None
                self.filled[name] = word
        if self.filled.get("n") == "1":  # of one thing
            lines = [re.sub("<n> <many>|<n> <men.many>", f"1 {self.one}", line) for line in lines]
        return tuple(
            SLOT.sub(lambda m: self.filled[m[1] + m[2] + ("." + m[3] if m[3] else "")], line)
            for line in lines)

    def _quantities(self, names: list[str]) -> bool:
        """Fill the slots of numbers, all at once: they are alike, of several things."""
        found = self._phrases(len(names), numeric=True)
        if names[0].startswith("q"):
            found = found or self._counts(len(names))
        found = found or self._inferred(len(names))
        if not found:
            return False
        for name, phrase in zip(names, found, strict=True):
            self.filled[name] = phrase
        return True

    def _attributes(self, names: list[str]) -> bool:
        found = self._phrases(len(names), numeric=False)
        if not found:
            return False
        for name, phrase in zip(names, found, strict=True):
            self.filled[name] = phrase
        return True

    # -- the other slots ------------------------------------------------------------------------

    def _slot(self, name: str) -> str | None:
        kind, _, form = name.partition(".")
        match kind:
            case "q":
                each = self._rest() if form == "rest" else self._each()
                plain = self.attribute is None or not self.attribute.others
                return None if form == "pair" and plain else each
            case "most":
                each = self._each()
                if self.attribute is not None and each == (
                    f"the {self.attribute.noun}'s {self.attribute.name}"
                ):
                    return self.attribute.name
                return f"({each})" if each else None
            case "attr" | "num" | "kept":
                return self._attribute_name(kind)
            case "num2":
                self.changes = True
                return self._attribute_name("num", again=True)
            case "noun" | "noun2" | "things":
                return self._noun(kind, form)
            case "one" | "many" | "one2" | "many2" | "men":
                return self._set(kind, form)
            case "x":
                return self._any_thing(self.subjects)
            case "y" | "z":
                return self._any_thing(self.objects or self.subjects)
            case "p" | "p2":
                return self._thing("player", sets=False) or self._guess(
                    "the player" if kind == "p" else "the player's opponent")
            case "place":
                return next((self._thing(cell) for cell in self.speech.phrases.cells), None)
            case "holder":
                return self._thing("player") or next(
                    (self._thing(cell) for cell in self.speech.phrases.cells), None)
            case "v" | "v2":
                return self._value()
            case "adj" | "prep" | "verb":
                return self._said_of(kind)
            case "n":
                number = next(self._free("number"), None)
                if number is None and self.changes:
                    return None  # by how much something changes is not guessed
                self.guesses += number is None
                self.made_up += number is None
                return self._take(number).text if number else self._guess("3")
            case "spot":
                return self._spot()
            case "piece" | "cell" | "cells":
                return self._declared(kind, form)
            case "new":
                word = next((m for kinds in (("word",), CONTENT[2:6]) for m in self._free(*kinds)
                             if m.text not in EMPTY and m.text.isalpha()), None)
                return self._take(word).text if word else None
        return None

    def _spot(self) -> str | None:
        """A cell, or where a piece stands."""
        phrases = self.speech.phrases
        if not phrases.cells:
            return None
        cell = phrases.cells[0]
        if self.about in phrases.pieces or self.about == cell:
            return f"its {cell}" if self.about != cell else "it"
        return self._thing(cell) or f"the {cell}"

    def _rest(self) -> str | None:
        """The number of all others that the first one of the form is of."""
        if self.attribute is None or not self.attribute.noun:
            return None
        others = f"every other {self.attribute.noun}"
        return f"the {self.attribute.name} of {f'({others}){self.tails}' if self.tails else others}"

    def _each(self) -> str | None:
        """A number that is asked of each thing that has it."""
        for m in self._free("attribute"):
            signature = self._signature(m, numeric=True)
            inner = next((s for s in self.speech.known.attributes.get(m.text, ())
                          if s.noun and not s.others), None)
            values = self._numbers_of(inner.kind) if inner is not None else []
            if inner is not None and len(values) == 1:
                self._take(m)
                self.attribute = inner
                return f"the {values[0].name} of (the {inner.noun}'s {inner.name})"
            if signature is not None and signature.noun:
                self._take(m)
                self.attribute = signature
                if not signature.others:
                    return f"the {signature.noun}'s {signature.name}"
                tails = "".join(f" {word} {self._thing(noun) or f'the {noun}'}"
                                for word, noun in signature.others)
                return f"the {signature.name} of the {signature.noun}{tails}"
        return None

    def _attribute_name(self, kind: str, again: bool = False) -> str | None:
        """The name of an attribute, of the things that the form speaks of if there are such."""
        def fits(s: Signature) -> bool:
            number = s.kind in ("number", "")
            if not s.noun or s.others or (self.changes and s.defined):
                return False
            return (not self.noun or s.noun == self.noun) and (
                kind == "attr" or (number if kind == "num" else s.kind not in ("number", "truth")))

        if self.attribute is not None and not again:
            return self.attribute.name if fits(self.attribute) else None
        for m in self._free("attribute"):
            known = next(filter(fits, self.speech.known.attributes.get(m.text, ())), None)
            if known is not None:
                self._take(m)
                self.attribute = known
                return known.name
        if not self.noun:
            sets = [m for m in self._free("set") if m.noun]
            if len(sets) != 1:
                return None
            self.noun = self._take(sets[0]).noun
        fitting = [s for known in self.speech.known.attributes.values() for s in known
                   if fits(s) and s.name not in BUILT_IN and (s.kind or kind != "num")]
        if len(fitting) != 1 or kind == "attr":
            return None
        self.attribute = fitting[0]
        return self._guess(fitting[0].name)

    def _noun(self, kind: str, form: str) -> str | None:
        noun = self.attribute.noun if self.attribute is not None else self.noun
        if not noun or kind == "noun2":
            m = next(self._free("set"), None) or next(
                (m for m in self._free("thing") if m.noun not in ("", "word")), None)
            if m is None:
                return None
            noun = self._take(m).noun
        if kind == "things":
            return self.speech.plural(noun)
        return with_article(noun) if form == "a" else noun

    def _set(self, kind: str, form: str) -> str | None:
        """A set that is spoken of; of pieces, where only they can be meant."""
        men = frozenset(self.speech.phrases.pieces)
        both = men if kind == "men" else self.subjects | self.objects
        if kind == "men" and not men:
            return None
        fitting = [m for m in self._free("set") if (not both or m.noun in both) and not (
            form == "a" and m.noun == "player" and m.quantity == "every")]
        if fitting:
            m = self._take(fitting[0])
            one, many = m.one, m.many
        else:
            if kind == "men":
                return None
            bound = next((m for m in self._free("thing") if m.text == f"the {m.noun}"
                          and m.noun != "player" and (not both or m.noun in both)), None)
            if bound is None:
                return None
            m = self._take(bound)
            one, many = m.noun, self.speech.plural(m.noun)
        if not kind.endswith("2"):
            self.noun, self.one = m.noun, one
        if form == "a":
            return with_article(one)
        return many if kind.startswith("many") or form == "many" else one

    def _any_thing(self, nouns: frozenset[str]) -> str | None:
        """The first thing of some nouns; it may be the value of an attribute."""
        spoken = next((m for m in self._free("attribute") if not nouns or any(
            s.kind in nouns for s in self.speech.known.attributes.get(m.text, ()))), None)
        thing = next((m for m in self._free("thing", "set") if self._as_thing(m, True) and (
            not nouns or m.noun in nouns or not m.noun)), None)
        if spoken is not None and (thing is None or spoken.at < thing.at + 3):
            signature = next((s for s in self.speech.known.attributes.get(spoken.text, ())
                              if not nouns or s.kind in nouns), None)
            if signature is not None:
                self._take(spoken)
                said = self._said(signature, spoken, 0)
                return f"({said})" if nouns and self.filled.get("prep") else said
        found = self._of_nouns(nouns)
        if found is not None:
            return found
        noun = next(iter(sorted(nouns)), self.about)
        return self._usual(noun) if noun else None

    def _value(self) -> str | None:
        """A value that the attribute of the form can have."""
        signature = self.attribute
        if signature is None:
            return None
        at = next((m.at for m in self.mentions if (
            m.kind == "attribute" and m.text == signature.name)), 0)
        fitting = [m for m in self._free("thing", "number") if (
            signature.kind in ("number", "") if m.kind == "number" else
            m.noun == signature.kind or signature.name in self.speech.known.held.get(m.text, []))]
        # `at least 2 Cards whose rank is 5`: its value stands behind the attribute.
        best = next((m for m in fitting if m.at > at), next(iter(fitting), None))
        return self._take(best).text if best is not None else None

    def _said_of(self, kind: str) -> str | None:
        """The adjective, preposition or verb of a form, and what it can be said of; where none is
        named, the one preposition that joins such things as the line speaks of."""
        whole = {"adj": "adjective", "prep": "preposition", "verb": "verb"}[kind]
        known = {"adj": self.speech.known.adjectives, "prep": self.speech.known.prepositions,
                 "verb": self.speech.known.verbs}[kind]
        for m in self._free(whole):
            if m.text not in known:
                return None  # of the language, but said of nothing in this text
            self._of(known.get(m.text, []))
            tail = next((s.others[0][0] for s in known.get(m.text, ()) if s.others), "")
            return f"{self._take(m).text} {tail}".strip()
        if kind == "adj":
            for m in self._free("thing"):
                if m.text in self.speech.known.held:
                    names = self.speech.known.held[m.text]
                    self._of([s for name in names for s in self.speech.known.attributes[name]])
                    return self._take(m).text
        if kind == "prep":
            nouns = {m.noun for m in self._free("thing", "set") if m.noun not in ("", "word")}
            nouns |= {self.about} - {""}
            fitting = [s for of in known.values() for s in of if s.noun in nouns and len(
                s.others) == 1 and s.others[0][1] in nouns - {s.noun} and self._before(
                    s.noun, s.others[0][1])]
            if len(fitting) == 1:
                self._of(fitting)
                return self._guess(fitting[0].name)
        return None

    def _before(self, one: str, two: str) -> bool:
        """Whether a thing of one noun is spoken of before any of another."""
        places = {noun: min((m.at for m in self.mentions if m.noun == noun), default=-1)
                  for noun in (one, two)}
        return places[one] < places[two]

    def _of(self, known: Sequence[Signature]) -> None:
        phrases = self.speech.phrases

        def standing(nouns: set[str]) -> frozenset[str]:  # a piece stands for its cell
            return frozenset(nouns | {*phrases.pieces} if nouns & {*phrases.cells} else nouns)

        self.subjects = standing({s.noun for s in known})
        self.objects = standing({noun for s in known for _, noun in s.others})

    def _declared(self, kind: str, form: str) -> str | None:
        """The noun of a piece or cell: the one that is spoken of, else the first."""
        phrases = self.speech.phrases
        nouns = phrases.pieces if kind == "piece" else phrases.cells
        if not nouns:
            return None
        m = next((m for m in self._free("set") if m.noun in nouns), None)
        noun = self._take(m).noun if m else nouns[0]
        if kind == "cells":
            return self.speech.plural(noun)
        return with_article(noun) if form == "a" else noun
