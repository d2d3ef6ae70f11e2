"""Lowering `end`: what ends the game at once is looked at after every change that concerns it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.ir import E, EachDo, Effect, Finish, IfDo, stored
from rulewright.interpreter.ir.facts import Facts
from rulewright.interpreter.lower.blocks import BlockBuilder
from rulewright.interpreter.lower.noting import note_change
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.suggested import suggest
from rulewright.interpreter.syntax import ast


@contextmanager
def checking_ends(build: BlockBuilder) -> Iterator[None]:
    """After the effects of what is lowered inside, look whether the game is over."""
    target = build.place.target
    start = len(target)
    yield
    check_ends(build, target[start:])


def check_ends(build: BlockBuilder, effects: Sequence[Effect]) -> None:
    """After a change, the `end as soon as` conditions that look at what was changed; while one act
    is done to several things, nothing."""
    if build.ends.current is not None or build.ends.in_act:
        return
    touched = stored(effects)
    for check in build.ends.checks:
        if touched & check.test.reads:
            note_change(build.context, check.end.span, effects[0].span)
            build.emit(end_effect(build, check.end, check.test))


@contextmanager
def one_act(build: BlockBuilder) -> Iterator[None]:
    """What is lowered inside is one act, however many things it is done to: whether the game is
    over is looked at behind it."""
    with checking_ends(build):
        before, build.ends.in_act = build.ends.in_act, True
        try:
            yield
        finally:
            build.ends.in_act = before


def end_effect(build: BlockBuilder, end: ast.End, test: E) -> Effect:
    """What an `end` does where its condition holds: the same after every change."""
    key = (id(end), test, build.context.decider.e)
    known = build.ends.effects.get(key)
    if known is None:
        known = build.ends.effects[key] = _end_effect(build, end, test)
    return known


def check_unused(build: BlockBuilder) -> None:
    """Lower what nothing sets off, when all else is lowered, so that it is checked as well."""
    set_off = {end for end, *_ in build.ends.effects}
    for check in build.ends.checks:
        if id(check.end) not in set_off:
            with build.context.collecting():
                end_effect(build, check.end, check.test)


def _end_effect(build: BlockBuilder, end: ast.End, test: E) -> Effect:
    if build.suspends(end.body):
        raise error("end", "an `end` only says who wins; it cannot ask or roll", end.span)
    build.ends.current = end
    try:
        with build.gathering() as effects, build.context.knowing(Facts()):
            build.statements(end.body, suggest(Scope(), end.condition))
    finally:
        build.ends.current = None
    says = any(isinstance(effect, (Finish, IfDo, EachDo)) for effect in effects)
    if not says and not build.context.problems:
        raise error("end", "an `end` says who wins: `… wins`, `rank every player by …`, "
                    "`the game is drawn`", end.span)
    return IfDo(end.span, end.refs, test, tuple(effects), ())
