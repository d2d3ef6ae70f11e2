"""The phrases in the text of an option: `written "play {the card's suit}"`.

Model. Behind `written` or `choose` stands a text with slots. What a slot holds is read as a phrase
of its line, so its words are classified and parsed like others and stand where the author wrote
them: here the text is parted, and the tokens of the phrases are put between the parts. A noun at
the beginning of a slot needs no article. A slot with one word that nobody declared, or a number,
stays in the text: it is the name of something that is chosen.
"""

from __future__ import annotations

import re
from dataclasses import replace

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.lexer import RawLine, Token, read_lines

SLOT = re.compile(r"\{([^{}]*)\}")


def with_slots(lines: list[RawLine], phrases: PhraseTable) -> list[RawLine]:
    """The lines, with the phrases of their texts as tokens."""
    return [_parted(line, phrases) for line in lines]


def _parted(line: RawLine, phrases: PhraseTable) -> RawLine:
    tokens: list[Token] = []
    for token in line.tokens:
        after = tokens[-1].text if tokens else ""
        if token.type == "STRING" and after in ("written", "choose") and "{" in token.text:
            tokens += _parts(token, phrases)
        else:
            tokens.append(token)
    return line if len(tokens) == len(line.tokens) else replace(line, tokens=tokens)


def _parts(token: Token, phrases: PhraseTable) -> list[Token]:
    """A text as its parts, with the phrases between them; as it stands if it has none."""
    found: list[Token] = []
    at = 0
    for slot in SLOT.finditer(token.text):
        phrase = _phrase(token, slot, phrases)
        if phrase:
            found += [_part(token, at, slot.start()), *phrase]
            at = slot.end()
    return [*found, _part(token, at, len(token.text))] if found else [token]


def _part(token: Token, start: int, end: int) -> Token:
    """A part of a text; the first and the last hold its quotes as well."""
    place = token.span
    first = place.column if start == 0 else place.column + start
    last = place.end_column if end == len(token.text) else place.column + 1 + end
    return Token("PART", token.text[start:end], Span(
        place.source, place.line, first, place.line, max(last, first + 1)))


def _place(token: Token, start: int, end: int) -> Span:
    """Where a part of a text in quotes stands."""
    place = token.span
    return Span(place.source, place.line, place.column + 1 + start, place.line,
                place.column + 1 + end)


def _phrase(token: Token, slot: re.Match[str], phrases: PhraseTable) -> list[Token]:
    """The tokens of the phrase in a slot; none if it is but the name of something."""
    problems: list[Diagnostic] = []
    lines = read_lines(Source("", slot.group(1)), problems)
    tokens = lines[0].tokens if len(lines) == 1 and not problems else []
    words = tuple(each.text for each in tokens)
    number = words[:1] == ("number",)
    if not words or (len(words) == 1 and words not in phrases.table and not number):
        return []
    start = slot.start(1)
    found = [each._replace(span=_place(token, start + each.span.column - 1,
                                       start + each.span.end_column - 1)) for each in tokens]
    begins = number or any(phrases.table.get(words[:length], ("",))[0] == "NOUN"
                           for length in range(len(words), 0, -1))
    if begins and words[0] not in ("the", "it", "its"):
        found.insert(0, Token("WORD", "the", found[0].span))
    return found
