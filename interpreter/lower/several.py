"""What is said of several things in one sentence: `every cell's depth is 2`.

Model. Where a phrase names one thing by another (`the score of every player`), a set stands for
each of its members in turn: the phrase is read again with a member in its place. What is said
then holds of each, of some, or of none; what is done (`loops.done_to_each`) is done to each. The
members have no name in such a sentence: `it` and `the NOUN` cannot mean them. But `its ATTRIBUTE`
is a member's own, as it is behind `whose` (`every player's score is at least its bid`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial

from rulewright.interpreter.diagnostics import RulesError, error
from rulewright.interpreter.ir import Guard, comp, op
from rulewright.interpreter.lower.any_one import require_some
from rulewright.interpreter.lower.boards import same_name
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.in_play import in_play
from rulewright.interpreter.lower.it_beside import speaks_of_it
from rulewright.interpreter.lower.lowered import Members
from rulewright.interpreter.lower.noting import PLAYER
from rulewright.interpreter.lower.others import beside, said_of
from rulewright.interpreter.lower.reference import one_of
from rulewright.interpreter.lower.scope import Bound, Possessor, Scope
from rulewright.interpreter.lower.typed import Typed
from rulewright.interpreter.lower.with_all import require_others
from rulewright.interpreter.model.declarations import walk
from rulewright.interpreter.model.understood import letters
from rulewright.interpreter.records import record
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import with_article

Again = Callable[[ast.Expr], ast.Expr]


@record
class Several:
    """A phrase with a set in it that stands for each of its members."""

    quantified: ast.Quantified
    again: Again  # the phrase with something else in the set's place

    def with_member(self, members: Members, scope: Scope) -> tuple[ast.Expr, Scope]:
        """The phrase with a member in the place of the set, and the scope to read it in."""
        things, span = self.quantified.set, self.quantified.span
        name = f"{span.text} {span.line}:{span.column}"  # that no author can write
        if isinstance(things, ast.NounSet):
            scope = scope.add(Bound(things.noun, None, None, True, span=span,
                                    phrase=f"`for each {one_of(things)}, …`"))
        scope = scope.add(Bound("", name, members.typed, span=span))
        return self.again(ast.Word(span, name)), scope

    def owning(self, phrase: ast.Expr, sentence: ast.Node, members: Members, scope: Scope) -> Scope:
        """The scope of the rest of a sentence about such a phrase."""
        things, span = self.quantified.set, self.quantified.span
        if not isinstance(things, ast.NounSet):
            return scope
        clear = self._of_each(things, _letter(things.noun, scope), sentence)
        element = Bound(things.noun, None, members.typed, span=span, phrase=f"`{clear}`")
        compared = isinstance(phrase, ast.Call) and not isinstance(sentence, ast.Stmt)
        attribute = phrase.name if isinstance(phrase, ast.Call) and compared else ""
        return replace(scope, possessor=Possessor(element, attribute))

    def suggested(self, sentence: ast.Node, scope: Scope) -> Bound:
        """A member of the set, as one that the rest of the sentence can be taken to mean."""
        things, span = self.quantified.set, self.quantified.span
        assert isinstance(things, ast.NounSet)
        name = _letter(things.noun, scope)
        clear = self._of_each(things, name, sentence)
        return Bound(things.noun, None, None, span=span,
                     phrase=f"`{clear.replace(f'the {things.noun}', name)}`")

    def _of_each(self, things: ast.NounSet, name: str, sentence: ast.Node) -> str:
        """What a sentence says of each member, which has a name."""
        span = self.quantified.span
        said = sentence.span.text.replace(f"{span.text}'s", f"{name}'s", 1)
        said = re.sub(r"\bits\b", f"{name}'s", said.replace(span.text, name, 1))
        one = f"{one_of(things).replace(things.noun, f'{things.noun} {name}', 1)}"
        if isinstance(sentence, ast.Stmt):
            return f"for each {one}, {said}"
        return {"some": f"there is {with_article(one)} where ({said})",
                "no": f"there is no {one} where ({said})"}.get(
            self.quantified.quantifier, f"there is no {one} where (not ({said}))")


def _letter(noun: str, scope: Scope) -> str:
    """A name for a thing of a noun that nothing else has."""
    return next(letters(noun, {b.name for b in scope.entries()}), "X")


def several_in(phrase: ast.Node) -> Several | None:
    """The set that a phrase speaks of each member of, if there is one."""
    match phrase:
        case ast.Quantified():
            return Several(phrase, lambda other: other)
        case ast.Call():
            found = ((at, several_in(arg)) for at, (_, arg) in enumerate(phrase.args))
            at, inner = next((one for one in found if one[1] is not None), (0, None))
            return inner and replace(inner, again=partial(_with_arg, phrase, at, inner.again))
        case ast.NounOf():
            inner = several_in(phrase.arg)
            return inner and replace(inner, again=partial(_with_noun, phrase, inner.again))
    return None


def _with_arg(phrase: ast.Call, at: int, again: Again, other: ast.Expr) -> ast.Expr:
    word, arg = phrase.args[at], again(other)
    return replace(phrase, args=(*phrase.args[:at], (word[0], arg), *phrase.args[at + 1 :]))


def _with_noun(phrase: ast.NounOf, again: Again, other: ast.Expr) -> ast.Expr:
    return replace(phrase, arg=again(other))


def over_things(
    context: Context, expr: ast.Expr, scope: Scope, then: Callable[[Typed], Guard]
) -> Guard:
    """Lower an operand that may be `every`, `some` or `no` SET, or be of such; `then` makes the
    rest. `all SET` inside a phrase is no such operand, but a set as a value."""
    require_some(context, expr, scope)
    return _over(context, expr, scope, lambda thing, *_: then(thing))


def over_subject(
    context: Context, sentence: ast.Node, subject: ast.Expr, scope: Scope,
    then: Callable[[Typed, Scope], Guard],
) -> Guard:
    """Lower the subject of a sentence, an operand like those; `then` makes the rest in the scope
    that knows what it is said of."""
    meant = []
    for cell in same_name(context.symbols, subject):
        with suppress(RulesError):
            meant.append(over_subject(context, sentence, cell, scope, then))
    if len(meant) == 1:  # of only one board's cell this can be said
        return meant[0]
    require_others(context, sentence, scope)
    several = several_in(subject)
    if not _asks_for_none(sentence):
        require_some(context, subject, scope)
    _require_denied_of(sentence, subject)

    def rest(thing: Typed, phrase: ast.Expr, within: Scope, members: Members | None) -> Guard:
        inner = said_of(context, sentence, phrase, scope, thing, within)
        if several is not None and members is not None:
            if several.quantified is not subject or not (
                _at_its_place(sentence) or speaks_of_it(subject)
            ):
                inner = several.owning(subject, sentence, members, inner)
            if _speaks_of_players(sentence, subject, several, scope):
                inner = inner.add(several.suggested(sentence, scope))
        return then(thing, inner)

    return _over(context, subject, beside(context, sentence, subject, scope), rest)


def _at_its_place(sentence: ast.Node) -> bool:
    """Whether a sentence is about a place or value that each thing has itself: `is on its cell`
    says nothing of it, and none `is its suit`, so that another's is meant."""
    said = sentence.complement if isinstance(sentence, ast.Is) else sentence
    match said:
        case ast.IsPreposition(object=ast.NounOf(arg=ast.It())):
            return True
        case ast.Verb(object=ast.NounOf(arg=ast.It())):
            return True
        case ast.IsValue(value=ast.NounOf(arg=ast.It()) | ast.Call(args=((_, ast.It()),))):
            return True
    return False


