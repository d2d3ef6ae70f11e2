"""Lowering values: what a phrase that is not a condition stands for.

Every value has a type (`VType`); numbers carry their bounds, so that what is kept in a field is
known to fit or is checked when it is stored.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.interpreter.diagnostics import did_you_mean, error
from rulewright.interpreter.ir import (
    BOOL,
    FALSE,
    NONE,
    OPERATIONS,
    Const,
    Times,
    VType,
    comp,
    cond,
    op,
    or_none,
)
from rulewright.interpreter.lower.boards import (
    board_with,
    cell_that,
    cells_of,
    on_board,
    whole_of,
)
from rulewright.interpreter.lower.context import Context, value_of
from rulewright.interpreter.lower.counted import of_all
from rulewright.interpreter.lower.definitions import defined_value, is_defined
from rulewright.interpreter.lower.in_play import in_play
from rulewright.interpreter.lower.just_changed import require_unchanged
from rulewright.interpreter.lower.lowered import Members, require_things
from rulewright.interpreter.lower.noting import note_names, note_number
from rulewright.interpreter.lower.numbered import has_noun, numbered, zone_of
from rulewright.interpreter.lower.one_for_each import require_counted_at_one
from rulewright.interpreter.lower.reference import (
    it,
    namesake,
    require_there,
    require_two_apart,
    the_noun,
)
from rulewright.interpreter.lower.scope import CAPTURED, Scope
from rulewright.interpreter.lower.sets import element as element_of
from rulewright.interpreter.lower.sets import measure
from rulewright.interpreter.lower.several import of_several
from rulewright.interpreter.lower.things import (
    Args,
    attribute_of,
    attribute_of_things,
    element,
    noun_of_thing,
    nouns_of_its_cells,
    of_pieces,
    part_of_result,
    require_a_thing,
)
from rulewright.interpreter.lower.turning import left_turns
from rulewright.interpreter.lower.typed import Typed, coerce, join, number, single
from rulewright.interpreter.model.symbols import SymbolTable
from rulewright.interpreter.model.types import WHOLES, kind_text, listed, member, members_text
from rulewright.interpreter.syntax import ast

MAX_NUMBER = (1 << 31) - 1  # that arithmetic may come to, as far as bounds tell
Wanted = VType | None

# ---- words ---------------------------------------------------------------------------------------


@value_of(ast.Number)
def _number(context: Context, expr: ast.Number, scope: Scope, expected: Wanted) -> Typed:
    value = Const(expr.value)
    return Typed(value, value.type)


@value_of(ast.Yes)
def _yes(context: Context, expr: ast.Yes, scope: Scope, expected: Wanted) -> Typed:
    return Typed(Const(int(expr.value)), BOOL)


@value_of(ast.Nothing)
def _nothing(context: Context, expr: ast.Nothing, scope: Scope, expected: Wanted) -> Typed:
    if expected is None or expected.kind != "thing":
        raise error("none", "it is not clear what there is none of", expr.span,
                    "`none` is said where a thing, or a word, may be missing: an attribute that is "
                    "declared with `or none`; of a number it is `0`, and a value that means that "
                    "nothing is chosen has a word of its own, such as `nothing`")
    return Typed(NONE, VType("thing", words=expected.words, domain=expected.domain, none=True,
                             signs=expected.signs))


@value_of(ast.Value)
def _named_value(context: Context, expr: ast.Value, scope: Scope, expected: Wanted) -> Typed:
    """A declared word: a value of the type that is wanted, an option, a value of any kind."""
    text, symbols = expr.text, context.symbols
    if text in ("yes", "no") and expected is not None and expected.kind == "bool":
        return Typed(Const(int(text == "yes")), BOOL)
    if expected is not None and expected.kind == "thing":
        known = member(expected, text)
        if known is not None:
            return Typed(Const(known), expected)
    if text in symbols.options:
        return _option(context, expr)
    domains = [d for d in symbols.domains.values() if text in d.labels]
    if len(domains) == 1:
        kind = VType("thing", domain=domains[0])
        return Typed(Const(domains[0].labels.index(text)), kind)
    _require_plays(context, expr)
    if expected is None:
        of_what = next((f"a thing that is so has its noun behind it: `a {text} {noun}`"
                        for (noun, _), known in symbols.attributes.items()
                        if noun and known.type.kind == "thing" and known.type.words
                        and text not in ("none", "nobody")
                        and member(known.type, text) is not None), None)
        raise error("value", f"it is not clear of what `{text}` is a value here", expr.span,
                    of_what)
    hint = did_you_mean(text, members_text(expected)) if expected.kind == "thing" else None
    of = [name for (noun, name), known in symbols.attributes.items()
          if expected.domain is not None and noun == expected.domain.noun
          and known.type.kind == "thing" and member(known.type, text) is not None]
    if len(of) == 1:
        hint = (f"it is what its {of[0]} can be: `its {of[0]} is {text}`; a row of such values is "
                f"a case, `… if its {of[0]} is {text}`, and the last one `… otherwise` "
                "(LANGUAGE.md, 5)")
    raise error("value", f"`{text}` is not {kind_text(expected)}", expr.span, hint)


def _require_plays(context: Context, expr: ast.Value) -> None:
    """Refuse a seat that is left out with so few players."""
    least = context.absent(expr.text)
    if least:
        raise error("value", f"`{expr.text}` plays only where there are {least} or more", expr.span,
                    f"put the line under `when the number of players is at least {least}`")


def _option(context: Context, expr: ast.Value) -> Typed:
    text = expr.text
    option = context.option(text)
    if option.number is None:
        raise error("option", f"with these options `{text}` is the word `{option.word}`, "
                    "not a number", expr.span, f"a word is asked for as `{text} is {option.word}`; "
                    f"where a number is meant, put it under `when {text} is not {option.word}`")
    note_number(context, expr.span, option.number)
    return Typed(Const(option.number), VType("int", option.number, option.number))


@value_of(ast.Cell)
def _cell(context: Context, expr: ast.Cell, scope: Scope, expected: Wanted) -> Typed:
    board = board_with(context.symbols, expr, expected)
    at = board.cell(expr.text)
    assert at is not None, "the board has such a cell"
    return Typed(Const(at), VType("thing", domain=board.cells))


@value_of(ast.Word)
def _variable(context: Context, expr: ast.Word, scope: Scope, expected: Wanted) -> Typed:
    text = expr.text
    meant = scope.name(text)
    if meant is not None:
        note_names(context, scope)
        return meant
    require_there(text, expr.span, scope)
    symbols = context.symbols
    names = [b.name or b.noun for b in scope.entries()]
    if text in names:
        suggested = next((b for b in scope.entries() if b.name == text and b.phrase), None)
        if suggested is not None:
            noun = suggested.noun
            raise error("bound", f"that there is one binds no {text}: there may be several",
                        expr.span, f"say all of it in one: `there is a {noun} {text} where (…)`; "
                        f"or write `for each {noun} {text}`")
        raise error("before", f"which one {text} is was not known before the act", expr.span,
                    f"ask what is so now, or name {text} above the act")
    known = {*names, *symbols.options, *symbols.domains, *symbols.pieces}
    known |= {label for domain in symbols.domains.values() for label in domain.labels}
    known |= {word for field in symbols.attributes.values() for word in field.type.words}
    named = len(text) == 1 and text.isupper()
    hint = None if text.lower() in ("he", "she", "they") else did_you_mean(text, known)
    if named:
        hint = (f"a name stands behind the noun where its thing comes up, as in `a player {text}`: "
                f"nothing is called {text} around this line")
    raise error("unknown-word", f"I do not know the word `{text}`", expr.span, hint)


# ---- things that are spoken of -------------------------------------------------------------------


@value_of(ast.It)
def _it(context: Context, expr: ast.It, scope: Scope, expected: Wanted) -> Typed:
    return require_unchanged(context.symbols, it(context, expr.span, scope), expr.span, scope)


@value_of(ast.TheNoun)
def _the_noun(context: Context, expr: ast.TheNoun, scope: Scope, expected: Wanted) -> Typed:
    meant = namesake(context, expr, scope)
    if meant is not expr:
        return context.value(meant, scope, expected)
    return the_noun(context, expr.noun, expr.span, scope)


@value_of(ast.ThePlayer)
def _the_player(context: Context, expr: ast.ThePlayer, scope: Scope, expected: Wanted) -> Typed:
    return context.decider if expr.decides else context.to_move()


@value_of(ast.Whole)
def _whole(context: Context, expr: ast.Whole, scope: Scope, expected: Wanted) -> Typed:
    return Typed(FALSE, VType("thing", words=(expr.which,)))


@value_of(ast.NounOf)
def _noun_of(context: Context, expr: ast.NounOf, scope: Scope, expected: Wanted) -> Typed:
    """A piece by its cell, or a cell by its piece."""
    symbols = context.symbols

    def fits(thing: Typed) -> bool:
        if whole_of(symbols, expr.noun, thing) is not None:
            return True
        if numbered(symbols, thing) is not None or expr.noun in symbols.numbered:
            return has_noun(symbols, expr.noun, thing)
        if expr.noun in symbols.pieces:
            return thing.type.domain == symbols.board_of_piece(expr.noun).cells
        if part_of_result(symbols, expr.noun, thing) is not None:
            return True
        return bool(thing.type.piece and thing.type.domain and thing.type.domain.noun == expr.noun)

    if isinstance(expr.arg, ast.It):
        arg = it(context, expr.arg.span, scope, fits, expr.span.text, expr.noun)
        if not fits(arg) and (known := of_pieces(expr.noun, scope, fits)):
            raise error("type", f"`it` is {kind_text(arg.type)} here, which has no {expr.noun}",
                        expr.span, f"say whose: {known}")
    else:
        place = expr.arg
        if expr.noun in symbols.pieces or expr.noun in symbols.numbered:
            piece = Typed(NONE, symbols.type_of(expr.noun, expr.span))
            place = on_board(symbols, place, *cells_of(symbols, piece))
        arg = single(context.value(place, scope), place.span)
    return noun_of_thing(symbols, expr.noun, arg, expr.span)


@value_of(ast.Captured)
def _captured(context: Context, expr: ast.Captured, scope: Scope, expected: Wanted) -> Typed:
    """The piece that an act is about to take off the board: it is spoken of before it is gone."""
    cell = scope.name(CAPTURED)
    if cell is None:
        raise error("before", f"`{expr.span.text}` is gone, and no act above took it here",
                    expr.span, f"above the act it still stands there: `the {expr.noun} on …`; "
                    "below `put`, `move` or `remove` say what it was: "
                    f"`{expr.span.text} was …`, `{expr.span.text}'s owner`")
    return noun_of_thing(context.symbols, expr.noun, cell, expr.span)


@value_of(ast.Before)
def _before(context: Context, expr: ast.Before, scope: Scope, expected: Wanted) -> Typed:
    """What was kept for it is found in the scope; here there is nothing."""
    raise error("before", f"`{expr.span.text}` is about the moment before an act or choice, and "
                "none stands above it here", expr.span,
                "it can be said below `put`, `move`, `remove` or a choice; `only if`, definitions "
                "and `end` speak of the present: write `is`; what a line above has changed is "
                "asked in front of that line")


# ---- attributes and definitions ------------------------------------------------------------------


def _require_no_other(
    symbols: SymbolTable, expr: ast.Call, meant: Typed, scope: Scope,
    fits: Callable[[Typed], bool],
) -> None:
    """Where `it` does not have what is asked, but something else does that is spoken of: say it."""
    others: list[str] = []
    known = set()
    for b in scope.entries():
        if b.value is not None and b.gone is None and fits(b.value) and b.value.e not in known:
            known.add(b.value.e)
            others.append(b.name or f"the {b.noun}")
    if not others and ("player", expr.name) in symbols.attributes:
        others = ["the player"]
    if others:
        said = listed([f"`{one}'s {expr.name}`" for one in dict.fromkeys(others[::-1])], "or")
        raise error("meaning", f"`it` is {kind_text(meant.type)} here, of which `{expr.name}` says "
                    "nothing", expr.span, f"write {said}")


@value_of(ast.Call)
def _call(context: Context, expr: ast.Call, scope: Scope, expected: Wanted) -> Typed:
    """An attribute, of one thing, of two or of the whole game, or else a declared value."""
    name, symbols = expr.name, context.symbols

    def fits(thing: Typed) -> bool:
        return attribute_of(symbols, name, thing) is not None or is_defined(
            context, "value", name, (("of", thing),)
        )

    def place(thing: Typed) -> str | None:
        nouns = nouns_of_its_cells(symbols, thing, fits, expr.span)
        return nouns[0] if len(nouns) == 1 else None

    if len(expr.args) == 1 and isinstance(expr.args[0][1], ast.It):
        word, said = expr.args[0]
        args: Args = (
            (word, it(context, said.span, scope, fits, expr.span.text, name, place)),)
        if not fits(args[0][1]) and place(args[0][1]) is None:
            _require_no_other(symbols, expr, args[0][1], scope, fits)
    else:
        args = tuple((word, context.value(cell_that(symbols, arg, fits), scope))
                     for word, arg in expr.args)
    for (_, thing), (_, asked) in zip(args, expr.args, strict=True):
        if thing.type.kind == "set" and not thing.type.group:
            raise of_several(expr)
        require_a_thing(thing, asked.span)
    if len(args) == 2:
        require_two_apart(expr, args)
    known: Typed | None = None
    if args:
        known = attribute_of_things(symbols, name, args)
        if known is None and len(args) == 2:
            known = left_turns(context, name, args, expr.span)
    elif scope.carried(name) is not None:
        known = scope.carried(name)
    else:
        fields = (symbols.attributes.get((whole, name)) for whole in WHOLES)
        known = next((element(field) for field in fields if field is not None), None)
        known = known or zone_of(symbols, name, None)
    return known or defined_value(context, name, args, expr, expected, scope)


@value_of(ast.TimesOf)
def _times_of(context: Context, expr: ast.TimesOf, scope: Scope, expected: Wanted) -> Typed:
    """How often the present position stands in a memory."""
    at = context.symbols.memory(expr.memory)
    if at is None:
        raise error("memory", f"there is no memory `{expr.memory}`", expr.span)
    capacity = context.symbols.memories[at].capacity
    return Typed(Times(at, capacity), VType("int", 0, capacity))


# ---- numbers and choices -------------------------------------------------------------------------


@value_of(ast.Conditional)
def _conditional(
    context: Context, expr: ast.Conditional, scope: Scope, expected: Wanted
) -> Typed:
    test = context.condition(expr.test, scope)
    if isinstance(test, Const):
        return context.value(expr.then if test.value else expr.otherwise, scope, expected)
    a = context.value(expr.then, scope, expected)
    b = context.value(expr.otherwise, scope, expected or a.type)
    kind = join(a.type, b.type, expr.span)
    return Typed(cond(test, coerce(a, kind, expr.span), coerce(b, kind, expr.span)), kind)


@value_of(ast.Arithmetic)
def _arithmetic(context: Context, expr: ast.Arithmetic, scope: Scope, expected: Wanted) -> Typed:
    left, right = context.value(expr.left, scope), context.value(expr.right, scope)
    a, b = number(left, expr.left.span), number(right, expr.right.span)
    first, second = (value.e.type if isinstance(value.e, Const) else value.type
                     for value in (left, right))
    if expr.op == "//" and second.low < 1:
        raise error("bound", f"a number is divided by 1 or more, and this could be {second.low}",
                    expr.right.span, "a condition around it does not count; name the number: `for "
                    f"each number N from 1 to {second.high}, if {expr.right.span.words} is N, … "
                    "divided by N`")
    kind = OPERATIONS[expr.op].gives((first, second))
    if max(abs(kind.low), abs(kind.high)) > MAX_NUMBER:
        raise error("bound", "this number could grow beyond two thousand million", expr.span)
    return Typed(op(expr.op, a, b), kind, (*left.of, *right.of))


@value_of(ast.Count)
def _count(context: Context, expr: ast.Count, scope: Scope, expected: Wanted) -> Typed:
    require_counted_at_one(context, expr, scope)
    members = context.members(expr.set, scope)
    if not of_all(context, expr):
        members = in_play(context, members, expr.set.span)
    count = comp("count", members.var, members.test)
    return Typed(count, VType("int", 0, members.var.type.most + 1))


@value_of(ast.Aggregate)
def _aggregate(context: Context, expr: ast.Aggregate, scope: Scope, expected: Wanted) -> Typed:
    things = context.members(expr.set, scope)
    one = element_of(expr.set, things, scope)
    value = measure(context, things.typed, expr.value, one, scope)
    each = number(value, expr.value.span)
    things = in_play(context, things, expr.set.span, value=each)
    low, high = value.type.low, value.type.high
    if expr.kind == "total":
        size = things.var.type.most + 1
        low, high = low * size, high * size
    return Typed(comp(expr.kind, things.var, things.test, each),
                 VType("int", min(0, low), max(0, high)))


@value_of(ast.AnyOne)
def _any_one(context: Context, expr: ast.AnyOne, scope: Scope, expected: Wanted) -> Typed:
    """The first member in canonical order; none, if there is none. Only of pieces with a number
    it can be said that it does not matter which: they can be alike."""
    things = context.members(expr.set, scope)
    if numbered(context.symbols, things.typed) is None:
        raise error("quantifier", f"it is not said which: `{expr.span.text}`", expr.span)
    return Typed(comp("first", things.var, things.test), or_none(things.type))


@value_of(ast.TheMost)
def _the_most(context: Context, expr: ast.TheMost, scope: Scope, expected: Wanted) -> Typed:
    return _only(context.members(expr.set, scope))


@value_of(ast.TheOnly)
def _the_only(context: Context, expr: ast.TheOnly, scope: Scope, expected: Wanted) -> Typed:
    return _only(in_play(context, context.members(expr.set, scope), expr.set.span))


def _only(things: Members) -> Typed:
    """The one member; none, if there is none or there are several."""
    one = op("==", comp("count", things.var, things.test), Const(1))
    which = comp("greatest", things.var, things.test, things.var)
    return Typed(cond(one, which, NONE), or_none(things.type))


# ---- sets and lines ------------------------------------------------------------------------------


@value_of(ast.Quantified)
def _all(context: Context, expr: ast.Quantified, scope: Scope, expected: Wanted) -> Typed:
    """The set as a mask."""
    if expr.quantifier != "all":
        raise error("quantifier", f"`{expr.span.text}` has no sentence of its own here: behind "
                    "`and`, too, it is said in full what is so", expr.span)
    members = context.members(expr.set, scope)
    require_things(members, expr.set)
    kind = VType("set", domain=members.type.domain, piece=members.type.piece)
    return Typed(members.mask, kind)
