"""A definition about two of one noun in whose condition English speaks of both, or of the other.

`a Card matches a Card if their suits are the same`: in the language the second one has a name,
`a Card matches a Card D if its suit is D's suit`.
"""

from __future__ import annotations

import re

DEFINITION = re.compile(
    r"(?P<front>an? (?P<noun>[\w-]+) (?!D\b)[^,]+? an? (?P=noun)) if (?P<part>.+)")
SAME = r"(?:the same|equal|alike|identical)"
OTHER = r"(?:different|not the same|not equal|unequal|unlike)"
#: What is said of both, and how it is said of `it` and `D`.
SAID = (
    (re.compile(rf"\b(?:their|both their) ([\w ]+?) (?:are|is) {SAME}(?=$| and | or |,)"),
     r"it and D have the same \1"),
    (re.compile(rf"\b(?:their|both their) ([\w ]+?) (?:are|is) {OTHER}(?=$| and | or |,)"),
     r"it and D have different \1"),
    (re.compile(r"\btheir ([\w ]+?) (?:match|agree)(?=$| and | or |,)"),
     r"it and D have the same \1"),
    (re.compile(r"\btheir ([\w ]+?) differ(?=$| and | or |,)"), r"it and D have different \1"),
    (re.compile(r"^(its|his|the first one's) ([\w ]+?) (?:is|are) "
                r"(more|greater|higher|larger|less|lower|smaller|fewer)(?=$| and )"),
     r"its \2 is \3 than D's"),
    (re.compile(r"\b(?:both of them|the two of them|both|they|the two)"
                r"(?= (?:are|have|show|belong|stand|lie|share|bear)\b)"), "it and D"),
    (re.compile(r"\bthe (?:other one|second one|other NOUN|second NOUN|latter|(?:other|second)"
                r"(?='s| (?:is|has|was|does|can|and|or)\b|$))\b"), "D"),
    (re.compile(r"\bthe (?:first one|first NOUN|former)\b"), "it"),
)


def two_alike(text: str) -> tuple[str, str] | None:
    """The head of such a definition with a name for the second one, and its condition; None if it
    speaks of no such two."""
    found = DEFINITION.fullmatch(text)
    if found is None:
        return None
    part = found["part"]
    for pattern, said in SAID:
        part = re.sub(pattern.pattern.replace("NOUN", re.escape(found["noun"])), said, part)
    part = re.sub(r"\bit's\b", "its", part)
    return None if part == found["part"] else (f"{found['front']} D if", part)
