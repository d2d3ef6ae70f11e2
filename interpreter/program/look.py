"""How cells are drawn and read: the `look` of a ruleset as tables of glyphs.

A cell shows some of its attributes and the piece on it, each as a short text; the texts stand side
by side. The same tables read a drawn board back into values.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.program.ir import Field
from rulewright.interpreter.program.sets import Sets
from rulewright.interpreter.syntax import ast

Glyph = tuple[str, str | None]  # the text and the colour
Assignment = tuple[Field, int, int]  # a field, the index in it, the value


@dataclass(frozen=True)
class Item:
    """One thing a cell shows: for each combination of field values, a glyph.

    `fields` are indexed by the cell; `glyphs` are tried in order and give the values they mean.
    """

    fields: tuple[Field, ...]
    glyphs: tuple[tuple[tuple[int, ...], Glyph], ...]

    marks: Field | None = None  # where players stand: an attribute of players that is a cell

    def draw(self, vector: list[int], cell: int) -> Glyph:
        if self.marks is not None:
            here = range(self.marks.size)
            there = [i for i in here if vector[self.marks.offset + i] == cell]
            shown = [glyph for values, glyph in self.glyphs if values[0] in there]
            if len(shown) > 1:
                return "".join(text for text, _ in shown), None
            return shown[0] if shown else self.glyphs[0][1]
        values = tuple(vector[f.offset + cell] for f in self.fields)
        for wanted, glyph in self.glyphs:
            if wanted == values:
                return glyph
        for wanted, glyph in self.glyphs:
            if wanted[0] == values[0]:
                return glyph
        return ("?", None)


class Look:
    """The drawing tables of an instantiated game, for each of its boards."""

    def __init__(self, instance: Sets) -> None:
        self.instance = instance
        block = instance.sheet.one(ast.Look)
        self.lines = block.lines if block else ()
        self.boards = {name: self._items(name) for name in instance.grids}

    def _items(self, board: str) -> list[Item]:
        grid = self.instance.grids[board]
        cell = next((x for x in self.lines if x.kind == "cell" and x.noun == grid.noun), None)
        shown = cell.shows if cell else tuple(
            p.noun for p in self.instance.pieces.values() if p.board == board
        )
        items: list[Item] = []
        pieces = [name for name in shown if name in self.instance.pieces]
        if pieces:  # all kinds of pieces of a board share one place
            pieces += [p.noun for p in self.instance.pieces.values()
                       if p.board == board and p.noun not in pieces]
        for name in shown:
            if name in pieces:
                if name == pieces[0]:
                    items.append(self._piece_item(board, pieces))
                continue
            made = self.instance.attributes.get((grid.noun, name)) or self.instance.qualities.get(
                (grid.noun, name)
            )
            mark = self.instance.attributes.get(("player", name))
            if made is not None:
                items.append(self._attribute_item(made, name))
            elif mark is not None and mark.type.domain == grid.cells:
                items.append(self._mark_item(mark))
        return items

    def _mark_item(self, made: Field) -> Item:
        """The players who are on a cell, by their own glyphs."""
        glyphs: list[tuple[tuple[int, ...], Glyph]] = [((-1,), (".", None))]
        for seat, name in enumerate(self.instance.domains["player"].labels):
            line = next((x for x in self.lines if x.kind == "value" and x.values == (name,)), None)
            glyph = (line.glyph or "", line.colour) if line else (name[:1], None)
            glyphs.append(((seat,), glyph))
        return Item((), tuple(glyphs), made)

    def _attribute_item(self, made: Field, name: str) -> Item:
        kind = made.type
        glyphs = []
        for value in range(kind.least, min(kind.most, kind.least + 255) + 1):
            text = kind.text(value)
            if kind.kind == "bool":
                line = next((x for x in self.lines if x.kind == "quality" and x.values == (name,)),
                            None)
                glyph = (line.glyph or "", line.colour) if line and value else (".", None)
            else:
                line = next((x for x in self.lines if x.kind == "value" and x.values == (text,)),
                            None)
                plain = "." if value < 0 else text if kind.kind == "int" else text[:1].lower()
                glyph = (line.glyph or "", line.colour) if line else (plain, None)
            glyphs.append(((value,), glyph))
        return Item((made,), tuple(glyphs))

    def _piece_item(self, board: str, nouns: list[str]) -> Item:
        instance = self.instance
        occupant = instance.occupants[board]
        players = instance.domains["player"]
        extra = self._told_apart(nouns)
        glyphs: list[tuple[tuple[int, ...], Glyph]] = []
        none = next((x for x in self.lines if x.kind == "none" and x.noun in nouns), None)
        rest = tuple(made.first[0] for made in extra)
        glyphs.append(((-1, *rest), (none.glyph or "", none.colour) if none else (".", None)))
        for noun in nouns:
            code = instance.pieces[noun].code
            lines = [x for x in self.lines if x.kind == "piece" and x.noun == noun]
            for owner, label in enumerate(players.labels):
                value = code * players.size + owner
                for line in sorted(lines, key=lambda x: -len(x.values)):
                    if line.owner in (None, label):
                        values = self._values_of(line, extra, rest)
                        glyphs.append(((value, *values), (line.glyph or "", line.colour)))
                if not any(x.owner in (None, label) for x in lines):
                    glyphs.append(((value, *rest), (label[:1].upper(), None)))
        return Item((occupant, *extra), tuple(glyphs))

    def _told_apart(self, nouns: list[str]) -> tuple[Field, ...]:
        """The attributes of pieces by whose values the look tells them apart."""
        words = {w for x in self.lines if x.kind == "piece" and x.noun in nouns for w in x.values}
        both = (*self.instance.attributes.items(), *self.instance.qualities.items())
        return tuple(
            made for (owner, name), made in both
            if owner in nouns and (name in words or any(
                Sets.member(made.type, w) is not None for w in words
            ))
        )

    @staticmethod
    def _values_of(
        line: ast.LookLine, extra: tuple[Field, ...], rest: tuple[int, ...]
    ) -> tuple[int, ...]:
        values = []
        for made, first in zip(extra, rest, strict=True):
            value = first
            for word in line.values:
                found = 1 if made.name == word else Sets.member(made.type, word)
                value = value if found is None else found
            values.append(value)
        return tuple(values)

    # -- drawing and reading ---------------------------------------------------------------------

    def draw(self, board: str, vector: list[int]) -> list[list[Glyph]]:
        """The rows of a board from the top, each cell with its text and colour."""
        grid = self.instance.grids[board]
        rows = []
        for y in reversed(range(grid.height)):
            row = []
            for x in range(grid.width):
                parts = [item.draw(vector, grid.at(x, y)) for item in self.boards[board]]
                colour = next((c for _, c in reversed(parts) if c), None)
                row.append(("".join(text for text, _ in parts), colour))
            rows.append(row)
        return rows

    def read(self, board: str, text: str) -> list[Assignment]:
        """What a drawn board says. Raises `RulesError` naming the row and cell that is wrong."""
        grid = self.instance.grids[board]
        rows = [row.split() for row in text.splitlines() if row.strip()]
        if len(rows) != grid.height:
            raise _wrong(f"the board {board} has {grid.height} rows, {len(rows)} are drawn")
        found: list[Assignment] = []
        for top, row in enumerate(rows):
            y = grid.height - 1 - top
            if len(row) != grid.width:
                raise _wrong(f"row {y + 1} of {board} has {grid.width} cells, "
                             f"{len(row)} are drawn")
            for x, cell in enumerate(row):
                found += self._read_cell(board, cell, grid.at(x, y))
        return found

    def _read_cell(self, board: str, text: str, cell: int) -> list[Assignment]:
        found: list[Assignment] = []
        rest = text
        for item in self.boards[board]:
            fitting = [g for g in item.glyphs if g[1][0] and rest.startswith(g[1][0])]
            if not fitting:
                label = self.instance.grids[board].cells.labels[cell]
                known = ", ".join(dict.fromkeys(glyph for _, (glyph, _) in item.glyphs))
                raise _wrong(f"`{text}` at {label} of {board} cannot be read: "
                             f"`{rest}` begins with none of {known}")
            values, (glyph, _) = max(fitting, key=lambda g: len(g[1][0]))
            if item.marks is None:
                found += [(f, cell, v) for f, v in zip(item.fields, values, strict=True)]
            elif values[0] >= 0:
                found.append((item.marks, values[0], cell))
            rest = rest[len(glyph) :]
        if rest:
            label = self.instance.grids[board].cells.labels[cell]
            raise _wrong(f"`{text}` at {label} of {board} has `{rest}` too much")
        return found


def _wrong(message: str) -> RulesError:
    return RulesError([Diagnostic("drawing", message)])
