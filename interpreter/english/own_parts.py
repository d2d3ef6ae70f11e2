"""The parts of a line that are the language's own already, and stand in a translation as they are.

Model. The parser is asked whether it takes a part as a condition, an effect or a value; what it
would take for something that no reader means by it is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property

from rulewright.interpreter.english.persons import PERSONS, SEVERAL
from rulewright.interpreter.syntax.mentions import Speech
from rulewright.interpreter.syntax.words import CELL, KEYWORDS, STATEMENT_WORDS

MOST_WORDS = 18  # of a part that the parser is asked about
#: No condition: a thing beside one of a set (`it or a room next to it has …`); a set alone, or
#: behind `and` and `or` (`it holds a1 and every cell next to it`).
NO_SUBJECT = re.compile(r"(?:it|the [\w-]+) (?:or|and) (?:an?|every|some|no) "
                        r"(?!.*\b(?:if|where)\b)")
BARE = re.compile(r"(?:\(*(?:no|an?|every|some)|.* (?:and|or) (?:every|no)) "
                  r"(?!.*\b(?:is|are|was|were|has|have|includes?)\b)")
#: Categories of which a part can be as it stands, with the section of lines in which it can.
JOINTS = ("and", "or", ",", "'s", "if")
OWN = {"cond": "conditions", "n": "values", "f": "values", "thing": "values",
       "player": "values", "eff": "effects"}
SAYS = re.compile(
    r"^there |^not |(?<!that)(?<!who)(?<!which) (?:is|are|was|were|has|have) (?!.*\))")
DOES = re.compile(r" (?:becomes?|goes? (?:up|down)|wins|loses|begins|is drawn|ends)\b")
TWO = re.compile(r"(?:(?! (?:that|which|who|whose|where)\b)[^()])* (?:and|or) ")  # no one thing
#: What the parser would take for the name of a thing.
NO_NAME = re.compile(r"(?<!turned) left$")
#: Who becomes what somebody has is kept there: `its holder becomes the player`.
BECOMES_WHOSE = re.compile(r"(?:the player(?: to move)?|it|[A-Z]\w*) becomes (?:its|an?|the) ")
SUM = re.compile(r"^(?!\([^()]*\)$).* (?:plus|minus) ")  # no factor of a product
NUMERIC = re.compile(r"\d+$|the number of |the total |the (?:greatest|least) .* among "
                     r"|the distance |.* (?:plus|minus|times|divided by) ")

#: Whether the parser takes a line of a section.
Readable = Callable[[str, Sequence[str]], bool]


class OwnParts:
    """What the parser takes of the lines of one text."""

    def __init__(self, speech: Speech, readable: Readable) -> None:
        self.speech, self.phrases, self.readable = speech, speech.phrases, readable

    def possible(self, words: Sequence[str]) -> bool:
        """Whether some words could be a part by themselves: all of them are known."""
        if not 0 < len(words) <= MOST_WORDS or words[0].lower() in JOINTS or (
            words[-1].lower() in JOINTS
        ):
            return False
        return all(map(self._known, words))

    @cached_property
    def _all(self) -> frozenset[str]:
        options = (phrase for words in self.phrases.option_words.values() for phrase in words)
        return frozenset(word for phrase in (*self.phrases.table, *options) for word in phrase)

    def _known(self, word: str) -> bool:
        return word in self._all or word in KEYWORDS or not word[:1].isalpha() or (
            len(word) == 1 or word in PERSONS) or CELL.fullmatch(word) is not None

    def taken(self, category: str, text: str) -> bool:
        """Whether the parser takes a text as a phrase of a category."""
        first = text.split(" ")[0]
        if category == "eff" and (first in ("if", "for", "a", "an", "only") or (
            first not in STATEMENT_WORDS and not DOES.search(text)
        )):
            return False
        if category == "eff" and text.startswith("it goes "):
            return False  # no thing is a number
        if category in ("thing", "player") and (SEVERAL.match(text) or TWO.match(text)):
            return False
        if category == "f" and SUM.search(text):
            return False
        if category == "eff" and BECOMES_WHOSE.match(text):
            return False
        if NO_NAME.search(text):
            return False
        if category == "cond" and (NO_SUBJECT.match(text) or self._says_nothing(text)):
            return False
        if category in ("n", "f", "thing", "player"):
            if "whose" not in text and SAYS.search(text):
                return False  # what is so is no thing
            kind = self.kind_of(text)
            fits = {"n": kind == "number", "f": kind == "number", "player": kind == "player"}.get(
                category, kind not in ("number", "player"))
            if not fits:
                return False
        return self.readable(OWN[category], [text])

    def _says_nothing(self, text: str) -> bool:
        """Whether a condition is a set alone, of which it is not said what is so."""
        bare = tuple(text.removeprefix("the ").split(" "))
        if bare == ("it",) or self.phrases.table.get(bare, ("",))[0] in ("NOUN", "NOUNS"):
            return True
        found = BARE.match(text)
        return found is not None and not any(
            re.search(rf"\b{re.escape(verb)}\b", text[found.end() :])
            for verb in self.speech.known.verbs)

    def kind_of(self, text: str) -> str:
        """What a value is: `number`, `player` or another noun; nothing where it does not tell."""
        words = tuple(text.split(" "))
        if NUMERIC.match(text) or (words in self.phrases.option_words
                                   and not self.phrases.option_words[words]):
            return "number"  # an option without words is one of numbers
        said = [m for m in self.speech.mentions(text)
                if m.kind in ("thing", "attribute", "set", "noun", "number")]
        if not said:
            return ""
        last = said[0] if " of " in text and said[0].kind == "attribute" else said[-1]
        if last.kind == "number":
            return "number"
        if last.kind == "attribute":
            kinds = [s.kind for s in self.speech.known.attributes.get(last.text, ())]
            return kinds[0] if kinds else ""
        return last.noun
