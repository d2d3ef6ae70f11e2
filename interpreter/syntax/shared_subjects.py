"""Whose a verb is that stands behind `and` or `or` at the end of a relative: `Red owns a cell that
is deep and has a Token`.

Model. The grammar gives such a part to the nearest set before it (`a cell that is deep and has a
Token`). It could as well be said of what the words around are about: of the subject of the
sentence, or of the things of the set around. Of which it can be said is told by its number (`has`,
`have`) and by the declarations (see `said_of`). If that is one of them, the part is its; if both,
the sentence is an error that shows the two readings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.records import record
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.build import Rule
from rulewright.interpreter.syntax.said_of import Nouns, SaidOf, can_be
from rulewright.interpreter.syntax.shared_predicates import Predicated, Shared, with_predicate
from rulewright.interpreter.syntax.words import base_verb, plural

N = TypeVar("N", bound=ast.Node)
ONE = ("has", "is", "does", "was")
SEVERAL = ("have", "are", "do", "were")


@record
class Doubt:
    """A part that can belong to the set at the end of a phrase, or to what the phrase is about."""

    things: ast.NounSet
    combined: ast.RelCombined

    @property
    def part(self) -> ast.Relative:
        return self.combined.parts[-1]

    @property
    def words(self) -> str:
        return self.part.span.words

    def reading(self, rule: Rule, around: Nouns, several: bool | None, whose: str) -> str:
        """Which of the two is meant: `near`, the set, or `far`; nothing where both can be, which
        is reported."""
        said_of = SaidOf(rule.phrases)
        said = said_of.of_relative(self.part)
        number = _is_several(self.words, getattr(self.part, "verb", ""))
        counted = _is_plural(self.things, rule)
        near = can_be(frozenset((self.things.noun,)), said) and number in (None, counted)
        far = can_be(around, said) and (None in (number, several) or number is several)
        if near and far:
            self._report(rule, whose)
            return ""
        return "far" if far else "near"

    def _report(self, rule: Rule, whose: str) -> None:
        before = _words_before(rule.span, self.things.span)
        short = _shortened(self.things, self.combined).span.words
        rule.problems.append(Diagnostic(
            "grouping", f"`{self.words}` can be said of the {self.things.noun} or of {whose}",
            rule.span,
            f"write `{before} ({self.things.span.words})` if it is said of the "
            f"{self.things.noun}, `{before} ({short}) {self.combined.op} {self.words}` if of "
            f"{whose}"))


# ---- sentences -----------------------------------------------------------------------------------


def settled(rule: Rule, sentence: ast.Expr) -> ast.Expr:
    """A sentence, of whose subject the last part of a relative at its end is said as well, if it
    can only be meant of that."""
    whole = sentence.body if isinstance(sentence, ast.Before) else sentence
    doubt = _doubt(sentence)
    if doubt is None or not isinstance(whole, (ast.Is, ast.Verb, ast.Has)):
        return sentence
    subject = whole.subject.span.words
    around = SaidOf(rule.phrases).subject(sentence)
    several = _is_several(
        sentence.span.words.removeprefix(subject), getattr(whole, "verb", ""))
    if doubt.reading(rule, around, several, subject) != "far":
        return sentence
    short = _shortened(sentence, doubt.combined)
    made = with_predicate(rule.span, doubt.combined.op, short, _predicated(doubt.part))
    if isinstance(made, Diagnostic):
        rule.problems.append(made)
        return sentence
    return made


def further_predicate(rule: Rule, op: str, left: ast.Expr, more: Predicated, about: ast.Expr
                      ) -> Shared:
    """A condition of whose last subject more is said, perhaps with a part that belongs to the
    subject as well."""
    sentence = more.about(more.span, about, "")
    doubt = _doubt(sentence)
    if doubt is None:
        return with_predicate(rule.span, op, left, more)
    several = _is_several(more.span.words, getattr(sentence, "verb", ""))
    around = SaidOf(rule.phrases).subject(sentence)
    if doubt.reading(rule, around, several, about.span.words) != "far":
        return with_predicate(rule.span, op, left, more)
    rest = doubt.combined.parts[-2].span

    def shorter(_: Span, subject: ast.Expr, said: str) -> ast.Expr:
        return _shortened(more.about(more.span, subject, said), doubt.combined)

    first = with_predicate(left.span.to(rest), op, left, Predicated(more.span.to(rest), shorter))
    if isinstance(first, Diagnostic):
        return first
    return with_predicate(rule.span, doubt.combined.op, first, _predicated(doubt.part))


def _predicated(part: ast.Relative) -> Predicated:
    """What a relative says, as it is said of a subject."""
    about: Callable[[Span, ast.Expr, str], ast.Expr]
    match part:
        case ast.RelHas():
            def about(span: Span, subject: ast.Expr, said: str) -> ast.Expr:
                return ast.Has(span, subject, part.set, part.amount, part.negated, said)
        case ast.RelVerb():
            def about(span: Span, subject: ast.Expr, said: str) -> ast.Expr:
                return ast.Verb(span, subject, part.verb, part.object, part.tail, part.negated,
                                said)
        case ast.RelIs():
            def about(span: Span, subject: ast.Expr, said: str) -> ast.Expr:
                return ast.Is(span, subject, part.complement, part.negated, said)
        case ast.RelWhose():
            def about(span: Span, subject: ast.Expr, said: str) -> ast.Expr:
                had = ast.Call(subject.span, part.attribute, (("of", subject),))
                return ast.Is(span, had, part.complement, False, said)
        case _:
            raise AssertionError(part)
    return Predicated(part.span, about)


# ---- sets ----------------------------------------------------------------------------------------


def settled_relatives(
    rule: Rule, noun: str, relatives: tuple[ast.Relative, ...]
) -> tuple[ast.Relative, ...]:
    """The relatives of a set; what stands at the end of a set inside the last one is one of them,
    if it can only be meant of the set around."""
    if not relatives:
        return relatives
    *others, last = relatives
    doubt = next(filter(None, map(_doubt, at_the_end(last))), None)
    if doubt is None:
        return relatives
    several = plural_of(noun, rule) in _words_before(rule.span, relatives[0].span).split()
    if doubt.reading(rule, frozenset((noun,)), several, f"the {noun}") != "far":
        return relatives
    short, op = _shortened(last, doubt.combined), doubt.combined.op
    parts = short.parts if isinstance(short, ast.RelCombined) and short.op == op else (short,)
    return (*others, ast.RelCombined(last.span, op, (*parts, doubt.part)))


# ---- the end of a phrase -------------------------------------------------------------------------


def _doubt(phrase: ast.Node) -> Doubt | None:
    """The set at the end of a phrase of which the last part of a relative is said, if this part has
    a verb of its own."""
    if isinstance(phrase, ast.NounSet) and phrase.relatives:
        last = phrase.relatives[-1]
        if isinstance(last, ast.RelCombined) and _ends(last) == _ends(phrase) and (
            _has_verb(last.parts[-1])
        ):
            return Doubt(phrase, last)
    return next(filter(None, map(_doubt, at_the_end(phrase))), None)


def _ends(node: ast.Node) -> tuple[int, int]:
    return node.span.end_line, node.span.end_column


def at_the_end(node: ast.Node) -> Iterator[ast.Node]:
    """The parts of a phrase in which it ends. A part in brackets ends before them."""
    todo: list[object] = [getattr(node, name) for name in node.__match_args__]
    while todo:
        item = todo.pop()
        if isinstance(item, ast.Node):
            if _ends(item) == _ends(node):
                yield item
        elif isinstance(item, tuple) and not isinstance(item, Span):
            todo += item


def _shortened(node: N, combined: ast.RelCombined) -> N:
    """A phrase without the last part of a relative at its end."""
    *rest, _ = combined.parts
    end = rest[-1].span

    def shorter(item: object) -> object:
        if item is combined:
            return rest[0] if len(rest) == 1 else replace(
                combined, span=combined.span.to(end), parts=tuple(rest))
        if isinstance(item, Span):
            return item
        if isinstance(item, tuple):
            made = tuple(shorter(inner) for inner in item)
            return made if any(a is not b for a, b in zip(made, item, strict=True)) else item
        if not isinstance(item, ast.Node) or _ends(item) != _ends(combined):
            return item
        given: dict[str, Any] = {
            name: shorter(getattr(item, name)) for name in item.__match_args__}
        return replace(item, **(given | {"span": item.span.to(end)}))

    made: N = shorter(node)  # type: ignore[assignment]
    return made


def _has_verb(part: ast.Relative) -> bool:
    """Whether a part of a relative has a verb of its own, and no `that`."""
    first = part.span.words.split()[0]
    match part:
        case ast.RelHas() | ast.RelIs() | ast.RelWhose(complement=ast.IsAbsent()):
            return first in (*ONE, *SEVERAL)
        case ast.RelVerb(verb=verb):
            begin = verb.split()[0]
            return first in ("does", "do", begin, base_verb(begin))
    return False


def _is_several(said: str, verb: str = "") -> bool | None:
    """Whether words that begin with a verb are said of several things; None where they do not
    tell. `verb` is the declared one, as it is said of one thing."""
    first = said.split()[0]
    if first in SEVERAL:
        return True
    if first in ONE:
        return False
    one = verb.split()[0] if verb else ""
    if base_verb(one) is None:
        return None
    return first != one


def _is_plural(things: ast.NounSet, rule: Rule) -> bool:
    words = _words_before(things.span, things.relatives[0].span)
    return plural_of(things.noun, rule) in words.split()


def plural_of(noun: str, rule: Rule) -> str:
    return rule.phrases.plurals().get(noun, plural(noun)).split()[-1]


def _words_before(whole: Span, place: Span) -> str:
    """The words of a phrase in front of a place in it."""
    return " ".join(Span(whole.source, whole.line, whole.column, place.line, place.column)
                    .text.split())
