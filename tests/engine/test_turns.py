"""How many turns a game has: those that were over, and the last if somebody did something in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.engine.game import State
from rulewright.interpreter.oracle.executor import Oracle
from rulewright.interpreter.play.perft import perft

GAME = """\
game Turns
players 3: Gold, Black, Red
the game has a count: 0 to 9, at first {first}

turn
{turn}
end after the turn if the count is 7
  the game is drawn
"""
HEAD = "if the count is 3, the game is drawn\n"
NEXT = 'must choose "next"\n  the count goes up by 1\n'
SOMETIMES = """\
must if possible choose "next"
  only if the player is not Black
  the count goes up by 1
"""


def start(folder: Path, turn: str, first: int = 0) -> State:
    path = folder / "turns.rules"
    lines = "\n".join(f"  {line}".rstrip() for line in turn.split("\n"))
    path.write_text(GAME.format(turn=lines, first=first), encoding="utf-8")
    return driver.load(path).instantiate().start()


@pytest.mark.parametrize(("turn", "moves", "turns"), [
    (HEAD + NEXT, 3, 3),  # the draw stands at the head of the fourth
    (NEXT + HEAD, 3, 3),  # it stands in the third
    (NEXT + "if the count is 1, the game is drawn\n", 1, 1),
    (NEXT.replace("by 1", "by 7"), 1, 1),  # found at the end of the first
    (HEAD + "at random pick a number from 1 to 1\n  the count goes up by 1\n", 3, 3),
    # Black has nothing to do: his turn is over and counts, that of Red does not.
    (f"if the player is Red, the game is drawn\n{SOMETIMES}", 1, 2),
    # Gold chooses twice in one turn.
    (HEAD.replace("3", "4") + NEXT + NEXT, 4, 2),
])
def test_turns(tmp_path: Path, turn: str, moves: int, turns: int) -> None:
    state = start(tmp_path, turn)
    machine, oracle = state.game.machine, Oracle(state.game.program)
    plain, counted = oracle.start(), 0
    for _ in range(moves):
        assert state.kind != "end"
        counted += oracle.apply(plain, oracle.options(plain)[0])
        state = state.apply(0)
        assert (machine.plain(state.vector), state.turns) == (plain, counted)
    assert (state.kind, state.turns) == ("end", turns)


def test_a_game_in_which_nobody_does_anything(tmp_path: Path) -> None:
    state = start(tmp_path, HEAD + NEXT, first=3)
    assert (state.kind, state.turns) == ("end", 0)


def test_counting_by_turns(tmp_path: Path) -> None:
    """A sequence with whose last turn the game is found to be over is one of that many turns."""
    counts = perft(start(tmp_path, HEAD + NEXT).game, 4, "turn")
    assert (counts.counts, counts.ended) == ([1, 1, 1, 0], [0, 0, 1, 0])
