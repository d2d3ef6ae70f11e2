"""What phrases came to, kept for games of the same ruleset with other options.

Model. What a phrase is lowered to depends on the symbols of the game, on what is bound around the
phrase, on who decides, and on the options that it asks for, itself or in the definitions it uses;
not on what is known at its line (`Facts`), with which its conditions are noted at each use.
While a phrase is lowered, a `Reading` notes the last. `Known` keeps the results for games with the
same symbols: where the options that were asked for have the same values, the phrase need not be
lowered again. Nothing is kept of what is wrong. `Shared` is what the games of a ruleset have in
common while its options are tried out one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from rulewright.interpreter.diagnostics import RulesError, error
from rulewright.interpreter.ir import E, Field, Function, Local, VType
from rulewright.interpreter.ir.facts import Facts
from rulewright.interpreter.model.options import OptionValue
from rulewright.interpreter.model.symbols import SymbolTable
from rulewright.interpreter.records import record
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast

MAX_LOWERED = 10_000  # definitions and steps put in their places
Key = tuple[Any, ...]
#: A definition by its id, the types of what it is asked of, who decides, the type that is wanted.
FunctionKey = tuple[int, tuple[VType, ...], E, VType | None]


@dataclass
class Reading:
    """What the lowering of something made use of."""

    options: dict[str, OptionValue] = field(default_factory=dict)
    functions: dict[FunctionKey, Made] = field(default_factory=dict)  # those called by them before
    conditions: list[tuple[ast.Expr, E]] = field(default_factory=list)  # that are part of it
    implicit: bool = False  # whether `the player` means the player who decides, or is to move
    spent: int = 0  # definitions and steps that were put in their places

    def include(self, inner: Reading) -> None:
        """Note what a part made use of."""
        self.options.update(inner.options)
        self.functions.update(inner.functions)
        self.conditions += inner.conditions
        self.implicit = self.implicit or inner.implicit
        self.spent += inner.spent


@record(eq=False)
class Made:
    """A definition made a function: the type of its value, how deep its calls go, what it made
    use of."""

    function: Function
    type: VType
    depth: int
    reading: Reading


@dataclass
class Outcomes:
    """A condition of the text (or a row of `depending on`), and the tests that it came to wherever
    it stands, each with what is known there."""

    expr: ast.Expr | ast.DependingRow
    tests: dict[tuple[E, Facts], None] = field(default_factory=dict)


class Exhausted(RulesError):
    """A budget is spent: lowering stops at once instead of looking for more errors."""


@dataclass
class Uses:
    """The definitions that are used, made functions.

    There is a function for each definition, the types of what it is asked of, who decides, and
    the type that is wanted of it; each comes behind those that it calls.
    """

    functions: dict[FunctionKey, Made] = field(default_factory=dict)
    inside: list[ast.Define] = field(default_factory=list)  # definitions being lowered
    reading: Reading = field(default_factory=Reading)  # of what is being lowered
    rows: dict[int, list[tuple[int, int]]] = field(default_factory=dict)  # of tables, by their ids
    count: int = 0  # definitions and steps that were put in place so far

    def spend(self, span: Span) -> None:
        """Count one definition or step put in its place; there is a most."""
        self.count += 1
        self.reading.spent += 1
        if self.count > MAX_LOWERED:
            raise Exhausted(error(
                "too-large", f"definitions and steps are used more than {MAX_LOWERED} times, "
                "counting their uses inside one another", span,
                "let fewer definitions use others twice",
            ).diagnostics)

    def use(self, key: FunctionKey, made: Made) -> None:
        """Note the use of a function; not whom it is about, which its user knows."""
        self.functions.setdefault(key, made)
        self.reading.options.update(made.reading.options)
        self.reading.functions.update(made.reading.functions)
        self.reading.functions[key] = made

    def take(self, reading: Reading) -> None:
        """Take over what was made in another game."""
        self.count += reading.spent
        for key, made in reading.functions.items():
            if key not in self.functions:
                self.functions[key] = made
                self.count += made.reading.spent

    @contextmanager
    def anew(self) -> Iterator[Reading]:
        """Inside, what is made use of is noted apart."""
        outer, self.reading = self.reading, Reading()
        try:
            yield self.reading
        finally:
            self.reading = outer


class Known:
    """What phrases and definitions came to in games with the same symbols."""

    def __init__(self) -> None:
        self._results: dict[Key, list[tuple[Reading, Any]]] = {}
        self._params: dict[Key, Local] = {}
        self._about: list[ast.Node] = []  # kept alive, since they are known by their ids

    def find(
        self, key: Key, options: dict[str, OptionValue], functions: dict[FunctionKey, Made]
    ) -> tuple[Reading, Any] | None:
        """The result for these options, if it goes with the functions that there are already."""
        for reading, result in self._results.get(key, ()):
            if all(options[name] is value for name, value in reading.options.items()) and all(
                functions.get(used, made) is made for used, made in reading.functions.items()
            ):
                return reading, result
        return None

    def keep(self, key: Key, about: ast.Node, reading: Reading, result: Any) -> None:
        """Keep a result, with the node that it is about."""
        self._results.setdefault(key, []).append((reading, result))
        self._about.append(about)

    def param(self, key: Key, new: Local) -> Local:
        """The local by which a definition knows one of its things."""
        return self._params.setdefault(key, new)


class Shared:
    """What the games of one ruleset share."""

    def __init__(self) -> None:
        self.conditions: dict[int, Outcomes] = {}  # lowered in any of them, by their ids
        self.numbers: Iterator[int] = count(1)  # for the names of locals
        self.fields: dict[Key, Field] = {}
        self.whens = Known()  # conditions that speak of nothing but options
        self._known: dict[Key, Known] = {}

    def known(self, symbols: SymbolTable) -> Known:
        """What is known of games with these symbols."""
        tables = (symbols.domains, symbols.boards, symbols.pieces, symbols.occupants,
                  symbols.attributes, symbols.qualities, symbols.relations, symbols.pairs,
                  {name: kind.type for name, kind in symbols.walks.items()})
        defined = tuple((key, *map(id, all_)) for key, all_ in symbols.definitions.items())
        steps = tuple((name, id(step)) for name, step in symbols.steps.items())
        key = (*(tuple(table.items()) for table in tables), defined, steps,
               tuple((m.name, m.count, m.capacity, m.fields) for m in symbols.memories),
               symbols.to_move)
        return self._known.setdefault(key, Known())
