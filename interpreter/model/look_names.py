"""What the lines of a look may show: the names of what things have and are.

A cell, a piece with a number, a player and the game show attributes, qualities, defined adjectives
and the pieces on them. Nothing is wrong with a name that is there under other options only.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.model.declarations import Declarations
from rulewright.interpreter.syntax import ast

#: What is told below the board.
BESIDE = ("player", "game")
Kind = tuple[ast.Expr, ...] | None  # the type of an attribute
#: What can be shown of things: their noun, what they have or are, and its type.
Had = tuple[str | None, str, Kind]


def never_drawn(lines: Iterable[ast.LookLine], declarations: Declarations) -> Iterator[Diagnostic]:
    """What is shown that is not there, and texts of what nothing shows."""
    had: list[Had] = [(a.owner, a.name, a.type) for _, a in declarations.all(ast.Attribute)]
    had += [(about(d), d.name, None) for _, d in declarations.all(ast.Define)]
    pieces = {p.noun: p for _, p in declarations.all(ast.Piece)}
    cells = {board.noun for _, board in declarations.all(ast.Board)}
    shown = {name for _, look in declarations.all(ast.Look)
             for line in look.lines for name in line.shows}
    for line in lines:
        if line.kind == "quality" and line.values[0] not in shown:
            nouns = [owner for owner, name, _ in had if name == line.values[0]]
            yield Diagnostic(
                "look", f"nothing shows `{line.values[0]}`, so this is never drawn", line.span,
                f"write `{_shows(nouns[0], line.values[0], pieces)}`" if nouns else None)
        if line.kind == "piece":
            yield from _of_no_piece(line, had, pieces)
        for name in line.shows:
            hint = _hint(line, name, had, pieces, cells)
            if hint is not None:
                yield Diagnostic("look", f"{_named(line)} has no `{name}` that could be shown",
                                 line.span, hint)


def _of_no_piece(
    line: ast.LookLine, had: Collection[Had], pieces: Mapping[str, ast.Piece]
) -> Iterator[Diagnostic]:
    """A text for a piece that is none, or that cannot be so."""
    noun = str(line.noun)
    if noun not in pieces:
        adjective = next(iter(line.values), "ADJECTIVE")
        yield Diagnostic(
            "look", f"a {noun} is no piece, so it is drawn as what it shows", line.span,
            f"write `a {noun} shows {adjective}, …`, and below it `{adjective} \"{line.glyph}\"`")
        return
    for word in line.values:
        nouns = [owner for owner, name, kind in had if name == word and kind is None]
        if nouns and noun not in nouns:
            yield Diagnostic(
                "look", f"no {noun} is ever {word}, so this is never drawn", line.span,
                f"`{word}` is said of a {nouns[0]}: write `{_shows(nouns[0], word, pieces)}`")


def _shows(noun: str | None, name: str, pieces: Mapping[str, ast.Piece]) -> str:
    """The line by which a thing shows something."""
    if noun is not None and noun in pieces and not pieces[noun].numbered:
        return f"{name} {noun} \"t\""
    return f"the game shows {name}" if noun == "game" else f"a {noun} shows {name}"


def _hint(
    line: ast.LookLine, name: str, had: Collection[Had],
    pieces: Mapping[str, ast.Piece], cells: Container[str],
) -> str | None:
    """What to do where a line shows what would never be drawn."""
    if line.noun in BESIDE:
        return (None if any((owner, own) == (line.noun, name) for owner, own, _ in had)
                else "it shows attributes, qualities and defined adjectives")
    if line.noun not in cells and line.noun not in pieces:
        return "cells, pieces, players and the game show something"
    drawn = {noun for noun, piece in pieces.items() if piece.numbered}  # by what they show
    if line.noun in pieces and line.noun not in drawn:
        return ("a piece without a number is drawn by one text: write a line for each value, as "
                f"`VALUE {line.noun} \"t\"`, or give the piece a number")
    if name in pieces:
        return None
    owners = {str(owner) for owner, own, _ in had if own == name}
    if owners & {line.noun, *drawn} or any(
        (owner, own) == ("player", name) and _may_be(kind, str(line.noun))
        for owner, own, kind in had
    ):
        return None
    bare = sorted(owners & set(pieces))
    if bare:
        return (f"a {bare[0]} has no number, so it is drawn by one text: write a line for each "
                f"value, as `VALUE {bare[0]} \"t\"`, or give it a number")
    return "it shows attributes, qualities, defined adjectives and pieces"


def _named(line: ast.LookLine) -> str:
    return "the game" if line.noun == "game" else f"a {line.noun}"


def _may_be(kind: Kind, noun: str) -> bool:
    """Whether an attribute of a type can be a thing of a noun."""
    return any(isinstance(part, ast.TypeNoun) and part.noun == noun for part in kind or ())


def about(define: ast.Define) -> str | None:
    """The noun of which an adjective is defined."""
    return define.params[0][1].noun if define.kind == "adjective" else None
