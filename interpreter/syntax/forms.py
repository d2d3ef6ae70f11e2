"""The forms of the language that say what a refused line wants, with the author's words in them.

Model. The table `grammar/forms.txt` lists the forms of sentences and the words of other English by
which a line finds them. What a line speaks of (see `mentions`) is put into the slots of a form by
what it is said of (see `signatures`): an attribute with a thing that has it, an adjective with
such a thing. The forms are ranked by how much of the line they use and how little had to be
guessed, and the best are shown. It is a last resort: a form that is shown says how such a sentence
is written, not that this is what was meant, so it is never offered to be put in as it is.

Invariants: a form is shown only if the parser takes it as it stands there. None is shown that
loses a `not`, an exception (`all but one`), a number, a declared word or a thing that the line
names, or its `must` or `may`, or that adds a player; one that denies ranks lower for a line that
does not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple

from rulewright.interpreter.records import record
from rulewright.interpreter.syntax.cue_table import indented
from rulewright.interpreter.syntax.cues import shown
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.filling import EMPTY, Filling
from rulewright.interpreter.syntax.kept_meaning import drops
from rulewright.interpreter.syntax.known_of import cannot_become
from rulewright.interpreter.syntax.mentions import Mention, Speech
from rulewright.interpreter.syntax.signatures import signatures
from rulewright.interpreter.syntax.words import FILLERS, KEYWORDS, digits

MOST_SHOWN = 2
MOST_READ = 14  # forms that are read by the parser for one line
NEAR = 0.6  # how much worse than the best a form may be that is shown as well
STRONG = 2.5  # what it must reach to be shown before general advice
DENIED = re.compile(
    r"\b(?:not|no|none|nobody|nothing|never|neither|nor|without|cannot|nowhere|unless|lacks?|empty"
    r"|lost|gone|void|ran out|un(?:covered|occupied|used|owned|taken))\b|n['’]t\b")
DENIES = re.compile(r"\b(?:not|no|none|0|empty|less)\b|exactly 1 [^|]* not")

#: What denies a whole line, and what is said instead by forms that do nothing or let nobody win.
NOT = re.compile(r"\b(?:not|no|none|nobody|never|neither|nor|cannot|without)\b|n['’]t\b")
INSTEAD = re.compile(r"drawn|the turn ends|\"pass\"|only if")
NOT_LESS = re.compile(r"\b(?:no|not) (?:less|fewer|lower|smaller|worse|below)\b")
ALL_BUT = re.compile(
    r"\b(?:except|other than|apart from|hardly|barely)\b"
    r"|\b(?:all|every|each|any|no|none)(?:one|body| one| \w+)? but\b")
ONLY = re.compile(r"\b(?:only(?! if)|alone)\b")
BUT_SOME = re.compile(r"\bthat (?:is|are) not\b|\bother\b|<q\.rest>")
BUT_ONE = re.compile(rf"{BUT_SOME.pattern}|\bexactly 1\b|\bonly\b")


#: What was so, of which a form that says what is so tells something else.
BEFORE = re.compile(r"\b(?:was|were|had|before|beforehand|never)\b"
                    r"|\b(?:has|have) (?:not |already )?(?!used\b)\w+(?:ed|en)\b")
OF_ALL = re.compile(r"\b(?:every|all|each|no|total|greatest|least among|include)\b")
OTHER = re.compile(r"\bother\b")
SAID_OTHER = re.compile(r"\bother\b|opponent|\bthat is not\b")
#: That somebody's are meant, and how forms say whose.
WHOSE = re.compile(r"\b(?:its|his|her|their|belongs?|belonging|owned by)\b")
SAYS_WHOSE = re.compile(r"\bits\b|'s?\b|\b(?:owner|player)\b|\bof (?:it|the|[A-Z])\b")
#: What is said of a thing and itself, which nobody asks.
#: What passes from one player to another, and both of its lines.
PASSES = re.compile(r"\b(?:gives?|pays?|hands?) (?:him|her|them|the player|[B-HJ-Z])\b"
                    r"|\b(?:from|to) (?:him|her|them|[B-HJ-Z])\b")
BOTH_LINES = re.compile(r"^(?=.*\bdown\b)(?=.*\bup\b)|\bmove\b|\bbecomes (?:him|[A-Z])")
OF_ITSELF = re.compile(r"\b(it|the player|[A-Z]) (?:[a-z]+s|is [a-z ]+?) \1$"
                       r"|\bits [\w ]+ is (?:more|less) than its "
                       r"|\b(?:of )?([\w' ]+) (?:minus|is (?:more|less) than) \2$")
#: Any player, and how forms speak of such.
A_PLAYER = re.compile(r"\b(?:a|any|another|each|every|all) (?:other )?players?\b")
OF_PLAYERS = re.compile(r"\b(?:a|some|no|every|each|other|among) (?:other )?players?\b")
#: What a line may speak of where a form need not.
SCENE = frozenset(
    "deck pile hand hands table play points turn side field left show whoever".split())
#: What a form must have of a line, and what goes without saying.
KEPT = ("number", "attribute", "adjective", "preposition", "verb", "thing", "set")
IMPLIED = ("it", "the player", "the player's opponent", "1")
#: Words of the language that a form does not leave out without saying something else.
TELLING = frozenset("last first before beforehand was were step steps towards random times can "
                    "captured this turn again among".split())
#: Words behind which a line says more of a set, and what does so in a form.
RELATIVE = ("that", "which", "whose", "who")
RELATED = re.compile(r"\b(?:that|whose|where|player)\b|<(?:one|many|men|adj|prep|verb)")
OF_NUMBER = re.compile(r"\b(?:row|column|seat)'s ")  # nothing is kept of a number
TO_NONE = re.compile(r"(?:\bthe (?P<a>[\w -]+) of .+|'s (?P<b>[\w -]+)) becomes none$", re.M)
#: What is done by a line, and what a form must have for it.
DEEDS = tuple(
    (re.compile(rf"\b(?:{asked})\b"), re.compile(rf"\b(?:{wanted})\b"))
    for asked, wanted in (
        ("must", "must"), ("may", "may"), ("if|unless|when", "if"), ("put|puts", "put"),
        ("rolls?|throws?", "random"), ("removes?", "remove"),
    ))
#: How two numbers are compared, and what a form must say for it.
COMPARED = tuple((re.compile(asked), wanted) for asked, wanted in (
    (r"\b(?:at least|or more|or higher|or greater|not? (?:less|fewer|lower) than)\b", "at least"),
    (r"\b(?:at most|or less|or fewer|or lower|not? (?:more|higher|greater) than)\b", "at most"),
    (r"(?<!no )(?<!not )\b(?:more|higher|greater|larger) than\b|\b(?:exceeds?|over|above) \d",
     "more than"),
    (r"(?<!no )(?<!not )\b(?:less|fewer|lower|smaller) than\b|\b(?:under|below) \d", "less than"),
))
#: What a line tells to be done: a form does not do less.
DONE = re.compile(r"\b(?:goes? (?:up|down)|becomes?|(?:in|de)creases?)\b")
#: Words without which a line would say something else.
COMPARING = frozenset(
    """same equal alike twice double half sum total together more most less least over under
    above below fewer fewest greater greatest higher highest lowest average""".split())


class Form(NamedTuple):
    """A row of the table: the lines of a form, and the words that find it, of which one
    alternative must be in a line; with none, it is the usual form of its place."""

    lines: tuple[str, ...]
    found_by: tuple[tuple[str, ...], ...]


@record
class Filled:
    """A form with the words of a line, and how well it fits the line."""

    lines: tuple[str, ...]
    score: float
    made_up: int  # its guesses of which another could be right as well
    whole: bool = True  # whether no unknown word of the line is left out

    @property
    def shown(self) -> str:
        return shown(self.lines)


@cache
def forms(section: str) -> tuple[Form, ...]:
    """The forms of one section of the table."""
    return tuple(_table()[section])


@cache
def _table() -> dict[str, list[Form]]:
    text = resources.files("rulewright").joinpath("grammar/forms.txt").read_text("utf-8")
    found: dict[str, list[Form]] = {}
    groups: dict[str, list[str]] = {}
    section = ""
    for line in text.splitlines():
        if line.startswith("["):
            section = line.strip("[]")
            found[section] = []
        elif section == "words" and line:
            name, _, words = line.partition(":")
            groups[name] = words.split()
        elif line and not line.startswith("#"):
            form, _, words = line.rpartition("|")
            found[section].append(Form(indented(form), _alternatives(words, groups)))
    return found


def _alternatives(words: str, groups: dict[str, list[str]]) -> tuple[tuple[str, ...], ...]:
    found: list[tuple[str, ...]] = []
    for word in words.split():
        made: list[tuple[str, ...]] = [()]
        for part in word.split("+"):
            listed = groups[part[1:]] if part.startswith("@") else [part]
            made = [(*before, *one.split("+")) for before in made for one in listed]
        found += made
    return tuple(found)


class Forms:
    """Finds the forms for the lines of one text. `readable` tells whether the parser takes the
    lines of a form in a section."""

    def __init__(
        self, phrases: PhraseTable, readable: Callable[[str, Sequence[str]], bool]
    ) -> None:
        self.speech = Speech(phrases, signatures(phrases))
        self.readable = readable
        self.own = {word.lower() for phrase in phrases.places for word in phrase} - EMPTY

    def best(self, section: str, text: str, about: str = "") -> list[Filled]:
        """The forms of a section that say best what a text says, which stands where `about`, a
        noun, is spoken of."""
        mentions = self.speech.mentions(text)
        words = {word.lower() for word in re.findall(r"[\w']+", text)}
        denied = bool(DENIED.search(text.lower()))
        found: dict[tuple[str, ...], Filled] = {}
        for form in forms(section):
            hits = _hits(form, words)
            if (form.found_by and not hits) or _misses(form, words, text, self.own):
                continue
            filling = Filling(self.speech, mentions, about)
            lines = filling.fill(form.lines)
            if lines is None or not (filling.used or hits >= 1 > filling.guesses):
                continue
            if drops(text, " ".join(lines), self.own) or (BEFORE.search(text) and not (
                BEFORE.search(" ".join(lines))
            )) or self._loses_or_adds(section, text, form, lines) or (
                _loses_words(form, words, mentions, filling, lines)
                or _does_else(section, text, lines) or self._cannot_become(lines)
            ):
                continue
            denies = bool(DENIES.search(" ".join(form.lines)))
            score = hits + filling.score()
            if section != "effects":
                score -= 3.0 * (denied and not denies) + 2.0 * (denies and not denied)
            filled = Filled(lines, score, filling.made_up,
                            not _left_out(form, words, mentions, filling))
            if lines not in found or found[lines].score < score:
                found[lines] = filled
        ranked = sorted(found.values(), key=lambda one: -one.score)
        shown: list[Filled] = []
        for filled in ranked[:MOST_READ]:
            if shown and (filled.score < shown[0].score - NEAR or len(shown) == MOST_SHOWN):
                break
            if OF_NUMBER.search(" ".join(filled.lines)):
                continue
            if self.readable(section, filled.lines):
                shown.append(filled)
        return shown

    def _cannot_become(self, lines: Sequence[str]) -> bool:
        """Whether something becomes what it cannot be."""
        none = TO_NONE.search("\n".join(lines))
        kept = self.speech.known.attributes.get(none["a"] or none["b"], ()) if none else ()
        if kept and all(s.kind in ("number", "truth") for s in kept):
            return True
        return cannot_become(self.speech, lines)

    def _loses_or_adds(
        self, section: str, text: str, form: Form, lines: tuple[str, ...]
    ) -> bool:
        """Whether a filled form would say something else than a line, not only less: the contrary,
        all instead of all but one, or something of another player."""
        said, shown, pattern = text.lower(), " ".join(lines), " ".join(form.lines)
        if (ALL_BUT.search(said) and not BUT_SOME.search(pattern)) or (
            ONLY.search(said) and not BUT_ONE.search(pattern)
        ):
            return True
        if OTHER.search(said) and not SAID_OTHER.search(shown):
            return True
        if section == "effects" and PASSES.search(text) and not BOTH_LINES.search(shown):
            return True  # it would leave out who pays
        if OF_ITSELF.search(shown) or (WHOSE.search(said) and not SAYS_WHOSE.search(shown)) or (
            section != "effects" and "of the player" in said and "player" not in shown
        ):
            return True
        if any(asked.search(said) and wanted not in shown for asked, wanted in COMPARED) and (
            section == "conditions" or re.search(r"\b(?:if|when)\b", shown)
        ):
            return True
        if NOT_LESS.search(said):
            return bool(DENIES.search(pattern))
        instead = section in ("effects", "endings") and INSTEAD.search(pattern)
        if NOT.search(said) and not DENIES.search(pattern) and not instead:
            return True
        if A_PLAYER.search(said) and not OF_PLAYERS.search(shown):
            return True
        named, added = set[str](), set[str]()
        for name in self.speech.phrases.seats:
            word = re.compile(rf"\b{re.escape(name)}\b")
            if word.search(text):
                named.add(name)
                if section != "effects" and not word.search(shown) and "opponent" not in shown:
                    return True
            elif word.search(shown):
                added.add(name)
        if added and (not named or NOT.search(said)):
            return True
        rival = "opponent" in shown and "opponent" not in pattern
        return rival and "the player's opponent" not in {
            mention.text for mention in self.speech.mentions(text)}


def _loses_words(
    form: Form, words: set[str], mentions: Sequence[Mention], filling: Filling,
    lines: tuple[str, ...],
) -> bool:
    """Whether a filled form leaves out a number, a declared word or a thing that a line names. A
    number can be what the form itself says (`two+same`)."""
    shown = " ".join([*lines, *(digits(word) for found in form.found_by for word in found
                                if words.issuperset(found))])
    return any(
        m.kind in KEPT and m.meant and m.at not in filling.used
        and m.text not in IMPLIED and not _is_shown(m, shown) for m in mentions) or any(
        m.kind == "set" and m.meant and (
            (len(m.one.split()) > len(m.noun.split()) and not _is_shown(m, shown))
            or (m.quantity == "every" and not OF_ALL.search(shown)))
        for m in mentions)


def _left_out(
    form: Form, words: set[str], mentions: Sequence[Mention], filling: Filling
) -> bool:
    """Whether a line has a word that neither a form nor the language knows anything of."""
    found = {word for one in form.found_by if _holds(one, words) for word in one}
    known = found | KEYWORDS.keys() | EMPTY | FILLERS | SCENE
    shown = " ".join(form.lines)
    said = {m.text for m in mentions if m.kind == "word"}
    kept = {*re.findall(r"\w+", shown), *(word for one in form.found_by for word in one)}
    if (said & TELLING) - kept:
        return True
    if any(m.text in RELATIVE for m in mentions) and not RELATED.search(shown):
        return True
    return any(
        m.kind == "word" and m.at not in filling.used and m.text.isalpha() and len(m.text) > 1
        and m.text not in known and not (i and mentions[i - 1].text == "same")
        for i, m in enumerate(mentions))


def _holds(alternative: Sequence[str], words: set[str]) -> bool:
    """Whether a line has all words of an alternative, and none that it excludes."""
    return all(word[1:] not in words if word.startswith("!") else word in words
               for word in alternative)


def _is_shown(mention: Mention, shown: str) -> bool:
    said = {mention.text, mention.one, mention.many} - {""}
    return any(re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", shown) for word in said)


def _does_else(section: str, text: str, lines: tuple[str, ...]) -> bool:
    """Whether a line says what is done, that somebody must or may do it, or under which condition,
    and a filled form does not."""
    if section != "effects":
        return False
    shown = " ".join(lines)
    return len(DONE.findall(text)) > len(DONE.findall(shown)) > 0 or any(
        asked.search(text) and not wanted.search(shown) for asked, wanted in DEEDS)


def _misses(form: Form, words: set[str], text: str, own: set[str]) -> bool:
    """Whether a line compares or reckons, and a form is not found by the word that says so."""
    said = {word for word in words & COMPARING
            if not re.search(rf"\bat {word}\b", text) or word not in ("least", "most")}
    said |= {word for word in words - own if word.endswith("ier")}  # `wealthier`
    found = {word for one in form.found_by if _holds(one, words) for word in one}
    return bool(said - found)


def _hits(form: Form, words: set[str]) -> float:
    """How well a line is found by the words of a form: small words tell little, two tell more."""
    found = [alternative for alternative in form.found_by if _holds(alternative, words)]
    return max((sum(0.4 if word in EMPTY else 1.3 for word in one if not word.startswith("!"))
                for one in found), default=0.0)
