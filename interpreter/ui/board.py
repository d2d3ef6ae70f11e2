"""Draws a board from rows of cells: plain or in colour, with coordinates, within the width.

Model.  A row is a list of cells, each a short text and the name of a colour or None; rows come
from the top.  Columns are lettered from `a`, rows numbered from the bottom.  A board that is too
wide is cut into blocks of columns, one below the other.

Invariant: everything can be read without colour; colour is laid over the same characters.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

Cell = tuple[str, str | None]
#: A piece of a line: its text and the name of its colour.
Piece = tuple[str, str | None]

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


def breadth(text: str) -> int:
    """The number of columns that a text takes in a terminal."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in text
    )


def lines(
    rows: Sequence[Sequence[Cell]], width: int = 80, slanted: bool = False
) -> list[list[Piece]]:
    """The lines of a board, each in pieces."""
    columns = max((len(row) for row in rows), default=0)
    if columns == 0:
        return []
    cell = max(
        max((breadth(text) for row in rows for text, _ in row), default=1),
        breadth(column_name(columns - 1)),
    )
    margin = len(str(len(rows)))
    fitting = max(1, (width - 2 * (margin + 1)) // (cell + 1))
    drawn: list[list[Piece]] = []
    for begin in range(0, columns, fitting):
        drawn += [[("", None)]] if drawn else []
        block = _block(rows, range(begin, min(columns, begin + fitting)), cell, margin)
        drawn += _slant(block, cell) if slanted else block
    return drawn


def _slant(block: list[list[Piece]], cell: int) -> list[list[Piece]]:
    """A block with each row half a cell to the right of the one below; letters only below."""
    rows = block[1:-1]
    step = (cell + 1) // 2 if cell > 1 else 1
    shifted = [
        [(" " * (step * (len(rows) - 1 - index)), None), *row] for index, row in enumerate(rows)
    ]
    return [*shifted, block[-1]]


def _block(
    rows: Sequence[Sequence[Cell]], columns: range, cell: int, margin: int
) -> list[list[Piece]]:
    letters = " ".join(column_name(column).ljust(cell) for column in columns)
    head: list[Piece] = [((" " * (margin + 1) + letters).rstrip(), None)]
    drawn = [head]
    for index, row in enumerate(rows):
        number = str(len(rows) - index).rjust(margin)
        line: list[Piece] = [(number, None)]
        for column in columns:
            text, colour = row[column] if column < len(row) else ("", None)
            line += [(" ", None), (text, colour), (" " * (cell - breadth(text)), None)]
        line.append((f" {number.strip()}", None))
        drawn.append(line)
    return [*drawn, head]


def plain(rows: Sequence[Sequence[Cell]], width: int = 80, slanted: bool = False) -> str:
    """The board as plain text."""
    drawn = lines(rows, width, slanted)
    return "\n".join("".join(text for text, _ in line).rstrip() for line in drawn)


def coloured(rows: Sequence[Sequence[Cell]], width: int = 80, slanted: bool = False) -> Text:
    """The board as Rich text."""
    from rich.text import Text

    drawn = Text()
    for number, line in enumerate(lines(rows, width, slanted)):
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
