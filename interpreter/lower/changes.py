"""Lowering changes of what things have: `X becomes …`, `X goes up by …`."""

from __future__ import annotations

import re
from dataclasses import replace

from rulewright.interpreter.diagnostics import RulesError, did_you_mean, error
from rulewright.interpreter.ir import (
    BOOL,
    NONE,
    Const,
    E,
    Field,
    Group,
    Store,
    VType,
    load,
    shift,
)
from rulewright.interpreter.lower.becoming import able_to_become, by_definition
from rulewright.interpreter.lower.blocks import BlockBuilder, statement_of
from rulewright.interpreter.lower.boards import cell_that
from rulewright.interpreter.lower.captured_amount import require_captured
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.ends import checking_ends
from rulewright.interpreter.lower.loops import done_to_each
from rulewright.interpreter.lower.moving import exchanged
from rulewright.interpreter.lower.numbered import numbered
from rulewright.interpreter.lower.others import said_of
from rulewright.interpreter.lower.reference import (
    it,
    namesake,
    one_thing,
    possessive,
    require_apart,
    require_two_apart,
)
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.things import index_of, its_cells, pair_of, require_a_thing
from rulewright.interpreter.lower.typed import Typed, changed_number, coerce, single
from rulewright.interpreter.lower.with_itself import require_two_words
from rulewright.interpreter.model.types import WHOLES, kind_text, listed, member, noun_of
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import with_article

Index = tuple[Typed, ...]


@statement_of(ast.Becomes)
def _becomes(build: BlockBuilder, s: ast.Becomes, scope: Scope) -> None:
    if done_to_each(
        build, s, s.target, scope,
        lambda one, value=s.value: replace(s, target=one, value=value), s.value,
    ):
        return
    context = build.context
    _require_declared(context, s, scope)
    _require_no_value(context, s, scope)
    require_two_words(s.target, s.value, scope)
    with checking_ends(build):
        field, index = _target(context, s.target, scope)
        scope = said_of(context, s, s.target, scope)
        if field.group is Group.OCCUPANT:
            _new_owner(build, s, field, index, scope)
            return
        typed = context.value(s.value, scope, field.type)
        value = coerce(typed, field.type, s.value.span)
        _store(build, s, field, index, value, _stored_type(typed, field.type))


def _require_declared(context: Context, s: ast.Becomes, scope: Scope) -> None:
    """What a thing becomes is a quality; where the word is none, that is what is wrong."""
    if isinstance(s.target, ast.Call) or not isinstance(s.value, ast.Word):
        return
    if scope.name(s.value.text) is None:
        noun = noun_of(context.value(s.target, scope).type)
        if not noun:
            raise error("unknown-word", f"I do not know the word `{s.value.text}`", s.value.span,
                        f"what becomes so has qualities: a thing, the game or the turn; "
                        f"`{s.target.span.text}` is none of these")
        qualities = {name for of, name in context.symbols.qualities if of == noun}
        word = s.value.text
        known = next((name for name in qualities if word in (f"un{name}", f"non{name}")), None)
        raise error("unknown-word", f"I do not know the word `{word}`", s.value.span,
                    f"write `not {known}`" if known else did_you_mean(word, qualities)
                    or able_to_become(context.symbols, noun, word))


def _require_no_value(context: Context, s: ast.Becomes, scope: Scope) -> None:
    """What a thing becomes is a quality; a value is what something that it has becomes."""
    if isinstance(s.target, ast.Call) or not isinstance(s.value, ast.Value):
        return
    value = s.value.text

    def able(thing: Typed) -> list[str]:
        return [of[1] for of, field in context.symbols.owned()
                if of[0] == noun_of(thing.type) and member(field.type, value) is not None]

    try:
        thing = it(context, s.target.span, scope, lambda one: bool(able(one))) if (
            isinstance(s.target, ast.It)) else context.value(s.target, scope)
    except RulesError:
        return  # it is something else that is wrong
    if names := able(thing):
        raise error("target", f"`{value}` is a value, not a quality: the "
                    f"{listed(names, 'or the')} can become it", s.target.span, "write " + (
                        " or ".join(f"`{_whose(s.target, name)}`" for name in names)))


