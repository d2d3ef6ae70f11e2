"""Conditions that share a part with their neighbour beside `and` or `or`.

What stands alone there is said of the neighbour's subject (`it is wet or deep`), or has the same
said of it (`a1 and b2 are wet`). What can be meant in two ways is an error that shows both.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.build import Rule

#: Built-in attributes that are players again.
OTHER_PLAYERS = ("opponent", "next player", "previous player", "owner")
#: What is never a condition by itself.
PLAIN_VALUES = (
    ast.Number, ast.Value, ast.Cell, ast.Nothing, ast.TheNoun, ast.ThePlayer, ast.NounOf, ast.Word,
)


def logic(rule: Rule) -> ast.Expr:
    """`A and B`, `A or B`. Where one of them is no condition, it shares the subject of the other,
    or what is said of it: `it is wet or deep`, `a1 and b2 are wet`."""
    left, right = rule.kids
    op = rule.keyword("AND", "OR")
    things = _things_of(left, op)
    if things is not None and not isinstance(right, ast.Further):
        if not isinstance(right, (ast.Is, ast.Verb, ast.Has)) or not _alone(right.subject):
            return ast.Logic(rule.span, op, left, right)  # of more things, or no condition
        verb = right.span.words.removeprefix(right.subject.span.words).strip()
        sentences: list[ast.Expr] = [
            replace(right, span=thing.span, subject=thing, said=f"{thing.span.words} {verb}")
            for thing in things
        ]
        left = reduce(lambda one, two: ast.Logic(rule.span, op, one, two), sentences)
        return ast.Logic(rule.span, op, left, right, shared=True)
    said = right if isinstance(right, ast.Further) else _value_said(right)
    if said is None:
        return ast.Logic(rule.span, op, left, right)
    before = left
    while isinstance(before, ast.Logic) and not before.grouped and not before.shared:
        before = before.right
    sentence = before.body if isinstance(before, ast.Before) else before
    further = also_said(sentence.complement, op, said) if isinstance(sentence, ast.Is) else None
    if further is not None and isinstance(sentence, ast.Is):
        both: ast.Expr = _combined(rule, sentence, op, further)
        if sentence is not before:
            both = ast.Before(both.span, both)
        return _with_last(left, before, both)
    value = said.complement.value if isinstance(said.complement, ast.IsValue) else None
    if value is None or isinstance(value, ast.Value):
        rule.problems.append(_unsaid(rule, op, left, sentence, said))
        right = left
    return ast.Logic(rule.span, op, left, right)


def also_said(before: ast.Complement, op: str, said: ast.Further) -> ast.Further | None:
    """What is said of the subject as well, or None where it can be taken in two ways."""
    last = _last(before)
    if not isinstance(said.complement, ast.IsValue):
        return said
    value = said.complement.value
    if _like(last, value) and (op == "or" or said.negated or isinstance(value, ast.Value)):
        return said
    if isinstance(last, ast.IsPreposition) and not isinstance(value, ast.Value):
        return replace(said, complement=replace(last, span=value.span, object=value))
    return None


def _alone(subject: ast.Expr) -> bool:
    """Whether a subject names one thing, not what another has: in `Ann and Bob's score` it is not
    said whether Ann's is meant as well."""
    if isinstance(subject, ast.NounOf):
        return subject.word == "on"
    if isinstance(subject, ast.Call):
        return not subject.args or subject.name in OTHER_PLAYERS
    return isinstance(subject, (*PLAIN_VALUES, ast.Quantified))


def _last(what: ast.Complement) -> ast.Complement:
    """The last thing that is said of a subject."""
    return what.parts[-1][0] if isinstance(what, ast.IsCombined) else what


def _like(last: ast.Complement, value: ast.Expr) -> bool:
    """Whether a further value can only be another one that the subject is."""
    if isinstance(last, ast.IsAdjective):
        return isinstance(value, ast.Value)
    if isinstance(last, ast.IsEither):
        return True
    return isinstance(last, ast.IsValue) and isinstance(last.value, PLAIN_VALUES)


