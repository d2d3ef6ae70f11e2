"""Lowering statements that are about the game: its course, its results, what it remembers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeGuard

from rulewright.interpreter.diagnostics import RulesError, error
from rulewright.interpreter.ir import TRUE, Const, E, Finish, Record, Store, cond, op
from rulewright.interpreter.lower.asked_above import with_asked, with_existing
from rulewright.interpreter.lower.blocks import BlockBuilder, statement_of
from rulewright.interpreter.lower.ends import checking_ends
from rulewright.interpreter.lower.none_here import require_there
from rulewright.interpreter.lower.players import for_players, player
from rulewright.interpreter.lower.rows import Row, among, answered, is_left
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.suggested import suggest
from rulewright.interpreter.lower.typed import single
from rulewright.interpreter.model.declarations import walk
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.lines_above import around

ONLY_IF = re.compile(r"only if (.+)")
BEHIND_IF = re.compile(r"\s*if (.+?),?\s*")

# ---- conditions ----------------------------------------------------------------------------------


@statement_of(
    ast.When, suspends=lambda build, s: build.context.static(s.test) and build.suspends(s.body)
)
def _when(build: BlockBuilder, s: ast.When, scope: Scope) -> Scope:
    behind = build.behind
    return build.statements(s.body, scope, behind) if build.context.static(s.test) else scope


@statement_of(
    ast.If, suspends=lambda build, s: build.suspends(s.body) or build.suspends(s.otherwise)
)
def _if(build: BlockBuilder, s: ast.If, scope: Scope) -> None:
    require_there(s.test, s.body)
    require_there(s.test, s.otherwise, none=False)
    test = build.context.condition(s.test, scope)
    scope = with_asked(build.context, scope, s.test)
    inner = with_existing(build.context, scope, suggest(scope, s.test), s.test)
    if isinstance(test, Const):
        build.statements(s.body if test.value else s.otherwise, inner if test.value else scope)
        return
    waits = build.suspends(s.body) or build.suspends(s.otherwise)
    build.branch(s, s.test.span, test, waits, lambda: build.statements(s.body, inner),
                 lambda: build.statements(s.otherwise, scope))


@statement_of(ast.WalkEnds)
def _walk_ends(build: BlockBuilder, s: ast.WalkEnds, scope: Scope) -> None:
    raise error("walk", "`ends as` says how a walk ends, and here is none", s.span,
                "put it below `each step goes …` of a walk; what ends the game is said by `the "
                "player wins` and the like")


@statement_of(ast.Depending, suspends=lambda build, s: _answer_waits(build, s.rows))
def _depending(build: BlockBuilder, s: ast.Depending, scope: Scope) -> None:
    """One row after the other is asked, before anything is done; the last answers what is left."""
    rows: list[ast.DependingRow] = list(build.context.existing(s.rows))
    value = single(build.context.value(s.value, scope), s.value.span)
    asked = [Row(row.among, row.span) for row in rows]
    others = next((row for row in rows if row.among is None), rows[-1])
    if others is not rows[-1]:
        raise error("overlap", "behind `otherwise` no value is left", rows[-1].span,
                    "let the row with `otherwise` be the last one")
    found = answered(build.context, asked, value.type, s.value.span, s.rows)
    for at, row in enumerate(rows if not isinstance(value.e, Const) else ()):
        left = is_left(found, asked, at, value.type)
        known = left and row is not others
        build.context.came_to(row, among(build.context, value, asked[at]) if known else (
            Const(int(left))))
    waits = _answer_waits(build, rows)

    def lower(at: int) -> None:
        def do() -> None:
            build.statements(rows[at].body, scope)

        test = TRUE if rows[at] is others else among(build.context, value, asked[at])
        if isinstance(test, Const):
            do() if test.value else lower(at + 1)
        else:
            build.branch(rows[at], s.value.span, test, waits, do, lambda: lower(at + 1))

    lower(0)


def _answer_waits(
    build: BlockBuilder, rows: Iterable[ast.DependingRow | ast.DependingWhen]
) -> bool:
    return any(build.suspends(row.body) for row in build.context.existing(rows))


@statement_of(ast.OnlyIf)
def _only_if(build: BlockBuilder, s: ast.OnlyIf, scope: Scope) -> None:
    raise _misplaced(s)


@statement_of(ast.OnlyIfRest)
def _only_if_rest(build: BlockBuilder, s: ast.OnlyIfRest, scope: Scope) -> None:
    raise _misplaced(s)


def _misplaced(s: ast.Stmt) -> RulesError:
    asked, above = ONLY_IF.fullmatch(s.span.words), BEHIND_IF.fullmatch(
        s.span.before if s.span.before.strip() else next(
            iter(around(s.span.source, s.span.line)), ""))
    if asked and above:
        what = f"({asked[1]})" if re.search(r" (?:and|or) ", asked[1]) else asked[1]
        return error(
            "only-if", "`only if` does not stand below or behind `if`", s.span,
            "what must hold only where something is so is one condition, which says that it is not "
            f"so or that this holds: `only if not ({above[1]}) or {what}`")
    return error("only-if", "`only if` belongs under a choice, before its effects", s.span,
                 "indent it below `must …` or `may …`")


# ---- turns and results ---------------------------------------------------------------------------


@statement_of(ast.Begins)
def _begins(build: BlockBuilder, s: ast.Begins, scope: Scope) -> None:
    who = player(build.context, s.player, scope)
    to_move = build.context.symbols.to_move
    assert to_move is not None
    build.emit(Store(s.span, s.refs, to_move, (), who))


@statement_of(ast.TurnEnds, suspends=True, stop=(
    "the end of the turn", "ask first: `if there is …, the turn ends`"
))
def _turn_ends(build: BlockBuilder, s: ast.TurnEnds, scope: Scope) -> None:
    if build.turn_end is None:
        raise error("turn", "no turn is going on here", s.span)
    for field in build.frame:
        build.emit(Store(s.span, s.refs, field, (), Const(field.first[0])))
    build.go(build.turn_end)
    build.enter(build.new_block())


@statement_of(ast.Outcome)
def _outcome(build: BlockBuilder, s: ast.Outcome, scope: Scope) -> None:
    refs = (*build.ends.refs, *s.refs)
    if _some_of_all(s.player):
        _require_last(s, s.player.set.span.text, build.behind)
        values = _in_set(build, s.player.set, scope, s.kind == "wins")
        build.emit(Finish(s.span, refs, "rank", None, values))
        return
    if isinstance(s.player, ast.TheOnly):
        text = s.player.span.text
        raise error("nothing", f"unless there is exactly one, `{text}` is none", s.player.span,
                    f"write `{text.replace('the only ', 'every ', 1)}`")
    if isinstance(s.player, ast.TheMost):
        text = s.player.span.text
        among = " among " in text
        every = "every player that …" if among else text.replace("the ", "every ", 1)
        raise error("nothing", f"where several are alike, `{text}` is none", s.player.span,
                    f"write `{every}`")
    if _all_of_them(s.player):
        paid = "1" if s.kind == "wins" else "(0 minus 1)"
        raise error("quantifier", "all of them win or lose together by payoffs, not by places",
                    s.span, f"write `pay every player {paid}`; `the game is drawn` if none of them "
                    "is better than another, or `rank every player by …`")
    who = None if s.player is None else player(build.context, s.player, scope, (
        "write `the game is drawn` if none of them is better than another, or "
        "`rank every player by …`"
    ))
    build.emit(Finish(s.span, refs, s.kind, who, ()))


def _require_last(s: ast.Outcome, who: str, behind: Sequence[ast.Stmt]) -> None:
    """Refuse lines below one that ends the game whether or not there are such players: a reader
    takes them for what is done where there are none."""
    said = who.removeprefix("every ")
    if behind and " with the " not in f" {said}":
        raise error("end", f"where there is no {said}, the game ends here too, as a draw: `"
                    f"{behind[0].span.text.splitlines()[0]}`, which stands below, is never done",
                    s.span, f"write `if there is a {said}, {s.span.text}`")


def _all_of_them(who: ast.Expr | None) -> bool:
    """Whether it is said of all the players: `every player wins`."""
    return isinstance(who, ast.Quantified) and who.quantifier == "every" and isinstance(
        who.set, ast.NounSet) and who.set.noun == "player" and who.set.owner is None


def _some_of_all(who: ast.Expr | None) -> TypeGuard[ast.Quantified]:
    """Whether it is said of every player of whom something is so: `every player that is out`."""
    return isinstance(who, ast.Quantified) and who.quantifier == "every" and isinstance(
        who.set, ast.NounSet) and bool(who.set.relatives or who.set.adjectives)


def _in_set(build: BlockBuilder, things: ast.SetNode, scope: Scope, wins: bool) -> tuple[E, ...]:
    """For each player a number, the greater for those that win: who is in the set, or is not."""
    context = build.context
    members = context.members(things, scope)
    if members.type.domain != context.symbols.player.domain:
        raise error("type", "a player is needed here", things.span)
    among = [op("in", Const(seat), members.mask) for seat in range(context.symbols.players.size)]
    return tuple(cond(one, Const(int(wins)), Const(int(not wins))) for one in among)


@statement_of(ast.Rank)
def _rank(build: BlockBuilder, s: ast.Rank, scope: Scope) -> None:
    values = for_players(build.context, s.value, scope)
    _require_of_each(s.value, values)
    for part in _summands(s.value):
        if part is not s.value and _is_counted(part):
            _require_of_each(part, for_players(build.context, part, scope))
    build.emit(Finish(s.span, (*build.ends.refs, *s.refs), "rank", None, values))


def _require_of_each(value: ast.Expr, values: Sequence[E]) -> None:
    """Refuse a number of a ranking that is the same for every player; a plain one may be."""
    plain = isinstance(values[0], Const) and not _is_counted(value)
    if len(values) > 1 and not plain and all(one == values[0] for one in values):
        said = value.span.words
        raise error("meaning", f"`{said}` is the same for every player, so by it all are equal",
                    value.span, "say it of the player, who is each of them in turn: "
                    "`the player's …`, `… of the player`, `… whose … is the player`")


def _is_counted(value: ast.Expr) -> bool:
    """Whether a number is, or has in it, how many there are: a reader takes that of the player."""
    return any(isinstance(node, (ast.Count, ast.Aggregate)) for node in walk(value))


def _summands(value: ast.Expr) -> Iterator[ast.Expr]:
    """The numbers that a number is the sum or difference of; itself if it is none."""
    if isinstance(value, ast.Arithmetic) and value.op in ("+", "-"):
        yield from _summands(value.left)
        yield from _summands(value.right)
    else:
        yield value


@statement_of(ast.Pay)
def _pay(build: BlockBuilder, s: ast.Pay, scope: Scope) -> None:
    values = for_players(build.context, s.value, scope)
    build.emit(Finish(s.span, (*build.ends.refs, *s.refs), "pay", None, values))


# ---- memories and boards -------------------------------------------------------------------------


@statement_of(ast.Memo)
def _memo(build: BlockBuilder, s: ast.Memo, scope: Scope) -> None:
    at = build.context.symbols.memory(s.memory)
    if at is None:
        raise error("memory", f"there is no memory `{s.memory}`", s.span)
    with checking_ends(build):
        build.emit(Record(s.span, s.refs, at, not s.record))