def _speaks_of_players(
    sentence: ast.Node, subject: ast.Expr, several: Several, scope: Scope
) -> bool:
    """Whether a sentence about every, some or no player goes on with what `the player` has, so that
    the own one of each can be meant; not where both would be the same. In a definition about a
    player, that one is `the player`."""
    things = several.quantified.set
    if not isinstance(things, ast.NounSet) or things.noun != PLAYER or (
        ast.OTHER in things.adjectives
    ):
        return False
    if any(b.head and b.noun == PLAYER for b in scope.entries()):
        return False
    own = subject.name if isinstance(subject, ast.Call) else ""
    inside = {id(node) for node in walk(subject)}
    return any(
        isinstance(node, ast.Call) and node.name != own and id(node) not in inside
        and any(isinstance(arg, ast.TheNoun) and arg.noun == PLAYER for _, arg in node.args)
        for node in walk(sentence))


def _asks_for_none(sentence: ast.Node) -> bool:
    """Whether a sentence says that its subject is none, or is not: then all members are alike."""
    return (isinstance(sentence, ast.Is) and isinstance(sentence.complement, ast.IsValue)
            and isinstance(sentence.complement.value, ast.Nothing))


#: What is done to the one of which was asked: that is told of it.
OF_IT = re.compile(r", .*\bits?\b")


def _require_denied_of(sentence: ast.Node, subject: ast.Expr) -> None:
    """Refuse `a SET is not …`: a reader may take it for that none of them is so."""
    article, _, things = subject.span.text.partition(" ")
    if isinstance(sentence, ast.Is) and sentence.negated and isinstance(
        subject, ast.Quantified
    ) and subject.quantifier == "some" and article in ("a", "an") and not OF_IT.search(
        subject.span.behind
    ):
        raise error("grouping", f"`{subject.span.text} is not …` can be that none of them is, or "
                    "that one of them is not", subject.span,
                    f"write `no {things} is …` if none is to be so, `some {things}` if one is not")


def _over(
    context: Context, expr: ast.Expr, scope: Scope,
    then: Callable[[Typed, ast.Expr, Scope, Members | None], Guard],
) -> Guard:
    several = several_in(expr)
    inside_all = several is not None and (
        several.quantified is not expr and several.quantified.quantifier == "all")
    if several is None or inside_all:
        return then(context.value(expr, scope), expr, scope, None)
    kind = several.quantified.quantifier
    things = context.members(several.quantified.set, scope)
    if several.quantified is expr:
        inner = then(things.typed, expr, scope, things)
    else:
        phrase, inside = several.with_member(things, scope)
        inner = then(context.value(phrase, inside), phrase, inside, things)
    things = in_play(context, things, several.quantified.span, inner.test)
    if kind in ("every", "all"):
        test = comp("all", things.var, op("or", op("not", things.test), inner.test))
    else:
        test = comp("any", things.var, op("and", things.test, inner.test))
    if kind == "no":
        test = op("not", test)
    return Guard(test, inner.span, inner.refs, inner.text)