def _whose(target: ast.Expr, name: str) -> str:
    """An attribute of what a phrase speaks of."""
    said = target.span.text
    return f"{possessive(target)} {name}" if len(said.split()) < 3 else f"the {name} of {said}"


def _new_owner(
    build: BlockBuilder, s: ast.Becomes, board: Field, index: Index, scope: Scope
) -> None:
    """`the owner of P becomes …`: on a board with one kind of pieces."""
    owner = build.context.symbols.player
    typed = build.context.value(s.value, scope, owner)
    value = shift(coerce(typed, owner, s.value.span), 0, board.type)
    _store(build, s, board, index, value, _stored_type(typed, owner))


@statement_of(ast.Flag)
def _flag(build: BlockBuilder, s: ast.Flag, scope: Scope) -> None:
    if done_to_each(build, s, s.target, scope, lambda one: replace(s, target=one)):
        return
    thing = _that_becomes(build.context, s, scope)
    noun = noun_of(thing.type)
    quality = build.context.symbols.qualities.get((noun, s.adjective))
    if quality is None:
        able = [f"`the {of} becomes {s.adjective}`"
                for of, name in build.context.symbols.qualities if name == s.adjective]
        declare = f"declare `each {noun} can be {s.adjective}`" if noun else (
            f"say what does: {' or '.join(able)}")
        kept = s.target.span.text.removeprefix("the ")
        of_game = any((whole, kept) in build.context.symbols.attributes for whole in WHOLES)
        whose = f"the {{}} of {s.target.span.text}" if of_game else f"{possessive(s.target)} {{}}"
        declare = by_definition(
            build.context.symbols, noun, s.adjective, whose if s.on else "") or declare
        if thing.type.domain == build.context.symbols.zone:
            declare = f"say where its pieces go: `move all … in {s.target.span.text} to …`"
        raise error("quality", f"{kind_text(thing.type)} cannot become `{s.adjective}`",
                    s.span, declare)
    require_a_thing(thing, s.span)
    with checking_ends(build):
        _store(build, s, quality, index_of(thing), Const(int(s.on)), BOOL)


def _that_becomes(context: Context, s: ast.Flag, scope: Scope) -> Typed:
    """What becomes so; `it` is what can."""
    def fits(thing: Typed) -> bool:
        return (noun_of(thing.type), s.adjective) in context.symbols.qualities

    if isinstance(s.target, ast.It):
        return it(context, s.target.span, scope, fits)
    negated = "" if s.on else "not "
    said = f"{{}} becomes {negated}{s.adjective}"
    target = cell_that(context.symbols, s.target, fits)
    return one_thing(context.value(target, scope), s.target, said, s.span)


@statement_of(ast.Relate)
def _relate(build: BlockBuilder, s: ast.Relate, scope: Scope) -> None:
    if done_to_each(build, s, s.target, scope, lambda one: replace(s, target=one)):
        return
    about = said_of(build.context, s, s.target, scope)
    if done_to_each(build, s, s.other, about, lambda one: replace(s, other=one)):
        return
    one = build.context.value(s.target, scope)
    two = single(build.context.value(s.other, scope), s.other.span)
    negated = "" if s.on else "not "
    one_thing(one, s.target, f"{{}} becomes {negated}{s.preposition} {s.other.span.text}",
              s.span)
    nouns = (noun_of(one.type), s.preposition, noun_of(two.type))
    relation = build.context.symbols.relations.get(nouns)
    if relation is None:
        raise error("quality", f"{kind_text(one.type)} cannot become `{s.preposition}` "
                    f"{kind_text(two.type)}", s.span)
    require_a_thing(one, s.target.span)
    require_a_thing(two, s.other.span)
    require_apart(s.target, one, s.other, two, s.span)
    with checking_ends(build):
        _store(build, s, relation, (one, two), Const(int(s.on)), BOOL)


@statement_of(ast.Change)
def _change(build: BlockBuilder, s: ast.Change, scope: Scope) -> None:
    if done_to_each(
        build, s, s.target, scope,
        lambda one, amount=s.amount: replace(s, target=one, amount=amount), s.amount,
    ):
        return
    require_two_words(s.target, s.amount, scope)
    require_captured(build.context, s)
    field, index = _target(build.context, s.target, scope)
    by = build.context.value(s.amount, said_of(build.context, s, s.target, scope))
    now = Typed(load(field, *(thing.e for thing in index)), field.type)
    changed, kind = changed_number(now, by, s)
    with checking_ends(build):
        _store(build, s, field, index, changed, kind)


