"""Boards that are made of parts of others, and cells that several boards have."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.game import State
from rulewright.interpreter.lower.expressions import expression
from rulewright.interpreter.oracle import Oracle
from rulewright.interpreter.oracle.values import Evaluator

HEAD = """\
game Boards
players 2: Red, Blue
option size: 1 to 40, normally 3
"""
GROUND = "board Ground: a grid of square plots, size by 2\n"
TRACK = "board Track: the quarters of plots, called spaces\n"
TABLE = "board Ground: a table of square plots, within 4\n"
STONE = "piece Stone of a player, on Track\n"
TURN = 'turn\n  must choose "go"\n'


def start(folder: Path, text: str, **options: str) -> State:
    path = folder / "boards.rules"
    path.write_text(HEAD + text, encoding="utf-8")
    return driver.load(path).instantiate(options=options).start()


def refused(folder: Path, text: str, **options: str) -> tuple[str, str | None]:
    """The code and the hint of the first error."""
    with pytest.raises(RulesError) as caught:
        start(folder, text, **options)
    first = caught.value.diagnostics[0]
    return first.code, first.hint


@pytest.mark.parametrize(("said", "is_"), [
    ("the number of spaces", "24"), ("the number of plots", "6"),
    ("the plot of the space a1", "the plot a1"), ("the plot of the space f4", "the plot c2"),
    ("the space c3's plot", "the plot b2"), ("the plot of the Stone on d2", "the plot b1"),
    ("the plot of the Stone on a1 is none", "yes"),
    ("the number of spaces whose plot is the plot b2", "4"),
    ("the number of spaces whose plot is next to the plot a1", "12"),
    ("the column of the space f4", "6"), ("the space f4's plot's column", "3"),
    ("the space one step towards north from the space d2", "the space d3"),
    ("the number of spaces next to (the Stone on d2)", "8"),
    ("the Stone on d2 is on d2", "yes"), ("the Stone on d2 is next to e3", "yes"),
    ("the space of (the Stone on d2) is connected to c2 by diagonal steps", "no"),
    ("the space of (the Stone on d2) is connected to b2 by orthogonal steps", "yes"),
])
def test_quarters_are_a_grid_twice_as_fine(tmp_path: Path, said: str, is_: str) -> None:
    """Cells that could be of either board are of the one that fits."""
    text = TRACK + GROUND + STONE + "setup\n  put a Stone of Red on d2\n" + TURN
    state = start(tmp_path, text)
    assert state.evaluate(said if is_ == "yes" else f"not ({said})" if is_ == "no" else (
        f"{said} is {is_}")) is True


@pytest.mark.parametrize(("boards", "code"), [
    ("board Ground: a grid of hexagonal plots, 3 by 3\n" + TRACK, "board"),
    (GROUND + TRACK + "board Fine: the quarters of spaces, called bits\n", "board"),
    (TRACK + "kind plot: one, two\n", "board"),
    (GROUND + "board Other: the quarters of kings, called bits\nkind king: one\n", "board"),
])
def test_what_has_no_quarters(tmp_path: Path, boards: str, code: str) -> None:
    assert refused(tmp_path, boards + TURN)[0] == code


def test_quarters_are_cells_of_a_board_of_limited_size(tmp_path: Path) -> None:
    """35 by 30 cells are a board; their 4200 quarters are too many."""
    ground = "board Ground: a grid of square plots, size by 30\n"
    start(tmp_path, ground + TURN, size="35")
    assert refused(tmp_path, ground + TRACK + TURN, size="35")[0] == "board"
    start(tmp_path, ground + TRACK + TURN, size="34")


@pytest.mark.parametrize(("text", "code"), [
    ("board Ground: a table of square plots, within 0\n", "board"),
    ("board Ground: a table of square plots, within 101\n", "board"),
    ("board Ground: a table of hexagonal plots, within 4\n" + TRACK, "board"),
    (TABLE + "each plot can be wet\n", "table-cell"),
    (TABLE + "each player has a debt at each plot: 0 to 3\n", "table-cell"),
    (TABLE + TRACK + "each space has a depth: 0 to 3\n", "table-cell"),
    (TABLE + "piece Stone of a player, on Ground\n", "piece"),
])
def test_what_a_table_cannot_have(tmp_path: Path, text: str, code: str) -> None:
    assert refused(tmp_path, text + TURN)[0] == code


@pytest.mark.parametrize(("shape", "said"), [
    ("square", "the plot one step towards northeast from (3,-2) is (4,-1)"),
    ("square", "the plot one step towards south from (0,0) is (0,-1)"),
    ("square", "the column of (3,-2) is 3 and the row of ( 3, -2 ) is 0 minus 2"),
    ("square", "the number of plots is 1 and every plot is (0,0)"),
    ("square", "the plot one step towards north from (0,5) is none"),
    ("hexagonal", "the plot one step towards southeast from (3,-2) is (3,-1)"),
    ("hexagonal", "the plot one step towards northeast from (0,0) is (1,-1)"),
    ("hexagonal", "the plot one step towards northwest from (0,0) is (0,-1)"),
])
def test_cells_of_a_table_are_pairs_of_numbers(tmp_path: Path, shape: str, said: str) -> None:
    """Within 4: the outermost cells, on which nothing may lie, are those of 5."""
    state = start(tmp_path, f"board Ground: a table of {shape} plots, within 4\n" + TURN)
    assert state.evaluate(said) is True


def test_quarters_of_a_table(tmp_path: Path) -> None:
    state = start(tmp_path, TABLE + TRACK + TURN)
    for said in ("the number of spaces is 4", "the plot of the space (5,-3) is the plot (2,-2)",
                 "the space (0,0)'s plot is the plot (0,0)",
                 "every space is in (all spaces whose plot is the plot (0,0))"):
        assert state.evaluate(said) is True, said


@pytest.mark.parametrize(("line", "hint"), [
    ("a plot is low if its row is the row of a1", "write `the plot a1` or `the space a1`"),
    ("a plot is low if the row of the plot d4 is 1", None),
    ("a plot is low if the row of the king a1 is 1\nkind king: one", None),
    ("a plot is low if the row of a9 is 1", None),
])
def test_a_cell_that_is_not_clear(tmp_path: Path, line: str, hint: str | None) -> None:
    assert refused(tmp_path, GROUND + TRACK + line + "\n" + TURN) == ("cell", hint)


def test_a_cell_that_is_clear_needs_no_noun(tmp_path: Path) -> None:
    """By the piece that goes there, the step it is handed to, the attribute it becomes."""
    state = start(tmp_path, GROUND + TRACK + STONE + (
        "the game has a goal: a plot\nthe game has an end place: a space\n"
        "setup\n  put a Stone of Red on a1\n  move the Stone on a1 to b2\n  the goal becomes b1\n"
        "  do Mark a2\nstep Mark a space\n  the end place becomes the space\n"
    ) + TURN)
    for said in ("the Stone on b2 is on b2", "the goal is the plot b1", "the goal is b1",
                 "the end place is the space a2", "there is no Stone on a1"):
        assert state.evaluate(said) is True, said


def test_the_board_that_shows_something_is_drawn(tmp_path: Path) -> None:
    state = start(tmp_path, GROUND + TRACK + STONE + "setup\n  put a Stone of Red on c2\n" + TURN)
    rows = ["".join(text for text, _ in row) for row in state.game.drawing(state)]
    assert rows == ["......", "......", "..R...", "......"]


# ---- what lies on tables ------------------------------------------------------------------------

LAID = TABLE + """\
piece Tile: 6, on Ground
piece Pin of a player: 1 each, on Track
""" + TRACK
LAY = """\
setup
  put a Tile on (0,0)
  put a Tile on (1,0)
  put a Tile on (3,2)
  move Red's Pin to (2,1)
