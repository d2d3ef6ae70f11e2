"""Whose a piece is that a translation puts: one that has an owner is put with him, or not told.

Model. `put a Warrior on b2` does not say whose it is where Warriors have owners. Who is asked puts
his own; in a loop over players each puts his own. In the set-up, and for each of other things, it
could be anybody's: nothing is told. Nor is anybody asked in the set-up where the line says of no
one that he does something.

Whoever puts a piece of which players have some in a zone means one of those, or a new one from the
box: both are told.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from rulewright.interpreter.syntax.words import DECIDER

PUT = re.compile(r"\bput an? (?:[\w-]+ )*?(?P<noun>[\w-]+)(?= on\b)")
PUT_OF_MOVER = re.compile(r"\bput an? [^,\n]*? of the player on\b")
ASKS = re.compile(r"\b(?:must|may) [^,\n]*$")
ASKED = re.compile(r"(?:^|, | )(?:must|may) ")
DECIDES = re.compile(r"\bdecides\b")
EACH_PLAYER = re.compile(r"\bfor each (?:[\w-]+ )*?player (?P<name>\$?[A-Z])\b")
IN_ORDER = re.compile(r"\beach (?:[\w-]+ )*?players? in order\b")
LOOP = re.compile(r"\b(?:for each|each \w+ in order)\b")
SET_UP = re.compile(r"setup$")
#: What moves without a choice, where those that it can be may differ.
ANY_OF_SET = re.compile(r"(?:^|, | )move \(any ")
#: What is put, of a piece of the player, in a choice.
OF_HIS = re.compile(
    r"\b(?P<ask>must|may|must if possible) put (?P<what>an? (?:[\w-]+ )*?(?P<noun>[\w-]+))"
    r" of the player on\b")
#: Words of a line in which somebody does something.
SOMEBODY = re.compile(
    r"\b(?:must|may|can|choos\w+|picks?|each|every|all|players?|decides?|has to|everyone|he|his)\b")


def with_owner(said: str, line: str, head: str, owned: Collection[str]) -> str | None:
    """What became of a line below a `head`, with the owners of what it puts; none where they could
    be anybody, or where it asks nobody knows whom."""
    if SET_UP.match(head) and not SOMEBODY.search(line) and (
        ASKED.search(said) or PUT_OF_MOVER.search(said)
    ):
        return None
    if ANY_OF_SET.search(said) and not SET_UP.match(head):
        return None
    made, at = "", 0
    for found in PUT.finditer(said):
        if found["noun"] in owned:
            whose = _whose(said[: found.start()], head)
            if whose is None:
                return None
            made, at = f"{made}{said[at : found.end()]} of {whose}", found.end()
    return made + said[at:]


def _whose(front: str, head: str) -> str | None:
    """Whose a piece is of which it is not said, behind what stands in front of it."""
    if DECIDES.search(front):
        return DECIDER
    if (named := EACH_PLAYER.search(front)) is not None:
        return named["name"]
    if IN_ORDER.search(front) or ASKS.search(front):
        return "the player"
    if SET_UP.match(head) or LOOP.search(front) or LOOP.match(head):
        return None
    return "the player"


def from_stores(said: str, line: str, stored: Mapping[str, str]) -> str:
    """What became of a line, in both readings where a piece can be one that the player has in a
    zone; `stored`: the zones of such pieces."""

    def both(found: re.Match[str]) -> str:
        zone = stored.get(found["noun"])
        if zone is None:
            return found[0]
        moved = f"move {found['what']} in the player's {zone} to"
        return f"{found['ask']} {{put {found['what']} of the player on/{moved}}}"

    return said if re.search(r"\bnew\b|[{}]", line + said) else OF_HIS.sub(both, said)


def from_where(said: str, sources: Mapping[str, Sequence[str]]) -> str:
    """What became of a line, with the place from which a piece goes to somebody's zone, where none
    is said: without it, it could be one that another player has. `sources`: for each piece, the
    zones of the game in which it lies."""

    def placed(found: re.Match[str]) -> str:
        zones = [zone for zone in sources.get(found["noun"], ()) if found["to"] != f"the {zone}"]
        if not 0 < len(zones) <= 2:
            return found[0]
        ways = [f"in the {zone}" for zone in zones]
        place = ways[0] if len(ways) == 1 else f"{{{'/'.join(ways)}}}"
        return f"{found['front']} {place}{found['end']} to {found['to']}"

    return said if "{" in said else UNPLACED.sub(placed, said)


#: A piece of which it is not said where it is, that goes to a zone.
UNPLACED = re.compile(
    r"(?P<front>\bmove \(?(?:an?|any) (?:[\w-]+ )*?(?P<noun>[A-Z][\w-]*))(?P<end>\)?) to "
    r"(?P<to>the [A-Z][\w-]*|(?:the player|[A-Z]\w*)'s [A-Z][\w-]*)(?=$|\n|,|\})")
