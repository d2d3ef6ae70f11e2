"""`the Stone's cell is b2 or next to it`: a reader may take `it` for b2.

Model. A condition says something of a thing, or that a thing is some other thing, and behind `or`
or `and` goes on to say something of `it`. What `it` means goes by the lines around, but the thing
that was just named is nearer. So, where both fit, or nothing around does, the author says which
one is meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from rulewright.interpreter.diagnostics import RulesError, error
from rulewright.interpreter.ir.interned import changed, kept
from rulewright.interpreter.lower.certain import subjects
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.denied_sets import denied_things
from rulewright.interpreter.lower.reference import ITS, phrases
from rulewright.interpreter.lower.scope import Bound, Scope
from rulewright.interpreter.lower.typed import Typed
from rulewright.interpreter.model.declarations import parts, walk
from rulewright.interpreter.model.symbols import SymbolTable
from rulewright.interpreter.model.types import listed, noun_of
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast

CERTAIN = (ast.Call, ast.Cell, ast.It, ast.NounOf, ast.TheNoun, ast.Word)
NAMED = (*CERTAIN, ast.ThePlayer, ast.Value)
Try = Callable[[Scope], object]


def require_clear_it(
    context: Context, before: Sequence[ast.Expr], more: ast.Node, scope: Scope, lower: Try
) -> None:
    """Refuse `it` in what `more` is said behind a thing that the sentence names, where it can be
    that."""
    word = _first_it(more) if before else None
    its = scope.its()
    if word is None or any(b.value is None for b in its):
        return
    beside = more.span.words  # what is named again in front of `it` is not meant by it
    named = [(value, typed) for value in before if not isinstance(value, ast.It)
             and not re.match(rf"{re.escape(value.span.words)}\b", beside)
             and (typed := context.value_if_any(value, scope)) is not None
             and typed.type.kind == "thing"]
    meant = {(typed.e, typed.type) for _, typed in named}
    fitting = [value for value, typed in named if _fits(
        context, lower, scope, Bound(noun_of(typed.type), None, typed, True, opens=True))]
    around = [b for b in its if b.value is not None and (b.value.e, b.value.type) not in meant
              and _fits(context, lower, scope, changed(b, opens=True))]
    if not fitting or (not around and any(
        b.value is not None and (b.value.e, b.value.type) in meant for b in its
    )):
        return
    unclear = _unclear(word, [value.span.words for value in fitting], around)
    absent = next((value for value, typed in named if value in fitting and typed.type.none), None)
    denied = beside.startswith("not ") or more.span.before.rstrip().endswith(" not")
    if absent is not None and denied and beside.endswith(f" {word.span.text}"):
        found, = unclear.diagnostics
        beside = beside.removeprefix("not ")
        said = beside.removesuffix(word.span.text) + absent.span.words
        offered = (found.hint or "").removeprefix("write ")
        raise error(
            "it", found.message, word.span,
            f"name it, {offered}; since `{absent.span.words}` may be none, of which nothing is "
            f"said, `not {beside}` is then false as well: what is so without it is "
            f"`not (… is {said})`, with the thing at the dots (LANGUAGE.md, 9)")
    raise unclear


def require_none_meant(
    context: Context, left: ast.Expr, more: ast.Expr, scope: Scope, lower: Try
) -> None:
    """Refuse `it` behind `there is no Stone on the cell or …`, where it can be that Stone."""
    word = None if speaks_of_it(left) else _first_it(more)
    if word is None:
        return
    around = [b for b in scope.its() if b.value is not None
              and _fits(context, lower, scope, changed(b, opens=True))]
    fitting = [said for said, things in denied_things(left, scope) if (
        typed := context.value_if_any(ast.TheOnly(things.span, things), scope)
    ) is not None and _fits(context, lower, scope, Bound(
        things.noun, None, typed, True, opens=True))]
    if fitting and around:
        raise _unclear(word, fitting, around)


def _unclear(word: ast.It, ways: Sequence[str], around: Sequence[Bound]) -> RulesError:
    """That `it` can be some things that are named, or those around."""
    text = word.span.text
    ways = [*ways, *(way.strip("`") for way in (phrases(around) if around else ()))]
    name = said if (said := text.removeprefix(ITS)) != text else ""
    offered = [f"`{_had(way, name)}`" for way in dict.fromkeys(ways)]
    return error("it", f"`{text}` can be {listed(offered, 'or')}" if len(offered) > 1 else
                 f"it is not clear what `{text}` means here", word.span,
                 f"write {listed(offered, 'or')}")


def _had(way: str, name: str) -> str:
    """What a thing has, by its name; of a phrase in brackets, in front of it."""
    if not name:
        return way.removeprefix("(").removesuffix(")")
    return f"the {name} of {way}" if way.startswith(("(", "every ")) else f"{way}'s {name}"


def require_no_cell(
    symbols: SymbolTable, place: ast.Expr, stands: Typed, thing: Typed, scope: Scope
) -> None:
    """Refuse `a Mule on it` where it is a Mule, and a cell is spoken of as well."""
    if not isinstance(place, ast.It) or not thing.type.piece or not stands.type.piece or (
        stands.type.domain != thing.type.domain or thing.type.domain is None
    ):
        return
    noun = thing.type.domain.noun
    cells = [b for b in scope.spoken_of(noun) if b.value is not None and b.value.e != thing.e]
    it = next((b for b in scope.its() if b.value is not None and b.value.e == thing.e), None)
    if cells and it is not None:
        ways = [*(way.strip("`") for way in phrases(cells)),
                f"({it.name or f'the {it.noun}'}'s {noun})"]
        offered = listed([f"`{way}`" for way in ways], "or")
        raise error("it", f"`on it` can be on {offered}", place.span, f"write {offered}")


def require_no_head(thing: Typed, noun: str | None, span: Span, scope: Scope) -> None:
    """Refuse `it` in a definition about a piece and a cell, where what is said would be meant of
    the cell on which the piece stands, of the `noun`: a reader takes it for the other one."""
    heads = [b for b in scope.entries() if b.head and b.value is not None]
    piece = next((b for b in heads if b.value is not None and b.value.e == thing.e
                  and b.noun != noun), None)
    cells = [b for b in heads if b.noun == noun]
    if piece is not None and cells:
        ways = [f"`{b.name or f'the {b.noun}'}`" for b in cells]
        offered = listed([*ways, f"`{piece.name or f'the {piece.noun}'}'s {noun}`"], "or")
        raise error("it", f"`it` can be {offered}", span, f"write {offered}")


def _fits(context: Context, lower: Try, scope: Scope, it: Bound) -> bool:
    """Whether something can be said with a thing as `it`; nothing is noted of this."""
    before = context.asserting, context.understood
    context.asserting, context.understood = True, None
    try:
        with context.uses.anew():
            lower(scope.add(it))
    except RulesError:
        return False
    finally:
        context.asserting, context.understood = before
    return True


@kept
def _first_it(said: ast.Node) -> ast.It | None:
    """The first `it` of a phrase that is not the element of a set in it."""
    return next(_its(said), None)


def _its(item: object) -> Iterator[ast.It]:
    match item:
        case ast.It():
            yield item
        case ast.RelWhere() | ast.RelWhose():
            return
        case ast.Aggregate():
            yield from _its(item.set)
        case ast.Is() | ast.Has() | ast.Verb() if isinstance(item.subject, ast.Quantified):
            rest = [one for part in parts(item) for one in _its(part)]
            yield from (one for one in rest if not one.span.text.startswith(ITS))
        case ast.Node():
            for part in parts(item):
                yield from _its(part)
        case tuple():
            for part in item:
                yield from _its(part)


@kept
def speaks_of_it(phrase: ast.Node) -> bool:
    """Whether `it` or `its` stands in a phrase."""
    return any(isinstance(node, ast.It) for node in walk(phrase))


def before_it(left: ast.Expr, right: ast.Expr) -> list[ast.Expr]:
    """The things in the first part of a condition that a reader may take `it` in the second for:
    what that is said of, or is said to be; no other where it is said of `it` itself."""
    said_of = list(subjects(left, CERTAIN))
    if not speaks_of_it(right) or any(isinstance(one, ast.It) for one in said_of):
        return []
    about_it = isinstance(right, ast.Is | ast.Has | ast.Verb) and speaks_of_it(right.subject)
    return [*(one for one in said_of if not speaks_of_it(one)),
            *(() if about_it else values_of(left))]


def values_of(sentence: ast.Expr) -> Iterator[ast.Expr]:
    """The certain things that the subject of a sentence is said to be."""
    match sentence:
        case ast.Is():
            yield from named_in(sentence.complement)
        case ast.Logic():
            yield from values_of(sentence.left)
            yield from values_of(sentence.right)


def named_in(said: ast.Complement) -> Iterator[ast.Expr]:
    """The certain things that something is said to be."""
    match said:
        case ast.IsValue(value=value) if isinstance(value, NAMED):
            yield value
        case ast.IsCombined():
            for part, _ in said.parts:
                yield from named_in(part)
