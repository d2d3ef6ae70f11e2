"""Invariants that are checked around what changed hold in the same states as by the engine."""

from __future__ import annotations

import random

import pytest

from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.ir import END
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.passes.switches import ALL, Passes
from rulewright.interpreter.play import setting

#: Tiles are put, moved about and marked at random, until one has the mark of that to the east
#: or north of it.
MARKS = """game Marks
  "Put tiles beside others that have another mark."

players 1: One

board Field: a table of square plots, within {size}
piece Tile: 14, on Field
zone Stack: Tiles
each Tile has a mark: 0 to 9

the neighbour of a Tile towards a direction D is
  the Tile on (the plot one step towards D from the Tile's plot)
a Tile meets its like towards a direction D if
  D is either east or north
  the neighbour of the Tile towards D is not none
  the mark of (the neighbour of the Tile towards D) is the mark of the Tile
a Tile clashes if
  its plot is not none
  there is a direction D where (the Tile meets its like towards D)
always there is no Tile that clashes

setup
  move all Tiles to the Stack
  move (any Tile in the Stack) to (0,0)

turn
  must do one of
    choose a Tile in the Stack and a plot P and a number M from 0 to 8, written "{{P}} {{M}}"
      only if P is empty
      only if there is an occupied plot next to P
      move the Tile to P
      the Tile's mark becomes M
    choose a Tile T and a plot P, written "{{T's plot}} to {{P}}"
      only if T's plot is not none
      only if P is empty
      only if there is an occupied plot next to P
      move T to P
    choose a Tile T and a number M from 0 to 8, written "{{T's plot}} {{M}}"
      only if T's plot is not none
      only if M is not T's mark
      T's mark becomes M

look
  a plot shows Tile
  Tile "A"
  no Tile "."
"""


@pytest.fixture(scope="module", params=[23, 5])
def made(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> setting.Setting:
    path = tmp_path_factory.mktemp("marks") / "marks.rules"
    path.write_text(MARKS.format(size=request.param), encoding="utf-8")
    return setting.make(str(path), None, {})


def after(machine: object, vector: list[int], choice: tuple[int, ...]) -> list[int] | str:
    """The state after a choice, or what is wrong there."""
    vector = [*vector]
    try:
        machine.apply(vector, choice)  # type: ignore[attr-defined]
    except RulesError as error:
        return str(error)
    return vector


@pytest.mark.parametrize("passes", [ALL, Passes(around=False)], ids=["around", "whole"])
def test_the_same_states_break_it(made: setting.Setting, passes: Passes) -> None:
    """Of states of many games in any order, those in which it is broken among them."""
    reference, chance = made.game.machine, random.Random(7)
    machine = NativeMachine(made.game.program, "-O1", passes=passes)
    assert ("around_v" in machine.source) is passes.around
    cases = []
    for _ in range(30):
        vector = reference.start()
        for _ in range(12):
            choice = chance.choice(reference.choices(vector))
            came = after(reference, vector, choice)
            cases.append((reference.plain(vector), choice, came))
            if isinstance(came, str):
                break
            vector = came
            assert reference.kind(vector) != END
    broken = sum(isinstance(came, str) for *_, came in cases)
    assert broken > 8 and len(cases) - broken > 100
    for _ in range(2):
        for plain, choice, came in cases:
            found = after(machine, plain, choice)
            assert found == (came if isinstance(came, str) else reference.plain(came))
        chance.shuffle(cases)
