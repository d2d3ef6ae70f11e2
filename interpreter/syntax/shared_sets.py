"""Sets beside `and` or `or` of which the same is said: `next to a Token or a Stone`.

What stands behind the second set (`of Red`, `that is tired`) could be said of both, so where it
stands behind that one alone, or in front of a first one whose article is not said again, it is an
error that shows the readings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import article, plural

#: The quantifier of a set whose article is that of the one before it: `a Token or Stone`.
BARE = ""


def one_more(
    first: ast.Quantified, op: str, second: ast.Quantified
) -> ast.Quantified | Diagnostic:
    """The second of two sets of which the same is said, in full."""
    word = first.span.text.split()[0]
    inside = _inside_or_beside(first, op, second)
    if inside is not None:
        return inside
    if first.quantifier == "no" and second.quantifier in (BARE, "some"):
        one, other = first.set.span.words, second.set.span.words
        behind = _behind(second.set)
        if behind and not _behind(first.set) and not _closed(second):
            one, other = f"({one} {behind})", f"({other})"
        return Diagnostic(
            "grouping", f"is `no` said of `{second.span.words}` too?",
            first.span.to(second.span), f"write `no {one} and no {other}` if there is neither, "
            f"`no {one} or no {other}` if one of them is missing" + (
                f"; where there is {second.span.words}, say that in a sentence of its own"
                if second.quantifier == "some" else ""),
        )
    if first.quantifier == "every" and second.quantifier == BARE:
        one, other = first.span.words, f"{word} {second.span.words}"
        return Diagnostic(
            "grouping", f"`{one} {op} {second.span.words}` can be all of both, or all of one of "
            "them", first.span.to(second.span),
            f"write `{one} and {other}` if all of both, `{one} or {other}` if all of one of them")
    problem = _behind_one(first, op, second)
    if problem is None:
        problem = _in_front_of_one(first, op, second, word)
    if problem is not None:
        return problem
    if second.quantifier == BARE:
        return ast.Quantified(second.span, first.quantifier, second.set)
    return second


def _inside_or_beside(
    first: ast.Quantified, op: str, second: ast.Quantified
) -> Diagnostic | None:
    """A second set behind one that ends in a thing itself: `a cell next to b1 and a Token`."""
    if not isinstance(first.set, ast.NounSet) or not first.set.relatives or _closed(first):
        return None
    last, word = first.set.relatives[-1], first.span.text.split()[0]
    match last:
        case ast.RelIs(complement=ast.IsPreposition(object=thing)) | ast.RelVerb(object=thing) if (
            thing is not None
        ):
            again = f"{last.span.words.removesuffix(thing.span.words)}{second.span.words}"
        case ast.RelHas(set=things):
            had = last.amount.span if last.amount is not None else with_word_before(things.span)
            begin, amount = last.span.words.partition(f" {had.words}")[0], had.words.split()
            of_each = f"{' '.join(amount)} " if last.amount is not None else f"{amount[0]} "
            again = f"{begin} {of_each if second.quantifier == BARE else ''}{second.span.words}"
        case _:
            return None
    one, other = first.set.span.words, second.span.words
    return Diagnostic(
        "grouping", f"`{other}` can belong to `{last.span.words}`, or stand beside "
        f"`{word} {one}`", first.span.to(second.span),
        f"write `{word} ({one}) {op} {other}` or `{word} {one} {op} {again}`")


def _behind_one(
    first: ast.Quantified, op: str, second: ast.Quantified
) -> Diagnostic | None:
    """What stands behind the second set alone."""
    behind = _behind(second.set)
    if not behind or _behind(first.set) or _closed(second):
        return None
    word = first.span.text.split()[0]
    one, other = first.set.span.words, second.set.span.words
    if isinstance(second.set, ast.NounSet) and second.set.name:
        return Diagnostic(
            "grouping", f"`{behind}` can be said of both, or of the last alone",
            first.span.to(second.span), "of two, the second stands in what is said of the first: "
            f"`there is {_article(word, one)} {one} … where (there is {_article(word, other)} "
            f"{second.set.span.words})`, with `…` for what is said of the first as well")
    again = "" if second.quantifier == BARE else f"{second.span.words.split()[0]} "
    article = again or f"{_article(word, other)} "
    return Diagnostic(
        "grouping", f"`{behind}` can be said of both, or of `{other.removesuffix(behind).strip()}` "
        "alone", first.span.to(second.span),
        f"write `{word} ({one} {behind}) {op} {article}({other})` if of both, "
        f"`{word} {one} {op} {article}({other})` if not",
    )


def _in_front_of_one(
    first: ast.Quantified, op: str, second: ast.Quantified, word: str
) -> Diagnostic | None:
    """What stands in front of the first of two sets that share an article."""
    if second.quantifier != BARE or not isinstance(first.set, ast.NounSet) or not isinstance(
        second.set, ast.NounSet
    ) or not first.set.adjectives or second.set.adjectives:
        return None
    said = " ".join(name for _, name in first.set.adjectives)
    one, other = first.set.span.words, second.set.span.words
    return Diagnostic(
        "grouping", f"`{said}` can be said of both, or of `{one}` alone",
        first.span.to(second.span),
        f"write `{word} {one} {op} {_article(word, said)} {said} {other}` if of both, "
        f"`{word} {one} {op} {_article(word, other)} {other}` if not",
    )


def behind_last_alone(things: Sequence[ast.SetNode]) -> Diagnostic | None:
    """`choose a Card A and a Card B in the Hand`: both in the Hand, or the second alone? What
    else stands behind it (`that is …`, `next to A`) is said of it alone."""
    *before, last = things
    if not before or not isinstance(last, ast.NounSet) or any(
        not isinstance(one, ast.NounSet) or one.noun != last.noun or one.owner or one.relatives
        for one in before
    ):
        return None
    behind = _behind(last).removeprefix(last.name or "").strip()
    named = {one.name for one in before if isinstance(one, ast.NounSet)}
    if behind.partition(" ")[0] not in ("in", "on", "of") or (
        named & {*behind.replace("'s", " ").split()}
    ):
        return None
    each = [with_word_before(one.span).words for one in things]
    said = " and ".join(f"{one} {behind}" for one in each[:-1])
    return Diagnostic(
        "grouping", f"`{behind}` can be said of all that are chosen, or of the last alone",
        things[0].span.to(last.span),
        f"write `{said} and {each[-1]}` if of all, `{each[-1]} and {' and '.join(each[:-1])}` if "
        "not")


def sum_of_sets(span: Span, first: ast.SetNode, second: ast.SetNode) -> Diagnostic | None:
    """What is not clear in `the number of Tokens and Stones`."""
    one, other = first.span.words, second.span.words
    both = f"the number of {one} plus the number of {other}"
    if not isinstance(first, ast.NounSet) or not isinstance(second, ast.NounSet):
        return Diagnostic("grouping", "these are counted apart", span, f"write `{both}`")
    if first.noun == second.noun:
        said = " or ".join(name for _, name in (*first.adjectives, *second.adjectives))
        adjectives = first.adjectives and second.adjectives and not _behind(second)
        once = f"that are {said}" if adjectives else "where (… or …)"
        return Diagnostic(
            "grouping", f"what is among the {one} and among the {other} can be counted once or "
            "twice", span,
            f"write `{both}` if twice, `the number of {plural(first.noun)} {once}` if once")
    behind = _behind(second)
    if behind and (not _behind(first) or second.relatives):
        return Diagnostic(
            "grouping", f"`{behind}` can be said of both", span,
            f"write `the number of {one} {behind} plus the number of {other}` if of both, "
            f"`{both}` if not")
    if first.adjectives and not second.adjectives:
        said = " ".join(name for _, name in first.adjectives)
        return Diagnostic(
            "grouping", f"`{said}` can be said of both", span,
            f"write `the number of {one} plus the number of {said} {other}` if of both, "
            f"`{both}` if not")
    return None


def _article(word: str, words: str) -> str:
    """The word that stands before a set, before other words."""
    return article(words) if word in ("a", "an") else word


def in_plural(things: ast.SetNode) -> str:
    """The words of a set, with its noun in the plural."""
    words = things.span.words
    if not isinstance(things, ast.NounSet) or plural(things.noun) in words:
        return words
    return words.replace(things.noun, plural(things.noun), 1)


def _closed(thing: ast.Quantified) -> bool:
    """Whether a set stands in brackets."""
    return thing.span.text.endswith(")") and not thing.set.span.text.endswith(")")


def _behind(things: ast.SetNode) -> str:
    """What is said behind the noun of a set."""
    if not isinstance(things, ast.NounSet):
        return ""
    if things.owner is None and not things.relatives:
        return ""
    found = re.search(rf"\b(?:{plural(things.noun)}|{things.noun})\b(.*)", things.span.words)
    return found[1].strip() if found is not None else ""


def with_word_before(span: Span) -> Span:
    """A set with the word in front of it: its article, or `no`."""
    head = span.before.rstrip(" (")
    column = head.rfind(" ") + 2
    closed = span.before.endswith("(")
    return Span(span.source, span.line, column, span.end_line, span.end_column + closed)
