"""Lowering decisions and rolls to nodes.

Every alternative becomes binders (what is chosen), guards (`only if`, and what the noun phrases
demand), a label and a block for its effects.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import prod

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.ir import (
    TRUE,
    Alternative,
    Binder,
    Guard,
    Label,
    Node,
    Rest,
    Step,
    Store,
    load,
    op,
    substituted,
)
from rulewright.interpreter.ir.facts import Facts
from rulewright.interpreter.ir.interned import changed
from rulewright.interpreter.lower.alike import alike_guard, number_alike
from rulewright.interpreter.lower.before import Moment
from rulewright.interpreter.lower.blocks import BlockBuilder, statement_of
from rulewright.interpreter.lower.chosen_beside import require_apart
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.ends import check_ends
from rulewright.interpreter.lower.lowered import Members
from rulewright.interpreter.lower.pieces import act, require_elsewhere
from rulewright.interpreter.lower.reference import one_of
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.sets import bind_member, noun_of_set, things_name
from rulewright.interpreter.lower.several import several_in
from rulewright.interpreter.lower.suggested import suggest
from rulewright.interpreter.lower.texts import Names, label
from rulewright.interpreter.lower.typed import Typed, number
from rulewright.interpreter.records import record
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import with_article

MAX_OPTIONS = 100_000  # options of a decision that have no conditions


@record
class Offer:
    """Where an alternative is offered: its node, and the block to go on with after it.

    As a part of an order it has guards of its own, and marks what is done. `steps` are those that
    it stands in.
    """

    node: Node
    after: int
    guards: tuple[Guard, ...] = ()
    marks: tuple[Store, ...] = ()
    steps: tuple[Step, ...] = ()


@dataclass
class Picks:
    """What is chosen by an alternative: binders in their order, each with the names by which its
    text may speak of it; the things by their places among the act's objects."""

    binders: list[Binder] = field(default_factory=list)
    names: list[Names] = field(default_factory=list)
    things: dict[int, Typed] = field(default_factory=dict)


@dataclass
class Lines:
    """The lines below a choice: what is demanded of it, before, afterwards and of the rest of the
    turn, and its effects."""

    guards: list[Guard] = field(default_factory=list)
    afterwards: list[ast.OnlyIf] = field(default_factory=list)
    rest: list[ast.OnlyIfRest] = field(default_factory=list)
    effects: list[ast.Stmt] = field(default_factory=list)
    asked: list[ast.OnlyIf] = field(default_factory=list)  # all that is demanded


# ---- statements ----------------------------------------------------------------------------------


@statement_of(ast.Action, suspends=True)
def _action(build: BlockBuilder, s: ast.Action, scope: Scope) -> None:
    after = build.new_block()
    empty = build.new_block() if s.otherwise else after
    node = build.new_node(False, empty if s.mode != "must" else None, s)
    offer = Offer(node, node.block if s.mode == "repeat" else after, steps=tuple(build.around))
    for a in build.context.existing(s.alternatives):
        alternative(build, offer, a, scope)
    if s.decline is not None:
        _decline(build, changed(offer, after=after), s)
    if s.otherwise:
        build.enter(empty)
        build.statements(s.otherwise, scope)
        build.go(after)
    build.enter(after)


def _decline(build: BlockBuilder, offer: Offer, s: ast.Action) -> None:
    """The option of not doing it; offered only beside a real one."""
    block = build.new_block()
    build.enter(block)
    build.go(offer.after)
    assert s.decline is not None
    text = s.decline or "pass"
    offer.node.alternatives.append(
        Alternative((), (), (text,), block, (), text, s.span, s.refs, decline=True,
                    steps=offer.steps)
    )


@statement_of(ast.AtRandom, suspends=True, stop=(
    "a roll", "write one roll below the other, or `repeat N times`"
))
def _at_random(build: BlockBuilder, s: ast.AtRandom, scope: Scope) -> None:
    after = build.new_block()
    node = build.new_node(True, None, s)
    context = build.context
    members = context.members(s.set, scope, s.refs, chosen=True)
    inner = bind_member(s.set, members, scope)
    picks = Picks([_binder(context, s.set, members, scope)], [_names(s.set)])
    text = label(context, s.written or "{0}", picks.names, picks.binders, inner, s.span)
    weight = context.recalled(("as many", members.var, scope), s.set,
                              lambda: number_alike(context, members, scope))
    if s.weight is not None:
        own = number(context.value(s.weight, inner), s.weight.span)
        weight = own if weight is TRUE else op("*", own, weight)
    outcome = Alternative(
        tuple(picks.binders), (), text, -1, (), s.set.span.text, s.span, s.refs, weight=weight,
        steps=tuple(build.around))
    node.alternatives.append(outcome)
    _body(build, outcome, s.body, inner, after, lambda scope: build.statements(s.body, scope))
    build.enter(after)


# ---- alternatives --------------------------------------------------------------------------------


