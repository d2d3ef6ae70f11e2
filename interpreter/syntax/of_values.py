"""Declarations about what has some value (`each knight has a shield`), where a noun must stand.

Model. What things have and can be is declared of a noun; a value of something that they have, or of
a kind, says which of them are meant, and is asked of them where that counts.
"""

from __future__ import annotations

import re

from rulewright.interpreter.syntax.mentions import Speech
from rulewright.interpreter.syntax.words import with_article

DECLARED = re.compile(
    r"(?P<each>each|every|all|an?|any|no) (?P<value>[\w+-]+(?: [\w+-]+)??) (?P<rest>(?:(?:has|have"
    r"|can be|may be|can|cannot|may|is|are|[a-z]+s)\b).*)")


def of_a_value(speech: Speech, text: str) -> str | None:
    """What leads on from a declaration about a value."""
    found = DECLARED.fullmatch(text)
    value = found and next((one for one in (found["value"], found["value"].removesuffix("s")) if (
        speech.phrases.table.get(tuple(one.split()), ("", ""))[0] == "VAL")), None)
    if found is None or value is None or value in speech.phrases.seats:
        return None
    rest, kind = found["rest"], speech.known.nouns.get(value, "")
    having = next((one for one in (*speech.phrases.pieces, *speech.phrases.cells)
                   if speech.fits(value, one)), "")
    if not having and not kind:
        return None
    noun = having or kind
    declares = re.match(r"(?:has|have|can be|may be|keeps|holds)\b(?!.* if )", rest) is not None
    if not declares:
        return (f"`{value}` is a value: a definition is about a noun, `{with_article(noun)} … if "
                f"it is {value} and …`; what may not be done is kept out below the choice, `only "
                f"if the {noun} is not {value} or …` (LANGUAGE.md, 5, 12)")
    can = re.match(r"(?:can|may) be (?P<what>[\w-]+)", rest)
    has = re.match(r"(?:has|have|keeps|holds) (?:(?:an?|the|\d+) )?(?P<what>[a-z][\w-]*)", rest)
    shown = f"`each {noun} can be {can['what']}`" if can else (
        f"`each {noun} has {with_article(has['what'])}: …`" if has else f"`each {noun} has a …: …`")
    told = (f"`{value}` is a value, not a noun: what things have and can be is declared for all of "
            f"a noun, {shown}")
    asked = f"if the {noun} is {value}" if having else f"if it is {value}"
    told += f"; that it counts only for such is asked where it is used, `{asked}`"
    if has:
        told += (f"; what differs at first is `at first (… if it is {value} otherwise …)`, and who "
                 "has none can have `none`")
    if having and kind and kind != having:
        told += f"; of the {kind} itself, `each {kind} …`"
    return told + " (LANGUAGE.md, 4)"


EACH_OF = re.compile(r"^(?P<each>each|every|all) (?P<name>[a-z][\w-]*(?: [a-z][\w-]*)?) "
                     r"(?P<rest>(?:is|are|has|have|becomes|goes) .+)$")


def of_an_attribute(speech: Speech, text: str) -> str | None:
    """What leads on from a line about each value that things of a noun have, as if that were a
    noun: `each home is fortified`."""
    found = EACH_OF.match(text)
    known = () if found is None else speech.known.attributes.get(found["name"], ())
    having = next((one.noun for one in known if one.noun and not one.others), "")
    if found is None or not having:
        return None
    name = found["name"]
    return (f"`{name}` is no noun: it is what {with_article(having)} has, so it is said of each "
            f"{having}: `for each {having}, the {having}'s {name} …`, of what is done, as "
            f"`becomes`; `every {having}'s {name} is …`, of what is so (LANGUAGE.md, 6, 11, 13)")
