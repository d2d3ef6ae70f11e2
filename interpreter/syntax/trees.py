"""What the parser's tables consist of, and the trees that they make of tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

#: How the grammar is read. With `strict`, a conflict in it is an error; terminals have no patterns
#: that could collide, since the lexer hands finished tokens over.
OPTIONS: dict[str, Any] = {
    "parser": "lalr", "start": ["start", "expr"], "maybe_placeholders": True, "strict": True,
}


class Tree:
    """What a rule of the grammar was read as: `data` is its name or alias, `children` are trees,
    tokens, and None for what is left out."""

    __slots__ = ("children", "data")

    def __init__(self, data: str, children: list[Any]) -> None:
        self.data = data
        self.children = children

    def scan_values(self, wanted: Callable[[Any], bool]) -> Iterator[Any]:
        """The tokens in it that are wanted, in their order."""
        for child in self.children:
            if isinstance(child, Tree):
                yield from child.scan_values(wanted)
            elif wanted(child):
                yield child


class Reduction(NamedTuple):
    """What ends a rule of the grammar: how many symbols it takes, which symbol they are, and the
    tree of theirs. Of that, `taken` are the symbols that are children, each by its place, with
    whether it stands for its own children, and how many that are left out stand before it; None
    where all are. So many are left out `behind` them. Where there is a `single` child, there is no
    tree around it."""

    size: int
    symbol: str
    data: str
    taken: tuple[tuple[int, bool, int], ...] | None
    behind: int
    single: bool

    def made(self, parts: list[Any]) -> Any:
        """The tree of the symbols. Those that stand for their children are used up."""
        children = parts
        if self.taken is not None:
            children = []
            for place, opened, missing in self.taken:
                if missing:
                    children += [None] * missing
                if not opened:
                    children.append(parts[place])
                elif children:
                    children += parts[place].children
                else:  # a long list grows in its place
                    children = parts[place].children
            if self.behind:
                children += [None] * self.behind
        return children[0] if self.single and len(children) == 1 else Tree(self.data, children)


#: What each state does with a symbol: it goes to another state, or ends a rule.
Table = list[dict[str, Any]]


class Parser(NamedTuple):
    """The tables of a grammar, with symbols as plain texts; states are numbers."""

    table: Table
    starts: dict[str, int]
    ends: dict[str, int]
