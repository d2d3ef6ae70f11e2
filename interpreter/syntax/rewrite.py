"""A line that the grammar refuses, said as the language says it.

Model. A line is changed step by step: by an idiom of the table (`idioms`), by the nearest spelling
of a word that nobody declared, by an article. What every change makes of the line is read by the
parser in the place of the line; the first that it takes is the correction. So a correction that is
offered can be put in: it is never refused by the grammar in turn.

Invariants: what changes is told as a correction of the author's words (see `written_line`); texts
in quotes, comments and rule references are not touched.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import islice

from rulewright.interpreter.diagnostics import nearest
from rulewright.interpreter.records import record
from rulewright.interpreter.syntax.cue_table import entries
from rulewright.interpreter.syntax.groupings import MissingNouns, bracketed
from rulewright.interpreter.syntax.idioms import Idiom, idioms, synonyms
from rulewright.interpreter.syntax.kept_meaning import (
    SPOKEN_OF_SOME,
    drops,
    lost,
    lost_in_step,
    renames,
)
from rulewright.interpreter.syntax.mentions import Speech
from rulewright.interpreter.syntax.needed_texts import has, needed
from rulewright.interpreter.syntax.patterns import Patterns, any_of, regex
from rulewright.interpreter.syntax.signatures import signatures
from rulewright.interpreter.syntax.verbs import doing
from rulewright.interpreter.syntax.words import (
    BLOCK_WORDS,
    BUILT_IN,
    EMPTY_WORDS,
    FILLERS,
    NEGATING,
    STATEMENT_WORDS,
    with_article,
)
from rulewright.interpreter.syntax.written_line import Correction, WrittenLine

MOST_STEPS = 4  # changes of one line that are tried one upon another
MOST_KEPT = 6  # lines of one step that are changed further
MOST_READ = 80  # lines that are read for one correction
MOST_GROUPED = 40  # lines with brackets that are read besides
MOST_TIMES = 4  # that one row is applied to a line
SURELY = 0.8  # how much two spellings have in common
MOST_CHARACTERS = 240  # of a line that is corrected, or of which something is said

#: How much of a line the parser leaves unread in the place of another: 0 if it takes the line.
Unread = Callable[[str], int]


@record
class Advice:
    """What is said of a line, and whether it is for lines that as a `whole` are so."""

    text: str
    whole: bool


class Rewriter(Patterns):
    """Corrects the lines of one text by the names that it declares."""

    # -- changing a line --------------------------------------------------------------------

    def corrections(
        self, line: WrittenLine, unread: Unread, articles: bool = True
    ) -> Iterator[tuple[Correction, str]]:
        """The changes by which the parser takes a line, and the lines that they make, the likeliest
        first; without `articles`, those that change more than an article or a plural."""
        if len(line.text) > MOST_CHARACTERS:
            return
        seen, reached, budget = {line.text}, [(0, line.text)], MOST_READ
        plain = self.plain(line.text)
        if plain != line.text and not (
            self._misread(plain) or renames(line.text, plain) or SPOKEN_OF_SOME.search(line.text)
        ):
            seen.add(plain)
            left = unread(line.restored(plain))
            change = line.change_to(plain) if left == 0 else None
            if change is not None:
                yield replace(change, certain=True), line.restored(plain)
            else:
                reached.insert(0, (left, plain))
        for step in range(MOST_STEPS):
            made: list[tuple[int, str]] = []
            if step == 0:
                for changed in self._grouped(reached[0][1], unread(line.restored(reached[0][1]))):
                    if self._misread(changed):
                        continue
                    left = unread(line.restored(changed))
                    change = line.change_to(changed) if left == 0 else None
                    if change is not None:
                        yield replace(change, certain=True), line.restored(changed)
                    made.append((left, changed))
            for _, before in reached:
                for changed in self._changed(before, articles):
                    if changed in seen or budget == 0 or (
                        lost(line.text, changed, self.phrases.seats, self._kept_players)
                        or self._misread(changed)
                        or renames(line.text, changed)
                    ):
                        continue
                    seen.add(changed)
                    budget -= 1
                    left = unread(line.restored(changed))
                    change = line.change_to(changed) if left == 0 else None
                    if change is not None:
                        yield change, line.restored(changed)
                    else:
                        made.append((left, changed))
            reached = sorted(made, key=lambda one: one[0])[:MOST_KEPT]

    def plain(self, text: str) -> str:
        """A line in which all is said at once that has one meaning wherever it stands."""
        for idiom in idioms("normal"):
            for _ in range(MOST_TIMES):
                words = set(WORDS.findall(text.lower()))
                match = self.compiled(idiom.pattern).search(text) if idiom.keys <= words else None
                if match is None or self._has(match, self._own | self._doing):
                    break
                filled = self.filled(idiom.template, match)
                changed = text if filled is None else _put(text, match, filled)
                if changed == text or lost_in_step(
                    text, changed, self.phrases.seats, self._kept_players
                ):
                    break
                text = changed
        return text

    def _has(self, match: re.Match[str], declared: frozenset[str]) -> bool:
        """Whether words of a pattern itself, not what stands in its places, are among these."""
        text = match.group()
        for name in match.groupdict():
            if match[name] and name not in HELD:
                text = text.replace(match[name], " ")
        return any(word in declared for word in UNCUT.findall(text))

    @cached_property
    def _own(self) -> frozenset[str]:
        """The words of the names that the text itself declares."""
        return frozenset(word for phrase in self.phrases.places for word in phrase)

    @cached_property
    def _doing(self) -> frozenset[str]:
        """What the verbs that the text declares are behind `is`: `bordering`."""
        verbs = (name.split()[0] for name in self.names.get("VERB", ()))
        return frozenset(doing(verb) for verb in verbs if verb != "can")

    def _grouped(self, text: str, unread: int) -> Iterator[str]:
        """A line with a noun behind a value, or with brackets where reading it stops."""
        yield from self.missing_nouns.of(text)
        yield from islice(bracketed(text, unread - 1), MOST_GROUPED)

    @cached_property
    def _kept_players(self) -> tuple[str, ...]:
        return signatures(self.phrases).kept_players()

    @cached_property
    def missing_nouns(self) -> MissingNouns:
        return MissingNouns(Speech(self.phrases, signatures(self.phrases)))

    def _changed(self, text: str, articles: bool) -> Iterator[str]:
        """What one change makes of a line, the likeliest first."""
        for match in WORD.finditer(text):
            word = match.group()
            if word not in self.known and word.lower() in EMPTY_WORDS:
                yield _put(text, match, "")
            elif word not in self.known:
                near = self.near(word, first=match.start() == 0)
                if near is not None:
                    yield _put(text, match, near)
        front, small = FRONT.match(text), text.lower()
        words = {*WORDS.findall(small), *KEYS.findall(small)}
        for entry in entries():
            if entry.put and not any(self.compiled(one).search(text) for one in entry.unless):
                for cue in entry.cues:
                    if cue.keys <= words and has(small, needed(cue.pattern)):
                        yield from (said for said in self._by_idiom(
                            Idiom(cue.pattern, cue.keys, entry.put), text)
                            if not drops(text, said, self._own))
        for idiom in idioms("statements", "conditions", "declarations"):
            if idiom.keys <= words and has(small, needed(idiom.pattern)):
                yield from self._by_idiom(idiom, text)
        if front is not None:
            before, done = front.group(), text[front.end() :]
            for idiom in idioms("statements"):
                if idiom.keys <= words and idiom.pattern.startswith("^"):
                    yield from (before + said for said in self._by_idiom(idiom, done))
        for match in WORD.finditer(text):
            word = match.group()
            named = word in self._own or (match.start() > 0 and word[0].isupper())
            gets = word.lower() == "take" and bool(self.phrases.zones)  # it comes to him
            if word.lower() in synonyms() and not named and not gets:
                yield _put(text, match, synonyms()[word.lower()])
        for match in self._nouns.finditer(text) if articles else ():
            noun = match.group()
            if not BEFORE_NOUN.search(text[: match.start()]):
                articles_for = [f"the {noun}"]
                if self.one.get(noun.lower()) == noun:
                    articles_for.insert(0 if NEW.match(text) else 1, with_article(noun))
                yield from (_put(text, match, said) for said in articles_for)

    def _by_idiom(self, idiom: Idiom, text: str) -> Iterator[str]:
        for match in self.compiled(idiom.pattern).finditer(text):
            filled = self.filled(idiom.template, match)
            if filled is not None and not (self._doing and self._has(match, self._doing)):
                yield _put(text, match, filled)

    def _misread(self, text: str) -> bool:
        """Whether the parser would take a line for something that it does not say."""
        if self.compares_things.search(text) or ITSELF.search(text):
            return True
        if DECLARING.match(text):  # the noun is the one that it declares
            return False
        behind = [match[1] for match in self._named.finditer(text)]
        return any((word not in self.known or word in ("who", "which")) and text.count(word) == 1
                   for word in behind)

    @cached_property
    def _named(self) -> re.Pattern[str]:
        """A word behind a noun, which would be its name."""
        return re.compile(rf"(?<![\w'-]){self.kind('thing')} ([a-z][\w-]+)")

    @cached_property
    def compares_things(self) -> re.Pattern[str]:
        """A thing more than a thing: of which of their numbers that is meant is not said."""
        options = {" ".join(name) for name in self.phrases.option_words}
        values = any_of([name for name in self.names.get("VAL", ()) if name not in options])
        thing = f"(?:{self.kind('place')}|{values})"
        return regex(rf"(?:^|\b(?:if|and|or|not) ){thing} is (?:more than|less than|at least|"
                      rf"at most) {thing}(?=$|,| and | or )")

    @cached_property
    def _nouns(self) -> re.Pattern[str]:
        return re.compile(rf"(?<![\w'-]){self.kind('thing')}(?![\w-])")

    def near(self, word: str, first: bool = False) -> str | None:
        """The known word that an unknown one is nearly."""
        if word in FILLERS:
            return None  # it is no slip of the pen
        one = self.one.get(word.removesuffix("s").lower()) if word.endswith("s") else None
        if one is not None:
            return self.phrases.plurals().get(one)
        words = set(self.known)
        if first:
            words |= {*BLOCK_WORDS, *STATEMENT_WORDS}
        names = {name for kind in self.names.values() for name in kind}
        found = nearest(word, names | words)
        return found if found and _alike(word.lower(), found.lower()) else None

    def advice(self, text: str, section: str) -> Advice | None:
        """What is said of a line by the first row of a section of the table that fits; the time
        that patterns take grows faster than the line."""
        if len(text) > MOST_CHARACTERS:
            return None
        words = set(WORDS.findall(text.lower()))
        for advice in idioms(section):
            if advice.keys <= words and (found := self.compiled(advice.pattern).search(text)) and (
                not self.within_name(found)
            ):
                hint = self.filled(advice.template, found)
                if hint is not None:
                    hint = re.sub(" +", " ", hint)
                    return Advice(hint, "^" in advice.pattern.replace("[^", ""))
        return None


    def notion(self, text: str, section: str) -> str | None:
        """What is told of a line by a word for a notion of a section of the table. The
        words of the text's own declarations are no such words."""
        words = set(WORDS.findall(text.lower()))
        own = {word for name in self.phrases.table for word in name} - BUILT
        for notion in idioms(section):
            if notion.keys <= words and (found := self.compiled(notion.pattern).search(text)):
                said = [word for word in WORDS.findall(found.group()) if word not in own]
                hint = self.filled(notion.template, found) if said else None
                if hint is not None:
                    return hint
        return None


