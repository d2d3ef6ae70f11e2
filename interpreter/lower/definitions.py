"""Lowering definitions: each becomes a function, its use a call.

A function keeps the guards of the definition's lines, so that the first line that fails can be
named. A definition that would use itself is an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from rulewright.interpreter.diagnostics import RulesError, did_you_mean, error
from rulewright.interpreter.ir import (
    BOOL,
    Call,
    Const,
    Domain,
    E,
    Function,
    Guard,
    Local,
    Table,
    VType,
    lookup,
    op,
    substituted,
)
from rulewright.interpreter.ir.facts import Facts
from rulewright.interpreter.ir.interned import changed
from rulewright.interpreter.lower.cases import cases
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.known import Made
from rulewright.interpreter.lower.lowered import guard_for
from rulewright.interpreter.lower.noting import note_definition
from rulewright.interpreter.lower.said_instead import (
    of_its_attribute,
    of_its_owner,
    of_its_place,
    of_nobody,
    of_the_cells,
    of_two,
    of_what_it_is_on,
)
from rulewright.interpreter.lower.scope import Bound, Scope
from rulewright.interpreter.lower.things import Args, attribute_of_things, its_cells
from rulewright.interpreter.lower.typed import Typed, asked_of, if_there
from rulewright.interpreter.model.types import fits, kind_text, noun_of
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import plural, with_article

MAX_NESTED = 40  # definitions inside one another
OF_CELLS = ("empty", "occupied")
#: What stands behind the first of two values that are said of one thing: `… plus the score of Ann`.
OF_BOTH = re.compile(r" (?:plus|minus) (?:the )?[\w ]+? of ((?:the )?[\w']+)")
Body = Callable[[Scope], tuple[Typed, tuple[Guard, ...]]]

# ---- uses ----------------------------------------------------------------------------------------


def apply(
    context: Context, kind: str, name: str, args: Args, phrase: ast.Node, refs: ast.Refs
) -> Guard:
    """A use of a declared adjective, preposition or verb."""
    define = find(context, kind, name, args, phrase.span)
    if define.rows:
        return _by_rows(context, define, args, phrase, refs)

    def body(scope: Scope) -> tuple[Typed, tuple[Guard, ...]]:
        parts = tuple(lines(context, define.lines, scope))
        return Typed(op("and", *(part.test for part in parts)), BOOL), parts

    typed, function = use(context, define, args, None, body, phrase)
    parts: tuple[Guard, ...] = ()
    if not isinstance(typed.e, Call):  # settled by what it is asked of
        where = dict(zip(function.params, (arg.e for _, arg in args), strict=False))
        parts = tuple(_with(guard, where) for guard in function.guards)
    return guard_for(phrase, refs, if_there(asked_of(args[0][1]), typed.e), parts)


def value_of_thing(
    context: Context, name: str, thing: Typed, node: ast.Node, more: Args = ()
) -> Typed:
    """`thing's NAME`, perhaps with more things: an attribute or a declared value."""
    args: Args = (("of", thing), *more)
    return attribute_of_things(context.symbols, name, args) or defined_value(
        context, name, args, node, None)


def defined_value(
    context: Context, name: str, args: Args, phrase: ast.Node, expected: VType | None,
    scope: Scope | None = None,
) -> Typed:
    """A use of a declared value; in the `scope`, if it is said of nothing."""
    defines = context.symbols.definitions.get(("value", name), ())
    if not args and all(define.params for define in defines):
        raise _of_whom(context, name, phrase.span, scope)
    at_its_cell = _of_its_cell(context, name, args, phrase, expected)
    if at_its_cell is not None:
        return at_its_cell
    define = find(context, "value", name, args, phrase.span)

    def body(scope: Scope) -> tuple[Typed, tuple[Guard, ...]]:
        return cases(context, define, scope, expected), ()

    value = use(context, define, args, expected, body, phrase)[0]
    return changed(value, of=asked_of(args[0][1])) if args else value


def _of_its_cell(
    context: Context, name: str, args: Args, phrase: ast.Node, expected: VType | None
) -> Typed | None:
    """What a piece does not have itself, but its cell has: `the Token's row`."""
    if not args or args[0][0] != "of" or is_defined(context, "value", name, args):
        return None
    found = []
    for cell in its_cells(context.symbols, args[0][1], phrase.span):
        asked: Args = (("of", cell), *args[1:])
        known = attribute_of_things(context.symbols, name, asked)
        if known is None and is_defined(context, "value", name, asked):
            known = defined_value(context, name, asked, phrase, expected)
        if known is not None:
            found.append(known)
    return found[0] if len(found) == 1 else None


def lines(context: Context, block: tuple[ast.CondLine, ...], scope: Scope) -> list[Guard]:
    """The guards of a block of condition lines."""
    guards: list[Guard] = []
    for line in context.existing(block):
        match line:
            case ast.CondLeaf(condition=condition, refs=refs):
                guards.append(context.guard(condition, scope, refs))
            case ast.CondGroup():
                guards.append(_group(context, line, scope))
    return guards


def _group(context: Context, line: ast.CondGroup, scope: Scope) -> Guard:
    """`any of` or `all of` with a block."""
    parts = tuple(lines(context, line.lines, scope))
    name = "or" if line.kind == "any" else "and"
    test = op(name, *(part.test for part in parts))
    text = f" {name} ".join(
        f"({p.text})" if p.any and line.kind == "all" else p.text for p in parts
    )
    return changed(guard_for(line, line.refs, test, parts, any_of=line.kind == "any"), text=text)


# ---- functions -----------------------------------------------------------------------------------


def use(
    context: Context, define: ast.Define, args: Args, expected: VType | None, body: Body,
    phrase: ast.Node,
) -> tuple[Typed, Function]:
    """A use of a definition: a call of its function, or a constant where it comes to one.

    There is one function for each combination of types it is used with; `body` lowers the
    definition in the scope of its things.
    """
    kinds = tuple(kind for _, arg in args for kind in (arg.type, _kept_as(arg)))
    key = (id(define), kinds, context.decider.e, expected)
    made = context.uses.functions.get(key)
    if made is None:
        made = context.function(key, define, lambda: _function(context, define, args, body))
    context.uses.use(key, made)
    function, kind = made.function, made.type
    if made.reading.implicit:
        _require_mover(context, define, phrase.span)
    values = tuple(arg.e for _, arg in args)
    settled: E = function.body
    if any(isinstance(value, Const) for value in values):
        settled = substituted(settled, dict(zip(function.params, values, strict=True)))
    if isinstance(settled, Const):
        return Typed(settled, kind), function
    return Typed(Call(function, values), kind), function


def _function(context: Context, define: ast.Define, args: Args, body: Body) -> Made:
    """The function of a definition for arguments of these types."""
    scope, params = Scope(), []
    for at, ((_, binder), (_, arg)) in enumerate(zip(define.params, args, strict=True)):
        param = context.param(define, at, _kept_as(arg))
        params.append(param)
        scope = bind_param(scope, binder, Typed(param, arg.type))
    with context.uses.anew() as reading:
        _enter(context, define)
        try:
            with context.knowing(Facts()):
                typed, guards = body(scope)
        finally:
            context.uses.inside.pop()
    names = tuple(binder.name for _, binder in define.params)
    function = Function(define.name, tuple(params), typed.e, guards, define.span, names)
    depth = 1 + max((made.depth for made in reading.functions.values()), default=0)
    if depth > MAX_NESTED:
        raise _too_deep(define.span)
    return Made(function, typed.type, depth, reading)


def _kept_as(arg: Typed) -> VType:
    """The type of the local for a thing of a definition: a number comes from a place that may hold
    more than it can be."""
    return arg.e.type if arg.type.kind == "int" else arg.type


def bind_param(scope: Scope, binder: ast.Binder, value: Typed) -> Scope:
    """The scope with a thing of a definition; it is about the first one."""
    first = scope.bound is None
    return scope.add(Bound(binder.noun, binder.name, value, subject=first, opens=first, head=True,
                           span=binder.span))


def _require_mover(context: Context, define: ast.Define, span: Span) -> None:
    """A definition that says `the player` without being about one speaks of who chooses; refuse
    it where `the player` is another one."""
    context.uses.reading.implicit = True
    here = [b for b in context.around.candidates("player") if b.value is not None]
    other = next((b for b in here if b.value and b.value.e != context.decider.e), None)
    if other is None:
        return
    who = "who decides" if any(b.decides for b in here) else "to move"
    about = f" for a player {other.name or ''}".rstrip()
    raise error(
        "which-player", f"`{define.name}` speaks of `the player` without being about one: here it "
        f"can be the player {who} or {other.name or 'the player bound here'}", span,
        f"let the definition be about him too (`…{about} if …`), or write `the player to move` "
        "in it",
    )


def _enter(context: Context, define: ast.Define) -> None:
    """Note that a definition is being lowered; it may not stand inside itself."""
    uses = context.uses
    uses.spend(define.span)
    at = next((at for at, other in enumerate(uses.inside) if other is define), None)
    if at is not None:
        raise _circle(uses.inside[at:])
    if len(uses.inside) >= MAX_NESTED:
        raise _too_deep(define.span)
    uses.inside.append(define)


def _circle(circle: list[ast.Define]) -> RulesError:
    """A circle of definitions is reported once, at its first definition in the text."""
    first = min(circle, key=lambda d: (d.span.source.name, d.span.line))
    way = ", ".join(f"`{d.name}`" for d in sorted(circle, key=lambda d: d.span.line)
                    if d is not first)
    return error("recursion", f"the definition of `{first.name}` uses itself"
                 + (f" by way of {way}" if way else ""), first.span,
                 "say it without going round: a definition may not depend on itself")


def _too_deep(span: Span) -> RulesError:
    return error("too-deep", f"more than {MAX_NESTED} definitions stand inside one another", span)


def _with(guard: Guard, where: Mapping[Local, E]) -> Guard:
    """A guard of a function for some arguments."""
    return changed(
        guard, test=substituted(guard.test, where),
        parts=tuple(_with(part, where) for part in guard.parts),
        relaxed=None if guard.relaxed is None else substituted(guard.relaxed, where),
        values=tuple((name, substituted(e, where), kind) for name, e, kind in guard.values),
    )


# ---- relations written as tables -----------------------------------------------------------------


def _by_rows(
    context: Context, define: ast.Define, args: Args, phrase: ast.Node, refs: ast.Refs
) -> Guard:
    """A relation written as a table; the row of the subject explains a refusal."""
    subject, thing = args[0][1], args[1][1]
    rows, others = subject.type.domain, thing.type.domain
    assert rows is not None and others is not None
    parts = []
    masks = _masks(context, define, rows, others)
    for row, (at, mask) in zip(define.rows, masks, strict=True):
        test = op("or", op("!=", subject.e, Const(at)), op("in", thing.e, Const(mask)))
        parts.append(Guard(test, row.span, row.refs, row.span.text))
    listed = dict(masks)
    table = tuple(
        listed.get(at, 0) >> number & 1
        for at in range(rows.size) for number in range(others.size)
    )
    relation = Table(table, (rows.size, others.size), 0)
    test = lookup(relation, BOOL, subject.e, thing.e)
    return guard_for(phrase, refs, test, tuple(parts))


def _masks(
    context: Context, define: ast.Define, rows: Domain, others: Domain
) -> list[tuple[int, int]]:
    """For each row of a table the number of its thing and the set of what it lists."""
    known = context.uses.rows
    if id(define) not in known:
        known[id(define)] = [
            (_label_index(rows, row.value, row.span), sum({
                1 << _label_index(others, text, row.span) for text in row.others
            }))
            for row in define.rows
        ]
    return known[id(define)]


def _label_index(domain: Domain, text: str, span: Span) -> int:
    if text not in domain.labels:
        raise error("value", f"`{text}` is no {domain.noun}", span,
                    did_you_mean(text, domain.labels))
    return domain.labels.index(text)


# ---- which definition is meant -------------------------------------------------------------------


def is_defined(context: Context, kind: str, name: str, args: Args) -> bool:
    """Whether a phrase is defined for such things."""
    return any(_takes(define, args) for define in context.symbols.definitions.get((kind, name), ()))


def _takes(define: ast.Define, args: Args) -> bool:
    return len(define.params) == len(args) and all(
        word == given and fits(value.type, binder.noun)
        for (word, binder), (given, value) in zip(define.params, args, strict=True)
    )


def find(context: Context, kind: str, name: str, args: Args, span: Span) -> ast.Define:
    candidates = context.symbols.definitions.get((kind, name), [])
    for define in candidates:
        if _takes(define, args):
            if len(candidates) > 1:
                note_definition(context, span, define)
            return define
    nobodys = of_nobody(context, kind, name, args, span)
    if nobodys is not None:
        raise nobodys
    what = ", ".join(kind_text(value.type) for _, value in args)
    hint = f"it is declared as `{_head(candidates[0])}`" if candidates else None
    hint = of_the_cells(context, candidates, args, hint)
    hint = (_behind_another(candidates[0], span) or hint) if candidates else hint
    for cell in its_cells(context.symbols, args[0][1], span):
        noun = noun_of(cell.type)
        if name in OF_CELLS or (noun, name) in context.symbols.qualities or any(
            define.params[0][1].noun == noun for define in candidates
        ):
            hint = f"say it of the cell: `its {noun} {'' if kind == 'verb' else 'is '}{name}`"
            hint += f", `whose {noun} is {name}`" if kind == "adjective" else ""
    hint = of_what_it_is_on(context, kind, name, args) or of_its_place(
        context, kind, name, args) or hint
    if len(args) == 1:
        hint = of_its_attribute(context, kind, name, candidates, args[0][1]) or hint
        hint = hint or (of_two(context, name, args[0][1]) or of_its_owner(
            name, args[0][1], span) if kind == "value" else None)
    zone = context.symbols.zone
    if kind == "adjective" and zone is not None and args[0][1].type.domain == zone:
        hint = (f"{hint}; " if hint else "") + (
            "how much lies in a zone is counted, `the number of … in … is at least …`, of the "
            "moment before in brackets, `(the number of … in … beforehand)`")
    if args[0][1].type.kind == "int" and span.text.startswith("its "):
        hint = f"`it` is a number here: say whose {name} is meant, by its name or noun"
    elif args[-1][1].type.kind == "int" and span.text.endswith(f"{name} it"):
        hint = f"`it` is a number here: say what is meant, `{name} …`, by its name or noun"
    says = "does not fit" if candidates else "says nothing about"
    raise error("meaning", f"`{name}` {says} {what}", span, hint)


def _behind_another(define: ast.Define, span: Span) -> str | None:
    """How a relative is said of a thing that is not the nearest one before it."""
    noun = define.params[0][1].noun
    nouns = rf"(?:{re.escape(noun)}|{re.escape(plural(noun))})"
    found = re.search(rf"\b{nouns} (?:on|in|next to|beside) [^,]*\b(that|who|which) (?:is|are)"
                      r"(?: not)? $", span.before)
    return found and (
        f"`{found[1]} …` is said of the nearest thing before it; of the {noun} it is said right "
        f"behind it, in front of where it is: `{noun} that is … and on …`")


def _head(define: ast.Define) -> str:
    """A definition without what it says; a column of a table as lines would say it."""
    if define.kind in ("value", "adjective") and define.span.text.startswith(define.name):
        things = [f"{word} {with_article(binder.noun)}" for word, binder in define.params]
        if define.kind == "value":
            return f"the {define.name} {' '.join(things)} is …"
        return f"{things[0].lstrip()} is {define.name}"
    front = re.split(r" if | is | by table\b", define.span.text)[0]
    return front + " is …" * (define.kind == "value")


def _of_whom(context: Context, name: str, span: Span, scope: Scope | None) -> RulesError:
    """The error for `the opponent`, of which it is not said whose it is."""
    symbols = context.symbols
    defines = symbols.definitions.get(("value", name), [])
    nouns = [noun for noun, known in symbols.attributes if known == name]
    nouns += [d.params[0][1].noun for d in defines if [w for w, _ in d.params] == ["of"]]
    if name in ("column", "row"):
        nouns += [board.noun for board in symbols.boards.values()]
    elif not defines:
        nouns += symbols.pieces if name == "owner" else ["player"]
    shared = OF_BOTH.match(span.behind)
    if shared is not None:
        return error("meaning", f"it is not said of what `{name}` is meant", span,
                     f"write `the {name} of {shared[1]}`")
    hint = f"write `{_owner_in_head(context, nouns[0])}'s {name}`" if nouns else (
        f"it is declared as `{_head(defines[0])}`" if defines else None
    )
    chosen = scope.candidates("number")[:1] if scope is not None and {*nouns} == {"player"} else ()
    if chosen:
        hint = (f"write `{chosen[0].name or 'the number'}` if it is the one that is chosen here, "
                f"`{_owner_in_head(context, nouns[0])}'s {name}` if it is what was kept before")
    return error("meaning", f"it is not said of what `{name}` is meant", span, hint)


def _owner_in_head(context: Context, noun: str) -> str:
    """The thing of a noun: of players, in a definition about a piece, its owner."""
    symbols = context.symbols
    head = [bound for bound in context.around.entries() if bound.head and bound.value][::-1]
    first = next((one for one in head if one.value is not None and attribute_of_things(
        symbols, "owner", (("of", one.value),))), None)
    if noun != "player" or first is None or any(one.noun == "player" for one in head):
        return f"the {noun}"
    return f"{first.name}'s owner" if first.name else f"the {first.noun}'s owner"
