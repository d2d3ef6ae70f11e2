"""The nouns of one instantiated game: options, domains, boards, pieces, attributes as fields.

`World` is the base of the lowering classes. It fixes options and players, gives every noun its
finite domain, and lays the attributes out as fields. Lowering expressions, sets and flow builds
on it in `expressions`, `sets` and `flow`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from rulewright.interpreter.check.sheet import B, Conditions, Sheet, walk
from rulewright.interpreter.diagnostics import (
    Diagnostic,
    RulesError,
    UsageError,
    did_you_mean,
)
from rulewright.interpreter.ir import (
    BOOL,
    Const,
    Domain,
    E,
    Field,
    Group,
    Local,
    VType,
    load,
    or_none,
)
from rulewright.interpreter.program.boards import DIRECTIONS, Grid
from rulewright.interpreter.program.scope import Scope, Typed, fail
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax import ast

MAX_STATE = 200_000  # integers in one state
MAX_CELLS = 4096
N = TypeVar("N", bound=ast.Node)
_NOWHERE = Source("(no file)", "")


@dataclass(frozen=True)
class OptionValue:
    """The chosen value of an option: a number or a word."""

    name: str
    number: int | None
    word: str | None


@dataclass(frozen=True)
class PieceKind:
    """A piece noun: the board it stands on and its code there (`code * players + owner`)."""

    noun: str
    board: str
    code: int


def key_of(name: str) -> str:
    """An option's name as it is typed: `action order` is `action_order`."""
    return re.sub(r"[ -]", "_", name)