#: A value that would have itself: `the ring whose ring is outer`.
ITSELF = re.compile(r"\b([\w-]+) whose \1 is\b")
#: What stands in front of a statement in its line.
FRONT = re.compile(
    r"(?:(?:otherwise if|if|when|for each|repeat|end as soon as|end after the turn if) [^,]+, "
    r"|each [^,]+ in order, )+")
#: Places of patterns for words of a line that are not declared names.
HELD = ("p", "o", "on", "how", "least", "q", "next")
#: Lines in which a noun without an article is hardly one that was spoken of.
NEW = re.compile(r"each|the (?:game|turn) |piece|must|may|choose|at random")
BEFORE_NOUN = re.compile(r"(?:\b(?:an?|the|each|every|some|no|all|its|other)|'s) $")
DECLARING = re.compile(r"(?:board|kind|piece|zone|walk|players|option|ruling|memory)\b")
WORDS = re.compile(r"[\w']+|[^\w\s]+")
OF_TIMES = ("once", "twice")  # words of their own, which are like others
#: Words of the language itself, which say nothing of a text.
BUILT = frozenset(word for phrases in BUILT_IN.values() for name in phrases for word in name)
KEYS = re.compile(r"[a-z]+")
WORD = re.compile(r"[^\W\d_][\w-]*")
UNCUT = re.compile(r"[^\W\d_][\w'’-]*")  # `can't` is not the `can` of a declared verb
def _put(text: str, match: re.Match[str], word: str) -> str:
    before, behind = text[: match.start()], text[match.end() :]
    if word[:1].isalnum() and before[-1:].isalnum():
        before += " "
    if word[-1:].isalnum() and behind[:1].isalnum():
        word += " "
    return " ".join((before + word + behind).split()).replace(" ,", ",")


def _alike(word: str, known: str) -> bool:
    """Whether two words are surely the same but for a slip of the pen."""
    if word.endswith(known) and word.startswith(NEGATING):
        return False
    if word in OF_TIMES or (word.endswith("ed") and known.endswith("er")):
        return False  # `played` is no `player`
    same = sorted(word) == sorted(known)
    return same or difflib.SequenceMatcher(None, known, word).ratio() >= SURELY
