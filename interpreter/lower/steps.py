"""Lowering steps: where a step is done, its statements are lowered with the things that it is done
with.

Invariant: the things are reckoned once, when the step begins; so what is done in it changes none
of them. In the step its own things come first: those that its heads bind hide things of the same
nouns around it. What else is bound where the step is done is known in it as well; what an `only if`
there says that there must be is not spoken of in it.
"""

from __future__ import annotations

from contextlib import nullcontext

from rulewright.interpreter.diagnostics import Diagnostic, error
from rulewright.interpreter.ir import NONE, Const, VType, load
from rulewright.interpreter.lower.blocks import BlockBuilder, statement_of
from rulewright.interpreter.lower.context import UNBOUND
from rulewright.interpreter.lower.scope import Bound, Scope
from rulewright.interpreter.lower.typed import Typed
from rulewright.interpreter.model.types import NUMBER, fits, kind_text
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import with_article


@statement_of(ast.Do, suspends=lambda build, s: any(
    build.step_suspends(call.name) for call in s.calls
))
def _do(build: BlockBuilder, s: ast.Do, scope: Scope) -> None:
    """A step is lowered where it is done, with the words of the place."""
    for call in s.calls:
        with build.step(call.name, s) as flow:
            opened = len(build.frame)
            inner = _with_things(build, flow, call, scope)
            fixed = any(b.value is not None and isinstance(b.value.e, Const)
                        for b in inner.entries()[: len(flow.params)])
            # What always holds for a number that is given here may not hold for another one.
            with build.context.asserted() if fixed else nullcontext():
                build.statements(flow.body, inner)
            build.close_down_to(opened, s.span)


def _with_things(
    build: BlockBuilder, flow: ast.Flow, call: ast.StepCall, scope: Scope
) -> Scope:
    """The scope of a step: what is bound around it, and what it is done with."""
    _require_things(flow, call)
    given = dict(call.args)
    things = [(binder, _thing(build, binder, given[word], flow, scope))
              for word, binder in flow.params]
    scope = scope.in_step()
    for binder, _ in things:
        scope = scope.without(binder.noun)
    lasts = build.step_suspends(flow.name)
    for at, (binder, thing) in enumerate(things):
        kept = Typed(build.keep(thing, call.span, lasts), thing.type)
        scope = _bind(scope, at, binder, kept)
    return scope


def _bind(scope: Scope, at: int, binder: ast.Binder, thing: Typed) -> Scope:
    """The scope with a thing of a step; the first is `it`."""
    return scope.add(Bound(binder.noun, binder.name, thing, subject=at == 0, opens=at == 0,
                           span=binder.span))


def _thing(
    build: BlockBuilder, binder: ast.Binder, said: ast.Expr, flow: ast.Flow, scope: Scope
) -> Typed:
    """What stands for a thing of a step."""
    context = build.context
    wanted: VType | None = None
    if binder.noun != NUMBER:
        wanted = context.symbols.type_of(binder.noun, binder.span)
    typed = context.value(said, scope, wanted)
    if typed.e is NONE and wanted is not None:
        return Typed(NONE, VType("thing", domain=wanted.domain, none=True, piece=wanted.piece))
    if not fits(typed.type, binder.noun):
        raise error("step", f"`{flow.name}` is done with {with_article(binder.noun)} here; "
                    f"`{said.span.text}` is {kind_text(typed.type)}", said.span,
                    f"it is declared as `{_head(flow)}`")
    return typed


def check_unused(build: BlockBuilder, flow: ast.Flow) -> None:
    """Lower a step that nobody does, so that its lines are checked, in a block that nothing leads
    to. It may speak of what only a line that does it would bind, so it is no error that something
    is not bound. Of numbers it is not known which ones are possible: with these nothing is checked.
    """
    context, problems = build.context, build.context.problems
    if any(binder.noun == NUMBER for _, binder in flow.params):
        return
    opened, known = len(build.frame), len(problems)
    build.enter(build.new_block())
    scope = Scope().in_step()
    with context.collecting():
        for at, (_, binder) in enumerate(flow.params):
            kind = context.symbols.type_of(binder.noun, binder.span)
            thing = Typed(load(build.frame_field(flow.name, kind)), kind)
            scope = _bind(scope, at, binder, thing)
        build.statements(flow.body, scope)
    build.close_down_to(opened, flow.span)
    problems[known:] = [problem for problem in problems[known:] if not _of_its_place(problem)]
    if build.turn_end is not None:
        build.go(build.turn_end)


def _of_its_place(problem: Diagnostic) -> bool:
    """Whether something is wrong for want of what may be bound where a step is done."""
    return problem.code in (*UNBOUND, "before") or (
        problem.code == "unknown-word" and (problem.hint or "").endswith("around this line"))


def _require_things(flow: ast.Flow, call: ast.StepCall) -> None:
    """Refuse a step that is done with more, or fewer, things than it has."""
    wanted = [word for word, _ in flow.params]
    given = [word for word, _ in call.args]
    hint = f"it is declared as `{_head(flow)}`"
    for word, said in call.args:
        if word not in wanted:
            what = f"`{word}`" if word else f"`{said.span.text}` directly behind its name"
            raise error("step", f"the step `{flow.name}` has nothing for {what}", said.span,
                        hint)
        if given.count(word) > 1:
            raise error("step", f"`{word}` is said twice", said.span, hint)
    for word, binder in flow.params:
        if word not in given:
            behind = f"`{word}`" if word else "its name"
            raise error("step", f"behind {behind} it is not said with which {binder.noun} "
                        f"`{flow.name}` is done", call.span, hint)


def _head(flow: ast.Flow) -> str:
    """The head of a step as its author wrote it, without `step`."""
    words = [flow.name]
    for word, binder in flow.params:
        words += [word, with_article(binder.noun), binder.name or ""]
    return " ".join(filter(None, words))
