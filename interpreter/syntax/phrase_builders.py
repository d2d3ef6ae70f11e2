"""The rules of the grammar for phrases that are more than a node with its children (see
`node_table`): values, conditions and sets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.build import Rule
from rulewright.interpreter.syntax.conditional_sums import unclear_sum
from rulewright.interpreter.syntax.nested_relatives import unclear_nesting
from rulewright.interpreter.syntax.shared_predicates import Predicated
from rulewright.interpreter.syntax.shared_relatives import require_one_reading, restrictions
from rulewright.interpreter.syntax.shared_sets import BARE, sum_of_sets
from rulewright.interpreter.syntax.shared_subjects import settled, settled_relatives
from rulewright.interpreter.syntax.trees import Tree

#: A verb, its object, and its further things with their words: what `Verb` and `RelVerb` share.
Predicate = tuple[str, ast.Expr | None, tuple[tuple[str, ast.Expr], ...]]


def predicate(rule: Rule) -> Predicate:
    name, *thing = rule.kids
    return name, thing[0] if thing else None, ()


def predicate_with_tail(rule: Rule) -> Predicate:
    name, thing, *more = rule.kids
    return name, thing, tuple(more)


def predicate_tail_only(rule: Rule) -> Predicate:
    name, *more = rule.kids
    return name, None, tuple(more)


def sentence(rule: Rule) -> ast.Expr:
    """A subject, and what is said of it."""
    subject, said = rule.kids
    made: ast.Expr = said.about(rule.span, subject, "")
    whole = made.body if isinstance(made, ast.Before) else made
    if isinstance(whole, (ast.Is, ast.Verb, ast.Has)):
        require_one_reading(rule, whole)
    return settled(rule, made)


def is_comp(rule: Rule, *, negated: bool = False) -> Predicated:
    (complement,) = rule.kids
    return Predicated(rule.span, lambda span, subject, said: ast.Is(
        span, subject, complement, negated, said))


def is_not_comp(rule: Rule) -> Predicated:
    return is_comp(rule, negated=True)


def was_comp(rule: Rule, *, negated: bool = False) -> Predicated:
    (complement,) = rule.kids
    return Predicated(rule.span, lambda span, subject, said: ast.Before(span, ast.Is(
        span, subject, complement, negated, said)))


def was_not_comp(rule: Rule) -> Predicated:
    return was_comp(rule, negated=True)


def there_was(rule: Rule) -> ast.Expr:
    (things,) = rule.kids
    return ast.Before(rule.span, ast.ThereIs(rule.span, things, False))


def there_was_no(rule: Rule) -> ast.Expr:
    (things,) = rule.kids
    return ast.Before(rule.span, ast.ThereIs(rule.span, things, True))


def verb(rule: Rule, *, negated: bool = False) -> Predicated:
    name, thing, more = rule.kids[0]
    return Predicated(rule.span, lambda span, subject, said: ast.Verb(
        span, subject, name, thing, more, negated, said))


def not_verb(rule: Rule) -> Predicated:
    return verb(rule, negated=True)


def has(rule: Rule, *, negated: bool = False) -> Predicated:
    *amount, things = rule.kids
    many = amount[0] if amount else None
    return Predicated(rule.span, lambda span, subject, said: ast.Has(
        span, subject, things, many, negated, said))


def has_no(rule: Rule) -> Predicated:
    return has(rule, negated=True)


def rel_verb(rule: Rule) -> ast.Relative:
    return _rel_verb(rule, False)


def rel_not_verb(rule: Rule) -> ast.Relative:
    return _rel_verb(rule, True)


def _rel_verb(rule: Rule, negated: bool) -> ast.Relative:
    name, thing, more = rule.kids[0]
    return ast.RelVerb(rule.span, name, thing, more, negated)


def has_no_value(rule: Rule) -> Predicated:
    """`the lot has no buyer`: its buyer is none."""
    (name,) = rule.kids
    return Predicated(rule.span, lambda span, subject, said: ast.Is(
        span, ast.Call(subject.span, name, (("of", subject),)), ast.IsAbsent(rule.span), False,
        said))


def rel_has_no_value(rule: Rule) -> ast.Relative:
    return ast.RelWhose(rule.span, rule.kids[0], ast.IsAbsent(rule.span), False)


def most(rule: Rule) -> tuple[str, str]:
    return rule.keyword("GREATEST", "LEAST"), rule.kids[0]


def has_most(rule: Rule) -> Predicated:
    ((kind, attribute),) = rule.kids
    return Predicated(rule.span, lambda span, subject, said: ast.HasMost(
        span, subject, kind, attribute, said))


def rel_most(rule: Rule) -> ast.Relative:
    kind = "greatest" if rule.keyword("WITHGREATEST") else "least"
    return ast.RelMost(rule.span, kind, rule.kids[0])


def the_most(rule: Rule) -> ast.Expr:
    """`the card with the least worth among SET`: of the set, what has the least."""
    noun, relative, *among = rule.kids
    if not among:
        return ast.TheMost(rule.span, ast.NounSet(rule.span, noun, (), None, None, (relative,)))
    (things,) = among
    if not isinstance(things, ast.NounSet) or things.noun != noun:
        rule.problems.append(Diagnostic(
            "noun", f"`{things.span.words}` is no set of things of which one is a {noun}",
            things.span, f"name a set of the noun `{noun}`",
        ))
        return ast.Nothing(rule.span)
    return ast.TheMost(rule.span, replace(things, relatives=(*things.relatives, relative)))


def further_thing(rule: Rule, *, negated: bool = False) -> ast.Further:
    """`a Stone` in `next to a Token or a Stone`."""
    (thing,) = rule.kids
    return ast.Further(rule.span, ast.IsValue(thing.span, thing), negated)


def further_thing_not(rule: Rule) -> ast.Further:
    return further_thing(rule, negated=True)


def further_bare(rule: Rule) -> ast.Further:
    """`Stone` in `a Token or Stone`."""
    things = ast.Quantified(rule.span, BARE, rule.kids[0])
    return ast.Further(rule.span, ast.IsValue(rule.span, things), False)


def there_are(rule: Rule) -> ast.Expr:
    amount, things = rule.kids
    return ast.Is(rule.span, ast.Count(things.span, things), amount, False, rule.span.words)


def bracket(rule: Rule) -> object:
    """What stands in brackets; a condition of several parts is marked as grouped."""
    (inside,) = rule.kids
    several = isinstance(inside, (ast.Logic, ast.Predicates)) or (
        isinstance(inside, ast.Is) and isinstance(inside.complement, ast.IsCombined))
    return replace(inside, grouped=True) if several else inside


def _is_noun(leaf: object) -> bool:
    return getattr(leaf, "type", None) in ("NOUN", "NOUNS")


def quantified(rule: Rule) -> ast.Expr:
    """`some SET`: a relative in the plural cannot be meant of its one thing."""
    (things,) = rule.kids
    noun = next(rule.tree.scan_values(_is_noun), None)
    if noun is not None and noun.type == "NOUN":
        for relative in things.relatives:
            said = relative.span.text
            if said.startswith(("that are ", "that do ")):
                one = said.replace("that are ", "that is ").replace("that do ", "that does ")
                rule.problems.append(Diagnostic(
                    "grouping", f"`{said}` is said of several, but stands behind one {noun.text}",
                    relative.span, f"write `{one}` if it is said of that {noun.text}, or put the "
                    f"set before it in brackets: `({noun.text})`",
                ))
    return ast.Quantified(rule.span, rule.keyword("EVERY", "SOME", "NO") or "some", things)


def count_both(rule: Rule) -> ast.Expr:
    """`the number of Tokens and Stones`: of both together."""
    first, second = rule.kids
    problem = sum_of_sets(rule.span, first, second)
    if problem is not None:
        rule.problems.append(problem)
    one, other = ast.Count(first.span, first), ast.Count(second.span, second)
    return ast.Arithmetic(rule.span, "+", one, other)


def call_of(rule: Rule) -> ast.Expr:
    name, thing = rule.kids
    return ast.Call(rule.span, name, (("of", thing),))


def call_args(rule: Rule) -> ast.Expr:
    name, thing, *more = rule.kids
    return ast.Call(rule.span, name, (("of", thing), *more))


def argtail(rule: Rule) -> tuple[str, ast.Expr]:
    return rule.tokens()[0].text, rule.kids[0]


def turned(rule: Rule) -> ast.Expr:
    way = rule.tokens()[0].text.split()[1]
    direction, *by = rule.kids
    return ast.Turned(rule.span, direction, way, *by)


def its(rule: Rule) -> ast.Expr:
    return _of(rule, rule.kids[0], ast.It(rule.span))


def its_with(rule: Rule) -> ast.Expr:
    """`its debt with Bob`."""
    name, *more = rule.kids
    return ast.Call(rule.span, name, (("of", ast.It(rule.span)), *more))


def possessive_with(rule: Rule) -> ast.Expr:
    """`Ann's debt with Bob`."""
    owner, name, *more = rule.kids
    return ast.Call(rule.span, name, (("of", owner), *more))


def possessive(rule: Rule) -> ast.Expr:
    owner, name = rule.kids
    return _of(rule, name, owner)


def _of(rule: Rule, name: str, owner: ast.Expr) -> ast.Expr:
    """`X's Y`: the cell or piece of X where Y is a noun, else the attribute."""
    if rule.tokens()[-1].type == "NOUN":
        return ast.NounOf(rule.span, name, "of", owner)
    return ast.Call(rule.span, name, (("of", owner),))


def line_end(rule: Rule) -> ast.Expr:
    line: ast.Line = rule.kids[0]
    return replace(line, span=rule.span, end=True)


def arithmetic(op: str) -> Callable[[Rule], ast.Expr]:
    def build(rule: Rule) -> ast.Expr:
        left, right = rule.kids
        _require_apart(rule, left, right)
        return ast.Arithmetic(rule.span, op, left, right)

    return build


def _require_apart(rule: Rule, left: ast.Expr, right: ast.Expr) -> None:
    """What is reckoned behind `the number of … whose A is at least B` could go on from B."""
    last = left
    while isinstance(last, ast.Arithmetic):
        last = last.right
    if not isinstance(last, ast.Count) or not isinstance(last.set, ast.NounSet):
        return
    relative = last.set.relatives[-1] if last.set.relatives else None
    if not isinstance(relative, ast.RelWhose) or not isinstance(
        relative.complement, (ast.IsBound, ast.IsValue)
    ):
        return
    value = relative.complement.value
    ends = (left.span.end_line, left.span.end_column)
    if (value.span.end_line, value.span.end_column) != ends or rule.span.text.startswith("("):
        return
    counted, behind = last.span.text, rule.span.text.removeprefix(left.span.text)
    inside = counted[: len(counted) - len(value.span.text)] + f"({value.span.text}{behind})"
    rule.problems.append(Diagnostic(
        "grouping", f"`{behind.strip()}` can go on from `{value.span.text}` or from the number "
        "that is counted", right.span, f"write `({counted}){behind}` or `{inside}`",
    ))


def conditional(rule: Rule) -> ast.Conditional:
    made = ast.Conditional(rule.span, *rule.kids)
    unclear = unclear_sum(made)
    if unclear is not None:
        rule.problems.append(unclear)
    return made


def noun_set(rule: Rule) -> ast.NounSet:
    adjectives, noun, name, owner, by, *relatives = rule.kids
    kept = settled_relatives(rule, noun, restrictions(rule, tuple(relatives)))
    unclear = unclear_nesting(noun, kept)
    if unclear is not None:
        rule.problems.append(unclear)
    return ast.NounSet(rule.span, noun, adjectives or (), name, owner, kept, by)


def plural(rule: Rule) -> ast.Expr:
    return ast.Quantified(rule.span, "all", noun_set(rule))


def adjs(rule: Rule) -> tuple[tuple[str, str], ...]:
    return tuple((t.type, t.text) for t in rule.tokens())


def groups(rule: Rule) -> ast.SetNode:
    adjectives, name, things = rule.kids
    _require_several(rule, things)
    return ast.GroupSet(rule.span, adjectives or (), name, things, None, ())


def groups_joined(rule: Rule) -> ast.SetNode:
    adjectives, name, things, steps, *relatives = rule.kids
    _require_several(rule, things)
    return ast.GroupSet(rule.span, adjectives or (), name, things, steps, tuple(relatives))


def _require_several(rule: Rule, things: ast.SetNode) -> None:
    """What is said of one group cannot stand behind the cells that it consists of."""
    bracketed = any(child.data == "bracket" for child in rule.tree.children
                    if isinstance(child, Tree))
    for relative in () if bracketed or not isinstance(things, ast.NounSet) else things.relatives:
        said = relative.span.text
        if said.startswith(("that is ", "that does ")):
            many = said.replace("that is ", "that are ").replace("that does ", "that do ")
            before = things.span.text.removesuffix(said).strip()
            rule.problems.append(Diagnostic(
                "grouping", f"`{said}` is said of one thing, but stands behind several",
                relative.span, f"put the set before it in brackets if it is said of the group: "
                f"`({before}) {said}`; write `{many}` if it is said of those in it",
            ))


def that_clause(rule: Rule) -> ast.Relative:
    """A relative with its `that`."""
    relative: ast.Relative = rule.kids[0]
    return replace(relative, span=rule.span)


def rel_prep(rule: Rule) -> ast.Relative:
    name, thing = rule.kids
    return ast.RelIs(rule.span, ast.IsPreposition(rule.span, name, thing), False)


def rel_in(rule: Rule) -> ast.Relative:
    return ast.RelIs(rule.span, ast.IsIn(rule.span, rule.kids[0]), False)


