"""Verbs that tell of what was done, by the verb they are forms of: `took`, `take`."""

from __future__ import annotations

from functools import cache

from rulewright.interpreter.syntax.verbs import IRREGULAR

AS_BEFORE = ("put", "cut", "set", "let", "hit", "spread", "lay", "lie", "run", "come", "become")
SHORTEST = 5  # letters of a word in `ed` that is a verb


def told_of(word: str) -> str | None:
    """The verb of which a word is the past: `chose`, choose; `voted`, vote; None if it is none."""
    small = word.lower()
    known = _irregular().get(small)
    if known is not None or len(small) < SHORTEST or not small.endswith("ed"):
        return known
    if small.endswith("ied"):
        return small[:-3] + "y"
    stem = small[:-2]
    if stem.endswith("e"):
        return None  # `need`, `feed`
    if stem[-1] == stem[-2] and stem[-1] not in "aeiousl":
        return stem[:-1]
    lost = stem[-1] in "tcsvgz" and stem[-2:] not in ("st", "ct", "nt", "ss")
    return stem + "e" * lost


def of_done(word: str) -> str | None:
    """Of a verb of what was done (`took`, `did`), how that can be asked later."""
    if told_of(word) is None:
        return None
    return (f"`{word}` tells of what was done, which is known later only if it was kept: let the "
            "line that does it set an attribute or quality, as in `each … can be …, this turn`, "
            "and ask that here; what was so before the move or choice is `(… beforehand)`")


@cache
def _irregular() -> dict[str, str]:
    found: dict[str, str] = {}
    for verb, forms in IRREGULAR.items():
        for form in forms.split() if verb != "be" else ():
            if form != verb and not form.endswith(("s", "ing")) and form not in AS_BEFORE:
                found.setdefault(form, verb)
    return found
