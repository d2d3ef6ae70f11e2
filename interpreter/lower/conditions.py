"""Lowering conditions to guards: a test with its rules, and its parts, so that the first that
fails can be named."""

from __future__ import annotations

import re

from rulewright.interpreter.diagnostics import Diagnostic, RulesError, did_you_mean, error
from rulewright.interpreter.ir import TRUE, Const, Guard, comp, op
from rulewright.interpreter.ir.interned import changed, kept
from rulewright.interpreter.lower.always_there import require_place
from rulewright.interpreter.lower.boards import require_directed
from rulewright.interpreter.lower.context import Context, guard_of
from rulewright.interpreter.lower.counted_of_several import (
    require_clear_count,
    require_one_total,
)
from rulewright.interpreter.lower.definitions import apply, value_of_thing
from rulewright.interpreter.lower.denied_of_none import require_certain
from rulewright.interpreter.lower.having import has
from rulewright.interpreter.lower.in_play import in_play
from rulewright.interpreter.lower.it_beside import (
    before_it,
    require_clear_it,
    require_no_head,
    require_none_meant,
    values_of,
)
from rulewright.interpreter.lower.it_compared import of_another
from rulewright.interpreter.lower.just_changed import of_changed
from rulewright.interpreter.lower.lowered import Members, guard_for
from rulewright.interpreter.lower.on_empty import require_pieces
from rulewright.interpreter.lower.one_for_each import require_one_at_all, require_one_for_each
from rulewright.interpreter.lower.reference import it, require_apart
from rulewright.interpreter.lower.scope import Bound, Scope
from rulewright.interpreter.lower.several import (
    objects_of,
    over_subject,
    over_things,
    require_clear,
    require_clear_none,
)
from rulewright.interpreter.lower.suggested import suggest
from rulewright.interpreter.lower.tables import include_line
from rulewright.interpreter.lower.things import is_piece, nouns_of_its_cells
from rulewright.interpreter.lower.typed import Typed, asked_of, if_there, number, single
from rulewright.interpreter.model.declarations import walk
from rulewright.interpreter.model.options import OptionValue
from rulewright.interpreter.model.types import WHOLES, listed, member, noun_of
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.shared_parts import PLAIN_VALUES, goes_on
from rulewright.interpreter.syntax.shared_predicates import (
    halves_of_several,
    several_said,
    ungrouped,
    words_of,
)


@guard_of(ast.Logic)
def _logic(context: Context, expr: ast.Logic, scope: Scope, refs: ast.Refs) -> Guard:
    _require_groups(expr)
    whole = _resolved(context, expr, scope)
    if whole is not expr:
        return context.guard(whole, scope, refs)
    left = context.guard(expr.left, scope, refs)
    inner = suggest(scope, expr.left) if expr.op == "and" else scope
    require_clear_it(context, before_it(expr.left, expr.right), expr.right, inner,
                     lambda scope: context.guard(expr.right, scope, refs))
    if expr.op == "or":
        require_none_meant(context, expr.left, expr.right, inner,
                           lambda scope: context.guard(expr.right, scope, refs))
    if expr.op == "and":
        require_pieces(context, expr.left, expr.right, scope, inner)
    parts = (left, context.guard(expr.right, inner, refs))
    test = op(expr.op, *(part.test for part in parts))
    return guard_for(expr, refs, test, parts, any_of=expr.op == "or")


#: What can be a value or a condition, by its type; and what is always a value.
BY_TYPE = (ast.Call, ast.TheNoun, ast.Word, ast.Conditional)
VALUES = (*PLAIN_VALUES, ast.Arithmetic, ast.Count, ast.Aggregate, ast.TheMost, ast.TheOnly,
          ast.OneStep, ast.Distance)


def _is_value(context: Context, right: ast.Expr, scope: Scope) -> bool:
    """Whether a value stands beside `and` or `or`: `it is wet or the beacon`."""
    phrase = right.body if isinstance(right, ast.Not) else right
    if not isinstance(phrase, BY_TYPE):
        return isinstance(phrase, VALUES) and not isinstance(phrase, ast.Value)
    return context.value(phrase, scope).type.kind != "bool"


def _resolved(context: Context, expr: ast.Expr, scope: Scope) -> ast.Expr:
    """A condition in which values that stand beside `and` or `or` go on from what is before."""
    if not isinstance(expr, ast.Logic) or expr.shared:
        return expr
    left = _resolved(context, expr.left, scope)
    inner = suggest(scope, expr.left) if expr.op == "and" else scope
    value = _is_value(context, expr.right, inner)
    if left is expr.left and not value:
        return expr
    known = _resolutions(expr)
    if id(left) not in known:
        known[id(left)] = _going_on(expr, left) if value else changed(expr, left=left)
    return known[id(left)]


