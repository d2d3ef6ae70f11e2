"""What a word can be: its readings, in the order in which they are preferred.

Which reading a word has is decided by the parser's state (see `recognizer`): the first one with
which the line can be read. The order of preference:

1. a word of an option, where it stands like one (`NAME_BEFORE`, `is either`, alone behind `:`);
2. a declared phrase of several words, the longest first;
3. a keyword of the language;
4. a declared name of one word;
5. a cell such as `d4`, where the word is no keyword;
6. a word that has no other reading: a name that the author gives in the line itself.

A reserved keyword cannot be declared as a name of one word; to unreserve a keyword is to put it
into `words.UNRESERVED`. Where no reading fits, the line is wrong, and the readings that
`Classifier.usual` gives serve to say how.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from rulewright.interpreter.syntax.lexer import TITLED, RawLine, Token
from rulewright.interpreter.syntax.words import (
    ALSO,
    CELL,
    KEYWORDS,
    RARE,
    UNRESERVED,
    Phrase,
)

#: Between these, a keyword that is the name of an option is read as that name.
NAME_BEFORE = frozenset("option ruling when if and or not set repeat is least most than".split())
NAME_AFTER = frozenset(("is", ":", "to", "times", ""))
#: Behind these, a keyword that stands alone is read as a word of an option, if it is one.
VALUE_BEFORE = frozenset(("is", "not", "either", ":", ",", "or", "normally", "to"))
VALUE_AFTER = frozenset(("", ",", ")", "and", "or", "otherwise"))
#: Lines of a variant that name a part of its base begin with one of these, or with `remove` and a
#: kind of part.
CHANGES = ("set", "before", "after")
PARTS = (["step"], ["memory"], ["option"], ["ruling"], ["end"], ["duty"])
RECKONING = ("plus", "minus", "times")


class Reading(NamedTuple):
    """One way to read the words from a place on: the token they make, and how many they are."""

    token: Token
    length: int


class Classifier:
    """Knows the names of a ruleset, and by them the readings of every word."""

    def __init__(
        self, phrases: Mapping[Phrase, tuple[str, str]], value_keywords: Set[str] = frozenset()
    ) -> None:
        self.value_keywords = value_keywords
        self.starting: dict[str, list[tuple[Phrase, str, str]]] = {}  # by the first word
        for phrase, (kind, text) in phrases.items():
            self.starting.setdefault(phrase[0], []).append((phrase, kind, text))
        for found in self.starting.values():
            found.sort(key=lambda entry: -len(entry[0]))

    def readings(self, tokens: Sequence[Token], at: int) -> list[Reading]:
        """The readings of the word at a place of a line, the preferred one first."""
        token = tokens[at]
        kind, text, span = token
        if kind != "WORD":
            return [Reading(token, 1)]
        found: list[Reading] = []
        if text in self.value_keywords and self._is_value(tokens, at):
            found.append(Reading(Token("VAL", text, span), 1))
        single: Reading | None = None
        for phrase, category, name in self.starting.get(text, ()):
            length = len(phrase)
            if length == 1:
                single = Reading(Token(category, name, span), 1)
            elif _begins(tokens, at, phrase):
                whole = span.to(tokens[at + length - 1].span)
                found.append(Reading(Token(category, name, whole), length))
        keyword = KEYWORDS.get(text)
        if keyword is not None:
            found.append(Reading(Token(keyword, text, span), 1))
        if text in ALSO:
            found.append(Reading(Token(ALSO[text], text, span), 1))
        if single is not None:
            found.append(single)
        elif not found:
            plain = Token("CELL", text, span) if CELL.fullmatch(text) else token
            found.append(Reading(plain, 1))
        return found

    def usual(self, tokens: Sequence[Token], at: int = 0) -> Iterator[Token]:
        """The tokens of (the rest of) a line whatever the parser takes."""
        while at < len(tokens):
            token, length = self.misfit(tokens, at)
            yield token
            at += length

    def misfit(self, tokens: Sequence[Token], at: int) -> Reading:
        """The reading of a word that fits nowhere: the preferred one, but of an unreserved keyword
        the name that it is."""
        found = self.readings(tokens, at)
        text = tokens[at].text
        if text not in UNRESERVED or found[0].length > 1 or tokens[at].type != "WORD":
            return found[0]
        return Reading(tokens[at], 1) if len(found) == 1 and text in RARE else found[-1]

    def _is_value(self, tokens: Sequence[Token], at: int) -> bool:
        """Whether a keyword is meant as the name or a word of an option.

        As a name it stands between certain words (`when move is …`), as a word it stands alone
        (`is either`, `: x, always`).
        """
        if at == 0:
            return False
        before = tokens[at - 1].text
        after = tokens[at + 1].text if at + 1 < len(tokens) else ""
        if before in NAME_BEFORE and (after in NAME_AFTER or after.startswith("[")):
            return True
        return before in VALUE_BEFORE and (after in VALUE_AFTER or after.startswith("["))


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
    if first.text in TITLED and line.indent == 0:
        head = Token(first.text.upper(), first.text, first.span)
        return [head, *_title(words[1:]), *refs]
    if not (first.text in CHANGES or (first.text == "remove" and line.words()[1:2] in PARTS)):
        return tokens
    if first.text == "set" and line.indent and "to" not in line.words():
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
