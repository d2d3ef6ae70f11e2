"""What lowering phrases shares: the context of one game, and who lowers which kind of phrase.

Model. The lowering of a kind of phrase is one function, registered for the class of its syntax
node. Phrases inside are lowered by asking the context (`value`, `guard`, `members`, …), which looks
the function up. So a function needs to know no other, and a new kind of phrase is one more
function.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from typing import Any, TypeVar

from rulewright.interpreter.diagnostics import Diagnostic, RulesError, error
from rulewright.interpreter.ir import (
    BOOL,
    FALSE,
    Const,
    Domain,
    E,
    Guard,
    Local,
    VType,
    load,
)
from rulewright.interpreter.ir.facts import Facts
from rulewright.interpreter.ir.interned import changed, kept
from rulewright.interpreter.lower.known import (
    Exhausted,
    FunctionKey,
    Key,
    Known,
    Made,
    Outcomes,
    Reading,
    Uses,
)
from rulewright.interpreter.lower.lowered import Assertion, Members, guard_for, require_things
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.typed import Typed, coerce
from rulewright.interpreter.model.declarations import B, Conditions, Declarations, walk
from rulewright.interpreter.model.layout import Layout
from rulewright.interpreter.model.model import Written
from rulewright.interpreter.model.options import OptionValue
from rulewright.interpreter.model.symbols import SymbolTable
from rulewright.interpreter.model.types import noun_of
from rulewright.interpreter.model.understood import Understood
from rulewright.interpreter.syntax import ast

T = TypeVar("T")
N = TypeVar("N", bound=ast.Node)


# ---- who lowers what -----------------------------------------------------------------------------

#: context, phrase, scope, the type that is wanted of the value, if it is known
ValueOf = Callable[["Context", N, Scope, VType | None], Typed]
#: context, phrase, scope, the rules of the line
GuardOf = Callable[["Context", N, Scope, ast.Refs], Guard]
#: context, what is spoken of, the whole phrase, what is said of it, scope, the rules of the line
ComplementOf = Callable[["Context", Typed, ast.Node, N, Scope, ast.Refs], Assertion]
#: context, set phrase, scope, the rules of the line, whether a member is chosen
MembersOf = Callable[["Context", N, Scope, ast.Refs, bool], Members]

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


# ---- the context ---------------------------------------------------------------------------------


@dataclass
class Context:
    """What the phrases of one game are lowered with."""

    declarations: Declarations
    symbols: SymbolTable
    layout: Layout
    decider: Typed  # who makes the choices being lowered: `the player`
    uses: Uses = field(default_factory=Uses)
    problems: list[Diagnostic] = field(default_factory=list)  # that did not stop the rest
    whens: dict[int, tuple[Reading, bool]] = field(default_factory=dict)  # of `when`, by their ids
    decided: Known | None = None  # what conditions of `when` came to in other games
    numbers: Iterator[int] = field(default_factory=lambda: count(1))  # for the names of locals
    around: Scope = field(default_factory=Scope)  # of the phrase being lowered
    conditions: dict[int, Outcomes] = field(default_factory=dict)  # lowered, by their ids
    again: dict[Key, int] = field(default_factory=dict)  # how often each set was lowered
    # Whether two pieces are alike in what is beside them, as said of two locals.
    alike: dict[Key, tuple[Local, Local, list[E]]] = field(default_factory=dict)
    facts: Facts = field(default_factory=Facts)  # that are known at the line being lowered
    understood: Understood | None = None  # where it is noted what words are taken for
    asserting: bool = False  # whether what is lowered is there to be always true, or fixed
    of_all: bool = False  # whether it is said of all pieces, not of those in play
    known: Known | None = None  # what phrases came to, once there are all symbols
    texts: dict[str, Written | None] = field(default_factory=dict)  # of things, by their nouns
    in_phrase: bool = False  # whether a part of a phrase is lowered that is kept as a whole

    # -- phrases ---------------------------------------------------------------------------------

    def value(self, expr: ast.Expr, scope: Scope, expected: VType | None = None) -> Typed:
        """What a phrase stands for; where several things could be meant, that of a type."""
        if self._alone(scope):
            return self._value(expr, scope, expected)
        key = ("value", id(expr), scope, expected)
        return self.recalled(key, expr, lambda: self._value(expr, scope, expected))

    def value_if_any(self, expr: ast.Expr, scope: Scope) -> Typed | None:
        """What a phrase stands for; None where something is wrong with it, which is told where it
        is lowered."""
        try:
            return self.value(expr, scope)
        except RulesError:
            return None

    def thing_if_any(self, expr: ast.Expr, scope: Scope) -> Typed | None:
        """The same, if it is a thing of a noun."""
        typed = self.value_if_any(expr, scope)
        return typed if typed and typed.type.kind == "thing" and noun_of(typed.type) else None

    def _value(self, expr: ast.Expr, scope: Scope, expected: VType | None) -> Typed:
        early = scope.kept(expr)
        if early is not None:
            return early
        lower = VALUES.get(type(expr))
        if lower is not None:
            before, self.around = self.around, scope
            try:
                return lower(self, expr, scope, expected)
            finally:
                self.around = before
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
        if self._alone(scope):
            return self._guard(expr, scope, refs)
        return self.recalled(("guard", id(expr), scope, refs), expr,
                             lambda: self._guard(expr, scope, refs))

    def _guard(self, expr: ast.Expr, scope: Scope, refs: ast.Refs) -> Guard:
        guard = self._unnoted(expr, scope, refs)
        if not self.asserting and scope.kept(expr) is None:
            self.uses.reading.conditions.append((expr, guard.test))
            self.came_to(expr, guard.test)
        return guard

    def came_to(self, expr: ast.Expr | ast.DependingRow, test: E) -> None:
        """Note what a condition, or what a row asks, came to, with what is known here."""
        outcomes = self.conditions.setdefault(id(expr), Outcomes(expr))
        outcomes.tests[test, self.facts] = None

    def _unnoted(self, expr: ast.Expr, scope: Scope, refs: ast.Refs) -> Guard:
        lower = CONDITIONS.get(type(expr))
        if lower is not None and scope.kept(expr) is None:
            before, self.around = self.around, scope
            try:
                return lower(self, expr, scope, refs)
            finally:
                self.around = before
        if isinstance(expr, ast.Value) and expr.text not in self.symbols.options:
            raise error("condition", f"`{expr.text}` is a value, not a condition", expr.span,
                        f"say of what: `… is {expr.text}` or `… is either … or {expr.text}`")
        typed = self.value(expr, scope, BOOL)
        if typed.type.kind != "bool":
            raise error("condition", f"`{expr.span.text}` is a value, not a condition", expr.span)
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
        if self._alone(scope):
            return self._members(things, scope, refs, chosen)
        key = ("members", id(things), scope, refs, chosen)
        nth = self.again[key] = self.again.get(key, 0) + 1  # its local is bound in one place
        return self.recalled((*key, nth), things,
                             lambda: self._members(things, scope, refs, chosen))

    def _members(
        self, things: ast.SetNode, scope: Scope, refs: ast.Refs, chosen: bool
    ) -> Members:
        before, self.around = self.around, scope
        try:
            return SETS[type(things)](self, things, scope, refs, chosen)
        finally:
            self.around = before

    def mask(self, things: ast.SetNode, scope: Scope, cells: Domain) -> E:
        """A set of cells as a mask."""
        members = self.members(things, scope)
        require_things(members, things)
        if members.type.domain != cells:
            raise error("type", "cells of the same board are needed here", things.span)
        return members.mask

    def _alone(self, scope: Scope) -> bool:
        """Whether a phrase is lowered without looking for what is known of it: it is part of one
        that is kept as a whole, or below what was worked out at an earlier moment of this game."""
        return self.known is None or self.in_phrase or bool(scope.early.phrases)

    def recalled(self, key: Key, about: ast.Node, lower: Callable[[], T]) -> T:
        """What `lower` comes to, or came to in a game with the same symbols where the options
        that it asks for were set alike."""
        if self.known is None:
            return lower()
        key = (*key, self.decider.e, self.asserting)
        found = self.known.find(key, self.symbols.options, self.uses.functions)
        if found is not None:
            self.uses.take(found[0])
            self.uses.reading.include(found[0])
            for expr, test in found[0].conditions:
                self.came_to(expr, test)
            result: T = found[1]
            return result
        wrong, before, self.in_phrase = len(self.problems), self.in_phrase, True
        outer = self.uses.reading
        reading = self.uses.reading = Reading()
        try:
            result = lower()
        finally:
            self.in_phrase, self.uses.reading = before, outer
        outer.include(reading)
        if len(self.problems) == wrong:
            self.known.keep(key, about, reading, result)
        return result

    def function(self, key: FunctionKey, define: ast.Define, make: Callable[[], Made]) -> Made:
        """The function that `make` makes, or made in a game with the same symbols."""
        if self.known is None:
            return make()
        whole = ("function", *key, self.asserting)
        found = self.known.find(whole, self.symbols.options, self.uses.functions)
        if found is not None:
            self.uses.take(found[0])
            known: Made = found[1]
            return known
        wrong, before, self.in_phrase = len(self.problems), self.in_phrase, False
        outer, self.of_all = self.of_all, False  # what a definition says is the same everywhere
        try:
            made = make()
        finally:
            self.in_phrase, self.of_all = before, outer
        if len(self.problems) == wrong:
            self.known.keep(whole, define, made.reading, made)
        return made

    # -- options ---------------------------------------------------------------------------------

    def option(self, name: str) -> OptionValue:
        """What an option is set to."""
        value = self.uses.reading.options[name] = self.symbols.options[name]
        return value

    def absent(self, text: str) -> int:
        """How many must play for a seat of the text that is left out to be there; 0 for others."""
        block = self.declarations.one(ast.Players)
        names = block.names if block is not None else ()
        present = self.symbols.players.labels
        return names.index(text) + 1 if text in names and text not in present else 0

    def static(self, test: ast.Expr) -> bool:
        """The truth of a `when` condition, which may speak of options only."""
        known = self.whens.get(id(test))
        if known is None:
            known = self.whens[id(test)] = self._static(test)
        self.uses.reading.include(known[0])
        return known[1]

    def _static(self, test: ast.Expr) -> tuple[Reading, bool]:
        key, options = (id(test),), self.symbols.options
        found = self.decided.find(key, options, {}) if self.decided is not None else None
        if found is not None:
            return found
        before, self.asserting = self.asserting, True
        try:
            with self.uses.anew() as reading:
                e = self._guard(test, Scope(), ()).test
        except RulesError as problem:
            if problem.diagnostics[0].code in UNBOUND:
                raise not_static(test) from problem
            raise
        finally:
            self.asserting = before
        if not isinstance(e, Const):
            raise not_static(test)
        if self.decided is not None and about_options(test):
            self.decided.keep(key, test, reading, bool(e.value))
        return reading, bool(e.value)

    def existing(self, nodes: Iterable[ast.Node]) -> Iterator[Any]:
        """The nodes that are there with these options: those under a `when` that holds stand with
        the others."""
        for node in nodes:
            if not isinstance(node, ast.WHENS):
                yield node
            elif self._stands(node):
                yield from self.existing(node.body)

    def _stands(self, node: Any) -> bool:
        """Whether the lines under a `when` stand; where it speaks of play, what they could mean."""
        try:
            return self.static(node.test)
        except RulesError as problem:
            if problem.diagnostics[0].code == "when" and isinstance(node, ast.CondWhen):
                raise error("when", problem.diagnostics[0].message, node.test.span,
                            demanded_where(node)) from problem
            raise

    def active(self, kind: type[B]) -> Iterator[tuple[Conditions, B]]:
        """The declarations of a kind that stand under these options."""
        for conditions, block in self.declarations.all(kind):
            if all(self.static(test) for test in conditions):
                yield conditions, block

    # -- what is made ----------------------------------------------------------------------------

    def fresh(self, noun: str, kind: VType) -> Local:
        """A new local."""
        plain = kind if kind.piece is None else changed(kind, piece=None)
        return Local(f"{_stem(noun)}{next(self.numbers)}", plain)

    def param(self, define: ast.Define, at: int, kind: VType) -> Local:
        """The local by which a definition knows one of its things: the same in all games."""
        new = self.fresh(define.params[at][1].noun, kind)
        return new if self.known is None else self.known.param((id(define), at, kind), new)

    def to_move(self) -> Typed:
        """Whose turn it is; before there are fields, nobody in particular."""
        field = self.symbols.to_move
        if field is None:
            return Typed(FALSE, VType("thing", domain=self.symbols.players))
        return Typed(load(field), field.type)

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

    def collecting(self) -> Collecting:
        """Note what is wrong inside and go on behind it, so that all errors are found."""
        return Collecting(self)

    def raise_problems(self) -> None:
        """Raise all that was found to be wrong together."""
        if self.problems:
            raise RulesError(dict.fromkeys(self.problems))


class Collecting:
    """Notes what is wrong inside as problems of a context, which goes on as it was before."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.inside, self.decider = tuple(context.uses.inside), context.decider

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, wrong: BaseException | None, trace: object) -> bool:
        if not isinstance(wrong, RulesError) or isinstance(wrong, Exhausted):
            return False
        self.context.problems.extend(wrong.diagnostics)
        self.context.uses.inside[:], self.context.decider = self.inside, self.decider
        return True


