"""A phrase that some words of a line are, as the language says it."""

from __future__ import annotations

from rulewright.interpreter.records import record


@record
class Phrase:
    """A phrase of a category, as the language says it: its `text`; of a set, its words for one and
    for several; what noun it is of."""

    text: str
    cost: float = 0.0
    one: str = ""
    many: str = ""
    noun: str = ""
    ends: tuple[str, str] = ("", "")  # of a number: the least and the greatest that it can be
