"""The items of a list in a declaration, or of the type of an attribute.

Model. A list is tokens with commas or `or` between its items. An item is a new name, a number, a
kind with its article, or a phrase that says what a value is; signs in quotes and modifiers
(`at first …`, `seen only by …`) are no part of the names.

Invariants: nothing is looked up and nothing is reported here; whether an item is known already is
seen where it is entered.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.syntax.lexer import Token

#: Words that no value of an attribute has in it, but a phrase that says what the value is.
WORKED_OUT = frozenset(
    "the its it every each among plus minus times than where whose that is are".split()
)
ARTICLES = ("a", "an")
#: Words that no value begins with, but a phrase that says which is meant, or what is so at first.
POINTING = frozenset(
    "his her their my your another different not never only except starting beginning initially "
    "hidden".split())
#: Words of a type that are no new names, and those of a number that is reckoned.
TYPE_WORDS = ("none", "yes", "no")
MODIFIERS = (("at", "first"), ("this", "turn"), ("seen", "only"), ("seen", "by"))
RECKONED = {"to", "times", "plus", "minus", "normally"}


def items(tokens: list[Token]) -> Iterable[list[Token]]:
    """What stands between the commas and `or` of a list; nothing that is empty."""
    item: list[Token] = []
    for token in tokens:
        if token.type == "COMMA" or token.text == "or":
            if item:
                yield item
            item = []
        else:
            item.append(token)
    if item:
        yield item


def new_words(tokens: list[Token]) -> list[list[Token]]:
    """The items of a type or of the values of an option that are words, not numbers; without
    their signs."""
    listed = ([token for at, token in enumerate(item) if at == 0 or token.type != "STRING"]
              for item in items(until_modifier(tokens)))
    return [
        item for item in listed
        if all(t.type == "WORD" for t in item)
        and not (len(item) > 1 and RECKONED & {t.text for t in item})
    ]


def parted_by_and(item: list[Token]) -> list[list[Token]]:
    """The names of `rain and snow`, which would be one; none where nothing is joined."""
    at = next((i for i, t in enumerate(item[1:-1], 1) if t.text == "and"), 0)
    return [item[:at], item[at + 1 :]] if at else []


def one_name_of(parts: list[list[Token]]) -> Diagnostic:
    """What is told of names that are joined by `and` in a list."""
    first, last = (" ".join(t.text for t in part) for part in parts)
    return Diagnostic(
        "missing-comma", f"`{first} and {last}` would be one name", parts[0][0].span.to(
            parts[-1][-1].span), f"write `{first} or {last}`")


def until_modifier(tokens: list[Token]) -> list[Token]:
    """A type without the modifiers behind it: `at first …`, `normally …`, `seen by …`, a sign."""
    for at, token in enumerate(tokens):
        following = tokens[at + 1 : at + 3]
        words = tuple(t.text for t in following)
        normally = words[:1] == ("normally",) and words[1:] not in ((), (",",))
        if token.type == "COMMA" and following and (
            words in MODIFIERS or normally or following[0].type == "STRING"
        ):
            return tokens[:at]
    return tokens


def spelt(tokens: list[Token]) -> list[Token]:
    """The names of a list, without their signs, and without what does not belong there: marks,
    quotes, `is`, `and`."""
    found: list[Token] = []
    for token in tokens:
        if token.type == "STRING" and found and found[-1].type == "WORD":
            continue
        if token.type == "STRING":
            found += [Token("WORD", word, token.span) for word in token.text.split()]
        elif token.type in ("WORD", "COMMA", "NUMBER"):
            begins = not found or found[-1].type == "COMMA"
            if not (begins and token.text in ("is", "are", "and", ",")):
                found.append(token)
    return found


def reads_on(item: list[Token]) -> bool:
    """Whether an item of a type reads like a phrase that says what the value is."""
    words = {t.text for t in item[1:]}
    if len(item) == 1 or (item[0].text in ARTICLES and len(item) == 2):
        return False  # a word, or `a NOUN`, whatever the word is
    if item[0].text in POINTING and all(t.type == "WORD" for t in item):
        return True
    return "to" not in words and (
        item[0].text in WORKED_OUT or bool(words & {"if", "for", "otherwise", "random"})
        or (bool(words & WORKED_OUT) and not item[0].text[0].isupper())  # `Queen of the May`
        or any(t.type in ("POSS", "LPAR") for t in item)
    )
