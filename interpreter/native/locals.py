"""Where the locals of a routine are declared.

Model. A local is declared in the innermost block that holds all its uses: with the first statement
of this block in which it is used, or in front of it.

Invariants: what loops, walks and parameters bind is not declared again; a statement is known by
its identity, since alike ones may stand in several places.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from rulewright.interpreter.ir import Local, walk
from rulewright.interpreter.passes import plan
from rulewright.interpreter.passes.plan import (
    Assign,
    Body,
    Count,
    Each,
    Explore,
    If,
    Listed,
    Remember,
    Routine,
    Statement,
    While,
)


def declarations(routine: Routine) -> dict[int, list[Local]]:
    """For statements (by identity) the locals that are declared with them or in front."""
    found: dict[int, list[Local]] = {}
    bound = set(routine.params)
    places: dict[Local, list[tuple[int, ...]]] = {}
    at: dict[tuple[int, ...], Statement] = {}

    def visit(body: Body, outer: tuple[int, ...]) -> None:
        """Note where locals stand: a place is the number of a statement, then for each statement
        inside the number of its body and its own."""
        for number, statement in enumerate(body):
            place = (*outer, number)
            at[place] = statement
            for local in used(statement):
                places.setdefault(local, []).append(place)
            if isinstance(statement, (Each, Count, Listed)):
                bound.add(statement.var)
            if isinstance(statement, Explore):
                bound.update(statement.walk.position)
            for side, inner in enumerate(bodies(statement)):
                visit(inner, (*place, side))

    visit(routine.body, ())
    for local, stands in places.items():
        if local not in bound:
            alike = zip(*(place[:-1] for place in stands), strict=False)
            shared = sum(1 for _ in takewhile(lambda parts: len({*parts}) == 1, alike)) // 2 * 2
            found.setdefault(id(at[stands[0][: shared + 1]]), []).append(local)
    return found


def used(statement: Statement) -> Iterator[Local]:
    """The locals of a statement, those of statements inside apart; bound ones of floods are none
    of them."""
    if isinstance(statement, Assign):
        yield statement.var
    for e in plan.expressions(statement):
        yield from (part for part in walk(e) if isinstance(part, Local) and part in e.free)


def bodies(statement: Statement) -> Iterator[Body]:
    """The lists of statements inside one."""
    match statement:
        case If(body=body, otherwise=otherwise):
            yield body
            yield otherwise
        case Remember(full=body) | Each(body=body) | Count(body=body) | Listed(body=body):
            yield body
        case While(body=body) | Explore(body=body):
            yield body


def assigned_in(body: Body) -> set[Local]:
    """The locals that statements give a value."""
    return {each.var for each in plan.statements(body) if isinstance(each, Assign)}
