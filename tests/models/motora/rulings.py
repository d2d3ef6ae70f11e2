"""The rulings of MOTORA as options: where its rulebook is silent or contradicts itself.

Left out are the rulings without an option.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.models import rulings
from tests.models.rulings import choice


@dataclass(frozen=True)
class Rulings(rulings.Rulings):
    """Every place where the rulebook leaves a choice, with the default first."""

    village_tiles: str = choice("8", "7")
    section_order: str = choice("fixed", "random")
    volcano: str = choice("shuffled", "centre")
    volcano_top: str = choice("north", "random")
    first_player: str = choice("roll", "seat1", "random")
    flipped_village: str = choice("plain", "destroyable")
    temple_idol: str = choice("roll", "uniform")
    recruit_limit: str = choice("size_cap", "pieces")
    equipment_hidden: str = choice("yes", "no")
    placement_pass: str = choice("never", "after_event", "always")
    unavailable_blocks_path: str = choice("no", "yes")
    settle: str = choice("end_of_turn", "next_recovery")
    idol_spared_reroll: str = choice("no", "yes")
    idol_protection: str = choice("all", "events_only")
    random_member_numbering: str = choice("placement_order", "owner_choice")
    npe_support: str = choice("none", "same_tile")
    cursed_season_events: str = choice("2", "1", "3")
    event_recycle: str = choice("reshuffle", "bottom")
    gap_over_10: str = choice("capture", "kill")
    tie_scope: str = choice("top", "any")
    combat_dead_to_shrine: str = choice("no", "yes")
    reroll_order: str = choice("rounds", "once_each", "none")
    casualty_choice: str = choice("loser", "winner", "random")
    gear_lost_with_member: str = choice("no", "yes_to_captor")
    home_bonus_npe: str = choice("yes", "no")
    raid_choice: str = choice("after_roll", "before_roll")
    raid_involved: str = choice("all", "chosen")
    any_time: str = choice("windows", "consumption_only")
    prisoners_keep_alive: str = choice("no", "yes")
    phase3: str = choice("actions_then_consumption", "tribe_by_tribe")
    boar_failure_uses_tile: str = choice("yes", "no")
    life_bonus_fish: str = choice("no", "yes")
    idol_pass_village: str = choice("pass", "stops")
    recruit_per_turn: str = choice("once", "per_pair")
    shortage_choice: str = choice("owner", "random")
    shortage_spares_last: str = choice("no", "yes")
    gear_per_member: str = choice("any", "one")
    extinction_contest: str = choice("last_dead", "everyone")
    resource_cap: int | None = None  # stocks grow no further than this
    turn_limit: int | None = None  # after so many turns the game is over without a winner
