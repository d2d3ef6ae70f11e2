"""Lowering what is done again and again, and by whom: `for each`, `repeat`, `as long as`, `each
player in order`, `P decides`.

A repetition that may reach a node goes round through blocks, and what it needs lives in frame
fields. One that only has effects is a loop among the effects: so it may stand wherever effects
may, and what is chosen or rolled around it, which may be a local, is still known inside.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from rulewright.interpreter.diagnostics import RulesError, error
from rulewright.interpreter.ir import (
    FALSE,
    TRUE,
    Branch,
    Const,
    E,
    EachDo,
    Let,
    Local,
    Store,
    Table,
    VType,
    comp,
    load,
    lookup,
    op,
    substituted,
)
from rulewright.interpreter.ir.facts import Facts
from rulewright.interpreter.lower.blocks import STATEMENTS, BlockBuilder, Stop, statement_of
from rulewright.interpreter.lower.ends import one_act
from rulewright.interpreter.lower.groups import cells_of, groups_in
from rulewright.interpreter.lower.it_beside import speaks_of_it
from rulewright.interpreter.lower.lowered import Members
from rulewright.interpreter.lower.noting import note_each
from rulewright.interpreter.lower.players import next_seat, player, seats_from
from rulewright.interpreter.lower.reference import one_of
from rulewright.interpreter.lower.scope import Bound, Scope
from rulewright.interpreter.lower.sets import bind_member, noun_of_set, things_name
from rulewright.interpreter.lower.several import several_in
from rulewright.interpreter.lower.suggested import suggest
from rulewright.interpreter.lower.typed import Typed, number
from rulewright.interpreter.model.declarations import walk
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import DECIDER, with_article

MAX_TIMES = 10_000  # rounds of one repetition
MAX_EACH = 12  # loops of effects inside one another
A_CHOICE = ("a choice", "use `as long as possible, must …`")

# ---- for each ------------------------------------------------------------------------------------


@statement_of(ast.ForEach, suspends=lambda build, s: build.suspends(s.body))
def _for_each(build: BlockBuilder, s: ast.ForEach, scope: Scope) -> None:
    members = _members(build, s, scope)
    inner = bind_member(s.set, members, scope)
    mask = members.mask
    if build.suspends(s.body):
        raise _waiting(build, s)
    _require_apart(build.context.symbols.pieces, s.set, s.body)
    with effect_loop(build, s, members.var, mask):
        build.statements(s.body, inner)


def _waiting(build: BlockBuilder, s: ast.ForEach) -> RulesError:
    """The error of what waits under `for each`: another loop does it one after the other."""
    what, hint = _stop(build, s.body)
    place = s.set.span
    head = re.search(r"for +each +$", place.before)
    if what == "the end of the turn" or head is None or _moves(build, s.set):
        return error("each", f"{what} cannot stand under `for each`", s.span, hint)
    place = place._replace(column=head.start() + 1)
    below = ", and below it what is done" * place.behind.startswith(",")
    return error("each", f"{what} cannot stand under `for each`", place,
                 f"write `each {s.set.span.text} in order`{below}")


def _moves(build: BlockBuilder, things: ast.SetNode) -> bool:
    """Whether the members of a set are known by what may change while they wait."""
    return isinstance(things, ast.GroupSet) or noun_of_set(things) in build.context.symbols.pieces


def _members(build: BlockBuilder, s: ast.ForEach, scope: Scope) -> Members:
    """The members of a set; groups are those of the cells as they are before the first round."""
    if not isinstance(s.set, ast.GroupSet):
        return build.context.members(s.set, scope, s.refs)
    cells = cells_of(build.context, s.set, scope)
    fixed = Typed(_let(build, s, "cells", cells), cells.type)
    return groups_in(build.context, s.set, fixed, scope, s.refs)


@contextmanager
def effect_loop(build: BlockBuilder, s: ast.Stmt, var: Local, members: E) -> Iterator[None]:
    """What is lowered inside is done for every member of a set."""
    if build.each >= MAX_EACH:
        raise error("too-deep", f"more than {MAX_EACH} `for each` or repetitions stand inside one "
                    "another", s.span)
    build.each += 1
    try:
        with build.gathering() as body, build.context.knowing(Facts()):
            yield
    finally:
        build.each -= 1
    build.emit(EachDo(s.span, s.refs, var, members, tuple(body)))


#: Phrases of numbers that what is done to one thing could change for the next.
RECKONED = (ast.Count, ast.Aggregate, ast.Arithmetic)


def done_to_each(
    build: BlockBuilder, s: ast.Stmt, phrase: ast.Node, scope: Scope,
    again: Callable[..., ast.Stmt], value: ast.Expr | None = None,
) -> bool:
    """Lower an effect that is done to several things, of which a phrase in it speaks (`remove all
    Stones`, `every player's score goes up by 1`), for each of those that were so before; whether
    it is one. `again` is the effect with another phrase, and with another `value`: a number that
    is reckoned once, before anything changes."""
    several = several_in(phrase)
    if several is None:
        return False
    _require_all(several.quantified, s)
    members = build.context.members(several.quantified.set, scope, s.refs)
    mask = members.mask
    one, inner = several.with_member(members, scope)
    note_each(build.context, s.span)
    if isinstance(phrase, ast.Expr):
        inner = several.owning(phrase, s, members, inner)
        _require_own(phrase, value, s, inner)
    parts = [one]
    if isinstance(value, RECKONED):
        reckoned = build.context.value(value, inner)
        if members.var in reckoned.e.free:  # of `its` own things
            parts.append(value)
        else:
            kept = Typed(build.keep(reckoned, value.span), reckoned.type)
            name = f"{value.span.text} {value.span.line}:{value.span.column}"  # no author's
            inner = inner.add(Bound("", name, kept, span=value.span))
            parts.append(ast.Word(value.span, name))
    with one_act(build), effect_loop(build, s, members.var, mask):
        build.statements((again(*parts),), inner)
    return True


def _require_own(
    phrase: ast.Expr, value: ast.Expr | None, s: ast.Stmt, scope: Scope
) -> None:
    """Refuse `every player's score becomes its opponent's score`: the opponent's may have become
    another one already."""
    if value is None or not isinstance(phrase, ast.Call) or scope.possessor is None:
        return
    if not speaks_of_it(value):
        return
    for node in walk(value):
        if isinstance(node, ast.Call) and node.name == phrase.name and not all(
            isinstance(thing, ast.It) for _, thing in node.args
        ):
            raise error(
                "grouping", f"`{node.span.text}` can be what it was before, or what it has become "
                "by then", s.span, f"write {scope.possessor.element.phrase} if one is done after "
                "the other; else keep what it was in an attribute of its own")


def _require_all(things: ast.Quantified, s: ast.Stmt) -> None:
    """Something is done to every thing of a set, not to some or to none."""
    if things.quantifier in ("every", "all"):
        return
    said = things.span.text
    hint = "leave the line out, or say what is done to every one"
    if things.quantifier == "some" and isinstance(things.set, ast.NounSet):
        one = one_of(things.set)
        line = s.span.text.replace(said, f"the {things.set.noun}", 1)
        hint = (f"write `at random pick {with_article(one)}` or `must choose {with_article(one)}`, "
                f"and below it `{line}`")
    raise error("quantifier", f"it is not said which: `{said}`" if things.quantifier == "some"
                else f"nothing is done to `{said}`", things.span, hint)


def _require_apart(
    pieces: Container[str], things: ast.SetNode, body: Sequence[ast.Stmt],
    empty: frozenset[str] = frozenset(),
) -> None:
    """Pieces move one after another, and one that lands on another takes its place: a reader who
    lets them move together would lose it. So it must be asked whether the cell is empty. (Those
    with a number, which are not among `pieces`, can go to zones, or come to lie together.)"""
    for s in body:
        if isinstance(s, ast.If):
            _require_apart(pieces, things, s.body, empty | _said_empty(s.test))
            _require_apart(pieces, things, s.otherwise, empty)
        elif isinstance(s, ast.When):
            _require_apart(pieces, things, s.body, empty)
        elif isinstance(s, ast.Effect) and s.act.kind == "move":
            piece, place = s.act.objects
            through = _stands_on_member(piece, things)
            if through is not None and through in pieces:
                raise error(
                    "each", f"a {through} that moves can come to a {noun_of_set(things)} that is "
                    "still to come, and would be moved again, or land on another one", s.span,
                    f"go through the pieces: `for each {through}, if … is empty, move it to …`",
                )
            if noun_of_set(things) in pieces and _is_member(piece, things) and (
                place.span.text not in empty
            ):
                raise error(
                    "each", f"each {noun_of_set(things)} moves after the one before it, and could "
                    "land on one that is still to move, which would be lost", s.span,
                    f"move it only where nothing stands: `if {place.span.text} is empty, "
                    f"{s.span.text}`",
                )


def _said_empty(test: ast.Expr) -> frozenset[str]:
    """The cells that a condition says to be empty, in the author's words."""
    match test:
        case ast.Logic(op="and"):
            return _said_empty(test.left) | _said_empty(test.right)
        case ast.Is(complement=ast.IsAdjective(adjective="empty"), negated=False):
            return frozenset({test.subject.span.text, f"({test.subject.span.text})"})
    return frozenset()


