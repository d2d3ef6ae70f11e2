"""What an `if`, or the line above, speaks of: a reader may take `it` or `the NOUN` for that.

`if the origin is wet, it becomes dry` below the choice of a cell: the origin and the chosen cell
are two things of one noun. So the first is a candidate that stands in the way of the other, and the
author says which one is meant. So it is where the `if` speaks of a thing of another noun, of which
the same can be said; where it is called by its noun, `the Stone on a1`, of `the Stone` as well; and
below a line that changes such a thing. It is none where the other is a subject there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.ir.interned import changed
from rulewright.interpreter.lower.certain import SENTENCES, subjects
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.reference import one_of
from rulewright.interpreter.lower.scope import Asked, Bound, Scope
from rulewright.interpreter.lower.typed import Typed
from rulewright.interpreter.model.declarations import walk
from rulewright.interpreter.model.types import noun_of
from rulewright.interpreter.syntax import ast

#: What is one certain thing: as what is said of, and as what else is named.
CERTAIN = (ast.Call, ast.Cell, ast.NounOf, ast.TheMost, ast.TheNoun, ast.TheOnly, ast.Word)
NAMED = (ast.Call, ast.NounOf, ast.TheMost, ast.TheOnly)
ONE = re.compile(r"there (?:is|are) (?:exactly|at least) 1 ")
#: What is called by its noun.
CALLED = (ast.NounOf, ast.TheMost, ast.TheOnly)


def with_asked(context: Context, scope: Scope, test: ast.Expr) -> Scope:
    """The scope below an `if`, with what it speaks of."""
    its = [node for node in walk(test) if isinstance(node, ast.It)]
    return _with(context, scope, test, _subjects(test), _objects(test), its)


def with_existing(context: Context, around: Scope, scope: Scope, test: ast.Expr) -> Scope:
    """The scope where an `if` holds, with what it says that there is, of other nouns than what is
    bound `around` it: `if the town has a Depot, its owner …`."""
    its = [b for b in scope.its() if b.value is not None]
    if not its:
        return scope
    spoken = tuple(typed for phrase in _subjects(test) if (
        typed := context.thing_if_any(phrase, around)))
    for suggested in [b for b in scope.its() if b.value is None and b.asked is None]:
        things = next((node for node in walk(test) if isinstance(node, ast.NounSet)
                       and node.span == suggested.span), None)
        if things is None or any(b.noun == things.noun for b in its):
            continue
        typed = _member(context, things, around)
        if typed is not None:
            scope = scope.add(changed(suggested, asked=Asked(typed, spoken)))
    return scope


def with_changed(context: Context, scope: Scope, line: ast.Stmt) -> Scope:
    """The scope of the line below one that changes a certain thing."""
    target = line.target if isinstance(line, ast.CHANGES) else None
    if isinstance(line, (ast.Becomes, ast.Change)):
        if not isinstance(target, ast.Call) or len(target.args) != 1:
            return scope
        target = target.args[0][1]
    if not isinstance(target, (*NAMED, ast.Cell, ast.Word)):
        return scope
    said = tuple(node for node in walk(line) if isinstance(node, (ast.It, ast.TheNoun)))
    return _with(context, scope, line, (target,), (), said)


def _with(
    context: Context, scope: Scope, around: ast.Node, said_of: Iterable[ast.Expr],
    objects: Iterable[ast.Expr], also: Iterable[ast.Expr] = (),
) -> Scope:
    before, bound = scope, [b for b in scope.entries() if b.value is not None]
    if not bound:
        return scope
    its = [b for b in scope.its() if b.value is not None and not b.noun.startswith("the ")]
    thing = context.thing_if_any
    of = [(phrase, typed) for phrase in said_of if (typed := thing(phrase, scope))]
    named = [(phrase, typed) for phrase in objects if (typed := thing(phrase, scope))]
    spoken = (*(typed for _, typed in of), *(
        typed for phrase in also if (typed := thing(phrase, scope))))
    if any(b.value is not None and b.value.e == typed.e and b.value.type.piece == typed.type.piece
           for b in its for typed in spoken):
        scope = scope.without_asked()
    nouns = {node.noun for node in walk(around) if isinstance(node, ast.TheNoun)}
    for phrase, typed in (*named, *of):
        noun = noun_of(typed.type)
        if any(b.value is not None and b.value.e == typed.e and b.noun == noun for b in bound):
            continue
        called = isinstance(phrase, CALLED) and noun not in nouns
        scope = scope.add(Bound(
            noun, None, None, bool(its), span=phrase.span, phrase=f"`{phrase.span.text}`",
            asked=Asked(typed, spoken, called)))
    for things in _counted(around) if its else ():
        typed = _member(context, things, before)
        if typed is not None:
            scope = scope.add(Bound(
                things.noun, None, None, True, span=things.span,
                phrase=f"`for each {one_of(things)}, …`", asked=Asked(typed, spoken)))
    return scope


def _member(context: Context, things: ast.NounSet, scope: Scope) -> Typed | None:
    """A member of a set; None where the set means something only with what else the condition
    binds or speaks of."""
    try:
        return context.members(things, scope).typed
    except RulesError:
        return None


def _counted(test: ast.Node) -> Iterator[ast.NounSet]:
    """The sets of which a condition says that there is exactly one member, or one at least."""
    match test:
        case ast.Logic():
            yield from _counted(test.left)
            yield from _counted(test.right)
        case ast.Is(subject=ast.Count(set=ast.NounSet() as things)) if ONE.match(test.span.text):
            yield things


def _subjects(test: ast.Expr) -> Iterator[ast.Expr]:
    """The certain things of which a condition says something, and `it`."""
    return subjects(test, (*CERTAIN, ast.It), (*SENTENCES, ast.HasMost))


def _objects(test: ast.Expr) -> Iterator[ast.Expr]:
    """The certain things that a condition names besides."""
    match test:
        case ast.Logic():
            yield from _objects(test.left)
            yield from _objects(test.right)
        case ast.Not():
            yield from _objects(test.body)
        case ast.Is(complement=ast.IsPreposition(object=thing)) if isinstance(thing, NAMED):
            yield thing
        case ast.Verb(object=thing) if isinstance(thing, NAMED):
            yield thing
