"""What stands around a word of a line: the sentence that it belongs to, and what that speaks of.

Model. A word has a `front`, the text of its line before it, and a `rest` behind it. Of both, only
the sentence of the word counts: what stands behind the last `if`, `and`, comma … before it, and in
front of the next one behind it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.interpreter.syntax.lexer import Token
from rulewright.interpreter.syntax.mentions import Mention, Speech
from rulewright.interpreter.syntax.signatures import Signature
from rulewright.interpreter.syntax.words import FILLERS, with_article

MOST_WORDS = 3  # of an unknown phrase that are taken together
#: What parts the sentences of a line.
PARTING = re.compile(r"(?:^|[,(]|\b(?:if|and|or|where|not|while|until|unless|when)\b)\s*")
JOINING = ("on", "to", "from", "towards", "at", "with", "of", "by", "in", "into", "over", "for",
           "against", "onto", "behind", "before", "after", "between", "under", "off", "through",
           "along", "past", "around", "near")


class Around:
    """What is spoken of around the words of the lines of one text."""

    def __init__(self, speech: Speech) -> None:
        self.speech = speech

    def noun_of(self, token: Token) -> str:
        known = self.speech.phrases.table.get(tuple(token.span.text.split()))
        return known[1] if known else ""

    def mentions(self, front: str) -> list[Mention]:
        """What the last sentence in front of a word speaks of."""
        cut = max((m.end() for m in PARTING.finditer(front)), default=0)
        return self.speech.mentions(front[cut:])

    def attribute(self, front: str) -> Signature | None:
        spoken = next((m for m in self.mentions(front) if m.kind == "attribute"), None)
        of = self.speech.known.attributes.get(spoken.text, ()) if spoken is not None else ()
        return next(iter(of), None)

    def subject(self, front: str) -> str:
        """The noun of what is spoken of in front of a word; `number` where that is one."""
        done_to = re.search(r"\b(?:that|which) (.+) $", front)
        if done_to is not None:  # `cards that the player HOLDS`
            return self.noun_in(self.speech.mentions(done_to[1]))
        if re.search(r"\b(?:that|which|who) $", front):  # said of the set before it
            mentions = [m for m in self.mentions(front) if m.kind == "set" and m.noun != "word"]
            return mentions[-1].noun if mentions else ""
        if re.match(r"the (?:number of|total|greatest|least)\b", sentence_before(front)):
            return "number"
        return self.noun_in(self.mentions(front))

    def object(self, rest: str) -> str:
        cut = PARTING.search(rest, 1)
        return self.noun_in(self.speech.mentions(rest[: cut.start()] if cut else rest))

    def noun_in(self, mentions: Sequence[Mention]) -> str:
        """The noun of the first thing of some mentions: of an attribute, what it holds."""
        for i, m in enumerate(mentions):
            if m.kind in ("thing", "set", "noun") and m.noun not in ("", "word") and not any(
                one.text == "'s" for one in mentions[i + 1 : i + 2]
            ):
                return m.noun
            of = self.speech.known.attributes.get(m.text, ()) if m.kind == "attribute" else ()
            if of:
                return of[0].kind if of[0].kind not in ("words", "truth", "one") else ""
        return ""

    def joined(self, word: str, rest: str) -> tuple[str, str]:
        """An unknown word with the small words behind it, and the noun of what follows."""
        taken = [word]
        words = [one for one in rest.split() if one not in FILLERS]
        while words and words[0] in JOINING and len(taken) < MOST_WORDS:
            taken.append(words.pop(0))
        found = self.speech.mentions(" ".join(words))
        if not found or found[0].kind not in ("thing", "set", "attribute", "noun"):
            return "", ""
        noun = self.object(" ".join(words))
        return (" ".join(taken), noun) if noun not in ("", "number") else ("", "")

    @staticmethod
    def second(noun: str, first: str) -> str:
        return f"{with_article(noun)} {noun[:1].upper()}" if noun == first else with_article(noun)


def sentence_before(front: str) -> str:
    """The last sentence in front of a word, without what is said in it."""
    cut = max((m.end() for m in PARTING.finditer(front)), default=0)
    return re.sub(r" (?:is|are|was|were)(?: not)?$", "", front[cut:].strip())