def _is_member(piece: ast.Node, things: ast.SetNode) -> bool:
    """Whether words mean the thing that a `for each` is at."""
    match piece:
        case ast.It():
            return True
        case ast.TheNoun(noun=noun):
            return noun == noun_of_set(things)
        case ast.Word(text=text):
            return text == things_name(things)
    return False


def _stands_on_member(piece: ast.Node, things: ast.SetNode) -> str | None:
    """The noun of a piece that is named by the cell that a `for each` is at, where it goes through
    all cells."""
    if not (isinstance(piece, ast.NounOf) and _is_member(piece.arg, things)):
        return None
    return piece.noun if _all(things) else None


def _all(things: ast.SetNode) -> bool:
    """Whether a set has all things of its noun."""
    return isinstance(things, ast.NounSet) and not (
        things.relatives or things.adjectives or things.owner)


def _stop(build: BlockBuilder, body: Sequence[ast.Stmt]) -> Stop:
    """What keeps statements from standing under `for each`, and what to write instead."""
    for node in walk(body):
        if isinstance(node, ast.Do):
            names = (call.name for call in node.calls)
            name = next(filter(build.step_suspends, names), None)
            if name is not None:
                return _stop(build, build.context.symbols.steps[name].body)
        known = STATEMENTS.get(type(node)) if isinstance(node, ast.Stmt) else None
        if known and known.stop:
            return known.stop
    return A_CHOICE


