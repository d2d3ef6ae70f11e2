"""Words behind a noun that the grammar lets pass as names, though nothing speaks by them: in
`there is a cell flooded` a reader takes `flooded` for what is so of the cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from rulewright.interpreter.diagnostics import Diagnostic, nearest
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.idioms import synonyms
from rulewright.interpreter.syntax.lexer import Token
from rulewright.interpreter.syntax.words import NEGATING

#: Types of tokens behind which a word is a name.
NAMED = ("NOUN", "NOUNS", "GROUP", "GROUPS")
#: Words that say nothing of a thing that is there.
IDLE = frozenset("left remaining remains still anywhere somewhere around present there standing "
                 "lying sitting placed located situated existing".split())


def lint_names(tokens: list[Token], phrases: PhraseTable) -> Iterator[Diagnostic]:
    """Names of several letters, small ones in front, that stand behind their nouns alone. (What is
    meant for a name without being used is a single letter or begins with a capital.)"""
    called = [(before, token) for before, token in pairwise(tokens)
              if token.type == "WORD" and before.type in NAMED
              and len(token.text) > 1 and token.text[0].islower()]
    if not called:
        return
    heads = {id(token) for _, token in called}
    said = {token.text for token in tokens if token.type == "WORD" and id(token) not in heads}
    for token in tokens:
        if token.type in ("STRING", "PART"):
            said.update(re.findall(r"[\w-]+", token.text))
    for before, token in called:
        if token.text not in said:
            yield Diagnostic(
                "unknown-word",
                f"`{token.text}` is no declared word; behind `{before.text}` it would be a name, "
                "and no line speaks of it",
                token.span, _hint(before, token.text, phrases))


def _hint(before: Token, word: str, phrases: PhraseTable) -> str:
    if word in IDLE:
        return f"delete `{word}`"
    relative = "that are" if before.type in ("NOUNS", "GROUPS") else "that is"
    said = [" ".join(phrase) for phrase, (kind, _) in phrases.table.items()
            if kind in ("ADJ", "VAL")]
    for front in NEGATING:
        if word.removeprefix(front).lstrip("-") in said and word not in said:
            return f"write `{relative} not {word.removeprefix(front).lstrip('-')}`"
    meant = synonyms().get(word, word)
    known = meant if meant in said else nearest(word, said)
    if known and not word.startswith(NEGATING):
        return f"write `{relative} {known}`"
    return (f"if it says what is so of the {before.text}: declare it, as in `each {before.text} "
            f"can be {word}`, and write `{relative} {word}`")
