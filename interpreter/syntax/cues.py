"""Notions that a refused line speaks of, found by cues anywhere in it (see `cue_table`).

Model. A cue is found by words of the line. Of the cues that a line has, the one is told first that
holds the place where reading stopped and whose words are the rarest: words that the text declares
tell nothing, words of the language little. What is told is an explanation with an example in the
names of the line; what is certain takes the place of the words that were found.

Invariants: an example is shown only if the parser takes it in this text; a replacement loses no
declared word and no number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from rulewright.interpreter.records import record
from rulewright.interpreter.syntax.cue_table import Cue, Entry, entries
from rulewright.interpreter.syntax.filling import EMPTY
from rulewright.interpreter.syntax.kept_meaning import drops
from rulewright.interpreter.syntax.known_of import cannot_become
from rulewright.interpreter.syntax.line_names import LineNames
from rulewright.interpreter.syntax.lines_above import depth_of
from rulewright.interpreter.syntax.mentions import Speech
from rulewright.interpreter.syntax.needed_texts import has, needed
from rulewright.interpreter.syntax.patterns import Patterns
from rulewright.interpreter.syntax.verbs import doing
from rulewright.interpreter.syntax.words import BLOCK_WORDS, BUILT_IN, KEYWORDS, base_verb

WORD = re.compile(r"[\w']+")
WORDS = re.compile(r"[\w']+|[^\w\s]+")
PLACE = re.compile(r"<([a-z]+\d?)(?:\.([a-z]+))?>")
#: Words of the language itself.
LANGUAGE = frozenset(KEYWORDS) | {
    word for phrases in BUILT_IN.values() for name in phrases for word in name}
HOLDS, NEAR = 3.0, 1.5  # what it counts that a cue holds the place of the stop, or is near
CLOSE = 14  # characters
WIDE = 0.05  # what each word of the cue counts
SLOT = 0.2  # what a place counts that a cue fills
#: Places for names that are spoken of in one way alone.
NAMED = ("option", "choice")
#: Sections in which an example is read, by whether it looks like a declaration.
SECTIONS = ("effects", "conditions", "values", "declarations")


@record
class Found:
    """A cue that was found at some characters of a line, and how well it fits."""

    entry: Entry
    match: re.Match[str]
    score: float
    rare: bool  # whether it has words that neither the text nor the language knows

    def holds(self, at: int) -> bool:
        return self.match.start() <= at < self.match.end()

    def beside(self, other: Found) -> bool:
        """Whether neither cue stands within the other."""
        (start, end), (first, last) = self.match.span(), other.match.span()
        return (start < first or last < end) and (first < start or end < last)


class Cues:
    """The cues of the lines of one text. `readable` tells whether the parser takes the lines of a
    section."""

    def __init__(
        self, patterns: Patterns, speech: Speech, readable: Callable[[str, Sequence[str]], bool]
    ) -> None:
        self.patterns, self.speech, self.readable = patterns, speech, readable
        phrases = speech.phrases
        self.names = {word for phrase in phrases.places for word in phrase if word[:1].isupper()}
        words = (word for of in phrases.option_words.values() for phrase in of for word in phrase)
        self.own = {word.lower() for phrase in phrases.places for word in phrase} - EMPTY
        self.own |= {*words} - EMPTY - LANGUAGE
        verbs = {verb for name in patterns.names.get("VERB", ())
                 if (base := base_verb(verb := name.split(" ")[0])) and base not in EMPTY}
        self.own |= {form for verb in verbs for form in (base_verb(verb), doing(verb)) if form}
        if "can" in self.own:
            self.own |= {"cannot", "can't"}

    def found(self, text: str, stop: int, begins: bool) -> list[Found]:
        """The cues of a line, the best first; reading it stopped at a character, and it `begins` a
        block or not."""
        words = set(WORDS.findall(text.lower()))
        found = [one for entry in entries() if entry.declares in (None, begins)
                 for one in self._of_entry(entry, text, words, stop)]
        found.sort(key=lambda one: -one.score)
        return found

    def _of_entry(
        self, entry: Entry, text: str, words: set[str], stop: int
    ) -> Iterator[Found]:
        best: Found | None = None
        small = text.lower()
        for cue in entry.cues:
            if not (cue.keys <= words and has(small, needed(cue.pattern))):
                continue
            for match in self.patterns.compiled(cue.pattern).finditer(text):
                one = self._scored(entry, cue, match, stop)
                if one is not None and (best is None or one.score > best.score):
                    best = one
        if best is not None and not any(
            self.patterns.compiled(one).search(text) for one in entry.unless
        ):
            yield best

    def _scored(
        self, entry: Entry, cue: Cue, match: re.Match[str], stop: int
    ) -> Found | None:
        said, places = match.group(), 0
        for name, value in match.groupdict().items():
            if value and not name.startswith("x"):
                said, places = said.replace(value, " ", 1), places + 1
        every = WORD.findall(said)
        words = [word.removesuffix("'s") for word in every if cue.has(word.lower())]
        telling = [word for word in words if word.lower() not in EMPTY and len(word) > 1]
        strange = [word.lower() for word in telling if word.lower() not in self.own]
        rare = sum(word not in LANGUAGE for word in strange)
        named = any(match.groupdict().get(one) for one in NAMED)
        if self.patterns.within_name(match) or (not named and (
            (not strange and (telling or not (places or every)))
            or (not rare and any(word in self.names for word in telling))
        )):
            return None
        rare += named
        score = 0.4 * len(strange) + 0.6 * rare + SLOT * places + WIDE * len(words)
        if named:
            score += HOLDS  # wherever the line is at fault, so it is with these
        elif match.start() <= stop < match.end():
            at = WORD.match(match.string, stop)
            open_word = at is not None and not cue.has(at.group().lower()) and not any(
                match.start(name) <= stop < match.end(name) for name in match.groupdict())
            score += NEAR if open_word else HOLDS
        elif -CLOSE <= stop - match.end() <= CLOSE:
            score += NEAR
        return Found(entry, match, score, rare > 0)

    # -- telling -------------------------------------------------------------------------------

    def told(self, found: Found, text: str) -> str:
        """The explanation, with an example if there is one."""
        entry = found.entry
        line = LineNames(self.speech, self.speech.mentions(text))
        other = LineNames(self.speech)
        said = self._filled(entry.say, found.match, line) or self._filled(
            entry.say, found.match, other, generic=True) or ""
        example = next(self._examples(found, line, other), "")
        if example and example not in said:
            said += f", as in {example}"
        return said + (f" (LANGUAGE.md, {entry.sections})" if entry.sections else "")

    def put(self, found: Found, text: str) -> str | None:
        """The line with what takes the place of the words that were found."""
        if found.entry.put is None:
            return None
        word = self.patterns.filled(found.entry.put, found.match)
        if word is None:
            return None
        start, end = found.match.span()
        changed = re.sub(" +([,)])", r"\1", " ".join(
            f"{text[:start]} {word} {text[end:]}".split()).replace("( ", "("))
        changed = changed.replace(" 's", "'s")
        return None if drops(text, changed, self.own) or changed == text else changed

    def _examples(self, found: Found, *names: LineNames) -> Iterator[str]:
        for example in found.entry.examples:
            for known in names:
                lines = [self._filled(line, found.match, known) for line in example]
                filled = [line for line in lines if line is not None]
                if len(filled) == len(lines) and self._reads(filled) and (
                    not cannot_become(self.speech, filled)
                ):
                    yield shown(filled)

    def _filled(
        self, template: str, match: re.Match[str], names: LineNames, generic: bool = False
    ) -> str | None:
        """A template whose places are filled by the cue, else by the names of a line."""
        def fill(place: re.Match[str]) -> str:
            name, form = place[1], place[2] or ""
            held = name in match.groupdict()
            word = self.patterns.word(name, form, match) if held else None
            if not word and (not held or match[name] is None):
                word = names.word(name, form) or word or None
                if word is None and name in ("ownerattr", "store", "board", "option"):
                    word = self.patterns.word(name, form, match)
            return "\0" if word is None else word

        text = PLACE.sub(fill, template)
        if "\0" in text and not generic:
            return None
        text = text.replace("\0", "…")
        return re.sub(" +([,)])", r"\1", " ".join(text.split())) if template.strip() == template \
            else " " * (len(template) - len(template.lstrip())) + " ".join(text.split())

    def _reads(self, lines: Sequence[str]) -> bool:
        first = lines[0].split(" ")[0]
        sections = SECTIONS
        if first in ("only", "ends", "from") or any("…" in line for line in lines):
            return True  # a part of a block, or no line
        if first in BLOCK_WORDS and first not in ("the",):
            sections = SECTIONS[::-1]
        return any(self.readable(section, lines) for section in sections
                   if section in ("effects", "declarations") or len(lines) == 1)


def shown(lines: Sequence[str]) -> str:
    """Lines as a hint quotes them."""
    text, above = "", 0
    for line in lines:
        depth = depth_of(line)
        joint = ", and below it " if depth > above else ", and in the next line "
        text += f"{joint if text else ''}`{line.strip()}`"
        above = depth
    return text
