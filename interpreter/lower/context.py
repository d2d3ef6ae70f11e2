"""What lowering phrases shares: the context of one game, and who lowers which kind of phrase.

Model. The lowering of a kind of phrase is one function, registered for the class of its syntax
node. Phrases inside are lowered by asking the context (`value`, `guard`, `members`, …), which looks
the function up. So a function needs to know no other, and a new kind of phrase is one more
function.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from rulewright.interpreter.diagnostics import Diagnostic, RulesError, error
from rulewright.interpreter.ir import (
    BOOL,
    FALSE,
    Const,
    Domain,
    E,
    Function,
    Guard,
    Local,
    Op,
    VType,
    comp,
    load,
    op,
)
from rulewright.interpreter.ir.facts import Facts
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.typed import Typed, coerce, if_there
from rulewright.interpreter.model.declarations import B, Conditions, Declarations
from rulewright.interpreter.model.layout import Layout
from rulewright.interpreter.model.symbols import SymbolTable
from rulewright.interpreter.model.understood import Understood
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast

MAX_LOWERED = 10_000  # definitions and steps put in their places
T = TypeVar("T")
N = TypeVar("N", bound=ast.Node)


class Exhausted(RulesError):
    """A budget is spent: lowering stops at once instead of looking for more errors."""


# ---- who lowers what -----------------------------------------------------------------------------

#: context, phrase, scope, the type that is wanted of the value, if it is known
ValueOf = Callable[["Context", N, Scope, VType | None], Typed]
#: context, phrase, scope, the rules of the line
GuardOf = Callable[["Context", N, Scope, ast.Refs], Guard]
#: context, what is spoken of, the whole phrase, what is said of it, scope, the rules of the line
ComplementOf = Callable[["Context", Typed, ast.Node, N, Scope, ast.Refs], "Assertion"]
#: context, set phrase, scope, the rules of the line, whether a member is chosen
MembersOf = Callable[["Context", N, Scope, ast.Refs, bool], "Members"]

VALUES: dict[type[ast.Node], ValueOf[Any]] = {}
CONDITIONS: dict[type[ast.Node], GuardOf[Any]] = {}
COMPLEMENTS: dict[type[ast.Node], ComplementOf[Any]] = {}
SETS: dict[type[ast.Node], MembersOf[Any]] = {}


def value_of(node: type[N]) -> Callable[[ValueOf[N]], ValueOf[N]]:
    """Registers a function for values of a kind."""
    return _registering(VALUES, node)


def guard_of(node: type[N]) -> Callable[[GuardOf[N]], GuardOf[N]]:
    """Registers a function for conditions of a kind."""
    return _registering(CONDITIONS, node)


def complement_of(node: type[N]) -> Callable[[ComplementOf[N]], ComplementOf[N]]:
    """Registers a function for what stands after `is`."""
    return _registering(COMPLEMENTS, node)


def members_of(node: type[N]) -> Callable[[MembersOf[N]], MembersOf[N]]:
    """Registers a function for sets of a kind."""
    return _registering(SETS, node)


def _registering(table: dict[type[ast.Node], Any], node: type[ast.Node]) -> Callable[[T], T]:
    def register(function: T) -> T:
        table[node] = function
        return function

    return register


# ---- what is lowered -----------------------------------------------------------------------------


def guard_for(
    phrase: ast.Node, refs: ast.Refs, test: E, parts: tuple[Guard, ...] = (), *,
    any_of: bool = False, values: tuple[tuple[str, E, VType], ...] = (),
) -> Guard:
    """A condition in the author's words: those of the phrase."""
    return Guard(test, phrase.span, refs, phrase.span.text, parts, any_of, values=values)


@dataclass(frozen=True)
class Assertion:
    """What is said of a thing; of what is not there, it is false. `given` must be there for its
    opposite to be said."""

    guard: Guard
    given: tuple[E, ...] = ()

    def said(self, negated: bool) -> Guard:
        """The condition, or its opposite, which its parts explain no longer."""
        guard = self.guard
        if not negated:
            return guard
        test = if_there(self.given, op("not", guard.test))
        return Guard(test, guard.span, guard.refs, guard.text, values=guard.values)


@dataclass(frozen=True)
class Members:
    """The candidates of a set: a local, how many there are, and the test a member passes.

    `guards` are the parts of the test, each with its place. A group is known by its least cell.
    """

    var: Local
    type: VType
    guards: tuple[Guard, ...]
    value: E | None = None  # what is bound for a value of the local, if not that itself

    @property
    def test(self) -> E:
        return op("and", *(guard.test for guard in self.guards))

    @property
    def typed(self) -> Typed:
        return Typed(self.value or self.var, self.type)

    @property
    def exists(self) -> E:
        """Whether there is a member."""
        return comp("any", self.var, self.test)

    @property
    def mask(self) -> E:
        """The members as a mask; `x in S` alone is S itself."""
        test = self.test
        if isinstance(test, Op) and test.op == "in" and test.args[0] is self.var and (
            self.var not in test.args[1].free
        ):
            return test.args[1]
        return comp("set", self.var, test)


