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
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rulewright.interpreter.diagnostics import nearest
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.idioms import Idiom, idioms, synonyms
from rulewright.interpreter.syntax.kept_meaning import lost
from rulewright.interpreter.syntax.words import (
    BLOCK_WORDS,
    BUILT_IN,
    EMPTY_WORDS,
    KEYWORDS,
    NEGATING,
    NUMBERS,
    STATEMENT_WORDS,
    base_verb,
    digits,
    plural,
    with_article,
)
from rulewright.interpreter.syntax.written_line import Correction, WrittenLine

MOST_STEPS = 4  # changes of one line that are tried one upon another
MOST_KEPT = 6  # lines of one step that are changed further
MOST_READ = 80  # lines that are read for one correction
SURELY = 0.8  # how much two spellings have in common
MOST_CHARACTERS = 240  # of a line that is corrected, or of which something is said

#: How much of a line the parser leaves unread in the place of another: 0 if it takes the line.
Unread = Callable[[str], int]


@dataclass(frozen=True)
class Advice:
    """What is said of a line, and whether it is for lines that as a `whole` are so."""

    text: str
    whole: bool


@lru_cache(maxsize=1 << 13)
def _regex(text: str) -> re.Pattern[str]:
    """A compiled pattern; there are more of them than `re` itself keeps."""
    return re.compile(text, re.IGNORECASE)


