"""The half of the tree builder that makes expressions and sets (see `build`)."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.build import Kids
from rulewright.interpreter.syntax.build_flow import FlowBuilder

Tail = tuple[tuple[str, ast.Expr], ...]


class ExpressionBuilder(FlowBuilder):
    """A `FlowBuilder` that also knows the expression rules."""

    # -- conditions ------------------------------------------------------------------------

    def or_e(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Logic(span, "or", *kids)

    def and_e(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Logic(span, "and", *kids)

    def not_e(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Not(span, kids[0])

    def is_comp(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Is(span, kids[0], kids[1], False)

    def is_not_comp(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Is(span, kids[0], kids[1], True)

    def verb(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return self._verb(span, kids, False)

    def not_verb(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return self._verb(span, kids, True)

    @staticmethod
    def _verb(span: Span, kids: Kids, negated: bool) -> ast.Expr:
        subject, verb, *rest = kids
        return ast.Verb(span, subject, verb, rest[0] if rest else None, (), negated)

    def verb_args(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        subject, verb, thing, *tail = kids
        return ast.Verb(span, subject, verb, thing, tuple(tail), False)

    def verb_tail(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        subject, verb, *tail = kids
        return ast.Verb(span, subject, verb, None, tuple(tail), False)

    def has_row(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.HasRow(span, *kids)

    def there_is(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.ThereIs(span, kids[0], False)

    def there_is_no(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.ThereIs(span, kids[0], True)

    # -- complements -----------------------------------------------------------------------

    def comp_adj(self, span: Span, kids: Kids, tree: Any) -> ast.Complement:
        return ast.IsAdjective(span, kids[0])

    def comp_prep(self, span: Span, kids: Kids, tree: Any) -> ast.Complement:
        name, thing = kids if len(kids) == 2 else ("on", kids[0])
        return ast.IsPreposition(span, name, thing)

    def comp_in(self, span: Span, kids: Kids, tree: Any) -> ast.Complement:
        return ast.IsIn(span, kids[0])

    def comp_value(self, span: Span, kids: Kids, tree: Any) -> ast.Complement:
        return ast.IsValue(span, kids[0])

    def comp_least(self, span: Span, kids: Kids, tree: Any) -> ast.Complement:
        return ast.IsBound(span, ">=", kids[0])

    def comp_most(self, span: Span, kids: Kids, tree: Any) -> ast.Complement:
        return ast.IsBound(span, "<=", kids[0])

    def comp_more(self, span: Span, kids: Kids, tree: Any) -> ast.Complement:
        return ast.IsBound(span, ">", kids[0])

    def comp_less(self, span: Span, kids: Kids, tree: Any) -> ast.Complement:
        return ast.IsBound(span, "<", kids[0])

    def comp_either(self, span: Span, kids: Kids, tree: Any) -> ast.Complement:
        return ast.IsEither(span, tuple(kids))

    def comp_connected(self, span: Span, kids: Kids, tree: Any) -> ast.Complement:
        return ast.IsConnected(span, kids[0], kids[1], kids[2], False)

    def comp_line(self, span: Span, kids: Kids, tree: Any) -> ast.Complement:
        return ast.IsConnected(span, kids[0], kids[1], kids[2], True)

    def steps_adj(self, span: Span, kids: Kids, tree: Any) -> ast.Steps:
        return ast.Steps(span, kids[0])

    def steps_any(self, span: Span, kids: Kids, tree: Any) -> ast.Steps:
        return ast.Steps(span, None)

    # -- values ----------------------------------------------------------------------------

    def plus(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Arithmetic(span, "+", *kids)

    def minus(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Arithmetic(span, "-", *kids)

    def times(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Arithmetic(span, "*", *kids)

    def call_none(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Call(span, kids[0], ())

    def call_of(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Call(span, kids[0], (("of", kids[1]),))

    def call_args(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Call(span, kids[0], (("of", kids[1]), *kids[2:]))

    def call_tail(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Call(span, kids[0], tuple(kids[1:]))

    def argtail(self, span: Span, kids: Kids, tree: Tree[Token]) -> tuple[str, ast.Expr]:
        return str(tree.children[0]), kids[0]

    def count(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Count(span, kids[0])

    def aggregate(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Aggregate(span, self.word(tree, "GREATEST", "LEAST", "TOTAL"), *kids)

    def quantified(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Quantified(span, self.word(tree, "EVERY", "SOME", "NO"), kids[0])

    def plural(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        adjectives: tuple[tuple[str, str], ...] = ()
        if isinstance(kids[0], tuple):
            adjectives, kids = kids[0], kids[1:]
        noun, name, owner, *relatives = kids
        things = ast.NounSet(span, noun, adjectives, name, owner, tuple(relatives))
        return ast.Quantified(span, "all", things)

    def all_of(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Quantified(span, "all", kids[0])

    def line(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Line(span, kids[0], kids[1], kids[2], False)

    def line_end(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        line = kids[0]
        return ast.Line(span, line.start, line.direction, line.over, True)

    def one_step(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.OneStep(span, *kids)

    def times_of(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.TimesOf(span, kids[0])

    def piece_on(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.NounOf(span, kids[0], "on", kids[1])

    def noun_of(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.NounOf(span, kids[0], "of", kids[1])

    def the_noun(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.TheNoun(span, kids[0])

    def the_word(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Word(span, kids[0])

    def name(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Word(span, kids[0])

    def the_game(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Whole(span, "game")

    def the_turn(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Whole(span, "turn")

    def value(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Value(span, kids[0])

    def cell(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Cell(span, kids[0])

    def number(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Number(span, int(kids[0]))

    def it(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.It(span)

    def its(self, span: Span, kids: Kids, tree: Tree[Token]) -> ast.Expr:
        last = tree.children[-1]
        if isinstance(last, Token) and last.type == "NOUN":
            return ast.NounOf(span, kids[0], "of", ast.It(span))
        return ast.Call(span, kids[0], (("of", ast.It(span)),))

    def none(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Nothing(span)

    def no(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Yes(span, False)

    def the_number(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.TheNoun(span, "number")

    def yes(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Yes(span, True)

    def possessive(self, span: Span, kids: Kids, tree: Tree[Token]) -> ast.Expr:
        owner, name = kids
        last = tree.children[-1]
        if isinstance(last, Token) and last.type == "NOUN":
            return ast.NounOf(span, name, "of", owner)
        return ast.Call(span, name, (("of", owner),))

    def bracket(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        expr: ast.Expr = kids[0]
        return expr

    def conditional(self, span: Span, kids: Kids, tree: Any) -> ast.Expr:
        return ast.Conditional(span, *kids)

    # -- sets ------------------------------------------------------------------------------

    def set(self, span: Span, kids: Kids, tree: Any) -> ast.SetNode:
        adjectives: tuple[tuple[str, str], ...] = ()
        if isinstance(kids[0], tuple):
            adjectives, kids = kids[0], kids[1:]
        noun, name, owner, *relatives = kids
        return ast.NounSet(span, noun, adjectives, name, owner, tuple(relatives))

    def shortset(self, span: Span, kids: Kids, tree: Any) -> ast.SetNode:
        adjectives: tuple[tuple[str, str], ...] = ()
        if isinstance(kids[0], tuple):
            adjectives, kids = kids[0], kids[1:]
        noun, owner = kids
        return ast.NounSet(span, noun, adjectives, None, owner, ())

    def number_set(self, span: Span, kids: Kids, tree: Any) -> ast.SetNode:
        return ast.NumberSet(span, *kids)

    def adjs(self, span: Span, kids: Kids, tree: Tree[Token]) -> tuple[tuple[str, str], ...]:
        return tuple((str(t.type), str(t)) for t in tree.children if isinstance(t, Token))

    def wordopt(self, span: Span, kids: Kids, tree: Any) -> str | None:
        return kids[0] if kids else None

    def ofopt(self, span: Span, kids: Kids, tree: Any) -> ast.Expr | None:
        return kids[0] if kids else None

    # -- relative clauses --------------------------------------------------------------------

    def rel_is(self, span: Span, kids: Kids, tree: Any) -> ast.Relative:
        return ast.RelIs(span, kids[0], False)

    def rel_is_not(self, span: Span, kids: Kids, tree: Any) -> ast.Relative:
        return ast.RelIs(span, kids[0], True)

    def rel_verb(self, span: Span, kids: Kids, tree: Any) -> ast.Relative:
        return ast.RelVerb(span, kids[0], kids[1] if len(kids) > 1 else None, ())

    def rel_verb_args(self, span: Span, kids: Kids, tree: Any) -> ast.Relative:
        return ast.RelVerb(span, kids[0], kids[1], tuple(kids[2:]))

    def rel_object(self, span: Span, kids: Kids, tree: Any) -> ast.Relative:
        return ast.RelObject(span, *kids)

    def rel_object_is(self, span: Span, kids: Kids, tree: Any) -> ast.Relative:
        return ast.RelObject(span, kids[0], kids[1] if len(kids) > 1 else "on", True)

    def rel_whose(self, span: Span, kids: Kids, tree: Any) -> ast.Relative:
        return ast.RelWhose(span, kids[0], kids[1], False)

    def rel_whose_not(self, span: Span, kids: Kids, tree: Any) -> ast.Relative:
        return ast.RelWhose(span, kids[0], kids[1], True)

    def rel_prep(self, span: Span, kids: Kids, tree: Any) -> ast.Relative:
        name, thing = kids if len(kids) == 2 else ("on", kids[0])
        return ast.RelIs(span, ast.IsPreposition(span, name, thing), False)

    def rel_in(self, span: Span, kids: Kids, tree: Any) -> ast.Relative:
        return ast.RelIs(span, ast.IsIn(span, kids[0]), False)

    def rel_where(self, span: Span, kids: Kids, tree: Any) -> ast.Relative:
        return ast.RelWhere(span, kids[0])
