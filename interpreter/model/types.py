"""Types as the language speaks of them: which noun a type has, its words, its name in messages."""

from __future__ import annotations

import re

from rulewright.interpreter.ir import VType
from rulewright.interpreter.syntax.ast import GROUP
from rulewright.interpreter.syntax.words import plural, with_article

#: What there is one of; its attributes have no index.
WHOLES = ("game", "turn")
NUMBER = "number"  # the noun of numbers
#: Words that say that there is none.
NOTHING = re.compile(r"nothing|nil|neither|nobody|no one|no [\w-]+")


def noun_of(kind: VType) -> str:
    """The noun by which things of a type are spoken of; of a set nothing is said in this way,
    unless it is a group."""
    if kind.kind == "set":
        return GROUP if kind.group else ""
    if kind.piece:
        return kind.piece
    if len(kind.words) == 1 and kind.words[0] in WHOLES:
        return kind.words[0]
    return kind.domain.noun if kind.domain else ""


def fits(kind: VType, noun: str) -> bool:
    """Whether a value can stand for a noun of a definition."""
    if kind.group:
        return noun == GROUP
    if kind.kind != "thing":
        return noun == NUMBER and kind.kind == "int"
    return noun_of(kind) == noun and not kind.words


def member(kind: VType, text: str) -> int | None:
    """The number of a word among the values of a type."""
    found = kind.value(text) if kind.kind == "thing" else None
    return None if found == -1 else found


def members_text(kind: VType) -> tuple[str, ...]:
    """The words of all values of a type."""
    return kind.words + (kind.domain.labels if kind.domain else ())


def kind_text(kind: VType) -> str:
    """A type in words, for messages."""
    match kind.kind:
        case "bool":
            return "a condition"
        case "int":
            return "a number"
        case "set":
            whole = GROUP if kind.group else "set"
            return f"a {whole} of {plural(kind.domain.noun)}" if kind.domain else "a set"
    if len(kind.words) == 1 and kind.words[0] in WHOLES:
        return f"the {kind.words[0]}"
    parts = list(kind.words)
    if kind.domain:
        parts.append(f"a {kind.piece or kind.domain.noun}")
    return " or ".join(parts) or "nothing"


def type_text(kind: VType) -> str:
    """A type as it is declared: `0 to 9`, `yes or no`, `White or a player`, `a set of cells`."""
    if kind.kind == "bool":
        return "yes or no"
    if kind.kind == "int":
        return f"{kind.low} to {kind.high}"
    noun = kind.piece or (kind.domain.noun if kind.domain else "")
    if kind.kind == "set":
        return f"a {GROUP if kind.group else 'set'} of {plural(noun)}"
    parts = [*kind.words, *([with_article(noun)] if noun else []), *(["none"] if kind.none else [])]
    return listed(parts, "or") or "nothing"


def listed(parts: list[str] | tuple[str, ...], word: str) -> str:
    """`a, b or c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def first_value(kind: VType) -> int:
    """What something is at first where it is not said: none, or the value next to 0."""
    number = max(kind.least, min(0, kind.most)) if kind.kind == "int" else 0
    return -1 if kind.none else number
