"""What a text says of things of a noun, as leads tell it: what is kept of them, how that changes.

Invariants: what the text itself declares is told before what the language says of all such things.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.interpreter.syntax.mentions import Speech
from rulewright.interpreter.syntax.signatures import Signature
from rulewright.interpreter.syntax.words import base_verb, with_article

MOST_KNOWN = 7  # names of a noun that are told
MOST_OTHERS = 4  # qualities of it that are told beside one another
#: What is said of things by the language itself, which is told last.
BUILT = ("owner", "column", "row", "opponent", "seat", "next player", "previous player", "empty",
         "occupied", "next to", "orthogonally next to", "diagonally next to", "box")


#: Participles that are not made by `-ed` and `-en`, by their verbs.
PARTICIPLES = {
    "break": "broken", "freeze": "frozen", "burn": "burnt", "sink": "sunk", "hide": "hidden",
    "tear": "torn", "steal": "stolen", "lose": "lost", "melt": "molten", "wear": "worn",
    "sleep": "asleep", "wake": "awake", "die": "dead", "split": "split", "bind": "bound"}


#: A thing that becomes something, in a line that is shown.
BECOMES = re.compile(r"^ *(?:for each [^,\n]+, )?(?:every )?(?P<of>[^,\n]+?) becomes (?:not )?"
                     r"(?P<adj>[\w-]+(?: [\w-]+)*)$", re.M)


def cannot_become(speech: Speech, lines: Sequence[str]) -> bool:
    """Whether in some lines something becomes what only things of other nouns can be."""
    for found in BECOMES.finditer("\n".join(lines)):
        said_of = speech.known.adjectives.get(found["adj"], ())
        of = found["of"].rpartition("'s ")[2]
        nouns = {m.noun for m in speech.mentions(of)[:1] if m.noun}
        if said_of and nouns and not any(s.noun in nouns for s in said_of):
            return True
    return False


class KnownOf:
    """What one text declares of its nouns."""

    def __init__(self, speech: Speech) -> None:
        self.speech = speech

    def numbers(self, noun: str) -> list[Signature]:
        known = [s for of in self.speech.known.attributes.values() for s in of
                 if s.noun == noun and s.kind == "number" and not s.others]
        return [s for s in known if s.name not in BUILT] or known

    def known(self, noun: str) -> str:
        """What a text says of a noun, as the end of a hint."""
        known = self.speech.known
        names = [s.name for of in (known.attributes, known.adjectives, known.prepositions,
                                   known.verbs)
                 for signatures in of.values() for s in signatures if s.noun == noun]
        own = [name for name in dict.fromkeys(names) if name not in BUILT]
        names = [*own, *(name for name in dict.fromkeys(names) if name in BUILT)][:MOST_KNOWN]
        if not names:
            return ""
        return f"; of {with_article(noun)} the text knows {quoted(names)}"

    def change_of(self, noun: str, rest: str) -> str:
        """How something of a noun changes, as examples: if possible what a line speaks of."""
        zones = self.speech.phrases.zones
        piece = next((m.noun for m in self.speech.mentions(rest)
                      if m.noun in self.speech.phrases.pieces), "")
        if piece and zones:
            if re.search(r"\bbox\b", rest):
                return f"`remove the {piece}`, which puts it into the box"
            at, to, *_ = [*(f"the {zone}" for zone in zones if zone in rest), "…", "…"]
            return f"`move any {piece} in {at} to {to}`"
        if noun and noun != "number":
            found: list[str] = []
            spoken = {m.text for m in self.speech.mentions(rest) if m.kind == "attribute"}
            changing = self.changing(noun)
            for signature in [s for s in changing if s.name in spoken] or changing:
                if signature.kind == "number" and not any("goes" in one for one in found):
                    found.append(f"`the {noun}'s {signature.name} goes up by 1`")
                elif signature.kind not in ("number", "") and not any("…" in one for one in found):
                    found.append(f"`the {noun}'s {signature.name} becomes …`")
            found = found[:2]
            if qualities := self.qualities(noun):
                others = ", ".join(f"`{one}`" for one in qualities[1:MOST_OTHERS])
                found.append(f"`the {noun} becomes {qualities[0]}`, `the {noun} becomes not "
                             f"{qualities[0]}`{f' (it can be {others} as well)' * bool(others)}")
            if noun in self.speech.phrases.pieces:
                found.append(f"`move the {noun} to …`, `remove the {noun}`")
            if found:
                return " or ".join(found)
        if noun and noun not in ("number", "player"):
            return (f"by what is kept of it, and nothing is kept of {with_article(noun)} yet: "
                    f"declared as `each {noun} can be …` or `each {noun} has a …: 0 to 9`, it "
                    "`becomes …` or `goes up by 1`")
        return "`… becomes 3`, `… goes up by 1`"

    def qualities(self, noun: str) -> list[str]:
        """What things of a noun can become."""
        return [s.name for of in self.speech.known.adjectives.values() for s in of
                if s.noun == noun and not s.defined and s.name not in BUILT]

    def becoming(self, word: str, noun: str = "") -> str | None:
        """What is said by a verb, `breaks`, of something of a noun, where the text has a quality
        for it, `broken`."""
        base = base_verb(word) or word
        forms = {f"{base}ed", f"{base}d", f"{base}en", f"{base}n", f"{base}{base[-1]}ed",
                 f"{base[:-1]}ied", f"a{base}", f"a{base.rstrip('e')}", base, PARTICIPLES.get(base)}
        found = {s.name: s.noun for of in self.speech.known.adjectives.values() for s in of
                 if s.name in forms and s.name not in BUILT and s.noun}
        if len(found) != 1:
            return None
        (name, of), = found.items()
        gone = ""
        if noun in self.speech.phrases.pieces and noun != of:
            gone = (f"; that the {noun} itself is gone is `remove the {noun}`, of several "
                    f"`remove every {noun} …`")
        return (f"no deed is called `{word}`: {with_article(of)} can be `{name}`, so it is written "
                f"`the {of} becomes {name}`{gone}")

    def changing(self, noun: str) -> list[Signature]:
        return [s for of in self.speech.known.attributes.values() for s in of
                if s.noun == noun and not s.defined and not s.others and s.name not in BUILT]


def quoted(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names[:MOST_KNOWN])
