"""The checker reports decisions that depend on another player's secret, and only those.

`state/test_visibility` finds such a leak in play, by changing what a player cannot see; here the
text is enough. `tests/malformed/secrets-of-others.rules` holds more of what is reported.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import driver

ROOT = Path(__file__).resolve().parents[1]
RULESETS = sorted((ROOT / "rulesets").glob("*.rules"))
HIDING = [path for path in RULESETS if "seen only by" in path.read_text("utf-8")]

GAME = """\
game Hands
players 2 to 3: One, Two, Three
kind card: low, high
each player has a hand: a card or none, seen only by that player
each player has a claim: 0 to 9
a player is strong if the player's hand is high
setup
  each player in order
    at random pick a card, written "{card}"
      the player's hand becomes the card
turn
"""
CHOICE = """must choose a number from 1 to 2, written "%s {number}"
%s  the player's claim becomes it
"""


def choice(name: str, indent: int = 2) -> str:
    space = " " * indent
    return space + CHOICE % (name, space)


def reported(folder: Path, turn: str) -> list[str]:
    """The lines of a turn on which a secret is reported."""
    file = folder / "hands.rules"
    file.write_text(GAME + turn, encoding="utf-8")
    found = driver.check(file)
    assert {problem.code for problem in found} <= {"secret"}, [p.render() for p in found]
    lines = (GAME + turn).splitlines()
    at = [lines[p.span.line - 1].strip() for p in found if p.span is not None]
    return [line.split('"')[1] if '"' in line else line for line in at]


REPORTED = {
    "another's hand opens a choice": (
        "  if the player's next player is strong\n" + choice("a", 4), ["a {number}"]),
    "in a round": (
        "  each player in order\n    if the player's next player is strong\n" + choice("a", 6)
        + choice("b", 4), ["a {number}"]),
    "either of two choices": (
        "  if the player's next player is strong\n" + choice("a", 4) + "  otherwise\n"
        + choice("b", 4), ["a {number}", "b {number}"]),
    "again and again": (
        "  as long as the player's next player is strong\n" + choice("a", 4) + choice("b"),
        ["a {number}"]),
    "one's own hand lets another decide": (
        "  if the player is strong\n    the player's next player decides\n" + choice("a", 6),
        ["a {number}"]),
    "a choice in progress that was kept secret": (
        "  must choose a card, written \"keep {card}\"\n    the player's hand becomes the card\n"
        "    the player's next player decides\n      must choose a number from 1 to 2, written "
        "\"a {number}\"\n        only if it is 1 or the card is high\n"
        "        the player's claim becomes it\n", ["only if it is 1 or the card is high"]),
    "who begins a round": (
        "  each player in order, from (Two if One is strong otherwise One)\n" + choice("a", 4),
        ["a {number}"]),
    "any player's hand": (
        "  if some player is strong\n" + choice("a", 4), ["a {number}"]),
}  # fmt: skip
ALLOWED = {
    "one's own hand": "  if the player is strong\n" + choice("a", 4) + choice("b"),
    "one's own hand in a round": (
        "  each player in order\n    if the player is strong\n" + choice("a", 6) + choice("b", 4)),
    "again and again by one's own hand": (
        "  as long as the player is strong\n" + choice("a", 4)
        + "  the player's next player decides\n" + choice("b", 4)),
    "the one who decides is asked about": (
        "  the player's next player decides\n    if the player is strong\n" + choice("a", 6)
        + choice("b")),
    "the end": (
        choice("a") + "  if the player's next player is strong\n    the player loses\n"),
    "a roll": (
        "  if the player's next player is strong\n    at random pick a number from 1 to 2, written "
        '"roll {number}"\n      the player\'s claim becomes it\n' + choice("a")),
    "effects": (
        "  if the player's next player is strong\n    the player's claim becomes 3\n"
        + choice("a")),
    "what was shown": (
        "  the player's claim becomes 0\n  if the player's next player is strong\n"
        "    the player's claim becomes 1\n  if the player's claim is 1\n" + choice("a", 4)),
}  # fmt: skip


@pytest.mark.parametrize("case", REPORTED)
def test_reported(tmp_path: Path, case: str) -> None:
    turn, expected = REPORTED[case]
    assert reported(tmp_path, turn) == expected


@pytest.mark.parametrize("case", ALLOWED)
def test_not_reported(tmp_path: Path, case: str) -> None:
    assert reported(tmp_path, ALLOWED[case]) == []


@pytest.mark.parametrize("path", HIDING, ids=lambda path: path.stem)
def test_games_that_hide_something_are_clean(path: Path) -> None:
    assert driver.check(path) == []


def test_a_warning_keeps_nobody_from_playing(tmp_path: Path) -> None:
    turn, _ = REPORTED["any player's hand"]
    assert reported(tmp_path, turn)
    assert driver.load(tmp_path / "hands.rules").instantiate().start().kind == "chance"