@kept
def _resolutions(expr: ast.Logic) -> dict[int, ast.Expr]:
    """What a condition is with other conditions to its left, by their ids: these are kept, too."""
    return {}


def _going_on(expr: ast.Logic, left: ast.Expr) -> ast.Expr:
    """A condition that a value behind it goes on from."""
    denied = isinstance(expr.right, ast.Not)
    value = expr.right.body if isinstance(expr.right, ast.Not) else expr.right
    said = ast.Further(expr.right.span, ast.IsValue(value.span, value), denied)
    made = goes_on(expr.span, expr.op, left, said)
    if isinstance(made, Diagnostic):
        raise RulesError([made])
    return made


def _require_groups(expr: ast.Logic) -> None:
    """`A or B and C` has two readings; ask for the one that is meant."""
    for part, left in ((expr.left, True), (expr.right, False)):
        if _op_of(part) not in ("", expr.op):
            one, two = _halves(part)
            if left:
                z = expr.right.span.text
                x, y = one, _of_either(two, z)
                first, second = _op_of(part), expr.op
            else:
                x, y, z = expr.left.span.text, one, two
                first, second = expr.op, _op_of(part)
            raise RulesError([ungrouped(expr.span, (x, first, y, second, z))])


def _of_either(second: str, third: str) -> str:
    """The second of three conditions in full: `Jon` of `and Jon or Kim is hurt` is one of two of
    whom it is said, not what the first is."""
    name, said = re.fullmatch(r"\S+ is ([A-Z]\w+)", second), re.fullmatch(
        r"[A-Z]\w+ ((?:is|has|does|was|can) .+)", third)
    return f"{name[1]} {said[1]}" if name and said else second


def _op_of(condition: ast.Expr) -> str:
    """`and` or `or`, where a condition that is in no brackets has several parts."""
    several = several_said(condition)
    if several is not None:
        return several.op
    if isinstance(condition, (ast.Logic, ast.Predicates)) and not condition.grouped:
        return condition.op
    return ""


def _halves(condition: ast.Expr) -> tuple[str, str]:
    """The words in front of the last `and` or `or` of a condition, and those behind it."""
    several = several_said(condition)
    if isinstance(condition, ast.Is) and several is not None:
        return halves_of_several(condition, several)
    if isinstance(condition, ast.Logic):
        return condition.left.span.text, condition.right.span.text
    assert isinstance(condition, ast.Predicates)
    last = words_of(condition.parts[-1])
    before = condition.span.words.removesuffix(condition.parts[-1].span.words).rstrip()
    return before.removesuffix(condition.op).rstrip(), last


@guard_of(ast.Predicates)
def _predicates(
    context: Context, expr: ast.Predicates, scope: Scope, refs: ast.Refs
) -> Guard:
    """All that is said of one subject; of each thing of a set, all together."""
    place = expr.subject.span

    def of_one(thing: Typed, _: Scope) -> Guard:
        inner = scope.add(Bound("", expr.name, thing, span=place))
        parts = []
        named = list[ast.Expr]()
        for part in expr.parts:
            def again(scope: Scope, part: ast.Expr = part) -> Guard:
                return context.guard(part, scope, refs)

            require_clear_it(context, named, part, inner, again)
            named += values_of(part)
            parts.append(context.guard(part, inner, refs))
            inner = suggest(inner, part) if expr.op == "and" else inner
        test = op(expr.op, *(part.test for part in parts))
        return guard_for(expr, refs, test, tuple(parts), any_of=expr.op == "or")

    return over_subject(context, expr, expr.subject, scope, of_one)


@guard_of(ast.Not)
def _not(context: Context, expr: ast.Not, scope: Scope, refs: ast.Refs) -> Guard:
    return guard_for(expr, refs, op("not", context.condition(expr.body, scope)))


@guard_of(ast.ThereIs)
def _there_is(context: Context, expr: ast.ThereIs, scope: Scope, refs: ast.Refs) -> Guard:
    require_place(context, expr, scope)
    require_one_for_each(context, expr, scope)
    exists = in_play(context, context.members(expr.set, scope), expr.set.span).exists
    guard = guard_for(expr, refs, op("not", exists) if expr.negated else exists)
    return changed(guard, text=expr.said or guard.text)


