"""Questions about places of pieces, where there are too many places to keep a set for each."""

from __future__ import annotations

import random
from pathlib import Path

from rulewright.interpreter import driver
from rulewright.interpreter.engine.machine import Machine
from rulewright.interpreter.oracle import Oracle

TEXT = """\
game Places
players 2: Red, Blue
board Yard: a grid of square plots, 6 by 6
piece Tile: 9, on Yard
piece Peg of a player: 2 each, on Yard, on Tiles, several to a plot
zone Heap: Tiles
each Tile can be warm
setup
  repeat 6 times
    move (any Tile in the box) to the Heap
turn
  must do one of
    choose a Tile in the Heap and an empty plot, written "lay {0} {1}"
      move the Tile to the plot
    choose a Peg of the player and a plot, written "walk {0} {1}"
      only if the number of Pegs on the plot is less than 3
      only if the Peg is in the box or the plot is next to the Peg's plot
      move the Peg to the plot
    choose a Peg of the player and a Tile, written "climb {0} {1}"
      only if there is no Peg on the Tile
      only if the Tile's plot is not none
      move the Peg to the Tile
      the Tile becomes warm
    choose a warm Tile W, written "lift {0}"
      only if every Peg of the player is on some Tile
      remove W
end after the turn if there is no Tile in the Heap
  rank every player by the number of Pegs of the player that are next to some occupied plot
"""


def test_the_engine_finds_what_the_oracle_finds(tmp_path: Path) -> None:
    path = tmp_path / "places.rules"
    path.write_text(TEXT, encoding="utf-8")
    program = driver.load(path).instantiate().program
    machine, oracle = Machine(program), Oracle(program)
    for seed in range(3):
        rng = random.Random(seed)
        mine, other = machine.start(), oracle.start()
        for _ in range(60):
            assert machine.plain(mine) == other
            options = machine.choices(mine)
            assert options == oracle.options(other)
            if not options:
                break
            chosen = rng.choice(options)
            machine.apply(mine, chosen)
            oracle.apply(other, chosen)
