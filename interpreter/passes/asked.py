"""What is asked of a state beside what is possible in it: questions that every engine answers."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.interpreter.ir import Alternative, Const, E, Local, Program
from rulewright.interpreter.records import record
from rulewright.interpreter.source import Span


@record(eq=False)
class Question:
    """The value of an expression, of what is handed over; and the place that says it."""

    e: E
    params: tuple[Local, ...] = ()
    span: Span | None = None


@record(eq=False)
class Asked:
    """All questions of a program: for each node who decides; for each duty whether it binds, its
    value and what that cannot exceed; and so on. What is asked of an option stands in a list for
    each node and each of its alternatives; `weights` only of nodes of chance."""

    players: list[Question]
    active: list[Question]
    values: list[Question]
    most: list[Question]
    weights: list[list[Question]]
    said: list[list[list[Question]]]
    after: list[list[list[Question]]]
    invariants: list[Question]
    prospects: list[Question]

    def questions(self) -> Iterable[Question]:
        """All of them, in a fixed order."""
        yield from (*self.players, *self.active, *self.values, *self.most)
        for node in self.weights:
            yield from node
        for options in (*self.said, *self.after):
            for option in options:
                yield from option
        yield from (*self.invariants, *self.prospects)


def asked_of(program: Program) -> Asked:
    """The questions of a program."""
    nodes = program.nodes

    def chosen(a: Alternative) -> tuple[Local, ...]:
        return tuple(b.var for b in a.binders)

    return Asked(
        players=[Question(node.player) for node in nodes],
        active=[Question(goal.active) for goal in program.duties],
        values=[Question(goal.value, (), goal.span) for goal in program.duties],
        most=[Question(Const(goal.ceiling) if goal.most is None else goal.most)
              for goal in program.duties],
        weights=[[Question(a.weight, chosen(a)) for a in node.alternatives if node.chance]
                 for node in nodes],
        said=[[[Question(part.value, chosen(a)) for part in a.said] for a in node.alternatives]
              for node in nodes],
        after=[[[Question(guard.test, chosen(a), guard.span) for guard in a.after]
                for a in node.alternatives] for node in nodes],
        invariants=[Question(guard.test, (), guard.span) for guard in program.invariants],
        prospects=[Question(e) for e in program.prospects],
    )
