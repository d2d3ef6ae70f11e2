"""What no declaration says right by itself: twice the same, nothing where something must be.

Declarations know names, not values: what depends on options is found when a game is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.model.declarations import (
    Conditions,
    Declarations,
    key_of,
    named,
    walk,
)
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast

MAX_PLAYERS = 99


def check(
    declarations: Declarations, place: Span, broken: frozenset[str] = frozenset()
) -> list[Diagnostic]:
    """What is declared twice, and what no ruleset can do without.

    `broken` are the first words of blocks that could not be parsed: what they were meant to
    declare is not missing.
    """
    problems: list[Diagnostic] = []
    seen: dict[tuple[str, ...], tuple[Conditions, ast.Block]] = {}
    for conditions, block in declarations.entries:
        if isinstance(block, (ast.SetOption, ast.Replace, ast.Remove, ast.Insert, ast.Variant)):
            hint = ("it belongs at the left edge of a variant, whose first line is "
                    "`variant TITLE of BASE`")
            if isinstance(block, ast.Insert):
                hint = ("in a game of its own, what is done before or after others stands with "
                        "them: in the first or last lines below `turn` or the step; " + hint)
            problems.append(Diagnostic(
                "variant", "this changes a base, but here is none to change", block.span, hint))
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
                if isinstance(block, ast.Flow) and block.kind in ("turn", "step"):
                    name = block.name or block.kind
                    hint += f"; what is done besides stands below `before {name}`, `after {name}`"
            problems.append(
                Diagnostic("declared-twice", f"{named(key)} is already declared in {where}",
                           block.span, hint)
            )
        seen.setdefault(key, (conditions, block))
    for kind, what, example in (
        (ast.Game, "a line that names the game", "game Tic-Tac-Toe"),
        (ast.Players, "a line that says who plays", "players 2: X, O"),
    ):
        if declarations.one(kind) is None and kind.__name__.lower() not in broken:
            problems.append(
                Diagnostic("missing", f"{what} is missing", place, f"write for example `{example}`")
            )
    if ("turn",) not in seen and "turn" not in broken:
        problems.append(
            Diagnostic("missing", "the ruleset has no `turn`", place,
                       "write `turn` and indent below it what a player does")
        )
    nodes = declarations.nodes()
    problems += _names(declarations) + _named_twice(nodes)
    if not broken:
        problems += _steps(declarations, nodes)
    return problems


def _names(declarations: Declarations) -> list[Diagnostic]:
    """The numbers and names of players, and values that stand twice in a kind."""
    problems: list[Diagnostic] = []
    lists: list[tuple[tuple[str, ...], ast.Block]] = [
        (kind.values, kind) for _, kind in declarations.all(ast.Kind)
    ]
    for _, who in declarations.all(ast.Players):
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


def _named_twice(nodes: Sequence[ast.Node]) -> list[Diagnostic]:
    """Two things of one head or one choice that get the same name."""
    problems: list[Diagnostic] = []
    for node in nodes:
        things: list[ast.Node] = []
        if isinstance(node, (ast.Define, ast.Flow)):
            things = [binder for _, binder in node.params]
        elif isinstance(node, ast.Act):
            things = [part.set for part in node.objects if isinstance(part, ast.Pick)]
        else:
            continue
        names = [getattr(thing, "name", None) for thing in things]
        problems += [
            Diagnostic("declared-twice", f"two things are called `{name}` here", thing.span,
                       "give each its own name")
            for at, (name, thing) in enumerate(zip(names, things, strict=True))
            if name is not None and name in names[:at]
        ]
    return problems


def _steps(declarations: Declarations, nodes: Sequence[ast.Node]) -> list[Diagnostic]:
    """Steps that nobody does."""
    done = _done(nodes)
    return [
        Diagnostic("unused-step", f"nobody does the step `{name}`", step.span,
                   f"write `do {name}` where it belongs, or delete it", "warning")
        for name, step in _all_steps(declarations).items()
        if name not in done
    ]


def unreached_steps(declarations: Declarations) -> list[ast.Flow]:
    """Steps that nobody does, but perhaps others of them."""
    left = _all_steps(declarations)
    reached = [block for _, block in declarations.entries if block not in left.values()]
    while reached:
        reached = [left.pop(name) for name in _done(walk(reached)) & left.keys()]
    return list(left.values())


def _all_steps(declarations: Declarations) -> dict[str, ast.Flow]:
    return {block.name: block for _, block in declarations.all(ast.Flow) if block.kind == "step"}


def _done(nodes: Iterable[ast.Node]) -> set[str]:
    """The names of the steps that some nodes do."""
    return {node.name for node in nodes if isinstance(node, ast.StepCall)}
