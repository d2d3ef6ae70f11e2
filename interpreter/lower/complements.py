"""Lowering what is said of a thing: `… is COMPLEMENT`, behind a condition's subject or in a set."""

from __future__ import annotations

from dataclasses import replace

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.ir import (
    BOOL,
    FALSE,
    Const,
    E,
    Guard,
    Table,
    VType,
    comp,
    load,
    lookup,
    op,
    ray,
    reach,
)
from rulewright.interpreter.lower.context import Context, complement_of, guard_for
from rulewright.interpreter.lower.definitions import OF_CELLS, apply
from rulewright.interpreter.lower.noting import note_other
from rulewright.interpreter.lower.reference import unclear
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.several import over_things, several_in
from rulewright.interpreter.lower.things import Said, element, has_value, index_of
from rulewright.interpreter.lower.typed import Typed, number, same, single
from rulewright.interpreter.model.topology import ADJECTIVES, DIRECTIONS, Grid, of_adjective
from rulewright.interpreter.model.types import noun_of
from rulewright.interpreter.syntax import ast

#: Prepositions of neighbours, with the adjective of the directions they look in.
NEXT_TO = {
    "next to": None, "orthogonally next to": "orthogonal", "diagonally next to": "diagonal",
}


def of_piece(subject: Typed, test: E, what: ast.Complement | None = None) -> E:
    """What is denied of a piece; nothing is said of a piece that is not there, but that it is none
    or another one."""
    if not (subject.type.piece and subject.type.none) or isinstance(what, ast.IsValue):
        return test
    return op("and", op("some", subject.e), test)


# ---- adjectives ----------------------------------------------------------------------------------


@complement_of(ast.IsAdjective)
def _is_adjective(
    context: Context, subject: Typed, whole: ast.Node, what: ast.IsAdjective, scope: Scope,
    refs: ast.Refs,
) -> Guard:
    return adjective(context, subject, what.adjective, whole, scope, refs)


def adjective(
    context: Context, subject: Typed, name: str, whole: ast.Node, scope: Scope, refs: ast.Refs
) -> Guard:
    """`subject is NAME` for a declared or built-in adjective."""
    if subject.type.group:
        return apply(context, "adjective", name, (("", subject),), whole, refs)
    symbols, noun = context.symbols, noun_of(single(subject, whole.span).type)
    quality = symbols.qualities.get((noun, name))
    if quality is not None:
        return guard_for(whole, refs, element(quality, *index_of(subject)).e)
    board = symbols.board_of(subject.type.domain)
    if name in OF_CELLS and not subject.type.piece and board and board.name in symbols.occupants:
        return guard_for(whole, refs, _occupied(context, subject, board, name == "empty"))
    if name in ADJECTIVES and noun == DIRECTIONS.noun:
        meant = of_adjective(name)
        flags = tuple(int(d in meant) for d in range(DIRECTIONS.size))
        table = Table(flags, (DIRECTIONS.size,), 0)
        return guard_for(whole, refs, lookup(table, BOOL, subject.e))
    if name == "other":
        return guard_for(whole, refs, _other(context, subject, noun, whole, scope))
    return apply(context, "adjective", name, (("", subject),), whole, refs)


def _occupied(context: Context, cell: Typed, board: Grid, empty: bool) -> E:
    """What is not there is neither empty nor occupied."""
    occupied = op("some", load(context.symbols.occupants[board.name], cell.e))
    return op("and", op("some", cell.e), op("not", occupied)) if empty else occupied


def _present(context: Context, noun: str, whole: ast.Node, scope: Scope) -> Typed | None:
    """The thing that another one is other than."""
    known = [b for b in scope.candidates(noun) if b.value is not None]
    if len(known) > 1:
        raise unclear("other", f"other {noun}", known, whole.span)
    if known:
        note_other(context, whole.span, known[0], scope)
        return known[0].value
    if noun != "player":
        return None
    note_other(context, whole.span, None, scope)
    return context.to_move()


def _other(context: Context, subject: Typed, noun: str, whole: ast.Node, scope: Scope) -> E:
    present = _present(context, noun, whole, scope)
    if present is None:
        raise error("other", f"no {noun or 'thing'} is spoken of, so there is no other",
                    whole.span)
    if present is subject and isinstance(getattr(whole, "subject", None), ast.TheNoun):
        raise error("other", f"the {noun} is no other than itself", whole.span,
                    f"name one of the two, as in `a {noun} X`")
    return op("!=", subject.e, present.e)


# ---- prepositions --------------------------------------------------------------------------------


