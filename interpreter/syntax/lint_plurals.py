"""Nouns in the wrong number, which the grammar lets pass: `a tiles`, `the number of tile`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice, pairwise

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.syntax.lexer import Token
from rulewright.interpreter.syntax.parse_failure import shown
from rulewright.interpreter.syntax.words import plural

#: Words in front of one thing, and of several: the grammar takes a noun in either number there.
FOR_ONE = ("A", "EACH", "EVERY")
FOR_SEVERAL = ("ALL", "AMONG", "OVER")


def lint_plurals(
    tokens: list[Token], plurals: Callable[[], Mapping[str, str]]
) -> Iterator[Diagnostic]:
    """Nouns in the wrong number: `a tiles`, `the number of tile`. What their plurals are is asked
    where one is wrong."""
    for at, (before, token) in enumerate(pairwise(tokens), start=1):
        one = token.type in FOR_ONE
        if one or token.type in FOR_SEVERAL or (token.type == "OF" and before.type == "NUMW"):
            behind = islice(tokens, at + 1, None)
            noun = next((t for t in behind if t.type not in ("ADJ", "VAL")), token)
            if one and noun.type in ("NOUNS", "GROUPS"):
                yield wrong_number(noun, noun.text)
            elif not one and noun.type in ("NOUN", "GROUP"):
                yield wrong_number(noun, plurals().get(noun.text) or plural(noun.text))


def wrong_number(noun: Token, right: str) -> Diagnostic:
    several = noun.type in ("NOUNS", "GROUPS")
    what = "is a plural; one thing" if several else "is one thing; a plural"
    needed = "is named here" if several else "is needed here"
    return Diagnostic("plural", f"{shown(noun)} {what} {needed}", noun.span, f"write `{right}`")
