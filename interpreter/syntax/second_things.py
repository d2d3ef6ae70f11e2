"""Heads that speak of two things: where the second one stands, and where a name ends.

`the odds of a Knight to a Knight K is …` and `a cell is joined to a cell by steps if …` are what
an author writes whose second thing stands behind another word than the language has there, or
whose name has a word behind it. The parser stops somewhere in the rest of the line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.syntax.lexer import Token
from rulewright.interpreter.syntax.listed_names import ARTICLES
from rulewright.interpreter.syntax.parse_failure import ParseFailure
from rulewright.interpreter.syntax.signatures import TAILS
from rulewright.interpreter.syntax.words import with_article

#: Words behind which the second thing of a relation stands.
LINKS = ("to", "with", "from", "by", "for", "against", "at", "of", "towards", "into", "over",
         "under", "beside", "near", "behind", "in", "on")
MOST = 3  # words of a name behind the second thing


def second_thing(failure: ParseFailure) -> Diagnostic | None:
    """The problem of a head whose second thing stands in a wrong place."""
    words = [token.span.text for token in failure.line]
    if words[:1] == ["the"]:
        return _of_a_value(failure.line, words)
    if words and words[0] in (*ARTICLES, "each"):
        return _of_a_relation(failure.line, words)
    return None


def _thing(line: Sequence[Token], at: int) -> int:
    """Where a thing ends, `a Knight K`, that begins somewhere; 0 if none does."""
    words = [token.span.text for token in line[at : at + 3]]
    if len(words) < 2 or words[0] not in (*ARTICLES, "another") or line[at + 1].type != "NOUN":
        return 0
    named = len(words) > 2 and len(words[2]) == 1 and words[2].isupper()
    return at + 2 + named


def _of_a_value(line: Sequence[Token], words: Sequence[str]) -> Diagnostic | None:
    """`the odds of a Knight to a Knight K is …`."""
    is_at = next((at for at, word in enumerate(words) if word in ("is", "are", "if")), 0)
    of = next((at for at in range(2, is_at) if words[at] in (*TAILS, "between")
               and _thing(line, at + 1)), 0)
    end = _thing(line, of + 1) if of else 0
    if not end or end >= is_at or words[is_at] == "if":
        return None
    second = next((at for at in range(end + 1, min(end + 3, is_at)) if _thing(line, at)), 0)
    behind = words[end:second] if second else []
    if not behind or (words[of] != "between" and behind[0] in TAILS) or (
        _thing(line, second) != is_at
    ):
        return None
    span = line[of].span.to(line[is_at - 1].span)
    first, other = line[of + 1].span.to(line[end - 1].span).text, _text(line, second, is_at)
    return Diagnostic(
        "reserved-word",
        f"`{' '.join(behind)}` does not stand in front of the second thing of a value: that "
        "stands behind `with`, `at`, `of`, `from` or `towards`", span,
        f"write `of {first} with {other}`")


def _text(line: Sequence[Token], start: int, end: int) -> str:
    """Words for a second thing, `another` of which is one with a name."""
    said = line[start].span.to(line[end - 1].span).text
    noun = line[start + 1].span.text
    if line[start].span.text == "another":
        said = said.replace(f"another {noun}", with_article(noun), 1)
    return said


def _of_a_relation(line: Sequence[Token], words: Sequence[str]) -> Diagnostic | None:
    """`a cell is joined to a cell by steps if …`, `each cell can be joined to a cell by
    steps`."""
    can = words[0] == "each"
    joint = ["can", "be"] if can else ["is"]
    start = next((at for at in range(2, 6) if words[at : at + len(joint)] == joint), 0)
    if not start or line[1].type != "NOUN":
        return None
    name = start + len(joint)
    end_at = next((at for at, word in enumerate(words) if word in ("if", ",", ":")), len(words))
    if "if" not in words and not can:
        return None
    thing = next((at for at in range(name + 1, end_at) if _thing(line, at)), 0)
    behind = _thing(line, thing) if thing else 0
    rest = words[behind:end_at] if behind else []
    if not rest or not 1 < len(rest) <= MOST or rest[0] not in LINKS or any(
        token.type == "NOUN" or token.span.text in ("that", "whose", "where", "is", "not")
        for token in line[behind:end_at]
    ):
        return None
    first = words[name:thing]
    if not all(re.fullmatch(r"[^\W\d_][\w-]*", word) for word in (*first, *rest)):
        return None
    linked = first[-1] in LINKS and len(first) > 1
    whole = [*first[:-1], *rest, first[-1]] if linked else [*first, *rest]
    if any(word in ("a", "an", "the", "each", "every") for word in rest):
        return Diagnostic(
            "reserved-word", f"`{' '.join(rest)}` stands behind the second thing",
            line[behind].span.to(line[end_at - 1].span),
            "all words of the name of a relation stand in front of the second thing, without an "
            f"article: `{' '.join(words[:thing])} {_text(line, thing, behind)}`, with a word more "
            "in the name if it needs one")
    return Diagnostic(
        "reserved-word",
        f"`{' '.join(rest)}` stands behind the second thing; all words of a name stand in "
        "front of it", line[name].span.to(line[end_at - 1].span),
        f"write `{'-'.join(whole[:-1])} {whole[-1]} {_text(line, thing, behind)}`")
