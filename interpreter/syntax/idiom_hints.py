"""Plain English that the language says in another way, and how it says it.

Each function looks at the place where the parser stopped, and answers if it knows what was meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise, takewhile

from rulewright.interpreter.diagnostics import Diagnostic, nearest
from rulewright.interpreter.syntax.lexer import Token
from rulewright.interpreter.syntax.mentions import HE
from rulewright.interpreter.syntax.parse_failure import ParseFailure, shown, wants_article
from rulewright.interpreter.syntax.words import WITHIN, digits, plural, with_article

#: Built-in attributes of players: other players.
OF_PLAYERS = ("opponent", "next player", "previous player")
BEFORE_A_PHRASE = (
    "IF", "AND", "OR", "AND_ALSO", "OR_ALSO", "NOT", "WHERE", "COMMA", "LPAR", "LONG")


def _group(failure: ParseFailure) -> Diagnostic | None:
    """`if any of`, where `any of` and `all of` stand on a line of their own in definitions."""
    line = [t.type for t in failure.line]
    at = next((i for i, word in enumerate(line[:-1])
               if word in ("ANY", "ALL") and line[i + 1] == "OF"), None)
    if at is None or not at <= len(failure.left) <= at + 2:
        return None
    group = failure.line[at].span.to(failure.line[at + 1].span)
    hint = f"put `{group.text}` on a line of its own, what it joins below it"
    noun = next((t for t in failure.line[at + 2 : at + 5] if t.type in ("NOUN", "NOUNS")), None)
    if noun is not None and noun.type == "NOUNS":
        hint = f"write `{'some' if line[at] == 'ANY' else 'every'} {noun.text}`"
    elif failure.tokens[0].type not in ("A", "WHEN", "REPLACE"):
        hint = "join conditions by `or` and `and`; `any of` and `all of` stand in definitions"
    return Diagnostic("syntax", f"`{group.text}` does not fit here", group, hint)


def _possessive_of_attribute(failure: ParseFailure) -> Diagnostic | None:
    """`the spot's seeds`, where the spot is an attribute."""
    if failure.token.type != "POSS" or [t.type for t in failure.left[-2:]] != ["THE", "ATTR"]:
        return None
    of = failure.left[-1].text
    behind = failure.right[1] if len(failure.right) > 1 else failure.token
    what = "…" if behind is failure.token else behind.span.text
    span = failure.left[-2].span.to(behind.span)
    if of in OF_PLAYERS:
        return Diagnostic("syntax", f"it is not said whose `{of}` is meant", span,
                          f"write `the player's {of}'s {what}`")
    return Diagnostic("syntax", f"`'s` does not fit behind the attribute `{of}`", span,
                      f"write `the {what} of the {of}`")


def _there_are(failure: ParseFailure) -> Diagnostic | None:
    """`there are tiles`, `there are 3 tiles`, `there are seeds`."""
    if [t.type for t in failure.left[-2:]] not in (["THERE", "IS"], ["THERE", "ARE"]):
        return None
    if failure.token.type == "ATTR":
        return Diagnostic("syntax", f"{shown(failure.token)} is a value, not a thing",
                          failure.token.span, f"compare it: `the {failure.token.text} of … is …`")
    like = list(takewhile(lambda t: t.type not in ("NOUN", "NOUNS"), failure.right))
    noun = next(iter(failure.right[len(like) :]), None)
    if noun is None or any(t.type == "WORD" for t in like if not _is_number(t)):
        return None
    many = noun.span.text if noun.type == "NOUNS" else plural(noun.text)
    adjectives = [t.text for t in like if t.type in ("ADJ", "VAL")]
    if failure.token.type == "SOME" and noun.type == "NOUN":
        one = with_article(" ".join([*adjectives, noun.text]))
        return Diagnostic("syntax", "`some` does not fit here", failure.token.span.to(noun.span),
                          f"write `{one}`")
    if len(adjectives) < len(like):
        if not all(_is_number(t) for t in like if t.type not in ("ADJ", "VAL")):
            return None
        return _exactly(failure, noun, " ".join([*adjectives, many]))
    one = " ".join([*adjectives, noun.text])
    return Diagnostic("article", f"`a` is missing before {shown(failure.token)}",
                      failure.token.span, f"write `there is {with_article(one)}`")


def _is_number(token: Token) -> bool:
    """A number in digits, or as a word."""
    return token.type == "NUMBER" or digits(token.text) != token.text


def _exactly(failure: ParseFailure, noun: Token, many: str) -> Diagnostic | None:
    """`there are 3 tiles`, `the player has 3 Tokens`: or more? Not `3 Tokens in a row`."""
    behind = [t.text for t in failure.right]
    if "in" in behind and {"row", "line"} & {*behind[behind.index("in"):][:4]}:
        return None
    start = len(failure.left)
    while start > 0 and failure.left[start - 1].type not in BEFORE_A_PHRASE:
        start -= 1
    said = failure.left[start].span.to(failure.left[-1].span).text
    number = digits(failure.token.span.text)
    if noun.text in ("player", "players") and failure.left[0].type == "WHEN":
        return Diagnostic("syntax", "how many play is a number", failure.left[0].span.to(noun.span),
                          f"write `when the number of players is {number}`")
    together = ""
    if start > 0 and failure.left[start - 1].type == "AND":
        together = f"; if all have {number} together, add up what each has"
    return Diagnostic(
        "syntax", f"`{number}` can mean exactly so many, or so many at least",
        failure.left[start].span.to(noun.span),
        f"write `{said} exactly {number} {many}` or `{said} at least {number} {many}`{together}",
    )


def _has_number(failure: ParseFailure) -> Diagnostic | None:
    """`the player has 3 Tokens`, `the player has more Tokens than Gold`."""
    if not failure.left or (failure.first.type in ("EACH", "THE") and len(failure.left) < 3):
        return None
    words = [t.type for t in failure.left]
    noun = next((t for t in failure.right if t.type in ("NOUN", "NOUNS")), None)
    if noun is None or "HAS" not in words[-2:]:
        return None
    many = noun.span.text if noun.type == "NOUNS" else plural(noun.text)
    if _is_number(failure.token) and words[-1] == "HAS":
        like = [*takewhile(lambda t: t is not noun, failure.right[1:])]
        if any(t.type not in ("ADJ", "VAL") for t in like):
            return None
        words_behind = {t.text for t in failure.right}
        bounded = "or" in words_behind and words_behind & {"more", "fewer", "less"}
        if bounded or words_behind & {"same", "alike"}:
            return None  # what they share is the matter; or it is said
        return _exactly(failure, noun, " ".join([*(t.text for t in like), many]))
    if words[-1] not in ("MORE", "LESS") or words[-2] != "HAS":
        return None
    start = len(words) - 2
    while start > 0 and words[start - 1] not in BEFORE_A_PHRASE:
        start -= 1
    who = failure.left[start].span.to(failure.left[-3].span).text
    rest = list(takewhile(lambda t: t.type not in BEFORE_A_PHRASE, failure.right))
    than = next((i for i, t in enumerate(rest) if t.type == "THAN"), None)
    other = rest[than + 1].span.to(rest[-1].span).text if than and rest[than + 1 :] else "…"
    after = next((i for i, t in enumerate(rest) if t is noun), 0)
    behind = rest[after + 1 : than] if than else []
    tail = f" {behind[0].span.to(behind[-1].span).text}" if behind else ""
    who = "the player" if who in HE else who
    other = re.sub(r"^(?:any|all|each) other", "every other", other)
    other = re.sub(r"^(?:his|her) ", "the player's ", other)
    return Diagnostic(
        "syntax", "`has` does not compare",
        failure.left[start].span.to((rest or [failure.token])[-1].span),
        f"write `the number of {many} of {who}{tail} is {failure.left[-1].text} than the number of "
        f"{many} of {other}{tail}`",
    )


def _the_value(failure: ParseFailure) -> Diagnostic | None:
    """`the goal`, where the goal is an option or another value."""
    if [t.type for t in failure.left[-2:]] != ["THE", "VAL"] or "NOUNS" not in failure.expected:
        return None
    if failure.token.type == "NOUN":
        return None  # it is a thing that is so
    value = failure.left[-1]
    return Diagnostic("syntax", "an option or another value is written without `the`",
                      failure.left[-2].span.to(value.span), f"write `{value.text}`")


def _the_other(failure: ParseFailure) -> Diagnostic | None:
    """`the other tile`, `the empty tile`: one thing is spoken of without adjectives."""
    plural_only = "NOUNS" in failure.expected and "NOUN" not in failure.expected
    if failure.token.type != "NOUN" or not plural_only:
        return None
    noun = failure.token.text
    at = len(failure.left)
    while at > 0 and failure.left[at - 1].type in ("ADJ", "VAL"):
        at -= 1
    if at == len(failure.left) or at == 0 or failure.left[at - 1].type != "THE":
        return None
    span = failure.left[at - 1].span.to(failure.token.span)
    like = " ".join(t.text for t in failure.left[at:])
    hint = f"write `every {like} {noun}` or `the {noun}` (each of them, or one that is spoken of)"
    if ASKING & {t.type for t in failure.line[:2]}:
        hint = (f"write `some {like} {noun}`, `every {like} {noun}` or `the {noun}` (one of them, "
                "each, or one that is spoken of)")
    if " ".join(token.text for token in failure.right[1:3]).startswith(("with the", "who has")):
        hint = (f"the {noun} that has the most among some is `the {noun} with the greatest … among "
                f"{like} {plural(noun)}`")
    if failure.line[0].type == "THE" and any(t.type == "IS" for t in failure.left):
        hint = (f"in a definition the one of which it is so is `(the only {like} {noun})`, none "
                "where there are none or several")
    if failure.left[at].text == "other":
        hint = f"name the second {noun} where it comes up, as in `a {noun} X`, and write `X`"
    return Diagnostic("syntax", f"`{span.text}` names no single thing", span, hint)


def _named_thing(failure: ParseFailure) -> Diagnostic | None:
    """`the card A`, where A is a card's own name."""
    if failure.token.type == "WORD":
        name, head = failure.token, failure.left
    elif failure.token.type == "NOUN" and [t.type for t in failure.right[1:2]] == ["WORD"]:
        name, head = failure.right[1], [*failure.left, failure.token]
    else:
        return None
    if not head or head[-1].type != "NOUN" or wants_article(failure):
        return None
    start = head[-2] if head[-2:-1] and head[-2].type == "THE" else head[-1]
    if not any(one.type in ("NOUN", "NOUNS") and two.text == name.text and two is not name
               for one, two in pairwise(failure.tokens)):
        if head[-2:-1] and head[-2].text == "another":
            return Diagnostic("unknown-word", "I do not know the word `another`", head[-2].span,
                              "write `an other`")
        noun, letter = head[-1].text, len(name.text) == 1 and name.text.isupper()
        return Diagnostic("unknown-word", f"no {noun} is called `{name.text}` here", name.span,
                          f"name it where it comes up: `a {noun} {name.text}`") if letter else None
    return Diagnostic("syntax", "what has a name of its own is spoken of by it alone",
                      start.span.to(name.span), f"write `{name.text}`")