"""


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> State:
    """Three tiles on a table, and a pin where two of them meet."""
    return start(tmp_path_factory.mktemp("laid"), LAID + LAY + TURN)


@pytest.mark.parametrize("said", [
    "the number of plots is 20",  # 12 at the first two Tiles and 9 at the third, (2,1) at both
    "the number of occupied plots is 3 and the number of empty plots is 17",
    "the number of plots next to the plot (0,0) is 8",
    "the number of plots next to (3,2) is 8",
    "the number of plots next to (2,1) is 6",  # only those that there are
    "there is no plot whose column is 5 and there is a plot whose row is 3",
    "every plot is connected to (0,0) by steps",
    "the plot (3,2) is connected to (0,0) by orthogonal steps",
    "the plot (3,2) is not connected to (0,0) by steps over occupied plots",
    "the plot (1,0) is connected to (0,0) by orthogonal steps over occupied plots",
    "the plot (1,0) is in line with (0,0) by steps over occupied plots",
    "the number of groups of occupied plots joined by steps is 2",
    "the greatest (the number of plots in the group) among groups of occupied plots joined by steps"
    " is 2",
    "the occupied plots include a line of 2",
    "not (the occupied plots include a line of 3)",
    "the end of the line from the plot (0,0) towards east over occupied plots is (2,0)",
    "the number of spaces is 20 times 4",
    "Red's Pin's space is (2,1) and Red's Pin's plot is (1,0)",
    "the number of spaces whose plot is occupied is 12",
    "the space (2,1) is next to (2,2) and Red's Pin is next to the space (2,2)",
    "the number of empty spaces is 79",
])
@pytest.mark.parametrize("plain", [False, True])
def test_the_cells_of_a_table_are_those_beside_pieces(
    laid: State, said: str, plain: bool
) -> None:
    """With the engine, and with the plain executor."""
    if not plain:
        assert laid.evaluate(said) is True
        return
    game = laid.game
    condition = expression(game.phrases, said, game.ruleset.text.phrases).e
    assert Evaluator(game.program).value(game.machine.plain(laid.vector), condition, {}) == 1


def test_the_cells_of_a_table_decide_an_end(tmp_path: Path) -> None:
    """As rules of an end, from the set-up on."""
    text = LAID + LAY + TURN + "end as soon as the number of plots is 20, Blue wins\n"
    path = tmp_path / "plain.rules"
    path.write_text(HEAD + text, encoding="utf-8")
    oracle = Oracle(driver.load(path).instantiate().program)
    assert oracle.ranks(oracle.start()) == [2, 1]


@pytest.mark.parametrize(("shape", "cell", "fine"), [
    ("square", "(4,0)", True), ("square", "(5,0)", False), ("square", "(0,-5)", False),
    ("hexagonal", "(-4,4)", True), ("hexagonal", "(-5,4)", False),
])
def test_play_stops_where_a_piece_would_lie_beyond_the_table(
    tmp_path: Path, shape: str, cell: str, fine: bool
) -> None:
    text = TABLE.replace("square", shape) + "piece Tile: 6, on Ground\n" + (
        f"setup\n  move any Tile in the box to {cell}\n") + TURN
    if fine:
        there = 10 if shape == "square" else 8  # with (0,0)
        assert start(tmp_path, text).evaluate(f"the number of plots is {there}") is True
        return
    assert refused(tmp_path, text)[0] == "bound"  # which is seen before play
    goal = f"the game has a goal: a plot\nsetup\n  the goal becomes {cell}\n"
    text = text.replace("setup\n", goal)
    assert refused(tmp_path, text.replace(f"to {cell}", "to (the goal)"))[0] == "bound"


def test_the_largest_tables_are_no_burden(tmp_path: Path) -> None:
    """A table of 203 by 203 cells: what is made for it is counted, since no clock is looked at."""
    text = "board Ground: a table of square plots, within 100\npiece Tile: 6, on Ground\n" + (
        "setup\n  put a Tile on (99,-99)\nturn\n  must put a Tile on an empty plot\n"
        "    only if it is orthogonally next to a Tile\n")
    state = start(tmp_path, text)
    assert len(state.options()) == 4
    assert sorted(state.options()) == sorted(["(98,-99)", "(100,-99)", "(99,-98)", "(99,-100)"])
    assert state.game.program.size < 20
