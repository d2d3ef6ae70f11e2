"""How cells are drawn and read: the `look` of a ruleset as tables of glyphs.

A cell shows some of its attributes and the piece on it, each as a short text; the texts stand side
by side. The same tables read a drawn board back into values, so what two lines of a look say of
one place must differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from rulewright.interpreter.diagnostics import Diagnostic, RulesError, did_you_mean
from rulewright.interpreter.ir import Field
from rulewright.interpreter.model.declarations import Declarations
from rulewright.interpreter.model.symbols import SymbolTable
from rulewright.interpreter.model.types import member
from rulewright.interpreter.syntax import ast

Glyph = tuple[str, str | None]  # the text and the colour
Assignment = tuple[Field, int, int]  # a field, the index in it, the value

#: The colours a look may name; every screen knows them.
COLOURS = tuple(
    "red blue green yellow cyan magenta white black grey orange brown pink gold".split()
)


@dataclass(frozen=True)
class Shown:
    """A text on the board: the values it is drawn for (None: any), and those it is read as.

    `line` is the line of the look that says so; `what` says in words what it stands for.
    """

    wanted: tuple[int | None, ...]
    values: tuple[int, ...]
    glyph: Glyph
    line: ast.LookLine | None
    what: str

    @property
    def text(self) -> str:
        return self.glyph[0]

    def fits(self, values: tuple[int | None, ...]) -> bool:
        pairs = zip(self.wanted, values, strict=True)
        return all(wanted in (None, value) for wanted, value in pairs)

    def clashes(self, other: Shown) -> bool:
        """Whether a drawing cannot tell the two apart. What a single line draws alike is alike on
        purpose."""
        same_line = self.line is not None and self.line is other.line
        return self.text == other.text and self.values != other.values and not same_line


@dataclass(frozen=True)
class Item:
    """One thing a cell shows: for each combination of field values, a glyph.

    `fields` are indexed by the cell; `glyphs` are tried in order.
    """

    fields: tuple[Field, ...]
    glyphs: tuple[Shown, ...]

    marks: Field | None = None  # where players stand: an attribute of players that is a cell

    def draw(self, vector: list[int], cell: int) -> Glyph:
        if self.marks is not None:
            here = range(self.marks.size)
            there = [i for i in here if vector[self.marks.offset + i] == cell]
            shown = [x.glyph for x in self.glyphs if x.values[0] in there]
            if len(shown) > 1:
                return "".join(text for text, _ in shown), None
            return shown[0] if shown else self.glyphs[0].glyph
        values = tuple(vector[f.offset + cell] for f in self.fields)
        exact = (x.glyph for x in self.glyphs if x.fits(values))
        alike = (x.glyph for x in self.glyphs if x.values[0] == values[0])
        return next(exact, None) or next(alike, ("?", None))

    def assign(self, shown: Shown, cell: int) -> list[Assignment]:
        """What one of the texts, read in a cell, says."""
        if self.marks is not None:
            return [(self.marks, shown.values[0], cell)] if shown.values[0] >= 0 else []
        return [(f, cell, v) for f, v in zip(self.fields, shown.values, strict=True)]


class Presentation:
    """The drawing tables of a game, for each of its boards; `lines` are those of its looks."""

    def __init__(self, symbols: SymbolTable, lines: Iterable[ast.LookLine]) -> None:
        self.symbols = symbols
        self.lines = list(lines)
        self.boards = {name: self._items(name) for name in symbols.boards}

    @property
    def first(self) -> str | None:
        """The board that is drawn: the first one whose cells show anything."""
        return next((name for name, items in self.boards.items() if items),
                    next(iter(self.boards), None))

    def _items(self, board: str) -> list[Item]:
        grid = self.symbols.boards[board]
        cell = next((x for x in self.lines if x.kind == "cell" and x.noun == grid.noun), None)
        shown = cell.shows if cell else tuple(
            p.noun for p in self.symbols.pieces_on(board)
        )
        items: list[Item] = []
        pieces = [name for name in shown if name in self.symbols.pieces]
        if pieces:  # all kinds of pieces of a board share one place
            pieces += [p.noun for p in self.symbols.pieces_on(board) if p.noun not in pieces]
        for name in shown:
            if name in pieces:
                if name == pieces[0]:
                    items.append(self._piece_item(board, pieces))
                continue
            field = self.symbols.attributes.get((grid.noun, name)) or self.symbols.qualities.get(
                (grid.noun, name)
            )
            mark = self.symbols.attributes.get(("player", name))
            if field is not None:
                items.append(self._attribute_item(field, name))
            elif mark is not None and mark.type.domain == grid.cells:
                items.append(self._mark_item(mark))
        return items

    def _mark_item(self, field: Field) -> Item:
        """The players who are on a cell, by their own glyphs."""
        glyphs = [Shown((-1,), (-1,), (".", None), None, "nobody")]
        for seat, name in enumerate(self.symbols.players.labels):
            glyphs.append(self._shown("value", name, (seat,), name[:1]))
        return Item((), tuple(glyphs), field)

    def _attribute_item(self, field: Field, name: str) -> Item:
        kind = field.type
        glyphs = []
        for value in range(kind.least, min(kind.most, kind.least + 255) + 1):
            text = kind.text(value)
            if kind.kind == "bool" and value:
                glyphs.append(self._shown("quality", name, (value,), name[:1].lower()))
            elif kind.kind == "bool":
                glyphs.append(Shown((value,), (value,), (".", None), None, f"not {name}"))
            else:
                plain = "." if value < 0 else text if kind.kind == "int" else text[:1].lower()
                plain = kind.sign(value) or plain
                glyphs.append(self._shown("value", text, (value,), plain))
        return Item((field,), tuple(glyphs))

    def _shown(self, kind: str, name: str, values: tuple[int, ...], plain: str) -> Shown:
        """The text of a value or quality: that of its line, else a plain one."""
        line = next((x for x in self.lines if x.kind == kind and x.values == (name,)), None)
        glyph = (line.glyph or "", line.colour) if line else (plain, None)
        return Shown(values, values, glyph, line, name)

    def _piece_item(self, board: str, nouns: list[str]) -> Item:
        occupant = self.symbols.occupants[board]
        players = self.symbols.players
        extra = self._told_apart(nouns)
        none = next((x for x in self.lines if x.kind == "none" and x.noun in nouns), None)
        rest = tuple(field.first[0] for field in extra)
        anything = (None,) * len(extra)
        empty = (none.glyph or "", none.colour) if none else (".", None)
        glyphs = [Shown((-1, *anything), (-1, *rest), empty, none, f"no {nouns[0]}")]
        for noun in nouns:
            code = self.symbols.pieces[noun].code
            lines = [x for x in self.lines if x.kind == "piece" and x.noun == noun]
            lines.sort(key=lambda x: (-len(x.values), x.owner is None))  # the narrowest first
            for owner, label in enumerate(players.labels):
                value = code * players.size + owner
                fitting = [x for x in lines if x.owner in (None, label)]
                for line in fitting:
                    wanted = (value, *self._wanted(line, extra))
                    if any(x.fits(wanted) for x in glyphs):
                        continue  # never drawn, so never read
                    values = (r if w is None else w for w, r in zip(wanted[1:], rest, strict=True))
                    what = " ".join((*line.values, noun, "of", label))
                    glyph = (line.glyph or "", line.colour)
                    glyphs.append(Shown(wanted, (value, *values), glyph, line, what))
                if not fitting:
                    glyphs.append(Shown((value, *anything), (value, *rest),
                                        (label[:1].upper(), None), None, f"{noun} of {label}"))
        return Item((occupant, *extra), tuple(glyphs))

    def _told_apart(self, nouns: list[str]) -> tuple[Field, ...]:
        """The attributes of pieces by whose values the look tells them apart."""
        words = {w for x in self.lines if x.kind == "piece" and x.noun in nouns for w in x.values}
        return tuple(
            field for (owner, name), field in self.symbols.owned()
            if owner in nouns and (name in words or any(
                member(field.type, w) is not None for w in words
            ))
        )

    @staticmethod
    def _wanted(line: ast.LookLine, extra: tuple[Field, ...]) -> tuple[int | None, ...]:
        """The values of these attributes that a line speaks of."""
        wanted: list[int | None] = []
        for field in extra:
            named = [1 if field.name == word else member(field.type, word)
                     for word in line.values]
            wanted.append(next((value for value in named if value is not None), None))
        return tuple(wanted)

    # -- checking --------------------------------------------------------------------------------

    def problems(self, declarations: Declarations) -> Iterator[Diagnostic]:
        """What is shown that is not there, unknown colours, and texts that mean two things."""
        known = {a.name for _, a in declarations.all(ast.Attribute)}
        known |= {p.noun for _, p in declarations.all(ast.Piece)}
        for line in self.lines:
            for name in line.shows:
                if name not in known:
                    yield Diagnostic("look", f"a {line.noun} has no `{name}` that could be shown",
                                     line.span, "it shows attributes and pieces")
            if line.colour not in (None, *COLOURS):
                yield Diagnostic("look", f"there is no colour `{line.colour}`", line.span,
                                 did_you_mean(line.colour or "", COLOURS)
                                 or "the colours are: " + ", ".join(COLOURS))
        for items in self.boards.values():
            for item in items:
                yield from _clashes(item)

    # -- drawing and reading ---------------------------------------------------------------------

    def draw(self, board: str, vector: list[int]) -> list[list[Glyph]]:
        """The rows of a board from the top, each cell with its text and colour."""
        grid = self.symbols.boards[board]
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
        grid = self.symbols.boards[board]
        rows = [row.split() for row in text.splitlines() if row.strip()]
        if len(rows) != grid.height:
            raise _wrong(f"the board {board} has {grid.height} rows, {len(rows)} are drawn")
        cells: list[Assignment] = []
        known: dict[str, tuple[Shown, ...]] = {}
        for top, row in enumerate(rows):
            y = grid.height - 1 - top
            if len(row) != grid.width:
                raise _wrong(f"row {y + 1} of {board} has {grid.width} cells, "
                             f"{len(row)} are drawn")
            for x, cell in enumerate(row):
                at = grid.at(x, y)
                if cell not in known:
                    known[cell] = self._reading(board, cell, f"`{cell}` at {grid.cells.labels[at]}")
                pairs = zip(self.boards[board], known[cell], strict=True)
                cells += [one for item, shown in pairs for one in item.assign(shown, at)]
        return cells

    def _reading(self, board: str, text: str, where: str) -> tuple[Shown, ...]:
        """The one way in which a drawn cell can be read, a glyph for each thing it shows."""
        readings = _readings(self.boards[board], text)
        first = next(readings, None)
        if first is None:
            raise _wrong(f"{where} of {board} cannot be read: {_expected(self.boards[board])}")
        for other in readings:
            for one, two in zip(first, other, strict=True):
                if one.values != two.values and (one.text != two.text or one.clashes(two)):
                    raise _wrong(f"{where} of {board} can be read in two ways: "
                                 f"{one.what} or {two.what}")
        return first


def _clashes(item: Item) -> Iterator[Diagnostic]:
    """Texts that mean two things, where a line of the look says so."""
    texts: dict[str, list[Shown]] = {}
    for shown in item.glyphs:
        texts.setdefault(shown.text, []).append(shown)
    for text, alike in texts.items():
        for one, two in combinations(alike, 2):
            lines = sorted((x.line for x in (one, two) if x.line), key=lambda x: x.span.line)
            if lines and one.clashes(two):
                yield Diagnostic(
                    "look", f"`{text}` would mean both {one.what} and {two.what}", lines[-1].span,
                    "give each its own text, or a drawn board cannot be read",
                )


def _readings(items: Sequence[Item], text: str) -> Iterator[tuple[Shown, ...]]:
    """All ways of reading a text as one glyph of each item."""
    starts = [{0}]  # for each item, where its glyph may begin after those before it
    for item in items:
        starts.append({
            at + len(x.text) for at in starts[-1] for x in item.glyphs
            if text.startswith(x.text, at)
        })

    def up_to(number: int, end: int) -> Iterator[tuple[Shown, ...]]:
        if number == 0:
            yield ()
            return
        for shown in items[number - 1].glyphs:
            at = end - len(shown.text)
            if at in starts[number - 1] and text.startswith(shown.text, at):
                for before in up_to(number - 1, at):
                    yield (*before, shown)

    if len(text) in starts[-1]:
        yield from up_to(len(items), len(text))


def _expected(items: Sequence[Item]) -> str:
    """What a drawn cell is field of, in words."""
    parts = [" ".join(dict.fromkeys(x.text for x in item.glyphs if x.text)) for item in items]
    return "a cell is one of " + ", then one of ".join(parts) if parts else "a cell shows nothing"


def _wrong(message: str) -> RulesError:
    return RulesError([Diagnostic("drawing", message)])
