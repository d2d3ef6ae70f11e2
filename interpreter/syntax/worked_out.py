"""Lines that would change what is worked out: a defined value follows from others."""

from __future__ import annotations

import re

from rulewright.interpreter.syntax.mentions import Speech

#: What would change, and how a line says that it does.
CHANGED = re.compile(
    r"(?:if [^,]+, |for each [^,]+, )?(?:(?:the|every|each) [\w -]+?'s |(?:[A-Z]\w*|it)'s |"
    r"(?:its|his|her|their) |the )(?P<name>[a-z][\w-]*(?: [a-z][\w-]*)?)(?: of [^,]+?)? "
    r"(?:goes (?:up|down)|becomes|increases|decreases|rises|falls|drops|grows|is (?:raised|lowered|"
    r"increased|decreased|reduced|set|doubled|halved))\b")


def of_worked_out(speech: Speech, text: str) -> str | None:
    """Of a line that changes a defined value, that it follows of itself."""
    found = CHANGED.match(text)
    name = "" if found is None else found["name"]
    known = speech.known.attributes.get(name, ())
    if not known or not all(one.defined for one in known):
        return None
    return told_of(name)


def told_of(name: str) -> str:
    """That a value is worked out."""
    return (f"`{name}` is worked out, by its definition: it follows of itself when what that "
            "speaks of changes, and no line changes it; a number that lines change is declared, "
            "`each … has a …: 0 to 99` (LANGUAGE.md, 4, 5)")