def _before(failure: ParseFailure) -> Diagnostic | None:
    """`a Stone was captured`, `the Stone could reach it`, `that was wet`, `beforehand it is …`."""
    token, said = failure.token, failure.token.text
    if said == "captured" and [t.text for t in failure.left[-1:]] in (["was"], ["is"]):
        at = next((i for i, t in reversed([*enumerate(failure.left)]) if t.type == "NOUN"), 0)
        article = failure.left[at - 1]
        if at > 0 and article.type in ("A", "THE"):
            return Diagnostic("syntax", f"{shown(token)} does not fit here",
                              article.span.to(token.span),
                              f"write `the captured {failure.left[at].text} is not none`")
        hint = None
    elif said in ("could", "had") and token.type == "WORD":
        hint = "what was so before an act stands in brackets, as in `(the … can … beforehand)`"
    elif said in ("before", "beforehand") and failure.left:
        hint = "put brackets around what was so before, as in `(the … is … beforehand)`"
    elif said in ("was", "were") and [t.text for t in failure.left[-1:]] == ["that"]:
        hint = "behind `that` stands what is so now; ask what was so in a condition, with `if`"
    else:
        return None
    return Diagnostic("syntax", f"{shown(token)} does not fit here", token.span, hint)


COMPARED = frozenset("""more less than most fewer higher lower greater larger bigger smaller highest
    lowest greatest largest biggest smallest fewest better worse enough""".split())
