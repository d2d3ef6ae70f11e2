"""Sides and corners as boards: how many there are, what is next to what, names, drawings."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.model.parts import CORNERS, SIDES, Parts, next_to, places
from rulewright.interpreter.model.topology import Grid
from tests.model.test_picture import shown, start


def parts(shape: str, width: int, height: int) -> tuple[Grid, Parts, Parts]:
    grid = Grid("Land", shape, "field", width, height)
    sides, corners = (Parts(part, shape, part, len(places(grid, part)), 1, part=part, of=grid)
                      for part in (SIDES, CORNERS))
    return grid, sides, corners


@pytest.mark.parametrize(("width", "height"), [(1, 1), (3, 2), (5, 5), (1, 4)])
def test_how_many_parts_squares_have(width: int, height: int) -> None:
    _, sides, corners = parts("square", width, height)
    assert sides.cells.size == width * (height + 1) + height * (width + 1)
    assert corners.cells.size == (width + 1) * (height + 1)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (3, 2), (5, 5), (1, 4)])
def test_how_many_parts_hexagons_have(width: int, height: int) -> None:
    """By Euler's formula for the plane: corners - sides + cells + 1 (what is outside) = 2. Each
    side has two fields, but those at the border one: 6 cells = 2 sides - border."""
    grid, sides, corners = parts("hexagonal", width, height)
    fields = next_to(sides, grid)
    assert fields is not None
    border = sum(mask.bit_count() == 1 for mask in fields.values)
    assert 6 * grid.cells.size == 2 * sides.cells.size - border
    assert corners.cells.size - sides.cells.size + grid.cells.size == 1


@pytest.mark.parametrize("shape", ["square", "hexagonal"])
def test_what_is_next_to_what(shape: str) -> None:
    """It goes both ways; a side has two ends and one or two cells, an inner corner as many sides
    and cells as the shape says."""
    boards = parts(shape, 4, 3)
    for one in boards:
        for other in boards:
            there, back = ((one.neighbours("orthogonal"),) * 2 if one is other
                           else (next_to(one, other), next_to(other, one)))
            assert there is not None and back is not None
            for at, mask in enumerate(there.values):
                for near in range(other.cells.size):
                    assert (mask >> near & 1) == (back.values[near] >> at & 1)
    grid, sides, corners = boards
    ends, cells, meeting = (next_to(sides, corners), next_to(sides, grid), next_to(corners, sides))
    assert ends is not None and cells is not None and meeting is not None
    assert {mask.bit_count() for mask in ends.values} == {2}
    assert {mask.bit_count() for mask in cells.values} == {1, 2}
    assert max(mask.bit_count() for mask in meeting.values) == (4 if shape == "square" else 3)


@pytest.mark.parametrize("shape", ["square", "hexagonal"])
def test_steps_lead_to_all_that_is_next(shape: str) -> None:
    for board in parts(shape, 3, 3)[1:]:
        for at, mask in enumerate(board.neighbours(None).values):
            assert mask == sum(1 << board.steps.at(at, way) for way in board.directions(None)
                               if board.steps.at(at, way) >= 0)


@pytest.mark.parametrize(("shape", "names"), [
    ("square", {"a1/east": "a1/east", "b1/west": "a1/east", "a2/south": "a1/north",
                "b2/south": "b1/north"}),
    ("hexagonal", {"b1/west": "a1/east", "a2/southwest": "a1/northeast", "b1/northwest":
                   "b1/northwest", "a2/southeast": "b1/northwest"}),
])
def test_a_side_is_found_by_each_of_its_cells(shape: str, names: dict[str, str]) -> None:
    _, sides, _ = parts(shape, 2, 2)
    for given, name in names.items():
        at = sides.cell(given)
        assert at is not None and sides.cells.labels[at] == name
    assert [sides.cell(name) for name in ("c1/west", "a1", "a1/up", "a1/")] == [None] * 4


LINES = """\
game Lines
players 2: Ann, Ben
board Paper: a grid of {shape} boxes, 2 by 2
board Pencil: the sides of boxes, called lines
board Pins: the corners of boxes, called pins
piece Dot of a player, on Pins
each line can be drawn
setup
  the line {line} becomes drawn
  put a Dot of Ann on the pin {pin}
turn
  must choose a line
    the line becomes drawn
look
  a line shows drawn
  a pin shows Dot
  drawn "#"
"""


def test_squares_are_drawn_with_their_sides(tmp_path: Path) -> None:
    state = start(tmp_path, LINES.format(shape="square", line="b1/west", pin="b2/northeast"))
    assert shown(state) == ["    a   b", "  +   +   A", "2           2", "  +   +   +",
                            "1     #     1", "  +   +   +", "    a   b"]


def test_hexagons_are_drawn_with_their_sides(tmp_path: Path) -> None:
    state = start(tmp_path, LINES.format(shape="hexagonal", line="b1/west", pin="a1/south"))
    assert shown(state) == [
        "       +   +", "", "     +   +   +", "a2", "     +   +   +", "",
        "   +   +   +", "a1     #", "   +   +   +", "", "     A   +"]


def test_a_position_names_sides_by_any_of_their_cells(tmp_path: Path) -> None:
    game = start(tmp_path, LINES.format(shape="square", line="a1/west", pin="a1/southwest")).game
    state = game.position({"Pencil": {"b1/west": {"drawn": "yes"}, "a1/west": {"drawn": "no"}}})
    drawn = [name for name, has in state.view()["Pencil"].items() if has["drawn"] == "yes"]
    assert drawn == ["a1/east"]


@pytest.mark.parametrize("pencil", [
    "# .", {"b1/west": {"drawn": "yes"}, "a1/east": {"drawn": "no"}}, {"c1/west": {}},
])
def test_wrong_positions_of_sides(tmp_path: Path, pencil: object) -> None:
    game = start(tmp_path, LINES.format(shape="square", line="a1/west", pin="a1/southwest")).game
    with pytest.raises(RulesError, match="Pencil"):
        game.position({"Pencil": pencil})
