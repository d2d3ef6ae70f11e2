"""Lowering walks: what is declared of one, and the set of its results.

A walk is a definition whose value is a set of results (see `model.walks`). What its step comes to
is worked out in `walk_steps`.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.ir import (
    DROPPED,
    GOES_ON,
    Const,
    E,
    Guard,
    Last,
    Local,
    VType,
    Walks,
    Wording,
    comp,
    cond,
    lookup,
    number,
    op,
    walks,
)
from rulewright.interpreter.lower.boards import require_directed
from rulewright.interpreter.lower.complements import adjective
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.definitions import find, use
from rulewright.interpreter.lower.scope import Bound, Scope
from rulewright.interpreter.lower.symbols import declared_type
from rulewright.interpreter.lower.things import Args
from rulewright.interpreter.lower.typed import Typed, single
from rulewright.interpreter.lower.typed import number as a_number
from rulewright.interpreter.lower.walk_steps import Course, code_of, value_in
from rulewright.interpreter.model.declarations import walk as nodes
from rulewright.interpreter.model.topology import DIRECTIONS, Grid
from rulewright.interpreter.model.types import first_value
from rulewright.interpreter.model.walks import MAX_RESULTS, WalkKind
from rulewright.interpreter.records import record
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import with_article

MAX_STEPS = 100  # that a walk is said to have
WAY = "way so far"
STEP = "each step goes from a {0} F towards a direction D to a {0} G"


# ---- what is declared ----------------------------------------------------------------------------


@record
class Parts:
    """The lines of a walk, sorted."""

    start: ast.WalkFrom
    carried: tuple[ast.WalkCarries, ...]
    step: ast.WalkStep
    after: tuple[ast.WalkAfter, ...]

    @property
    def uses_way(self) -> bool:
        """Whether the way so far is asked for."""
        return any(isinstance(node, ast.Call) and node.name == WAY for node in nodes(self.step))


def _parts(context: Context, walk: ast.Define) -> Parts:
    body = walk.walk
    starts = [line for line in body if isinstance(line, ast.WalkFrom)]
    steps = [line for line in body if isinstance(line, ast.WalkStep)]
    noun = next(iter(context.symbols.boards.values())).noun if context.symbols.boards else "cell"
    for found, what, form in ((starts, "where it begins", f"from the {noun}"),
                              (steps, "how it goes on", STEP.format(noun))):
        if not found:
            raise error("walk", f"of the walk `{walk.name}` it is not said {what}", walk.span,
                        f"write a line `{form}` below it")
        if len(found) > 1:
            raise error("walk", f"of the walk `{walk.name}` it is said twice {what}",
                        found[1].span, "leave one of the lines out")
    return Parts(starts[0], tuple(line for line in body if isinstance(line, ast.WalkCarries)),
                 steps[0], tuple(line for line in body if isinstance(line, ast.WalkAfter)))


def declare_walks(context: Context) -> None:
    """Fix what walks can result in."""
    for _, define in context.active(ast.Define):
        if define.kind == "walk":
            with context.collecting():
                _declare(context, define)


def _declare(context: Context, walk: ast.Define) -> None:
    parts = _parts(context, walk)
    board = _board(context, parts.step)
    # The words are those of the text, whatever the options: what is said of one of them holds of
    # no walk where no line gives it.
    endings = [node.ending for node in nodes(*parts.step.body) if isinstance(node, ast.WalkEnds)]
    endings += [line.ending for line in parts.after]
    if not endings:
        raise error("walk", f"of the walk `{walk.name}` it is not said how it ends", walk.span,
                    "write a line `ends as WORD after 3 steps` below it, or in its step "
                    "`ends as WORD if …`")
    carried: list[tuple[str, VType]] = []
    for line in parts.carried:
        name = line.attribute.name
        if name in (known for known, _ in carried):
            raise error("declared-twice", f"`{name}` is carried twice", line.span,
                        "give each its own name")
        carried.append((name, declared_type(context, line.attribute)))
    kept = tuple(line.attribute.name for line in parts.carried if line.kept)
    kind = WalkKind(walk.name, board, tuple(dict.fromkeys(endings)), tuple(carried), kept)
    if kind.size > MAX_RESULTS:
        raise error("too-large", f"`{walk.name}` can have {kind.size} results; at most "
                    f"{MAX_RESULTS} are possible", walk.span, "let it keep less, or smaller ranges")
    context.symbols.walks[walk.name] = kind


def _board(context: Context, step: ast.WalkStep) -> Grid:
    """The board that a walk goes on."""
    board = next((b for b in context.symbols.boards.values() if b.noun == step.start.noun), None)
    if board is None or step.to.noun != step.start.noun:
        place = step.to if board else step.start
        raise error("walk", "a step goes from a cell of a board to a cell of the same board",
                    place.span, f"write `to {with_article(board.noun)} …`" if board else None)
    if step.direction is not None and step.direction.noun != DIRECTIONS.noun:
        raise error("walk", "a step goes towards a direction", step.direction.span,
                    f"write `{STEP.format(board.noun)}`")
    if step.direction is not None:
        require_directed(board, step.direction.span)
    return board


# ---- the set of results --------------------------------------------------------------------------


def walked(context: Context, noun: str, args: Args, phrase: ast.Node) -> E:
    """The results of a walk of some things, as a set."""
    walk = find(context, "walk", noun, args, phrase.span)

    def body(scope: Scope) -> tuple[Typed, tuple[Guard, ...]]:
        return results(context, walk, scope), ()

    return use(context, walk, args, None, body, phrase)[0].e


def results(context: Context, walk: ast.Define, scope: Scope) -> Typed:
    """The results of a walk of the things that are bound, as a set."""
    kind, parts = context.symbols.walks[walk.name], _parts(context, walk)
    board, step = kind.board, parts.step
    cell = VType("thing", domain=board.cells)
    start = _start(context, parts.start, scope, kind)
    at = context.fresh("from", cell)
    carried = tuple(context.fresh(name, of) for name, of in kind.carried)
    firsts = tuple(_first(context, line, of, scope)
                   for line, (_, of) in zip(parts.carried, kind.carried, strict=True))
    now = {name: Typed(local, of) for (name, of), local in zip(kind.carried, carried, strict=True)}
    ends, most, steps = _endings(context, parts, scope, kind, at, now)
    way = context.fresh("way", VType("set", domain=board.cells)) if parts.uses_way else None
    inner = _bound(scope, step.start, Typed(at, cell))
    if way is not None:
        inner = inner.carry(WAY, Typed(way, way.type))
    for name, value in now.items():
        inner = inner.carry(name, value)
    to = context.fresh("to", replace(cell, none=True))
    body: list[ast.Stmt] = list(context.existing(step.body))
    if step.direction is None:
        var = context.fresh("to", cell)
        inner = _bound(inner, step.to, Typed(var, cell))
        onto: E = var
        tests = []
        while body and isinstance(body[0], ast.OnlyIf):
            tests.append(Course(context, kind).demand(body[0], inner).test)
            del body[0]
        over = comp("set", var, op("and", *tests))
    else:
        var = context.fresh("towards", VType("thing", domain=DIRECTIONS))
        inner = _bound(inner, step.direction, Typed(var, var.type))
        onto = lookup(board.steps, to.type, at, var)
        inner = _bound(inner, step.to, Typed(to, to.type))
        over = _directions(context, step, board, inner, Typed(var, var.type))
    course = Course(context, kind)
    after = course.run(body, inner)
    outcome = course.outcome(cond(op("some", to), Const(GOES_ON), Const(DROPPED)))
    nexts = tuple(value_in(after, name).e for name, _ in kind.carried)
    wording = Wording(walk.name, walk.span, tuple(
        (line.attribute.name, line.span) for line in parts.carried
    ), tuple(binder.name if binder else None for binder in (
        step.start, step.to if step.direction is None else step.direction, step.to
    )), tuple(course.stops), tuple(
        Last(line.ending, line.span, line.refs) for line in parts.after if line.steps is not None))
    asked = (over, outcome, *nexts, *(stop.test for stop in course.stops))
    if way is not None and not any(way in e.free for e in asked):
        way = None  # the lines that ask for it do not stand with these options
    node = Walks(start, at, steps, way, carried, firsts, ends, most, var, over, to, onto, outcome,
                 nexts, wording, VType("set", domain=kind.domain))
    return Typed(walks(node), node.type)


def _start(context: Context, line: ast.WalkFrom, scope: Scope, kind: WalkKind) -> E:
    start = single(context.value(line.start, scope, kind.cell), line.start.span)
    if start.type.domain != kind.board.cells or start.type.piece or start.type.words:
        raise error("type", f"a walk begins on {with_article(kind.board.noun)}", line.start.span)
    return start.e


def _first(context: Context, line: ast.WalkCarries, kind: VType, scope: Scope) -> E:
    """What a value is where the walk begins."""
    first = line.attribute.first
    return Const(first_value(kind)) if first is None else context.typed_value(first, kind, scope)


def _bound(scope: Scope, binder: ast.Binder, value: Typed) -> Scope:
    return scope.add(Bound(binder.noun, binder.name, value, head=True, span=binder.span))


def _directions(
    context: Context, step: ast.WalkStep, board: Grid, scope: Scope, direction: Typed
) -> E:
    """The directions that a step may have: of those that the board has."""
    assert isinstance(direction.e, Local)
    there = op("in", direction.e, Const(sum(1 << d for d in board.directions(None))))
    tests = [there]
    for category, name in step.adjectives:
        if category != "ADJ":
            raise error("value", f"no direction can be {name}", step.span)
        tests.append(adjective(context, direction, name, step, scope, step.refs).test)
    return comp("set", direction.e, op("and", *tests))


def _endings(
    context: Context, parts: Parts, scope: Scope, kind: WalkKind, at: Local, now: dict[str, Typed]
) -> tuple[tuple[E, ...], E | None, Local]:
    """What a walk may end as before a step, how many steps it makes at most (if not any number),
    and the local that counts them."""
    bounds: list[tuple[E, E] | None] = []
    for line in parts.after:
        if line.steps is None:
            bounds.append(None)
            continue
        said = line.steps
        low, high = (said.low, said.high) if isinstance(said, ast.Range) else (said, said)
        bounds.append((_steps(context, low, scope), _steps(context, high, scope)))
    bounded = [bound for bound in bounds if bound is not None]
    counted = max((max(0, high.type.most) for _, high in bounded), default=-1)
    endless = len(bounded) < len(bounds) or not bounds
    steps = context.fresh("steps", number(0, counted + 1 if endless else counted))
    ends = []
    for line, bound in zip(parts.after, bounds, strict=True):
        code = code_of(kind, line.ending, at, now)
        if bound is None:
            ends.append(code)
            continue
        least, most = bound
        test = op("==", steps, least) if least is most else op(
            "and", op(">=", steps, least), op("<=", steps, most))
        ends.append(cond(test, code, Const(DROPPED)))
    if endless:
        return tuple(ends), None, steps
    limit, *others = (high for _, high in bounded)
    for other in others:
        limit = cond(op(">", other, limit), other, limit)
    return tuple(ends), limit, steps


def _steps(context: Context, said: ast.Expr, scope: Scope) -> E:
    """A number of steps."""
    value = context.value(said, scope)
    steps = a_number(value, said.span)
    if value.type.high > MAX_STEPS or value.type.low < 0:
        raise error("range", f"a walk has 0 to {MAX_STEPS} steps, and this can be "
                    f"{value.type.low} to {value.type.high}", said.span)
    return steps