ASKING = frozenset("IF ONLY END ALWAYS OTHERWISE".split())
NO_THING = ("both", "he", "she", "they", "nobody", "everybody", "everyone")


def _has(failure: ParseFailure) -> Diagnostic | None:
    """`the player has a stock`, `it has 3 seeds`, `the player has no Token`."""
    line = [*failure.left, *failure.right]
    at = next((i for i in range(len(failure.left), 0, -1)
               if i < len(line) and line[i].type == "HAS"), None)
    if at is None or any(t.type in BEFORE_A_PHRASE for t in line[at : len(failure.left)]):
        return None
    left = line[:at]
    start = len(left)
    while start > 0 and left[start - 1].type not in BEFORE_A_PHRASE:
        start -= 1
    if start in (0, len(left)):
        return None
    who = left[start].span.to(left[-1].span).text
    said = list(takewhile(lambda t: t.type not in BEFORE_A_PHRASE, line[at + 1 :]))
    if any(t.text in ("as", "twice", "half", "double") or t.type in ("NOUN", "NOUNS")
           for t in said):
        return None  # it is compared with what another has, or it has things
    who = who.removeprefix("as ")
    compared = any(t.text in COMPARED for t in said)
    did = bool(said) and said[0].type == "WORD" and not _is_number(said[0])
    if who in NO_THING or compared or did:
        return None  # `has run out`, `both have`: what somebody did, or it is not said who
    none = any(t.type == "NO" for t in said[:1])
    name = next((t.text for t in said if t.type == "ATTR"), None) or _meant(said, failure)
    if name is None and failure.token.type == "WORD" and failure.token in said:
        return None  # it is told that nobody declared the word
    if name is None:
        return None
    much = "0" if none else "at least " + next((t.text for t in said if t.type == "NUMBER"), "1")
    whose = "its" if who == "it" else f"{who}'s"
    hint = f"compare what it has: `{whose} {name} is {much}`"
    if left[-1].type == "THAT":
        hint = f"write `whose {name} is {much}`"
    elif left[-1].type == "ATTR":
        hint = f"compare what it has: `the {name} of {who} is {much}`"
    return Diagnostic("syntax", "`has` asks for pieces only", line[at].span, hint)


