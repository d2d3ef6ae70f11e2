"""The rulings of MotoX, in the order of their numbers.

Rulings without an option are not here: the code beside their id (RUL-06, -09, -11, -17, -31, -32)
says what holds.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.models import rulings
from tests.models.rulings import choice


@dataclass(frozen=True)
class Rulings(rulings.Rulings):
    """Every place where the rulebook leaves a choice, with the default first."""

    corner_contact: str = choice("bend_only", "any", "none")  # RUL-01
    trap_policy: str = choice("short_track", "forbid_trapping")  # RUL-02
    leftover_ramp_coins: str = choice("remove", "to_discards", "keep_as_race_coins")  # RUL-03
    build_pass: str = choice("only_if_stuck", "allowed")  # RUL-04
    raised_edge: str = choice("exit", "straight_line_distance")  # RUL-05
    after_first_tile: str = choice("left_neighbour", "starter_again")  # RUL-07
    start_roll: str = choice("high_die", "random")  # RUL-08
    tie_ranks: str = choice("competition", "skip_one")  # RUL-10
    crash_choice: str = choice("number_first", "forced_only", "free")  # RUL-12
    crash_pick: str = choice("player", "farthest")  # RUL-13
    ramp_test: str = choice("full_number", "steps_left")  # RUL-14
    double_turn: str = choice("yes", "no")  # RUL-15
    back_step: str = choice("never", "one_space")  # RUL-16
    finish_exact: str = choice("no", "yes")  # RUL-18
    finish_edge: str = choice("front_only", "any_edge")  # RUL-19
    pass_after_roll: str = choice("no", "yes")  # RUL-20
    ace_as_one: str = choice("always", "optional")  # RUL-21
    ramp_stall: str = choice("last_resort", "optional", "absolute")  # RUL-22
    flight: str = choice("rest_of_move", "next_tile_only")  # RUL-23
    air_turns: str = choice("yes", "no")  # RUL-23
    leftover_dice: str = choice("optional", "mandatory")  # RUL-24
    coin_reentry_decline_after_roll: str = choice("no", "yes")  # RUL-25
    move_after_reentry: str = choice("leftover_only", "extra_full_move")  # RUL-26
    blocked_draw: str = choice("automatic", "ask")  # RUL-27
    extra_dice_reentry: str = choice("yes", "no")  # RUL-28
    max_turns: int | None = None  # RUL-29: after so many race turns there is no winner
    play_on: str = choice("no", "all_places")  # RUL-30
