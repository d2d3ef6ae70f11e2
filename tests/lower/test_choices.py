"""What stands beside the alternatives of a choice: what is done where there is none, and what is
demanded of all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.game import State
from rulewright.interpreter.model.description import describe
from rulewright.interpreter.oracle.executor import Oracle

GAME = """\
game Choices
players 2: Gold, Black
board Strip: a grid of square spots, 3 by 1
piece Stone of a player, on Strip
each player has a score: 0 to 9
turn
{lines}
"""


def start(tmp_path: Path, lines: str) -> State:
    path = tmp_path / "choices.rules"
    path.write_text(GAME.format(lines=lines), encoding="utf-8")
    return driver.load(path).instantiate().start()


def codes(tmp_path: Path, lines: str) -> set[str]:
    with pytest.raises(RulesError) as caught:
        start(tmp_path, lines)
    return {problem.code for problem in caught.value.diagnostics}


STUCK = """\
  must if possible put a Stone of the player on an empty spot
    the player's score goes up by 1
  otherwise
    the player's opponent's score goes up by 5
    the player loses
"""


def test_otherwise_is_done_where_nothing_is_possible(tmp_path: Path) -> None:
    """Gold puts two stones, Black one; then Black, who cannot, gives Gold 5 more and loses."""
    state = start(tmp_path, STUCK)
    for spot in ("a1", "b1"):
        state = state.apply(spot)
        assert state.kind == "decision"
    end = state.apply("c1")
    assert end.result is not None and end.result.winners == [0]
    players = end.view()
    assert (players["Gold"]["score"], players["Black"]["score"]) == ("7", "1")
    oracle = Oracle(state.game.program)
    vector = state.game.machine.plain(list(state.vector))
    oracle.apply(vector, (0, 2))
    assert vector == state.game.machine.plain(list(end.vector))


MOVED = """\
  must choose "start"
    put a Stone of the player on a1
  must choose a Stone of the player
    may move it to an empty spot next to it, or "stay"
      it becomes tired
  the player wins
each Stone can be tired
"""


def test_what_is_moved_is_not_where_it_is_moved_to(tmp_path: Path) -> None:
    """`it` in `move it to …` is what was spoken of before, not the spot that is chosen."""
    state = start(tmp_path, MOVED).apply("start").apply("a1")
    assert state.options() == ["b1", "stay"]
    state = state.apply("b1")
    assert state.evaluate("b1 has a tired Stone of Gold") and state.evaluate("a1 is empty")


def test_of_several_alternatives(tmp_path: Path) -> None:
    """`otherwise` may ask in its turn."""
    state = start(tmp_path, """\
  must if possible do one of
    put a Stone of the player on an empty spot next to some Stone
    remove a Stone of the player
  otherwise
    must put a Stone of the player on a spot
""")
    assert state.options() == ["a1", "b1", "c1"]
    state = state.apply("a1")
    assert state.options() == ["b1"]


SHARED = """\
  must if possible do one of
    only if the player's score is less than 2
    only if afterwards b1 is empty
    put a Stone of the player on an empty spot
      the player's score goes up by 1
    choose "rest"
      only if there is no empty spot
  otherwise
    the game is drawn
"""


def test_what_is_demanded_of_all_alternatives(tmp_path: Path) -> None:
    state = start(tmp_path, SHARED)
    assert state.options() == ["a1", "c1"]
    refused = state.why("b1").message
    assert "b1 is empty" in refused
    end = state.apply("a1").apply("c1")
    assert end.result is not None and end.result.draw
    said = describe(state.game.model)
    assert said.count("only if the player's score is less than 2") == 2
    assert "    otherwise\n      the game is drawn" in said


@pytest.mark.parametrize(("lines", "code"), [
    ("  must put a Stone of the player on an empty spot\n  otherwise\n    the player loses",
     "syntax"),
    ('  may put a Stone of the player on an empty spot, or "no"\n  otherwise\n    the player loses',
     "syntax"),
    ("  if a1 is empty, must if possible put a Stone of the player on an empty spot\n"
     "  otherwise\n    the player loses", "grouping"),
    ("  when the number of players is 2, must if possible put a Stone of the player on a spot\n"
     "  otherwise\n    the player loses", "grouping"),
    ("  in either order\n    must if possible put a Stone of the player on a spot\n    otherwise\n"
     '      Gold wins\n    must choose "b"', "order"),
    ('  must do one of\n    choose "a"\n    only if a1 is empty\n    choose "b"', "syntax"),
    ('  must do one of\n    only if the spot is empty\n    choose "a"\n    choose a spot', "bound"),
])
def test_errors(tmp_path: Path, lines: str, code: str) -> None:
    assert codes(tmp_path, lines) == {code}


def test_what_is_given_is_not_known_afterwards_by_its_noun(tmp_path: Path) -> None:
    """What an act is about without being chosen is known afterwards by its own phrase."""
    text = """\
game Cave
players 2: Red, Blue
board Cave: a grid of square rooms, 3 by 3
piece Hero of a player: 1 each, on Cave
each Hero can be tired
setup
  for each player, move the player's Hero to a1
turn
  must do one of
    move the player's Hero to a room
      only if afterwards the Hero is not tired
    choose "rest"
end as soon as there is a tired Hero, the game is drawn
"""
    path = tmp_path / "game.rules"
    path.write_text(text, encoding="utf-8")
    found = checking.errors(driver.read(path))
    assert [p.code for p in found] == ["bound"]
    assert "`the player's Hero`" in (found[0].hint or "")
    path.write_text(text.replace("the Hero is", "the player's Hero is"), encoding="utf-8")
    assert not checking.errors(driver.read(path))