@complement_of(ast.IsPreposition)
def _is_preposition(
    context: Context, subject: Typed, whole: ast.Node, what: ast.IsPreposition, scope: Scope,
    refs: ast.Refs,
) -> Guard:
    return over_things(
        context, what.object, scope,
        lambda thing: preposition(context, subject, what.preposition, thing, whole, refs),
    )


def preposition(
    context: Context, subject: Typed, name: str, thing: Typed, whole: ast.Node, refs: ast.Refs
) -> Guard:
    """`subject is NAME thing` for a declared or built-in preposition."""
    if subject.type.group or thing.type.group:
        return _of_groups(context, subject, name, thing, whole, refs)
    symbols, place = context.symbols, single(subject, whole.span).type.domain
    single(thing, whole.span)
    stands = subject.type.piece is not None and thing.type.domain == place
    if name == "on" and (stands or ("preposition", name) not in symbols.definitions):
        if not stands:
            raise error("type", "`on` needs a piece and a cell of its board", whole.span)
        return guard_for(whole, refs, op("==", subject.e, thing.e))
    board = symbols.board_of(place)
    if name in NEXT_TO and board and thing.type.domain == place:
        cells = VType("set", domain=board.cells)
        near = lookup(board.neighbours(NEXT_TO[name]), cells, thing.e)
        return guard_for(whole, refs, op("in", subject.e, near))
    relation = symbols.relations.get((noun_of(subject.type), name, noun_of(thing.type)))
    if relation is not None:
        return guard_for(whole, refs, load(relation, subject.e, thing.e))
    return apply(context, "preposition", name, (("", subject), ("to", thing)), whole, refs)


@complement_of(ast.IsCombined)
def _is_combined(
    context: Context, subject: Typed, whole: ast.Node, what: ast.IsCombined, scope: Scope,
    refs: ast.Refs,
) -> Guard:
    parts = []
    for part, denied in what.parts:
        guard = context.complement(subject, whole, part, scope, refs)
        if denied:
            guard = replace(guard, test=of_piece(subject, op("not", guard.test), part), parts=())
        said = f"{'not ' if denied else ''}{part.span.text}"
        if isinstance(whole, ast.Is):
            said = f"{whole.subject.span.text} is {said}"
        parts.append(replace(guard, span=part.span, text=said))
    test = op(what.op, *(part.test for part in parts))
    return guard_for(whole, refs, test, tuple(parts), any_of=what.op == "or")


def _of_groups(
    context: Context, subject: Typed, name: str, thing: Typed, whole: ast.Node, refs: ast.Refs
) -> Guard:
    """A preposition of a group. Next to it is what is next to a cell of it and not in it."""
    cells = subject.type.domain
    board = context.symbols.board_of(cells)
    if name not in NEXT_TO or board is None or thing.type.domain != cells:
        return apply(context, "preposition", name, (("", subject), ("to", thing)), whole, refs)
    one, other = (thing, subject) if subject.type.group else (subject, thing)

    def beside(e: E) -> E:
        near = lookup(board.neighbours(NEXT_TO[name]), VType("set", domain=cells), e)
        joined = op("!=", op("&", near, other.e), FALSE)
        return op("and", joined, op("not", op("in", e, other.e)))

    if not one.type.group:
        return guard_for(whole, refs, beside(single(one, whole.span).e))
    cell = context.fresh(board.noun, VType("thing", domain=cells))
    test = comp("any", cell, op("and", op("in", cell, one.e), beside(cell)))
    return guard_for(whole, refs, test)


# ---- values --------------------------------------------------------------------------------------


@complement_of(ast.IsBound)
def _is_bound(
    context: Context, subject: Typed, whole: ast.Node, what: ast.IsBound, scope: Scope,
    refs: ast.Refs,
) -> Guard:
    left = number(subject, whole.span)

    def with_value(value: Typed) -> Guard:
        test = op(what.op, left, number(value, what.value.span))
        return guard_for(whole, refs, test, values=_shown(whole, subject))

    return over_things(context, what.value, scope, with_value)


@complement_of(ast.IsEither)
def _is_either(
    context: Context, subject: Typed, whole: ast.Node, what: ast.IsEither, scope: Scope,
    refs: ast.Refs,
) -> Guard:
    tests = [_equal(context, subject, value, scope, whole) for value in what.values]
    return guard_for(whole, refs, op("or", *tests), values=_shown(whole, subject))


