"""What a correction of a line must not lose: that something is denied or excepted, whose it is, the
declared words and the numbers.

The functions compare a line with what a correction makes of it, by their words alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from rulewright.interpreter.syntax.mentions import stem
from rulewright.interpreter.syntax.words import KEYWORDS, digits, singular

WORD = re.compile(r"[^\W\d_][\w-]*|\d+")
DENYING = re.compile(
    r"(?<!: )\b(?:not|no|none|nobody|nothing|never|neither|nor|without|cannot|unless)\b|n['’]t\b",
    re.IGNORECASE)
#: Words that say whose something is, and how the language says it.
WHOSE = re.compile(r"\b(?:his|her|their|my|your)\b", re.IGNORECASE)
SEVERAL_PLAYERS = re.compile(
    r"\b(?:every|some|no|any|all|another|one|other) (?:other )?player|(?<!each )\bplayers\b"
    r"|\b(?:every|any|some|no) ?(?:one|body)\b", re.IGNORECASE)
EACH_PLAYER = re.compile(r"\b(?:for each|each) (?:other )?player\b(?!')")
OWNERS = re.compile(r"\b(?:its|player|owner|in order)\b|'s\b")
#: Who decides is not named where a line asks: it is the player.
DECIDING = re.compile(r"\bthe player (?:then )?(?:must|may|(?:move|put|choose|remove)s?)\b")
ASKED = re.compile(r"\b(?:must|may)\b")
PLAYERS = r"\bplayers?\b"
HE_OR_HIS = r"\b(?:he|she|him|his|her|himself|herself)\b"
THAT_PLAYER = re.compile(r"\b(?:that|this) player\b", re.IGNORECASE)
ANY_PLAYER = re.compile(r"\b(?:some|any|another|other|one|every|a) player\b", re.IGNORECASE)
THAN_ANY = re.compile(r"\bthan (?:\w+ )*?any\b", re.IGNORECASE)
SOME_OF = re.compile(r"\bsome\b|\bthat every other player\b", re.IGNORECASE)
EXCEPTING = re.compile(
    r"\b(?:all|every|each|any|no|everyone|everybody|nobody|no one)(?: [\w-]+)*? (?:but|except)\b")
EXCEPTED = re.compile(r"\b(?:not|other|exactly|except|but)\b")
CONTRACTED = re.compile(r"\b(?:can|won)['’]t\b", re.IGNORECASE)
#: Heads whose words are a name, and words that a head has beside it.
TITLED = re.compile(r"(?:game|step) ")
UNTITLED = re.compile(r"[^\w\s'’-]")
NAMING = ("a", "an", "from", "towards", "at", "with", "to", "by", "on", "for", "number")
#: `he` behind another player, and `that Stone` behind one that is only said to be there: they are
#: neither the player nor what the lines around are about, as the plain line has it.
SPOKEN_OF_SOME = re.compile(
    r"(?<!than )(?<!as )\b(?:another|some other|an other) player(?:'s)?\b.*\b(?:he|him|his)\b"
    r"|^(?:if|when|whenever|unless|once) [^,]*?\b(?:an?|another|some|any|one) (?:[\w-]+ ){0,2}?"
    r"(?P<noun>(?!player\b)[\w-]+)\b.*\b(?:that|this) (?:(?P=noun)|one)\b")
#: One thing of which something is said as of several; a bare player behind the last comma.
NO_LANGUAGE = re.compile(
    r"\b(?:an?|every|some|each) [\w-]+(?: (?:of|on|in) (?:the \w+|[A-Z]\w*))? are\b(?! allied)"
    r"|, the player$|\bnot \((?:(?:the|an?) )?[\w-]+\)"
    r"|\b(?:column|row|seat) (?:becomes|goes) ")
TWO = 2  # players, each of whom is the other's opponent
DENIED = re.compile(
    r"\b(?:not|no|none|0|most|least|less|empty|otherwise|turn ends|drawn)\b"
    r"|\bup to\b|\bin the box\b|\bseen by nobody\b|n['’]t\b|!", re.IGNORECASE)


#: The place that was left, and how that may be said.
PLACE_LEFT = re.compile(
    r"\b(?:he|she|it|they|the player|the [A-Z][\w-]*|[A-Z]) (?:has |had |have |just )*"
    r"(?:left|leaves|leave|came from|comes from|started from)(?= |,|$)")
PLACE_BEFORE = re.compile(r"\b(?:origin|beforehand|was|left|leaves|came|before)\b")

#: What is so of others as well, and not of them.
OF_OTHERS_TOO = re.compile(
    r"\b(?:every|each|all|any) (?:the )?(?:player|one)s? (?:who|that|whose)\b[^,]*"
    r"\b(?:also|as well|likewise|too(?! \w+ (?:to|for)\b))(?= )")
NO_OTHERS = re.compile(r"^(?!.*(?:\bother\b|\bnot the player\b|\bis not \$?[A-Z]\b))", re.S)


def turned(before: str, after: str) -> bool:
    """Whether a line that denies, or makes an exception, has become one that does not."""
    if EXCEPTING.search(before) and not EXCEPTED.search(after):
        return True
    if CONTRACTED.search(before) and not CONTRACTED.search(after) and "cannot" in after:
        return False
    return bool(DENYING.search(before)) and not DENIED.search(after)


def lost(
    before: str, after: str, seats: Sequence[str], kept: Sequence[str] = ()
) -> bool:
    """Whether a line has lost what it must keep; `seats` are the players that have names, `kept`
    what one of them is called in the text: `the dealer`."""
    if turned(before, after) or lost_owner(before, after) or _of_a_kept(before, after, kept):
        return True
    if NO_LANGUAGE.search(after) and not NO_LANGUAGE.search(before):
        return True
    if SPOKEN_OF_SOME.search(before) and not SPOKEN_OF_SOME.search(after) and (
        "for each" not in after
    ):
        return True
    if _stayed(before, after) or (OF_OTHERS_TOO.search(before) and NO_OTHERS.search(after)):
        return True
    if len(seats) > TWO and "opponent" in after and "opponent" not in before:
        return True  # nobody has one opponent
    if THAT_PLAYER.search(before) and ANY_PLAYER.search(before) and (
        after.count("the player") > before.count("the player")
    ):
        return True
    if THAN_ANY.search(before) and not THAN_ANY.search(after) and SOME_OF.search(after) and (
        not SOME_OF.search(before)
    ):
        return True  # more than any is more than each of them
    named = WHOSE.search(before) and any(
        re.search(rf"\b{re.escape(seat)}\b", before) for seat in seats)
    return bool(named) and after.count("the player") > before.count("the player")


def lost_in_step(
    before: str, after: str, seats: Sequence[str], kept: Sequence[str] = ()
) -> bool:
    """The same of a line that changes further: `his` may still stand in it."""
    if len(WHOSE.findall(after)) >= len(WHOSE.findall(before)):
        return turned(before, after) or _of_a_kept(before, after, kept)
    return lost(before, after, seats, kept)


def _of_a_kept(before: str, after: str, kept: Sequence[str]) -> bool:
    """Whether he who was spoken of as `the dealer`, or as somebody's owner, became the player."""
    spoken_of = [rf"\bthe {re.escape(name)}" for name in kept] + [r"(?:'s|\bits) owner"]
    return after.count("the player") > before.count("the player") and any(
        re.search(rf"{who}\b(?:(?!{PLAYERS}).)*{HE_OR_HIS}", before) for who in spoken_of)


