"""A model and a program by themselves: what they tell without anything that made them."""

from __future__ import annotations

import pickle

import pytest

from rulewright.interpreter.lower.game import Instance
from rulewright.interpreter.model.description import describe
from rulewright.interpreter.model.topology import DIRECTIONS, Grid
from rulewright.interpreter.state.json import StateCodec
from tests.played import Setup, each_setup


@each_setup
def test_a_model_and_a_program_tell_a_state(setup: Setup) -> None:
    """Stored and read again, they draw, print and describe the start as before, and read it."""
    made = Instance(setup.game.model, setup.game.program)
    again = pickle.loads(pickle.dumps(made))
    start = [value for field in made.program.fields for value in field.first]
    view = StateCodec(made.model, made.program).to_json(start)
    codec = StateCodec(again.model, again.program)
    assert codec.to_json(start) == view
    assert codec.from_json(view) == start
    assert describe(again.model) == describe(made.model)
    for board in made.model.boards:
        drawn = made.model.presentation.draw(board, start)
        assert again.model.presentation.draw(board, start) == drawn


@pytest.mark.parametrize("shape,count", [("square", 8), ("hexagonal", 6)])
def test_a_step_back_leads_back(shape: str, count: int) -> None:
    """In the middle of a board every direction has an opposite, and half of them make its lines."""
    board = Grid("Board", shape, "cell", 3, 3)
    middle = board.at(1, 1)
    directions = board.directions(None)
    around = [board.steps.at(middle, direction) for direction in directions]
    assert len(set(around)) == len(directions) == count
    for there in around:
        assert middle in [board.steps.at(there, direction) for direction in directions]
    through = [mask for mask in board.lines(3).values if mask >> middle & 1]
    assert len(through) == count // 2


def test_adjectives_divide_the_directions() -> None:
    board = Grid("Board", "square", "cell", 2, 2)
    sides, corners = board.directions("orthogonal"), board.directions("diagonal")
    assert sorted((*sides, *corners)) == list(range(DIRECTIONS.size))
    assert [DIRECTIONS.labels[at] for at in sides] == ["north", "east", "south", "west"]