@statement_of(ast.Exchange)
def _exchange(build: BlockBuilder, s: ast.Exchange, scope: Scope) -> None:
    """Two attributes get the value of the other, or two pieces its place."""
    require_two_words(s.one, s.other, scope)
    places = [_changing(build.context, target, scope) for target in (s.one, s.other)]
    if None in places:
        exchanged(build, s, scope)
        return
    values = [Typed(load(field, *(thing.e for thing in index)), field.type)
              for field, index in filter(None, places)]
    kept = [Typed(build.keep(value, s.span), value.type) for value in values]
    with checking_ends(build):
        for (field, index), value, said in zip(
            filter(None, places), reversed(kept), (s.other, s.one), strict=True
        ):
            fitting = coerce(value, field.type, said.span)
            _store(build, s, field, index, fitting, _stored_type(value, field.type))


def _changing(context: Context, target: ast.Expr, scope: Scope) -> tuple[Field, Index] | None:
    """The attribute that a phrase names; None where it names a piece with a number."""
    if not isinstance(namesake(context, target, scope), ast.Call):
        thing = context.value(target, scope)
        one_thing(thing, target, "exchange {} and …", target.span)
        if numbered(context.symbols, thing) is not None:
            return None
        _require_exchangeable(context, target, thing)
    field, index = _target(context, target, scope)
    if field.group is Group.OCCUPANT:
        raise error("target", "an owner is not exchanged", target.span,
                    f"write `{target.span.text} becomes …`")
    return field, tuple(Typed(thing.e, thing.type) for thing in index)


def _require_exchangeable(context: Context, target: ast.Expr, thing: Typed) -> None:
    """Refuse what has no place of its own that another could take."""
    said = target.span.text
    if thing.type.piece:
        raise error("target", f"{said} is known by its cell, and has no place to exchange",
                    target.span, "pieces with a number change places, as in `piece "
                    f"{thing.type.piece} of a player: 8 each, on …`; of others note what stands "
                    "there, then remove and put them")


def _stored_type(have: Typed, kind: VType) -> VType:
    """The range a value may take once it fits the words of a type."""
    return have.type if have.type.kind != "thing" else replace(kind, none=have.type.none)


def _store(
    build: BlockBuilder, s: ast.Stmt, field: Field, index: Index, value: E, kind: VType
) -> None:
    """Store a value of a type; a constant that does not fit is refused."""
    outside = kind.least < field.type.least or kind.most > field.type.most
    if outside and isinstance(value, Const) and not (
        field.type.least <= value.value <= field.type.most
    ):
        if kind.kind == "thing" and value is NONE:
            raise error("bound", f"the {field.name} cannot become none", s.span,
                        "that is what stands behind `becomes`; an attribute that may be none is "
                        "declared with `or none`")
        raise error("bound", f"the {field.name} cannot become {value.value}", s.span)
    build.emit(Store(s.span, s.refs, field, tuple(thing.e for thing in index), value))


def _meant(context: Context, target: ast.Expr) -> str | None:
    """A hint for what cannot change: whose it is, or what is nearly spelt so. `The Token on d4's
    colour` is read as the Token on a cell."""
    names = context.symbols.attributes
    match target:
        case ast.NounOf(word="on", noun=noun, arg=ast.Call(name=name, args=(("of", cell),))):
            return f"write `the {name} of the {noun} on {cell.span.text}`"
        case ast.Call(name="owner", args=((_, _),)) if context.symbols.pieces:
            return ("a piece changes sides only where its board has one kind of pieces: remove it, "
                    "and put another")
        case ast.Call(name=name, args=()):
            owner = next((noun for noun, known in names if known == name), None)
            return f"write `the {owner}'s {name}`" if owner else None
    return did_you_mean(target.span.text.removeprefix("the "), {name for _, name in names})


