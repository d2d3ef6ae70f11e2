"""What a word can be: its readings, in the order in which they are preferred.

Which reading a word has is decided by the parser's state (see `recognizer`): the first one with
which the line can be read. The order of preference:

1. a word of an option, in the line that declares the option and where the option is compared;
2. a declared phrase of several words, the longest first;
3. a keyword of the language;
4. a declared name of one word;
5. a cell such as `d4`, where the word is no keyword;
6. a word that has no other reading: a name that the author gives in the line itself.

A reserved keyword cannot be declared as a name of one word; to unreserve a keyword is to put it
into `words.UNRESERVED`. A line that can be read both with a word as a keyword and with it as a name
is an error, so a name never changes what a sentence means. The words of options are
known nowhere else, so they may be any words. An attribute may have the name of a kind: what
`the suit` is where both fit is told by what is spoken of there (see `lower.reference`).

Where no reading fits, the line is wrong, and the readings that `Readings.usual` gives serve to say
how.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.lexer import TITLED, RawLine, Token
from rulewright.interpreter.syntax.words import (
    ALSO,
    CELL,
    KEYWORDS,
    RARE,
    SECOND,
    UNRESERVED,
    WITHIN,
    Phrase,
)

OPTION_HEADS = ("option", "ruling")
#: Behind these, in the line that declares an option, its words stand.
IN_DOMAIN = (":", ",", "or", "normally")
#: Between the words that an option is compared with.
JOINTS = (",", "or")
#: Lines of a variant that name a part of its base begin with one of these, or with `remove` and a
#: kind of part.
CHANGES = ("set", "before", "after")
PARTS = (["step"], ["memory"], ["option"], ["ruling"], ["end"], ["duty"])
#: Readings of names that are read otherwise in other places.
NARROWER = ("PAIRED", "VERB_OF")
SAID = {"is", "are", "become", "becomes", "go", "goes"}
RECKONING = ("plus", "minus", "times")


class Reading(NamedTuple):
    """One way to read the words from a place on: the token they make, how many they are, and
    whether that is a `keyword`, a `name` or a word of an `option`."""

    token: Token
    length: int
    source: str


class Classifier:
    """Knows the names of a ruleset, and by them the readings of every word."""

    def __init__(self, names: PhraseTable) -> None:
        self.options: dict[str, list[tuple[Phrase, set[Phrase]]]] = {}  # by the last word
        for phrase, words in names.option_words.items():
            self.options.setdefault(phrase[-1], []).append((phrase, words))
        for known in self.options.values():  # `no move` before `move`
            known.sort(key=lambda entry: -len(entry[0]))
        self.starting: dict[str, list[tuple[Phrase, str, str]]] = {}  # by the first word
        #: Names that are more than others of their category: attributes of several things, and
        #: verbs that always have an object.
        self.narrower = {
            (category, names.table[phrase][1]): narrower
            for category, narrower, phrases in (
                ("ATTR", "PAIRED", names.paired), ("VERB", "VERB_OF", names.objects - names.without)
            )
            for phrase in phrases if phrase in names.table
        }
        #: Those that are nothing else: `the need of the player of the good` is of two things.
        self.always = {("ATTR", names.table[phrase][1]) for phrase in names.paired - names.single
                       if phrase in names.table}
        for phrase, (kind, text) in names.table.items():
            self.starting.setdefault(phrase[0], []).append((phrase, kind, text))
        for phrase in names.namesakes:  # behind the noun
            self.starting[phrase[0]].append((phrase, "ATTR", " ".join(phrase)))
        for found in self.starting.values():
            found.sort(key=lambda entry: -len(entry[0]))

    def line(self, tokens: Sequence[Token]) -> Readings:
        return Readings(self, tokens)

    def option_at(self, tokens: Sequence[Token], end: int) -> Set[Phrase]:
        """The words of the option whose name ends in front of a place."""
        for phrase, words in self.options.get(tokens[end - 1].text, ()):
            start = end - len(phrase)
            if start >= 0 and _begins(tokens, start, phrase):
                return words
        return frozenset()


class Readings:
    """The readings of the words of one line."""

    def __init__(self, names: Classifier, tokens: Sequence[Token]) -> None:
        self.names = names
        self.tokens = tokens
        #: For the places where an option's word may stand, the words; and those of these places
        #: where it is the last thing to think of, as in `mode is fast or WORD`.
        self.asked: dict[int, Set[Phrase]] = {}
        self.unlikely: set[int] = set()
        if names.options:
            self._find_options()
        #: Where `for` stands behind a value, so that the line may be a row of a definition.
        self.row = next((at for at, t in enumerate(tokens) if at and t.text == "for"), len(tokens))

    def _find_options(self) -> None:
        tokens = self.tokens
        for at, token in enumerate(tokens):
            if token.text in ("is", "are"):
                words = self.names.option_at(tokens, at)
                if words:
                    self._compared(at + 1, words)
            elif token.text in OPTION_HEADS and (
                at == 0 or tokens[at - 1].type == "COMMA"  # as behind `when CONDITION,`
            ):
                self._declared(at)

    def _declared(self, head: int) -> None:
        """The places of words in the line that declares an option."""
        tokens = self.tokens
        colon = next((i for i, t in enumerate(tokens) if i > head and t.type == "COLON"), head)
        if colon > head:
            end = next((i for i in range(head, colon) if tokens[i].type == "COMMA"), colon)
            words = self.names.option_at(tokens, end)
            self.asked |= {i + 1: words for i in range(colon, len(tokens))
                           if tokens[i].text in IN_DOMAIN}

    def _compared(self, at: int, words: Set[Phrase]) -> None:
        """The places where `OPTION is [not] [either] WORD, WORD or WORD` has a word."""
        tokens = self.tokens
        either = False
        for word in ("not", "either"):
            self.asked[at] = words
            if [t.text for t in tokens[at : at + 1]] == [word]:
                at += 1
                either = word == "either"
        self.asked[at] = words
        while length := longest(tokens, at, words) or _number(tokens, at):
            at += length
            start = at
            while at < len(tokens) and tokens[at].text in JOINTS:
                at += 1
            if at == start:
                break
            self.asked[at] = words
            if not either:
                self.unlikely.add(at)

    def at(self, at: int) -> list[Reading]:
        """The readings of the word at a place, the preferred one first."""
        tokens = self.tokens
        token = tokens[at]
        kind, text, span = token
        if kind != "WORD":
            return [Reading(token, 1, "")]
        names = self._names(at) if text in self.names.starting else []
        found = [reading for reading in names if reading.length > 1]
        keyword = KEYWORDS.get(text)
        if keyword is not None:
            if text in WITHIN:
                found.append(Reading(Token(WITHIN[text], text, span), 1, "keyword"))
            found.append(Reading(Token(keyword, text, span), 1, "keyword"))
            if text in ALSO:
                found.append(Reading(Token(ALSO[text], text, span), 1, "keyword"))
            if text in SECOND and at > self.row:
                found.append(Reading(Token("SECOND", text, span), 1, "keyword"))
        found += [reading for reading in names if reading.length == 1]
        for token, length, source in names if self.names.narrower else ():
            known = token.type, token.text
            narrower = self.names.narrower.get(known)
            if narrower is not None:
                reading = Reading(Token(narrower, token.text, token.span), length, source)
                found.insert(0 if known in self.names.always else len(found), reading)
        if at in self.asked:
            self._add_option_word(found, at)
        if not found:
            plain = Token("CELL", text, span) if CELL.fullmatch(text) else token
            found.append(Reading(plain, 1, ""))
        return found

    def _names(self, at: int) -> list[Reading]:
        """The readings as a declared name, the longest first. Of a noun that is an attribute as
        well the noun comes first behind `the`, unless `of` follows, elsewhere the attribute;
        mostly only one of them fits."""
        tokens = self.tokens
        found: list[Reading] = []
        for phrase, category, name in self.names.starting[tokens[at].text]:
            length = len(phrase)
            if length > 1 and not _begins(tokens, at, phrase):
                continue
            end = at + length
            span = tokens[at].span if length == 1 else tokens[at].span.to(tokens[end - 1].span)
            reading = Reading(Token(category, name, span), length, "name")
            if found and found[-1].length == length and not (
                at > 0 and tokens[at - 1].text == "the"
                and (end == len(tokens) or tokens[end].text != "of")
            ):
                found.insert(len(found) - 1, reading)
            else:
                found.append(reading)
        return found

    def _add_option_word(self, found: list[Reading], at: int) -> None:
        length = longest(self.tokens, at, self.asked[at])
        if length:
            span = self.tokens[at].span.to(self.tokens[at + length - 1].span)
            text = " ".join(t.text for t in self.tokens[at : at + length])
            reading = Reading(Token("VAL", text, span), length, "option")
            found.insert(len(found) if at in self.unlikely else 0, reading)

    def usual(self, at: int = 0) -> Iterator[Token]:
        """The tokens of (the rest of) the line whatever the parser takes."""
        while at < len(self.tokens):
            token, length, _ = self.misfit(at)
            yield token
            at += length

    def misfit(self, at: int) -> Reading:
        """The reading of a word that fits nowhere: the preferred one, but of an unreserved keyword
        the name that it is."""
        found = [r for r in self.at(at) if r.token.type not in NARROWER]
        token = self.tokens[at]
        if token.text in WITHIN and found[0].length == 1:
            return found[1]
        if token.text not in UNRESERVED or found[0].length > 1 or token.type != "WORD":
            return found[0]
        if len(found) == 1 and token.text in RARE:
            return Reading(token, 1, "")
        return found[-1]


def longest(tokens: Sequence[Token], at: int, phrases: Set[Phrase]) -> int:
    """The length of the longest of some phrases that stands at a place; 0 if none does."""
    return max((len(phrase) for phrase in phrases if _begins(tokens, at, phrase)), default=0)


def _number(tokens: Sequence[Token], at: int) -> int:
    """1 if a number stands there, else 0."""
    return int(at < len(tokens) and tokens[at].type == "NUMBER")


def _begins(tokens: Sequence[Token], at: int, phrase: Phrase) -> bool:
    """Whether the words from a place on are those of a phrase."""
    if at + len(phrase) > len(tokens):
        return False
    return all(
        tokens[at + i].text == word and tokens[at + i].type == "WORD"
        for i, word in enumerate(phrase)
    )


def joined_names(line: RawLine) -> list[Token]:
    """The tokens of a line, with those words made one token that are a title or name a part of
    the base of a variant: such names are kept as they are written, since only the base can tell
    whether there are such parts."""
    tokens = line.tokens
    first = tokens[0]
    words = [t for t in tokens if t.type != "REFS"]
    refs = [t for t in tokens if t.type == "REFS"]
    if first.text in TITLED and line.indent == 0 and [t.type for t in words[1:2]] != ["COLON"]:
        head = Token(first.text.upper(), first.text, first.span)
        return [head, *_title(words[1:]), *refs]
    said = line.words()
    changes = first.text in CHANGES or (first.text == "remove" and said[1:2] in PARTS)
    if line.indent:  # wrong there, and told best if it is read; but `set` may be a name as well
        changes = first.text == "set" and "to" in said[2:] and not SAID & set(said)
    if not changes:
        return tokens
    head_length = 2 if first.text == "remove" else 1
    end = len(words)
    if first.text == "set":
        end = next((i for i, t in enumerate(words) if t.text == "to"), end)
    name, value = words[head_length:end], words[end + 1 :]
    made = words[:head_length]
    if name and not (first.text != "set" and [t.text for t in name] == ["turn"]):
        name = [_joined("TEXT", name)]
    if value and all(t.type == "WORD" and t.text not in RECKONING for t in value):
        value = [_joined("VAL", value)]
    return [*made, *name, *words[end : end + 1], *value, *refs]


def _title(words: list[Token]) -> list[Token]:
    if not words:
        return []
    span = words[0].span.to(words[-1].span)
    return [Token("TEXT", span.text, span)]


def _joined(kind: str, tokens: list[Token]) -> Token:
    return Token(kind, " ".join(t.text for t in tokens), tokens[0].span.to(tokens[-1].span))
