"""The rules of the grammar for statements that are more than a node with its children (see
`node_table`).

Model. An act alone is an effect; with `must`, `may` or `repeat` it is a choice of one alternative.
What is demanded above all alternatives of a choice is demanded of each.

Invariants: a statement that could be read in two ways is reported, and built all the same.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.build import Rule
from rulewright.interpreter.syntax.node_builders import with_over
from rulewright.interpreter.syntax.shared_sets import behind_last_alone


def st_only_over(rule: Rule) -> ast.Stmt:
    condition, refs, over, over_refs = rule.kids
    return ast.OnlyIf(rule.span, refs, with_over(rule, condition, over, over_refs), False)


def st_when_short(rule: Rule) -> ast.Stmt:
    test, body = rule.kids
    _require_own_line(rule, body)
    return ast.When(rule.span, (), test, (body,))


def st_if_short(rule: Rule) -> ast.Stmt:
    test, body = rule.kids
    _require_own_line(rule, body)
    return ast.If(rule.span, body.refs, test, (body,), ())


def st_if_short_else(rule: Rule) -> ast.Stmt:
    test, body, otherwise = rule.kids
    return ast.If(rule.span, body.refs, test, (body,), otherwise or ())


def _require_own_line(rule: Rule, body: ast.Stmt) -> None:
    """Below what stands behind a comma and can have an `otherwise`, that could belong to either."""
    if isinstance(body, (ast.Action, ast.If)) and body.otherwise:
        inner = "choice" if isinstance(body, ast.Action) else "`if`"
        rule.problems.append(Diagnostic(
            "grouping", f"the `otherwise` below could belong to this line or to the {inner} in it",
            rule.span, f"let the {inner} stand in a line of its own, indented below this one, and "
            "`otherwise` below the one that it belongs to",
        ))


def act_put(rule: Rule) -> ast.Act:
    things, place = rule.kids
    return ast.Act(rule.span, "put", (ast.Pick(things.span, things), place))


def st_put(rule: Rule) -> ast.Stmt:
    things, place, refs = rule.kids
    objects = (ast.Pick(things.span, things), place)
    return ast.Effect(rule.span, refs, ast.Act(rule.span, "put", objects))


def st_move(rule: Rule) -> ast.Stmt:
    thing, place, refs = rule.kids
    return ast.Effect(rule.span, refs, ast.Act(rule.span, "move", (thing, place)))


def st_remove(rule: Rule) -> ast.Stmt:
    thing, refs = rule.kids
    return ast.Effect(rule.span, refs, ast.Act(rule.span, "remove", (thing,)))


def if_possible(rule: Rule) -> str:
    return "if possible"


def st_must(rule: Rule) -> ast.Stmt:
    mode, act, written, refs, body, otherwise = rule.kids
    action = _action(mode or "must", act, written, refs, body)
    return replace(action, otherwise=_if_not(rule, mode, otherwise))


def if_impossible(rule: Rule) -> tuple[Span, tuple[ast.Stmt, ...]]:
    return rule.span, rule.kids[-1]


def if_impossible_short(rule: Rule) -> tuple[Span, tuple[ast.Stmt, ...]]:
    return rule.span, (rule.kids[-1],)


def _if_not(
    rule: Rule, mode: str | None, otherwise: tuple[Span, tuple[ast.Stmt, ...]] | None
) -> tuple[ast.Stmt, ...]:
    """What is done otherwise, which stands below a choice that there need not be."""
    if otherwise is None:
        return ()
    span, body = otherwise
    if mode is None:
        rule.problems.append(Diagnostic(
            "syntax", "`must` alone leaves no other way: play would stop where nothing is possible",
            span, "let the choice begin with `must if possible`; here stands what is done if not",
        ))
    return body


def st_may(rule: Rule) -> ast.Action:
    act, written, decline, refs, body = rule.kids
    return replace(_action("may", act, written, refs, body), decline=decline)


def st_may_repeat(rule: Rule) -> ast.Stmt:
    return replace(st_may(rule), mode="repeat")


def st_repeat(rule: Rule) -> ast.Stmt:
    act, written, refs, body = rule.kids
    return _action("repeat", act, written, refs, body)


def _action(
    mode: str, act: ast.Act, written: str | ast.Spoken | None, refs: ast.Refs,
    body: tuple[ast.Stmt, ...] | None,
) -> ast.Action:
    alternative = ast.Alternative(act.span, act, written, refs, body or ())
    return ast.Action(act.span, refs, mode, (alternative,))


def st_must_one(rule: Rule) -> ast.Stmt:
    mode, refs, alternatives, otherwise = rule.kids
    otherwise = _if_not(rule, mode, otherwise)
    return ast.Action(rule.span, refs, mode or "must", alternatives, otherwise=otherwise)


def alternatives(rule: Rule) -> tuple[ast.Alternative | ast.AlternativesWhen, ...]:
    """The alternatives of a choice, each with the conditions that stand above all of them."""
    demands = tuple(kid for kid in rule.kids if isinstance(kid, (ast.OnlyIf, ast.OnlyIfRest)))
    return tuple(_demanding(kid, demands) for kid in rule.kids[len(demands):])


def _demanding(
    a: ast.Alternative | ast.AlternativesWhen, demands: tuple[ast.OnlyIf | ast.OnlyIfRest, ...]
) -> ast.Alternative | ast.AlternativesWhen:
    if isinstance(a, ast.AlternativesWhen):
        return replace(a, body=tuple(_demanding(b, demands) for b in a.body))
    return replace(a, body=(*demands, *a.body))


def act_choose(rule: Rule) -> ast.Act:
    objects = tuple(rule.kids)
    picked = [thing.set for thing in objects if isinstance(thing, ast.Pick)]
    problem = behind_last_alone(picked) if len(picked) == len(objects) else None
    if problem is not None:
        rule.problems.append(problem)
    return ast.Act(rule.span, "choose", objects)
