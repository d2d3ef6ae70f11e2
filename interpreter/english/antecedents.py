"""What `it` means in a line of English: the things that the line spoke of before.

Model. In English `it` is a thing that its sentence spoke of, where there is one. In a ruleset it is
what the lines around are about (LANGUAGE.md, 3), which may be another thing. So `it` is said in
full where the line itself has said what it is: `if the captured Stone was crowned, its owner …` is
about the owner of the captured Stone. A thing that is one of several, in a loop (`each Stone`) or a
definition (`a field is rich if it …`), is `it` in a ruleset as well; of one that is only said to be
there (`if there is a Stone next to a1, it …`), nothing can be said.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from rulewright.interpreter.syntax.mentions import Speech

LOOPS = ("each", "every", "all", "both")
SOME = ("a", "an", "any", "some", "another", "one", "other")
ASKS = ("if", "when", "whenever", "unless", "once")
#: Words between a noun and an `it` by which it is told which thing is meant.
WITHIN = frozenset("""next to of on in at beside adjacent near north east south west northeast
    northwest southeast southwest above below around orthogonally diagonally the directly by from
    neighbouring bordering touching that which is are has with whose one step towards""".split())
#: Words between `it` and what it becomes.
LINKING = ("becomes", "not", "no", "longer", "again")
#: What happens to a number or value: `if the price is 3, it goes up by 1`.
CHANGES = frozenset("becomes goes is was rises drops falls increases decreases".split())
FURTHEST = 3  # words between a noun and the word that says which is meant
LONGEST = 6  # words of a name
KINDS = ("number", "truth", "words", "one", "", "player")  # of attributes that are no things
NAME = re.compile("[B-HJ-Z]")
IT = re.compile(r"\b(its?)\b")


class Antecedents(NamedTuple):
    """The things that `it` can be, the one spoken of first in front; whether it is what a loop or
    definition is about, or something of which it is only asked whether it is there."""

    things: tuple[str, ...] = ()
    bound: bool = False
    asked: bool = False


def meant_by_it(words: Sequence[str], speech: Speech) -> Antecedents:
    """What the first `it` of a line can be."""
    small = [word.lower() for word in words]
    if "it" not in small:
        return Antecedents()
    nouns = {name.lower(): noun for noun in (*speech.phrases.pieces, *speech.phrases.cells)
             for name in (noun, speech.plural(noun)) if _can_have(noun, words, speech)}
    things: dict[str, None] = {}
    kept: dict[str, None] = {}
    zones: list[str] = []  # in front of what is moved
    bound = asked = False
    end = small.index("it")
    if "it" in small[end + 1 :] and small[end + 1] in LEFT_IT and small[end - 1] in nouns:
        return Antecedents(asked=True)  # `the cell it came from`: the next `it` may be that cell
    its = small[end + 1 : end + 2] == ["'s"]
    for at in range(end):
        if at + 1 < end and all(word in WITHIN for word in small[at + 1 : end]):
            break  # `every cell next to it`: it is another thing than the cell
        if small[at] in nouns and (
            nouns[small[at]] in speech.phrases.pieces or small[end - 1] not in HANDLED
        ):
            said = "the origin" if LEFT_BEHIND.match(" ".join(small[at - 1 : at + 5])) else (
                _said(words, small, at, nouns[small[at]]))
            if said in (LOOP, ONE):
                bound = bound or said == LOOP or not any(word in ASKS for word in small[:at])
                asked = asked or said == ONE
            elif said:
                things[said] = None
        elif its and NAME.fullmatch(words[at]) and words[at + 1] != "'s":
            things[words[at]] = None
        elif at and small[at - 1] == "the" and (
            known := _of_the_game(words, at, speech)
        ) and not (its and known[0] in speech.phrases.zones):  # a zone has nothing but pieces
            (things if known[1] else kept)[f"the {known[0]}"] = None
            if known[0] in speech.phrases.zones and not bound:
                zones.append(f"the {known[0]}")
    if not (things or bound or asked) and len(kept) == 1 and CHANGES.issuperset(
        small[end + 1 : end + 2]
    ):
        things = kept
    if len(zones) == 1 and small[end - 1] in ("to", "into") and not its:
        return Antecedents((*zones,))  # nothing is moved to a piece that is moved itself
    held = tuple(things)
    return Antecedents((held[0], held[-1]) if len(held) > 1 else held, bound, asked)


def _can_have(noun: str, words: Sequence[str], speech: Speech) -> bool:
    """Whether `its …`, the first of a line, can be something that a piece or cell has, or `it` can
    become what it becomes: not where only other things have one, or can be so."""
    at = next((n for n, word in enumerate(words[:-1]) if word.lower() == "it"), 0)
    if tuple(words[at + 1 : at + 2]) != ("'s",):
        so = [word for word in words[at + 1 : at + 4] if word not in LINKING][:1]
        return [*words[at + 1 : at + 2]] != ["becomes"] or not speech.known.adjectives.get(
            "".join(so)) or speech.fits(so[0], noun)
    for length in range(min(LONGEST, len(words) - at - 2), 0, -1):
        name = " ".join(words[at + 2 : at + 2 + length])
        if having := {s.noun for s in speech.known.attributes.get(name, ())} - {""}:
            on_cell = noun in speech.phrases.pieces and having & {*speech.phrases.cells}
            return noun in having or bool(on_cell)
    return True


#: Words behind which `it` is a piece: no cell is handled.
HANDLED = ("move", "moves", "remove", "removes", "put", "puts", "capture", "captures", "return")
#: What a thing did with the place of which it is said.
LEFT_IT = ("came", "comes", "left", "leaves", "moved", "stood", "was")
LEFT_BEHIND = re.compile(r"the \S+ (?:that |which )?(?:it|he|she|they|the player) "
                         r"(?:left|came from|moved from|has left|started from)\b")
LOOP, ONE = "each", "a"


def _said(words: Sequence[str], small: Sequence[str], at: int, noun: str) -> str:
    """The thing that a noun is, in full; or that it is one of several, or some one."""
    behind = words[at + 1] if at + 1 < len(words) else ""
    if len(behind) == 1 and behind.isupper() and behind not in ("A", "I"):
        return behind
    for back in range(at - 1, max(at - 1 - FURTHEST, -1), -1):
        word = small[back]
        if word in LOOPS:
            return LOOP
        if word == "no":
            return ""  # what is not there is not spoken of further
        if word in SOME:
            return ONE
        if word in ("the", "that", "this"):
            return f"the captured {noun}" if "captured" in small[back:at] else f"the {noun}"
        if word == "'s":
            return ""  # whose it is was spoken of
        if word in (",", "and", "or", "if", "of", "to"):
            break
    return ""


def _of_the_game(
    words: Sequence[str], at: int, speech: Speech
) -> tuple[str, bool] | None:
    """The attribute of the game that stands at a word; whether it is a thing."""
    for length in range(min(LONGEST, len(words) - at), 0, -1):
        known = speech.phrases.table.get(tuple(words[at : at + length]))
        if known is not None and known[1] in speech.phrases.zones:
            return known[1], True
        if known is not None and known[0] == "ATTR":
            kinds = [s.kind for s in speech.known.attributes.get(known[1], ()) if not s.noun]
            return (known[1], kinds[0] not in KINDS) if kinds else None
    return None


def with_it_said(
    text: str, found: Antecedents, player: str, owned: Collection[str]
) -> str | None:
    """A translation in which `it` is said in full; where no other thing was spoken of, `its` is of
    the `player` who was, if it is something that only players have (`owned`). None where nothing
    can be said of it."""
    if not IT.search(text) or EACH.search(text):
        return text
    text = NONE_THERE.sub(_of_that_one, text)
    if not IT.search(text) or found.bound:
        return text
    if found.asked and found.things:
        return None  # it could be either
    if not found.things and player and not found.asked:
        for name in (one for one in owned if f"its {one}" in text):
            text = re.sub(rf"\bits (?={re.escape(name)}\b)", f"{player}'s ", text)
    if not found.things:
        return None if found.asked and "\n" not in text and BINDS.search(text) is None else text
    one, two = found.things[0], found.things[-1]
    meant = one if one == two else f"{{{one}/{two}}}"

    def said(it: re.Match[str]) -> str:
        if it[1] == "it":
            return meant
        return f"{one}'s" if one == two else f"{{{one}'s/{two}'s}}"

    return IT.sub(said, text)


#: What is not there, or `its …` is so: its who would be there.
NONE_THERE = re.compile(
    r"\b(?P<front>there is no (?P<one>[A-Z][\w-]* (?:on|in) (?!its?\b)"
    r"(?:(?! and | or | its?\b)[^,()\n])+) or )its (?P<name>[\w-]+)(?= is | was )")


def _of_that_one(found: re.Match[str]) -> str:
    return f"{found['front']}the {found['name']} of (the {found['one']})"


EACH = re.compile(r"\b(?:for each|each .* in order)\b")
BINDS = re.compile(r"\b(?:choose|put|move|pick|for each)\b")
