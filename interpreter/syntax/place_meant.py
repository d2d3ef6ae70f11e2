"""Which place `there` means: the one that the line around, or the head of a definition, speaks of.

Model. In English `there` is a place that was spoken of. In a ruleset a place is named. So it is
told where the nearest line around binds one place, and no other: `move a Worker to a place`, `for
each place P`, `a place is free if nobody has a Worker there`. `The same Desk` is the one from which
the line around chose, `choose a Letter in the player's bay's Desk`, unless whose it is changed.
"""

from __future__ import annotations

import re

from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.lines_above import around
from rulewright.interpreter.syntax.mentions import Speech
from rulewright.interpreter.syntax.words import singular

#: `there` behind what stands in a place; not `if there is`, `goes there`.
THERE = re.compile(
    r"(?<=[\w.] )(?:there|in that place|on that spot)(?= (?:yet|already|now|any more|anymore|and"
    r"|or|than|as|goes|go|is|are|returns?|gets?|becomes?|loses?|dies|receives?)\b|[,;]|$)")
ASKED = re.compile(r"(?:^|\b(?:if|when|whenever|unless|where|and|or|once|that|as|only if) )$")
WENT = re.compile(r"\b(?:comes?|goes?|gone|went|came|gets?|got|arrives?|arrived|moves?|moved|move"
                  r"|reach(?:es|ed)?|put|place|send|bring|sent|brought|from|to|lead|leads) $")
#: Lines below which a piece is in the place, and what is said of it then.
MOVED = re.compile(r"(?:(?:must|may)(?: if possible)? |as long as possible, \w+ )?(?:move|put) ")
NO_NEWS = re.compile(
    r"(?:if|when|once) (?!.*\b(?:was|were|had|other|another|else|no|nobody|than)\b)")
DEFINED = re.compile(r"an? (?P<noun>[\w-]+)(?: (?P<name>[A-Z]))? (?:is|can|has) .*? if\b")
BOUND = re.compile(r"\b(?:an?|each)(?: [\w-]+)*? (?P<noun>NOUN)(?: (?P<name>[A-Z]))?(?= |,|$)")
ON = re.compile(r"\bon ([\w-]+)")


#: From where something was chosen, which only lines below change.
CHOSEN_IN = re.compile(r"(?:choose|move|remove|at random pick) [^,]*\bin (?P<whose>"
                       r"(?:the|[A-Z][\w-]*)(?: [\w-]+|'s?)*?'s?) (?P<zone>ZONE)"
                       r"(?=$|,| to )")


def with_same_zone(source: Source, number: int, text: str, speech: Speech) -> str:
    """A line with `the same Desk` as the one from which something was chosen; as it is where that
    is not known."""
    zones = "|".join(map(re.escape, sorted(speech.phrases.zones, key=len, reverse=True)))
    same = re.search(rf"\b(?:the (?:very )?same|that same) (?P<zone>{zones})(?= |,|$)", text)
    if not zones or same is None or " as " in text[same.end() :]:
        return text
    for line in around(source, number):
        found = re.search(CHOSEN_IN.pattern.replace("ZONE", re.escape(same["zone"])), line)
        if found is None:
            continue
        last = found["whose"].removesuffix("'s").split()[-1]
        since = "\n".join(source.lines[: number - 1]).rpartition(found[0])[2]
        if re.search(rf"\b{re.escape(last)} becomes\b|\bdo [A-Z]", since):
            return text
        return f"{text[: same.start()]}{found['whose']} {same['zone']}{text[same.end() :]}"
    return text


def with_place(source: Source, number: int, text: str, speech: Speech) -> str:
    """A line with the place that `there` means; as it is where that is not known."""
    text = with_same_zone(source, number, text, speech)
    every = [m for m in THERE.finditer(text) if not ASKED.search(text[: m.start()])]
    if len(every) != 1 or WENT.search(text[: every[0].start()]):
        return text
    found, = every
    front, zones = text[: found.start()], _zones(speech)
    place = _place(source, number, front, _places(speech))
    if place:
        return f"{front}on {place}{text[found.end() :]}"
    kind = next((of for of, (_, held) in zones.items() if _held_last(front, held, speech)), "")
    place = _place(source, number, front, {kind}) if kind else ""
    if not place:
        return text
    whose = "its" if place == "it" else f"{place}'s"
    return f"{front}in {whose} {zones[kind][0]}{text[found.end() :]}"


def _zones(speech: Speech) -> dict[str, tuple[str, set[str]]]:
    """For each kind whose values have one zone, the zone and the nouns of the pieces in it."""
    found: dict[str, list[tuple[str, set[str]]]] = {}
    nouns = speech.phrases.pieces
    for head in speech.phrases.heads:
        words = " ".join(token.text for token in head)
        zone = re.match(r"zone (?P<names>.+?) of an? (?P<of>[^:]+?) ?: ?(?P<held>.*)", words)
        if zone is not None and zone["of"] != "player":
            held = {noun for noun in nouns
                    if re.search(rf"\b{re.escape(speech.plural(noun))}\b", zone["held"])}
            found.setdefault(zone["of"], []).extend(
                (name, held) for name in zone["names"].split(" , "))
    return {of: zones[0] for of, zones in found.items() if len(zones) == 1}


def _held_last(front: str, held: set[str], speech: Speech) -> bool:
    """Whether what is spoken of last, in front of `there`, are pieces that such a zone holds."""
    every = "|".join(re.escape(one) for noun in speech.phrases.pieces
                     for one in (noun, speech.plural(noun)))
    met = re.findall(rf"\b(?:{every}|players?|he|she|it)\b", front) if every else []
    return bool(met) and any(met[-1] in (noun, speech.plural(noun)) for noun in held)


def _places(speech: Speech) -> set[str]:
    """The nouns of what pieces can stand on."""
    found = {*speech.phrases.cells}
    for head in speech.phrases.heads:
        words = [token.text for token in head]
        if words[:1] == ["piece"]:
            found |= {singular(one) for one in ON.findall(" ".join(words))}
    return found


def _place(source: Source, number: int, front: str, places: set[str]) -> str:
    """How the one place is called that a line is about; nothing where there is none, or several."""
    head = DEFINED.match(front)
    if head is not None:
        return (head["name"] or "it") if head["noun"] in places else ""
    nouns = "|".join(map(re.escape, places))
    if not nouns:
        return ""
    bound = re.compile(BOUND.pattern.replace("NOUN", f"{nouns}"))
    here = [front] if re.search(rf"\b(?:{nouns})\b", front) else []
    for line in here or around(source, number):
        head = DEFINED.match(line)
        if head is not None:
            return (head["name"] or "it") if head["noun"] in places else ""
        met = [*bound.finditer(re.split(r", written ", line)[0])]
        if len(met) > 1:
            return ""
        if met and MOVED.match(line) and NO_NEWS.match(front):
            return ""  # what was moved is there itself
        if met:
            return met[0]["name"] or f"the {met[0]['noun']}"
    return ""