def renames(before: str, after: str) -> bool:
    """Whether a title or the name of a step has become another one."""
    if TITLED.match(after) is None:
        return False
    words = UNTITLED.sub("", before).split()
    return any(word not in words for word in UNTITLED.sub("", after).split()[1:] if (
        word not in NAMING))


def lost_owner(before: str, after: str) -> bool:
    """Whether whose a thing is was said, and is not any more."""
    gone = len(WHOSE.findall(before)) - len(WHOSE.findall(after))
    if gone <= 0:
        return False
    if SEVERAL_PLAYERS.search(before) and not EACH_PLAYER.search(after) and (
        after.count("the player") > before.count("the player")
    ):
        return True  # of each of several players, not of the one whose turn it is
    decides = len(DECIDING.findall(before)) if ASKED.search(after) else 0
    return len(OWNERS.findall(after)) < len(OWNERS.findall(before)) - decides + gone


def drops(before: str, after: str, own: Set[str]) -> bool:
    """Whether a line has lost a number, a letter that names a thing, or one of a text's `own`
    words, in whatever form; the words of the language itself may go."""
    kept = {_root(word) for word in WORD.findall(after)}

    def tells(word: str) -> bool:
        number = digits(word).isdigit() and digits(word) not in ("0", "1")
        letter = len(word) == 1 and word.isupper() and word not in ("A", "I")
        return number or letter or (word.lower() in own and word.lower() not in KEYWORDS)

    return any(tells(word) and _root(word) not in kept for word in WORD.findall(before))


