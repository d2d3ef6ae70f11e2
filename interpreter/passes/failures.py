"""What stops a game whose rules break down in play, in the same words for every engine."""

from __future__ import annotations

from rulewright.interpreter.diagnostics import Diagnostic, RunError
from rulewright.interpreter.ir import MAX_SEARCH, DutyGoal, Guard, Node, Rest
from rulewright.interpreter.passes.plan import Demand


def broken(demand: Demand, value: int) -> RunError:
    """The error of a store whose index is none, or whose value is outside the field's type. Of a
    field that not everybody sees, the value is not said."""
    made, span = demand.field, demand.effect.span
    kind = made.type
    if demand.index:
        return RunError([Diagnostic(
            "nothing", f"there is nothing whose {made.name} could change", span,
            "ask first whether it is none")])
    if value < 0 and kind.kind != "int":
        return RunError([Diagnostic(
            "bound", f"the {made.name} would become none", span, "say `or none` in its type")])
    shown = "something" if made.hidden else str(value)
    return RunError([Diagnostic(
        "bound", f"the {made.name} would become {shown}, outside {kind.least} to {kind.most}",
        span, "widen the range it is declared with")])


def invariant(guard: Guard) -> RunError:
    """The error of an invariant that does not hold."""
    cited = f" [{' '.join(guard.refs)}]" if guard.refs else ""
    return RunError([Diagnostic(
        "invariant", f"this does not hold: {guard.text}{cited}", guard.span)])


def no_option(node: Node) -> RunError:
    """The error of a node at which something must be chosen and nothing is possible."""
    return RunError([Diagnostic(
        "no-option", "something must be chosen here, but nothing is possible",
        node.span, "write `must if possible`, or widen what may be chosen")])


def endless(passed: Node | None) -> RunError:
    """The error of play that goes round; `passed` is the node where nothing was possible last."""
    return RunError([Diagnostic(
        "endless", "play goes round for ever without a choice or a roll",
        passed.span if passed else None,
        "something must end the game when nobody can do anything")])


def exceeded(goal: DutyGoal, value: int, most: int) -> RunError:
    """The error of a duty that comes to more than it is said to."""
    return RunError([Diagnostic(
        "bound", goal.exceeded(value, most), goal.span, "raise what stands behind `up to`")])


def long_turn(goal: DutyGoal) -> RunError:
    """The error of a search for the best a turn can do that looks at too many states."""
    return RunError([Diagnostic(
        "search", f"looking ahead to the end of the turn needs more than {MAX_SEARCH} "
        "states", goal.span,
        "say `up to` what it can come to at most, so that the search can stop there")])


def long_rest(demand: Rest) -> RunError:
    """The error of a search for the rest of a turn that looks at too many states."""
    return RunError([Diagnostic(
        "search", "finding out whether the rest can be done needs more than "
        f"{MAX_SEARCH} states", demand.span,
        "rule more options out by an `only if` above this line")])
