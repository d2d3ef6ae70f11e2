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
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, cast

import lark
from lark import Lark, Tree
from lark import Token as LarkToken
from lark.lexer import Lexer
from lark.parsers.lalr_analysis import Reduce, Shift
from lark.parsers.lalr_interactive_parser import InteractiveParser

from rulewright.interpreter.syntax.lexer import Token

#: How the grammar is read. With `strict`, a conflict in it is an error; terminals have no patterns
#: that could collide, since the lexer hands finished tokens over.
OPTIONS: dict[str, Any] = {
    "parser": "lalr", "start": ["start", "expr"], "maybe_placeholders": True, "strict": True,
}

#: What a parser does with a token.
ACTIONS = {"shift": Shift, "reduce": Reduce}


class TokenLexer(Lexer):
    """A lexer that is handed finished tokens."""

    def __init__(self, lexer_conf: object) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any = None) -> Iterator[LarkToken]:
        yield from lexer_state


class Parser:
    """The parser that lark makes of a grammar, without what could not be kept."""

    def __init__(self, built: Lark) -> None:
        self.rules: list[Any] = built.rules
        self._tables: Any = built.parser.parser

    def parse_interactive(self, *, start: str) -> InteractiveParser:
        """A parser at its start, to be fed with tokens."""
        made: InteractiveParser = self._tables.parse_interactive(None, start)
        return made


@cache
def parser() -> Parser:
    """The parser, with the starts `start` (a block) and `expr`."""
    grammar = resources.files("rulewright").joinpath("grammar/rulewright.lark").read_text("utf-8")
    path = _place(grammar)
    if path is not None and path.is_file():
        try:
            with path.open("rb") as file:
                kept: Parser = _Unpickler(file).load()
                return kept
        except Exception:  # a damaged cache is no error: the tables are built again
            path.unlink(missing_ok=True)
    built = Parser(Lark(grammar, lexer=TokenLexer, **OPTIONS))
    if path is not None:
        _keep(built, path)
    return built


def parse_tokens(using: Lark | Parser, tokens: Iterable[Token], start: str) -> Tree[Token]:
    """The tree of tokens that the grammar accepts."""
    machine = using.parse_interactive(start=start)
    for token in tokens:
        machine.feed_token(cast(LarkToken, token))  # all that is asked of it is its type
    return cast("Tree[Token]", machine.feed_token(LarkToken("$END", "")))


class _Pickler(pickle.Pickler):
    """Keeps a parser; what its tables say is to be done are two certain objects."""

    def persistent_id(self, item: object) -> str | None:
        return next((name for name, action in ACTIONS.items() if item is action), None)


class _Unpickler(pickle.Unpickler):
    def persistent_load(self, name: str) -> object:
        return ACTIONS[name]


def _place(grammar: str) -> Path | None:
    """The file for these tables, or None where no private folder can be had."""
    if not hasattr(os, "getuid"):
        return None
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = root / "rulewright"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.stat()
    except (OSError, RuntimeError):
        return None
    if status.st_uid != os.getuid() or status.st_mode & 0o077 or folder.is_symlink():
        return None
    kept = repr((Parser, *ACTIONS, OPTIONS))
    key = "\n".join((kept, grammar, lark.__version__, sys.version))
    return folder / f"tables-{hashlib.sha256(key.encode()).hexdigest()[:16]}"


def _keep(built: Parser, path: Path) -> None:
    """Write the tables so that a reader sees all of them or none."""
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            _Pickler(file, 5).dump(built)
        os.replace(file.name, path)
    except OSError:
        return
