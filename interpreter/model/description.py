"""A game as it was understood, in plain words: what `rulewright show` prints.

Model. The description is made for one model: options have values, boards have sizes, and lines
under a `when` that does not hold are left out. What is declared is put into sentences from the
model; rules are shown in the author's own words, each line with the rules it cites.

Invariant: every active declaration appears once, in the order of the text within its section;
sections without content are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import lru_cache
from itertools import groupby

from rulewright.interpreter.ir import Field, Group, SeenBy
from rulewright.interpreter.model.declarations import B
from rulewright.interpreter.model.model import Model
from rulewright.interpreter.model.options import key_of
from rulewright.interpreter.model.parts import Parts
from rulewright.interpreter.model.topology import Grid
from rulewright.interpreter.model.types import WHOLES, listed, type_text
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.data_tables import DataTable, aligned, tables_in
from rulewright.interpreter.syntax.format import with_refs
from rulewright.interpreter.syntax.lexer import RawLine, Token, read_lines, spaced, written
from rulewright.interpreter.syntax.words import plural, with_article

Line = tuple[str, str]  # the words, and the rules they cite
Tests = tuple[ast.Expr, ...]  # conditions of `when`s
#: Nodes that are lines of a block.
LINES = (
    ast.Stmt, ast.CondLine, ast.Case, ast.CaseWhen, ast.Alternative, ast.AlternativesWhen,
    ast.DutyLine, ast.Row, ast.DependingRow, ast.DependingWhen,
)
#: Groups of fields that no declaration of an attribute made.
INTERNAL = (
    Group.FRAME, Group.FLOW, Group.MEMORY, Group.RESULT, Group.OCCUPANT, Group.PLACE)
MOST_VALUES = 6  # different first values that are listed


def describe(model: Model) -> str:
    """The game of a model, section by section."""
    return Description(model).text()


class Description:
    """Puts one model into words."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.declarations = model.declarations

    def text(self) -> str:
        """The title and all sections that have something to say."""
        game = self.declarations.one(ast.Game)
        head = [self.declarations.title]
        if game and game.summary:
            head.append(game.summary)
        for title, lines in self._sections():
            if lines:
                head += ["", title, *(with_refs("  " + text, refs) for text, refs in lines)]
        return "\n".join(head) + "\n"

    def _sections(self) -> list[tuple[str, list[Line]]]:
        owned = [_attribute(f) for f in self.model.fields if f.group not in INTERNAL
                 and not f.fixed]  # a table shows it
        return [
            ("Players", _plain([", ".join(self.model.players.labels)])),
            ("Options", self._options(ruling=False)),
            ("Rulings", self._options(ruling=True)),
            ("Kinds", self._kinds()),
            ("Boards", _plain(self._boards())),
            ("Pieces", [*_plain(self._pieces()), *self._numbered()]),
            ("What they have", _plain(owned)),
            ("What is remembered", _plain(self._memories())),
            ("What words mean", self._blocks(ast.Define)),
            ("The course of the game", self._blocks(ast.Flow)),
            ("Duties", self._blocks(ast.Duty)),
            ("The end", self._blocks(ast.End)),
            ("What always holds", self._blocks(ast.Always)),
        ]

    # -- what is declared ----------------------------------------------------------------------

    def _kinds(self) -> list[Line]:
        """The values of each kind, or its table."""
        lines: list[Line] = []
        for _, kind in self.model.active(ast.Kind):
            table = _table_of(kind)
            if table is None:
                signs = (f' "{sign}"' if sign is not None else "" for sign in kind.signs)
                listed_values = (value + sign for value, sign in
                                 zip(kind.values, signs, strict=True))
                lines.append((f"{kind.noun}: {', '.join(listed_values)}", ""))
                continue
            lines += _rows(table)
        return lines

    def _options(self, ruling: bool) -> list[Line]:
        return [self._option(o) for _, o in self.declarations.all(ast.Option) if o.ruling == ruling]

    def _option(self, option: ast.Option) -> Line:
        """`path: maze (maze or straight, normally maze)`, with its rules."""
        chosen = self.model.options[option.name]
        values = [
            str(low) if low == high else f"{low} to {high}" for low, high in chosen.domain.ranges
        ]
        allowed = listed([*values, *map(key_of, chosen.domain.words)], "or")
        normal = option.default or option.domain[0]
        if isinstance(normal, ast.Range):
            normal = normal.low
        text = f"{chosen.key}: {chosen.text} ({allowed}, normally {key_of(normal.span.text)})"
        note = f", {option.note}" if option.note else ""
        return text + note, _cited(option.refs)

    def _boards(self) -> list[str]:
        return [_board(grid) for grid in self.model.boards.values()]

    def _pieces(self) -> list[str]:
        players = listed(self.model.players.labels, "or")
        return [
            f"{with_article(noun)} of {players}, on a {self.model.boards[piece.board].noun} of "
            f"{piece.board}"
            for noun, piece in self.model.pieces.items()
        ]

    def _numbered(self) -> Iterator[Line]:
        """The pieces with a number, and the zones, as they are declared."""
        for kind in (ast.Piece, ast.Zone):
            for whens, block in self.model.active(kind):
                table, line = _table_of(block), _line_of(block)
                if table is not None:
                    yield from _rows(table)
                elif line is not None and getattr(block, "noun", None) not in self.model.pieces:
                    yield _raw(line, 0, whens)

    def _memories(self) -> list[str]:
        lines = []
        for memory in self.model.memories:
            names = [_memory_item(field) for field in memory.fields]
            room = f"{'the last' if memory.rolling else 'up to'} {memory.capacity} positions"
            lines.append(f"{memory.name}: {listed(names, 'and')}; {room}")
        return lines

    # -- what is written -----------------------------------------------------------------------

    def _blocks(self, kind: type[B]) -> list[Line]:
        """The lines of all blocks of a kind, but for what the tables of kinds say."""
        tables = {table.rows[0].number for _, k in self.model.active(ast.Kind)
                  if (table := _table_of(k)) is not None}
        return [
            line
            for conditions, block in self.model.active(kind)
            if block.span.line not in tables
            for line in self._lines(block, 0, None, conditions)
        ]

    def _lines(
        self, node: ast.Node, depth: int, above: RawLine | None, whens: Tests
    ) -> Iterator[Line]:
        """The line of a node and what stands under it.

        A node that begins where one inside it begins, or on the line `above`, has none itself.
        `whens` are the conditions of the `when`s around the node: they hold and are not told.
        """
        if isinstance(node, ast.WHENS):
            if self.model.holds(node.test):
                for part in _parts(node):
                    yield from self._lines(part, depth, above, (*whens, node.test))
            return
        line, parts = _line_of(node), list(_parts(node))
        own = line is not above and not any(_line_of(part) is line for part in parts)
        if own:
            yield _raw(line, depth, whens) if line else ("  " * depth + node.span.text, "")
        if own and line and not parts:
            yield from (_raw(more, depth + 1) for more in _further(node, line))
        for part in parts:
            yield from self._lines(part, depth + own, line if own else above, whens)
        if isinstance(node, (ast.If, ast.Action)) and node.otherwise:
            further = _line_of(node.otherwise[0])
            chained = further is not None and further.tokens[0].text == "otherwise"
            if not chained:  # else `otherwise if …` is a line of its own
                yield "  " * depth + "otherwise", ""
            for part in node.otherwise:
                yield from self._lines(part, depth + (not chained), line, whens)