# ---- repetitions ---------------------------------------------------------------------------------


@statement_of(ast.Times, suspends=lambda build, s: build.suspends(s.body))
def _times(build: BlockBuilder, s: ast.Times, scope: Scope) -> None:
    typed = build.context.value(s.count, scope)
    count = number(typed, s.count.span)
    low, high = typed.type.low, typed.type.high
    if high > MAX_TIMES or (low == high and low < 0):
        raise error("bound", f"a repetition is for 0 to {MAX_TIMES} times", s.count.span)
    if not build.suspends(s.body):
        _repeated(build, s, typed, scope)
        return
    left = build.frame_field("times left", VType("int", min(0, low), max(1, high)))
    build.emit(Store(s.span, s.refs, left, (), count))

    def body() -> None:
        build.statements(s.body, scope)
        build.emit(Store(s.span, (), left, (), op("-", load(left), Const(1))))

    _loop(build, op(">", load(left), FALSE), body)
    build.close(s.span, left)


def _repeated(build: BlockBuilder, s: ast.Times, count: Typed, scope: Scope) -> None:
    """Effects again and again: for each round, counted from 0, that is below the count."""
    most = max(1, count.type.high)
    kept = _let(build, s, "times", count)
    turn = build.context.fresh("round", VType("int", 0, most - 1))
    with effect_loop(build, s, turn, comp("set", turn, op("<", turn, kept))):
        build.statements(s.body, scope)


def _let(build: BlockBuilder, s: ast.Stmt, name: str, thing: Typed) -> E:
    """The thing as it is now, for the effects of a statement that reaches no node."""
    if isinstance(thing.e, (Local, Const)):
        return thing.e
    var = build.context.fresh(name, thing.type)
    build.emit(Let(s.span, (), var, thing.e))
    return var


@statement_of(ast.While, suspends=True)
def _while(build: BlockBuilder, s: ast.While, scope: Scope) -> None:
    if not build.suspends(s.body):
        raise error("endless", "nothing is chosen or rolled in this repetition, so it might "
                    "never end", s.span, "use `repeat N times` or `for each`")
    test = build.context.condition(s.test, scope)
    inner = suggest(scope, s.test)
    _loop(build, test, lambda: build.statements(s.body, inner), s.test.span)


def _loop(
    build: BlockBuilder, test: E, body: Callable[[], object], span: Span | None = None
) -> None:
    head, inside, after = build.new_block(), build.new_block(), build.new_block()
    build.go(head)
    build.enter(head)
    build.leave(Branch(test, inside, after, span))
    build.enter(inside)
    body()
    build.go(head)
    build.enter(after)


# ---- players -------------------------------------------------------------------------------------


@statement_of(ast.Decides, suspends=lambda build, s: build.suspends(s.body))
def _decides(build: BlockBuilder, s: ast.Decides, scope: Scope) -> None:
    said = s.player.span.text
    who = Typed(
        player(build.context, s.player, scope, "write `each player in order`",
               f"write `each player that is {said} in order`: nobody decides where there is none; "
               "below it, `the player` is he who decides; the other one is `the player to move`"),
        build.context.symbols.player)
    _deciding(build, who, s.body, scope, s, decides=True)


