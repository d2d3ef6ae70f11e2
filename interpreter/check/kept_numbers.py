"""A thing that stands where a number is needed, or is to change: the numbers that it has.

`the Tower is more than 3`, where each Tower has a height: `the height of the Tower` is meant, or,
where a Tower has several numbers, one of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.known_of import KnownOf
from rulewright.interpreter.syntax.mentions import Speech
from rulewright.interpreter.syntax.signatures import signatures
from rulewright.interpreter.syntax.written_line import Correction

NEEDED = re.compile(r"(?:a number is needed here, not|a number is compared with)"
                    r" .*?\ban? (?P<noun>[\w -]+)(?:;|$)")
COMPARED = re.compile(r".*\ban? (?P<noun>[\w -]+) is compared with a number(?:;|$)")
UNCHANGED = re.compile(r"`the (?P<noun>[\w -]+)` is not something that can change$")
#: What may stand in front of `'s` or behind `of`.
THING = re.compile(r"it|the [\w' -]+|[\w-]+")


def kept_numbers(problem: Diagnostic, phrases: PhraseTable) -> Iterator[tuple[Correction, ...]]:
    """For each number that a thing of the text has, the ways of saying it in the place of the
    thing."""
    span = problem.span
    found = next((one for pattern in (NEEDED, COMPARED, UNCHANGED)
                  if (one := pattern.match(problem.message))), None)
    if found is None or span is None or not THING.fullmatch(span.text):
        return
    for signature in KnownOf(Speech(phrases, signatures(phrases))).numbers(found["noun"]):
        name = signature.name
        if span.text == "it":
            yield (Correction(span, f"its {name}"),)
        else:
            yield (Correction(span, f"the {name} of {span.text}"),
                   Correction(span, f"{span.text}'s {name}"))
