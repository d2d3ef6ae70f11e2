"""What is counted in or beside several things: one number of all, or one for each of them.

Model. `the number of cards that every other player is holding` is one number, of the cards that all
of them hold; in a comparison a reader may as well take it as one for each of them: that is asked.
So it is with `at least 3 Knights in some county's Garrison` or `… next to some Castle`, which can
be so many in or beside one of them, or in all together. `on some field` is not asked of: it says
that they are on the board; nor is `the number of cells next to some Castle`, which is one number.
Brackets around the set say that it is one set.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.interpreter.diagnostics import RulesError, error
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.others import speaks_of_others, things_named
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.several import several_in
from rulewright.interpreter.model.declarations import walk
from rulewright.interpreter.model.understood import letters
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import plural, with_article


def require_clear_count(context: Context, sentence: ast.Is, scope: Scope) -> None:
    """`the number of cards that every other player is holding` is one number, of the cards that all
    of them hold; in a comparison a reader may as well take it as one for each of them: ask. That of
    the cards that some of them holds is taken so only beside another such number."""
    if not speaks_of_others(sentence):
        return
    numbers = [n for n in walk(sentence) if isinstance(n, (ast.Count, ast.Aggregate))]
    for counted in filter(_in_words, numbers):
        for others in _others_in(counted.set):
            if others.quantifier == "every" or len(numbers) > 1:
                raise _counted_how(context, sentence, counted, others, scope)


def require_one_total(sentence: ast.Is | ast.Has | ast.RelHas, scope: Scope) -> None:
    """Refuse `there are at least 3 Knights in some county's Garrison`: so many in one of them, or
    in all together. So with `next to some Castle`. That there is any, or none, is the same."""
    said, shown, written_out = sentence.span.text, "{}", False
    if isinstance(sentence, ast.RelHas):
        counted, asked, holder, shown = sentence.set, sentence.amount, "it", "where ({})"
        said = re.sub("^(?:that )?ha(?:s|ve) ", "it has ", said)
    elif isinstance(sentence, ast.Has):
        counted, asked, holder = sentence.set, sentence.amount, sentence.subject.span.text
    elif isinstance(sentence.subject, ast.Count) and not _in_brackets(sentence.subject):
        counted, asked, holder = sentence.subject.set, sentence.complement, ""
        written_out = _in_words(sentence.subject)
    else:
        return
    places = next(_places_in(counted, beside=not written_out), None)
    if places is None or asked is None or _asks_for_any(asked):
        return
    assert isinstance(counted, ast.NounSet) and isinstance(places.set, ast.NounSet)
    things = counted.span.text
    name = next(letters(places.set.noun, {b.name for b in scope.entries()}), "X")
    one = places.set.span.text.replace(places.set.noun, f"{places.set.noun} {name}", 1)
    each = f"there is {with_article(one)} where ("
    each += said.replace(places.span.text, name, 1) + ")"
    several = sentence.subject if isinstance(sentence, ast.Has) else None
    there = ""  # who has it, where each of several has a total of his own
    if isinstance(several, ast.Quantified) and isinstance(several.set, ast.NounSet):
        noun, holders = several.set.noun, several.set.span.text
        holder = next(letters(noun, {name, *(b.name for b in scope.entries())}), "Y")
        one = holders.replace(noun, f"{noun} {holder}", 1)
        there = f"there is {with_article(one) if several.quantifier == 'some' else f'no {one}'}"
    if holder:
        many = plural(counted.noun)
        things = things.replace(many, f"{many} of {holder}", 1)
    so_many = asked.span.text.removeprefix("exactly ")
    number = f"the number of ({things}) is {'not ' if sentence.negated else ''}{so_many}"
    if there:
        denied = isinstance(several, ast.Quantified) and several.quantifier == "every"
        number = f"{there} where ({f'not ({number})' if denied else number})"
    raise error(
        "quantifier", f"`{counted.span.text}` can be counted for one of them, or for all together",
        sentence.span, f"write `{shown.format(each)}` if there are so many for one, "
        f"`{shown.format(number)}` if for all together")


def _asks_for_any(asked: ast.Complement) -> bool:
    """Whether a comparison only asks whether there is any."""
    bound = asked.value if isinstance(asked, (ast.IsBound, ast.IsValue)) else None
    if not isinstance(bound, ast.Number):
        return bound is None
    first = bound.value + (isinstance(asked, ast.IsBound) and asked.op in (">", "<="))
    return first <= 1 if isinstance(asked, ast.IsBound) else bound.value == 0


def _places_in(things: ast.SetNode, *, beside: bool) -> Iterator[ast.Quantified]:
    """`some county` in `Knights in some county's Garrison`; with `beside`, `some Castle` in
    `… next to some Castle`."""
    for relative in things.relatives if isinstance(things, ast.NounSet) else ():
        said = relative.complement if isinstance(relative, ast.RelIs) else None
        if isinstance(said, ast.IsIn):
            place = said.set
        elif beside and isinstance(said, ast.IsPreposition) and said.preposition != "on":
            place = said.object
        else:
            continue
        several = several_in(place)
        if several is not None and several.quantified.quantifier == "some" and (
            isinstance(several.quantified.set, ast.NounSet)
        ):
            yield several.quantified


def _in_words(counted: ast.Count | ast.Aggregate) -> bool:
    """Whether it is `the number of SET` and the like, not `there are …`, without brackets around
    the set."""
    return counted.span.text != counted.set.span.text and not _in_brackets(counted)


def _in_brackets(counted: ast.Count | ast.Aggregate) -> bool:
    """Whether brackets say that a set is one set."""
    return f"({counted.set.span.text})" in counted.span.text


def _others_in(things: ast.SetNode) -> Iterator[ast.Quantified]:
    """`every other NOUN` in what is said of the things of a set, if it is not other than they."""
    if not isinstance(things, ast.NounSet):
        return
    for relative in things.relatives:
        inside = [] if isinstance(relative, ast.RelWhere) else list(walk(relative))
        nouns = {things.noun}
        for node in inside:
            if isinstance(node, ast.Quantified) and isinstance(node.set, ast.NounSet):
                if (ast.OTHER in node.set.adjectives and node.quantifier in ("every", "some")
                        and node.set.noun not in nouns):
                    yield node
                nouns.add(node.set.noun)


def _counted_how(
    context: Context, sentence: ast.Is, counted: ast.Count | ast.Aggregate,
    others: ast.Quantified, scope: Scope,
) -> RulesError:
    assert isinstance(others.set, ast.NounSet)
    said, things, noun = sentence.span.text, counted.set.span.text, others.set.noun
    together = said.replace(things, f"({things})", 1)
    taken = {b.name for b in scope.entries()} | set(re.findall(r"\b[A-Z]\b", said))
    name = next(letters(noun, taken), "X")
    named = [b for b in things_named(context, sentence.subject, scope)
             if b.noun == noun and b.phrase]
    one = others.span.text.split(" ", 1)[1]
    element = one.replace(noun, f"{noun} {name}", 1)
    if len(named) == 1:
        element = element.replace("other ", "", 1).replace(
            name, f"{name} that is not {named[0].phrase.strip('`')}", 1)
    each = said.replace(others.span.text, name, 1)
    its = [b for b in scope.its() if b.value is not None]
    if len(its) == 1:
        it = its[0].name or f"the {its[0].noun}"
        each = re.sub(r"\bit\b", it, re.sub(r"\bits\b", f"{it}'s", each))
    each = (f"there is no {element} where (not ({each}))" if others.quantifier == "every"
            else f"there is {with_article(element)} where ({each})")
    return error(
        "quantifier", f"`{counted.span.text}` can be one number, or one for each {noun}",
        sentence.span, f"write `{each}` for each, or `{together}` for all together")