@dataclass
class Outcomes:
    """A condition of the text, and the tests that it came to wherever it was lowered, each with
    what is known there."""

    expr: ast.Expr
    tests: list[tuple[E, Facts]] = field(default_factory=list)


FunctionKey = tuple[int, tuple[VType, ...], E, VType | None]


@dataclass
class Uses:
    """The definitions that are used, made functions.

    There is a function for each definition, the types of what it is asked of, who decides, and
    the type that is wanted of it; it is kept with the type of its value.
    """

    functions: dict[FunctionKey, tuple[Function, VType]] = field(default_factory=dict)
    depth: dict[Function, int] = field(default_factory=dict)  # of calls in one another, at most
    inside: list[tuple[str, str]] = field(default_factory=list)  # definitions being lowered
    implicit: bool = False  # whether what was lowered last means the player to move by `the player`
    about_player: set[Function] = field(default_factory=set)  # the functions that do
    rows: dict[int, list[tuple[int, int]]] = field(default_factory=dict)  # of tables, by their ids
    count: int = 0  # definitions and steps that were put in place so far

    def lowered(self, define: ast.Define, kinds: tuple[VType, ...]) -> bool:
        """Whether a definition was made a function for things of these types."""
        return any(key[:2] == (id(define), kinds) for key in self.functions)

    def spend(self, span: Span) -> None:
        """Count one definition or step put in its place; there is a most."""
        self.count += 1
        if self.count > MAX_LOWERED:
            raise Exhausted(error(
                "too-large", f"definitions and steps are used more than {MAX_LOWERED} times, "
                "counting their uses inside one another", span,
                "let fewer definitions use others twice",
            ).diagnostics)


