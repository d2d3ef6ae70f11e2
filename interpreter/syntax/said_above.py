"""What `both` and `it` mean in a line where the lines above speak of two things or of a number.

Model. Below a choice or step of two things, English says `both`, `neither`, `either of them`, `the
other one`; the language has a name for each. Behind a line that changes a number, `it is now 1`,
`it falls to 1` is that number. A line is told with these words said in full, where it speaks of
nothing else that could be meant.
"""

from __future__ import annotations

import re

from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.last_of_all import with_last
from rulewright.interpreter.syntax.lines_above import around, just_above, just_changed
from rulewright.interpreter.syntax.mentions import Speech
from rulewright.interpreter.syntax.place_meant import with_place

#: What binds things for the lines below it.
TWO_THINGS = 2
ACT = re.compile(r"(?:(?:must|may)(?: if possible)? |as long as possible, (?:must|may) )?"
                 r"(?P<act>choose|move) (?P<rest>.+)|step .*?(?P<given> an? .+)")
NO_BLOCK = re.compile(r"(?:if|when|otherwise|as long as|depending on|repeat|only if)\b|at random ")
THING = re.compile(r"\ban? (?P<words>(?:[\w-]+ )*?)(?P<noun>[\w-]+)(?: (?P<name>[A-Z]))?"
                   r"(?= |,|$)")
#: A word for another thing, in front of `both`.
ANOTHER = re.compile(r"\b(?:another|some|any|every|each|all|two|three|no|other|captured|origin) ")


def said_above(source: Source, number: int, text: str, speech: Speech) -> tuple[str, ...]:
    """A line with `both`, `it` and the like said in full, in each reading; as it is, where they are
    not known."""
    readings = _of_two(source, number, text, speech)
    if len(readings) == 1:  # `if they are alike, the second one …`
        readings = _of_two(source, number, readings[0], speech)
    return tuple(with_place(source, number, with_last(
        source, number, _of_changed(source, number, one, speech), speech), speech)
                 for one in readings)


def _of_two(source: Source, number: int, text: str, speech: Speech) -> tuple[str, ...]:
    found = TWO.search(text)
    if found is None:
        return (text,)
    noun = found["noun"] or (found["none"] and speech.plural(found["none"])) or ""
    two = _two_above(source, number, noun, speech)
    front, behind = text[: found.start()], text[found.end() :]
    nouns = {*speech.phrases.pieces, *map(speech.plural, speech.phrases.pieces)}
    if two is None or ANOTHER.search(front) or (found["other"] is None and any(
        word in nouns or word in ("player", "players", "owner", "he") or (
            len(word) == 1 and word.isupper() and word not in two)
        for word in re.findall(r"\w+", front)
    )):
        return (text,)
    one, other = two
    if found["other"]:
        named = [name for name in two if re.search(rf"\b{re.escape(name)}\b", front)]
        rest = (other, one) if not named else (other,) if named == [one] else (one,)
        return tuple(front + name + behind for name in rest) if len(named) <= 1 else (text,)
    if found["either"]:
        if re.search(r"\b(?:its?|th(?:is|at) one|the other)\b", behind):
            return (text,)  # which of them is not said
        so, comma, behind = behind.partition(",")
        return (f"{front}{one}{so} or {other}{so}{comma}{behind}",)
    said = f"{one} and {other}"
    if found["first"]:
        said = one if found["first"] in ("first", "former") else other
    elif found["neither"]:
        said = f"neither {one} nor {other}"
    return (front + said + _of_two_again(behind, two),)


def _of_two_again(behind: str, two: tuple[str, str]) -> str:
    """What follows, where it speaks of both again."""
    return AGAIN.sub(f"{two[0]} and {two[1]}", behind)


AGAIN = re.compile(r"(?<=, )(?:they both|both of them|each of them|both|they|each)(?= )"
                   r"|(?<=, remove )(?:them|both|them both|both of them)(?=$|,)")


TWO = re.compile(
    r"(?<![\w-])(?:"
    r"(?P<neither>neither(?: of (?:them|the two|these)| (?P<none>[a-z][\w-]*|[A-Z][\w-]+))?)"
    r"(?= (?:is|are|has|can|was)\b)"
    r"|(?P<either>(?:either|at least one|one)(?: of (?:them|the two|these))|either)"
    r"(?= (?:is|are|has|was)\b)"
    r"|(?P<other>the other(?: one)?)(?= (?!player|opponent|side|end|of\b)|'s|$|,)"
    r"|the (?P<first>first|second|former|latter)(?: one)?(?= (?:is|becomes|has|loses|gets|gains)\b)"
    r"|(?:both of (?:them|these)|they both|the two of them)"
    r"|(?:both|the two)(?: of (?:the|these))? (?P<noun>(?!are\b|have\b|become\b|lose\b|of\b)"
    r"[A-Za-z][\w-]*s)(?= (?:are|have|become|lose|gain|get|stand|belong)\b|$)"
    r"|both(?= (?:are|have|become|lose|gain|get|go|stand|belong|can)\b|$|,)"
    r"|they(?= (?:(?:are|were) (?:not )?(?:next|adjacent|both|in line|(?:of|on|in) (?:the same"
    r"|different|one)|the same|alike|equal|different)|(?:do not |don't )?(?:have|share|belong to)"
    r" (?:the same|both|a|different|one)|(?:do not |don't )?share)\b)"
    r"|each of (?:them|the two)(?= )"
    r"|them(?=$|,)"
    r")")


