"""What the language says, put together from the phrases of a rule's slots."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulewright.interpreter.english.lexicon import Phrase
from rulewright.interpreter.english.rules import Rule
from rulewright.interpreter.syntax.cue_table import indented
from rulewright.interpreter.syntax.words import with_article

PLACE = re.compile(r"<(\w+)(?:'s (\w+)|\.(\w+)|:(=?)([\w' ]+))?>")
SAID_OF = re.compile(r"@'s \{([^{}]*)\}|@")
LONG = re.compile(r"the .* of |\(")
INLINE = re.compile(r"^( *)(.*), <(\w+)>$")


#: Categories whose phrases have a form for one and one for several.
NUMBERED = ("core", "set", "rel")


def filled(rule: Rule, bound: Mapping[str, Phrase]) -> Phrase | None:
    """The phrase that a rule makes of those in its slots; None where a form is not there."""
    total, template = rule.cost + sum(phrase.cost for phrase in bound.values()), rule.template
    if rule.category in NUMBERED:
        one, _, many = template.partition(" | ")
        single, several = _text(one, bound, "one"), _text(many or one, bound, "many")
        if single is None or several is None:
            return None
        noun = next((bound[slot].noun for slot in ("set", "core", "noun") if slot in bound), "")
        return Phrase(single, total, single, several, noun)
    lines = _lines(template, bound)
    if lines is None:
        return None
    nouns = [phrase.noun for phrase in bound.values() if phrase.noun]
    return Phrase("\n".join(lines), total, noun=nouns[0] if nouns else "")


def _lines(template: str, bound: Mapping[str, Phrase]) -> list[str] | None:
    found: list[str] = []
    for line in indented(template):
        depth = len(line) - len(line.lstrip())
        inline = INLINE.match(line)
        if inline and inline[3] in bound and "\n" in bound[inline[3]].text:
            head = _text(inline[2], bound)
            if head is None:
                return None
            found.append(" " * depth + head)
            found += _deeper(bound[inline[3]].text, depth + 2)
            continue
        text = _text(line.strip(), bound)
        if text is None:
            return None
        found += _deeper(text, depth)
    return found


def _deeper(text: str, depth: int) -> list[str]:
    return [" " * depth + line for line in text.split("\n")]


def _text(template: str, bound: Mapping[str, Phrase], number: str = "") -> str | None:
    missing = False

    def fill(place: re.Match[str]) -> str:
        nonlocal missing
        phrase = bound.get(place[1])
        if phrase is None:
            missing = True
            return ""
        if place[2]:
            return possessed(phrase.text, bound[place[2]].text if place[2] in bound else place[2])
        if place[5]:
            who = place[5] if place[4] else bound[place[5]].text
            return said_of(phrase.text, who)
        word = _form(phrase, place[3] or (number if phrase.one else ""))
        missing = missing or not word
        return word

    if number:
        for said, (single, several) in AGREEING.items():
            template = template.replace(said, single if number == "one" else several)
    text = PLACE.sub(fill, template)
    return None if missing else text


AGREEING = {"{is}": ("is", "are"), "{has}": ("has", "have"), "{does}": ("does", "do")}


def _form(phrase: Phrase, form: str) -> str:
    match form:
        case "a":
            return with_article(phrase.one)
        case "one" | "many" | "noun":
            return str(getattr(phrase, form))
        case "n":  # behind a number that it is told with
            return phrase.many
        case "short":
            return f"({phrase.text})" if LONG.match(phrase.text) else phrase.text
    return phrase.text


def possessed(whose: str, what: str) -> str:
    """What somebody has, by the shortest phrase that the language has for it."""
    if whose == "it":
        return f"its {what}"
    if LONG.match(whose):
        return f"the {what} of {whose if whose.startswith('(') else f'({whose})'}"
    return f"{whose}'s {what}"


def said_of(text: str, who: str) -> str:
    """A predicate with its subject: `@` is who, `@'s {gold}` what he has."""
    return SAID_OF.sub(lambda m: possessed(who, m[1]) if m[1] is not None else who, text)
