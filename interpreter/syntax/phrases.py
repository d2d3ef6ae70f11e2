"""Learning the author's words: reading the heads of declarations before parsing.

A declaration introduces its name by using it in a fixed place (`a Token CAN REACH a tile if`,
`each tile has a COLOUR: …`). This pass finds those places by keywords alone, nouns first, so that
the lexer can then classify every phrase. It never reports a badly formed declaration: the parser
does that, with a better message; the name is learnt all the same where it can be told, so that
the lines that use it are not reported as well. Reported here is only what no later stage could
see: one phrase used for two categories.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise, takewhile

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax.lexer import RawLine, Token
from rulewright.interpreter.syntax.mistakes import BLOCK_WORDS, head_of
from rulewright.interpreter.syntax.words import (
    BUILT_IN,
    RESERVED,
    Phrase,
    base_verb,
    plural,
    singular,
)

#: What a category is called when talking to an author.
CATEGORY_NAMES = {
    "NOUN": "a noun",
    "NOUNS": "a plural noun",
    "VAL": "a value",
    "ATTR": "an attribute or value",
    "ADJ": "an adjective",
    "VERB": "a verb",
    "PREP": "a preposition",
    "BOARDNAME": "a board",
    "STEPNAME": "a step",
    "MEMO": "a memory",
}
#: For words of the language that authors would like as names, others that are free.
FREE = {
    "over": "finished", "in": "inside", "on": "above", "at": "near", "with": "together with",
    "move": "leap", "turn": "round", "piece": "figure", "board": "field", "end": "close",
}
TAIL_WORDS = ("of", "from", "towards", "at", "with")
ARTICLES = ("a", "an")

Table = dict[Phrase, tuple[str, str]]


class PhraseTable:
    """The phrases of one ruleset (a variant starts from a copy of its base's)."""

    def __init__(self) -> None:
        self.table: Table = {}
        self.places: dict[Phrase, Span] = {}
        self.value_keywords: set[str] = set()  # keywords that are also words of an option
        self.problems: list[Diagnostic] = []
        for category, phrases in BUILT_IN.items():
            for phrase in phrases:
                self._enter(category, phrase, " ".join(phrase))
                if category == "NOUN":
                    self._enter("NOUNS", (*phrase[:-1], plural(phrase[-1])), " ".join(phrase))

    def plurals(self) -> dict[str, str]:
        """The plural of every noun that has one."""
        return {
            noun: " ".join(phrase)
            for phrase, (category, noun) in self.table.items() if category == "NOUNS"
        }

    def learn(self, lines: Iterable[RawLine]) -> None:
        """Enter every phrase that the top-level lines declare, nouns first."""
        heads = [_meant(line) for line in _top_level(lines)]
        for line in heads:
            self._learn_nouns(line)
        for line in heads:
            self._learn_rest(line)

    # -- entering --------------------------------------------------------------------------

    def _enter(self, category: str, phrase: Phrase, text: str, span: Span | None = None) -> None:
        if not phrase:
            return
        known = self.table.get(phrase)
        if known and known[0] != category:
            first = self.places.get(phrase)
            where = " in the language itself"
            if first:
                elsewhere = span and span.source is not first.source
                where = f" (line {first.line}{f' of {first.source.name}' if elsewhere else ''})"
            self.problems.append(
                Diagnostic(
                    "two-meanings",
                    f"`{' '.join(phrase)}` is already {CATEGORY_NAMES[known[0]]}{where}, "
                    f"so it cannot also be {CATEGORY_NAMES[category]}",
                    span,
                    "give one of the two another name",
                )
            )
            return
        if len(phrase) == 1 and phrase[0] in RESERVED and span is not None:
            if category == "VAL":
                self.value_keywords.add(phrase[0])
                return
            word = phrase[0]
            other = f", for example `{FREE[word]}`" if word in FREE else ""
            self.problems.append(
                Diagnostic(
                    "reserved-word",
                    f"`{word}` is a word of the language and cannot be {CATEGORY_NAMES[category]}",
                    span,
                    f"choose another word{other}, or put a second word beside it",
                )
            )
            return
        self.table[phrase] = (category, text)
        if span is not None:
            self.places.setdefault(phrase, span)

    def _name(self, category: str, tokens: list[Token]) -> None:
        phrase = tuple(t.text for t in tokens)
        if phrase and all(t.type == "WORD" for t in tokens):
            self._enter(category, phrase, " ".join(phrase), tokens[0].span.to(tokens[-1].span))

    def _noun(self, tokens: list[Token], plural_tokens: list[Token]) -> None:
        if len(tokens) > 1 and tokens[0].text in (*ARTICLES, "the"):
            tokens = tokens[1:]  # the parser reports it
        phrase = tuple(t.text for t in tokens)
        if not phrase or any(t.type != "WORD" for t in tokens):
            return
        span = tokens[0].span.to(tokens[-1].span)
        many = tuple(t.text for t in plural_tokens) or (*phrase[:-1], plural(phrase[-1]))
        self._enter("NOUN", phrase, " ".join(phrase), span)
        if many != phrase:
            self._enter("NOUNS", many, " ".join(phrase), span)

    # -- first round: nouns and named parts ----------------------------------------------------

    def _learn_nouns(self, line: RawLine) -> None:
        tokens = [t for t in line.tokens if t.type != "REFS"]
        words = [t.text for t in tokens]
        match words[:1]:
            case ["kind"]:
                name, rest = _named(tokens[1:], ("(", ":"))
                many, values = _until(rest[1:], (")", ":", ","))
                if rest[:1] and rest[0].text != "(":
                    many, values = [], rest[1:]
                self._noun(name, many)
                for value in _items(_spelt(values)):
                    self._name("VAL", value)
            case ["piece"]:
                name, rest = _until(tokens[1:], ("(", "of", ":", ","))
                many = []
                if rest and rest[0].text == "(":
                    many, rest = _until(rest[1:], (")",))
                self._noun(name, many)
            case ["board"]:
                name, rest = _named(tokens[1:], (":",))
                self._name("BOARDNAME", name)
                self._cells(tokens, words)
            case ["step"]:
                self._name("STEPNAME", tokens[1:])
            case ["memory"]:
                name, _ = _named(tokens[1:], (":",))
                self._name("MEMO", name)

    def _cells(self, tokens: list[Token], words: list[str]) -> None:
        """The noun for the cells: `… a grid of square CELLS, …`."""
        at = next((i for i in range(2, len(words)) if words[i - 2 : i] == ["grid", "of"]), None)
        if at is None:
            return
        if at + 1 < len(tokens) and tokens[at + 1].type == "WORD":
            at += 1
        if at < len(tokens) and tokens[at].type == "WORD":
            cells = tokens[at]
            one = singular(cells.text)
            many = cells.text if one != cells.text else plural(one)
            self._enter("NOUN", (one,), one, cells.span)
            self._enter("NOUNS", (many,), one, cells.span)

    # -- second round: what is said about nouns --------------------------------------------------

    def _learn_rest(self, line: RawLine) -> None:
        tokens = [t for t in line.tokens if t.type != "REFS"]
        words = [t.text for t in tokens]
        match words[:2]:
            case ["players", *_]:
                _, rest = _until(tokens, (":",))
                if not rest:  # a forgotten colon: the names stand after the numbers
                    numbers = [i for i, t in enumerate(tokens) if t.type == "NUMBER"]
                    rest = tokens[numbers[-1] :] if numbers else []
                for name in _items(_spelt(rest[1:])):
                    self._name("VAL", name)
            case ["option" | "ruling", *_]:
                names, rest = _named(tokens[1:], (":",))
                for name in _items(names):
                    self._name("VAL", name)
                self._option_words(rest[1:])
            case ["each", *_]:
                noun, rest = self._take_noun(tokens[1:])
                if noun:
                    self._attribute(rest)
            case ["the", "game" | "turn"]:
                self._attribute(tokens[2:])
            case ["the", *_]:
                name, rest = _until(tokens[1:], (*TAIL_WORDS, "is"))
                if rest and (rest[0].text == "is" or (rest[1:2] and rest[1].text in ARTICLES)):
                    self._name("ATTR", name)
            case ["a" | "an", *_]:
                noun, rest = self._take_noun(tokens[1:])
                if noun and ("if" in words or words[-2:] == ["by", "table"] or _alone(rest)):
                    self._relation(noun, rest)

    def _attribute(self, tokens: list[Token]) -> None:
        words = [t.text for t in tokens]
        if words[:1] == ["has"]:
            start = 2 if words[1:2] and words[1] in ARTICLES else 1
            name, rest = _named(tokens[start:], (":",))
            pair = next((at for at, (one, two) in enumerate(pairwise(name))
                         if one.text in TAIL_WORDS and two.text == "each"), len(name))
            self._name("ATTR", name[:pair])
            self._values_of_type(rest[1:])
        elif words[:2] == ["can", "be"]:
            names, rest = _until(tokens[2:], (",", *ARTICLES))
            if rest and rest[0].text in ARTICLES:
                self._preposition(names, rest)
            else:
                for name in _items(names):
                    self._name("ADJ", name)

    def _preposition(self, name: list[Token], rest: list[Token]) -> None:
        """The name of a preposition; `rest` begins with the article of its second thing."""
        word = name[0].text if len(name) == 1 else ""
        noun, _ = self._take_noun(rest[1:])
        if word not in RESERVED or noun:
            self._name("PREP", name)
            return
        said = " ".join(t.text for t in (*name, *takewhile(lambda t: t.text != "if", rest[1:])))
        self.problems.append(
            Diagnostic(
                "reserved-word",
                f"`{word}` is a word of the language, and no name can begin with "
                f"`{word} {rest[0].text}`", name[0].span.to(rest[0].span),
                f"say it in one word, or leave out the `{rest[0].text}`: `{said}`",
            )
        )

    def _without_second(
        self, noun: str, name: list[Token]
    ) -> tuple[list[Token], list[Token]]:
        """The name of a definition that goes on with `the other NOUN`, where its second thing
        should get a name of its own."""
        at = next((i for i, t in enumerate(name) if t.text in ("the", "another")), len(name))
        second = [t for t in name[at + 1 :] if t.text != "other"]
        if not second or self._take_noun(second) != (noun, []):
            return name, []
        span = name[at].span.to(name[-1].span)
        self.problems.append(
            Diagnostic("syntax", f"`{span.text}` stands where the second {noun} gets a name", span,
                       f"write `a {noun} X`, and below speak of it as `X`")
        )
        return name[:at], second

    def _relation(self, noun: str, tokens: list[Token]) -> None:
        if tokens and len(tokens[0].text) == 1 and tokens[0].text.isupper():
            tokens = tokens[1:]  # the author's own name for the subject
        if tokens and tokens[0].text == "is":
            name, rest = _until(tokens[1:], (*ARTICLES, "if"))
            if rest and rest[0].text in ARTICLES:
                if [t.text for t in name] != ["on"]:  # the one word of the language to be defined
                    self._preposition(name, rest)
            else:
                name, second = self._without_second(noun, name)
                self._name("PREP" if second else "ADJ", name)
            return
        name, rest = _until(tokens, (*ARTICLES, *TAIL_WORDS, "if"))
        name, _ = self._without_second(noun, name)
        self._name("VERB", name)
        if name and all(t.type == "WORD" for t in name):
            first, *others = (t.text for t in name)
            base = base_verb(first)
            text = " ".join((first, *others))
            if base:
                self._enter("VERB", (base, *others), text)

    def _values_of_type(self, tokens: list[Token]) -> None:
        for item in _items(_until_modifier(tokens)):
            words = tuple(t.text for t in item)
            if any(t.type != "WORD" for t in item) or words[0] in (*ARTICLES, "normally"):
                continue
            if {"to", "none", "yes", "no", "normally", "times", "plus", "minus"} & set(words):
                continue
            known = self.table.get(words)
            if known is None or known[0] == "VAL":
                self._name("VAL", item)

    def _option_words(self, tokens: list[Token]) -> None:
        """The words of an option; one that has another meaning is a value only where it stands
        alone (see `Classifier`)."""
        self._values_of_type(tokens)
        for item in _items(_until_modifier(tokens)):
            if len(item) == 1 and item[0].type == "WORD":
                word = item[0].text
                if word in ("yes", "no") or self.table.get((word,), ("VAL",))[0] != "VAL":
                    self.value_keywords.add(word)

    def _take_noun(self, tokens: list[Token]) -> tuple[str | None, list[Token]]:
        for length in range(min(4, len(tokens)), 0, -1):
            known = self.table.get(tuple(t.text for t in tokens[:length]))
            if known and known[0] == "NOUN":
                return known[1], tokens[length:]
        return None, tokens


def _top_level(lines: Iterable[RawLine]) -> Iterable[RawLine]:
    """Lines that declare: at column one, or directly under top-level `when` lines."""
    whens: list[int] = []  # indentations of the open `when` lines
    inner: int | None = None  # indentation of the declarations under the innermost one
    for line in lines:
        while whens and line.indent <= whens[-1]:
            whens.pop()
            inner = None if not whens else line.indent
        if line.indent > 0:
            if not whens:
                continue
            inner = line.indent if inner is None else inner
            if line.indent != inner:
                continue
        comma = next((i for i, t in enumerate(line.tokens) if t.type == "COMMA"), 0)
        if line.tokens[0].text == "when" and comma:
            yield RawLine(line.number, line.indent, line.tokens[comma + 1 :])
        elif line.tokens[0].text in ("when", "replace"):
            whens.append(line.indent)
            inner = None
        else:
            yield line


def _meant(line: RawLine) -> RawLine:
    """The line with a misspelt first word put right, so that its names are learnt all the same
    (the parser reports the word)."""
    first = line.tokens[0]
    word = head_of(first.text)
    if first.text not in BLOCK_WORDS and [t.type for t in line.tokens[1:2]] == ["COLON"]:
        return RawLine(line.number, line.indent, [Token("WORD", "kind", first.span), *line.tokens])
    if word == first.text or first.type != "WORD" or "disagree" in line.words():
        return line
    return RawLine(line.number, line.indent, [Token("WORD", word, first.span), *line.tokens[1:]])


def _until(tokens: list[Token], stops: tuple[str, ...]) -> tuple[list[Token], list[Token]]:
    for at, token in enumerate(tokens):
        if token.text in stops:
            return tokens[:at], tokens[at:]
    return tokens, []


def _named(tokens: list[Token], stops: tuple[str, ...]) -> tuple[list[Token], list[Token]]:
    """The name before a colon, and the rest from there. Where the colon is forgotten, the name is
    the first word (and the rest begins with it, as if it were the colon)."""
    name, rest = _until(tokens, stops)
    return (name, rest) if rest else (name[:1], name)


def _alone(rest: list[Token]) -> bool:
    """Whether a definition lost its `if`: nothing but its name (and things) stands in the line."""
    return not any(t.text in ("be", "has", ":", ",", "the") for t in rest)


def _until_modifier(tokens: list[Token]) -> list[Token]:
    for at, token in enumerate(tokens):
        if token.type == "COMMA" and at + 1 < len(tokens):
            following = tokens[at + 1].text
            if following in ("at", "this", "seen", "normally") or tokens[at + 1].type == "STRING":
                return tokens[:at]
    return tokens


def _spelt(tokens: list[Token]) -> list[Token]:
    """The names of a list, without what does not belong there: signs, quotes, `is`, `and`."""
    found: list[Token] = []
    for token in tokens:
        if token.type == "STRING":
            found += [Token("WORD", word, token.span) for word in token.text.split()]
        elif token.type in ("WORD", "COMMA", "NUMBER"):
            begins = not found or found[-1].type == "COMMA"
            if not (begins and token.text in ("is", "are", "and", ",")):
                found.append(token)
    return found


def _items(tokens: list[Token]) -> Iterable[list[Token]]:
    item: list[Token] = []
    for token in tokens:
        if token.type == "COMMA" or token.text == "or":
            if item:
                yield item
            item = []
        else:
            item.append(token)
    if item:
        yield item
