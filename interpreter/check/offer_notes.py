"""What an offered line holds of that its author may not have thought of.

`a Ship meets a Ship D if its cell is D's cell` is so of each Ship with itself as well; all but the
player with the greatest of something are all of them where several have as much.
"""

from __future__ import annotations

import re
from dataclasses import replace

from rulewright.interpreter.diagnostics import Diagnostic

#: A definition of two things of a noun whose condition only asks that they have something alike.
ALIKE = re.compile(
    r"an? (?P<noun>[\w-]+) (?P<said>[^,]+?) an? (?P=noun) (?P<name>[A-Z]) if "
    r"its (?P<what>[\w ]+?) is (?P=name)'s (?P=what)(?P<more> (?:and|or) its (?P<other>[\w ]+?) is "
    r"(?P=name)'s (?P=other))?")
#: All but the one who has most or least of a number.
ALL_BUT_BEST = re.compile(
    r"\b(?:for each|every|each) (?:[\w-]+ )?player that is not "
    r"\(the player with the (?P<best>greatest|least) (?P<number>\w[\w ]*)\)")


def with_notes(problem: Diagnostic) -> Diagnostic:
    """A finding that offers one line, with what is said where something else is meant."""
    offered = problem.replacements
    if len(offered) != 1:
        return problem
    note = ""
    if found := ALIKE.fullmatch(offered[0]):
        note = (f"that is so of each {found['noun']} with itself as well: if not, begin with "
                f"`if {found['name']} is not it and …`")
    elif found := ALL_BUT_BEST.search(offered[0]):
        than = "less" if found["best"] == "greatest" else "more"
        note = (f"where several have as much, that is all of them: if none of these is meant then, "
                f"`player whose {found['number']} is {than} than the {found['best']} "
                f"{found['number']} among players`")
    return replace(problem, hint=f"{problem.hint}; {note}") if note else problem
