"""From text to classified tokens, in three small steps.

1. `read_lines`: physical lines become `RawLine`s (indentation and raw tokens: words, numbers,
   strings, `[rule references]`, punctuation). A line that ends in a comma, `and` or `or` goes on.
2. `phrases.declared` (its own module) reads the heads of declarations and learns the names.
3. `tokens_of`: a block's lines become grammar tokens, words classified longest phrase first,
   with INDENT, DEDENT and NEWLINE from the indentation.

Invariants: every token has its true line and column; lexing never fails (what cannot be read
becomes a diagnostic and is left out); blocks start at column one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass, field, replace

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax.words import KEYWORDS, RANK, SHAPES, SPELLINGS, Phrase

RAW = re.compile(
    r"""(?P<REFS>\[[^\]\n]*\]?)
      |(?P<STRING>"[^"\n]*"?)
      |(?P<NUMBER>\d+(?![\w]))
      |(?P<POSS>['’]s\b|(?<=s)['’](?=\s|$))
      |(?P<WORD>[^\W\d_][\w]*(?:[-+][\w]+)*)
      |(?P<COLON>:)|(?P<COMMA>,)|(?P<LPAR>\()|(?P<RPAR>\))
      |(?P<COMMENT>\#.*)
      |(?P<SPACE>[ \t]+)
      |(?P<BAD>[=<>!+*/&|^~;-]+|.)""",
    re.VERBOSE,
)
CELL = re.compile(r"[a-z]{1,2}[0-9]{1,2}")
#: Between these, a keyword that is the name of an option is read as that name.
NAME_BEFORE = frozenset("option ruling when if and or not set repeat is least most than".split())
NAME_AFTER = frozenset(("is", ":", "to", "times", ""))
GOES_ON = ("and", "or")
LISTS = ("kind", "players", "option", "ruling")  # declarations that end in a list of names
#: Lines of a variant that name a part of its base begin with one of these, or with `remove` and a
#: kind of part.
CHANGES = ("set", "before", "after")
PARTS = (["step"], ["memory"], ["option"], ["ruling"], ["end"], ["duty"])
#: Lines that hold a title, and the signs that may stand in one besides words.
TITLED, TITLE_SIGNS = ("game", "variant"), frozenset("'’!?&+–")
RECKONING = ("plus", "minus", "times")
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


@dataclass(frozen=True)
class Token:
    """A token: its type, its canonical text, and where it stands."""

    type: str
    text: str
    span: Span


@dataclass
class RawLine:
    """One logical line: its indentation in blanks, its raw tokens."""

    number: int
    indent: int
    tokens: list[Token]

    def words(self) -> list[str]:
        """The texts of the tokens before any rule reference."""
        return [t.text for t in self.tokens if t.type != "REFS"]


@dataclass
class RawBlock:
    """A top-level declaration: its lines, the first at column one."""

    lines: list[RawLine] = field(default_factory=list)


def read_lines(source: Source, problems: list[Diagnostic]) -> list[RawLine]:
    """The logical lines of a text; unreadable characters are reported in `problems`."""
    lines: list[RawLine] = []
    goes_on = False
    for number, text in enumerate(source.text.splitlines(), start=1):
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


def _read_line(
    source: Source, number: int, text: str, problems: list[Diagnostic]
) -> tuple[int, list[Token]]:
    tokens: list[Token] = []
    found: list[Diagnostic] = []
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
        span = Span(source, number, match.start() + 1, number, match.end() + 1)
        word = match.group()
        if kind in ("SPACE", "COMMENT"):
            continue
        if kind == "BAD" and tokens and tokens[0].text in TITLED and set(word) <= TITLE_SIGNS:
            kind = "WORD"
        if kind == "BAD" or (kind == "STRING" and not (word.endswith('"') and len(word) > 1)):
            found.append(_unreadable(kind, word, span))
            if word == ";" and tokens and tokens[0].text in LISTS:  # a comma is meant
                found[-1] = replace(found[-1], hint="write `,` between the names of a list")
                tokens.append(Token("COMMA", ",", span))
            continue
        if kind == "NUMBER" and len(word) > MAX_DIGITS:
            found.append(Diagnostic("bound", f"a number has at most {MAX_DIGITS} digits", span))
            word = "0"
        if kind == "REFS" and not word.endswith("]"):
            found.append(
                Diagnostic("references", "rule references without their closing bracket", span)
            )
        tokens.append(Token(kind, word.strip('"') if kind == "STRING" else word, span))
    if found and tokens and tokens[-1].span.text == ";":
        tokens.pop()
    problems.extend(found[:1])  # what follows in the same line mostly has the same cause
    return indent, tokens


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


class Classifier:
    """Knows the phrases of a ruleset and turns raw words into grammar tokens."""

    def __init__(
        self, phrases: dict[Phrase, tuple[str, str]], value_keywords: Set[str] = frozenset()
    ) -> None:
        self.phrases = phrases  # phrase -> (token type, canonical text)
        self.value_keywords = value_keywords
        self.longest = max((len(phrase) for phrase in phrases), default=1)

    def classify(self, tokens: list[Token]) -> Iterator[Token]:
        """Grammar tokens of one line, longest phrase first, keywords next, else WORD."""
        at = 0
        while at < len(tokens):
            token = tokens[at]
            if token.type != "WORD":
                yield token
                at += 1
                continue
            if self._is_value(tokens, at):
                yield Token("VAL", token.text, token.span)
                at += 1
                continue
            if token.text in SHAPES and [t.text for t in tokens[at - 2 : at]] == ["grid", "of"]:
                yield Token(token.text.upper(), token.text, token.span)
                at += 1
                continue
            length = 0 if self._is_keyword_here(tokens, at) else self._match(tokens, at)
            if length:
                words = tuple(t.text for t in tokens[at : at + length])
                kind, text = self.phrases[words]
                yield Token(kind, text, token.span.to(tokens[at + length - 1].span))
                at += length
                continue
            word = SPELLINGS.get(token.text, token.text)
            if word in KEYWORDS or word == "numw" or self._is_keyword_here(tokens, at):
                yield Token(word.upper(), token.text, token.span)
            elif CELL.fullmatch(word):
                yield Token("CELL", word, token.span)
            else:
                yield token
            at += 1

    @staticmethod
    def _is_keyword_here(tokens: list[Token], at: int) -> bool:
        """`players` at the start of a line, `first` in `at first` and `rank` in `rank every` are
        never names."""
        word = tokens[at].text
        return (word == "players" and at == 0) or (
            word == "first" and at > 0 and tokens[at - 1].text == "at"
        ) or tuple(t.text for t in tokens[at : at + 2]) == RANK

    def _is_value(self, tokens: list[Token], at: int) -> bool:
        """Whether a keyword is meant as the name or a word of an option.

        As a name it stands between certain words (`when move is …`), as a word it stands alone
        (`is either`, `: x, always`).
        """
        if tokens[at].text not in self.value_keywords or at == 0:
            return False
        before = tokens[at - 1].text
        after = tokens[at + 1].text if at + 1 < len(tokens) else ""
        if before in NAME_BEFORE and (after in NAME_AFTER or after.startswith("[")):
            return True
        alone = after in ("", ",", ")", "and", "or", "otherwise") or after.startswith("[")
        return alone and before in (
            "is", "not", "either", ":", ",", "or", "normally", "to"
        )

    def _match(self, tokens: list[Token], at: int) -> int:
        for length in range(min(self.longest, len(tokens) - at), 0, -1):
            run = tokens[at : at + length]
            if all(t.type == "WORD" for t in run) and tuple(t.text for t in run) in self.phrases:
                return length
        return 0


def tokens_of(
    block: RawBlock, classifier: Classifier, problems: list[Diagnostic]
) -> Iterator[Token]:
    """The grammar tokens of a block, with INDENT, NEWLINE and DEDENT."""
    indents = [block.lines[0].indent]
    for line in block.lines:
        first = line.tokens[0].span
        here = Span(first.source, first.line, first.column, first.line, first.column + 1)
        if line.indent > indents[-1]:
            indents.append(line.indent)
            yield Token("INDENT", "", here)
        while line.indent < indents[-1]:
            indents.pop()
            yield Token("DEDENT", "", here)
        if line.indent > indents[-1]:
            problems.append(
                Diagnostic("indentation", "this line is indented like none of the lines above",
                           here, "indent it like the line it belongs beside")
            )
        yield from _line_tokens(line, classifier)
        last = line.tokens[-1].span
        end = Span(last.source, last.end_line, last.end_column, last.end_line, last.end_column + 1)
        yield Token("NEWLINE", "", end)
    for _ in indents[1:]:
        yield Token("DEDENT", "", end)


def _line_tokens(line: RawLine, classifier: Classifier) -> Iterator[Token]:
    first = line.tokens[0]
    if first.text in ("game", "variant") and line.indent == 0:
        rest = [t for t in line.tokens[1:] if t.type != "REFS"]
        yield Token(first.text.upper(), first.text, first.span)
        if rest:
            span = rest[0].span.to(rest[-1].span)
            yield Token("TEXT", span.text, span)
        yield from (t for t in line.tokens if t.type == "REFS")
    elif first.text in CHANGES or (first.text == "remove" and line.words()[1:2] in PARTS):
        yield from _change_tokens(line, classifier)
    else:
        yield from classifier.classify(line.tokens)


def _change_tokens(line: RawLine, classifier: Classifier) -> Iterator[Token]:
    """A line by which a variant changes a part of its base. The names in it are kept as they are
    written: only the base can tell whether there are such parts."""
    words = [t for t in line.tokens if t.type != "REFS"]
    head = 2 if words[0].text == "remove" else 1
    end = len(words)
    if words[0].text == "set":
        end = next((i for i, t in enumerate(words) if t.text == "to"), end)
    yield from classifier.classify(words[:head])
    name, value = words[head:end], words[end + 1 :]
    if words[0].text in ("before", "after") and [t.text for t in name] == ["turn"]:
        yield from classifier.classify(name)
    elif name:
        yield _joined("TEXT", name)
    yield from classifier.classify(words[end : end + 1])
    if value and all(t.type == "WORD" and t.text not in RECKONING for t in value):
        yield _joined("VAL", value)
    else:
        yield from classifier.classify(value)
    yield from (t for t in line.tokens if t.type == "REFS")


def _joined(kind: str, tokens: list[Token]) -> Token:
    return Token(kind, " ".join(t.text for t in tokens), tokens[0].span.to(tokens[-1].span))