def _meant(said: list[Token], failure: ParseFailure) -> str | None:
    """The attribute that the first unknown word is nearly the name of."""
    word = next((t.text for t in said if t.type == "WORD"), "")
    return nearest(word, [name for name, kind in failure.known.items() if kind == "ATTR"])


def _a_thing(failure: ParseFailure) -> Diagnostic | None:
    """`if a tile is empty`: of which one is this said?"""
    if failure.token.type != "A" or "SOME" not in failure.expected or not failure.left:
        return None
    if failure.left[-1].type not in BEFORE_A_PHRASE:
        return None
    noun = next((t.text for t in failure.right if t.type == "NOUN"), "…")
    return Diagnostic("syntax", f"{shown(failure.token)} does not fit here", failure.token.span,
                      f"write `some {noun} …`, `every {noun} …` or `there is a {noun} that …`")


def _end_if(failure: ParseFailure) -> Diagnostic | None:
    """`end if …`: at once, or between turns?"""
    if [t.text for t in failure.line[:2]] not in (["end", "if"], ["end", "when"]):
        return None
    if len(failure.left) > 1 or len(failure.line) < 3:
        return None
    return Diagnostic(
        "syntax", "it is not said when the game ends", failure.line[0].span.to(
            failure.line[1].span),
        "write `end as soon as` or `end after the turn if` (at once, or when the turn is over)",
    )


def _whose(failure: ParseFailure) -> Diagnostic | None:
    """`the tile is the player's`: what of the player?"""
    if failure.before is None or failure.before.type != "POSS" or len(failure.left) < 2:
        return None
    owner = failure.left[-2]
    if failure.token.type not in ("NEWLINE", "REFS", "COMMA", "AND", "OR", "RPAR"):
        return None
    the = failure.left[-3:-2]
    who = the[0].span.to(owner.span).text if the and the[0].type == "THE" else owner.span.text
    return Diagnostic(
        "syntax", f"it is not said what of {who} is meant", owner.span.to(failure.before.span),
        f"say what keeps whose it is, as in `its owner is {who}`, or what {who} has",
    )


def _cannot(failure: ParseFailure) -> Diagnostic | None:
    """`the Token cannot reach a tile`, `tiles that it can not reach`."""
    at = next((i for i, t in enumerate(failure.line) if t.span.text == "cannot"), None)
    length = 1
    if at is None:
        at = next((i for i, (one, two) in enumerate(pairwise(failure.line))
                   if (one.span.text, two.span.text) == ("can", "not")), None)
        length = 2
    if at is None or not at - 1 <= len(failure.left) <= at + length:
        return None
    before, behind = failure.line[:at], failure.line[at + length :]
    rest = list(takewhile(lambda t: t.type not in (*BEFORE_A_PHRASE, "REFS", "NEWLINE"), behind))
    if not rest:
        return None  # `if he cannot, …`: it is not said what
    span = failure.line[at].span.to(failure.line[at + length - 1].span)
    start = len(before)
    while start > 0 and before[start - 1].type not in (*BEFORE_A_PHRASE, *WITHIN.values(), "THAT"):
        start -= 1
    who = before[start].span.to(before[-1].span).text if start < len(before) else ""
    does = " ".join(["can", *(t.span.text for t in rest)])
    hint = f"deny the whole: `not ({who} {does})`" if who else f"write `does not {does}`"
    if start and before[start - 1].type == "THAT":
        noun = next((t.text for t in reversed(before[:start]) if t.type in ("NOUN", "NOUNS")), "…")
        said = f"{who} {does} the {noun}" if who else f"the {noun} {does}"
        hint = f"deny the whole: `where (not ({said}))`"
    elif start and len(rest) == 1 and before[start - 1].span.text in WITHIN:
        hint = f"write `that {who} does not {does}` if it is said of the things before `{{joint}}`"
        hint = hint.format(joint=before[start - 1].span.text)
    return Diagnostic("syntax", f"`{span.text}` does not fit here", span, hint)


IDIOM_HINTS: tuple[Callable[[ParseFailure], Diagnostic | None], ...] = (
    _cannot, _group, _possessive_of_attribute, _there_are, _the_value, _the_other, _named_thing,
    _has_number, _has, _a_thing, _before, _end_if, _whose,
)
