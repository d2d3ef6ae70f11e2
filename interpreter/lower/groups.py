"""Lowering groups: maximal sets of cells that are joined by steps.

A group is a set of cells that is spoken of as one thing. Among the members of a set of groups each
is known by its least cell; what is bound for it is the set of all its cells.
"""

from __future__ import annotations

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.ir import E, Guard, Local, Table, VType, comp, lookup, op, reach
from rulewright.interpreter.lower.boards import require_directed
from rulewright.interpreter.lower.complements import adjective
from rulewright.interpreter.lower.context import Context, members_of, value_of
from rulewright.interpreter.lower.lowered import Members, require_things
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.sets import element, restriction, restriction_to_most
from rulewright.interpreter.lower.tables import neighbours
from rulewright.interpreter.lower.typed import Typed, single
from rulewright.interpreter.model.topology import Grid
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast


@members_of(ast.GroupSet)
def _groups(
    context: Context, things: ast.GroupSet, scope: Scope, refs: ast.Refs, chosen: bool
) -> Members:
    if chosen:
        raise error("type", "a group is many cells, and cannot be chosen", things.span,
                    "let a cell be chosen, and speak of `the group of the cell among …`")
    return groups_in(context, things, cells_of(context, things, scope), scope, refs)


def cells_of(context: Context, things: ast.GroupSet, scope: Scope) -> Typed:
    """The cells that the groups consist of, as a set."""
    members = context.members(things.things, scope)
    require_things(members, things.things)
    return Typed(members.mask, VType("set", domain=members.type.domain))


def groups_in(
    context: Context, things: ast.GroupSet, cells: Typed, scope: Scope, refs: ast.Refs
) -> Members:
    """The groups of a set of cells, of which what the phrase says besides is so."""
    board = _board(context, cells, things.things.span)
    cell = VType("thing", domain=board.cells)
    least = context.fresh(board.noun, cell)
    group = _group(context, least, cells.e, things.steps, board, things.span)
    test = _is_least(context, board, least, group.e, cells.e)
    members = Members(least, group.type, (Guard(test, things.span, refs, things.span.text),),
                      group.e)
    guards = list(members.guards)
    for category, name in things.adjectives:
        if category != "ADJ":
            raise error("value", f"no group can be {name}", things.span)
        guards.append(adjective(context, group, name, things, scope, refs))
    one = element(things, members, scope)
    for relative in things.relatives:
        if isinstance(relative, ast.RelMost):
            left = Members(least, group.type, tuple(guards), group.e)
            guards.append(restriction_to_most(context, left, relative, one, scope, refs))
        else:
            guards.append(restriction(context, group, relative, one, scope, refs))
    return Members(least, group.type, tuple(guards), group.e)


def _is_least(context: Context, board: Grid, cell: Local, group: E, cells: E) -> E:
    """Whether a cell is the least one of its group, in a set of cells."""
    if board.endless:
        other = context.fresh(board.noun, cell.type)
        first = comp("first", other, op("in", other, group))
        return op("and", op("in", cell, cells), op("==", first, cell))
    size = board.cells.size
    up_to = Table(tuple((2 << i) - 1 for i in range(size)), (size,), 0)
    alone = Table(tuple(1 << i for i in range(size)), (size,), 0)
    mask = VType("set", domain=board.cells)
    before = op("&", group, lookup(up_to, mask, cell))
    return op("==", before, lookup(alone, mask, cell))


@value_of(ast.GroupOf)
def _group_of(
    context: Context, expr: ast.GroupOf, scope: Scope, expected: VType | None
) -> Typed:
    """The group that a cell belongs to; it has no cells where that is not in the set."""
    member = single(context.value(expr.member, scope), expr.member.span)
    things = context.members(expr.things, scope)
    require_things(things, expr.things)
    cells = Typed(things.mask, VType("set", domain=things.type.domain))
    board = _board(context, cells, expr.things.span)
    if member.type.domain != board.cells:
        raise error("type", f"a group of {board.noun}s is that of one of these",
                    expr.member.span)
    return _group(context, member.e, cells.e, expr.steps, board, expr.span)


def _board(context: Context, cells: Typed, span: Span) -> Grid:
    board = context.symbols.board_of(cells.type.domain)
    if board is None:
        raise error("type", "a group is made of cells of a board, or of the pieces on them", span)
    return board


def _group(
    context: Context, member: E, cells: E, steps: ast.Steps | None, board: Grid, span: Span
) -> Typed:
    if steps is None and board.shape == "square" and board.directed:
        raise error(
            "steps", "it is not said which cells of a square board are joined", span,
            f"write `{span.text} joined by orthogonal steps`, or `joined by steps` for steps in "
            "any direction",
        )
    if steps is not None and steps.adjective is not None:
        require_directed(board, steps.span)
    kind = VType("set", domain=board.cells, group=True)
    var = context.fresh(board.noun, VType("thing", domain=board.cells))
    walk = neighbours(board, steps.adjective if steps else None, var)
    return Typed(reach(member, cells, var, walk, kind, whole=True), kind)