#: Words that say how much against something else; that clauses go together; who gets or loses.
COMPARING = re.compile(
    r"\b(?:at least|at most|no (?:more|less|fewer) than|not (?:more|less) than|more|less|fewer)\b")
COMPARED = re.compile(r"\b(?:at least|at most|more than|less than|greatest|least)\b")
JOINING = re.compile(r"\b(?:and|or)\b")
GETTING = re.compile(
    r"\bplayers?(?: \w+)? (?:gets?|receives?|gains?|earns?|loses?|pays?|takes?)\b", re.IGNORECASE)
HOW_MUCH = re.compile(
    r"\d|\b(?:an?|one|two|three|four|five|six|as|half|all|for each|the)\b(?! player)")
CHANGED = re.compile(r"(?P<what>.+?) goes (?:up|down) by\b")
OF_A_PLAYER = re.compile(r"\bplayers?\b|\bits\b|\b[A-Z]'s\b")


#: A clause that compares something with itself; one that says of `it` that it is something of it;
#: what something has of itself (`the row of the field's row`).
CLAUSE = (r"(?:^|[(,] ?|\b(?:if|and|or|not|where|when|always|afterwards|as long as) )")
SAID_OF = r"\)? (?:is|are|was|were)(?: not)?(?: more than| less than| at least| at most)? \(?"
ENDED = r"(?=$|[),\n]| (?:and|or|otherwise)\b)"
OF_ITSELF = re.compile(
    rf"{CLAUSE}(?P<what>(?!(?:an?|some|every|any|no|each) )[A-Za-z][\w' -]*?)"
    rf"{SAID_OF}(?P=what)\)?{ENDED}"
    rf"|{CLAUSE}its [\w -]+?{SAID_OF}it{ENDED}|{CLAUSE}it{SAID_OF}its [\w -]+\)?{ENDED}"
    r"|\bthe (?P<had>\w+) of (?:(?:the|its|an?|some) )?[\w-]+'s (?P=had)\b")


#: Words of a deed that say how much at most or at least, and that deny something of all.
BOUNDING = re.compile(r"\b(?:at (?:least|most)|(?:no|not) (?:more|less|fewer) than|up to)\b")
NOT_ALL = re.compile(r"\b(?:not|never|cannot)(?: \w+)? (?:all|every|each|both)\b|n't \w+ all\b")
STILL_NOT_ALL = re.compile(r"\bnot\b.*\b(?:all|every|each)\b|\bsome\b.*\bnot\b")

#: A condition that is said of each of several.
OF_ALL = re.compile(r"(?:all|each|every)\b")
STILL_OF_ALL = re.compile(r"\b(?:all|each|every|no|not|number|total|least|greatest)\b")


def says_nothing(text: str) -> bool:
    """Whether a clause of a line compares something with itself (`its ware is not its ware`), or
    names something twice (`the row of the field's row`), or is no sentence of the language."""
    return OF_ITSELF.search(text) is not None or NO_LANGUAGE.search(text) is not None


