"""What was so before an act, spoken of in the lines below it.

Model. The lines below an act (`put`, `move`, `remove`) or a choice are done after it. What is said
with `was`, with `beforehand` or of `the captured NOUN` is about the moment before. So, before
anything is changed, the lines below are searched for such phrases; each is worked out and kept, and
where its line is lowered, the scope says what was kept (`Scope.early`).

- Of the captured piece: the moment before the last act above, chosen or not. The smallest phrase
  that is no piece is kept (`the captured Token's owner`), since a piece is known by its cell.
- Of `was` and `beforehand`: the moment before the choice of an act that the line stands below; if
  there is none, before the choice; if there is none, before the last act above.

What is chosen, rolled or gone through between the moment and the line is not known there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeGuard

from rulewright.interpreter.diagnostics import RulesError, error
from rulewright.interpreter.ir.interned import changed, kept
from rulewright.interpreter.lower.blocks import BlockBuilder
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.reference import captured
from rulewright.interpreter.lower.scope import CAPTURED, NO_MOMENTS, Bound, Early, Scope
from rulewright.interpreter.lower.sets import noun_of_set, things_name
from rulewright.interpreter.lower.typed import Typed
from rulewright.interpreter.model.declarations import parts, walk
from rulewright.interpreter.records import record
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.lines_above import became

ACTS = ("put", "move", "remove")


@record
class Moment:
    """The moment before an act or a choice, and the lines that are done after it."""

    lines: Sequence[ast.Stmt]
    choice: bool  # whether the act is chosen

    def early(
        self, build: BlockBuilder, deed: ast.Act, scope: Scope, cell: Typed | None = None
    ) -> Mapping[int, Early]:
        """What the lines ask of this moment, worked out and kept; `cell` is where a piece is
        captured, or none."""
        acts = deed.kind in ACTS
        things = any(isinstance(thing, ast.Pick) for thing in deed.objects)
        known = scope if cell is None else scope.bind(CAPTURED, CAPTURED, cell)
        if deed.kind == "put" and isinstance(deed.objects[0], ast.Pick):
            known = known.add(_unknown(deed.objects[0].set))
        found: dict[int, Early] = {}
        for asked in _asked(build, self.lines, _Ours(acts, True), ()):
            number, before = id(asked.phrase), scope.early.phrases.get(id(asked.phrase))
            if asked.captured:
                found[number] = _kept(build, asked, known, Early(None, acts, things))
            elif self._takes(acts, asked, before):
                new = _kept(build, asked, known, Early(None, acts and self.choice, things))
                found[number] = _the_one(asked, before, new)
        return found

    def _takes(self, acts: bool, asked: _Asked, before: Early | None) -> bool:
        """Whether a phrase with `was` may be about this moment, and not one farther out."""
        if not self.choice:
            return not asked.below_choice and (before is None or before.wrong is not None)
        return not asked.below_act and (acts or before is None or not before.act)


def _the_one(asked: _Asked, outer: Early | None, inner: Early) -> Early:
    """What a phrase below two choices is about: the one at which it can be said."""
    if inner.act or outer is None or outer.wrong is not None or not outer.things:
        return inner
    if inner.wrong is not None or not inner.things:
        return outer
    return changed(inner, wrong=error(
        "before", f"`{asked.phrase.span.text}` stands below two choices, and can be about the "
        "moment before the one or the other", asked.phrase.span,
        "write it below the outer choice, above the inner one, or name what the inner one chooses",
    ))


# ---- what is asked -------------------------------------------------------------------------------


@record
class _Asked:
    """A phrase about an earlier moment, and what is not known yet at that moment."""

    phrase: ast.Expr
    captured: bool
    unknown: tuple[Bound, ...]
    below_choice: bool  # it stands below a further choice
    below_act: bool  # it stands below a further choice of an act


@record
class _Ours:
    """Whether the captured piece is still that of the present act; whether no further choice, and
    no further choice of an act, was come to."""

    captured: bool
    first: bool
    acts: bool = False


def _asked(
    build: BlockBuilder, body: Sequence[ast.Stmt], ours: _Ours, unknown: tuple[Bound, ...],
    within: tuple[str, ...] = (),
) -> Iterator[_Asked]:
    """What statements ask of the moment before them; they stand `within` some steps, which end the
    search where a step does itself."""
    for s in build.context.existing(body):
        for phrase in _own_phrases(s):
            yield from _one(phrase, ours, unknown)
        match s:
            case ast.Effect(act=deed) if deed.kind in ACTS:
                ours = changed(ours, captured=False)
            case ast.Action():
                for a in build.context.existing(s.alternatives):
                    yield from _below(build, a, ours, unknown, within)
            case ast.Do():
                for call in s.calls:
                    step = build.context.symbols.steps.get(call.name)
                    if step is not None and step.name not in (
                        *within, *(one.name for one in build.around)
                    ):
                        yield from _asked(build, step.body, ours, (*unknown, *_handed(step)),
                                          (*within, step.name))
            case _:
                inner = (*unknown, *_bound_by(s))
                for lines in filter(_is_body, parts(s)):
                    yield from _asked(build, lines, ours, inner, within)


def _one(phrase: ast.Expr, ours: _Ours, unknown: tuple[Bound, ...]) -> Iterator[_Asked]:
    captured = any(isinstance(node, ast.Captured) for node in walk(phrase))
    if not captured or ours.captured:
        yield _Asked(phrase, captured, unknown, not ours.first, ours.acts)


def _below(
    build: BlockBuilder, a: ast.Alternative, ours: _Ours, unknown: tuple[Bound, ...],
    within: tuple[str, ...],
) -> Iterator[_Asked]:
    """What the lines below a further choice ask."""
    for phrase in _phrases(a.act):
        yield from _one(phrase, ours, unknown)
    picks = tuple(_unknown(t.set) for t in a.act.objects if isinstance(t, ast.Pick))
    lines = list(build.context.existing(a.body))
    demands = [s for s in lines if isinstance(s, ast.OnlyIf)]
    effects = [s for s in lines if not isinstance(s, (ast.OnlyIf, ast.OnlyIfRest))]
    yield from _asked(build, demands, ours, (*unknown, *picks), within)
    acts = a.act.kind in ACTS
    below = _Ours(ours.captured and not acts, False, ours.acts or acts)
    yield from _asked(build, effects, below, (*unknown, *picks), within)


def _own_parts(s: ast.Stmt) -> Iterator[object]:
    """What stands in the line of a statement itself."""
    if isinstance(s, ast.Action) or (isinstance(s, ast.OnlyIf) and s.afterwards):
        return
    yield from (part for part in parts(s) if not _is_body(part))


def _is_body(part: object) -> TypeGuard[tuple[ast.Stmt, ...]]:
    return isinstance(part, tuple) and any(isinstance(x, ast.Stmt) for x in part)


def _bound_by(s: ast.Stmt) -> Iterator[Bound]:
    """What a statement binds for its lines."""
    if isinstance(s, (ast.ForEach, ast.AtRandom)) or (
        isinstance(s, ast.InOrder) and noun_of_set(s.set) != "player"
    ):
        yield _unknown(s.set)
    elif isinstance(s, ast.If):  # below it, `it` can mean the captured piece that it speaks of
        yield from (captured(node.noun, node.span) for node in walk(s.test)
                    if isinstance(node, ast.Captured))
    elif isinstance(s, (ast.InOrder, ast.Decides)):
        yield Bound("player", None, None, True, opens=True, span=s.span)


def _handed(step: ast.Flow) -> Iterator[Bound]:
    """What a step is done with."""
    for at, (_, binder) in enumerate(step.params):
        yield Bound(binder.noun, binder.name, None, at == 0, opens=at == 0, span=binder.span)


def _unknown(things: ast.SetNode) -> Bound:
    """A thing that is not known at the moment; one with a name is not meant by its noun alone,
    but for a player."""
    noun, name = noun_of_set(things), things_name(things)
    if name is not None and noun != "player":
        noun = f"{noun} {name}"
    return Bound(noun, name, None, True, opens=True, span=things.span)


@kept
def _own_phrases(s: ast.Stmt) -> tuple[ast.Expr, ...]:
    """The phrases about an earlier moment in a line itself."""
    return tuple(_phrases(_own_parts(s)))


def _phrases(item: object) -> Iterator[ast.Expr]:
    """The phrases about an earlier moment: those that say so, and the smallest ones that say
    something of the captured piece."""
    if isinstance(item, ast.Before) or (isinstance(item, ast.Expr) and _holds(item)):
        yield item
    elif isinstance(item, ast.Node):
        for part in parts(item):
            yield from _phrases(part)
    elif isinstance(item, (tuple, Iterator)):
        for part in item:
            yield from _phrases(part)


def _holds(item: ast.Node) -> bool:
    """Whether something is said of the captured piece itself."""
    match item:
        case ast.Call() | ast.NounOf() | ast.Is() | ast.Verb() | ast.Complement():
            return any(_said_of(part) for part in parts(item))
    return False


def _said_of(part: object) -> bool:
    if isinstance(part, tuple):
        return any(_said_of(inner) for inner in part)
    return isinstance(part, ast.Captured) or (isinstance(part, ast.Complement) and _holds(part))


# ---- what is kept --------------------------------------------------------------------------------


def _kept(build: BlockBuilder, asked: _Asked, scope: Scope, early: Early) -> Early:
    """What a phrase comes to at this moment, kept for the lines below."""
    context, phrase = build.context, asked.phrase
    for b in asked.unknown:
        scope = scope.without_name(b.name).add(b)
    scope = changed(scope, early=NO_MOMENTS)
    said = phrase.body if isinstance(phrase, ast.Before) else phrase
    try:
        with context.uses.anew() as reading:
            typed = context.value(said, scope)
        context.uses.reading.include(reading)
        _require_known(asked, reading.implicit)
        _require_value(context, typed, said, phrase)
        _require_unchanged(said, phrase)
    except RulesError as wrong:
        return changed(early, wrong=_about(wrong, phrase))
    return changed(early, typed=Typed(build.keep(typed, phrase.span), typed.type))


def _require_known(asked: _Asked, about_player: bool) -> None:
    """Refuse a phrase about a player who is not known before."""
    if any(b.noun == "player" for b in asked.unknown) and (about_player or any(
        isinstance(node, ast.ThePlayer) and node.decides for node in walk(asked.phrase)
    )):
        raise error("which-player", "here another player is spoken of than before",
                    asked.phrase.span, "write `the player to move`, or give the player a name")


def _require_value(context: Context, typed: Typed, said: ast.Expr, phrase: ast.Expr) -> None:
    """Only values can be kept: a piece is where it stands, and a set is looked at afresh. A zone is
    the same one before and after, whatever is in it."""
    zone = context.symbols.zone
    if zone is not None and typed.type.domain is zone and isinstance(phrase, ast.Before):
        where = said.span.text
        raise error("before", f"`{where}` is the same before and after; what is in it is asked now",
                    phrase.span, f"write `(the number of … in {where} beforehand)`, or "
                    f"`{where} was empty`, `(… is in {where} beforehand)`")
    if typed.type.kind == "set" or typed.type.piece is not None:
        what = "a set" if typed.type.kind == "set" else "a piece"
        raise error("before", f"{what} cannot be kept from an earlier moment", phrase.span,
                    "say what was so of it, or how many there were")


def _require_unchanged(said: ast.Expr, phrase: ast.Expr) -> None:
    """Refuse `the player's place was free` below a line where that becomes another place: it can be
    the place that it was, or the one that it is."""
    if said is phrase or not isinstance(said, ast.Is) or not isinstance(said.subject, ast.Call) or (
        not isinstance(said.complement, ast.IsAdjective)
    ):
        return
    what, so = said.subject.span.words, said.complement.span.words
    made = became(phrase.span.source, phrase.span.line, what)
    if not made or made == "none" or not re.search(r"\b(?:was|were)\b", phrase.span.words):
        return
    negated = "not " * said.negated
    raise error(
        "grouping", f"`{phrase.span.words}` can be said of what {what} was, or of what it has "
        "become by then", phrase.span,
        f"write `{made} was {negated}{so}` or `({what} is {negated}{so} beforehand)`")


def _about(wrong: RulesError, phrase: ast.Expr) -> RulesError:
    """What is wrong, with what it is about."""
    about = "; this is asked of the moment before"
    return RulesError([
        changed(d, message=d.message + about)
        if "before the act" not in d.message and about not in d.message else d
        for d in wrong.diagnostics
    ])
