"""Players in statements: who is meant, who sits next, a number for each."""

from __future__ import annotations

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.ir import Const, E, Table, lookup
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.scope import Bound, Scope
from rulewright.interpreter.lower.several import several_in
from rulewright.interpreter.lower.typed import Typed, number, single
from rulewright.interpreter.model.symbols import SymbolTable
from rulewright.interpreter.syntax import ast


def player(
    context: Context, expr: ast.Expr, scope: Scope, hint: str = "",
    absent: str = "write `for each player P, if P is …,` and say it of P",
) -> E:
    """A player who is there; the hints are what to write where several are, and where he may be
    `absent`."""
    kind = context.symbols.player
    if hint and several_in(expr) is not None:
        raise error("quantifier", "one player is needed here, not several", expr.span, hint)
    typed = single(context.value(expr, scope, kind), expr.span)
    if typed.type.domain != kind.domain or typed.type.words:
        raise error("type", "a player is needed here", expr.span)
    if typed.type.none:
        raise error("nothing", f"`{expr.span.text}` may be none, and then there is no player",
                    expr.span, absent)
    return typed.e


def next_seat(symbols: SymbolTable, player: E) -> E:
    """Who sits after a player."""
    count = symbols.players.size
    following = tuple((p + 1) % count for p in range(count))
    return lookup(Table(following, (count,), -1), symbols.player, player)


def seats_from(symbols: SymbolTable, player: E, places: E) -> E:
    """Who sits so many places behind a player, below the number of players."""
    count = symbols.players.size
    seats = tuple((p + k) % count for p in range(count) for k in range(count))
    return lookup(Table(seats, (count, count), -1), symbols.player, player, places)


def for_players(context: Context, value: ast.Expr, scope: Scope) -> tuple[E, ...]:
    """A number for each player."""
    kind = context.symbols.player
    scope = scope.without("player")
    numbers = []
    for p in range(context.symbols.players.size):
        each = Bound("player", None, Typed(Const(p), kind), True, True,
                     phrase="`the player`")
        inner = scope.add(each)
        numbers.append(number(context.value(value, inner), value.span))
    return tuple(numbers)
