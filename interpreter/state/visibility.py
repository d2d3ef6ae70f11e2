"""What a seat can see of a state: the one place that decides it.

Everything is public but choices in progress, memories and the machinery of the flow (whose turn it
is can be seen), what an attribute shows only to the player it belongs to, and what nobody sees.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter

from rulewright.interpreter.ir import Field, Group, Program, SeenBy

#: Groups of fields that are no part of what lies on the table.
BEHIND = (Group.MEMORY, Group.FRAME, Group.FLOW)


def on_the_table(program: Program, made: Field) -> bool:
    """Whether a field is something players can look at, openly or some of them only."""
    return made.group not in BEHIND or made is program.player


def owner_of(made: Field, i: int) -> int:
    """The member of the first dimension to which an element belongs."""
    return i // (made.size // made.dims[0].size)


def sees(made: Field, i: int, seat: int | None) -> bool:
    """Whether a seat (None: anybody) may know element `i` of a field on the table."""
    if made.seen_by is SeenBy.OWNER:
        return owner_of(made, i) == seat
    return made.seen_by is SeenBy.ALL


def observer(program: Program, seat: int) -> Callable[[list[int]], object]:
    """A function of a vector: what one seat sees of it, equal when the seat's views are equal."""
    return itemgetter(*(
        made.offset + i
        for made in program.fields
        if on_the_table(program, made)
        for i in range(made.size)
        if sees(made, i, seat)
    ))
