"""Everything a ruleset declares, in the order of the text.

Built from the syntax trees of one file (or of a variant on its base). Declarations that stand
under `when OPTION is …` keep their conditions; which of them hold is known once the options are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from typing import Any, TypeVar

from rulewright.interpreter.syntax import ast

Conditions = tuple[ast.Expr, ...]
B = TypeVar("B", bound=ast.Block)
#: Types of what nodes consist of that no node is inside.
ATOMS = frozenset((str, int, bool, type(None)))


@dataclass
class Declarations:
    """The declarations of a ruleset, each with the `when` conditions it stands under."""

    entries: list[tuple[Conditions, ast.Block]] = field(default_factory=list)
    _by_kind: dict[type, tuple[int, list[Any]]] = field(
        default_factory=dict, repr=False, compare=False)  # of so many entries, those of each kind
    _inside: list[tuple[ast.Block, list[ast.Node]]] = field(
        default_factory=list, repr=False, compare=False)  # of each entry, what is inside

    def all(self, kind: type[B]) -> Iterator[tuple[Conditions, B]]:
        """The declarations of one kind, in the order of the text."""
        size, found = self._by_kind.get(kind, (-1, []))
        if size != len(self.entries):
            found = [entry for entry in self.entries if isinstance(entry[1], kind)]
            self._by_kind[kind] = len(self.entries), found
        yield from found

    def inside(self) -> list[tuple[ast.Block, list[ast.Node]]]:
        """Each declaration with every syntax node inside it, itself first. Many look through them,
        so they are kept."""
        if [id(block) for block, _ in self._inside] != [id(block) for _, block in self.entries]:
            self._inside = [(block, [*walk(block)]) for _, block in self.entries]
        return self._inside

    def nodes(self) -> list[ast.Node]:
        """Every syntax node of all declarations, each before what is inside it."""
        return [node for _, nodes in self.inside() for node in nodes]

    def one(self, kind: type[B]) -> B | None:
        """The first declaration of a kind that may stand once."""
        return next((block for _, block in self.all(kind)), None)

    @cached_property
    def conditions(self) -> list[ast.Expr]:
        """All `when` conditions; to be asked for when the declarations are complete."""
        found = [test for conditions, _ in self.entries for test in conditions]
        return found + [node.test for node in self.nodes() if isinstance(node, ast.WHENS)]

    @cached_property
    def changed(self) -> frozenset[str]:
        """The names of all attributes and qualities that lines change; to be asked for when the
        declarations are complete."""
        return frozenset(name for node in self.nodes() for name in _changed(node))

    @property
    def title(self) -> str:
        game = self.one(ast.Game)
        return game.title if game else ""


def _changed(node: ast.Node) -> Iterator[str]:
    """The names of what a statement changes."""
    match node:
        case ast.Flag(adjective=name) | ast.Becomes(target=ast.Call(name=name)):
            yield name
        case ast.Change(target=ast.Call(name=name)):
            yield name
        case ast.Exchange(one=one, other=other):
            yield from (part.name for part in (one, other) if isinstance(part, ast.Call))
            yield from (part.noun for part in walk(one, other)
                        if isinstance(part, (ast.NounOf, ast.TheNoun)))
        case ast.Becomes(target=target) | ast.Change(target=target):  # an attribute like a kind
            yield from (inner.noun for inner in walk(target)
                        if isinstance(inner, (ast.NounOf, ast.TheNoun)))


def collect(blocks: Iterable[ast.Block]) -> Declarations:
    """The declarations of the blocks of a file."""
    declarations = Declarations()
    for block in blocks:
        _enter(declarations, (), block)
    return declarations


def _enter(into: Declarations, conditions: Conditions, block: ast.Block) -> None:
    if isinstance(block, ast.WhenBlock):
        for inner in block.blocks:
            _enter(into, (*conditions, block.test), inner)
    elif isinstance(block, ast.Together):
        for inner in block.blocks:
            _enter(into, conditions, inner)
    else:
        into.entries.append((conditions, block))


def key_of(block: ast.Block) -> tuple[str, ...] | None:
    """What a declaration declares, in a form that tells whether two declare the same."""
    match block:
        case ast.Game() | ast.Players() | ast.Look():
            return (type(block).__name__.lower(),)
        case ast.Flow(kind="step"):
            return ("step", block.name)
        case ast.Flow():
            return (block.kind,)
        case ast.Option() | ast.Board() | ast.Memory():
            return (type(block).__name__.lower(), block.name)
        case ast.Kind() | ast.Piece():
            return ("noun", block.noun)
        case ast.Zone():
            return ("zone", *block.names)
        case ast.Attribute():
            return ("attribute", block.owner, block.name, block.other or "")
        case ast.Define():
            nouns = (binder.noun for _, binder in block.params)
            return (block.kind, block.name, *nouns)
    return None


def named(key: tuple[str, ...]) -> str:
    """What a key stands for, in words."""
    if len(key) == 1:
        return f"`{key[0]}`"
    if key[0] == "attribute":
        return f"`{key[2]}` of {key[1]}"
    return f"`{key[1]}`"


def parts(node: ast.Node) -> tuple[object, ...]:
    """What a node consists of, but for its place."""
    found = _PARTS.get(type(node))
    if found is None:
        names = [name for name in node.__match_args__ if name != "span"]
        found = _PARTS[type(node)] = attrgetter(*names) if len(names) > 1 else (
            lambda node: tuple(getattr(node, name) for name in names))  # it gives no tuple of one
    return found(node)


#: For each kind of nodes, what gives all that they consist of.
_PARTS: dict[type[ast.Node], Callable[[Any], tuple[object, ...]]] = {}


def inside(node: ast.Node) -> Iterator[ast.Node]:
    """The syntax nodes directly inside one, in any order."""
    todo = [*parts(node)]
    while todo:
        item = todo.pop()
        if isinstance(item, ast.Node):
            yield item
        elif isinstance(item, tuple):
            todo += item


def walk(*items: object) -> Iterator[ast.Node]:
    """Every syntax node inside some items, each before what is inside it."""
    todo = list(reversed(items))
    while todo:
        item = todo.pop()
        if isinstance(item, ast.Node):
            yield item
            for part in parts(item)[::-1]:
                if type(part) not in ATOMS and part != ():
                    todo.append(part)
        elif isinstance(item, (tuple, list, Iterator)):
            todo += reversed(tuple(item))
