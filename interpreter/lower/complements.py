"""Lowering what is said of a thing: `… is COMPLEMENT`, behind a condition's subject or in a set."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.interpreter.diagnostics import RulesError, error
from rulewright.interpreter.ir import (
    BOOL,
    FALSE,
    NONE,
    Const,
    E,
    Guard,
    Table,
    VType,
    comp,
    load,
    lookup,
    never_all,
    op,
    ray,
    reach,
)
from rulewright.interpreter.ir.interned import changed
from rulewright.interpreter.lower.boards import cells_of, on_board, require_directed
from rulewright.interpreter.lower.context import Context, complement_of
from rulewright.interpreter.lower.definitions import OF_CELLS, apply
from rulewright.interpreter.lower.it_beside import named_in, require_clear_it, require_no_cell
from rulewright.interpreter.lower.lowered import Assertion, guard_for
from rulewright.interpreter.lower.none_here import require_possible
from rulewright.interpreter.lower.numbered import (
    cell_of,
    has_pieces,
    held_by,
    in_zone,
    is_at,
    numbered,
    piece_on,
    place_of,
)
from rulewright.interpreter.lower.others import other_than
from rulewright.interpreter.lower.reference import require_apart
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.several import (
    objects_of,
    over_things,
    require_clear,
    several_in,
)
from rulewright.interpreter.lower.tables import every_cell, is_beside, neighbours
from rulewright.interpreter.lower.things import (
    Wording,
    compared_instead,
    element,
    has_value,
    index_of,
    require_a_thing,
    require_like,
)
from rulewright.interpreter.lower.typed import (
    Typed,
    asked_of,
    if_there,
    number,
    same,
    single,
)
from rulewright.interpreter.lower.with_itself import require_two
from rulewright.interpreter.model.parts import next_to
from rulewright.interpreter.model.topology import ADJECTIVES, DIRECTIONS, Grid, of_adjective
from rulewright.interpreter.model.types import noun_of
from rulewright.interpreter.model.understood import letters
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.shared_parts import said_in_full
from rulewright.interpreter.syntax.words import plural, with_article

#: Prepositions of neighbours, with the adjective of the directions they look in.
NEXT_TO = {
    "next to": None, "orthogonally next to": "orthogonal", "diagonally next to": "diagonal",
}


# ---- adjectives ----------------------------------------------------------------------------------


@complement_of(ast.IsAdjective)
def _is_adjective(
    context: Context, subject: Typed, whole: ast.Node, what: ast.IsAdjective, scope: Scope,
    refs: ast.Refs,
) -> Assertion:
    guard = adjective(context, subject, what.adjective, whole, scope, refs)
    return Assertion(guard, asked_of(subject))


def adjective(
    context: Context, subject: Typed, name: str, whole: ast.Node, scope: Scope, refs: ast.Refs
) -> Guard:
    """`subject is NAME` for a declared or built-in adjective."""
    if subject.type.group:
        return apply(context, "adjective", name, (("", subject),), whole, refs)
    symbols, noun = context.symbols, noun_of(single(subject, whole.span).type)
    quality = symbols.qualities.get((noun, name))
    if quality is not None:
        require_a_thing(subject, whole.span)
        return guard_for(whole, refs, element(quality, *index_of(subject)).e)
    board = symbols.board_of(subject.type.domain)
    if name in OF_CELLS and not subject.type.piece and board and has_pieces(symbols, board):
        return guard_for(whole, refs, _occupied(context, subject, board, name == "empty"))
    if name == "empty" and symbols.zone is not None and subject.type.domain == symbols.zone:
        held = op("or", *held_by(symbols, subject))
        return guard_for(whole, refs, if_there(asked_of(subject), op("not", held)))
    if name in ADJECTIVES and noun == DIRECTIONS.noun:
        meant = of_adjective(name)
        flags = tuple(int(d in meant) for d in range(DIRECTIONS.size))
        table = Table(flags, (DIRECTIONS.size,), 0)
        return guard_for(whole, refs, lookup(table, BOOL, subject.e))
    if name == "other":
        present = other_than(context, subject, noun, whole, scope)
        return guard_for(whole, refs, op("!=", subject.e, present.e))
    return apply(context, "adjective", name, (("", subject),), whole, refs)


def _occupied(context: Context, cell: Typed, board: Grid, empty: bool) -> E:
    """What is not there is neither empty nor occupied."""
    stands = context.symbols.occupants.get(board.name)
    known = () if stands is None else (op("some", load(stands, cell.e)),)
    occupied = op("or", *known, *piece_on(context.symbols, cell))
    return op("and", op("some", cell.e), op("not", occupied)) if empty else occupied


# ---- prepositions --------------------------------------------------------------------------------


@complement_of(ast.IsPreposition)
def _is_preposition(
    context: Context, subject: Typed, whole: ast.Node, what: ast.IsPreposition, scope: Scope,
    refs: ast.Refs,
) -> Assertion:
    place = what.object
    if what.preposition in NEXT_TO or what.preposition == "on":
        place = on_board(context.symbols, place, *cells_of(context.symbols, subject))

    def beside(thing: Typed) -> Guard:
        said_of = whole.subject if isinstance(whole, ast.Is) else whole
        require_apart(said_of, subject, place, thing, whole.span, scope)
        require_two(whole, subject, place, thing, scope)
        if what.preposition == "on":
            require_no_cell(context.symbols, place, subject, thing, scope)
        return preposition(context, subject, what.preposition, thing, whole, refs)

    return Assertion(over_things(context, place, scope, beside), asked_of(subject))


def preposition(
    context: Context, subject: Typed, name: str, thing: Typed, whole: ast.Node, refs: ast.Refs
) -> Guard:
    """`subject is NAME thing` for a declared or built-in preposition."""
    if subject.type.group or thing.type.group:
        return _of_groups(context, subject, name, thing, whole, refs)
    symbols, place = context.symbols, single(subject, whole.span).type.domain
    single(thing, whole.span)
    kind = numbered(symbols, subject)
    there = place_of(kind, thing) if kind is not None and name == "on" else None
    if kind is not None and there is not None and thing.type.domain != symbols.zone:
        return guard_for(whole, refs, if_there(asked_of(thing), is_at(kind, subject.e, there)))
    stands = subject.type.piece is not None and thing.type.domain == place
    if name == "on" and (stands or ("preposition", name) not in symbols.definitions):
        if not stands:
            zoned = symbols.zone is not None and thing.type.domain == symbols.zone
            where = whole.span.text.rpartition(" on ")[2]
            itself = subject.type.piece is None and subject.type.domain == thing.type.domain
            raise error("type", "`on` needs a piece and a cell of its board", whole.span,
                        "pieces are `in` a zone" if zoned else
                        f"write `{whole.span.text.rpartition(' on ')[0]} {where}`; "
                        f"{with_article(noun_of(subject.type))} is on nothing" if itself else
                        compared_instead(whole, where, thing.type))
        there = op("==", subject.e, thing.e)
        if subject.type.none and thing.type.none:  # no piece is on no cell
            there = op("and", op("some", subject.e), there)
        return guard_for(whole, refs, there)
    if name in NEXT_TO:
        subject, thing = cell_of(symbols, subject), cell_of(symbols, thing)
        place = subject.type.domain
    board, other = symbols.board_of(place), symbols.board_of(thing.type.domain)
    if name in NEXT_TO and board is not None and other is not None:
        if NEXT_TO[name] is not None:
            require_directed(board, whole.span)
            require_directed(other, whole.span)
        parts = next_to(other, board)
        if parts is not None:
            there = lookup(parts, VType("set", domain=board.cells), thing.e)
            return guard_for(whole, refs, op("in", subject.e, there))
    if name in NEXT_TO and board and thing.type.domain == place:
        if board.endless:
            beside = is_beside(board, NEXT_TO[name], subject.e, thing.e)
            return guard_for(whole, refs, beside)
        near = neighbours(board, NEXT_TO[name], thing.e)
        return guard_for(whole, refs, op("in", subject.e, near))
    relation = symbols.relations.get((noun_of(subject.type), name, noun_of(thing.type)))
    if relation is not None:
        require_a_thing(subject, whole.span)
        require_a_thing(thing, whole.span)
        return guard_for(whole, refs, load(relation, subject.e, thing.e))
    return apply(context, "preposition", name, (("", subject), ("to", thing)), whole, refs)


@complement_of(ast.IsCombined)
def _is_combined(
    context: Context, subject: Typed, whole: ast.Node, what: ast.IsCombined, scope: Scope,
    refs: ast.Refs,
) -> Assertion:
    parts, named = [], list[ast.Expr]()
    for part, denied in what.parts:
        def again(inner: Scope, part: ast.Complement = part) -> Guard:
            return context.complement(subject, whole, part, inner, refs, False)

        require_clear_it(context, named, part, scope, again)
        named += named_in(part)
        if denied:
            whole_part = _with_not(part.span)
            require_clear(whole_part.text, whole_part, *objects_of(part))
        guard = context.complement(subject, whole, part, scope, refs, denied)
        said = f"{'not ' if denied else ''}{said_in_full(part)}"
        if isinstance(whole, ast.Is):
            said = f"{whole.subject.span.text} is {said}"
        parts.append(changed(guard, span=part.span, text=said))
    complements = [part for part, _ in what.parts]
    tests = [part.test for part in parts]
    if what.op == "and" and any(_shares_preposition(part) for part in complements) and (
        never_all(tests) or in_two_places(complements, tests)
    ):
        raise two_at_once(what.span)
    guard = guard_for(whole, refs, op(what.op, *tests), tuple(parts), any_of=what.op == "or")
    return Assertion(guard, asked_of(subject))


def _shares_preposition(part: ast.Complement) -> bool:
    """Whether only a thing is said again: `on a1 and c1`."""
    return isinstance(part, ast.IsPreposition) and part.span == part.object.span


def in_two_places(said: Sequence[ast.Complement], tests: Sequence[E]) -> bool:
    """Whether one piece is said to be in two places: `on F and the cell`, `in the Hand and in the
    Bank`, `on it and next to it`. Nobody asks so whether the two are one place."""
    around = {part.object.span.text for part in said
              if isinstance(part, ast.IsPreposition) and part.preposition in NEXT_TO}
    if any(isinstance(part, ast.IsPreposition) and part.preposition == "on"
           and part.object.span.text in around for part in said):
        return True
    words = {"in" if isinstance(part, ast.IsIn) else part.preposition
             for part in said if isinstance(part, ast.IsIn | ast.IsPreposition)}
    return len(said) == len(tests) and words in ({"on"}, {"in"}) and never_all(tests, known=False)


def two_at_once(span: Span) -> RulesError:
    """One thing is said to be one thing and another."""
    return error(
        "grouping", "one thing cannot be both", span,
        f"write `{' or '.join(span.words.split(' and '))}` if it is one of them; or say of each in "
        "a sentence of its own what is so")


def _with_not(span: Span) -> Span:
    """A part of a sentence with the `not` in front of it."""
    before = span.before
    at = span.column - len("not ") if before.endswith("not ") else span.column
    return span._replace(column=at)


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
        near = neighbours(board, NEXT_TO[name], e)
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
) -> Assertion:
    left = number(subject, _subject_span(whole))

    return _compared(context, subject, what.value, None, whole, scope, refs, lambda other: op(
        what.op, left, number(other, what.value.span)))


def _compared(
    context: Context, subject: Typed, value: ast.Expr, expected: VType | None, whole: ast.Node,
    scope: Scope, refs: ast.Refs, test: Callable[[Typed], E],
) -> Assertion:
    """A comparison with one value, or with that of every, some or no thing of a set. The number
    that nothing has is none that could be compared."""

    def compared(other: Typed) -> E:
        given = () if subject.type.kind == "thing" else (*subject.of, *other.of)
        return if_there(given, test(other))

    if several_in(value) is not None:
        guard = over_things(context, value, scope, lambda other: guard_for(
            whole, refs, compared(other)))
        return Assertion(guard, subject.of)
    other = context.value(value, scope, expected)
    require_two(whole, subject, value, other, scope)
    guard = guard_for(whole, refs, compared(other), values=_shown(whole, subject))
    return Assertion(guard, (*subject.of, *other.of))


@complement_of(ast.IsEither)
def _is_either(
    context: Context, subject: Typed, whole: ast.Node, what: ast.IsEither, scope: Scope,
    refs: ast.Refs,
) -> Assertion:
    either = [_equal(context, subject, value, whole, scope, refs) for value in what.values]
    test = op("or", *(one.said(False).test for one in either))
    given = () if any(isinstance(value, ast.Nothing) for value in what.values) else subject.of
    return Assertion(guard_for(whole, refs, test, values=_shown(whole, subject)), given)


@complement_of(ast.IsValue)
def _is_value(
    context: Context, subject: Typed, whole: ast.Node, what: ast.IsValue, scope: Scope,
    refs: ast.Refs,
) -> Assertion:
    return _equal(context, subject, what.value, whole, scope, refs)


@complement_of(ast.IsAbsent)
def _is_absent(
    context: Context, subject: Typed, whole: ast.Node, what: ast.IsAbsent, scope: Scope,
    refs: ast.Refs,
) -> Assertion:
    kind = subject.type
    if kind.kind not in ("int", "thing") or (kind.kind == "thing" and not kind.none):
        raise error("none", "there is always one", whole.span,
                    "declare it with `or none`, or say which value is meant")
    nothing = op("==", subject.e, Const(0) if kind.kind == "int" else NONE)
    return Assertion(guard_for(whole, refs, nothing), subject.of)


@complement_of(ast.IsIn)
def _is_in(
    context: Context, subject: Typed, whole: ast.Node, what: ast.IsIn, scope: Scope,
    refs: ast.Refs,
) -> Assertion:
    several = several_in(what.set)
    if several is None or several.quantified is what.set:  # a set as a value
        things = context.value(what.set, scope)
        test = _inside(context, subject, whole, what, things)
        return Assertion(guard_for(whole, refs, test), asked_of(subject))
    places = several.quantified

    def inside(things: Typed) -> Guard:
        if things.type.domain is context.symbols.zone and places.quantifier in ("every", "all"):
            raise _in_every(what, places)
        return guard_for(whole, refs, _inside(context, subject, whole, what, things))

    return Assertion(over_things(context, what.set, scope, inside), asked_of(subject))


def _in_every(what: ast.IsIn, places: ast.Quantified) -> RulesError:
    """One piece is said to be in several zones."""
    said, every = what.span.text, places.span.text
    some = said.replace(every, f"some {places.set.span.text}", 1)
    noun = places.set.noun if isinstance(places.set, ast.NounSet) else "thing"
    name = next(letters(noun, ()), "X")
    each = f"there is no {noun} {name} where (not (… {said.replace(every, name, 1)} …))"
    return error("quantifier", "one thing is not in several places", what.span, f"write `{some}` "
                 f"for those in any of them; what is said of each by itself has a name, `{each}`")


def _inside(
    context: Context, subject: Typed, whole: ast.Node, what: ast.IsIn, things: Typed
) -> E:
    """`… in SET`: a piece in a zone, or a member of a set."""
    if things.type.kind == "thing" and things.type.domain in (context.symbols.zone, None):
        return in_zone(context.symbols, single(subject, whole.span), things, what.span)
    if things.type.kind != "set" or things.type.domain != subject.type.domain:
        said = what.set.span.text
        hint = compared_instead(whole, said, things.type)
        board = context.symbols.board_of(things.type.domain) if things.type.kind == "set" else None
        noun = noun_of(subject.type) or subject.type.piece
        if board is not None and noun in context.symbols.piece_nouns:
            group = "the group" if isinstance(what.set, ast.It) else said
            hint = (f"in `{said}` are {plural(board.noun)}: say where a {noun} stands, "
                    f"`{noun} {noun[0]} where ({noun[0]}'s {board.noun} is in {group})`")
        elif isinstance(what.set, ast.It) and context.symbols.zone is not None:
            hint = "`it` is no zone here: behind `in`, say again which zone or set is " \
                   "meant; what stands on a cell is `on it`"
        if things.type.kind == "thing" and (inside := [
            f"`{what.span.text.removesuffix(said)}{whose}{zone.name}`"
            for zone in context.symbols.zones.values() if zone.owner == noun_of(things.type)
            for whose in ["its " if isinstance(what.set, ast.It) else f"{said}'s "]
        ]):
            hint = f"write {' or '.join(inside)}"
        raise error("type", f"`{said}` is not a set of such things", what.span, hint)
    return op("in", subject.e, things.e)


def _shown(whole: ast.Node, subject: Typed) -> tuple[tuple[str, E, VType], ...]:
    """What the subject was, to be shown when the condition fails."""
    if isinstance(whole, ast.Is) and not isinstance(whole.subject, (ast.TheNoun, ast.It)):
        return ((whole.subject.span.text, subject.e, subject.type),)
    return ()


def _equal(
    context: Context, subject: Typed, value: ast.Expr, whole: ast.Node, scope: Scope,
    refs: ast.Refs,
) -> Assertion:
    """Equality; `the tile is White` compares the one attribute that can be White. Whether
    something is none can be asked of whatever there is not."""
    if isinstance(value, ast.Value) and subject.type.kind == "thing":
        test = has_value(context, subject, value.text, _said_of(whole, value))
        if test is not None:
            return Assertion(guard_for(whole, refs, test, values=_shown(whole, subject)),
                             asked_of(subject))
    if isinstance(whole, ast.RelIs) and isinstance(value, ast.Nothing):
        raise error("none", "those of a set are there, so none of them is none", whole.span,
                    "ask it of what may be none, `whose … is none`; that there is no such thing is "
                    "`there is no …`; that nothing may come up or be chosen as well is decided "
                    "first, by a number that is rolled or a choice that can be declined")
    require_possible(subject.type, value)

    def equal_to(other: Typed) -> E:
        require_like(context.symbols, subject, other, value, whole)
        return same(subject, other, _apart(subject, other, value, whole))

    equal = _compared(context, subject, value, subject.type, whole, scope, refs, equal_to)
    return changed(equal, given=()) if isinstance(value, ast.Nothing) else equal


def _subject_span(whole: ast.Node) -> Span:
    """What a condition is about, where that stands in it."""
    return whole.subject.span if isinstance(whole, ast.Is) else whole.span


def _apart(subject: Typed, other: Typed, value: ast.Expr, whole: ast.Node) -> Span:
    """What is wrong where two values cannot be equal: of a number and a thing, the thing."""
    match subject.type.kind, other.type.kind:
        case "thing", "int":
            return _subject_span(whole)
        case "int", "thing":
            return value.span
    return whole.span


def _said_of(whole: ast.Node, value: ast.Value) -> Wording:
    """How `the Token is Gold` says of which attribute it is said: `the owner of the Token is
    Gold`; in a set, `whose owner is Gold`."""
    text = value.text
    if isinstance(whole, ast.Is):
        subject = whole.subject.span.text
        negated = "not " if whole.negated else ""
        return Wording(whole.span, lambda name: f"the {name} of {subject} is {negated}{text}",
                    value.span)
    negated = "not " if isinstance(whole, ast.RelIs) and whole.negated else ""
    return Wording(whole.span, lambda name: f"whose {name} is {negated}{text}", value.span)


# ---- connections ---------------------------------------------------------------------------------


@complement_of(ast.IsConnected)
def _is_connected(
    context: Context, subject: Typed, whole: ast.Node, what: ast.IsConnected, scope: Scope,
    refs: ast.Refs,
) -> Assertion:
    guard = over_things(
        context, on_board(context.symbols, what.start, *cells_of(context.symbols, subject)), scope,
        lambda start: _connected(context, subject, start, whole, what, scope, refs),
    )
    return Assertion(guard, asked_of(subject))


def _connected(
    context: Context, subject: Typed, start: Typed, whole: ast.Node, what: ast.IsConnected,
    scope: Scope, refs: ast.Refs,
) -> Guard:
    """`connected to …` and `in line with …`; without what is in the way as the weaker form."""
    board = context.symbols.board_of(subject.type.domain)
    subject, start = single(subject, whole.span), single(start, what.start.span)
    if board is None or start.type.domain != subject.type.domain:
        noun = next((one.noun for one in context.symbols.boards.values()), "cell")
        raise error("type", "only cells of one board can be connected", whole.span,
                    f"a piece that can be off the board is named by where it is: `its {noun}`, "
                    f"`some {noun} that has a …`, as in `its {noun} is "
                    f"{what.span.words.split()[0]} … by …`")
    if what.straight or what.steps.adjective is not None:
        require_directed(board, what.span)
    reached = _in_line if what.straight else _by_steps
    everywhere = every_cell(context.symbols, board)
    over = context.mask(what.over, scope, board.cells) if what.over else everywhere
    test = op("in", subject.e, reached(context, start, what.steps, over, board))
    guard = guard_for(whole, refs, test)
    if what.over is None:
        return changed(guard, relaxed_refs=what.over_refs)
    anywhere = reached(context, start, what.steps, everywhere, board)
    return changed(guard, relaxed=op("in", subject.e, anywhere), relaxed_refs=what.over_refs,
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
    var = context.fresh(board.noun, VType("thing", domain=board.cells))
    return reach(start.e, over, var, neighbours(board, steps.adjective, var), cells)
