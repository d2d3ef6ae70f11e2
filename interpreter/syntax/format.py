"""The canonical layout of a ruleset: what `rulewright fmt` writes.

Model. A text is a sequence of statements (logical lines of the lexer), comments and blank lines.
Words stand one blank apart; a level of indentation is two blanks; rule references stand in column
73 where they fit, else two blanks behind the words; comments two blanks behind the line they are
on, or on lines of their own at the indentation of what they belong to. A statement of more than
100 columns is broken behind a comma, `and` or `or`, and as much as fits is put on each line.
Between top-level blocks of different kinds stands one blank line; other single blank lines stay.

Invariants. Every word, string and comment is kept, in its order; titles and strings are kept to
the letter. The syntax tree stays the same (this is checked, not assumed), and laying out twice
changes nothing. Line breaks and blanks of the author inside a statement do not matter, but a
comment inside a statement keeps its line break.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from itertools import groupby

from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax.data_tables import aligned, tables_in
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.lexer import (
    RAW,
    RawLine,
    Token,
    blocks_of,
    read_lines,
    spaced,
    written,
)
from rulewright.interpreter.syntax.parser import Parsed, parse

WIDTH = 100  # columns of a line
REFS_AT = 72  # blanks and words before rule references: these begin in column 73
INDENT = 2  # blanks for each level
DEEPER = 4  # further blanks of a line that goes on
TITLED = ("game", "variant")  # lines whose words are a title, kept to the letter

#: Top-level blocks that belong together, by their first word; all others are a kind of their own.
FAMILIES = {
    **dict.fromkeys(("players", "option", "ruling", "kind", "board", "piece", "each", "memory"),
                    "declaration"),
    **dict.fromkeys(("a", "an", "the"), "definition"),
    **dict.fromkeys(("set", "remove"), "change"),
    "variant": "game",
}


def format_text(source: Source, base: PhraseTable | None = None) -> str:
    """The text in canonical layout. `base` holds the phrases of the ruleset a variant extends.

    Raises `RulesError` with the problems of a text that does not parse.
    """
    before = _parsed(source, base)
    text = "".join(line + "\n" for line in Layout(source).lines())
    after = _parsed(Source(source.name, text), base)
    if bare(before.blocks) != bare(after.blocks):
        raise RulesError([Diagnostic("layout", "this text cannot be laid out without changing "
                                     "what it says", Span(source, 1, 1, 1, 2))])
    return text


def _parsed(source: Source, base: PhraseTable | None) -> Parsed:
    phrases = base.copy() if base is not None else None  # a parse enters its own phrases
    parsed = parse(source, phrases)
    problems = [problem for problem in parsed.problems if problem.severity == "error"]
    if problems:
        raise RulesError(problems)
    return parsed


def bare(item: object) -> object:
    """A syntax tree without its places, for comparing what two texts say."""
    if isinstance(item, (tuple, list)):
        return tuple(bare(part) for part in item)
    if is_dataclass(item) and not isinstance(item, type):
        parts = ((f.name, bare(getattr(item, f.name))) for f in fields(item) if f.name != "span")
        return (type(item).__name__, *parts)
    return item


# ---- words on one line ------------------------------------------------------------------------


def with_refs(text: str, refs: str) -> str:
    """A line with its rule references: in their column where they fit."""
    if not refs:
        return text
    if len(text) < REFS_AT and REFS_AT + len(refs) <= WIDTH:
        return text.ljust(REFS_AT) + refs
    return f"{text}  {refs}"


# ---- the parts of a text ----------------------------------------------------------------------


@dataclass
class Chunk:
    """A part of a statement between two comments.

    `pieces` are the runs of words between which a line may be broken; `behind` is the comment on
    the last line, `below` are the comments on lines of their own under it.
    """

    pieces: list[str]
    behind: str | None = None
    below: list[str] = field(default_factory=list)


@dataclass
class Statement:
    """A logical line: its level, the indentations of the open levels, its words and references."""

    first: int
    last: int
    level: int
    indents: tuple[int, ...]
    chunks: list[Chunk]
    refs: str
    kind: str
    opens_block: bool


@dataclass
class Comment:
    """A comment on a line of its own; `indent` as the author wrote it."""

    text: str
    indent: int


Item = Statement | Comment | None  # None is a blank line


def kind_of(line: RawLine) -> str:
    """What kind of block a top-level line begins."""
    words = [token.text for token in line.tokens[:2]]
    if words in (["the", "game"], ["the", "turn"]):
        return "declaration"
    return FAMILIES.get(words[0], words[0])


class Layout:
    """Lays out one text that parses."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.physical = source.text.splitlines()
        self.comments = self._comments()

    def lines(self) -> Iterator[str]:
        """The lines of the canonical layout."""
        items = _squeezed(list(self._items()))
        above: Statement | None = None
        gap: list[Comment | None] = []
        for item in items:
            if not isinstance(item, Statement):
                gap.append(item)
                continue
            yield from _gap(gap, above, item)
            yield from _statement(item)
            above, gap = item, []
        yield from _gap(gap, above, None)

    # -- reading -------------------------------------------------------------------------------

    def _comments(self) -> dict[int, str]:
        found = {}
        for number, text in enumerate(self.physical, start=1):
            for match in RAW.finditer(text):
                if match.lastgroup == "COMMENT":
                    found[number] = match.group().rstrip()
        return found

    def _items(self) -> Iterator[Item]:
        starts = {statement.first: statement for statement in self._statements()}
        number = 1
        while number <= len(self.physical):
            statement = starts.get(number)
            if statement is not None:
                yield statement
                number = statement.last
            elif number in self.comments:
                text = self.physical[number - 1]
                yield Comment(self.comments[number], len(text) - len(text.lstrip(" ")))
            else:
                yield None
            number += 1

    def _statements(self) -> Iterator[Statement]:
        """The logical lines, with levels counted as the lexer counts them."""
        kind = ""
        lines = read_lines(self.source, [])
        rows = {n: text for table in tables_in(lines) for n, text in aligned(table).items()}
        for block in blocks_of(lines, []):
            kind = kind_of(block.lines[0])
            indents = [block.lines[0].indent]
            for line in block.lines:
                if line.indent > indents[-1]:
                    indents.append(line.indent)
                while line.indent < indents[-1] and len(indents) > 1:
                    indents.pop()
                chunks, refs = self._words(line)
                if line.number in rows:
                    chunks[0].pieces = [rows[line.number]]
                yield Statement(
                    line.number, line.tokens[-1].span.line, len(indents) - 1, tuple(indents),
                    chunks, refs, kind, line is block.lines[0],
                )

    def _words(self, line: RawLine) -> tuple[list[Chunk], str]:
        """The chunks of a line, and the rule references at its end."""
        words = list(line.tokens)
        refs = written(words.pop()) if words[-1].type == "REFS" else ""
        titled = line.indent == 0 and words and words[0].text in TITLED
        on_line = {n: list(found) for n, found in groupby(words, lambda token: token.span.line)}
        chunks = [Chunk([])]
        for number in range(line.number, line.tokens[-1].span.line + 1):
            here = on_line.get(number, [])
            if titled:
                chunks[-1].pieces += self._title(here, number)
            else:
                _add_pieces(chunks[-1].pieces, here)
            comment = self.comments.get(number)
            if comment is not None and here:
                chunks[-1].behind = comment
                chunks.append(Chunk([]))
            elif comment is not None and len(chunks) > 1 and not chunks[-1].pieces:
                chunks[-2].below.append(comment)
            elif comment is not None:
                chunks[-1].below.append(comment)
                chunks.append(Chunk([]))
        return [chunk for chunk in chunks if chunk.pieces], refs

    def _title(self, here: list[Token], number: int) -> list[str]:
        """The part of a titled line that stands on one line of the text, to the letter."""
        if not here:
            return []
        text = self.physical[number - 1]
        if here[0].text not in TITLED or len(here) == 1:
            return [text[here[0].span.column - 1 : here[-1].span.end_column - 1]]
        title = text[here[1].span.column - 1 : here[-1].span.end_column - 1]
        return [f"{written(here[0])} {title}"]