def _two_above(source: Source, number: int, noun: str, speech: Speech
               ) -> tuple[str, str] | None:
    """The two things that the nearest line around binds, by which they are spoken of."""
    for line in around(source, number):
        found = ACT.match(line)
        if found is None:
            if NO_BLOCK.match(line) and not re.search(r"\bfor each\b| where \(", line):
                continue
            return None
        text = re.split(r", written ", found["rest"] or found["given"])[0]
        return _named(text, found["act"] or "", noun, speech)
    return None


def _named(text: str, act: str, noun: str, speech: Speech) -> tuple[str, str] | None:
    """The two things of a choice or of a step, as they are called."""
    things = {*speech.phrases.pieces, *speech.phrases.cells, "player"}
    parts = re.split(r" and (?=an? )" if act == "choose" else r" to (?=an? )" if act
                     else r" (?:and|by|to|with|from|at|for|on|of) (?=an? )", text)
    if len(parts) != TWO_THINGS:
        return None
    names, nouns = [], []
    for part in parts:
        found = next((m for m in THING.finditer(part) if m["noun"] in things), None)
        if found is None or found.start() > 1 or not (found["name"] or found["noun"] != "player"):
            return None
        names.append(found["name"] or f"the {found['noun']}")
        nouns.append(found["noun"])
    if act == "move":
        if not noun or noun != speech.plural(nouns[1]):
            return None
        return "the origin", names[1]  # `both cells`, below a move from one to the other
    if names[0] == names[1] or (noun and {noun} != {speech.plural(one) for one in nouns}):
        return None
    return names[0], names[1]


NOW = re.compile(
    r"^(?P<front>(?:if|when|once|unless) )(?:"
    r"(?:it|this|that|they) (?:is|are|was|were) (?:now|then|thereby|afterwards)"
    r" (?P<now>(?:at least |at most |more than |less than |only |exactly )?\d+|none|zero|even|odd)"
    r"|(?:it|this|that|they) (?:is|are) (?P<now2>(?:at least |at most |more than |less than "
    r"|exactly )?\d+|none|zero) (?:now|then|thereby|afterwards)"
    r"|(?:it|they|that|this) (?:falls?|drops?|sinks?|rises?|comes?|goes?|gets?|is down|is up"
    r"|are down|shrinks?|grows?) to (?P<to>\d+|zero|none)"
    r"|(?:it|they|that|this) (?:has|have) (?:now )?(?:become|fallen to|dropped to|risen to"
    r"|reached|come to) (?P<become>\d+|zero|none)"
    r"|(?:it|they|that) reach(?:es)? (?P<reach>\d+|zero)"
    r"|(?:this|that|it) (?:makes|brings|takes|reduces|raises|lowers) (?:it|them) (?:to |down to "
    r"|up to )?(?P<makes>(?:more than |less than |at least )?\d+|zero"
    r"|none)"
    r"|(?:this|that|it) leaves (?:(?:it|him|them) (?:with )?)?(?P<leaves>none|only \d+|zero"
    r"|(?:at least |at most |more than |less than )?\d+)"
    r"|(?:this|that) is (?P<that>(?:at least |at most |more than |less than |only |exactly )?\d+"
    r"|none|zero)"
    r"|(?:it|he|she) has (?:only )?(?P<has>\d+|none) left"
    r"|(?P<left>none|nothing|only \d+) (?:is|are|remains?|is now|are now) left"
    r")(?=,| and | or |$)(?P<rest>.*)")
WORDS = {"none": "0", "nothing": "0", "zero": "0"}


def _of_changed(source: Source, number: int, text: str, speech: Speech) -> str:
    """A line in which `it`, `that` is now so many, behind one that changes a number."""
    found = NOW.match(text)
    if found is None:
        return text
    above = just_changed(source, number, (
        name for name, known in speech.known.attributes.items()
        if any(one.kind == "number" for one in known)))
    if above is None:
        return text
    many = next(found[k] for k in ("now", "now2", "to", "become", "reach", "makes", "leaves",
                                   "left", "that", "has") if found[k])
    many = many.removeprefix("only ").removeprefix("exactly ")
    reached = "at least " if found["reach"] and " up " in just_above(source, number) else ""
    rest, whose = AS_NUMBER.sub(above["what"], found["rest"]), OWNER.fullmatch(above["what"])
    if whose is not None:  # `U's hits`: what is said further of `it` is said of U
        rest = re.sub(r"\bits\b", f"{whose[1]}'s", re.sub(r"\bit\b", whose[1], rest))
    return f"{found['front']}{above['what']} is {reached}{WORDS.get(many, many)}{rest}"


#: `it` of which only a number can be said.
AS_NUMBER = re.compile(
    r"\bit(?= (?:(?:becomes|is set to|drops to|goes back to) \d|goes (?:up|down) ))")
OWNER = re.compile(r"((?:the )?(?!player\b)[\w-]+)'s [\w -]+")
