"""The model of a game: what it consists of for given options and players, without how it is run.

With the program it is all that drawing, reading, printing and describing a state need.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.interpreter.ir import Domain, E, Field, Label, Local, MemorySpec
from rulewright.interpreter.model.declarations import B, Declarations
from rulewright.interpreter.model.options import OptionValue
from rulewright.interpreter.model.places import Numbered
from rulewright.interpreter.model.presentation import Presentation
from rulewright.interpreter.model.symbols import PieceKind, SymbolTable
from rulewright.interpreter.model.topology import Grid
from rulewright.interpreter.records import record
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast

#: How things of a noun are written: a local that stands for one, and a text with phrases about it.
Written = tuple[Local, Label]


@record
class Model:
    """One game. `holding` are the places of the `when` conditions that hold with its options;
    `fields` are all of its state; `written` says how things are written, by their nouns;
    `shown`, whether a thing is each of what is shown and defined (`Presentation.defined`)."""

    declarations: Declarations
    holding: frozenset[Span]
    symbols: SymbolTable
    presentation: Presentation
    fields: tuple[Field, ...]
    written: Mapping[str, Written]
    shown: tuple[tuple[Local, E], ...]

    @property
    def title(self) -> str:
        return self.declarations.title

    @property
    def options(self) -> dict[str, OptionValue]:
        return self.symbols.options

    @property
    def boards(self) -> dict[str, Grid]:
        return self.symbols.boards

    @property
    def pieces(self) -> dict[str, PieceKind]:
        return self.symbols.pieces

    @property
    def numbered(self) -> dict[str, Numbered]:
        return self.symbols.numbered

    @property
    def occupants(self) -> dict[str, Field]:
        return self.symbols.occupants

    @property
    def memories(self) -> list[MemorySpec]:
        return self.symbols.memories

    @property
    def players(self) -> Domain:
        return self.symbols.players

    def holds(self, test: ast.Expr) -> bool:
        """Whether the condition of a `when` holds."""
        return test.span in self.holding

    def active(self, kind: type[B]) -> Iterator[tuple[tuple[ast.Expr, ...], B]]:
        """The declarations of a kind that stand under these options, with the conditions that
        they stand under."""
        for conditions, block in self.declarations.all(kind):
            if all(map(self.holds, conditions)):
                yield conditions, block
