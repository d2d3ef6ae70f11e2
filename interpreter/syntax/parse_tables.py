"""The parser with its tables: built from the grammar once, then kept in a private place.

Building the tables takes a quarter of a second, loading them a hundredth. They are kept in the
user's own cache folder (`$XDG_CACHE_HOME/rulewright`, normally `~/.cache/rulewright`), which must
belong to the user and be closed to all others, since loading them runs code; anywhere else, or
when anything is odd, they are simply built again. The file's name is a hash of the grammar, of
how it is read, and of the versions of Python and lark, so a stale file is never read.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import lark
from lark import Lark, Tree
from lark import Token as LarkToken
from lark.lexer import Lexer
from lark.parsers.lalr_analysis import Shift

from rulewright.interpreter import files
from rulewright.interpreter.syntax.lexer import Token

#: How the grammar is read. With `strict`, a conflict in it is an error; terminals have no patterns
#: that could collide, since the lexer hands finished tokens over.
OPTIONS: dict[str, Any] = {
    "parser": "lalr", "start": ["start", "expr"], "maybe_placeholders": True, "strict": True,
}


class TokenLexer(Lexer):
    """A lexer that is handed finished tokens."""

    def __init__(self, lexer_conf: object) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any = None) -> Iterator[LarkToken]:
        yield from lexer_state


class Reduction(NamedTuple):
    """What ends a rule of the grammar: how many symbols it takes, which symbol they are, and what
    makes the tree of theirs."""

    size: int
    symbol: str
    make: Callable[[list[Any]], Any]


#: What each state does with a symbol: it goes to another state, or ends a rule.
Table = list[dict[str, Any]]


class Parser:
    """What lark makes of a grammar, with symbols as plain texts; states are numbers."""

    def __init__(self, built: Lark) -> None:
        self.rules: list[Any] = built.rules
        made: Any = built.parser.parser
        table, makers = made._parse_table, made.parser.callbacks
        ends = {rule: Reduction(len(rule.expansion), sys.intern(str(rule.origin.name)), maker)
                for rule, maker in makers.items()}
        self.table: Table = [
            {sys.intern(str(symbol)): target if action is Shift else ends[target]
             for symbol, (action, target) in table.states[state].items()}
            for state in range(len(table.states))
        ]
        self.starts: dict[str, int] = dict(table.start_states)
        self.ends: dict[str, int] = dict(table.end_states)


@cache
def parser() -> Parser:
    """The parser, with the starts `start` (a block) and `expr`."""
    grammar = resources.files("rulewright").joinpath("grammar/rulewright.lark").read_text("utf-8")
    path = _place(grammar)
    if path is not None and path.is_file():
        try:
            with path.open("rb") as file:
                kept: Parser = pickle.load(file)
                return kept
        except Exception:  # a damaged cache is no error: the tables are built again
            path.unlink(missing_ok=True)
    built = Parser(Lark(grammar, lexer=TokenLexer, **OPTIONS))
    if path is not None:
        _keep(built, path)
    return built


def parse_tokens(using: Parser, tokens: Iterable[Token], start: str) -> Tree[Token]:
    """The tree of tokens that the grammar accepts."""
    table, end = using.table, using.ends[start]
    states: list[int] = [using.starts[start]]
    parts: list[Any] = []
    for token in tokens:
        _reduce(table, states, parts, token.type, None)
        states.append(table[states[-1]][token.type])
        parts.append(token)
    _reduce(table, states, parts, "$END", end)
    made: Tree[Token] = parts[-1]
    return made


def _reduce(
    table: Table, states: list[int], parts: list[Any], symbol: str, end: int | None
) -> None:
    """End the rules that end in front of a symbol, up to the state that ends all."""
    while states[-1] != end and not isinstance(found := table[states[-1]][symbol], int):
        size, made, make = found
        children = parts[-size:] if size else []
        if size:
            del states[-size:], parts[-size:]
        states.append(table[states[-1]][made])
        parts.append(make(children))


def _place(grammar: str) -> Path | None:
    """The file for these tables, or None where no private folder can be had."""
    folder = files.private_cache()
    if folder is None:
        return None
    kept = repr((Parser, Reduction, OPTIONS))
    key = "\n".join((kept, grammar, lark.__version__, sys.version))
    return folder / f"tables-{hashlib.sha256(key.encode()).hexdigest()[:16]}"


def _keep(built: Parser, path: Path) -> None:
    """Write the tables so that a reader sees all of them or none."""
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            pickle.dump(built, file, 5)
        os.replace(file.name, path)
    except OSError:
        return
