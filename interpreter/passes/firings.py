"""Which rules take effect beside those of effects, which the plan counts by `Hit`.

Where firings are counted, an engine counts those of a choice that was made, once for each option
that a duty refuses those of the duty, and those of the demands on the rest of a turn once for each
alternative where one refuses an option.
"""

from __future__ import annotations

from rulewright.interpreter.ir import Alternative, Call, Guard, Node


def of_choice(node: Node, alternative: Alternative) -> set[str]:
    """The rules of a choice: of its node, its line, its conditions, and of the steps that it is in
    with the lines that have them done."""
    rules = {*node.refs, *alternative.refs}
    for step in alternative.steps:
        rules |= {*step.refs, *step.done_by}
    for guard in (*(g for b in alternative.binders for g in b.guards), *alternative.guards):
        rules |= _of_guard(guard)
    return rules


def called_guards(guard: Guard) -> tuple[Guard, ...]:
    """The conditions of the function that a guard calls; they speak of its params."""
    return guard.test.function.guards if isinstance(guard.test, Call) else ()


def _of_guard(guard: Guard) -> set[str]:
    """The rules of a guard and of the lines inside it."""
    rules = {*guard.refs, *guard.relaxed_refs}
    for part in guard.parts or called_guards(guard):
        rules |= _of_guard(part)
    return rules
