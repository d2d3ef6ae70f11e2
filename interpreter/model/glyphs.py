"""What is drawn of a thing: texts for its values, and for the pieces on it; and read back.

A thing (a cell, or a piece with a number) is drawn as *parts*, side by side. A part is an `Item`,
the text of some of its values, or `Pieces`: the pieces with a number on it, each drawn as parts of
its own. The same parts read a text: there are as many ways to read it as there are ways to cut it
into texts of the parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, product

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.ir import BOOL, Field, VType
from rulewright.interpreter.model.places import Numbered
from rulewright.interpreter.records import record
from rulewright.interpreter.syntax import ast

Glyph = tuple[str, str | None]  # the text and the colour
Assignment = tuple[Field, int, int]  # a field, the index in it, the value
#: Of each noun, the pieces at each place.
Lying = Mapping[str, Mapping[int, Sequence[int]]]


@record
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


@record(eq=False)
class Defined:
    """An adjective that is defined for the things of a noun, `size` of them, and drawn.

    No state holds whether it is so: the values stand behind those of the state that is drawn, at
    `offset`, which counts from the end. What is read of a drawing gives nothing such a value.
    """

    noun: str
    name: str
    size: int
    offset: int
    type: VType = BOOL


@record
class Item:
    """One thing that is shown of a thing: for each combination of values, a glyph.

    `fields` are indexed by the thing; `glyphs` are tried in order. `owners`: the first of the
    values is the owner of the thing, which is a piece with a number.
    """

    fields: tuple[Field | Defined, ...]
    glyphs: tuple[Shown, ...]

    marks: Field | None = None  # where players stand: an attribute of players that is a cell
    owners: tuple[int, ...] | None = None

    def bare(self, vector: Sequence[int], cell: int) -> bool:
        """Whether there is nothing to show: nobody, no piece, none, no."""
        if self.marks is not None:
            return not self._there(vector, cell)
        first = self.fields[0]
        least = 1 if first.type.kind == "bool" else 0
        return first.type.kind != "int" and vector[first.offset + cell] < least

    def _there(self, vector: Sequence[int], cell: int) -> list[int]:
        """The players who stand there."""
        assert self.marks is not None
        return [i for i in range(self.marks.size) if vector[self.marks.offset + i] == cell]

    def draw(self, vector: Sequence[int], cell: int, lying: Lying) -> Glyph:
        if self.marks is not None:
            there = self._there(vector, cell)
            shown = [x.glyph for x in self.glyphs if x.values[0] in there]
            if len(shown) > 1:
                return "".join(text for text, _ in shown), None
            return shown[0] if shown else self.glyphs[0].glyph
        own = () if self.owners is None else (self.owners[cell],)
        values = (*own, *(vector[f.offset + cell] for f in self.fields))
        exact = (x.glyph for x in self.glyphs if x.fits(values))
        alike = (x.glyph for x in self.glyphs if x.values[0] == values[0])
        return next(exact, None) or next(alike, ("?", None))

    def assign(self, shown: Shown, cell: int) -> list[Assignment]:
        """What one of the texts, read in a cell, says."""
        if self.marks is not None:
            return [(self.marks, shown.values[0], cell)] if shown.values[0] >= 0 else []
        pairs = zip(self.fields, shown.values, strict=True)
        return [(f, cell, v) for f, v in pairs if isinstance(f, Field)]

    def values(self, shown: Shown) -> tuple[tuple[Field, int], ...]:
        """What one of the texts, read of a piece with a number, says of it."""
        known = shown.values if self.owners is None else shown.values[1:]
        pairs = zip(self.fields, known, strict=True)
        return tuple((f, v) for f, v in pairs if isinstance(f, Field))


@record(eq=False)
class Pieces:
    """The pieces of a noun on a thing; `first` is the number of the place that is the first such
    thing. `none` is shown where there is none. What is shown of a piece can be pieces of the same
    noun, so `parts` are filled in later."""

    kind: Numbered
    first: int
    none: Shown
    parts: list[Item | Pieces]
    alone: bool  # whether a thing holds one of them only

    def here(self, thing: int, lying: Lying) -> Sequence[int]:
        return lying[self.kind.noun].get(self.first + thing, ())

    def bare(self, vector: Sequence[int], thing: int, lying: Lying) -> bool:
        """Whether there is none."""
        return not self.here(thing, lying)

    def draw(self, vector: Sequence[int], thing: int, lying: Lying) -> Glyph:
        here = self.here(thing, lying)
        if not here:
            return self.none.glyph
        return together([drawn(self.parts, vector, piece, lying) for piece in here])


Part = Item | Pieces


@record(eq=False)
class DrawnPiece:
    """A piece with a number that is drawn: whose it is and what it has, as far as that is drawn;
    `on` is the thing that it is on, or the drawn piece."""

    pieces: Pieces
    on: int | DrawnPiece
    owner: int | None
    values: tuple[tuple[Field, int], ...]


def drawn(parts: Sequence[Part], vector: Sequence[int], thing: int, lying: Lying) -> Glyph:
    """A thing as its parts. Several pieces, which no drawing says, stand apart from a number."""
    glyphs = [part.draw(vector, thing, lying) for part in parts]
    colour = next((colour for _, colour in reversed(glyphs) if colour), None)
    found = ""
    for part, (text, _) in zip(parts, glyphs, strict=True):
        several = isinstance(part, Pieces) and len(part.here(thing, lying)) > 1
        found = apart(found, text) if several else found + text
    return found, colour


def apart(text: str, count: str) -> str:
    """A text and a number of pieces behind it, with a blank where two digits would meet."""
    return text + " " * (text[-1:].isdigit() and count[:1].isdigit()) + count


def spread(parts: Sequence[Part], vector: Sequence[int], thing: int, lying: Lying) -> list[Glyph]:
    """What is shown of a thing, each by itself; several pieces in one place are one text."""
    found: list[Glyph] = []
    for part in parts:
        here = () if isinstance(part, Item) else part.here(thing, lying)
        if isinstance(part, Pieces) and len(here) == 1:
            found += spread(part.parts, vector, here[0], lying)
        else:
            found.append(part.draw(vector, thing, lying))
    return [glyph for glyph in found if glyph[0]]


def together(glyphs: Sequence[Glyph]) -> Glyph:
    """Several pieces in one place: alike ones by their number, others side by side, parted by `/`
    unless each is one sign."""
    counts: dict[str, int] = {}
    for text, _ in glyphs:
        counts[text] = counts.get(text, 0) + 1
    texts = [text if count == 1 else f"{count}{text}" for text, count in counts.items()]
    colours = {colour for _, colour in glyphs}
    return (("" if max(map(len, texts)) == 1 else "/").join(texts),
            colours.pop() if len(colours) == 1 else None)


# -- reading ---------------------------------------------------------------------------------------

#: The way from a cell to a part: the pieces within which it is shown.
Path = tuple[Pieces, ...]
#: The items of a text, one behind the other.
Plan = tuple[tuple[Path, Item], ...]


class Reading:
    """One way of reading a text: the items of which it consists, with the text of each."""

    def __init__(self, plan: Plan, shown: tuple[Shown, ...]) -> None:
        self.plan, self.shown = plan, shown

    @property
    def what(self) -> str:
        """What the text stands for, in words."""
        return ", ".join(x.what for x in self.shown)

    def differs(self, other: Reading) -> tuple[str, str] | None:
        """What the two take the text for, if a drawing cannot mean both."""
        if self.plan != other.plan:
            return self.what, other.what
        return next(((one.what, two.what)
                     for one, two in zip(self.shown, other.shown, strict=True)
                     if one.values != two.values
                     and (one.text != two.text or one.clashes(two))), None)

    def assignments(self, cell: int) -> Iterator[Assignment]:
        """What it says of the cell itself."""
        for (path, item), shown in zip(self.plan, self.shown, strict=True):
            if not path and (item.fields or item.marks):
                yield from item.assign(shown, cell)

    def pieces(self, cell: int) -> Iterator[DrawnPiece]:
        """The pieces with a number that it shows, each behind that on which it is."""
        made: dict[Path, DrawnPiece] = {}
        for path in dict.fromkeys(path for path, _ in self.plan if path):
            parts = [(item, shown) for (there, item), shown
                     in zip(self.plan, self.shown, strict=True) if there == path]
            owner = next((x.values[0] for item, x in parts if item.owners is not None), None)
            values = tuple(chain.from_iterable(item.values(x) for item, x in parts))
            above = cell if len(path) == 1 else made[path[:-1]]
            made[path] = DrawnPiece(path[-1], above, owner, values)
            yield made[path]

    @property
    def exists(self) -> bool:
        """Whether there are such pieces."""
        return all(any(might_be(drawn, piece) for piece in range(drawn.pieces.kind.domain.size))
                   for drawn in self.pieces(0))


def might_be(drawn: DrawnPiece, piece: int) -> bool:
    """Whether a piece can be one that is drawn: by its owner, and by what tells pieces of its noun
    apart from the start."""
    owners = drawn.pieces.kind.owners
    return (drawn.owner is None or owners is None or owners[piece] == drawn.owner) and all(
        field.first[piece] == value for field, value in drawn.values if tells_apart(field))


def tells_apart(field: Field) -> bool:
    """Whether pieces have different values of it from the start."""
    return field.fixed or len(set(field.first)) > 1


def readings(parts: Sequence[Part], text: str) -> Iterator[Reading]:
    """All ways of reading a text as these parts."""
    for plan in _plans(parts, ()):
        for shown in _cuts([item for _, item in plan], text):
            reading = Reading(plan, shown)
            if reading.exists:
                yield reading


def _plans(parts: Sequence[Part], path: Path) -> Iterator[Plan]:
    """The items of a text, for each choice of where there are pieces; at most one in a place."""
    ways: list[list[Plan]] = []
    for part in parts:
        if isinstance(part, Item):
            ways.append([((path, part),)])
        elif part.kind.noun not in (above.kind.noun for above in path):
            nothing = Item((), (part.none,))
            ways.append([((path, nothing),), *_plans(part.parts, (*path, part))])
        else:
            ways.append([((path, Item((), (part.none,))),)])
    for way in product(*ways):
        yield tuple(chain.from_iterable(way))


def _cuts(items: Sequence[Item], text: str) -> Iterator[tuple[Shown, ...]]:
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


def expected(parts: Sequence[Part]) -> str:
    """What a drawn cell can be, in words."""
    texts = [" ".join(dict.fromkeys(x.text for x in _glyphs(part) if x.text)) for part in parts]
    return "a cell is one of " + ", then one of ".join(texts) if texts else "a cell shows nothing"


def _glyphs(part: Part) -> Iterator[Shown]:
    if isinstance(part, Item):
        yield from part.glyphs
    else:
        yield part.none
        for inner in part.parts:
            if isinstance(inner, Item):
                yield from inner.glyphs


def clashes(item: Item) -> Iterator[Diagnostic]:
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
