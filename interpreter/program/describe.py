"""A game as it was understood, in plain words: what `rulewright show` prints.

Model. The description is made for one instance: options have values, boards have sizes, and lines
under a `when` that does not hold are left out. What is declared is put into sentences from the
instance; rules are shown in the author's own words, each line with the rules it cites.

Invariant: every active declaration appears once, in the order of the text within its section;
sections without content are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from functools import lru_cache
from itertools import groupby

from rulewright.interpreter.check.sheet import B
from rulewright.interpreter.ir import Field, VType
from rulewright.interpreter.program.instantiate import Instance
from rulewright.interpreter.program.world import key_of
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.format import spaced, with_refs, written
from rulewright.interpreter.syntax.lexer import RawLine, Token, read_lines
from rulewright.interpreter.syntax.words import plural, with_article

Line = tuple[str, str]  # the words, and the rules they cite
Tests = tuple[ast.Expr, ...]  # conditions of `when`s
#: Nodes that are lines of a block.
LINES = (
    ast.Stmt, ast.CondLine, ast.Case, ast.Alternative, ast.AlternativesWhen, ast.DutyLine, ast.Row
)
#: Groups of fields that no declaration of an attribute made.
INTERNAL = ("frame", "flow", "memory", "result", "occupant")
MOST_VALUES = 6  # different first values that are listed


def describe(instance: Instance) -> str:
    """The game of an instance that has been built, section by section."""
    return Description(instance).text()


def type_text(kind: VType) -> str:
    """A type in words: `0 to 9`, `yes or no`, `White or a player`, `a set of cells`."""
    if kind.kind == "bool":
        return "yes or no"
    if kind.kind == "int":
        return f"{kind.low} to {kind.high}"
    noun = kind.piece or (kind.domain.noun if kind.domain else "")
    if kind.kind == "set":
        return f"a set of {plural(noun)}"
    parts = [*kind.words, *([with_article(noun)] if noun else []), *(["none"] if kind.none else [])]
    return _listed(parts, "or") or "nothing"


def _listed(parts: Sequence[str], word: str) -> str:
    """`a, b or c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


class Description:
    """Puts one instance into words."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.sheet = instance.sheet

    def text(self) -> str:
        """The title and all sections that have something to say."""
        game = self.sheet.one(ast.Game)
        head = [self.sheet.title]
        if game and game.summary:
            head.append(game.summary)
        for title, lines in self._sections():
            if lines:
                head += ["", title, *(with_refs("  " + text, refs) for text, refs in lines)]
        return "\n".join(head) + "\n"

    def _sections(self) -> list[tuple[str, list[Line]]]:
        kinds = [f"{k.noun}: {', '.join(k.values)}" for k in self._active(ast.Kind)]
        made = [_attribute(f) for f in self.instance.fields if f.group not in INTERNAL]
        return [
            ("Players", _plain([", ".join(self.instance.domains["player"].labels)])),
            ("Options", self._options(ruling=False)),
            ("Rulings", self._options(ruling=True)),
            ("Kinds", _plain(kinds)),
            ("Boards", _plain(self._boards())),
            ("Pieces", _plain(self._pieces())),
            ("What they have", _plain(made)),
            ("What is remembered", _plain(self._memories())),
            ("What words mean", self._blocks(ast.Define)),
            ("The course of the game", self._blocks(ast.Flow)),
            ("Duties", self._blocks(ast.Duty)),
            ("The end", self._blocks(ast.End)),
            ("What always holds", self._blocks(ast.Always)),
        ]

    def _active(self, kind: type[B]) -> Iterator[B]:
        for conditions, block in self.sheet.all(kind):
            if all(self.instance.static(test) for test in conditions):
                yield block

    # -- what is declared ----------------------------------------------------------------------

    def _options(self, ruling: bool) -> list[Line]:
        return [self._option(o) for _, o in self.sheet.all(ast.Option) if o.ruling == ruling]

    def _option(self, option: ast.Option) -> Line:
        """`path: maze (maze or straight, normally maze)`, with its rules."""
        ranges, words = self.instance.option_domain(option)
        values = [str(low) if low == high else f"{low} to {high}" for low, high in ranges]
        allowed = _listed([*values, *map(key_of, words)], "or")
        chosen = self.instance.options[option.name]
        value = str(chosen.number) if chosen.word is None else key_of(chosen.word)
        normal = option.default or option.domain[0]
        if isinstance(normal, ast.Range):
            normal = normal.low
        text = f"{key_of(option.name)}: {value} ({allowed}, normally {key_of(normal.span.text)})"
        note = f", {option.note}" if option.note else ""
        return text + note, _cited(option.refs)

    def _boards(self) -> list[str]:
        return [
            f"{grid.name}: {grid.width} by {grid.height} {grid.shape} {plural(grid.noun)}, "
            f"{grid.cells.labels[0]} to {grid.cells.labels[-1]}"
            for grid in self.instance.grids.values()
        ]

    def _pieces(self) -> list[str]:
        players = _listed(self.instance.domains["player"].labels, "or")
        return [
            f"{with_article(noun)} of {players}, on a {self.instance.grids[piece.board].noun} of "
            f"{piece.board}"
            for noun, piece in self.instance.pieces.items()
        ]

    def _memories(self) -> list[str]:
        found = []
        for memory in self.instance.memories:
            names = [_memory_item(made) for made in memory.fields]
            room = f"up to {memory.capacity} positions"
            found.append(f"{memory.name}: {_listed(names, 'and')}; {room}")
        return found

    # -- what is written -----------------------------------------------------------------------

    def _blocks(self, kind: type[B]) -> list[Line]:
        return [
            line
            for conditions, block in self.sheet.all(kind)
            if all(self.instance.static(test) for test in conditions)
            for line in self._lines(block, 0, None, conditions)
        ]

    def _lines(
        self, node: ast.Node, depth: int, above: RawLine | None, whens: Tests
    ) -> Iterator[Line]:
        """The line of a node and what stands under it.

        A node that begins where one inside it begins, or on the line `above`, has none itself.
        `whens` are the conditions of the `when`s around the node: they hold and are not told.
        """
        if isinstance(node, (ast.When, ast.CondWhen, ast.AlternativesWhen)):
            if self.instance.static(node.test):
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
        if isinstance(node, ast.If) and node.otherwise:
            further = _line_of(node.otherwise[0])
            chained = further is not None and further.tokens[0].text == "otherwise"
            if not chained:  # else `otherwise if …` is a line of its own
                yield "  " * depth + "otherwise", ""
            for part in node.otherwise:
                yield from self._lines(part, depth + (not chained), line, whens)


def _plain(lines: list[str]) -> list[Line]:
    """Lines that cite no rules."""
    return [(line, "") for line in lines]


def _attribute(made: Field) -> str:
    """`each tile has a colour: White or a player, at first White`."""
    whole = made.owner in ("game", "turn")
    if len(made.dims) > 1 and made.type.kind != "bool":
        name = made.name if made.name.endswith("s") else with_article(made.name)
        text = f"each {made.owner} has {name} for each {made.dims[1].noun}: {type_text(made.type)}"
    elif len(made.dims) > 1:
        other = made.dims[1].noun
        text = f"each {made.owner} can be {made.name} {with_article(other)}"
    elif made.type.kind == "bool":
        text = f"{'the' if whole else 'each'} {made.owner} can be {made.name}"
    else:
        name = made.name if made.name.endswith("s") else with_article(made.name)
        text = f"{'the' if whole else 'each'} {made.owner} has {name}: {type_text(made.type)}"
    lasts = ", this turn" if made.this_turn else ""
    seen = f", seen only by that {made.owner}" if made.seen_only else ""
    return f"{text}, at first {_first(made)}{lasts}{seen}"


def _first(made: Field) -> str:
    """What it is at first: one value for all, or each with the things that have it."""
    if len(set(made.first)) == 1 or len(made.dims) != 1:
        return made.type.text(made.first[0])
    pairs = sorted(zip(made.first, made.dims[0].labels, strict=True), key=lambda pair: pair[0])
    groups = [
        (made.type.text(value), ", ".join(label for _, label in group))
        for value, group in groupby(pairs, key=lambda pair: pair[0])
    ]
    if len(groups) > MOST_VALUES:
        return "various"
    return "; ".join(f"{value} ({labels})" for value, labels in groups)


def _memory_item(made: Field) -> str:
    if made.group == "occupant":
        return f"the pieces on {made.owner}"
    if made.group == "flow":
        return "whose turn it is"
    return f"the {made.name} of the {made.owner}" if made.owner else f"the {made.name}"


def _cited(refs: ast.Refs) -> str:
    return f"[{' '.join(refs)}]" if refs else ""


# ---- lines of the text ------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _lines_of(source: Source) -> dict[int, RawLine]:
    """For each line of a text that holds words, the logical line it belongs to."""
    found = {}
    for line in read_lines(source, []):
        for number in range(line.number, line.tokens[-1].span.line + 1):
            found[number] = line
    return found


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