def alternative(build: BlockBuilder, offer: Offer, a: ast.Alternative, scope: Scope) -> None:
    """One alternative of a decision: its choices, guards, label and body."""
    _require_single(a.act)
    for thing in a.act.objects:
        if isinstance(thing, ast.AnyOne):
            which = with_article(thing.set.span.text)
            raise error("quantifier", f"it is the player who says which: `{thing.span.text}`",
                        thing.span, f"write `{which}`")
    if a.act.kind == "choose":
        require_apart(build.context, a.act.objects)
    before = scope
    picks, inner = _picks(build.context, a, scope)
    lines = Lines()
    _sort_lines(build, a.body, inner, lines)
    guards = (*offer.guards, *lines.guards)
    _require_few(picks.binders, guards, a.span)
    text = _written(build.context, a, picks, inner)
    option = Alternative(tuple(picks.binders), guards, text, -1, (), a.act.span.text, a.span,
                         a.refs, steps=offer.steps, rest=_rest(lines.rest))
    offer.node.alternatives.append(option)

    def lower(scope: Scope) -> None:
        for mark in offer.marks:
            build.emit(mark)
        start = len(build.place.target)
        moment = Moment(lines.effects, choice=True)
        scope = act(build, a.act, a.refs, scope, _kept(option, picks), moment, before)
        with build.context.knowing(Facts()):
            option.after = tuple(_afterwards(build, a, line, scope, picks)
                                 for line in lines.afterwards)
        check_ends(build, build.place.target[start:])
        asked = tuple(line.condition for line in lines.asked)
        below = suggest(scope, *asked, around=a.act, demanded=True)
        build.statements(lines.effects, below)

    _body(build, option, lines.effects, inner, offer.after, lower)


def _afterwards(
    build: BlockBuilder, a: ast.Alternative, line: ast.OnlyIf, scope: Scope, picks: Picks
) -> Guard:
    """What must hold when everything is done. What the act is about is known then by the phrase
    that names it, unless it was chosen."""
    guard = build.context.guard(line.condition, scope, line.refs)
    if guard.test.free - {binder.var for binder in picks.binders}:
        given = next((one for one in a.act.objects if not isinstance(one, ast.Pick)), a.act)
        raise error("bound", f"what is moved or changed is not chosen here, and is not known "
                    f"afterwards by `it` or its noun: `{given.span.text}`", line.condition.span,
                    f"say it as above: `{given.span.text}`")
    return guard


def _require_single(deed: ast.Act) -> None:
    """What is chosen, or done by an option, is one thing; of what is given, nothing is chosen."""
    for thing in deed.objects:
        if deed.kind == "choose" and not isinstance(thing, ast.Pick) and several_in(thing) is None:
            given = thing.span.text
            if given.startswith("any "):
                raise error("quantifier", f"`{given}` is the first one of them: nothing is chosen",
                            thing.span, f"write `{with_article(given.removeprefix('any '))}`")
            rest = [other.span.text for other in deed.objects if other is not thing]
            raise error("quantifier", f"`{given}` is given: a choice is of one thing of a set",
                        thing.span, f"write `choose {' and '.join(rest)}`" if rest
                        else f"say of which it is one, as in `choose a … in …`, `choose a … that "
                        f'is …`; where only what is done to it is chosen, `choose "{given}"`, and '
                        "that below it")
        several = several_in(thing)
        if several is not None and isinstance(several.quantified.set, ast.NounSet):
            said, one = several.quantified.span.text, one_of(several.quantified.set)
            all_of = "" if deed.kind in ("choose", "move") else (
                f'; for all of them write `choose "…"`, and below it `{deed.span.text}`')
            line = deed.span.text.replace(said, with_article(one), 1)
            if several.quantified.quantifier == "no":
                raise error("quantifier", f"`{said}` cannot be chosen", thing.span, "if it is said "
                            f"of what is chosen, say of what: `… and that has {said}`")
            raise error("quantifier", f"a choice is of one thing, and `{said}` names several",
                        thing.span, f"write `{line}` if one is chosen{all_of}")


def _picks(context: Context, a: ast.Alternative, scope: Scope) -> tuple[Picks, Scope]:
    """What an alternative lets choose, and the scope in which that is spoken of."""
    picks = Picks()
    for at, thing in enumerate(a.act.objects):
        if not isinstance(thing, ast.Pick) or (a.act.kind == "put" and at == 0):
            continue
        members = context.members(thing.set, scope, a.refs, chosen=True)
        picks.binders.append(_binder(context, thing.set, members, scope))
        picks.names.append(_names(thing.set))
        picks.things[at] = members.typed
        scope = bind_member(thing.set, members, scope, opens=len(picks.binders) == 1,
                            chosen=True)
    return picks, scope