#: What a line says, and what its form must have or not have then (`\A`: its first line): that a
#: number falls; that it is less than 0; that two things are both not so; on which side of a player;
#: what costs so many, which is not cheaper by so many; what changes places, which is not chosen
#: alone; so many side by side, which are no mere number; what is so of none of several, which is
#: not said by what is not so of some; a definition, which does not begin with how many players.
KEPT_SO = (
    (re.compile(r"\b(?:loses?|pays?|spends?|falls?|drops?)\b"),
     re.compile(r"^(?!.* goes up )", re.S)),
    (re.compile(r"^minus\b"), re.compile(r"^0 minus\b")),
    (re.compile(r"\bneither\b"), re.compile(r"\b(?:not|no)\b.*\b(?:not|no)\b|\bneither\b", re.S)),
    (re.compile(r"\bto (?:the|his|her|its|their) (?:left|right)\b"),
     re.compile(r"\b(?:next|previous|left|right|towards)\b")),
    (re.compile(r"\bcosts?\b(?!.*\b(?:less|fewer|cheaper)\b)"),
     re.compile(r"\A(?!.*\b(?:price|costs?)\b.* goes down by)")),
    (re.compile(r"^(?:must |may )?(?:exchange|swap|switch)s? "), re.compile("exchange")),
    (re.compile(r"\d [\w' -]*\bin (?:a|one|the same|an unbroken|a straight) (?:line|row|column)\b"),
     re.compile(r"\A.*a line of")),
    (re.compile(r"\b(?:not|never|neither|nor|without)\b.*\b(?:any|anyone|anybody)\b"),
     re.compile(r"\A(?!.*\bsome\b)")),
    (re.compile(r" (?:if|when|whenever|unless) "), re.compile(r"\A(?!players )")),
)
#: A condition that says the same of two things.
SAID_AGAIN = re.compile(r"\bis (?:not )?([\w-]+)\b.*\b(?:and|or)\b.*\bis (?:not )?\1$")


def said_less(section: str, before: str, after: str) -> bool:
    """Whether a form that a line resembles says less than it does, or something else: a condition
    without its comparison or without one of its clauses, or one that denies more; that another
    number changes than one of the player who gets or loses."""
    if NOT_ALL.search(before) and not STILL_NOT_ALL.search(after):
        return True
    if _numbers_changed(before, after) or _stayed(before, after):
        return True
    if any(said.search(before) and not kept.search(after) for said, kept in KEPT_SO):
        return True
    if section == "conditions":
        again = SAID_AGAIN.search(after)
        if again is not None and len(re.findall(rf"\b{again[1]}\b", before)) < TWO:
            return True
        if OF_ALL.match(before) and not STILL_OF_ALL.search(after):
            return True
        return (bool(COMPARING.search(before)) and not COMPARED.search(after)) or (
            bool(JOINING.search(before)) and not JOINING.search(after)) or (
            len(DENYING.findall(after)) > len(DENYING.findall(before)))
    changed = CHANGED.match(after)
    if section == "effects" and BOUNDING.search(before) and not BOUNDING.search(after):
        return True
    if section != "effects" or changed is None or not GETTING.search(before):
        return False
    return not OF_A_PLAYER.search(changed["what"]) or not HOW_MUCH.search(before)


def _stayed(before: str, after: str) -> bool:
    """Whether a place that was left became the place where one is now."""
    return PLACE_LEFT.search(before) is not None and PLACE_BEFORE.search(after) is None


def _numbers_changed(before: str, after: str) -> bool:
    """Whether two numbers of a line have changed places, or how many there are was taken for how
    much each has."""
    told, says = _numbers(before), _numbers(after)
    if len(told) > 1 and len(set(told)) > 1 and sorted(told) == sorted(says) and told != says:
        return True
    return len(told) == 1 and HOW_MANY_TWICE.search(after) is not None


HOW_MANY_TWICE = re.compile(r"\bexactly (\d+) .*\bwhose .* is \1\b")


def _numbers(text: str) -> list[str]:
    return [number for number in map(digits, WORD.findall(text)) if number.isdigit()]


def _root(word: str) -> str:
    """What the forms of a word have in common: `cells`, `cell`."""
    return re.sub(r"(.)\1$", r"\1", stem(singular(digits(word).lower())))
