"""From text to logical lines of raw tokens, and to top-level blocks of such lines.

A physical line becomes a `RawLine`: its indentation and its raw tokens (words, numbers, strings,
`[rule references]`, cells of tables such as `(3,-2)`, punctuation). A line that ends in a comma,
`and` or `or` goes on in the next.
What a word is (a keyword, a noun, a verb …) is decided later: `declared_names` learns the names,
`classify` lists the readings of a word, and `recognizer` takes the one that fits.

Invariants: every token has its true line and column; lexing never fails (what cannot be read
becomes a diagnostic and is left out); blocks start at column one; no line is empty.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import NamedTuple

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.source import Source, Span

RAW = re.compile(
    r"""(?P<PART>[a-z]{1,2}\d{1,2}/[a-z]+\b)
      |(?P<WORD>[^\W\d_][\w]*(?:[-+][\w]+)*)
      |(?P<SPACE>[ \t]+)
      |(?P<REFS>\[[^\]\n]*\]?)
      |(?P<STRING>"[^"\n]*"?)
      |(?P<NUMBER>\d+(?![\w]))
      |(?P<POSS>['’]s\b|(?<=s)['’](?=\s|$))
      |(?P<CELL>\([ ]*-?\d{1,3}[ ]*,[ ]*-?\d{1,3}[ ]*\))
      |(?P<COLON>:)|(?P<COMMA>,)|(?P<LPAR>\()|(?P<RPAR>\))
      |(?P<COMMENT>\#.*)
      |(?P<BAD>[=<>!+*/&|^~;-]+|.)""",
    re.VERBOSE,
)
#: Tokens that are what they are, without a further look.
PLAIN = frozenset(("WORD", "COMMA", "COLON", "POSS", "LPAR", "RPAR"))
GOES_ON = ("and", "or")
LISTS = ("kind", "players", "option", "ruling")  # declarations that end in a list of names
#: Lines that hold a title, and the signs that may stand in one besides words.
TITLED, TITLE_SIGNS = ("game", "variant"), frozenset("'’!?&+–")
NOTHING = "-"  # what stands in a table where there is nothing
MAX_DIGITS = 9
TAB = 4  # blanks that a tab counts for, once it has been reported
#: Signs that other notations have, and the words for them here.
SIGNS = {
    "=": "write `is` to compare, `becomes` to change something",
    "==": "write `is`", "!=": "write `is not`", "<>": "write `is not`",
    "<": "write `is less than`", "<=": "write `is at most`", "=<": "write `is at most`",
    ">": "write `is more than`", ">=": "write `is at least`", "=>": "write `is at least`",
    ":=": "write `becomes`", "+": "write `plus`", "-": "write `minus`", "*": "write `times`",
    "++": "write `goes up by 1`", "--": "write `goes down by 1`", "+=": "write `goes up by`",
    "-=": "write `goes down by`", "&": "write `and`", "&&": "write `and`", "|": "write `or`",
    "||": "write `or`", "!": "write `not`", ";": "begin a new line", ".": "a line ends without it",
    "{": "lines that belong together are indented; `{…}` stands only in a text in quotes",
    "}": "lines that belong together are indented; `{…}` stands only in a text in quotes",
    "'": 'a text stands in double quotes: "…"', "//": "a comment begins with `#`",
}


class Token(NamedTuple):
    """A token: its type, its canonical text, and where it stands."""

    type: str
    text: str
    span: Span


def written(token: Token) -> str:
    """A token as the author wrote it; rule references one blank apart."""
    if token.type == "REFS":
        return "[" + " ".join(token.text.strip("[]").split()) + "]"
    return f'"{token.text}"' if token.type == "STRING" else token.text


def spaced(tokens: Sequence[Token]) -> str:
    """Tokens one blank apart, but for punctuation."""
    if not tokens:
        return ""
    parts = [written(tokens[0])]
    for before, token in pairwise(tokens):
        close = token.type in ("COMMA", "COLON", "RPAR", "POSS") or before.type == "LPAR"
        parts.append(written(token) if close else " " + written(token))
    return "".join(parts)


@dataclass
class RawLine:
    """One logical line: its indentation in blanks, its raw tokens; whether it was `made` of other
    lines (see `data_tables`)."""

    number: int
    indent: int
    tokens: list[Token]
    made: bool = False

    def words(self) -> list[str]:
        """The texts of the tokens before any rule reference."""
        return [t.text for t in self.tokens if t.type != "REFS"]


@dataclass
class RawBlock:
    """A top-level declaration: its lines, the first at column one."""

    lines: list[RawLine] = field(default_factory=list)


def read_lines(
    source: Source, problems: list[Diagnostic], heads: Container[str] | None = None
) -> list[RawLine]:
    """The logical lines of a text, or of its declarations that begin with one of some words;
    unreadable characters are reported in `problems`."""
    lines: list[RawLine] = []
    goes_on, wanted = False, heads is None
    for number, text in enumerate(source.text.splitlines(), start=1):
        if heads is not None and text[:1] not in " #\t":  # a declaration begins, or a list goes on
            wanted = goes_on or text.split(maxsplit=1)[0] in heads
        if not wanted:
            continue
        indent, tokens = _read_line(source, number, text, problems)
        if not tokens:
            continue
        if goes_on and lines:
            lines[-1].tokens.extend(tokens)
        else:
            lines.append(RawLine(number, indent, tokens))
        last = tokens[-1]
        goes_on = last.type == "COMMA" or (last.type == "WORD" and last.text in GOES_ON)
    return lines


def read_text(text: str, indent: int, place: Span) -> RawLine | None:
    """A line that is put in a place of a text, or None if it cannot be read."""
    problems: list[Diagnostic] = []
    found = read_lines(Source("", " " * indent + text), problems)
    if len(found) != 1 or problems:
        return None
    tokens = [token._replace(span=place) for token in found[0].tokens]
    return RawLine(place.line, indent, tokens)


def _read_line(
    source: Source, number: int, text: str, problems: list[Diagnostic]
) -> tuple[int, list[Token]]:
    tokens: list[Token] = []
    found: list[Diagnostic] = []
    new = tuple.__new__  # half the time of a named tuple's own, for every word of a text
    indent = len(text) - len(text.lstrip(" "))
    start = len(text) - len(text.lstrip(" \t"))
    if "\t" in text[:start] and text.strip():
        tab = text.index("\t")
        span = Span(source, number, tab + 1, number, tab + 2)
        found.append(
            Diagnostic("tab", "a tab stands where blanks should indent the line", span,
                       "indent with blanks")
        )
        indent = len(text[:start].expandtabs(TAB))
    for match in RAW.finditer(text):
        kind = match.lastgroup or "BAD"
        if kind == "SPACE" or kind == "COMMENT":
            continue
        word, (first, end) = match.group(), match.span()
        span = new(Span, (source, number, first + 1, number, end + 1))
        if kind in PLAIN:
            tokens.append(new(Token, (kind, word, span)))
            continue
        if word == NOTHING and text[:first].endswith("  ") and (
            text.startswith("  ", end) or text[end:].strip()[:1] in ("", "#", "[")
        ):
            kind = "WORD"
        if kind == "BAD" and tokens and tokens[0].text in TITLED and set(word) <= TITLE_SIGNS:
            kind = "WORD"
        if kind == "BAD" or (kind == "STRING" and not (word.endswith('"') and len(word) > 1)):
            found.append(_unreadable(kind, word, span))
            if word == NOTHING and _in_range(tokens, text[end:]):
                found[-1] = replace(found[-1], hint="write `to`")
            if word == ";" and tokens and tokens[0].text in LISTS:  # a comma is meant
                found[-1] = replace(found[-1], hint="write `,` between the names of a list")
                tokens.append(Token("COMMA", ",", span))
            continue
        if kind == "NUMBER" and len(word) > MAX_DIGITS:
            found.append(Diagnostic("bound", f"a number has at most {MAX_DIGITS} digits", span))
            word = "0"
        if kind == "PART":  # a side or corner: b2/east
            kind = "CELL"
        elif kind == "CELL":
            word = word.replace(" ", "")
        if kind == "REFS" and not word.endswith("]"):
            found.append(
                Diagnostic("references", "rule references without their closing bracket", span)
            )
        tokens.append(Token(kind, word.strip('"') if kind == "STRING" else word, span))
    if found and tokens and tokens[-1].span.text == ";":
        tokens.pop()
    problems.extend(found[:1])  # what follows in the same line mostly has the same cause
    return indent, tokens


def _in_range(tokens: Sequence[Token], behind: str) -> bool:
    """Whether the sign behind some tokens stands between the ends of a range: `: 8 - 15`."""
    return len(tokens) > 1 and tokens[-1].type == "NUMBER" and tokens[-2].type == "COLON" and (
        behind.strip()[:1].isdigit())


def _unreadable(kind: str, word: str, span: Span) -> Diagnostic:
    if kind == "STRING":
        return Diagnostic("quotes", "this text is not closed with a quote", span,
                          'a text stands between two `"` in one line')
    many = "s" if len(word) > 1 else ""
    what = f"the character{many} `{word}`" if word.isprintable() else "an unprintable character"
    return Diagnostic("character", f"{what} cannot stand here", span, SIGNS.get(word))


def blocks_of(lines: list[RawLine], problems: list[Diagnostic]) -> list[RawBlock]:
    """The top-level blocks: each starts at the left edge."""
    blocks: list[RawBlock] = []
    for line in lines:
        if not blocks and line.indent > 0:
            problems.append(
                Diagnostic("indentation", "the first line stands at the left edge",
                           line.tokens[0].span)
            )
            line.indent = 0
        if line.indent == 0 or not blocks:
            blocks.append(RawBlock())
        blocks[-1].lines.append(line)
    return blocks
