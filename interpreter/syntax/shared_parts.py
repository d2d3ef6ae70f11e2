"""Conditions that share a part with their neighbour beside `and` or `or`.

Model. What stands alone there goes on from the sentence before it: it is said of its subject (`it
is wet or deep`), or the same is said of it (`next to a Token or a Stone`, and see
`shared_predicates`). Things in front of a sentence have the same said of them (`a1 and b2 are
wet`). What can be meant in two ways is an error that shows both.

Whether a value is a condition is mostly told by its type (`it is wet or the beacon`): then the
lowering asks how it goes on.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import reduce

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.build import Rule
from rulewright.interpreter.syntax.denied_parts import denied_further
from rulewright.interpreter.syntax.shared_predicates import (
    Predicated,
    Shared,
    last_of,
    of_another,
    of_each,
    same_verb,
    subject_of,
    ungrouped_of_several,
    with_last,
    with_predicate,
)
from rulewright.interpreter.syntax.shared_sets import BARE, one_more
from rulewright.interpreter.syntax.shared_subjects import further_predicate
from rulewright.interpreter.syntax.words import plural, with_article

#: Built-in attributes that are players again.
OTHER_PLAYERS = ("opponent", "next player", "previous player", "owner")
#: What is never a condition by itself.
PLAIN_VALUES = (
    ast.Number, ast.Value, ast.Cell, ast.Nothing, ast.TheNoun, ast.ThePlayer, ast.NounOf, ast.Word,
)
#: What is a value that never changes.
CONSTANTS = (ast.Number, ast.Value, ast.Cell, ast.Nothing)


def logic(rule: Rule) -> ast.Expr:
    """`A and B`, `A or B`. Where one of them is no condition, it shares the subject of the other,
    or what is said of it: `it is wet or deep`, `a1 and b2 are wet`."""
    if len(rule.kids) > 2:
        return _mixed(rule)
    left, right = rule.kids
    op = rule.keyword("AND", "OR")
    if (denied := denied_further(rule.span, op, left, right)) is not None:
        rule.problems.append(denied)
        return ast.Logic(rule.span, op, left, left)
    things = _things_of(left, op)
    if things is not None and not isinstance(right, (ast.Further, Predicated)):
        if isinstance(right, ast.Predicates) and _alone(right.subject):
            each: list[ast.Expr] = [of_another(right, thing) for thing in things]
            first = reduce(lambda one, two: ast.Logic(rule.span, op, one, two), each)
            return ast.Logic(rule.span, op, first, of_another(right, right.subject), shared=True)
        if not isinstance(right, (ast.Is, ast.Verb, ast.Has, ast.HasMost)) or not _alone(
            right.subject
        ):
            return ast.Logic(rule.span, op, left, right)  # of more things, or no condition
        verb = right.span.words.removeprefix(right.subject.span.words).strip()
        sentences: list[ast.Expr] = [
            replace(right, span=thing.span, subject=thing, said=f"{thing.span.words} {verb}")
            for thing in things
        ]
        left = reduce(lambda one, two: ast.Logic(rule.span, op, one, two), sentences)
        return ast.Logic(rule.span, op, left, right, shared=True)
    made: Shared
    if isinstance(right, Predicated):
        about = subject_of(last_of(left))
        made = with_predicate(rule.span, op, left, right) if about is None else (
            further_predicate(rule, op, left, right, about))
    else:
        said = right if isinstance(right, ast.Further) else value_said(right)
        made = ast.Logic(rule.span, op, left, right) if said is None else (
            goes_on(rule.span, op, left, said))
        if isinstance(made, Diagnostic) and said is not right and not isinstance(
            right, (ast.Value, ast.Quantified)
        ):
            made = ast.Logic(rule.span, op, left, right)  # told where its type is known
    if isinstance(made, Diagnostic):
        rule.problems.append(made)
        return ast.Logic(rule.span, op, left, left)
    return made


def _mixed(rule: Rule) -> ast.Expr:
    """`it is wet or deep and next to a1`: which belong together?"""
    left, *parts = rule.kids
    sentence = last_of(left)
    subject = getattr(sentence, "subject", None)
    if (of_each := ungrouped_of_several(rule.span, subject)) is not None:
        rule.problems.append(of_each)
        return ast.Logic(rule.span, "or", left, left)
    about = f"{subject.span.words} " if isinstance(subject, ast.Expr) else "… "
    second, third = (f"{about}{part.span.words}" if isinstance(part, Predicated) else
                     f"{about}is {part.span.words}" if isinstance(part, ast.Further) else
                     part.span.words for part in parts)
    first = left.span.words
    rule.problems.append(Diagnostic(
        "grouping", "`or` and `and` stand side by side: which belong together?", rule.span,
        f"write `({first} or {second}) and {third}` or `{first} or ({second} and {third})`"))
    return ast.Logic(rule.span, "or", left, left)


def goes_on(span: Span, op: str, left: ast.Expr, said: ast.Further) -> Shared:
    """A condition, and what is said besides: of the subject of its last sentence, or as this is of
    one thing, of another. The error, where that can be taken in two ways."""
    before = last_of(left)
    sentence = before.body if isinstance(before, ast.Before) else before
    made: Shared | None = None
    if isinstance(before, ast.Logic) and before.shared:
        made = of_each(before, said.span, lambda one: goes_on(span, op, one, said))
    elif isinstance(sentence, ast.Is) and isinstance(sentence.subject, ast.Count) and (
        sentence.subject.span == sentence.subject.set.span
    ):
        made = _counted_as_well(sentence, sentence.subject, said)
    elif isinstance(sentence, ast.Is) and _of_others(said.complement):
        made = _so_of_others(span, op, sentence, said)
    elif isinstance(sentence, ast.Is):
        further = also_said(sentence.complement, op, said)
        if isinstance(further, ast.Further):
            made = _combined(sentence, op, further)
        elif further is not None:
            made = further
        if sentence is not before and isinstance(made, ast.Expr):
            made = ast.Before(made.span, made)
    elif sentence is before and isinstance(said.complement, ast.IsValue):
        made = same_verb(sentence, op, said, said.complement.value)
    if made is None:
        made = _unsaid(span, op, left, sentence, said)
    return made if isinstance(made, Diagnostic) else with_last(left, before, made)


def _counted_as_well(sentence: ast.Is, counted: ast.Count, said: ast.Further) -> Diagnostic:
    """`there are exactly 2 Tokens and Stones`: of each, or of both together?"""
    number, word = sentence.complement.span.words, said.span.words
    things = counted.span.words
    if word.startswith("no "):
        return Diagnostic(
            "grouping", f"`{word}` can be said of {things}, or be a sentence of its own",
            sentence.span.to(said.span), f"write `there are {number} {things} and have {word}` or "
            f"`there are {number} {things} and there is {word}`")
    both = f"the number of {things} and {word} is {number.removeprefix('exactly ')}"
    return Diagnostic(
        "grouping", f"`{number}` can be said of each, or of both together",
        sentence.span.to(said.span),
        f"write `there are {number} {things} and there are {number} {word}` or `{both}`")


def _of_others(complement: ast.Complement) -> bool:
    """Whether it is `no other NOUN`, which a thing is never said to be."""
    value = complement.value if isinstance(complement, ast.IsValue) else None
    return isinstance(value, ast.Quantified) and value.quantifier == "no" and isinstance(
        value.set, ast.NounSet) and ast.OTHER in value.set.adjectives


def _so_of_others(
    span: Span, op: str, before: ast.Is, said: ast.Further
) -> Diagnostic:
    """`P is out and no other player`: what is so of no other one is said again."""
    first, others = before.span.words, said.span.words
    so = before.complement.span.words
    return Diagnostic(
        "grouping", f"`{others}` can be said of {before.subject.span.words}, or of what is "
        f"{so}", span, f"write `{first} {op} {others} is {so}`")


def also_said(
    before: ast.Complement, op: str, said: ast.Further
) -> ast.Further | Diagnostic | None:
    """What is said of the subject as well. None where it can be taken in two ways, or the error
    where two sets are not clear."""
    last = _last(before)
    if not isinstance(said.complement, ast.IsValue):
        return said
    value = said.complement.value
    if isinstance(value, ast.Quantified):
        first = last.object if isinstance(last, ast.IsPreposition) else (
            last.value if isinstance(last, ast.IsValue) else None)
        if not isinstance(first, ast.Quantified):
            if value.quantifier == BARE:
                return None
        elif said.negated and isinstance(last, ast.IsPreposition):
            return None  # `not next to a Token and not a Gold tile`
        else:
            thing = one_more(first, op, value)
            if isinstance(thing, Diagnostic):
                return thing
            value = thing
            said = replace(said, complement=ast.IsValue(thing.span, thing))
    if _like(last, value) and (
        op == "or" or said.negated or isinstance(value, ast.Value)
        or isinstance(last, ast.IsAdjective)
    ):
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
    match last:
        case ast.IsAdjective():
            return True
        case ast.IsEither():
            return True
        case ast.IsValue(value=ast.Call(args=((*_, (_, owner)))) as first) if (
            first.span.words.endswith(owner.span.words)
        ):  # in `the mate of a1 or b2`, b2 can be meant as another owner
            return isinstance(value, ast.Call) and value.name == first.name
        case ast.IsValue(value=ast.Quantified()):
            return isinstance(value, ast.Quantified)
        case ast.IsValue(value=first):
            return isinstance(first, (*PLAIN_VALUES, ast.Call, ast.Arithmetic))
    return False


def _unsaid(
    span: Span, op: str, left: ast.Expr, before: ast.Expr, said: ast.Further
) -> Diagnostic:
    """It is not clear what is said of which thing."""
    word, first = said.span.words, left.span.words
    value = said.complement.value if isinstance(said.complement, ast.IsValue) else None
    if isinstance(value, ast.Quantified) and value.quantifier == BARE and not (
        isinstance(value.set, ast.NounSet) and plural(value.set.noun) in word
    ):
        one = with_article(word)
        return Diagnostic("article", f"an article is missing before `{word}`", said.span,
                          f"write `{one}` or `the {word}`")
    if isinstance(before, ast.Is):
        return _two_ways(span, op, first, before, said)
    if isinstance(before, ast.Verb) and before.object is not None and not before.tail:
        sentence = before.span.words
        again = sentence.removesuffix(before.object.span.words) + word
        if before.negated and again != sentence + word:
            return Diagnostic(
                "grouping", f"is `not` said of `{word}` too?", before.span.to(said.span),
                f"write `{sentence} and {again}` if neither is so, or else "
                f"`{sentence} or {again}`")
        if again != sentence + word:
            return Diagnostic("syntax", f"it is not said of what `{word}` is so", said.span,
                              f"write `{again}`")
    about = _subject_before(left)
    place = re.fullmatch(r"(.*)\b(in|on|next to) (?:the |[\w']+ )*\w+", first)
    if place is not None and op == "and" and before is left and about is None:
        return Diagnostic(
            "grouping", f"what is {place[2]} {word} as well is not said", span,
            f"write `{first} or {place[2]} {word}` if those of both are meant")
    hint = f"write the whole sentence: `{op} … is {word}`"
    if about is not None:
        hint = f"write `{first} {op} {about.span.words} is {word}`"
    return Diagnostic("syntax", f"it is not said of what `{word}` is so", span, hint)


def _subject_before(left: ast.Expr) -> ast.Expr | None:
    """What the nearest sentence before is about, if values alone stand behind it."""
    while isinstance(left, ast.Logic) and not left.grouped and isinstance(
        left.right, (*PLAIN_VALUES, ast.Call)
    ):
        left = left.left
    return left.subject if isinstance(left, ast.Is) else None


#: What somebody has: who it is can be another one.
OF_ONE = re.compile(r"(?P<what>.*\b(?:an?|no) .*) of \w+")


def _two_ways(span: Span, op: str, first: str, before: ast.Is, said: ast.Further) -> Diagnostic:
    """A value behind what a subject is: it can belong to the words before it, or be said by
    itself."""
    last, word = _last(before.complement), said.span.words
    other = said.complement.value if isinstance(said.complement, ast.IsValue) else None
    subject, denied = before.subject.span.words, word.removeprefix("not ")
    if first.startswith(f"({subject})"):
        subject = f"({subject})"
    words = last.span.words.split()
    again = " ".join([*words[:-1], denied]).replace(" the the ", " the ")
    value = last.value if isinstance(last, ast.IsValue) else None
    if isinstance(last, ast.IsPreposition):
        again = last.span.words.removesuffix(last.object.span.words) + denied
        owned = OF_ONE.fullmatch(last.span.words)
        things = last.object.set if isinstance(last.object, ast.Quantified) else None
        owner = things.owner if isinstance(things, ast.NounSet) else None
        if owned is not None and owner is not None and type(owner) is type(other):
            again = f"{owned['what']} of {denied}"  # `a Stone of Gold and Black`: of each of them
    elif value is not None and op == "and" and not said.negated and _like(last, other or value):
        return _never(span, first, before, value, said)
    elif isinstance(value, ast.Call) and value.args and value.span.words.endswith(
        value.args[-1][1].span.words
    ):
        again = last.span.words.removesuffix(value.args[-1][1].span.words) + denied
    # Of `some player` the same one is meant, not another one.
    same = "" if re.match(r"(?:some|an?) ", subject) else f"{subject} "
    has = re.match(r"(?:has|have) ", last.span.words)
    if has is not None:
        return Diagnostic("syntax", f"it is not said of what `{word}` is so", span,
                          f"write `{first} {op} {same}{has[0]}{word}`")
    not_ = "not " if said.negated or before.negated else ""
    further = f"{first} {op} {same}is"
    hint = f"write `{further} {not_}{again}` or `{further} {word}`"
    none = subject.startswith("no ")
    if (before.negated or none) and op == "or":
        neither = f"{first} and {subject} is {'' if none else 'not '}{again}"
        hint = f"write `{neither}` if neither is so, or else {hint[6:]}"
    return Diagnostic(
        "grouping", f"`{word}` can belong to `{last.span.words}`, or be said of {subject}", span,
        hint)


def _never(
    span: Span, first: str, before: ast.Is, value: ast.Expr, said: ast.Further
) -> Diagnostic:
    """One thing is said to be two."""
    subject, word = before.subject.span.words, said.span.words
    if word.startswith("no ") and not before.negated:
        return Diagnostic(
            "syntax", f"`{word}` is no sentence", span,
            f"what is so of none is a sentence of its own: `{first} and there is no …`, `{first} "
            "and no … is …`")
    one_of = f"`{first} or {word}` if it is one of them"
    if before.negated:
        return Diagnostic(
            "grouping", f"is it also meant that {subject} is not {word}?", span,
            f"write `{first} and not {word}` if it is neither, `{first} and {subject} is {word}` "
            "if the `not` is only of the first")
    both = said.complement.value if isinstance(said.complement, ast.IsValue) else value
    group, several, each = first.rpartition(" are ")
    if isinstance(value, CONSTANTS) and isinstance(both, CONSTANTS) and several and group:
        return Diagnostic(
            "grouping", f"not all of {subject} can be {each} and {word}", span,
            f"say of each what is so: `there is a … whose … is {each} and there is a … whose … is "
            f"{word}`, or name them; `{first} or {word}` is so if each is one of the two")
    if isinstance(value, CONSTANTS) and isinstance(both, CONSTANTS):
        return Diagnostic("grouping", f"{subject} cannot be `{word}` as well", span,
                          f"write {one_of}")
    return Diagnostic(
        "grouping", f"`{word}` can be the same as {subject} too, or one that it could be", span,
        f"write `{first} and {subject} is {word}` if all are the same, {one_of}")


def _combined(before: ast.Is, op: str, further: ast.Further) -> ast.Is | Diagnostic:
    """A sentence of which one more thing is said."""
    subject, what = before.subject.span.words, before.complement
    span, said = before.span.to(further.span), said_in_full(further.complement)
    parts: tuple[tuple[ast.Complement, bool], ...] = ((what, before.negated),)
    if isinstance(what, ast.IsCombined):
        parts = what.parts
        if what.op != op:
            return Diagnostic(
                "grouping", f"`{what.op}` and `{op}` stand side by side: which belong together?",
                span, f"write each condition in full, with brackets: `({subject} is …) {op} …`",
            )
    if parts[-1][1] and not further.negated:
        first = f"{subject} is not {parts[-1][0].span.words}"
        if len(parts) > 1:
            return _denied_again(before, op, parts, said, span)
        of_first = f"{first} {op} {subject} is {said}"
        if isinstance(before.subject, ast.Quantified):  # of its things both are said together
            of_first = f"{subject} is {said} {op} not {said_in_full(what)}"
        return Diagnostic(
            "grouping", f"is it also meant that {subject} is not {said}?", span,
            f"write `{first} and not {said}` if neither is so, `{first} or not {said}` if not both "
            f"are so, `{of_first}` if the `not` is only of the first",
        )
    parts = (*parts, (further.complement, further.negated))
    return replace(before, span=span, negated=False, complement=ast.IsCombined(
        what.span.to(further.span), op, parts))


def _denied_again(
    before: ast.Is, op: str, parts: tuple[tuple[ast.Complement, bool], ...], said: str, span: Span
) -> Diagnostic:
    """The same behind other parts."""
    subject = before.subject.span.words
    *others, last = (f"{'not ' * denied}{said_in_full(what)}" for what, denied in parts)
    first, other = (f"{subject} is " + f" {op} ".join([*others, *both])
                    for both in ((last, f"not {said}"), (said, last)))
    hint = f"write `{first}` if it is, `{other}` if the `not` is only of the first"
    if op == "or" and not isinstance(before.subject, ast.Quantified):
        front = f" {op} ".join(others)
        hint += f", `{subject} is {front} or ({subject} is {last} and not {said})` if neither is so"
    return Diagnostic(
        "grouping", f"is it also meant that {subject} is not {said}?", span, hint)


def said_in_full(what: ast.Complement) -> str:
    """What is said behind `is`, also where its preposition stands in front of another thing."""
    if isinstance(what, ast.IsPreposition):
        return f"{what.preposition} {what.object.span.words}"
    return what.span.words


def value_said(right: ast.Expr) -> ast.Further | None:
    """A value behind `and` or `or`: `the score is 2 or 3`, `it is wet and not White`."""
    denied = isinstance(right, ast.Not)
    value = right.body if isinstance(right, ast.Not) else right
    if isinstance(value, (*PLAIN_VALUES, ast.Quantified)):
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
