"""Walks natively: the same results on random boards, however their positions are packed, and the
same errors."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import RunError
from rulewright.interpreter.engine import python_text
from rulewright.interpreter.engine.game import Game
from rulewright.interpreter.native import module
from rulewright.interpreter.native.machine import NativeMachine
from tests.lower.test_walks import ruleset, walk

QUICK = "-O0"

#: Who stops somewhere makes the spot wet, and goes on from a spot of the middle.
ROAMING = """game Roaming
players 2: Ann, Ben
board Park: a grid of square spots, {width} by {height}
each spot can be wet

walk stroll of a spot S
  from S
{carried}
  each step goes from a spot F towards an orthogonal direction D to a spot G
    only if G is not wet
{inside}
  ends as tired after 1 to {most} steps

turn
  must if possible choose a spot S and a stroll R of S, written "{{R}}"
    only if S's column is 2
    R's spot becomes wet
  otherwise
    rank every player by ((the number of wet spots plus 1) times the player's seat)
"""
ONCE = "    only if G is not in the way so far"
TURNS = """    if D is not heading
      bends goes up by 1
    heading becomes D
    only if bends is at most 3
    load goes up by up to 2"""
LOADED = """  with bends: 0 to 4
  with a heading: a direction or none
  with a load: 3 to 9, at first 3, kept"""


def made(folder: Path, **parts: str) -> Game:
    path = folder / "roaming.rules"
    text = ROAMING.format(**{"carried": "", "inside": "", "most": "4", **parts})
    path.write_text(text, encoding="utf-8")
    return driver.load(path).instantiate()


@pytest.mark.parametrize("parts", [
    {"width": "4", "height": "3"},  # a bit for each position
    {"width": "4", "height": "3", "inside": ONCE},  # with a set in a part of a word
    {"width": "9", "height": "8", "inside": ONCE, "most": "3"},  # in two words
    {"width": "13", "height": "11", "inside": ONCE, "most": "2"},  # in more
    {"width": "7", "height": "6", "carried": LOADED, "inside": TURNS},
], ids=["bits", "word", "two-words", "words", "carried"])
def test_the_same_walks(tmp_path: Path, parts: dict[str, str]) -> None:
    game = made(tmp_path, **parts)
    native = NativeMachine(game.program, QUICK)
    machine, rng, counts = game.machine, random.Random(str(parts)), set()
    for _ in range(4):
        vector = machine.start()
        while options := machine.choices(vector):
            plain = machine.plain(vector)
            assert native.choices(plain) == options
            counts.add(len(options))
            machine.apply(vector, rng.choice(options))
        assert native.result(machine.plain(vector)) == machine.result(vector)
    assert len(counts) > 3


def stopped(path: Path) -> list[RunError]:
    """What stops the first choice, by the engine and natively."""
    game = driver.load(path).instantiate()
    native = NativeMachine(game.program, QUICK)
    found = []
    for machine in (game.machine, native):
        with pytest.raises(RunError) as caught:
            machine.choices(machine.start())
        found.append(caught.value)
    with pytest.raises(RunError) as caught:
        list(native.games(1, 0, 2, [0, 0], 100, 100, 100))
    return [*found, caught.value]


@pytest.mark.parametrize(("inside", "carried", "code"), [
    (("bends goes up by 1",), "  with bends: 0 to 2", "bound"),
    (("bends goes down by 1",), "  with bends: 2 to 9, at first 3", "bound"),
    (("bends goes up by 3", "ends as lost on G"), "  with bends: 0 to 2, kept", "bound"),
    (("lead becomes Ann's place",), "  with a lead: a spot, at first a1", "bound"),
])
def test_the_same_errors(
    tmp_path: Path, inside: tuple[str, ...], carried: str, code: str
) -> None:
    errors = stopped(ruleset(tmp_path, walk(*inside, carried=carried)))
    assert errors[0].diagnostics[0].code == code
    assert [error.diagnostics for error in errors[1:]] == [errors[0].diagnostics] * 2


def test_too_many_positions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in (python_text, module):
        monkeypatch.setattr(place, "MAX_POSITIONS", 12)
    errors = stopped(ruleset(tmp_path, walk()))
    assert errors[0].diagnostics[0].code == "search"
    assert [error.diagnostics for error in errors[1:]] == [errors[0].diagnostics] * 2
    monkeypatch.setattr(module, "MAX_POSITIONS", 13)  # as many as there are
    game = driver.load(tmp_path / "strolls.rules").instantiate()
    native = NativeMachine(game.program, QUICK)
    assert len(native.choices(native.start())) == 6
