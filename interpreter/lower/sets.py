"""Lowering sets: `White tiles of the player that …` as a test on a candidate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.ir import TRUE, Const, E, Guard, Local, VType, comp, never_all, op
from rulewright.interpreter.ir.expressions import walk as parts_of
from rulewright.interpreter.ir.interned import changed, kept
from rulewright.interpreter.lower.complements import (
    adjective,
    in_two_places,
    preposition,
    two_at_once,
)
from rulewright.interpreter.lower.context import Context, members_of
from rulewright.interpreter.lower.counted_of_several import require_one_total
from rulewright.interpreter.lower.definitions import apply, value_of_thing
from rulewright.interpreter.lower.denied_of_none import require_certain_beside
from rulewright.interpreter.lower.having import has, require_named, said_by_bound
from rulewright.interpreter.lower.in_play import in_play
from rulewright.interpreter.lower.lowered import Assertion, Members, guard_for
from rulewright.interpreter.lower.name_unsaid import require_spoken_of
from rulewright.interpreter.lower.numbered import numbered
from rulewright.interpreter.lower.numbered import owner as owner_of_numbered
from rulewright.interpreter.lower.others import said_of_element
from rulewright.interpreter.lower.reference import ITS, possessive
from rulewright.interpreter.lower.scope import Bound, Possessor, Scope
from rulewright.interpreter.lower.several import objects_of, over_things, require_clear
from rulewright.interpreter.lower.suggested import suggest
from rulewright.interpreter.lower.tables import is_there
from rulewright.interpreter.lower.things import (
    Wording,
    ambiguous,
    has_value,
    is_piece,
    noun_of_thing,
    owner_of,
)
from rulewright.interpreter.lower.typed import Typed, asked_of, if_there, number, single
from rulewright.interpreter.lower.walks import walked
from rulewright.interpreter.model.declarations import walk
from rulewright.interpreter.model.types import listed, noun_of
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import plural, with_article

MAX_NUMBERS = 10_000  # the highest number that can be picked or counted over


def bind_member(
    things: ast.SetNode, members: Members, scope: Scope, *, opens: bool = True,
    chosen: bool = False,
) -> Scope:
    """The scope of the lines that are done with a member of the set."""
    return suggest(scope, things).add(Bound(
        noun_of_set(things), things_name(things), members.typed, True, opens, span=things.span,
        owner=members.owner, chosen=chosen,
    ))


def element(things: ast.SetNode, members: Members, scope: Scope) -> Bound:
    """A member that is spoken of within the phrase."""
    name = things_name(things)
    return Bound(noun_of_set(things), name, members.typed, True, span=things.span,
                 owner=members.owner, named_within=name is not None)


def noun_of_set(things: ast.SetNode) -> str:
    """The noun of a member."""
    match things:
        case ast.NounSet(noun=noun):
            return noun
        case ast.GroupSet():
            return ast.GROUP
    return "number"


def things_name(things: ast.SetNode) -> str | None:
    """The name that the author gives a member."""
    return things.name if isinstance(
        things, (ast.NounSet, ast.NumberSet, ast.GroupSet)) else None


@members_of(ast.NumberSet)
def _numbers(
    context: Context, things: ast.NumberSet, scope: Scope, refs: ast.Refs, chosen: bool
) -> Members:
    least, high = context.value(things.low, scope), context.value(things.high, scope)
    if least.type.kind != "int" or not isinstance(least.e, Const):
        raise error("range", "a range of numbers begins at a number that is fixed before play",
                    things.low.span, "let it begin at the least there can be; what is less now is "
                    "kept out of a roll by its weight, `weighted by (1 if the number is at least … "
                    "otherwise 0)`, of a choice by `only if the number is at least …`")
    low = least.e.value
    if low < 0 or high.type.kind != "int":
        raise error("range", "a range of numbers starts at 0 or above", things.span)
    if high.type.high < low or high.type.high > MAX_NUMBERS:
        raise error("range", f"a range of numbers goes upwards, at most to {MAX_NUMBERS}",
                    things.span)
    kind = VType("int", 0, high.type.high)
    var = context.fresh("number", kind)
    tests = []
    if low > 0:
        tests.append(op(">=", var, Const(low)))
    if not isinstance(high.e, Const):
        tests.append(op("<=", var, high.e))
    guards = tuple(Guard(test, things.span, (), things.span.text) for test in tests)
    return Members(var, VType("int", low, high.type.high), guards)


@members_of(ast.NounSet)
def _things(
    context: Context, things: ast.NounSet, scope: Scope, refs: ast.Refs, chosen: bool
) -> Members:
    noun = things.noun
    kind = context.symbols.type_of(noun, things.span)
    var = context.fresh(noun, kind)
    member = Typed(var, kind)
    guards: list[Guard] = []
    owner: E | None = None
    board = context.symbols.board_of(kind.domain)
    if board is not None and board.endless and not kind.piece:
        guards.append(is_there(context, board, var, things))
    if noun in context.symbols.pieces:
        text = f"there is a piece {noun} there"
        guards.append(Guard(is_piece(context.symbols, noun, var), things.span, refs, text))
    if things.by is not None and noun not in context.symbols.walks:
        raise error("walk", f"`by` stands behind the results of a walk, and a {noun} is none",
                    things.by.span)
    for category, name in things.adjectives:
        guard = _adjective(context, member, category, name, things, scope, refs)
        guards.append(changed(guard, text=f"{_called(things)} is {name}") if chosen else guard)
    if noun in context.symbols.walks:  # of results that are not as is said it is not asked why
        guards.append(_result(context, things, var, scope, refs))
    if things.owner is not None and noun not in context.symbols.walks:
        guard, owner = _owner(context, member, things, things.owner, scope, refs)
        guards.append(guard)
    one = element(things, Members(var, kind, (), owner=owner), scope)
    for before, relative in pairwise(things.relatives):
        _require_not_on(context, things, before, relative)
    for relative in things.relatives:
        if isinstance(relative, ast.RelMost):
            left = in_play(context, Members(var, kind, tuple(guards)), relative.span)
            guards = [*left.guards]
            guards.append(restriction_to_most(context, left, relative, one, scope, refs))
            continue
        if isinstance(relative, ast.RelHas):
            require_named(things, relative)
        guard = restriction(context, member, relative, one, scope, refs)
        if chosen and guard.text == relative.span.text:
            guard = changed(guard, text=_sentence(things, relative))
        guards.append(guard)
    return Members(var, kind, tuple(guards), owner=owner)


def _result(
    context: Context, things: ast.NounSet, var: Local, scope: Scope, refs: ast.Refs
) -> Guard:
    """That a member is the result of a walk of the things that are named."""
    if things.owner is None:
        params = context.symbols.definitions["walk", things.noun][0].params
        said = " ".join(f"{word} {with_article(binder.noun)}" for word, binder in params)
        raise error("walk", f"it is not said of what a {things.noun} is meant", things.span,
                    f"write `{_with_behind(things, said)}`")
    args = tuple((word, context.value(e, scope)) for word, e in (
        ("of", things.owner), ("by", things.by)) if e is not None)
    results = walked(context, things.noun, args, things)
    return Guard(op("in", var, results), things.span, refs, f"there is such a {things.noun}")


def _require_not_on(
    context: Context, things: ast.NounSet, before: ast.Relative, relative: ast.Relative
) -> None:
    """`Tokens next to the Token on c1`: which of them is on c1?"""
    words, on = before.span.words, relative.span.words
    nouns = context.symbols.piece_nouns
    piece = next((name for name in nouns if words.endswith(f"the {name}")), None)
    if piece is None or not on.startswith("on "):
        return
    inside = f"{words.removesuffix(f'the {piece}')}(the {piece} {on})"
    mine = f" or `{on} and {words}`" if things.noun in nouns else ""
    raise error(
        "grouping", f"`{on}` can belong to `the {piece}`, or to what stands before `{words}`",
        before.span.to(relative.span), f"write `{inside}`{mine}")


def _adjective(
    context: Context, member: Typed, category: str, name: str, things: ast.NounSet, scope: Scope,
    refs: ast.Refs,
) -> Guard:
    if category == "ADJ":
        return adjective(context, member, name, things, scope, refs)
    test = has_value(context, member, name, Wording(things.span, lambda of: _with_behind(
        things, f"of {name}" if of == "owner" else f"whose {of} is {name}", name), things.span))
    if test is None:
        domain = member.type.domain
        own = domain is not None and name in domain.labels and not member.type.piece
        raise error("value", f"no {things.noun} can be {name}", things.span,
                    f"`{name}` is a {things.noun} itself: write `{name}` alone" if own else None)
    return Guard(test, things.span, refs, f"the {things.noun} is {name}")


def _owner(
    context: Context, member: Typed, things: ast.NounSet, who: ast.Expr, scope: Scope,
    refs: ast.Refs,
) -> tuple[Guard, E]:
    """The restriction to the pieces of a player, and who that is."""
    symbols = context.symbols
    owner = single(context.value(who, scope, symbols.player), who.span)
    if owner.type.domain != symbols.players or owner.type.words:
        ways = [_with_behind(things, f"whose {name} is {who.span.text}")
                for (noun, name), field in symbols.attributes.items()
                if noun == things.noun and field.type.domain == owner.type.domain]
        raise error("owner", f"`of` after {things.noun} names its owner, a player", things.span,
                    "write " + listed([f"`{way}`" for way in ways], "or") if ways else None)
    kind = numbered(symbols, member)
    whose = owner_of_numbered(symbols, kind, member) if kind is not None else None
    if whose is not None:
        test = op("and", op("some", owner.e), op("==", whose.e, owner.e))
        return Guard(test, things.span, refs, f"the {things.noun} belongs to the player"), owner.e
    board = symbols.board_of(member.type.domain)
    ways = _ways_to_be_of(context, things, who)
    if board is None or board.name not in symbols.occupants:
        if isinstance(who, ast.It):
            ways += [_with_behind(things, words)
                     for words in said_by_bound(context, things.noun, scope)]
        ways += [_with_behind(things, f"in {possessive(who)} {zone.name}")
                 for zone in symbols.zones.values()
                 if zone.owner == noun_of(symbols.player) and things.noun in zone.nouns]
        raise error("owner", f"a {things.noun} has no owner", things.span,
                    "write " + listed([f"`{way}`" for way in ways], "or") if ways else None)
    if ways and member.type.piece is None:
        ways += [_with_behind(things, f"that some {piece.noun} of {who.span.text} is on")
                 for piece in symbols.pieces_on(board.name)]
        raise ambiguous(f"a {things.noun} can be of a player in several ways", ways, things.span)
    mine = owner_of(symbols, Typed(member.e, VType("thing", domain=board.cells)))
    # Things of nobody are no things.
    test = op("and", op("some", owner.e), op("==", mine.e, owner.e))
    return Guard(test, things.span, refs, f"the {things.noun} belongs to the player"), owner.e


def _ways_to_be_of(context: Context, things: ast.NounSet, who: ast.Expr) -> list[str]:
    """What an author can mean by `cards of Gold` other than who owns a piece: an attribute that
    is a player, a relation."""
    symbols, player = context.symbols, who.span.text
    ways = [
        _with_behind(things, f"whose {name} is {player}")
        for (noun, name), field in symbols.attributes.items()
        if noun == things.noun and field.type.domain == symbols.players
    ]
    return ways + [
        _with_behind(things, f"that {player} is {preposition}")
        for one, preposition, other in symbols.relations
        if (one, other) == ("player", things.noun) and things.noun not in symbols.pieces
    ]


def _with_behind(things: ast.NounSet, words: str, adjective: str = "") -> str:
    """A set phrase with more words behind its noun, in the place of `of …` or of an adjective."""
    text = things.span.text
    if things.owner is not None and not adjective:
        text = text.replace(f" of {things.owner.span.text}", "", 1)
        text = text.replace(f" of ({things.owner.span.text})", "", 1)
    text = text.replace(f"{adjective} ", "", 1) if adjective else text
    for noun in (plural(things.noun), things.noun):
        if noun in text:
            return text.replace(noun, f"{noun} {words}", 1)
    return f"{text} {words}"


# ---- restrictions behind the noun ----------------------------------------------------------------
# Each is lowered with the member, the scope around the set, and that in which the member is spoken
# of.


def _that_is(
    context: Context, member: Typed, relative: ast.RelIs, scope: Scope, inner: Scope,
    refs: ast.Refs,
) -> Guard:
    if relative.negated:
        require_clear(relative.span.text, relative.span, *objects_of(relative.complement))
    require_certain_beside(context, relative, scope)
    return context.complement(member, relative, relative.complement, scope, refs, relative.negated)


def _that_does(
    context: Context, member: Typed, relative: ast.RelVerb, scope: Scope, inner: Scope,
    refs: ast.Refs,
) -> Guard:
    if relative.negated:
        require_clear(relative.span.text, relative.span, relative.object)
    rest = [(word, context.value(arg, scope)) for word, arg in relative.tail]

    def with_object(*thing: tuple[str, Typed]) -> Guard:
        args = (("", member), *thing, *rest)
        return apply(context, "verb", relative.verb, args, relative, refs)

    if relative.object is None:
        guard = with_object()
    else:
        guard = over_things(context, relative.object, scope, lambda o: with_object(("to", o)))
    return Assertion(guard).said(relative.negated)


def _that_it_does(
    context: Context, member: Typed, relative: ast.RelObject, scope: Scope, inner: Scope,
    refs: ast.Refs,
) -> Guard:
    """The member is the object of a verb or preposition."""
    word = relative.word

    def with_subject(subject: Typed) -> Guard:
        guard = (preposition(context, subject, word, member, relative, refs)
                 if relative.preposition
                 else apply(context, "verb", word, (("", subject), ("to", member)), relative, refs))
        return Assertion(guard, asked_of(subject)).said(relative.negated)

    return over_things(context, relative.subject, scope, with_subject)


def _whose(
    context: Context, member: Typed, relative: ast.RelWhose, scope: Scope, inner: Scope,
    refs: ast.Refs,
) -> Guard:
    symbols, name = context.symbols, relative.attribute
    if name in symbols.pieces or any(name == board.noun for board in symbols.boards.values()):
        owned = noun_of_thing(symbols, name, member, relative.span)
    else:
        more = tuple((word, context.value(arg, scope)) for word, arg in relative.args)
        owned = value_of_thing(context, name, member, relative, more)
    if relative.negated:
        require_clear(relative.span.text, relative.span, *objects_of(relative.complement))
    if inner.bound is not None and _possesses(relative.complement):
        scope = changed(scope, possessor=Possessor(_possessor(relative, inner.bound), name))
    return context.complement(owned, relative, relative.complement, scope, refs, relative.negated)


@kept
def _possesses(phrase: ast.Node) -> bool:
    """Whether `its ATTRIBUTE` stands in a phrase."""
    return any(isinstance(node, ast.It) and node.span.text.startswith(ITS) for node in walk(phrase))


def _possessor(relative: ast.RelWhose, element: Bound) -> Bound:
    """The element of `whose …`, with the phrase that always means it."""
    name = element.name or element.noun[0].upper()
    said = relative.span.text.removeprefix("whose ").replace("its ", f"{name}'s ")
    return changed(element, phrase=f"`{element.noun} {name} where ({name}'s {said})`")


def _where(
    context: Context, member: Typed, relative: ast.RelWhere, scope: Scope, inner: Scope,
    refs: ast.Refs,
) -> Guard:
    if inner.bound is not None:
        require_spoken_of(relative, inner.bound)
    return context.guard(relative.condition, inner, refs)


def _that_has(
    context: Context, member: Typed, relative: ast.RelHas, scope: Scope, inner: Scope,
    refs: ast.Refs,
) -> Guard:
    require_one_total(relative, scope)
    who = f"the {noun_of(member.type)}"
    had = context.members(relative.set, scope)
    return has(context, member, relative, had, who, scope, refs)


def restriction_to_most(
    context: Context, things: Members, relative: ast.RelMost, one: Bound, scope: Scope,
    refs: ast.Refs,
) -> Guard:
    """Of the things that are left, those with the greatest or least value."""
    value = measure(context, things.typed, relative.value, one, scope)
    each = number(value, relative.value.span)
    if things.var.type.most > 0 and all(node is not things.var for node in parts_of(each)):
        said, noun = relative.value.span.words, noun_of(things.type)
        raise error("meaning", f"`{said}` is the same for every {noun}, so all have the "
                    f"{relative.kind}", relative.value.span,
                    f"say it of the {noun}, which is each of them in turn: `the {noun}'s …`, "
                    f"`… of the {noun}`, `… whose … is the {noun}`")
    most = comp(relative.kind, things.var, op("and", things.test, if_there(value.of, TRUE)), each)
    return guard_for(relative, refs, if_there(value.of, op("==", each, most)))


def measure(
    context: Context, member: Typed, value: ast.Expr, one: Bound, scope: Scope
) -> Typed:
    """A value of a member: an attribute alone is its own."""
    if isinstance(value, ast.Call) and not value.args:
        return value_of_thing(context, value.name, member, value)
    return context.value(value, said_of_element(value, one, scope.add(one)))


def restriction(
    context: Context, member: Typed, relative: ast.Relative, one: Bound, scope: Scope,
    refs: ast.Refs,
) -> Guard:
    """A relative, each part of which is a sentence about the member."""
    if isinstance(relative, ast.RelCombined):
        parts = [restriction(context, member, part, one, scope, refs) for part in relative.parts]
        test = _together(relative, parts)
        return guard_for(relative, refs, test, tuple(parts), any_of=relative.op == "or")
    return RELATIVES[type(relative)](
        context, member, relative, said_of_element(relative, one, scope),
        said_of_element(relative, one, scope.add(one)), refs)


def _together(relative: ast.RelCombined, parts: Sequence[Guard]) -> E:
    """Several things said of one member. That it is one thing and another as well (`on a1 and c1`,
    `that are clubs and hearts`) never holds: an author who says it means the things of either."""
    tests = [part.test for part in parts]
    if relative.op == "and" and (never_all(tests) or in_two_places(
            [part.complement for part in relative.parts if isinstance(part, ast.RelIs)], tests)):
        raise two_at_once(relative.span)
    return op(relative.op, *tests)


RELATIVES: dict[
    type[ast.Relative], Callable[[Context, Typed, Any, Scope, Scope, ast.Refs], Guard]
] = {
    ast.RelIs: _that_is,
    ast.RelVerb: _that_does,
    ast.RelObject: _that_it_does,
    ast.RelWhose: _whose,
    ast.RelWhere: _where,
    ast.RelHas: _that_has,
}


# ---- texts ---------------------------------------------------------------------------------------


def _called(things: ast.NounSet) -> str:
    """How a member of a set is spoken of."""
    return things.name or f"the {things.noun}"


def _sentence(things: ast.NounSet, relative: ast.Relative) -> str:
    """A restriction behind a noun as a sentence about the thing."""
    text = relative.span.text
    match relative:
        case ast.RelIs() | ast.RelVerb() if text.startswith("that "):
            return f"{_called(things)} {text.removeprefix('that ')}"
        case ast.RelIs():
            return f"{_called(things)} is {text}"
        case ast.RelWhere():
            return text.removeprefix("where ").strip("()")
    return f"{_called(things)} is one {text}"
