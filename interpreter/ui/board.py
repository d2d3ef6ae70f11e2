"""Draws a board from rows of cells: plain or in colour, with coordinates, within the width.

Model.  A picture has rows from the top, each a list of cells: a short text and the name of a colour
or None.  Columns are lettered from `a` and rows numbered from the bottom unless they have names of
their own.  Where cells do not stand in columns, each row begins with the name of its first cell.
Columns are equally wide, unless there is only room for a board if each is as wide as it must be.
Of a board that is wider still, the texts of the fullest cells are cut (`…`) and told in full below
it, if there is room for the board then and most cells keep theirs; else it is cut into blocks of
columns, one below the other.

Invariant: everything can be read without colour; colour is laid over the same characters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from rulewright.interpreter.model.picture import Picture
from rulewright.interpreter.ui.wrapping import breadth, wrapped

if TYPE_CHECKING:
    from rich.text import Text

Cell = tuple[str, str | None]
#: A piece of a line: its text and the name of its colour.
Piece = tuple[str, str | None]

#: Stands for what a cell shows besides, where there is no room for it.
MORE = "…"
#: No cell is made narrower than this.
LEAST_CUT = 3
#: Of as many cells that show something, one may be cut.
MOST_CUT = 3

#: Colours that would not be seen on some backgrounds, or have another name in a terminal.
_STYLES = {
    "black": "black on bright_white",
    "white": "white on grey37",
    "gold": "yellow",
    "orange": "dark_orange",
    "brown": "orange4",
    "grey": "bright_black",
    "gray": "bright_black",
    "pink": "hot_pink",
}


def column_name(index: int) -> str:
    """The letters of a column: a to z, aa, ab, ..."""
    name = ""
    index += 1
    while index:
        index, letter = divmod(index - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def lines(picture: Picture, width: int = 80) -> list[list[Piece]]:
    """The lines of a board, each in pieces."""
    drawn = _drawn(picture, width)
    if not picture.cells or not _in_blocks(drawn):
        return drawn
    full = sum(len(parts) > 0 for row in picture.cells for _, parts in row)
    widest = max(breadth(text) for row in picture.rows for text, _ in row)
    for most in range(widest - 1, LEAST_CUT - 1, -1):
        less, cut = _shortened(picture, most)
        if len(cut) * MOST_CUT > full:
            break
        shorter = _drawn(less, width)
        if not _in_blocks(shorter):
            told: list[list[Piece]] = [
                [(line, None)] for line in wrapped([f"{MORE} {', '.join(cut)}"], width)]
            return [*shorter, *told]
    return drawn


def _in_blocks(drawn: list[list[Piece]]) -> bool:
    """Whether a board is cut into blocks of columns."""
    return [("", None)] in drawn


def _shortened(picture: Picture, most: int) -> tuple[Picture, list[str]]:
    """A picture whose cells are at most so wide, and those that were cut, by name, in full. Of a
    cell that is, the first of its texts are left, as many as there is room for."""
    rows: list[list[Cell]] = []
    cut: list[str] = []
    for row, cells in zip(picture.rows, picture.cells, strict=True):
        rows.append([])
        for (text, colour), (name, parts) in zip(row, cells, strict=True):
            if breadth(text) <= most:
                rows[-1].append((text, colour))
                continue
            left = ""
            for part in parts:
                if breadth(left + part) >= most:
                    break
                left += part
            rows[-1].append((left + MORE, colour))
            cut.append(f"{name} {text}")
    return replace(picture, rows=rows), cut


def _drawn(picture: Picture, width: int) -> list[list[Piece]]:
    """The lines of a board with all that its cells show."""
    columns = max((len(row) for row in picture.rows), default=0)
    if columns == 0:
        return []
    if picture.places:
        return _placed(picture)
    names = [column_name(index) for index in range(columns)]
    if picture.columns is not None:
        names = list(picture.columns)
    if picture.names:
        cell = max(breadth(text) for row in picture.rows for text, _ in row)
        cell += 1 - cell % 2  # so that half a cell and the blank beside it are whole
        shift = _half(cell) if any(picture.shifts) else 0
        left = width - shift - max(len(name) for row in picture.names for name in row)
        return _cut([cell] * columns, left, lambda block: _hexagons(picture, block, cell))
    cells = [max(breadth(name), *(breadth(row[column][0]) for row in picture.rows
                                  if column < len(row)))
             for column, name in enumerate(names)]
    heads = list(picture.heads or map(str, range(len(picture.rows), 0, -1)))
    margin = max(map(len, heads))
    left = width - 2 - 2 * margin
    widest = max(cells)
    if picture.slanted or columns * (widest + 1) <= left or sum(cells) + columns > left:
        cells = [widest] * columns

    def draw(block: range) -> list[list[Piece]]:
        found = _block(picture.rows, block, cells, [head.rjust(margin) for head in heads], names)
        return _slant(found, widest) if picture.slanted else found

    return _cut(cells, left, draw)


def _cut(
    cells: Sequence[int], left: int, draw: Callable[[range], list[list[Piece]]]
) -> list[list[Piece]]:
    """A board as blocks of columns, each with a blank before it, for which there is room."""
    drawn: list[list[Piece]] = []
    begin = 0
    while begin < len(cells):
        end = begin + 1
        while end < len(cells) and sum(cells[begin : end + 1]) + end + 1 - begin <= left:
            end += 1
        drawn += [[("", None)]] if drawn else []
        drawn += draw(range(begin, end))
        begin = end
    return drawn


def _slant(block: list[list[Piece]], cell: int) -> list[list[Piece]]:
    """A block with each row half a cell to the right of the one below; letters only below."""
    rows = block[1:-1]
    step = _half(cell)
    shifted = [
        [(" " * (step * (len(rows) - 1 - index)), None), *row] for index, row in enumerate(rows)
    ]
    return [*shifted, block[-1]]


def _half(cell: int) -> int:
    """The columns of a terminal that are half a cell."""
    return (cell + 1) // 2 if cell > 1 else 1


def _block(
    rows: Sequence[Sequence[Cell]], columns: range, cells: Sequence[int], heads: list[str],
    names: list[str],
) -> list[list[Piece]]:
    letters = " ".join(names[column].ljust(cells[column]) for column in columns)
    top: list[Piece] = [((" " * (len(heads[0]) + 1) + letters).rstrip(), None)]
    drawn = [top]
    for head, row in zip(heads, rows, strict=True):
        drawn.append([(head, None), *_row(row, columns, cells), (f" {head.strip()}", None)])
    return [*drawn, top]


def _row(row: Sequence[Cell], columns: range, cells: Sequence[int]) -> list[Piece]:
    line: list[Piece] = []
    for column in columns:
        text, colour = row[column] if column < len(row) else ("", None)
        line += [(" ", None), (text, colour), (" " * (cells[column] - breadth(text)), None)]
    return line


def _hexagons(picture: Picture, columns: range, cell: int) -> list[list[Piece]]:
    """Cells that do not stand in columns; a row begins with the name of its first cell."""
    heads = [names[columns.start] if columns.start < len(names) else "" for names in picture.names]
    margin = max(map(len, heads))
    return [
        [(head.rjust(margin), None), (" " * (_half(cell) if shift else 0), None),
         *_row(row, columns, [cell] * columns.stop)]
        for head, row, shift in zip(heads, picture.rows, picture.shifts, strict=True)
    ]


def _placed(picture: Picture) -> list[list[Piece]]:
    """Cells of which each has its own place, as near to one another as they can be read."""
    unit = 1
    for row, places in zip(picture.rows, picture.places, strict=True):
        texts = [(at, breadth(text)) for at, (text, _) in zip(places, row, strict=True) if text]
        for (at, wide), (then, other) in pairwise(texts):
            while at * unit + (wide + 1) // 2 >= then * unit - other // 2:
                unit += 1
    heads = list(picture.heads or ())
    margin = max(map(len, heads))
    drawn = []
    for head, row, places in zip(heads, picture.rows, picture.places, strict=True):
        line: list[Piece] = [(head.ljust(margin), None)]
        end = -1  # behind which place something may be drawn
        for at, (text, colour) in zip(places, row, strict=True):
            begin = at * unit - breadth(text) // 2
            if text:
                line += [(" " * (begin - end), None), (text, colour)]
                end = begin + breadth(text)
        drawn.append(line)
    return drawn


def plain(picture: Picture, width: int = 80) -> str:
    """The board as plain text."""
    return "\n".join("".join(text for text, _ in line).rstrip() for line in lines(picture, width))


def coloured(picture: Picture, width: int = 80) -> Text:
    """The board as Rich text."""
    from rich.text import Text

    drawn = Text()
    for number, line in enumerate(lines(picture, width)):
        if number:
            drawn.append("\n")
        for text, colour in line:
            drawn.append(text, style=style(colour))
    return drawn


def style(colour: str | None) -> str:
    """The terminal's style for a colour's name; nothing for a name that is not known."""
    from rich.errors import StyleSyntaxError
    from rich.style import Style

    if colour is None:
        return ""
    name = _STYLES.get(colour.lower(), colour.lower())
    try:
        Style.parse(name)
    except StyleSyntaxError:
        return ""
    return name
