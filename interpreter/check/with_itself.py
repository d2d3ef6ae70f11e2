"""Definitions of two things of a noun that are so of a thing and itself as well.

`a Ship meets a Ship D if its cell is D's cell` is so of each Ship with itself, of which a reader
of `they are on the same cell` may not think.
"""

from __future__ import annotations

import re
from dataclasses import replace

from rulewright.interpreter.diagnostics import Diagnostic

#: A definition whose condition only asks that the two have something alike.
ALIKE = re.compile(
    r"an? (?P<noun>[\w-]+) (?P<said>[^,]+?) an? (?P=noun) (?P<name>[A-Z]) if "
    r"its (?P<what>[\w ]+?) is (?P=name)'s (?P=what)(?P<more> (?:and|or) its (?P<other>[\w ]+?) is "
    r"(?P=name)'s (?P=other))?")


def of_itself_as_well(problem: Diagnostic) -> Diagnostic:
    """A finding that offers such a definition, with what is said where two are meant."""
    offered = problem.replacements
    found = ALIKE.fullmatch(offered[0]) if len(offered) == 1 else None
    if found is None:
        return problem
    return replace(problem, hint=(
        f"{problem.hint}; that is so of each {found['noun']} with itself as well: if not, begin "
        f"with `if {found['name']} is not it and …`"))
