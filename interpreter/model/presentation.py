"""How cells and pieces are drawn and read: the `look` of a ruleset as tables of glyphs.

A cell shows some of its attributes and the pieces on it, each as a short text; the texts stand side
by side. So is a piece with a number drawn by what it shows, wherever it lies. The same tables read
a drawn board back into values, so what two lines of a look say of one place must differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rulewright.interpreter.diagnostics import Diagnostic, RulesError, did_you_mean
from rulewright.interpreter.ir import Domain, Field
from rulewright.interpreter.model.declarations import Declarations
from rulewright.interpreter.model.glyphs import (
    Assignment,
    Defined,
    DrawnPiece,
    Glyph,
    Item,
    Lying,
    Part,
    Pieces,
    Reading,
    Shown,
    clashes,
    drawn,
    expected,
    readings,
)
from rulewright.interpreter.model.look_names import BESIDE, about, never_drawn
from rulewright.interpreter.model.places import Numbered
from rulewright.interpreter.model.symbols import SymbolTable
from rulewright.interpreter.model.topology import Grid
from rulewright.interpreter.model.types import member
from rulewright.interpreter.records import record
from rulewright.interpreter.syntax import ast

#: The colours a look may name; every screen knows them.
COLOURS = tuple(
    "red blue green yellow cyan magenta white black grey orange brown pink gold".split()
)


@record
class Drawing:
    """What a drawn board says: values, and pieces with a number that are on its cells."""

    values: list[Assignment]
    pieces: list[DrawnPiece]


def _first(field: Field | Defined) -> int:
    """The value that is taken for any value."""
    return field.first[0] if isinstance(field, Field) else 0


class Presentation:
    """The drawing tables of a game, for each of its boards; `lines` are those of its looks."""

    def __init__(self, symbols: SymbolTable, lines: Iterable[ast.LookLine]) -> None:
        self.symbols = symbols
        self.lines = list(lines)
        #: What is shown and defined; the values of each stand before those of the one before it.
        self.defined: list[Defined] = []
        #: Of each noun of pieces with a number, what is shown of a piece.
        self.pieces: dict[str, list[Part]] = {noun: [] for noun in symbols.numbered}
        for noun, kind in symbols.numbered.items():
            self.pieces[noun] += self._of_piece(kind)
        self.boards = {name: self._items(name) for name in symbols.boards}
        #: What players and the game show.
        self.beside = list(self._beside())
        #: What cells were read as, by board and text: many positions are drawn alike.
        self._read: dict[tuple[str, str], Reading] = {}

    @property
    def first(self) -> str | None:
        """The first board whose cells show anything."""
        return next((name for name, items in self.boards.items() if items),
                    next(iter(self.boards), None))

    def _beside(self) -> Iterator[tuple[str, list[Field | Defined]]]:
        """What the look says that players and the game show."""
        symbols = self.symbols
        for noun in BESIDE:
            shown = [field for name in self._shows(noun) or () for field in (
                self._field(noun, name),
                *(pair for (owner, had, *_), pair in (*symbols.pairs.items(),
                                                      *symbols.relations.items())
                  if owner == noun and had == name)) if field is not None]
            if shown:
                yield noun, shown

    def _shows(self, noun: str) -> tuple[str, ...] | None:
        """What the look says that things of a noun show."""
        return next((x.shows for x in self.lines if x.kind == "cell" and x.noun == noun), None)

    def _items(self, board: str) -> list[Part]:
        grid = self.symbols.boards[board]
        there = {kind.noun: kind for kind in self.symbols.numbered_on(grid.cells)}
        shown = self._shows(grid.noun)
        if shown is None:
            shown = (*(p.noun for p in self.symbols.pieces_on(board)), *there)
        items: list[Part] = []
        on: dict[str, Pieces] = {}  # pieces of one noun are shown in one place
        pieces = [name for name in shown if name in self.symbols.pieces]
        if board not in self.symbols.occupants:
            pieces = []  # what is wrong with them was said
        if pieces:  # all kinds of pieces of a board share one place
            pieces += [p.noun for p in self.symbols.pieces_on(board) if p.noun not in pieces]
        for name in shown:
            if name in pieces:
                if name == pieces[0]:
                    items.append(self._piece_item(board, pieces))
                continue
            field = self._field(grid.noun, name)
            mark = self.symbols.attributes.get(("player", name))
            owner = name if name in there else self._owner(name, [
                *(noun for noun in shown if noun in there), *there])
            if field is not None:
                items.append(self._attribute_item(field, name))
            elif mark is not None and mark.type.domain == grid.cells:
                items.append(self._mark_item(mark))
            elif owner is not None:
                if owner not in on:
                    on[owner] = self._pieces(there[owner], grid.cells, ".")
                    items.append(on[owner])
                on[owner].parts.extend(self.pieces[owner] if name == owner
                                       else self._of_attribute(owner, name))
        return items

    # -- pieces with a number --------------------------------------------------------------------

    def _owner(self, name: str, nouns: Iterable[str]) -> str | None:
        """The first of these nouns of which an attribute or quality is."""
        return next((noun for noun in nouns if self._field(noun, name) is not None), None)

    def _field(self, noun: str, name: str) -> Field | Defined | None:
        """An attribute or quality of the things of a noun, or an adjective defined for them."""
        return (self.symbols.attributes.get((noun, name))
                or self.symbols.qualities.get((noun, name)) or self._defined(noun, name))

    def _defined(self, noun: str, name: str) -> Defined | None:
        known = next((x for x in self.defined if (x.noun, x.name) == (noun, name)), None)
        defines = self.symbols.definitions.get(("adjective", name), ())
        if known is None and any(about(define) == noun for define in defines):
            size = self._domain(noun).size
            end = self.defined[-1].offset if self.defined else 0
            known = Defined(noun, name, size, end - size)
            self.defined.append(known)
        return known

    def _domain(self, noun: str) -> Domain:
        """The things of a noun; pieces without a number are known by their cells."""
        if noun in self.symbols.pieces:
            return self.symbols.board_of_piece(noun).cells
        return self.symbols.domains[noun]

    def _pieces(self, kind: Numbered, domain: Domain, otherwise: str) -> Pieces:
        """The pieces of a noun that are on things of a domain, of which nothing is shown yet."""
        first = kind.first(domain)
        assert first is not None
        line = next((x for x in self.lines if x.kind == "none" and x.noun == kind.noun), None)
        glyph = (line.glyph or "", line.colour) if line else (otherwise, None)
        return Pieces(kind, first, Shown((), (), glyph, line, f"no {kind.noun}"), [],
                      domain.noun not in kind.several)

    def _of_piece(self, kind: Numbered) -> Iterator[Part]:
        """What is shown of a piece: whose it is, then its attributes and the pieces on it."""
        shown = self._shows(kind.noun) or ()
        base = self._base_item(kind, not shown)
        if base is not None:
            yield base
        for name in shown:
            on = self.symbols.numbered.get(name)
            if on is not None and on.first(kind.domain) is not None:
                pieces = self._pieces(on, kind.domain, "")
                yield replace(pieces, parts=self.pieces[name])
            else:
                yield from self._of_attribute(kind.noun, name)

    def _of_attribute(self, noun: str, name: str) -> Iterator[Part]:
        field = self._field(noun, name)
        if field is not None:
            yield self._attribute_item(field, name, "")

    def _base_item(self, kind: Numbered, alone: bool) -> Item | None:
        """The text of a piece by its own lines; else the letter of its owner. A piece of nobody of
        which nothing else is shown has the first letter of its noun."""
        extra = self._told_apart([kind.noun])
        rest = tuple(map(_first, extra))
        lines = [x for x in self.lines if x.kind == "piece" and x.noun == kind.noun]
        lines.sort(key=lambda x: (-len(x.values), x.owner is None))  # the narrowest first
        if kind.owners is None and not lines and not alone:
            return None
        seats: list[tuple[int, str | None]] = [(-1, None)]
        if kind.owners is not None:
            seats = list(enumerate(self.symbols.players.labels))
        glyphs: list[Shown] = []
        for owner, label in seats:
            for line in lines:
                wanted = (owner, *self._wanted(line, extra))
                if line.owner not in (None, label) or any(x.fits(wanted) for x in glyphs):
                    continue
                values = (r if w is None else w for w, r in zip(wanted[1:], rest, strict=True))
                what = " ".join((*line.values, kind.noun, *(("of", label) if label else ())))
                glyphs.append(Shown(wanted, (owner, *values), (line.glyph or "", line.colour),
                                    line, what))
            plain = self._plain(kind, label, alone or bool(lines))
            anything = (owner, *(None for _ in extra))
            if not any(x.fits(anything) for x in glyphs):
                what = f"{kind.noun} of {label}" if label else kind.noun
                glyphs.append(Shown(anything, (owner, *rest), plain, None, what))
        return Item(extra, tuple(glyphs), owners=kind.owners or (-1,) * kind.domain.size)

    def _plain(self, kind: Numbered, owner: str | None, alone: bool) -> Glyph:
        """The text of a piece without lines of its own."""
        if owner is None:
            return (kind.noun[:1].upper() if alone else "", None)
        line = next((x for x in self.lines if x.kind == "value" and x.values == (owner,)
                     and x.attribute is None), None)
        return (line.glyph or "", line.colour) if line else (owner[:1].upper(), None)

    def token(self, kind: Numbered, piece: int, vector: Sequence[int], lying: Lying) -> Glyph:
        """A piece as what is shown of it."""
        return drawn(self.pieces[kind.noun], vector, piece, lying)

    def has_look(self, noun: str) -> bool:
        """Whether the look says how pieces of a noun are drawn."""
        return any(x.noun == noun and x.kind in ("cell", "piece") for x in self.lines)

    # -- items -----------------------------------------------------------------------------------

    def _mark_item(self, field: Field) -> Item:
        """The players who are on a cell, by their own glyphs."""
        glyphs = [Shown((-1,), (-1,), (".", None), None, "nobody")]
        for seat, name in enumerate(self.symbols.players.labels):
            glyphs.append(self._shown("value", name, (seat,), name[:1]))
        return Item((), tuple(glyphs), field)

    def _attribute_item(self, field: Field | Defined, name: str, nothing: str = ".") -> Item:
        """The values of a field; `nothing` is the text of none and no."""
        kind = field.type
        glyphs = []
        for value in range(kind.least, min(kind.most, kind.least + 255) + 1):
            text = kind.text(value)
            if kind.kind == "bool" and value:
                glyphs.append(self._shown("quality", name, (value,), name[:1].lower()))
            elif kind.kind == "bool":
                glyphs.append(Shown((value,), (value,), (nothing, None), None, f"not {name}"))
            else:
                plain = nothing if value < 0 else text if kind.kind == "int" else text[:1].lower()
                sign = kind.sign(value)
                plain = plain if sign is None else sign
                glyphs.append(self._shown("value", text, (value,), plain, name))
        return Item((field,), tuple(glyphs))

    def _shown(
        self, kind: str, name: str, values: tuple[int, ...], plain: str, of: str | None = None
    ) -> Shown:
        """The text of a value or quality: that of its line, first of one that names the attribute,
        else a plain one."""
        lines = [x for x in self.lines if x.kind == kind and x.values == (name,)
                 and x.attribute in (None, of)]
        line = min(lines, key=lambda x: x.attribute is None, default=None)
        glyph = (line.glyph or "", line.colour) if line else (plain, None)
        return Shown(values, values, glyph, line, name)

    def _piece_item(self, board: str, nouns: list[str]) -> Item:
        occupant = self.symbols.occupants[board]
        players = self.symbols.players
        extra = self._told_apart(nouns)
        none = next((x for x in self.lines if x.kind == "none" and x.noun in nouns), None)
        rest = tuple(map(_first, extra))
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

    def _told_apart(self, nouns: list[str]) -> tuple[Field | Defined, ...]:
        """What pieces have and what is defined of them by which the look tells them apart."""
        lines = [x for x in self.lines if x.kind == "piece" and x.noun in nouns]
        words = {w for x in lines for w in x.values}
        had = [
            field for (owner, name), field in self.symbols.owned()
            if owner in nouns and (name in words or any(
                member(field.type, w) is not None for w in words
            ))
        ]
        named = dict.fromkeys(self._field(str(x.noun), w) for x in lines for w in x.values)
        return (*had, *(x for x in named if isinstance(x, Defined)))

    @staticmethod
    def _wanted(
        line: ast.LookLine, extra: tuple[Field | Defined, ...]
    ) -> tuple[int | None, ...]:
        """The values of these fields that a line speaks of."""
        wanted: list[int | None] = []
        for field in extra:
            named = [1 if field.name == word else member(field.type, word)
                     for word in line.values]
            wanted.append(next((value for value in named if value is not None), None))
        return tuple(wanted)

    # -- checking --------------------------------------------------------------------------------

    def problems(self, declarations: Declarations) -> Iterator[Diagnostic]:
        """What is shown that is not there, unknown colours, and texts that mean two things."""
        yield from never_drawn(self.lines, declarations)
        for line in self.lines:
            of = line.attribute
            kinds = [field.type for (_, name), field in self.symbols.owned() if name == of]
            if of and not any(kind.value(word) is not None
                              for kind in kinds for word in line.values):
                yield Diagnostic("look", f"no {of} can be {' '.join(line.values)}", line.span,
                                 "it is a value that some thing's attribute of this name can have")
            if line.colour not in (None, *COLOURS):
                yield Diagnostic("look", f"there is no colour `{line.colour}`", line.span,
                                 did_you_mean(line.colour or "", COLOURS)
                                 or "the colours are: " + ", ".join(COLOURS))
        for items in self.boards.values():
            for item in items:
                if isinstance(item, Item):
                    yield from clashes(item)
        for parts in self.pieces.values():
            for part in parts:
                if isinstance(part, Item):
                    yield from clashes(part)

    # -- drawing and reading ---------------------------------------------------------------------

    def draw(self, board: str, vector: list[int]) -> list[list[Glyph]]:
        """The rows of a board from the top, each cell with its text and colour."""
        grid, lying = self.symbols.boards[board], self.lying(vector)
        return [
            [drawn(self.boards[board], vector, grid.at(x, y), lying) for x in range(grid.width)]
            for y in reversed(range(grid.height))
        ]

    def lying(self, vector: Sequence[int]) -> Lying:
        """The pieces with a number by their places."""
        found: dict[str, dict[int, list[int]]] = {}
        for noun, kind in self.symbols.numbered.items():
            places: dict[int, list[int]] = found.setdefault(noun, {})
            for piece in range(kind.domain.size):
                places.setdefault(vector[kind.at.offset + piece], []).append(piece)
        return found

    def read(self, board: str, text: str, corner: tuple[int, int] | None = None) -> Drawing:
        """What a drawn board says, or a part of one whose bottom left is the cell at this column
        and row. Raises `RulesError` naming the row and cell that is wrong."""
        grid = self.symbols.boards[board]
        rows = [row.split() for row in text.splitlines() if row.strip()]
        if corner is None and grid.endless:
            raise _wrong(f"it is not said where on {board} the drawing lies: name the cell at its "
                         "bottom left")
        if corner is None and len(rows) != grid.height:
            raise _wrong(f"the board {board} has {grid.height} rows, {len(rows)} are drawn")
        found = Drawing([], [])
        for top, row in enumerate(rows):
            up = len(rows) - 1 - top
            if corner is None and len(row) != grid.width:
                raise _wrong(f"row {up + 1} of {board} has {grid.width} cells, "
                             f"{len(row)} are drawn")
            for x, cell in enumerate(row):
                at = _cell(grid, corner or (0, 0), x, up)
                if at < 0:
                    raise _wrong(f"`{cell}` is drawn beyond the edge of {board}")
                known = self._read.get((board, cell))
                if known is None:
                    known = self._read[board, cell] = self._reading(
                        board, cell, f"`{cell}` at {grid.cells.labels[at]}")
                found.values.extend(known.assignments(at))
                found.pieces.extend(known.pieces(at))
        return found

    def _reading(self, board: str, text: str, where: str) -> Reading:
        """The one way in which a drawn cell can be read."""
        ways = readings(self.boards[board], text)
        first = next(ways, None)
        if first is None:
            raise _wrong(f"{where} of {board} cannot be read: {expected(self.boards[board])}")
        for other in ways:
            two = first.differs(other)
            if two is not None:
                raise _wrong(f"{where} of {board} can be read in two ways: {two[0]} or {two[1]}")
        return first


def _cell(grid: Grid, corner: tuple[int, int], right: int, up: int) -> int:
    """The cell so many columns right of and rows above another one; -1 beyond the edge."""
    return grid.at(corner[0] + right, corner[1] + (-up if grid.downwards else up))


def _wrong(message: str) -> RulesError:
    return RulesError([Diagnostic("drawing", message)])
