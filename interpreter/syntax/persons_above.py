"""Whom `he` means in a line where the lines around it speak of a player by name.

Model. A line says `he` or `his` of a player; the language says who it is. Where the lines around
bind no other player, and the line itself speaks of none, he is the player. Below
`for each player P` he is P; below `choose a player P` he may be P or the one who chose. Where `he`
stands beside `the player`, the two are different players: the one that a loop is at, and the
player to move. In a definition about a piece he is its owner.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.lines_above import around
from rulewright.interpreter.syntax.mentions import Speech
from rulewright.interpreter.syntax.words import DECIDER, TO_MOVE

LOOP = re.compile(r"\bfor (?:each|every|all) (?:[a-z][\w-]* ){0,2}?players?\b"
                  r"(?: (?P<name>[A-Z]\w*)\b)?")
IN_ORDER = re.compile(r"(?:each|every) (?:other )?player\b"
                      r"(?: (?:that|whose|with|who) .+)? in order\b")
DECIDES = re.compile(r"(?P<who>.+) decides$")
CHOSEN = re.compile(r"\b(?:choose|pick)s?\b.*?\b(?:an?|another|one) (?:[a-z][\w-]* ){0,2}?player "
                    r"(?P<name>[A-Z]\w*)\b")
HEAD = re.compile(r"(?:an? (?P<about>[\w-]+)(?: [A-Z])? .*\b(?:if|when|unless)\b"
                  r"|the .+? of an? (?P<of>[\w-]+)(?: [A-Z])? is\b)")
PERSON = re.compile(
    r"\b(?P<he>he|she|him|they|them|(?<=\bof )(?:his|hers|theirs)(?= (?:that|which|next|on|in|to|at"
    r"|whose|with)\b|,|$))\b|\b(?P<his>his|hers?|theirs?)\b", re.IGNORECASE)
#: What else in front of `he` could be meant by it.
ANOTHER = re.compile(
    r"\b(?:every|each|either|other|another|any|some|no|which|that|this|all) (?:other )?players?\b"
    r"|\b(?:owners?|opponents?|enemy|rivals?|others|neighbours?|nobody|somebody|someone|anyone"
    r"|anybody|everyone|everybody|whoever|winner|loser|player (?:who|that|whose|with|to))\b")
THE_PLAYER = re.compile(
    r"\bthe player\b(?!'s (?:opponent|next|previous|left|right)| to move| to the| who| that| with"
    r"| whose)")
#: Where `him`, `he` behind `the player` is another one.
OF_ANOTHER = re.compile(r"\bthe player\b.*(?:(?<!no more )(?<!not more )(?<!no less )(?<!not less )"
                        r"\b(?:than|as|like) (?:he|she|him|they|them|his|hers"
                        r"|theirs|his own)\b|\b(?:him|them)\b)")
#: Where `the player` is another one than `he` in front of him.
BESIDE = re.compile(r"\b(?:than|as|like|from|to|with|of) the player\b")
TWO_PERSONS = re.compile(r"\b(?:he|she|they)\b.*\b(?:him|them)\b")  # two players, or more
PLURAL = re.compile(r"\b(?:both|all|every|each|several|two|three|[2-9]|other)\b")
FORMS = {"have": "has", "are": "is", "do": "does", "were": "was"}


class _Above(NamedTuple):
    """Who is spoken of above: as the language says him, perhaps by a name; the one who chose him,
    who may be meant as well; and which seat is, of which a line between speaks."""

    who: str
    named: bool = False
    seat: str = ""
    chooser: str = ""


def persons_said(source: Source, number: int, text: str, speech: Speech) -> tuple[str, ...]:
    """The text of a line with `he` said in full, in each of its readings; none where it is the
    player, or where the line itself says who it is."""
    found = PERSON.search(text)
    if found is None:
        return _to_mover(source, number, text)
    if TWO_PERSONS.search(text):
        return ()
    if (holder := _holder(text, speech)) is not None:
        return holder
    if (either := _either(text, found, speech)) is not None:
        return either
    front = text[: found.start()]
    head = HEAD.match(text)
    if head is not None:
        return _of_a_piece(text, head, speech)
    if (named := _named_player(source, number, front, text)) is not None:
        return (front + _said(text[found.start() :], named),)
    above = _above(source, number, text, speech.phrases.seats)
    if above is None or _speaks_of_another(front, above, speech):
        return ()
    mover = THE_PLAYER.search(text)
    before = mover is not None and mover.start() < found.start()
    if before and not OF_ANOTHER.search(text):
        return ()
    if mover is None and above.who == "the player":
        return ()
    loop = LOOP.search(text)
    start = loop.end() if loop else 0
    behind = text[start:]
    if mover is not None:
        apart = text[:start] + _said(THE_PLAYER.sub(TO_MOVE, behind), above.who)
        if above.who == "the player" and loop is None and not BESIDE.search(behind):
            return (text[:start] + _said(behind, above.who), apart)
        return (apart,)
    other = above.chooser or above.seat
    readings = [above.who, other] if other else [above.who]
    return tuple(text[:start] + _said(behind, who) for who in readings)


ASKED_OF_OTHERS = re.compile(r"\b(?:may|must)\b.*\b(?:pay|give|hand|pass|lend|show|sell|to|with)s? "
                             r"(?=the player\b(?!'s| to move| who| that))")


def _to_mover(source: Source, number: int, text: str) -> tuple[str, ...]:
    """What every other player may pay the player: to the one to move, not to himself."""
    found = ASKED_OF_OTHERS.search(text)
    if found is None or not any("each other player in order" in line for line in (
        text, *around(source, number)
    )):
        return ()
    return (text[: found.end()] + THE_PLAYER.sub(TO_MOVE, text[found.end() :], count=1),)


PLAYER_NAMED = re.compile(r"\bplayer (?P<name>[A-Z])\b")


def _named_player(source: Source, number: int, front: str, text: str) -> str | None:
    """The player with a name of whom a line says more behind it: `if P has no gold, he loses`; in
    `if P is at war with him`, the other one, the player to move."""
    names = {found["name"] for line in around(source, number)
             for found in PLAYER_NAMED.finditer(line)}
    spoken = set(re.findall(r"\b[B-HJ-Z]\b", front))
    one = re.match(r"(?:(?:only )?if |unless )?(?P<name>[B-HJ-Z])(?:'s [\w -]+?)? "
                   r"(?:has|is|was|had|can|gets|loses|becomes|pays|gains|does)\b", front)
    if one is None or spoken != {one["name"]} or one["name"] not in names or (
        ANOTHER.search(front) or THE_PLAYER.search(text) or TWO_PERSONS.search(text)
    ):
        return None
    him = front != text and re.match(r"(?:him|them)\b", text[len(front) :])
    # To whom P does something in the same clause is not P.
    return TO_MOVE if him and not FURTHER_CLAUSE.search(front[one.end("name") :]) else one["name"]


FURTHER_CLAUSE = re.compile(r"[,;]| (?:and|or|but|then) ")


def _speaks_of_another(front: str, above: _Above, speech: Speech) -> bool:
    """Whether something in front of `he` could be meant by it: another player, or things."""
    front = LOOP.sub("", IN_ORDER.sub("", front))
    if ANOTHER.search(front) or PLURAL.search(front):
        return True
    words = set(re.findall(r"\w+", front))
    return not words.isdisjoint(speech.phrases.seats) or any(
        len(word) == 1 and word.isupper() and word not in ("A", "I", above.who) for word in words)


def _said(text: str, who: str) -> str:
    """A text in which `he` is somebody."""
    def full(match: re.Match[str]) -> str:
        small = match[0].lower()
        if match["his"] and small in ("his", "her", "their", "hers", "theirs"):
            return f"{who}'s"
        return who

    return re.sub(rf"({re.escape(who)}) (have|are|do|were)\b",
                  lambda m: f"{m[1]} {FORMS[m[2]]}", PERSON.sub(full, text))


def _above(
    source: Source, number: int, text: str, seats: Collection[str]
) -> _Above | None:
    """The player of whom the line itself, by its loop, or the nearest line around it speaks."""
    seat, outer = "", around(source, number)
    for line in (text, *outer):
        if loop := LOOP.search(line):
            return _Above(loop["name"] or "the player", bool(loop["name"]), seat)
        if IN_ORDER.match(line):
            return _Above("the player", seat=seat)
        if line is text:
            continue
        named = (word for word in re.findall(r"[A-Z][\w-]+", line) if word in seats)
        seat = seat or next(named, "")
        if DECIDES.fullmatch(line):
            return _Above(DECIDER)
        if chosen := CHOSEN.search(line):
            asked = any(IN_ORDER.match(one) or DECIDES.fullmatch(one) for one in outer)
            return _Above(chosen["name"], True, chooser=DECIDER if asked else TO_MOVE)
    return None


def _of_a_piece(text: str, head: re.Match[str], speech: Speech) -> tuple[str, ...]:
    """A definition about a piece that has an owner, and no player: `his` is what the piece has, if
    only such pieces have one; else he is its owner."""
    piece = head["about"] or head["of"]
    front = head[0]
    if piece not in speech.phrases.pieces or not _owned(piece, speech) or (
        re.search(r"\bplayer\b", text) or re.findall(r"\b(?:an?|another) (\w+)", front)[1:]
    ):
        return ()
    behind = text[head.end() :]
    if (first := PERSON.search(behind)) is not None and PLURAL.search(behind[: first.start()]):
        return ()

    def full(match: re.Match[str]) -> str:
        if match["he"]:
            rest = re.match(r" (?:is|was|are|were) (?:not )?([\w-]+)", behind[match.end() :])
            return "it" if rest and speech.fits(rest[1], piece) else "its owner"
        named = _attribute_at(behind[match.end() :].lstrip(), speech)
        return "its" if piece in named else "its owner's"

    return (head[0] + PERSON.sub(full, behind),)


def _owned(piece: str, speech: Speech) -> bool:
    """Whether the pieces of a noun are of players, as far as the text declares them."""
    heads = (" ".join(token.text for token in head) for head in speech.phrases.heads)
    said = [head for head in heads if re.match(rf"piece\b.*\b{re.escape(piece)}\b", head)]
    return any(s.noun == piece for s in speech.known.attributes.get("owner", ())) and (
        not said or any(" of " in head for head in said))


def _attribute_at(text: str, speech: Speech) -> set[str]:
    """What has the attribute that a text begins with."""
    for name in sorted(speech.known.attributes, key=len, reverse=True):
        if re.match(rf"{re.escape(name)}\b", text):
            return {s.noun for s in speech.known.attributes[name]}
    return set()


#: `he` who begins a further clause, and one to whom another does something.
FURTHER = re.compile(r"(?:,|\b(?:and|but|then|while)) $")
COMPARED = re.compile(r"\b(?:than|as|is|are|be|becomes?|not|to be) $")
NOBODY = re.compile(r" (?:is|was|becomes) (?:none|nobody|no one)\b")
CLOSE = 6  # characters between two players that are spoken of together
JOINED = re.compile(r"(?:,| and| or| nor)(?: and| or)? $")


def _either(text: str, found: re.Match[str], speech: Speech) -> tuple[str, ...] | None:
    """A line that speaks of two certain players in front of `he`: it is either of them; behind what
    the second one does (`… and Blue gives him 1 coin`) he is the first. None where it is another
    case, or he is the one with whom it began."""
    small = found[0].lower()
    if found["he"] is None or small in ("they", "them") or PERSON.search(text, found.end()) or (
        THAT_ONE.search(text)
    ):
        return None
    front = text[: found.start()]
    kept = "|".join(map(re.escape, sorted(
        (name for name, known in speech.known.attributes.items()
         if any(not s.noun and s.kind == "player" for s in known)), key=len, reverse=True)))
    seats = "|".join(map(re.escape, speech.phrases.seats))
    certain = re.compile(
        rf"\b(?:{seats}|the player(?! to move| who| that| with| whose)(?!'s (?:opponent|next|prev))"
        rf"{'|the (?:' + kept + ')' if kept else ''})\b")
    spoken = [one for one in certain.finditer(front)
              if not COMPARED.search(front[: one.start()]) and not NOBODY.match(front[one.end() :])]
    names = [*dict.fromkeys(one[0] for one in spoken)]
    if len(names) != BOTH or ANOTHER.search(front):
        return None
    last = spoken[-1]
    if small == "him":
        within = re.search(r"[,;]| (?:and|but|then) ", front[last.end() :])
        if within:
            return None
        return (front + names[names[0] == last[0]] + text[found.end() :],)
    second = next(one for one in spoken if one[0] == names[1])
    if spoken[0].end() >= second.start() - CLOSE and JOINED.search(front[: second.start()]):
        return None
    if not FURTHER.search(front):
        return None
    return tuple(front + name + text[found.end() :] for name in names)


BOTH = 2
THAT_ONE = re.compile(r"\b(?:his|her|their|that player|this player)\b")
HOLDER = re.compile(
    r"(?P<front>(?:only )?if )(?P<who>(?:its|the [\w-]+'s|the) (?P<name>[\w -]+?)"
    r"(?: of (?:it|the [\w-]+))?) is "
    r"(?P<is>another player|some other player|a different player|not the player)"
    r"(?P<rest>(?:,| and ).*)")


def _holder(text: str, speech: Speech) -> tuple[str, ...] | None:
    """What is said of the one who holds something, behind that he is another player."""
    found = HOLDER.fullmatch(text)
    if found is None or not PERSON.search(found["rest"]) or ANOTHER.search(found["rest"]):
        return None
    kinds = {s.kind for s in speech.known.attributes.get(found["name"], ())}
    if kinds != {"player"} and found["name"] != "owner":
        return None
    other = found["is"] != "not the player"
    told = f"{found['front']}{found['who']} is {'some other player' if other else found['is']}"
    one = other or THE_PLAYER.search(found["rest"])
    readings = (found["who"],) if one else (found["who"], "the player")
    return tuple(told + _said(found["rest"], who) for who in readings)
