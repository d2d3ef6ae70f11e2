"""Good messages for lines the grammar refuses.

`explain` gets the tokens of the block, the place where the parser stopped and the terminals it
would have taken. A short table of frequent mistakes is tried first; else the message says in
words what was found and what would fit.
"""

from __future__ import annotations

from rulewright.interpreter.diagnostics import Diagnostic, did_you_mean
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax.lexer import Token
from rulewright.interpreter.syntax.words import KEYWORDS

#: Terminals in the words of an author.
IN_WORDS = {
    "NOUN": "a noun",
    "NOUNS": "a plural noun",
    "VAL": "a value",
    "ATTR": "an attribute",
    "ADJ": "an adjective",
    "VERB": "a verb",
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
    "BOARDNAME": "the name of a board",
    "STEPNAME": "the name of a step",
    "MEMO": "the name of a memory",
    "TEXT": "the title",
    "A": "`a`",
}
BLOCK_WORDS = (
    "game players option ruling kind board piece each the a setup turn step end duty memory look "
    "always when variant set replace remove before after"
).split()
STATEMENT_WORDS = (
    "must may as if for do in at only record forget put move remove rank when the"
).split()


def explain(
    tokens: list[Token], at: int, expected: set[str], source: Source, known: set[str]
) -> Diagnostic:
    """The diagnostic for a parse that stopped at token `at` (or at the end of the block).

    `known` are the declared words, for near misses.
    """
    if not tokens:
        return Diagnostic("syntax", "nothing is written here", Span(source, 1, 1, 1, 2))
    token = tokens[min(at, len(tokens) - 1)]
    if at >= len(tokens) or token.type == "DEDENT":
        token = _last_written(tokens, at)
        return Diagnostic(
            "unfinished", f"this {_unit(tokens)} ends too early", token.span, _fits(expected)
        )
    line = [t for t in tokens if t.span.line == token.span.line and t.text]
    for mistake in (_unknown_block, _indentation, _missing_colon, _equals):
        found = mistake(token, line, tokens, at, expected)
        if found is not None:
            return found
    unknown = _unknown_word(token, line, expected, known)
    if unknown is not None:
        return unknown
    return Diagnostic("syntax", f"{_found(token)} does not fit here", token.span, _fits(expected))


def _last_written(tokens: list[Token], at: int) -> Token:
    written = [t for t in tokens[:at] if t.text]
    return written[-1] if written else tokens[0]


def _unit(tokens: list[Token]) -> str:
    return f"`{tokens[0].text}` block" if tokens[0].text in BLOCK_WORDS else "block"


def _found(token: Token) -> str:
    if token.type == "NEWLINE":
        return "the end of the line"
    if token.type == "INDENT":
        return "this indentation"
    return f"`{token.text}`"


def _fits(expected: set[str]) -> str | None:
    names = [IN_WORDS.get(t) or f"`{t.lower()}`" for t in sorted(expected) if t != "$END"]
    if not names or len(names) > 12:
        return None
    return "here may stand " + (" or ".join(names) if len(names) < 3 else ", ".join(names))


def _unknown_block(
    token: Token, line: list[Token], tokens: list[Token], at: int, expected: set[str]
) -> Diagnostic | None:
    if at != 0:
        return None
    hint = did_you_mean(token.text, BLOCK_WORDS)
    return Diagnostic(
        "unknown-block",
        f"a declaration cannot begin with `{token.text}`",
        token.span,
        hint or "a declaration begins with one of: " + ", ".join(BLOCK_WORDS),
    )


def _indentation(
    token: Token, line: list[Token], tokens: list[Token], at: int, expected: set[str]
) -> Diagnostic | None:
    if token.type == "INDENT":
        return Diagnostic(
            "indentation",
            "this line is indented, but the line above takes no block",
            tokens[at + 1].span if at + 1 < len(tokens) else token.span,
            "indent it like the line above",
        )
    if "INDENT" in expected and len(expected) == 1:
        above = _last_written(tokens, at)
        return Diagnostic(
            "indentation", "the line above needs an indented block", above.span,
            "indent the lines that belong to it",
        )
    return None


def _missing_colon(
    token: Token, line: list[Token], tokens: list[Token], at: int, expected: set[str]
) -> Diagnostic | None:
    if expected == {"COLON"}:
        return Diagnostic(
            "missing-colon", f"a colon is missing before {_found(token)}", token.span,
            "write `:` between the name and what it is",
        )
    return None


def _equals(
    token: Token, line: list[Token], tokens: list[Token], at: int, expected: set[str]
) -> Diagnostic | None:
    before = tokens[at - 1].text if at else ""
    if token.text in ("equals", "equal") or (token.text == "=" and before):
        return Diagnostic("syntax", f"`{token.text}` is not a word of the language", token.span,
                          "write `is`")
    return None


def _unknown_word(
    token: Token, line: list[Token], expected: set[str], known: set[str]
) -> Diagnostic | None:
    """A word nobody declared, where a declared one or a keyword is needed."""
    suspects = [t for t in line if t.type == "WORD" and t.span.column <= token.span.column]
    if token.type != "WORD" and not suspects:
        return None
    word = token if token.type == "WORD" else suspects[-1]
    if len(word.text) == 1 and word.text.isupper() and word is not token:
        return None
    keywords = [t.lower() for t in expected if t.lower() in KEYWORDS]
    hint = did_you_mean(word.text, known | set(keywords))
    return Diagnostic(
        "unknown-word",
        f"I do not know the word `{word.text}`",
        word.span,
        hint or _fits(expected) or "declare it, or use a declared word",
    )
