"""What things can become by the declarations of a text, where a word is none of these."""

from __future__ import annotations

import re

from rulewright.interpreter.model.symbols import SymbolTable
from rulewright.interpreter.syntax.words import with_article

#: What a definition of one line says of one attribute of its thing.
ATTRIBUTE_IS = re.compile(
    r"(?:its|the [\w-]+'s) (?P<name>[\w-]+(?: [\w-]+)?) is (?P<value>(?!not\b|at\b|more\b|less\b"
    r"|either\b|the\b|an?\b)[\w-]+)(?: +\[[^\]]*\])?")
MOST_TOLD = 4  # qualities


def able_to_become(symbols: SymbolTable, noun: str, word: str) -> str:
    """What a thing of a noun can become, where it cannot become a `word`."""
    defined = by_definition(symbols, noun, word)
    if defined is not None:
        return defined
    declare = f"declare `each {noun} can be {word}`"
    able = list(dict.fromkeys(name for of, name in symbols.qualities if of == noun))
    if not able:
        return declare
    listed = ", ".join(f"`{name}`" for name in able[:MOST_TOLD])
    return (f"{with_article(noun)} can be {listed} here: it `becomes {able[0]}`, and where that "
            f"ends, `becomes not {able[0]}`; another quality is declared, `each {noun} can be "
            f"{word}`")


def by_definition(symbols: SymbolTable, noun: str, word: str, whose: str = "") -> str | None:
    """How a thing comes to be what a definition says that it is; `whose`, as in `its {}`, if it
    becomes so, where the definition says what one of its attributes is."""
    for define in symbols.definitions.get(("adjective", word), ()):
        if define.params[0][1].noun != noun or len(define.params) > 1:
            continue
        text = define.span.source.line(define.span.line).partition("#")[0].strip()
        said = ATTRIBUTE_IS.fullmatch(text.partition(" if ")[2])
        if whose and said is not None and len(symbols.definitions["adjective", word]) == 1:
            return f"write `{whose.format(said['name'])} becomes {said['value']}`"
        return (f"what is `{word}` is told by a definition, `{text}`: change what it asks for, "
                "and it is so")
    return None