def _board(grid: Grid) -> str:
    """`Field: 4 by 4 square cells, a1 to d4`."""
    cells = plural(grid.noun)
    ends = f"{grid.cells.labels[0]} to {grid.cells.labels[-1]}"
    if grid.whole is not None:
        of = plural(grid.whole.noun)
        return f"{grid.name}: {cells}, the quarters of {of}" + ("" if grid.endless else f", {ends}")
    if isinstance(grid, Parts):
        return f"{grid.name}: {cells}, the {grid.part} of {plural(grid.of.noun)}, {ends}"
    if grid.within is not None:
        return f"{grid.name}: {grid.shape} {cells} without edge, pieces within {grid.within}"
    return f"{grid.name}: {grid.width} by {grid.height} {grid.shape} {cells}, {ends}"


def _plain(lines: list[str]) -> list[Line]:
    """Lines that cite no rules."""
    return [(line, "") for line in lines]


def _attribute(field: Field) -> str:
    """`each tile has a colour: White or a player, at first White`."""
    whole = field.owner in WHOLES
    if len(field.dims) > 1 and field.type.kind != "bool":
        name = field.name if field.name.endswith("s") else with_article(field.name)
        other = field.dims[1].noun
        text = f"each {field.owner} has {name} for each {other}: {type_text(field.type)}"
    elif len(field.dims) > 1:
        other = field.dims[1].noun
        text = f"each {field.owner} can be {field.name} {with_article(other)}"
    elif field.type.kind == "bool":
        text = f"{'the' if whole else 'each'} {field.owner} can be {field.name}"
    else:
        name = field.name if field.name.endswith("s") else with_article(field.name)
        text = f"{'the' if whole else 'each'} {field.owner} has {name}: {type_text(field.type)}"
    lasts = ", this turn" if field.this_turn else ""
    only = "only " if field.seen_by is SeenBy.OWNER else ""
    seen = f", seen {only}by {field.seen_by}" if field.hidden else ""
    return f"{text}, at first {_first(field)}{lasts}{seen}"