def _binder(
    context: Context, things: ast.SetNode, members: Members, scope: Scope
) -> Binder:
    """What is chosen from a set; of pieces that are alike, one."""
    noun, name = _names(things)
    first = context.recalled(("alike", members.var, scope), things,
                             lambda: alike_guard(context, members, scope, things.span))
    guards = members.guards if first is None else (*members.guards, first)
    return Binder(members.var, members.type, noun, guards, None if name == noun else name)


def _sort_lines(
    build: BlockBuilder, body: Sequence[ast.Stmt], scope: Scope, lines: Lines
) -> None:
    """Sort the lines below a choice; those under a `when` that holds stand with the others, but an
    `only if` among them is looked at for itself."""
    first = len(lines.effects)
    for s in body:
        if isinstance(s, ast.When):
            if build.context.static(s.test):
                _sort_lines(build, s.body, scope, lines)
        elif not isinstance(s, (ast.OnlyIf, ast.OnlyIfRest)):
            lines.effects.append(s)
        elif len(lines.effects) > first:
            raise error("only-if", "`only if` stands before the effects of a choice", s.span,
                        "move this line up; `only if afterwards` looks at the effects")
        elif isinstance(s, ast.OnlyIfRest):
            lines.rest.append(s)
        elif s.afterwards:
            lines.asked.append(s)
            lines.afterwards.append(s)
        else:
            lines.asked.append(s)
            with build.collecting():
                lines.guards.append(build.context.guard(s.condition, scope, s.refs))


def _rest(lines: list[ast.OnlyIfRest]) -> Rest | None:
    """One demand, although the line may stand below a choice and above all alternatives as well."""
    if not lines:
        return None
    return Rest(lines[0].span, tuple(dict.fromkeys(ref for line in lines for ref in line.refs)))


def _require_few(binders: list[Binder], guards: tuple[Guard, ...], span: Span) -> None:
    """Refuse a choice without conditions that offers more than can be listed."""
    if guards or any(binder.guards for binder in binders):
        return
    count = prod(binder.size for binder in binders)
    if count > MAX_OPTIONS:
        raise error("too-large", f"this choice has {count} possibilities; at most {MAX_OPTIONS} "
                    "can be offered", span, "let it be chosen in several steps")


# ---- bodies --------------------------------------------------------------------------------------


def _body(
    build: BlockBuilder, option: Alternative, body: Sequence[ast.Stmt], scope: Scope, after: int,
    lower: Callable[[Scope], object],
) -> None:
    """Lower the body of an alternative into a block of its own. Where it may wait, what was chosen
    lives on in frame fields."""
    waits = build.suspends(body)
    opened = len(build.frame)
    if waits:
        option.frame = tuple(build.frame_of(b.var, b.var.type) for b in option.binders)
        scope = scope.mapped(lambda value: _in_frame(option, value))
    outer = build.place
    option.block = build.new_block(() if waits else tuple(b.var for b in option.binders))
    build.enter(option.block, straight=not waits)
    build.context.facts = _demanded(option)
    lower(scope)
    build.close_down_to(opened, option.span)
    build.go(after)
    build.place = outer
    build.context.facts = Facts()  # the next alternative begins before this one


def _demanded(option: Alternative) -> Facts:
    """What is known when an option was picked: what was demanded of it."""
    facts = Facts()
    where = {b.var: load(frame) for b, frame in zip(option.binders, option.frame, strict=False)}
    for guard in (*(g for b in option.binders for g in b.guards), *option.guards):
        facts = facts.given(substituted(guard.test, where) if where else guard.test)
    return facts


def _in_frame(option: Alternative, value: Typed) -> Typed:
    """A thing as the body knows it: what was chosen is read from its frame field, if it has one."""
    for binder, frame in zip(option.binders, option.frame, strict=False):
        if value.e is binder.var:
            return changed(value, e=load(frame))
    return value


def _kept(option: Alternative, picks: Picks) -> dict[int, Typed]:
    return {at: _in_frame(option, thing) for at, thing in picks.things.items()}


# ---- texts ---------------------------------------------------------------------------------------


def _names(things: ast.SetNode) -> Names:
    noun = noun_of_set(things)
    named = things_name(things) or noun
    return (noun, named)


def _written(context: Context, a: ast.Alternative, picks: Picks, scope: Scope) -> Label:
    """How an alternative is typed: as it says, else what is chosen, with hyphens between."""
    written = a.act.text if a.act.text is not None else a.written
    if written is None:
        written = "-".join(f"{{{i}}}" for i in range(len(picks.binders)))
    if not written:
        what, *to = a.act.objects
        if a.act.kind == "move" and isinstance(what, ast.Expr) and isinstance(
            to[0], ast.NounOf
        ) and context.value(what, scope).e == context.value(to[0], scope).e:
            require_elsewhere(a.act)
        raise error("written", "a choice of nothing needs its own text", a.span,
                    'say how it is typed: `…, written "pass"`')
    return label(context, written, picks.names, picks.binders, scope, a.span)
