"""Values of options that change nothing: the game is the same as with the normal value.

Model. `Alike` is shown the game of every choice of options that is tried. It suspects a value if
nothing but `when` asks for its option, and each of these comes out as with the normal value. For
these it has games made. Two games are the same if their programs, printed, and the lines of their
looks are: a printed program has neither places nor names that an option could have changed alone.
Where a value differs from the normal one only together with another option, or with more players,
it changes something: so the games are made with it for each of those as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from rulewright.interpreter.check.settings import SAID, said
from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.ir import Program
from rulewright.interpreter.ir.print import print_program
from rulewright.interpreter.model.declarations import Declarations, walk
from rulewright.interpreter.model.options import key_of
from rulewright.interpreter.model.presentation import Presentation
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax import ast

Options = Mapping[str, str]
Game = tuple[Program, Presentation]
#: Makes the game for a number of players and options, if there is one.
Make = Callable[[int, Options], Game | None]
#: Pairs of games that are made to find out whether a value changes something beside another.
MOST_MADE = 100


class Alike:
    """The games of one ruleset; those for the normal options are looked at first."""

    def __init__(self, declarations: Declarations) -> None:
        self._tests = {test.span: said(test) for test in declarations.conditions}
        inside = {id(node) for node in walk(*declarations.conditions)}
        self._elsewhere = {key_of(node.text) for block, nodes in declarations.inside()
                           if not isinstance(block, ast.Option) for node in nodes
                           if isinstance(node, SAID) and id(node) not in inside}
        self._normal: frozenset[Span] | None = None
        self._suspected: list[tuple[str, str]] = []

    def look(self, options: Options, holding: frozenset[Span]) -> None:
        """Look at one game; `holding` are the `when` conditions that hold in it."""
        if self._normal is None:
            self._normal = holding
        for key, value in options.items():
            if key not in self._elsewhere and not any(
                key in asked for span, asked in self._tests.items()
                if (span in self._normal) is not (span in holding)
            ):
                self._suspected.append((key, value))

    def unchanged(
        self, make: Make, others: Sequence[tuple[int, Options]], unspoken: Collection[str]
    ) -> list[tuple[str, str]]:
        """The options and values, by which they are set, that change nothing, with none of the
        `others`; but for options of which no line speaks at all."""
        found, left = [], MOST_MADE
        for key, value in self._suspected:
            if key in unspoken:
                continue
            both = [(n, beside) for n, beside in others if key not in beside]
            left -= len(both)
            if left >= 0 and all(
                _alike(make(n, beside), make(n, {**beside, key: value})) for n, beside in both
            ):
                found.append((key, value))
        return found


def _alike(one: Game | None, two: Game | None) -> bool:
    return (one is None) is (two is None) and (one is None or two is None or same(one, two))


def same(one: Game, two: Game) -> bool:
    """Whether two games are the same, whatever happens in them and however they are drawn."""
    return (_size(one[0]) == _size(two[0]) and one[1].lines == two[1].lines
            and print_program(one[0]) == print_program(two[0]))


def _size(program: Program) -> tuple[int, ...]:
    """What tells most programs apart."""
    return (program.size, len(program.nodes), len(program.functions),
            *(len(block.effects) for block in program.blocks))


def warnings(
    declarations: Declarations, source: Source, normal: Options, unchanged: list[tuple[str, str]]
) -> Iterator[Diagnostic]:
    """The warnings about values that change nothing, but for those of which the option's own note
    says something."""
    for _, option in declarations.all(ast.Option):
        key = key_of(option.name)
        values = [value for of, value in unchanged if of == key
                  and not re.search(rf"(?<![\w-]){re.escape(value)}(?![\w-])", option.note or "")]
        if values and option.span.source is source:
            which = " and ".join(f"`{value}`" for value in values)
            yield Diagnostic(
                "unused-option", f"with `{option.name}` set to {which} the game is the same as "
                f"with `{normal[key]}`, which is normal", option.span,
                f"let a line ask for it, as in `when {option.name} is {values[0]}, …`; if it is to "
                f'be the same, say so in a note behind the option: `"{values[0]} is as '
                f'{normal[key]}"`', "warning",
            )