def _first(field: Field) -> str:
    """What it is at first: one value for all, or each with the things that have it."""
    if len(set(field.first)) == 1 or len(field.dims) != 1:
        return field.type.text(field.first[0])
    pairs = sorted(zip(field.first, field.dims[0].labels, strict=True), key=lambda pair: pair[0])
    groups = [
        (field.type.text(value), ", ".join(label for _, label in group))
        for value, group in groupby(pairs, key=lambda pair: pair[0])
    ]
    if len(groups) > MOST_VALUES:
        return "various"
    return "; ".join(f"{value} ({labels})" for value, labels in groups)


def _memory_item(field: Field) -> str:
    if field.group is Group.OCCUPANT:
        return f"the pieces on {field.owner}"
    if field.group is Group.FLOW:
        return "whose turn it is"
    return f"the {field.name} of the {field.owner}" if field.owner else f"the {field.name}"


def _cited(refs: ast.Refs) -> str:
    return f"[{' '.join(refs)}]" if refs else ""


# ---- lines of the text ------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _logical_lines(source: Source) -> list[RawLine]:
    return read_lines(source, [])


@lru_cache(maxsize=16)
def _lines_of(source: Source) -> dict[int, RawLine]:
    """For each line of a text that holds words, the logical line it belongs to."""
    lines = {}
    for line in _logical_lines(source):
        for number in range(line.number, line.tokens[-1].span.line + 1):
            lines[number] = line
    return lines


@lru_cache(maxsize=16)
def _tables_of(source: Source) -> dict[int, DataTable]:
    """The tables of a text, by the numbers of their heads."""
    return {table.head.number: table for table in tables_in(_logical_lines(source))}


def _table_of(block: ast.Block) -> DataTable | None:
    """The table in which a kind or pieces are listed."""
    return _tables_of(block.span.source).get(block.span.line)


def _rows(table: DataTable) -> Iterator[Line]:
    """A table, its columns in line."""
    rows = aligned(table)
    yield _raw(table.head, 0)
    yield from ((f"  {rows[row.number]}", _raw(row, 1)[1]) for row in table.rows)


def _line_of(node: ast.Node) -> RawLine | None:
    """The logical line on which a node begins."""
    return _lines_of(node.span.source).get(node.span.line)


def _further(node: ast.Node, first: RawLine) -> list[RawLine]:
    """The lines a node goes on over, after its first."""
    known = _lines_of(node.span.source)
    numbers = range(first.number + 1, node.span.end_line + 1)
    return [known[n] for n in numbers if n in known and known[n].number == n]


def _raw(line: RawLine, depth: int, whens: Tests = ()) -> Line:
    """The words of a logical line, without `when …,` in it, and its rule references."""
    told = line.tokens
    for test in whens:
        if _line_of(test) is line:
            told = _without_when(told, test.span)
    words = [token for token in told if token.type != "REFS"]
    refs = [written(token) for token in told if token.type == "REFS"]
    return "  " * depth + spaced(words), " ".join(refs)


def _without_when(tokens: list[Token], test: Span) -> list[Token]:
    """The words of a line without `when`, a condition and the comma after it."""
    places = [(token.span.line, token.span.column) for token in tokens]
    start = max(
        (i for i, token in enumerate(tokens)
         if token.text == "when" and places[i] < (test.line, test.column)),
        default=None,
    )
    comma = next(
        (i for i, token in enumerate(tokens)
         if token.type == "COMMA" and places[i] >= (test.end_line, test.end_column)),
        None,
    )
    if start is None or comma is None:
        return tokens
    return tokens[:start] + tokens[comma + 1 :]


def _parts(node: ast.Node) -> Iterator[ast.Node]:
    """The lines under a node, without those of `otherwise`."""
    for item in fields(node):
        value = getattr(node, item.name)
        if isinstance(value, tuple) and item.name != "otherwise":
            yield from (part for part in value if isinstance(part, LINES))
