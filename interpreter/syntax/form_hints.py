"""The hint of last resort: how the language says such a thing, with the author's words.

A refused line is cut into its parts (a condition, a statement behind a comma, a value), and the
part that cannot be read by itself is the one whose forms are looked for (see `forms`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.classify import Classifier
from rulewright.interpreter.syntax.cues import Cues
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.forms import STRONG, Filled, Forms
from rulewright.interpreter.syntax.kept_meaning import said_less, says_nothing
from rulewright.interpreter.syntax.known_of import BUILT
from rulewright.interpreter.syntax.lexer import Token, read_lines
from rulewright.interpreter.syntax.mentions import HE, stem
from rulewright.interpreter.syntax.of_values import of_a_value
from rulewright.interpreter.syntax.patterns import Patterns
from rulewright.interpreter.syntax.recognizer import Automaton, BlockRecognizer, Refused
from rulewright.interpreter.syntax.stopped import Stopped
from rulewright.interpreter.syntax.undeclared import EVERYBODY, Undeclared
from rulewright.interpreter.syntax.words import BLOCK_WORDS, FILLERS

MOST_CHARACTERS = 240  # of a line of which forms are looked for
CONDITION = re.compile(
    r"(?P<front>(?:otherwise if|only if afterwards|only if|if|as long as|always|end as soon as"
    r"|end after the turn if)) (?P<part>.+)")
DEFINITION = re.compile(r"(?P<front>an? (?P<head>.+?) (?:if|when|unless)) (?P<part>.+)")
VALUE = re.compile(r"(?P<front>the .+? (?:is|are)) (?P<part>.+)")
#: What a definition of a value is called.
CALLED_SO = re.compile(r"the (?:[\w-]+ )+?(?=of\b|is\b|are\b)")
CHANGE = re.compile(r"(?P<front>.+? (?:becomes?|goes? up by|goes? down by)) (?P<part>.+)")
CASE = re.compile(r"(?P<value>.+?) (?:if (?P<part>.+)|otherwise)")
CALLED = {"conditions": "such a condition is written ", "values": "such a value is written ",
          "effects": "such a line is written ", "endings": "such an ending is written ",
          "declarations": "such a declaration is written "}
SAYING = {"is", "are", "has", "have", "can", "does", "do", "was", "were", "cannot", "isn't"}
#: Words that nobody would declare by themselves.
MODAL = ("left", "cannot", "could", "would", "should", "might", "shall", "will")
#: A thing, of which a condition says something.
BARE_NOUN = re.compile(r"an? [\w-]+(?: [\w-]+)?$")
#: What is said of none or any of some things is no number of them.
OF_ONE = re.compile(r"(?:no|any|every|each|some|an?) [\w-]+ (?:is|has|shows) ")
COUNTS = re.compile(
    r"the number of [\w -]+ is |there (?:is|are) (?:less|more|at least|at most|exactly) ")
#: A place that a line speaks of, and words for one in a form.
THERE = re.compile(r"(?<=\w )(?<!and )(?<!or )(?<!if )(?<!not )(?<!that )(?<!when )there\b")
PLACED = re.compile(r"\b(?:on|in|at|there)\b")
#: What one does who was spoken of, and who may be another than the player.
HE_DOES = re.compile(r"(?:he|she|they) ")
OTHERS = re.compile(r"\b(?:opponent|opponents|owner|(?:other|another|some|a|no) players?)\b")
LEAST = 0.6  # of the score of a form that is shown
SHORTEST = 3  # words of a condition that stands beside another
#: Frames in which the parser is asked whether it takes the lines of a section.
FRAMES = {
    "conditions": ("turn", "  if {}", "    the turn ends"),
    "values": ("turn", "  if ({}) is none", "    the turn ends"),
}


class Part(NamedTuple):
    """What is looked for: a part of a line, its section of the table, and the noun about which it
    speaks, where it stands in a definition."""

    section: str
    text: str
    about: str = ""


PREPOSITIONS = frozenset("to of with from in on at by for over under behind".split())


class FormHint(NamedTuple):
    """A hint, and how well its first form fits the line."""

    text: str
    score: float
    whole: bool  # whether it leaves no unknown word of the line out
    made_up: int  # how many of its places are filled with what might be another

    @property
    def sure(self) -> bool:
        """Whether it says all of the line, with nothing guessed."""
        return self.strong and self.whole and self.made_up == 0

    @property
    def strong(self) -> bool:
        """Whether it tells more than general advice."""
        return self.score >= STRONG


class FormHints:
    """Finds the forms for the refused lines of one text."""

    def __init__(
        self, phrases: PhraseTable, automaton: Automaton, patterns: Patterns | None = None
    ) -> None:
        self.phrases = phrases
        self.automaton = automaton
        self.classifier = Classifier(phrases)
        self.forms = Forms(phrases, self.readable)
        self.patterns = patterns or Patterns(phrases)
        self.marked = ""

    def best(
        self, text: str, head: str, begins: bool, marked: str = ""
    ) -> FormHint | None:
        """The hint for a line below a `head` (or for the head itself, which `begins` a block);
        of a line that can be read, words are `marked` that mean nothing."""
        if len(text) > MOST_CHARACTERS:
            return None
        part = self.part(text, head, begins, marked)
        found = [one for one in self.forms.best(part.section, part.text, part.about)
                 if one.lines != (part.text,) and not says_nothing("\n".join(one.lines))
                 and not said_less(part.section, part.text, "\n".join(one.lines))]
        if part.section == "conditions":
            unsaid = self._unsaid(text)
            found = [one for one in found if not unsaid.search("\n".join(one.lines))]
        if part.section == "conditions" and OF_ONE.match(part.text):
            found = [one for one in found if not COUNTS.match(one.lines[0])]
        if part.section == "conditions" and part.text.split(" ")[0] in PREPOSITIONS:
            return None  # no sentence: it goes on from what stands before it
        if part.section == "conditions" and BARE_NOUN.match(part.text) and not (
            set(part.text.split()) & SAYING
        ):
            return None  # something that is joined to what stands before it
        if HE_DOES.match(part.text) and OTHERS.search(text.removesuffix(part.text)):
            return None  # he may be the other one, of whom the line spoke
        first = text.split(" ")[0]
        shaped = begins and first in BLOCK_WORDS and first not in ("each", "the", "a") and (
            part.section in ("declarations", "endings"))
        if not found or found[0].score < LEAST or (
            shaped and not found[0].lines[0].startswith(first)
        ):
            return None
        named = CALLED_SO.match(part.text) if part.section == "declarations" else None
        if named and found[0].lines[0].startswith("the ") and (
            not found[0].lines[0].startswith(named[0])
        ):
            return None  # it defines something else
        if THERE.search(part.text) and not any(PLACED.search(one) for one in found[0].lines):
            return None  # the place of which it is said would be lost
        return FormHint(
            told(part.section, found, part.text if _is_cut(part.text, text) else ""),
            found[0].score, found[0].whole, found[0].made_up)

    def _unsaid(self, text: str) -> re.Pattern[str]:
        """What is kept or worked out of which a line does not speak."""
        said = {stem(word) for word in re.findall(r"[\w-]+", text.lower())}
        names = [re.escape(name) for name in self.forms.speech.known.attributes
                 if name not in BUILT and said.isdisjoint(map(stem, name.lower().split()))]
        return re.compile(rf"\b(?:{'|'.join(names)})\b" if names else r"\b\B")

    def lead(self, text: str, head: str, begins: bool, refused: Refused) -> str | None:
        """What leads on from a word that nobody declared, or from where reading stopped."""
        tokens = [t for t in refused.tokens if t.text]
        at = min(refused.at, len(tokens))
        part = self.part(text, head, begins)
        if begins and (told := of_a_value(self.forms.speech, text)) is not None:
            return told
        return self.lead_of_unknown(text, tokens, at, part.section) or self.stopped.lead(
            tokens, at, refused.expected, begins)

    def lead_of_unknown(
        self, text: str, tokens: Sequence[Token], at: int, section: str
    ) -> str | None:
        """What leads on from the first word that nobody declared, where reading stopped `at` a
        place."""
        if section == "declarations" and (told := of_a_value(self.forms.speech, text)) is not None:
            return told
        unknown = self.unknown(tokens, at)
        return self.undeclared.lead(text, tokens, unknown[0], section) if unknown else None

    @staticmethod
    def unknown(tokens: Sequence[Token], at: int) -> list[int]:
        """The places of words that nobody declared, in the order in which they are told of, where
        reading stopped `at` a place."""
        found = [i for i, t in enumerate(tokens) if t.type == "WORD" and (
            i <= at or t.span.text not in HE) and _is_unknown(t.span.text)]
        return sorted(found, key=lambda i: tokens[i].span.text in HE)

    def lead_of_word(
        self, text: str, head: str, begins: bool, word: str, tokens: Sequence[Token]
    ) -> str | None:
        """What leads on from a word that is read as a name and that nobody speaks of."""
        word = word.removeprefix("the ")
        at = next((i for i, t in enumerate(tokens)
                   if t.type == "WORD" and t.span.text == word), None)
        if at is None or not _is_unknown(word):
            return None
        section = self.part(text, head, begins, word).section
        return self.undeclared.lead(text, tokens, at, section)

    @cached_property
    def cues(self) -> Cues:
        return Cues(self.patterns, self.forms.speech, self.readable)

    @cached_property
    def undeclared(self) -> Undeclared:
        return Undeclared(self.forms.speech, self.readable)

    @cached_property
    def stopped(self) -> Stopped:
        return Stopped(self.forms.speech)

    def best_expression(self, text: str) -> str | None:
        """The hint for a condition or a value that stands alone."""
        found = [(forms[0].score, told(section, forms)) for section in ("conditions", "values")
                 if (forms := self.forms.best(section, text))]
        return max(found)[1] if found else None

    # -- cutting a line ------------------------------------------------------------------------

    def part(self, text: str, head: str, begins: bool, marked: str = "") -> Part:
        """The part of a line that cannot be read by itself, or that has the marked words."""
        self.marked = marked
        if not begins and (DEFINITION.fullmatch(head) or re.fullmatch(r"an? .+ if", head)):
            return Part("conditions", self._failing(text.removeprefix("if ")), self._noun_of(head))
        found = CONDITION.fullmatch(text)
        if found is not None:
            said, comma, statement = found["part"].partition(", ")
            if found["front"].startswith("end"):
                if comma and not (marked and marked in said):
                    return Part("endings", text)
                return Part("conditions", self._failing(said))
            if comma and self.readable("conditions", [said]) and (
                not marked or marked not in said
            ):
                return Part("effects", statement)
            return Part("conditions", self._failing(said if comma else found["part"]),
                        self._noun_of(head))
        if begins:
            return self._of_declaration(text)
        if re.match(r"the .+ is$", head):
            case = CASE.fullmatch(text)
            if case is not None and case["part"] and self.readable("values", [case["value"]]):
                return Part("conditions", self._failing(case["part"]), self._noun_of(head))
            return Part("values", case["value"] if case else text, self._noun_of(head))
        change = CHANGE.fullmatch(text)
        if change is not None and self.readable("effects", [f"{change['front']} 1"]):
            return Part("values", change["part"])
        return Part("effects", text)

    def _of_declaration(self, text: str) -> Part:
        found = DEFINITION.fullmatch(text)
        if found is not None and self.readable("declarations", [f"a {found['head']} if 1 is 1"]):
            about = self._noun_of(text)
            denied = "not " if " unless " in found["front"] + " " else ""
            return Part("conditions", denied + self._failing(found["part"]), about)
        found = VALUE.fullmatch(text)
        if found is not None and self.readable("declarations", [f"{found['front']} 1"]):
            return Part("values", found["part"], self._noun_of(text))
        if text.startswith("end"):
            return Part("endings", text)
        return Part("declarations", text)

    def _failing(self, condition: str) -> str:
        """Of what `and` or `or` joins, the first that cannot be read, or that has the marked words;
        all, where the parts are no sentences of their own."""
        if " either " in f" {condition} ":
            return condition
        joined = re.split(r" (?:and|or) ", condition)
        whole = all(len(one.split()) >= SHORTEST and set(one.split()) & SAYING
                    and not one.startswith("so ") for one in joined)
        if self.marked and whole:
            return next((one for one in joined if self.marked in one), condition)
        failing = [one for one in joined if len(one.split()) < SHORTEST
                   or not self.readable("conditions", [one])]
        if failing and (whole or len(failing) == 1) and not any(
            one.startswith("so ") for one in joined
        ):
            return failing[0]
        return condition

    def _noun_of(self, head: str) -> str:
        """The noun that a definition is about."""
        words = head.split()
        article = 0 if words[:1] in (["a"], ["an"]) else next(
            (i + 1 for i, word in enumerate(words) if word == "of"), len(words))
        for length in range(4, 0, -1):
            known = self.phrases.table.get(tuple(words[article + 1 : article + 1 + length]))
            if known and known[0] == "NOUN":
                return known[1]
        return ""

    # -- asking the parser --------------------------------------------------------------------

    def readable(self, section: str, lines: Sequence[str]) -> bool:
        """Whether the parser takes lines of a section, perhaps with a block below the last."""
        frame = FRAMES.get(section)
        if frame is not None:
            return self._read([part.format(lines[0]) for part in frame])
        if section == "effects":
            lines = ["turn", *(f"  {line}" for line in lines)]
        depth = len(lines[-1]) - len(lines[-1].lstrip())
        return self._read(lines) or self._read([*lines, " " * depth + "  the turn ends"])

    def _read(self, lines: Sequence[str]) -> bool:
        problems: list[object] = []
        raw = read_lines(Source("", "\n".join(lines)), problems)  # type: ignore[arg-type]
        if problems or not raw:
            return False
        classifier = self.classifier
        if lines[0] != "turn":
            known = self.phrases.copy()
            known.learn(raw)
            if known.problems:
                return False
            classifier = Classifier(known)
        return BlockRecognizer(self.automaton, classifier, 0).read(raw) is None


def _is_unknown(word: str) -> bool:
    """Whether a word is one that could be declared: no small word, adverb or single capital."""
    small = word.lower() in FILLERS - EVERYBODY or word in MODAL or word.endswith("ly")
    return word.isalpha() and not small and not (len(word) == 1 and word.isupper())


def _is_cut(part: str, text: str) -> bool:
    """Whether a part of a line is joined to what stands beside it."""
    return any(joined in text for word in ("and", "or")
               for joined in (f"{part} {word} ", f" {word} {part}"))


def told(section: str, found: Sequence[Filled], part: str = "") -> str:
    """The hint that shows some forms, perhaps of a part of a line alone."""
    while part.count("(") != part.count(")"):  # a bracket of what stands around it
        opened = part.count("(") > part.count(")")
        part = part.partition("(")[2] if opened else part.rpartition(")")[0]
    called = f"`{part}` is written " if part else CALLED[section]
    return called + ", or ".join(one.shown for one in found)
