"""What the icons of Transport set off: whether they can act, and where the wrench may lead.

An icon acts on the field as it is once its tile lies (R-EXEC). With a ruling a tile that the wrench
has moved acts again, so that to ask whether the wrench can act asks the same of what it moves; the
tiles that have acted this turn are known by their cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tests.models.transport.field import Connection, Field
from tests.models.transport.rulings import Rulings
from tests.models.transport.tiles import Cell, icon

Acted = frozenset[Cell]


@dataclass(frozen=True)
class Icons:
    """What icons depend on besides the field."""

    rulings: Rulings
    #: Whether a chip is left in the bag.
    chips: bool

    def executable(self, lying: Field, sign: str, acted: Acted) -> bool:
        """Whether the icon of a tile just connected can act (ICON-1, -2, -6)."""
        match sign:
            case "P":
                if not self.chips:  # R-EMPTYBAG
                    return self.rulings.empty_bag == "ignore_icon"
                return bool(lying.empty_loading)
            case "W":
                targets = lying.wrench_targets(self.rulings)
                return any(self.can_go(lying, acted, target) for target in targets)
            case "F":
                return any(True for _ in lying.fork_lifts(self.rulings))
        return True

    def can_go(self, lying: Field, acted: Acted, target: Cell) -> bool:
        """Whether the wrench can connect a tile anywhere."""
        return any(True for _ in self.destinations(lying, acted, target))

    def destinations(self, lying: Field, acted: Acted, target: Cell) -> Iterator[Connection]:
        """Where the wrench may connect a tile, given what that sets off."""
        sign = self.again(lying, acted, target)
        for connection in lying.destinations(target, self.rulings):
            if sign:
                after, marks = lying.wrenched(target, connection), marked(acted, target, connection)
                if not self.executable(after, sign, marks):
                    continue
            yield connection

    def again(self, lying: Field, acted: Acted, target: Cell) -> str:
        """The icon that acts when the wrench has moved a tile (R-RETRIGGER)."""
        if self.rulings.wrench_retrigger == "no" or target in acted:
            return ""
        return icon(lying.tiles[target][0])


def marked(acted: Acted, target: Cell, connection: Connection) -> Acted:
    """The cells of the tiles that have acted, once the wrench has moved one that acts or did."""
    return (acted - {target}) | {connection[1]}