def _target(context: Context, target: ast.Expr, scope: Scope) -> tuple[Field, Index]:
    """The field and index that an assignment changes."""
    known, thing = None, None
    target = namesake(context, target, scope)

    def fits(thing: Typed) -> bool:
        return isinstance(target, ast.Call) and _of_one(context, target.name, thing) is not None

    if isinstance(target, ast.Call) and len(target.args) == 2:
        args = tuple((word, single(context.value(arg, scope), arg.span))
                     for word, arg in target.args)
        pair = pair_of(context.symbols, target.name, args)
        if pair is not None:
            for (_, arg), (_, thing) in zip(target.args, args, strict=True):
                require_a_thing(thing, arg.span)
            require_two_apart(target, args)
            return pair, tuple(thing for _, thing in args)
    elif isinstance(target, ast.Call) and target.args:
        owner = target.args[0][1]
        if isinstance(owner, ast.It):
            thing = it(context, owner.span, scope, fits, target.span.text, target.name)
        else:
            thing = context.value(cell_that(context.symbols, owner, fits), scope)
            one_thing(thing, owner, f"its {target.name} …", target.span)
        require_a_thing(thing, owner.span)
        known = _of_one(context, target.name, thing)
    elif isinstance(target, ast.Call):
        fields = (context.symbols.attributes.get((whole, target.name)) for whole in WHOLES)
        known = next(((field, ()) for field in fields if field is not None), None)
    if known is None:
        raise error("target", f"`{target.span.text}` is not something that can change", target.span,
                    _of_its_cell(context, target, thing) or _of_a_pair(context, target, thing)
                    or _meant(context, target)
                    or _of_another(context, target))
    return known


def _of_a_pair(context: Context, target: ast.Expr, thing: Typed | None) -> str | None:
    """How to change what is kept for pairs, where one of the two is not said: it is kept of
    `thing` and another one."""
    if not isinstance(target, ast.Call) or len(target.args) > 1:
        return None
    name = target.name
    pair = next((pair for pair in context.symbols.pairs if pair[1] == name), None)
    if pair is None:
        return None
    owner, _, word, other = pair
    given = target.args[0][1].span.text if target.args else ""
    if thing is not None and isinstance(target.args[0][1], ast.It):
        given = f"the {other}" if noun_of(thing.type) == other else ""
    many = re.match(r"(?:every|each|all) ", given) is not None
    said = "…" if many else given or "…"
    told = (f"`{name}` is kept of {with_article(owner)} and {with_article(other)}: write "
            f"`the {owner}'s {name} {word} {said}`, or `for each {owner}, …` in front of it")
    if not many:
        return told
    letter = other[0].upper()
    return (f"{told}; of several, a line for each: `for each {other} {letter}` with what keeps of "
            f"which, and behind a comma `the {owner}'s {name} {word} {letter} …`")


def _of_another(context: Context, target: ast.Expr) -> str | None:
    """How to change what `it` has not, but another thing has."""
    if isinstance(target, ast.Call) and target.name in context.symbols.zones:
        return f"what a zone holds is moved: `move all … in {target.span.text} to …`"
    if not isinstance(target, ast.Call) or not target.args or (
        not isinstance(target.args[0][1], ast.It)
    ):
        return None
    nouns = [noun for noun, name in context.symbols.attributes if name == target.name]
    if len(nouns) != 1 or nouns[0] in WHOLES:
        return None
    return f"`it` is something else here: write `the {nouns[0]}'s {target.name}`"


def _of_its_cell(context: Context, target: ast.Expr, piece: Typed | None) -> str | None:
    """How to change what the cell of a piece has: it is asked of the piece, but not changed so."""
    if not isinstance(target, ast.Call) or not target.args or piece is None:
        return None
    owner = target.args[0][1]
    said = possessive(owner)
    for cell in its_cells(context.symbols, piece, target.span):
        if _of_one(context, target.name, cell) is not None:
            return f"write `{said} {noun_of(cell.type)}'s {target.name}`"
    return None


def _of_one(context: Context, name: str, thing: Typed) -> tuple[Field, Index] | None:
    """An attribute of one thing, or the owner of a piece."""
    symbols = context.symbols
    field = symbols.attributes.get((noun_of(thing.type), name))
    if field is not None:
        return field, index_of(thing)
    if name == "owner" and thing.type.piece:
        board = symbols.pieces[thing.type.piece].board
        if len(symbols.pieces_on(board)) == 1:
            return symbols.occupants[board], (thing,)
    return None