@cache
def _stem(noun: str) -> str:
    """What the names of locals for things of a noun begin with."""
    return re.sub(r"[^a-z]", "", noun.lower()) or "x"


#: Parts of conditions that speak of what happens in play.
OF_PLAY = (ast.NounSet, ast.TheNoun, ast.Call, ast.It)


@kept
def about_options(test: ast.Expr) -> bool:
    """Whether a condition speaks of nothing but options."""
    return not any(isinstance(node, OF_PLAY) for node in walk(test))


@kept
def about_setting(test: ast.Expr) -> bool:
    """Whether a condition speaks of nothing but options and how many players there are."""
    return not any(isinstance(node, OF_PLAY) and node.span.text != "players"
                   for node in walk(test))


#: Errors of things that nobody speaks of around a line, as in a `when` about what happens in play.
UNBOUND = ("bound", "it", "which-player", "other")


def demanded_where(node: ast.CondWhen) -> str:
    """How a definition says that its lines must hold where something is so in play."""
    lines = [line.condition.span.text for line in node.body if isinstance(line, ast.CondLeaf)]
    demanded = lines[0] if len(node.body) == len(lines) == 1 else "…"
    return (f"in a definition what must hold where something is so in play is one condition: "
            f"`not ({node.test.span.text}) or {demanded}` (5, 6)")


def not_static(test: ast.Expr) -> RulesError:
    """The error for a `when` about what happens in play."""
    line = test.span.source.line(test.span.end_line)[test.span.end_column - 1 :]
    asked = re.match(r", only if (.+)", line)
    hint = "write `if` for what is decided during play"
    if asked is not None:
        then = f"({asked[1]})" if re.search(r" (?:and|or) ", asked[1]) else asked[1]
        hint = ("what must hold only where something is so in play is one condition: "
                f"`only if not ({test.span.words}) or {then}`")
    return error("when", "`when` is decided before play, so it may speak only of options and the "
                 "number of players", test.span, hint)
