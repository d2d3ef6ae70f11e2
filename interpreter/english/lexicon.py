"""What single words and declared phrases of a line can be, and which parts of it are the language's
own already.

Model. A line is a list of words. `his` is `he` and `'s`, and so are the like; `he` is the player
that the line spoke of last. Every declared phrase in it, in whatever form, is a phrase of the
categories that the rules ask for: `pnum`, a number that players have; `zone`; `adj` … A part that
the parser takes as a condition, an effect, a number, a thing is one of `cond`, `eff`, `n`,
`thing`, `player` as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from rulewright.interpreter.records import record
from rulewright.interpreter.syntax.lexer import RAW
from rulewright.interpreter.syntax.mentions import Speech, stem
from rulewright.interpreter.syntax.signatures import Signature
from rulewright.interpreter.syntax.words import (
    CELL,
    EMPTY_WORDS,
    KEYWORDS,
    NUMBERS,
    RESERVED,
    STATEMENT_WORDS,
    UNRESERVED,
    digits,
)

LONGEST = 6  # words of a declared phrase
MOST_WORDS = 18  # of a part that the parser is asked about
FORM, CASE, ALIAS = 0.3, 0.05, 0.5  # what it costs to take a word for a form of another
WHOSE = {"his": "he", "her": "he", "their": "they", "your": "you", "my": "you", "its": "it",
         "hers": "he", "theirs": "they", "our": "you"}
PERSONS = ("he", "she", "him", "they", "them", "you", "i", "we", "himself", "themselves")
SECOND_PERSON = ("you", "i", "we")
#: Words for the number by which most games are won.
POINTS = ("point", "points", "score", "scores", "vp")
SEVERAL = re.compile(r"(?:each|every|all|any|some|no|both|a|another|other|which|whoever)\b")
NUMERIC = re.compile(r"\d+$|the number of |the total |the (?:greatest|least) .* among |the distance "
                     r"|.* (?:plus|minus|times|divided by) ")


@record
class Phrase:
    """A phrase of a category, as the language says it: its `text`; of a set, its words for one and
    for several; what noun it is of."""

    text: str
    cost: float = 0.0
    one: str = ""
    many: str = ""
    noun: str = ""


#: Whether the parser takes a line of a section.
Readable = Callable[[str, Sequence[str]], bool]


class Lexicon:
    """The words of one line, and what they can be."""

    def __init__(self, text: str, speech: Speech, readable: Readable) -> None:
        self.speech, self.phrases, self.readable = speech, speech.phrases, readable
        self.words = list(_words(text))
        self.small = [word.lower() for word in self.words]
        self.he: list[str] = []  # who `he` is at each word
        self.it: list[str] = []  # what `it` would be if it is what was spoken of last
        self._who()
        self.found: dict[tuple[str, int, int], list[Phrase]] = {}
        for at in range(len(self.words)):
            self._phrases_at(at)

    def at(self, category: str, start: int, end: int) -> list[Phrase]:
        """The phrases of a category that some words are by themselves."""
        found = self.found.get((category, start, end), [])
        own = OWN.get(category)
        if own is None or not self._could_be_own(start, end):
            return found
        text = self.text(start, end)
        if self._is_own(category, own, text):
            return [*found, Phrase(text, 0.2, noun=self.kind_of(text))]
        return found

    def text(self, start: int, end: int) -> str:
        """Some words as a line has them, with `he` said in full."""
        said = []
        for at in range(start, end):
            said.append(self.he[at] if self.small[at] in PERSONS else self.words[at])
        return tidy(" ".join(said))

    # -- whom `he` means ------------------------------------------------------------------------

    def _who(self) -> None:
        """Say for each word which player the words in front of it spoke of last."""
        last, thing = "the player", ""
        nouns = {name.lower(): noun for noun in (*self.phrases.pieces, *self.phrases.cells)
                 for name in (noun, self.speech.plural(noun))}
        for at, word in enumerate(self.small):
            before = self.small[at - 1] if at else ""
            self.he.append("the player" if word in SECOND_PERSON else last)
            self.it.append(thing)
            if word in nouns and before != "'s":
                thing = f"the {nouns[word]}"
            if self.words[at] in self.phrases.seats:
                last = self.words[at]
            elif word in ("player", "players"):
                last = "the player"
                behind = self.words[at + 1 : at + 2]
                if behind and len(behind[0]) == 1 and behind[0].isupper():
                    last = behind[0]
            elif word == "owner" and before == "'s" and self.small[at - 2] == "it":
                last = "its owner"
            elif word == "opponent" and len(self.phrases.seats) < THREE and not SEVERAL.match(
                before
            ):
                last = "the player's opponent"

    # -- declared phrases -----------------------------------------------------------------------

    @cached_property
    def _small(self) -> dict[tuple[str, ...], tuple[str, str]]:
        return {tuple(word.lower() for word in phrase): known
                for phrase, known in self.phrases.table.items()}

    def _phrases_at(self, at: int) -> None:
        word, small = self.words[at], self.small[at]
        if word.isdigit() or small in NUMBERS:
            self._add("num", at, 1, Phrase(digits(word)))
        if word[:1] == '"':
            self._add("str", at, 1, Phrase(word))
        if CELL.fullmatch(word) and self.phrases.cells:
            self._add("thing", at, 1, Phrase(word, noun=self.phrases.cells[0]))
        if len(word) == 1 and word.isupper() and word not in ("A", "I"):
            self._add("name", at, 1, Phrase(word))
        if small == "it" and self.it[at]:
            self._add("thing", at, 1, Phrase(self.it[at], 0.8, noun=self.it[at][4:]))
        if small in ("that", "this") and self.small[at + 1 : at + 2] == ["player"]:
            self._add("player", at, 2, Phrase(self.he[at], 0.1, noun="player"))
        if small in PERSONS:
            self._add("player", at, 1, Phrase(self.he[at], 0.1, noun="player"))
        longest = min(LONGEST, len(self.words) - at)
        for length in range(longest, 0, -1):
            words = tuple(self.words[at : at + length])
            known, cost = self.phrases.table.get(words), 0.0
            if known is None:
                known, cost = self._small.get(tuple(self.small[at : at + length])), CASE
            if known is None and not (length == 1 and small in RESERVED | UNRESERVED):
                known, cost = self.speech.stems.get(tuple(stem(w) for w in words)), FORM
            if known is None and length == 1 and word[:1].isupper():
                known, cost = self.speech.stems.get((stem(small),)), FORM
            if known is not None:
                self._named(at, length, *known, cost)
        if small in POINTS and ("pnum", at, at + 1) not in self.found:
            alike = [name for name in (*POINTS, "victory points")
                     if any(s.noun == "player" for s in self._signatures(name))]
            if len(alike) == 1:
                self._add("pnum", at, 1, Phrase(alike[0], ALIAS))

    def _signatures(self, name: str) -> list[Signature]:
        return self.speech.known.attributes.get(name, [])

    def _named(self, at: int, length: int, kind: str, text: str, cost: float) -> None:
        match kind:
            case "NOUN" | "NOUNS":
                noun = Phrase(text, cost, text, self.speech.plural(text), text)
                of = ("piecen" if text in self.phrases.pieces else
                      "celln" if text in self.phrases.cells else
                      "playern" if text == "player" else "kindn")
                for category in ("noun", of):
                    self._add(category, at, length, noun)
            case "VAL":
                noun = self.speech.known.nouns.get(text, "")
                seat = text in self.phrases.seats
                self._add("seat" if seat else "val", at, length, Phrase(text, cost, noun=noun))
            case "ATTR":
                self._attribute(at, length, text, cost)
            case "ADJ" | "VERB" | "PREP" | "STEPNAME" | "MEMO" | "BOARDNAME":
                category = {"STEPNAME": "step", "MEMO": "memo", "BOARDNAME": "board"}.get(
                    kind, kind.lower())
                known = {"ADJ": self.speech.known.adjectives, "VERB": self.speech.known.verbs,
                         "PREP": self.speech.known.prepositions}.get(kind, {}).get(text, [])
                noun = known[0].noun if known else ""
                self._add(category, at, length, Phrase(text, cost, noun=noun))

    def _attribute(self, at: int, length: int, text: str, cost: float) -> None:
        if text in self.phrases.zones:
            of = any(s.noun for s in self._signatures(text))
            self._add("pzone" if of else "gzone", at, length, Phrase(text, cost))
            return
        for s in self._signatures(text):
            phrase = Phrase(text, cost, noun=s.noun)
            whose = {"player": "p", "": "g"}.get(s.noun, "t")
            if s.others:
                self._add(f"{whose}pair", at, length, phrase)
                continue
            self._add(f"{whose}attr", at, length, phrase)
            self._add("attr", at, length, phrase)
            if s.kind == "number":
                self._add(f"{whose}num", at, length, phrase)
                self._add("num_attr", at, length, phrase)
            elif s.kind not in ("words", "truth", "one", ""):
                self._add(f"{whose}ref", at, length, Phrase(text, cost, noun=s.kind))

    def _add(self, category: str, at: int, length: int, phrase: Phrase) -> None:
        held = self.found.setdefault((category, at, at + length), [])
        if all(one.text != phrase.text or one.noun != phrase.noun for one in held):
            held.append(phrase)

    # -- what is said as the language says it -----------------------------------------------------

    def _could_be_own(self, start: int, end: int) -> bool:
        if not 0 < end - start <= MOST_WORDS or self.small[start] in JOINTS or (
            self.small[end - 1] in JOINTS
        ):
            return False
        return all(self._known(at) for at in range(start, end))

    @cached_property
    def _all(self) -> frozenset[str]:
        return frozenset(word for phrase in self.phrases.table for word in phrase)

    def _known(self, at: int) -> bool:
        word = self.words[at]
        return word in self._all or word in KEYWORDS or not word[:1].isalpha() or (
            len(word) == 1 or word in PERSONS) or CELL.fullmatch(word) is not None

    def _is_own(self, category: str, section: str, text: str) -> bool:
        first = text.split(" ")[0]
        if category == "eff" and (first in ("if", "for", "a", "an", "only") or (
            first not in STATEMENT_WORDS and not DOES.search(text)
        )):
            return False
        if category in ("n", "thing", "player"):
            kind = self.kind_of(text)
            fits = {"n": kind == "number", "player": kind == "player"}.get(
                category, kind not in ("number", "player"))
            if not fits:
                return False
        return self.readable(section, [text])

    def kind_of(self, text: str) -> str:
        """What a value is: `number`, `player` or another noun; nothing where it does not tell."""
        if NUMERIC.match(text):
            return "number"
        said = [m for m in self.speech.mentions(text)
                if m.kind in ("thing", "attribute", "set", "noun", "number")]
        if not said:
            return ""
        last = said[0] if " of " in text and said[0].kind == "attribute" else said[-1]
        if last.kind == "number":
            return "number"
        if last.kind == "attribute":
            kinds = [s.kind for s in self._signatures(last.text)]
            return kinds[0] if kinds else ""
        return last.noun


#: Categories of which a part can be as it stands, with the section of lines in which it can.
JOINTS = ("and", "or", ",", "'s", "if")
OWN = {"cond": "conditions", "n": "values", "thing": "values", "player": "values", "eff": "effects"}
DOES = re.compile(r" (?:becomes?|goes? (?:up|down)|wins|loses|begins|is drawn|ends)\b")
THREE = 3


def _words(text: str) -> Iterator[str]:
    for match in RAW.finditer(text):
        if match.lastgroup in ("SPACE", "COMMENT", "REFS"):
            continue
        word = match.group()
        if word.lower() in WHOSE:
            yield WHOSE[word.lower()]
            yield "'s"
        elif word.lower() not in EMPTY_WORDS:
            yield word.replace("’", "'")


def tidy(text: str) -> str:
    """A text whose words stand apart, as a line is written."""
    text = re.sub(r"\bit 's\b", "its", text)
    text = re.sub(r" ('s|,|\))", r"\1", text).replace("( ", "(")
    return re.sub(r"(\w+s)'s (?=\w)", r"\1's ", text)
