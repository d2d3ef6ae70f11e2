"""Drawn boards, lettered and numbered."""

from __future__ import annotations

import pytest

from rulewright.interpreter.model.picture import Picture
from rulewright.interpreter.ui import board


def test_a_board_is_lettered_and_numbered() -> None:
    rows = [[("x", "red"), (".", None)], [(".", None), ("oo", "no such colour")]]
    drawn, coloured = board.plain(Picture(rows)), board.coloured(Picture(rows)).plain
    assert drawn.splitlines() == ["  a  b", "2 x  .  2", "1 .  oo 1", "  a  b"]
    assert coloured.replace("  ", " ").split() == drawn.split()


def test_a_wide_board_is_cut() -> None:
    rows = [[("..", None)] * 40 for _ in range(12)]
    lines = board.plain(Picture(rows)).splitlines()
    assert max(map(len, lines)) <= 80
    letters = [name for line in lines if line.startswith("   ") for name in line.split()]
    assert sorted(set(letters)) == sorted(board.column_name(index) for index in range(40))


def test_one_wide_cell_cuts_no_board_that_has_room() -> None:
    """Ten columns as wide as that cell would be wider than the screen."""
    rows = [[("mountain" if (row, column) == (1, 2) else "~~", None) for column in range(10)]
            for row in range(3)]
    drawn = board.plain(Picture(rows), 60).splitlines()
    assert drawn[0] == drawn[-1] == "  a  b  c        d  e  f  g  h  i  j"
    assert drawn[2] == "2 ~~ ~~ mountain ~~ ~~ ~~ ~~ ~~ ~~ ~~ 2"
    assert len(drawn) == 5


@pytest.mark.parametrize("wide", range(1, 14))
@pytest.mark.parametrize("width", [40, 79, 80])
def test_a_wide_board_of_hexagons_is_cut(wide: int, width: int) -> None:
    """With the names of rows and the half cell by which every second one is shifted; no earlier
    than it must be."""
    row = [("x" * wide, None)] * 60
    names = [f"({number + 100},0)" for number in range(60)]
    drawn = board.plain(Picture([row] * 4, names=[names] * 4, shifts=[False, True] * 2), width)
    lengths = [len(line) for line in drawn.splitlines()]
    assert sum(line.count("x" * wide) for line in drawn.splitlines()) == 4 * 60
    cell = wide + 1 - wide % 2
    assert width - cell - 1 < max(lengths) + cell - wide <= width


def cells(texts: list[list[str]], most: int) -> Picture:
    """A picture of cells that show one letter after the other, of which at most so many."""
    rows = [[(text, None) for text in row] for row in texts]
    named = [[(f"{board.column_name(x)}{len(texts) - y}", list(text[:most]))
              for x, text in enumerate(row)] for y, row in enumerate(texts)]
    return Picture(rows, cells=named)


def test_the_fullest_cells_are_cut_where_a_board_then_fits() -> None:
    """Ten columns of five and their blanks, and the names of rows at both sides, are 64 wide."""
    row = ["abcde"] * 10
    full = cells([row, ["abcdefg"] * 2 + row[2:], row], 7)
    assert board.plain(full, 78).splitlines()[2].split()[1:3] == ["abcdefg"] * 2
    drawn = board.plain(full, 64).splitlines()
    assert drawn[2] == "2 abcd… abcd…" + " abcde" * 8 + " 2"
    assert drawn[-1] == "… a2 abcdefg, b2 abcdefg"
    assert len(drawn) == 6
    assert drawn[1] == board.plain(cells([row] * 3, 5), 64).splitlines()[1]


def test_a_board_is_cut_into_blocks_where_most_cells_would_lose_something() -> None:
    drawn = board.plain(cells([["abcdefg"] * 10] * 3, 7), 64).splitlines()
    assert "" in drawn
    assert not any("…" in line for line in drawn)
    assert sum(line.count("abcdefg") for line in drawn) == 30


def test_what_is_told_below_keeps_within_the_width() -> None:
    row = ["abcdefghij"] + ["abc"] * 14
    drawn = board.plain(cells([row] * 9, 10), 64).splitlines()
    assert drawn[1].startswith("9 ab… abc")
    assert max(map(len, drawn)) <= 64
    assert " ".join(drawn[11:]).split()[1::2] == [f"a{number}" for number in range(9, 0, -1)]


def test_columns_beyond_z() -> None:
    names = [board.column_name(index) for index in (0, 25, 26, 51, 52, 701, 702)]
    assert names == ["a", "z", "aa", "az", "ba", "zz", "aaa"]
