"""The last changes of a translated text: free names, numbers that are reckoned, readings."""

from __future__ import annotations

import re

from rulewright.interpreter.syntax.lines_above import depth_of
from rulewright.interpreter.syntax.words import with_article

FRESH = re.compile(r"\$([A-Z])\b")  # a name that a rule asks for
NAMES = "TPQRSUVW"
COUNTED = re.compile(r"\bthere (?:is|are) (?:exactly|at least|at most|more than|less than"
                     r"|\{exactly/at least\}) [^\s()]+ \(")
#: What is reckoned with plain numbers is said as one.
ONE_TIMES = re.compile(r"\b1 times (?:\((the number of [^()]*)\)$|(?=the number of|\(|the \w+'s))",
                       re.MULTILINE)
SUM = re.compile(r"(is at (?:least|most)) (\d+) plus (\d+)$", re.MULTILINE)
READINGS = re.compile(r"\{([^{}/]*)/([^{}/]*)\}")
SINGLE = re.compile(r"\b(an?|every|no|some|any|\d+) \(([^\W\d][\w-]*)\)")

#: An article in front of a word that a rule has put there, of whatever kind it is.
ARTICLE = re.compile(r"\ba ([aeiouAEIOU][\w-]+)")


def counted(text: str) -> str:
    """A text without the brackets of a set behind a number that there are: none stand there."""
    while found := COUNTED.search(text):
        depth, at = 1, found.end()
        while depth and at < len(text):
            depth += (text[at] == "(") - (text[at] == ")")
            at += 1
        text = text[: found.end() - 1] + text[found.end() : at - 1] + text[at:]
    return text


def named(text: str, used: set[str]) -> str:
    """A text in which each `$T` is a name that is not used."""
    for asked in sorted(set(FRESH.findall(text))):
        free = next((name for name in asked + NAMES if name not in used), "")
        text = text.replace(f"${asked}", free)
        used = used | {free}
    text = ONE_TIMES.sub(lambda m: m[1] or "", text)
    return SUM.sub(lambda m: f"{m[1]} {int(m[2]) + int(m[3])}", text)


def readings(text: str) -> tuple[str, ...]:
    """The readings of lines that can be taken in two ways, `{exactly/at least} 2`; else the one."""
    found = dict.fromkeys(READINGS.sub(rf"\{at}", text) for at in (1, 2))
    return tuple(ARTICLE.sub(lambda m: with_article(m[1]), SINGLE.sub(r"\1 \2", one))
                 for one in found)


def ended_last(text: str) -> str:
    """Lines in which the turn ends behind all else that is done beside it: nothing is done below
    that."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if line.strip() != "the turn ends":
            continue
        last = at
        while last + 1 < len(lines) and depth_of(lines[last + 1]) >= depth_of(line) and (
            not lines[last + 1].lstrip().startswith("otherwise")
        ):
            last += 1
        lines.insert(last, lines.pop(at))
        break
    return "\n".join(lines)
