"""Lines about two parties: a player and a place in loops one in the other, or the player who chose
and the one whom he chose, by his name.

Model. In English a player is never `it`: in a loop over players inside a loop over other things,
`it` is what the outer loop is at. Where a line below `choose a player P` speaks of P and of the
player, he is the one to move.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence

from rulewright.interpreter.english.templates import THE_PLAYER
from rulewright.interpreter.syntax.signatures import Signature

#: A loop over things, and one over players in it.
LOOPS = re.compile(r"(?:for )?each (?P<noun>(?!other\b)[\w-]+)(?P<more> [^,\n]*?)?(?P<order> in "
                   r"order)?,\s+for each (?:[\w-]+ ){0,2}?player\b", re.S)
NAME = re.compile(r" (?P<name>[A-Z])\b")
ONE_OF_PLAYERS = re.compile(
    r"^(?:if|when|for) .*\b(?:an?|some|any|another|one) (?:other )?player\b"
    r".*\b(?:that|this) player\b"
    r"|^for (?:each|every|all) [^,]*\b(?:an?|some|any) player [^,]*, (?:he|they|his) ")


#: Both of the one who chose and the one whom he chose; both, if what is said is so of each other.
THE_TWO = re.compile(
    r"\b(?:both (?:of them|players|parties)|the two(?: of them| players)?|they both"
    r"|both(?= (?:become|are|have|get|gain|lose|score|rule|receive|pay|draw)\b))")
NEITHER = re.compile(
    r"\bneither (?:of them |of the two |player )?(?=.*\b(?:the other|each other)\b)")
PLAIN = ("on", "in", "at", "of", "with", "to", "from", "by", "for")
THEY = re.compile(r"\bthey(?= (?:become|(?:[\w-]+ ){1,5}(?:each other|one another))\b)")
#: What two are to each other, as a noun: `a player is a rival of a player P if`.
AS_NOUN_OF = re.compile(
    r"^(an? [\w-]+) is an? (?=(?:[\w-]+ ){1,2}(?:of|to) an? [\w-]+(?: [A-Z])? if )")
#: A choice of one other player.
OF_ONE = re.compile(r"(?:must |may )?(?:if possible )?choose a player (?P<name>[A-Z])\b(?! and )")
NO_BLOCK = re.compile(r"(?:if|when|otherwise|as long as|depending on|only if)\b")
#: What is asked of each player that a line is about.
ASKED_OF_EACH = re.compile(
    r"(?:the [\w ]+ of )?(?:each|every|all|any) (?:\w+ )?players?\b[^,]*,? "
    r"(?:if|when|unless|provided that) (?:he|she|they)\b")
#: What is asked in a loop about some other thing next to `it`, and what `its` owner or number does.
ASKED_IN_LOOP = re.compile(
    r"for (?:each|every) [^,]+, if (?:an?|some|any|another) [^,]* it, its?\b")
OF_EACH = re.compile(r"for (?:each|every) (?P<noun>[\w-]+), .*\b(?:another|other) player\b")


def other_chosen(above: Iterable[str]) -> str:
    """The name of the one other player whom the nearest of the lines around lets choose; none if
    it binds something else."""
    for line in above:
        if found := OF_ONE.match(line):
            return found["name"]
        if not NO_BLOCK.match(line):
            break
    return ""


def with_both_named(text: str, name: str) -> str:
    """A line below the choice of one other player, in which `both`, `they` are he and the one who
    chose."""
    if name:
        for of in (THE_TWO, THEY):
            text = of.sub(f"{name} and the player to move", text)
        text = NEITHER.sub(f"neither {name} nor the player to move ", text)
    return text


def of_the_outer(text: str) -> str:
    """A translation in which `it`, in a loop over players, is said in full where it is what a loop
    around it is at."""
    found = LOOPS.match(text)
    if found is None or found["noun"] == "player":
        return text
    named = NAME.match(found["more"] or "")
    thing = named["name"] if named else f"the {found['noun']}"
    behind = re.sub(r"\bits\b", f"{thing}'s", text[found.end() :])
    return text[: found.end()] + re.sub(r"\bit\b", thing, behind)


def of_the_mover(text: str, name: str) -> str:
    """A translation in which `the player` is the one to move, where it stands beside the other one
    who was chosen above, by his name."""
    if not name or "for each " in text or not re.search(rf"\b{name}\b", text):
        return text
    return THE_PLAYER.sub("the player to move", text)


#: What each other player gives away, and who has it then: not himself.
GIVEN = (
    re.compile(r"(the player's (?P<what>[\w -]+?) goes down by [^\n]+\n\s*)the player's"
               r"(?= (?P=what) goes up by )"),
    re.compile(r"(\bmove [^\n]* in the player's [^\n]* to )the player's(?= )"),
)


def to_the_mover(text: str) -> str:
    """A translation of what every other player may or must give the player: to the one to move."""
    if text.startswith("each other player in order\n"):
        for given in GIVEN:
            text = given.sub(r"\1the player to move's", text)
    return text


def loses_that_player(line: str, said: str) -> bool:
    """Whether `that player`, one of whom the line said something, became the player to move."""
    return ONE_OF_PLAYERS.search(line) is not None and not re.search(
        r"\b(?:each|every) (?:[\w-]+ ){0,2}players?\b|\bits owner\b|\b(?:choose|pick) a", said)


def loses_relation(
    line: str, said: str, declared: Mapping[str, Sequence[Signature]], cells: Sequence[str]
) -> bool:
    """Whether a relation that the text declares became something else: `is stronger than`, where
    it is defined, says nothing of a strength, and `near` is not `next to`. Where it is one to
    players, `beside a wet cell` is not that relation."""
    nouns = "|".join(map(re.escape, cells)) or r"\b\B"
    to_cell = rf"(?! (?:an?|the|some|any|no) (?:[\w-]+ ){{0,2}}(?:{nouns})\b)"

    def stands(name: str, known: Sequence[Signature]) -> bool:
        of_players = all(noun == "player" for s in known for _, noun in s.others)
        return re.search(rf"\b{re.escape(name)}\b{to_cell if of_players else ''}", line) is not None

    return any(name not in PLAIN and "next to" not in name and name not in said
               and stands(name, known) for name, known in declared.items())


def asks_mover(line: str, said: str) -> bool:
    """Whether `he` behind what is said of every player became one who is asked before all."""
    return ASKED_OF_EACH.match(line) is not None and said.startswith(("if $he ", "if not ($he "))


def of_another_loop(line: str, said: str) -> bool:
    """Whether `it` behind what is said to be next to each of a set became the one next to it: it is
    the one that the loop is at."""
    return ASKED_IN_LOOP.match(line) is not None and len(re.findall(r"\beach ", said)) > 1


def other_than_owner(line: str, said: str, owned: Container[str]) -> str:
    """What is said of each of a sort of pieces with `another player`, in both readings: other than
    the one whose piece it is, and than the player to move."""
    found = OF_EACH.match(line)
    if found is None or found["noun"] not in owned or "\n" in said:
        return said
    of_others = "whose owner is not the player"
    return said.replace(of_others, "whose owner is not {its owner/the player}")