def _unsaid(
    rule: Rule, op: str, left: ast.Expr, before: ast.Expr, said: ast.Further
) -> Diagnostic:
    """It is not clear what is said of which thing."""
    word, first = said.span.words, left.span.words
    if isinstance(before, ast.Is):
        last = _last(before.complement)
        subject, denied = before.subject.span.words, word.removeprefix("not ")
        words = last.span.words.split()
        again = " ".join([*words[:-1], denied])
        if isinstance(last, ast.IsPreposition):
            again = last.span.words.removesuffix(last.object.span.words) + denied
        elif isinstance(last, ast.IsValue) and isinstance(last.value, ast.Call) and (
            last.value.args
        ):
            again = last.span.words.removesuffix(last.value.args[-1][1].span.words) + denied
        not_ = "not " if said.negated or before.negated else ""
        further = f"{first} {op} {subject} is"
        hint = f"write `{further} {not_}{again}` or `{further} {word}`"
        if before.negated and op == "or":
            neither = f"{first} and {subject} is not {again}"
            hint = f"write `{neither}` if neither is so, or else {hint[6:]}"
        return Diagnostic(
            "grouping", f"`{word}` can belong to `{last.span.words}`, or be said of {subject}",
            rule.span, hint,
        )
    if isinstance(before, ast.Verb) and before.object is not None and not before.tail:
        sentence = before.span.words
        again = sentence.removesuffix(before.object.span.words) + word
        hint, span = f"write `{again}`", said.span
        if before.negated:
            hint = (f"write `{sentence} and {again}` if neither is so, or else "
                    f"`{sentence} or {again}`")
            span = before.span.to(said.span)
        if again != sentence + word:
            return Diagnostic("syntax", f"it is not said of what `{word}` is so", span, hint)
    return Diagnostic(
        "syntax", f"it is not said of what `{word}` is so", said.span,
        f"write the whole sentence: `{op} … is {word}`",
    )


def _with_last(left: ast.Expr, old: ast.Expr, new: ast.Expr) -> ast.Expr:
    """A condition in which the last part is another."""
    if left is old:
        return new
    assert isinstance(left, ast.Logic)
    return replace(left, span=left.span.to(new.span), right=_with_last(left.right, old, new))


def _combined(rule: Rule, before: ast.Is, op: str, further: ast.Further) -> ast.Is:
    """A condition of which one more thing is said."""
    subject, what = before.subject.span.words, before.complement
    span, said = before.span.to(further.span), further.span.words.removeprefix("not ")
    parts: tuple[tuple[ast.Complement, bool], ...] = ((what, before.negated),)
    if isinstance(what, ast.IsCombined):
        parts = what.parts
        if what.op != op:
            rule.problems.append(Diagnostic(
                "grouping", f"`{what.op}` and `{op}` stand side by side: which belong together?",
                span, f"write each condition in full, with brackets: `({subject} is …) {op} …`",
            ))
    if parts[-1][1] and not further.negated:
        first = f"{subject} is not {parts[-1][0].span.words}"
        rule.problems.append(Diagnostic(
            "grouping", f"is it also meant that {subject} is not {said}?", span,
            f"write `{first} and not {said}` if neither is so, `{first} or not {said}` if not both "
            f"are so, `{first} {op} {subject} is {said}` if the `not` is only of the first",
        ))
    parts = (*parts, (further.complement, further.negated))
    return replace(before, span=span, negated=False, complement=ast.IsCombined(
        what.span.to(further.span), op, parts))


def _value_said(right: ast.Expr) -> ast.Further | None:
    """A value behind `and` or `or`: `the score is 2 or 3`, `it is wet and not White`."""
    denied = isinstance(right, ast.Not)
    value = right.body if isinstance(right, ast.Not) else right
    if isinstance(value, PLAIN_VALUES):
        return ast.Further(right.span, ast.IsValue(value.span, value), denied)
    return None


def _things_of(left: ast.Expr, op: str) -> list[ast.Expr] | None:
    """The things that share what is said of the last one: `a1 and b2` in front of `and c3 are`."""
    if isinstance(left, PLAIN_VALUES):
        return [left]
    if isinstance(left, ast.Logic) and left.op == op and not left.grouped:
        before = _things_of(left.left, op)
        if before is not None and isinstance(left.right, PLAIN_VALUES):
            return [*before, left.right]
    return None
