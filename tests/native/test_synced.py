"""What is kept up beside all states says of each state what the reference engine says."""

from __future__ import annotations

import random

import pytest

from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.play import setting
from tests.native.rows import the_same_games

#: Tiles are put beside others, or moved, several at once at one place being the stack; sometimes
#: more are moved at once than are noted one by one.
PATCHES = """game Patches
  "Lay tiles beside others, or take them to another place."

players 2: One, Two

board Field: a table of square plots, within 23
piece Tile: 14, on Field
zone Stack: Tiles

each Tile has a mark: 0 to 3
the game has rounds: 0 to 40

the neighbour of a plot P towards a direction D is the Tile on (the plot one step towards D from P)
a plot is beside if there is a direction D where (the neighbour of the plot towards D is not none)

setup
  move all Tiles to the Stack
  move (any Tile in the Stack) to (0,0)

turn
  must if possible do one of
    choose a Tile in the Stack and a plot P, written "{P}"
      only if P is empty
      only if P is beside
      move the Tile to P
      the Tile's mark becomes 1
    choose a Tile T and a plot P, written "{T's plot} to {P}"
      only if T's plot is not none
      only if P is empty
      only if P is beside
      only if there is no direction D where (the mark of (the neighbour of P towards D) is 2)
      move T to P
      T's mark becomes 2
    choose "sweep"
      only if rounds is at least 10
      for each Tile that is not (the Tile on (0,0)), move it to the Stack
  rounds goes up by 1
  if rounds is 40, the player wins

look
  a plot shows Tile
  Tile "A"
  no Tile "."
"""


@pytest.fixture(scope="module", params=["", "-mno-avx2", "-mno-sse2 -mno-avx -U__SSE2__"])
def both(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[setting.Setting, NativeMachine]:
    """Rows are compared by 32, 16 or 8 bytes."""
    path = tmp_path_factory.mktemp("patches") / "patches.rules"
    path.write_text(PATCHES, encoding="utf-8")
    made = setting.make(str(path), None, {})
    return made, NativeMachine(made.game.program, "-O1", *request.param.split())


def test_the_same_games(both: tuple[setting.Setting, NativeMachine]) -> None:
    made, machine = both
    for part in ("sync_tile_at(S);", "large around_", "EACH_TOLD(at_plot"):
        assert part in machine.source
    the_same_games(made, machine, 6, 60)


def test_whichever_states_were_asked_about_before(
    both: tuple[setting.Setting, NativeMachine]
) -> None:
    """States of several games, asked about in any order."""
    made, machine = both
    reference, chance = made.game.machine, random.Random(3)
    states = []
    for _ in range(4):
        vector = reference.start()
        for _ in range(25):
            choices = reference.choices(vector)
            states.append((reference.plain(vector), choices))
            reference.apply(vector, chance.choice(choices))
    chance.shuffle(states)
    assert len({tuple(state) for state, _ in states}) > 80
    for state, choices in states:
        assert machine.choices([*state]) == choices
