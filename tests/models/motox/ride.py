"""The moves of a bike in MotoX: what one roll lets it do.

`ends` finds every way a number can be ridden and how each of them ends; `choices` makes of that
what the rules offer: a legal ride if there is one, else a halt before a ramp, else a crash.

Fact used by `choices` (checked in the tests): some way of every number is a ride, a run-off or a
collision, because one step to the side at least is never refused by a ramp; so there is always
something to choose.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any

from tests.models.motox.rulings import Rulings
from tests.models.motox.track import Heading, Space, Track, back, left, right

Option = tuple[Any, ...]
NULL, ACE = 0, 1
#: How a way ends: the last two are crashes, a refusal is neither a ride nor a crash.
RIDDEN, FINISHED, REFUSED, RAN_OFF, BLOCKED = "ridden", "finished", "refused", "ran off", "blocked"


@dataclass(frozen=True)
class End:
    """How one way of riding a number ends: where the bike is then, or how high the ramp is."""

    kind: str
    space: Space
    height: int = 0


@dataclass(frozen=True)
class Course:
    """What a bike meets: the track and the spaces where other bikes stand on it (MOVE-12)."""

    track: Track
    occupied: Set[Space]
    rulings: Rulings

    @cached_property
    def crests(self) -> dict[int, int]:
        """The raised edges, by the tile before each, with the heights of their ramps."""
        high = [(tile, height) for tile, height in enumerate(self.track.heights, 1) if height]
        return {self.track.crest(tile, self.rulings): height for tile, height in high}

    def ends(
        self, start: Space, number: int, turns: int, first: Heading | None = None
    ) -> set[End]:
        """The ends of all ways to ride a number with so many turns (MOVE-03 to -07, -09, -10).

        With `first` only ways that begin in that direction are followed.
        """
        track, rulings, crests = self.track, self.rulings, self.crests
        found: set[End] = set()

        def ride(at: Space, heading: Heading | None, done: int, turns: int, aloft: float) -> None:
            """Follow all ways on from a space; the bike flies on tiles up to `aloft`."""
            if done == number:
                found.add(End(RIDDEN, at))
                return
            tile = at[0]
            forward = track.forward(tile)
            for way in (forward, left(forward), right(forward)):  # MOVE-05: never away
                cost = 0 if heading in (None, way) else 2 if heading == back(way) else 1
                if cost > turns or (cost == 2 and rulings.double_turn == "no"):  # RUL-15
                    continue
                if cost and tile <= aloft and rulings.air_turns == "no":  # RUL-23
                    continue
                beside = track.steps[at, way]
                if beside is None:
                    over_line = way == forward or rulings.finish_edge == "any_edge"  # RUL-19
                    exact = rulings.finish_exact == "no" or done + 1 == number  # RUL-18
                    home = tile == len(track) and over_line and exact
                    found.add(End(FINISHED if home else RAN_OFF, at))  # WIPE-01
                    continue
                if beside[0] < tile and rulings.back_step == "never":  # MOVE-06, RUL-16
                    continue
                flying = aloft
                crest = crests.get(min(tile, beside[0]), 0) if beside[0] != tile else 0
                if crest:  # JUMP-01, -09, RUL-14
                    power = number - done if rulings.ramp_test == "steps_left" else number
                    if power <= crest:
                        found.add(End(REFUSED, at, crest))
                        continue
                    flying = inf if rulings.flight == "rest_of_move" else beside[0]  # RUL-23
                if beside in self.occupied and beside[0] > flying:  # MOVE-07, JUMP-04, -08
                    found.add(End(BLOCKED, start))  # WIPE-02
                    continue
                ride(beside, way, done + 1, turns - cost, flying)  # JUMP-05

        if first is None:
            ride(start, None, 0, turns, 0)
        else:
            ride(start, first, 0, 0, 0)
        return found

    def choices(self, start: Space, dice: tuple[int, ...]) -> list[Option]:
        """What a roll offers: `("ride", number, space)`, `("finish", number)`,
        `("stay", number)` before a ramp that is too high, `("crash", number, space)`.

        Ways with the same number and the same outcome are one choice (RUL-13).
        """
        rulings = self.rulings
        turns = dice.count(NULL)  # MOVE-14
        numbers = sorted(set(dice) - {NULL})  # MOVE-01, -02
        if not numbers:
            return []  # MOVE-11
        if rulings.ramp_stall == "absolute" and self._barred_ahead(start, numbers):
            return [("stay",)]  # RUL-22
        rides: list[Option] = []
        others: list[Option] = []
        for number in numbers:
            ends = self.ends(start, number, turns)
            legal: list[Option] = [("ride", number, e.space) for e in ends if e.kind == RIDDEN]
            if any(e.kind == FINISHED for e in ends):
                legal.append(("finish", number))
            stalled = any(e.kind == REFUSED and e.height >= numbers[-1] for e in ends)  # JUMP-02
            if stalled and (not legal or rulings.ramp_stall == "optional"):  # RUL-22
                others.append(("stay", number))
            if rulings.crash_choice == "free" or not (legal or stalled):  # MOVE-08, RUL-12
                others += [("crash", number, space) for space in self._crashes(ends)]
            rides += legal
        if rides and rulings.crash_choice == "forced_only":  # RUL-12
            others = [option for option in others if option[0] == "stay"]
            if rulings.ramp_stall != "optional":
                others = []
        return sorted(rides) + sorted(others)

    def _barred_ahead(self, start: Space, numbers: list[int]) -> bool:
        """Whether straight ahead a ramp is too high for all that was rolled (RUL-22)."""
        forward = self.track.forward(start[0])
        return any(
            end.kind == REFUSED and end.height >= numbers[-1]
            for number in numbers for end in self.ends(start, number, 0, forward)
        )

    def _crashes(self, ends: set[End]) -> set[Space]:
        """The spaces a bike may wipe out from (WIPE-01, -02, RUL-13)."""
        spaces = {end.space for end in ends if end.kind in (RAN_OFF, BLOCKED)}
        if self.rulings.crash_pick == "farthest":
            front = max(((tile, row) for tile, row, _ in spaces), default=(0, 0))
            return {space for space in spaces if space[:2] == front}
        return spaces
