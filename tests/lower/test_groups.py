"""Groups: what they consist of, what can be said of them, and what is no group. The engine and the
oracle work out the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.game import State
from rulewright.interpreter.ir.verify import verify
from rulewright.interpreter.oracle.executor import Oracle

HEAD = """\
game Islands
players 2: Red, Blue
board Map: a grid of {shape} spots, 5 by 4
piece Hut of a player, on Map
each spot can be high
the game has a log: 0 to 999999
look
  a spot shows Hut
  Hut of Red "r"
  Hut of Blue "b"
  no Hut "."
"""
TURN = "turn\n  must choose \"next\"\n  the game is drawn\n"
DRAWN = [
    "r r . b b",
    ". r . b .",
    "r . . . b",
    "r . b . .",
]


def start(folder: Path, shape: str = "square", rules: str = "", turn: str = TURN) -> State:
    """A position with three groups of Red's huts by orthogonal steps, two by any steps."""
    path = folder / "islands.rules"
    path.write_text(HEAD.format(shape=shape) + rules + turn, encoding="utf-8")
    assert [found.render() for found in checking.check(path) if found.severity == "error"] == []
    game = driver.load(path).instantiate()
    assert verify(game.program) == []
    return game.position({"Map": "\n".join(DRAWN)})


@pytest.mark.parametrize(("said", "value"), [
    ("the number of groups of Huts of Red joined by orthogonal steps", 2),
    ("the number of groups of Huts of Red joined by steps", 1),
    ("the number of groups of spots of Blue joined by orthogonal steps", 3),
    ("the number of groups of spots of Blue joined by diagonal steps", 3),
    ("the number of groups of empty spots joined by orthogonal steps", 3),
    ("the greatest (the number of spots in it) among groups of empty spots joined by steps", 10),
    ("the number of Huts in (the group of a4 among Huts of Red joined by orthogonal steps)", 3),
    ("the number of spots in (the group of a4 among Huts of Blue joined by steps)", 0),
    ("the number of spots in (the group of the Hut on c4 among Huts of Red joined by steps)", 0),
    ("there is a group of Huts joined by orthogonal steps where (it is next to c1)", False),
    ("there is a group of Huts joined by orthogonal steps where (b1 is next to the group)", True),
    ("every group of Huts of Red joined by orthogonal steps is next to a3", True),
    ("some group of Huts joined by orthogonal steps is orthogonally next to a3", True),
    ("a4 is next to (the group of a4 among Huts joined by steps)", False),
    ("(the group of a4 among Huts joined by steps) is next to (the group of e4 among Huts joined "
     "by steps)", False),
    ("(the group of a4 among Huts joined by steps) is next to (the group of c4 among empty spots "
     "joined by steps)", True),
])
def test_what_is_said_of_groups(tmp_path: Path, said: str, value: int | bool) -> None:
    assert start(tmp_path).evaluate(said) == value


def test_on_hexagons_the_steps_need_not_be_said(tmp_path: Path) -> None:
    """The rows lean to the right: b3 is next to a4 and a3, and not to a2."""
    state = start(tmp_path, "hexagonal")
    assert state.evaluate("the number of groups of Huts of Red") == 2
    assert state.evaluate("the number of spots in (the group of a4 among Huts of Red)") == 3
    assert state.evaluate("the number of groups of Huts of Red joined by steps") == 2


DEFINED = """\
a group belongs to a player if some Hut of the player is next to the group
a group is quiet if it is not busy
a group is busy if there is a Hut next to it
the extent of a group is the number of spots in it
the home of a Hut is the group of the Hut among Huts of its owner joined by orthogonal steps
"""


def test_definitions_about_groups(tmp_path: Path) -> None:
    state = start(tmp_path, rules=DEFINED)
    empty = "groups of empty spots joined by orthogonal steps"
    assert state.evaluate(f"the number of {empty} that are busy") == 3
    assert state.evaluate(f"the number of busy {empty}") == 3
    assert state.evaluate(f"the number of {empty} that belong to Red") == 2
    assert state.evaluate(f"the least extent among {empty}") == 1
    assert state.evaluate(f"the number of {empty} whose extent is at least 2") == 1
    assert state.evaluate("the extent of (the home of the Hut on a4)") == 3
    assert state.evaluate("the number of Huts H of Red where (the extent of H's home is 2)") == 2


def test_groups_are_those_before_the_first_round(tmp_path: Path) -> None:
    """The rounds put huts between the groups: these stay as they were, in the order of their least
    spots."""
    turn = """\
turn
  must choose "next"
  for each group G of Huts of Red joined by orthogonal steps
    log goes up by (log times 9 plus the number of Huts in G)
    for each empty spot next to G, put a Hut of Red on the spot
  must choose "done"
  the game is drawn
"""
    state = start(tmp_path, turn=turn)
    after = state.apply("next")
    assert after.view()["game"]["log"] == "23"
    oracle = Oracle(state.game.program)
    v = state.game.machine.plain(list(state.vector))
    oracle.apply(v, (0,))
    assert v == state.game.machine.plain(list(after.vector))


@pytest.mark.parametrize(("line", "code", "said"), [
    ("a Hut is lone if the number of groups of Huts is 1", "steps", "joined by orthogonal steps"),
    ("a Hut is lone if there is a group of Huts that is busy", "grouping", "(Huts) that is busy"),
    ("a group is odd if its column is 3", "meaning", "column"),
    ("a group is odd if the group is b2", "type", "group"),
    ("a spot is odd if it is connected to (the group of it among Huts joined by steps) by steps",
     "type", "some spot in the group"),
    ("a spot is odd if it is in (all groups of Huts joined by steps)", "set", "each is a set"),
    ("a player is odd if there is a group of players joined by steps", "type", "cells of a board"),
    ("the extent of a group is the number of spot in it", "plural", "spots"),
    ("a Hut is lone if the number of group of Huts joined by steps is 1", "plural", "groups"),
])
def test_errors(tmp_path: Path, line: str, code: str, said: str) -> None:
    path = tmp_path / "islands.rules"
    text = HEAD.format(shape="square") + "a group is busy if there is a Hut next to it\n" + line
    path.write_text(f"{text}\n{TURN}", encoding="utf-8")
    problem = checking.check(path)[0]
    assert problem.code == code
    assert said in f"{problem.message} {problem.hint}"


def test_groups_are_not_chosen(tmp_path: Path) -> None:
    path = tmp_path / "islands.rules"
    turn = TURN.replace('"next"', "a group of Huts joined by steps")
    path.write_text(HEAD.format(shape="square") + turn, encoding="utf-8")
    with pytest.raises(RulesError, match="cannot be chosen"):
        driver.load(path).instantiate()


def test_a_declared_group_takes_its_place(tmp_path: Path) -> None:
    """`group` is a word that an author may want for something else."""
    state = start(tmp_path, rules="each spot has a group: hill, shore\n")
    assert state.evaluate("the number of spots whose group is hill") == 20
