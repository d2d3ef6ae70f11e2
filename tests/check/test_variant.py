"""A variant names parts of its base by any words they may have."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.engine.game import State
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.format import format_text


def start(folder: Path, text: str, name: str = "test") -> State:
    path = folder / f"{name}.rules"
    path.write_text(text, encoding="utf-8")
    return driver.load(path).instantiate().start()


BASE = """\
game Base
players 2: Gold, Black
option first player: gold, black
option order: yes, no, second wins, move, normally yes
option size: 1 to 9
step Go Home
  Gold wins
step Move One
  Black wins
memory Seen: player, up to 9
turn
  when order is yes, do Go Home
  when order is second wins, do Move One
  must choose "x"
"""


@pytest.mark.parametrize(("changes", "options"), [
    ("set order to no", {"order": "no"}),
    ("set order to second wins", {"order": "second_wins"}),
    ("set  first  player  to black  [X-1]\nset order to move",
     {"first_player": "black", "order": "move"}),
    ("set size to 2 plus 3", {"size": "5"}),
    ("remove memory Seen", {}),
    ("before Move One\n  Gold wins\nafter Go Home  # late\n  Gold wins", {}),
    ("before turn\n  Gold wins", {}),
])
def test_a_variant_names_parts_by_any_words(
    tmp_path: Path, changes: str, options: dict[str, str]
) -> None:
    (tmp_path / "base.rules").write_text(BASE, encoding="utf-8")
    text = f"variant Test of base\n{changes}\n"
    made = start(tmp_path, text).game.options
    assert {key: made[key] for key in options} == options
    path = tmp_path / "test.rules"
    laid_out = format_text(Source(str(path), text), driver.read(tmp_path / "base.rules").phrases)
    assert " ".join(laid_out.split()) == " ".join(text.split())
