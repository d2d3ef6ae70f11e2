"""Which thing `other NOUN` is other than.

Model. A sentence is said of the things of its subject: of the subject itself, and of those that it
belongs to (`Bob's bid is less than the bid of every other player`). Within a relative, and behind
`where` or in front of `among`, that is the element of the set. `other` is other than the thing of
its noun that the nearest sentence is said of; where there is none, than the one that is bound or
named beside it (`some other player's bid is more than Bob's bid`); of players, where there is none
either, than the player to move. Where two fit, it is an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulewright.interpreter.diagnostics import RulesError, error
from rulewright.interpreter.ir.interned import kept
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.noting import PLAYER, note_other
from rulewright.interpreter.lower.reference import LONG, TO_MOVE, phrases, reading
from rulewright.interpreter.lower.scope import Bound, Scope, Sentence
from rulewright.interpreter.lower.typed import Typed
from rulewright.interpreter.model.declarations import inside
from rulewright.interpreter.model.types import noun_of
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import plural

#: Phrases that may name a thing.
NAMING = (ast.Value, ast.Cell, ast.Word, ast.TheNoun, ast.ThePlayer, ast.Captured, ast.Call,
          ast.NounOf, ast.Before)

# ---- what a sentence is said of ------------------------------------------------------------------


@kept
def speaks_of_others(phrase: ast.Node) -> bool:
    """Whether `other` stands in a phrase."""
    return (
        (isinstance(phrase, (ast.NounSet, ast.GroupSet)) and ast.OTHER in phrase.adjectives)
        or (isinstance(phrase, ast.IsAdjective) and phrase.adjective == "other")
        or any(speaks_of_others(part) for part in inside(phrase)))


def said_of(
    context: Context, sentence: ast.Node, subject: ast.Expr, scope: Scope,
    thing: Typed | None = None, within: Scope | None = None,
) -> Scope:
    """The scope for the rest of a sentence, behind its subject, which is read in `within` and is
    `thing`."""
    if not speaks_of_others(sentence) or speaks_of_others(subject):
        return scope
    within = within or scope
    if _identifies(sentence):
        thing = None
    elif thing is None:
        thing = _value(context, subject, within)
    of = tuple(_things(context, subject, within, thing))
    return _in_sentence(scope, Sentence(of, (), scope.sentence))


def said_of_element(sentence: ast.Node, bound: Bound, scope: Scope) -> Scope:
    """The scope for what is said of an element of a set."""
    if not speaks_of_others(sentence) or _identifies(sentence):
        return scope
    return _in_sentence(scope, Sentence((bound,), (), scope.sentence))


def beside(context: Context, sentence: ast.Node, subject: ast.Expr, scope: Scope) -> Scope:
    """The scope for a subject with `other` in it: what the sentence names behind it."""
    if not speaks_of_others(subject):
        return scope
    named = tuple(b for phrase in _objects(sentence)
                  for b in _things(context, phrase, scope, _value(context, phrase, scope)))
    return _in_sentence(scope, Sentence((), named, scope.sentence))


def _in_sentence(scope: Scope, sentence: Sentence) -> Scope:
    return Scope(scope.bound, scope.outer, scope.early, sentence)


def _identifies(sentence: ast.Node) -> bool:
    """Whether the subject itself is said to be another (`its holder is some other player`)."""
    match sentence:
        case ast.Is(complement=complement) | ast.RelIs(complement=complement):
            return isinstance(complement, (ast.IsValue, ast.IsEither, ast.IsAdjective))
    return isinstance(sentence, ast.Becomes)


def _objects(sentence: ast.Node) -> Iterator[ast.Expr]:
    """What stands behind the subject, as far as it names things."""
    match sentence:
        case ast.Is(complement=(ast.IsValue() | ast.IsBound()) as complement):
            yield complement.value
        case ast.Is(complement=ast.IsPreposition(object=thing)):
            yield thing
        case ast.Verb(object=thing, tail=tail):
            yield from [] if thing is None else [thing]
            yield from (thing for _, thing in tail)


def _restricting(things: ast.Node) -> Iterator[ast.Expr]:
    """What a set phrase names besides its members: `cards that Bob is holding`."""
    match things:
        case ast.NounSet(owner=owner, relatives=relatives):
            yield from [] if owner is None else [owner]
            for relative in relatives:
                yield from _restricting(relative)
        case ast.GroupSet(things=things, relatives=relatives):
            for part in (things, *relatives):
                yield from _restricting(part)
        case ast.RelIs(complement=ast.IsPreposition(object=thing)):
            yield thing
        case ast.RelWhose(complement=ast.IsValue(value=thing)):
            yield thing
        case ast.RelObject(subject=thing):
            yield thing
        case ast.RelVerb(object=thing, tail=tail):
            yield from [] if thing is None else [thing]
            yield from (thing for _, thing in tail)
        case ast.RelCombined(parts=parts):
            for part in parts:
                yield from _restricting(part)


def things_named(context: Context, phrase: ast.Expr, scope: Scope) -> list[Bound]:
    """The things that a sentence with this subject is said of."""
    return list(_things(context, phrase, scope, _value(context, phrase, scope)))


def _things(
    context: Context, phrase: ast.Expr, scope: Scope, thing: Typed | None
) -> Iterator[Bound]:
    """The things that a phrase names, `thing` as a whole, and those that this belongs to. Of those
    of one noun, the outermost."""
    inner: tuple[ast.Expr, ...] = ()
    match phrase:
        case ast.Quantified(set=ast.NounSet(owner=owner)) if owner is not None:
            inner = (owner,)
        case ast.Count(set=counted) | ast.Aggregate(set=counted):
            inner = tuple(_restricting(counted))
        case ast.Arithmetic(left=left, right=right):
            inner = (left, right)
        case ast.Call():
            inner = tuple(arg for _, arg in phrase.args)
        case ast.NounOf():
            inner = (phrase.arg,)
    noun = ""
    if thing is not None:
        noun = noun_of(thing.type)
        yield _named(phrase, noun, thing)
    for part in inner:
        if isinstance(part, ast.It):
            yield from (b for b in scope.its() if b.value is not None and b.noun != noun)
        else:
            yield from (b for b in _things(context, part, scope, _value(context, part, scope))
                        if b.noun != noun)


def _value(context: Context, phrase: ast.Expr, scope: Scope) -> Typed | None:
    """The thing that a phrase names, if it does; what is wrong with it is told elsewhere."""
    if not isinstance(phrase, NAMING):
        return None
    return context.thing_if_any(phrase, scope)


def _named(phrase: ast.Expr, noun: str, thing: Typed) -> Bound:
    short = isinstance(phrase, NAMING) and len(phrase.span.text) <= LONG
    return Bound(noun, None, thing, span=phrase.span,
                 phrase=f"`{phrase.span.text}`" if short else "")


# ---- what `other` means --------------------------------------------------------------------------


def other_than(
    context: Context, subject: Typed, noun: str, whole: ast.Node, scope: Scope
) -> Typed:
    """The thing that `other NOUN` is other than."""
    found = _candidates(context, subject, noun, scope)
    if len(found) > 1 or (found and found[0].value is None):
        raise _unclear(found, noun, whole, scope)
    if found and found[0].value is not None:
        if found[0].value.e == subject.e:
            raise error("other", f"the {noun} is no other than itself", whole.span,
                        f"name one of the two, as in `a {noun} X`")
        note_other(context, whole.span, found[0], scope)
        return found[0].value
    if noun != PLAYER:
        raise error("other", f"no {noun or 'thing'} is spoken of, so there is no other",
                    whole.span, _named_other(context, noun))
    owners = [Bound(PLAYER, None, None, phrase=f"`{words}`") for words in _owners(context, scope)]
    if owners:
        raise _unclear([TO_MOVE, *owners], noun, whole, scope)
    note_other(context, whole.span, None, scope)
    return context.to_move()


def _named_other(context: Context, noun: str) -> str | None:
    """How it is said than which thing another is other, where the lines speak of none."""
    if not noun:
        return None
    name = noun[0].upper() if noun[0].upper() not in "AI" else "X"
    hint = f"say than which: `there is no {noun} {name} … where (… and {name} is not …)`"
    kind = context.symbols.numbered.get(noun)
    if kind is None or kind.owners is None:
        return hint
    if len(set(kind.owners)) == len(kind.owners):
        return (f"say than which: `… {noun} {name} … where ({name} is not the player's {noun})`, "
                f"as in `there is no {noun} {name} where ({name} is not the player's {noun})`")
    return f"{hint}; of those of other players it is `{noun} … whose owner is not the player`"


def _candidates(context: Context, subject: Typed, noun: str, scope: Scope) -> list[Bound]:
    found = [b for b in scope.said_of(noun) if b.value is not None and b.value.e != subject.e]
    if found:
        return found
    bound = scope.spoken_of(noun)
    apart: list[Bound] = []
    for b in scope.sentence.beside if scope.sentence is not None else ():
        if b.noun == noun and not any(b.same(known) for known in (*bound, *apart)):
            apart.append(b)
    if not bound and noun == PLAYER:
        mover = context.to_move().e
        apart = [b for b in apart if b.value is not None and b.value.e != mover]
        return [TO_MOVE, *apart] if apart else []
    if noun == PLAYER and bound and all(
        b.chosen and b.span is not None and b.span.text.startswith("other player") for b in bound
    ):
        return [*bound, *apart, TO_MOVE]  # who chose one other than himself may mean the others
    return [*bound, *apart]


def _owners(context: Context, scope: Scope) -> Iterator[str]:
    """The owners of pieces that a sentence is said of, or a definition is about, where it is not
    said that they are the player to move: an `other player` may be other than they."""
    sentence, pieces = scope.sentence, list[Bound]()
    while sentence is not None and not pieces:
        pieces = [b for b in sentence.of if b.value is not None and b.value.type.piece]
        sentence = sentence.outer
    pieces = pieces or [b for b in scope.entries()
                        if b.head and b.value is not None and b.value.type.piece]
    mover = context.to_move().e
    for b in pieces:
        if not any(same.owner == mover for same in (b, *filter(b.same, scope.entries()))):
            yield f"the owner of {b.phrase.strip('`') or b.name or f'the {b.noun}'}"


def _unclear(found: Sequence[Bound], noun: str, whole: ast.Node, scope: Scope) -> RulesError:
    """Two things fit: the readings, and a set phrase for each."""
    alone = scope.candidates(noun)
    if len(alone) == 1 and alone[0].value is not None and not (
        alone[0].phrase or (noun == PLAYER and alone[0].chosen)
    ):
        clear = replace(alone[0], phrase=f"`{alone[0].name or f'the {noun}'}`")
        found = [clear if b is alone[0] else b for b in found]
    readings = [f"other than {reading(b, whole.span)}" for b in found]
    offered = [_without(whole, noun, b, phrase)
               for b, phrase in zip(found, phrases(found), strict=True)]
    return error("other", f"`other {noun}` can be {' or '.join(readings)}", whole.span,
                 "write " + " or ".join(offered))


def _without(whole: ast.Node, noun: str, b: Bound, phrase: str) -> str:
    """A set phrase that says than what it is other: `tiles of Gold that are not T`."""
    _, words, behind = phrase.split("`", 2)
    if phrase == b.phrase and b.value is None and words.startswith("for each"):
        return phrase
    if not isinstance(whole, ast.NounSet):
        return f"`{noun} that is not {words}`{behind}"
    text = whole.span.text
    head = (*text.partition(f"other {plural(noun)}"),) if f"other {plural(noun)}" in text else (
        text.partition(f"other {noun}"))
    many = head[1].endswith(plural(noun))
    name = f" {whole.name}" if whole.name else ""
    behind_noun = head[2].removeprefix(name)
    owner = behind_noun[: behind_noun.find(whole.owner.span.text) + len(whole.owner.span.text)] if (
        whole.owner is not None and behind_noun.startswith(" of ")) else ""
    owner += ")" if owner.count("(") > owner.count(")") else ""
    rest = behind_noun.removeprefix(owner)
    apart = f"that {'are' if many else 'is'} not {words}"
    return f"`{head[0]}{head[1].removeprefix('other ')}{name}{owner} {apart}{rest}`{behind}"
