"""The examples mean something where they stand, and are read as their files are written."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.similar.examples import Game, Place, games, read


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
    """Those of one place are tried together, and where that means nothing, each by itself."""
    path = tmp_path / "text.rules"

    def wrong(lines: str, place: Place) -> list[str]:
        path.write_text(game.put(lines, place), encoding="utf-8")
        found = checking.check_text(driver.read(path), 0)
        return [f"{lines}\n{p.render()}" for p in found if p.severity == "error"]

    found = []
    for place, examples in groupby(game.examples, key=lambda one: one.place):
        written = [one.written for one in examples]
        if len(written) == 1 or wrong("\n".join(written), place):
            found += [told for lines in written for told in wrong(lines, place)]
    assert game.examples
    assert not found, "\n\n".join(found)
