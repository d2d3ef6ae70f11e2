"""The words of a line of English, and how some of them are written again.

Model. A line is a list of words. `his` is `he` and `'s`, and so are the like; contractions are said
in full, and words that tell nothing are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.interpreter.syntax.lexer import RAW
from rulewright.interpreter.syntax.words import EMPTY_WORDS

WHOSE = {"his": "he", "her": "he", "their": "they", "your": "you", "my": "you", "its": "it",
         "hers": "he", "theirs": "they", "our": "you"}
HIS = {"he": "his", "they": "their", "you": "your", "it": "its"}
CONTRACTED = re.compile(r"(\"[^\"]*\")|\b(ca|wo)?(\w*?)n['’]t\b|"
                        r"\b(there|it|that|he|she)['’]s (?!own\b)|\bcan(not)\b", re.I)

#: `even` of numbers, which tells nothing elsewhere.
EVEN = re.compile(r"(?:(?<=\bis )|(?<=\bare )|(?<=\ban )|(?<=\bnot )|(?<=\bin )|(?<=\bon ))even"
                  r"(?=$|[,)]| (?:and|or|numbers?|numbered|rows?|columns?|ranks?|files?|becomes?)"
                  r"\b)")


def _full(match: re.Match[str]) -> str:
    """`is not` for `isn't`, `there is` for `there's`."""
    quoted, odd, verb, who, cannot = match.groups()
    if quoted:
        return str(quoted)
    if who:
        return f"{who} is "
    if cannot:
        return "can not"
    return f"{ {'ca': 'can', 'wo': 'will'}.get((odd or '').lower(), '') or verb } not"


def words_of(text: str) -> Iterator[str]:
    """The words of a line."""
    for match in RAW.finditer(EVEN.sub("even-numbered", CONTRACTED.sub(_full, text))):
        if match.lastgroup in ("SPACE", "COMMENT", "REFS"):
            continue
        word = match.group()
        if word.lower() in WHOSE:
            yield WHOSE[word.lower()]
            yield "'s"
        elif match.lastgroup == "POSS":
            yield "'s"
        elif word.lower() not in EMPTY_WORDS:
            yield word.replace("’", "'")


def tidy(text: str) -> str:
    """A text whose words stand apart, as a line is written."""
    text = re.sub(r"\bit 's\b", "its", text)
    text = re.sub(r" ('s|,|\))", r"\1", text).replace("( ", "(")
    return re.sub(r"(\w+s)'s (?=\w)", r"\1's ", text)
