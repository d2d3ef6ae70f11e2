"""The field of Transport: what fits where, what the icons may do, where packages can go.

A field is a sparse map of lying tiles and one of packages; every change makes a new field. The
class answers questions and knows nothing of turns.

Invariants: along every edge between two tiles belt meets belt or floor meets floor (CONNECT-7);
packages lie on belt and loading tiles, one on a tile (MOVE-9).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tests.models.transport.rulings import Rulings
from tests.models.transport.tiles import (
    DIRECTIONS,
    Cell,
    Lying,
    around,
    belts,
    beside,
    edges,
    icon,
    is_belt,
    is_floor,
    is_loading,
    is_pallet,
    opposite,
    turns,
)

Option = tuple[Any, ...]
#: `("end", cell, turn)`, `("insert", cell of the pallet, turn, exit)` or `("floor", cell)`.
Connection = tuple[Any, ...]
#: The number that shows, and the one under it.
Package = tuple[int, int]
WAYS_IN, WAYS_OUT = "BI", "BO"


@dataclass(frozen=True)
class Field:
    """The tiles with their turns, and the packages on them."""

    tiles: dict[Cell, Lying]
    packages: dict[Cell, Package] = field(default_factory=dict)

    # --- changes ---

    def laid(self, cell: Cell, tile: str, turn: int) -> Field:
        """The field with one more tile."""
        return self._changed(cell, {**self.tiles, cell: (tile, turn)})

    def lifted(self, cell: Cell) -> Field:
        """The field without a tile; a package on it stays behind in the map."""
        tiles = dict(self.tiles)
        del tiles[cell]
        return self._changed(cell, tiles)

    def _changed(self, cell: Cell, tiles: dict[Cell, Lying]) -> Field:
        """The field with another set of tiles that differs on one cell."""
        made = Field(tiles, self.packages)
        if "rim" in self.__dict__:  # it is known, and differs around that cell only
            rim = dict(self.rim)
            lying = tiles.get(cell)
            own = 0 if lying is None else belts(*lying)
            for way, other in enumerate(around(cell)):
                if other not in tiles:
                    side = 1 << opposite(way)
                    filled, belt = rim.get(other, (0, 0))
                    filled = filled & ~side if lying is None else filled | side
                    rim[other] = filled, belt & ~side | (side if own & 1 << way else 0)
                    if not filled:
                        del rim[other]
            rim.pop(cell, None)
            if lying is None and made.neighbours(cell):
                rim[cell] = made.demand(cell)
            made.__dict__["rim"] = rim
        return made

    def put(self, cell: Cell, package: Package) -> Field:
        """The field with one more package."""
        return Field(self.tiles, {**self.packages, cell: package})

    def taken(self, cell: Cell) -> Field:
        """The field without a package."""
        return Field(self.tiles, {c: p for c, p in self.packages.items() if c != cell})

    def connected(self, tile: str, connection: Connection) -> Field:
        """The field after a tile has been connected (CONNECT-2 to -4, -9)."""
        match connection:
            case ("end", cell, turn):
                return self.laid(cell, tile, turn)
            case ("floor", cell):
                return self.laid(cell, tile, 0)
        _, cell, turn, way = connection
        pallet, _ = self.tiles[cell]
        return self.laid(cell, tile, turn).laid(beside(cell, way), pallet, opposite(way))

    # --- edges ---

    @cached_property
    def pallets(self) -> list[Cell]:
        """The cells of all pallets."""
        return [cell for cell, (tile, _) in self.tiles.items() if is_pallet(tile)]

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The filled cells beside a cell."""
        return [other for other in around(cell) if other in self.tiles]

    def surrounded(self, cell: Cell) -> bool:
        """Whether all cells beside a cell are filled (HEX-1, R-HEXWHEN)."""
        return all(other in self.tiles for other in around(cell))

    def letter(self, cell: Cell, way: int) -> str:
        """What the tile next to a cell in a direction shows to it; nothing if there is none."""
        other = self.tiles.get(beside(cell, way))
        return "" if other is None else edges(*other)[opposite(way)]

    def demand(self, cell: Cell) -> tuple[int, int]:
        """The directions in which a cell has neighbours, and those with a belt, as bits."""
        filled = belt = 0
        for way, other in enumerate(around(cell)):
            lying = self.tiles.get(other)
            if lying is not None:
                filled |= 1 << way
                belt |= bool(belts(*lying) & 1 << opposite(way)) << way
        return filled, belt

    @cached_property
    def rim(self) -> dict[Cell, tuple[int, int]]:
        """The empty cells beside tiles, with their demands."""
        cells = {other for cell in self.tiles for other in around(cell)}
        return {cell: self.demand(cell) for cell in sorted(cells) if cell not in self.tiles}

    def fits(
        self, tile: str, turn: int, cell: Cell, demand: tuple[int, int], rulings: Rulings
    ) -> bool:
        """Whether a tile fits all its neighbours (CONNECT-7, R-FIT, R-MULTI, R-ARROWFIT)."""
        filled, belt = demand
        if belts(tile, turn) & filled != belt:
            return False
        if rulings.arrow_fit == "free":
            return True
        own = edges(tile, turn)
        theirs = [self.letter(cell, way) for way in DIRECTIONS]
        return all(
            (own[way] in WAYS_OUT and other in WAYS_IN)
            or (own[way] in WAYS_IN and other in WAYS_OUT)
            for way, other in enumerate(theirs) if other not in ("", "F")
        )

    def ends_at(self, cell: Cell, rulings: Rulings) -> list[int]:
        """The sides of a cell of the rim that are open ends (R-OPENEND, R-INONLYEND)."""
        sides = [way for way in DIRECTIONS if self.rim[cell][1] & 1 << way]
        if rulings.pallet_front_is_open_end == "yes":
            return sides
        return [way for way in sides if not is_pallet(self.tiles[around(cell)[way]][0])]

    # --- connecting ---

    def connections(
        self, tile: str, rulings: Rulings, fixed: Field | None = None
    ) -> Iterator[Connection]:
        """Where a tile of the hand or the wrench can be connected, icons apart.

        `fixed` is the field on which pallets are shielded by the hex-rule (R-INSERTHEX).
        """
        if is_floor(tile):  # CONNECT-9, -10, R-FLOORPLACE
            yield from (("floor", cell) for cell, (_, belt) in self.rim.items() if not belt)
            return
        for cell, demand in self.rim.items():  # CONNECT-2, -11, R-FLOORTOUCH, R-LOADTILE
            if demand[1] and self.ends_at(cell, rulings):
                for turn in turns(tile):
                    if self.fits(tile, turn, cell, demand, rulings):
                        yield "end", cell, turn
        for cell in self.pallets:
            if not (fixed and rulings.hex_shields_shift == "yes" and fixed.surrounded(cell)):
                yield from self._insertions(tile, cell, rulings)

    def _insertions(self, tile: str, cell: Cell, rulings: Rulings) -> Iterator[Connection]:
        """The insertions of a tile before the pallet on a cell (CONNECT-3 to -6, R-INSERT)."""
        pallet, front = self.tiles[cell]
        before = self.tiles.get(beside(cell, front))
        if before is None:
            if rulings.insert_isolated == "no":  # R-ISOLATED
                return
        elif not is_belt(before[0]):
            return
        demand = self.demand(cell)
        for turn in turns(tile):
            own = edges(tile, turn)
            if own[front] == "F" or not self.fits(tile, turn, cell, demand, rulings):
                continue
            laid = self.laid(cell, tile, turn)
            for way in DIRECTIONS:
                behind = beside(cell, way)
                if way == front or own[way] == "F" or behind in self.tiles:
                    continue
                if laid.fits(pallet, opposite(way), behind, laid.demand(behind), rulings):
                    yield "insert", cell, turn, way

    # --- icons ---

    def is_whole(self) -> bool:
        """Whether all tiles hang together (R-CONNECTED)."""
        reached = {next(iter(self.tiles))}
        fresh = list(reached)
        while fresh:
            found = [c for c in self.neighbours(fresh.pop()) if c not in reached]
            reached.update(found)
            fresh += found
        return len(reached) == len(self.tiles)

    @cached_property
    def empty_loading(self) -> list[Cell]:
        """The loading tiles without a package (ICON-5)."""
        return sorted(
            cell for cell, (tile, _) in self.tiles.items()
            if is_loading(tile) and cell not in self.packages
        )

    def wrench_targets(self, rulings: Rulings) -> Iterator[Cell]:
        """The tiles a wrench may take, wherever they may go (ICON-8, -9, -12, HEX-1, R-RIDE)."""
        for cell, (tile, _) in self.tiles.items():
            blocked = cell in self.packages and rulings.wrench_package == "blocks"
            if icon(tile) and not blocked and not self.surrounded(cell):
                yield cell

    def destinations(self, target: Cell, rulings: Rulings) -> Iterator[Connection]:
        """Where the wrench may connect the tile it took (ICON-10, -11, R-WRENCHHOW)."""
        tile, turn = self.tiles[target]
        without = self.lifted(target)
        for connection in without.connections(tile, rulings, fixed=self):
            if connection[1] == target and (
                rulings.wrench_same_cell == "no" or connection[2:] in ((), (turn,))
            ):
                continue  # R-ELSEWHERE
            moved = without.connected(tile, connection)
            if rulings.field_connectivity == "free" or moved.is_whole():
                yield connection

    def wrenched(self, target: Cell, connection: Connection) -> Field:
        """The field after the wrench; a package rides along (R-RIDE)."""
        tile, _ = self.tiles[target]
        moved = self.lifted(target).connected(tile, connection)
        package = self.packages.get(target)
        return moved if package is None else moved.taken(target).put(connection[1], package)

    def fork_lifts(self, rulings: Rulings) -> Iterator[Option]:
        """What a fork lift may do: `("swap", cell, cell)`, `("move", cell, cell, front)`."""
        free = {cell: not self.surrounded(cell) for cell in sorted(self.pallets)}  # HEX-1
        for cell in free:
            for other in free:  # ICON-15, R-FORKSWAP
                enough = (free[cell], free[other]).count(True)
                if cell < other and enough >= (1 if rulings.swap_hex == "one_free" else 2):
                    yield "swap", cell, other
        for cell in (cell for cell in free if free[cell]):  # ICON-13, -14, R-FORKMOVE
            pallet, _ = self.tiles[cell]
            without = self.lifted(cell)
            for place, demand in without.rim.items():
                for front in without.ends_at(place, rulings) if place != cell and demand[1] else []:
                    reached = without.letter(place, front) in WAYS_OUT
                    if (
                        (reached or rulings.pallet_on_inonly == "allowed")
                        and without.fits(pallet, front, place, demand, rulings)
                        and (
                            rulings.field_connectivity == "free"
                            or without.laid(place, pallet, front).is_whole()
                        )
                    ):
                        yield "move", cell, place, front

    def forked(self, option: Option) -> Field:
        """The field after the fork lift."""
        match option:
            case ("swap", one, other):
                (first, turn), (second, back) = self.tiles[one], self.tiles[other]
                return self.laid(one, second, turn).laid(other, first, back)
        _, cell, place, front = option
        return self.lifted(cell).laid(place, self.tiles[cell][0], front)

    # --- packages ---

    def walks(self, start: Cell, rulings: Rulings) -> set[Cell]:
        """Where the package on a cell can go (MOVE-4, -6 to -9, R-DIRECTION, R-LOOP)."""
        found: set[Cell] = set()

        def walk(cell: Cell, came: int | None, left: int, been: tuple[Cell, ...]) -> None:
            """Follow all ways on; the tile was entered over its edge `came`."""
            if not left:
                found.add(cell)
                return
            tile, turn = self.tiles[cell]
            if is_pallet(tile):  # R-PALLETSTOP
                return
            for way, letter in enumerate(edges(tile, turn)):
                ahead = beside(cell, way)
                if letter not in WAYS_OUT or way == came or ahead not in self.tiles:
                    continue
                if edges(*self.tiles[ahead])[opposite(way)] not in WAYS_IN:  # MOVE-8
                    continue
                if came is not None and tile[:2] in rulings.paths:  # R-JUNCTION
                    base = (came - turn) % 6, (way - turn) % 6
                    if base not in rulings.paths[tile[:2]]:
                        continue
                if ahead in self.packages and ahead != start:
                    continue
                if rulings.loops == "no_tile_twice" and ahead in been:
                    continue
                walk(ahead, opposite(way), left - 1, (*been, ahead))

        walk(start, None, self.packages[start][0], (start,))
        return found
