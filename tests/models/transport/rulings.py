"""The rulings of Transport that have a switch, in the order of the rules.

Rulings without a switch are not here: the code beside their name says what holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.models import rulings
from tests.models.rulings import choice

#: The ways through a type of tile, as pairs of base edges: in by the one, out by the other.
Ways = frozenset[tuple[int, int]]


@dataclass(frozen=True)
class Rulings(rulings.Rulings):
    """Every place where the rulebook leaves a choice, with the default first."""

    arrow_fit: str = choice("free", "compatible")  # R-ARROWFIT
    pallet_front_is_open_end: str = choice("no", "yes")  # R-OPENEND
    pallet_on_inonly: str = choice("allowed", "forbidden")  # R-INONLYEND
    insert_isolated: str = choice("no", "yes")  # R-ISOLATED
    hex_shields_shift: str = choice("no", "yes")  # R-INSERTHEX
    #: R-JUNCTION: types of tiles that do not lead from every way in to every other way out.
    paths: Mapping[str, Ways] = field(default_factory=dict)
    wrench_retrigger: str = choice("no", "once_per_tile_per_turn")  # R-RETRIGGER
    wrench_same_cell: str = choice("no", "other_rotation")  # R-ELSEWHERE
    wrench_package: str = choice("rides", "blocks")  # R-RIDE
    field_connectivity: str = choice("free", "single_component")  # R-CONNECTED
    swap_hex: str = choice("both_free", "one_free")  # R-FORKSWAP
    package_order: str = choice("draw_then_place", "place_then_draw")  # R-LOADORDER
    empty_bag: str = choice("block", "ignore_icon")  # R-EMPTYBAG
    pallet_flip: str = choice("once", "twice")  # R-FLIPONCE
    loops: str = choice("allowed", "no_tile_twice")  # R-LOOP
    chip_backs: str = choice("open", "hidden")  # R-BACKFACE
    stack_end: str = choice("failed_draw", "emptied")  # R-STACKEND
    discard_order: str = choice("return_first", "draw_first")  # R-DISCORDER
    discard_on_empty_stack: str = choice("allowed", "forbidden", "ends_game")  # R-DISCNODRAW
    stall_rounds: int | None = 5  # R-STALL: None for a game without that end
    tie_break: str = choice("shared", "most_packages", "fewest_packages")  # R-TIE
    first_player: str = choice("seat1", "random")  # R-FIRST
    colours: str = choice("by_seat", "chosen")  # R-COLOUR
    neutral_pallet: str = choice("none", "chip_removed")  # R-UNUSED
    partner_sees_hand: str = choice("no", "yes")  # R-SECRET
