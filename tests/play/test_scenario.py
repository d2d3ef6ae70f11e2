"""Scenarios through the command line: what passes, what fails, what is none; and traces."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

SCENARIO = """\
- scenario: Middle
  ruleset: starter.rules
  do: [b2]
  expect:
    to move: Nought
    options: {options}
    allows: [a1]
    result: none
"""


def test_scenarios(run: Run) -> None:
    Path("right.yaml").write_text(SCENARIO.format(options=8), encoding="utf-8")
    assert run("test", "right.yaml").code == 0
    Path("wrong.yaml").write_text(SCENARIO.format(options=7), encoding="utf-8")
    answer = run("test", "wrong.yaml")
    assert answer.code == 1
    assert "wrong.yaml:6 failed: Middle" in answer.out


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("- scenario: a\n  scenario: b\n", 2),
        ("- scenario: a\n  ruleset: x\n  expcet: {}\n", 1),
        ("- scenario: a\n  ruleset: x\n  expect: {options: many}\n", 3),
        (SCENARIO.format(options=8) * 2, 9),
        ("- scenario: [\n", 2),
    ],
)
def test_scenario_files_that_are_none(run: Run, text: str, line: int) -> None:
    Path("bad.yaml").write_text(text, encoding="utf-8")
    answer = run("test", "bad.yaml", "--json")
    assert answer.code == 1
    assert {item["line"] for item in answer.json["diagnostics"]} == {line}


GROUND = """\
- scenario: Ground
  ruleset: starter.rules
  given: {{Grid: {{a1: {{piece: Mark of Nought}}}}, to move: Cross}}
  {do}
  expect: {{result: none}}
- scenario: More
  ruleset: starter.rules
  given: {{scenario: Ground, {further}}}
  expect:
    to move: {mover}
    holds: ["there is a Mark of Nought on a1"]
    options: 7
"""


def test_a_position_may_change_that_of_another_scenario(run: Run) -> None:
    """The differences of one come on top of the other's."""
    further = "Grid: {b2: {piece: Mark of Cross}}, to move: Nought"
    text = GROUND.format(do="rules: []", further=further, mover="Nought")
    Path("more.yaml").write_text(text, encoding="utf-8")
    assert run("test", "more.yaml").code == 0


@pytest.mark.parametrize(
    ("do", "further", "message"),
    [
        ("do: [b2]", "to move: Nought", "what comes of moves cannot be changed"),
        ("rules: []", "from: empty", "begins from nothing else"),
    ],
)
def test_what_cannot_be_changed_in_another_position(
    run: Run, do: str, further: str, message: str
) -> None:
    text = GROUND.format(do=do, further=further, mover="Nought")
    Path("more.yaml").write_text(text, encoding="utf-8")
    answer = run("test", "more.yaml")
    assert answer.code == 1
    assert "more.yaml:8" in answer.out + answer.err
    assert message in " ".join((answer.out + answer.err).split())


SPOTS = """\
game Spots
players 2: Ann, Bob
board Lawn: a grid of square spots, 2 by 2
piece Ball: 2, on Lawn
each spot has a name: 0 to 3
look
  a spot is written "spot {its name}"
turn
  must choose "pass"
"""
NAMED = """\
- scenario: Named
  ruleset: spots.rules
  given:
    Lawn: {{a1: {{name: 1}}, b1: {{name: 2}}, b2: {{name: 3}}, a2: {{name: 3}}}}
    Ball: [{{at: "spot {name}"}}]
  do: [pass]
  expect:
    position: {{Ball: {{Ball 1: {{at: {place}}}, Ball 2: {{at: box}}}}}}
"""


@pytest.mark.parametrize(
    ("name", "place", "said"),
    [
        ("2", "b1", "1 of 1"),
        ("2", "spot 2", "1 of 1"),
        ("2", "a1", "Ball Ball 1 at is b1"),
        ("3", "b2", "`spot 3` could be any of a2, b2"),
        ("0", "b2", "cannot be `spot 0`"),
    ],
)
def test_things_are_named_as_they_are_written(
    run: Run, name: str, place: str, said: str
) -> None:
    """In a position, and in what is expected of one."""
    Path("spots.rules").write_text(SPOTS, encoding="utf-8")
    Path("named.yaml").write_text(NAMED.format(name=name, place=place), encoding="utf-8")
    assert said in " ".join(run("test", "named.yaml").out.split())


@pytest.mark.parametrize(("text", "said"), [
    ("the number of spots whose name is 0 is 3",
     "does not hold: the number of spots whose name is 0 is 4"),
    ("b1's name is at least 2", "does not hold: b1's name is 0"),
    ("Ann's next player is Ann", "does not hold: Ann's next player is Bob"),
    ("a1 is empty and there is a Ball on a1", "does not hold 0 of 1"),
])
def test_what_does_not_hold_is_told(run: Run, text: str, said: str) -> None:
    Path("spots.rules").write_text(SPOTS, encoding="utf-8")
    Path("held.yaml").write_text(
        f'- scenario: Held\n  ruleset: spots.rules\n  expect: {{holds: ["{text}"]}}\n',
        encoding="utf-8")
    assert said in " ".join(run("test", "held.yaml").out.split())


def test_a_ruleset_beside_its_scenarios(run: Run) -> None:
    """It is found by its name from any folder."""
    Path("folder").mkdir()
    Path("folder/spots.rules").write_text(SPOTS, encoding="utf-8")
    Path("folder/held.yaml").write_text(
        '- scenario: Held\n  ruleset: spots\n  expect: {holds: ["a1 is empty"]}\n',
        encoding="utf-8")
    assert run("test", "folder/held.yaml").code == 0


def test_trace(run: Run) -> None:
    found = run("trace", "starter.rules", "--games", "3", "--json").json
    assert set(found) == {"rules", "unimplemented"}


HAND = """\
game Hand
players 2: Ann, Bob
piece Card: 3
zone Hand of a player: Cards, seen only by that player
each Card has a worth: 1 to 9
each player has a score: 0 to 9
setup
  move all Cards to Ann's Hand
turn
  must choose a Card in Ann's Hand, written "take"
look
  a player shows score
  a Card shows worth
"""


@pytest.mark.parametrize(("told", "fails", "message"), [
    ('{Ann: ["Hand of Ann: 1 x3", "Bob: score 0"], Bob: ["Hand of Ann: 3 Cards"]}', False, ""),
    ('{Ann: ["Hand of Ann: 3 Cards"]}', True,
     "Ann is not told `Hand of Ann: 3 Cards`; what is told: Ann: score 0; Bob: score 0; Hand of"),
    ("{Cleo: [x]}", True, "there is no player Cleo"),
])
def test_what_a_player_is_told(run: Run, told: str, fails: bool, message: str) -> None:
    Path("hand.rules").write_text(HAND, encoding="utf-8")
    text = f"- scenario: Told\n  ruleset: hand.rules\n  expect:\n    sees: {told}\n"
    Path("told.yaml").write_text(text, encoding="utf-8")
    answer = run("test", "told.yaml")
    assert answer.code == int(fails)
    assert message in answer.out
