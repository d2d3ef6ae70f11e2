"""Lists of names that are broken: reported where they break, and read as they were meant.

A name that is not learnt would be unknown in every line that uses it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain, pairwise

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.lexer import LISTS, TITLED, RawLine, Token
from rulewright.interpreter.syntax.words import BLOCK_WORDS, RESERVED, UNRESERVED, Phrase, head_of

MOST_WORDS = 20  # of names that are looked at
IN_NAMES = ("of", "and", "or")  # words of the language that often stand in a list of names


def repair_lists(lines: list[RawLine], problems: list[Diagnostic]) -> list[RawLine]:
    """The lines; a list that goes on without a comma is one line, and what a comma too many has
    swallowed is a line of its own."""
    found: list[RawLine] = []
    told: set[int] = set()
    for at, line in enumerate(lines):
        head = found[-1] if found else line
        if not _goes_on(head, line, lines[at + 1 : at + 2]):
            found += _parted(line, problems)
            continue
        end = head.tokens[-1]
        begins = end.type == "COLON"
        if head.number not in told:
            told.add(head.number)
            problems.append(Diagnostic(
                "unfinished", "the list of this line goes on in the next one", end.span,
                "begin the list behind the `:`; it goes on in the next line behind a `,`"
                if begins else "end this line in `,`",
            ))
        comma = [] if begins else [Token("COMMA", ",", end.span)]
        found[-1] = replace(head, tokens=[*head.tokens, *comma, *line.tokens])
    return found


def _goes_on(head: RawLine, line: RawLine, below: list[RawLine]) -> bool:
    """Whether a line seems to go on with the list of the line above."""
    first = line.tokens[0].text
    if head is line or head.tokens[0].text not in LISTS or first in BLOCK_WORDS:
        return False
    if any(t.type not in ("WORD", "NUMBER", "COMMA", "REFS") for t in line.tokens):
        return False
    if line.indent != head.indent:
        return line.indent > head.indent
    words = RESERVED - set(IN_NAMES)
    return (
        any(t.type == "COMMA" for t in line.tokens) and head_of(first) not in LISTS
        and not any(t.text in words for t in line.tokens)
        and not any(deeper.indent > line.indent for deeper in below)
    )


def _parted(line: RawLine, problems: list[Diagnostic]) -> list[RawLine]:
    """The list of a line that ends in a comma, and the declaration that follows in the next."""
    if line.tokens[0].text not in LISTS:
        return [line]
    for at, (comma, token) in enumerate(pairwise(line.tokens), start=1):
        begins = token.span.line > comma.span.line and token.span.column == line.indent + 1
        following = [t.type for t in line.tokens[at + 1 : at + 2]]
        if begins and token.text in BLOCK_WORDS and following not in ([], ["COMMA"]):
            problems.append(Diagnostic(
                "unfinished", "this list ends in `,`, but the next line does not go on with it",
                comma.span, "delete the `,`",
            ))
            rest = RawLine(token.span.line, line.indent, line.tokens[at:])
            return [replace(line, tokens=line.tokens[: at - 1]), *_parted(rest, problems)]
    return [line]


def with_missing_commas(
    problems: list[Diagnostic], lines: list[RawLine], phrases: PhraseTable, source: Source
) -> list[Diagnostic]:
    """The problems; in place of unknown words, the lists in which they are run together."""
    text = "".join(
        f" {t.text} " if t.type == "WORD" else " | "
        for line in lines if line.tokens[0].text not in TITLED for t in line.tokens
    ).replace("  ", " ")
    alone = {line.tokens[1].span[:3] for line in lines  # the name of an option is no list
             if line.tokens[0].text in ("option", "ruling") and len(line.tokens) > 1}
    found: dict[str, Diagnostic] = {}
    for phrase, span in chain(phrases.places.items(), phrases.word_places.items()):
        written = f" {' '.join(phrase)} "
        if span.source is not source or span[:3] in alone or not 2 <= len(phrase) <= MOST_WORDS or (
            phrases.table.get(phrase, ("VAL",))[0] not in ("VAL", "ADJ") or text.count(written) > 1
        ):
            continue
        parts = _run_together(phrase, text.replace(written, " | "), phrases)
        if "(" in span.text:
            found |= dict.fromkeys(phrase, _plural_of_value(span))
        elif len(parts) > 1:
            found |= dict.fromkeys(phrase, Diagnostic(
                "missing-comma", f"`{span.text}` is read as one name", span,
                "write `,` between " + " and ".join(f"`{part}`" for part in parts),
            ))
    kept = [p for p in problems
            if p.code != "unknown-word" or p.span is None or p.span.text not in found]
    told = {p.span.line for p in kept if p.span}
    return kept + [p for p in dict.fromkeys(found.values()) if p.span and p.span.line not in told]


def _plural_of_value(span: Span) -> Diagnostic:
    """What is told of a value behind which its plural stands in brackets."""
    closing = re.match(r"\s*\)", span.behind)
    span = span._replace(end_column=span.end_column + len(closing[0])) if closing else span
    names = re.sub(r"\s*\([^)]*\)", "", span.text)
    return Diagnostic("syntax", "a value has one form: its plural is not declared", span,
                      f"write `{', '.join(re.split(' (?:and|or) ', names))}`")


def _of_language(part: Phrase) -> bool:
    """Whether a part of a name is no name: `up`, as in `face up`."""
    return part[0] in RESERVED or (len(part) == 1 and part[0] in UNRESERVED)


def _run_together(phrase: Phrase, text: str, phrases: PhraseTable) -> list[str]:
    """The names that stand in a row in a phrase, each of which the text has elsewhere and nothing
    else declares; none if the phrase is not so."""
    after: dict[int, list[str]] = {len(phrase): []}  # how the words from each place on are parted
    for start in range(len(phrase) - 1, -1, -1):
        for end in range(len(phrase), start, -1):
            part, joined = phrase[start:end], phrase[end : end + 1] in (("and",), ("or",))
            behind = after.get(end + 1 if joined and end + 1 < len(phrase) else end)
            if behind is not None and not _of_language(part) and part not in phrases.table and (
                f" {' '.join(part)} " in text
            ):
                after[start] = [" ".join(part), *behind]
                break
    return after.get(0, [])
