"""The lines of a text that declare names, found by how lines are indented, before they are parsed.

Model. A line declares at column one, or directly under `when` lines that stand there; below a walk,
the lines do that say what it carries and how it ends. All others are statements or cases.

Invariants: nothing is reported here; a line that has a slip in its first word counts as the one
that is meant, so that its names are known where the parser reports it.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.interpreter.syntax.lexer import RawLine, Token
from rulewright.interpreter.syntax.words import BLOCK_WORDS, head_of

#: Lines of a walk that declare begin with these.
OF_WALKS = ("with", "ends")


def top_level(lines: Iterable[RawLine]) -> Iterable[RawLine]:
    """Lines that declare: at column one, or directly under top-level `when` lines; below a walk,
    those that say what it carries and how it ends."""
    whens: list[int] = []  # indentations of the open `when` lines
    inner: int | None = None  # indentation of the declarations under the innermost one
    walk: int | None = None  # indentation of the walk around
    for line in lines:
        if walk is not None and line.indent > walk:
            if line.tokens[0].text in OF_WALKS:
                yield line
            continue
        walk = None
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
        begin = comma + 1 if line.tokens[0].text == "when" and comma else 0
        if [t.text for t in line.tokens[begin : begin + 1]] == ["walk"]:
            walk = line.indent
        if line.tokens[0].text == "when" and comma:
            if line.tokens[comma + 1 :]:
                yield RawLine(line.number, line.indent, line.tokens[comma + 1 :])
        elif line.tokens[0].text in ("when", "replace"):
            whens.append(line.indent)
            inner = None
        else:
            yield line


def meant(line: RawLine) -> RawLine:
    """The line with a misspelt first word put right, so that its names are learnt all the same
    (the parser reports the word)."""
    first = line.tokens[0]
    if line.indent and first.text in OF_WALKS:
        return line
    word = head_of(first.text)
    names = [t.type for t in line.tokens[1:3]] in (["COLON"], ["COLON", "WORD"])
    if word not in BLOCK_WORDS and names:
        return RawLine(line.number, line.indent, [Token("WORD", "kind", first.span), *line.tokens])
    if word == first.text or first.type != "WORD" or "disagree" in line.words():
        return line
    return RawLine(line.number, line.indent, [Token("WORD", word, first.span), *line.tokens[1:]])
