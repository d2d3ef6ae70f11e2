"""Tables: which of the cells of a board without edge there are.

Of a table there are only the cells on which pieces lie, those next to these, and (0,0); of its
quarters, those of such cells. What a set or choice says of cells, it says of these.
"""

from __future__ import annotations

from rulewright.interpreter.ir import Const, E, Guard, Local, op
from rulewright.interpreter.model.topology import Grid
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import with_article


def is_there(board: Grid, cell: Local, things: ast.NounSet) -> Guard:
    """That a cell is one of those that there are."""
    text = f"{with_article(board.noun)} is one on which a piece lies, one next to such, or (0,0)"
    return Guard(op("in", cell, live(board)), things.span, (), text)


def live(board: Grid) -> E:
    """The cells that there are, as a set."""
    table = board.whole or board
    middle = [cell for cell in range(board.cells.size)
              if (board.wholes.at(cell) if board.whole else cell) == table.cells.size // 2]
    return Const(sum(1 << cell for cell in middle))
