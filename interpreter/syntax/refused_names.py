"""Names that a text may not declare, because a reader would take them for more than a name.

What stands in the head of a declaration is a name, whatever words it has. Each function looks at
the words of one head and answers with the problem, or with nothing; that a name is known already is
seen where it is entered (see `declared_names`).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from itertools import pairwise, takewhile

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.syntax.lexer import Token
from rulewright.interpreter.syntax.listed_names import ARTICLES, items, reads_on, until_modifier
from rulewright.interpreter.syntax.quantified_names import COUNTING
from rulewright.interpreter.syntax.words import NUMBERS, with_article

STARTING = ("starting", "beginning")
#: What is said of a value, and how the language says it.
MODIFIERS = {
    ("initially",): "at first", ("originally",): "at first", ("at", "start"): "at first",
    ("at", "first"): "at first", ("normally",): "normally", ("usually",): "normally",
    ("by", "default"): "normally", ("default",): "normally", ("typically",): "normally",
    ("ordinarily",): "normally",
}
#: What begins a modifier, which stands behind a comma, and how that is said if not so.
BEHIND_A_COMMA: dict[tuple[str, ...], str] = {
    ("seen", "only"): "", ("seen", "by"): "", ("this", "turn"): "",
    ("hidden", "from"): "seen only by that player", ("secret", "from"): "seen only by that player",
    ("visible", "only"): "seen only by that player", ("known", "only"): "seen only by that player",
}
CONDITIONAL = ("when", "while", "if", "unless", "whenever", "because")
SECRET = ("secret", "hidden", "private", "concealed", "unseen")
RELATIVE = ("which", "who", "whom", "whose")
WHOSE = ("his", "her", "their")
JOINING = ("and", "or")
EITHER = ("either", "neither", "both")
#: Words behind which stands of whom or of what something is so.
OF = ("of", "by", "with", "from", "for", "to", "at", "against", "towards")
ENDING_IN_OF = ("of", "by", "with", "from")
#: What a relation ends with, in front of the thing that it is to.
BEFORE_THINGS = frozenset(
    "with to of from by on in at for near beside behind against above below under over".split())


def as_a_whole(name: Sequence[Token], what: str, hint: str) -> Diagnostic:
    """The problem with words of a head that would all be one name: what they would be."""
    span = name[0].span.to(name[-1].span)
    said = " ".join(t.text for t in name)
    return Diagnostic("reserved-word", f"`{said}` would be {what}", span, hint)


def joined_at(words: Sequence[str], joining: Sequence[str] = JOINING) -> int:
    """The place of a word that joins two names, or 0."""
    return next((at for at in range(1, len(words) - 1) if words[at] in joining), 0)


def several_as_one(name: Sequence[Token]) -> Diagnostic | None:
    """`has a start town and a finish town` names one attribute, of which a reader sees two."""
    words = [t.text for t in name]
    apart = next((i for i, (word, behind) in enumerate(pairwise(words))
                  if word == "and" and behind in ARTICLES), 0)
    if apart:
        hint = (f"declare `{' '.join(words[:apart])}` and `{' '.join(words[apart + 2 :])}` in "
                "lines of their own")
    elif len(words) > 1 and words[0] in NUMBERS[2:]:
        hint = "declare each in a line of its own, or one for each thing of a kind"
    elif (apart := joined_at(words, ("and",))) and not _has_article(name[0]):
        hint = (f"declare `{' '.join(words[:apart])}` and `{' '.join(words[apart + 1 :])}` in "
                "lines of their own")
    else:
        return None
    return as_a_whole(name, "the name of one attribute", hint)


def _has_article(first: Token) -> bool:
    """Whether an article stands in front of a name."""
    before = first.span.source.line(first.span.line)[: first.span.column - 1].split()
    return bool(before) and before[-1] in ARTICLES


def pieces_as_one(head: str, name: Sequence[Token]) -> Diagnostic | None:
    """`piece Lamp and Wick: 2`, `piece Lamp or Wick`, `zone Hand and Shelf: Cards` name one noun
    or zone, of which a reader sees two."""
    words = [t.text for t in name]
    at = joined_at(words)
    if not at:
        return None
    first, second = " ".join(words[:at]), " ".join(words[at + 1 :])
    return as_a_whole(
        name, f"the name of one {head}",
        f"write `{first}, {second}`" if head == "zone" else
        f"write a line for each: `piece {first} …`, and in the next line `piece {second} …`")


def option_as_value(
    name: Sequence[Token], options: Container[tuple[str, ...]]
) -> Diagnostic | None:
    """`the option size is 4`: a new value, of which a reader thinks as of the option."""
    words = tuple(t.text for t in name)
    if words[:1] not in (("option",), ("ruling",)) or words[1:] not in options:
        return None
    option = " ".join(words[1:])
    return Diagnostic("reserved-word", f"`{' '.join(words)}` would be the name of another value "
                      f"than the option `{option}`", name[0].span.to(name[-1].span),
                      f"a variant chooses its value by `set {option} to …`; what it can be is "
                      f"declared by `option {option}: …, normally …`")


def modified_value(name: Sequence[Token], option: bool = False) -> Diagnostic | None:
    """`initially none`, `by default yes`: no new word, but which value it is at first. Of the name
    of an `option`, one without these words."""
    words = tuple(t.text for t in name)
    for modifier, said in MODIFIERS.items():
        length = len(modifier)
        front, back = words[:length] == modifier, words[-length:] == modifier
        value = " ".join(words[length:] if front else words[:-length])
        if value and (front or back) and option:
            start = "start " * (said == "at first")
            return Diagnostic(
                "reserved-word", f"`{' '.join(modifier)}` cannot stand in the name of an option: "
                "it says which value something has at first",
                name[0].span.to(name[-1].span), f"write `{start}{value}`")
        if value and (front or back):
            return Diagnostic("type", f"`{' '.join(words)}` would be read as a new word here",
                              name[0].span.to(name[-1].span), f"write `{said} {value}`")
    return None


def secrecy_as_value(kind: list[Token]) -> Diagnostic | None:
    """`a card, secret`, `0 to 9, private`: no new word, but who sees it."""
    if len(kind) <= len("a suit,".split()):
        return None
    *front, comma, last = kind
    if last.text not in SECRET or comma.type != "COMMA" or not (
        front[0].text in ARTICLES or front[0].type == "NUMBER"
    ) or any(t.text == "or" for t in front):
        return None
    return Diagnostic(
        "type", f"`{last.text}` would be read as a new word here: behind the colon stand the "
        "values that there can be", last.span, "write `seen only by that player` of what a player "
        "has, `seen by nobody` of what nobody sees")


def phrase_as_value(
    line: Sequence[Token], name: Sequence[Token], kind: list[Token],
    noun_of: Callable[[Sequence[Token]], str],
) -> Diagnostic | None:
    """A type with a phrase in it that reads like a value that is worked out: as a new word it would
    mean nothing of what it says. `noun_of` is the noun that some tokens begin with, or nothing."""
    phrase = next((item for item in items(until_modifier(kind)) if reads_on(item) or (
        item[0].text in COUNTING and noun_of(item[1:]))), None)
    if phrase is None or not name or modified_value(phrase) is not None:
        return None
    words = [t.text for t in phrase]
    span = phrase[0].span.to(phrase[-1].span)
    at = next(i for i, t in enumerate(line) if t.text == "has")
    owner = " ".join(t.text for t in line[1:at])
    whole = f"the {name[0].span.to(name[-1].span).text}"
    if line[0].text == "each":
        whole += f" of {with_article(owner)}"
    hint = f"if it is worked out, write `{whole} is …`; a new word has no `{words[0]}`"
    counting = words[0] in (*COUNTING, *WHOSE)
    noun = next(filter(None, (noun_of(phrase[at:]) for at in range(1, len(phrase)))), "") if (
        counting) else ""
    case = next((word for word in ("if", "for") if word in words[1:]), None)
    if case:
        first = " ".join(words[: words.index(case)])
        hint = (f"if it is worked out, write `kind …: {first}, …` and `{whole} is` with a case "
                f"on each line below; if it is so at first, `{first} or …, at first ({first} "
                "if … otherwise …)`")
    elif words[0] == "hidden" and "player" in words + owner.split():
        hint = "write `seen only by that player`"
    elif words[0] in STARTING and words[1:2] == ["with"] and words[2:]:
        hint = f"write `at first {' '.join(words[2:])}`"
    elif words[-1] in ("once", "each", "apiece", "twice"):
        hint = ("how many have each of the values is no part of a declaration: a line of its own "
                "says what is always so, `always there is no …`, and `setup` gives them out, one "
                "after the other, as in `at random pick a … that nobody has`")
    elif words[0] in ("not", "never", "except"):
        hint = "what it may not be is kept out by the lines that set it, or by `always …`"
    elif noun:
        hint = f"write `{with_article(noun)}`, perhaps `or none`, if it is one of them"
    elif not reads_on(phrase[:1]):
        hint = f"if it is worked out, write `{whole} is …`; a new word is shorter"
    return Diagnostic(
        "type", f"`{span.text}` would be read as a new word here: behind the colon stand the "
        "values that there can be", span, hint)


def modified_attribute(name: Sequence[Token], kind: Sequence[Token]) -> Diagnostic | None:
    """`has a bid seen only by that player: 0 to 9`: as a part of the name it would hide nothing."""
    words = tuple(t.text for t in name)
    at = next((i for i in range(1, len(words)) if words[i : i + 2] in BEHIND_A_COMMA), None)
    if at is None:
        return None
    modifier = BEHIND_A_COMMA[words[at : at + 2]] or name[at].span.to(name[-1].span).text
    whole, front = name[0].span.to(name[-1].span).text, " ".join(words[:at]).rstrip(" ,")
    span = name[0].span.to((kind or name)[-1].span)
    values = f": {kind[0].span.to(kind[-1].span).text}" if kind else ""
    return Diagnostic("reserved-word", f"`{whole}` would be the name as a whole", span,
                      f"write `{front}{values}, {modifier}`")


def secret_attribute(
    line: Sequence[Token], name: Sequence[Token], kind: Sequence[Token]
) -> Diagnostic | None:
    """`each player has a secret number: 1 to 9`: as a part of the name, the word hides nothing.
    And `has a card which only he may look at: …`, `has a bid that nobody sees: …`."""
    words = [t.text for t in name]
    if not name or not kind or any(t.text == "seen" for t in line):
        return None
    named, values = name[0].span.to(name[-1].span), kind[0].span.to(kind[-1].span)
    at = next((i for i, word in enumerate(words) if i and word in RELATIVE), 0)
    if at:
        return Diagnostic(
            "reserved-word", f"`{named.text}` would be the name as a whole", named,
            f"behind the name stands `:` and what it can be, and behind that what more is said: "
            f"`{' '.join(words[:at])}: {values.text}, …`, as in `…, seen only by that player`")
    owner = [t.text for t in line[1:2]]
    if len(words) < 2 or words[0] not in SECRET or owner != ["player"]:
        return None
    return Diagnostic(
        "reserved-word", f"`{named.text}` would be a name that hides nothing: all see what it is",
        named.to(values), f"write `{named.text}: {values.text}, seen only by that player` if it "
        f"is hidden, `{' '.join(words[1:])}: {values.text}` if all see it")


def value_in_quality(name: Sequence[Token], values: Sequence[str]) -> Diagnostic | None:
    """`can be friends with Ben`: the name of a quality that says it of one of some values."""
    words = [t.text for t in name]
    value = next((one for one in values if len(words) > 1 and words[-len(one.split()) :] == (
        one.split())), None)
    if value is None:
        return None
    front = " ".join(words[: -len(value.split())])
    return Diagnostic(
        "reserved-word", f"`{' '.join(words)}` would be the name of a quality, which says nothing "
        f"of {value}", name[-len(value.split())].span.to(name[-1].span),
        f"write `a player`: of whom it is so, `… becomes {front} {value}` says")


def modified_quality(name: Sequence[Token]) -> Diagnostic | None:
    """`can be usually rare`, `can be rich when it rains`: how often, or when, it is so is no part
    of a name."""
    words = tuple(t.text for t in name)
    at = next((i for i, word in enumerate(words) if i and (
        word in CONDITIONAL or words[i : i + 3] == ("as", "long", "as"))), 0)
    if at:
        front = " ".join(words[:at])
        return as_a_whole(
            name, "the name of a quality as a whole",
            "what is so whenever something else is, is defined: "
            f"`a … is {front} if …`; a quality that is there with an option only is declared by "
            f"`when …, each … can be {front}`")
    for modifier in MODIFIERS:
        length = len(modifier)
        leads, ends = words[:length] == modifier, words[-length:] == modifier
        rest = " ".join(words[length:] if leads else words[:-length])
        if rest and (leads or ends):
            return as_a_whole(
                name, "the name of a quality as a whole",
                f"write `{rest}, at first yes` if it is so at "
                f"first, `{rest}` if not")
    return None


def negated_quality(name: Sequence[Token]) -> Diagnostic | None:
    """`can be not ready`: nobody could tell the name from what is not so."""
    if len(name) < 2 or name[0].text != "not":
        return None
    said = " ".join(t.text for t in name[1:])
    return Diagnostic(
        "reserved-word", f"`not {said}` would be the name of what is so",
        name[0].span.to(name[-1].span),
        f"write `can be {said}`, which is said back by `is not {said}`; at first nothing is so "
        "unless the line goes on `, at first yes`")


def quality_of_things(
    name: Sequence[Token], noun_of: Callable[[Sequence[Token]], str]
) -> Diagnostic | None:
    """`can be afraid of fields`, `blocked for the player`, `owned by`: the name of a quality that
    says it of nothing, where a reader thinks of what the word is about. `noun_of` is the noun, for
    one or several, that some tokens begin with, or nothing."""
    words = [t.text for t in name]
    at = next((i for i, word in enumerate(words) if i > 0 and word in OF), None)
    if at is None:
        return None
    front, behind = " ".join(words[: at + 1]), name[at + 1 :]
    if not behind and words[at] not in ENDING_IN_OF:
        return None
    named = behind[1:] if behind and words[at + 1] == "the" else behind
    noun = noun_of(named) if named else ""
    if behind and (not noun or (named is behind and " ".join(words[at + 1 :]) == noun)):
        return None
    return as_a_whole(
        name, "the name of a quality as a whole",
        f"write `{front} {with_article(noun or 'player')}`: of which it is so, the lines that set "
        "it say, as often as you like")


def one_of_two(name: Sequence[Token], listed: Sequence[Token]) -> Diagnostic | None:
    """`can be either raised or lowered`: as qualities, both could be so."""
    if len(name) < 2 or name[0].text not in EITHER:
        return None
    rest = " ".join(t.text for t in listed[1:] if t.type != "COMMA")
    return Diagnostic(
        "reserved-word", f"`{' '.join(t.text for t in name)}` would be the name of one quality",
        name[0].span.to(listed[-1].span),
        f"what is one or the other is an attribute: `has a … : {rest}`")


def relations_as_one(
    name: Sequence[Token], article: Token, second: Sequence[Token]
) -> Diagnostic | None:
    """`can be at war or at peace with a player` names one relation, of which a reader sees two.
    (Of a defined one, as `a cell is above or below a cell C if …`, its condition says what it is.)
    """
    if not name or not name[0].span.before.endswith("can be "):
        return None
    words = [t.text for t in name]
    at = joined_at(words)
    if not at:
        return None
    noun = f"{article.text} {second[0].text}" if second else article.text
    first, last = words[:at], words[at + 1 :]
    of = last[-1:] if last[-1] in BEFORE_THINGS and first[-1] not in BEFORE_THINGS else []
    alone = f", or only `… {' '.join(first)}` if that is said of no other one" if of else ""
    return as_a_whole(
        name, "the name of one relation",
        f"write a line for each: `… {' '.join([*first, *of])} {noun}`{alone}, and "
        f"`… {' '.join(last)} {noun}`")


def refused_preposition(
    name: Sequence[Token], article: Token, second: Sequence[Token]
) -> Diagnostic:
    """A preposition that would begin with a word of the language and an article."""
    word = name[0].text
    said = " ".join(t.text for t in (*name, *takewhile(lambda t: t.text != "if", second)))
    return Diagnostic(
        "reserved-word", f"`{word}` is a word of the language, and no name can begin with "
        f"`{word} {article.text}`", name[0].span.to(article.span),
        f"say it in one word, or leave out the `{article.text}`: `{said}`")


def refused_verb(word: Token) -> Diagnostic:
    """A verb that would begin like a sentence that says what happens."""
    return Diagnostic(
        "reserved-word", f"`{word.text}` says what happens, in a sentence of the language; no "
        "definition can begin with it", word.span, "choose another verb")


def second_without_name(words: Sequence[Token], noun: Sequence[Token]) -> Diagnostic:
    """A second thing of a definition that is spoken of, `the other NOUN`, where it gets a name."""
    span = words[0].span.to(words[-1].span)
    one = " ".join(t.text for t in noun)
    return Diagnostic("syntax", f"`{span.text}` stands where the second {one} gets a name", span,
                      f"write `a {one} X`, and below speak of it as `X`")