class World:
    """The instantiated nouns and fields. Subclasses add lowering."""

    def __init__(self, sheet: Sheet, players: int, chosen: dict[str, str]) -> None:
        self.sheet = sheet
        self.problems: list[Diagnostic] = []  # what is wrong and did not stop the rest
        self.options: dict[str, OptionValue] = {}
        self.chosen = chosen
        self.fields: list[Field] = []
        self.attributes: dict[tuple[str, str], Field] = {}
        self.qualities: dict[tuple[str, str], Field] = {}
        self._static: dict[int, bool] = {}  # conditions of `when`, by their ids
        self.relations: dict[tuple[str, str, str], Field] = {}
        self.pairs: dict[tuple[str, str, str, str], Field] = {}
        self.grids: dict[str, Grid] = {}
        self.pieces: dict[str, PieceKind] = {}
        self.occupants: dict[str, Field] = {}
        self.domains: dict[str, Domain] = {"direction": Domain("direction", DIRECTIONS)}
        self.definitions: dict[tuple[str, str], list[ast.Define]] = {}
        self.steps: dict[str, ast.Flow] = {}
        self.count = 0
        self._players(players)

    # -- to be supplied by the lowering of expressions ----------------------------------------

    def value(self, expr: ast.Expr, scope: Scope, expected: VType | None = None) -> Typed:
        raise NotImplementedError

    def condition(self, expr: ast.Expr, scope: Scope) -> E:
        raise NotImplementedError

    # -- set-up --------------------------------------------------------------------------------

    def _players(self, players: int) -> None:
        block = self.sheet.one(ast.Players)
        assert block is not None, "checked by the sheet"
        names = block.names or tuple(f"Player {n + 1}" for n in range(block.high))
        if not block.low <= players <= block.high:
            wanted = str(block.low) if block.low == block.high else f"{block.low} to {block.high}"
            raise UsageError(f"{self.sheet.title} is for {wanted} players, not {players}")
        self.domains["player"] = Domain("player", names[:players])

    def declare(self) -> None:
        """Fix options, domains and fields, in this order. Raises all that is wrong together."""
        for _, option in self.sheet.all(ast.Option):
            self._attempt(self.declare_option, option)
        self._raise_problems()
        for test in dict.fromkeys(t for conditions, _ in self.sheet.entries for t in conditions):
            self._attempt(self._about_options, test)
        self._raise_problems()
        for _, define in self._active(ast.Define):
            self.definitions.setdefault((define.kind, define.name), []).append(define)
        for _, flow in self._active(ast.Flow):
            if flow.kind == "step":
                self.steps[flow.name] = flow
        self.player_field = self.add_field(
            Group.FLOW, "game", "to move", (), VType("thing", domain=self.domains["player"]), [0]
        )
        self.decider = self.to_move()  # who makes the choices being lowered
        for _, kind in self._active(ast.Kind):
            self.domains[kind.noun] = Domain(kind.noun, kind.values)
        for _, board in self._active(ast.Board):
            self._attempt(self._board, board)
        self._raise_problems()
        for _, piece in self._active(ast.Piece):
            self._attempt(self._piece, piece)
        for board_name, grid in self.grids.items():
            nouns = [p.noun for p in self.pieces.values() if p.board == board_name]
            if nouns:
                players = self.domains["player"].labels
                kinds = tuple(f"{noun} of {owner}" for noun in nouns for owner in players)
                kind_of = VType("thing", domain=Domain("piece", kinds), none=True)
                self.occupants[board_name] = self.add_field(
                    Group.OCCUPANT, board_name, "piece", (grid.cells,), kind_of,
                    [-1] * grid.cells.size,
                )
        for _, attribute in self._active(ast.Attribute):
            self._attempt(self._attribute, attribute)
        self._raise_problems()

    def _attempt(self, work: Callable[[N], object], node: N) -> None:
        try:
            work(node)
        except RulesError as error:
            self.problems.extend(error.diagnostics)

    def _raise_problems(self) -> None:
        if self.problems:
            raise RulesError(dict.fromkeys(self.problems))

    def _active(self, kind: type[B]) -> Iterator[tuple[Conditions, B]]:
        for conditions, block in self.sheet.all(kind):
            if all(self.static(test) for test in conditions):
                yield conditions, block

    def looks(self) -> Iterator[ast.Look]:
        """The looks that stand under these options."""
        return (look for _, look in self._active(ast.Look))

    def _about_options(self, test: ast.Expr) -> None:
        """Check a `when` condition around declarations; nothing else is declared yet."""
        of_play = (ast.NounSet, ast.TheNoun, ast.Call, ast.It)
        if any(isinstance(node, of_play) for node in walk(test)):
            raise self._not_static(test)
        self.static(test)

    @staticmethod
    def _not_static(test: ast.Expr) -> RulesError:
        return fail("when", "`when` is decided before play, so it may speak of options only",
                    test.span, "write `if` for what is decided during play")

    def static(self, test: ast.Expr) -> bool:
        """The truth of a `when` condition, which may speak of options only."""
        known = self._static.get(id(test))
        if known is None:
            e = self.condition(test, Scope())
            if not isinstance(e, Const):
                raise self._not_static(test)
            known = self._static[id(test)] = bool(e.value)
        return known

    def declare_option(self, option: ast.Option) -> None:
        """Fix the value of an option: the chosen one, else its default."""
        ranges, words = self.option_domain(option)
        text = self.chosen.get(key_of(option.name))
        if text is None:
            self.options[option.name] = self._default(option, ranges, words)
            return
        for word in words:
            if key_of(word) == key_of(text):
                self.options[option.name] = OptionValue(option.name, None, word)
                return
        if text.isascii() and text.isdigit() and len(text) < 10:
            number = int(text)
            if any(low <= number <= high for low, high in ranges):
                self.options[option.name] = OptionValue(option.name, number, None)
                return
        allowed = [f"{low} to {high}" for low, high in ranges] + [key_of(w) for w in words]
        raise UsageError(
            f"`{text}` is no value of the option {key_of(option.name)}",
            did_you_mean(text, [key_of(w) for w in words]) or "it may be " + ", ".join(allowed),
        )

    def option_domain(self, option: ast.Option) -> tuple[list[tuple[int, int]], list[str]]:
        """The ranges and words an option may take."""
        ranges, words = [], []
        for item in option.domain:
            if isinstance(item, ast.Range):
                low, high = self.constant(item.low), self.constant(item.high)
                if low > high:
                    raise fail("range", f"the range runs from {low} down to {high}", item.span)
                ranges.append((low, high))
            elif isinstance(item, ast.Value):
                words.append(item.text)
            else:
                number = self.constant(item)
                ranges.append((number, number))
        return ranges, words

    def _default(
        self, option: ast.Option, ranges: list[tuple[int, int]], words: list[str]
    ) -> OptionValue:
        default = option.default or option.domain[0]
        if isinstance(default, ast.Range):
            return OptionValue(option.name, ranges[0][0], None)
        if isinstance(default, ast.Value) and default.text in words:
            return OptionValue(option.name, None, default.text)
        if isinstance(default, ast.Value) and default.text not in self.options:
            raise fail("default", f"`{default.text}` is none of the values of `{option.name}`",
                       default.span, did_you_mean(default.text, words))
        number = self.constant(default)
        if not any(low <= number <= high for low, high in ranges):
            fixed = isinstance(option.default, ast.Number) and all(
                isinstance(end, ast.Number)
                for r in option.domain if isinstance(r, ast.Range) for end in (r.low, r.high)
            )
            if not fixed and any(isinstance(r, ast.Range) for r in option.domain):
                # A default above a range that shrank with another option: the nearest value.
                low, high = ranges[0]
                return OptionValue(option.name, min(max(number, low), high), None)
            raise fail("default", f"{number} is none of the values of `{option.name}`",
                       default.span)
        return OptionValue(option.name, number, None)

    def constant(self, expr: ast.Expr) -> int:
        """The value of an expression that is fixed before play."""
        typed = self.value(expr, Scope())
        if typed.type.kind == "int" and isinstance(typed.e, Const):
            return typed.e.value
        raise fail("constant", "a number that is fixed before play is needed here", expr.span)

    def _board(self, board: ast.Board) -> None:
        width, height = self.constant(board.width), self.constant(board.height)
        if not (width >= 1 and height >= 1 and width * height <= MAX_CELLS):
            raise fail("board", f"a board of {width} by {height} is outside 1 to {MAX_CELLS} cells",
                       board.span)
        grid = Grid(board.name, board.shape, board.noun, width, height)
        self.grids[board.name] = grid
        self.domains[board.noun] = grid.cells

    def _piece(self, piece: ast.Piece) -> None:
        if piece.board not in self.grids:
            raise fail("board", f"there is no board `{piece.board}`", piece.span)
        if piece.owner != "player":
            raise fail("piece", "a piece belongs to a player", piece.span)
        if piece.noun in self.pieces:
            return  # declared twice, as the sheet has told
        code = sum(p.board == piece.board for p in self.pieces.values())
        self.pieces[piece.noun] = PieceKind(piece.noun, piece.board, code)

    # -- fields --------------------------------------------------------------------------------

    def add_field(
        self, group: Group, owner: str, name: str, dims: tuple[Domain, ...], kind: VType,
        first: list[int], *, this_turn: bool = False, seen_only: bool = False,
        span: Span | None = None,
    ) -> Field:
        """Lay out one more field behind the others."""
        last = self.fields[-1] if self.fields else None
        offset = last.offset + last.size if last else 0
        if offset + len(first) > MAX_STATE:
            place = span or Span(_NOWHERE, 1, 1, 1, 2)
            raise fail("state-size", f"a state would have more than {MAX_STATE} numbers", place)
        made = Field(len(self.fields), group, owner, name, dims, kind, tuple(first), offset,
                     this_turn, seen_only, span)
        self.fields.append(made)
        return made

    def _attribute(self, attribute: ast.Attribute) -> None:
        owner = attribute.owner
        if attribute.seen_only and owner != "player":
            raise fail("seen-only", "only what a player has can be hidden from the others",
                       attribute.span)
        dims: tuple[Domain, ...] = ()
        if owner in self.pieces:
            dims, group = (self.grids[self.pieces[owner].board].cells,), Group.PIECE
        elif owner in ("game", "turn"):
            group = Group(owner)
        else:
            dims = (self.domain(owner, attribute.span),)
            group = Group.PLAYER if owner == "player" else (
                Group.CELL if any(g.noun == owner for g in self.grids.values()) else Group.KIND
            )
        if attribute.other is not None:
            self._pair(attribute, dims)
            return
        kind = BOOL if attribute.type is None else self.declared_type(attribute)
        made = self.add_field(
            group, owner, attribute.name, dims, kind,
            self._first(attribute, kind, owner, dims),
            this_turn=attribute.this_turn, seen_only=attribute.seen_only, span=attribute.span,
        )
        table = self.qualities if attribute.type is None else self.attributes
        table[(owner, attribute.name)] = made

    def _pair(self, attribute: ast.Attribute, dims: tuple[Domain, ...]) -> None:
        """What changes during play for every pair: a relation, or an attribute of two things."""
        assert attribute.other is not None
        owner, name, other = attribute.owner, attribute.name, attribute.other
        relation = attribute.type is None
        if owner in self.pieces or other in self.pieces:
            raise fail("noun", "what changes for pairs cannot be about pieces", attribute.span)
        if relation and attribute.first is not None:
            raise fail("at-first", "a relation is at first no", attribute.first.span,
                       "let it become so in `setup`")
        kind = BOOL if relation else self.declared_type(attribute)
        others = self.domain(other, attribute.span)
        first = self._first(attribute, kind, owner, dims)
        made = self.add_field(
            Group.RELATION, owner, name, (dims[0], others), kind,
            [value for value in first for _ in range(others.size)],
            this_turn=attribute.this_turn, seen_only=attribute.seen_only, span=attribute.span,
        )
        if relation:
            self.relations[(owner, name, other)] = made
        else:
            self.pairs[(owner, name, attribute.word, other)] = made

    def declared_type(self, attribute: ast.Attribute) -> VType:
        """The type an attribute is declared with."""
        items = attribute.type or ()
        words: list[str] = []
        domain: Domain | None = None
        none = False
        if all(isinstance(x, ast.Yes) or getattr(x, "text", "") in ("yes", "no") for x in items):
            return BOOL
        for item in items:
            match item:
                case ast.Range():
                    low, high = self.constant(item.low), self.constant(item.high)
                    if low > high or len(items) > 1:
                        raise fail("type", "a range of numbers goes upwards and stands alone",
                                   item.span)
                    return VType("int", low, high)
                case ast.TypeNoun():
                    if domain is not None:
                        raise fail("type", "a type may name one noun", item.span)
                    domain = self.domain(item.noun, item.span)
                case ast.Nothing():
                    none = True
                case ast.Value(text=text):
                    words.append(text)
                case _:
                    raise fail("type", "a type is made of words, `a NOUN`, `none`, `yes or no` or "
                               "a range of numbers", item.span)
        return VType("thing", words=tuple(words), domain=domain, none=none)

    def _first(
        self, attribute: ast.Attribute, kind: VType, owner: str, dims: tuple[Domain, ...]
    ) -> list[int]:
        size = dims[0].size if dims else 1
        if attribute.first is None:
            start = max(kind.least, min(0, kind.most)) if kind.kind == "int" else (
                -1 if kind.none else 0
            )
            return [start] * size
        values = []
        for index in range(size):
            scope = Scope()
            if dims:
                own = VType("thing", domain=dims[0])
                scope = scope.bind(owner, None, Typed(Const(index), own), True)
            e = self.typed_value(attribute.first, kind, scope)
            if not isinstance(e, Const):
                raise fail("at-first", "what a thing is at first must be fixed before play",
                           attribute.first.span)
            if not kind.least <= e.value <= kind.most:
                raise fail("bound", f"{e.value} is outside {kind.least} to {kind.most}",
                           attribute.first.span)
            values.append(e.value)
        return values

    def typed_value(self, expr: ast.Expr, kind: VType, scope: Scope) -> E:
        raise NotImplementedError

    # -- small helps -----------------------------------------------------------------------------

    def domain(self, noun: str, span: Span) -> Domain:
        """The domain of a noun that is not a piece."""
        if noun in self.domains:
            return self.domains[noun]
        if noun in self.pieces:
            raise fail("noun", f"a {noun} is known by its place; it cannot be kept as a value",
                       span)
        raise fail("noun", f"`{noun}` is not declared with these options", span)

    def fresh(self, noun: str, kind: VType) -> Local:
        """A new local."""
        self.count += 1
        stem = re.sub(r"[^a-z]", "", noun.lower()) or "x"
        return Local(f"{stem}{self.count}", replace(kind, piece=None))

    def to_move(self) -> Typed:
        """Whose turn it is."""
        return Typed(load(self.player_field), self.player_field.type)

    def grid_of(self, domain: Domain | None) -> Grid | None:
        """The board whose cells a domain is."""
        return next((g for g in self.grids.values() if g.cells == domain), None)

    def load(self, made: Field, *index: Typed) -> Typed:
        """An attribute of a thing, or of two; of nothing, it is none, no or the least number."""
        kind = made.type
        if kind.kind == "thing" and any(thing.type.none for thing in index):
            kind = or_none(kind)
        return Typed(load(made, *(thing.e for thing in index)), kind)
