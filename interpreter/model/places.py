"""Where pieces with a number can be.

Model. A piece noun with a number has so many pieces, things like the values of a kind. Each is
always in one place: in a zone (the box, where all begin, is the first), on a cell of one of its
boards, or on another piece. A place is one value of a domain of the noun: all zones, then the cells
of each board, then the pieces of each noun that it may be on. The field `at` holds the places.
"""

from __future__ import annotations

from functools import lru_cache

from rulewright.interpreter.ir import Domain, Field, VType, one_of
from rulewright.interpreter.records import record

#: The noun of the things that zones are; no author's noun has a blank and a full stop.
ZONES = "zone of the game"
BOX = "box"
#: In front of the noun of pieces, the noun of their places.
PLACES = "place of "
#: The number of the box among the zones, and among the places of every noun.
THE_BOX = 0


@record
class Zone:
    """A zone that is declared: `first` is its number among all zones, or that of the zone of the
    first player or value of the kind `owner`. `seers` are the players who see into each of them, as
    sets."""

    name: str
    owner: str | None
    first: int
    size: int
    nouns: tuple[str, ...]
    seers: tuple[int, ...]


@record
class Numbered:
    """A piece noun with a number. `owners` are the players to whom its pieces belong, if they are
    of players; `parts` the domains of its places, each with the number of its first place;
    `several` the nouns of places that hold several of them."""

    noun: str
    domain: Domain
    owners: tuple[int, ...] | None
    parts: tuple[tuple[Domain, int], ...]
    several: frozenset[str]
    at: Field

    @property
    def type(self) -> VType:
        """The type of its pieces."""
        return one_of(self.domain)

    @property
    def places(self) -> int:
        """How many places there are."""
        return self.at.type.most + 1

    def first(self, domain: Domain | None) -> int | None:
        """The number of the first place among the things of a domain; None if none is there."""
        return next((first for part, first in self.parts if part == domain), None)

    @property
    def one_each(self) -> bool:
        """Whether each player has exactly one."""
        return self.owners is not None and len(set(self.owners)) == len(self.owners)


@lru_cache(maxsize=64)  # the games of a ruleset for other options have the same places
def place_type(noun: str, parts: tuple[Domain, ...]) -> VType:
    """The type of the places of a noun."""
    labels: list[str] = []
    for part in parts:
        known = set(labels)
        clash = bool(known.intersection(part.labels))
        labels += (f"{part.noun} {label}" if clash else label for label in part.labels)
    return VType("thing", domain=Domain(f"{PLACES}{noun}", tuple(labels)))
