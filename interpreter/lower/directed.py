"""Lowering what goes by steps on a board: lines, distances, the next cell towards a direction."""

from __future__ import annotations

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.ir import Distance, VType, lookup, or_none, ray
from rulewright.interpreter.lower.boards import require_directed, require_leads
from rulewright.interpreter.lower.context import Context, value_of
from rulewright.interpreter.lower.reference import possessive
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.tables import every_cell
from rulewright.interpreter.lower.things import its_cells
from rulewright.interpreter.lower.typed import Typed, single
from rulewright.interpreter.model.topology import DIRECTIONS
from rulewright.interpreter.model.types import noun_of
from rulewright.interpreter.syntax import ast


@value_of(ast.Line)
def _line(context: Context, expr: ast.Line, scope: Scope, expected: VType | None) -> Typed:
    start = single(context.value(expr.start, scope), expr.start.span)
    board = context.symbols.board_of(start.type.domain)
    direction = context.value(expr.direction, scope, VType("thing", domain=DIRECTIONS))
    if board is None or direction.type.domain != DIRECTIONS:
        raise error("type", "a line runs from a cell towards a direction", expr.span)
    require_leads(board, direction.e, expr.direction.span)
    over = context.mask(expr.over, scope, board.cells)
    if direction.type.none:
        raise error("nothing", "the direction of a line may be none here", expr.span)
    cell, cells = VType("thing", domain=board.cells), VType("set", domain=board.cells)
    kind = or_none(cell) if expr.end else cells
    return Typed(ray(start.e, direction.e, over, board.steps, expr.end, kind), kind)


def _where_pieces_are(context: Context, expr: ast.Distance, ends: list[Typed]) -> str | None:
    """How a distance is said whose ends are pieces: it is one between the cells they are on."""
    said, changed = list[str](), False
    for end, typed in zip((expr.start, expr.goal), ends, strict=True):
        cell = next(iter(its_cells(context.symbols, typed, end.span)), None)
        changed = changed or cell is not None
        said.append(end.span.text if cell is None
                    else f"{possessive(end)} {noun_of(cell.type)}")
    rest = expr.span.words.rpartition(expr.goal.span.words)[2].removeprefix(")")
    return f"write `the distance from {said[0]} to {said[1]}{rest}`" if changed else None


@value_of(ast.Distance)
def _distance(context: Context, expr: ast.Distance, scope: Scope, expected: VType | None) -> Typed:
    """The least number of steps from one cell to another; the number of cells where there is no
    way."""
    ends = [single(context.value(end, scope), end.span) for end in (expr.start, expr.goal)]
    board = context.symbols.board_of(ends[0].type.domain)
    if board is None or ends[1].type.domain != ends[0].type.domain:
        raise error("type", "only between cells of one board there is a distance", expr.span,
                    _where_pieces_are(context, expr, ends))
    if ends[0].e == ends[1].e and expr.start.span.words != expr.goal.span.words:
        raise error("type", "a distance from a cell to itself says nothing", expr.span,
                    "say between which two cells: `the …` of another thing, or a name")
    if expr.steps.adjective is not None:
        require_directed(board, expr.steps.span)
    over = (context.mask(expr.over, scope, board.cells) if expr.over
            else every_cell(context.symbols, board))
    ways = sum(1 << way for way in board.directions(expr.steps.adjective))
    measured = Distance(ends[0].e, ends[1].e, over, board.steps, ways)
    return Typed(measured, measured.type)


@value_of(ast.OneStep)
def _one_step(context: Context, expr: ast.OneStep, scope: Scope, expected: VType | None) -> Typed:
    start = single(context.value(expr.start, scope), expr.start.span)
    direction = context.value(expr.direction, scope, VType("thing", domain=DIRECTIONS))
    board = context.symbols.board_of(start.type.domain)
    if board is None or direction.type.domain != DIRECTIONS:
        raise error("type", "a step goes from a cell in a direction", expr.span, next(
            (f"say from which cell: `({possessive(expr.start)} {noun_of(cell.type)})`"
             for cell in its_cells(context.symbols, start, expr.start.span)), None))
    require_leads(board, direction.e, expr.direction.span)
    kind = VType("thing", domain=board.cells, none=True)
    return Typed(lookup(board.steps, kind, start.e, direction.e), kind)