@guard_of(ast.Has)
def _has(context: Context, expr: ast.Has, scope: Scope, refs: ast.Refs) -> Guard:
    """Of a player: his pieces; of a cell: the piece on it."""
    require_one_total(expr, scope)
    require_certain(context, expr, scope)
    who = expr.subject.span

    def with_subject(subject: Typed, scope: Scope) -> Guard:
        things = context.members(expr.set, scope)
        return has(context, single(subject, who), expr, things, who.text, scope, refs)

    guard = over_subject(context, expr, expr.subject, scope, with_subject)
    return changed(guard, text=expr.said or guard.text)


@guard_of(ast.HasMost)
def _has_most(context: Context, expr: ast.HasMost, scope: Scope, refs: ast.Refs) -> Guard:
    """No other thing of the noun that has any has more; another may have as much."""

    def with_subject(subject: Typed) -> Guard:
        span = expr.subject.span
        noun = noun_of(single(subject, span).type)
        kind = context.symbols.type_of(noun, span)
        other = context.fresh(noun, kind)
        one = Typed(other, kind)
        given = is_piece(context.symbols, noun, other) if noun in context.symbols.pieces else TRUE
        given = in_play(context, Members(other, kind, (Guard(given, span, (), ""),)), span).test
        value = value_of_thing(context, expr.attribute, subject, expr)
        each = value_of_thing(context, expr.attribute, one, expr)
        most = comp(expr.kind, other, op("and", given, if_there(each.of, TRUE)),
                    number(each, span))
        test = op("==", number(value, span), most)
        return guard_for(expr, refs, if_there((*asked_of(subject), *value.of), test))

    guard = over_things(context, expr.subject, scope, with_subject)
    return changed(guard, text=expr.said or guard.text)


@guard_of(ast.HasRow)
def _has_line(context: Context, expr: ast.HasRow, scope: Scope, refs: ast.Refs) -> Guard:
    things = context.value(expr.subject, scope)
    board = context.symbols.board_of(things.type.domain)
    if things.type.kind != "set" or board is None:
        raise error("type", "only a set of cells can include a line", expr.subject.span,
                    "write `the cells of the player include a line of 3`")
    require_directed(board, expr.span)
    length = context.constant(expr.length)
    if length < 1:
        raise error("range", "a line has at least one cell", expr.length.span)
    return guard_for(expr, refs, include_line(board, things.e, length))


@guard_of(ast.Verb)
def _verb(context: Context, expr: ast.Verb, scope: Scope, refs: ast.Refs) -> Guard:
    if expr.negated:
        require_clear(expr.span.text, expr.span, expr.object)
    require_clear_none(expr, scope, expr.object)
    require_certain(context, expr, scope)

    def with_subject(subject: Typed, scope: Scope) -> Guard:
        tail = [(word, context.value(arg, scope)) for word, arg in expr.tail]

        def with_object(*thing: tuple[str, Typed]) -> Guard:
            return apply(context, "verb", expr.verb, (("", subject), *thing, *tail), expr, refs)

        def with_other(other: Typed) -> Guard:
            assert expr.object is not None
            require_apart(expr.subject, subject, expr.object, other, expr.span, scope)
            return with_object(("to", other))

        if expr.object is None:
            guard = with_object()
        else:
            guard = over_things(context, expr.object, scope, with_other)
        if expr.negated:
            return guard_for(expr, refs, if_there(asked_of(subject), op("not", guard.test)))
        return guard

    guard = over_subject(context, expr, expr.subject, scope, with_subject)
    return changed(guard, text=expr.said or guard.text)


@guard_of(ast.Is)
def _is(context: Context, expr: ast.Is, scope: Scope, refs: ast.Refs) -> Guard:
    if expr.negated:
        require_clear(expr.span.text, expr.span, *objects_of(expr.complement))

    def with_subject(subject: Typed, scope: Scope) -> Guard:
        guard = context.complement(subject, expr, expr.complement, scope, refs, expr.negated)
        if expr.negated:
            return guard_for(expr, refs, guard.test, values=guard.values)
        return guard

    if isinstance(expr.subject, ast.Value) and expr.subject.text in context.symbols.options:
        option = context.option(expr.subject.text)
        word = _option_is(context, option, expr.complement)
        if word is not None:
            return guard_for(expr, refs, Const(int(word != expr.negated)))
    if not isinstance(expr.complement, ast.IsIn):  # nothing is in two zones
        require_clear_none(expr, scope, *objects_of(expr.complement))
    require_clear_count(context, expr, scope)
    require_one_total(expr, scope)
    require_place(context, expr, scope)
    require_one_for_each(context, expr, scope)
    require_one_at_all(context, expr, scope)
    require_certain(context, expr, scope)
    try:
        subject = _it_that_is(context, expr, scope)
        guard = with_subject(subject, scope) if subject is not None else (
            over_subject(context, expr, expr.subject, scope, with_subject))
    except RulesError as wrong:
        raise (_of_whole(context, expr, scope) or of_another(context, expr, scope)
               or of_changed(context.symbols, expr) or wrong) from None
    return changed(guard, text=expr.said or guard.text)


