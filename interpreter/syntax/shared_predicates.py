"""Sentences beside `and` or `or` that share their subject or their verb: `Red is out and has a
Token`, `Red owns a1 and b1`.

Model. What a sentence says of its subject is a `Predicated`, which makes the sentence for any
subject. Several of one subject become an `ast.Predicates`, in which the subject has a name: it is
looked up once, and of each thing of a set (`every player is out and has a Token`) all is said
together. Where a sentence is about an earlier moment, its subject belongs to that moment; so each
sentence keeps its own subject there, if that is sure to be the same thing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.records import record
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.shared_sets import BARE, in_plural, one_more, with_word_before
from rulewright.interpreter.syntax.words import with_article

#: What means the same thing whenever it is looked up.
STEADY = (ast.Value, ast.Cell, ast.TheNoun, ast.ThePlayer, ast.It, ast.Word)
Shared = ast.Expr | Diagnostic


@record
class Predicated:
    """What a sentence says of its subject: `has a Token`. `about` makes the sentence, from its
    place, its subject, and all its words where they do not stand there."""

    span: Span
    about: Callable[[Span, ast.Expr, str], ast.Expr]


# ---- the last sentence of a condition ------------------------------------------------------------


def last_of(condition: ast.Expr) -> ast.Expr:
    """The last sentence of a condition, from which what stands behind it goes on."""
    while True:
        if isinstance(condition, ast.Logic) and not condition.grouped and not condition.shared:
            condition = condition.right
        elif isinstance(condition, ast.Predicates) and not condition.grouped:
            condition = condition.parts[-1]
        else:
            return condition


def with_last(condition: ast.Expr, old: ast.Expr, new: ast.Expr) -> ast.Expr:
    """A condition in which the last sentence is another."""
    if condition is old:
        return new
    span = condition.span.to(new.span)
    if isinstance(condition, ast.Predicates):
        last = with_last(condition.parts[-1], old, new)
        return replace(condition, span=span, parts=(*condition.parts[:-1], last))
    assert isinstance(condition, ast.Logic)
    return replace(condition, span=span, right=with_last(condition.right, old, new))


def words_of(sentence: ast.Expr) -> str:
    """A sentence in full, also where its subject stands in another one."""
    return getattr(sentence, "said", "") or sentence.span.words


# ---- one subject ---------------------------------------------------------------------------------


def with_predicate(span: Span, op: str, left: ast.Expr, more: Predicated) -> Shared:
    """A condition of whose last subject more is said."""
    around, before = list[ast.Expr](), left
    while isinstance(before, ast.Logic) and not before.grouped and not before.shared:
        around.append(before)
        before = before.right
    if around and any(isinstance(part, ast.Logic) and part.op != op for part in around):
        return _mixed(span, op, left, before, more)
    if isinstance(before, ast.Logic) and before.shared:
        made: Shared = of_each(before, more.span, lambda one: of_one(one, op, more))
    else:
        made = of_one(before, op, more)
    return made if isinstance(made, Diagnostic) else with_last(left, before, made)


def of_one(sentence: ast.Expr, op: str, more: Predicated) -> Shared:
    """A sentence, and what more is said of its subject."""
    span = sentence.span.to(more.span)
    several = several_said(sentence)
    if isinstance(sentence, ast.Is) and several is not None and several.op != op:
        third = f"{sentence.subject.span.words} {more.span.words}"
        x, y = halves_of_several(sentence, several)
        return ungrouped(span, (x, several.op, y, op, third))
    if isinstance(sentence, ast.Predicates):
        if sentence.op != op and not sentence.grouped:
            return _mixed(span, op, sentence, sentence, more)
        said = f"{sentence.subject.span.words} {more.span.words}"
        one = ast.Word(sentence.subject.span, sentence.name)
        before = (replace(sentence, subject=one),) if sentence.grouped else sentence.parts
        return replace(sentence, span=span, op=op, grouped=False,
                       parts=(*before, more.about(more.span, one, said)))
    subject = subject_of(sentence)
    if subject is None:
        return Diagnostic(
            "grouping", f"it is not said of what `{more.span.words}` is so", more.span,
            f"write the whole sentence: `{op} … {more.span.words}`")
    said = f"{subject.span.words} {more.span.words}"
    second = more.about(more.span, subject, said)
    if isinstance(sentence, ast.Before) or isinstance(second, ast.Before) or (
        "captured " in span.words
    ):
        if not isinstance(subject, (*STEADY, ast.Captured)):
            return Diagnostic(
                "grouping", f"`{subject.span.words}` can be what it was before, or what it is now",
                span, f"write `{sentence.span.words} {op} {said}`")
        return ast.Logic(span, op, sentence, second)
    place = subject.span
    name = f"{place.text} {place.line}:{place.column}"  # that no author can write
    one = ast.Word(place, name)
    parts = (_about(sentence, one), more.about(more.span, one, said))
    return ast.Predicates(span, subject, name, op, parts)


def of_each(
    sentences: ast.Logic, behind: Span, go_on: Callable[[ast.Expr], Shared]
) -> Shared:
    """Of each of several subjects more is said: `a1 and b1 are wet and have a Token`."""
    parts = list[ast.Expr]()
    for part in (sentences.left, sentences.right):
        several = isinstance(part, ast.Logic) and not part.grouped
        made = (of_each(part, behind, go_on) if several and isinstance(part, ast.Logic)
                else go_on(part))
        if isinstance(made, Diagnostic):
            return made
        parts.append(made)
    left, right = (replace(part, grouped=True) if isinstance(part, ast.Predicates) else part
                   for part in parts)
    return replace(sentences, span=sentences.span.to(behind), left=left, right=right)


def of_another(sentences: ast.Predicates, thing: ast.Expr) -> ast.Predicates:
    """The same said of another subject."""
    subject = sentences.subject.span.words
    parts = tuple(
        replace(part, said=f"{thing.span.words} {words_of(part).removeprefix(subject).strip()}")
        if isinstance(part, (ast.Is, ast.Verb, ast.Has, ast.HasMost)) else part
        for part in sentences.parts)
    return replace(sentences, span=thing.span, subject=thing, parts=parts, grouped=True)


def subject_of(sentence: ast.Expr) -> ast.Expr | None:
    """What a sentence is about; None if more cannot be said of it."""
    match sentence:
        case ast.Before(body=body):
            return subject_of(body)
        case ast.Is(subject=ast.Call(args=((_, owner),)), complement=ast.IsAbsent()):
            return owner  # `the lot has no buyer`
        case ast.Is(subject=ast.Count(set=things) as subject) if things.span == subject.span:
            return None  # `there are 2 Tokens`
        case ast.Is() | ast.Verb() | ast.Has() | ast.HasMost():
            return sentence.subject
    return None


def _about(sentence: ast.Expr, one: ast.Word) -> ast.Expr:
    """A sentence about something else."""
    match sentence:
        case ast.Is(subject=ast.Call() as had, complement=ast.IsAbsent()):
            return replace(sentence, subject=replace(had, args=(("of", one),)))
        case ast.Is() | ast.Verb() | ast.Has() | ast.HasMost():
            return replace(sentence, subject=one)
    raise AssertionError(sentence)


def _mixed(
    span: Span, op: str, left: ast.Expr, last: ast.Expr, more: Predicated
) -> Diagnostic:
    """`A and B or has a Token`: which belong together?"""
    before = last.parts[-1] if isinstance(last, ast.Predicates) else last
    subject = last.subject if isinstance(last, ast.Predicates) else subject_of(last)
    other = "or" if op == "and" else "and"
    if (of_each := ungrouped_of_several(span, subject)) is not None:
        return of_each
    whose = subject.span.words if subject is not None else "…"
    third, second = f"{whose} {more.span.words}", words_of(before)
    first = left.span.words.removesuffix(before.span.words).rstrip().removesuffix(other).rstrip()
    return ungrouped(span, (first, other, second, op, third))


def ungrouped_of_several(span: Span, subject: object) -> Diagnostic | None:
    """`every player is out or has no gold and no Cards`: said again of `every player`, a part would
    be of all of them. None of any other subject."""
    if not isinstance(subject, ast.Quantified) or not isinstance(subject.set, ast.NounSet):
        return None
    noun, several = subject.set.noun, subject.span.words
    return Diagnostic(
        "grouping", f"of `{several}` it is said with `or` and `and` side by side: which belong "
        "together?", span,
        f"define what is so of one, `{with_article(noun)} is done if`, with `any of` and `all of` "
        f"in lines below it, and say `{several} is done`")


def several_said(condition: ast.Expr) -> ast.IsCombined | None:
    """What is said of a subject, where that is several things in no brackets: `it is wet and
    empty`."""
    if not isinstance(condition, ast.Is) or condition.grouped:
        return None
    said = condition.complement
    return said if isinstance(said, ast.IsCombined) else None


def halves_of_several(sentence: ast.Is, said: ast.IsCombined) -> tuple[str, str]:
    """The words in front of the last `and` or `or` of what is said, and those behind it as a
    sentence of their own."""
    last, denied = said.parts[-1]
    first = sentence.span.words.removesuffix(last.span.words).rstrip()
    first = first.removesuffix("not").rstrip().removesuffix(said.op).rstrip()
    return first, f"{sentence.subject.span.words} is {'not ' if denied else ''}{last.span.words}"


def ungrouped(span: Span, said: tuple[str, str, str, str, str]) -> Diagnostic:
    """`A and B or C`: which belong together? `said` are the words of the three conditions, with
    `and` and `or` between them."""
    x, first, y, second, z = said
    return Diagnostic(
        "grouping", f"`{first}` and `{second}` stand side by side: which belong together?", span,
        f"write `({x} {first} {y}) {second} {z}` or `{x} {first} ({y} {second} {z})`")


# ---- one verb ------------------------------------------------------------------------------------


def same_verb(sentence: ast.Expr, op: str, said: ast.Further, value: ast.Expr) -> Shared | None:
    """`Red owns a1 and b1`, `Red has a Token or a Stone`: the sentence also with another thing.
    None if it is not clear what is said of that."""
    if isinstance(sentence, ast.Verb) and sentence.object is not None and not sentence.tail:
        first = sentence.object
        if sentence.negated and not said.negated:
            return None
    elif isinstance(sentence, (ast.Has, ast.ThereIs)) and isinstance(value, ast.Quantified) and (
        value.quantifier != "every" and not said.negated
    ):
        first = ast.Quantified(with_word_before(sentence.set.span),
                               "no" if sentence.negated else "some", sentence.set)
    else:
        return None
    if isinstance(value, ast.Quantified):
        if not isinstance(first, ast.Quantified):
            return None
        if isinstance(sentence, ast.Has) and sentence.amount and value.quantifier == BARE:
            return _so_many(sentence, sentence.amount, op, said, value)
        thing = one_more(first, op, value)
        if isinstance(thing, Diagnostic):
            return thing
        value = thing
    words = said.span.words.removeprefix("not ")
    words = f"{words_of(sentence).removesuffix(first.span.words)}{words}"
    words = f"not ({words})" if said.negated else words
    if isinstance(sentence, ast.ThereIs):
        assert isinstance(value, ast.Quantified)
        again = ast.ThereIs(said.span, value.set, value.quantifier == "no", words)
        return ast.Logic(sentence.span.to(said.span), op, sentence, again)

    def about(span: Span, subject: ast.Expr, _: str) -> ast.Expr:
        if isinstance(sentence, ast.Verb):
            return replace(sentence, span=span, subject=subject, object=value, said=words,
                           negated=said.negated)
        assert isinstance(sentence, ast.Has) and isinstance(value, ast.Quantified)
        return ast.Has(span, subject, value.set, None, value.quantifier == "no", words)

    return of_one(sentence, op, Predicated(said.span, about))


def _so_many(
    sentence: ast.Has, amount: ast.Complement, op: str, said: ast.Further, value: ast.Quantified
) -> Diagnostic:
    """`Red has exactly 2 Tokens and Stones`: of each, or of both together?"""
    number = amount.span.words
    hint = f"write `{words_of(sentence)} {op} has {number} {value.span.words}` if of each"
    if not isinstance(sentence.subject, ast.Quantified):
        who = sentence.subject.span.words
        one, other = (f"(the number of {in_plural(things)} of {who})"
                      for things in (sentence.set, value.set))
        hint += f"; of both together, compare `{one} plus {other}`"
    return Diagnostic("grouping", f"`{number}` can be said of each, or of both together",
                      sentence.span.to(said.span), hint)
