"""The examples mean something where they stand, and are read as their files are written."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.similar.examples import Game, games, read


def test_a_file_is_read() -> None:
    game = read("pond", """
game Pond
players 2: Red, Blue

[below, 2] turn
say    each player gets
         two coins
write  for each player
         the player's coins goes up by 2

write  the player wins

[instead of, 0] turn / the player wins
say    over
offer  end
""".lstrip())
    assert game.text == "game Pond\nplayers 2: Red, Blue\n"
    first, second, third = game.examples
    assert first.said == "each player gets\n  two coins"
    assert first.written == "for each player\n  the player's coins goes up by 2"
    assert (first.place.lines, first.place.instead, first.place.depth) == (("turn",), False, 2)
    assert second.said == second.written == "the player wins"
    assert second.place == first.place
    assert third.offered
    assert third.place.lines == ("turn", "the player wins")
    assert third.place.instead


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_examples_mean_something(game: Game, tmp_path: Path) -> None:
    path, wrong = tmp_path / "text.rules", []
    for example in game.examples:
        path.write_text(game.put(example.written, example.place), encoding="utf-8")
        wrong += [f"{example.written}\n{p.render()}"
                  for p in checking.check_text(driver.read(path), 0) if p.severity == "error"]
    assert game.examples
    assert not wrong, "\n\n".join(wrong)
