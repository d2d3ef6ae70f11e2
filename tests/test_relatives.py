"""What is said of a thing is said alike in conditions and in relative clauses of sets.

Five cells in a row: a1 white, b1 red and wet, c1 and d1 white, e1 blue and wet. The numbers are
counted by hand.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.game import State

ROW = """\
game Row
players 2: Gold, Black
board Field: a grid of square cells, 5 by 1
each cell has a colour: red, white, blue, at first white
each cell can be wet
a cell borders a cell C if the cell is next to C
a cell parts a cell C from a cell F if
  the cell is next to C
  the cell is next to F
a cell shines from a cell C if the cell is next to C
setup
  b1's colour becomes red
  e1's colour becomes blue
  b1 becomes wet
  e1 becomes wet
turn
  must choose a cell
end after the turn if there is no wet cell
  the game is drawn
"""


@cache
def start() -> State:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "row.rules"
        path.write_text(ROW, encoding="utf-8")
        return driver.load(path).instantiate().start()


BOTH = [
    ("are either red or blue", 2),
    ("are not either red, white or blue", 0),
    ("are not either a1 or b1", 3),
    ("are in line with a1 by steps", 4),
    ("are in line with e1 by orthogonal steps over white cells", 2),  # c1, d1
    ("are not in line with a wet cell by steps over white cells", 2),  # b1, e1
    ("are connected to some red cell by steps", 5),
    ("are connected to some red cell by steps over white cells", 3),  # a1, c1, d1
    ("are connected to every wet cell by steps over white cells", 2),  # c1, d1
    ("are connected to no wet cell by steps over white cells", 2),  # b1, e1
    ("are connected to a1 by steps over (cells that are wet)", 1),  # b1
    ("are next to some (cell that is wet)", 3),  # a1, c1, d1
    ("border b1", 2),
    ("do not border b1", 3),
    ("do not border a wet cell", 2),  # b1, e1
    ("do not border every wet cell", 5),
    ("part a1 from c1", 1),
    ("do not part a1 from c1", 4),
    ("shine from b1", 2),
    ("do not shine from b1", 3),
]


@pytest.mark.parametrize(("said", "number"), BOTH)
def test_the_same_in_a_set_and_in_a_condition(said: str, number: int) -> None:
    verb, _, rest = said.partition(" ")
    alone = {"are": "is", "do": "does"}.get(verb, f"{verb}s")  # of one cell
    relative = f"the number of cells that {said}"
    condition = f"the number of cells where (the cell {alone} {rest})"
    assert [start().evaluate(text) for text in (relative, condition)] == [number, number]


@pytest.mark.parametrize(("text", "value"), [
    ("the number of cells whose colour is either white or blue", 4),
    ("the number of cells whose colour is not either white or blue", 1),
    ("the number of cells whose column is at least the column of c1", 3),
    ("the number of cells whose column is more than (1 plus 2)", 2),
    ("the number of cells that b1 does not border", 3),
    ("the number of cells that some wet cell does not border", 5),
    ("the number of cells that every wet cell does not border", 2),  # b1, e1
    ("the number of cells that no wet cell does not border", 0),
    ("there is a cell that is next to some (cell that is red)", True),
    ("a1 is next to some (wet cell that is blue)", False),
    ("every (cell that is wet) is not white", True),
    ("b1 does not part a1 from c1", False),
    ("b1 does not shine from b1", True),
    ("a1 is in the cells next to b1", True),
])
def test_values(text: str, value: int | bool) -> None:
    assert start().evaluate(text) == value


@pytest.mark.parametrize(("text", "value"), [
    # A relative belongs to the nearest set before it, in sets and in conditions.
    ("the number of cells that are connected to a1 by steps over cells that are wet", 1),
    ("the number of cells that are next to some cell that is wet", 3),
    ("the number of cells that are next to some (cell) that are wet", 2),
    ("the number of cells where (the cell is connected to a1 by steps over cells that are wet)", 1),
    # What could go on with a value belongs to the words around it, too.
    ("the number of cells that are white plus 1", 4),
    ("(the number of cells whose column is at least 2) times 2", 8),
    ("the number of cells whose column is at least (2 times 2)", 2),
])
def test_how_far_a_value_reaches(text: str, value: int) -> None:
    assert start().evaluate(text) == value


@pytest.mark.parametrize("text", [
    "the number of cells that does border b1",
    "the number of cells that do not",
    "the number of cells that are either red",
    "the number of cells that are connected to some by steps",
    "the number of cells that are next to (cell that is wet)",
    "the number of cells that are next to some cell that are wet",
    "the number of cells whose column is at least 2 times 2",  # of them twice, or at least 4
])
def test_what_is_still_refused(text: str) -> None:
    with pytest.raises(RulesError):
        start().evaluate(text)
