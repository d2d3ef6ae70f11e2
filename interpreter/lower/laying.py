"""Lowering `lay out`: a drawing, read with the ruleset's look, as effects.

What is drawn of cells is stored. A drawn piece with a number is the first in the box that it can
be; it is put where it is drawn, and what is drawn of it that can change is stored. Where none is
left, play stops; a piece in its way goes to the box.
"""

from __future__ import annotations

from rulewright.interpreter.diagnostics import RulesError, error
from rulewright.interpreter.ir import (
    Const,
    E,
    Store,
    comp,
    fresh,
    load,
    op,
    or_none,
    shift,
)
from rulewright.interpreter.lower.blocks import BlockBuilder, statement_of
from rulewright.interpreter.lower.moving import clear, in_its_way
from rulewright.interpreter.lower.numbered import is_at, owner
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.typed import Typed
from rulewright.interpreter.model.glyphs import DrawnPiece, tells_apart
from rulewright.interpreter.model.places import THE_BOX
from rulewright.interpreter.syntax import ast


@statement_of(ast.LayOut)
def _lay_out(build: BlockBuilder, s: ast.LayOut, scope: Scope) -> None:
    """A drawn board, or the part of one that begins at a cell."""
    boards = build.context.symbols.boards
    if s.board not in boards:
        raise error("board", f"there is no board `{s.board}` with these options", s.span)
    board, corner = boards[s.board], None
    if s.corner is not None:
        corner = board.named(s.corner)
        if corner is None:
            raise error("cell", f"{s.board} has no {board.noun} {s.corner}", s.span)
    elif board.endless:
        raise error("drawing", f"it is not said where on {s.board} this lies", s.span,
                    f"write `lay out {s.board} from (0,0)`: the cell at the bottom left")
    try:
        drawing = build.presentation.read(s.board, "\n".join(s.rows), corner)
    except RulesError as wrong:
        raise error("drawing", wrong.diagnostics[0].message, s.span) from None
    for field, cell, value in drawing.values:
        build.emit(Store(s.span, s.refs, field, (Const(cell),), Const(value)))
    laid: dict[DrawnPiece, E] = {}
    for drawn in drawing.pieces:
        laid[drawn] = _lay(build, s, drawn, laid)


def _lay(
    build: BlockBuilder, s: ast.LayOut, drawn: DrawnPiece, laid: dict[DrawnPiece, E]
) -> E:
    """Put the first piece of the box that can be a drawn one in its place."""
    kind = drawn.pieces.kind
    own = kind.type
    var = fresh(kind.noun, own)
    tests = [is_at(kind, var, Const(THE_BOX))]
    whose = owner(build.context.symbols, kind, Typed(var, own))
    if whose is not None and drawn.owner is not None:
        tests.append(op("==", whose.e, Const(drawn.owner)))
    told = [(field, value) for field, value in drawn.values if tells_apart(field)]
    tests += (op("==", load(field, var), Const(value)) for field, value in told)
    piece = build.keep(Typed(comp("first", var, op("and", *tests)), or_none(own)), s.span)
    there: E = (Const(drawn.pieces.first + drawn.on) if isinstance(drawn.on, int)
                else shift(laid[drawn.on], drawn.pieces.first, kind.at.type))
    if drawn.pieces.alone:
        clear(build, s.span, s.refs, kind, in_its_way(build, s.span, kind, piece, there))
    build.emit(Store(s.span, s.refs, kind.at, (piece,), there))
    for field, value in drawn.values:
        if (field, value) not in told:
            build.emit(Store(s.span, (), field, (piece,), Const(value)))
    return piece
