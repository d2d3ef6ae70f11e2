"""Blocks that say `the player` under a condition about some player: they do not mean that one.

A set phrase binds nothing for the lines below it, so `if some player is out, the player loses` lets
the player to move lose. Inside whatever binds a player the words are clear, and under a choice he
is the one who chose.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.model.declarations import Declarations
from rulewright.interpreter.syntax import ast

PLAYER = "player"


def check(declarations: Declarations) -> list[Diagnostic]:
    """A warning for every such block."""
    warnings = []
    for _, block in declarations.entries:
        for node in _unbound(block) if isinstance(block, (ast.Flow, ast.End)) else ():
            match node:
                case ast.If(test=test, body=body) | ast.End(condition=test, body=body):
                    said = next(filter(_the_player, _unbound(body, False)), None)
                    if said is not None and not any(map(_the_player, _unbound(test))):
                        warnings += [_warning(said, *about) for about in _of_some_player(test)][:1]
    return warnings


def _warning(said: ast.Node, one: ast.Expr, players: ast.NounSet) -> Diagnostic:
    about = ""
    if not isinstance(one, ast.ThereIs):
        about = one.span.text.replace(f"some {players.span.text}", "the player")
    return Diagnostic(
        "which-player",
        f"`the player` is here the player to move, not the one of `{one.span.text}`", said.span,
        f"write `for each {players.span.text},{about and f' if {about},'} …`", "warning",
    )


def _the_player(node: ast.Node) -> bool:
    return isinstance(node, ast.TheNoun) and node.noun == PLAYER


def _of_some_player(test: ast.Expr) -> Iterator[tuple[ast.Expr, ast.NounSet]]:
    """The parts of a condition that say something of some player, with the set of these."""
    match test:
        case ast.Logic():
            yield from _of_some_player(test.left)
            yield from _of_some_player(test.right)
        case ast.ThereIs(set=ast.NounSet() as players, negated=False) if _any_of(players):
            yield test, players
        case ast.Is() | ast.Verb():
            objects = (test.subject, getattr(test, "object", None),
                       getattr(getattr(test, "complement", None), "object", None))
            for thing in objects:
                if isinstance(thing, ast.Quantified) and thing.quantifier == "some" and (
                    isinstance(thing.set, ast.NounSet) and _any_of(thing.set)
                ):
                    yield test, thing.set


def _any_of(things: ast.NounSet) -> bool:
    """Whether a set is of players, and not of those that are not the player to move."""
    return things.noun == PLAYER and ("ADJ", "other") not in things.adjectives


def _binds(things: object) -> bool:
    """Whether `the player` is the member of a set, where its member is spoken of."""
    things = things.set if isinstance(things, ast.Pick) else things
    return isinstance(things, ast.NounSet) and things.noun == PLAYER and things.name is None


def _unbound(item: object, choices: bool = True) -> Iterator[ast.Node]:
    """The nodes inside an item, the item first, that stand in nothing that binds a player (and,
    unless `choices`, under no choice)."""
    if isinstance(item, tuple):
        for part in item:
            yield from _unbound(part, choices)
    if not isinstance(item, ast.Node):
        return
    yield item
    match item:
        case ast.NounSet() if _binds(item):
            yield from _unbound(item.owner, choices)
            outside = tuple(r for r in item.relatives if not isinstance(r, ast.RelWhere))
            yield from _unbound(outside, choices)
        case ast.Aggregate(set=things) | ast.ForEach(set=things) | ast.AtRandom(set=things) if (
            _binds(things)
        ):
            yield from _unbound(things, choices)
        case ast.Alternative(act=act) if any(map(_binds, act.objects)):
            return
        case ast.InOrder(start=player) | ast.Decides(player=player):
            yield from _unbound(player, choices)
        case ast.Rank() | ast.Pay():
            return
        case ast.Action() if not choices:
            return
        case _:
            for name in item.__dataclass_fields__:
                if name != "span":
                    yield from _unbound(getattr(item, name), choices)
