"""`for each` whose later rounds look at what earlier ones did to other things.

The rounds of a `for each` come one after another. A reader of `for each Stone, if it is not alive,
remove it` may mean all that are not alive before the first is removed; that is `remove every Stone
where (it is not alive)`. Where the two can differ, a warning names both.

Model. A condition or a stored value is *entangled* if it depends on the thing that the loop is at,
and looks at elements of a field that the loop changes in the rounds of other things. That is told
by the places alone; whether the rounds really differ is found by trying (`interpreter/rounds.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.ir import (
    Const,
    E,
    EachDo,
    Field,
    IfDo,
    Let,
    Load,
    Local,
    Program,
    Store,
    conjuncts,
    effects,
    inlined,
    load,
    rebuilt,
    substituted,
    walk,
)
from rulewright.interpreter.model import declarations as declared
from rulewright.interpreter.records import record
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast

Index = tuple[E, ...]


@record
class Entangled:
    """What is asked in each round of a loop (one of the conditions that are all demanded, or a
    value), and may be changed by the rounds before; `span` is where the text asks it. It may be
    asked of each thing of the loops `within`, the outer one first."""

    loop: EachDo
    asked: E
    span: Span
    within: tuple[tuple[Local, E], ...] = ()


def entangled(program: Program, loops: frozenset[Span]) -> Iterator[Entangled]:
    """What is entangled in the loops at these places of the text."""
    for block in program.blocks:
        for effect in effects(block.effects):
            if isinstance(effect, EachDo) and effect.span in loops:
                yield from _in_loop(effect)


def _in_loop(loop: EachDo) -> Iterator[Entangled]:
    lets: dict[Local, E] = {}
    changed: list[tuple[Field, Index]] = []
    asked: list[tuple[E, Span]] = []
    for effect in effects(loop.body):
        match effect:
            case Let(var=var, value=value):
                lets[var] = substituted(value, lets)
            case IfDo(test=test):
                asked += ((part, effect.span) for part in conjuncts(substituted(test, lets)))
            case Store(field=field, index=index, value=value):
                place = tuple(substituted(part, lets) for part in index)
                changed.append((field, place))
                asked.append((_without(substituted(value, lets), load(field, *place)), effect.span))
    changed = [(f, place) for f, place in changed if any(loop.var in e.free for e in place)]
    inner = {e.var: substituted(e.set, lets) for e in effects(loop.body) if isinstance(e, EachDo)}
    for e, span in asked:
        within = tuple((var, things) for var, things in inner.items() if var in e.free)
        needed = e.free.union(*(things.free for _, things in within))
        unknown = (inner.keys() | lets.keys()) - {var for var, _ in within}
        if loop.var in e.free and not needed & unknown and any(f in e.reads for f, _ in changed):
            looked = [part for part in walk(inlined(e)) if isinstance(part, Load)]
            if any(f is part.field and _other(place, part.index)
                   for f, place in changed for part in looked):
                yield Entangled(loop, e, span, within)


def _without(e: E, counted: E) -> E:
    """The expression but for what it counts on from: of `goes up by N` the N."""

    def change(part: E) -> E:
        return Const(max(0, part.type.least)) if part is counted else rebuilt(part, change)

    return change(e)


def _other(changed: Index, looked: Index) -> bool:
    """Whether an element that one round changes may be one that another round looks at."""
    return not any(
        one is two or (isinstance(one, Const) and isinstance(two, Const))
        for one, two in zip(changed, looked, strict=True)
    )


# ---- in the author's words -----------------------------------------------------------------------


def loops_of(declarations: declared.Declarations) -> dict[Span, ast.ForEach]:
    """Every `for each` by its place."""
    return {n.span: n for n in declarations.nodes() if isinstance(n, ast.ForEach)}


def warning(
    declarations: declared.Declarations, loops: Mapping[Span, ast.ForEach], found: Entangled
) -> Diagnostic:
    """The warning about what a loop asks."""
    asking = next((n for n in declarations.nodes()
                   if isinstance(n, ast.If) and n.span == found.span), None)
    span = asking.test.span if asking is not None else found.span
    loop = loops[found.loop.span]
    together = _at_once(loop)
    hint = ("if all are meant as they are before the first round, mark them in a `for each` of "
            "its own, as with `it becomes …`, and change the marked ones below")
    if together is not None:
        hint = f"for all at once: `{together}`, in place of the `for each`"
    return Diagnostic(
        "in-turn", "this is asked in each round of its own, and an earlier round can have changed "
        f"what it looks at: `for each` goes one after another (`{span.text}`)", span, hint,
        "warning",
    )


def _at_once(loop: ast.ForEach) -> str | None:
    """The same as one act that is done to all, where it can be said so."""
    things = loop.set
    if not isinstance(things, ast.NounSet) or len(loop.body) != 1 or any(
        isinstance(relative, ast.RelWhere) for relative in things.relatives
    ):
        return None
    inner = loop.body[0]
    if not isinstance(inner, ast.If) or inner.otherwise or len(inner.body) != 1:
        return None
    every = f"every {things.span.text} where ({inner.test.span.text})"
    match inner.body[0]:
        case ast.Effect(act=ast.Act(kind="remove", objects=(piece,))) if _means(piece, things):
            return f"remove {every}"
        case ast.Flag(target=target) as deed if _means(target, things):
            return f"{every} becomes {'' if deed.on else 'not '}{deed.adjective}"
        case ast.Becomes(target=ast.Call(name=name, args=((_, owner),)), value=value) if (
            _means(owner, things) and not any(_means(n, things) for n in declared.walk(value))
        ):
            return f"the {name} of {every} becomes {value.span.text}"
    return None


def _means(words: ast.Node, things: ast.NounSet) -> bool:
    """Whether words mean the thing that the loop is at."""
    match words:
        case ast.It():
            return True
        case ast.TheNoun(noun=noun):
            return noun == things.noun
        case ast.Word(text=text):
            return text == things.name
    return False
