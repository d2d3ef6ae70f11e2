"""The symbol table: what each word of a game means for given options and players.

It is filled in the order of the declarations while a game is made (`lower.symbols`) and not
changed afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.ir import Domain, Field, MemorySpec, VType, one_of
from rulewright.interpreter.model.options import OptionValue
from rulewright.interpreter.model.places import Numbered, Zone
from rulewright.interpreter.model.topology import DIRECTIONS, Grid
from rulewright.interpreter.model.walks import WalkKind
from rulewright.interpreter.records import record
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast


@record
class PieceKind:
    """A piece noun without a number: the board it stands on and its code there
    (`code * players + owner`)."""

    noun: str
    board: str
    code: int


@dataclass
class SymbolTable:
    """The meaning of the words of a game. Nouns have domains; what things have are fields.

    Attributes and qualities (yes or no) are known by owner and name, relations by the two nouns
    and the preposition between them, pairs (attributes of two things) by owner, name, word, other.
    """

    options: dict[str, OptionValue] = field(default_factory=dict)
    domains: dict[str, Domain] = field(default_factory=lambda: {DIRECTIONS.noun: DIRECTIONS})
    boards: dict[str, Grid] = field(default_factory=dict)
    pieces: dict[str, PieceKind] = field(default_factory=dict)
    numbered: dict[str, Numbered] = field(default_factory=dict)  # piece nouns with a number
    zones: dict[str, Zone] = field(default_factory=dict)
    zone: Domain | None = None  # all zones, if there are pieces with a number
    occupants: dict[str, Field] = field(default_factory=dict)  # what stands on a board, by its name
    attributes: dict[tuple[str, str], Field] = field(default_factory=dict)
    qualities: dict[tuple[str, str], Field] = field(default_factory=dict)
    relations: dict[tuple[str, str, str], Field] = field(default_factory=dict)
    pairs: dict[tuple[str, str, str, str], Field] = field(default_factory=dict)
    listed: set[tuple[str, str]] = field(default_factory=set)  # what tables say that pieces have
    definitions: dict[tuple[str, str], list[ast.Define]] = field(default_factory=dict)
    walks: dict[str, WalkKind] = field(default_factory=dict)  # by the noun of their results
    steps: dict[str, ast.Flow] = field(default_factory=dict)
    memories: list[MemorySpec] = field(default_factory=list)
    to_move: Field | None = None  # whose turn it is

    @property
    def players(self) -> Domain:
        return self.domains["player"]

    @property
    def player(self) -> VType:
        """The type of a player."""
        return one_of(self.players)

    def domain(self, noun: str, span: Span) -> Domain:
        """The domain of a noun that is not a piece."""
        if noun in self.domains:
            return self.domains[noun]
        if noun in self.pieces:
            cell = self.board_of_piece(noun).noun
            raise error("noun", f"a {noun} is known by its place; it cannot be kept as a value",
                        span, f"keep where it stands, `a {cell} or none`, and speak of the {noun} "
                        f"on it; a piece with a number, `piece {noun} …: 4`, can be kept")
        if noun in self.walks:
            raise error("noun", f"a {noun} is the result of a walk, which is not kept", span,
                        f"keep the {self.walks[noun].board.noun} where it ends, or what else is "
                        "wanted of it")
        raise error("noun", f"`{noun}` is not declared with these options", span)

    def type_of(self, noun: str, span: Span) -> VType:
        """The type of the things of a noun; pieces are known by their cells, groups are sets of
        cells of a board, here of the first."""
        if noun in self.pieces:
            return VType("thing", domain=self.board_of_piece(noun).cells, piece=noun)
        if noun == ast.GROUP and noun not in self.domains and self.boards:
            return VType("set", domain=next(iter(self.boards.values())).cells, group=True)
        if noun in self.walks:
            return self.walks[noun].type
        return one_of(self.domain(noun, span))

    def board_of(self, domain: Domain | None) -> Grid | None:
        """The board whose cells a domain is."""
        return next((g for g in self.boards.values() if g.cells == domain), None)

    def board_of_piece(self, noun: str) -> Grid:
        """The board that a piece stands on."""
        return self.boards[self.pieces[noun].board]

    def pieces_on(self, board: str) -> list[PieceKind]:
        """The kinds of pieces that stand on a board."""
        return [piece for piece in self.pieces.values() if piece.board == board]

    @property
    def piece_nouns(self) -> tuple[str, ...]:
        """The nouns of pieces: of those that are known by their cells, then those with a number."""
        return (*self.pieces, *self.numbered)

    def numbered_on(self, domain: Domain | None) -> list[Numbered]:
        """The piece nouns with a number whose pieces can be on the things of a domain."""
        return [kind for kind in self.numbered.values() if kind.first(domain) is not None]

    def cells_for(self, kind: Numbered) -> list[Domain]:
        """The cells on which pieces with a number can stand, of each of their boards."""
        return [domain for domain, _ in kind.parts if self.board_of(domain) is not None]

    def memory(self, name: str) -> int | None:
        """The number of a memory."""
        return next((i for i, m in enumerate(self.memories) if m.name == name), None)

    def fields_of(self, noun: str) -> list[Field]:
        """The attributes and qualities of a noun."""
        return [field for (owner, _), field in self.owned() if owner == noun]

    def owned(self) -> Iterator[tuple[tuple[str, str], Field]]:
        """All attributes, then all qualities, each by owner and name."""
        yield from self.attributes.items()
        yield from self.qualities.items()
