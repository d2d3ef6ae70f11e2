"""Pieces that are listed in a table: what each has at first.

A column is the first values of an attribute or quality. If no line changes that, it is fixed: a
state need not hold it, and what depends on it alone is known before play.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.diagnostics import did_you_mean, error
from rulewright.interpreter.ir import Const, VType
from rulewright.interpreter.ir.interned import changed
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.model.types import first_value, listed, member, type_text
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import with_article


def first_values(context: Context, attribute: ast.Attribute, kind: VType) -> list[int] | None:
    """What the pieces of a table have at first of an attribute or quality, if the table says it."""
    piece = next((piece for _, piece in context.active(ast.Piece)
                  if piece.noun == attribute.owner and piece.rows), None)
    if piece is None:
        return None
    found = [_first(context, row, attribute, kind) for row in piece.rows]
    if all(value is None for value in found):
        return None
    if attribute.first is not None:
        raise error("at-first", f"the table of {piece.noun} says what the {attribute.name} is at "
                    "first", attribute.first.span, "leave `at first …` out")
    size = context.symbols.domains[piece.noun].size
    values = [first_value(kind) if value is None else value
              for row, value in zip(piece.rows, found, strict=True) for _ in range(row.number)]
    return values * (size // len(values))


def _first(
    context: Context, row: ast.Pieces, attribute: ast.Attribute, kind: VType
) -> int | None:
    """What the pieces of a row have at first, if it says it."""
    for column in row.columns:
        if column.name == attribute.name:
            return 1 if column.value is None else fixed_value(context, column.value, kind, Scope())
        if column.value is None and attribute.type is not None:
            named = member(kind, column.name)
            if named is not None:
                return named
    return None


def fixed_value(context: Context, expr: ast.Expr, kind: VType, scope: Scope) -> int:
    """What a thing has at first, as a value of its type."""
    e = context.typed_value(expr, kind, scope)
    if not isinstance(e, Const):
        raise error("at-first", "what a thing is at first must be fixed before play", expr.span)
    if kind.kind == "thing" and e.value < 0 and not kind.none:
        with_none = type_text(changed(kind, none=True))
        raise error("at-first", "this has a value from the beginning: none is not declared",
                    expr.span, f"say behind the colon that there may be none: `{with_none}`; "
                    "then it is none at first, where nothing else is said")
    if not kind.least <= e.value <= kind.most:
        raise error("bound", f"{e.value} is outside {kind.least} to {kind.most}", expr.span)
    return e.value


def never_changed(context: Context, attribute: ast.Attribute) -> bool:
    """Whether no line changes an attribute or quality."""
    return not attribute.this_turn and attribute.name not in context.declarations.changed


def require_columns(context: Context) -> None:
    """Refuse a column that is about nothing that the pieces have."""
    for _, piece in context.active(ast.Piece):
        told = set[tuple[str, bool]]()
        for column in _columns(piece):
            if (column.name, column.value is None) not in told:
                told.add((column.name, column.value is None))
                with context.collecting():
                    _require_meaning(context, piece, column)


def _columns(piece: ast.Piece) -> Iterator[ast.Column]:
    for row in piece.rows:
        yield from row.columns


def _require_meaning(context: Context, piece: ast.Piece, column: ast.Column) -> None:
    symbols, noun, name = context.symbols, piece.noun, column.name
    known = {of[1]: field for of, field in symbols.owned() if of[0] == noun}
    if name in known:
        return
    if column.value is not None:
        raise error("table", f"{with_article(noun)} has no {name} with these options", column.span,
                    did_you_mean(name, known) or f"declare `each {noun} has a {name}: …`")
    able = [have for have, field in known.items() if member(field.type, name) is not None]
    if not able:
        raise error("table", f"{with_article(noun)} cannot be `{name}`", column.span,
                    f"declare `each {noun} can be {name}`, or the attribute of which it is a value")
    if len(able) > 1:
        raise error("table", f"`{name}` could be the {listed(able, 'or the')}", column.span,
                    "head a column with the name of the attribute, and write its values below")
