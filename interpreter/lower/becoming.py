"""What things can become by the declarations of a text, where a word is none of these."""

from __future__ import annotations

from rulewright.interpreter.model.symbols import SymbolTable
from rulewright.interpreter.syntax.words import with_article

MOST_TOLD = 4  # qualities


def able_to_become(symbols: SymbolTable, noun: str, word: str) -> str:
    """What a thing of a noun can become, where it cannot become a `word`."""
    declare = f"declare `each {noun} can be {word}`"
    able = list(dict.fromkeys(name for of, name in symbols.qualities if of == noun))
    if not able:
        return declare
    listed = ", ".join(f"`{name}`" for name in able[:MOST_TOLD])
    return (f"{with_article(noun)} can be {listed} here: it `becomes {able[0]}`, and where that "
            f"ends, `becomes not {able[0]}`; another quality is declared, `each {noun} can be "
            f"{word}`")
