"""Where the parser stopped, and what was found and would fit there, in the words of an author."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.interpreter.syntax.lexer import Token
from rulewright.interpreter.syntax.words import BUILT_IN

#: Terminals in the words of an author.
IN_WORDS = {
    "NOUN": "a noun",
    "NOUNS": "a plural noun",
    "VAL": "a value",
    "ATTR": "an attribute",
    "PAIRED": "an attribute",
    "ADJ": "an adjective",
    "VERB": "a verb",
    "VERB_OF": "a verb",
    "PREP": "a preposition",
    "WORD": "a name",
    "CELL": "a cell",
    "NUMBER": "a number",
    "NUMW": "`number`",
    "STRING": 'a text in "quotes"',
    "REFS": "rule references",
    "NEWLINE": "the end of the line",
    "INDENT": "an indented block",
    "DEDENT": "the end of the block",
    "COLON": "`:`",
    "COMMA": "`,`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "POSS": "`'s`",
    "WITHGREATEST": "`with the greatest`",
    "WITHLEAST": "`with the least`",
    "BOARDNAME": "the name of a board",
    "STEPNAME": "the name of a step",
    "MEMO": "the name of a memory",
    "TEXT": "a name",
    "A": "`a`",
    "AND_ALSO": "`and`",
    "OR_ALSO": "`or`",
}


class ParseFailure:
    """Where the parser stopped: the token, the written tokens of its logical line (to the `left`
    of the place, and to the `right` from there on), what fits."""

    def __init__(
        self, tokens: list[Token], at: int, expected: set[str], known: Mapping[str, str]
    ) -> None:
        self.tokens = tokens
        self.at = at
        self.expected = expected
        self.known = known
        self.at_end = at >= len(tokens) or tokens[at].type == "DEDENT"
        self.token = last_written(tokens, at) if self.at_end else tokens[at]
        start = min(at, len(tokens) - 1)
        while start > 0 and tokens[start - 1].type not in LAYOUT:
            start -= 1
        end = min(at, len(tokens))
        while end < len(tokens) and tokens[end].type not in LAYOUT:
            end += 1
        self.left = [t for t in tokens[start:at] if t.text]
        self.right = [t for t in tokens[at:end] if t.text]
        self.line = self.left + self.right
        self.before = tokens[at - 1] if 0 < at <= len(tokens) else None

    @property
    def first(self) -> Token:
        """The first word of the line."""
        return self.line[0] if self.line else self.token

    def count(self, kind: str) -> int:
        return sum(t.type == kind for t in self.line)


LAYOUT = ("INDENT", "DEDENT", "NEWLINE")


def last_written(tokens: list[Token], at: int) -> Token:
    written = [t for t in tokens[:at] if t.text]
    return written[-1] if written else tokens[0]


def shown(token: Token) -> str:
    """A token as it is quoted in a message."""
    if token.type == "NEWLINE":
        return "the end of the line"
    if token.type == "INDENT":
        return "this indentation"
    return f"`{token.span.text or token.text}`"


def what_fits(expected: set[str]) -> str | None:
    """A hint that names what may stand there, where that is not too much."""
    names = dict.fromkeys(_in_words(t) for t in sorted(expected) if t != "$END")
    if not names or len(names) > 12:
        return None
    return "here may stand " + (" or ".join(names) if len(names) < 3 else ", ".join(names))


def _in_words(kind: str) -> str:
    """The tokens of a type, as a hint calls them."""
    said = " ".join(BUILT_IN[kind][0]) if kind in BUILT_IN else kind.lower()
    return IN_WORDS.get(kind) or f"`{said}`"


def wants_article(failure: ParseFailure) -> bool:
    """Whether `a NOUN` is what must stand here; in a condition it is one way among several."""
    return "A" in failure.expected and "SOME" not in failure.expected
