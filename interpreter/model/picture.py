"""What is seen: the picture of a board, and what lies in the zones beside it.

The first board of which something is shown is drawn. Where something stands on its quarters, these
are drawn: what their cell shows is spread over them, from the top left, one thing on each (a single
thing is shown on all), and what stands on a quarter is drawn behind it. Of a table the smallest
rectangle around all that lies on it is drawn; a hexagonal table is drawn as it lies, each row half
a cell beside the next, and a row begins with the name of its first cell.

Where sides or corners show something, the board is drawn with room for them: square cells in every
second row and column, hexagonal ones four places apart, with two rows of corners and one of sides
between. A side that shows nothing is blank, a corner is `+`.

Of a zone it is told what lies in it, or, to those who do not see that, how much; of each player and
of the game, what the look has them show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rulewright.interpreter.ir import Field
from rulewright.interpreter.model.glyphs import Defined, Glyph, Item, Lying, drawn, spread
from rulewright.interpreter.model.parts import CORNERS, SIDES, Parts, Place, places
from rulewright.interpreter.model.places import Numbered
from rulewright.interpreter.model.presentation import Presentation
from rulewright.interpreter.model.topology import Grid, column_letters
from rulewright.interpreter.records import record
from rulewright.interpreter.syntax.words import so_many

#: The name of a cell, and what it shows, each by itself.
Cell = tuple[str, Sequence[str]]


@record
class Picture:
    """A drawn board: its rows from the top.

    `columns` and `heads` are the names of columns and rows; without them columns are lettered and
    rows numbered from the bottom. `slanted`: each row is drawn half a cell to the right of the one
    below. `names` are those of the cells, where they do not stand in columns; of each row, `shifts`
    says whether it is half a cell to the right of the leftmost. With `places`, the middle of each
    cell is so many quarters of a cell from the left; a row begins with its name (`heads`). `cells`
    are the cells by name, each with the texts of which it consists, so that long ones can be cut.
    """

    rows: Sequence[Sequence[Glyph]]
    columns: Sequence[str] | None = None
    heads: Sequence[str] | None = None
    slanted: bool = False
    names: Sequence[Sequence[str]] = ()
    shifts: Sequence[bool] = ()
    places: Sequence[Sequence[int]] = ()
    cells: Sequence[Sequence[Cell]] = ()


class _Rows:
    """The rows of a board in a state."""

    def __init__(self, presentation: Presentation, vector: Sequence[int]) -> None:
        self.presentation, self.vector = presentation, vector
        self.boards = presentation.symbols.boards
        self.lying = presentation.lying(vector)

    def glyph(self, board: str, cell: int) -> Glyph:
        return drawn(self.presentation.boards[board], self.vector, cell, self.lying)

    def cell(self, board: str, cell: int) -> Cell:
        """The name of a cell, and what it shows, each by itself; nothing if nothing is there."""
        name = self.boards[board].cells.labels[cell]
        if self.bare(board, cell):
            return name, []
        parts = spread(self.presentation.boards[board], self.vector, cell, self.lying)
        return name, [text for text, _ in parts]

    def part(self, board: str, cell: int, quarter: int) -> Glyph:
        """What of a cell is shown on one of its quarters."""
        glyphs = spread(self.presentation.boards[board], self.vector, cell, self.lying)
        if len(glyphs) == 1:
            return glyphs[0]
        return glyphs[quarter] if quarter < len(glyphs) else ("", None)

    def part_glyph(self, board: Parts, cell: int, bare: str) -> Glyph:
        """A side or corner; `bare` where it shows nothing."""
        text, colour = self.glyph(board.name, cell)
        return (bare, None) if text in ("", ".") and self.bare(board.name, cell) else (text, colour)

    def bare(self, board: str, cell: int) -> bool:
        """Whether there is nothing on a cell."""
        return all(
            part.bare(self.vector, cell) if isinstance(part, Item)
            else part.bare(self.vector, cell, self.lying)
            for part in self.presentation.boards[board]
        )

    def on(self, board: Grid) -> Iterator[int]:
        """The cells of a board on which pieces lie."""
        for kind in self.presentation.symbols.numbered_on(board.cells):
            first = kind.first(board.cells)
            assert first is not None
            yield from (place - first for place in self.lying[kind.noun]
                        if first <= place < first + board.cells.size)
        occupant = self.presentation.symbols.occupants.get(board.name)
        if occupant is not None:
            here = self.vector[occupant.offset : occupant.offset + occupant.size]
            yield from (cell for cell, value in enumerate(here) if value >= 0)

    def lies(self, board: Grid, parts: Grid | None) -> set[int]:
        """The cells of a table on which something lies, or else the one in the middle."""
        cells = set(self.on(board))
        if parts is not None:
            cells |= {parts.wholes.at(part) for part in self.on(parts)}
        return cells or {board.cells.size // 2}


def picture(presentation: Presentation, vector: Sequence[int]) -> Picture | None:
    """The board that is drawn, in a state of which all that is secret was taken out."""
    name = presentation.first
    if name is None:
        return None
    rows = _Rows(presentation, vector)
    board = rows.boards[name]
    if isinstance(board, Parts):
        board = board.of
    around = [grid for grid in rows.boards.values()
              if isinstance(grid, Parts) and grid.of == board and presentation.boards[grid.name]]
    if around:
        return _with_parts(board, around, rows)
    if board.whole is not None and presentation.boards[board.whole.name]:
        board = board.whole
    parts = next((grid for grid in rows.boards.values() if grid.whole == board
                  and presentation.boards[grid.name]), None)
    if board.downwards:
        return _hexagons(board, rows)
    left, bottom, right, top = _window(board, rows, parts)
    if parts is not None:
        window = (2 * left, 2 * bottom, 2 * right + 1, 2 * top + 1)
        if not all(rows.bare(parts.name, cell) for row in _cells(parts, window) for cell in row):
            return _squares(parts, window, rows, board)
    return _squares(board, (left, bottom, right, top), rows, None)


def shown_cells(presentation: Presentation, vector: Sequence[int], name: str) -> Iterator[int]:
    """The cells of a board; of a table, those of the smallest rectangle around all that lies there,
    which is drawn."""
    rows = _Rows(presentation, vector)
    board = rows.boards[name]
    if board.whole is None:
        parts = next((grid for grid in rows.boards.values() if grid.whole == board), None)
        window = _window(board, rows, parts)
    else:
        left, bottom, right, top = _window(board.whole, rows, board)
        window = (2 * left, 2 * bottom, 2 * right + 1, 2 * top + 1)
    for row in _cells(board, window):
        yield from (cell for cell in row if cell >= 0)


Window = tuple[int, int, int, int]  # the first column and row, the last column and row


def _window(board: Grid, rows: _Rows, parts: Grid | None) -> Window:
    if not board.endless:
        return 0, 0, board.width - 1, board.height - 1
    cells = rows.lies(board, parts)
    across = {cell % board.width for cell in cells}
    up = {cell // board.width for cell in cells}
    return min(across), min(up), max(across), max(up)


def _cells(board: Grid, window: Window) -> Iterator[list[int]]:
    """The cells of a rectangle, row by row from the top."""
    left, bottom, right, top = window
    for y in reversed(range(bottom, top + 1)):
        yield [board.at(x, y) for x in range(left, right + 1)]


def _squares(board: Grid, window: Window, rows: _Rows, whole: Grid | None) -> Picture:
    """A rectangle of a board; on quarters, what their cell (`whole`) shows and what is on them."""
    def glyph(cell: int) -> Glyph:
        if whole is None:
            return rows.glyph(board.name, cell)
        text, colour = rows.part(whole.name, board.wholes.at(cell), _quarter(board, cell))
        if rows.bare(board.name, cell):
            return text, colour
        here, other = rows.glyph(board.name, cell)
        return text + here, other or colour

    shown = [[glyph(cell) for cell in row] for row in _cells(board, window)]
    cells = () if whole is not None else [
        [rows.cell(board.name, cell) for cell in row] for row in _cells(board, window)]
    if board.first is None:
        return Picture(shown, slanted=board.shape == "hexagonal", cells=cells)
    (across, up), (left, bottom, right, top) = board.first, window
    return Picture(shown, [str(x + across) for x in range(left, right + 1)],
                   [str(y + up) for y in reversed(range(bottom, top + 1))], cells=cells)


def _with_parts(board: Grid, around: Sequence[Parts], rows: _Rows) -> Picture:
    """A grid with its sides and corners."""
    found: dict[Place, Glyph] = {}
    for part, bare in ((SIDES, ""), (CORNERS, "+")):
        found |= dict.fromkeys(places(board, part), (bare, None))
        for grid in around:
            if grid.part == part:
                found |= {place: rows.part_glyph(grid, at, bare)
                          for at, place in enumerate(grid.places)}
    middles = places(board, None)
    found |= {place: rows.glyph(board.name, cell) if rows.presentation.boards[board.name]
              else ("", None) for cell, place in enumerate(middles)}
    names = {y: str(number) for number, y in enumerate(sorted({y for _, y in middles}), 1)}
    levels = sorted({y for _, y in found}, reverse=True)
    across = [sorted(x for x, up in found if up == y) for y in levels]
    shown = [[found[x, y] for x in row] for row, y in zip(across, levels, strict=True)]
    if board.shape == "square":
        columns = ["" if at % 2 == 0 else column_letters(at // 2) for at in range(len(shown[0]))]
        return Picture(shown, columns, [names.get(y, "") for y in levels])
    least = min(x for row in across for x in row)
    return Picture(shown, heads=["a" + names[y] if y in names else "" for y in levels],
                   places=[[x - least for x in row] for row in across])


def _quarter(board: Grid, cell: int) -> int:
    """Which quarter of its cell it is: 0 and 1 above, 2 and 3 below."""
    return cell % board.width % 2 + 2 * (1 - cell // board.width % 2)


def _hexagons(board: Grid, rows: _Rows) -> Picture:
    """A hexagonal table as it lies: a cell stands half a cell to the right of the one northwest."""
    cells = rows.lies(board, None)
    places = [divmod(cell, board.width) for cell in cells]
    least = min(2 * x + y for y, x in places)
    most = max(2 * x + y for y, x in places)
    shown, names, shifts, known = [], [], [], []
    for y in range(min(y for y, _ in places), max(y for y, _ in places) + 1):
        first = (least - y + 1) // 2
        row = [board.at(x, y) for x in range(first, (most - y) // 2 + 1)]
        shown.append([rows.glyph(board.name, cell) if cell >= 0 else ("", None) for cell in row])
        names.append([_name(board, x, y) for x in range(first, first + len(row))])
        shifts.append(2 * first + y > least)
        known.append([rows.cell(board.name, cell) if cell >= 0 else ("", []) for cell in row])
    return Picture(shown, names=names, shifts=shifts, cells=known)


def _name(board: Grid, x: int, y: int) -> str:
    assert board.first is not None
    return f"({x + board.first[0]},{y + board.first[1]})"


# -- beside the board ------------------------------------------------------------------------------


def panels(
    presentation: Presentation, vector: Sequence[int], sees: Callable[[Field, int], bool],
) -> list[str]:
    """What players and the game show, a line for each; `sees` says whether an element may be told.
    Qualities are named where they are so."""
    lines = []
    for noun, fields in presentation.beside:
        whose = presentation.symbols.players.labels if noun == "player" else (noun,)
        for number, label in enumerate(whose):
            texts = [text for made in fields for text in _had(made, number, vector, sees)]
            if texts:
                lines.append(f"{label}: {', '.join(texts)}")
    return lines


def _had(
    made: Field | Defined, number: int, vector: Sequence[int], sees: Callable[[Field, int], bool]
) -> Iterator[str]:
    """An attribute of a player (or of the game) in words; of an attribute of pairs, each value."""
    if isinstance(made, Defined):
        if vector[made.offset + number]:
            yield made.name
        return
    others = made.dims[1].labels if len(made.dims) == 2 else ("",)
    texts = []
    for at, other in enumerate(others, number * len(others)):
        seen, value = sees(made, at), vector[made.offset + at]
        if made.type.kind == "bool":
            if not seen or value:
                texts.append(other if seen else f"{other} hidden".lstrip())
        else:
            text = made.type.text(value) if seen else "hidden"
            texts.append(f"{other} {text}".lstrip())
    if texts:
        yield f"{made.name} {' '.join(texts)}".rstrip()


def zones(
    presentation: Presentation, vector: Sequence[int], seen: Sequence[int],
    write: Callable[[str, int], str | None],
) -> list[str]:
    """What lies in each zone that is not empty, the box left out; in `seen`, what is secret was
    taken out of the state. `write` says how a thing of a noun is written, if that is said."""
    symbols = presentation.symbols
    everything, visible = presentation.lying(vector), presentation.lying(seen)
    lines = []
    for zone in symbols.zones.values():
        for place in range(zone.first, zone.first + zone.size):
            texts: list[str] = []
            for noun in zone.nouns:
                kind, shown = symbols.numbered[noun], visible[noun].get(place, ())
                tokens = [write(noun, piece) or _token(presentation, kind, piece, seen, visible)
                          for piece in shown]
                texts += _counted(presentation, kind, shown, tokens)
                hidden = len(everything[noun].get(place, ())) - len(shown)
                if hidden:
                    texts.append(so_many(hidden, noun))
            if texts and symbols.zone is not None:
                lines.append(f"{symbols.zone.labels[place]}: {', '.join(texts)}")
    return lines


def _token(
    presentation: Presentation, kind: Numbered, piece: int, vector: Sequence[int], lying: Lying
) -> str:
    """A piece as it is drawn; nothing without a look."""
    return (presentation.token(kind, piece, vector, lying)[0]
            if presentation.has_look(kind.noun) else "")


def _counted(
    presentation: Presentation, kind: Numbered, pieces: Sequence[int], tokens: Sequence[str]
) -> Iterator[str]:
    """Each text once, with how often; pieces without one by their number and owner."""
    counts: dict[tuple[str, int | None], int] = {}
    for piece, text in zip(pieces, tokens, strict=True):
        owner = None if text or kind.owners is None else kind.owners[piece]
        counts[text, owner] = counts.get((text, owner), 0) + 1
    players = presentation.symbols.players.labels
    for (text, owner), count in counts.items():
        if text:
            yield text if count == 1 else f"{text} x{count}"
        else:
            yield so_many(count, kind.noun) + ("" if owner is None else f" of {players[owner]}")
