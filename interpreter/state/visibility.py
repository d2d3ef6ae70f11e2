"""What a seat can see of a state: the one place that decides it.

Everything is public but choices in progress, memories and the machinery of the flow (whose turn it
is can be seen), what an attribute shows only to the player it belongs to, and what nobody sees.
Of pieces with a number it depends on where they are: which ones are in a hidden zone, and what they
have, is seen by those who see the zone; how many there are is seen by all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter

from rulewright.interpreter.ir import ALL_SEE, Field, Group, Program, SeenBy

#: Groups of fields that are no part of what lies on the table.
BEHIND = (Group.MEMORY, Group.FRAME, Group.FLOW)


def on_the_table(program: Program, made: Field) -> bool:
    """Whether a field is something players can look at, openly or some of them only."""
    return made.group not in BEHIND or made is program.player


def owner_of(made: Field, i: int) -> int:
    """The member of the first dimension to which an element belongs."""
    return i // (made.size // made.dims[0].size)


def sees(made: Field, i: int, seat: int | None, vector: Sequence[int]) -> bool:
    """Whether a seat (None: anybody) may know element `i` of a field on the table."""
    if made.places is not None:
        seers = made.places.seers[vector[made.places.offset + owner_of(made, i)]]
        return seers == ALL_SEE or (seat is not None and seers >> seat & 1 == 1)
    if made.seen_by is SeenBy.OWNER:
        return owner_of(made, i) == seat
    return made.seen_by is SeenBy.ALL


def counted(program: Program, vector: Sequence[int]) -> Iterator[tuple[Field, int, int]]:
    """For each noun of pieces and each place that somebody does not see, how many are there: the
    field of places, the place, the number."""
    for made in program.fields:
        places = vector[made.offset : made.offset + made.size]
        for place, seer in enumerate(made.seers):
            if seer != ALL_SEE:
                yield made, place, places.count(place)


def observer(program: Program, seat: int) -> Callable[[list[int]], object]:
    """A function of a vector: what one seat sees of it, equal when the seat's views are equal.

    Searches call it at every step, so what depends on the program alone is found out beforehand.
    """
    shown = [made for made in program.fields if on_the_table(program, made) and not made.fixed]
    always = itemgetter(*(
        made.offset + i
        for made in shown if made.places is None
        for i in range(made.size)
        if sees(made, i, seat, ())
    ))
    looks = [_look_at(made, [each for each in shown if each.places is made], seat)
             for made in program.fields if made.places is made]
    if not looks:
        return always
    return lambda vector: (always(vector), *[look(vector) for look in looks])


def _look_at(places: Field, of_pieces: Sequence[Field], seat: int) -> Callable[[list[int]], object]:
    """A function of a vector: what a seat sees of the pieces of one noun, and how many are in each
    place that somebody does not see."""
    begin, end = places.offset, places.offset + places.size
    seen = [seer == ALL_SEE or seer >> seat & 1 == 1 for seer in places.seers]
    secret = [seer != ALL_SEE for seer in places.seers]
    of_piece = [
        itemgetter(*(made.offset + i for made in of_pieces for i in range(made.size)
                     if owner_of(made, i) == piece))
        for piece in range(places.size)
    ]

    def look(vector: list[int]) -> object:
        where = vector[begin:end]
        pieces = tuple([of(vector) if seen[place] else None
                        for of, place in zip(of_piece, where, strict=True)])
        return pieces, tuple(sorted([place for place in where if secret[place]]))

    return look