def _add_pieces(pieces: list[str], tokens: list[Token]) -> None:
    """Cut tokens behind every comma, `and` and `or`."""
    start = 0
    for at, token in enumerate(tokens, start=1):
        breaks = token.type == "COMMA" or (token.type == "WORD" and token.text in ("and", "or"))
        if breaks or at == len(tokens):
            pieces.append(spaced(tokens[start:at]))
            start = at


# ---- writing ----------------------------------------------------------------------------------


def _statement(statement: Statement) -> Iterator[str]:
    lead = " " * (INDENT * statement.level)
    for at, chunk in enumerate(statement.chunks):
        last = at == len(statement.chunks) - 1
        refs = statement.refs if last else ""
        lines = _filled(chunk.pieces, lead if at == 0 else lead + " " * DEEPER,
                        lead + " " * DEEPER, refs)
        if chunk.behind is not None:
            lines[-1] += "  " + chunk.behind
        yield from lines
        yield from (lead + " " * DEEPER + comment for comment in chunk.below)


def _filled(pieces: list[str], first: str, further: str, refs: str) -> list[str]:
    """Pieces on as few lines as hold them, the references behind the last."""
    rows: list[list[str]] = [[]]
    for piece in pieces:
        lead = first if len(rows) == 1 else further
        if rows[-1] and len(lead + " ".join([*rows[-1], piece])) > WIDTH:
            rows.append([])
        rows[-1].append(piece)
    lead = first if len(rows) == 1 else further
    if len(rows[-1]) > 1 and len(with_refs(lead + " ".join(rows[-1]), refs)) > WIDTH:
        rows[-1:] = _split(rows[-1], further, refs)
    lines = [(further if at else first) + " ".join(row) for at, row in enumerate(rows)]
    lines[-1] = with_refs(lines[-1], refs)
    return lines


