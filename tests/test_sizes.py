"""How long rulesets are: a measure of the language. What a game takes is said line by line."""

from __future__ import annotations

import re

import pytest

from rulewright.interpreter import driver

#: Lines of rules that a game may take, drawings and rows of data apart.
MOST = {
    "tic-tac-toe": 20, "connect-four": 30, "motif": 150, "chess": 150, "motators": 400,
    "motox": 400, "transport": 420, "motora": 1000,
}
DATA = re.compile(r"(?:kind|piece) .* by table|lay out ")
"""The heads of blocks whose lines are data."""


def lines_of_rules(text: str) -> int:
    """Lines that are neither empty nor comments nor data."""
    found, data = 0, -1  # how far the head of a block of data is indented
    for line in text.splitlines():
        words = line.strip()
        if not words or words.startswith("#"):
            continue
        indent = len(line) - len(line.lstrip())
        if data >= 0 and indent > data:
            continue
        data = indent if DATA.match(words) else -1
        found += 1
    return found


@pytest.mark.parametrize("name", MOST)
def test_a_game_is_said_in_so_many_lines(name: str) -> None:
    text = driver.find(name).read_text(encoding="utf-8")  # as `fmt` lays it out, which is tested
    assert lines_of_rules(text) <= MOST[name]


def test_lines_are_counted() -> None:
    text = """\
game X
# what there is

kind herb by table
  herb   price
  sage   1
turn
  lay out B
    ". ."
  the game is drawn
"""
    assert lines_of_rules(text) == 5