def _it_that_is(context: Context, expr: ast.Is, scope: Scope) -> Typed | None:
    """What `it` is in `it is wet`, where several things are spoken of: the one that can be so."""
    what, symbols = expr.complement, context.symbols
    if not isinstance(expr.subject, ast.It) or not isinstance(what, ast.IsAdjective):
        return None
    nouns = {noun for noun, name in symbols.qualities if name == what.adjective}
    nouns |= {one.params[0][1].noun
              for one in symbols.definitions.get(("adjective", what.adjective), ())}

    def fits(thing: Typed) -> bool:
        return noun_of(thing.type) in nouns

    def place(thing: Typed) -> str | None:
        return next(iter(nouns_of_its_cells(symbols, thing, fits, expr.span)), None)

    its = scope.its()
    if len(its) == 1 and its[0].value is not None and not fits(its[0].value):
        require_no_head(its[0].value, place(its[0].value), expr.subject.span, scope)
    return it(context, expr.subject.span, scope, fits, place=place) if (
        nouns and len(its) > 1) else None


def _of_whole(context: Context, expr: ast.Is, scope: Scope) -> RulesError | None:
    """The error of `if it is winter` where `it` cannot be so, but what the game or turn keeps
    can."""
    if not isinstance(expr.subject, ast.It):
        return None
    symbols, said = context.symbols, expr.complement.span.text
    denied, written = "not " if expr.negated else "", []
    for part in walk(expr.complement):
        if isinstance(part, ast.Value):
            written += [f"`the {whole}'s {name} is {denied}{said}`"
                        for (whole, name), field in symbols.attributes.items()
                        if whole in WHOLES and member(field.type, part.text) is not None]
        elif isinstance(part, ast.IsAdjective):
            written += [f"`the {whole} is {denied}{said}`" for whole in WHOLES
                        if (whole, part.adjective) in symbols.qualities]
    if not written:
        return None
    bound = listed([f"the {b.noun}" for b in scope.its()], "or")
    message = f"`it` is {bound} here, which cannot be `{said}`" if bound else (
        "it is not clear what `it` means here")
    return error("it", message, expr.span, "write " + listed([*dict.fromkeys(written)], "or"))


def _option_is(
    context: Context, option: OptionValue, complement: ast.Complement
) -> bool | None:
    """Comparing an option with one of its words; None if numbers are meant."""
    words = option.domain.words
    if isinstance(complement, ast.IsCombined):
        found = [(_option_is(context, option, part), denied) for part, denied in complement.parts]
        if any(word is None for word, _ in found):
            return None
        join = all if complement.op == "and" else any
        return join(word != denied for word, denied in found)
    if isinstance(complement, ast.IsEither):
        either = [(value, _option_is(context, option, ast.IsValue(value.span, value)))
                  for value in complement.values]
        if all(is_word is None for _, is_word in either):
            return None
        return any(context.constant(value) == option.number if is_word is None else is_word
                   for value, is_word in either)
    value = complement.value if isinstance(complement, ast.IsValue) else None
    if isinstance(value, ast.Word) or (
        not isinstance(value, ast.Value) and not option.domain.ranges
    ):
        said = (value or complement).span
        if said.text in words:  # in `OPTION is WORD or WORD`, where it is something else as well
            raise error("condition", f"`{said.text}` is a value, not a condition", said,
                        f"write `{option.name} is either … or {said.text}`")
        raise error("value", f"`{said.text}` is none of the values of `{option.name}`", said,
                    did_you_mean(said.text, words) or "they are: " + ", ".join(words))
    if isinstance(value, ast.Value):
        word = value.text
        if word not in words and word not in context.symbols.options:
            raise error("value", f"`{word}` is none of the values of `{option.name}`",
                        complement.span, did_you_mean(word, words))
        return option.word == word
    return False if option.number is None else None
