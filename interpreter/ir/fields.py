"""The fields of a program: what a state consists of.

Model. The hot part of a state (see `ir.program`) is the elements of all fields, one field behind
the other. A field says who sees what it holds; of pieces, that can depend on where they are.
"""

from __future__ import annotations

from enum import StrEnum

from rulewright.interpreter.ir.interned import cached
from rulewright.interpreter.ir.types import Domain, VType
from rulewright.interpreter.records import record
from rulewright.interpreter.source import Span


class Group(StrEnum):
    """What a field belongs to."""

    CELL = "cell"
    PIECE = "piece"
    PLAYER = "player"
    KIND = "kind"
    PLACE = "place"  # where the pieces of a noun with a number are
    GAME = "game"
    TURN = "turn"
    RELATION = "relation"
    OCCUPANT = "occupant"  # what stands on each cell of a board
    FRAME = "frame"  # loop variables and choices in progress
    MEMORY = "memory"  # how many positions a memory holds
    RESULT = "result"
    FLOW = "flow"  # whose turn it is, and the node that is waited at


class SeenBy(StrEnum):
    """Who sees what a field holds."""

    ALL = "all"
    OWNER = "that player"  # of each element, the player who indexes it
    NOBODY = "nobody"


#: Who sees what is at a place, as a set of players: all of them, whoever looks; nobody.
ALL_SEE, NOBODY_SEES = -1, 0


@record(eq=False)
class Field:
    """A named, typed stretch of the hot part: one element for each combination of `dims`.

    `owner` is the noun (or the board, or the memory) it belongs to. `first` holds the initial
    values. Who sees a piece depends on where it is: of a field of places, `seers` holds for each
    place the set of players who see what is there, or `ALL_SEE` (it is empty where all see all);
    what else such pieces have is seen by those who see where they are, which `place` holds.
    What is `fixed` holds its first values in every state.
    """

    id: int
    group: Group
    owner: str
    name: str
    dims: tuple[Domain, ...]
    type: VType
    first: tuple[int, ...]
    offset: int
    this_turn: bool = False
    seen_by: SeenBy = SeenBy.ALL
    span: Span | None = None
    seers: tuple[int, ...] = ()
    place: Field | None = None
    fixed: bool = False

    @property
    def size(self) -> int:
        return len(self.first)

    @cached
    def hidden(self) -> bool:
        """Whether there is somebody who does not see all of it."""
        return self.seen_by is not SeenBy.ALL or self.places is not None

    @property
    def places(self) -> Field | None:
        """The field of places that says who sees each element; None where that is always the
        same, as of what nobody sees wherever it is."""
        if self.seen_by is SeenBy.NOBODY:
            return None
        where = self if self.seers else self.place
        return where if where is not None and where.seers else None
