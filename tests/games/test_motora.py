"""MOTORA: the worked examples of its rules, and random games that end by a rule."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.interpreter.engine.game import Game, State
from rulewright.interpreter.state.rng import stream
from tests.texts import ROOT, shipped


def test_worked_examples() -> None:
    ran = rulewright.run_scenarios(ROOT / "tests/scenarios/motora/examples.yaml")
    assert len(ran) == 12
    assert [str(outcome) for outcome in ran if not outcome.passed] == []


def played(game: Game, number: int, decisions: int = 2000) -> State:
    """A random game to its end."""
    rng = stream(7, number, "chance")
    state = game.start()
    for _ in range(decisions):
        if state.result is not None:
            break
        if state.kind == "chance":
            texts = [text for text, weight in state.outcomes() for _ in range(weight)]
        else:
            texts = state.options()
            assert len(set(texts)) == len(texts)
        state = state.apply(texts[rng.below(len(texts))])
    return state


@pytest.mark.parametrize("players", [2, 6])
def test_random_games_end_by_a_rule(players: int) -> None:
    game = shipped("motora").instantiate(players)
    for number in range(3):
        result = played(game, number).result
        assert result is not None and result.rule is not None
        assert result.rule.startswith("MRA-WIN")


@pytest.mark.parametrize("options", [
    {"village_tiles": "7", "volcano": "centre", "volcano_top": "random", "first_player": "random"},
    {"placement_pass": "always", "unavailable_blocks_path": "yes", "settle": "next-recovery"},
    {"random_member_numbering": "owner-choice", "npe_support": "same-tile",
     "event_recycle": "bottom", "tie_scope": "any", "reroll_order": "once-each"},
    {"casualty_choice": "winner", "gear_lost_with_member": "yes-to-captor",
     "combat_dead_to_shrine": "yes", "raid_choice": "before-roll", "raid_involved": "chosen"},
    {"phase3": "tribe-by-tribe", "shortage_choice": "random", "any_time": "consumption-only",
     "recruit_limit": "pieces", "equipment_hidden": "no", "resource_cap": "9"},
], ids=["setup", "placement", "events", "combat", "phase 3"])
def test_other_rulings_are_played(options: dict[str, str]) -> None:
    state = played(shipped("motora").instantiate(3, options), 1)
    assert state.result is not None