def _split(row: list[str], further: str, refs: str) -> list[list[str]]:
    """A last line cut so that as much as possible goes on beside the references."""
    for at in range(1, len(row)):
        if len(with_refs(further + " ".join(row[at:]), refs)) <= WIDTH:
            return [row[:at], row[at:]]
    return [row[:-1], row[-1:]]


def _squeezed(items: list[Item]) -> list[Item]:
    """No blank lines at the ends, and single ones elsewhere."""
    kept: list[Item] = []
    for item in items:
        if item is not None or (kept and kept[-1] is not None):
            kept.append(item)
    while kept and kept[-1] is None:
        kept.pop()
    return kept


def _gap(
    gap: list[Comment | None], above: Statement | None, below: Statement | None
) -> Iterator[str]:
    """The blank lines and comments between two statements."""
    levels = [None if item is None else _level(item, above, below) for item in gap]
    if above and below and below.opens_block and above.kind != below.kind and None not in gap:
        at = max((i + 1 for i, level in enumerate(levels) if level), default=0)
        gap = [*gap[:at], None, *gap[at:]]
        levels = [*levels[:at], None, *levels[at:]]
    for item, level in zip(gap, levels, strict=True):
        yield "" if item is None else " " * (INDENT * (level or 0)) + item.text


def _level(comment: Comment, above: Statement | None, below: Statement | None) -> int:
    """The level of a comment: that of what follows, or a deeper one still open above it."""
    least = below.level if below else 0
    if above is None:
        return least
    open_levels = range(least + 1, above.level + 1)
    return max((n for n in open_levels if above.indents[n] <= comment.indent), default=least)
