"""Tables: which of the cells of a board without edge there are, and what is beside a cell.

Of a table there are only the cells on which pieces lie, those next to these, and (0,0); of its
quarters, those of such cells. What a set or choice says of cells, it says of these. A table has so
many cells that nothing is worked out for each of them: sets are made from where the pieces are.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.ir import (
    FALSE,
    NONE,
    TRUE,
    Const,
    E,
    Guard,
    HasLine,
    Local,
    VType,
    comp,
    cond,
    fresh,
    lookup,
    op,
    or_none,
)
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.numbered import on_what
from rulewright.interpreter.lower.typed import Typed
from rulewright.interpreter.model.symbols import SymbolTable
from rulewright.interpreter.model.topology import DIRECTIONS, Grid
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import with_article


def is_there(context: Context, board: Grid, cell: Local, things: ast.NounSet) -> Guard:
    """That a cell is one of those that there are."""
    text = f"{with_article(board.noun)} is one on which a piece lies, one next to such, or (0,0)"
    return Guard(op("in", cell, live(context.symbols, board)), things.span, (), text)


def live(symbols: SymbolTable, board: Grid) -> E:
    """The cells that there are, as a set."""
    table = board.whole or board
    kind = or_none(VType("thing", domain=table.cells))
    around = (None, *table.directions(None))
    sets: list[E] = []
    middle = table.cells.size // 2
    if board is table:
        sets.append(Const(1 << middle))
    else:
        quarters = [board.quarter(part).at(middle) for part in range(4)]
        sets.append(Const(sum(1 << quarter for quarter in quarters)))
    for piece, cell in _places(symbols, table):
        for way in around:
            near = cell if way is None else lookup(table.steps, kind, cell, Const(way))
            if board is table:
                sets.append(comp("values", piece, TRUE, near))
            else:
                own = or_none(VType("thing", domain=board.cells))
                sets += [comp("values", piece, TRUE, lookup(board.quarter(part), own, near))
                         for part in range(4)]
    found = sets[0]
    for part in sets[1:]:
        found = op("|", found, part)
    return found


def _places(symbols: SymbolTable, table: Grid) -> Iterator[tuple[Local, E]]:
    """For each noun of pieces that can lie on a table or on its quarters, a local for a piece and
    the cell of the table where it is, or none."""
    for board in symbols.boards.values():
        if table not in (board, board.whole):
            continue
        for kind in symbols.numbered_on(board.cells):
            piece = fresh(kind.noun, kind.type)
            cell = on_what(kind, Typed(piece, piece.type), VType("thing", domain=board.cells)).e
            if board is not table:
                cell = lookup(board.wholes, or_none(VType("thing", domain=table.cells)), cell)
            yield piece, cell


def every_cell(symbols: SymbolTable, board: Grid) -> E:
    """All cells that there are of a board, as a set."""
    return live(symbols, board) if board.endless else Const((1 << board.cells.size) - 1)


def neighbours(board: Grid, adjective: str | None, cell: E) -> E:
    """The cells one step from a cell, as a set."""
    if not board.endless:
        return lookup(board.neighbours(adjective), VType("set", domain=board.cells), cell)
    kind = or_none(VType("thing", domain=board.cells))
    way = fresh("direction", VType("thing", domain=DIRECTIONS))
    ways = Const(sum(1 << way for way in board.directions(adjective)))
    return comp("values", way, op("in", way, ways), lookup(board.steps, kind, cell, way))


def is_beside(board: Grid, adjective: str | None, one: E, other: E) -> E:
    """Whether one cell is one step from another."""
    kind = or_none(VType("thing", domain=board.cells))
    steps = [op("==", one, lookup(board.steps, kind, other, Const(way)))
             for way in board.directions(adjective)]
    return op("and", op("some", one), op("or", *steps))


def include_line(board: Grid, cells: E, length: int) -> E:
    """Whether so many cells of a set lie side by side in a straight line."""
    if not board.endless:
        return HasLine(cells, board.lines(length))
    kind = or_none(VType("thing", domain=board.cells))
    cell = fresh(board.noun, VType("thing", domain=board.cells))
    lines = []
    for way in board.one_way:
        left = moved = cells
        for _ in range(length - 1):  # the whole set meets itself, a step further each time
            there = lookup(board.steps, kind, cell, Const(way))
            moved = comp("values", cell, op("in", cell, moved), there)
            left = op("&", left, moved)
        lines.append(op("!=", left, FALSE))
    return op("or", *lines)


def within(board: Grid | None, cell: E, there: E, span: Span) -> E:
    """The place of a cell; none, so that play stops, where nothing may lie."""
    if board is None or not board.endless:
        return there
    beyond = op("in", cell, Const(board.rim))
    if beyond is TRUE:
        within = (board.whole or board).within
        raise error("bound", f"no piece lies at {span.text}: the table is within {within}", span)
    return cond(beyond, NONE, there)
