"""A definition about two things in whose condition English speaks of both, or of the other.

`a Card matches a Card if their suits are the same`: in the language the second one has a name,
`a Card matches a Card D if its suit is D's suit`. Of a player and a thing `they` may be he alone.
"""

from __future__ import annotations

import re

from rulewright.interpreter.syntax.verbs import base_of, forms
from rulewright.interpreter.syntax.words import singular

DEFINITION = re.compile(
    r"(?P<front>an? (?P<noun>[\w-]+) (?!D\b)[^,]+? an? (?P<two>[\w-]+))(?P<name> [B-HJ-Z])? if"
    r" (?P<part>.+)")
#: Of which side the second is, or that it is another, and what is so of it then.
WHOSE = (
    (re.compile(r"(?P<a> an?) (?:enemy|opposing|rival|hostile|foreign) (?P<noun>[\w-]+)"
                r"(?P<name> [B-HJ-Z])?$"), "D's owner is not its owner"),
    (re.compile(r"(?P<a> an?) (?P<noun>[\w-]+)(?P<name> [B-HJ-Z])? (?:of|belonging to)"
                r" (?:(?:the|an|its) opponent|its owner's opponent|an enemy|another player"
                r"|the other player|a different player|an opposing player|some other player)$"),
     "D's owner is not its owner"),
    (re.compile(r"(?P<a> an?) (?:friendly|own|allied) (?P<noun>[\w-]+)(?P<name> [B-HJ-Z])?$"),
     "D's owner is its owner"),
    (re.compile(r"(?P<a> an?) (?P<noun>[\w-]+)(?P<name> [B-HJ-Z])? (?:of|belonging to) (?:its owner"
                r"|the same (?:player|owner|side)|its (?:own )?(?:side|player))$"),
     "D's owner is its owner"),
    (re.compile(r"(?P<a> an?)other (?P<noun>[\w-]+)(?P<name> [B-HJ-Z])? (?:of|belonging to)"
                r" (?:its owner|the same (?:player|owner|side)|its (?:own )?(?:side|player))$"),
     "D is not it and D's owner is its owner"),
    (re.compile(r"(?P<a> an?)(?:other| different|ny other) (?P<noun>[\w-]+)(?P<name> [B-HJ-Z])?$"),
     "D is not it"),
)
HEAD = re.compile(r"(?P<head>an? (?P<one>[\w-]+) .+?) if (?P<part>.+)")
#: A definition that begins with two things; words by which the one is joined to the other.
PAIR = re.compile(
    r"(?:any |every |each )?(?:two|2|a pair of) (?:different |distinct |other )?(?P<nouns>[\w-]+)"
    r" (?:(?:are|is) (?P<be>[^,]+?)|(?P<verb>(?!who\b|that\b|which\b|of\b)[^,]+?))"
    r"(?: (?:each other|one another))? (?:if|when) (?P<part>.+)")
JOINED = frozenset("with to of from at for against by towards".split())
TO = frozenset("next close adjacent opposed similar equal related joined linked connected".split())
MEETING = frozenset("match touch meet border equal join face oppose adjoin neighbour fit".split())
TWO = 2  # `it` twice: the second is the other thing
ITS = re.compile(r"\bits?\b")
BOTH = re.compile(r"\b(?:they|them|their|both|the two)\b"
                  r"|^(?:neither|either|one) \w+ .*\bthe other$|^neither is\b")