class Rewriter:
    """Corrects the lines of one text by the names that it declares."""

    def __init__(self, phrases: PhraseTable) -> None:
        self.phrases = phrases
        self.patterns: dict[str, re.Pattern[str]] = {}
        self.kinds: dict[str, str] = {}

    # -- the names of the text --------------------------------------------------------------

    @cached_property
    def names(self) -> Mapping[str, list[str]]:
        """The declared phrases of every category, the longest first."""
        found: dict[str, list[str]] = {}
        for phrase, (kind, _) in self.phrases.table.items():
            found.setdefault(kind, []).append(" ".join(phrase))
        return {kind: sorted(names, key=len, reverse=True) for kind, names in found.items()}

    @cached_property
    def one(self) -> Mapping[str, str]:
        """For every noun in either number, in small letters, the noun for one."""
        return {" ".join(phrase).lower(): name
                for phrase, (kind, name) in self.phrases.table.items()
                if kind in ("NOUN", "NOUNS")}

    @cached_property
    def known(self) -> frozenset[str]:
        """Every word that is known in some phrase."""
        words = {word for phrase in self.phrases.table for word in phrase}
        return frozenset(words | KEYWORDS.keys())

    def _kind(self, kind: str) -> str:
        """The regular expression for what a placeholder of a pattern stands for."""
        found = self.kinds.get(kind)
        if found is None:
            found = self.kinds[kind] = self._made(kind)
        return found

    def _made(self, kind: str) -> str:
        phrases, names = self.phrases, self.names
        match kind:
            case "noun" | "nouns" | "adj" | "val" | "verb" | "prep":
                return _any_of(names.get(kind.upper(), ()))
            case "attr":
                shared = (" ".join(phrase) for phrase in sorted(phrases.namesakes))
                return _any_of([*names.get("ATTR", ()), *shared])
            case "like":
                words = _any_of([*names.get("ADJ", ()), *names.get("VAL", ())])
                return rf"(?:{words} )*"
            case "thing" | "things":
                return _any_of([*names.get("NOUN", ()), *names.get("NOUNS", ())])
            case "kept":  # an attribute that is a thing
                return _any_of(sorted(phrases.attribute_nouns, key=len, reverse=True))
            case "piece" | "pieces":
                return _any_of([form for noun in phrases.pieces for form in self._forms(noun)])
            case "owned":  # what is `of` a player
                return _any_of([form for noun in (*phrases.pieces, *phrases.cells)
                                for form in self._forms(noun)])
            case "celltype":
                return _any_of([form for noun in phrases.cells for form in self._forms(noun)])
            case "place":
                cells = _any_of(list(phrases.cells))
                attributes = _any_of([name for name, noun in phrases.attribute_nouns.items()
                                      if noun in phrases.cells])
                return rf"(?:[a-z]\d\d?|the {cells}|its {cells}|(?:the )?{attributes})"
            case "can":
                verbs = [name[4:] for name in names.get("VERB", ()) if name.startswith("can ")]
                return _any_of([form for verb in verbs for form in (plural(verb), verb)])
            case "zone":
                return _any_of(sorted(phrases.zones, key=len, reverse=True))
            case "rival":  # the one other player of two; with more, nobody is just one
                return "(?:opponent|enemy|rival)" if len(phrases.seats) == 2 else "(?!)"
            case "rivals":
                return "(?!)" if len(phrases.seats) == 2 else "(?:opponent|enemy|rival)"
            case "board":
                return _any_of(names.get("BOARDNAME", ()))
            case "step":
                return _any_of(names.get("STEPNAME", ()))
        return PLACEHOLDERS[kind]

    def _forms(self, noun: str) -> list[str]:
        many = self.phrases.plurals().get(noun, plural(noun))
        return [many, noun]

    def _compiled(self, pattern: str) -> re.Pattern[str]:
        found = self.patterns.get(pattern)
        if found is None:
            text = re.sub(r"(?<!P)<([a-z]+)(\d?)>",
                          lambda m: f"(?P<{m[1]}{m[2]}>{self._kind(m[1])})", pattern)
            front = "" if pattern.startswith("^") else r"(?:(?<![\w'-])|(?=[^\w]))"
            back = "" if pattern.endswith("$") else r"(?:(?![\w-])|(?<=[^\w]))"
            if re.search(r"<who\d?>$", pattern):  # a phrase at the end is read whole
                back = r"(?=,|$|\)| and | or | then | otherwise | becomes | goes )"
            found = _regex(f"{front}{text}{back}")
            self.patterns[pattern] = found
        return found

    def _filled(self, template: str, match: re.Match[str]) -> str | None:
        """A template with what its placeholders stand for, or None where there is no such thing."""
        lost = False

        def fill(place: re.Match[str]) -> str:
            nonlocal lost
            word = self._word(place[1], place[2] or "", match)
            lost = lost or word is None
            return word or ""

        text = re.sub(r"<([a-z]+\d?)(?:\.([a-z]+))?>", fill, template)
        text = re.sub(r"a\(n\) +([\w-]+)", lambda m: with_article(m[1]), text)
        return None if lost else text

    def _word(self, name: str, form: str, match: re.Match[str]) -> str | None:
        """What stands for a placeholder of a template, in the form that is asked for."""
        groups = match.groupdict()
        said = (groups[name] or "").strip() if name in groups else self._declared(name)
        if said is None:
            return None
        if form in ("one", "many", "a"):
            noun = self.one.get(said.lower(), said)
            forms = {"one": noun, "many": self.phrases.plurals().get(noun, plural(noun)),
                     "a": with_article(noun)}
            return forms[form]
        match form:
            case "seat":
                number, seats = int(digits(said)), self.phrases.seats
                return seats[number - 1] if 0 < number <= len(seats) else None
            case "list":
                return ", ".join(_list(said))
            case "ors":
                return " or ".join(_list(said))
            case "count":
                return str(len(_list(said)))
            case "ones":
                return ", ".join(f"{match['w'].lower()}-{item}" for item in _list(said))
            case "items":
                low, high = int(digits(said)), int(digits(match["n2"]))
                return ", ".join(f"{match['w'].lower()}-{i}" for i in range(low, high + 1)[:20])
            case "capital":
                return said[:1].upper()
            case "or":
                return digits(said) or "1"
            case "kind":
                return self._kind_of(said)
            case "the":
                return said if said not in self.phrases.attribute_nouns else f"the {said}"
            case "number":
                return LEAST.get(said.lower().removesuffix(" than"), said)
            case "sum":
                return "total" if said.lower().startswith("sum") else said
            case "base":
                return base_verb(said) or said
        if name == "least":
            return LEAST.get(said.lower().replace(" then", "").replace(" than", ""), said)
        return digits(said) if re.fullmatch(r"n\d?", name) else said

    def _kind_of(self, said: str) -> str | None:
        """The kind of a value, or that of what an attribute holds."""
        known = self.phrases.attribute_nouns.get(said.removeprefix("the "))
        if known is not None:
            return known
        for head in self.phrases.heads:
            words = [token.text for token in head]
            if words[0] == "kind" and ":" in words:
                colon = words.index(":")
                if said in " ".join(words[colon + 1 :]).split(" , "):
                    return " ".join(words[1:colon])
        return None

    def _declared(self, name: str) -> str | None:
        """What a placeholder means that the pattern does not have: the one such thing there is."""
        phrases = self.phrases
        if name in ("seat", "cell"):
            return next(iter(phrases.seats), "Ann") if name == "seat" else "a1"
        known = {"piece": phrases.pieces, "celltype": phrases.cells,
                 "board": self.names.get("BOARDNAME", ())}.get(name, ())
        return next(iter(known), {"celltype": "cell", "piece": "Mark", "board": "Board"}.get(name))

    # -- changing a line --------------------------------------------------------------------

    def corrections(
        self, line: WrittenLine, unread: Unread, articles: bool = True
    ) -> Iterator[tuple[Correction, str]]:
        """The changes by which the parser takes a line, and the lines that they make, the likeliest
        first; without `articles`, those that change more than an article or a plural."""
        if len(line.text) > MOST_CHARACTERS:
            return
        seen, reached, budget = {line.text}, [(0, line.text)], MOST_READ
        for _ in range(MOST_STEPS):
            made: list[tuple[int, str]] = []
            for _, before in reached:
                for changed in self._changed(before, articles):
                    if changed in seen or budget == 0 or (
                        lost(line.text, changed, self.phrases.seats) or self._misread(changed)
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
        words = {*WORDS.findall(text.lower()), *KEYS.findall(text.lower())}
        for idiom in idioms("statements", "conditions", "declarations"):
            if idiom.keys <= words:
                yield from self._by_idiom(idiom, text)
        for match in WORD.finditer(text):
            word = match.group()
            if word.lower() in synonyms():
                yield _put(text, match, synonyms()[word.lower()])
        for match in self._nouns.finditer(text) if articles else ():
            noun = match.group()
            if not BEFORE_NOUN.search(text[: match.start()]):
                articles_for = [f"the {noun}"]
                if self.one.get(noun.lower()) == noun:
                    articles_for.insert(0 if NEW.match(text) else 1, with_article(noun))
                yield from (_put(text, match, said) for said in articles_for)

    def _by_idiom(self, idiom: Idiom, text: str) -> Iterator[str]:
        for match in self._compiled(idiom.pattern).finditer(text):
            filled = self._filled(idiom.template, match)
            if filled is not None:
                yield _put(text, match, filled)

    def _misread(self, text: str) -> bool:
        """Whether the parser would take a line for something that it does not say."""
        if self.compares_things.search(text):
            return True
        if DECLARING.match(text):  # the noun is the one that it declares
            return False
        behind = [match[1] for match in self._named.finditer(text)]
        return any((word not in self.known or word in ("who", "which")) and text.count(word) == 1
                   for word in behind)

    @cached_property
    def _named(self) -> re.Pattern[str]:
        """A word behind a noun, which would be its name."""
        return re.compile(rf"(?<![\w'-]){self._kind('thing')} ([a-z][\w-]+)")

    @cached_property
    def compares_things(self) -> re.Pattern[str]:
        """A thing more than a thing: of which of their numbers that is meant is not said."""
        options = {" ".join(name) for name in self.phrases.option_words}
        values = _any_of([name for name in self.names.get("VAL", ()) if name not in options])
        thing = f"(?:{self._kind('place')}|{values})"
        return _regex(rf"(?:^|\b(?:if|and|or|not) ){thing} is (?:more than|less than|at least|"
                      rf"at most) {thing}(?=$|,| and | or )")

    @cached_property
    def _nouns(self) -> re.Pattern[str]:
        return re.compile(rf"(?<![\w'-]){self._kind('thing')}(?![\w-])")

    def near(self, word: str, first: bool = False) -> str | None:
        """The known word that an unknown one is nearly."""
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
            if advice.keys <= words and (found := self._compiled(advice.pattern).search(text)):
                hint = self._filled(advice.template, found)
                if hint is not None:
                    return Advice(hint, "^" in advice.pattern.replace("[^", ""))
        return None


    def notion(self, text: str, section: str) -> str | None:
        """What is told of a line by a word for a notion of a section of the table. The
        words of the text's own declarations are no such words."""
        words = set(WORDS.findall(text.lower()))
        own = {word for name in self.phrases.table for word in name} - BUILT
        for notion in idioms(section):
            if notion.keys <= words and (found := self._compiled(notion.pattern).search(text)):
                said = [word for word in WORDS.findall(found.group()) if word not in own]
                hint = self._filled(notion.template, found) if said else None
                if hint is not None:
                    return hint
        return None


#: Lines in which a noun without an article is hardly one that was spoken of.
NEW = re.compile(r"each|the (?:game|turn) |piece|must|may|choose|at random")
BEFORE_NOUN = re.compile(r"(?:\b(?:an?|the|each|every|some|no|all|its|other)|'s) $")
DECLARING = re.compile(r"(?:board|kind|piece|zone|walk|players|option|ruling|memory)\b")
WORDS = re.compile(r"[\w']+|[^\w\s]+")
#: Words of the language itself, which say nothing of a text.
BUILT = frozenset(word for phrases in BUILT_IN.values() for name in phrases for word in name)
KEYS = re.compile(r"[a-z]+")
WORD = re.compile(r"[^\W\d_][\w-]*")
LEAST = {
    "at least": "at least", "at most": "at most", "more": "more than", "greater": "more than",
    "fewer": "less than", "less": "less than", "exactly": "", "only": "", "just": "",
    "larger": "more than", "bigger": "more than", "smaller": "less than",
}
#: What the placeholders of the patterns stand for that do not depend on the names of a text.
PLACEHOLDERS = {
    "n": r"\d+|" + "|".join(NUMBERS),
    "w": r"[^\W\d_][\w+-]*",
    "who": r"(?!(?:if|and|or|not|where|when|that|as|only|then) )[^\W_]"
           r"(?:(?! (?:if|and|or|not|where|when|that|as|then|becomes|goes) )[^,\"():])*?",
    "what": r"[\w' ]+?(?=,|$| and | or | nor )",
    "cond": r"[^\s,:].*?",
    "said": r"[^\s,:].*?",
    "rest": r"[^\s].*",
    "text": r'"\d+"',
    "names": r"(?!(?:can|could|may|have|has|must|are|is|play|take) )[^\W\d_][^:]*?",
    "least": r"at least|at most|(?:more|greater|larger|bigger|fewer|less|smaller) th[ae]n|exactly"
             r"|only|just",
}


def _put(text: str, match: re.Match[str], word: str) -> str:
    before, behind = text[: match.start()], text[match.end() :]
    if word[:1].isalnum() and before[-1:].isalnum():
        before += " "
    if word[-1:].isalnum() and behind[:1].isalnum():
        word += " "
    return " ".join((before + word + behind).split()).replace(" ,", ",")


def _any_of(names: object) -> str:
    listed = [re.escape(name).replace("\\ ", " ") for name in names]  # type: ignore[attr-defined]
    return f"(?:{'|'.join(listed)})" if listed else "(?!)"


def _alike(word: str, known: str) -> bool:
    """Whether two words are surely the same but for a slip of the pen."""
    if word.endswith(known) and word.startswith(NEGATING):
        return False
    if word.endswith("ed") and known.endswith("er"):
        return False  # `played` is no `player`
    same = sorted(word) == sorted(known)
    return same or difflib.SequenceMatcher(None, known, word).ratio() >= SURELY


def _list(text: str) -> list[str]:
    """The items of a list, however they are joined."""
    return [item for item in re.split(r"\s*(?:,|;|/|\band\b|\bor\b)\s*", text) if item]
