"""Errors in play point at the statement that breaks down; the oracle says the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import RunError
from rulewright.interpreter.oracle.executor import Oracle

GAME = """\
game Places
players 2: Gold, Black
board Grid: a grid of square tiles, 3 by 1
piece Stone of a player, on Grid
kind lane: low, high
each player has a score: 0 to 3
each player has a debt with each lane: 0 to 3
each tile has a mark: a player or none
each tile has a depth: 0 to 3
each tile can be wet
each Stone can be tired
each lane has a chief: a player
the game has a beacon: a tile or none
the game has a spot: a tile
the game has an hour: 0 to 3
setup
  put a Stone of Gold on c1
turn
  must choose a number from 0 to 9
{lines}
step Late
  if the number is 9
    the hour goes up by the number
end as soon as the hour is 2
  pay every player (1000000 times (the hour))
"""
UP = "the player's score goes up by the number"


@pytest.mark.parametrize(("lines", "at", "code"), [
    (UP, UP, "bound"),
    ("if the number is 9, the hour goes down by the number", "the hour goes down by the number",
     "bound"),
    ("for each tile, its depth goes up by the number", "its depth goes up by the number", "bound"),
    (f"repeat 2 times\n  {UP}", UP, "bound"),
    (f"each player in order\n  {UP}", UP, "bound"),
    ("the debt of Gold with low becomes the number", "the debt of Gold with low becomes the number",
     "bound"),
    ("do Late", "the hour goes up by the number", "bound"),
    ("the spot becomes the beacon", "the spot becomes the beacon", "bound"),
    ("the chief of low becomes a1's mark", "the chief of low becomes a1's mark", "bound"),
    ("the beacon becomes wet", "the beacon becomes wet", "nothing"),
    ("put a Stone of Gold on the beacon", "put a Stone of Gold on the beacon", "nothing"),
    ("move the Stone on a1 to b1", "move the Stone on a1 to b1", "nothing"),
    ("remove the Stone on a1", "remove the Stone on a1", "nothing"),
    ("the Stone on a1 becomes tired", "the Stone on a1 becomes tired", "nothing"),
    ("the hour becomes 2", "pay every player (1000000 times (the hour))", "bound"),
    ("must choose a tile next to the beacon", "choose a tile next to the beacon", "no-option"),
    ("as long as the hour is 0\n  must if possible choose a tile next to the beacon",
     "choose a tile next to the beacon", "endless"),
])
def test_places(tmp_path: Path, lines: str, at: str, code: str) -> None:
    path = tmp_path / "places.rules"
    below = "\n".join(f"    {line}" for line in lines.split("\n"))
    path.write_text(GAME.format(lines=below), encoding="utf-8")
    state = driver.load(path).instantiate().start()
    oracle = Oracle(state.game.program)
    v = oracle.start()
    with pytest.raises(RunError) as met:
        state.apply("9")
    with pytest.raises(RunError) as also:
        oracle.apply(v, (0, 9))
    (found,) = met.value.diagnostics
    assert (found,) == also.value.diagnostics
    assert found.span is not None and (found.code, found.span.text) == (code, at)
    text = path.read_text(encoding="utf-8").split("\n")
    assert text[found.span.line - 1].index(at) == found.span.column - 1
