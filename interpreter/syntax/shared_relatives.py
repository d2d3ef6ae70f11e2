"""Relatives that say several things beside `and` or `or`: `tiles that are wet or next to b2`.

Model. `and` and `or` belong to the nearest relative before them, if what follows can be a part of
it (the grammar tells), else to the sentence around. A part that stands alone is said like the one
before it: of the same thing, of the same attribute, or with the same preposition or verb, as in
sentences (`shared_parts`). Each part becomes a relative of its own in an `ast.RelCombined`.

What can be meant in two ways is an error that shows both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.build import Rule, span_of
from rulewright.interpreter.syntax.lexer import Token
from rulewright.interpreter.syntax.said_of import SaidOf, can_be
from rulewright.interpreter.syntax.shared_parts import also_said
from rulewright.interpreter.syntax.shared_sets import BARE, one_more, with_word_before
from rulewright.interpreter.syntax.shared_subjects import at_the_end
from rulewright.interpreter.syntax.trees import Tree
from rulewright.interpreter.syntax.words import plural

#: What is a number: nothing but a bound can be said of it as well.
NUMBERS = (ast.Number, ast.Count, ast.Aggregate, ast.Arithmetic)
#: Parts that stand alone, without a verb.
ALONE = ("further", "further_not", "further_thing", "further_thing_not", "further_bare")
#: Values that a sentence cannot share with its neighbour behind a preposition.
NO_THINGS = ("value", "number", "none")
#: What can be said of a thing behind `is` and is no value.
COMPLEMENTS = ("comp_adj", "comp_prep", "comp_in", "comp_either", "comp_connected", "comp_line")
SETS = ("set", "plural", "groups_of_brackets", "groups_joined")
SETS_SAID = ("quantified", "set")  # behind `and` or `or`
BOUNDS = ("comp_least", "comp_most", "comp_more", "comp_less")


def rel_combined(rule: Rule) -> ast.Relative:
    """A relative with one part more."""
    left, right = rule.kids
    op = "and" if rule.keyword("AND_ALSO") else "or"
    parts = left.parts if isinstance(left, ast.RelCombined) else (left,)
    if isinstance(left, ast.RelCombined) and left.op != op:
        rule.problems.append(Diagnostic(
            "grouping", f"`{left.op}` and `{op}` stand side by side: which belong together?",
            rule.span, "group them with brackets behind `where`: `where ((… is …) or …)`",
        ))
    if isinstance(right, ast.Further):
        right = _in_full(rule, left, parts[-1], op, right)
    return ast.RelCombined(rule.span, op, (*parts, right))


def _in_full(
    rule: Rule, left: ast.Relative, last: ast.Relative, op: str, said: ast.Further
) -> ast.Relative:
    """What stands alone, as a relative like the one before it."""
    made: ast.Relative | Diagnostic | None = None
    value = said.complement.value if isinstance(said.complement, ast.IsValue) else None
    if isinstance(value, ast.Quantified):
        made = _another_set(last, op, said, value)
    else:
        match last:
            case ast.RelIs(complement=complement) | ast.RelWhose(complement=complement):
                shared = None if value is not None and _plain_quality(complement, value) else (
                    also_said(complement, op, said))
                if isinstance(shared, ast.Further) and not (
                    isinstance(shared.complement, ast.IsBound) and isinstance(last, ast.RelIs)
                ):
                    made = replace(last, span=said.span, complement=shared.complement,
                                   negated=said.negated)
            case ast.RelVerb(object=thing, tail=()) if thing is not None and value is not None:
                made = replace(last, span=said.span, object=value, negated=said.negated)
    if isinstance(made, Diagnostic):
        rule.problems.append(made)
        return last
    if made is None:
        rule.problems.append(_unsaid(rule, left, last, op, said))
        return last
    if getattr(last, "negated", False) and not said.negated:
        rule.problems.append(_half_denied(rule, left, last, made, op, said))
    return made


def _plain_quality(complement: ast.Complement, value: ast.Expr) -> bool:
    """Whether a thing stands behind a quality: `that are wet or a1`."""
    last = complement.parts[-1][0] if isinstance(complement, ast.IsCombined) else complement
    return isinstance(last, ast.IsAdjective) and not isinstance(value, ast.Value)


def _another_set(
    last: ast.Relative, op: str, said: ast.Further, value: ast.Quantified
) -> ast.Relative | Diagnostic | None:
    """`next to a Token or a Stone`: the same of another set. Behind one thing (`next to a1 or a
    Stone`) it would not be clear of what."""
    match last:
        case ast.RelIs(complement=ast.IsPreposition(object=ast.Quantified() as first) as whole):
            thing = one_more(first, op, value)
            if isinstance(thing, Diagnostic):
                return thing
            complement = replace(whole, span=said.span, object=thing)
            return replace(last, span=said.span, complement=complement, negated=said.negated)
        case ast.RelVerb(object=ast.Quantified() as first, tail=()):
            thing = one_more(first, op, value)
            return thing if isinstance(thing, Diagnostic) else replace(
                last, span=said.span, object=thing, negated=said.negated)
        case ast.RelHas(amount=amount) if amount is not None and value.quantifier == BARE:
            number, more = amount.span.words, said.span.words
            return Diagnostic(
                "grouping", f"`{number}` can be said of each, or of both together",
                last.span.to(said.span),
                f"write `{last.span.words} {op} that {last.span.words.split()[1]} {number} {more}` "
                "if of each")
        case ast.RelHas() if value.quantifier != "every" and not said.negated:
            first = ast.Quantified(with_word_before(last.set.span),
                                   "no" if last.negated else "some", last.set)
            thing = one_more(first, op, value)
            return thing if isinstance(thing, Diagnostic) else replace(
                last, span=said.span, set=thing.set, amount=None, negated=thing.quantifier == "no")
    return None


def _is_or_are(relative: ast.Relative) -> str:
    """How a relative goes on of its thing or things, by the word before it."""
    span = relative.span
    words = span.text.split()[:2]
    if words[-1] in ("is", "are"):
        return words[-1]
    return "are" if span.before.rstrip().endswith("s") else "is"


def _unsaid(
    rule: Rule, left: ast.Relative, last: ast.Relative, op: str, said: ast.Further
) -> Diagnostic:
    """It is not clear what is said of which thing."""
    before, words = left.span.words, said.span.words
    again = f"{before} {op} that {_is_or_are(left)} {words}"
    if not isinstance(said.complement, ast.IsValue):
        return Diagnostic("grouping", f"it is not clear of what `{words}` is said", rule.span,
                          f"write `{again}`")
    if isinstance(last, ast.RelIs) and isinstance(last.complement, ast.IsPreposition):
        what = last.complement.span.words
        shared = what.removesuffix(last.complement.object.span.words)
        shared = ("not " if said.negated else "") + shared + words.removeprefix("not ")
        owned = last.complement.object
        if isinstance(owned, ast.Quantified) and isinstance(owned.set, ast.NounSet) and (
            owned.set.owner is not None and what.endswith(owned.set.owner.span.words)
        ):  # `next to a Stone of Red or Blue`: of whom, or next to what
            of = what.removesuffix(owned.set.owner.span.words)
            shared = f"{of}{words}` or `{before} {op} {shared}"
        if (there := _there_too(rule.span.before, what, said)) is not None:
            again = f"{before} {op} {shared}"
            return Diagnostic(
                "grouping", f"`{words}` can be {what} as well, or belong to `{what}`", rule.span,
                f"write `{before} {op} {there}` or `{again}`")
        return Diagnostic(
            "grouping", f"`{words}` can belong to `{what}`, or be said by itself", rule.span,
            f"write `{before} {op} {shared}` or `{again}`",
        )
    if isinstance(said.complement.value, ast.Nothing) and isinstance(last, ast.RelIs):
        return Diagnostic(
            "grouping", "those of a set are there, so none of them is none", rule.span,
            "that nothing may come up or be chosen as well is decided first, by a number that is "
            "rolled (`at random pick a number from 1 to …`, and below it `if it is 1, …`) or by a "
            "choice that can be declined (`may …, or \"none\"`)")
    if isinstance(last, ast.RelIs) and isinstance(said.complement, ast.IsValue) and (
        _plain_quality(last.complement, said.complement.value)
    ):
        return Diagnostic(
            "grouping", f"it is not clear how `{words}` goes on with `{before}`", rule.span,
            f"write `{again}` if the same is {'not ' * said.negated}{words.removeprefix('not ')}; "
            f"if {words} has to do with it, say `that` again: `{before} {op} that {words} …`")
    if op == "and" and not said.negated and isinstance(last, (ast.RelIs, ast.RelWhose)):
        return Diagnostic("grouping", f"one thing cannot be `{words}` as well", rule.span,
                          f"write `{before} or {words}` if it is one of them")
    return Diagnostic(
        "grouping", f"it is not clear how `{words}` goes on with `{before}`", rule.span,
        f"say again what is said of it: `{op} that {_is_or_are(left)} …`, or the whole sentence",
    )


THERE = re.compile(r"\b(?P<is>there (?:is|are)) (?:an?|some) (?:[\w-]+ )*?(?P<noun>[\w-]+) $")


def _there_too(front: str, place: str, said: ast.Further) -> str | None:
    """Another thing that is said to be in the same place: `there is a Coin on it or a Chest that is
    open`."""
    what = said.complement
    found = THERE.search(front)
    if found is None or said.negated or not isinstance(what, ast.IsValue) or not (
        isinstance(what.value, ast.Quantified) and isinstance(what.value.set, ast.NounSet)
    ):
        return None
    things = what.value.set
    if things.noun == found["noun"]:
        return None
    words = said.span.words
    rest = things.relatives[0].span.words if things.relatives else ""
    head = words.removesuffix(words[words.find(rest) :] if rest else "").rstrip()
    return f"{found['is']} {head} {place} {words[len(head) :].lstrip()}".rstrip()


def _half_denied(
    rule: Rule, left: ast.Relative, last: ast.Relative, made: ast.Relative, op: str,
    said: ast.Further,
) -> Diagnostic:
    """`that are not wet or deep`: is the `not` said of both?"""
    before, words = left.span.words, said.span.words
    hint = f"write `{before} and not {words}` if neither is so, `{before} or not {words}` if not " \
        "both are so"
    if isinstance(made, (ast.RelIs, ast.RelWhose)):
        whole, part = last.span.words, made.complement.span.words
        if isinstance(made.complement, ast.IsPreposition):
            part = f"{made.complement.preposition} {made.complement.object.span.words}"
        begin = whole[: whole.index(" not ")] if " not " in whole else f"that {_is_or_are(left)}"
        if not begin.startswith(("that ", "whose ")):
            begin = f"that {begin}"
        hint += f", `{before} {op} {begin} {part}` if the `not` is only of the first"
    return Diagnostic("grouping", f"is `not` said of `{words}` too?", rule.span, hint)


def restrictions(rule: Rule, relatives: tuple[ast.Relative, ...]) -> tuple[ast.Relative, ...]:
    """The relatives of a set. Behind an `or` no further one follows: it could belong to the last
    part alone."""
    for at, relative in enumerate(relatives[:-1]):
        if isinstance(relative, ast.RelCombined) and relative.op == "or":
            rest = relatives[at + 1 :]
            behind = rest[0].span.to(rest[-1].span).words
            first = _closed(rule, behind)
            rule.problems.append(Diagnostic(
                "grouping", f"`{behind}` can belong to all before it, or to what stands behind "
                "`or`", relative.span.to(rest[-1].span),
                f"write `{first} {relative.span.words}` if it belongs to all, or else use "
                "brackets behind `where`",
            ))
            break
    _require_order(rule, relatives)
    return relatives


def _require_order(rule: Rule, relatives: Sequence[ast.Relative]) -> None:
    """`Cards with the greatest cost in the Hand`, `lands with the least army whose ruler is Ann`:
    of all, or of those in the Hand, those of Ann?"""
    for most, behind in pairwise(relatives):
        if not isinstance(most, ast.RelMost) or isinstance(behind, ast.RelMost):
            continue
        said, where, whole = most.span.words, behind.span.words, rule.span.words
        before = whole[: whole.rindex(said)].strip()
        noun = next(t for t in rule.tokens() if t.type in ("NOUN", "NOUNS"))
        of_all = f"{before} {said} that {'are' if noun.type == 'NOUNS' else 'is'} {where}"
        if where.partition(" ")[0] in ("that", "whose", "where"):
            many = before if noun.type == "NOUNS" else before.replace(
                noun.span.text, plural(noun.text), 1)
            value = most.value.span.words
            joint = "" if isinstance(behind, ast.RelWhere) else " and"
            of_all = (f"{before} whose {value} is (the {most.kind} {value} among {many}){joint} "
                      f"{where}")
        rule.problems.append(Diagnostic(
            "grouping", f"`{said}` can be meant of all, or only of those `{where}`",
            most.span.to(behind.span),
            f"write `{before} {where} {said}` if only those are compared, or `{of_all}` if all are",
        ))


def _closed(rule: Rule, words: str) -> str:
    """The last words of a set; a set that they end in stands in brackets, so that what follows
    does not belong to it."""
    at: object = rule.tree
    while isinstance(at, Tree):
        if at.data == "set" and at is not rule.tree:
            span = span_of(at)
            inner = span.words if span is not None else ""
            return f"{words.removesuffix(inner)}({inner})"
        at = next((child for child in reversed(at.children) if child is not None), None)
    return words


def require_one_reading(rule: Rule, sentence: ast.Is | ast.Verb | ast.Has) -> None:
    """`a1 is next to a tile that is wet and not empty`: not empty is the tile, or a1."""
    found = _last_part(rule)
    if found is None:
        return
    things, combined = found
    part = combined.children[-1]
    assert isinstance(part, Tree)
    (said,) = (child for child in part.children if isinstance(child, Tree))
    subject = sentence.subject.span.words
    shared = _said_of_subject(rule, sentence, said, part)
    if shared is None or not _can_be_said(rule, sentence, part):
        return
    op = next(t for t in combined.children if isinstance(t, Token))
    more, inner = span_of(part), span_of(things)
    assert more is not None and inner is not None
    noun = next(things.scan_values(_is_noun)).text
    rule.problems.append(Diagnostic(
        "grouping", f"`{more.words}` can be said of the {noun} or of {subject}", rule.span,
        f"write `{_words_before(rule, inner)} ({inner.words})` if it is said of the {noun}, "
        f"`{_words_before(rule, op.span)} {op.text} {subject} {shared}` if of {subject}",
    ))


def _said_of_subject(
    rule: Rule, sentence: ast.Is | ast.Verb | ast.Has, said: Tree, part: Tree
) -> str | None:
    """How the last part of a set would be said of the subject of the sentence; None if it cannot
    be meant of that."""
    more = span_of(part)
    assert more is not None
    words = more.words
    verb = rule.span.words.removeprefix(sentence.subject.span.words).strip()
    if not isinstance(sentence, ast.Is):
        if said.data not in SETS_SAID or (isinstance(sentence, ast.Verb) and (
                sentence.object is None or sentence.tail)):
            return None
        thing = sentence.set if isinstance(sentence, ast.Has) else sentence.object
        assert thing is not None
        before = verb.removesuffix(thing.span.words).rstrip("( ")
        return f"{before.rpartition(' ')[0] if isinstance(sentence, ast.Has) else before} {words}"
    what = sentence.complement
    number = isinstance(what, ast.IsBound) or (
        isinstance(what, ast.IsValue) and isinstance(what.value, NUMBERS))
    if number is not (said.data in BOUNDS) or said.data in NO_THINGS:
        return None
    if said.data in (*COMPLEMENTS, *BOUNDS):
        return f"{verb.split()[0]} {words}"
    if not isinstance(what, ast.IsPreposition):
        return None
    return f"{verb.split()[0]} {what.preposition} {words}"


def _can_be_said(
    rule: Rule, sentence: ast.Is | ast.Verb | ast.Has, part: Tree
) -> bool:
    """Whether the last part of a set can be said of the subject, by what the declarations tell."""
    place, said_of = span_of(part), SaidOf(rule.phrases)
    relative: ast.Node | None = sentence
    while relative is not None and not (
        isinstance(relative, ast.Relative) and relative.span == place
    ):
        relative = next(at_the_end(relative), None)
    value: ast.Expr | None = None
    match relative:
        case ast.RelIs(complement=ast.IsPreposition(object=thing)) if thing.span == place:
            value = thing
        case ast.RelIs(complement=complement) | ast.RelWhose(complement=complement):
            if not isinstance(complement, ast.IsValue):
                return can_be(said_of.subject(sentence), said_of.of_complement(complement))
            value = complement.value
        case ast.RelVerb(object=thing):
            value = thing
    if value is None:
        return True
    what = sentence.complement if isinstance(sentence, ast.Is) else sentence
    return can_be(said_of.thing(value), said_of.objects(what))


def _is_noun(leaf: object) -> bool:
    return isinstance(leaf, Token) and leaf.type in ("NOUN", "NOUNS", "GROUP", "GROUPS")


def _last_part(rule: Rule) -> tuple[Tree, Tree] | None:
    """The set and its relative of several parts that a sentence ends in, the last part standing
    alone; None if it ends otherwise."""
    at: Tree = rule.tree
    things: Tree | None = None
    while True:
        last = next((child for child in reversed(at.children) if child is not None), None)
        if not isinstance(last, Tree):
            return None
        if at.data == "rel_combined" and last.data in ALONE and things is not None:
            return things, at
        if at.data in SETS:
            things = at
        at = last


def _words_before(rule: Rule, place: Span) -> str:
    """The words of a phrase in front of a place in it."""
    first = rule.span
    return Span(first.source, first.line, first.column, place.line, place.column).words
