"""The parser with its tables: built from the grammar once, then kept in a private place.

Building the tables takes a quarter of a second, loading them a hundredth; lark, which builds them,
is only imported for that (by `grammar`). They are kept in the user's own cache folder
(`$XDG_CACHE_HOME/rulewright`, normally `~/.cache/rulewright`), which must belong to the user and be
closed to all others, since loading them runs code; anywhere else, or when anything is odd, they are
simply built again. The file's name is a hash of the grammar, of how it is read, of the version of
Python and of the copy of lark that is installed, so a stale file is never read.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Iterable
from functools import cache
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rulewright.interpreter import files
from rulewright.interpreter.syntax.lexer import Token
from rulewright.interpreter.syntax.trees import OPTIONS, Parser, Reduction, Table, Tree


def grammar_text() -> str:
    """The grammar."""
    return resources.files("rulewright").joinpath("grammar/rulewright.lark").read_text("utf-8")


@cache
def parser() -> Parser:
    """The parser, with the starts `start` (a block) and `expr`."""
    grammar = grammar_text()
    path = _place(grammar)
    if path is not None and path.is_file():
        try:
            with path.open("rb") as file:
                kept: Parser = pickle.load(file)
                return kept
        except Exception:  # a damaged cache is no error: the tables are built again
            path.unlink(missing_ok=True)
    from rulewright.interpreter.syntax.grammar import built

    made = built(grammar)
    if path is not None:
        _keep(made, path)
    return made


def parse_tokens(using: Parser, tokens: Iterable[Token], start: str) -> Tree:
    """The tree of tokens that the grammar accepts."""
    table, end = using.table, using.ends[start]
    states: list[int] = [using.starts[start]]
    parts: list[Any] = []
    for token in tokens:
        _reduce(table, states, parts, token.type, None)
        states.append(table[states[-1]][token.type])
        parts.append(token)
    _reduce(table, states, parts, "$END", end)
    made: Tree = parts[-1]
    return made


def _reduce(
    table: Table, states: list[int], parts: list[Any], symbol: str, end: int | None
) -> None:
    """End the rules that end in front of a symbol, up to the state that ends all."""
    while states[-1] != end and not isinstance(found := table[states[-1]][symbol], int):
        size = found.size
        children = parts[-size:] if size else []
        if size:
            del states[-size:], parts[-size:]
        states.append(table[states[-1]][found.symbol])
        parts.append(found.made(children))


def _place(grammar: str) -> Path | None:
    """The file for these tables, or None where no private folder can be had."""
    folder = files.private_cache()
    if folder is None:
        return None
    kept = repr((Parser._fields, Reduction._fields, OPTIONS))
    key = "\n".join((kept, grammar, _lark(), sys.version))
    return folder / f"tables-{hashlib.sha256(key.encode()).hexdigest()[:16]}"


def _lark() -> str:
    """Which copy of lark is installed, as far as can be told without importing it."""
    spec = find_spec("lark")
    if spec is None or spec.origin is None:
        return ""
    try:
        known = os.stat(spec.origin)
    except OSError:
        return spec.origin
    return f"{spec.origin} {known.st_size} {known.st_mtime_ns}"


def _keep(built: Parser, path: Path) -> None:
    """Write the tables so that a reader sees all of them or none."""
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            pickle.dump(built, file, 5)
        os.replace(file.name, path)
    except OSError:
        return
