"""The sheet: everything a ruleset declares, sorted by what it is.

Built from the syntax trees of one file (or of a variant on its base). Declarations that stand
under `when OPTION is …` keep their conditions. The sheet knows names, not values: it reports
what is declared twice or missing altogether; what depends on options is found at instantiation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast

MAX_PLAYERS = 99
Conditions = tuple[ast.Expr, ...]
B = TypeVar("B", bound=ast.Block)


@dataclass
class Sheet:
    """The declarations of a ruleset, each with the `when` conditions it stands under."""

    entries: list[tuple[Conditions, ast.Block]] = field(default_factory=list)

    def all(self, kind: type[B]) -> Iterator[tuple[Conditions, B]]:
        """The declarations of one kind, in the order of the text."""
        for conditions, block in self.entries:
            if isinstance(block, kind):
                yield conditions, block

    def one(self, kind: type[B]) -> B | None:
        """The first declaration of a kind that may stand once."""
        return next((block for _, block in self.all(kind)), None)

    @property
    def title(self) -> str:
        game = self.one(ast.Game)
        return game.title if game else ""


def collect(blocks: Iterable[ast.Block]) -> Sheet:
    """Sort the blocks of a file into a sheet."""
    sheet = Sheet()
    for block in blocks:
        _enter(sheet, (), block)
    return sheet


def _enter(sheet: Sheet, conditions: Conditions, block: ast.Block) -> None:
    if isinstance(block, ast.WhenBlock):
        for inner in block.blocks:
            _enter(sheet, (*conditions, block.test), inner)
    elif isinstance(block, ast.Together):
        for inner in block.blocks:
            _enter(sheet, conditions, inner)
    else:
        sheet.entries.append((conditions, block))


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
        case ast.Attribute():
            return ("attribute", block.owner, block.name, block.other or "")
        case ast.Define():
            nouns = (binder.noun for _, binder in block.params)
            return (block.kind, block.name, *nouns)
    return None


def check(
    sheet: Sheet, place: Span, broken: frozenset[str] = frozenset()
) -> list[Diagnostic]:
    """What is declared twice, and what no ruleset can do without.

    `broken` are the first words of blocks that could not be parsed: what they were meant to
    declare is not missing.
    """
    problems: list[Diagnostic] = []
    seen: dict[tuple[str, ...], tuple[Conditions, ast.Block]] = {}
    for conditions, block in sheet.entries:
        if isinstance(block, (ast.SetOption, ast.Replace, ast.Remove, ast.Insert, ast.Variant)):
            problems.append(
                Diagnostic("variant", "this changes a base, but here is none to change",
                           block.span, "it belongs at the left edge of a variant, whose first "
                           "line is `variant TITLE of BASE`")
            )
        key = key_of(block)
        if key is None:
            continue
        known = seen.get(key)
        if known and not (conditions and known[0]):
            first = known[1].span
            where, hint = f"line {first.line}", "keep one of the two"
            if first.source is not block.span.source:
                where = f"the base ({first.source.name}, line {first.line})"
                hint = "indent it below a line `replace` to put it in the place of the base's"
            problems.append(
                Diagnostic("declared-twice", f"{named(key)} is already declared in {where}",
                           block.span, hint)
            )
        seen.setdefault(key, (conditions, block))
    for kind, what, example in (
        (ast.Game, "a line that names the game", "game Tic-Tac-Toe"),
        (ast.Players, "a line that says who plays", "players 2: X, O"),
    ):
        if sheet.one(kind) is None and kind.__name__.lower() not in broken:
            problems.append(
                Diagnostic("missing", f"{what} is missing", place, f"write for example `{example}`")
            )
    if ("turn",) not in seen and "turn" not in broken:
        problems.append(
            Diagnostic("missing", "the ruleset has no `turn`", place,
                       "write `turn` and indent below it what a player does")
        )
    problems += _names(sheet)
    return problems if broken else problems + _steps(sheet)


def _names(sheet: Sheet) -> list[Diagnostic]:
    """The numbers and names of players, and values that stand twice in a kind."""
    problems: list[Diagnostic] = []
    lists: list[tuple[tuple[str, ...], ast.Block]] = [
        (kind.values, kind) for _, kind in sheet.all(ast.Kind)
    ]
    for _, who in sheet.all(ast.Players):
        lists.append((who.names, who))
        if not 1 <= who.low <= who.high <= MAX_PLAYERS:
            what = str(who.low) if who.low == who.high else f"{who.low} to {who.high}"
            problems.append(
                Diagnostic("players", f"{what} is no number of players", who.span,
                           f"it goes upwards, from 1 to {MAX_PLAYERS}")
            )
        elif who.names and len(who.names) != who.high:
            problems.append(
                Diagnostic("players", f"{who.high} players need {who.high} names, not "
                           f"{len(who.names)}", who.span)
            )
    for values, block in lists:
        twice = dict.fromkeys(value for value in values if values.count(value) > 1)
        problems += [
            Diagnostic("declared-twice", f"`{value}` stands twice here", block.span,
                       "give each its own name")
            for value in twice
        ]
    return problems


def named(key: tuple[str, ...]) -> str:
    """What a key stands for, in words."""
    if len(key) == 1:
        return f"`{key[0]}`"
    if key[0] == "attribute":
        return f"`{key[2]}` of {key[1]}"
    return f"`{key[1]}`"


def _steps(sheet: Sheet) -> list[Diagnostic]:
    """Steps that nobody does."""
    done = {step for node in walk(block for _, block in sheet.entries)
            if isinstance(node, ast.Do) for step in node.steps}
    steps = {block.name: block for _, block in sheet.all(ast.Flow) if block.kind == "step"}
    return [
        Diagnostic("unused-step", f"nobody does the step `{block.name}`", block.span,
                   f"write `do {block.name}` where it belongs, or delete it", "warning")
        for block in steps.values()
        if block.name not in done
    ]


def walk(item: object) -> Iterator[ast.Node]:
    """Every syntax node inside an item, the item first."""
    if isinstance(item, ast.Node):
        yield item
        for name in item.__dataclass_fields__:
            if name != "span":
                yield from walk(getattr(item, name))
    elif isinstance(item, (tuple, list, Iterator)):
        for part in item:
            yield from walk(part)
