"""The trace of rule ids: what fired, what never did, what cannot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

Run = Callable[..., Any]

TEXT = """\
game Garden
players 2: Ann, Bob                                [GAR-01]
kind crop: leek, bean                              [GAR-02]
each player has a store: 0 to 99, at first 0       [GAR-03]
the worth of a crop is                             [GAR-04]
  1 for leek
  2 for bean
option rain: no, yes                               [GAR-05]
step Gather
  the player's store goes up by 1                  [GAR-06]
step Draw Lots                                     [GAR-13]
  at random pick a crop
    if the player can rest, the player's store goes up by 0  [GAR-15]
a player can rest if                               [GAR-16]
  the player's store is less than 0
turn
  do Draw Lots                                     [GAR-14]
  must choose a crop, written "{crop}"             [GAR-07]
    only if the player's store is less than 90     [GAR-08]
    do Gather                                      [GAR-09]
    when rain is yes, the player's store goes up by 1  [GAR-10]
  if the player's store is 50, the player loses    [GAR-11]
  if the player's store is 3, the player wins      [GAR-12]
  if the player's store is 60, the player's store goes down by the worth of leek  [GAR-03]
"""


def test_what_fired_and_what_did_not(run: Run) -> None:
    Path("garden.rules").write_text(TEXT, encoding="utf-8")
    assert run("validate", "garden.rules").code == 0
    found = run("trace", "garden.rules", "--games", "2", "--json").json["rules"]
    fired = {rule.removeprefix("GAR-"): row["fired"] for rule, row in found.items()}
    assert fired == {
        "01": "static", "02": "static", "04": "static", "05": "static",
        "03": 0,  # declares a store, and stands at an effect that never came
        "06": 10, "07": 10, "08": 10,
        "12": 4,  # in each game its condition and its effect
        "09": "uncounted",  # a step that is done; its effects are counted
        "10": "uncounted",  # left out by the option
        "11": 0,
        "13": 10, "14": 10,  # a step that rolls, and the line that has it done
        "15": 0,  # an effect under a condition that never holds
        "16": "uncounted",  # asked by an `if`, not of a choice
    }
    told = run("trace", "garden.rules", "--games", "2").out
    assert "GAR-11  never fired, " in told and "GAR-01  only declares, " in told
    assert "GAR-09  not counted, " in told and "GAR-06  fired 10, " in told


SCENARIOS = """\
- scenario: Fifty is too much
  ruleset: garden.rules
  players: 2
  rules: [GAR-11, GAR-15]
  given: {Ann: {store: 49}}
  do: [leek, leek]
  expect: {result: {winners: [Bob]}}
"""


def test_what_never_fired_is_told_with_the_scenarios_in_which_it_does(run: Run) -> None:
    """Ann loses with fifty; what no scenario comes to, and what none names, is told as such."""
    Path("garden.rules").write_text(TEXT, encoding="utf-8")
    Path("lots.yaml").write_text(SCENARIOS, encoding="utf-8")
    asked = ("trace", "garden.rules", "--games", "2", "--scenarios", "lots.yaml")
    rows = run(*asked, "--json").json["rules"]
    assert {rule: row["fired by"] for rule, row in rows.items() if "fired by" in row} == {
        "GAR-03": [], "GAR-11": ["Fifty is too much"], "GAR-15": []}
    told = " ".join(run(*asked).out.split())
    ever = "random play never gets there in 2 games"
    assert f"{ever}; scenarios do: `Fifty is too much`" in told
    assert f"{ever}, nor does a scenario that names it: `Fifty is too much`" in told
    assert f"{ever}, and no scenario names it" in told
    assert told.count("never fired") == told.count(ever) == 3
