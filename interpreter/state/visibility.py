"""What a seat can see of a state: the one place that decides it.

Everything is public but choices in progress, memories and the machinery of the flow (whose turn it
is can be seen), what an attribute shows only to the player it belongs to, and what nobody sees.
Of pieces with a number it depends on where they are: which ones are in a hidden zone, and what they
have, is seen by those who see the zone; how many there are is seen by all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from rulewright.interpreter.ir import ALL_SEE, Field, Group, Program, SeenBy

#: What a seat sees of a vector: elements, then for each noun of pieces those that it sees (None: it
#: does not) and the places of those in places that somebody does not see.
Seen = tuple[Any, ...]

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


@dataclass(frozen=True)
class Pieces:
    """What a seat sees of the pieces of one noun: where their places begin in a vector, how many
    pieces there are, for each place whether the seat sees into it and whether somebody does not,
    and what of a piece can be seen: for each field where it begins, and its elements of a piece."""

    begin: int
    count: int
    seen: tuple[bool, ...]
    secret: tuple[bool, ...]
    fields: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class View:
    """What one seat sees of a vector: elements that it always sees, and of pieces."""

    always: tuple[int, ...]
    pieces: tuple[Pieces, ...]


def view_of(program: Program, seat: int) -> View:
    """What one seat sees."""
    shown = [made for made in program.fields if on_the_table(program, made) and not made.fixed]
    always = tuple(
        made.offset + i
        for made in shown if made.places is None
        for i in range(made.size)
        if sees(made, i, seat, ())
    )
    return View(always, tuple(
        Pieces(made.offset, made.size,
               tuple(seer == ALL_SEE or seer >> seat & 1 == 1 for seer in made.seers),
               tuple(seer != ALL_SEE for seer in made.seers),
               tuple((each.offset, each.size // made.size)
                     for each in shown if each.places is made))
        for made in program.fields if made.places is made))


def observer(program: Program, seat: int) -> Callable[[list[int]], Seen]:
    """A function of a vector: what one seat sees of it, equal when the seat's views are equal.

    Searches call it at every step, so what depends on the program alone is found out beforehand.
    """
    view = view_of(program, seat)
    always = _each(view.always)
    looks = [_look_at(each) for each in view.pieces]
    return lambda vector: (always(vector), *[look(vector) for look in looks])


def _each(places: Sequence[int]) -> Callable[[list[int]], tuple[int, ...]]:
    """A function of a vector: its elements in some places."""
    if len(places) < 2:
        return lambda vector: tuple(vector[place] for place in places)
    return itemgetter(*places)


def _look_at(pieces: Pieces) -> Callable[[list[int]], object]:
    """A function of a vector: what a seat sees of the pieces of one noun, and the places
    of those in places that somebody does not see."""
    begin, end = pieces.begin, pieces.begin + pieces.count
    seen, secret = pieces.seen, pieces.secret
    of_piece = [
        _each([offset + piece * width + i for offset, width in pieces.fields for i in range(width)])
        for piece in range(pieces.count)
    ]

    def look(vector: list[int]) -> object:
        where = vector[begin:end]
        found = tuple([of(vector) if seen[place] else None
                       for of, place in zip(of_piece, where, strict=True)])
        return found, tuple(sorted([place for place in where if secret[place]]))

    return look