@dataclass
class Context:
    """What the phrases of one game are lowered with."""

    declarations: Declarations
    symbols: SymbolTable
    layout: Layout
    decider: Typed  # who makes the choices being lowered: `the player`
    uses: Uses = field(default_factory=Uses)
    problems: list[Diagnostic] = field(default_factory=list)  # that did not stop the rest
    whens: dict[int, bool] = field(default_factory=dict)  # conditions of `when`, by their ids
    locals: int = 0  # made so far
    around: Scope = field(default_factory=Scope)  # of the phrase being lowered
    conditions: dict[int, Outcomes] = field(default_factory=dict)  # lowered, by their ids
    facts: Facts = field(default_factory=Facts)  # that are known at the line being lowered
    understood: Understood | None = None  # where it is noted what words are taken for
    asserting: bool = False  # whether what is lowered is there to be always true, or fixed

    # -- phrases ---------------------------------------------------------------------------------

    def value(self, expr: ast.Expr, scope: Scope, expected: VType | None = None) -> Typed:
        """What a phrase stands for; where several things could be meant, that of a type."""
        kept = scope.kept(expr)
        if kept is not None:
            return kept
        lower = VALUES.get(type(expr))
        if lower is not None:
            with self.amid(scope):
                return lower(self, expr, scope, expected)
        if type(expr) in CONDITIONS:
            return Typed(self.condition(expr, scope), BOOL)
        raise error("value", f"`{expr.span.text}` is not a value", expr.span)

    def typed_value(self, expr: ast.Expr, kind: VType, scope: Scope) -> E:
        """A value made to fit a type."""
        return coerce(self.value(expr, scope, kind), kind, expr.span)

    def constant(self, expr: ast.Expr) -> int:
        """The value of an expression that is fixed before play."""
        typed = self.value(expr, Scope())
        if typed.type.kind == "int" and isinstance(typed.e, Const):
            return typed.e.value
        raise error("constant", "a number that is fixed before play is needed here", expr.span)

    def guard(self, expr: ast.Expr, scope: Scope, refs: ast.Refs = ()) -> Guard:
        """A condition with what is needed to explain it."""
        guard = self._guard(expr, scope, refs)
        if not self.asserting and scope.kept(expr) is None:
            outcomes = self.conditions.setdefault(id(expr), Outcomes(expr))
            outcomes.tests.append((guard.test, self.facts))
        return guard

    def _guard(self, expr: ast.Expr, scope: Scope, refs: ast.Refs) -> Guard:
        lower = CONDITIONS.get(type(expr))
        if lower is not None and scope.kept(expr) is None:
            with self.amid(scope):
                return lower(self, expr, scope, refs)
        if isinstance(expr, ast.Value) and expr.text not in self.symbols.options:
            raise error("condition", f"`{expr.text}` is a value, not a condition", expr.span,
                        f"say of what: `… is {expr.text}` or `… is either … or {expr.text}`")
        typed = self.value(expr, scope, BOOL)
        if typed.type.kind != "bool":
            raise error("condition", f"`{expr.span.text}` is a value, not a condition", expr.span,
                        "say what it is: `… is …`")
        return guard_for(expr, refs, typed.e)

    def condition(self, expr: ast.Expr, scope: Scope) -> E:
        """The test of a condition."""
        return self.guard(expr, scope).test

    def complement(
        self, subject: Typed, whole: ast.Node, what: ast.Complement, scope: Scope, refs: ast.Refs,
        negated: bool,
    ) -> Guard:
        """`subject is WHAT`, or is not; `whole` is the phrase it stands in."""
        return COMPLEMENTS[type(what)](self, subject, whole, what, scope, refs).said(negated)

    def members(
        self, things: ast.SetNode, scope: Scope, refs: ast.Refs = (), *, chosen: bool = False
    ) -> Members:
        """The candidates of a set and the guards a member passes; where one is chosen, the guards
        say what is not so of another."""
        with self.amid(scope):
            return SETS[type(things)](self, things, scope, refs, chosen)

    def mask(self, things: ast.SetNode, scope: Scope, cells: Domain) -> E:
        """A set of cells as a mask."""
        members = self.members(things, scope)
        require_things(members, things)
        if members.type.domain != cells:
            raise error("type", "cells of the same board are needed here", things.span)
        return members.mask

    # -- options ---------------------------------------------------------------------------------

    def static(self, test: ast.Expr) -> bool:
        """The truth of a `when` condition, which may speak of options only."""
        known = self.whens.get(id(test))
        if known is None:
            with self.asserted():
                e = self.condition(test, Scope())
            if not isinstance(e, Const):
                raise not_static(test)
            known = self.whens[id(test)] = bool(e.value)
        return known

    def active(self, kind: type[B]) -> Iterator[tuple[Conditions, B]]:
        """The declarations of a kind that stand under these options."""
        for conditions, block in self.declarations.all(kind):
            if all(self.static(test) for test in conditions):
                yield conditions, block

    # -- what is made ----------------------------------------------------------------------------

    def fresh(self, noun: str, kind: VType) -> Local:
        """A new local."""
        self.locals += 1
        stem = re.sub(r"[^a-z]", "", noun.lower()) or "x"
        return Local(f"{stem}{self.locals}", replace(kind, piece=None))

    def to_move(self) -> Typed:
        """Whose turn it is; before there are fields, nobody in particular."""
        field = self.symbols.to_move
        if field is None:
            return Typed(FALSE, VType("thing", domain=self.symbols.players))
        return Typed(load(field), field.type)

    @contextmanager
    def amid(self, scope: Scope) -> Iterator[None]:
        """Inside, phrases are used among the things of a scope."""
        before, self.around = self.around, scope
        try:
            yield
        finally:
            self.around = before

    @contextmanager
    def deciding(self, who: Typed) -> Iterator[None]:
        """Inside, a given player makes the choices."""
        before, self.decider = self.decider, who
        try:
            yield
        finally:
            self.decider = before

    @contextmanager
    def asserted(self) -> Iterator[None]:
        """Inside, conditions are no questions: they may hold whatever happens."""
        before, self.asserting = self.asserting, True
        try:
            yield
        finally:
            self.asserting = before

    @contextmanager
    def knowing(self, facts: Facts) -> Iterator[None]:
        """Inside, other facts are known."""
        before, self.facts = self.facts, facts
        try:
            yield
        finally:
            self.facts = before

    # -- problems --------------------------------------------------------------------------------

    @contextmanager
    def collecting(self) -> Iterator[None]:
        """Note what is wrong inside and go on behind it, so that all errors are found."""
        inside, decider = list(self.uses.inside), self.decider
        try:
            yield
        except Exhausted:
            raise
        except RulesError as wrong:
            self.problems.extend(wrong.diagnostics)
            self.uses.inside[:], self.decider = inside, decider

    def raise_problems(self) -> None:
        """Raise all that was found to be wrong together."""
        if self.problems:
            raise RulesError(dict.fromkeys(self.problems))


def require_things(members: Members, things: ast.SetNode) -> None:
    """Refuse a set that has no mask."""
    if members.type.group:
        raise error("set", "the members of this set are groups, and each is a set itself",
                    things.span, "write `the number of groups …` or `for each group …`")
    if members.type.domain is None:
        raise error("set", "a set of numbers cannot be kept as a value", things.span)


def not_static(test: ast.Expr) -> RulesError:
    """The error for a `when` about what happens in play."""
    return error("when", "`when` is decided before play, so it may speak of options only",
                 test.span, "write `if` for what is decided during play")
