"""Where names stand in declarations: patterns for their heads, and the matcher for them.

A pattern describes a line from its first word on; what it does not describe may follow.

- `word`, `one|other`, `grid_of`   these words (the last one two of them); `$` the end of the line
- `[a|an]`                         one of these words, or nothing
- `article=a|an`                   one of these words, kept under a name (`pair`: an attribute of
                                   several things; `behind`: what follows a verb)
- `#`, `*`                         a number, any one word
- `{noun}`, `{owner}`              a noun that is known; `each NOUN`, `the game` or `the turn`
- `[LETTER]`                       a capital letter, the author's own name for a thing, or nothing
- `<slot>`                         the tokens up to what comes next in the pattern, or all the rest
- `<slot not x y>`                 the same, but the pattern fails if x or y stands before that
- `<slot:1>`                       one token
- `...`                            any tokens up to what comes next, kept nowhere

The names are those of the categories and lists that `declared_names` enters. Of the patterns of a
group the first that fits counts, so forgotten colons and the like have patterns of their own: the
parser reports them, and the names are known all the same. Nothing fails here: what fits no
pattern declares no name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from rulewright.interpreter.syntax.lexer import Token

Tokens = list[Token]
Groups = tuple[tuple[str, ...], ...]

TAIL = "of|from|towards|at|with"
#: What a step is done with stands behind one of these.
HANDED = "from|towards|at|with|to|by|on|for"
#: What names things of the game, and its parts.
NOUNS: Groups = (
    (
        "kind <kind not :> ( <plural> )|:|,|$ <values>",
        "kind <kind not (> : <values>",
        "kind <kind:1> <values>",
        "piece <noun not of by : ,> ( <plural> )|$",
        "piece <noun> (|of|by|:|,|$",
        "walk <noun not ( : ,> of|$",
        "walk <noun> ( <plural> )",
        "board <board> :",
        "board <board:1>",
        f"step <step> a|an|{HANDED}|$",
        "memory <memory> :",
        "memory <memory:1>",
    ),
    (
        "board ... grid_of * <cells:1>",
        "board ... grid_of <cells:1>",
        "board ... table_of * <cells:1>",
        "board ... called <cells:1>",
    ),
)
#: What says something of them.
REST: Groups = (
    (
        "zone <zones not :> of a|an",
        "zone <zones> :",
        "players ... : <seats>",
        "players # to # <seats>",
        "players # <seats>",
        "option|ruling <options> : <domain>",
        "option|ruling <options:1> <domain>",
        "{owner} has [a|an] <attribute not :> "
        "pair=of_each|from_each|towards_each|at_each|with_each ... : <type>",
        "{owner} has [a|an] <attribute> : <type>",
        "{owner} has [a|an] <attribute:1> <type>",
        "{owner} can be <relation not ,> article=a|an <second>",
        "{owner} can be <adjectives> ,|$",
        "with [a|an] <carried not ,> : <carried_type>",
        "ends as <ending> after|on|if|$",
        "the game|turn",
        f"the <attribute not if wins loses has {TAIL.replace('|', ' ')}> is",
        f"the <attribute not is> of a|an <of not is> pair={TAIL} a|an",
        f"the <attribute not is> {TAIL} a|an",
    ),
)
#: Definitions: these declare a name only where the line defines something (see `defines`).
DEFINITIONS: Groups = (
    (
        "a|an {noun} [LETTER] is on a|an",  # the one word of the language that can be defined
        "a|an {noun} [LETTER] is <relation not if> article=a|an <second>",
        "a|an {noun} [LETTER] is <adjective> if|$",
        f"a|an {{noun}} [LETTER] <verb> behind=a|an|{TAIL}|if|$",
    ),
)


def defines(tokens: Tokens) -> bool:
    """Whether a line with an article in front is a definition, or one that has lost its `if`."""
    words = [t.text for t in tokens]
    if "if" in words or words[-2:] == ["by", "table"]:
        return True
    return not {"be", "has", ":", ",", "the"} & set(words[1:])


# ---- the matcher ------------------------------------------------------------------------------


class Element(NamedTuple):
    """One element of a pattern. `kind`: 'words', 'slot', 'noun', 'owner', 'letter', 'number' or
    'any'. A slot without a name keeps nothing."""

    kind: str
    name: str = ""
    phrases: tuple[tuple[str, ...], ...] = ()  # of words; ("$",) is the end of the line
    optional: bool = False
    one: bool = False
    stops: tuple[str, ...] = ()


PART = re.compile(r"<(\w+)(:1)?(?: not ([^>]+))?>|(\S+)")
SPECIAL = {
    "{noun}": Element("noun"), "{owner}": Element("owner"), "[LETTER]": Element("letter"),
    "#": Element("number"), "*": Element("any"), "...": Element("slot"),
}


def _compiled(pattern: str) -> tuple[Element, ...]:
    found = []
    for slot, one, stops, rest in PART.findall(pattern):
        if slot:
            found.append(Element("slot", slot, one=bool(one), stops=tuple(stops.split())))
        elif rest in SPECIAL:
            found.append(SPECIAL[rest])
        else:
            optional = rest.startswith("[")
            name, _, words = rest.strip("[]").rpartition("=")
            phrases = tuple(tuple(phrase.split("_")) for phrase in words.split("|"))
            found.append(Element("words", name, phrases, optional))
    return tuple(found)


#: For a list of tokens, how many at its begin are a known noun; 0 if none are.
NounLength = Callable[[Tokens], int]


def match(pattern: str, tokens: Tokens, noun_length: NounLength) -> dict[str, Tokens] | None:
    """What stands in the slots of a pattern, or None if the line does not begin like it."""
    if not tokens or tokens[0].text not in STARTS[pattern]:
        return None  # as of nearly all patterns of a line
    elements = COMPILED[pattern]
    found: dict[str, Tokens] = {}
    at = 0
    for element, following in zip(elements, (*elements[1:], None), strict=True):
        length = _length(element, following, tokens[at:], noun_length)
        if length is None:
            return None
        if element.name:
            found[element.name] = tokens[at : at + length]
        at += length
    return found


def _length(
    element: Element, following: Element | None, tokens: Tokens, noun_length: NounLength
) -> int | None:
    """How many tokens an element takes, or None if it does not fit."""
    first = tokens[0] if tokens else None
    match element.kind:
        case "words":
            length = _words(element.phrases, tokens)
            return 0 if length is None and element.optional else length
        case "slot":
            return _slot(element, following, tokens)
        case "noun":
            return noun_length(tokens) or None
        case "owner":
            if _words((("the", "game"), ("the", "turn")), tokens):
                return 2
            length = noun_length(tokens[1:]) if first and first.text == "each" else 0
            return length + 1 if length else None
        case "letter":
            return int(first is not None and len(first.text) == 1 and first.text.isupper())
        case "number":
            return 1 if first and first.type == "NUMBER" else None
    return 1 if first and first.type == "WORD" else None


def _slot(element: Element, following: Element | None, tokens: Tokens) -> int | None:
    if element.one:
        return 1 if tokens and tokens[0].type == "WORD" else None
    for at, token in enumerate(tokens):
        if following is not None and _words(following.phrases, tokens[at:]) is not None:
            return at
        if token.text in element.stops:
            return None
    at_end = following is None or _words(following.phrases, []) is not None
    return len(tokens) if at_end else None


def _words(phrases: Sequence[tuple[str, ...]], tokens: Tokens) -> int | None:
    """How many tokens the first of some phrases takes that stands there."""
    for phrase in phrases:
        if phrase == ("$",):
            if not tokens:
                return 0
        elif tuple(t.text for t in tokens[: len(phrase)]) == phrase:
            return len(phrase)
    return None


COMPILED = {
    pattern: _compiled(pattern)
    for groups in (NOUNS, REST, DEFINITIONS) for group in groups for pattern in group
}


def _starts(first: Element) -> frozenset[str]:
    """The words that a line can begin with whose pattern begins with an element."""
    if first.kind == "owner":
        return frozenset({"the", "each"})
    assert first.kind == "words" and not first.optional
    return frozenset(phrase[0] for phrase in first.phrases)


#: The words that a line of each pattern begins with.
STARTS = {pattern: _starts(elements[0]) for pattern, elements in COMPILED.items()}
#: The words that a line begins with that declares anything.
HEADS = frozenset().union(*STARTS.values())