@complement_of(ast.IsValue)
def _is_value(
    context: Context, subject: Typed, whole: ast.Node, what: ast.IsValue, scope: Scope,
    refs: ast.Refs,
) -> Guard:
    if several_in(what.value) is not None:
        return over_things(
            context, what.value, scope,
            lambda thing: guard_for(whole, refs, same(subject, thing, whole.span)),
        )
    test = _equal(context, subject, what.value, scope, whole)
    return guard_for(whole, refs, test, values=_shown(whole, subject))


@complement_of(ast.IsIn)
def _is_in(
    context: Context, subject: Typed, whole: ast.Node, what: ast.IsIn, scope: Scope,
    refs: ast.Refs,
) -> Guard:
    things = context.value(what.set, scope)
    if things.type.kind != "set" or things.type.domain != subject.type.domain:
        raise error("type", f"`{what.set.span.text}` is not a set of such things", what.span)
    return guard_for(whole, refs, op("in", subject.e, things.e))


def _shown(whole: ast.Node, subject: Typed) -> tuple[tuple[str, E, VType], ...]:
    """What the subject was, to be shown when the condition fails."""
    if isinstance(whole, ast.Is) and not isinstance(whole.subject, (ast.TheNoun, ast.It)):
        return ((whole.subject.span.text, subject.e, subject.type),)
    return ()


def _equal(
    context: Context, subject: Typed, value: ast.Expr, scope: Scope, whole: ast.Node
) -> E:
    """Equality; `the tile is White` compares the one attribute that can be White."""
    if isinstance(value, ast.Value) and subject.type.kind == "thing":
        test = has_value(context, subject, value.text, _said_of(whole, value))
        if test is not None:
            return test
    return same(subject, context.value(value, scope, subject.type), whole.span)


def _said_of(whole: ast.Node, value: ast.Value) -> Said:
    """How `the Token is Gold` says of which attribute it is said: `the owner of the Token is
    Gold`; in a set, `whose owner is Gold`."""
    text = value.text
    if isinstance(whole, ast.Is):
        subject = whole.subject.span.text
        negated = "not " if whole.negated else ""
        return Said(whole.span, lambda name: f"the {name} of {subject} is {negated}{text}",
                    value.span)
    negated = "not " if isinstance(whole, ast.RelIs) and whole.negated else ""
    return Said(whole.span, lambda name: f"whose {name} is {negated}{text}", value.span)


# ---- connections ---------------------------------------------------------------------------------


@complement_of(ast.IsConnected)
def _is_connected(
    context: Context, subject: Typed, whole: ast.Node, what: ast.IsConnected, scope: Scope,
    refs: ast.Refs,
) -> Guard:
    return over_things(
        context, what.start, scope,
        lambda start: _connected(context, subject, start, whole, what, scope, refs),
    )


def _connected(
    context: Context, subject: Typed, start: Typed, whole: ast.Node, what: ast.IsConnected,
    scope: Scope, refs: ast.Refs,
) -> Guard:
    """`connected to …` and `in line with …`; without what is in the way as the weaker form."""
    board = context.symbols.board_of(subject.type.domain)
    subject, start = single(subject, whole.span), single(start, what.start.span)
    if board is None or start.type.domain != subject.type.domain:
        raise error("type", "only cells of one board can be connected", whole.span)
    reached = _in_line if what.straight else _by_steps
    everywhere = Const((1 << board.cells.size) - 1)
    over = context.mask(what.over, scope, board.cells) if what.over else everywhere
    test = op("in", subject.e, reached(context, start, what.steps, over, board))
    guard = guard_for(whole, refs, test)
    if what.over is None:
        return replace(guard, relaxed_refs=what.over_refs)
    anywhere = reached(context, start, what.steps, everywhere, board)
    return replace(guard, relaxed=op("in", subject.e, anywhere), relaxed_refs=what.over_refs,
                   relaxed_span=what.over.span)


def _in_line(context: Context, start: Typed, steps: ast.Steps, over: E, board: Grid) -> E:
    """The cells that are come to straight on, in any direction."""
    cells = VType("set", domain=board.cells)
    rays: E = FALSE
    for direction in board.directions(steps.adjective):
        run = ray(start.e, Const(direction), over, board.steps, False, cells)
        rays = run if rays is FALSE else op("|", rays, run)
    return rays


def _by_steps(context: Context, start: Typed, steps: ast.Steps, over: E, board: Grid) -> E:
    """The cells that are come to step by step."""
    cells = VType("set", domain=board.cells)
    near = board.neighbours(steps.adjective)
    var = context.fresh(board.noun, VType("thing", domain=board.cells))
    return reach(start.e, over, var, lookup(near, cells, var), cells)