@statement_of(ast.InOrder, suspends=lambda build, s: build.suspends(s.body))
def _in_order(build: BlockBuilder, s: ast.InOrder, scope: Scope) -> None:
    """`seat` holds whose round it is, `seats left` how many are still to come."""
    if noun_of_set(s.set) != "player":
        _things_in_order(build, s, scope)
        return
    context, symbols = build.context, build.context.symbols
    start = context.to_move().e if s.start is None else player(
        context, s.start, scope, absent="keep who it is in an attribute that is never none, `the "
        "game has a starter: a player`: `for each player P, if P is …, the game's starter becomes "
        "P`, and then `each player in order, from the game's starter`")
    if not build.suspends(s.body):
        _each_in_order(build, s, start, scope)
        return
    seat = build.frame_field("seat", symbols.player)
    left = build.frame_field("seats left", VType("int", 0, symbols.players.size))
    build.emit(Store(s.span, s.refs, seat, (), start))
    build.emit(Store(s.span, (), left, (), Const(symbols.players.size)))
    who = Typed(load(seat), symbols.player)

    def body() -> None:
        _who_takes_part(build, who, scope, s)
        build.emit(Store(s.span, (), seat, (), next_seat(symbols, who.e)))
        build.emit(Store(s.span, (), left, (), op("-", load(left), Const(1))))

    _loop(build, op(">", load(left), FALSE), body)
    build.close(s.span, left)
    build.close(s.span, seat)


def _things_in_order(build: BlockBuilder, s: ast.InOrder, scope: Scope) -> None:
    """What is chosen or rolled for one thing after the other; whether a thing is one of the set is
    asked when it is its round. `left` says how many things are still to come."""
    noun, said = noun_of_set(s.set), s.set.span.text
    if s.start is not None:
        raise error("order", "only players sit in a circle; things come in the order in which they "
                    "are declared", s.start.span, f"leave out `from {s.start.span.text}`")
    if _moves(build, s.set):
        what = "groups are" if isinstance(s.set, ast.GroupSet) else "pieces without a number are"
        raise error("order", f"{what} known by where they stand, which may change in a round",
                    s.set.span, "let them be chosen: `as long as possible, must choose …`")
    if not build.suspends(s.body):
        line = s.set.span.source.line(s.set.span.end_line)
        end = re.compile(r" +in +order").match(line, s.set.span.end_column - 1)
        place = s.set.span._replace(column=s.span.column)
        raise error("order", "nothing is chosen or rolled here, so all of it is done at once",
                    place._replace(end_column=end.end() + 1) if end else place,
                    f"write `for each {said}`")
    members = build.context.members(s.set, scope, s.refs)
    count = members.var.type.most + 1
    left = build.frame_field("left", VType("int", 0, count))
    here = build.frame_field(noun, members.var.type)
    build.emit(Store(s.span, s.refs, left, (), Const(count)))
    nth = Table((count - 1, *range(count - 1, -1, -1)), (count + 1,), -1)
    where = {members.var: load(here)}
    one = replace(members, value=substituted(members.typed.e, where))

    def each() -> None:
        build.statements(s.body, bind_member(s.set, one, scope))

    def body() -> None:
        build.emit(Store(s.span, (), here, (), lookup(nth, members.var.type, load(left))))
        test = substituted(members.test, where)
        if test is TRUE:
            each()
        else:
            build.branch(s, s.set.span, test, True, each, lambda: None)
        build.emit(Store(s.span, (), left, (), op("-", load(left), Const(1))))

    _loop(build, op(">", load(left), FALSE), body)
    build.close(s.span, here)
    build.close(s.span, left)


def _each_in_order(build: BlockBuilder, s: ast.InOrder, start: E, scope: Scope) -> None:
    """Effects for every player: for each place behind the start, whoever sits there."""
    context, symbols = build.context, build.context.symbols
    first = _let(build, s, "first", Typed(start, symbols.player))
    place = context.fresh("place", VType("int", 0, symbols.players.size - 1))
    with effect_loop(build, s, place, comp("set", place, TRUE)):
        who = _let(build, s, "seat", Typed(seats_from(symbols, first, place), symbols.player))
        _who_takes_part(build, Typed(who, symbols.player), scope, s)


def _who_takes_part(build: BlockBuilder, who: Typed, scope: Scope, s: ast.InOrder) -> None:
    """Whether a player is one of those who take part is asked when it is his go."""
    def lower() -> None:
        _deciding(build, who, s.body, scope, s, name=things_name(s.set))

    if _all(s.set):
        lower()
        return
    among = build.context.members(s.set, scope, s.refs)
    build.branch(s, s.set.span, op("in", who.e, among.mask), build.suspends(s.body), lower,
                 lambda: None)


def _deciding(
    build: BlockBuilder, who: Typed, body: Sequence[ast.Stmt], scope: Scope, s: ast.Stmt,
    decides: bool = False, name: str | None = None,
) -> None:
    """Lower statements whose choices a given player makes."""
    with build.context.deciding(who):
        bound = Bound("player", name, who, True, opens=True, decides=decides, span=s.span,
                      phrase=f"`{name or DECIDER}`")
        build.statements(body, scope.add(bound))