#: For each comparison its contrary.
CONTRARY = {"more than": "at most", "at most": "more than",
            "less than": "at least", "at least": "less than"}


#: What is denied of a value, not of a place or relation: `is not the hue of every tile`.
EQUAL = re.compile(r"\b(?:is|are|was|were) not (?:the [\w -]+ of $|$)")
#: What is denied of a zone or set that it is in.
NOT_IN = re.compile(r"\bnot in (?!line with )")


def require_clear(text: str, span: Span, *objects: ast.Expr | None) -> None:
    """Refuse a denial of `some SET`, which may be so of none of them, or not so of one, and of a
    comparison with what `every SET` has. Clear are `does not own a tile` and `does not own every
    tile`."""
    compared = next((words for words in CONTRARY if f" not {words} " in f" {text}"), None)
    for thing in objects:
        several = several_in(thing) if thing is not None else None
        if several is None:
            continue
        said = several.quantified.span.text
        quantifier, _, things = said.partition(" ")
        if quantifier == "some" and NOT_IN.search(text):
            nowhere = NOT_IN.sub("in ", text, count=1).replace(said, f"no {things}", 1)
            raise error("grouping", f"`{text}` can be so of none of them, or not so of one",
                        span, f"write `{nowhere}` if it is so of none")
        of_each = thing is not several.quantified and isinstance(thing, ast.Call) and (
            EQUAL.search(text.partition(said)[0]) is not None)
        if quantifier == "some" or (
            (compared or of_each) and quantifier in ("every", "each")
        ):
            every, some = (text.replace(said, f"{word} {things}", 1) for word in ("every", "some"))
            none = f"`{text.replace(said, with_article(things), 1)}`"
            if compared:
                none, every = (f"`{said.replace(f'not {compared}', CONTRARY[compared], 1)}`"
                               for said in (every, some))
            elif thing is not several.quantified:
                none = f"`{_denied(some)}`"
                every = _denied(every) if of_each else every
            raise error("grouping", f"`{text}` can be so of none of them, or not so of one",
                        span, f"write {none} if it is so of none, "
                        f"{every if compared else f'`{every}`'} if it is not so of one")


def require_clear_none(
    sentence: ast.Is | ast.Verb, scope: Scope, *objects: ast.Expr | None
) -> None:
    """Refuse `no tile is safe for some player`, which may be so of no player, or ask for one for
    whom there is none."""
    subject, text = several_in(sentence.subject), sentence.span.text
    if subject is None or subject.quantified.quantifier != "no":
        return
    for thing in objects:
        several = several_in(thing) if thing is not None else None
        if several is None or not isinstance(several.quantified.set, ast.NounSet):
            continue
        said, noun = several.quantified.span.text, several.quantified.set.noun
        quantifier, _, things = said.partition(" ")
        if quantifier == "some" and ast.OTHER not in several.quantified.set.adjectives:
            name = next(letters(noun, {b.name for b in scope.entries()} | set(text.split())), "X")
            one = with_article(things.replace(noun, f"{noun} {name}", 1))
            raise error(
                "grouping", f"`{text}` can be so of each of them, or of one of them",
                sentence.span,
                f"write `{text.replace(said, with_article(things), 1)}` if it is to be so of each, "
                f"`there is {one} where ({text.replace(said, name, 1)})` if of one")


def _denied(text: str) -> str:
    """`that is not the rival of some player`, said with `not (…)`."""
    said = f" {text}".replace(" not ", " ", 1).strip()
    for word, subject in (("whose", "its"), ("that", "it")):
        if said.startswith(f"{word} "):
            return f"where (not ({subject}{said.removeprefix(word)}))"
    return f"not ({said})" if text.partition(" ")[0] != "not" else f"not (… is {said})"


def objects_of(what: ast.Complement) -> tuple[ast.Expr, ...]:
    """What a complement speaks of."""
    match what:
        case ast.IsPreposition(object=thing):
            return (thing,)
        case ast.IsConnected(start=start):
            return (start,)
        case ast.IsIn(set=things):
            return (things,)
        case ast.IsValue(value=value) | ast.IsBound(value=value):
            return (value,)
    return ()


def of_several(phrase: ast.Call) -> RulesError:
    """The error for what several things have, where one value is needed."""
    several, hint = several_in(phrase), None
    if several is not None and isinstance(several.quantified.set, ast.NounSet):
        things = several.quantified.set
        each = phrase.span.text.replace(several.quantified.span.text, f"every {one_of(things)}")
        many = things.span.text.removeprefix("the ")
        hint = f"write `{each} is …`, or of all together, `the total {phrase.name} among {many}`"
    return error("quantifier", f"`{phrase.span.text}` is not one value, but one for each",
                 phrase.span, hint)
