"""Where the rest of a turn can surely be done is known from what the flow stores."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.engine.game import Game
from rulewright.interpreter.ir import DECISION, SureRests, sure_rests
from tests.texts import loaded, path_of

TASKS = """\
game Tasks
players 1: One
the game has a task: 0 to 2
the game has a mark: 0 to 3
turn
  must choose a number N from 1 to 2
    only if the rest can be done
    the task becomes N
  as long as the task is not 0
    {emptied}
    must choose a number M from 0 to 2
      only if M is not the mark
      only if the rest can be done
      the mark becomes M
      {then}
  if the mark is 2, the game is drawn
"""


def tasks(tmp_path: Path, emptied: str, then: str = "the mark becomes M") -> Game:
    path = tmp_path / "tasks.rules"
    path.write_text(TASKS.format(emptied=emptied, then=then), encoding="utf-8")
    return driver.load(path).instantiate()


def test_a_loop_that_surely_ends(tmp_path: Path) -> None:
    """The task is 0 where M is chosen, so nothing that may fail follows M."""
    sure = sure_rests(tasks(tmp_path, "the task becomes 0").program)
    assert sure == SureRests(if_possible=frozenset({1}), options=frozenset({(1, 0)}))


@pytest.mark.parametrize("emptied, then", [
    ("the task goes down by 1", "the mark becomes M"),
    ("the task becomes 0", "the task becomes M"),
    ("the task becomes 0", "if M is 1, the task becomes 1"),
    ("if the mark is 0, the task becomes 0", "the mark becomes M"),
])
def test_a_loop_that_may_go_on(tmp_path: Path, emptied: str, then: str) -> None:
    assert sure_rests(tasks(tmp_path, emptied, then).program) == SureRests()


def test_either_way_of_a_condition(tmp_path: Path) -> None:
    """What both ways leave is known."""
    then = "if M is 1\n        the task becomes 0\n      otherwise\n        the task becomes 0"
    assert sure_rests(tasks(tmp_path, "the task becomes 1", then).program).options == {(1, 0)}
    other = then[:-1] + "1"
    assert not sure_rests(tasks(tmp_path, "the task becomes 1", other).program).options


@pytest.mark.parametrize("name", ["transport", "konane", "rods"])
def test_what_is_sure_can_be_done(name: str) -> None:
    """Without it the same is offered."""
    one, two = (loaded(path_of(name)).instantiate().machine for _ in range(2))
    two.sure = SureRests()
    v, asked = one.start(), 0
    for _ in range(40):
        if one.kind(v) == DECISION:
            asked += any(option.rest for option in one.node(v).alternatives)
            assert one.choices(v) == two.choices(v)
        choices = one.choices(v)
        if not choices:
            break
        one.apply(v, choices[len(choices) // 2])
    assert asked > 5
