"""What `that was the last one` means, in a line behind the one that takes it away.

Model. Behind a line that lowers a number, `that was the last of it` says that the number is 0.
Below a choice or draw of something that lies in a zone, and behind the line that moves it, `that
was the last Letter` says that none is left there. Where neither stands above, it is not known what
was last: nothing is told.
"""

from __future__ import annotations

import re

from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.lines_above import around, beside_above, is_one_of
from rulewright.interpreter.syntax.mentions import Speech

LAST = re.compile(
    r"^(?P<front>(?:only )?(?:if|when|once) )(?:that|this|it) (?:is|was|has been) (?:now )?"
    r"(?P<whose>(?:the|his|her|its|their|the [\w-]+'s|[A-Z]'s)) (?:very )?"
    r"(?:last|final|last remaining|only remaining)(?: (?:one|piece))?"
    r"(?: (?P<noun>(?!of\b|in\b|on\b|at\b|from\b|there\b)[\w-]+(?: (?!of\b|in\b|on\b|at\b|from\b"
    r"|there\b|left\b)[\w-]+)?))??"
    r"(?P<of> (?:of|in|on|at|from) (?P<place>[^,]+?)| there| left)?(?=,|$| and | or )")
#: A line that lowers a number.
LOWERED = re.compile(r"(?P<what>[^,]+?) goes down by ")
#: What is chosen or drawn from a zone, and what moves it.
FROM = re.compile(r"(?:.*\b(?:choose|pick) an? |move an? )(?P<noun>[\w-]+)(?: (?P<name>[A-Z]))? in "
                  r"(?P<zone>(?:the|[A-Z]'s|its) [^,]*?)"
                  r"(?=$|,| and an? | to )")
MOVING = r"(?:move (?:it|WHAT) to|remove (?:it|WHAT)$)"


def with_last(source: Source, number: int, text: str, speech: Speech) -> str:
    """A line with what is then not there any more in place of `that was the last`; as it is where
    that is not known."""
    found = LAST.match(text)
    if found is None:
        return text
    said = _number(source, number, found, speech) or _in_zone(source, number, found, speech)
    return f"{found['front']}{said}{text[found.end() :]}" if said else text


def _number(source: Source, number: int, found: re.Match[str], speech: Speech) -> str:
    """The number that a line above has lowered, where it is what is spoken of: the line just above,
    or, where the last of something is named, the only one of these."""
    names = [name for name, known in speech.known.attributes.items()
             if any(one.kind == "number" for one in known)]
    lowered = []
    for at, line in enumerate(beside_above(source, number)):
        changed = LOWERED.match(line)
        if changed is not None and _is_meant(changed["what"], found) and (
            is_one_of(changed["what"], names)
        ) and (at == 0 or found["place"] or found["noun"]):
            lowered.append(changed["what"])
    return f"{lowered[0]} is 0" if len({*lowered}) == 1 else ""


def _is_meant(what: str, found: re.Match[str]) -> bool:
    place, noun, whose = found["place"], found["noun"], found["whose"]
    return not (
        (place and place not in ("it", "them")
         and re.search(rf"\b{re.escape(place)}(?:'s|\)|$)", what) is None)
        or (noun and re.search(rf"\b{re.escape(noun)}(?:$| of )", what) is None)
        or (whose.endswith("'s") and not what.startswith(whose)))


def _in_zone(source: Source, number: int, found: re.Match[str], speech: Speech) -> str:
    """That none is left in the zone from which the line around takes one."""
    outer = around(source, number)
    chosen = FROM.match(outer[0]) if outer else None
    if chosen is None or chosen["noun"] not in speech.phrases.pieces:
        return ""
    noun, zone = chosen["noun"], chosen["zone"]
    if found["noun"] and found["noun"] != noun:
        return ""
    if found["place"] and found["place"] not in (zone, "it", "them"):
        return ""
    if found["whose"].endswith("'s") and not zone.startswith(found["whose"]):
        return ""
    what = chosen["name"] or f"the {noun}"
    moves = re.compile(MOVING.replace("WHAT", re.escape(what)))
    moved = outer[0].startswith("move ") or any(
        moves.match(line) for line in beside_above(source, number))
    return f"there is no {noun} in {zone}" if moved else ""
