"""Lowering orders: `in either order` and `in any mix` as one node over the parts that are not yet
done."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.ir import (
    BOOL,
    FALSE,
    TRUE,
    Branch,
    Const,
    E,
    Field,
    Guard,
    IfDo,
    Step,
    Store,
    VType,
    load,
    op,
)
from rulewright.interpreter.lower.blocks import BlockBuilder, statement_of
from rulewright.interpreter.lower.decisions import Offer, alternative
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.records import record
from rulewright.interpreter.syntax import ast

Found = tuple[ast.Action, ast.Refs, tuple[Step, ...]]


@record
class Part:
    """One part of an order: its number from 1, its action, the rules and steps it stands under, and
    the field that marks it done."""

    number: int
    action: ast.Action
    refs: ast.Refs
    steps: tuple[Step, ...]
    done: Field


@statement_of(ast.Order, suspends=True)
def _order(build: BlockBuilder, s: ast.Order, scope: Scope) -> None:
    """`part` holds the part that has begun (0 for none), `done` one flag for each finished part."""
    actions = _actions(build, s.body, s)
    begun = build.frame_field("part", VType("int", 0, len(actions)))
    parts = [
        Part(i, action, refs, steps, build.frame_field(f"done {i}", BOOL))
        for i, (action, refs, steps) in enumerate(actions, 1)
    ]
    after, dry = build.new_block(), build.new_block()
    node = build.new_node(False, dry, s)
    for part in parts:
        guards = _guards(build, part, s, load(begun))
        offer = Offer(node, node.block, guards, _marks(part, s, begun), part.steps)
        for a in build.context.existing(part.action.alternatives):
            alternative(build, offer, a, scope)
    build.enter(dry)
    _when_dry(build, s, parts, begun, node.block, after)
    build.enter(after)
    for field in (begun, *(part.done for part in parts)):
        build.close(s.span, field)


def _guards(build: BlockBuilder, part: Part, s: ast.Order, begun: E) -> tuple[Guard, ...]:
    """A part is not yet done, and, unless they mix, no other has begun."""
    refs = tuple(dict.fromkeys((*s.refs, *part.refs)))
    action = part.action
    first = next(build.context.existing(action.alternatives))
    not_done = Guard(op("not", load(part.done)), action.span,
                     tuple(dict.fromkeys((*action.refs, *refs))),
                     f"it is not yet done this turn: {first.act.span.text}", order=True)
    if s.mixed:
        return (not_done,)
    free = op("or", op("==", begun, FALSE), op("==", begun, Const(part.number)))
    text = "the part that has begun is finished before the next"
    return not_done, Guard(free, s.span, refs, text, order=True)


def _marks(part: Part, s: ast.Order, begun: Field) -> tuple[Store, ...]:
    """What a choice of a part marks: a part that repeats has begun, any other is done."""
    if part.action.mode != "repeat":
        return (Store(s.span, (), part.done, (), TRUE),)
    if s.mixed:
        return ()
    return (Store(s.span, (), begun, (), Const(part.number)),)


def _when_dry(
    build: BlockBuilder, s: ast.Order, parts: list[Part], begun: Field, look: int, after: int
) -> None:
    """When nothing is possible: finish the part that has begun and look again, or go on."""
    again = build.new_block()
    now = load(begun)
    build.leave(Branch(op("==", now, FALSE), after, again))
    build.enter(again)
    for part in parts:
        mark = Store(s.span, (), part.done, (), TRUE)
        build.emit(IfDo(s.span, (), op("==", now, Const(part.number)), (mark,), ()))
    build.emit(Store(s.span, (), begun, (), FALSE))
    build.go(look)


def _actions(
    build: BlockBuilder, body: Sequence[ast.Stmt], s: ast.Order
) -> list[Found]:
    """The actions of an order with the rules and steps they stand under, looking into steps and
    options."""
    actions: list[Found] = []
    for statement in build.context.existing(body):
        match statement:
            case ast.Do(calls=calls):
                for call in calls:
                    actions.extend(_of_step(build, call, statement, s))
            case ast.Action(decline=str()):
                raise error("order", "every part of an order is done if possible; `may` does "
                            "not fit here", statement.span,
                            "what has to be done is `must if possible …`; what may be left out is "
                            "`must do one of`, and below it the choice as a line of its own, with "
                            f"what it does below it, and `choose \"{statement.decline}\"`")
            case ast.Action(otherwise=(first, *_)):
                raise error("order", "a part that is not possible is left out; `otherwise` does "
                            "not fit here", first.span, "ask behind the order what was done")
            case ast.Action():
                actions.append((statement, (), tuple(build.around)))
            case _:
                raise error("order", "only choices can stand in an order", statement.span,
                            "each part is one `must …` or `as long as possible, must …`")
    return actions


def _of_step(
    build: BlockBuilder, call: ast.StepCall, do: ast.Do, s: ast.Order
) -> list[Found]:
    with build.step(call.name, do) as step:
        if step.params or call.args:
            raise error("order", "a step with things cannot stand in an order", call.span,
                        "write its choices here, or a step without things")
        above = (*do.refs, *step.refs)
        return [
            (action, (*above, *refs), steps)
            for action, refs, steps in _actions(build, step.body, s)
        ]