CLAUSE, ENDS = r"(?:^|(?<= and )|(?<= or ))", r"(?=$|,| and | or )"  # around what is said
SAME = r"(?:the same|equal|alike|identical)"
OTHER = r"(?:different|not the same|not equal|unequal|unlike)"
#: What is said of both, and how it is said of `it` and `D`.
SAID = (
    (re.compile(r"\btheir (\w+?)s (?:are (?!equal|alike|identical|"
                r"different|the|not|un)|differ by )((?:exactly |just |at least |at most )?\w+)"
                r"(?: apart)?(?=$| and | or |,)"), r"it and D are \2 \1s apart"),
    (re.compile(rf"\b(?:their|both their) ([\w ]+?) (?:are|is) {SAME}(?=$| and | or |,)"),
     r"it and D have the same \1"),
    (re.compile(rf"\b(?:their|both their) ([\w ]+?) (?:are|is) {OTHER}(?=$| and | or |,)"),
     r"it and D have different \1"),
    (re.compile(r"\btheir ([\w ]+?) (?:match|agree)(?=$| and | or |,)"),
     r"it and D have the same \1"),
    (re.compile(r"\btheir ([\w ]+?) differ(?=$| and | or |,)"), r"it and D have different \1"),
    (re.compile(rf"{CLAUSE}(?:its|his|the first one's) ([\w ]+?) (?:is|are) "
                rf"(more|greater|higher|larger|less|lower|smaller|fewer){ENDS}"),
     r"its \1 is \2 than D's"),
    (re.compile(rf"{CLAUSE}(?:its|his) ([\w ]+?) (?:is|are) (?:just |exactly )?"
                rf"(?:the same|equal|as (?:high|large|great)){ENDS}"),
     r"its \1 is the same as D's"),
    (re.compile(rf"{CLAUSE}(?:it|he|the first one) has (?:an? )?"
                rf"(more|greater|higher|larger|less|lower|smaller|fewer) ([\w ]+?){ENDS}"),
     r"its \2 is \1 than D's"),
    (re.compile(r"(?:^|(?<= and )|(?<= but ))it is (\w+er)(?=$| and )"), r"it is \1 than D"),
    (re.compile(r"^(it|the first one|the first) ((?:[\w-]+ ){1,5})it(?=$| and )"), r"it \2D"),
    (re.compile(r"^it (?=(?:is|lies) in line with its )"), r"D "),
    (re.compile(r"\b(?:both of them|the two of them|both|they|the two)"
                r"(?= (?:are|have|show|belong|stand|lie|share|bear)\b)"), "it and D"),
    (re.compile(r"(?:^|(?<= and ))(?:both of them|the two of them|both|they|the two)"
                r"(?= (?:[\w-]+ ){1,4}(?:each other|one another|the same)\b)"), "it and D"),
    (re.compile(r"^(it and [B-HJ-Z] (?:are|stand|lie|sit) [^,]+?,? (?:and|but) )"
                r"(?=(?:exactly |just |at least |at most |more than )?\w+ \w+ apart\b"
                r"|(?:in|on|of) (?:the same|different)\b"
                r"|(?:not )?(?:next to|adjacent to) each other)"),
     r"\1it and D are "),
    (re.compile(r"^(it and [B-HJ-Z] (?:are|have|share|show|stand|lie|sit) [^,]+? and )"
                r"(?=(?:are|have|share|show|stand|lie|belong)\b)"), r"\1it and D "),
    (re.compile(r"(?:^|(?<= and ))neither(?: of them| of the two)? (?=[\w-]+ it$)"),
     "neither it nor D "),
    (re.compile(r"(?:^|(?<= and ))neither(?: of them| of the two)?"
                r" ((?:[\w-]+ ){1,4})(?:the other|each other)(?=$| and | or )"),
     r"neither it nor D \1each other"),
    (re.compile(r"(?:^|(?<= and ))neither(?: of them| of the two)? "
                r"(?=(?:is|has|can|stands|lies)\b)"),
     "neither it nor D "),
    (re.compile(r"\btheir (\w+?)s (?=are .*\beach other\b)"), r"its \1 and D's \1 "),
    (re.compile(r"(?:^|(?<= and ))(?:either|one)(?: of them| of the two)?"
                r" ((?:[\w-]+ ){1,4})the other(?=$| and | or )"), r"either it or D \1each other"),
    (re.compile(r"\bbetween (?:them|the two|both|the two of them)\b"), "between it and D"),
    (re.compile(r"\bthe (?:other one|second one|other NOUN|second NOUN|latter|(?:other|second)"
                r"(?='s| (?:is|has|was|does|can|and|or)\b|$))\b"), "D"),
    (re.compile(r"\bthe (?:first one|first NOUN|former)\b"), "it"),
)


def of_a_pair(text: str) -> str:
    """A definition of two things as one of the one and the other: `two players trade if …` is `a
    player trades with another player if …`."""
    found = PAIR.fullmatch(text)
    if found is None:
        return text
    one, words = singular(found["nouns"]), (found["be"] or found["verb"]).split()
    if not found["be"]:
        if words[0] != "can":
            words[0] = forms(words[0])[1]
        words += ["with"] * (words[-1] not in JOINED and base_of(words[-1]) not in MEETING)
        said = " ".join(words)
    elif words[-1] in JOINED:
        said = f"is {' '.join(words)}"
    elif len(words) == 1 and singular(words[0]) != words[0]:
        said = f"is {singular(words[0])} of"
    else:
        said = f"is {' '.join(words)} {'to' if words[-1] in TO else 'with'}"
    return f"a {one} {said} another {one} if {found['part']}"


def two_alike(text: str) -> tuple[str, str] | None:
    """The head of such a definition with a name for the second one, and its condition; None if it
    speaks of no such two."""
    text, whose = _whose(text)
    found = _of_two(text)
    if found is None:
        return None
    name, part = (found["name"] or " D").strip(), found["part"]
    for pattern, said in SAID:
        part = re.sub(pattern.pattern.replace("NOUN", re.escape(found["noun"])),
                      re.sub(r"\bD\b", name, said), part)
    if found["noun"] == "player" and part.startswith("he ") and not re.search(
        rf"\b{name}\b", part
    ):
        part = re.sub(r"\bhim\b", name, part)  # he is the first of them
    part = re.sub(r"\bit's\b", "its", part)
    if whose and (found["name"] or part != found["part"] or len(ITS.findall(part)) < TWO):
        part = re.sub(r"\bD\b", name, whose) + f" and {part}"
    return None if part == found["part"] else (f"{found['front']} {name} if", part)


def _whose(text: str) -> tuple[str, str]:
    """A definition whose second thing is said without its side, and what that says of it."""
    found = HEAD.fullmatch(text)
    if found is None:
        return text, ""
    for pattern, said in WHOSE:
        side = pattern.search(found["head"])
        if side is not None:
            named = side["name"] or ""
            return (f"{found['head'][: side.start()]}{' a'} {side['noun']}{named} if"
                    f" {found['part']}", said)
    return text, ""


def speaks_of_both(text: str) -> bool:
    """Whether the condition of a definition about two things speaks of both of them."""
    found = _of_two(text)
    return found is not None and BOTH.search(found["part"]) is not None


def _of_two(text: str) -> re.Match[str] | None:
    found = DEFINITION.fullmatch(text)
    if found is None:
        return None
    one, two = found["noun"], found["two"]
    return None if one != two and "player" in (one, two) else found
