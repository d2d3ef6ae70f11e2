"""The boards of a game: grids, tables, the quarters of either, the sides and corners of grids."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.ir import FALSE, Domain, E, VType, lookup
from rulewright.interpreter.ir.expressions import Const
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.numbered import cell_of
from rulewright.interpreter.lower.typed import Typed, asked_of
from rulewright.interpreter.model.parts import Parts, places
from rulewright.interpreter.model.symbols import SymbolTable
from rulewright.interpreter.model.topology import DIRECTIONS, Grid
from rulewright.interpreter.model.types import listed, noun_of
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import plural, with_article

MAX_CELLS = 4096  # of a board with an edge
MAX_WITHIN = 100  # how far from the middle of a table pieces may lie


#: What would be a board for each player, if there were such.
OF_EACH = re.compile(r" (?:of|for) (?:a|an|each|every)\b")


def declare_boards(context: Context) -> None:
    """Make all boards, those that consist of parts of others last."""
    boards = [board for _, board in context.active(ast.Board)]
    for board in sorted(boards, key=lambda board: isinstance(board, ast.PartsBoard)):
        with context.collecting():
            grid = _grid(context, board)
            context.symbols.boards[board.name] = grid
            context.symbols.domains[board.noun] = grid.cells


def _grid(context: Context, board: ast.Board) -> Grid:
    if OF_EACH.search(board.name):
        raise error("board", "a board is there once, for all players", board.span,
                    "make it as wide as all need together, and say which of its cells are whose: "
                    "`a CELL belongs to a player if …`, by its column or row")
    match board:
        case ast.TableBoard():
            within = context.constant(board.within)
            if not 1 <= within <= MAX_WITHIN:
                raise error("board", f"`within` is a number from 1 to {MAX_WITHIN}, not {within}",
                            board.within.span)
            across = 2 * within + 3
            return Grid(board.name, board.shape, board.noun, across, across, within)
        case ast.PartsBoard(part="quarters"):
            return _quarters(context, board)
        case ast.PartsBoard():
            return _sides_or_corners(context, board)
        case ast.GridBoard():
            width, height = context.constant(board.width), context.constant(board.height)
            _require_size(width, height, board.span)
            return Grid(board.name, board.shape, board.noun, width, height)
    raise AssertionError(board)


def _cut(context: Context, board: ast.PartsBoard) -> Grid:
    """The board whose cells have the parts."""
    boards = context.symbols.boards.values()
    whole = next((grid for grid in boards if grid.noun == board.whole), None)
    if whole is None:
        raise error("board", f"{with_article(board.whole)} is no cell of a board", board.span,
                    f"{board.part} are those of the cells of a grid"
                    + (" or table" if board.part == "quarters" else ""))
    return whole


def _sides_or_corners(context: Context, board: ast.PartsBoard) -> Grid:
    whole = _cut(context, board)
    if whole.endless or whole.whole is not None or isinstance(whole, Parts):
        what = ("is a cell of a board without edge" if whole.endless and whole.whole is None
                else "is a part itself")
        raise error("board", f"{with_article(whole.noun)} {what}", board.span,
                    f"{board.part} are those of the cells of a grid")
    count = len(places(whole, board.part))
    _require_size(count, 1, board.span)
    return Parts(board.name, whole.shape, board.noun, count, 1, part=board.part, of=whole)


def _quarters(context: Context, board: ast.PartsBoard) -> Grid:
    whole = _cut(context, board)
    if isinstance(whole, Parts):
        raise error("board", f"{with_article(whole.noun)} is a part itself", board.span)
    if whole.shape != "square":
        raise error("board", f"only square cells have quarters, and a {whole.noun} is hexagonal",
                    board.span)
    if whole.whole is not None:
        raise error("board", f"a {whole.noun} is a quarter itself", board.span)
    if not whole.endless:
        _require_size(2 * whole.width, 2 * whole.height, board.span)
    return Grid(board.name, "square", board.noun, 2 * whole.width, 2 * whole.height, whole=whole)


def _require_size(width: int, height: int, span: Span) -> None:
    if not (width >= 1 and height >= 1 and width * height <= MAX_CELLS):
        raise error("board", f"a board of {width} by {height} is outside 1 to {MAX_CELLS} cells",
                    span)


def require_directed(board: Grid, span: Span) -> None:
    """Refuse what goes by directions where there are none."""
    if not board.directed:
        raise error("board", f"{plural(board.noun)} lie in no direction from one another", span,
                    f"what meets {with_article(board.noun)} is `next to` it; steps between "
                    f"{plural(board.noun)} are `steps` alone")


def require_leads(board: Grid, direction: E, span: Span) -> None:
    """Refuse a direction that a board does not have: on hexagons nothing lies to the north."""
    require_directed(board, span)
    if isinstance(direction, Const) and board.moves[direction.value] is None:
        names = [name for name, move in zip(DIRECTIONS.labels, board.moves, strict=True) if move]
        raise error("board", f"no {board.noun} lies {DIRECTIONS.labels[direction.value]} of "
                    f"another on {board.name}", span,
                    f"its directions are {', '.join(names[:-1])} and {names[-1]}")


def require_kept(symbols: SymbolTable, noun: str, span: Span) -> None:
    """Refuse attributes of cells that are there only as long as something lies beside them."""
    board = next((board for board in symbols.boards.values() if board.noun == noun), None)
    if board is not None and board.endless:
        raise error("table-cell", f"{board.name} has no edge, so nothing is kept for each of its "
                    f"{plural(noun)}", span, "let it be an attribute of the pieces that lie there")


def whole_of(symbols: SymbolTable, noun: str, thing: Typed) -> Typed | None:
    """The cell of another board that a quarter, or a piece on one, is in; None if such cells are
    not named by the noun."""
    thing = cell_of(symbols, thing)
    board = symbols.board_of(thing.type.domain)
    if board is None or board.whole is None or board.whole.noun != noun:
        return None
    kind = VType("thing", domain=board.whole.cells, none=thing.type.none)
    inside: E = lookup(board.wholes, kind, thing.e)
    return Typed(inside, kind, asked_of(thing))


def board_with(symbols: SymbolTable, cell: ast.Cell, expected: VType | None) -> Grid:
    """The board that has a cell of that name: the one whose cells are wanted, or the only one."""
    if cell.noun is not None:
        boards = [board for board in symbols.boards.values() if board.noun == cell.noun]
        if not boards:
            raise error("cell", f"a {cell.noun} is no cell of a board", cell.span)
        if boards[0].cell(cell.text) is None:
            raise error("cell", f"{boards[0].name} has no {cell.noun} {cell.text}", cell.span,
                        _named_parts(boards))
        return boards[0]
    found = [board for board in symbols.boards.values() if board.cell(cell.text) is not None]
    wanted = [board for board in found if expected is not None and expected.domain == board.cells]
    if not found:
        raise error("cell", f"there is no cell {cell.text} on any board", cell.span,
                    _named_parts(symbols.boards.values()) if "/" in cell.text else None)
    if len(found) > 1 and not wanted:
        ways = [f"`the {board.noun} {cell.text}`" for board in found]
        raise error("cell", f"{cell.text} is a cell of {listed([b.name for b in found], 'and')}",
                    cell.span, f"write {listed(ways, 'or')}")
    return (wanted or found)[0]


def _named_parts(boards: Iterable[Grid]) -> str | None:
    """How sides and corners are called, if there are any."""
    said = [f"{with_article(board.noun)} is called after a {board.of.noun} that has it and where "
            f"it lies there, to the {listed(board.sorts, 'or')}: `{board.cells.labels[0]}`"
            for board in boards if isinstance(board, Parts)]
    return "; ".join(said) or None


def cell_that(
    symbols: SymbolTable, place: ast.Expr, fits: Callable[[Typed], bool]
) -> ast.Expr:
    """What names a place: of cells of one name, the only one of which something can be said."""
    if not isinstance(place, ast.Cell) or place.noun is not None or len(symbols.boards) < 2:
        return place
    found = [board for board in symbols.boards.values() if board.cell(place.text) is not None
             and fits(Typed(FALSE, VType("thing", domain=board.cells)))]
    return replace(place, noun=found[0].noun) if len(found) == 1 else place


def on_board(symbols: SymbolTable, place: ast.Expr, *wanted: Domain | None) -> ast.Expr:
    """What names a place, where a cell of some boards is wanted: of cells of one name, that one."""
    if not isinstance(place, ast.Cell) or place.noun is not None or len(symbols.boards) < 2:
        return place
    found = [board for board in map(symbols.board_of, wanted)
             if board is not None and board.cell(place.text) is not None]
    return replace(place, noun=found[0].noun) if len(found) == 1 else place


def same_name(symbols: SymbolTable, place: ast.Expr) -> list[ast.Cell]:
    """The cells that a name without a noun can mean, where these are several."""
    if not isinstance(place, ast.Cell) or place.noun is not None:
        return []
    found = [replace(place, noun=board.noun) for board in symbols.boards.values()
             if board.cell(place.text) is not None]
    return found if len(found) > 1 else []


def cells_of(symbols: SymbolTable, thing: Typed) -> tuple[Domain, ...]:
    """The things that a piece can be on, or a cell is one of."""
    kind = symbols.numbered.get(noun_of(thing.type))
    if kind is not None:
        return tuple(domain for domain, _ in kind.parts)
    return (thing.type.domain,) if thing.type.domain is not None else ()
