"""Refusing `the number of Tiles` where the Tiles in play could be meant, or all that there are.

Where no Tile can be in the box in play, both are the same: the set-up takes all of them out of it,
and no line brings one back or takes one from there.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.lower.always_there import bare, places
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.in_play import has_places
from rulewright.interpreter.model.places import BOX, Numbered
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import plural

NUMBER_OF = "the number of "


def of_all(context: Context, expr: ast.Count) -> bool:
    """Whether a count is that of all pieces, not of those in play. Of those of which nothing more
    is said, not even whose they are, it could be either."""
    kind, said = bare(context, expr.set, of_player=False), expr.span.words
    if expr.whole or kind is None or not said.startswith(NUMBER_OF):
        return expr.whole
    if context.asserting or not has_places(context.symbols, kind) or (
        not _can_be_boxed(context, kind)
    ):
        return True
    many = plural(kind.noun)
    somewhere = places(context, kind, None)
    where = somewhere[0] if len(somewhere) == 1 and somewhere[0].startswith("on ") else (
        f"that are not in the {BOX}")
    raise error(
        "ambiguous", f"`{said}` can be that of the {many} in play, or of all that there are, those "
        f"in the {BOX} as well", expr.span,
        f"write `{said} {where}` for those in play, `{NUMBER_OF}all {many}` for all")


def _can_be_boxed(context: Context, kind: Numbered) -> bool:
    """Whether pieces of a noun can be in the box when the game is played."""
    placed = False
    for block, nodes in context.declarations.inside():
        setup = block if isinstance(block, ast.Flow) and block.kind == "setup" else None
        if setup is not None:
            placed = placed or any(_places_all(stmt, kind) for stmt in _always_done(setup.body))
        elif any(isinstance(node, ast.Act) and _boxes(node, kind) for node in nodes):
            return True
    return not placed


def _always_done(body: tuple[ast.Stmt, ...]) -> Iterator[ast.Stmt]:
    """The statements of the set-up that are done whatever happens."""
    for stmt in body:
        yield stmt
        if isinstance(stmt, (ast.ForEach, *ast.WHENS)):
            yield from _always_done(stmt.body)


def _is_of(stmt: ast.Stmt, kind: Numbered) -> bool:
    """Whether a loop goes through pieces of a noun."""
    return isinstance(stmt, ast.ForEach) and _all_of(stmt.set, kind)


def _places_all(stmt: ast.Stmt, kind: Numbered) -> bool:
    """Whether a statement takes all pieces of a noun (of a player that it goes through) out of the
    box."""
    if _is_of(stmt, kind):
        assert isinstance(stmt, ast.ForEach)
        return any(isinstance(inner, ast.Effect) and inner.act.kind == "move"
                   for inner in stmt.body)
    if not isinstance(stmt, ast.Effect) or stmt.act.kind != "move":
        return False
    moved = stmt.act.objects[0]
    return isinstance(moved, ast.Quantified) and _all_of(moved.set, kind)


def _all_of(things: ast.SetNode, kind: Numbered) -> bool:
    """Whether a set is that of all pieces of a noun, or of all in the box."""
    return isinstance(things, ast.NounSet) and things.noun == kind.noun and (
        not things.adjectives) and all(one.span.words == f"in the {BOX}"
                                       for one in things.relatives)


def _boxes(act: ast.Act, kind: Numbered) -> bool:
    """Whether an act can bring a piece of a noun to the box, or takes one from there."""
    if act.kind not in ("put", "move", "remove") or not _can_be(act.objects[0], kind):
        return False
    if act.kind != "move":
        return True
    there = act.objects[1]
    if f"the {BOX}" in there.span.words:
        return True
    taken = {domain.noun for domain, _ in kind.parts[1:]} - kind.several
    free = isinstance(there, ast.Pick) and isinstance(there.set, ast.NounSet) and any(
        name == "empty" for _, name in there.set.adjectives)
    return bool(taken) and not free


def _can_be(phrase: ast.NounPhrase, kind: Numbered) -> bool:
    """Whether a phrase can be about pieces of a noun: it names no other one."""
    match phrase:
        case ast.Pick(set=ast.NounSet(noun=noun)) | ast.Quantified(set=ast.NounSet(noun=noun)) | (
            ast.AnyOne(set=ast.NounSet(noun=noun)) | ast.TheNoun(noun=noun)
            | ast.NounOf(noun=noun)
        ):
            return noun == kind.noun
    return True
