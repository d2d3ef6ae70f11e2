"""MOTORA: random games that end by a rule, and what always holds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import dropwhile
from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.game import Game, State
from rulewright.interpreter.state.rng import stream
from tests.texts import shipped
from tests.volume import volume

#: What is so from the set-up to the end. (Who died is in the box, and comes back as a recruit.)
KEPT = " and ".join((
    "the number of Tiles T where (T's cell is not none) is 41",
    "the number of Tiles that are not in the box is 42",
    "there is no Event in the box and there is no Card in the box",
    "every player's size is at most 8",
))
IDOLS = "the number of Idols that are not in the box"
#: When the island is laid, the villages are chosen and the idols laid out.
READY = "there is a flipped Tile"


def steps(game: Game, number: int, decisions: int = 2000) -> Iterator[State]:
    """The states of a random game to its end."""
    rng = stream(7, number, "chance")
    state = game.start()
    yield state
    for _ in range(decisions):
        if state.result is not None:
            break
        if state.kind == "chance":
            texts = [text for text, weight in state.outcomes() for _ in range(weight)]
        else:
            texts = state.options()
            assert len(set(texts)) == len(texts)
        state = state.apply(texts[rng.below(len(texts))])
        yield state


def played(game: Game, number: int) -> State:
    """The end of a random game."""
    *_, state = steps(game, number)
    return state


@volume("games", 1, 6)
@pytest.mark.parametrize("players", [2, pytest.param(6, marks=pytest.mark.slow)])
def test_random_games_end_by_a_rule(players: int, games: int) -> None:
    game = shipped("motora").instantiate(players, quick=games == 1)
    for number in range(games):
        result = played(game, number).result
        assert result is not None and result.rule is not None
        assert result.rule.startswith("MRA-WIN")


@pytest.mark.parametrize("players", [
    2, *(pytest.param(players, marks=pytest.mark.slow) for players in (3, 6))])
def test_tiles_cards_and_idols_are_conserved(players: int) -> None:
    """After every decision; that members and what lies about are where they may be, the ruleset
    itself declares (`always`). Three players have no rules of their own. (A game that is made
    quickly: it is played once. A full machine plays the same, `tests/engine/test_compiled.py`.)"""
    game = shipped("motora").instantiate(players, quick=True)
    ready = dropwhile(lambda state: not state.evaluate(READY), steps(game, 11))
    laid = {2: 6, 3: 5, 6: 3}[players]
    for number, state in enumerate(ready):
        assert state.evaluate(f"{KEPT} and {IDOLS} is {laid}"), number
    assert number > 100


LOST = [
    ("no Card is in the box", {"Card": [{"title": "War Club", "at": "Hand of Red"}]}),
    ("no Event is in the box", {"Event": [{"title": "Monsoon", "at": "Event Deck"}]}),
    ("the number of bare cells", {"Tile": [{"number": "2", "at": "Tiles Left Over"}]}),
    ("the idols in play", {"Idol": [{"number": "5", "at": "Shrines of Red"}]}),
    ("no misplaced Member", {"Member": [{"owner": "Blue", "at": "Active of Red"}]}),
    ("no haunted player", {"Red": {"out": "yes"},
                           "Member": [{"owner": "Red", "at": "Active of Red"}]}),
    ("the total losses", {"Red": {"losses": "1"}}),
    ("no miscounted player", {"Red": {"losses": "8", "toll": {"death": "8"}},
                              "Member": [{"owner": "Red", "at": "Active of Red"}]}),
]


def test_a_position_that_loses_something_is_none() -> None:
    game = shipped("motora").instantiate(2, {"recruit_limit": "pieces"}, quick=True)
    for said, given in LOST:
        with pytest.raises(RulesError, match=f"not hold: .*{said}"):
            game.position(given)
    game.position({"Card": [{"title": "War Club", "at": "Hand of Red"},
                            {"number": "all", "at": "as before"}],
                   "Red": {"losses": "7", "toll": {"death": "7"}},
                   "Member": [{"owner": "Red", "at": "Active of Red"}]})


@pytest.mark.slow
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
    """Usually, mixes of them are played in step with the model (`test_motora_against_model`)."""
    state = played(shipped("motora").instantiate(3, options), 1)
    assert state.result is not None


def test_the_table_of_combat_is_open_above_ten(tmp_path: Path) -> None:
    """Bonuses allow wider differences than the rulebook's rows: found without the row of the
    default, with the ruling that closes the gap."""
    path = tmp_path / "open.rules"
    lines = driver.find("motora").read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(x for x in lines if "when gap over ten is capture" not in x), "utf-8")
    [found] = [d for d in checking.errors(driver.read(path)) if d.code == "gap"]
    assert found.message.startswith("no row says anything for 11, 12, ")
    assert "`when gap over ten is kill`" in found.message and "MRA-R-34" in found.message
