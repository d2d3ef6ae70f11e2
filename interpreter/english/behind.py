"""What `it` is in an English line whose words would let it be another thing in a ruleset.

Model. Behind an effect with a definite subject, `it` in a condition is that subject: in `the rank's
opener becomes the player if it is none`, the opener; moved to the front, the condition would be
about another thing. Of what a thing has, `it` is the thing where it is said to be as only the thing
can be (`the Frog's length goes up by 1 if it is wet`). In a definition, `it` beside `with the least
(…)` is what the definition is about, not the one that is looked for.
"""

from __future__ import annotations

import re

from rulewright.interpreter.english.wording import NAMES
from rulewright.interpreter.syntax.mentions import Speech

#: An effect on one subject, and a condition about `it` behind it.
BEHIND = re.compile(
    r"(?P<subject>(?:the|its) (?:(?!the |if |when |unless )[\w'-]+ ){0,4}?"
    r"(?:of (?:the )?[\w-]+ )?)"
    r"(?P<effect>(?:becomes|goes|rises|falls|drops|increases|decreases|grows|shrinks"
    r"|is (?:set|reset|raised|lowered|increased|reduced))\b"
    r"(?:(?! it\b| its\b| if | when | unless )[^,])*?"
    r",? (?:if|when|unless|in case|provided that|provided|(?:but )?only if|except (?:if|when)))"
    r" it (?P<said>(?:is|was|equals|has)\b(?P<so>.*))")
PLAYERS = re.compile(r"(?:the|its) (?:player|winner|loser|opponent|owner)\b(?!.*'s)")
OWN = re.compile(r"(?:the )?(?P<one>.+?)'s (?P<what>\S.*)"
                 r"|(?:the|its) .+? of (?:the )?(?P<other>\S+)")
WITHOUT = ("not", "still", "already", "now", "yet", "both", "either")


def with_subject(text: str, speech: Speech) -> str:
    """A line in which `it`, in a condition behind an effect, is the subject of the effect."""
    found = BEHIND.fullmatch(text)
    if found is None or PLAYERS.match(found["subject"]):
        return text
    subject = found["subject"].strip()
    own = OWN.fullmatch(subject)
    if own is None and subject.startswith("the ") and found["said"].startswith("has"):
        return text
    so = next((word for word in found["so"].split() if word not in WITHOUT), "")
    if own is not None or subject.startswith("its "):
        noun = (own["one"] or own["other"]).split()[-1] if own is not None else ""
        if found["said"].startswith("has") or _fits_only(so, own and own["what"], noun, speech) or (
            so in ("on", "in", "next", "at")
        ):
            return text  # what only the thing itself can be
    elif subject[4:] in (*speech.phrases.pieces, *speech.phrases.cells):
        return text  # told of all that a line speaks of
    return f"{subject} {found['effect']} {subject} {found['said']}"


def _fits_only(so: str, what: str | None, noun: str, speech: Speech) -> bool:
    """Whether a word is a quality, and not one that only what the thing has can have."""
    of = {known.noun for known in speech.known.adjectives.get(so, ())}
    return bool(of) and (noun in of or what not in of)


#: What a definition is about, where that has no name.
ABOUT = re.compile(r"(?P<front>the (?:(?!is\b)[\w-]+ )+?of an? |an? )(?P<noun>[\w-]+) "
                   r"(?![A-Z]\b)(?P<rest>.*)", re.S)
FURTHEST = re.compile(r"\bwith the (?:least|greatest) \((?=[^()\n]*\bits?\b)")
CLOSED = re.compile(r"[^()\n]*\)")
EITHER = re.compile(r"\{its (?P<cell>[\w-]+)/it\}")


def of_the_defined(said: str, speech: Speech) -> str:
    """A definition in which `it`, beside `with the least (…)`, is what it is about, by its noun, or
    by a name where the one that is looked for has the same noun."""
    about, found = ABOUT.fullmatch(said), FURTHEST.search(said)
    if about is None or found is None or (end := CLOSED.match(said, found.end())) is None:
        return said
    noun = about["noun"]
    one = f"the {noun}"
    if re.search(rf"\b{re.escape(one)} $", said[: found.start()]):
        one = next(letter for letter in (noun[0].upper(), *NAMES) if letter not in said.split())
    within = EITHER.sub(
        lambda either: one if either["cell"] == noun else f"{one}'s {either['cell']}", end[0])
    if noun in speech.phrases.pieces and len(speech.phrases.cells) == 1:
        place = f"{one}'s {next(iter(speech.phrases.cells))}"
        within = re.sub(r"(?<=\bto )it\b|(?<=\bfrom )it\b", place, within)
    within = re.sub(rf"\bits {re.escape(noun)}\b|\bit\b", one, within)
    within = re.sub(r"\bits\b", f"{one}'s", within)
    made = said[: found.end()] + within + said[end.end() :]
    if len(one) == 1:
        front = about.end("noun")
        made = f"{made[:front]} {one}{made[front:]}"
    return made
